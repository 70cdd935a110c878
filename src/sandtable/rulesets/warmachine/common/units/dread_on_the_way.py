"""Terror and Abomination on a mover's way: where it has to check, and what the check of its unit spares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot

from sandtable.core import Effect
from sandtable.rulesets.warmachine.common.state.conditions import begin
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.members import unit_of
from sandtable.rulesets.warmachine.common.units.terror import (
    BRAVED,
    Pairs,
    causes,
    cite_of,
    dreaded,
    fears,
    held,
    on_its_way,
    steps,
    still_new,
    terrifying,
)

Causes = Mapping[str, tuple[str, ...]]  # entities, and the models that may be near them


def first_dread(p: Position, mover: str, path: tuple[Spot, ...]) -> float | None:
    """How far along a path the mover first has a new cause to check; whoever it frightens itself checks afterwards."""
    of, known = own_causes(p, mover, path)
    for before, at, brave, _ in steps_with_courage(p, mover, path, of, known):
        done = known | brave
        if dreaded(p, mover, path, at, of, done):
            while at - before > 1:
                middle = (before + at) / 2
                before, at = (before, middle) if dreaded(p, mover, path, middle, of, done) else (middle, at)
            return at
    return None


def own_causes(p: Position, mover: str, path: tuple[Spot, ...]) -> tuple[Causes, Pairs]:
    """What may frighten a mover or its unit on a path, and the checks that hold already."""
    known = held(p)
    others = {entity: names for entity, names in causes(p, mover, path).items() if entity != mover}
    return still_new(p, mover, others, known), known


def steps_with_courage(
    p: Position, mover: str, path: tuple[Spot, ...], of: Causes, known: Pairs
) -> Iterator[tuple[float, float, Pairs, Pairs]]:
    """The steps of a path, and against whom the mover need not check before and after each, since its unit has.

    Whoever met a cause in formation is spared until he gets clear of it, also where he leaves the others behind.
    """
    unit, brave, last = unit_of(p, mover), Pairs(), 0.0
    checked = {entity: (mover,) for entity in of if (unit, entity) in known and (mover, entity) not in known}
    for before, at in steps(p, mover, path, of):
        brave, last = brave if before <= last else Pairs(), at
        after = brave
        if checked:
            now = fears(on_its_way(p, mover, path, at), checked)
            near = ((who, (mover, entity)) for who, entities in now.items() for entity in entities)
            after = frozenset(pair for who, pair in near if who == unit or pair in brave)
        yield before, at, brave, after
        brave = after


def keep_courage(d: Draft, mover: str, path: tuple[Spot, ...]) -> None:
    """At the end of its path a trooper is spared what it met in formation."""
    unit, policy = unit_of(d, mover), d.rules.edition.dread
    if not unit or not policy.stops() or not terrifying(d) or all(who != unit for who, _ in held(d)):
        return
    of, known = own_causes(d, mover, path)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    brave = Pairs()
    for _, at, _, after in steps_with_courage(d, mover, path, of, known):
        brave = after if at >= length else Pairs()
    for who, entity in sorted(brave):
        begin(d, Effect(BRAVED + entity, who, entity, cite=cite_of(d, entity)))
