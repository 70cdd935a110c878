"""How seats choose while odds are worked out: stated, never guessed.

`never`   nobody uses anything: the default of every ask
`always`  every reaction offered is used, the first on the list
`best`    every ask is answered so that its seat fares best, by expected worth, through the rules themselves
`using`   only what is named is used

One policy may serve every seat, or each seat has its own: ``{0: never, 1: best}``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from random import Random
from typing import Any, NamedTuple

from sandtable.chance.facet import worth as worth_by_rules
from sandtable.chance.graph import Graph
from sandtable.chance.nodes import Arrival, Edge, Node
from sandtable.chance.unread import Case
from sandtable.core import Ask, BadSetup, Game, Position, Roll, Ruleset

Policy = Callable[[Position, Ask], Any]
Worth = Callable[[Game, int], Any]  # how good a position is for a seat: a whole number or a Fraction
AHEAD = 50_000  # answers `best` may play: it looks at all that can follow, whatever the budget
FEW = 6  # answers compared where a choice is not finite
WON = 1_000_000  # worth of the game itself


def never(p: Position, ask: Ask) -> Any:
    """The default of every ask."""
    return ask.silence(p)


def always(p: Position, ask: Ask) -> Any:
    """Whatever is offered first, if it is not the default; the default where only another option declines."""
    silence, options = ask.silence(p), ask.domain.options(p) or ()
    declining = {o.key for o in options if o.ends}
    if declining and silence not in declining:
        return silence  # silence uses it: a free strike is struck unless somebody holds
    return next((o.key for o in options if o.key != silence), silence)


@dataclass(frozen=True)
class Using:
    """Offers that name one of these are used, every other ask is passed."""

    names: tuple[str, ...]

    def __call__(self, p: Position, ask: Ask) -> Any:
        options = ask.domain.options(p) or ()
        return next((o.key for o in options if any(n in o.key.split() for n in self.names)), ask.silence(p))


def using(*names: str) -> Using:
    return Using(names)


class Best(NamedTuple):
    """Every seat takes the answer worth most to it, as the ruleset (or the given function) counts worth."""

    worth: Worth | None = None


best = Best()
NAMED: Mapping[str, Policy | Best] = {"never": never, "always": always, "best": best}
NO_END = "best looks ahead to the end, and this has none in reach: ask with never, always or the reactions by name"
One = Policy | Best | str
Policies = One | Mapping[int, One]  # for all seats, or by seat


def named(policy: One) -> Policy | Best:
    if not isinstance(policy, str):
        return policy
    if policy not in NAMED:
        raise BadSetup(f"no policy {policy!r}; policies: {', '.join(NAMED)}")
    return NAMED[policy]


def by_seat(policy: Policies, seats: int) -> tuple[Policy | Best, ...]:
    """The policy of each seat; a seat left out gives the default."""
    if isinstance(policy, Mapping):
        return tuple(named(policy.get(seat, never)) for seat in range(seats))
    return (named(policy),) * seats


def worth_by(rules: Ruleset) -> Worth:
    """The ruleset's own judgement of a position; a game won or lost outweighs it."""

    def worth(game: Game, seat: int) -> int:
        if game.result is not None and game.result.winner is not None:
            return WON if game.result.winner == seat else -WON
        return worth_by_rules(rules, Position(rules, game.state), seat)

    return worth


