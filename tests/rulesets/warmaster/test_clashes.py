"""What regulars of Warmaster expect of a clash, beside the exact course of the fight."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb

import pytest

from sandtable.rulesets.warmaster.appraisal.clashes import Fighter, clash, first_round, likely_won, pooled, pursues

PROFILES = {  # attack, chance that a hit is not saved, points, troop type, flyer
    "foot": (3, 5 / 6, 45, "infantry", False),
    "bows": (3, 1.0, 55, "infantry", False),
    "knights": (3, 1 / 2, 110, "cavalry", False),
    "goblins": (2, 1.0, 30, "infantry", False),
    "flying": (3, 2 / 3, 100, "cavalry", True),
}
HITS = 3


def body(name: str, stands: int, shots: int = 0) -> Fighter:
    attack, unsaved, points, kind, flyer = PROFILES[name]
    return Fighter(attack * stands, stands, HITS, unsaved, points * stands / 3, kind, flyer, shots)


@cache
def chances(dice: int, hit: float) -> list[float]:
    return [comb(dice, k) * hit**k * (1 - hit) ** (dice - k) for k in range(dice + 1)]


def exact_gain(a: Fighter, b: Fighter) -> float:
    """Every round, with pursuit wherever it is allowed (WM-COMBAT-5, -7, -8, WM-HITS, WM-RESULT, WM-PURSUE-2, -6)."""

    @cache
    def lost(on_a: int, on_b: int, bonus_a: int, bonus_b: int) -> tuple[float, float]:
        left_a, left_b = a.stands - on_a // HITS, b.stands - on_b // HITS
        found = [0.0, 0.0]
        dice_a = (a.attacks // a.stands + bonus_a) * left_a
        dice_b = (b.attacks // b.stands + bonus_b) * left_b
        for (hits_a, p), (hits_b, q) in product(
            enumerate(chances(dice_a, b.unsaved / 2)), enumerate(chances(dice_b, a.unsaved / 2))
        ):
            if p * q < 1e-7:
                continue
            now_a, now_b = min(on_a + hits_b, a.stands * HITS), min(on_b + hits_a, b.stands * HITS)
            lead = (now_b - on_b) - (now_a - on_a)
            ends = now_a == a.stands * HITS or now_b == b.stands * HITS
            if ends or lead == 0 or not (pursues(a, b) if lead > 0 else pursues(b, a)):
                then = float(now_a // HITS), float(now_b // HITS)
            else:
                more = 1 + abs(lead) // 3
                then = lost(now_a, now_b, more if lead > 0 else 0, more if lead < 0 else 0)
            found[0] += p * q * then[0]
            found[1] += p * q * then[1]
        return found[0], found[1]

    gone_a, gone_b = lost(0, 0, 1, 0)
    return gone_b / b.stands * b.points - gone_a / a.stands * a.points


def test_expected_gains_are_near_the_exact_ones() -> None:
    """Within 2.5 points on average over 100 fights in which about 20 are at stake."""
    pairs = product(product(PROFILES, (1, 3)), product(PROFILES, (2, 3)))
    errors = [clash(body(*one), body(*two)) - exact_gain(body(*one), body(*two)) for one, two in pairs]
    assert len(errors) == 100
    assert (sum(error**2 for error in errors) / len(errors)) ** 0.5 < 2.5
    assert abs(sum(errors) / len(errors)) < 0.5


@pytest.mark.parametrize(("one", "two"), [(("flying", 1), ("flying", 2)), (("foot", 2), ("foot", 3))])
def test_the_weaker_of_two_bodies_alike_does_not_gain_by_charging(one: tuple[str, int], two: tuple[str, int]) -> None:
    assert clash(body(*one), body(*two)) < 0 < clash(body(*two), body(*one))


def test_shots_at_a_charger_cost_him_stands_and_the_round() -> None:
    plain, armed = body("bows", 3), body("bows", 3, shots=6)
    charger = body("knights", 3)
    assert clash(charger, armed) < clash(charger, plain)
    assert likely_won(charger, armed) < likely_won(charger, plain)
    shot = 6 / 2 * 1 / 2  # hits on three knights: a quarter of a stand more than one of them takes away
    lost = (shot / 3 - 1 / 4) / 3
    gives, takes, lead = first_round(charger, armed, 1.0)
    assert gives == pytest.approx((9 + 3) / 2 * (1 - lost))
    assert takes == pytest.approx(shot + 9 / 2 * 1 / 2)
    assert lead == pytest.approx(gives - takes - 1)


def test_whoever_cannot_pursue_gains_less_by_winning() -> None:
    foot, mounted = body("foot", 3), body("foot", 3)._replace(type="cavalry")
    assert not pursues(foot, mounted) and pursues(mounted, foot)
    assert clash(foot, mounted) < clash(foot, foot)
    assert not pursues(mounted, foot._replace(flyer=True)) and pursues(
        mounted._replace(flyer=True), foot._replace(flyer=True)
    )
    assert not pursues(foot._replace(type="artillery"), foot)


def test_several_units_count_as_one_body() -> None:
    both = pooled([body("foot", 3, shots=1), body("knights", 2, shots=2)])
    assert both.stands == 5 and both.attacks == 15 and both.shots == 3
    assert both.points == pytest.approx(45 + 220 / 3)
    assert both.unsaved == pytest.approx((3 * 5 / 6 + 2 / 2) / 5)
