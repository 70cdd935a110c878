"""Games to mix when many are played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, zip_longest
from typing import Any

from sandtable.rulesets.warmachine.common.setup.tables_by_seed import RANDOM, layout_for
from sandtable.rulesets.warmachine.common.state.cards import Library

SIZES = ("box", "middle", "large", "pair")


def sample_games(cards: Library) -> tuple[dict[str, Any], ...]:
    """Armies of equal size, the sizes in turn, on the tables and scenarios that suit them."""
    rows = [list(of_size(cards, size)) for size in SIZES]
    return tuple(game for games in zip_longest(*rows) for game in games if game is not None)


def of_size(cards: Library, size: str) -> Iterator[dict[str, Any]]:
    """Different armies of one size; who is named first changes with every second game."""
    names = [name for name, army in cards.armies.items() if army.size == size]
    wanted = "large" if size == "pair" else size
    for table, raw in cards.maps.items():
        for scenario, played in cards.scenarios.items():
            fits = not played.tables or list(played.tables) == list(raw["table"])
            for one in names:
                for two in names:
                    if one != two and fits and wanted in raw["sizes"]:
                        yield {"armies": [one, two], "map": table, "scenario": scenario}
    for seed, (one, two) in enumerate(pairwise([*names, *names[:1]]) if len(names) > 1 else (), 1):
        layout = cards.layouts[layout_for(cards, wanted)]
        for scenario, played in cards.scenarios.items():
            if not played.tables or list(played.tables) == list(layout.table):
                yield {"armies": [one, two], "map": {RANDOM: seed} if seed % 2 else RANDOM, "scenario": scenario}
