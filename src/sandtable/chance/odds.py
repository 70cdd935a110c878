"""Exact odds from the rules themselves: the top frames are played alone, through every reading of every roll.

Equal positions merge; seats choose by a stated policy; a budget openly ends what has no bound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from sandtable.chance.spread import spread
from sandtable.core import Ask, Game, Position, Roll, Ruleset, answer

Policy = Callable[[Position, Ask], Any]
BUDGET = 200_000


class End(NamedTuple):
    """One way it can end: the position and its probability."""

    game: Game
    chance: Fraction


class Odds(NamedTuple):
    ends: tuple[End, ...]
    undecided: Fraction  # what the budget left open; 0: exact
    answers: int  # how many positions were played

    def chance(self, holds: Callable[[Game], bool]) -> Fraction:
        return sum((e.chance for e in self.ends if holds(e.game)), Fraction(0))

    def distribution(self, measure: Callable[[Game], Any]) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = {}
        for end in self.ends:
            key = measure(end.game)
            found[key] = found.get(key, Fraction(0)) + end.chance
        return dict(sorted(found.items()))


def by_default(p: Position, ask: Ask) -> Any:
    """Seats say nothing: the default of every ask."""
    return ask.default


class _Mass(NamedTuple):
    """A probability as two whole numbers, reduced only when it is read."""

    top: int
    bottom: int

    def plus(self, other: _Mass) -> _Mass:
        if self.bottom == other.bottom:
            return _Mass(self.top + other.top, self.bottom)
        shared = gcd(self.bottom, other.bottom)
        left, right = other.bottom // shared, self.bottom // shared
        return _Mass(self.top * left + other.top * right, self.bottom * left)


Layer = dict[Hashable, tuple[Game, _Mass]]


def outcomes(rules: Ruleset, game: Game, policy: Policy = by_default, *, frames: int = 1, budget: int = BUDGET) -> Odds:
    """Every way the top frames of a waiting game can end."""
    return follow(rules, [(game.but(stack=game.stack[-frames:]), Fraction(1))], policy, budget=budget)


def follow(rules: Ruleset, starts: Iterable[tuple[Game, Fraction]], policy: Policy, *, budget: int = BUDGET) -> Odds:
    """Play weighted positions to the end of their stacks."""
    layer: Layer = {}
    done: Layer = {}
    base: Game | None = None
    for start, chance in starts:
        base = base or start
        put(done if start.over else layer, key_of(start, base), start, _Mass(chance.numerator, chance.denominator))
    played = 0
    while layer:
        following: Layer = {}
        for game, mass in layer.values():
            if played >= budget:
                put(following, key_of(game, base), game, mass)
                continue
            for value, weight, total in ways(rules, game, policy):
                played += 1
                end = answer(rules, game, value, trusted=True).game
                into = done if end.over else following
                put(into, key_of(end, base), end, _Mass(mass.top * weight, mass.bottom * total))
        layer = following
        if played >= budget:
            break
    ends = tuple(End(game, Fraction(*mass)) for game, mass in done.values())
    undecided = sum((Fraction(*mass) for _, mass in layer.values()), Fraction(0))
    return Odds(ends, undecided, played)


def ways(rules: Ruleset, game: Game, policy: Policy) -> Iterable[tuple[Any, int, int]]:
    if isinstance(game.waiting, Roll):
        found = spread(game.waiting, rules.dice)
        return [(way.faces, way.weight, found.total) for way in found.ways]
    assert game.waiting is not None
    return [(policy(Position(rules, game.state), game.waiting), 1, 1)]


def put(layer: Layer, key: Hashable, game: Game, mass: _Mass) -> None:
    known = layer.get(key)
    layer[key] = (game, mass) if known is None else (known[0], known[1].plus(mass))


def key_of(game: Game, base: Game | None) -> Hashable:
    """Positions with the same key are the same position: what differs from the first one, and the stack."""
    return (game.stack, game.waiting, game.result, _delta(game.state, base.state if base else game.state))


def _delta(state: Any, base: Any) -> Hashable:
    if state is base:
        return ()
    found: list[Hashable] = []
    for name in state.__struct_fields__:
        now, was = getattr(state, name), getattr(base, name)
        if now is was:
            continue
        if isinstance(now, dict):
            changed = tuple(sorted((k, v) for k, v in now.items() if was.get(k) is not v and was.get(k) != v))
            gone = tuple(sorted(k for k in was if k not in now))
            if changed or gone:
                found.append((name, changed, gone))
        elif now != was:
            found.append((name, now))
    return tuple(found)
