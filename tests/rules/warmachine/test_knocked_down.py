"""Knocked down and stationary models, and standing up."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.measuring.engagement import engages
from tests.rules.warmachine.kit import LARGE, MK1, MK2, SOUTH, Game, at, both, foe, row

LYING = {"ironclad": at(12, 10, down=True, focus=2), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)}


@both
@pytest.mark.rule("M1-KD-2", "M1-KD-3", "M1-KD-4", "M1-KD-11", "M2-KD-1", "M2-KD-9")
def test_standing_costs_the_movement_or_the_action(game: str) -> None:
    t = Game(game, LYING).activate("ironclad")
    assert t.offers() == ["stand instead of moving", "stand instead of acting", "end"]
    moved = Game(game, LYING).activate("ironclad", "stand instead of moving", 45_000)
    assert moved.facing("ironclad") == 45 and moved.effects("ironclad") == set()
    assert "advance" not in moved.offers()
    acted = Game(game, LYING).activate("ironclad", "stand instead of acting", 90_000)
    assert "advance" in acted.offers() and not [o for o in acted.offers() if o.startswith("attack")]


@both
@pytest.mark.rule("M1-KD-3", "M2-KD-9")
def test_having_given_up_its_movement_it_attacks(game: str) -> None:
    t = Game(game, LYING).activate("ironclad", "stand instead of moving", 90_000)
    assert "attack juggernaut with quake_hammer" in t.offers()


@both
@pytest.mark.rule("M1-KD-6", "M1-CHARGE-16", "M2-KD-10")
def test_no_run_or_charge_after_standing(game: str) -> None:
    t = Game(game, LYING).activate("ironclad", "stand instead of acting", 90_000)
    rule = {MK1: "M1-KD-6", MK2: "M2-KD-10"}[game]
    t.refusal("run", rule)
    t.refusal("charge juggernaut", rule)


@both
@pytest.mark.rule("M1-KD-5", "M2-KD-9")
def test_no_aiming_after_standing(game: str) -> None:
    pieces = {"charger": at(12, 10, down=True), "juggernaut": foe(12, 20)}
    t = Game(game, pieces, dice=["1 2"]).activate(
        "charger", "stand instead of moving", 90_000, "attack juggernaut with dual_cannon"
    )
    assert t.events and "aiming" not in [term.why for roll in t.rolls for pool in roll.pools for term in pool.terms]


@both
@pytest.mark.rule("M1-KD-12", "M1-MOD-20", "M2-KD-3", "M2-KD-12")
def test_who_stays_down_does_nothing(game: str) -> None:
    t = Game(game, LYING).activate("ironclad")
    for deed in ("advance", "attack juggernaut with quake_hammer", "head-butt juggernaut"):
        t.refusal(deed)
    t.play("end")
    assert "knocked_down" in t.effects("ironclad") and "ironclad" in t.state.activated


@pytest.mark.rule("M1-KD-8")
def test_mk1_knocked_down_before_it_activates_it_may_stand_this_turn() -> None:
    pieces = {"stryker": at(12, 10, focus=3), "ironclad": at(12, 16), "juggernaut": foe(12, 19)}
    t = Game(MK1, pieces, dice=["6 6"]).activate("stryker", "cast earthquake at ironclad", "end")
    assert "knocked_down" in t.effects("ironclad")
    assert "stand instead of moving" in t.activate("ironclad").offers()


@pytest.mark.rule("M1-KD-3")
def test_mk1_what_a_trooper_gives_up_to_stand_before_the_order_is_offered_by_the_rule_on_it() -> None:
    pieces = row(2, "iron_fangs", "fangs") | {"juggernaut": foe(40, 40)}
    pieces["fangs.1"]["effects"] = ["knocked_down"]
    t = Game(MK1, pieces).activate("fangs")
    found = {o.key: (o.cite, o.about, o.how) for o in t.ask.domain.options(t.position) or ()}
    assert found == {
        "stand instead of moving": ("M1-KD-3", ("fangs.1",), "moving"),
        "stand instead of acting": ("M1-KD-3", ("fangs.1",), "acting"),
        "stay down": ("M1-KD-3", ("fangs.1",), ""),
    }


@pytest.mark.rule("M2-KD-2")
def test_mk2_knocked_down_in_its_own_turn_it_stays_down() -> None:
    pieces = {"stryker": at(12, 10, focus=3), "ironclad": at(12, 16), "juggernaut": foe(12, 19)}
    t = Game(MK2, pieces, dice=["6 6"]).activate("stryker", "cast earthquake at ironclad", "end")
    t.activate("ironclad").refusal("stand instead of moving", "M2-KD-2")


@both
@pytest.mark.rule("M1-MOVE-6", "M2-ENGAGE-3", "M2-ENGAGE-4")
def test_a_model_engages_only_what_it_sees_in_front_and_is_engaged_from_behind(game: str) -> None:
    turned = Game(game, {"ironclad": at(12, 10, SOUTH), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)})
    assert not engages(turned.position, "ironclad", "juggernaut")
    assert engages(turned.position, "juggernaut", "ironclad")
    facing = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)})
    assert engages(facing.position, "ironclad", "juggernaut")


@both
@pytest.mark.rule("M1-MELEE-1", "M2-ENGAGE-1")
@pytest.mark.parametrize(("gap", "near"), [(0.499, True), (0.5, True), (0.503, False)])
def test_melee_range_ends_at_half_an_inch(game: str, gap: float, near: bool) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + gap)})
    assert engages(t.position, "ironclad", "juggernaut") is near


@both
@pytest.mark.rule("M1-KD-9", "M1-MOVE-6", "M2-KD-4", "M2-STAT-3", "M2-ENGAGE-6")
def test_helpless_models_neither_engage_nor_are_engaged(game: str) -> None:
    for state in ("down", "stationary"):
        t = Game(game, {"ironclad": at(12, 10, **{state: True}), "juggernaut": foe(12, 10 + 2 * LARGE + 0.3)})
        assert not engages(t.position, "ironclad", "juggernaut")
        assert not engages(t.position, "juggernaut", "ironclad")


@both
@pytest.mark.rule("M1-TURN-11", "M2-STAT-1", "M2-ACT-24")
def test_a_stationary_model_does_not_activate(game: str) -> None:
    pieces = {"ironclad": at(12, 10, stationary=True), "lancer": at(16, 10), "juggernaut": foe(40, 40)}
    t = Game(game, pieces)
    t.refusal("activate ironclad", {MK1: "M1-TURN-11", MK2: "M2-STAT-1"}[game])


@both
@pytest.mark.rule("M1-MOD-22", "M2-STAT-7", "M2-CTRL-14")
def test_a_stationary_warcaster_still_allocates_to_a_stationary_warjack(game: str) -> None:
    pieces = {
        "stryker": at(12, 10, stationary=True),
        "ironclad": at(12, 13, stationary=True),
        "juggernaut": foe(40, 40),
    }
    t = Game(game, pieces, turn={"phase": "control"}).play({"ironclad": 2})
    assert t.focus("ironclad") == 2


@pytest.mark.rule("M2-KD-9", "M2-KD-10", "M1-KD-6")
@both
def test_who_stood_up_neither_runs_nor_charges_whichever_half_it_gave_up(game: str) -> None:
    pieces = {"ironclad": at(12, 10, down=True, focus=2), "juggernaut": foe(12, 16)}
    for half, rule in (("moving", "M2-KD-9"), ("acting", "M2-KD-10")):
        t = Game(game, pieces).activate("ironclad", f"stand instead of {half}", 90_000)
        for deed in ("charge juggernaut", "slam juggernaut", "run"):
            t.refusal(deed, {MK1: "M1-KD-6", MK2: rule}[game])
    t = Game(MK2, pieces).activate("ironclad", "stand instead of moving", 90_000)
    t.refusal("trample", "M2-KD-9")
    t.refusal("advance", "M2-KD-1")