class Seats:
    """The seats of a graph with their policies. Best is expectimax over what is played, remembered by position.

    All cases of a node are worked out together.
    """

    def __init__(self, graph: Graph, policies: tuple[Policy | Best, ...], stop: Callable[[Game], bool]) -> None:
        self.graph, self.rules, self.policies, self.stop = graph, graph.rules, policies, stop
        self.by_ruleset = worth_by(graph.rules)

    def choose(self, node: Node, cases: Collection[Case]) -> Iterable[tuple[Any, Collection[Case]]]:
        """The answers to the ask here, each with the cases in which it is given."""
        ask = node.game.waiting
        assert isinstance(ask, Ask)
        policy = self.policies[ask.seat]
        if not isinstance(policy, Best):
            return [(policy(Position(self.rules, node.game.state), ask), cases)]
        found = self.answers(node, ask)
        if len(found) == 1:
            return [(found[0], cases)]
        new = [case for case in cases if case not in node.chosen]
        if new:
            node.chosen.update(zip(new, self.best(node, found, new, ask.seat, policy.worth), strict=True))
        chosen: dict[int, list[Case]] = {}
        for case in cases:
            chosen.setdefault(node.chosen[case], []).append(case)
        return [(found[number], given) for number, given in chosen.items()]

    def best(self, node: Node, answers: list[Any], cases: list[Case], seat: int, worth: Worth | None) -> list[int]:
        """The index of the best answer in each case: the first, the default, wins ties."""
        try:
            compared = [self.ahead(self.after(node, a, cases), seat, worth or self.by_ruleset) for a in answers]
        except RecursionError:
            raise BadSetup(NO_END) from None
        found = []
        for case in cases:
            values = [worths[case] for worths in compared]
            found.append(values.index(max(values)))
        return found

    def answers(self, node: Node, ask: Ask) -> list[Any]:
        p = Position(self.rules, node.game.state)
        silence, options = ask.silence(p), ask.domain.options(p)
        if options is not None:
            return [silence, *(o.key for o in options if o.key != silence)]
        return [silence, *(c for c in ask.domain.candidates(p, FEW, Random(0)) if c != silence)]

    def after(self, node: Node, value: Any, cases: Collection[Case]) -> Iterable[tuple[Edge, list[Case]]]:
        assert isinstance(node.game.waiting, Ask)
        return self.graph.answered(node, node.game.waiting.domain.normal(value), cases)

    def ahead(self, edges: Iterable[tuple[Edge, list[Case]]], seat: int, worth: Worth) -> dict[Case, Any]:
        """What it is worth to a seat to go on there, in each case."""
        found: dict[Case, Any] = {}
        for edge, cases in edges:
            for roll, pairs in edge.arrivals(cases):
                known = self.known(edge.node, roll, [then for _, then in pairs], seat, worth)
                for case, then in pairs:
                    found[case] = known[then]
        return found

    def known(
        self, node: Node, roll: Roll | None, cases: Iterable[Case], seat: int, worth: Worth
    ) -> Mapping[Case, Any]:
        """What a node is worth to a seat, in these cases at least."""
        known = node.values.setdefault((seat, roll), {})
        new = [case for case in dict.fromkeys(cases) if case not in known]
        if self.graph.played > AHEAD:
            raise BadSetup(NO_END)
        if new and self.stop(node.game):
            known.update({case: worth(node.position(case), seat) for case in new})
        elif new and roll is not None:
            known.update(self.expected(node, roll, new, seat, worth))
        elif new:
            for answer, some in self.choose(node, new):
                known.update(self.ahead(self.after(node, answer, some), seat, worth))
        return known

    def expected(
        self, node: Node, roll: Roll, cases: list[Case], seat: int, worth: Worth
    ) -> Iterable[tuple[Case, Any]]:
        """The mean over all throws."""
        by_case = [(case, self.graph.arrivals(node, roll, case)) for case in cases]
        places: dict[Arrival, list[Case]] = {}
        for _, arrivals in by_case:
            for place, then in arrivals:
                places.setdefault(place, []).append(then)
        known = {place: self.known(*place, some, seat, worth) for place, some in places.items()}
        total = self.graph.distribution(roll).total
        for case, arrivals in by_case:
            yield case, mean(arrivals.values(), [known[place][then] for place, then in arrivals], total)


def mean(weights: Iterable[int], values: list[Any], total: int) -> Any:
    """The expected worth. Fractions are added up by denominator, so that few are left to be reduced."""
    if Fraction not in map(type, values):
        found = sum(map(mul, weights, values))
        return Fraction(found, total) if isinstance(found, int) else found / total
    numerators: dict[int, int] = {}
    for weight, value in zip(weights, values, strict=True):
        top, bottom = value.as_integer_ratio()
        numerators[bottom] = numerators.get(bottom, 0) + weight * top
    return sum(Fraction(top, bottom * total) for bottom, top in numerators.items())
