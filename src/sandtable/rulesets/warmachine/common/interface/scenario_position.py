"""A position as a scenario file or a rule test gives it.

    pieces:
      ironclad: {seat: a, at: [12, 8], facing: north, focus: 2, damage: 3, down: true, effects: [fire]}
      guns: {seat: b, card: Long Gunner Infantry, at: [[10, 20], [12, 20], [14, 20]], spells: {blur: stryker}}
    table: {size: [48, 48], terrain: [{kind: wall, at: [12, 10], size: [4, 0.5]}]}   or   map: mill_green
    turn: {seat: a, round: 1, phase: activation, first: a}

A piece's card is found by its name: ``ironclad``, ``ironclad_2`` and ``guns.1`` with ``card: long_gunners``. A list of
places makes a whole unit, whose troopers are ``guns.1``, the leader, ``guns.2`` and so on; single troopers give `unit`
and `role`. Warjacks belong to the only warcaster of their seat unless `master` names another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import Effect, Moment, Start
from sandtable.geometry.units import milli
from sandtable.rulesets.warmachine.common.abilities.special_attacks import DAZZLED
from sandtable.rulesets.warmachine.common.damage.grid import columns, marked, unmarked
from sandtable.rulesets.warmachine.common.interface.position_form import COMPASS, PHASES, SOLID, STATES, kind_of
from sandtable.rulesets.warmachine.common.interface.written_pieces import written_models
from sandtable.rulesets.warmachine.common.magic.lasting import ENEMY, FRIENDLY, cite_of_lasting
from sandtable.rulesets.warmachine.common.state.cards import ROUND, Library, ModelCard
from sandtable.rulesets.warmachine.common.state.conditions import DISRUPTED, STATIONARY, one_round, until
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts, TurnStarts
from sandtable.rulesets.warmachine.common.state.rules import Position, WarmachineRules
from sandtable.rulesets.warmachine.common.state.table import OTHER, SEATS, Model, Status, Table, Unit
from sandtable.rulesets.warmachine.common.terrain.features import laid_out, read_map
from sandtable.rulesets.warmachine.common.turn.battle import Battle
from sandtable.rulesets.warmachine.common.units.terror import checked_before
from sandtable.tabletop.terrain.features import Map

SIZE = 48
ROUND_LONG = (STATIONARY, DISRUPTED, DAZZLED, SOLID)


def read_position(rules: WarmachineRules, given: Mapping[str, Any]) -> Start:
    """The position a scenario file describes, from data in the form of `position_form`."""
    cards, turn = rules.cards, given.get("turn", {})
    models = written_models(cards, given.get("pieces", {}))
    active, first = SEATS.index(turn.get("seat", "a")), SEATS.index(turn.get("first", "a"))
    round_, points = turn.get("round", 1), given.get("points", {})
    status = dict(_statuses(cards, models))
    state = Table(
        map=map_of(cards, given),
        scenario=given.get("scenario", next(iter(cards.scenarios))),
        models=dict(_models(models)),
        status=status,
        units=_units(cards, status),
        first=first,
        sides=(0, 1) if first == 0 else (1, 0),
        active=active,
        round=round_,
        turn=2 * round_ - (1 if active == first else 0),
        phase=turn.get("phase", "activation"),
        feats=tuple(given.get("feats", ())),
        activated=tuple(given.get("activated", ())),
        points=(points.get("a", 0), points.get("b", 0)),
    )
    state = state.but(effects=tuple(_effects(Position(rules, state), given.get("pieces", {}), models)))
    brave = checked_before(Position(rules, state))
    return Start(state.but(effects=(*state.effects, *brave)), Battle(at="in_turn"))


def map_of(cards: Library, given: Mapping[str, Any]) -> Map:
    if "map" in given:
        return read_map(cards, given["map"])
    raw = given.get("table", {})
    size = raw.get("size", SIZE)
    sides = tuple(milli(side) for side in (size if isinstance(size, list | tuple) else (size, size)))
    return laid_out(cards, sides, [written_feature(cards, each, n) for n, each in enumerate(raw.get("terrain", ()), 1)])


def written_feature(cards: Library, raw: Mapping[str, Any], n: int) -> Mapping[str, Any]:
    """A feature with its kind and a name."""
    kind = kind_of(cards, raw["kind"]) if raw.get("kind") else None
    return {"id": f"{kind or 'terrain'}_{n}", **raw, **({"kind": kind} if kind else {})}


def _models(models: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Model]]:
    for name, raw in models.items():
        x, y = (milli(v) for v in raw["at"])
        facing = raw.get("facing", 90 if raw.get("seat", "a") == "a" else 270)
        yield name, Model(card=raw["card"], x=x, y=y, facing=milli(COMPASS.get(facing, facing)) % 360_000)


def _statuses(cards: Library, models: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Status]]:
    kinds = {name: cards.models[raw["card"]].kind for name, raw in models.items()}
    for name, raw in models.items():
        seat = raw.get("seat", "a")
        casters = [n for n, r in models.items() if kinds[n] == "warcaster" and r.get("seat", "a") == seat]
        master = raw.get("master", casters[0] if len(casters) == 1 else "") if kinds[name] == "warjack" else ""
        entries = (e for e, entry in cards.entries.items() if any(m.model == raw["card"] for m in entry.members))
        yield (
            name,
            Status(
                seat=SEATS.index(seat),
                card=raw["card"],
                entry=raw.get("entry", next(entries, "")),
                unit=raw.get("unit", ""),
                role=raw.get("role", "grunt" if raw.get("unit") else ""),
                master=master or "",
                marks=marks_of(cards.models[raw["card"]], raw),
                focus=raw.get("focus", 0),
            ),
        )


def marks_of(card: ModelCard, raw: Mapping[str, Any]) -> tuple[int, ...]:
    """``damage: 5`` fills from the first column; ``marks: CM`` marks whole systems; ``columns`` boxes from the top."""
    marks = list(unmarked(card))
    systems = raw.get("marks", ())
    for column, boxes in enumerate(columns(card)):
        for box, letter in enumerate(boxes):
            if letter in systems:
                marks[column] |= 1 << box
    for column, boxes_marked in enumerate(raw.get("columns", ())):
        marks[column] |= (1 << boxes_marked) - 1
    damage = raw.get("damage", 0)
    return marked(card, tuple(marks), 0, damage) if damage else tuple(marks)


def _units(cards: Library, status: Mapping[str, Status]) -> dict[str, Unit]:
    found: dict[str, list[str]] = {}
    for name, s in status.items():
        if s.unit:
            found.setdefault(s.unit, []).append(name)
    return {
        unit: Unit(
            seat=status[names[0]].seat, entry=_entry(cards, status, names), members=tuple(names), began=len(names)
        )
        for unit, names in found.items()
    }


def _entry(cards: Library, status: Mapping[str, Status], names: list[str]) -> str:
    """The entry of a unit: that of its troopers, or what an attachment joins where only that is left."""
    entries = [status[name].entry for name in names]
    joined = [cards.entries[e].joins if e in cards.entries else "" for e in entries]
    return next((e for e, other in zip(entries, joined, strict=True) if not other), joined[0])


def _effects(p: Position, pieces: Mapping[str, Any], models: Mapping[str, Mapping[str, Any]]) -> Iterator[Effect]:
    for name, raw in models.items():
        for key, effect in STATES.items():
            if raw.get(key):
                yield Effect(effect, name, until=one_round(p) if effect == STATIONARY else None)
        for effect in raw.get("effects", ()):
            more = effect if isinstance(effect, Mapping) else {"name": effect}
            source = more.get("source", "")
            yield Effect(more["name"], name, source, more.get("slot", ""), lasts(p, more["name"], name, source))
    for name, raw in pieces.items():
        for spell, caster in raw.get("spells", {}).items():
            yield _lasting(p, name, spell, caster)


def lasts(p: Position, effect: str, on: str, source: str) -> Moment | None:
    """When an effect that a position names is over; None: never by itself.

    What lasts a round began in its warcaster's turn. Where none is named it is as if it had begun in this turn, in
    Maintenance in the one before.
    """
    cards, state = p.rules.cards, p.state
    if effect in ROUND_LONG:
        return TurnStarts(OTHER[state.active]) if state.phase == PHASES[0] else one_round(p)
    if any(effect in card.orders for card in cards.models.values()):
        return ActivationStarts(on)
    printed, whose = cards.spells.get(effect) or cards.feats.get(effect), state.status.get(source)
    if printed is None:
        return None
    return until(p, printed.lasts) if printed.lasts != ROUND or whose is None else TurnStarts(whose.seat)


def _lasting(p: Position, on: str, spell: str, caster: str) -> Effect:
    """A spell as its caster left it on a model or unit."""
    state, printed = p.state, p.rules.cards.spells[spell]
    bearer = state.status[on].unit if on in state.status and state.status[on].unit and printed.on_units else on
    seat = state.units[bearer].seat if bearer in state.units else state.status[bearer].seat
    slot = (FRIENDLY if state.status[caster].seat == seat else ENEMY) if printed.upkeep else ""
    return Effect(spell, bearer, caster, slot, lasts(p, spell, bearer, caster), cite=cite_of_lasting(p.rules, spell))
