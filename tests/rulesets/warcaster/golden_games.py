"""Games kept to see that a change of the code changes no game: played by seed, saved as records and as hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.bots import bot
from sandtable.chance import Seeded
from sandtable.core import begin
from sandtable.match import Match, new_match, save
from sandtable.record import hash_of
from tests.match.test_another_process import nested
from tests.rules.warcaster.kit import piece, rules

GOLDEN = Path(__file__).parent / "golden"
HASHES = GOLDEN / "hashes.json"
SEEDS = range(20)
SKIRMISH: Mapping[str, Any] = {"mission": "boiling_point"}


def play(match: Match, seed: int) -> Match:
    """To the end, by two recruits."""
    players = [bot("recruit", seed=2 * seed + seat) for seat in (0, 1)]
    while match.ask is not None:
        match.answer(players[match.ask.seat].choose(match.view(match.ask.seat)))
    return match


def full_table() -> dict[str, Any]:
    """The first mix of options with a table of 48 inches."""
    for options in rules().sample_options():
        if new_match(rules(), seed=1, **options).position.state.map.size == 48_000:
            return dict(options)
    raise AssertionError("no table of 48 inches among the options")


def hashes() -> dict[str, list[Any]]:
    """For each seed: the answers given, and the hashes of the position after 100 answers and of the last one."""
    found: dict[str, list[Any]] = {}
    mixed = list(rules().sample_options())
    for seed in SEEDS:
        options = mixed[seed * len(mixed) // len(SEEDS)]
        match = play(new_match(rules(), seed=seed, **options), seed)
        early = match.history[99].game
        found[str(seed)] = [len(match.history), hash_of(rules(), early), hash_of(rules(), match.game)]
    return found


def on_hit() -> Match:
    """A hit whose attacker is asked whether to spike: the effects of the hit are still to come."""
    given = {
        "table": {"size": 30},
        "pieces": {
            "raiders": piece("vassal_raiders", "a", [[10, 10], [10, 12], [10, 14]], arc=1),
            "foe": piece("scourge", "b", [16, 10]),
        },
    }
    start = rules().scenarios.position(rules(), given)
    for seed in range(200):
        match = Match(rules(), begin(rules(), *start), Seeded(seed), from_position=True)
        match.answer("activate raiders")
        match.answer("raiders.1 attack foe with spiker")
        if any(getattr(frame, "name", "") == "W3 spikes" for frame in match.game.stack):
            return match
    raise AssertionError("no hit came up")


def keep_records() -> None:
    """Keep records of this version of the rules beside the older ones."""
    version = rules().version
    save(play(new_match(rules(), seed=8, **SKIRMISH), 8), GOLDEN / f"version-{version}-skirmish.sand")
    save(play(new_match(rules(), seed=48, **full_table()), 48), GOLDEN / f"version-{version}-48-inches.sand")
    save(nested(), GOLDEN / f"version-{version}-reaction.sand")
    save(on_hit(), GOLDEN / f"version-{version}-spike.sand")


def keep_hashes() -> None:
    """Only after a change that is meant to change games or suggested moves; say which in the changelog."""
    HASHES.write_text(json.dumps(hashes(), indent=1) + "\n", encoding="utf-8")
