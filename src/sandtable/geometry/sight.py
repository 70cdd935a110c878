"""Line of sight: is there a clear line between two bases, and which one, or what is in the way?

The search runs over boxes of lines, not samples: "clear" is proved by a line one can draw, "blocked" up to bundles of
lines thinner than a twentieth of a thousandth. Blockers are grown by `GROW`, so blockers that touch leave no slit while
a slit of one thousandth is open. Answers are mutual bit by bit. Ask for many at once: `sight_row`, `sight_all`.

    walls = Blockers((Blocker(Poly(((0, 0), (4000, 0), (4000, 500), (0, 500))), top=3000),))
    sight(Disc(2000, -3000, 591), 1750, Disc(2000, 3000, 591), 1750, walls).clear
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from sandtable.geometry.arcs import ahead
from sandtable.geometry.corners import unit
from sandtable.geometry.distance import overlap
from sandtable.geometry.kernel.boxes import ANSWER, CLEAR, EDGE, PART, SPANS
from sandtable.geometry.kernel.engine import engine, scratch
from sandtable.geometry.kernel.rows import Rows, add_part
from sandtable.geometry.polygons import HalfPlane
from sandtable.geometry.shapes import Disc, Point, Rect, Shape
from sandtable.geometry.units import FAR, GROW, TOL

BUDGET = 3000  # sight reaches this far through forest when it starts or ends in it

Row = Any
Target = tuple[Shape, float]  # a shape and the height of its top


class Blocker(NamedTuple):
    """A convex part of something that hides: a solid with a top, or part of an area feature such as a forest.

    Parts with the same feature number (0 or more) are one area feature. Lines that cross it from outside are stopped.
    Lines with an end inside may run `budget` through it, counted times `weight` (0: free, as for a cloud seen from
    inside). With `by_model` an end is inside when its model overlaps the feature, else when the end of the line is.
    A blocker with an `owner` does not hide the ends with the same owner: a model is no blocker to itself.
    """

    shape: Shape
    top: float = FAR
    feature: int = -1
    weight: float = 1.0
    by_model: bool = False
    owner: int = -1


class Sighting(NamedTuple):
    """A ruling with its reason: the sight line, or the blockers (as numbers in the sequence) that close every line."""

    clear: bool
    line: tuple[Point, Point] | None
    blocked_by: tuple[int, ...]
    cells: int  # boxes of lines looked at


@dataclass(frozen=True)
class Blockers:
    """Everything that may hide something, prepared once: build it when the table changes, ask it many questions."""

    items: tuple[Blocker, ...] = ()

    def without(self, *numbers: int) -> Blockers:
        return Blockers(tuple(item for i, item in enumerate(self.items) if i not in numbers))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.items)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Solids first, then area features with their parts together, as the search wants them."""
        return tuple(sorted(range(len(self.items)), key=lambda i: (self.items[i].feature, i)))

    @cached_property
    def by_model(self) -> tuple[int, ...]:
        """Rows of the parts for which the model decides who is inside."""
        return tuple(row for row, i in enumerate(self.order) if self.items[i].by_model and self.items[i].feature >= 0)

    @cached_property
    def plain(self) -> tuple[Row, Row]:
        rows: Rows = ([], [])
        for i in self.order:
            shape, top, feature, weight, by_model, owner = self.items[i]
            add_part(rows, shape, GROW, top, feature, weight, float(by_model and feature >= 0), owner)
        return rows

    @cached_property
    def compiled(self) -> tuple[Row, Row]:
        parts, corners = (engine(plain=False).floats(row) for row in self.plain)
        return parts, corners


def sight(
    a: Shape, za: float, b: Shape, zb: float, blockers: Blockers | Sequence[Blocker] = (), budget: float = BUDGET,
    front: int | None = None, owners: tuple[int, int] = (-1, -1), plain: bool | None = None,
) -> Sighting:  # fmt: skip
    """Is there a clear line from the top of a to the top of b? With `front`, a's facing, to a part of b ahead of a."""
    look = Look(blockers, budget, plain)
    look.end(a, za, owners[0])
    look.end(b, zb, owners[1], _ahead(a, front))
    return look.answer([0, 1]).sighting(0)


def sees(
    a: Shape, za: float, b: Shape, zb: float, blockers: Blockers | Sequence[Blocker] = (), budget: float = BUDGET,
    front: int | None = None, owners: tuple[int, int] = (-1, -1), plain: bool | None = None,
) -> bool:  # fmt: skip
    return sight(a, za, b, zb, blockers, budget, front, owners, plain).clear


def sight_row(
    a: Shape, za: float, targets: Sequence[Target], blockers: Blockers | Sequence[Blocker] = (),
    budget: float = BUDGET, front: int | None = None, owner: int = -1, owners: Sequence[int] = (),
    plain: bool | None = None,
) -> Sightings:  # fmt: skip
    """One viewer against all targets in one call: number i of the answer is target i."""
    look = Look(blockers, budget, plain)
    look.end(a, za, owner)
    clip = _ahead(a, front)
    for i, (shape, top) in enumerate(targets):
        look.end(shape, top, owners[i] if owners else -1, clip)
    return look.answer([n for i in range(len(targets)) for n in (0, i + 1)])


