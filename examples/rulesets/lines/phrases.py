"""What a player says for each verb, and the printed names of units and generals."""

from __future__ import annotations

from collections.abc import Mapping

from lines.state import PLACES
from sandtable.core import Position

PHRASES = {
    "order": "order {actor}[ together with {also}]",
    "end orders": "give no more orders",
    "shoot": "{actor} shoot at {target}",
    "hold fire": "shoot no more",
    "pass": "hold fire at the charger",
    "charge": "{actor} charge {target}",
    "fight": "{actor} fight {target} next",
    "lose stand": "{target} lose their {how} stand",
    "make way": "{actor} make way and are confused",
    "stand": "{actor} stand where they are",
}


def names(p: Position) -> Mapping[str, str]:
    """Foot and bowmen by their number, their stands, and the generals."""
    found = {name: f"{'Bowmen' if unit.bows else 'Foot'} {name}" for name, unit in p.state.units.items()}
    stands = {f"{unit} {place}": f"the {place} stand of {name}" for unit, name in found.items() for place in PLACES}
    return found | stands | {f"general_{seat}": f"General {seat.upper()}" for seat in ("a", "b")}
