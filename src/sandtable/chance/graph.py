"""The graph of waits that follow from a position: the driver without a log, each step played once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from operator import itemgetter
from typing import Any

from sandtable.chance.distribution import Distribution, distribution
from sandtable.chance.facet import is_hit
from sandtable.chance.nodes import Arrival, Branches, Edge, Node, no_numbers, picking, rolling
from sandtable.chance.placeholders import PLACEHOLDERS, Found, Opaque, Places, fill, find_unread
from sandtable.chance.position_keys import PositionKeys
from sandtable.chance.unread import Case, Run, Unread
from sandtable.core import Event, Game, Roll, Ruleset, advance
from sandtable.core.memo_keys import NumberNeeded

MANY = 5000  # nodes kept when nobody looks ahead
# Unread numbers do not serve: hashed or asked for their class, in a value that cannot be taken apart, or given to
# compiled code that takes real ints only (TypeError).
NOT_UNREAD = (NumberNeeded, Opaque, TypeError)
Merge = Callable[[Any], Any]  # of a state: what cannot be told apart by what is asked becomes equal


class Graph:
    """Nodes reached from a first one."""

    def __init__(self, rules: Ruleset, start: Game, about: tuple[str, ...] = (), merge: Merge | None = None) -> None:
        self.rules, self.merge = rules, merge
        self.about = about  # whose hits on whom are counted
        self.attacked = False
        self.keys = PositionKeys(start.state)
        self.played = 0  # answers given: what the budget counts
        self.remember = False  # for look-ahead, which comes to the same nodes again
        self.nodes: dict[Hashable, Node] = {}
        self.distributions: dict[Roll, Distribution] = {}

    def start(self, game: Game) -> Edge:
        return Edge(self.node(game, None, 0), game.waiting if isinstance(game.waiting, Roll) else None, no_numbers)

    def distribution(self, roll: Roll) -> Distribution:
        found = self.distributions.get(roll)
        if found is None:
            found = self.distributions[roll] = distribution(roll, self.rules.dice)
        return found

    def answered(self, node: Node, value: Any, cases: Iterable[Case]) -> Iterable[tuple[Edge, list[Case]]]:
        """Where it goes on after an answer, with the cases that go there."""
        branches = node.branches.setdefault(value, Branches()) if self.remember else Branches()
        return self.by_edge(node, branches, (value,), cases)

    def thrown(self, node: Node, roll: Roll, cases: Iterable[Case]) -> Iterable[tuple[Edge, list[Case]]]:
        """Where it goes on after dice, whose results are the last of each case."""
        return self.by_edge(node, self.after(node, roll), (), cases)

    def after(self, node: Node, roll: Roll) -> Branches:
        branches = node.branches.get(roll)
        if branches is None:
            ints = all(type(r) is int for outcome in self.distribution(roll).outcomes for r in outcome.results)
            branches = node.branches[roll] = node.branches.setdefault((len(roll.pools), ints), Branches())
            branches.read |= not ints  # other readings rules could tell apart without asking: by identity
        return branches

    def arrivals(self, node: Node, roll: Roll, case: Case) -> Mapping[tuple[Arrival, Case], int]:
        """What the dice may lead to from one case: nodes with their dice and the case there, with their weights."""
        found: dict[tuple[Arrival, Case], int] = {}
        branches = self.after(node, roll)
        for outcome in self.distribution(roll).outcomes:
            thrown = case + outcome.results
            arrival = branches.arrivals.get(thrown)
            if arrival is None:
                arrival = branches.arrivals[thrown] = self.edge(node, branches, (), thrown).arrival(thrown)
            found[arrival] = found.get(arrival, 0) + outcome.weight
        return found

    def by_edge(
        self, node: Node, branches: Branches, value: tuple[Any, ...], cases: Iterable[Case]
    ) -> Iterable[tuple[Edge, list[Case]]]:
        found: dict[Edge, list[Case]] = {}
        for case in cases:
            found.setdefault(self.edge(node, branches, value, case), []).append(case)
        return found.items()

    def edge(self, node: Node, branches: Branches, value: tuple[Any, ...], case: Case) -> Edge:
        edge = branches.known.get(case)
        if edge is None:
            edge = branches.known[case] = branches.find(case) or self.play(node, branches, value, case)
        return edge

    def play(self, node: Node, branches: Branches, value: tuple[Any, ...], case: Case) -> Edge:
        """One case, played for all that do not differ in what the rules ask."""
        if not branches.read:
            try:
                return self.play_unread(node, branches, value, case)
            except NOT_UNREAD:  # a TypeError of the rules themselves is raised again below
                branches.read, branches.root = True, {}
        self.played += 1
        game, events = advance(self.rules, node.position(case), *(value or case[node.unread :]))
        edge = self.start(game)
        edge.hits = self.hits(events)
        return edge

    def play_unread(self, node: Node, branches: Branches, value: tuple[Any, ...], case: Case) -> Edge:
        run = Run()
        numbers = tuple(Unread(run, n, itemgetter(n), number) for n, number in enumerate(case))
        self.played += 1
        game, events = advance(self.rules, node.position(numbers), *(value or numbers[node.unread :]))
        edge = self.opened(self.visible_read(game, node.game.state), len(case)) if case else self.start(game)
        edge.hits = self.hits(events)
        branches.add(run, edge)
        return edge

    def hits(self, events: tuple[Event, ...]) -> int:
        if len(self.about) < 2:
            return 0
        told = [hit for event in events if (hit := is_hit(self.rules, event, self.about)) is not None]
        self.attacked |= bool(told)
        return sum(told)

    def opened(self, game: Game, count: int) -> Edge:
        """To the node with placeholders for what is still unread, in order of place so that equal nodes are equal."""
        held: Found = {}
        places = find_unread(game.stack, held)
        roll, rolls = game.waiting if isinstance(game.waiting, Roll) else None, None
        if roll is not None:
            dice: Found = {}
            inside = find_unread(roll, dice)
            if inside is not None:
                rolls = rolling(roll, inside, dice)
        if places is not None:
            game = game.but(stack=fill(game.stack, places, PLACEHOLDERS))
        return Edge(self.node(game, places, len(held)), roll, picking(held, count), rolls)

    def visible_read(self, game: Game, before: Any) -> Game:
        """State, ask and result are for others to look at: unread numbers in them are read."""
        state = self.state_read(game.state, before)
        seen = (game.result, None if isinstance(game.waiting, Roll) else game.waiting)
        held: Found = {}
        places = find_unread(seen, held)
        if places is not None:
            result, waiting = fill(seen, places, [number.read() for number in held.values()])
            game = game.but(result=result, waiting=waiting or game.waiting)
        return game if state is game.state else game.but(state=state)

    def state_read(self, state: Any, before: Any) -> Any:
        new: dict[str, Any] = {}
        for name in state.__struct_fields__:
            now, was = getattr(state, name), getattr(before, name)
            if now is was:
                continue
            part = {k: v for k, v in now.items() if was.get(k) is not v} if type(now) is dict else now
            held: Found = {}
            places = find_unread(part, held)
            if places is not None:
                part = fill(part, places, [number.read() for number in held.values()])
                new[name] = {**now, **part} if type(now) is dict else part
        return state.__replace__(**new) if new else state

    def node(self, game: Game, places: Places | None, unread: int) -> Node:
        game = self.merged(game)
        key = self.keys.position(game)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(game, places, unread)
        return node

    def merged(self, game: Game) -> Game:
        """The position without what the question does not ask for."""
        return game if self.merge is None else game.but(state=self.merge(game.state))

    def trim(self) -> None:
        """Nodes far behind are not met again: without look-ahead they are dropped once there are many."""
        if not self.remember and len(self.nodes) > MANY:
            self.keys.known.clear()
            self.nodes.clear()
