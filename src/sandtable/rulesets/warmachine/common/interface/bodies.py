"""Units as one thing, with their troopers."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.bodies import Body
from sandtable.rulesets.warmachine.common.interface.names import names
from sandtable.rulesets.warmachine.common.state.rules import Position


def bodies(p: Position) -> Mapping[str, Body]:
    """Units with a model on the table; everybody else is its own body."""
    known = names(p)
    found = {}
    for name, unit in p.state.units.items():
        here = tuple(n for n in unit.members if n in p.state.models)
        if here:
            found[name] = Body(name, known[name], unit.seat, here, label=initials(known[name]))
    return found


def initials(name: str) -> str:
    """Two letters, or a letter and a number: ``Iron Fang Pikemen`` is IF, ``Ironclad`` IR, ``Ironclad 2`` I2."""
    parts = [part for part in name.split() if part[0].isalnum()]
    if len(parts) == 1:
        return parts[0][:2].upper()
    return "".join(part[0] for part in parts)[:2].upper()
