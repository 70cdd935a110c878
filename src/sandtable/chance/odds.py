"""Exact odds from the rules themselves: frames are played alone, through every reading of every roll.

Equal positions merge; seats choose by a stated policy; a budget openly ends what has no bound. Probabilities are kept
as whole numbers over a whole number and reduced only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.chance.plans import Plan, as_plan
from sandtable.chance.policies import Best, Policies, Table, Worth, never, settled
from sandtable.chance.walk import Kept, Walk, has_ended
from sandtable.core import Ask, Game, Position, Roll, Ruleset

if TYPE_CHECKING:
    from sandtable.chance.summary import Summary

BUDGET = 200_000
Choose = Callable[[Game, int], "tuple[Any, int] | None"]  # the answer and how far the plan is; None: stop here


class End(NamedTuple):
    """One way it can end: the position, its probability, and what the frames returned to their caller."""

    game: Game
    chance: Fraction
    returned: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Odds:
    """Every end with its chance. Asked of a choice, `summary` tells what that means: ``odds["hit"]``."""

    ends: tuple[End, ...]
    undecided: Fraction  # what the budget left open: no chance is wrong by more; 0: exact
    answers: int  # how many answers were played
    rolls: Mapping[Roll, Fraction] = field(default_factory=dict)  # what was thrown, and how likely it came to that
    summary: Summary | None = None

    def __getitem__(self, name: str) -> Any:
        """A chance or a distribution of the summary."""
        if self.summary is None:
            raise KeyError(f"no {name!r}: these odds are of frames, not of a choice")
        return self.summary[name]

    def __str__(self) -> str:
        return f"{len(self.ends)} ends" if self.summary is None else self.summary.text()

    @property
    def exact(self) -> bool:
        return self.undecided == 0

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


class Node:
    """A position somebody waits at, with its probability; one that waits for dice, by the dice it waits for."""

    __slots__ = ("game", "mass", "rolls", "step")

    def __init__(self, game: Game, step: int) -> None:
        self.game, self.step = game, step
        self.mass = Mass(0, 1)
        self.rolls: dict[Roll, Mass] = {}

    def add(self, game: Game, mass: Mass) -> None:
        if isinstance(game.waiting, Roll):
            known = self.rolls.get(game.waiting)
            self.rolls[game.waiting] = mass if known is None else known.plus(mass)
        else:
            self.mass = self.mass.plus(mass) if self.mass.top else mass

    def whole(self) -> Mass:
        total = self.mass
        for mass in self.rolls.values():
            total = total.plus(mass)
        return total


Layer = dict[Hashable, Node]


def outcomes(rules: Ruleset, game: Game, policy: Policies = never, *, frames: int = 1, budget: int = BUDGET) -> Odds:
    """Every way the top frames of a waiting game can end."""
    return follow(rules, game.but(stack=game.stack[-frames:]), policy, budget=budget)


def follow(
    rules: Ruleset, game: Game, policy: Policies = never, *, budget: int = BUDGET, returns: bool = False
) -> Odds:
    """Every way a game can end whose stack holds only what is to be played.

    With `returns` ends are told apart by what the frames return, too: a miss from a hit that did nothing.
    """
    if returns and not game.over:
        game = game.but(stack=(Kept(at="returned"), *game.stack))
    walk = Walk(rules, game)
    table = seated(walk, policy, has_ended)
    return spread_out(walk, game, lambda at, step: (table.choose(at), step), budget)


def plan_odds(
    rules: Ruleset,
    game: Game,
    plan: Any,
    policy: Policies | None = never,
    *,
    worth: Worth | None = None,
    budget: int = BUDGET,
) -> Odds:
    """The odds of answering the present ask, and each time it comes back, as a plan says (see `plans`).

    The positions in which the plan stops count as ends. With a `worth` and no policy, every other choice is the best
    for its seat by that.
    """
    wanted: Plan = as_plan(plan)
    alone = game.but(stack=game.stack[-1:])
    home = type(alone.stack[0])

    def at_home(at: Game) -> bool:
        return len(at.stack) == 1 and type(at.stack[0]) is home and isinstance(at.waiting, Ask)

    walk = Walk(rules, alone)
    table = seated(walk, Best(worth) if policy is None else policy, lambda at: has_ended(at) or at_home(at))

    def choose(at: Game, step: int) -> tuple[Any, int] | None:
        assert isinstance(at.waiting, Ask)
        if at_home(at):
            return wanted.next(Position(rules, at.state), at.waiting, step)
        return table.choose(at), step

    return spread_out(walk, alone, choose, budget)


def seated(walk: Walk, policy: Policies, stop: Callable[[Game], bool]) -> Table:
    policies = settled(policy, len(walk.rules.seats))
    walk.remember = any(isinstance(p, Best) for p in policies)
    return Table(walk, policies, stop)


def spread_out(walk: Walk, start: Game, choose: Choose, budget: int) -> Odds:
    """Wait by wait, every position once, until nothing is left or the budget is spent."""
    front = Front(walk)
    thrown: dict[Roll, Mass] = {}
    front.put(start, 0, Mass(1, 1))
    while front.waves and walk.played < budget:
        walk.next_layer()
        for key, node in front.take().items():
            if walk.played >= budget:
                front.back(key, node)
            elif node.rolls:
                for roll, mass in node.rolls.items():
                    thrown[roll] = thrown[roll].plus(mass) if roll in thrown else mass
                weights, bottom = readings(walk, node)
                for results, weight in weights.items():
                    front.put(walk.after(node.game, results), node.step, Mass(weight, bottom))
            else:
                chosen = choose(node.game, node.step)
                if chosen is None:
                    keep(front.done, (key, "stopped"), node.game, node.step, node.mass)
                    continue
                assert isinstance(node.game.waiting, Ask)
                value = (node.game.waiting.domain.normal(chosen[0]),)
                front.put(walk.after(node.game, value), chosen[1], node.mass)
    ends = tuple(ended(node.game, Fraction(*node.mass)) for node in front.done.values())
    undecided = sum((Fraction(*n.whole()) for layer in front.waves.values() for n in layer.values()), Fraction(0))
    return Odds(ends, undecided, walk.played, {roll: Fraction(*mass) for roll, mass in thrown.items()})


class Front:
    """The positions still to be played, the earliest first: one attack is over for all before the next begins.

    A miss takes fewer waits than a hit. What lies at the bottom of the stack tells how far a plan or a row of frames
    has come, so positions wait there for each other and meet.
    """

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.done: Layer = {}
        self.waves: dict[int, Layer] = {}
        self.stages: dict[Hashable, int] = {}
        self.last: tuple[Any, int] = (None, 0)

    def put(self, game: Game, step: int, mass: Mass) -> None:
        key = (self.walk.keys.place(game), step)
        if has_ended(game):
            keep(self.done, key, game, step, mass)
            return
        number = self.stage(game)
        layer = self.waves.get(number)
        if layer is None:
            layer = self.waves[number] = {}
        keep(layer, key, game, step, mass)

    def stage(self, game: Game) -> int:
        stack = game.stack
        bottom = stack[1] if len(stack) > 1 and isinstance(stack[0], Kept) else stack[0]
        if self.last[0] is not bottom:
            self.last = (bottom, self.stages.setdefault(bottom, len(self.stages)))
        return self.last[1]

    def take(self) -> Layer:
        return self.waves.pop(min(self.waves))

    def back(self, key: Hashable, node: Node) -> None:
        self.waves.setdefault(self.stage(node.game), {})[key] = node


def readings(walk: Walk, node: Node) -> tuple[dict[tuple[Any, ...], int], int]:
    """How likely each reading is, over all the dice this position may wait for: what follows depends on it alone."""
    parts = [(mass, walk.throws(roll)) for roll, mass in node.rolls.items()]
    bottom = lcm(*(mass.bottom * found.total for mass, found in parts))
    weights: dict[tuple[Any, ...], int] = {}
    for mass, found in parts:
        scale = mass.top * (bottom // (mass.bottom * found.total))
        for way in found.ways:
            results = way.results
            weights[results] = weights.get(results, 0) + scale * way.weight
    return weights, bottom


def keep(layer: Layer, key: Hashable, game: Game, step: int, mass: Mass) -> None:
    node = layer.get(key)
    if node is None:
        node = layer[key] = Node(game, step)
    node.add(game, mass)


def ended(game: Game, chance: Fraction) -> End:
    """The position as it was left, and what the frames returned."""
    if not game.stack or not isinstance(game.stack[-1], Kept):
        return End(game, chance)
    return End(game.but(stack=(), waiting=None), chance, game.stack[-1].value)
