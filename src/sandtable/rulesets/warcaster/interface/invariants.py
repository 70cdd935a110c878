"""What holds of every table in every game. Each fault names the piece and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from sandtable.geometry.ground import Ground
from sandtable.geometry.measure import inside
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.measuring.distance import radius
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.printed import troopers, unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import PLAY, REMOVED, RESERVE
from sandtable.rulesets.warcaster.terrain.features import Map, land
from sandtable.rulesets.warcaster.terrain.surfaces import top_of
from sandtable.tabletop.measuring.distance import overlapping


def faults(p: Position) -> list[str]:
    checks = (
        arc,
        places,
        strength,
        damage,
        gates,
        bases,
        heights,
        carriers,
        cards,
        types,
        continuous,
        effects,
        clock,
        points,
    )
    return [fault for check in checks for fault in check(p)]


def arc(p: Position) -> Iterator[str]:
    """Seven Arc a player, and no unit holds more than it may (WC-ARC-1, WC-ARC-4)."""
    state, each = p.state, p.rules.cards.game["arc"]["each_player"]
    for seat in (0, 1):
        held = sum(u.arc for u in state.units.values() if u.seat == seat)
        well = state.players[seat].well
        if held + well != each or well < 0:
            yield f"seat {'ab'[seat]} has {held} Arc on units and gates and {well} in the well, together not {each}"
    for name, unit in state.units.items():
        if not 0 <= unit.arc <= p.rules.cards.arc_limit(unit_card(p, name)) or (unit.arc and unit.place != PLAY):
            yield f"{name} holds {unit.arc} Arc"


def places(p: Position) -> Iterator[str]:
    """Every unit in exactly one place; off the table it keeps nothing (WC-UNIT-1, WC-UNIT-5)."""
    state = p.state
    on_table = {m.unit for m in state.models.values()}
    for name, unit in state.units.items():
        if unit.place not in (PLAY, RESERVE, REMOVED) or (unit.place == PLAY) != (name in on_table):
            yield f"{name} is in {unit.place} and has {'some' if name in on_table else 'no'} model on the table"
        if unit.place != PLAY and (unit.token or unit.lost or unit.attachments):
            yield f"{name} is not in play but keeps a token, losses or attachments"
        if unit.place == REMOVED and not unit_card(p, name).hero:
            yield f"{name} is no Hero and yet out of the game"
    for name in sorted(on_table - set(state.units)):
        yield f"a model of {name} is on the table, but there is no such unit"


def strength(p: Position) -> Iterator[str]:
    """On the table or lost: together a unit's models are its full strength, each of the card it should be."""
    state = p.state
    here: dict[str, set[str]] = {}
    for name, model in state.models.items():
        here.setdefault(model.unit, set()).add(name)
        attached = name.rpartition(".")[2]
        unit = state.units.get(model.unit)
        if unit is not None and model.card != (attached if attached in unit.attachments else unit.card):
            yield f"{name} is a {model.card}"
    for name, unit in state.units.items():
        if unit.place == PLAY:
            mine = here.get(name, set())
            if mine & set(unit.lost) or mine | set(unit.lost) != set(troopers(p, name)):
                yield f"{name} has {sorted(mine)} on the table and {sorted(unit.lost)} lost"
        if len(set(unit.attachments)) != len(unit.attachments):
            yield f"{name} has an attachment twice"
    for seat, player in enumerate(state.players):
        if any(n < 0 for _, n in player.attachments):
            yield f"seat {'ab'[seat]} owns fewer attachments than none"


def damage(p: Position) -> Iterator[str]:
    state = p.state
    for name, model in state.models.items():
        health = p.rules.cards.units[model.card].health
        if not 0 <= model.damage < max(1, health):
            yield f"{name} has {model.damage} damage of {health}"


def gates(p: Position) -> Iterator[str]:
    """Two at most, and they never act (WC-GATE-1, WC-GATE-7)."""
    state = p.state
    for seat in (0, 1):
        if len(state.gates_of(seat)) > p.rules.cards.game["gate"]["most"]:
            yield f"seat {'ab'[seat]} has more than two gates"
    for name, unit in state.units.items():
        if unit.card == "void_gate" and (unit.token or unit.place != PLAY or state.activating == name):
            yield f"the gate {name} has a token, is off the table or activates"


def bases(p: Position) -> Iterator[str]:
    """No overlap, nothing outside the table."""
    state = p.state
    for name, m in state.models.items():
        r = radius(p, m) - 1
        over = max(r - m.x, r - m.y, m.x + r - state.map.size, m.y + r - state.map.size)
        if over > 0:
            yield f"{name} reaches {text(over)} in over the edge of the table"
    for other, name in overlapping(p, state.models):
        m, o = state.models[name], state.models[other]
        if m.on == o.on:
            deep = radius(p, m) + radius(p, o) - hypot(m.x - o.x, m.y - o.y)
            yield f"{name} and {other} overlap by {text(round(deep))} in"


