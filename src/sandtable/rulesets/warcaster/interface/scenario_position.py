"""Positions as scenario files describe them.

table: {size: 30, terrain: [{kind: obstacle, height: 1, at: [15, 14.5], size: [4, 0.5]}]}   # or {map: salt_pans}
mission: strange_matter           # without it no objectives lie on the table
pieces:
  wolf: {seat: a, unit: dusk_wolf, at: [15, 8], arc: 2, cortex: scout, weapons: [rail_gun, battle_rifle]}
  rangers: {seat: a, unit: Ranger Fire Team, at: [[3, 3], [4.5, 3]], lost: [2], effects: {1: [lock_down]}}
  gate: {seat: b, unit: void_gate, at: [20, 26], arc: 3}
  hunter: {seat: a, unit: hunter, place: reserve}
seats: {a: {hand: [cryo_lock], vp: 2}, b: {well: 4}}
turn: {seat: a, step: activation, round: 1, box: 1}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import BadSetup, Call, Frame, Next, Start
from sandtable.geometry.units import milli
from sandtable.rulesets.warcaster.interface.position_errors import (
    SEATS,
    lost_of,
    mission_of,
    models_of,
    place_of,
    read_features,
    spots_of,
    table_size,
)
from sandtable.rulesets.warcaster.missions.mission_objectives import objectives_of, with_markers
from sandtable.rulesets.warcaster.state.cards import Library, numbered
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import OTHER, PLAY, STEPS, Model, Objective, Player, Table, Unit
from sandtable.rulesets.warcaster.terrain.features import Map, read_map
from sandtable.rulesets.warcaster.turn.pulse_rounds import Battle
from sandtable.rulesets.warcaster.turn.setup import SetUp
from sandtable.rulesets.warcaster.turn.turn import Turn


class Resume(Frame, frozen=True, kw_only=True):
    """Takes a game up in the middle of a turn."""

    seat: int
    step: int
    turn: int

    def start(self, d: Draft) -> Next:
        """At Ready the whole turn is ahead, what comes before that step too."""
        at = "step" if self.step else "start"
        return Call(Turn(seat=self.seat, next=self.step, at=at), then=Battle(turn=self.turn).ended)


def read_position(cards: Library, given: Mapping[str, Any]) -> Start:
    """The position a scenario file describes, from data in the form of `position_form`."""
    table_map = map_of(cards, given)
    mission = mission_of(given)
    objectives = objectives_of(cards, mission) if "mission" in given else {}
    for name, raw in given.get("objectives", {}).items():
        x, y = (milli(c) for c in raw["at"])
        old = objectives.get(name, Objective(kind="permanent", x=x, y=y))
        more = {key: raw[key] for key in ("kind", "number", "side", "terrain") if key in raw}
        objectives[name] = old.but(x=x, y=y, z=milli(raw.get("z", 0)), **more)
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for name, raw in given.get("pieces", {}).items():
        _piece(cards, name, raw, table_map, units, models)
    for name, model in models.items():
        if model.carrying:
            objectives[model.carrying] = objectives[model.carrying].but(carrier=name)
    players = tuple(_player(cards, seat, given.get("seats", {}).get("ab"[seat], {}), units) for seat in (0, 1))
    turn = given.get("turn", {})
    seat, number, box = SEATS[turn.get("seat", "a")], turn.get("round", 1), turn.get("box", 1)
    first = SEATS[turn.get("first", "a")]
    each, step = 2 * cards.turns_each, turn.get("step", "activation")
    if step == "end_of_pulse":  # after the last turn of its round
        seat, box = OTHER[first], cards.turns_each
    count = each * (number - 1) + 2 * (box - 1) + (1 if seat == first else 2)
    table = Table(
        map=with_markers(cards, table_map, objectives),
        mission=mission,
        units=units,
        models=models,
        players=(players[0], players[1]),
        objectives=objectives,
        first=first,
        active=seat,
        round=number,
        box=box,
        turn=count,
        step=step,
        geyser=given.get("geyser", 0),
        mercy=given.get("mercy", True),
        sides=tuple(given.get("sides", (0, 1))),
        gates=sum(1 for u in units.values() if u.card == "void_gate"),
        started=True,
    )
    if step == "setup":
        return Start(table.but(started=False, turn=0, box=0), SetUp())
    if step == "end_of_pulse":
        return Start(table, Battle(turn=count, at="ended"))
    return Start(table, Resume(seat=seat, step=STEPS.index(step), turn=count))


def map_of(cards: Library, given: Mapping[str, Any]) -> Map:
    """The table and its terrain. Raises BadSetup with every fault of the terrain."""
    raw = given.get("table", {})
    if "map" in raw:
        return read_map(cards, raw["map"])
    features, faults = read_features(cards, raw.get("terrain", ()))
    if faults:
        raise BadSetup.of(faults)
    return Map(size=table_size(cards, given), features=tuple(features))


def _piece(
    cards: Library, name: str, raw: Mapping[str, Any], table: Map, units: dict[str, Unit], models: dict[str, Model]
) -> None:
    card, place = cards.units[raw["unit"]], place_of(raw)
    weapons = (
        cards.slots((*card.builtin, *raw.get("weapons", _armed(cards, card.id)))) if card.type == "warjack" else ()
    )
    if card.type != "warjack" and "weapons" in raw:
        weapons = numbered(raw["weapons"])
    attachments = list(raw.get("attachments", ()))
    own = models_of(card, name, attachments)
    gone = lost_of(raw, name, own) or []
    here = dict(zip([model for model in own if model not in gone], spots_of(raw), strict=False))
    units[name] = Unit(
        seat=SEATS[raw["seat"]],
        card=card.id,
        place=place,
        arc=raw.get("arc", 0),
        token=raw.get("token", False),
        weapons=weapons,
        cortex=raw.get("cortex", card.cortexes[0] if card.cortexes else ""),
        attachments=tuple(attachments) if place == PLAY else (),
        lost=tuple(n for n in own if here.get(n) is None) if place == PLAY else (),
        entered=raw.get("entered", -1),
    )
    tops = {feature.id: feature.height for feature in table.features}
    for model, spot in here.items():
        if spot is not None and place == PLAY:
            attached, on = model.rpartition(".")[2], _each(raw.get("on", ""), model, "")
            z = _each(raw.get("z"), model, None)
            models[model] = Model(
                unit=name,
                card=attached if attached in attachments else card.id,
                x=milli(spot[0]),
                y=milli(spot[1]),
                z=tops.get(on, 0) if z is None else milli(z),
                on=on,
                damage=_each(raw.get("damage", 0), model, 0),
                effects=tuple(sorted(_each(raw.get("effects", ()), model, ()))),
                barred=raw.get("barred", ""),
                carrying=_each(raw.get("carrying", ""), model, ""),
            )


def _each(value: Any, model: str, default: Any) -> Any:
    """One value for all models of a piece, or a table by trooper: ``damage: {2: 1}``."""
    if isinstance(value, Mapping):
        return value.get(model, value.get(model.rpartition(".")[2], default))
    return value


def _armed(cards: Library, card: str) -> tuple[str, ...]:
    """A warjack in a scenario carries one of everything it can unless weapons are named."""
    options = cards.units[card].options
    return tuple(w for kind in options.values() for w in kind)


def _player(cards: Library, seat: int, raw: Mapping[str, Any], units: Mapping[str, Unit]) -> Player:
    out = sum(u.arc for u in units.values() if u.seat == seat)
    return Player(
        well=raw.get("well", cards.game["arc"]["each_player"] - out),
        hand=tuple(sorted(raw.get("hand", ()))),
        rack=tuple(sorted(raw.get("rack", ()))),
        discard=tuple(sorted(raw.get("discard", ()))),
        in_play=tuple(raw.get("in_play", {}).items()),
        attachments=tuple(raw.get("attachments", {}).items()),
        vp=raw.get("vp", 0),
        secondary=raw.get("secondary", ""),
        kills=raw.get("kills", 0),
        scored=tuple(raw.get("scored", ())),
        recon=raw.get("recon", False),
    )
