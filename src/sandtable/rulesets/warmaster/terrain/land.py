"""What the ground does: who may enter it, what it hides, where a flyer may land (WM-TERRAIN-1, WM-VIS-5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from sandtable.geometry import land as plane
from sandtable.geometry.blockers import Blocker, Blockers
from sandtable.geometry.corners import corners
from sandtable.geometry.pairs import nearest, within
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Segment, Shape
from sandtable.geometry.stands import Stands
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.features import Feature, Map, parts

SIGHT_DEPTH = 2_000  # into a wood or a village (WM-VIS-6)
INFANTRY, FLYER = "infantry", "flyer"
REMEMBERED = 20_000  # shapes whose surroundings are kept
INSIDE = -1.0  # no reach: overlapping


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of terrain. `enter`: the troop types that may; None: all.

    Cavalry WM-TERRAIN-2, monsters WM-TERRAIN-3, chariots WM-TERRAIN-4, artillery WM-TERRAIN-5, machines WM-TERRAIN-6;
    villages and loose ground WM-TERRAIN-13. Terrain never shortens a move (WM-TERRAIN-7).
    """

    name: str
    rule: str
    enter: tuple[str, ...] | None = None
    hides: str = "nothing"
    dense: bool = False  # WM-TERRAIN-8
    cover: str = "open"
    higher: bool = False  # cover only against who is lower
    behind: bool = False  # cover only behind it
    loose: bool = False  # no charge bonus against those in it
    road: bool = False
    opens: bool = False  # replaces what it crosses (WM-DATA-4)
    landing: bool = True  # a flyer may end here (WM-FLY-4)


def read_kinds(raw: Mapping[str, Mapping[str, Any]]) -> dict[str, Kind]:
    return {name: msgspec.convert(entry, Kind) for name, entry in raw.items()}


