"""Table lengths to pixels: the origin moves to the top left corner and y turns over."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sandtable.scene.svg_elements import num
from sandtable.scene.values import At, Disc, Polygon, Rect, Shape

Pixels = tuple[float, float]


@dataclass(frozen=True)
class View:
    """The board in pixels, with its corner at 0, 0. The key makes ids differ between drawings on one page."""

    width: float
    height: float
    scale: float  # pixels to a thousandth
    key: str
    quarters: int = 0  # turns of the table to the right, for whoever looks from another side

    @staticmethod
    def of(width: float, height: float, *, fit: float, key: str, up: int = 90_000) -> View:
        quarters = round((up - 90_000) / 90_000) % 4
        if quarters % 2:
            width, height = height, width
        scale = fit / width
        return View(width=fit, height=height * scale, scale=scale, key=key, quarters=quarters)

    def at(self, point: At) -> Pixels:
        x, y = point[0] * self.scale, point[1] * self.scale
        match self.quarters:
            case 0:
                return x, self.height - y
            case 1:
                return y, x
            case 2:
                return self.width - x, y
            case _:
                return self.width - y, self.height - x

    def turned(self, facing: int) -> int:
        """A direction on the table as it is drawn."""
        return facing - self.quarters * 90_000

    def length(self, milli: float) -> float:
        return abs(milli) * self.scale

    def corners(self, shape: Rect | Polygon) -> list[Pixels]:
        """Corners in pixels, always the same way round, so that overlapping areas add up."""
        if isinstance(shape, Polygon):
            points = [self.at(point) for point in shape.points]
            return points if signed_area(points) >= 0 else points[::-1]
        x, y = self.at((shape.x, shape.y))
        cos, sin = turn(self.turned(shape.facing))
        d, f = self.length(shape.depth) / 2, self.length(shape.frontage) / 2
        local = ((d, -f), (d, f), (-d, f), (-d, -f))  # front left, front right, rear right, rear left on the screen
        return [(x + u * cos + v * sin, y - u * sin + v * cos) for u, v in local]

    def path(self, shape: Shape) -> str:
        if isinstance(shape, Disc):
            (x, y), r = self.at((shape.x, shape.y)), num(self.length(shape.r))
            left, right = num(x - self.length(shape.r)), num(x + self.length(shape.r))
            return f"M{left} {num(y)}A{r} {r} 0 1 1 {right} {num(y)}A{r} {r} 0 1 1 {left} {num(y)}Z"
        return line(self.corners(shape), close=True)

    def middle(self, shape: Shape) -> Pixels:
        return centre(self.corners(shape)) if isinstance(shape, Polygon) else self.at((shape.x, shape.y))


def turn(facing: int) -> Pixels:
    angle = math.radians(facing / 1000)
    return math.cos(angle), math.sin(angle)


def line(points: list[Pixels], *, close: bool = False) -> str:
    """A path through the points; two points are never closed."""
    if not points:
        return ""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if close and len(points) > 2 else "")


def signed_area(points: list[Pixels]) -> float:
    """Positive when clockwise on the screen."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)) / 2


def centre(points: list[Pixels]) -> Pixels:
    """The centroid of the area, or the mean of the points where there is no area."""
    if not points:
        return 0.0, 0.0
    area = signed_area(points)
    if abs(area) < 1:
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    sx = sy = 0.0
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        cross = x1 * y2 - x2 * y1
        sx += (x1 + x2) * cross
        sy += (y1 + y2) * cross
    x, y = sx / (6 * area), sy / (6 * area)
    left, top, right, bottom = bounds(points)
    return min(max(x, left), right), min(max(y, top), bottom)  # an outline that crosses itself could land far away


def bounds(points: list[Pixels]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def inside(point: Pixels, points: list[Pixels]) -> bool:
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd
