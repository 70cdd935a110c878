"""The shortest way to an edge of the table."""

from __future__ import annotations

import math
import random

import pytest

from sandtable.geometry.edges import EDGES, Edge, to_edge
from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Disc, Rect
from tests.geometry.reach_cases import a_ground, a_place, graph_length
from tests.seeds import seeds

WIDE, HIGH = 48_000, 30_000


ENDS = {"west": (591, 9000), "east": (47_409, 9000), "south": (20_000, 591), "north": (20_000, 29_409)}


@pytest.mark.parametrize("edge", EDGES)
def test_straight_to_the_edge_on_open_ground(edge: Edge) -> None:
    end = ENDS[edge]
    route = to_edge(Ground(591, width=WIDE, height=HIGH), (20_000, 9000), edge)
    assert route and route.path == ((20_000, 9000), end)
    assert route.cost == math.dist(*route.path)


def test_round_a_wall_and_then_square_on() -> None:
    wall = Rect(20_000, 5000, 8000, 1000, 90_000)  # across the way south, 16,000 to 24,000
    ground = Ground(591, (wall,), width=WIDE, height=HIGH)
    route = to_edge(ground, (19_000, 9000), "south")
    assert route and not ground.first_fault(route.path, route.cost)
    (x, y), before = route.path[-1], route.path[-2]
    assert y == 591 and abs(x - (16_000 - 591)) <= 2, "past the nearer end of the wall"
    assert abs(before[0] - x) <= 2, "the last leg is square to the edge"
    assert to_edge(ground, (19_000, 9000), "south", limit=route.cost - 5) is None


def test_something_on_the_edge_itself_is_gone_round() -> None:
    ground = Ground(591, (Disc(20_000, 0, 3000),), width=WIDE, height=HIGH)
    route = to_edge(ground, (20_000, 9000), "south")
    assert route and ground.free(route.path[-1])
    reach = math.sqrt((3000 + 591) ** 2 - 591**2)
    assert abs(abs(route.path[-1][0] - 20_000) - reach) <= 2
    box = tuple(Rect(20_000 + dx, 9000 + dy, 3000, 200, turn) for dx, dy, turn in (
        (1500, 0, 0), (-1500, 0, 0), (0, 1500, 90_000), (0, -1500, 90_000)))  # fmt: skip
    assert to_edge(Ground(591, box, width=WIDE, height=HIGH), (20_000, 9000), "south") is None, "shut in"


def test_there_already() -> None:
    route = to_edge(Ground(591, width=WIDE, height=HIGH), (20_000, 591), "south")
    assert route and route.cost == 0


def test_bad_questions_are_told() -> None:
    with pytest.raises(ValueError, match="no edge 'up'; edges: west, east, south, north"):
        to_edge(Ground(591, width=WIDE, height=HIGH), (20_000, 591), "up")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no east edge"):
        to_edge(Ground(591), (20_000, 591), "east")


@pytest.mark.parametrize("seed", seeds(4))
def test_no_sampled_end_is_nearer(seed: int) -> None:
    """Against visibility graphs to ends all along the edge: never longer than the best of them, and always legal."""
    rng, tried = random.Random(seed), 0
    while tried < 3:
        start = a_place(rng, 23_000, 27_000)
        ground = a_ground(rng, 7, start)
        ground = Ground(591, ground.solid, width=30_000, height=30_000, zone=(0, 20_000, 50_000, 30_000))
        if not ground.free(start):
            continue
        tried += 1
        route = to_edge(ground, start, "south")
        ends = [(x, 20_591) for x in range(20_000, 30_001, 500) if ground.free((x, 20_591))]
        best = min(graph_length(ground, start, end, 591 - 0.75, outside=True) for end in ends)
        assert route and not ground.first_fault(route.path, route.cost)
        assert route.path[-1][1] == 20_591
        assert route.cost <= best + 8
