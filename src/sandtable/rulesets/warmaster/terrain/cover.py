"""Cover: whether a stand is in the open, defended or fortified, against whom (WM-TERRAIN-20 to WM-TERRAIN-27)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core import Query, Term
from sandtable.geometry.distance import contains
from sandtable.geometry.measure import outline
from sandtable.geometry.pairs import nearest, overlap, within
from sandtable.geometry.polygons import area, clip, half_planes
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Segment
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose
from sandtable.rulesets.warmaster.terrain.features import Feature, parts

OPEN, DEFENDED, FORTIFIED = 0, 1, 2
LEVELS = {"open": OPEN, "defended": DEFENDED, "fortified": FORTIFIED}
WORDS = ("in the open", "defended", "fortified")
TO_HIT = (4, 5, 6)  # open, defended, fortified: shooting and combat alike (WM-SHOOT-9, WM-COMBAT-12)
AT_IT = 1_000  # behind an obstacle: within 1 cm of it (WM-TERRAIN-23)
COVERED = ("infantry", "artillery")  # only these can be in cover (WM-TERRAIN-20)

Attackers = tuple[Rect | Disc, ...]


class Cover(Query, frozen=True):
    """The cover of one stand against attackers who stand there: 0 open, 1 defended, 2 fortified. The best counts."""

    unit: str
    pose: Pose
    attackers: tuple[tuple[float, ...], ...]  # rectangles, or discs of three numbers

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(OPEN, "in the open", "WM-TERRAIN-21", "base")
        if entry(p, self.unit).type not in COVERED:
            return
        rect = rects_at(p, self.unit, (self.pose,))[0]
        yield from ground_cover(p, rect, [_shape(a) for a in self.attackers])


def _shape(raw: tuple[float, ...]) -> Rect | Disc:
    return Disc(*raw) if len(raw) == 3 else Rect(*raw)  # type: ignore[arg-type]


def ground_cover(p: Position, rect: Rect, attackers: Sequence[Rect | Disc]) -> Iterable[Term]:
    """What the ground gives a stand here: hedges WM-TERRAIN-9, ramparts WM-TERRAIN-10, forts WM-TERRAIN-22."""
    ground = land(p)
    near = ground.met(rect, EPS, AT_IT)
    if not near:
        return
    on_road, touched = ground.on_road(rect, EPS), ground.met(rect, EPS, 0)
    for number in sorted(near):
        feature = ground.map.features[number]
        kind = ground.kinds[feature.kind]
        if feature.fort:
            if attackers and in_fort(feature, rect) and not any(in_fort(feature, a) for a in attackers):
                yield Term(FORTIFIED, f"in the court {feature.id}", "WM-DATA-7", "base")
        elif kind.cover == "open":
            continue
        elif kind.behind:
            if kind.cover == "fortified" and number in ground.met(rect, EPS) and not on_road:
                yield Term(FORTIFIED, f"on {feature.id}", "WM-TERRAIN-22", "base")
            elif (crossed := behind(feature, rect, attackers)) and not (on_road and ground.paved(crossed)):
                yield Term(LEVELS[kind.cover], f"behind {feature.id}", kind.rule, "base")
        elif on_road:
            continue
        elif kind.higher:
            if attackers and higher(feature, rect, attackers):
                yield Term(LEVELS[kind.cover], f"higher on {feature.id}", "WM-TERRAIN-23", "base")
        elif number in touched:
            yield Term(LEVELS[kind.cover], f"in {feature.id}", "WM-TERRAIN-21", "base")


def in_fort(feature: Feature, shape: Rect | Disc) -> bool:
    """Wholly in a court (WM-DATA-7)."""
    return any(contains(part, shape, EPS) for part in parts(feature))


def behind(feature: Feature, rect: Rect, attackers: Sequence[Rect | Disc]) -> Point | None:
    """Of a stand within 1 cm of the obstacle: where the line to the nearest attacker crosses it (WM-TERRAIN-23)."""
    if not attackers:
        return None
    _, here, there = min(nearest(rect, a) for a in attackers)
    line = Segment(*here, *there)
    return next((nearest(line, part)[1] for part in parts(feature) if within(line, part, 0, EPS)), None)


def higher(feature: Feature, rect: Rect, attackers: Sequence[Rect | Disc]) -> bool:
    """At least half the stand is on the hill and no part of the attacking unit is (WM-TERRAIN-23)."""
    on = sum(area(Poly(cut)) for part in parts(feature) if (cut := clip(outline(rect), half_planes(outline(part)))))
    if 2 * on < rect.frontage * rect.depth:
        return False
    return not any(overlap(a, part, EPS) for a in attackers for part in parts(feature))


def cover(p: Position, unit: str, pose: Pose, attackers: Sequence[Rect | Disc]) -> int:
    """The cover of a stand against some attackers; against none, what it has from every direction."""
    return p.value(Cover(unit, pose, tuple(tuple(a) for a in attackers)))


def leaves_fortifications(p: Position, unit: str) -> bool:
    """Whether any stand starts wholly or partly in a fortified position (WM-MOVE-9), a fort's court included."""

    def found() -> bool:
        ground = land(p)
        courts = [n for n, feature in enumerate(ground.map.features) if feature.fort]
        return any(n in ground.met(rect, EPS) for n in courts for rect in crowd(p).of(unit))

    inside = entry(p, unit).type in COVERED and p.memo(("partly in a court", unit), found, PLACES)
    return inside or fortified_start(p, unit)


def fortified_start(p: Position, unit: str) -> bool:
    """Whether any stand may be fortified where it is, whoever might attack."""
    return p.memo(("fortified", unit), lambda: any(fortified_place(p, r) for r in crowd(p).of(unit)), PLACES) and (
        entry(p, unit).type in COVERED
    )


def fortified_place(p: Position, rect: Rect, near: int = AT_IT) -> bool:
    """In a fort, or so near to a rampart; 0: on it."""
    ground = land(p)
    for number in ground.met(rect, EPS, near):
        feature = ground.map.features[number]
        kind = ground.kinds[feature.kind]
        if feature.fort and in_fort(feature, rect):
            return True
        if kind.behind and kind.cover == "fortified":
            return True
    return False


def unit_cover(p: Position, unit: str, attackers: Sequence[Rect | Disc]) -> int:
    """A unit's cover: one stand's is enough (WM-TERRAIN-26)."""
    return max((cover(p, unit, pose, attackers) for pose in p.state.stands[unit]), default=OPEN)


def dense(p: Position, unit: str) -> bool:
    """One stand partly in dense terrain is enough (WM-CMD-8); a road through it is clear ground (WM-DATA-5)."""
    ground = land(p)

    def found() -> bool:
        return any(
            ground.kinds[feature.kind].dense and not ground.on_road(rect, EPS)
            for rect in crowd(p).of(unit)
            for feature in ground.under(rect, EPS)
        )

    return p.memo(("dense", unit), found, PLACES)


def in_loose(p: Position, rect: Rect) -> bool:
    """In loose ground no charge bonus is given against a stand (WM-COMBAT-5)."""
    ground = land(p)
    return any(ground.kinds[f.kind].loose for f in ground.under(rect, EPS)) and not ground.on_road(rect, EPS)
