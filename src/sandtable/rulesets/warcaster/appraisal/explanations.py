"""What a move has changed, as a player would put it: clauses for the topics of the judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import dist

from sandtable.core import Term
from sandtable.core.appraisal_changes import by_topic, gains
from sandtable.rulesets.warcaster.appraisal.force_overview import forces_of, markers
from sandtable.rulesets.warcaster.appraisal.judgement import appraise
from sandtable.rulesets.warcaster.appraisal.losses import fallen, hurt, recruits
from sandtable.rulesets.warcaster.appraisal.objective_race import objective
from sandtable.rulesets.warcaster.appraisal.threat import LOOSE, danger, menace
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import OTHER

Clause = Callable[[Position, Position, int, int], str]  # before, after, seat, gain; empty: not worth a word
ENEMY = "enemy"


def changes(before: Position, after: Position, seat: int) -> Iterator[Term]:
    """One term a topic: what both sides have of it is told together."""
    total: dict[str, int] = {}
    for topic, gain in gains(by_topic(appraise(before, seat)), by_topic(appraise(after, seat))).items():
        name = shared(topic)
        total[name] = total.get(name, 0) + gain
    names = markers(after).names
    for topic, gain in total.items():
        if topic in names:
            why = objective(before, after, seat, topic, gain)
        else:
            why = CLAUSES[topic](before, after, seat, gain) if topic in CLAUSES else topic
        if gain and why:
            yield Term(gain, why, group=topic)


def shared(topic: str) -> str:
    """The topic a term belongs to: an objective is one topic for both sides, and so is Arc wherever it lies."""
    theirs = topic.startswith(ENEMY)
    plain = topic.removeprefix(f"{ENEMY}: ").removeprefix(f"{ENEMY} ")
    if plain in ("units in play", "no unit in play"):
        return "their units" if theirs else "our units"
    if plain in ("Arc at hand", "Arc in a gate"):
        return "their Arc" if theirs else "our Arc"
    if plain in ("cards in hand", "Cyphers in play"):
        return "cards"
    if plain.startswith("Arc ore for ") or plain.endswith(" to fetch"):
        return "ore"
    return plain


def score(before: Position, after: Position, seat: int, gain: int) -> str:
    scored = [after.state.players[s].vp - before.state.players[s].vp for s in (seat, OTHER[seat])]
    if scored[0]:
        return f"scores {scored[0]} victory points"
    return f"lets the enemy score {scored[1]} victory points" if scored[1] else ""


def our_units(before: Position, after: Position, seat: int, gain: int) -> str:
    was, now = before.state, after.state
    if lost := fallen(was, now, seat):
        return f"loses {lost}"
    if harm := hurt(was, now, seat):
        return f"suffers {harm}"
    if came := recruits(was, now, seat):
        return f"brings {came} into play"
    fresh = [n for n, u in now.units.items() if u.seat == seat and n in was.units and was.units[n].token > u.token]
    return f"readies {' and '.join(fresh)} again" if fresh else ""


def their_units(before: Position, after: Position, seat: int, gain: int) -> str:
    was, now, foe = before.state, after.state, OTHER[seat]
    if gone := fallen(was, now, foe):
        return f"destroys {gone}" + ("" if forces_of(after)[foe].groups else ", the last the enemy has in play")
    harm = hurt(was, now, foe)
    return f"does {harm}" if harm else ""


def our_arc(before: Position, after: Position, seat: int, gain: int) -> str:
    """Where Arc has come and gone: on units, and in gates with what it will pay for."""
    was, now = before.state, after.state
    moved = {n: u.arc - (was.units[n].arc if n in was.units else 0) for n, u in now.units.items() if u.seat == seat}
    for name, more in moved.items():
        if more > 0 and now.units[name].card == "void_gate":
            paid = [c.name for c in forces_of(after)[seat].reserve if c.dc <= now.units[name].arc]
            for_whom = f", enough to deploy {paid[0] if len(paid) == 1 else ' or '.join(sorted(set(paid))[:2])}"
            return f"leaves {now.units[name].arc} Arc in {plain(name)}{for_whom if paid else ''}"
        if more > 0:
            use = "no use before the token is off" if now.units[name].token else "a Power die more for its attacks"
            return f"gives {name} {more} Arc: {use}"
    spent = [f"{-more} Arc of {name}" for name, more in moved.items() if more < 0]
    return f"spends {' and '.join(spent)}" if spent else ""


def their_arc(before: Position, after: Position, seat: int, gain: int) -> str:
    was, now = before.state, after.state
    lost = sum(u.arc - (now.units[n].arc if n in now.units else 0) for n, u in was.units.items() if u.seat != seat)
    return f"costs the enemy {lost} Arc" if lost > 0 else ""


def cards(before: Position, after: Position, seat: int, gain: int) -> str:
    was, now = list(before.state.players[seat].hand), list(after.state.players[seat].hand)
    used = [c for c in was if c not in now]
    names = [before.rules.cards.cyphers[c].name for c in used if c in before.rules.cards.cyphers]
    return f"uses up {' and '.join(names)}" if names and gain < 0 else ""


def ore(before: Position, after: Position, seat: int, gain: int) -> str:
    """Who has picked ore up or dropped it, and how far it still has to go."""
    was, now = before.state, after.state
    more = before.rules.cards.missions[now.mission]["score"].get("ore", 0)
    for name, o in now.objectives.items():
        carrier, earlier = o.carrier, was.objectives[name].carrier
        if carrier and carrier != earlier:
            if now.seat_of(carrier) != seat:
                return f"lets {carrier} pick up {plain(name)}"
            return f"has {carrier} carry {plain(name)}, worth {more} victory points at a processor each Pulse"
        if earlier and not carrier:
            return f"has {earlier} drop {plain(name)}"
    return "brings the ore nearer" if gain > 0 else "leaves the ore farther away"


def strike(before: Position, after: Position, seat: int, gain: int) -> str:
    now, was = menace(after, seat), menace(before, seat)
    if gain > 0 and now.by:
        return f"lets {now.by} attack {now.on} next"
    return f"takes the threat of {was.by} off {was.on}" if was.on and after.state.models_of(was.on) else ""


def exposed(before: Position, after: Position, seat: int, gain: int) -> str:
    now, was = danger(after, seat), danger(before, seat)
    if gain < 0 and now.by:
        many = reaching(after, OTHER[seat], now.on)
        return f"leaves {now.on} within reach of {' and '.join(many) or now.by}"
    if not was.on or (was.by, was.on) == (now.by, now.on) or not after.state.models_of(was.by):
        return ""
    return f"takes {was.on} out of reach of {was.by}"


def reaching(p: Position, seat: int, unit: str) -> list[str]:
    """Units of a seat that may act and could come to attack a unit."""
    theirs = next((g.places[0] for g in forces_of(p)[OTHER[seat]].groups if g.name == unit), None)
    ready = [g for g in forces_of(p)[seat].groups if not g.token and theirs is not None]
    return [g.name for g in ready if theirs and dist(g.places[0][:2], theirs[:2]) <= g.reach + LOOSE]


def plain(name: str) -> str:
    return name.replace("_", " ")


CLAUSES: dict[str, Clause] = {
    "score": score,
    "our units": our_units,
    "their units": their_units,
    "our Arc": our_arc,
    "their Arc": their_arc,
    "cards": cards,
    "ore": ore,
    "strike": strike,
    "danger": exposed,
}
