"""What a player says for each verb of an option. Ids are replaced by printed names (`interface/names.py`)."""

from __future__ import annotations

PHRASES = {
    # set-up
    "go first": "take the first turn",
    "go second": "let the other player take the first turn",
    # the turn
    "resolve": "resolve {using} on {target}",
    "shake": "{actor} spends 1 focus to shake off {using}",
    "shake no more": "shake off nothing more",
    "activate": "activate {actor}",
    "end activation": "end the activation of {actor}",
    "order": "order {actor}: {using}",
    "no order": "give {actor} no order",
    "act": "{actor} has moved: go on to actions",
    # movement
    "stand": "{actor} stands up instead of {how}",
    "advance": "{actor} advances",
    "run": "{actor} runs[ for {cost}]",
    "charge": "{actor} charges {target}[ for {cost}]",
    "slam": "{actor} slams {target}[ for {cost}]",
    "trample": "{actor} tramples[ for {cost}]",
    # attacks
    "attack": "{actor} attacks {target} with {using}[ for {cost}]",
    "combine": "{actor} leads a combined attack on {target} with {using}",
    "dazzle": "{actor} dazzles {target} with {using}",
    "tremor": "{actor} makes a tremor with {using}",
    "steam_vent": "{actor} vents steam",
    "vent_steam": "{actor} vents steam",
    "free strike": "{actor} strikes {target} with {using}",
    "no free strike": "{actor} makes no free strike",
    "roll": "roll without a boost",
    "boost": "boost the roll for 1 focus",
    # power attacks
    "head-butt": "{actor} head-butts {target}[ for {cost}]",
    "push": "{actor} pushes {target}[ for {cost}]",
    "throw": "{actor} throws {target}[ for {cost}]",
    "double-hand-throw": "{actor} throws {target} with both hands[ for {cost}]",
    "lock": "{actor} locks {target}: {how}[, for {cost}]",
    "release": "{actor} lets go of {target}",
    "break": "{actor} tries to break free of {target}[ for {cost}]",
    "follow": "follow the pushed model",
    "stay": "stay where it is",
    # warcasters and marshals
    "cast": "{actor} casts {using}[ at {target}][ through {also}][ for {cost}]",
    "feat": "{actor} uses the feat {using}",
    "heal": "{actor} heals 1 damage[ for {cost}]",
    "reactivate": "{actor} reactivates {target}",
    "take": "{actor} takes control of {target}",
    # units
    "promote": "{target} takes command",
    "step in": "{actor} takes the place of {target}",
}
