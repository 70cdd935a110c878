"""The table as a drawing."""

from __future__ import annotations

from sandtable.rulesets.warcaster.interface.names import names
from sandtable.rulesets.warcaster.measuring.distance import marker, radius
from sandtable.rulesets.warcaster.measuring.line_of_sight import in_the_way, look
from sandtable.rulesets.warcaster.missions.objectives import SECURE, securing
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import RESERVE, STEPS, Model, Table, Unit
from sandtable.scene import (
    Badge,
    Disc,
    Marker,
    Piece,
    Pips,
    Reserve,
    Scene,
    Score,
    SightLine,
    Track,
    Zone,
    box,
)
from sandtable.scene import Card as Cypher
from sandtable.tabletop import drawing

STRIP = 5000
LOOKS, LABELS = {"obscuring": "hill", "obstacle": "wall"}, {"obscuring": "fog"}
TONES = {"overdrive": "amber", "fury": "red", "geometric": "violet", "harmonic": "green"}
SIGNS = {"fire": "🔥", "corrosion": "☣", "lock_down": "⛓", "system_failure": "✕", "tune_up": "✚"}


def draw(p: Position, seat: int | None) -> Scene:
    state: Table = p.state
    mission = p.rules.cards.missions[state.mission]["name"] if state.mission else "the mission is not rolled yet"
    return Scene(
        title=f"Warcaster · {mission}",
        subtitle=f"Pulse {state.round}, turn {state.turn} of {'ab'[state.active]}" if state.started else "set-up",
        unit="in",
        width=state.map.size,
        height=state.map.size,
        zones=tuple(_strip(state, s) for s in (0, 1)),
        terrain=tuple(drawing.terrain(f, LOOKS, LABELS) for f in state.map.features if f.id not in state.objectives),
        markers=tuple(_marker(p, name) for name in state.objectives if not state.objectives[name].carrier),
        pieces=tuple(_piece(p, name, m) for name, m in state.models.items()),
        score=tuple(Score(seat="ab"[s], name=f"Seat {'ab'[s]}", points=state.players[s].vp) for s in (0, 1)),
        tracks=(
            Track(name=f"Pulse {state.round}", boxes=5, filled=state.box),
            *(Track(name=f"Well {'ab'[s]}", boxes=7, filled=state.players[s].well, seat="ab"[s]) for s in (0, 1)),
        ),
        steps=tuple(s.replace("_", " ") for s in STEPS),
        step=STEPS.index(state.step) if state.step in STEPS else None,
        cards=tuple(_card(p.rules.cards, c) for c in state.players[seat].hand) if seat is not None else (),
        reserves=tuple(_reserve(p, name, u) for name, u in state.units.items() if u.place == RESERVE),
    )


def _strip(state: Table, seat: int) -> Zone:
    size = state.map.size
    shape = box(0, 0, size, STRIP) if state.sides[seat] == 0 else box(0, size - STRIP, size, size)
    return Zone(shape=shape, seat="ab"[seat], filled=True)


def _marker(p: Position, name: str) -> Marker:
    state = p.state
    o = state.objectives[name]
    disc = marker(p, o)
    held = next(("ab"[s] for s in (0, 1) if securing(p, name, s)), "")
    label = str(o.number) if o.number else name[:2].upper()
    ring = round(disc.r) + SECURE if o.kind == "permanent" else 0
    return Marker(at=(o.x, o.y), label=label, name=names(p)[name], radius=round(disc.r), ring=ring, held=held)


def _piece(p: Position, name: str, m: Model) -> Piece:
    state = p.state
    unit, card = state.units[m.unit], p.rules.cards.units[m.card]
    badges = [Badge(text="✓", name="activated")] if unit.token else []
    badges += [Badge(text=SIGNS[e], name=p.rules.cards.effects[e]["name"]) for e in m.effects]
    badges += [Badge(text="◆", name=f"carries {names(p)[m.carrying]}")] if m.carrying else []
    gate = m.card == "void_gate"
    return Piece(
        id=name,
        name=names(p)[name],
        seat="ab"[unit.seat],
        shape=Disc(x=m.x, y=m.y, r=radius(p, m)),
        label="◇" if gate else "".join(w[0] for w in card.name.split())[:2].upper(),
        health=None if gate or card.health < 2 else (card.health - m.damage, card.health),
        pips=(Pips(name="Arc", n=unit.arc),) if unit.arc else (),
        badges=tuple(badges),
        faded=unit.token,
    )


def _reserve(p: Position, name: str, unit: Unit) -> Reserve:
    card = p.rules.cards.units[unit.card]
    return Reserve(id=name, name=names(p)[name], seat="ab"[unit.seat], kind=card.type, cost=card.dc)


def _card(cards: Library, card: str) -> Cypher:
    c = cards.cyphers[card]
    return Cypher(id=card, title=c.name, kind=c.type, text=c.text, tone=TONES[c.type])  # type: ignore[arg-type]


def sight_line(p: Position, viewer: str, target: str) -> SightLine:
    """The line that proves sight, or the middle line and what stands in its way (WC-LOS-2)."""
    a, b = p.state.models[viewer], p.state.models[target]
    return drawing.sight_line(p, a, b, look(p, viewer, target), in_the_way(p, viewer, target))
