"""Throws at models, free strikes after a trample, locks, lamed chargers, ghosts, back strikes."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.power.locks import holds_of
from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import LARGE, MK1, MK2, NORTH, SMALL, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.2


def kodiak(**more: Any) -> dict[str, Any]:
    return {"kodiak": at(12, 10, focus=2), "ironclad": foe(12, NEXT), **more}


@pytest.mark.rule("M2-POWER-38", "M2-POWER-39", "M2-POWER-37")
def test_mk2_a_double_hand_throw_at_a_model_goes_straight_into_it() -> None:
    """STR 12: 6 inches. The Charger is smaller: it is knocked down and hurt, and moved aside."""
    pieces = kodiak(charger=foe(13, NEXT + 5))
    t = Game(MK2, pieces, dice=["6 5", "3 4", "1"]).activate("kodiak", "double-hand-throw ironclad", "roll")
    t.done("a", "where to throw ironclad")
    assert {"throw away", "throw at charger"} == set(t.offers())
    t.dice = ["4 5", "1 1", "1 2"]
    t.play("throw at charger", "roll", "roll")
    assert t.happened(Struck, who="charger", hit=True, total=9 + 6)
    assert t.place("ironclad") == (13, round(NEXT + 5, 3)) and "knocked_down" in t.effects("ironclad")
    assert "knocked_down" in t.effects("charger") and t.pool("damage", -2) == {"d6": 2}


@pytest.mark.rule("M2-POWER-38", "M2-POWER-34")
def test_mk2_missing_the_model_the_point_strays() -> None:
    pieces = kodiak(charger=foe(14.4, NEXT + 3.2))
    t = Game(MK2, pieces, dice=["6 5", "3 4", "1"]).activate("kodiak", "double-hand-throw ironclad", "roll")
    t.dice = ["1 1", "4", "6", "1 1", "1 1"]
    t.play("throw at charger", "roll")
    while t.match.ask is not None and t.ask.prompt.startswith("boost"):
        t.play("roll")
    # straight back, d3 = 3 but at most half of the 4 inches
    assert t.place("ironclad") == pytest.approx((13.2, NEXT + 1.6), abs=0.003)


@pytest.mark.rule("M2-POWER-43", "M2-POWER-33", "M2-POWER-38")
def test_mk2_no_throw_at_models_behind_the_thrower_or_too_far() -> None:
    reach = 6 + LARGE + 0.787
    pieces = kodiak(charger=foe(12 + 0.6 * reach, NEXT + 0.8 * reach), lancer=foe(12, 4, NORTH))
    t = Game(MK2, pieces, dice=["6 5", "3 4", "1"]).activate("kodiak", "double-hand-throw ironclad", "roll")
    assert {"throw away", "throw at charger"} == set(t.offers()), "exactly at the distance, and none behind"
    far = kodiak(charger=foe(12 + 0.6 * (reach + 0.005), NEXT + 0.8 * (reach + 0.005)))
    t = Game(MK2, far, dice=["6 5", "3 4", "1"]).activate("kodiak", "double-hand-throw ironclad", "roll")
    assert t.ask.prompt == "throw ironclad"


@pytest.mark.rule("M1-POWER-37", "M1-POWER-36")
def test_mk1_the_thrower_chooses_the_facing_and_there_is_no_double_handed_throw() -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(MK1, pieces, dice=["4 5", "6", "1"]).activate("juggernaut")
    assert not [o for o in t.offers() if "double" in o or "trample" in o]
    t.play("throw ironclad")
    t.refusal([270_000, 6000], "M1-POWER-31")
    t.dice = ["1", "6", "1 1"]
    t.play([90_000, 6000])
    assert t.ask.prompt == "turn ironclad" and t.ask.cite == "M1-POWER-37" and t.ask.seat == 0
    t.play(45_000)
    assert t.facing("ironclad") == 45
    assert t.place("ironclad")[1] == pytest.approx(NEXT + 9, abs=0.003), "d3 without a cap"


@both
@pytest.mark.rule("M1-POWER-31", "M1-POWER-36", "M2-POWER-33")
def test_a_throw_over_the_thrower_is_refused_by_the_rule_on_its_direction(game: str) -> None:
    """From one side of the front arc to the other: the point is in it, the way there is not free."""
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12 + 2 * LARGE + 0.1, 10.3)}
    t = Game(game, pieces, dice=["6 5", "6", "1"]).activate("juggernaut", "throw ironclad")
    t.refusal([180_000, 6000], {MK1: "M1-POWER-36", MK2: "M2-POWER-33"}[game])
    t.refusal([270_000, 6000], {MK1: "M1-POWER-31", MK2: "M2-POWER-33"}[game])


# --- trample ---
def trampling(**more: Any) -> Game:
    pieces = {
        "kodiak": at(12, 10, focus=2), "stryker": foe(40, 40), "sorscha": at(44, 2),
        "fangs.1": foe(12, 13, 270, card="iron_fangs", unit="fangs", role="leader"),
        "fangs.2": foe(14.5, 13, 180, card="iron_fangs", unit="fangs"), **more,
    }  # fmt: skip
    return Game(MK2, pieces, casters=False)


@pytest.mark.rule("M2-POWER-40", "M2-POWER-41")
def test_mk2_a_trample_that_goes_nowhere_does_not_end_the_activation() -> None:
    """A warjack in contact stops it at once: nobody is trampled, and for focus it attacks on."""
    t = Game(MK2, {"ironclad": at(12, 10, focus=2), "juggernaut": foe(12, 10 + 2 * LARGE)}, dice=["1 1"])
    t.activate("ironclad", "trample", [90_000, 0])
    assert t.place("ironclad") == (12, 10) and t.state.activating == "ironclad" and not t.rolls
    t.play("attack juggernaut with quake_hammer")
    assert t.focus("ironclad") == 0


@pytest.mark.rule("M2-POWER-42", "M2-POWER-41", "M2-ENGAGE-9")
def test_mk2_free_strikes_come_after_the_trample_and_not_from_whom_it_hit() -> None:
    t = trampling().activate("kodiak", "trample")
    t.dice = ["6 5", "1 1"]
    t.play([90_000, 7000], "roll", "roll")
    assert t.happened(Struck, who="fangs.1", hit=True)
    t.done("b", "kodiak has left fangs.2", cite="M2-POWER-42")
    t.dice = ["6 5", "1 1 1"]
    t.play("strike with blasting_pike")
    assert t.happened(Struck, who="kodiak", by="fangs.2", total=11 + 7 + 2)
    assert not t.happened(Struck, by="fangs.1"), "it was trampled and hit"


@pytest.mark.rule("M2-POWER-42", "M2-ENGAGE-14")
def test_mk2_a_trampled_model_that_was_missed_may_strike() -> None:
    t = trampling(**{"fangs.2": foe(30, 30, card="iron_fangs", unit="fangs")}).activate("kodiak", "trample")
    t.dice = ["1 1"]
    t.play([90_000, 7000], "roll").done("b", "kodiak has left fangs.1")
    t.play("hold")
    assert t.place("kodiak") == (12, 17)


# --- locks ---
@pytest.mark.rule("M2-POWER-21", "M2-POWER-18")
def test_mk2_a_holder_made_stationary_lets_go() -> None:
    locked = [{"name": "locked_L", "source": "ironclad"}]
    pieces = {
        "juggernaut": at(12, 10, focus=1, effects=locked), "sorscha": at(16, 8, focus=4),
        "ironclad": foe(12, NEXT, effects=[{"name": "holding_open_fist", "source": "juggernaut"}]),
    }  # fmt: skip
    t = Game(MK2, {**pieces, "stryker": foe(44, 44)}, dice=["6 6"], casters=False)
    assert holds_of(t.position, "ironclad")
    t.activate("juggernaut").refusal("head-butt ironclad", "M2-POWER-18")
    t.play("end")
    t.activate("sorscha", "cast freezing_grip at ironclad")
    assert "stationary" in t.effects("ironclad") and not holds_of(t.position, "ironclad")
    assert not [e for e in t.effects("juggernaut") if e.startswith("locked")]


# --- lamed in mid-charge ---
@pytest.mark.rule("M2-DMG-15", "M2-MOVE-24")
def test_mk2_movement_crippled_in_a_charge_stops_it_there() -> None:
    """A free strike marks the last movement boxes: it stands where it was struck, and its activation is over."""
    hurt = at(12, 10, focus=1, marks="M")
    pieces = {"charger": hurt, "juggernaut": foe(12, 10 + LARGE + 0.787 + 0.3), "destroyer": foe(18, 10, 180)}
    t = Game(MK2, pieces)
    marks = list(t.state.status["charger"].marks)
    column = next(c for c, boxes in enumerate(t.rules.cards.models["charger"].grid) if "M" in boxes)  # type: ignore[attr-defined]
    box = t.rules.cards.models["charger"].grid[column].index("M")  # type: ignore[attr-defined]
    marks[column] &= ~(1 << box)
    t.game = t.game.but(state=t.state.with_status("charger", marks=tuple(marks)))
    t.activate("charger", "charge destroyer", [0, 4000]).done("b", "leaves the melee range")
    t.dice = ["6 5", "6 6 6", str(column + 1)]
    t.play("strike with ice_axe")
    assert "M" in t.out("charger") and t.happened(Charged, who="charger", failed=True)
    assert t.place("charger")[0] < 14 and t.state.activating != "charger"


# --- ghosts ---
@pytest.mark.rule("M2-ADV-21", "M2-ADV-20")
def test_mk2_others_move_through_a_ghost_if_they_get_past() -> None:
    pieces = {"ironclad": at(12, 10, focus=2), "wraith": foe(12, 12.4, NORTH), "juggernaut": foe(30, 40)}
    card = next(n for n, c in Game(MK2, {"ironclad": at(12, 10)}).rules.cards.models.items()  # type: ignore[attr-defined]
                if "incorporeal" in c.abilities and c.base == "small")  # fmt: skip
    pieces["wraith"] = {**pieces["wraith"], "card": card}
    t = Game(MK2, pieces).activate("ironclad", "advance")
    past = round(1000 * (12.4 + SMALL + LARGE))
    assert t.legal([[12_000, past]]) and not t.legal([[12_000, past - 500]])


@both
@pytest.mark.rule("M1-MOD-4", "M1-MOD-6", "M2-ATK-14", "M2-ATK-23")
def test_a_back_strike_by_a_channelled_spell(game: str) -> None:
    """Never in Mk I; in Mk II it is tested from the channeler."""
    pieces = {"stryker": at(20, 10, focus=4), "lancer": at(12, 10), "juggernaut": foe(12, 16, NORTH)}
    t = Game(game, pieces, dice=["1 2"]).activate("stryker", "cast arcane_bolt at juggernaut through lancer", "roll")
    assert t.happened(Struck, total=3 + 6 + {MK1: 0, MK2: 2}[game])


@both
@pytest.mark.rule("M1-MOD-32", "M2-ATK-14")
def test_a_back_strike_is_judged_anew_for_every_model_a_spray_meets(game: str) -> None:
    """The first under the template faces away, the second faces the attacker."""
    away = Strike(attacker="x", target="a", unaware=("a",))
    assert away.behind and not away.but(target="b").behind
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 16, NORTH)}
    t = Game(game, pieces)
    assert t.value(Defence(Strike(attacker="charger", target="juggernaut", kind="ranged"))) == 10
