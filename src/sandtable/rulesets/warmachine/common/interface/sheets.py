"""Sheets of models, units, spells, terrain and players: all about one thing."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core import Effect, Moment, Query
from sandtable.core.sheets import EffectSheet, RuleText, Sheet, TrackSheet, reasons
from sandtable.core.sheets import Stat as Figure
from sandtable.geometry.units import text
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.interface.names import names, words
from sandtable.rulesets.warmachine.common.interface.printed_pages import (
    ORDER,
    boxes,
    magic,
    rule_texts,
    spell_page,
    subtitle,
    weapon_sheet,
)
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS, ModelCard
from sandtable.rulesets.warmachine.common.state.conditions import effects_on
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts, TurnEnds, TurnStarts
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import Stat, lasting
from sandtable.rulesets.warmachine.common.state.table import SEATS, Unit
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation

MOST_FOCUS = 3


def sheet(p: Position, id: str) -> Sheet | None:
    state, cards = p.state, p.rules.cards
    if id in state.status:
        return _model(p, id)
    if id in state.units:
        return _unit(p, id, state.units[id])
    if id in cards.spells:
        return spell_page(id, cards.spells[id])
    if id in SEATS:
        return _player(p, SEATS.index(id))
    feature = next((f for f in state.map.features if f.id == id), None)
    if feature is None:
        return None
    tall = (Figure("height", f"{text(feature.height)} in"),) if feature.height else ()
    title, kind = names(p)[id], cards.terrain[feature.kind]
    return Sheet(id=id, title=title, kind="terrain", subtitle=kind.name, stats=tall, rules=_cited(p, kind.rule))


def _model(p: Position, name: str) -> Sheet:
    status = p.state.status[name]
    card, known = p.rules.cards.models[status.card], names(p)
    here = name in p.state.models
    out = disabled(card, status.marks) - {"."}
    lines = [f"{SYSTEMS[s].capitalize()} out." for s in sorted(out)] if here else ["Not on the table."]
    lines += [f"Controlled by {known[status.master]}."] if status.master in known else []
    lines += [f"Of {known[status.unit]}, {status.role}."] if status.unit else []
    return Sheet(
        id=name,
        title=known[name],
        kind="piece" if here else "reserve",
        subtitle=subtitle(card),
        seat=status.seat,
        text="\n".join(filter(None, (*lines, magic(p.rules, card)))),
        stats=tuple(_stats(p, name, card)) if here else _printed(card),
        weapons=tuple(
            weapon_sheet(card, slot, weapon, lost=here and not p.holds(WeaponWorks(name, slot)))
            for slot, weapon in p.rules.cards.weapons[status.card].items()
        ),
        rules=tuple(rule_texts(p.rules, (*card.abilities, *card.orders))),
        tracks=_tracks(p, name, card),
        grid=boxes(card, status.marks),
        effects=_effects(p, effects_on(p, name)),
    )


def _printed(card: ModelCard) -> tuple[Figure, ...]:
    return tuple(Figure(key, str(card.stats[key])) for key in ORDER if key in card.stats)


def _stats(p: Position, name: str, card: ModelCard) -> Iterable[Figure]:
    """Printed and current. DEF is that against a blow, ARM that from the front."""
    seat = p.state.status[name].seat
    for key in ORDER:
        if key not in card.stats:
            continue
        query: Query = Stat(name, key)
        if key == "DEF":
            query = Defence(Strike(attacker=name, target=name))
        elif key == "ARM":
            query = Armour(name, Blow(target=name, power=0, seat=seat))
        terms, value, printed = p.terms(query), p.value(query), card.stats[key]
        now = "" if value == printed else str(value)
        yield Figure(key, str(printed), now, tuple(reasons(terms)))


def _tracks(p: Position, name: str, card: ModelCard) -> tuple[TrackSheet, ...]:
    status = p.state.status[name]
    found = [TrackSheet("damage boxes", left(card, status.marks), card.most)] if card.most > 1 else []
    most = {"warcaster": card.stats.get("FOC", 0), "warjack": MOST_FOCUS}.get(card.kind, 0)
    if most:
        found.append(TrackSheet("focus", status.focus, max(most, status.focus)))
    return tuple(found)


def _unit(p: Position, id: str, unit: Unit) -> Sheet:
    """What holds for all of it: its leader, its size, its troopers' card."""
    known, state = names(p), p.state
    here = [n for n in unit.members if n in state.models]
    cards = list(dict.fromkeys(state.status[n].card for n in unit.members))
    first = p.rules.cards.models[cards[0]] if cards else None
    leader = commander(p, id) if here else ""
    out = [known[n] for n in here if n not in in_formation(p, id)] if here else []
    lines = [f"Led by {known[leader]}." if leader else "Nobody leads it.", *(f"{n} is out of formation." for n in out)]
    size = len([n for n, s in state.status.items() if s.unit == id])
    return Sheet(
        id=id,
        title=known[id],
        kind="body" if here else "reserve",
        subtitle=f"unit, {len(here)} of {size} models on the table",
        seat=unit.seat,
        text="\n".join(lines),
        stats=_printed(first) if first else (),
        weapons=tuple(weapon_sheet(first, s, w) for s, w in p.rules.cards.weapons[cards[0]].items()) if first else (),
        rules=tuple(rule_texts(p.rules, (*first.abilities, *first.orders))) if first else (),
        tracks=(TrackSheet("models", len(here), size),),
        effects=_effects(p, tuple(e for e in state.effects if e.on == id)),
    )


def _effects(p: Position, found: Iterable[Effect]) -> tuple[EffectSheet, ...]:
    known = names(p)
    sheets = []
    for effect in found:
        source = lasting(p, effect.name)
        title = known.get(effect.name, words(effect.name))
        upkeep = bool(getattr(source, "upkeep", False))
        sheets.append(
            EffectSheet(
                title,
                source.text if source is not None else "",
                "while its upkeep is paid" if upkeep else _end(effect.until),
                known.get(effect.source, ""),
                effect.cite,
            )
        )
    return tuple(sheets)


def _end(until: Moment | tuple[Moment, ...] | None) -> str:
    moments = until if isinstance(until, tuple) else (until,)
    return " or ".join(filter(None, map(_moment, moments)))


def _moment(moment: Moment | None) -> str:
    if isinstance(moment, TurnStarts):
        return f"until the next turn of {SEATS[moment.seat]}"
    if isinstance(moment, TurnEnds):
        return "until the end of the turn"
    if isinstance(moment, ActivationIsOver | ActivationStarts):
        return "until its activation is over" if isinstance(moment, ActivationIsOver) else "until it activates"
    return ""


def _player(p: Position, seat: int) -> Sheet:
    state = p.state
    army = p.rules.cards.armies.get(state.armies[seat])
    stats = (
        Figure("points", str(state.points[seat])),
        Figure("models", str(len(state.of(seat)))),
        Figure("lost", str(sum(1 for n in state.lost if state.status[n].seat == seat))),
    )
    title = f"Seat {SEATS[seat]}"
    return Sheet(id=SEATS[seat], title=title, kind="seat", subtitle=army.name if army else "", seat=seat, stats=stats)


def _cited(p: Position, rule: str) -> tuple[RuleText, ...]:
    if rule not in p.rules.rulebook:
        return ()
    found = p.rules.rulebook[rule]
    return (RuleText(found.title, " ".join(found.text.split()), rule),)
