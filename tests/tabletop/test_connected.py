"""Groups of neighbours against all combinations."""

from __future__ import annotations

from itertools import combinations
from random import Random

from sandtable.tabletop.formations.connected import connected_sets, stragglers


def test_grown_sets_are_the_connected_ones_of_all_combinations() -> None:
    rng = Random(5)
    for _ in range(20):
        names = [f"u{i}" for i in range(rng.randint(1, 8))]
        links: dict[str, set[str]] = {name: set() for name in names}
        for a, b in combinations(names, 2):
            if rng.random() < 0.3:
                links[a].add(b)
                links[b].add(a)
        most = rng.randint(1, 4)
        wanted = [s for n in range(1, most + 1) for s in combinations(names, n) if not stragglers(s, _among(links, s))]
        assert connected_sets(names, links, most) == wanted


def _among(links: dict[str, set[str]], names: tuple[str, ...]) -> dict[str, set[str]]:
    return {name: links[name] & set(names) for name in names}


def test_stragglers_are_those_not_linked_to_the_first() -> None:
    links = {"a": ["b"], "b": ["a", "c"], "c": ["b"], "d": []}
    assert stragglers(("a", "b", "c", "d"), links) == ["d"] and stragglers((), {}) == []
