"""Odds without any of the cleverness: every reading of every roll, checked and logged through `answer`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandtable.chance import Odds, distribution
from sandtable.core import Ask, Game, Position, Ruleset, answer

Ends = dict[bytes, Fraction]


def tree(rules: Ruleset, game: Game, policy: Callable[[Position, Ask], Any]) -> Ends:
    """The chance of each final table by its bytes; positions are known by theirs, dice and all."""

    def choose(at: Game) -> Any:
        assert isinstance(at.waiting, Ask)
        return policy(Position(rules, at.state), at.waiting)

    return tree_by(rules, game, choose)


def tree_by(rules: Ruleset, game: Game, choose: Callable[[Game], Any]) -> Ends:
    known: dict[bytes, Ends] = {}

    def go(at: Game) -> Ends:
        if at.waiting is None:
            return {rules.codec.canonical(at.state): Fraction(1)}
        name = rules.codec.canonical(at)
        if name not in known:
            known[name] = further(at)
        return known[name]

    def further(at: Game) -> Ends:
        if isinstance(at.waiting, Ask):
            return go(answer(rules, at, choose(at)).game)
        assert at.waiting is not None
        found, total = distribution(at.waiting, rules.dice)
        ends: Ends = {}
        for outcome in found:
            for end, chance in go(answer(rules, at, outcome.faces).game).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(outcome.weight, total)
        return ends

    return go(game)


def best_by_hand(rules: Ruleset, worth: Callable[[Game, int], Any]) -> Callable[[Game], Any]:
    """The answer worth most to whoever is asked: every answer is tried, every reading of what follows is added up."""
    known: dict[tuple[bytes, int], Any] = {}

    def value(at: Game, seat: int) -> Any:
        if at.waiting is None:
            return worth(at, seat)
        name = (rules.codec.canonical(at), seat)
        if name not in known:
            known[name] = expected(at, seat)
        return known[name]

    def expected(at: Game, seat: int) -> Any:
        if isinstance(at.waiting, Ask):
            return value(answer(rules, at, choose(at)).game, seat)
        assert at.waiting is not None
        found, total = distribution(at.waiting, rules.dice)
        return sum(Fraction(w.weight, total) * value(answer(rules, at, w.faces).game, seat) for w in found)

    def choose(at: Game) -> Any:
        ask = at.waiting
        assert isinstance(ask, Ask)
        p = Position(rules, at.state)
        keys = dict.fromkeys((ask.silence(p), *(o.key for o in ask.domain.options(p) or ())))
        return max(keys, key=lambda key: value(answer(rules, at, key).game, ask.seat))

    return choose


def ends_of(rules: Ruleset, odds: Odds) -> Ends:
    """The same of odds as they are worked out."""
    found: Ends = {}
    for end in odds.ends:
        key = rules.codec.canonical(end.game.state)
        found[key] = found.get(key, Fraction(0)) + end.chance
    return found
