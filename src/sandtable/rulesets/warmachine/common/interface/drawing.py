"""The table as a drawing."""

from __future__ import annotations

from sandtable.geometry.units import text
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.measuring.distance import radius
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import in_the_way, sighting
from sandtable.rulesets.warmachine.common.setup.deployment import strip
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS
from sandtable.rulesets.warmachine.common.state.conditions import card, effects_on
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import SEATS, Model
from sandtable.scene import Badge, Disc, Piece, Pips, Scene, Score, SightLine, Zone, box
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


def draw(p: Position, seat: int | None) -> Scene:
    state = p.state
    subtitle = f"Round {state.round}, turn of {SEATS[state.active]}" if state.turn else "set-up"
    return Scene(
        title=f"{p.rules.title} · {p.rules.cards.scenarios[state.scenario].name}",
        subtitle=subtitle,
        unit="in",
        width=state.map.width,
        height=state.map.height,
        zones=tuple(_strip(p, s) for s in (0, 1)),
        terrain=tuple(drawing.terrain(f, LOOKS, {}) for f in state.map.features),
        pieces=tuple(_piece(p, name, m) for name, m in state.models.items()),
        score=tuple(Score(seat=SEATS[s], name=f"Seat {SEATS[s]}", points=state.points[s]) for s in (0, 1)),
        steps=PHASES,
        step=PHASES.index(state.phase) if state.phase in PHASES else None,
    )


def _strip(p: Position, seat: int) -> Zone:
    x0, y0, x1, y1 = (round(v) for v in strip(p, seat, False))
    return Zone(shape=box(x0, y0, x1, y1), seat=SEATS[seat], filled=True)


def _piece(p: Position, name: str, m: Model) -> Piece:
    status, printed = p.state.status[name], card(p, name)
    badges = [Badge(text=SIGNS.get(e.name, "✦"), name=e.name.replace("_", " ")) for e in effects_on(p, name)]
    out = disabled(printed, status.marks) - {"."}
    badges += [Badge(text=s, name=f"{SYSTEMS[s]} disabled", tone="red") for s in sorted(out)]
    return Piece(
        id=name,
        name=f"{name} at {text(m.x)}, {text(m.y)}",
        seat=SEATS[status.seat],
        shape=Disc(x=m.x, y=m.y, r=radius(p, m)),
        label="".join(w[0] for w in printed.name.split() if w[0].isalpha())[:2].upper(),
        facing=m.facing,
        front_arc=True,
        health=(left(printed, status.marks), printed.most) if printed.most > 1 else None,
        pips=(Pips(name="focus", n=status.focus),) if status.focus else (),
        badges=tuple(badges),
        faded=(status.unit or name) in p.state.activated,
        style="character" if printed.kind == "warcaster" else "round",
    )


def sight_line(p: Position, viewer: str, target: str) -> SightLine:
    a, b = p.state.models[viewer], p.state.models[target]
    found = sighting(p, viewer, target)
    hiding = () if found.clear else in_the_way(p, viewer, target)
    if found.clear or (hiding and any(f.id == hiding[0] for f in p.state.map.features)):
        return drawing.sight_line(p, a, b, found, hiding)
    label = f"no line of sight: {', '.join(hiding) or 'not in its front arc'}"
    return SightLine(start=a.at, end=b.at, clear=False, label=label)
