"""Every registered ruleset keeps the laws."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.core import Ruleset, find, installed
from sandtable.testing import keeps_the_laws, notices_leaks, places_hold, same_in_another_process
from tests.soak import cases

NAMES = sorted(installed())


WARMACHINE = ("warmachine-mk1", "warmachine-escalation", "warmachine-mk2")
SEEDS = dict.fromkeys((*WARMACHINE, "warmaster"), 1)  # of an ordinary run; games there are long
WITHOUT_PHRASES: set[str] = set()  # a new ruleset may begin without


def test_the_examples_are_registered() -> None:
    assert {"duel", "duel-first", "lines"} <= set(NAMES)


@pytest.fixture(params=NAMES)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return find(request.param)


def test_a_ruleset_has_phrases_for_its_options(rules: Ruleset) -> None:
    """The law that options can be said holds for rulesets with phrases."""
    assert bool(rules.showing.phrases) == (rules.name not in WITHOUT_PHRASES)


def test_laws_hold_at_every_step(rules: Ruleset) -> None:
    assert keeps_the_laws(rules, range(cases(SEEDS.get(rules.name, 3), 3))) > 30


@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**63))
def test_laws_hold_for_any_seed(rules: Ruleset, seed: int) -> None:
    keeps_the_laws(rules, [seed], every=11, odds_every=50)


def test_equal_seeds_give_equal_games_in_other_processes(rules: Ruleset) -> None:
    same_in_another_process(rules, 5)


def test_the_suite_notices_a_ruleset_that_leaks(rules: Ruleset) -> None:
    assert notices_leaks(rules)


PLACES = {"duel": 12, "duel-first": 12, "lines": 12, "warcaster": 40, "warmaster": 20} | dict.fromkeys(WARMACHINE, 120)


@pytest.mark.parametrize(("name", "every"), PLACES.items())
def test_outlines_hold_and_the_nearest_answer_is_nearest(name: str, every: int) -> None:
    """Add a ruleset here when every domain of places in it has an outline."""
    rules = find(name)
    assert places_hold(rules, [3, 4][: cases(SEEDS.get(name, 2), 2)], rules.sample_options(), every=every) > 3
