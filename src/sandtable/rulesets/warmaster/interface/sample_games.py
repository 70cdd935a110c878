"""Games to mix when many are played: every army against every other, tables and scenarios in turn."""

from __future__ import annotations

from typing import Any

MIX: tuple[tuple[str, str, str, str, int], ...] = (  # two lists, table, scenario, share
    ("empire_1000", "orcs_1000", "open_field", "pitched", 5),
    ("empire_1000", "winged_1000", "two_fords", "pitched", 4),
    ("orcs_1000", "winged_1000", "old_works", "timed", 4),
    ("winged_1000", "winged_1000", "mill_town", "pitched", 4),
    ("empire_2000", "orcs_2000", "old_works", "pitched", 4),
    ("empire_2000", "orcs_2000", "mill_town", "end_to_end", 3),
    ("empire_2000", "orcs_2000", "two_fords", "timed", 3),
    ("orcs_2000", "orcs_2000", "high_pass", "to_the_break", 2),
    ("empire_2000", "winged_2000", "high_pass", "pitched", 3),
    ("orcs_2000", "winged_2000", "old_works", "pitched", 3),
    ("empire_2000", "empire_2000", "old_works", "timed", 2),
    ("orcs_1000", "orcs_1000", "two_fords", "pitched", 2),
    ("empire_1000", "orcs_1000", "high_pass", "to_the_break", 2),
    ("empire_500", "orcs_500", "starter_green", "first_game", 3),
    ("empire_500", "winged_500", "starter_green", "first_game", 3),
    ("orcs_500", "winged_500", "starter_green", "first_game", 3),
)


def sample_games() -> tuple[dict[str, Any], ...]:
    """Fifty sets of options: the mix of the documentation, a tenth of it."""
    return tuple(
        {"armies": [a, b], "table": table, "scenario": scenario}
        for a, b, table, scenario, share in MIX
        for _ in range(share)
    )
