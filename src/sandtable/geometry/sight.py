"""Line of sight: is there a clear line between two bases, and which one, or what is in the way?

The search runs over boxes of lines, not samples: "clear" is proved by a line one can draw, "blocked" up to bundles of
lines thinner than a twentieth of a thousandth. Blockers are grown by `GROW`, so blockers that touch leave no slit while
a slit of one thousandth is open. Answers are mutual bit by bit where neither facing nor rank decides. Ask for many at
once: `sight_row`, `sight_all`, and `sight_among` for bases that hide one another.

    walls = Blockers((Blocker(Poly(((0, 0), (4000, 0), (4000, 500), (0, 500))), top=3000),))
    sight(Disc(2000, -3000, 591), 1750, Disc(2000, 3000, 591), 1750, walls).clear

`depth` is how far a line may run through forest or fog when it starts or ends in it: all features together, or with
`each` every feature by itself. There is no usual depth, so blockers with such features demand it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

from sandtable.geometry.arcs import ahead
from sandtable.geometry.blockers import Base, Blocker, Blockers
from sandtable.geometry.corners import unit
from sandtable.geometry.kernel.boxes import ANSWER, CLEAR, EDGE, PART, SPANS
from sandtable.geometry.kernel.engine import Engine, engine, scratch
from sandtable.geometry.kernel.rows import Rows, add_part
from sandtable.geometry.polygons import HalfPlane
from sandtable.geometry.shapes import Disc, Point, Rect, Shape
from sandtable.geometry.units import TOL

__all__ = [
    "Base", "Blocker", "Blockers", "Look", "SightTable", "Sighting", "Sightings",
    "from_edge", "sees", "sight", "sight_all", "sight_among", "sight_row",
]  # fmt: skip

Row = Any
Target = tuple[Shape, float]  # a shape and the height of its top
EVERYWHERE: HalfPlane = (0.0, 0.0, 1.0)
FEW = 4  # as many times more bases than targets: the rows of all bases cost more than those of the targets


class Sighting(NamedTuple):
    """A ruling with its reason: the sight line, or the blockers (as numbers in the sequence) that close every line."""

    clear: bool
    line: tuple[Point, Point] | None
    blocked_by: tuple[int, ...]
    cells: int  # boxes of lines looked at


def sight(
    a: Shape, za: float, b: Shape, zb: float, blockers: Blockers | Sequence[Blocker] = (), depth: float | None = None,
    front: int | None = None, owners: tuple[int, int] = (-1, -1), *, rank: float = 0.0, each: bool = False,
    exempt: Collection[int] = (), plain: bool | None = None,
) -> Sighting:  # fmt: skip
    """Is there a clear line from the top of a to the top of b? With `front`, a's facing, to a part of b ahead of a.

    `rank` is b's: blockers of a lower rank do not hide it. Nor do the `exempt`, given by their numbers.
    """
    look = Look(blockers, depth, each, plain)
    look.end(a, za, owners[0])
    look.end(b, zb, owners[1], _ahead(a, front), rank)
    return look.answer([0, 1], {0: exempt} if exempt else {}).sighting(0)


def sees(
    a: Shape, za: float, b: Shape, zb: float, blockers: Blockers | Sequence[Blocker] = (), depth: float | None = None,
    front: int | None = None, owners: tuple[int, int] = (-1, -1), *, rank: float = 0.0, each: bool = False,
    exempt: Collection[int] = (), plain: bool | None = None,
) -> bool:  # fmt: skip
    return sight(
        a, za, b, zb, blockers, depth, front, owners, rank=rank, each=each, exempt=exempt, plain=plain
    ).clear  # fmt: skip


def sight_row(
    a: Shape, za: float, targets: Sequence[Target], blockers: Blockers | Sequence[Blocker] = (),
    depth: float | None = None, front: int | None = None, owner: int = -1, owners: Sequence[int] = (), *,
    ranks: Sequence[float] = (), each: bool = False, exempt: Mapping[int, Collection[int]] | None = None,
    plain: bool | None = None,
) -> Sightings:  # fmt: skip
    """One viewer against all targets in one call: number i of the answer is target i. `exempt[i]` does not hide it."""
    look = Look(blockers, depth, each, plain)
    look.end(a, za, owner)
    clip = _ahead(a, front)
    for i, (shape, top) in enumerate(targets):
        look.end(shape, top, owners[i] if owners else -1, clip, ranks[i] if ranks else 0.0)
    return look.answer([n for i in range(len(targets)) for n in (0, i + 1)], exempt or {})


def sight_all(
    ends: Sequence[Target], blockers: Blockers | Sequence[Blocker] = (), depth: float | None = None,
    owners: Sequence[int] = (), *, ranks: Sequence[float] = (), each: bool = False, plain: bool | None = None,
) -> SightTable:  # fmt: skip
    """Everyone against everyone in one call. Sight without facing and ranks is mutual: each pair is asked once."""
    look = Look(blockers, depth, each, plain)
    for i, (shape, top) in enumerate(ends):
        look.end(shape, top, owners[i] if owners else -1, None, ranks[i] if ranks else 0.0)
    mutual = len(set(ranks)) < 2
    return SightTable(len(ends), look.answer(_pairs(len(ends), mutual)), mutual)


def sight_among(
    crowd: Blockers, viewer: int, targets: Sequence[int], depth: float | None = None, front: int | None = None, *,
    eye: Shape | None = None, each: bool = False, exempt: Mapping[int, Collection[int]] | None = None,
    plain: bool | None = None,
) -> Sightings:  # fmt: skip
    """One base of a crowd (`Blockers.among`) against others, all by their numbers there, in one call.

    Answer i is for target i. Neither viewer nor target hides; other bases hide up to their rank. `exempt[i]` are
    numbers of blockers that do not hide target i from this viewer. `eye` is where lines start, if not anywhere on the
    base: its centre as a disc of radius 0, or `from_edge`.
    """
    run, count = engine(plain), len(crowd.bases)
    if wrong := [n for n in (viewer, *targets) if not 0 <= n < count]:
        raise ValueError(f"no base has the number {wrong[0]}; there are {count}")
    if FEW * len(targets) < count:
        return _few_among(crowd, viewer, targets, depth, front, eye, each, exempt, plain)
    ends, corners = crowd.ends(run)
    start, base = viewer, crowd.bases[viewer]
    marks: list[int] = crowd.marks if crowd.terrain.by_model else []
    if eye is not None:
        rows: Rows = ([], [0.0] * len(corners))
        add_part(rows, eye, 0.0, base.top, owner=viewer)
        ends, corners = run.join((ends, run.floats(rows[0]))), run.join((corners, run.floats(rows[1][len(corners) :])))
        start, marks = count, [*marks, *crowd.terrain.inside(base.shape)]
    planes: list[float] = []
    if (clip := _ahead(eye or base.shape, front)) is not None:
        planes = list(clip) * (len(ends) // PART)
        planes[3 * start : 3 * start + 3] = EVERYWHERE
    pairs = [start] * (2 * len(targets))
    pairs[1::2] = targets
    ask = Question(run, crowd, _limit(crowd, depth), each)
    return ask(ends, corners, marks, planes, pairs, exempt or {})


def _few_among(
    crowd: Blockers, viewer: int, targets: Sequence[int], depth: float | None, front: int | None, eye: Shape | None,
    each: bool, exempt: Mapping[int, Collection[int]] | None, plain: bool | None,
) -> Sightings:  # fmt: skip
    """The same for a few targets: only their rows are made, not those of the whole crowd."""
    look, base = Look(crowd, depth, each, plain), crowd.bases[viewer]
    clip = _ahead(eye or base.shape, front)
    look.end(eye or base.shape, base.top, viewer, model=base.shape)
    for target in targets:
        other = crowd.bases[target]
        look.end(other.shape, other.top, target, clip, other.rank)
    return look.answer([n for i in range(len(targets)) for n in (0, i + 1)], exempt or {})


def from_edge(stand: Rect) -> Rect:
    """Where sight that starts at a stand's front edge starts: a strip of one thousandth just ahead of the edge.

    Ahead of it, so that the stand itself is not in the way; what is level with the edge is not ahead of the strip.
    """
    cos, sin = unit(stand.facing)
    out = (stand.depth + TOL) / 2
    return Rect(stand.x + out * cos, stand.y + out * sin, stand.frontage, TOL, stand.facing)


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
    mutual: bool = True

    def sees(self, i: int, j: int) -> bool:
        return i == j or self._pairs.clear[self._number(i, j)]

    def sighting(self, i: int, j: int) -> Sighting:
        found = self._pairs.sighting(self._number(i, j))
        return found if i < j or not self.mutual or not found.line else found._replace(line=found.line[::-1])

    def row(self, i: int) -> list[bool]:
        return [self.sees(i, j) for j in range(self.size)]

    def _number(self, i: int, j: int) -> int:
        if not self.mutual:
            return i * (self.size - 1) + j - (j > i)
        low, high = min(i, j), max(i, j)
        return low * (2 * self.size - low - 1) // 2 + high - low - 1


class Look:
    """Gathers ends as rows and asks any pairs of them in one call; the functions above are short forms of it."""

    def __init__(
        self, blockers: Blockers | Sequence[Blocker] = (), depth: float | None = None, each: bool = False,
        plain: bool | None = None,
    ) -> None:  # fmt: skip
        self.blockers = blockers if isinstance(blockers, Blockers) else _prepared(tuple(blockers))
        self.ask = Question(engine(plain), self.blockers, _limit(self.blockers, depth), each)
        self.rows: Rows = ([], [])
        self.marks: list[int] = []
        self.planes: list[float] = []  # up to the last end that is cut off
        self.asks_models = bool(self.blockers.terrain.by_model)

    def end(
        self, shape: Shape, top: float, owner: int = -1, clip: HalfPlane | None = None, rank: float = 0.0,
        model: Shape | None = None,
    ) -> None:  # fmt: skip
        """`model` is what may be inside a feature, if not the shape where lines end."""
        add_part(self.rows, shape, 0.0, top, owner=owner, rank=rank)
        if clip is not None:
            self._pad(1)
            self.planes += clip
        if self.asks_models:
            self.marks += self.blockers.terrain.inside(model or shape)

    def answer(self, pairs: Sequence[int], exempt: Mapping[int, Collection[int]] | None = None) -> Sightings:
        """Pairs are written one after the other: [0, 1, 0, 2] asks whether 0 sees 1, and 2.

        `exempt` gives, for a pair by its place, the numbers of blockers that do not count.
        """
        if self.planes:
            self._pad(0)
        parts, corners = self.rows
        floats = self.ask.run.floats
        return self.ask(floats(parts), floats(corners), self.marks, self.planes, pairs, exempt or {})

    def _pad(self, but: int) -> None:
        """Half-planes for all ends but the last few: none is cut off by these."""
        self.planes += EVERYWHERE * (len(self.rows[0]) // PART - but - len(self.planes) // 3)


class Question(NamedTuple):
    """How to ask: which engine, among what, how deep into forests."""

    run: Engine
    blockers: Blockers
    limit: float
    each: bool

    def __call__(
        self, ends: Row, corners: Row, marks: Sequence[int], planes: Sequence[float], pairs: Sequence[int],
        exempt: Mapping[int, Collection[int]],
    ) -> Sightings:  # fmt: skip
        run, blockers = self.run, self.blockers
        if planes:
            clipped, cut = run.blank(len(ends)), run.blank(len(corners) + 2 * EDGE * (len(ends) // PART))
            run.clip_ends(ends, corners, run.floats(planes), clipped, cut)
            ends, corners = clipped, cut
        parts, edges = blockers.rows(run)
        count, queries = len(blockers), len(pairs) // 2
        out, kills, spared = run.blank(ANSWER * queries), run.zeros(count * queries), run.zeros(0)
        if exempt:
            spared, marked, last = run.zeros(count * queries), run.zeros(0), None
            for query, numbers in exempt.items():
                if not 0 <= query < queries:
                    raise ValueError(f"exempt: no target has the number {query}; {queries} were asked")
                if numbers is not last:  # often the same for many targets
                    marked, last = self.marked(numbers), numbers
                spared[count * query : count * (query + 1)] = marked
        work = SPANS + 3 * (count + 2)
        run.look_all(
            run.numbers(pairs), ends, corners, parts, edges, run.numbers(marks), spared, self.limit, self.each,
            scratch.get(run, 0, PART * (count + 3)), scratch.get(run, 1, len(edges) + len(corners) + 16 * EDGE),
            scratch.get(run, 2, work), out, kills,
        )  # fmt: skip
        clear = [code == CLEAR for code in run.to_list(out[::ANSWER])]
        return Sightings(clear, out, kills, blockers.order, run.to_list)

    def marked(self, numbers: Collection[int]) -> Row:
        """One row with a mark for each of these blockers."""
        count, row_of = len(self.blockers), self.blockers.row_of
        row = self.run.zeros(count)
        for number in numbers:
            if number not in row_of:
                raise ValueError(f"exempt: no blocker has the number {number}; there are {count}")
            row[row_of[number]] = 1
        return row


def _limit(blockers: Blockers, depth: float | None) -> float:
    if depth is None and blockers.terrain.deep:
        raise ValueError(
            "there are forests or fog among the blockers: say how deep sight reaches into them (depth=...)"
        )
    return float((depth or 0.0) + TOL)


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
def _pairs(count: int, mutual: bool) -> tuple[int, ...]:
    pairs = combinations(range(count), 2) if mutual else permutations(range(count), 2)
    return tuple(n for pair in pairs for n in pair)
