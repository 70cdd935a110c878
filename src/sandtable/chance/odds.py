"""Exact odds from the rules themselves: frames are played alone, through every reading of every roll.

Equal positions merge; seats choose by a stated policy; a budget openly ends what has no bound. Probabilities are kept
as whole numbers over a whole number and reduced only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sandtable.chance.explore import Choose, Chosen, explore
from sandtable.chance.frontier import End
from sandtable.chance.graph import Graph
from sandtable.chance.nodes import Node, ReturnValue, has_ended
from sandtable.chance.plans import Plan, as_plan
from sandtable.chance.policies import Best, Policies, Seats, Worth, by_seat, never
from sandtable.chance.unread import Case
from sandtable.core import Ask, Game, Position, Roll, Ruleset

if TYPE_CHECKING:
    from sandtable.chance.summary import Summary

BUDGET = 200_000


@dataclass(frozen=True)
class Odds:
    """Every end with its chance. Asked of a choice, `summary` tells what that means: ``odds["hit"]``."""

    ends: tuple[End, ...]
    undecided: Fraction  # what the budget left open: no chance is wrong by more; 0: exact
    answers: int  # how many answers were played
    rolls: Mapping[Roll, Fraction] = field(default_factory=dict)  # what was thrown, and how likely it came to that
    summary: Summary | None = None
    deals: int = 1  # of what the asking seat cannot see: these odds are the mean over so many

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


def outcomes(rules: Ruleset, game: Game, policy: Policies = never, *, frames: int = 1, budget: int = BUDGET) -> Odds:
    """Every way the top frames of a waiting game can end."""
    return follow(rules, game.but(stack=game.stack[-frames:]), policy, budget=budget)


def follow(
    rules: Ruleset,
    game: Game,
    policy: Policies = never,
    *,
    budget: int = BUDGET,
    returns: bool = False,
    about: tuple[str, ...] = (),
) -> Odds:
    """Every way a game can end whose stack holds only what is to be played.

    With `returns` ends are told apart by what the frames return, too: a miss from a hit that did nothing. With `about`
    they are told apart by the hits of the first of these pieces on the last.
    """
    if returns and not game.over:
        game = game.but(stack=(ReturnValue(at="returned"), *game.stack))
    graph = Graph(rules, game, about)
    seats = seated(graph, policy, has_ended)

    def choose(node: Node, step: int, cases: Collection[Case]) -> Iterable[Chosen]:
        return ((value, step, given) for value, given in seats.choose(node, cases))

    return worked_out(graph, game, choose, budget)


def plan_odds(
    rules: Ruleset,
    game: Game,
    plan: Any,
    policy: Policies | None = never,
    *,
    worth: Worth | None = None,
    budget: int = BUDGET,
    about: tuple[str, ...] = (),
) -> Odds:
    """The odds of answering the present ask, and each time it comes back, as a plan says (see `plans`).

    The positions in which the plan stops count as ends. With a `worth` and no policy, every other choice is the best
    for its seat by that. With `about` ends are told apart by hits, as in `follow`.
    """
    wanted: Plan = as_plan(plan)
    alone = game.but(stack=game.stack[-1:])
    home = type(alone.stack[0])

    def at_home(at: Game) -> bool:
        return len(at.stack) == 1 and type(at.stack[0]) is home and isinstance(at.waiting, Ask)

    graph = Graph(rules, alone, about)
    seats = seated(graph, Best(worth) if policy is None else policy, lambda at: has_ended(at) or at_home(at))

    def choose(node: Node, step: int, cases: Collection[Case]) -> Iterable[Chosen]:
        if not at_home(node.game):
            return ((value, step, given) for value, given in seats.choose(node, cases))
        assert isinstance(node.game.waiting, Ask)
        found = wanted.next(Position(rules, node.game.state), node.game.waiting, step)
        return [(None, None, cases) if found is None else (*found, cases)]

    return worked_out(graph, alone, choose, budget)


def seated(graph: Graph, policy: Policies, stop: Callable[[Game], bool]) -> Seats:
    policies = by_seat(policy, len(graph.rules.seats))
    graph.remember = any(isinstance(p, Best) for p in policies)
    return Seats(graph, policies, stop)


def worked_out(graph: Graph, start: Game, choose: Choose, budget: int) -> Odds:
    frontier, rolls = explore(graph, start, choose, budget)
    undecided = sum((found.total() for found in frontier.left()), Fraction(0))
    return Odds(tuple(frontier.ends(graph.attacked)), undecided, graph.played, rolls)
