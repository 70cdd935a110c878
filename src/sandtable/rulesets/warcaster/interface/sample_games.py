"""Options of sample games: every mission and pairing of factions, printed and random tables, secondary missions."""

from __future__ import annotations

from itertools import product
from typing import Any

from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.turn.setup_options import RANDOM


def sample_games(cards: Library) -> tuple[dict[str, Any], ...]:
    """Missions change fastest, then the pairing: any few in a row differ."""
    secondaries = ["", *cards.secondaries]
    found: list[dict[str, Any]] = []
    pairs = list(product(range(3), repeat=2))
    for n, (pair, mission) in enumerate(product(pairs, cards.missions)):
        raw = cards.missions[mission]
        size = "box" if raw["kind"] == "skirmish" else "full"
        own = [name for name, force in cards.forces.items() if force["size"] == size]
        tables = [name for name, m in cards.maps.items() if m["table"] == raw["table"]]
        game: dict[str, Any] = {
            "mission": mission,
            "forces": (own[pair[0]], own[pair[1]]),
            "map": [*tables, RANDOM][(n // len(cards.missions)) % (len(tables) + 1)],
        }
        if raw["kind"] == "primary" and n % 2:
            game["secondaries"] = (secondaries[n % len(secondaries)], secondaries[(n + 2) % len(secondaries)])
        found.append(game)
    return tuple(found)
