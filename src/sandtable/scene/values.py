"""A drawing, described without any rules: what a ruleset hands to the browser and to the SVG renderer.

Lengths are whole thousandths of the table unit, angles thousandths of a degree anticlockwise from +x. The origin is
the corner at seat a's left hand; y grows away from seat a.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

At = tuple[int, int]
Tone = Literal["plain", "amber", "blue", "green", "red", "teal", "violet", "grey"]
Style = Literal["round", "infantry", "cavalry", "artillery", "character"]
Detail = Literal["", "trees", "stones", "contours", "roof", "waves", "crosses", "smoke", "scrap", "planks"]
Label = Annotated[str, Meta(max_length=3)]
Share = Annotated[int, Meta(ge=0, le=1000)]  # thousandths of the whole


class Disc(Struct, frozen=True, tag=True, kw_only=True):
    x: int
    y: int
    r: int


class Rect(Struct, frozen=True, tag=True, kw_only=True):
    """A stand: centre, frontage across the facing, depth along it."""

    x: int
    y: int
    frontage: int
    depth: int
    facing: int = 0


class Polygon(Struct, frozen=True, tag=True, kw_only=True):
    """Corners in order, either way round. Two points make an open line, such as a hedge."""

    points: tuple[At, ...]


Shape = Disc | Rect | Polygon


class Look(Struct, frozen=True, tag=True, kw_only=True):
    """How a kind of terrain is drawn."""

    fill: str  # colours as #rrggbb
    edge: str
    dash: str = ""  # pattern of the edge in pixels
    detail: Detail = ""
    opacity: Share = 1000


class Terrain(Struct, frozen=True, tag=True, kw_only=True):
    """Kinds with a look of their own are in `theme.TERRAIN`; any other kind is drawn as a plain area with its name.

    With a `width` the points of a polygon are an open line of that width: a road, a river, a trench.
    """

    kind: str
    shape: Shape
    label: str | None = None  # None writes the kind where that helps; "" writes nothing
    height: int | None = None
    id: str = ""
    width: int = 0
    look: Look | None = None  # None: by its kind (`resolved`)


class Marker(Struct, frozen=True, tag=True, kw_only=True):
    """An objective: a numbered hexagon, with a dashed ring for the area that holds it."""

    at: At
    label: str = ""
    name: str = ""
    radius: int = 750
    ring: int = 0
    held: str = ""  # a seat


class Pips(Struct, frozen=True, tag=True, kw_only=True):
    name: str
    n: int
    max: int = 0  # 0: nothing to compare with, so no empty pips
    tone: Tone = "teal"


class Badge(Struct, frozen=True, tag=True, kw_only=True):
    """A short sign at a piece's edge; the name is what a screen reader says."""

    text: str
    name: str = ""
    tone: Tone = "plain"


class Piece(Struct, frozen=True, tag=True, kw_only=True):
    id: str
    name: str
    seat: str
    shape: Disc | Rect
    label: Label = ""  # "" takes initials from the name; " " writes nothing
    facing: int | None = None  # for discs; a Rect carries its own
    front_arc: bool = False
    health: tuple[int, int] | None = None  # left, max
    pips: tuple[Pips, ...] = ()
    badges: tuple[Badge, ...] = ()
    selected: bool = False
    target: bool = False
    faded: bool = False  # has acted, or cannot
    ghost: bool = False  # where a piece would stand, or stood
    style: Style = "round"


class Body(Struct, frozen=True, tag=True, kw_only=True):
    """Several pieces that are one thing: one outline and one label."""

    id: str
    name: str
    seat: str
    pieces: tuple[str, ...]
    label: str = ""  # written where the name has no room; "" takes initials from the name
    badges: tuple[Badge, ...] = ()
    selected: bool = False
    target: bool = False


class GridBox(Struct, frozen=True, tag=True, kw_only=True):
    """A box of a damage grid: column and row from 1, the letter printed in it, whether it is marked."""

    column: int
    row: int
    system: str = ""
    marked: bool = False


class Zone(Struct, frozen=True, tag=True, kw_only=True):
    """A deployment strip, an aura, a range, the outline of a group."""

    shape: Shape
    label: str = ""
    seat: str = ""
    tone: Tone = "plain"  # used when no seat is given
    filled: bool = False


class Reach(Struct, frozen=True, tag=True, kw_only=True):
    """Where a piece can go: overlapping fans, drawn as one area of one opacity."""

    fans: tuple[Shape, ...]
    seat: str = ""
    tone: Tone = "amber"
    holes: tuple[Shape, ...] = ()  # cut out of the fans: it may pass there, not stop


class SightLine(Struct, frozen=True, tag=True, kw_only=True):
    start: At
    end: At
    clear: bool = True
    label: str = ""
    blocked_by: Shape | None = None


class Arrow(Struct, frozen=True, tag=True, kw_only=True):
    """A move, charge or retreat along a path."""

    points: tuple[At, ...]
    label: str = ""
    seat: str = ""
    tone: Tone = "plain"
    dashed: bool = False


class Note(Struct, frozen=True, tag=True, kw_only=True):
    """A callout near a point; the renderer finds it room. Without a box it is a caption."""

    at: At
    text: str
    title: str = ""
    meter: Share | None = None
    tone: Tone = "plain"
    seat: str = ""
    boxed: bool = True


class Score(Struct, frozen=True, tag=True, kw_only=True):
    seat: str
    name: str
    points: str | int = ""


class Track(Struct, frozen=True, tag=True, kw_only=True):
    name: str
    boxes: int
    filled: int = 0
    seat: str = ""
    tone: Tone = "teal"


class Panel(Struct, frozen=True, tag=True, kw_only=True):
    """A heading over rows of (what, how much); a row whose second text is empty runs over the whole width."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    seat: str = ""
    grid: tuple[GridBox, ...] = ()  # drawn under the heading


class Card(Struct, frozen=True, tag=True, kw_only=True):
    id: str = ""  # what options name; copies of a card share it
    title: str
    of: str = ""  # the piece that has it, where cards of several pieces are on one hand
    kind: str = ""
    text: str = ""
    tone: Tone = "grey"
    faded: bool = False


class Reserve(Struct, frozen=True, tag=True, kw_only=True):
    """A unit that is not on the table yet."""

    id: str
    name: str
    seat: str
    kind: str = ""
    cost: int | None = None


class LogLine(Struct, frozen=True, tag=True, kw_only=True):
    text: str
    seat: str = ""
    cite: str = ""  # the number of the rule


class Scene(Struct, frozen=True, tag=True, kw_only=True):
    title: str
    width: int
    height: int
    subtitle: str = ""
    unit: str = "in"
    grid: int = 12_000
    up: int = 90_000  # the direction on the table that is up for whoever looks: a quarter turn
    terrain: tuple[Terrain, ...] = ()
    markers: tuple[Marker, ...] = ()
    pieces: tuple[Piece, ...] = ()
    bodies: tuple[Body, ...] = ()
    zones: tuple[Zone, ...] = ()
    reach: tuple[Reach, ...] = ()
    sight: tuple[SightLine, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[Note, ...] = ()
    score: tuple[Score, ...] = ()
    tracks: tuple[Track, ...] = ()
    steps: tuple[str, ...] = ()
    step: int | None = None  # which of the steps is now
    panels: tuple[Panel, ...] = ()
    cards: tuple[Card, ...] = ()
    reserves: tuple[Reserve, ...] = ()
    log: tuple[LogLine, ...] = ()

    def _repr_svg_(self) -> str:
        from sandtable.scene.svg import to_svg  # the renderer imports these values

        return to_svg(self)
