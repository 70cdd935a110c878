"""Games to mix when many are played."""

from __future__ import annotations

from typing import Any

from sandtable.rulesets.warmachine.common.state.cards import Library

PLAYED = ("box", "middle", "large", "pair")


def sample_games(cards: Library) -> tuple[dict[str, Any], ...]:
    """Armies of equal size and different factions on the tables and scenarios that suit them."""
    names = [name for name, army in cards.armies.items() if army.size in PLAYED]
    found = []
    for one in names:
        for two in names:
            if one == two or cards.armies[one].size != cards.armies[two].size:
                continue
            for table, raw in cards.maps.items():
                for scenario, played in cards.scenarios.items():
                    fits = not played.tables or list(played.tables) == list(raw["table"])
                    if cards.armies[one].size in raw["sizes"] and fits:
                        found.append({"armies": [one, two], "map": table, "scenario": scenario})
    return tuple(found)
