"""Odds: orders, volleys and rounds of combat equal an independent convolution; whole fights are thrown."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest

import sandtable as st
from sandtable.core import BadSetup
from tests.rules.warmaster.kit import Bench, unit

Chances = dict[Any, Fraction]
HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def asked(**wanted: Any) -> Any:
    return st.odds("warmaster", **wanted)


def binomial(dice: int, chance: Fraction) -> Chances:
    return {k: comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)}


def unsaved(dice: int, hit: Fraction, save: Fraction, most: int) -> Chances:
    """Hits that get past armour, no more than the target can suffer."""
    found: Chances = defaultdict(Fraction)
    for hits, chance in binomial(dice, hit).items():
        for left, share in binomial(hits, 1 - save).items():
            found[min(left, most)] += chance * share
    return found


def round_of(a: Chances, b: Chances, had: tuple[int, int], most: tuple[int, int]) -> Chances:
    """Both sides' hits, and 1, 0 or -1 for the first side; one that is wiped out loses (WM-RESULT-3)."""
    found: Chances = defaultdict(Fraction)
    for (on_b, p), (on_a, q) in product(a.items(), b.items()):
        gone = had[0] + on_a >= most[0], had[1] + on_b >= most[1]
        result = (on_b > on_a) - (on_b < on_a)
        if gone[0] != gone[1]:
            result = -1 if gone[0] else 1
        elif gone[0]:
            result = 0
        found[on_a, on_b, result] += p * q
    return found


def by_result(found: Chances) -> dict[int, Fraction]:
    return {k: sum((p for (_, _, r), p in found.items() if r == k), Fraction(0)) for k in (1, 0, -1)}


@pytest.mark.rule("WM-CMD-3", "WM-CMD-4", "WM-CMD-6", "WM-CMD-7", "WM-CMD-8", "WM-CMD-9", "WM-CMD-21", "WM-BLUND-1")
@pytest.mark.parametrize(
    ("wanted", "needed"),
    [
        ({"order": "general"}, 9),
        ({"order": "general", "distance": 20}, 9),
        ({"order": "general", "distance": 20.1}, 8),
        ({"order": "general", "distance": 33, "enemy_near": True, "orders": 1}, 6),
        ({"order": "hero", "distance": 5, "dense": True}, 7),
        ({"order": "hero", "distance": 45, "lost": 2, "dense": True, "enemy_near": True, "orders": 2}, 0),
        ({"order": "wizard", "lost": 1}, 6),
    ],
)
def test_an_order_with_all_its_modifiers(wanted: dict[str, Any], needed: int) -> None:
    totals = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    obeyed = Fraction(sum(n for total, n in totals.items() if total <= min(needed, 11)), 36)
    odds = asked(**wanted)
    assert odds.exact and odds["obeyed"] == obeyed
    assert odds["blunder"] == (0 if wanted["order"] == "general" else Fraction(1, 36))


@pytest.mark.rule("WM-BLUND-1")
@pytest.mark.parametrize(("kind", "blunder"), [("giant", 0), ("steam_tank", 0), ("trolls", Fraction(1, 36))])
def test_units_with_a_chart_of_their_own_do_not_blunder(kind: str, blunder: Fraction) -> None:
    pieces = {"t": unit(kind, "a", 0, 0, stands=[[100, 50, 90]]), "o": unit("orc_warriors", "b", 100, 110)}
    pieces["hero"] = {"seat": "a", "character": "hero", "at": [104, 46]}
    assert Bench(pieces=pieces, step="orders", waits=True).match.odds("hero orders t")["blunder"] == blunder


