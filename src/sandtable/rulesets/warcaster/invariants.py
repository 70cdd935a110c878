"""What must hold of every Warcaster table, whatever happened."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Position
from sandtable.geometry.measure import overlap
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.state import PLAY, Table, arc_limit
from sandtable.rulesets.warcaster.table import disc, radius


def faults(p: Position) -> list[str]:
    state: Table = p.state
    return [*arc(state), *places(state), *bases(state), *cards(state)]


def arc(state: Table) -> Iterator[str]:
    """Seven Arc a player, and nobody holds too much (WC-ARC-1, WC-ARC-4)."""
    for seat in (0, 1):
        held = sum(u.arc for u in state.units.values() if u.seat == seat)
        if held + state.players[seat].well != library().game["arc"]["each_player"]:
            yield f"seat {seat} has {held} Arc out and {state.players[seat].well} in the well"
    for name, unit in state.units.items():
        if not 0 <= unit.arc <= arc_limit(state.unit_card(name)) or (unit.arc and unit.place != PLAY):
            yield f"{name} holds {unit.arc} Arc"


def places(state: Table) -> Iterator[str]:
    """Every unit in exactly one place."""
    on_table = {m.unit for m in state.models.values()}
    for name, unit in state.units.items():
        if (unit.place == PLAY) != (name in on_table):
            yield f"{name} is in {unit.place} and has {'some' if name in on_table else 'no'} model on the table"
        if unit.place != PLAY and (unit.token or unit.lost or unit.attachments):
            yield f"{name} is not in play but keeps a token, losses or attachments"
    for name, model in state.models.items():
        health = library().units[model.card].health
        if model.card != "void_gate" and not 0 <= model.damage < health:
            yield f"{name} has {model.damage} damage of {health}"
        if model.carrying and state.objectives[model.carrying].carrier != name:
            yield f"{name} carries {model.carrying} but the marker does not know"
    for seat in (0, 1):
        if len(state.gates_of(seat)) > library().game["gate"]["most"]:
            yield f"seat {seat} has more than two gates"


def bases(state: Table) -> Iterator[str]:
    """No overlap, nothing outside the table."""
    found = list(state.models.items())
    for i, (name, m) in enumerate(found):
        r = radius(m) - 1
        if not (r <= m.x <= state.map.size - r and r <= m.y <= state.map.size - r):
            yield f"{name} is outside the table at {m.x}, {m.y}"
        for other, o in found[:i]:
            near = abs(m.x - o.x) < 2000 and abs(m.y - o.y) < 2000
            if near and m.on == o.on and overlap(disc(m), disc(o)):
                yield f"{name} and {other} overlap"


def cards(state: Table) -> Iterator[str]:
    """Hand, rack, pile and cards in play are the rack the player brought, each card once."""
    for seat, player in enumerate(state.players):
        everything = [*player.hand, *player.rack, *player.discard, *(c for c, _ in player.in_play)]
        if "?" not in everything and len(set(everything)) != len(everything):
            yield f"seat {seat} has a card twice"
