"""Formation in Mk I: troopers linked by gaps of up to 3 inches; the largest group is in formation (M1-FORM-6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sandtable.core import Refusal
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmachine.common.edition import Combining, Formation
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.state.cards import RANGED
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.units.members import GUNNER, commander, members

SKIRMISH, OPEN = 3000, 1000  # M1-FORM-3, M1-FORM-2


def groups(p: Position, names: tuple[str, ...], link: int) -> list[list[str]]:
    """Troopers joined by gaps of up to so much (M1-FORM-5)."""
    left, found = list(names), []
    while left:
        group, todo = [left[0]], [left.pop(0)]
        while todo:
            one = todo.pop()
            for other in [n for n in left if near(p, one, n, link)]:
                left.remove(other)
                group.append(other)
                todo.append(other)
        found.append(group)
    return found


@dataclass(frozen=True)
class LargestGroup(Formation):
    """Tight, open and skirmish; out of formation beyond 3 inches (M1-FORM-4, M1-FORM-12)."""

    def members(self, p: Position, unit: str) -> frozenset[str]:
        found = groups(p, members(p, unit), SKIRMISH)
        if not found:
            return frozenset()
        leader = commander(p, unit) or next((n for n in members(p, unit) if p.state.status[n].role == GUNNER), "")
        sizes = [(len(group), leader in group) for group in found]
        return frozenset(found[sizes.index(max(sizes))])

    def deployed(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """A unit starts in skirmish formation or closer (M1-SETUP-4)."""
        bases = [Disc(q[0], q[1], p.rules.bases[p.state.status[n].card].radius) for n, q in placed]
        return None if _linked(bases) else Refusal("the unit is not within 3 in of each other", "M1-SETUP-4")

    def may_act_out(self, p: Position, model: str) -> bool:
        """Having only advanced it may still act (M1-FORM-9)."""
        return True


@dataclass(frozen=True)
class OpenFormation(Combining):
    """Rifles combine along a chain of gaps of up to an inch, through whoever stands in it (M1-MOD-7)."""

    def joined(self, p: Position, model: str, mates: tuple[str, ...], kind: str) -> tuple[str, ...]:
        if kind != RANGED:
            return mates
        chain = next(g for g in groups(p, members(p, p.state.status[model].unit), OPEN) if model in g)
        return tuple(n for n in mates if n in chain)


def _linked(bases: Iterable[Disc]) -> bool:
    left = list(bases)
    todo = [left.pop(0)]
    while todo:
        one = todo.pop()
        near_by = [o for o in left if (one.x - o.x) ** 2 + (one.y - o.y) ** 2 <= (one.r + o.r + SKIRMISH + TOL) ** 2]
        for other in near_by:
            left.remove(other)
        todo += near_by
    return not left
