"""The models of a seat and what they are worth as they stand: damage, systems, conditions, spells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.rulesets.warmachine.common.appraisal.figures import Profile, profile
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.state.cards import TURN
from sandtable.rulesets.warmachine.common.state.conditions import borne
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import lasting

BASIS = 0.4  # of its worth, however hurt it is
SYSTEM = 0.09  # of a warjack's worth for each system that is out
LOST = {  # of its worth
    "knocked_down": 0.12, "stationary": 0.25, "inert": 0.5, "fleeing": 0.25, "fire": 0.05, "corrosion": 0.05,
    "stall": 0.05, "disrupted": 0.06, "dazzled": 0.04,
}  # fmt: skip
BLESSED, CURSED = 110, 150  # by a spell or feat
FIELD = 45  # a focus point that protects its warcaster
FEAT = 350  # a feat that is still to come
MOST = 2400  # of its worth that counts for conditions: a warcaster on the ground is not lost
WEAPONS, CRIPPLED = frozenset("LRH"), 0.3  # systems that carry weapons, and the share of its blows one of them is


class Unit(NamedTuple):
    """A model as bots see it."""

    name: str
    card: str
    printed: Profile
    x: int
    y: int
    share: float  # of its boxes that are left
    worth: float  # as it stands
    still: bool  # cannot act or evade
    focus: int
    might: float = 1.0  # of its attacks: systems that are out, conditions
    slow: bool = False  # neither runs nor charges: its movement is out


def army(p: Position, seat: int) -> list[Unit]:
    """Everybody of a seat on the table."""
    return p.memo(("army", seat), lambda: _army(p, seat))


def _army(p: Position, seat: int) -> list[Unit]:
    state, cards, effects = p.state, p.rules.cards, borne(p)
    found = []
    for name, m in state.models.items():
        status = state.status[name]
        if status.seat != seat:
            continue
        printed = profile(cards, status.card)
        card = cards.models[status.card]
        hurt = any(status.marks)
        share = left(card, status.marks) / card.most if hurt else 1.0
        worth = printed.worth * (BASIS + (1 - BASIS) * share)
        out = disabled(card, status.marks) if hurt and card.grid else frozenset()
        worth -= printed.worth * SYSTEM * len(out)
        might, still = max(0.1, 1 - CRIPPLED * len(out & WEAPONS)), False
        on = effects.get(name, ()) if not status.unit else (*effects.get(name, ()), *effects.get(status.unit, ()))
        for effect in on:
            if effect.name in LOST:
                worth -= min(MOST, printed.worth) * LOST[effect.name]
                still = still or effect.name in ("knocked_down", "stationary", "inert")
            elif (spell := lasting(p, effect.name)) is not None and spell.lasts != TURN:
                friendly = effect.source not in state.status or state.status[effect.source].seat == seat
                worth += (BLESSED if friendly else -CURSED) * (1 if printed.boxes > 1 else 0.3)
        found.append(Unit(name, status.card, printed, m.x, m.y, share, worth, still, status.focus, might, "M" in out))
    return found


def refilled(p: Position, caster: Unit) -> int:
    """The focus that its turn has just given a warcaster: an enemy gets it whatever was done before."""
    return p.rules.cards.models[caster.card].stats.get("FOC", 0)


def means(p: Position, seat: int, units: list[Unit], theirs: bool = False) -> Iterator[tuple[float, str]]:
    """What a seat has: models by what is left of them, power fields, feats to come."""
    theirs = theirs and p.state.active == seat
    troops = sum(u.worth for u in units if not (u.printed.warcaster or u.printed.warjack))
    jacks = sum(u.worth for u in units if u.printed.warjack)
    casters = sum(u.worth for u in units if u.printed.warcaster)
    if troops:
        yield troops, "troops and solos"
    if jacks:
        yield jacks, "warjacks"
    if casters:
        yield casters, "warcasters"
    fields = sum(FIELD * (u.focus - (refilled(p, u) if theirs else 0)) for u in units if u.printed.warcaster)
    if fields:
        yield fields, "power field"
    ready = sum(1 for u in units if u.printed.warcaster and u.name not in p.state.feats)
    if ready:
        yield FEAT * ready, "feat to come"
