"""What must hold of every table: bases apart and on the table, boxes and focus within their limits."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warmachine.common.damage.grid import columns
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.tabletop.measuring.distance import overlapping

SLACK = 6  # several roundings of a forced move


def faults(p: Position) -> list[str]:
    return [*_places(p), *_conditions(p), *_units(p), *_effects(p)]


def _places(p: Position) -> Iterator[str]:
    state = p.state
    for pair in overlapping(p, state.models, SLACK * TOL):
        in_the_middle_of_a_move = p.rules.edition.passing.at_times(p)
        if in_the_middle_of_a_move.isdisjoint(pair):
            yield "{} overlaps {}".format(*pair)
    for name, m in state.models.items():
        r = radius(p, m)
        if not (r - SLACK <= m.x <= state.map.width - r + SLACK and r - SLACK <= m.y <= state.map.height - r + SLACK):
            yield f"{name} is off the table at {text(m.x)}, {text(m.y)}"
        if not 0 <= m.facing < 360_000:
            yield f"{name} faces {m.facing}"
        if name in state.lost:
            yield f"{name} is on the table and lost"
        if name not in state.status:
            yield f"{name} has no condition"


def _conditions(p: Position) -> Iterator[str]:
    for name in p.state.models:
        status, printed = p.state.status[name], card(p, name)
        grid = columns(printed)
        if len(status.marks) != len(grid) or any(m >> len(c) for m, c in zip(status.marks, grid, strict=False)):
            yield f"{name} has marks {status.marks} on {grid}"
        if status.focus < 0:
            yield f"{name} has {status.focus} focus"
        if status.focus and printed.kind not in ("warcaster", "warjack"):
            yield f"{name} has focus"


def _units(p: Position) -> Iterator[str]:
    for unit, u in p.state.units.items():
        for name in u.members:
            if p.state.turn and name not in p.state.models:
                yield f"{name} of {unit} is not on the table"


def _effects(p: Position) -> Iterator[str]:
    known = {*p.state.models, *p.state.units, *(f.id for f in p.state.map.features), "a", "b"}
    for effect in p.state.effects:
        if effect.on not in known:
            yield f"{effect.name} is on {effect.on}, which is gone"
