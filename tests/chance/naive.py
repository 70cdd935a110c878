"""Odds without any of the cleverness: every reading of every roll, checked and logged through `answer`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandtable.chance import Odds, spread
from sandtable.core import Ask, Game, Position, Ruleset, answer

Ends = dict[bytes, Fraction]


def tree(rules: Ruleset, game: Game, policy: Callable[[Position, Ask], Any]) -> Ends:
    """The chance of each final table by its bytes; positions are known by theirs, dice and all."""
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
            return go(answer(rules, at, policy(Position(rules, at.state), at.waiting)).game)
        assert at.waiting is not None
        ways, total = spread(at.waiting, rules.dice)
        ends: Ends = {}
        for way in ways:
            for end, chance in go(answer(rules, at, way.faces).game).items():
                ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(way.weight, total)
        return ends

    return go(game)


def ends_of(rules: Ruleset, odds: Odds) -> Ends:
    """The same of odds as they are worked out."""
    found: Ends = {}
    for end in odds.ends:
        key = rules.codec.canonical(end.game.state)
        found[key] = found.get(key, Fraction(0)) + end.chance
    return found
