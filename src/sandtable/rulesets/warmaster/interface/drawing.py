"""The table as a drawing: stands, characters, terrain, marks."""

from __future__ import annotations

from itertools import pairwise

from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.ending.victory import points
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank
from sandtable.rulesets.warmaster.state.table import SETUP, TOKEN
from sandtable.rulesets.warmaster.terrain.features import Feature
from sandtable.scene import Badge, Disc, Piece, Polygon, Rect, Scene, Score, Terrain, Zone

STYLES = {"infantry": "infantry", "artillery": "artillery", "machine": "artillery"}
STEPS = ("command", "shooting", "combat")


def picture(p: Position) -> Scene:
    state, rules = p.state, p.rules
    turn = "setting up" if state.phase == SETUP else f"turn {(state.turn + 1) // 2}, {rules.seat_name(state.active)}"
    score = tuple(Score(seat=name, name=name, points=points(rules, state, i)) for i, name in enumerate(rules.seats))
    return Scene(
        title="Warmaster",
        subtitle=turn,
        width=state.map.width,
        height=state.map.height,
        unit="cm",
        grid=10_000,
        terrain=tuple(t for f in state.map.features for t in drawn(f)),
        pieces=(*unit_pieces(p), *character_pieces(p)),
        zones=tuple(zone(p, seat) for seat in (0, 1)) if state.phase == SETUP else (),
        score=score,
        steps=STEPS,
        step=STEPS.index(state.phase) if state.phase in STEPS else None,
    )


def zone(p: Position, seat: int) -> Zone:
    x0, y0, x1, y1 = p.state.sides[seat].zone
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Zone(shape=Polygon(points=corners), label="deployment", seat=p.rules.seat_name(seat))


def drawn(feature: Feature) -> tuple[Terrain, ...]:
    """A feature; a line with a width as a strip for each stretch."""
    label = feature.label or feature.kind.replace("_", " ")
    if feature.points:
        return (Terrain(kind=feature.kind, shape=Polygon(points=feature.points), label=label),)
    found = []
    for n, (a, b) in enumerate(pairwise(feature.line)):
        shape = Polygon(points=(a, b) if not feature.width else strip(a, b, feature.width))
        found.append(Terrain(kind=feature.kind, shape=shape, label=label if n == 0 else ""))
    return tuple(found)


def strip(a: tuple[int, int], b: tuple[int, int], width: int) -> tuple[tuple[int, int], ...]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / size * width / 2, dx / size * width / 2
    return tuple((round(x + s * nx), round(y + s * ny)) for (x, y), s in ((a, -1), (b, -1), (b, 1), (a, 1)))


def unit_pieces(p: Position) -> list[Piece]:
    pieces, table = [], crowd(p)
    for name in p.state.stands:
        unit, kind = p.state.units[name], entry(p, name)
        marks = {
            "confused": unit.confused,
            "engaged": engaged(p, name),
            "charged": unit.charged,
            f"lost {unit.lost}": unit.lost > 0,
            f"hits {unit.hits}": unit.hits > 0,
        }
        badges = tuple(Badge(text=word[:2], name=word) for word, holds in marks.items() if holds)
        for i, rect in enumerate(table.of(name)):
            pieces.append(
                Piece(
                    id=f"{name}.{i + 1}",
                    name=f"{name}, stand {i + 1}",
                    seat=p.rules.seat_name(unit.seat),
                    shape=Rect(
                        x=round(rect.x), y=round(rect.y), frontage=round(rect.frontage), depth=round(rect.depth),
                        facing=rect.facing,
                    ),
                    label=initials(name),
                    badges=badges if i == 0 else (),
                    style=STYLES.get(kind.type, "cavalry"),  # type: ignore[arg-type]
                )
            )  # fmt: skip
    return pieces


def initials(name: str) -> str:
    words = name.removeprefix("b_").split("_")
    return (
        "".join(word[0] for word in words[:2])[:3].upper() if len(words) > 2 else (words[0][0] + words[-1])[:3].upper()
    )


def character_pieces(p: Position) -> list[Piece]:
    return [
        Piece(
            id=name,
            name=name.replace("_", " "),
            seat=p.rules.seat_name(p.state.characters[name].seat),
            shape=Disc(x=x, y=y, r=TOKEN),
            label=rank(p, name).kind[0].upper(),
            style="character",
        )
        for name, (x, y) in p.state.spots.items()
    ]
