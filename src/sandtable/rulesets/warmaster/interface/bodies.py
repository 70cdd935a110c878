"""Units as one thing, with their stands."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.bodies import Body
from sandtable.rulesets.warmaster.interface.names import names
from sandtable.rulesets.warmaster.state.rules import Position, entry


def bodies(p: Position) -> Mapping[str, Body]:
    """Units on the table. A unit of one stand is a body too: people name the unit."""
    called = names(p)
    return {
        name: Body(
            id=name,
            name=called[name],
            seat=p.state.units[name].seat,
            pieces=tuple(f"{name}.{i + 1}" for i in range(len(poses))),
            label=letters(p, name),
        )
        for name, poses in p.state.stands.items()
    }


def letters(p: Position, name: str) -> str:
    """A unit's initial and its number: ``H2``; of printed names of two words both initials: ``BR1``."""
    words, number = entry(p, name).name.split(), name.rpartition("_")[2]
    first = "".join(word[0] for word in words[:2]).upper()
    return (first + number if number.isdigit() else first)[:3]
