"""A new table."""

from __future__ import annotations

from typing import Any

from sandtable.chance import Seeded, Source
from sandtable.core import BadSetup, Ruleset, begin, find
from sandtable.core.values import unfit
from sandtable.match.match import Match


def new_match(
    ruleset: str | Ruleset, *, seed: int = 0, source: Source | None = None, measuring: str = "", **options: Any
) -> Match:
    """A new table: ``new_match("duel", seed=7)``. Options are the ruleset's own (mission, forces, …).

    `measuring` is free or book; empty: as the ruleset has it.
    """
    rules = find(ruleset) if isinstance(ruleset, str) else ruleset
    if bad := unfit(options):
        raise BadSetup(f"options that cannot be saved: {bad}")
    state, frame = rules.new_game(options)
    return Match(rules, begin(rules, state, frame), source or Seeded(seed), options=options, measuring=measuring)
