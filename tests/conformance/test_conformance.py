"""Every registered ruleset keeps the laws."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.core import Ruleset, find, installed
from sandtable.lab.checks import Broken, check_game, walk
from sandtable.record import hash_of

NAMES = sorted(installed())


def test_the_examples_are_registered() -> None:
    assert {"duel", "duel-first", "lines"} <= set(NAMES)


@pytest.fixture(params=NAMES)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return find(request.param)


def test_laws_hold_at_every_step(rules: Ruleset) -> None:
    for seed in range(3):
        assert check_game(rules, seed) > 10


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63))
def test_laws_hold_for_any_seed(rules: Ruleset, seed: int) -> None:
    check_game(rules, seed, every=11, odds_every=50)


GAME = """
import sys
from sandtable.core import find
from sandtable.lab.checks import walk
from sandtable.record import hash_of
rules = find(sys.argv[1])
*_, last = walk(rules, 5)
print(hash_of(rules, last.after.game))
"""


def test_equal_seeds_give_equal_games_in_other_processes(rules: Ruleset) -> None:
    *_, last = walk(rules, 5)
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    other = subprocess.run(
        [sys.executable, "-c", GAME, rules.name], env=environment, capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == hash_of(rules, last.after.game)


def test_the_suite_notices_a_ruleset_that_leaks(rules: Ruleset) -> None:
    class Leaky(type(rules)):  # type: ignore[misc]
        def redact(self, state: object, seat: int) -> object:
            return state

    leaky = Leaky.__new__(Leaky)
    leaky.__dict__.update(rules.__dict__)
    state, _ = rules.new_game({})
    if rules.redact(state, 0) == state and rules.redact(state, 1) == state:
        return  # an open game: nothing to leak
    with pytest.raises(Broken, match="view changes"):
        check_game(leaky, 1)
