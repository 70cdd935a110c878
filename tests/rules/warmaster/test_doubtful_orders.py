"""Orders, brigades and blunders in doubtful places (WM-CMD, WM-BRIG, WM-BLUND), and whom moves shift aside."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.command.order_test import OrderTest
from tests.rules.warmaster.kit import Bench, chief, foot, general, hero, knights, orcs, poses, unit


def at(pieces: dict[str, Any], step: str = "orders", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def up(t: Bench, name: str, far: float = 0) -> tuple[str, tuple[tuple[int, int, int], ...]]:
    return name, tuple((x, y + round(far * 1000), f) for x, y, f in t.state.stands[name])


def eagles(x: float, y: float) -> dict[str, Any]:
    return unit("giant_eagles", "a", x, y)


# --- orders ---
@pytest.mark.rule("WM-GEO-6", "WM-CMD-4", "WM-CMD-1")
def test_with_a_unit_that_fights_a_character_measures_from_any_of_its_stands() -> None:
    """19 cm from its right stand, 31 from his token at its left."""
    enemy = {"o": orcs(0, 0, stands=[[36, 42, 270]])}
    pieces = {"h": foot(40, 40), "w": chief("wizard", 32.75, 40, joined="h"), "f": foot(71, 40)}
    t = at(pieces | enemy)
    assert t.value(OrderTest("w", ("f",))) == 7 and "w orders f" in t.offers()
    at({**pieces, "i": foot(20, 30)}).refusal("w orders f", "WM-CMD-1")


@pytest.mark.rule("WM-BRIG-10", "WM-BRIG-9")
def test_units_that_were_in_touch_through_a_charger_are_ordered_again_together() -> None:
    pieces = {"v": foot(28, 40), "u": foot(40, 40), "w": foot(52, 40), "hero": hero(46, 36), "o": orcs(40, 55)}
    t = at(pieces, "orders", "11").play("hero orders v u w", "u charges o")
    while t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    t.play("march", (up(t, "v"), ("w", poses((36, 40, 90), (40, 40, 90), (44, 40, 90)))))
    assert "hero orders v w" in t.offers()


@pytest.mark.rule("WM-BRIG-6", "WM-CMD-16", "WM-BRIG-10")
def test_a_unit_that_was_ordered_alone_may_be_ordered_on_in_a_brigade() -> None:
    """It has had one order more than the others: the successive order is counted at its value."""
    pieces = {"u": foot(40, 40), "v": foot(52, 40), "w": foot(64, 40), "hero": hero(50, 36)}
    t = at(pieces, "orders", "11", "11", "11").play("hero orders u", (up(at(pieces), "u"),))
    assert t.value(OrderTest("hero", ("u", "v"))) == 7
    t.play("hero orders u v", (up(t, "u"), up(t, "v")))
    assert (t.unit("u").orders, t.unit("v").orders) == (2, 1)
    assert {"hero orders u v", "hero orders u", "hero orders v", "hero orders w"} <= set(t.offers())
    t.refusal("hero orders v w", "WM-BRIG-10")
    t.play("hero orders w", (up(t, "w"),)).refusal("hero orders u", "WM-CMD-16")


@pytest.mark.rule("WM-CMD-16")
def test_in_a_position_too_a_character_does_not_return_to_whom_he_passed_on_from() -> None:
    pieces = {"u": foot(40, 40, orders=1, ordered_by="hero"), "v": foot(70, 40), "hero": hero(50, 36)}
    t = at(pieces, "orders", "11", "11")
    assert {"hero orders u", "hero orders v"} <= set(t.offers())
    t.play("hero orders v", (up(t, "v"),)).refusal("hero orders u", "WM-CMD-16")


@pytest.mark.rule("WM-BRIG-8", "WM-VIS-10")
def test_a_unit_of_a_brigade_marches_aside_and_opens_the_way_for_a_charge() -> None:
    pieces = {"u": knights(40, 40), "v": foot(40, 43), "o": orcs(40, 60), "hero": hero(46, 36)}
    t = at(pieces, "orders", "11").play("hero orders u v", "march")
    t.play((("u", None), ("v", poses((52, 43, 90), (56, 43, 90), (60, 43, 90)))))
    assert t.offers() == ["u charges o"]


@pytest.mark.rule("WM-INIT-12")
def test_only_enemies_fortified_to_the_last_stand_may_be_disregarded() -> None:
    wall = {"kind": "high_linear", "line": [[30, 50], [50, 50]], "width": 1}
    table = {"size": [180, 120], "terrain": [wall]}
    pieces = {"k": knights(40, 40), "w": orcs(40, 51.5), "o": orcs(62, 54), "g": general(100, 10)}
    assert "k charges o" in at(pieces, "command", table=table).offers()
    at({**pieces, "w": orcs(49, 51.5)}, "command", table=table).refusal("k charges o", "WM-INIT-9")


# --- blunders ---
@pytest.mark.rule("WM-BLUND-8", "WM-MOVE-7")
@pytest.mark.parametrize(("readings", "far"), [({}, 100), ({"flyer_irregular_pace": "10"}, 10)])
def test_half_pace_of_a_flyer_is_that_of_its_irregular_formation(readings: dict[str, str], far: int) -> None:
    pieces = {"e": eagles(40, 10), "c": chief("captain", 50, 10)}
    t = at(pieces, "orders", "66", "4", readings=readings).play("c orders e")
    assert t.legal((up(t, "e", far),))
    t.refusal((up(t, "e", far + 0.02),), "WM-BLUND-8" if far == 10 else "WM-GEO-7")


@pytest.mark.rule("WM-BLUND-13", "WM-FLY-1", "WM-FLY-4")
@pytest.mark.parametrize(("y", "end"), [(56, 50), (51, 48)])
def test_flyers_shy_away_over_friends_and_land_where_they_may(y: float, end: float) -> None:
    """They need 10 cm; friends there make them go on until they find room."""
    pieces = {
        "e": eagles(40, 60), "c": chief("captain", 60, 60), "k": unit("boar_riders", "b", 40, 84, 270),
        **{f"f{n}": unit("roost_guard", "a", 22 + 12 * n, y) for n in range(4)},
    }  # fmt: skip
    t = at(pieces, "orders", "66", "2").play("c orders e")
    assert t.stands("e")[1] == pytest.approx((40, end, 90), abs=0.02)


@pytest.mark.rule("WM-BLUND-14", "WM-BLUND-9")
def test_who_cannot_charge_the_nearest_enemy_charges_nobody() -> None:
    """The nearest is in a wood: horse goes to its edge, though others stand in the open."""
    wood = {"kind": "wood", "points": [[30, 48], [50, 48], [50, 56], [30, 56]]}
    pieces = {"k": knights(40, 40), "w": orcs(40, 50), "o": orcs(60, 55), "hero": hero(50, 30), "z": foot(120, 10)}
    t = at(pieces, "orders", "66", "6", table={"size": [180, 120], "terrain": [wood]}).play("hero orders k")
    assert not t.unit("k").charged and t.stands("k")[1] == pytest.approx((40, 46, 90), abs=0.02)


@pytest.mark.rule("WM-BLUND-14", "WM-FLY-4")
def test_flyers_that_rush_at_an_enemy_in_a_wood_do_not_end_in_it() -> None:
    wood = {"kind": "wood", "points": [[20, 50], [60, 50], [60, 70], [20, 70]]}
    pieces = {"e": eagles(40, 40), "c": chief("captain", 50, 40), "o": orcs(40, 52.5), "z": foot(120, 10)}
    t = at(pieces, "orders", "66", "6", table={"size": [180, 120], "terrain": [wood]}).play("c orders e")
    assert not t.unit("e").charged and t.stands("e")[1] == pytest.approx((40, 48, 90), abs=0.11)
    assert t.stands("e")[1][1] <= 48.01


# --- characters in the way ---
@pytest.mark.rule("WM-MOVE-15")
@pytest.mark.parametrize(
    ("here", "there"),
    [
        ((40, 50.2), (40, 52.251)),
        ((46.5, 50.1), (47.251, 50.1)),
        ((45, 49.6), (45, 47.749)),
        ((46.6, 51.5), (46.961, 51.801)),
    ],
)
def test_a_character_in_the_way_is_shifted_by_the_least_amount(here: tuple[float, float], there: Any) -> None:
    """Halberdiers end at x = 34 to 46 and y = 49 to 51."""
    t = at({"h": foot(40, 40), "x": chief("wizard", *here), "g": general(10, 10)}, "orders", "11").play("g orders h")
    t.play((up(t, "h", 10),))
    x, y = t.state.spots["x"]
    assert (x / 1000, y / 1000) == pytest.approx(there, abs=0.003)
