"""Orders, blunders, initiative and giants where they meet other rules and readings (WM-CMD, WM-BLUND, WM-INIT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, goblins, hero, knights, orcs, poses, unit

ZONES = {"charge_edge": "zones"}
OFF_A_CORNER = {  # the way to the front of the orcs is too long, that to their flank is not
    "o": orcs(0, 0, stands=[[50, 50, 90]]), "h": foot(0, 0, stands=[[64.6, 63.6, 225]]),
    "g": general(150, 10), "z": foot(120, 10),
}  # fmt: skip


def at(pieces: dict[str, Any], step: str = "orders", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def one(x: float, y: float, seat: str = "a") -> dict[str, Any]:
    return foot(0, 0, seat, stands=[[x, y, 90]])


# --- measuring from characters ---
@pytest.mark.rule("WM-GEO-6", "WM-CMD-1")
def test_with_a_surrounded_unit_a_character_measures_from_its_stand() -> None:
    """20 cm from the edge of the stand he is on, 20.75 from his token."""
    ring = {"l": one(46, 50), "r": one(54, 50), "f": one(50, 52), "b": one(50, 48)}
    pieces = {"h": one(50, 50), **ring, "w": chief("wizard", 50, 50, joined="h"), "u": one(74, 50)}
    assert "w orders u" in at(pieces).offers()
    at({**pieces, "u": one(74.02, 50)}).refusal("w orders u", "WM-CMD-1")


@pytest.mark.rule("WM-GEO-6", "WM-ENG-12")
@pytest.mark.parametrize("engages", ["true", "false"])
def test_support_that_engages_lets_a_character_measure_from_any_stand(engages: str) -> None:
    """Halberdiers behind others who fight, he at their left: 19 cm from their right stand."""
    pieces = {
        "f": foot(40, 42), "o": orcs(40, 44), "h": foot(40, 40), "w": chief("wizard", 32.75, 40, joined="h"),
        "u": foot(71, 40),
    }  # fmt: skip
    t = at(pieces, readings={"support_engages_in_command_phase": engages})
    assert ("w orders u" in t.offers()) == (engages == "true")


@pytest.mark.rule("WM-HOME-1", "WM-GEO-6")
@pytest.mark.parametrize("fights", [True, False])
def test_whether_a_flyer_is_far_from_a_character_who_fights_is_measured_from_the_stand_his_player_likes(
    fights: bool,
) -> None:
    """His token is 18.75 cm away, the far stand of his unit 27."""
    enemy = {"o": orcs(50, 52 if fights else 100)}
    pieces = {"h": foot(50, 50), "g": general(45, 47.75, joined="h"), "e": unit("giant_eagles", "a", 23, 48, 0)}
    t = at(pieces | enemy, "home_back")
    assert ("e homes back" in t.offers()) == fights


# --- blunders ---
@pytest.mark.rule("WM-BLUND-14", "WM-GEO-13")
@pytest.mark.parametrize(("line", "x"), [(1, 49.2), (2, 50.8)])
def test_of_equally_short_lines_to_the_nearest_enemy_the_player_chooses(line: int, x: float) -> None:
    stands = [[46, 70, 270], [50, 72, 270], [54, 70, 270]]
    pieces = {
        "k": unit("knights", "a", 0, 0, column=[50, 20, 90]), "hero": hero(60, 20), "z": foot(120, 10),
        "o": orcs(0, 0, stands=stands),
    }  # fmt: skip
    t = at(pieces, "orders", "66", "6").play("hero orders k")
    assert t.ask.cite == "WM-GEO-13" and t.offers() == ["k o 1", "k o 2"]
    t.play(f"k o {line}")
    assert t.stands("k")[0][0] == pytest.approx(x, abs=0.2) and t.stands("k")[0][0] != 50


@pytest.mark.rule("WM-BLUND-9", "WM-BLUND-11", "WM-MOVE-7")
@pytest.mark.parametrize("readings", [{}, {"flyer_charge_reach": "60"}])
def test_a_flyer_that_rushes_at_an_enemy_without_a_charge_goes_its_full_pace(readings: dict[str, str]) -> None:
    pieces = {
        "e": unit("giant_eagles", "a", 30, 20, 0), "c": chief("captain", 30, 16), "z": foot(20, 10),
        "o": orcs(0, 0, stands=[[175, 20, 180]]),
    }  # fmt: skip
    t = at(pieces, "orders", "66", "6", readings=readings).play("c orders e")
    assert t.stands("e")[0][0] == pytest.approx(130, abs=0.02)


@pytest.mark.rule("WM-BLUND-9")
def test_of_enemies_equally_near_it_goes_at_one_it_can_charge() -> None:
    """The other stands in a wood, closed to horse."""
    wood = {"kind": "wood", "points": [[30, 52], [46, 52], [46, 58], [30, 58]]}
    pieces = {"k": knights(50, 40), "x": orcs(38, 54), "y": orcs(62, 54), "h": hero(50, 36), "z": foot(120, 10)}
    table = {"size": [180, 120], "terrain": [wood]}
    t = at(pieces, "orders", "66", "6", table=table).play("h orders k")
    assert t.unit("k").charged or all(o.startswith("charge y") for o in t.offers())


# --- a charge that proves impossible ---
@pytest.mark.rule("WM-CHARGE-1", "WM-GEO-11")
def test_whose_charge_on_initiative_proves_impossible_may_evade_or_be_ordered() -> None:
    t = at(OFF_A_CORNER, "command", "1", readings=ZONES).play("h charges o")
    assert t.offers() == ["h evades o", "end initiative"] and not t.unit("h").initiative
    t.refusal("h charges o", "WM-CHARGE-1")
    assert "g orders h" in t.play("end initiative").offers()


@pytest.mark.rule("WM-CHARGE-1", "WM-GEO-11")
def test_whose_ordered_charge_proves_impossible_moves_by_the_same_order() -> None:
    t = at(OFF_A_CORNER, "orders", "11", "1", readings=ZONES).play("g orders h", "h charges o")
    t.play((("h", poses((64.6, 64.6, 225))),))
    assert t.stands("h") == [(64.6, 64.6, 225)] and not t.unit("h").charged


@pytest.mark.rule("WM-CHARGE-1", "WM-BLUND-14")
def test_whose_charge_by_a_blunder_proves_impossible_goes_straight_on() -> None:
    t = at({**OFF_A_CORNER, "c": hero(70, 70)}, "orders", "66", "6", "1", readings=ZONES).play("c orders h")
    assert not t.unit("h").charged and t.stands("h")[0][0] < 53


# --- evading ---
@pytest.mark.rule("WM-EVADE-5", "WM-EVADE-4", "WM-EVADE-8")
@pytest.mark.parametrize(("y", "rule"), [(60, "WM-EVADE-5"), (2, "WM-EVADE-8")])
def test_who_has_nowhere_to_evade_to_is_told_by_the_rule_that_forbids_it(y: float, rule: str) -> None:
    pieces = {"c": crossbows(60, y), "o": orcs(60, y + 4), "g": general(10, 110)}
    if rule == "WM-EVADE-5":  # two lines of enemies behind
        pieces |= {f"e{n}{back}": orcs(24 + 12 * n, y - back, facing=90) for n in range(7) for back in (9, 21)}
    at(pieces, "command").refusal("c evades o", rule)


# --- giants ---
@pytest.mark.rule("WM-CMD-13")
@pytest.mark.parametrize("kind", ["giant", "orc_warriors"])
def test_a_giant_that_failed_an_order_has_its_chart_and_no_half_pace_move(kind: str) -> None:
    pieces = {
        "u": unit(kind, "a", 50, 50), "h": chief("orc_hero", 50, 40), "o": foot(50, 100, "b"),
        "z": goblins(120, 10, "a"),
    }  # fmt: skip
    t = at(pieces, "orders", "65", "1", readings={"failed_order_half_pace": "true"}).play("h orders u")
    assert (t.ask.prompt == "move up to half pace") == (kind != "giant")


@pytest.mark.rule("WM-MAGIC-1", "WM-MOVE-10")
@pytest.mark.parametrize(("spells", "end"), [([], 70), (["weird_enchantment"], 60)])
def test_a_giant_under_weird_enchantment_goes_its_own_way_at_half_pace(spells: list[str], end: float) -> None:
    pieces = {
        "gi": unit("giant", "a", 50, 50, spells=spells), "h": chief("orc_hero", 50, 40), "x": foot(50, 110, "b"),
        "z": goblins(120, 10, "a"),
    }  # fmt: skip
    t = at(pieces, "orders", "65", "4").play("h orders gi")
    assert t.stands("gi") == [(50, end, 90)]


@pytest.mark.rule("WM-GEO-13")
@pytest.mark.parametrize(("chart", "far"), [(("5",), 50), (("3", "6"), 20)])
def test_of_units_equally_near_to_a_giant_its_player_chooses(chart: tuple[str, ...], far: float) -> None:
    """What it throws is named by the rule on targets (WM-SHOOT-2)."""
    pieces = {
        "gi": unit("giant", "a", 50, 50), "h": chief("orc_hero", 50, 40), "z": goblins(120, 10, "a"),
        "x": foot(40, 50 + far, "b"), "y": foot(60, 50 + far, "b"),
    }  # fmt: skip
    t = at(pieces, "orders", "65", *chart).play("h orders gi")
    assert t.ask.cite == ("WM-GEO-13" if far == 50 else "WM-SHOOT-2") and t.offers() == ["x", "y"]
    t.play("y")
    if far == 50:
        assert t.stands("gi")[0][0] > 50
