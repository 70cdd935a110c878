"""Printed names by id: units, troopers, weapons, Cyphers, special rules, effects, missions, gates, markers, terrain."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Mapping
from functools import cache

from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import LAND, UNITS, Objective

COPIES = range(2, 7)  # of one weapon on a warjack
THINGS = UNITS | LAND | {"objectives"}


def names(p: Position) -> Mapping[str, str]:
    """What is on the table or in reserve comes before what is printed on cards."""
    return p.memo("names", lambda: ChainMap(_things(p), _printed(p.rules.cards)), THINGS)


@cache
def _printed(cards: Library) -> dict[str, str]:
    found = {mode: mode.capitalize() for mode in cards.game["weapon_qualities"]}
    found |= {key: raw["name"] for kind in (cards.special, cards.effects) for key, raw in kind.items()}
    found |= {key: raw["name"] for kind in (cards.missions, cards.secondaries) for key, raw in kind.items()}
    found |= {key: card.name for key, card in cards.cyphers.items()}
    for key, weapon in cards.weapons.items():
        found[key] = weapon.name
        found |= {f"{key}_{n}": f"{weapon.name} {n}" for n in COPIES}
    return found | {key: card.name for key, card in cards.units.items()}


def _things(p: Position) -> dict[str, str]:
    state, cards = p.state, p.rules.cards
    found = {f.id: f.id.replace("_", " ") for f in state.map.features}
    found |= {name: _objective(name, o) for name, o in state.objectives.items()}
    several = Counter(u.card for u in state.units.values())
    for name, unit in state.units.items():
        found[name] = _unit(name, unit.card, cards.units[unit.card].name, several[unit.card])
        if (card := cards.units[unit.card]).type == "squad":
            trooper = "trooper " if found[name][-1].isdecimal() else ""
            found |= {f"{name}.{n}": f"{found[name]} {trooper}{n}" for n in range(1, card.size + 1)}
            found |= {f"{name}.{a}": f"{cards.units[a].name} of {found[name]}" for a in unit.attachments}
    return found


def _unit(name: str, card: str, printed: str, several: int) -> str:
    """``dusk_wolf_2`` is Dusk Wolf 2; a name that a scenario gave stands in brackets where cards are the same."""
    number = name.rpartition("_")[2]
    if number.isdecimal() and (several > 1 or card == "void_gate"):
        return f"{printed} {number}"
    return printed if several == 1 or name == card else f"{printed} ({name})"


def _objective(name: str, o: Objective) -> str:
    words = name.replace("_", " ")
    return f"the {words}" if o.kind == "portable" else f"objective {words}"
