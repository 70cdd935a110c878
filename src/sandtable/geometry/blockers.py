"""What may hide something: terrain, prepared once, and the bases that stand among it.

    woods = Blockers((Blocker(Disc(9000, 9000, 3000), feature=0),))
    crowd = woods.among([Base(Disc(0, 0, 591), 1750, rank=1), Base(Disc(4000, 0, 984), 2750, rank=3)])

Blockers are numbered: the items first, then the bases. `Sighting.blocked_by` and exemptions use these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sandtable.geometry.distance import overlap, within
from sandtable.geometry.kernel.boxes import PART, TOP, R
from sandtable.geometry.kernel.engine import Engine, engine
from sandtable.geometry.kernel.rows import Rows, add_part, disc_rows
from sandtable.geometry.shapes import Disc, Shape
from sandtable.geometry.units import FAR, GROW

REMEMBERED = 4096  # shapes whose being inside is remembered for a terrain

Row = Any


class Blocker(NamedTuple):
    """A convex part of something that hides: a solid with a top, or part of an area feature such as a forest.

    Parts with the same feature number (0 or more) are one area feature. Lines that cross it from outside are stopped.
    Lines with an end inside may run a limited depth through it, counted times `weight` (0: free, as for a cloud seen
    from inside). With `by_model` an end is inside when its model overlaps the feature, or is no farther from it than
    its `rim`; else when the end of the line is. A blocker with an `owner` does not hide the ends with the same owner: a
    model is no blocker to itself. One with a `rank` hides only targets of that rank and lower ones.
    """

    shape: Shape
    top: float = FAR
    feature: int = -1
    weight: float = 1.0
    by_model: bool = False
    owner: int = -1
    rank: float = FAR
    rim: float = -1.0


class Base(NamedTuple):
    """A base or stand on the table: it looks, is looked at, and may be in the way of others.

    It hides targets of its own rank and lower ones: give the size of the base where size counts. `hides` is the height
    up to which it does; 0 for what is never in the way (knocked down, incorporeal).
    """

    shape: Shape
    top: float
    rank: float = 0.0
    hides: float = FAR


def holds(item: Blocker, shape: Shape) -> bool:
    """Whether a model is inside a part of an area feature."""
    return within(item.shape, shape, item.rim, 0) if item.rim >= 0 else overlap(item.shape, shape)


class Terrain:
    """The rows of terrain, shared by all crowds that stand on it."""

    def __init__(self, items: tuple[Blocker, ...]) -> None:
        self.items = items
        self.order = tuple(sorted(range(len(items)), key=lambda i: (items[i].feature, i)))  # solids first
        self.solids = sum(item.feature < 0 for item in items)
        self.by_model = tuple(i for i in self.order if items[i].by_model and items[i].feature >= 0)
        self.deep = any(item.feature >= 0 and item.weight for item in items)
        self._inside: dict[Shape, tuple[int, ...]] = {}

    @cached_property
    def plain(self) -> tuple[Row, Row]:
        rows: Rows = ([], [])
        for i in self.order:
            shape, top, feature, weight, _, owner, rank, _ = self.items[i]
            mark = 1 + self.by_model.index(i) if i in self.by_model else 0
            add_part(rows, shape, GROW, top, feature, weight, mark, owner, rank)
        return rows

    @cached_property
    def compiled(self) -> tuple[Row, Row]:
        parts, corners = (engine(plain=False).floats(row) for row in self.plain)
        return parts, corners

    def inside(self, shape: Shape) -> tuple[int, ...]:
        """For each part that asks the model: whether the shape is inside."""
        found = self._inside.get(shape)
        if found is None:
            if len(self._inside) >= REMEMBERED:
                self._inside.clear()
            found = tuple(int(holds(self.items[i], shape)) for i in self.by_model)
            self._inside[shape] = found
        return found


@dataclass(frozen=True)
class Blockers:
    """Everything that may hide something, prepared once: build it when the table changes, ask it many questions.

    Terrain stays: make its blockers once, and have bases come and go with `among`.
    """

    items: tuple[Blocker, ...] = ()
    bases: tuple[Base, ...] = ()
    grow: float = 0.0  # how much wider than its base a model hides: 1 where a line that touches a base is blocked

    def among(self, bases: Iterable[Base], grow: float = 0.0) -> Blockers:
        """The same terrain with these bases on it: its rows are shared."""
        other = Blockers(self.items, tuple(bases), grow)
        other.__dict__["terrain"] = self.terrain
        return other

    def number(self, base: int) -> int:
        """The number of a base among all blockers, for exemptions."""
        return len(self.items) + base

    def without(self, *numbers: int) -> Blockers:
        items = tuple(item for i, item in enumerate(self.items) if i not in numbers)
        bases = tuple(base for i, base in enumerate(self.bases) if self.number(i) not in numbers)
        return Blockers(items, bases, self.grow)

    def __len__(self) -> int:
        return len(self.items) + len(self.bases)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.items, self.bases, self.grow))

    @cached_property
    def terrain(self) -> Terrain:
        return Terrain(self.items)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The number of each row: solids, then bases, then area features with their parts together."""
        order, solids, count = self.terrain.order, self.terrain.solids, len(self.items)
        return (*order[:solids], *range(count, count + len(self.bases)), *order[solids:])

    @cached_property
    def row_of(self) -> dict[int, int]:
        return {number: row for row, number in enumerate(self.order)}

    def rows(self, run: Engine) -> tuple[Row, Row]:
        """Parts and corners of everything that hides."""
        return self._plain if run.plain else self._compiled

    def ends(self, run: Engine) -> tuple[Row, Row]:
        """Parts and corners of the bases as ends of sight lines: not grown. Base i owns what hides for it."""
        return self._plain_ends if run.plain else self._compiled_ends

    @cached_property
    def marks(self) -> list[int]:
        """Who of the bases is inside what."""
        return [flag for base in self.bases for flag in self.terrain.inside(base.shape)]

    @cached_property
    def _plain(self) -> tuple[Row, Row]:
        return self._joined(engine(plain=True), self.terrain.plain)

    @cached_property
    def _compiled(self) -> tuple[Row, Row]:
        return self._joined(engine(plain=False), self.terrain.compiled)

    @cached_property
    def _plain_ends(self) -> tuple[Row, Row]:
        return self._own(engine(plain=True))

    @cached_property
    def _compiled_ends(self) -> tuple[Row, Row]:
        return self._own(engine(plain=False))

    def _own(self, run: Engine) -> tuple[Row, Row]:
        if self.bases and all(type(base.shape) is Disc for base in self.bases):
            shapes, tops, ranks, _ = zip(*self.bases, strict=True)
            return disc_rows(run, shapes, tops, ranks), run.floats(())
        rows: Rows = ([], [])
        for i, base in enumerate(self.bases):
            add_part(rows, base.shape, 0.0, base.top, owner=i, rank=base.rank)
        return run.floats(rows[0]), run.floats(rows[1])

    def _joined(self, run: Engine, terrain: tuple[Row, Row]) -> tuple[Row, Row]:
        if not self.bases:
            return terrain
        parts, corners = terrain
        grow, hides = GROW + self.grow, [base.hides for base in self.bases]
        if all(type(base.shape) is Disc for base in self.bases):
            own, own_corners = self.ends(run)
            own = own.copy()
            own[R::PART], own[TOP::PART] = [base.shape.r + grow for base in self.bases], hides  # type: ignore[union-attr]
        else:
            rows: Rows = ([], [0.0] * len(corners))  # corners are counted on from those of the terrain
            for i, base in enumerate(self.bases):
                add_part(rows, base.shape, grow, base.hides, owner=i, rank=base.rank)
            own, own_corners = run.floats(rows[0]), run.floats(rows[1][len(corners) :])
        cut = PART * self.terrain.solids
        return run.join((parts[:cut], own, parts[cut:])), run.join((corners, own_corners))
