"""Exploring the graph wait by wait, every position once, until nothing is left or the budget is spent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from typing import Any

from sandtable.chance.frontier import Frontier, Mass, Open
from sandtable.chance.graph import Graph
from sandtable.chance.nodes import Node
from sandtable.chance.unread import Case
from sandtable.core import Ask, Game, Roll

Chosen = tuple[Any, int | None, Collection[Case]]  # an answer, how far the plan is then (None: stop), and when
Choose = Callable[[Node, int, Collection[Case]], Iterable[Chosen]]


def explore(
    graph: Graph, start: Game, choose: Choose, budget: int, hits: int = 0
) -> tuple[Frontier, dict[Roll, Fraction]]:
    """The frontier when the budget is spent, and each roll with its chance to be thrown. So many hits came before.

    The budget counts answers played. Rules that come back to the same position play nothing new there, so the nodes
    taken are bounded, too.
    """
    frontier = Frontier()
    thrown: dict[Roll, Mass] = {}
    taken = 0
    frontier.put(graph.start(start), 0, hits, 1, {(): 1})
    while frontier.waves and max(taken, graph.played) < budget:
        graph.trim()
        for found in frontier.take():
            if max(taken, graph.played) >= budget:
                frontier.put_back(found)
                continue
            taken += 1
            if found.asked():
                answer(graph, frontier, found, choose)
            else:
                count(thrown, found)
                for edge, hits, denominator, numerators in found.thrown(graph):
                    frontier.put(edge, found.step, hits, denominator, numerators)
    return frontier, {roll: mass.total() for roll, mass in thrown.items()}


def count(thrown: dict[Roll, Mass], found: Open) -> None:
    for (roll, _), mass in found.masses.items():
        assert roll is not None
        thrown.setdefault(roll, Mass()).add(mass.denominator, {(): sum(mass.numerators.values())})


def answer(graph: Graph, frontier: Frontier, found: Open, choose: Choose) -> None:
    """Each answer, for the cases in which it is given."""
    node, parts = found.node, [(hits, mass) for (_, hits), mass in found.masses.items()]
    assert isinstance(node.game.waiting, Ask)
    every = parts[0][1].numerators if len(parts) == 1 else dict.fromkeys(c for _, m in parts for c in m.numerators)
    for value, step, cases in choose(node, found.step, every):
        if step is None:
            for hits, mass in parts:
                frontier.stop(node, hits, mass.denominator, only(mass, cases))
        else:
            for edge, some in graph.answered(node, node.game.waiting.domain.normal(value), cases):
                for hits, mass in parts:
                    frontier.put(edge, step, hits, mass.denominator, only(mass, some))


def only(mass: Mass, cases: Collection[Case]) -> dict[Case, int]:
    return {case: mass.numerators[case] for case in cases if case in mass.numerators}
