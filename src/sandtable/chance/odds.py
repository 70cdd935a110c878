"""Odds from the rules themselves: frames are played alone, through every reading of every roll.

Equal positions merge; seats choose by a stated policy. Where the budget of exact play ends, seeded dice are thrown for
what is left open, and every number has a plus-minus. Probabilities are kept as whole numbers over a whole number and
reduced only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sandtable.chance import estimate
from sandtable.chance.estimate import Estimate, Sample
from sandtable.chance.explore import Choose, Chosen, explore
from sandtable.chance.frontier import End
from sandtable.chance.graph import Graph, Merge
from sandtable.chance.nodes import Node, ReturnValue, has_ended
from sandtable.chance.plans import Plan, as_plan
from sandtable.chance.policies import Best, Policies, Seats, Worth, by_seat, never
from sandtable.chance.sampling import Sampler
from sandtable.chance.unread import Case
from sandtable.core import Ask, BadSetup, Event, Game, Position, Roll, Ruleset

if TYPE_CHECKING:
    from sandtable.chance.summary import Summary

BUDGET = 2_000  # answers played exactly: about a second
WITHIN = 0.03  # the largest plus-minus of a chance once dice are thrown
SEED = 1


@dataclass(frozen=True, repr=False)
class Odds:
    """Every end with its chance. Asked of a choice, `summary` tells what that means: ``odds["hit"]``."""

    ends: tuple[End, ...]  # worked out exactly
    undecided: Fraction  # what the budget left open; 0: all of it is exact
    answers: int  # how many answers were played
    rolls: Mapping[Roll, Fraction] = field(default_factory=dict)  # what was thrown, and how likely it came to that
    summary: Summary | None = None
    deals: int = 1  # of what the asking seat cannot see: these odds are the mean over so many
    samples: tuple[Sample, ...] = ()  # dice thrown for what was left open

    def __getitem__(self, name: str) -> Any:
        """A chance or a distribution of the summary."""
        if self.summary is None:
            raise KeyError(f"no {name!r}: these odds are of frames, not of a choice")
        return self.summary[name]

    def __repr__(self) -> str:
        """``<Odds hit 83.3%, destroy 0.0%, damage 2.59, exact>``."""
        found = f"{len(self.ends)} ends" if self.summary is None else self.summary.short()
        return f"<Odds {found}, {'exact' if self.exact else f'± {100 * self.plus_minus:.1f} points'}>"

    def __str__(self) -> str:
        return f"{len(self.ends)} ends" if self.summary is None else self.summary.text()

    @property
    def exact(self) -> bool:
        return self.undecided == 0

    @property
    def plus_minus(self) -> float:
        """No chance has a larger one: 0 when exact; at 95 % where dice were thrown, else certain."""
        return estimate.bound(self.samples) if self.samples else float(self.undecided)

    @property
    def all_ends(self) -> tuple[End, ...]:
        """The ends worked out and those thrown."""
        return (*self.ends, *(end for sample in self.samples for end, _ in sample.ends))

    def chance(self, holds: Callable[[Game], bool]) -> Fraction:
        return sum((e.chance for e in self.all_ends if holds(e.game)), Fraction(0))

    def estimate(self, holds: Callable[[Game], bool]) -> Estimate:
        """The same chance with its limits."""
        exact = sum((e.chance for e in self.ends if holds(e.game)), Fraction(0))
        counts = [sum(count for end, count in sample.ends if holds(end.game)) for sample in self.samples]
        return estimate.chance(exact, self.undecided, counts, self.samples)

    def distribution(self, measure: Callable[[Game], Any]) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = {}
        for end in self.all_ends:
            key = measure(end.game)
            found[key] = found.get(key, Fraction(0)) + end.chance
        return dict(sorted(found.items()))


def outcomes(rules: Ruleset, game: Game, policy: Policies = never, *, frames: int = 1, budget: int = BUDGET) -> Odds:
    """Every way the top frames of a waiting game can end, without throws."""
    return follow(rules, game.but(stack=game.stack[-frames:]), policy, budget=budget)


def follow(
    rules: Ruleset,
    game: Game,
    policy: Policies = never,
    *,
    budget: int = BUDGET,
    within: float | None = None,
    seed: int | str = SEED,
    returns: bool = False,
    about: tuple[str, ...] = (),
    told: tuple[Event, ...] = (),
    merge: Merge | None = None,
) -> Odds:
    """Every way a game can end whose stack holds only what is to be played.

    When the budget ends, dice are thrown for the rest, so many that no chance has a plus-minus above `within`; None:
    the rest is left open. With `returns` ends are told apart by what the frames return, too: a miss from a hit that did
    nothing. With `about` they are told apart by the hits of the first of these pieces on the last; `told` is what has
    happened since the question: an attack may hit without a roll.

    `merge` drops from a state what the question does not need, so that more positions are equal: where a fight takes
    place, if only its end is asked for. What it drops must change nothing that is asked, and is missing in the ends.
    """
    if returns and not game.over:
        game = game.but(stack=(ReturnValue(at="returned"), *game.stack))
    graph = Graph(rules, game, about, merge)
    seats = seated(graph, policy, has_ended)

    def choose(node: Node, step: int, cases: Collection[Case]) -> Iterable[Chosen]:
        return ((value, step, given) for value, given in seats.choose(node, cases))

    return worked_out(graph, game, choose, budget, within, seed, graph.hits(told))


def plan_odds(
    rules: Ruleset,
    game: Game,
    plan: Any,
    policy: Policies | None = never,
    *,
    worth: Worth | None = None,
    budget: int = BUDGET,
    within: float | None = None,
    seed: int | str = SEED,
    about: tuple[str, ...] = (),
    merge: Merge | None = None,
) -> Odds:
    """The odds of answering the present ask, and each time it comes back, as a plan says (see `plans`).

    The positions in which the plan stops count as ends. With a `worth` and no policy, every other choice is the best
    for its seat by that. `within`, `about` and `merge` are as in `follow`.
    """
    wanted: Plan = as_plan(plan)
    alone = game.but(stack=game.stack[-1:])
    home = type(alone.stack[0])

    def at_home(at: Game) -> bool:
        return len(at.stack) == 1 and type(at.stack[0]) is home and isinstance(at.waiting, Ask)

    graph = Graph(rules, alone, about, merge)
    seats = seated(graph, Best(worth) if policy is None else policy, lambda at: has_ended(at) or at_home(at))

    def choose(node: Node, step: int, cases: Collection[Case]) -> Iterable[Chosen]:
        if not at_home(node.game):
            return ((value, step, given) for value, given in seats.choose(node, cases))
        assert isinstance(node.game.waiting, Ask)
        found = wanted.next(Position(rules, node.game.state), node.game.waiting, step)
        return [(None, None, cases) if found is None else (*found, cases)]

    return worked_out(graph, alone, choose, budget, within, seed)


def seated(graph: Graph, policy: Policies, stop: Callable[[Game], bool]) -> Seats:
    policies = by_seat(policy, len(graph.rules.seats))
    graph.remember = any(isinstance(p, Best) for p in policies)
    return Seats(graph, policies, stop)


def worked_out(
    graph: Graph, start: Game, choose: Choose, budget: int, within: float | None, seed: int | str, hits: int = 0
) -> Odds:
    """The exact part; then, if something is left open and a plus-minus is wanted, the throws."""
    if within is not None and not 0 < within <= 1:
        raise BadSetup(f"a plus-minus of {within:g} cannot be had: give a share above 0 and at most 1, such as 0.03")
    frontier, rolls = explore(graph, start, choose, budget, hits)
    undecided = sum((found.total() for found in frontier.left()), Fraction(0))
    samples: tuple[Sample, ...] = ()
    if undecided and within is not None:
        sampler = Sampler(graph, choose, str(seed))
        samples = (sampler.sample(frontier, undecided, within),)
        for roll, times in sampler.rolls.items():
            rolls[roll] = rolls.get(roll, Fraction(0)) + undecided * Fraction(times, samples[0].throws)
    return Odds(tuple(frontier.ends(graph.attacked)), undecided, graph.played, rolls, samples=samples)
