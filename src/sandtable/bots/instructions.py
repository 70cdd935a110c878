"""Answers as instructions: what to do, with whom, and where to, by distance, direction and neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import dist
from typing import Any, NamedTuple

from sandtable.bots.planned_lookahead import PLACING, Step
from sandtable.core import Ask, Facing, Game, Line, Position, Ruleset, Standing
from sandtable.core.bodies import body_of
from sandtable.core.texts import with_names
from sandtable.geometry.arcs import compass
from sandtable.geometry.units import MILLI, text

STILL = 300  # thousandths: who moves less than this stays
TOUCHING = 50
BESIDE = 3 * MILLI  # a marker this near is what the move is about


class Instruction(NamedTuple):
    """What to do now, and what to do next after the dice."""

    now: str
    then: str = ""


def instruct(rules: Ruleset, seat: int, steps: list[Step], *, measured: bool = True) -> Instruction:
    """A line of answers in words: `now` up to the first dice, `then` what is likely after them.

    Without `measured` no distance to anybody else is told.
    """
    first = next((i for i, step in enumerate(steps) if step.dice), len(steps) - 1) + 1
    then = "; ".join(_clauses(rules, seat, steps[first:], measured))
    if isinstance(steps[0].ask.domain, PLACING):
        return Instruction("; ".join(_clauses(rules, seat, steps[:first], measured)), then)
    head, rest = answer_text(rules, *steps[0][:3]), _clauses(rules, seat, steps[1:first], measured)
    return Instruction(head + (": " + "; ".join(rest) if rest else ""), then)


def _clauses(rules: Ruleset, seat: int, steps: list[Step], measured: bool) -> list[str]:
    found: list[str] = []
    begun: Game | None = None  # the game before the move being described
    for number, step in enumerate(steps):
        if isinstance(step.ask.domain, PLACING):
            begun = begun or step.game
            follows = steps[number + 1 : number + 2]
            if not follows or not isinstance(follows[0].ask.domain, PLACING):
                found.append(where(rules, seat, begun, step, measured))
                begun = None
        elif not _idle(rules, step, steps[number + 1 :]):
            found.append(answer_text(rules, step.game, step.ask, step.value))
    return [clause for clause in found if clause]


def _idle(rules: Ruleset, step: Step, later: list[Step]) -> bool:
    """Whether a step needs no words: a default, or a choice that only leads to the next move."""
    if step.value == step.ask.default:
        return True
    names = rules.showing.pieces(Position(rules, step.game.state))
    return bool(later) and (step.value in names or step.after.state == step.game.state)


def answer_text(rules: Ruleset, game: Game, ask: Ask, value: Any) -> str:
    """An answer that is not a place, in words."""
    if isinstance(value, str):
        p = Position(rules, game.state)
        options = ask.domain.options(p) or ()
        return next((rules.showing.clause(p, o) for o in options if o.key == value), plain(value))
    if isinstance(ask.domain, Facing) and type(value) is int:
        return f"face {text(round(value, -3))}°"
    if isinstance(ask.domain, Line) and isinstance(value, tuple):
        return f"{text(round(value[1], -2))} {rules.unit} towards {text(round(value[0], -3))}°"
    return parts_text(Position(rules, game.state), value)


def parts_text(p: Position, value: Any) -> str:
    """Any other answer part by part: names as printed, lengths in table units, what is in pairs beside each other."""
    if isinstance(value, str):
        return with_names(p, plain(value)) if value not in p.rules.showing.names(p) else p.rules.showing.name(p, value)
    if isinstance(value, tuple):
        pairs = all(isinstance(part, tuple) and len(part) == 2 and type(part[1]) is int for part in value)
        if value and pairs:  # shares are counted, not measured
            return ", ".join(f"{parts_text(p, name)} {share}" for name, share in value)
        return ", ".join(parts_text(p, part) for part in value) or "nothing"
    return text(value) if type(value) is int else "nothing" if value is None else str(value)


def plain(words: str) -> str:
    return words.replace("_", " ")


def where(rules: Ruleset, seat: int, before: Game, step: Step, measured: bool = True) -> str:
    """Who went where, compared with the table before."""
    old, table = rules.showing.pieces(Position(rules, before.state)), Position(rules, step.after.state)
    new = rules.showing.pieces(table)
    moved = [n for n, s in new.items() if s.seat == seat and (n not in old or dist(old[n].at, s.at) >= STILL)]
    if not moved:
        return with_names(table, f"{_asked_for(step.ask)} in place")
    texts = (_move_text(rules, table, group, old, new, measured) for group in bodies(table, moved))
    return with_names(table, "; ".join(texts))


def _asked_for(ask: Ask) -> str:
    """Whom a place is asked for, where the domain or the question says so."""
    names = getattr(ask.domain, "pieces", ()) or (getattr(ask.domain, "piece", ""),)
    return f"keep {' and '.join(names)}" if any(names) else "stay"


def bodies(p: Position, names: Iterable[str]) -> list[list[str]]:
    """Pieces of one body go together."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(_body(p, name), []).append(name)
    return list(found.values())


def _body(p: Position, piece: str) -> str:
    body = body_of(p, piece)
    return piece if body is None else body.id


def _move_text(
    rules: Ruleset,
    p: Position,
    names: list[str],
    old: Mapping[str, Standing],
    new: Mapping[str, Standing],
    measured: bool,
) -> str:
    who = names[0] if len(names) == 1 else _body(p, names[0])
    marks = [n for n, s in new.items() if s.seat is None]
    foes = [n for n, s in new.items() if s.seat not in (None, new[names[0]].seat)]
    near = [_nearest(rules, p, names, others) for others in (marks, foes) if others and measured]
    near.sort(key=lambda n: n[1] not in marks or n[0] > BESIDE)
    key = near[0][2] if near else names[0]
    beside = " and ".join(f"{_distance_from(rules, far)} {other}" for far, other, _ in near)
    spot = f"({', '.join(text(round(c, -2)) for c in new[key].at)})" + (f", {beside}" if beside else "")
    if len(names) > 1:
        spot = f"{key} {spot}"
    if names[0] not in old:
        return f"place {who}{' with' if len(names) > 1 else ' at'} {spot}"
    start, end = middle(old, [n for n in names if n in old]), middle(new, names)
    far = dist(start, end)
    how = f"move {who} {length(rules, far)} {compass(start, end)}" if far >= STILL else f"spread {who} out"
    return f"{how}, {spot}" if len(names) > 1 else f"{how} to {spot}"


def middle(pieces: Mapping[str, Standing], names: list[str]) -> tuple[float, float]:
    places = [pieces[n].at for n in names]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _nearest(rules: Ruleset, p: Position, names: list[str], others: list[str]) -> tuple[float, str, str]:
    return min((rules.showing.measure(p, name, other), other, name) for name in names for other in others)


def _distance_from(rules: Ruleset, far: float) -> str:
    return "touching" if far < TOUCHING else f"{length(rules, far)} from"


def length(rules: Ruleset, length: float) -> str:
    return f"{text(round(length, -2))} {rules.unit}"