@pytest.mark.rule("WM-SHOOT-9", "WM-SAVE-1", "WM-DRIVE-1", "WM-DRIVE-2", "WM-DRIVE-4", "WM-DRIVE-5")
@pytest.mark.parametrize(
    ("cover", "hit", "fewer"), [(None, HALF, 0), ("defended", Fraction(1, 3), 1), ("fortified", SIXTH, 2)]
)
def test_a_volley_with_its_drive_back(cover: str | None, hit: Fraction, fewer: int) -> None:
    odds = asked(shooter="crossbowmen", target="orc_warriors", distance=20, cover=cover)
    hits = unsaved(3, hit, SIXTH, 9)
    assert odds.exact and odds["hits"] == {k: p for k, p in hits.items() if p}
    driven = sum((p for k, p in hits.items() if k > fewer), Fraction(0))
    assert odds["driven back"] == driven
    assert odds["confused"] == sum(p * (1 - Fraction(5, 6) ** max(0, k - fewer)) for k, p in hits.items())
    assert odds["stands lost"][1] == hits[3]


@pytest.mark.rule("WM-COMBAT-3", "WM-COMBAT-5", "WM-COMBAT-11", "WM-COMBAT-12", "WM-SAVE-1", "WM-HITS-8", "WM-RESULT-2")
@pytest.mark.parametrize(
    ("wanted", "dice", "saves", "most"),
    [
        (
            {"attacker": "halberdiers", "target": "orc_warriors", "stands": 1, "target_stands": 1},
            (3, 4),
            (6, 6),
            (3, 3),
        ),
        ({"attacker": "halberdiers", "target": "orc_warriors"}, (9, 12), (6, 6), (9, 9)),
        (
            {"attacker": "knights", "target": "orc_warriors", "charging": True, "stands": 1, "target_stands": 1},
            (4, 4),
            (4, 6),
            (3, 3),
        ),
        ({"attacker": "halberdiers", "target": "orc_warriors", "confused": True}, (6, 12), (6, 6), (9, 9)),
        ({"attacker": "halberdiers", "target": "goblins", "stands": 2, "target_stands": 1}, (6, 2), (6, 7), (6, 3)),
    ],
)
def test_one_round_of_combat_equals_a_convolution(
    wanted: dict[str, Any], dice: tuple[int, int], saves: tuple[int, int], most: tuple[int, int]
) -> None:
    odds = asked(**wanted)
    save = [Fraction(7 - s, 6) for s in saves]
    on_target = unsaved(dice[0], HALF, save[1], most[1])
    on_own = unsaved(dice[1], HALF, save[0], most[0])
    found = round_of(on_target, on_own, (0, 0), most)
    assert odds.exact
    assert [odds["win"], odds["draw"], odds["lose"]] == list(by_result(found).values())
    assert odds["hits"] == {k: p for k, p in on_target.items() if p}
    assert odds["destroy"] == on_target.get(most[1], 0)
    assert odds["own destroyed"] == on_own.get(most[0], 0)


@pytest.mark.rule("WM-SUPP-1", "WM-SUPP-3", "WM-RESULT-2", "WM-RESULT-3")
@pytest.mark.parametrize("behind", [0, 1])
def test_one_round_with_support_equals_a_convolution(behind: int) -> None:
    """One stand charges another, with or without a third exactly behind the charged one."""
    pieces = {
        "h": unit("halberdiers", "a", 0, 0, stands=[[40, 40, 90]]),
        "o": unit("orc_warriors", "b", 0, 0, stands=[[40, 50, 270]]),
        "g": unit("goblins", "b", 0, 0, stands=[[40, 52 if behind else 60, 270]]),
    }
    odds = Bench(pieces=pieces, step="command", active="a", waits=True).match.odds("h charges o")
    hits = unsaved(4, HALF, SIXTH, 3)  # three attacks and one for charging; four
    wanted: Chances = defaultdict(Fraction)
    for (on_o, p), (on_h, q) in product(hits.items(), hits.items()):
        mine, theirs = on_o, on_h + behind
        result = (mine > theirs) - (mine < theirs)
        if on_h == 3:
            result = 0 if on_o == 3 and not behind else -1
        elif on_o == 3 and not behind:
            result = 1  # with a supporter somebody is left, and results decide
        wanted[result] += p * q
    assert odds.exact
    assert {1: odds["win"], 0: odds["draw"], -1: odds["lose"]} == wanted


