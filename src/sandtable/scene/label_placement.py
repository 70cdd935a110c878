"""Place labels: each has a list of preferred places and takes the one that hides least."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from sandtable.scene.overlay import sight_sign_at
from sandtable.scene.pieces import drawn_radius
from sandtable.scene.values import Rect, Scene
from sandtable.scene.view import Pixels, View, bounds

Box = tuple[float, float, float, float]
HIDING, LEAVING, ORDER = 1.0, 40.0, 9.0  # cost of a pixel hidden, a pixel off the board, a place further down the list


@dataclass
class Room:
    width: float
    height: float
    taken: list[tuple[Box, float]] = field(default_factory=list)

    @staticmethod
    def of(view: View, scene: Scene) -> Room:
        room = Room(view.width, view.height)
        for piece in scene.pieces:
            if isinstance(piece.shape, Rect):
                room.take_area(bounds(view.corners(piece.shape)))
                continue
            room.take(
                view.at((piece.shape.x, piece.shape.y)),
                drawn_radius(view, piece) + (9 if piece.badges or piece.pips else 4),
            )
        for marker in scene.markers:
            room.take(view.at(marker.at), max(view.length(marker.radius), 9))
        paths = [(sight.start, sight.end) for sight in scene.sight] + [arrow.points for arrow in scene.arrows]
        for points in paths:
            for start, end in pairwise(points):
                room.take_line(view.at(start), view.at(end))
        for sight in scene.sight:
            room.take(sight_sign_at(view, sight), 9)
        return room

    def take(self, at: Pixels, half: float, weight: float = HIDING) -> None:
        self.taken.append(((at[0] - half, at[1] - half, at[0] + half, at[1] + half), weight))

    def take_area(self, box: Box, weight: float = HIDING) -> None:
        self.taken.append((box, weight))

    def take_line(self, start: Pixels, end: Pixels) -> None:
        for i in range(25):
            share = i / 24
            self.take((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), 4)

    def place(self, w: float, h: float, wishes: list[Pixels]) -> Pixels:
        """The centre of a box: the cheapest of the preferred places, moved on to the board."""
        best = min(range(len(wishes)), key=lambda i: (self._cost(_box(wishes[i], w, h)) + i * ORDER, i))
        x = min(max(wishes[best][0], w / 2 + 3), max(self.width - w / 2 - 3, w / 2 + 3))
        y = min(max(wishes[best][1], h / 2 + 3), max(self.height - h / 2 - 3, h / 2 + 3))
        self.taken.append((_box((x, y), w + 4, h + 4), 3 * HIDING))
        return x, y

    def least(self, w: float, h: float, wishes: list[Pixels]) -> float:
        """What the best of these places would hide, in pixels."""
        return min(self._cost(_box(wish, w, h)) for wish in wishes)

    def _cost(self, box: Box) -> float:
        hidden = sum(_overlap(box, other) * weight for other, weight in self.taken)
        whole = (box[2] - box[0]) * (box[3] - box[1])
        return hidden + (whole - _overlap(box, (2, 2, self.width - 2, self.height - 2))) * LEAVING


def _box(middle: Pixels, w: float, h: float) -> Box:
    return middle[0] - w / 2, middle[1] - h / 2, middle[0] + w / 2, middle[1] + h / 2


def _overlap(one: Box, two: Box) -> float:
    across = min(one[2], two[2]) - max(one[0], two[0])
    down = min(one[3], two[3]) - max(one[1], two[1])
    return across * down if across > 0 and down > 0 else 0.0


def beside(at: Pixels, w: float, h: float, gaps: tuple[float, ...] = (14, 24, 40, 64)) -> list[Pixels]:
    """Places for a box around a point, nearest first, right and above before left and below."""
    x, y = at
    out = []
    for gap in gaps:
        near, level = gap + w / 2, h / 2 + gap * 0.4
        out += [(x + near, y - level), (x + near, y), (x + near, y + level), (x - near, y - level), (x - near, y)]
        out += [(x - near, y + level), (x, y - h / 2 - gap), (x, y + h / 2 + gap)]
    return out


def under(at: Pixels, w: float, h: float) -> list[Pixels]:
    """Places for a caption: below its point, then above, then at the sides."""
    x, y = at
    return (
        [(x, y)]
        + [(x, y + s * gap) for gap in (h * 0.8, h * 1.6, h * 2.4) for s in (1, -1)]
        + [
            (x + w / 2 + 14, y),
            (x - w / 2 - 14, y),
        ]
    )