def sight_all(
    ends: Sequence[Target], blockers: Blockers | Sequence[Blocker] = (), budget: float = BUDGET,
    owners: Sequence[int] = (), plain: bool | None = None,
) -> SightTable:  # fmt: skip
    """Everyone against everyone in one call. Sight without facing is mutual, so each pair is asked once."""
    look = Look(blockers, budget, plain)
    for i, (shape, top) in enumerate(ends):
        look.end(shape, top, owners[i] if owners else -1)
    return SightTable(len(ends), look.answer(_pairs(len(ends))))


def from_edge(stand: Rect) -> Rect:
    """The front edge of a stand, one thousandth deep, for sight that starts there."""
    cos, sin = unit(stand.facing)
    back = (stand.depth - TOL) / 2
    return Rect(stand.x + back * cos, stand.y + back * sin, stand.frontage, TOL, stand.facing)


@dataclass(frozen=True)
class Sightings:
    """The answers of one call. `clear` tells who is seen; `sighting(i)` gives the reason."""

    clear: list[bool]
    _out: Row
    _kills: Row
    _order: tuple[int, ...]
    _to_list: Callable[[Row], list[Any]]

    def __len__(self) -> int:
        return len(self.clear)

    def sighting(self, i: int) -> Sighting:
        _, x1, y1, x2, y2, cells = self._to_list(self._out[ANSWER * i : ANSWER * i + ANSWER])
        if self.clear[i]:
            return Sighting(True, ((x1, y1), (x2, y2)), (), int(cells))
        kills = self._to_list(self._kills[len(self._order) * i : len(self._order) * (i + 1)])
        return Sighting(
            False, None, tuple(sorted(self._order[row] for row, hit in enumerate(kills) if hit)), int(cells)
        )

    def all(self) -> list[Sighting]:
        return [self.sighting(i) for i in range(len(self))]


@dataclass(frozen=True)
class SightTable:
    """Who sees whom."""

    size: int
    _pairs: Sightings

    def sees(self, i: int, j: int) -> bool:
        return i == j or self._pairs.clear[self._number(i, j)]

    def sighting(self, i: int, j: int) -> Sighting:
        found = self._pairs.sighting(self._number(i, j))
        return found if i < j or not found.line else found._replace(line=found.line[::-1])

    def row(self, i: int) -> list[bool]:
        return [self.sees(i, j) for j in range(self.size)]

    def _number(self, i: int, j: int) -> int:
        low, high = min(i, j), max(i, j)
        return low * (2 * self.size - low - 1) // 2 + high - low - 1


class Look:
    """Gathers ends as rows and asks any pairs of them in one call; the functions above are short forms of it."""

    def __init__(
        self, blockers: Blockers | Sequence[Blocker] = (), budget: float = BUDGET, plain: bool | None = None
    ) -> None:
        self.blockers = blockers if isinstance(blockers, Blockers) else _prepared(tuple(blockers))
        self.budget, self.run = float(budget + TOL), engine(plain)
        self.rows: Rows = ([], [])
        self.marks: list[int] = []

    def end(self, shape: Shape, top: float, owner: int = -1, clip: HalfPlane | None = None) -> None:
        add_part(self.rows, shape, 0.0, top, owner=owner, ahead=clip)
        if self.blockers.by_model:
            self.marks += _marks(self.blockers, shape)

    def answer(self, pairs: Sequence[int]) -> Sightings:
        """Pairs are written one after the other: [0, 1, 0, 2] asks whether 0 sees 1, and 2."""
        run, blockers = self.run, self.blockers
        parts, corners = blockers.plain if run.plain else blockers.compiled
        ends, end_corners = (run.floats(row) for row in self.rows)
        count, queries = len(blockers.items), len(pairs) // 2
        out, kills = run.blank(ANSWER * queries), run.zeros(count * queries)
        work = SPANS + 3 * (count + 2)
        run.look_all(
            run.numbers(pairs), ends, end_corners, parts, corners, run.numbers(self.marks), self.budget,
            scratch.get(run, 0, PART * (count + 3)), scratch.get(run, 1, len(corners) + len(end_corners) + 16 * EDGE),
            scratch.get(run, 2, work), out, kills,
        )  # fmt: skip
        clear = [code == CLEAR for code in run.to_list(out[::ANSWER])]
        return Sightings(clear, out, kills, blockers.order, run.to_list)


def _ahead(a: Shape, front: int | None) -> HalfPlane | None:
    if front is None:
        return None
    if not isinstance(a, Disc | Rect):
        raise TypeError("only a disc or a stand has a front")
    return ahead(a, front)


@lru_cache(maxsize=256)
def _prepared(items: tuple[Blocker, ...]) -> Blockers:
    return Blockers(items)


@lru_cache(maxsize=64)
def _pairs(count: int) -> tuple[int, ...]:
    return tuple(n for pair in combinations(range(count), 2) for n in pair)


@lru_cache(maxsize=4096)
def _marks(blockers: Blockers, shape: Shape) -> tuple[int, ...]:
    """For each row, whether the shape is inside that part."""
    chosen = set(blockers.by_model)
    return tuple(int(row in chosen and overlap(blockers.items[i].shape, shape)) for row, i in enumerate(blockers.order))