@dataclass(frozen=True, eq=False)
class Land:
    """One map seen through the kinds of terrain. One object a map: `WarmasterRules.land`."""

    map: Map
    kinds: Mapping[str, Kind]

    @cached_property
    def plane(self) -> plane.Land:
        named = {
            name: plane.Kind(
                name,
                None if kind.enter is None else frozenset(kind.enter),
                "area" if kind.hides == "area" else "solid" if kind.hides == "solid" else "nothing",
                opens=kind.opens,
            )
            for name, kind in self.kinds.items()
        }
        features = [plane.Feature(f.id, named[f.kind], parts(f)) for f in self.map.features]
        return plane.Land(self.map.width, self.map.height, tuple(features))

    @cached_property
    def _closed(self) -> dict[tuple[str, bool], Stands]:
        return {}

    def closed(self, troops: str, on_road: bool = False) -> Stands:
        """The ground closed to a troop type, with the way along a road open for a column on it (WM-TERRAIN-11)."""
        key = troops, on_road
        if key not in self._closed:
            if troops == FLYER:
                shapes: tuple[Shape, ...] = ()
            else:
                shapes = self.plane.closed(troops, ("road",) if on_road else ())
            self._closed[key] = Stands(shapes)
        return self._closed[key]

    def closed_afoot(self, troops: str) -> Stands:
        """The ground closed to those who must stay on it: to flyers woods and what bars infantry (WM-FLY-6)."""
        return self.no_landing if troops == FLYER else self.closed(troops)

    def closed_by(self, shape: Shape, troops: str) -> Feature | None:
        """The feature to which a part of the ground closed to a troop type belongs."""
        assert isinstance(shape, Poly | Segment)
        spots = shape.pts if isinstance(shape, Poly) else ((shape.x1, shape.y1), (shape.x2, shape.y2))
        middle = Disc(sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots), 0)
        for feature in self.map.features:
            enter = self.kinds[feature.kind].enter
            if enter is not None and troops not in enter and any(within(part, middle, 0, 1) for part in parts(feature)):
                return feature
        return None

    @cached_property
    def no_landing(self) -> Stands:
        """Woods and ground impassable to infantry: no flyer ends there (WM-FLY-4)."""
        shut = [
            plane.Feature(f.id, plane.Kind(f.kind, None if self.kinds[f.kind].landing else frozenset()), parts(f))
            for f in self.map.features
            if not self.kinds[f.kind].landing or self.kinds[f.kind].opens
        ]
        shut = [f._replace(kind=f.kind._replace(opens=self.kinds[f.kind.name].opens)) for f in shut]
        return Stands(plane.Land(self.map.width, self.map.height, tuple(shut)).closed(FLYER))

    @cached_property
    def sight(self) -> tuple[Blockers, tuple[str, ...]]:
        """What hides, and the feature behind each blocker. A bridge opens nothing here: what it crosses hides
        nothing."""
        items: list[Blocker] = []
        behind: list[str] = []
        for number, feature in enumerate(self.map.features):
            hides = self.kinds[feature.kind].hides
            if hides != "nothing":
                items += [Blocker(part, feature=number if hides == "area" else -1) for part in parts(feature)]
                behind += [feature.id] * (len(items) - len(behind))
        return Blockers(tuple(items)), tuple(behind)

    @cached_property
    def _row(self) -> tuple[Stands, tuple[int, ...]]:
        """The parts of all features in one row, and the number of the feature of each."""
        found = [(part, number) for number, feature in enumerate(self.map.features) for part in parts(feature)]
        return Stands(tuple(part for part, _ in found)), tuple(number for _, number in found)

    @cached_property
    def _met(self) -> dict[tuple[Shape, float, float], frozenset[int]]:
        return {}

    def met(self, shape: Shape, tol: float, reach: float = INSIDE) -> frozenset[int]:
        """The numbers of the features within reach of a shape; without a reach, of those it overlaps."""
        key = shape, tol, reach
        found = self._met.get(key)
        if found is None:
            if len(self._met) >= REMEMBERED:
                self._met.clear()
            row, owners = self._row
            hits = row.overlaps(shape, tol) if reach < 0 else row.within(shape, reach, tol)
            found = self._met[key] = frozenset([owners[i] for i in hits])
        return found

    @cached_property
    def _gaps(self) -> dict[tuple[Rect, float, str, bool], tuple[Segment, ...]]:
        return {}

    def gaps_beside(self, stand: Rect, wide: float, troops: str, on_road: bool) -> tuple[Segment, ...]:
        """The lines across the gaps, up to some width, between a stand and the ground closed to a troop type."""
        key, shut = (stand, wide, troops, on_road), self.closed(troops, on_road)
        if not shut.shapes:
            return ()
        found = self._gaps.get(key)
        if found is None:
            if len(self._gaps) >= REMEMBERED:
                self._gaps.clear()
            lines = [nearest(stand, shut.shapes[k]) for k in shut.within(stand, wide, EPS)]
            found = self._gaps[key] = tuple([Segment(*a, *b) for far, a, b in lines if far > EPS])
        return found

    def under(self, shape: Shape, tol: float) -> tuple[Feature, ...]:
        """The features a shape is in, wholly or partly."""
        return tuple([self.map.features[i] for i in sorted(self.met(shape, tol))])

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The level of every blocker: of a hill itself 1, of a feature that of the ground it stands on (WM-ART-6)."""
        features, numbers = self.map.features, {f.id: i for i, f in enumerate(self.map.features)}
        hills = {i for i, f in enumerate(features) if self.kinds[f.kind].higher}
        high = {i for i, f in enumerate(features) if any(hills & self.met(part, EPS) for part in parts(f))} | hills
        return tuple(int(numbers[name] in high) for name in self.sight[1])

    def blockers_met(self, shape: Shape, tol: float, over: float) -> frozenset[int]:
        """Blockers that hide nothing from or of a shape here: the hill it is on, the rampart it is at."""
        inside, at_it = self.met(shape, tol), self.met(shape, tol, over)
        if not at_it:
            return frozenset()
        hiding = enumerate(self._hiding)
        return frozenset(
            [n for n, (f, kind) in hiding if f in (inside if kind.higher else at_it if kind.behind else ())]
        )

    @cached_property
    def _hiding(self) -> tuple[tuple[int, Kind], ...]:
        """The feature behind each blocker, by number, and its kind."""
        numbers = {f.id: i for i, f in enumerate(self.map.features)}
        return tuple((numbers[name], self.kinds[self.map.features[numbers[name]].kind]) for name in self.sight[1])

    @cached_property
    def roads(self) -> tuple[Shape, ...]:
        return tuple(part for f in self.map.features if self.kinds[f.kind].road for part in parts(f))

    def on_road(self, stand: Rect, tol: float) -> bool:
        """Is a stand wholly on the road (WM-DATA-5)? Its corners and middle lie on parts of it."""
        points = (*corners(stand).pts, (stand.x, stand.y))
        return bool(self.roads) and all(any(within(road, Disc(*p, 0), 0, tol) for road in self.roads) for p in points)

    def paved(self, at: Point) -> bool:
        """Whether a point lies on a road, which lies on top of all else (WM-DATA-4)."""
        return any(within(road, Disc(*at, 0), 0, EPS) for road in self.roads)