@cache
def fight(
    attacks: tuple[int, int], saves: tuple[int, int], had: tuple[int, int], bonus: tuple[int, int]
) -> dict[int, Fraction]:
    """A fight of one stand each of three Hits to its end, the winner pursuing: chances of the last round's result.

    A pursuer has one more die, and another for each full 3 cm its enemy retreated (WM-COMBAT-7, WM-COMBAT-8).
    """
    save = [Fraction(7 - s, 6) for s in saves]
    on_b = unsaved(attacks[0] + bonus[0], HALF, save[1], 3 - had[1])
    on_a = unsaved(attacks[1] + bonus[1], HALF, save[0], 3 - had[0])
    total = {1: Fraction(0), 0: Fraction(0), -1: Fraction(0)}
    for (a, b, result), p in round_of(on_b, on_a, had, (3, 3)).items():
        after = had[0] + a, had[1] + b
        if result == 0 or after[0] >= 3 or after[1] >= 3:
            total[result] += p
            continue
        more = 1 + abs(a - b) // 3
        for k, q in fight(attacks, saves, after, (more, 0) if result == 1 else (0, more)).items():
            total[k] += p * q
    return total


SMALL = [  # twenty small fights: one stand of infantry each
    (own, other)
    for own in ("halberdiers", "orc_warriors", "goblins", "crossbowmen", "handgunners")
    for other in ("orc_warriors", "goblins", "halberdiers", "crossbowmen")
]
FIGURES = {
    "halberdiers": (3, 6),
    "orc_warriors": (4, 6),
    "goblins": (2, 7),
    "crossbowmen": (3, 7),
    "handgunners": (3, 7),
}


def exact_fight(own: str, other: str) -> dict[int, Fraction]:
    (a, x), (b, y) = FIGURES[own], FIGURES[other]
    return fight((a, b), (x, y), (0, 0), (0, 0))


@pytest.mark.rule("WM-PURSUE-1", "WM-COMBAT-7", "WM-COMBAT-8", "WM-ENG-8", "WM-PURSUE-19")
@pytest.mark.parametrize(("own", "other"), [("halberdiers", "orc_warriors"), ("goblins", "goblins")])
def test_a_whole_fight_of_one_stand_each_is_exact(own: str, other: str) -> None:
    odds = asked(attacker=own, target=other, stands=1, target_stands=1, whole=True, budget=20_000)
    wanted = exact_fight(own, other)
    assert odds.exact
    assert {1: odds["win"], 0: odds["draw"], -1: odds["lose"]} == wanted


def test_the_interval_of_thrown_fights_contains_the_exact_value() -> None:
    inside = 0
    for seed, (own, other) in enumerate(SMALL):
        odds = asked(
            attacker=own, target=other, stands=1, target_stands=1, whole=True, budget=1, within=0.08, seed=seed
        )
        win = odds.summary.estimates["win"]
        assert not odds.exact and 0 < win.plus_minus <= 0.08
        inside += exact_fight(own, other)[1] in win
    assert len(SMALL) == 20 and inside >= 17


def test_a_whole_fight_of_two_units_has_a_stated_plus_minus() -> None:
    odds = asked(attacker="halberdiers", target="orc_warriors", whole=True, budget=200, within=0.04)
    assert not odds.exact and 0 < odds.plus_minus <= 0.04
    assert "± at most 4.0 points" in str(odds)
    assert sum(odds.summary.estimates[k].value for k in ("win", "draw", "lose")) == 1


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"attacker": "halberdier", "target": "goblins"}, "did you mean halberdiers"),
        ({"attacker": "halberdiers", "target": "goblins", "stands": 4}, "has 3 stands"),
        ({"shooter": "halberdiers", "target": "goblins"}, "no missiles"),
        ({"attacker": "halberdiers", "shooter": "crossbowmen", "target": "goblins"}, "one of --order"),
        ({"shooter": "crossbowmen", "target": "goblins", "cover": "hidden"}, "defended or fortified"),
        ({"order": "general", "distance": "far"}, "no number"),
    ],
)
def test_questions_that_cannot_be_set_up(wanted: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        asked(**wanted)
