"""Attacks by their figures: against a known fraction, icepool, a million throws, and by hand at the edges."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest

import sandtable as st
from tests.chance.oracles import Seen, Shot, by_icepool, some_shot, thrown
from tests.rules.warcaster.kit import rules
from tests.seeds import seeds

KNOWN = Shot((4, 2), (2, 2), 5, 4, 3)
TIMES = 1_000_000


def figures(shot: Shot) -> Any:
    return shot.words()


def ours(shot: Shot) -> Seen:
    odds = st.odds(rules(), **figures(shot))
    assert odds.exact
    assert sum(end.chance for end in odds.ends) == 1
    return Seen(odds["hit"], dict(odds["damage"]), odds["destroy"])


def test_the_known_fraction() -> None:
    assert ours(KNOWN).destroy == Fraction(221647342128126611, 18953525353286467584)


def test_two_hundred_random_attacks_agree_with_icepool() -> None:
    rng = Random(200)
    for shot in (some_shot(rng) for _ in seeds(200)):
        mine, other = ours(shot), by_icepool(shot)
        damage = {n: c for n, c in other.damage.items() if c}
        assert (mine.hit, mine.damage, mine.destroy) == (other.hit, damage, other.destroy), shot


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(10))
def test_a_million_simulated_attacks_agree(seed: int) -> None:
    """Within five standard deviations; one in two million would be beyond by chance."""
    shot = KNOWN if seed == 0 else some_shot(Random(1000 + seed))
    mine, shares = ours(shot), thrown(shot, TIMES, seed)
    expected = {"hit": mine.hit, "destroy": mine.destroy}
    expected |= {f"damage {n}": mine.damage.get(n, Fraction(0)) for n in range(shot.health + 1)}
    for name, chance in expected.items():
        p = float(chance)
        assert abs(shares[name] - p) <= 5 * sqrt(p * (1 - p) / TIMES), (shot, name)


@pytest.mark.parametrize(
    ("shot", "hit", "damage"),
    [
        (Shot((0, 0), (0, 0), 5, 1, 1), 0, {0: 1}),  # no dice at all: a tie misses
        (Shot((0, 0), (3, 1), 5, 1, 1), 0, {0: 1}),
        (Shot((1, 0), (0, 0), 0, 1, 9), Fraction(1, 2), {}),  # only the Power dice of the margin
        (Shot((0, 1), (0, 0), 0, 6, 1), Fraction(5, 6), {0: 1}),  # two Power dice never make six strikes
    ],
)
def test_edges_by_hand(shot: Shot, hit: Fraction, damage: dict[int, Fraction]) -> None:
    found = ours(shot)
    assert found.hit == hit
    if damage:
        assert found.damage == damage
    else:  # a strike rolls one Power die, a super strike two
        one = Fraction(1, 3) * Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 36) + Fraction(1, 2)
        assert found.damage[0] == one
        assert sum(found.damage.values()) == 1


@pytest.mark.parametrize("health", [1, 2, 3, 7, 40])
def test_health_only_cuts_the_distribution_off(health: int) -> None:
    """Whatever goes beyond the Health left is not counted."""
    whole = ours(KNOWN._replace(arm=1, health=60)).damage
    cut = ours(KNOWN._replace(arm=1, health=health))
    assert {n: c for n, c in whole.items() if n < health} == {n: c for n, c in cut.damage.items() if n < health}
    assert cut.destroy == sum(c for n, c in whole.items() if n >= health)
    assert cut.damage.get(health, 0) == cut.destroy


def test_units_by_name_have_the_same_odds_as_their_dice() -> None:
    named = st.odds(rules(), attacker="dusk_wolf", weapon="rail_gun", arc=2, target="marauder", cover=True)
    given = st.odds(rules(), **figures(KNOWN))
    assert (named["hit"], named["damage"], named["destroy"]) == tuple(given[n] for n in ("hit", "damage", "destroy"))
    assert named["arc"] == {2: 1}


def test_an_ability_is_used_when_it_is_named() -> None:
    wolf: Any = {"attacker": "dusk_wolf", "weapon": "rail_gun", "arc": 2, "target": "marauder", "cover": True}
    plain, boosted = (st.odds(rules(), policy=policy, **wolf) for policy in ("never", st.using("arc_booster")))
    assert boosted["hit"] == plain["hit"]
    assert boosted["destroy"] > plain["destroy"]
    assert boosted["arc"] == {1: plain["hit"], 2: 1 - plain["hit"]}  # it is spiked on a hit only
    lower = by_icepool(KNOWN._replace(arm=3))
    assert boosted["destroy"] == lower.destroy
