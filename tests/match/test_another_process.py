"""A game saved in the middle of a nested reaction goes on identically in another process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sandtable.chance import Seeded
from sandtable.core import begin
from sandtable.match import Match, load, new_match
from sandtable.record import hash_of
from tests.rules.warcaster.kit import piece, rules

GO_ON = """
import sys
from sandtable.match import load
from sandtable.record import hash_of

match = load(sys.argv[1])
answers = []
while match.ask is not None and len(answers) < 400:
    value = match.ask.domain.candidates(1, len(match.history))[0]
    answers.append(value)
    match.answer(value)
print(hash_of(match.rules, match.game), len(answers))
"""


def go_on(match: Match) -> str:
    answers = 0
    while match.ask is not None and answers < 400:
        match.answer(match.ask.domain.candidates(1, len(match.history))[0])
        answers += 1
    return f"{hash_of(match.rules, match.game)} {answers}"


def nested() -> Match:
    """A missed melee attack, the riposte to it, and a reroll offered against the riposte: a reaction in a reaction."""
    given = {
        "table": {"size": 30},
        "pieces": {
            "jax": piece("jax_redblade", "a", [15, 10], arc=1),
            "other": piece("jax_redblade", "b", [15, 12], arc=1),
            "weaver": piece("immortal_weaver", "b", [5, 25]),
        },
    }
    start = rules().scenarios.position(rules(), given)
    for seed in range(200):
        match = Match(rules(), begin(rules(), *start), Seeded(seed), from_position=True)
        match.answer("activate jax")
        match.answer("attack other with fusion_sword")
        while match.ask is not None and match.ask.prompt != "activate jax":
            if sum(type(f).__name__ == "Resolve" for f in match.game.stack) == 2:
                return match
            options = [o.key for o in match.ask.domain.options or ()]
            strikes_back = [o for o in options if "riposte" in o or "fusion_sword" in o]
            match.answer(strikes_back[0] if strikes_back else match.ask.default)
    raise AssertionError("no nested reaction came up")


def test_a_nested_reaction_goes_on_identically_elsewhere(tmp_path: Path) -> None:
    match = nested()
    names = [type(f).__name__ for f in match.game.stack]
    assert names.count("Resolve") == 2
    assert names[-1] == "Window"
    path = tmp_path / "nested.sand"
    match.save(path)
    environment = {**os.environ, "PYTHONHASHSEED": "3"}
    done = subprocess.run(
        [sys.executable, "-c", GO_ON, str(path)], capture_output=True, text=True, check=True, env=environment
    )
    assert load(path).game == match.game
    assert done.stdout.strip() == go_on(match)


def test_two_branches_of_one_reaction_do_not_change_their_origin() -> None:
    match = nested()
    before = match.rules.codec.save(match.game)
    used, passed = match.fork(), match.fork()
    assert match.ask is not None
    options = [o.key for o in match.ask.domain.options or ()]
    used.answer(options[0])
    passed.answer("pass")
    assert match.rules.codec.save(match.game) == before
    assert used.game != passed.game


def test_new_matches_with_equal_seeds_are_equal() -> None:
    one, two = (new_match("warcaster", seed=9) for _ in range(2))
    assert go_on(one) == go_on(two)