def heights(p: Position) -> Iterator[str]:
    """Whoever is up on something has its centre over a top that is there, at its height (WC-TERRAIN-19, WC-FALL-8)."""
    state = p.state
    for name, m in state.models.items():
        if not m.on and not m.z:
            continue
        top = top_of(state.map, m.on) if m.on in {f.id for f in state.map.features} else None
        if top is None or m.z != top.feature.height or not inside(m.at, top.shape):
            yield f"{name} is {text(m.z)} in up on {m.on or 'nothing'}"


def footholds(p: Position) -> Iterator[str]:
    """Nobody on the ground stands in a wall, an obstacle or impassable terrain (WC-MOVE-7)."""
    state = p.state
    for name, m in state.models.items():
        if not m.on and not clear_ground(p.rules.cards, state.map, radius(p, m)).free(m.at):
            yield f"{name} stands in terrain at {text(m.x)}, {text(m.y)}"


@lru_cache(maxsize=256)
def clear_ground(cards: Library, table: Map, r: int) -> Ground:
    ground = land(cards.terrain, table)
    return Ground(r=r, solid=(*ground.closed, *ground.solid, *ground.cross))


def carriers(p: Position) -> Iterator[str]:
    """A portable objective and its carrier name each other (WC-OBJ-9, WC-OBJ-15); markers lie on the table."""
    state = p.state
    for name, model in state.models.items():
        if model.carrying and (
            model.carrying not in state.objectives or state.objectives[model.carrying].carrier != name
        ):
            yield f"{name} carries {model.carrying} but the marker does not name it"
    for name, o in state.objectives.items():
        carrier = state.models.get(o.carrier)
        if o.carrier and (o.kind != "portable" or carrier is None or carrier.carrying != name):
            yield f"{name} is carried by {o.carrier}, which does not name it"
        if not (0 <= o.x <= state.map.size and 0 <= o.y <= state.map.size):
            yield f"{name} lies off the table"


def cards(p: Position) -> Iterator[str]:
    """Hand, rack, pile and cards in play hold each card once, and lasting cards lie with units in play (WC-UNIT-8)."""
    state = p.state
    for seat, player in enumerate(state.players):
        everything = [*player.hand, *player.rack, *player.discard, *(c for c, _ in player.in_play)]
        if "?" not in everything and len(set(everything)) != len(everything):
            yield f"seat {'ab'[seat]} has a card twice"
        for card, on in player.in_play:
            if on and (on not in state.units or state.units[on].place != PLAY):
                yield f"{card} lies with {on}, which is not in play"


def types(p: Position) -> Iterator[str]:
    """A unit is under one card of each type at most (WC-CYPHER-7)."""
    state = p.state
    pairs = [(on, p.rules.cards.cyphers[card].type) for player in state.players for card, on in player.in_play if on]
    for on, kind in {pair for pair in pairs if pairs.count(pair) > 1}:
        yield f"{on} is under two cards of type {kind}"


def continuous(p: Position) -> Iterator[str]:
    """Continuous effects: known ones, each once, never on gates; System Failure and what it bars go together."""
    state = p.state
    for name, model in state.models.items():
        if not model.effects and not model.barred:
            continue
        if sorted(set(model.effects) & set(p.rules.cards.effects)) != list(model.effects) or model.card == "void_gate":
            yield f"{name} has the continuous effects {model.effects}"
        if bool(model.barred) != ("system_failure" in model.effects):
            yield f"{name} may not use {model.barred or 'no'} weapons under {model.effects}"


def effects(p: Position) -> Iterator[str]:
    """Effects last on models and units in play only."""
    state = p.state
    for effect in state.effects:
        unit = state.units.get(effect.on)
        if effect.on not in state.models and (unit is None or unit.place != PLAY):
            yield f"{effect.name} lasts on {effect.on}, which is not in play"


def clock(p: Position) -> Iterator[str]:
    """Rounds, boxes and turns agree (WC-PULSE-3); the sides are two."""
    state = p.state
    if sorted(state.sides) != [0, 1] or state.active not in (0, 1) or state.first not in (0, 1):
        yield f"sides {state.sides}, active {state.active}, first {state.first}"
    if state.started and state.turn != 10 * (state.round - 1) + 2 * (state.box - 1) + 1 + (state.active != state.first):
        yield f"turn {state.turn} is not turn of seat {state.active} in box {state.box} of round {state.round}"


def points(p: Position) -> Iterator[str]:
    """Victory points never go below nothing; an objective is scored once a round (WC-SKIRMISH-7)."""
    state = p.state
    for seat, player in enumerate(state.players):
        if player.vp < 0 or player.kills < 0:
            yield f"seat {'ab'[seat]} has {player.vp} VP and {player.kills} kills"
        if len(set(player.scored)) != len(player.scored) or not set(player.scored) <= set(state.objectives):
            yield f"seat {'ab'[seat]} has scored {player.scored} this round"
