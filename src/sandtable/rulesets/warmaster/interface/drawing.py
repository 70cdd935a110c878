"""The table as a drawing: stands, characters, terrain, fights, how far orders reach."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.distance import outline
from sandtable.rulesets.warmaster.combat.engagements import components
from sandtable.rulesets.warmaster.command.order_test import BAND, HERO_RANGE, WIZARD_RANGE
from sandtable.rulesets.warmaster.ending.victory import points
from sandtable.rulesets.warmaster.interface.bodies import bodies
from sandtable.rulesets.warmaster.interface.names import names
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank
from sandtable.rulesets.warmaster.state.table import (
    COMMAND,
    DESTROYED,
    SETUP,
    TABLE,
    TOKEN,
    WAITING,
    Unit,
)
from sandtable.rulesets.warmaster.terrain.features import Feature
from sandtable.scene import Badge, Body, Disc, Note, Piece, Polygon, Rect, Reserve, Scene, Score, Terrain, Track, Zone

STYLES = {"infantry": "infantry", "artillery": "artillery", "machine": "artillery"}
STEPS = ("command", "shooting", "combat")
LOOKS = {
    "wood": "forest", "village": "structure", "building": "structure", "broken": "rough", "loose": "rough",
    "ford": "water", "bridge": "road", "river_deep": "water", "cliff": "impassable", "low_linear": "hedge",
    "high_linear": "wall",
}  # fmt: skip
CALLED = {"low_linear": "", "high_linear": "", "road": "", "river_deep": "river", "loose": "loose ground"}
REACH = {"hero": HERO_RANGE, "wizard": WIZARD_RANGE}
PAD = 800  # between a fight and the frame round it


def picture(p: Position) -> Scene:
    state, rules = p.state, p.rules
    setting_up = state.phase == SETUP
    side = rules.seat_name(state.active)
    return Scene(
        title=f"Warmaster · {state.map.name.replace('_', ' ').capitalize()}" if state.map.name else "Warmaster",
        subtitle="set-up" if setting_up else f"turn {(state.turn + 1) // 2} of {side}{length(p)}",
        width=state.map.width,
        height=state.map.height,
        unit="cm",
        grid=10_000,
        terrain=tuple(drawn(f) for f in state.map.features),
        pieces=(*unit_pieces(p), *character_pieces(p)),
        bodies=tuple(marked(p)),
        zones=(*(zone(p, seat) for seat in (0, 1)), *command_ranges(p), *fights(p)),
        notes=tuple(fight_notes(p)),
        score=tuple(score(p, seat) for seat in (0, 1)),
        tracks=tuple(losses(p)),
        steps=STEPS,
        step=STEPS.index(state.phase) if state.phase in STEPS else None,
        reserves=tuple(reserve(p, name, u) for name, u in state.units.items() if u.where not in (TABLE, DESTROYED)),
    )


def length(p: Position) -> str:
    if not p.state.last or p.state.capped:
        return ""
    return f", {p.state.last // 2} each"


def score(p: Position, seat: int) -> Score:
    return Score(seat=p.rules.seat_name(seat), name=army_name(p, seat), points=points(p.rules, p.state, seat))


def army_name(p: Position, seat: int) -> str:
    army = p.rules.library.armies.get(p.state.sides[seat].army)
    return army.name if army else p.rules.seat_name(seat)


def losses(p: Position) -> Iterator[Track]:
    """Units lost of those at which an army breaks."""
    for seat in (0, 1):
        most = p.state.sides[seat].breaks_at
        if most < 100:
            lost = sum(u.seat == seat and u.where == DESTROYED for u in p.state.units.values())
            name = p.rules.seat_name(seat)
            whose = name if army_name(p, 0) == army_name(p, 1) else army_name(p, seat)
            yield Track(name=f"{whose} lost", boxes=most, filled=min(lost, most), seat=name, tone="red")


def zone(p: Position, seat: int) -> Zone:
    x0, y0, x1, y1 = p.state.sides[seat].zone
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Zone(shape=Polygon(points=corners), seat=p.rules.seat_name(seat), filled=True)


def command_ranges(p: Position) -> Iterator[Zone]:
    """How far the character who gives orders reaches: bands of 20 cm, each -1 more (WM-CMD-1, WM-CMD-4)."""
    name = p.state.issuing
    if p.state.phase != COMMAND or name not in p.state.spots or p.state.characters[name].done:
        return
    yield from bands(p, name)


def bands(p: Position, name: str) -> Iterator[Zone]:
    """20 cm each, every further one -1."""
    x, y = p.state.spots[name]
    seat = p.rules.seat_name(p.state.characters[name].seat)
    far = REACH.get(rank(p, name).kind, 3 * BAND)
    for band in range(far // BAND):
        reach = (band + 1) * BAND
        label = f"to {reach // 1000} cm: {-band}" if band else f"to {reach // 1000} cm: 0"
        yield Zone(shape=Disc(x=x, y=y, r=reach + TOKEN), label=label, seat=seat)


def fights(p: Position) -> Iterator[Zone]:
    """A frame round the units of each fight."""
    for group in fighting(p):
        rects = [corner for name in group for r in crowd(p).of(name) for corner in outline(r)]
        xs, ys = [x for x, _ in rects], [y for _, y in rects]
        x0, x1, y0, y1 = (round(v) for v in (min(xs) - PAD, max(xs) + PAD, min(ys) - PAD, max(ys) + PAD))
        yield Zone(shape=Polygon(points=((x0, y0), (x1, y0), (x1, y1), (x0, y1))), tone="red", filled=True)


def fight_notes(p: Position) -> Iterator[Note]:
    for n, group in enumerate(fighting(p), 1):
        rects = [r for name in group for r in crowd(p).of(name)]
        at = round(max(r.x for r in rects)) + 2000, round(min(r.y for r in rects))
        yield Note(at=at, text=f"combat {n}", tone="red")


def fighting(p: Position) -> list[tuple[str, ...]]:
    return components(p) if p.state.phase != SETUP else []


def drawn(feature: Feature) -> Terrain:
    label = feature.label or CALLED.get(feature.kind, feature.kind.replace("_", " "))
    kind = LOOKS.get(feature.kind, feature.kind)
    if feature.points:
        return Terrain(id=feature.id, kind=kind, shape=Polygon(points=feature.points), label=label)
    return Terrain(id=feature.id, kind=kind, shape=Polygon(points=feature.line), label=label, width=feature.width)


def marked(p: Position) -> Iterator[Body]:
    """Units, with what a player must see at a glance written beside their names."""
    for name, body in bodies(p).items():
        unit = p.state.units[name]
        lost = (Badge(text=f"-{unit.lost}", tone="red"),) if unit.lost else ()
        confused = (Badge(text="?", name="confused", tone="violet"),) if unit.confused else ()
        yield Body(
            id=name,
            name=body.name,
            seat=p.rules.seat_name(unit.seat),
            pieces=body.pieces,
            label=body.label,
            badges=(*lost, *confused),
        )


def badges(p: Position, name: str) -> Iterator[Badge]:
    """What has become of a unit, as signs at its first stand."""
    unit = p.state.units[name]
    if unit.confused:
        yield Badge(text="?", name="confused", tone="violet")
    if unit.lost:
        yield Badge(text=f"-{unit.lost}", name=f"{unit.lost} stand{'' if unit.lost == 1 else 's'} lost", tone="red")
    if unit.hits:
        yield Badge(text=str(unit.hits), name=f"{unit.hits} hit{'' if unit.hits == 1 else 's'}", tone="amber")
    if unit.charged:
        yield Badge(text="»", name="charged", tone="amber")
    if unit.orders:
        yield Badge(text="✓", name=f"ordered {unit.orders} times" if unit.orders > 1 else "ordered")
    if unit.penalty:
        yield Badge(text=f"C{-unit.penalty}", name=f"{-unit.penalty} Command", tone="grey")


def unit_pieces(p: Position) -> list[Piece]:
    pieces, table, called = [], crowd(p), names(p)
    for name in p.state.stands:
        unit, kind = p.state.units[name], entry(p, name)
        marks = tuple(badges(p, name))
        for i, rect in enumerate(table.of(name)):
            pieces.append(
                Piece(
                    id=f"{name}.{i + 1}",
                    name=called[f"{name}.{i + 1}"],
                    seat=p.rules.seat_name(unit.seat),
                    shape=Rect(
                        x=round(rect.x), y=round(rect.y), frontage=round(rect.frontage), depth=round(rect.depth),
                        facing=rect.facing,
                    ),
                    label=" ",
                    badges=marks if i == 0 else (),
                    style=STYLES.get(kind.type, "cavalry"),  # type: ignore[arg-type]
                    faded=unit.confused,
                )
            )  # fmt: skip
    return pieces


def character_pieces(p: Position) -> list[Piece]:
    called = names(p)
    return [
        Piece(
            id=name,
            name=called[name],
            seat=p.rules.seat_name(p.state.characters[name].seat),
            shape=Disc(x=x, y=y, r=TOKEN),
            label=rank(p, name).kind[0].upper(),
            style="character",
            faded=p.state.characters[name].done and p.state.characters[name].seat == p.state.active,
        )
        for name, (x, y) in p.state.spots.items()
    ]


def reserve(p: Position, name: str, unit: Unit) -> Reserve:
    kind = entry(p, name)
    where = "off the table" if unit.where == WAITING else kind.type
    return Reserve(id=name, name=names(p)[name], seat=p.rules.seat_name(unit.seat), kind=where, cost=kind.points)
