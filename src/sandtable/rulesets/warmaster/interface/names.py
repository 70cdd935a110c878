"""Printed names by id: units and their stands, characters, spells, mounts, terrain."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Iterator, Mapping

from sandtable.rulesets.warmaster.state.entries import Library
from sandtable.rulesets.warmaster.state.rules import Position

MUSTERED = frozenset({"sides", "map"})  # units and characters come with the sides and keep their names
MOST_STANDS = 6  # of one unit, a skirmisher included


def names(p: Position) -> Mapping[str, str]:
    """What is on the table comes before what is printed in the lists."""
    return p.memo("names", lambda: ChainMap(_things(p), _printed(p.rules.library)), MUSTERED)


def _printed(library: Library) -> dict[str, str]:
    kinds = (library.units, library.ranks, library.mounts, library.spells, library.armies)
    return {id: thing.name for kind in kinds for id, thing in kind.items()}


def _things(p: Position) -> dict[str, str]:
    state, library = p.state, p.rules.library
    found = {f.id: f.label or f.id.replace("_", " ") for f in state.map.features}
    pieces = [(id, u.owner, u.entry, library.units[u.entry].name) for id, u in state.units.items()]
    pieces += [(id, c.seat, c.rank, library.ranks[c.rank].name) for id, c in state.characters.items()]
    said = list(_numbered(pieces))
    several, in_seat = Counter(name for _, _, name in said), Counter((seat, name) for _, seat, name in said)
    for id, seat, name in said:
        if in_seat[seat, name] > 1:
            found[id] = f"{name} ({id})"
        else:
            found[id] = name if several[name] == 1 else f"{name} of {p.rules.seat_name(seat)}"
    for id in state.units:
        found |= {f"{id}.{n}": f"stand {n} of {found[id]}" for n in range(1, MOST_STANDS)}
    return found


def _numbered(pieces: list[tuple[str, int, str, str]]) -> Iterator[tuple[str, int, str]]:
    """``halberdiers_2`` is Halberdiers 2; a name that a scenario gave stands behind the printed one where needed."""
    for id, seat, kind, printed in pieces:
        own, number = id.removeprefix("b_"), id.rpartition("_")[2]
        numbered = own != kind and own.startswith(kind) and number.isdigit()
        yield id, seat, f"{printed} {number}" if numbered else printed
