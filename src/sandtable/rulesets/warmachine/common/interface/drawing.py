"""The table as a drawing: bases with facing and front arcs, damage, focus, control areas, clouds and wrecks."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.units import text
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.interface.bodies import initials
from sandtable.rulesets.warmachine.common.interface.names import names, words
from sandtable.rulesets.warmachine.common.interface.printed_pages import boxes, figures_of
from sandtable.rulesets.warmachine.common.measuring.distance import control_area, radius
from sandtable.rulesets.warmachine.common.measuring.engagement import in_melee_with
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import in_the_way, sighting
from sandtable.rulesets.warmachine.common.setup.deployment import strip
from sandtable.rulesets.warmachine.common.setup.victory import pit
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS
from sandtable.rulesets.warmachine.common.state.conditions import card, effects_on
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import SEATS, Model
from sandtable.rulesets.warmachine.common.units.members import commander
from sandtable.scene import (
    Badge,
    Card,
    Disc,
    GridBox,
    Panel,
    Piece,
    Pips,
    Reserve,
    Scene,
    Score,
    SightLine,
    Zone,
    box,
)
from sandtable.tabletop import drawing

LOOKS = {
    "boulder": "structure", "building": "structure", "mesh_fence": "hedge", "shallow_water": "water",
    "deep_water": "water",
    "rough_hill": "hill", "shaft": "impassable",
}  # fmt: skip
SIGNS = {
    "knocked_down": "▼", "stationary": "❄", "inert": "○", "fleeing": "!", "fire": "🔥", "corrosion": "☣", "stall": "⏸",
    "disrupted": "⚡",
}  # fmt: skip
PHASES = ("maintenance", "control", "activation")
MOST_PANELS = 3


def draw(p: Position, seat: int | None) -> Scene:
    state = p.state
    subtitle = f"Round {state.round}, turn of {SEATS[state.active]}" if state.turn else "set-up"
    return Scene(
        title=f"{p.rules.title} · {p.rules.cards.scenarios[state.scenario].name}",
        subtitle=subtitle,
        unit="in",
        width=state.map.width,
        height=state.map.height,
        zones=tuple(_zones(p, seat)),
        terrain=tuple(drawing.terrain(f, LOOKS, {}) for f in state.map.features),
        pieces=tuple(_piece(p, name, m) for name, m in state.models.items()),
        score=tuple(Score(seat=SEATS[s], name=f"Seat {SEATS[s]}", points=state.points[s]) for s in (0, 1)),
        steps=PHASES,
        step=PHASES.index(state.phase) if state.phase in PHASES else None,
        panels=tuple(_panels(p)),
        cards=tuple(_magic(p, seat)) if seat is not None else (),
        reserves=tuple(_reserves(p)),
    )


def _zones(p: Position, viewer: int | None) -> Iterator[Zone]:
    """Deployment strips before the first turn; then the area of the scenario and control areas.

    A player sees the own ones only: nobody may measure those of the enemy.
    """
    state = p.state
    for seat in (0, 1) if not state.turn else ():
        x0, y0, x1, y1 = (round(v) for v in strip(p, seat, False))
        yield Zone(shape=box(x0, y0, x1, y1), seat=SEATS[seat], filled=True)
    area = pit(p)
    if area is not None:
        x, y, r = (round(v) for v in area)
        label = p.rules.cards.scenarios[state.scenario].name
        yield Zone(shape=Disc(x=x, y=y, r=r), label=f"{label} {text(2 * r)}″", tone="grey")
    for name, m in state.models.items() if state.turn else ():
        if card(p, name).kind == "warcaster" and viewer in (None, state.status[name].seat):
            far = control_area(p, name)
            shape = Disc(x=m.x, y=m.y, r=radius(p, m) + far)
            label = f"{names(p)[name]}: control area {far // 1000}″"
            yield Zone(shape=shape, label=label, tone="violet")


def _piece(p: Position, name: str, m: Model) -> Piece:
    status, printed, known = p.state.status[name], card(p, name), names(p)
    return Piece(
        id=name,
        name=known[name],
        seat=SEATS[status.seat],
        shape=Disc(x=m.x, y=m.y, r=radius(p, m)),
        label=initials(printed.name),
        facing=m.facing,
        front_arc=True,
        health=(left(printed, status.marks), printed.most) if printed.most > 1 else None,
        pips=(Pips(name="focus", n=status.focus, tone="violet"),) if status.focus else (),
        badges=tuple(_badges(p, name)),
        faded=(status.unit or name) in p.state.activated,
        style="character" if printed.kind == "warcaster" else "round",
    )


def _badges(p: Position, name: str) -> Iterator[Badge]:
    status, printed, known = p.state.status[name], card(p, name), names(p)
    if status.unit and commander(p, status.unit) == name:
        yield Badge(text="★", name="leads its unit")
    shown = set()
    for effect in effects_on(p, name):
        title = known.get(effect.name, words(effect.name))
        if title not in shown:
            shown.add(title)
            yield Badge(text=SIGNS.get(effect.name, "✦"), name=title)
    for system in sorted(disabled(printed, status.marks) - {"."}):
        yield Badge(text=system, name=f"{SYSTEMS[system]} disabled", tone="red")
    if name in p.state.feats:
        yield Badge(text="F", name="feat used", tone="grey")


def _panels(p: Position) -> Iterator[Panel]:
    """The damage grids of the model that activates and of those in melee with it."""
    name = p.state.activating
    if name not in p.state.models:
        return
    shown = 0
    for one in (name, *in_melee_with(p, name)):
        printed, status = card(p, one), p.state.status[one]
        if printed.grid and shown < MOST_PANELS:
            shown += 1
            grid = tuple(
                GridBox(column=b.column, row=b.row, system=b.system, marked=b.marked)
                for b in boxes(printed, status.marks)
            )
            rows = ((f"focus {status.focus} · boxes {left(printed, status.marks)}/{printed.most}", ""),)
            yield Panel(title=names(p)[one], seat=SEATS[status.seat], rows=rows, grid=grid)


def _magic(p: Position, seat: int) -> Iterator[Card]:
    """Spells and feats of the warcasters of a seat; what cannot be paid or is spent is faded."""
    cards, known = p.rules.cards, names(p)
    having = [name for name in p.state.of(seat) if card(p, name).spells or card(p, name).feat]
    for name in having:
        printed, focus = card(p, name), p.state.status[name].focus
        of = known[name] if len(having) > 1 else ""
        for id in printed.spells:
            spell = cards.spells[id]
            yield Card(
                id=id,
                title=spell.name,
                of=of,
                kind=figures_of(spell),
                text=spell.text,
                tone="violet",
                faded=focus < spell.cost,
            )
        if printed.feat:
            feat = cards.feats[printed.feat]
            used = name in p.state.feats
            yield Card(
                id=printed.feat, title=feat.name, of=of, kind="feat, once", text=feat.text, tone="amber", faded=used
            )


def _reserves(p: Position) -> Iterator[Reserve]:
    """Models and units that are not deployed yet."""
    state, known = p.state, names(p)
    for name, status in state.status.items():
        if not status.unit and name not in state.models and name not in state.lost:
            kind = p.rules.cards.models[status.card].kind
            yield Reserve(id=name, name=known[name], seat=SEATS[status.seat], kind=kind)
    for name, unit in state.units.items():
        if not state.turn and not any(n in state.models for n in unit.members):
            yield Reserve(id=name, name=known[name], seat=SEATS[unit.seat], kind="unit")


def sight_line(p: Position, viewer: str, target: str) -> SightLine:
    """The line that proves sight, without its length: that may be measured only after a declaration."""
    a, b = p.state.models[viewer], p.state.models[target]
    found = sighting(p, viewer, target)
    if found.line is not None:
        (x0, y0), (x1, y1) = found.line
        return SightLine(start=(round(x0), round(y0)), end=(round(x1), round(y1)))
    hiding = in_the_way(p, viewer, target)
    shape = next((drawing.footprint(f) for f in p.state.map.features if f.id in hiding), None)
    known = names(p)
    why = ", ".join(known.get(name, name) for name in hiding) or "not in its front arc"
    return SightLine(start=a.at, end=b.at, clear=False, label=f"no line of sight: {why}", blocked_by=shape)
