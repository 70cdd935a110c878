"""Exact odds from the rules themselves: frames are played alone, through every reading of every roll.

Equal positions merge; seats choose by a stated policy; a budget openly ends what has no bound. Probabilities are kept
as whole numbers over a whole number and reduced only when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sandtable.chance.front import End, Front, Lump, Node
from sandtable.chance.plans import Plan, as_plan
from sandtable.chance.policies import Best, Policies, Table, Worth, never, settled
from sandtable.chance.unread import Results
from sandtable.chance.walk import Kept, Spot, Walk, has_ended
from sandtable.core import Ask, Game, Position, Roll, Ruleset

if TYPE_CHECKING:
    from sandtable.chance.summary import Summary

BUDGET = 200_000
Chosen = tuple[Any, int | None, Collection[Results]]  # an answer, how far the plan is then (None: stop), and when
Choose = Callable[[Spot, int, Collection[Results]], Iterable[Chosen]]


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
        game = game.but(stack=(Kept(at="returned"), *game.stack))
    walk = Walk(rules, game, about)
    table = seated(walk, policy, has_ended)

    def choose(spot: Spot, step: int, cases: Collection[Results]) -> Iterable[Chosen]:
        return ((value, step, given) for value, given in table.choose(spot, cases))

    return spread_out(walk, game, choose, budget)


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

    walk = Walk(rules, alone, about)
    table = seated(walk, Best(worth) if policy is None else policy, lambda at: has_ended(at) or at_home(at))

    def choose(spot: Spot, step: int, cases: Collection[Results]) -> Iterable[Chosen]:
        if not at_home(spot.game):
            return ((value, step, given) for value, given in table.choose(spot, cases))
        assert isinstance(spot.game.waiting, Ask)
        found = wanted.next(Position(rules, spot.game.state), spot.game.waiting, step)
        return [(None, None, cases) if found is None else (*found, cases)]

    return spread_out(walk, alone, choose, budget)


def seated(walk: Walk, policy: Policies, stop: Callable[[Game], bool]) -> Table:
    policies = settled(policy, len(walk.rules.seats))
    walk.remember = any(isinstance(p, Best) for p in policies)
    return Table(walk, policies, stop)


def spread_out(walk: Walk, start: Game, choose: Choose, budget: int) -> Odds:
    """Wait by wait, every position once, until nothing is left or the budget is spent."""
    front = Front()
    thrown: dict[Roll, Lump] = {}
    front.put(walk.start(start), 0, 0, 1, {(): 1})
    while front.waves and walk.played < budget:
        walk.next_layer()
        for node in front.take():
            if walk.played >= budget:
                front.back(node)
            elif None not in node.lumps:
                count(thrown, node)
                for move, bottom, tops in node.rolled(walk):
                    front.put(move, node.step, node.hits, bottom, tops)
            else:
                answer(walk, front, node, choose)
    undecided = sum((node.chance() for node in front.left()), Fraction(0))
    return Odds(
        tuple(front.ends(walk.attacked)), undecided, walk.played, {roll: lump.chance() for roll, lump in thrown.items()}
    )


def count(thrown: dict[Roll, Lump], node: Node) -> None:
    for roll, lump in node.lumps.items():
        assert roll is not None
        thrown.setdefault(roll, Lump()).add(lump.bottom, {(): sum(lump.tops.values())})


def answer(walk: Walk, front: Front, node: Node, choose: Choose) -> None:
    """Each answer, for the results of the unread dice for which it is given."""
    spot, lump = node.spot, node.lumps[None]
    assert isinstance(spot.game.waiting, Ask)
    for value, step, cases in choose(spot, node.step, lump.tops):
        tops = lump.tops if len(cases) == len(lump.tops) else {case: lump.tops[case] for case in cases}
        if step is None:
            front.stop(spot, node.hits, lump.bottom, tops)
        else:
            for move, some in walk.answered(spot, spot.game.waiting.domain.normal(value), tops):
                front.put(move, step, node.hits, lump.bottom, {case: tops[case] for case in some})
