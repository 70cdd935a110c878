"""Initiative, evading and home back (WM-INIT, WM-EVADE, WM-HOME)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.scene import Rect
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, goblins, hero, knights, orcs, poses, unit


def turn(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    pieces = {"general": general(10, 5), **pieces}
    return Bench(pieces=pieces, step="command", dice=list(dice), waits=True, **given)


@pytest.mark.rule("WM-INIT-1", "WM-INIT-2", "WM-INIT-3", "WM-INIT-11")
def test_a_unit_within_20_cm_may_charge_or_evade_the_closest_enemy() -> None:
    t = turn({"k": knights(40, 30), "o": orcs(40, 53)})
    assert t.offers() == ["k charges o", "k evades o", "end initiative"]
    assert t.ask.cite == "WM-INIT-1"
    far = turn({"k": knights(40, 30), "o": orcs(40, 53.02)})
    assert far.ask.prompt != "use initiative"


@pytest.mark.rule("WM-INIT-9", "WM-CHARGE-15")
def test_only_the_closest_enemy_in_sight_counts() -> None:
    t = turn({"k": knights(40, 30), "near": orcs(40, 44), "far": goblins(60, 44)})
    t.refusal("k charges far", "WM-INIT-9")
    behind = turn({"k": knights(40, 30), "back": orcs(40, 22, facing=90), "front": goblins(40, 44)})
    assert "k charges front" in behind.offers()


@pytest.mark.rule("WM-INIT-9")
def test_equally_near_enemies_leave_the_choice() -> None:
    t = turn({"k": knights(40, 30), "left": orcs(30, 44), "right": orcs(50, 44)})
    assert {"k charges left", "k charges right"} <= set(t.offers())


@pytest.mark.rule("WM-INIT-4", "WM-INIT-5", "WM-ART-1")
def test_artillery_does_not_charge_on_initiative_but_may_evade() -> None:
    t = turn({"c": unit("cannon", "a", 40, 30), "o": orcs(40, 48)})
    assert t.offers() == ["c evades o", "end initiative"]
    t.refusal("c charges o", "WM-INIT-4")


@pytest.mark.rule("WM-INIT-6", "WM-FLY-3")
def test_flyers_charge_but_do_not_evade() -> None:
    t = turn({"e": unit("sky_riders", "a", 40, 30), "o": orcs(40, 48)})
    assert t.offers() == ["e charges o", "end initiative"]
    t.refusal("e evades o", "WM-INIT-6")


@pytest.mark.rule("WM-INIT-7", "WM-INIT-13", "WM-CONF-1")
def test_confused_and_engaged_units_have_no_initiative() -> None:
    t = turn(
        {
            "k": knights(40, 30),
            "mad": foot(70, 30, confused=True),
            "o": orcs(55, 46),
            "in": foot(100, 30),
            "p": orcs(100, 32),
        }
    )
    assert not [o for o in t.offers() if o.startswith(("mad", "in"))]
    t.refusal("mad charges o", "WM-INIT-7")
    t.refusal("in charges o", "WM-INIT-13")


@pytest.mark.rule("WM-INIT-8", "WM-INIT-10")
def test_after_initiative_the_next_unit_is_judged_anew_and_no_order_follows() -> None:
    t = turn({"h": foot(40, 30), "i": foot(56, 30), "o": orcs(48, 46), "hero": hero(48, 20)})
    t.play("h evades o")
    t.play(t.ask.domain.fallback(t.position))
    assert t.unit("h").initiative == "evade"
    t.play("end initiative")
    assert not [o for o in t.offers() if o.endswith("orders h")]


@pytest.mark.rule("WM-INIT-15", "WM-DATA-11")
def test_those_who_must_charge_do_so_before_others_act() -> None:
    t = turn({"b": unit("tusk_beasts", "a", 40, 30), "k": knights(60, 30), "o": orcs(50, 46)})
    assert [o for o in t.offers() if o.startswith("b charges")] == t.offers()
    t.refusal("end initiative", "WM-INIT-15")
    assert t.ask.silence(t.position) == "b charges o"


@pytest.mark.rule("WM-INIT-15")
def test_haters_of_humans_must_charge_humans_only() -> None:
    ogres = unit("ogres", "b", 40, 46, 270)
    t = Bench(
        pieces={"o": ogres, "h": foot(40, 30), "g": general(100, 20, "b")}, step="command", active="b", waits=True
    )
    assert t.offers() == ["o charges h"]
    wings = unit("roost_guard", "a", 40, 30)
    t = Bench(pieces={"o": ogres, "h": wings, "g": general(100, 20, "b")}, step="command", active="b", waits=True)
    assert "end initiative" in t.offers()


@pytest.mark.rule("WM-INIT-14", "WM-CHAR-3")
def test_enemy_characters_are_no_enemies_for_initiative() -> None:
    t = turn({"k": knights(40, 30), "chief": chief("orc_hero", 40, 40, "b")})
    assert t.ask.prompt != "use initiative"


@pytest.mark.rule("WM-INIT-12")
def test_an_enemy_beyond_impassable_ground_may_be_disregarded() -> None:
    river = {"size": [120, 90], "terrain": [{"kind": "river_deep", "points": [[0, 38], [120, 38], [120, 42], [0, 42]]}]}
    t = turn({"k": foot(40, 36), "o": orcs(40, 44), "p": goblins(52, 25, facing=270)}, table=river)
    assert "k charges o" not in t.offers()


# --- evading ---
def evading(pieces: dict[str, Any], **given: Any) -> Bench:
    return turn(pieces, **given).play("h evades o")


@pytest.mark.rule("WM-EVADE-1", "WM-EVADE-2", "WM-EVADE-3")
def test_the_closest_stand_goes_straight_away_by_1_cm_up_to_full_pace() -> None:
    t = evading({"h": foot(40, 40), "o": orcs(40, 58)})

    def down(far: float) -> tuple[tuple[int, int, int], ...]:
        return poses((36, 40 - far, 90), (40, 40 - far, 90), (44, 40 - far, 90))

    assert t.legal(down(20)) and t.legal(down(1))
    t.refusal(down(20.02), "WM-EVADE-1")
    t.refusal(down(0.98), "WM-EVADE-1")
    t.refusal(poses((37, 30, 90), (41, 30, 90), (45, 30, 90)), "WM-EVADE-3")


@pytest.mark.rule("WM-EVADE-5")
def test_it_ends_5_cm_from_every_enemy_or_as_the_switch_says() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(40, 50), "p": orcs(40, 28, facing=90)}
    back = poses((36, 36, 90), (40, 36, 90), (44, 36, 90))
    t = evading(pieces, readings={"evade_end_distance": "1"})
    assert t.legal(back)
    near = turn(pieces)
    assert "h evades o" in near.offers()
    near.play("h evades o").refusal(poses((36, 34.9, 90), (40, 34.9, 90), (44, 34.9, 90)), "WM-EVADE-5")


@pytest.mark.rule("WM-EVADE-8")
def test_it_may_not_leave_the_table() -> None:
    t = evading({"h": foot(40, 10), "o": orcs(40, 25)})
    t.refusal(poses((36, 0.5, 90), (40, 0.5, 90), (44, 0.5, 90)), "WM-EVADE-8")


@pytest.mark.rule("WM-EVADE-6", "WM-CONF-9")
def test_it_may_burst_through_a_friend_who_is_confused() -> None:
    t = evading({"h": foot(40, 40), "o": orcs(40, 58), "f": foot(40, 34)})
    t.refusal(poses((36, 35, 90), (40, 35, 90), (44, 35, 90)), "WM-EVADE-6")
    t.play(poses((36, 30, 90), (40, 30, 90), (44, 30, 90)))
    assert t.unit("f").confused and not t.unit("h").confused


@pytest.mark.rule("WM-EVADE-4", "WM-EVADE-7", "WM-CHAR-5")
def test_it_keeps_out_of_barred_ground_and_leaves_characters_behind() -> None:
    pond = {"size": [120, 90], "terrain": [{"kind": "river_deep", "points": [[20, 20], [60, 20], [60, 34], [20, 34]]}]}
    t = evading({"h": foot(40, 40), "o": orcs(40, 52), "c": hero(40, 37.75, joined="h")}, table=pond)
    t.refusal(poses((36, 30, 90), (40, 30, 90), (44, 30, 90)), "WM-EVADE-4")
    t.play(poses((36, 36, 90), (40, 36, 90), (44, 36, 90)))
    assert t.character("c").joined == ""


# --- home back ---
def eagles(x: float, y: float, **more: Any) -> dict[str, Any]:
    return unit("giant_eagles", "a", x, y, **more)


@pytest.mark.rule("WM-HOME-1", "WM-HOME-2", "WM-HOME-5", "WM-HOME-6")
def test_a_flyer_far_from_everybody_may_home_back() -> None:
    t = Bench(pieces={"e": eagles(40, 100), "m": chief("marshal", 40, 20)}, step="command", dice=["3"], waits=True)
    assert t.offers() == ["e homes back", "end home back"]
    t.play("e homes back")
    assert t.offers() == ["to m", "stay"]
    t.play("to m", "as it was")
    assert t.stands("e") == [(38, 70, 90), (40, 70, 90), (42, 70, 90)]
    near = Bench(pieces={"e": eagles(40, 43.25), "m": chief("marshal", 40, 20)}, step="command", waits=True)
    assert near.ask.prompt != "home back"


@pytest.mark.rule("WM-HOME-3", "WM-HOME-6", "WM-HOME-7")
def test_it_goes_into_contact_if_the_roll_is_enough_and_may_be_ordered_then() -> None:
    t = Bench(pieces={"e": eagles(40, 60), "m": chief("marshal", 40, 20)}, step="command", dice=["6"], waits=True)
    t.play("e homes back", "to m", "as it was")
    assert min(y for _, y, _ in t.stands("e")) == pytest.approx(23.25, abs=0.01)
    assert "m orders e" in t.offers()


def landing(*dice: str, **more: Any) -> Bench:
    """Eagles at (100, 80) have rolled to home back to a general at (100, 20) and are to be placed."""
    pieces = {"e": eagles(100, 80), "g": general(100, 20), **more.pop("pieces", {})}
    t = Bench(pieces=pieces, step="command", dice=list(dice), waits=True, **more)
    if t.ask.prompt == "use initiative":
        t.play("end initiative")
    return t.play("e homes back", "to g")


@pytest.mark.rule("WM-HOME-7", "WM-HOME-6", "WM-GEO-7")
def test_the_player_places_the_stands_of_a_flyer_that_homes_back() -> None:
    t = landing("3")
    assert (t.ask.prompt, t.ask.cite, t.ask.domain.fallback(t.position)) == ("where e lands", "WM-HOME-7", "as it was")
    first, far = (100, 50, 90), 0.011
    t.refusal(poses((98, 50, 90), (100, 50 + far, 90), (102, 50, 90)), "WM-HOME-6")
    t.refusal(poses((98, 50, 90), first, (102, 50, 91)), "WM-HOME-7")
    assert t.legal(poses((98, 51, 90), first, (102, 52, 90)))
    t.refusal(poses((98, 50, 90), first, (102, 49.96, 90)), "WM-HOME-7")
    t.refusal(poses((98, 50, 90), first, (102.02, 50, 90)), "WM-FORMN-1")
    t.refusal(poses((100, 54, 90), first, (100, 54, 90)), "WM-GEO-2")
    t.refusal(poses((104, 50, 90), first, (102, 50, 90)), "WM-GEO-7")  # 30.59 cm of 30
    column = poses((100, 58, 90), first, (100, 54, 90))
    shown = [piece.shape for piece in t.match.preview(column).ghosts]
    assert [(r.x, r.y, r.facing) for r in shown if isinstance(r, Rect)] == list(column)
    t.play(column)
    assert t.stands("e") == [(100, 58, 90), (100, 50, 90), (100, 54, 90)]


@pytest.mark.rule("WM-HOME-7", "WM-FLY-4")
def test_no_stand_lands_in_touch_with_an_enemy_on_a_friend_or_in_a_wood() -> None:
    wood = {"kind": "wood", "points": [[96, 59], [104, 59], [104, 70], [96, 70]]}
    more = {"o": orcs(0, 0, stands=[[102.5, 55, 0]]), "h": foot(91, 53)}
    t = landing("3", pieces=more, table={"size": [180, 120], "terrain": [wood]})
    there = (100, 50, 90)
    t.refusal(poses((98, 50, 90), there, (100.5, 54, 90)), "WM-HOME-7")
    assert t.legal(poses((98, 50, 90), there, (100.4, 54, 90)))
    t.refusal(poses((97.9, 54, 90), there, (102, 50, 90)), "WM-FLY-4")
    t.refusal(poses((100, 54, 90), there, (100, 58, 90)), "WM-FLY-4")


@pytest.mark.rule("WM-HOME-6", "WM-HOME-7")
def test_the_place_of_the_first_stand_decides_how_far_it_comes() -> None:
    """A friend where an outer stand would be does not keep the first one back; one on its own place does."""
    t = landing("3", pieces={"h": foot(107.1, 48)})
    assert "as it was" not in t.offers() and t.legal(poses((100, 54, 90), (100, 50, 90), (100, 58, 90)))
    t.play(t.ask.domain.fallback(t.position))
    assert (100, 50, 90) in t.stands("e") and t.stands("e") != [(98, 50, 90), (100, 50, 90), (102, 50, 90)]
    t = landing("3", pieces={"h": foot(100, 51)})
    t.play("as it was")
    assert t.stands("e") == [(98, 54, 90), (100, 54, 90), (102, 54, 90)]


@pytest.mark.rule("WM-HOME-7", "WM-GEO-13")
def test_of_two_stands_equally_near_either_is_placed_first_and_one_alone_is_not_asked() -> None:
    pair = eagles(0, 0, stands=[[99, 80, 90], [101, 80, 90]])
    for first, other in (((99, 50, 90), (99, 54, 90)), ((101, 50, 90), (101, 54, 90))):
        t = landing("3", pieces={"e": pair})
        places = poses(first, other) if first[0] == 99 else poses(other, first)
        assert t.legal(places) and t.legal(poses((99, 50, 90), (101, 50, 90)))
        t.refusal(poses((99, 51, 90), (101, 51, 90)), "WM-HOME-6")
    t = landing("3", pieces={"e": eagles(0, 0, stands=[[100, 80, 90]])})
    assert t.stands("e") == [(100, 50, 90)] and t.ask.prompt != "where e lands"


@pytest.mark.rule("WM-HOME-4", "WM-CONF-12")
def test_confused_flyers_home_back_but_cannot_be_ordered() -> None:
    t = Bench(
        pieces={"e": eagles(40, 60, confused=True), "m": chief("marshal", 40, 20)},
        step="command",
        dice=["6"],
        waits=True,
    )
    t.play("e homes back", "to m", "as it was")
    assert t.ask.prompt == "give an order"  # asked in every turn of a file; nobody can be ordered
    assert t.offers() == ["end orders"]
    t.refusal("m orders e", "WM-CMD-19")


@pytest.mark.rule("WM-HOME-8")
def test_engaged_flyers_and_those_that_used_initiative_stay() -> None:
    pieces = {"e": eagles(40, 60), "o": orcs(40, 63), "m": chief("marshal", 40, 20)}
    assert Bench(pieces=pieces, step="command", waits=True).ask.prompt != "home back"


@pytest.mark.rule("WM-HOME-9", "WM-TURN-5")
def test_the_distance_is_tested_before_initiative_unless_the_switch_says() -> None:
    pieces = {"e": eagles(40, 60), "m": chief("marshal", 40, 20)}
    t = Bench(pieces=pieces, step="command", waits=True)
    assert t.state.far_flyers == ("e",)


@pytest.mark.rule("WM-GEO-5")
def test_the_distance_of_two_units_is_symmetric() -> None:
    table = crowd(turn({"h": crossbows(40, 30), "o": orcs(70, 70)}).position)
    assert table.apart("h", "o") == table.apart("o", "h")
