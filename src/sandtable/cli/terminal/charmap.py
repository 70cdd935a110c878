"""The table in characters: coarse, without colour if need be, north (away from the first seat) at the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import NamedTuple

from rich.text import Text

from sandtable.cli.terminal.screen import DIM, seat_style
from sandtable.core import Standing
from sandtable.core.bodies import Body
from sandtable.geometry.units import MILLI, text
from sandtable.scene import Disc, Marker, Polygon, Rect, Scene, Shape
from sandtable.scene.terrain_names import kind_of
from sandtable.scene.view import inside, turn

COLUMNS = 44
SIGNS = {"wall": "#", "building": "=", "structure": "=", "forest": "%", "wood": "%", "hill": "^", "rough": ":"}
OTHER, MARKER, EMPTY, DOT = "~", "*", " ", "."
SAMPLES = (1 / 6, 1 / 2, 5 / 6)  # of a cell: what is thinner than a cell is not lost
MARGIN = 4  # for the figures at the left


class Cell(NamedTuple):
    sign: str = EMPTY
    style: str = ""


class Chart(NamedTuple):
    rows: list[Text]
    legend: dict[str, str]  # what the signs of the ground mean


Letters = dict[tuple[str, int | None], str]


def signs(
    standing: Mapping[str, Standing], marked: set[str], bodies: Mapping[str, Body], known: Letters | None = None
) -> dict[str, str]:
    """A letter for each piece: capitals for the first seat; pieces of one body share theirs.

    `known` is what was given before: a piece keeps its letter unless another took it while it was away.
    """
    before = {} if known is None else known
    whole = {piece: body.id for body in bodies.values() for piece in body.pieces}
    keys = {name: (whole.get(name, name), s.seat) for name, s in standing.items() if name not in marked}
    given: Letters = {}
    for key in dict.fromkeys(keys.values()):
        if key in before and before[key] not in given.values():
            given[key] = before[key]
    for key in dict.fromkeys(keys.values()):
        if key not in given:
            given[key] = _letter(*key, set(given.values()))
    before.update(given)
    return {name: given[key] for name, key in keys.items()}


def _letter(stem: str, seat: int | None, taken: set[str]) -> str:
    own = [c for c in stem.casefold() if c in ascii_lowercase] or ["a"]
    at = ascii_lowercase.index(own[0])
    letters = [*own, *ascii_lowercase[at:], *ascii_lowercase[:at]]
    letters = [c.lower() if seat else c.upper() for c in letters]
    return next((c for c in letters if c not in taken), "@" if not seat else "&")


def marker_sign(mark: Marker) -> str:
    """Letters are for pieces."""
    return mark.label if mark.label in set("123456789") else MARKER


def chart(scene: Scene, standing: Mapping[str, Standing], letters: Mapping[str, str], columns: int = COLUMNS) -> Chart:
    lines = max(4, round(columns / 2 * scene.height / scene.width))
    wide, high = scene.width / columns, scene.height / lines
    cells = [[_dot(c, r) for c in range(columns)] for r in range(lines)]
    legend: dict[str, str] = {}

    def put(x: float, y: float, cell: Cell) -> None:
        c, r = min(columns - 1, int(x / wide)), lines - 1 - min(lines - 1, int(y / high))
        if 0 <= c < columns and 0 <= r < lines:
            cells[r][c] = cell

    for terrain in scene.terrain:
        sign = SIGNS.get(terrain.kind, OTHER)
        legend.setdefault(sign, kind_of(terrain))
        for x, y in _covered(terrain.shape, wide, high, columns, lines):
            put(x, y, Cell(sign, DIM))
    for mark in scene.markers:
        sign = marker_sign(mark)
        legend.setdefault(MARKER if sign == MARKER else "1-9", "objective")
        put(*mark.at, Cell(sign, "bold"))
    for name, sign in letters.items():
        put(*standing[name].at, Cell(sign, seat_style(standing[name].seat)))
    return Chart(list(_framed(cells, scene, high)), legend)


def _dot(column: int, row: int) -> Cell:
    return Cell(DOT, DIM) if column % 4 == 2 and row % 2 == 1 else Cell()


def _covered(shape: Shape, wide: float, high: float, columns: int, lines: int) -> Iterator[tuple[float, float]]:
    """The middles of the cells a shape covers; at least the one its own middle is in."""
    found = [
        ((c + 0.5) * wide, (r + 0.5) * high)
        for c in range(columns)
        for r in range(lines)
        if any(_holds(shape, (c + i) * wide, (r + k) * high) for i in SAMPLES for k in SAMPLES)
    ]
    yield from found
    if not found:
        yield _middle(shape)


def _holds(shape: Shape, x: float, y: float) -> bool:
    if isinstance(shape, Disc):
        return (x - shape.x) ** 2 + (y - shape.y) ** 2 <= shape.r**2
    if isinstance(shape, Rect):
        cos, sin = turn(shape.facing)
        along, across = (x - shape.x) * cos + (y - shape.y) * sin, (y - shape.y) * cos - (x - shape.x) * sin
        return abs(along) <= shape.depth / 2 and abs(across) <= shape.frontage / 2
    return len(shape.points) > 2 and inside((x, y), [(float(a), float(b)) for a, b in shape.points])


def _middle(shape: Shape) -> tuple[float, float]:
    if isinstance(shape, Polygon):
        n = len(shape.points) or 1
        return sum(x for x, _ in shape.points) / n, sum(y for _, y in shape.points) / n
    return shape.x, shape.y


def _framed(cells: list[list[Cell]], scene: Scene, high: float) -> Iterator[Text]:
    columns = len(cells[0])
    edge = " " * MARGIN + "+" + "-" * columns + "+"
    yield Text(edge, style=DIM)
    for number, row in enumerate(cells):
        middle = scene.height - (number + 0.5) * high
        label = text(round(middle / MILLI) * MILLI) if number % 3 == 1 else ""
        line = Text().append(f"{label:>{MARGIN - 1}} |", style=DIM)
        for sign, style in row:
            line.append(sign, style=style or "none")
        yield line.append("|", style=DIM)
    yield Text(edge, style=DIM)
    yield Text(_figures(columns, scene), style=DIM)


def _figures(columns: int, scene: Scene) -> str:
    step = next(s for s in (5, 6, 10, 12, 20, 30, 60, 1000) if scene.width / MILLI / s <= 8) * MILLI
    line = [" "] * (MARGIN + columns + 6)
    for x in range(0, scene.width + 1, step):
        label, at = text(x), MARGIN + 1 + round(x / scene.width * columns) - 1
        for i, c in enumerate(label):
            line[at + i] = c
    return "".join(line).rstrip()
