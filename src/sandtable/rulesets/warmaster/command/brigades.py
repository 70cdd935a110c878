"""Brigades: bodies of up to four units in touch (WM-BRIG)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import PLACES

BODIES = PLACES | {"bodies"}
MOST = 4  # units given one order together (WM-BRIG-1)


def friends_in_touch(p: Position, seat: int) -> tuple[tuple[str, str], ...]:
    """Pairs of a seat's units in contact by edge or corner (WM-BRIG-2)."""
    table = crowd(p)
    return tuple(
        (a, b)
        for a in table.spans
        if table.seats[a] == seat
        for b in table.touching[a]
        if table.seats[b] == seat and a < b
    )


def links_now(p: Position, seat: int) -> dict[str, set[str]]:
    """Who is in touch with whom now."""

    def make() -> dict[str, set[str]]:
        found: dict[str, set[str]] = {name: set() for name in p.state.on_table(seat)}
        for a, b in friends_in_touch(p, seat):
            found[a].add(b)
            found[b].add(a)
        return found

    return p.memo(("links", seat), make, PLACES)


def is_body(names: Sequence[str], links: dict[str, set[str]]) -> bool:
    """Whether units hang together."""
    if not names:
        return True
    wanted, found, todo = set(names), {names[0]}, [names[0]]
    while todo:
        more = (links.get(todo.pop(), set()) & wanted) - found
        found |= more
        todo += more
    return found == wanted


def grown(names: Sequence[str], links: dict[str, set[str]], most: int = MOST) -> list[tuple[str, ...]]:
    """Every connected body of up to so many of these units, small ones first, in the order of the names (WM-BRIG-3).

    Grown one neighbour at a time: the work follows the number of bodies, not that of all combinations.
    """
    order = {name: i for i, name in enumerate(names)}
    near = [[order[o] for o in links.get(name, ()) if o in order] for name in names]
    bodies: list[tuple[int, ...]] = [(i,) for i in range(len(names))]
    found, size = list(bodies), 1
    while bodies and size < most:
        bigger = {tuple(sorted((*body, j))) for body in bodies for i in body for j in near[i] if j not in body}
        bodies, size = sorted(bigger), size + 1
        found += bodies
    return [tuple(names[i] for i in body) for body in found]


def common_links(p: Position, seat: int) -> dict[str, set[str]]:
    """In touch at the start of the Orders step and still: a body formed later is no brigade this turn (WM-BRIG-2)."""

    def make() -> dict[str, set[str]]:
        then: dict[str, set[str]] = {}
        for a, b in p.state.bodies:
            then.setdefault(a, set()).add(b)
            then.setdefault(b, set()).add(a)
        return {name: others & then.get(name, set()) for name, others in links_now(p, seat).items()}

    return p.memo(("common links", seat), make, BODIES)
