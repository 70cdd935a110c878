"""Moving aside: where the stands in a path go (WM-MKWY-2, WM-MKWY-3, WM-MKWY-7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from sandtable.core import Option, Refusal
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.rulesets.warmaster.forced.push import Plain, Push, clash, gap_moved, in_path
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of, rects_at
from sandtable.rulesets.warmaster.measuring.formation_choice import Formation
from sandtable.rulesets.warmaster.measuring.formations import regular
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, Pose

MOST = 6  # arrangements with a name
NEAREST = 6  # places looked at for one stand
WIDEST = 30_000  # no path is wider
QUARTER = 90_000


class AsidePlaces(Formation, frozen=True, kw_only=True):
    """A pose for each stand, or one of the arrangements found."""

    pusher: str
    rects: Plain  # the pushing stands where they start
    way: tuple[float, float]
    far: float
    cite: str = "WM-MKWY-7"

    def push(self) -> Push:
        return Push(self.unit, self.pusher, self.rects, self.way, self.far)

    def hit(self, p: Position) -> list[int]:
        """The stands in the path: these move, all others stay."""
        return in_path(crowd(p).of(self.unit), self.push().path())

    def firsts(self, p: Position) -> list[tuple[int, Rect]]:
        """Where the whole unit is in the path: the stand that needs the shortest shift at right angles to the push,
        shifted just clear; of several the owner chooses."""
        return p.memo(("first aside", self), self._firsts, None, p)

    def _firsts(self, p: Position) -> list[tuple[int, Rect]]:
        found = [(i, goal) for i, r in enumerate(crowd(p).of(self.unit)) for goal in self.beside(r)]
        far = [gap_moved(crowd(p).of(self.unit)[i], goal) for i, goal in found]
        return [first for first, gone in zip(found, far, strict=True) if gone <= min(far) + EPS]

    def settled(self, p: Position) -> bool:
        """Whether there is nothing to choose: one stand with one shortest way out, or none in the path."""
        count = len(p.state.stands[self.unit])
        return not self.hit(p) or (count == 1 and len(list(self.each(p))) == 1)

    def misplaced(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        starts, ends, hit = crowd(p).of(self.unit), rects_at(p, self.unit, poses), self.hit(p)
        if any(a != b for i, (a, b) in enumerate(zip(starts, ends, strict=True)) if i not in hit):
            return Refusal("only stands in the path move aside", "WM-MKWY-2")
        if len(hit) == len(starts) and not any(_same(ends[i], goal) for i, goal in self.firsts(p)):
            return Refusal("the stand with the shortest way out goes straight out of the path", "WM-MKWY-3")
        return self.push().misplaced(p, ends)

    def first(self, p: Position) -> tuple[Pose, ...] | None:
        """The first arrangement; the others take time to find."""
        return p.memo(("aside", self), lambda: next(self.legal(p), None))

    def each(self, p: Position) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        yield from p.memo(self, lambda: self.named(p))

    def named(self, p: Position) -> tuple[tuple[str, tuple[Pose, ...]], ...]:
        return tuple((f"aside {n}", poses) for n, poses in enumerate(islice(self.legal(p), MOST), 1))

    def legal(self, p: Position) -> Iterator[tuple[Pose, ...]]:
        """Lines and columns before others. Stands are alike: the same places come once."""
        starts, like = crowd(p).of(self.unit), set[object]()
        free = len(starts) - p.state.units[self.unit].skirmisher  # a skirmisher has its own place

        def worth(places: tuple[Rect, ...]) -> tuple[bool, float, tuple[Rect, ...]]:
            return not regular(p, self.unit, poses_of(places)), sum(map(gap_moved, starts, places)), places

        for poses in map(poses_of, sorted(set(self.arrangements(p)), key=worth)):
            key = frozenset(poses[:free]), poses[free:]
            if key not in like and self.misplaced(p, poses) is None:
                like.add(key)
                yield poses

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(
            Option(key, cite=self.cite, verb="aside", actor=self.unit, how=self.described(p, poses, n))
            for n, (key, poses) in enumerate(self.each(p), 1)
        )

    def described(self, p: Position, poses: tuple[Pose, ...], number: int) -> str:
        """To which side of the push, and the number of the arrangement."""
        moved = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(p.state.stands[self.unit], poses, strict=True)]
        over = sum(self.way[0] * y - self.way[1] * x for x, y in moved)
        return f"to the {'left' if over > 0 else 'right'} of the push, arrangement {number}"

    def hint(self, p: Position) -> str:
        return "an arrangement, as the options say; or a place [x, y, facing] for each stand"

    # --- arrangements ---
    def arrangements(self, p: Position) -> Iterator[tuple[Rect, ...]]:
        """Places to try: each stand in the path straight out of it; or one after another about those in place."""
        starts, hit = crowd(p).of(self.unit), self.hit(p)
        whole = len(hit) == len(starts)
        for picked in product(*(self.beside(starts[i]) for i in hit)):
            moved = dict(zip(hit, picked, strict=True))
            yield tuple(moved.get(i, r) for i, r in enumerate(starts))
        stay = {i: r for i, r in enumerate(starts) if i not in hit}
        for begun in [{i: goal} for i, goal in self.firsts(p)] if whole else [stay]:
            todo = [begun]
            for number in (i for i in hit if i not in begun):
                todo = [{**placed, number: goal} for placed in todo for goal in self.sides_free(starts[number], placed)]
            for placed in todo:
                yield tuple(placed[i] for i in range(len(starts)))

    def sides_free(self, start: Rect, placed: dict[int, Rect]) -> list[Rect]:
        """Places flush at a side of a placed stand, outside the path; the nearest few."""
        path, found = self.push().path(), []
        for r in placed.values():
            for quarter in range(4):
                cos, sin = direction(turned(r.facing, quarter * QUARTER))
                far = r.depth if quarter % 2 == 0 else r.frontage
                goal = start._replace(x=round(r.x + cos * far), y=round(r.y + sin * far), facing=r.facing)
                if not in_path([goal], path) and not clash((goal, *placed.values())):
                    found.append(goal)
        return sorted(dict.fromkeys(found), key=lambda goal: (gap_moved(start, goal), goal))[:NEAREST]

    def beside(self, rect: Rect) -> list[Rect]:
        """A stand shifted at right angles to the push until it is just clear, to either side."""
        path, found = self.push().path(), []
        for sign in (1, -1):
            side: Point = (-self.way[1] * sign, self.way[0] * sign)
            low, high = 0.0, float(WIDEST)
            for _ in range(22):
                middle = (low + high) / 2
                low, high = (middle, high) if in_path([shifted(rect, side, middle)], path, 0) else (low, middle)
            found.append(shifted(rect, side, round(high)))
        return found


def _same(a: Rect, b: Rect) -> bool:
    return max(abs(a.x - b.x), abs(a.y - b.y)) <= EPS and a.facing == b.facing
