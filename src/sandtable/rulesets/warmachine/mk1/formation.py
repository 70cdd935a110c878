"""Formation in Mk I: troopers linked by gaps of up to 3 inches; the largest group is in formation (M1-FORM-6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sandtable.core import Refusal
from sandtable.geometry.arcs import bearing
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import FULL_TURN, MILLI, TOL
from sandtable.rulesets.warmachine.common.edition import Combining, Formation
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact, near
from sandtable.rulesets.warmachine.common.state.cards import RANGED
from sandtable.rulesets.warmachine.common.state.conditions import has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.units.members import GUNNER, commander, in_formation, members
from sandtable.rulesets.warmachine.mk1.core_group import CORE, ChooseCore

SKIRMISH, OPEN = 3000, 1000  # M1-FORM-3, M1-FORM-2
SAME_FACING, ABREAST = MILLI, 30 * MILLI


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
        found = self.largest(p, unit)
        chosen = [group for group in found if any(has(p, name, CORE) for name in group)]
        return frozenset((chosen or found)[0]) if found else frozenset()

    def largest(self, p: Position, unit: str) -> list[list[str]]:
        """The largest groups; of equal ones that with the leader, or with a crew's Gunner (M1-FORM-6)."""
        found = groups(p, members(p, unit), SKIRMISH)
        leader = commander(p, unit) or next((n for n in members(p, unit) if p.state.status[n].role == GUNNER), "")
        sizes = [(len(group), leader in group) for group in found]
        return [group for group, size in zip(found, sizes, strict=True) if size == max(sizes)]

    def choosing(self, p: Position, unit: str) -> ChooseCore | None:
        """Equal groups without the leader: the owner chooses (M1-FORM-6)."""
        found = self.largest(p, unit)
        return ChooseCore(unit=unit, groups=tuple(map(tuple, found))) if len(found) > 1 else None

    def deployed(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """A unit starts in skirmish formation or closer (M1-SETUP-4)."""
        bases = [Disc(q[0], q[1], p.rules.bases[p.state.status[n].card].radius) for n, q in placed]
        return None if _linked(bases) else Refusal("the unit is not within 3 in of each other", "M1-SETUP-4")

    def goals(self, p: Position, model: str) -> tuple[tuple[str, int], ...]:
        """Within 3 inches of anybody of the core group (M1-FORM-8)."""
        formed = in_formation(p, p.state.status[model].unit)
        return tuple((n, SKIRMISH) for n in members(p, p.state.status[model].unit) if n in formed and n != model)

    def near_enough(self, began: float, best: float, now: float) -> bool:
        """Closer than it began; having only advanced it may still act (M1-FORM-9)."""
        return now < began - TOL

    def direct(self, runs: bool) -> bool:
        """M1-FORM-9."""
        return True


@dataclass(frozen=True)
class OpenFormation(Combining):
    """Rifles combine along a chain of gaps of up to an inch, through whoever stands in it (M1-MOD-7).

    Blades combine wherever their bearers stand (M1-MOD-8).
    """

    def bars_charge_attacks(self) -> bool:
        """M1-MOD-10."""
        return True

    def joined(self, p: Position, model: str, mates: tuple[str, ...], kind: str) -> tuple[str, ...]:
        if kind != RANGED:
            return mates
        chain = next(g for g in groups(p, members(p, p.state.status[model].unit), OPEN) if model in g)
        return tuple(n for n in super().joined(p, model, mates, kind) if n in chain)


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


def tight(p: Position, unit: str) -> frozenset[str]:
    """Troopers in tight formation: base to base, facing the same way, at least two side by side (M1-FORM-1).

    The test is M1-FORM-7: facings agree within 1 degree; side by side is within 30 degrees of the perpendicular.
    """
    formed = in_formation(p, unit)
    left = [n for n in members(p, unit) if n in formed]
    found: set[str] = set()
    while left:
        group, todo = [left[0]], [left.pop(0)]
        while todo:
            one = todo.pop()
            for other in [n for n in left if in_contact(p, one, n) and same_way(p, one, n)]:
                left.remove(other)
                group.append(other)
                todo.append(other)
        if any(side_by_side(p, a, b) for a in group for b in group if a < b and in_contact(p, a, b)):
            found.update(group)
    return frozenset(found)


def same_way(p: Position, one: str, other: str) -> bool:
    return apart(p.state.models[one].facing, p.state.models[other].facing) <= SAME_FACING


def side_by_side(p: Position, one: str, other: str) -> bool:
    a, b = p.state.models[one], p.state.models[other]
    across = apart(bearing(a.at, b.at), a.facing)
    return abs(across - FULL_TURN // 4) <= ABREAST


def apart(one: int, other: int) -> int:
    """The angle between two directions."""
    turned = abs(one - other) % FULL_TURN
    return min(turned, FULL_TURN - turned)
