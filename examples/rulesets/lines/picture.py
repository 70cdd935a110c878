"""The table as a drawing."""

from __future__ import annotations

from lines.state import TOKEN, confused, stands
from sandtable.core import Position
from sandtable.geometry.ground import rounded
from sandtable.scene import Badge, Body, Disc, Piece, Rect, Scene, Score

SEATS = ("a", "b")


def picture(p: Position) -> Scene:
    state = p.state
    turn = f"turn {(state.turn + 1) // 2}, seat {SEATS[state.active]}"
    score = tuple(Score(seat=name, name=name, points=f"{state.left(i)} stands") for i, name in enumerate(SEATS))
    pieces = (*unit_pieces(p), *general_pieces(p))
    width, height = state.table
    return Scene(
        title="Lines",
        subtitle=turn,
        width=width,
        height=height,
        unit="cm",
        grid=10_000,
        pieces=pieces,
        bodies=bodies(p),
        score=score,
    )


def unit_pieces(p: Position) -> list[Piece]:
    pieces = []
    for name, unit in p.state.units.items():
        for place, stand in zip(unit.stands, stands(unit), strict=True):
            x, y = rounded((stand.x, stand.y))
            shape = Rect(x=x, y=y, frontage=int(stand.frontage), depth=int(stand.depth), facing=stand.facing)
            pieces.append(
                Piece(
                    id=f"{name} {place}",
                    name=f"{name}, {place} stand",
                    seat=SEATS[unit.seat],
                    shape=shape,
                    label=name[:3],
                    style="infantry",
                )
            )
    return pieces


def bodies(p: Position) -> tuple[Body, ...]:
    """Each unit as one thing, with what it has become this turn."""
    found = []
    for name, body in p.rules.showing.bodies(p).items():
        unit = p.state.units[name]
        marks = (("charged", unit.charged), ("confused", confused(p, name)))
        badges = tuple(Badge(text=word, name=word) for word, holds in marks if holds)
        found.append(
            Body(id=name, name=body.name, seat=SEATS[unit.seat], pieces=body.pieces, label=body.label, badges=badges)
        )
    return tuple(found)


def general_pieces(p: Position) -> list[Piece]:
    return [
        Piece(
            id=f"general_{SEATS[seat]}",
            name="general",
            seat=SEATS[seat],
            shape=Disc(x=x, y=y, r=TOKEN),
            label="G",
            style="character",
        )
        for seat, (x, y) in enumerate(p.state.generals)
    ]
