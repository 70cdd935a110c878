"""Which orders regulars of Warmaster give, and what the units do with them: support, safe distances, daring."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.core import View
from sandtable.rulesets.warmaster.appraisal.charge_plans import answered, joint_gain
from sandtable.rulesets.warmaster.appraisal.clashes import likely_won
from sandtable.rulesets.warmaster.appraisal.order_plans import (
    PASSES,
    Plan,
    divided,
    expected,
    goes_on,
    in_best_order,
    of_character,
    ranked_orders,
)
from sandtable.rulesets.warmaster.appraisal.support_plans import best_support
from sandtable.rulesets.warmaster.appraisal.threats import (
    AHEAD,
    BOLD,
    DARING,
    LAST,
    SAFE_LEAD,
    at_the_end,
    eager,
    fighter,
    retaliation,
    threats,
    weights,
)
from sandtable.rulesets.warmaster.appraisal.tried_orders import best_order, of_use
from sandtable.rulesets.warmaster.command.march import March, ends_at, goals_of
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, crowd, suppose
from tests.rules.warmaster.kit import Bench, crossbows, foot, general, goblins, hero, knights, orcs

BEHIND = (60_000, 58_000, 90_000)


def table(**pieces: Any) -> Any:
    return Bench(pieces=pieces, step="orders", waits=True).position


def test_infantry_supports_a_friend_who_fights_from_exactly_behind_him() -> None:
    p = table(h=foot(60, 60), s=foot(60, 45), o=orcs(60, 62), hero=hero(60, 40))
    found = best_support(p, "s", 20_000)
    assert found is not None and found.friend == "h" and found.gain > 5
    assert March(pieces=("s",)).candidates(p, 8, Random(1))[0] == (("s", BEHIND),)
    plan = best_order(p)
    assert plan is not None and plan.body == ("s",)


def test_a_regular_brings_support_when_its_order_is_obeyed() -> None:
    t = Bench(
        pieces={"h": foot(60, 60), "s": foot(60, 45), "o": orcs(60, 62), "hero": hero(60, 40)},
        step="orders", dice=["11"], waits=True,
    )  # fmt: skip
    t.play("hero orders s")
    assert bot("regular", seed=1).choose(View(t.rules, t.game, 0)) == (("s", BEHIND),)


def test_nobody_supports_cavalry_a_place_that_is_taken_or_one_out_of_reach() -> None:
    assert best_support(table(k=knights(60, 60), s=foot(60, 45), o=orcs(60, 63)), "s", 20_000) is None
    assert best_support(table(h=foot(60, 60), s=foot(60, 38), o=orcs(60, 62)), "s", 20_000) is not None
    assert best_support(table(h=foot(60, 60), s=foot(60, 37.9), o=orcs(60, 62)), "s", 20_000) is None
    taken = table(h=foot(60, 60), f=foot(62, 58), s=foot(60, 45), o=orcs(60, 62))
    assert best_support(taken, "s", 20_000) is None and best_support(taken, "f", 20_000) is not None
    assert best_support(table(k=knights(60, 45), h=foot(60, 60), o=orcs(60, 62)), "k", 30_000) is None


def test_a_body_may_stop_just_where_it_cannot_be_charged_on_initiative() -> None:
    """The knights could go on into reach of the orcs from where these are not yet within 30 cm."""
    p = table(k=knights(60, 40), o=orcs(60, 84))
    gaps = []
    for answer in March(pieces=("k",)).candidates(p, 8, Random(1)):
        after = suppose(p, {name: ends_at(goals_of(p, name, place)) for name, place in answer})
        gaps.append(crowd(after).apart("k", "o"))
    assert any(20_600 <= gap < 20_700 for gap in gaps) and min(gaps) < 20_000


def test_nobody_is_ordered_to_stay_where_he_is() -> None:
    p = table(k=knights(60, 40), hero=hero(60, 36), o=orcs(60, 62.7), q=orcs(73, 62.7), r=orcs(47, 62.7))
    assert not of_use(p, ("k",)) and best_order(p) is None


def test_what_a_character_may_order_one_after_another_counts_by_how_far_he_gets() -> None:
    large, small, unsure = Plan("g", ("a", "b"), 8.0, 0.8), Plan("g", ("c",), 5.0, 0.8), Plan("g", ("d",), 4.0, 0.5)
    assert expected((large, small)) == pytest.approx(8 + PASSES * 0.8 * 5)
    assert in_best_order((unsure, small, large)) == (large, small, unsure)
    assert expected(()) == 0


def test_the_army_is_divided_so_that_all_orders_together_gain_most() -> None:
    """The Hero's largest order would take a unit from the Wizard's brigade; two smaller ones gain more."""
    plans = {
        "hero": [Plan("hero", ("a", "b", "c"), 9.0, 0.7), Plan("hero", ("a", "b"), 7.0, 0.7)],
        "wizard": [Plan("wizard", ("c", "d"), 6.0, 0.6), Plan("wizard", ("d",), 1.0, 0.6)],
    }
    chosen = divided(plans)
    assert [plan.body for plan in chosen["hero"]] == [("a", "b")]
    assert [plan.body for plan in chosen["wizard"]] == [("c", "d")]


def test_nobody_is_ordered_by_two_characters() -> None:
    """WM-CMD-17."""
    plans = {name: [Plan(name, ("a", "b"), 8.0 - i, 0.7)] for i, name in enumerate(("hero", "wizard"))}
    chosen = divided(plans)
    assert list(chosen) == ["hero"]


def test_a_general_goes_on_while_that_gains_more_than_the_others_orders_would_after_him() -> None:
    """Who passes to another gives no more orders (WM-CMD-15); a General who fails ends those of all (WM-CMD-14)."""
    last = (Plan("general", ("a",), 6.0, 0.8),)
    assert goes_on(last, {"hero": (Plan("hero", ("b",), 10.0, 0.7),)})
    assert not goes_on(last, {"hero": (Plan("hero", ("b",), 40.0, 0.7),)})


def test_units_behind_each_other_are_ordered_together() -> None:
    """Two ranks of three, dearer units at one end: by gain alone the front rank would go with them."""
    block = {f"h{i}": foot(60 + 12 * (i % 2), 30 - 2 * (i // 2)) for i in range(4)}
    p = table(
        **block,
        c=crossbows(48, 30),
        d=crossbows(36, 30),
        hero=hero(66, 24),
        o=orcs(66, 100),
    )
    assert ("h0", "h1", "h2", "h3") in [plan.body for plan in of_character(p, "hero")]


def test_a_wizard_leaves_the_brigade_to_the_general() -> None:
    """The General is obeyed more often; whom the Wizard has failed to order he cannot order (WM-CMD-17)."""
    brigade = {f"h{i}": foot(60 + 12 * (i % 2), 30 - 2 * (i // 2)) for i in range(4)}
    p = table(
        **brigade, k=knights(115, 30), w={"seat": "a", "character": "wizard", "at": [97, 28]}, general=general(60, 24),
        o=orcs(80, 90),
    )  # fmt: skip
    first = ranked_orders(p)[0]
    assert first.character == "w" and first.body == ("k",)


def test_a_side_that_is_not_ahead_dares_more_in_each_of_its_last_turns() -> None:
    p = table(h=foot(60, 40), o=orcs(60, 60), q=goblins(150, 110))
    dares = [at_the_end(p.with_state(p.state.but(turn=turn, last=24)), 0) for turn in range(24, 11, -2)]
    assert dares == [*DARING, 0] and dares == sorted(dares, reverse=True)


def test_daring_counts_for_charges_that_may_be_won() -> None:
    """A last charge at a strong enemy is dared less than one at a weak enemy."""
    p = table(h=foot(60, 40), o=orcs(60, 60), q=goblins(75, 60), far=goblins(150, 110))
    early, late = (p.with_state(p.state.but(turn=turn, last=24)) for turn in (2, 24))
    more = {}
    for target in ("o", "q"):
        struck, own = fighter(p, target), fighter(p, "h")
        plain = joint_gain(early, ("h",), target) + answered_early(early, target)
        more[target] = joint_gain(late, ("h",), target) - plain
        assert more[target] == pytest.approx(LAST * DARING[0] * BOLD * likely_won(own, struck))
    assert 0 < more["o"] < more["q"]


def answered_early(p: Any, target: str) -> float:
    """What is feared of enemies near the target while there are turns left; in the last turn nothing is."""
    return answered(p, "h", [o for o, far in crowd(p).near[target].items() if far <= NEAR and o != "h"])


def test_a_side_that_is_ahead_keeps_back_in_its_last_turns() -> None:
    """Less for a small lead: here two units of goblins, 60 points."""
    p = table(h=foot(60, 40), o=orcs(60, 60), q=goblins(150, 110), r=goblins(20, 110))
    lost = {name: p.state.units[name].but(where="destroyed") for name in ("q", "r")}
    units = {**p.state.units, **lost}
    early, late = (p.with_state(p.state.but(turn=turn, last=24, units=units)) for turn in (5, 22))
    kept = [at_the_end(p.with_state(p.state.but(turn=turn, last=24, units=units)), 0) for turn in (24, 22, 20, 18)]
    assert kept == pytest.approx([*(-share * 60 / SAFE_LEAD for share in AHEAD), 0])
    assert eager(early, 0) == 1 > eager(late, 0) > 0
    assert weights(late, 0)[0] > weights(early, 0)[0]


def test_a_unit_whose_friends_can_strike_back_is_feared_for_less() -> None:
    alone = table(h=foot(60, 40), o=orcs(60, 60))
    backed = table(h=foot(60, 40), k=knights(80, 40), o=orcs(60, 60))
    assert threats(backed).get("h", 0.0) < threats(alone)["h"]
    assert retaliation(alone, "h", frozenset({"o"})) == 0 < retaliation(backed, "h", frozenset({"o"}))
    far = table(h=foot(60, 40), k=knights(90.1, 40), o=orcs(60, 60))
    assert retaliation(far, "h", frozenset({"o"})) == 0
