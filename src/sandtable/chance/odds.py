"""Exact odds from the rules themselves: the top frames are played alone, through every reading of every roll.

Equal positions merge; seats choose by a stated policy; a budget openly ends what has no bound. Probabilities are kept
as whole numbers over a whole number and reduced only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

from sandtable.chance.keys import key_of
from sandtable.chance.policies import Best, Policy, Worth, never
from sandtable.chance.spread import spread
from sandtable.core import Ask, Game, Position, Roll, Ruleset, answer, why_not

BUDGET = 200_000
Choose = Callable[[Game, int], "tuple[Any, int] | None"]  # the answer and how far the plan is; None: stop here


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


class Mass(NamedTuple):
    """A probability as two whole numbers."""

    top: int
    bottom: int

    def plus(self, other: Mass) -> Mass:
        if self.bottom == other.bottom:
            return Mass(self.top + other.top, self.bottom)
        shared = gcd(self.bottom, other.bottom)
        left, right = other.bottom // shared, self.bottom // shared
        return Mass(self.top * left + other.top * right, self.bottom * left)


Layer = dict[Hashable, tuple[Game, int, Mass]]


def outcomes(rules: Ruleset, game: Game, policy: Policy = never, *, frames: int = 1, budget: int = BUDGET) -> Odds:
    """Every way the top frames of a waiting game can end."""
    return follow(rules, game.but(stack=game.stack[-frames:]), policy, budget=budget)


def follow(rules: Ruleset, game: Game, policy: Policy, *, budget: int = BUDGET) -> Odds:
    """Every way a game can end whose stack holds only what is to be played."""

    def choose(at: Game, step: int) -> tuple[Any, int]:
        assert isinstance(at.waiting, Ask)
        return policy(Position(rules, at.state), at.waiting), step

    return _follow(rules, game, choose, budget)


def plan_odds(
    rules: Ruleset,
    game: Game,
    plan: Sequence[Any],
    policy: Policy | None = never,
    *,
    worth: Worth | None = None,
    budget: int = BUDGET,
) -> Odds:
    """The odds of answering the present ask, and each time it comes back, by the next answer of the plan.

    An answer that is not legal when its turn comes is left out (its target may be dead); when the plan is used up the
    position counts as an end. With `policy=None` and a `worth`, every other choice is the best for its seat.
    """
    alone = game.but(stack=game.stack[-1:])
    best = Best(rules, alone, worth) if policy is None and worth is not None else None

    def choose(at: Game, step: int) -> tuple[Any, int] | None:
        assert isinstance(at.waiting, Ask)
        if len(at.stack) == 1 and type(at.stack[0]) is type(alone.stack[0]):
            while step < len(plan):
                step += 1
                if why_not(rules, at, plan[step - 1], at.waiting.seat) is None:
                    return plan[step - 1], step
            return None
        if best is not None:
            return best.choose(at), step
        return (policy or never)(Position(rules, at.state), at.waiting), step

    return _follow(rules, alone, choose, budget)


def _follow(rules: Ruleset, start: Game, choose: Choose, budget: int) -> Odds:
    layer: Layer = {}
    done: Layer = {}
    put(done if start.over else layer, start, start, 0, Mass(1, 1))
    played = 0
    while layer and played < budget:
        following: Layer = {}
        for game, step, mass in layer.values():
            if played >= budget:
                put(following, start, game, step, mass)
                continue
            if isinstance(game.waiting, Roll):
                found = spread(game.waiting, rules.dice)
                for faces, weight in found.ways:
                    end = answer(rules, game, faces, trusted=True).game
                    here = done if end.waiting is None else following
                    put(here, start, end, step, Mass(mass.top * weight, mass.bottom * found.total))
                played += len(found.ways)
                continue
            chosen = choose(game, step)
            played += 1
            if chosen is None:
                put(done, start, game, step, mass)
                continue
            end = answer(rules, game, chosen[0], trusted=True).game
            put(done if end.waiting is None else following, start, end, chosen[1], mass)
        layer = following
    ends = tuple(End(game, Fraction(*mass)) for game, _, mass in done.values())
    undecided = sum((Fraction(*mass) for _, _, mass in layer.values()), Fraction(0))
    return Odds(ends, undecided, played)


def put(layer: Layer, base: Game, game: Game, step: int, mass: Mass) -> None:
    key = (key_of(game, base), step)
    known = layer.get(key)
    layer[key] = (game, step, mass) if known is None else (known[0], step, known[2].plus(mass))
