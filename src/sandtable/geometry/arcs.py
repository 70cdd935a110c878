"""In front, behind, in an arc, in a zone: where something lies as seen from a piece that faces somewhere."""

from __future__ import annotations

from typing import Literal

from sandtable.geometry.corners import unit
from sandtable.geometry.distance import foot, outline, radius
from sandtable.geometry.kernel.paths import TURN, angle
from sandtable.geometry.polygons import HalfPlane, area, clip, distance
from sandtable.geometry.shapes import Disc, Point, Poly, Rect, Shape, turned
from sandtable.geometry.units import FULL_TURN, NOISE

Zone = Literal["front", "left", "right", "rear"]
ZONES: tuple[Zone, ...] = ("front", "left", "right", "rear")
HALF_TURN = FULL_TURN // 2
COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def bearing(p: Point, q: Point) -> int:
    """The facing that looks from one place at another, in thousandths of a degree."""
    return round(angle(q[0] - p[0], q[1] - p[1]) / TURN * FULL_TURN) % FULL_TURN


def compass(p: Point, q: Point) -> str:
    """The point of the compass one place lies at, seen from another: ``north-east``."""
    return COMPASS[round(bearing(p, q) / FULL_TURN * len(COMPASS)) % len(COMPASS)]


def ahead(a: Disc | Rect, facing: int) -> HalfPlane:
    """The half-plane in front: of a disc from its centre on, of a stand from its foremost edge on."""
    cos, sin = unit(facing)
    x, y = (a.x, a.y) if isinstance(a, Disc) else max(outline(a), key=lambda p: cos * p[0] + sin * p[1])
    return cos, sin, -(cos * x + sin * y)


def in_front(a: Disc | Rect, facing: int, b: Shape) -> bool:
    """Is some part of b in the front half-plane, its border included?"""
    nx, ny, c = ahead(a, facing)
    return max(nx * x + ny * y + c for x, y in outline(b)) + radius(b) >= -NOISE


def wholly_behind(a: Disc | Rect, facing: int, b: Shape) -> bool:
    return not in_front(a, facing, b)


def in_arc(a: Disc | Rect, facing: int, width: int, b: Shape) -> bool:
    """Is some part of b in the arc of this width (thousandths of a degree) round the facing, from a's centre?"""
    if width >= FULL_TURN:
        return True
    if width > HALF_TURN:  # the rest is a wedge: b must not lie strictly in it
        left, right = wedge(a, turned(facing, HALF_TURN), FULL_TURN - width)
        return any(nx * x + ny * y + c <= radius(b) + NOISE for nx, ny, c in (left, right) for x, y in outline(b))
    planes, pts = wedge(a, facing, width), outline(b)
    if all(nx * x + ny * y + c >= -NOISE for nx, ny, c in planes for x, y in pts[:1]):
        return True
    if isinstance(b, Disc):
        return _from_rays(a, facing, width, (b.x, b.y)) <= b.r + NOISE
    return bool(clip(pts, [(nx, ny, c + NOISE) for nx, ny, c in planes]))


def wedge(a: Disc | Rect, facing: int, width: int) -> tuple[HalfPlane, HalfPlane]:
    """The two half-planes whose common part is an arc of at most 180 degrees, from a's centre."""
    planes = []
    for cos, sin in (
        unit(turned(facing, HALF_TURN // 2 - width // 2)),
        unit(turned(facing, width // 2 - HALF_TURN // 2)),
    ):
        planes.append((cos, sin, -(cos * a.x + sin * a.y)))
    return planes[0], planes[1]


def _from_rays(a: Disc | Rect, facing: int, width: int, p: Point) -> float:
    """Distance from a point outside a wedge to its border."""
    reach = distance((a.x, a.y), p) + 1
    rays = [unit(turned(facing, turn)) for turn in (width // 2, -(width // 2))]
    return min(distance(p, foot(p, (a.x, a.y), (a.x + reach * c, a.y + reach * s))) for c, s in rays)


def zone(stand: Rect, p: Point) -> Zone:
    """The zone of a stand a point lies in: split by the rays that leave its corners at 45 degrees."""
    cos, sin = unit(stand.facing)
    dx, dy = p[0] - stand.x, p[1] - stand.y
    right, forward = dx * sin - dy * cos, dx * cos + dy * sin
    if abs(forward) - stand.depth / 2 >= abs(right) - stand.frontage / 2:
        return "front" if forward > 0 else "rear"
    return "right" if right > 0 else "left"


def zone_area(stand: Rect, where: Zone, shape: Rect | Poly) -> float:
    """How much of a shape's area lies in one zone of a stand, in square thousandths."""
    return area(Poly(clip(outline(shape), _zone_planes(stand, where))))


def _zone_planes(stand: Rect, where: Zone) -> list[HalfPlane]:
    """Each zone is convex: this side of the stand's middle line and between two corner rays."""
    cos, sin = unit(stand.facing)
    towards = {"front": (cos, sin), "rear": (-cos, -sin), "left": (-sin, cos), "right": (sin, -cos)}
    ex, ey = towards[where]
    deep, wide = (stand.depth, stand.frontage) if where in ("front", "rear") else (stand.frontage, stand.depth)
    planes = [(ex, ey, 0.0), (ex - ey, ey + ex, (wide - deep) / 2), (ex + ey, ey - ex, (wide - deep) / 2)]
    return [(nx, ny, c - nx * stand.x - ny * stand.y) for nx, ny, c in planes]
