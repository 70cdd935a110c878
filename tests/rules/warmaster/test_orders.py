"""Orders and every modifier (WM-CMD)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.state.events.commanding import OrderFailed, OrderGiven
from tests.rules.warmaster.kit import Bench, chief, foot, general, goblins, hero, orcs, unit

R = 1.25  # a character's radius


def needs(character: str = "hero", units: tuple[str, ...] = ("h1",), **given: Any) -> int:
    t = Bench(step="orders", **given)
    return t.value(OrderTest(character, units))


def at_distance(far: float, kind: str = "general") -> int:
    """What a character straight behind a unit needs at this distance."""
    pieces = {"h1": unit("halberdiers", "a", 6, 118, 90), "c": chief(kind, 6, 117 - far - R)}
    return needs("c", pieces=pieces, table={"size": [180, 120]})


@pytest.mark.rule("WM-CMD-4", "WM-GEO-6")
@pytest.mark.parametrize(
    ("far", "penalty"),
    [(20.0, 0), (20.011, 1), (20.1, 1), (40.0, 1), (40.1, 2), (45, 2), (60.0, 2), (60.1, 3), (95, 4)],
)
def test_a_penalty_for_every_20_cm_beyond_the_first(far: float, penalty: int) -> None:
    assert at_distance(far) == 9 - penalty


@pytest.mark.rule("WM-CMD-4")
def test_the_switch_moves_exact_multiples_to_the_further_band() -> None:
    pieces = {"h1": foot(40, 60), "general": general(40, 59 - 20 - R)}
    assert needs("general", pieces=pieces) == 9
    assert needs("general", pieces=pieces, readings={"distance_band_boundary": "further"}) == 8


@pytest.mark.rule("WM-CMD-3", "WM-CMD-9", "WM-CMD-11")
def test_worked_example_one_distance_and_casualties_add_up() -> None:
    pieces = {"h1": foot(40, 60, lost=1), "general": general(40, 59 - 45 - R)}
    t = Bench(pieces=pieces, step="orders", dice=["33"])
    assert t.value(OrderTest("general", ("h1",))) == 6
    t.play("general orders h1").done("a", "move h1")
    assert t.happened(OrderGiven, obeyed=True, total=6, needed=6)


@pytest.mark.rule("WM-CMD-6", "WM-CMD-7", "WM-CMD-26")
def test_worked_example_two_successive_orders_near_an_enemy() -> None:
    pieces = {"h1": foot(40, 40), "o1": orcs(40, 62), "hero": hero(40, 39 - 15 - R)}
    t = Bench(pieces=pieces, step="orders", dice=["34", "33", "11"])
    found = []
    for _ in range(3):
        found.append(t.value(OrderTest("hero", ("h1",))))
        t.play("hero orders h1")
        if "march" in t.offers():
            t.play("march")
        t.play((("h1", t.state.stands["h1"]),))
    assert found == [7, 6, 5]


@pytest.mark.rule("WM-CMD-7")
def test_an_enemy_at_exactly_20_cm_counts_one_farther_does_not_nor_does_a_character() -> None:
    close = {"h1": foot(40, 40), "o1": orcs(40, 62), "hero": hero(40, 36)}
    assert needs(pieces=close) == 7
    assert needs(pieces=close | {"o1": orcs(40, 62.011)}) == 8
    assert needs(pieces={"h1": foot(40, 40), "hero": hero(40, 36), "chief": hero(40, 50, "b")}) == 8


@pytest.mark.rule("WM-CMD-8", "WM-TERRAIN-8")
@pytest.mark.parametrize(("kind", "penalty"), [("wood", 1), ("village", 1), ("broken", 1), ("loose", 0), ("hill", 0)])
def test_dense_terrain_under_part_of_a_stand(kind: str, penalty: int) -> None:
    ground = {"size": [120, 90], "terrain": [{"kind": kind, "points": [[45, 30], [60, 30], [60, 50], [45, 50]]}]}
    pieces = {"h1": foot(40, 40), "hero": hero(40, 36)}
    assert needs(pieces=pieces, table=ground) == 8 - penalty
    assert needs(pieces=pieces | {"h1": foot(38.9, 40)}, table=ground) == 8


@pytest.mark.rule("WM-CMD-10", "WM-BLUND-4")
def test_a_lasting_penalty() -> None:
    assert needs(pieces={"h1": foot(40, 40, penalty=2), "hero": hero(40, 36)}) == 6


@pytest.mark.rule("WM-BRIG-5", "WM-BRIG-6")
def test_worked_example_three_a_brigade_takes_each_penalty_at_its_worst() -> None:
    ground = {"size": [180, 120], "terrain": [{"kind": "wood", "points": [[46, 20], [58, 20], [58, 26], [46, 26]]}]}
    pieces = {
        "u1": unit("halberdiers", "a", 0, 0, stands=[[40, 20, 90], [44, 20, 90]]),
        "u2": unit("halberdiers", "a", 0, 0, stands=[[42, 22, 90]]),
        "u3": unit("halberdiers", "a", 0, 0, stands=[[46, 22, 90], [50, 22, 90], [54, 22, 90]]),
        "o1": goblins(40, 42),
        "hero": hero(1.5, 20),
    }
    t = Bench(pieces=pieces, table=ground, step="orders")
    terms = {term.cite: term.value for term in t.terms(OrderTest("hero", ("u1", "u2", "u3"))) if term.op == "add"}
    assert terms == {"WM-CMD-4": -2, "WM-CMD-7": -1, "WM-CMD-8": -1, "WM-CMD-9": -2}
    assert t.value(OrderTest("hero", ("u1", "u2", "u3"))) == 2


@pytest.mark.rule("WM-CMD-1")
def test_ranges_of_command() -> None:
    far = {
        "h1": foot(40, 100),
        "general": general(40, 5),
        "hero": hero(40, 99 - 60 - R),
        "wizard": chief("wizard", 40, 99 - 20 - R),
    }
    t = Bench(pieces=far, step="orders")
    assert {f"{c} orders h1" for c in ("general", "hero", "wizard")} <= set(t.offers())
    t = Bench(
        pieces=far | {"hero": hero(40, 99 - 60.02 - R), "wizard": chief("wizard", 40, 99 - 20.02 - R)}, step="orders"
    )
    t.refusal("hero orders h1", "WM-CMD-1", short=20)
    t.refusal("wizard orders h1", "WM-CMD-1")


@pytest.mark.rule("WM-CMD-2", "WM-CMD-5", "WM-FLY-2")
def test_flyers_are_ordered_from_20_cm_by_anybody_without_a_penalty() -> None:
    pieces = {"e1": unit("giant_eagles", "a", 40, 60), "general": chief("marshal", 40, 58 - 20 - R)}
    assert needs("general", ("e1",), pieces=pieces) == 9
    t = Bench(pieces=pieces | {"general": chief("marshal", 40, 58 - 20.02 - R), "f": foot(70, 40)}, step="orders")
    t.refusal("general orders e1", "WM-CMD-2")


@pytest.mark.rule("WM-CMD-13", "WM-CMD-15", "WM-CMD-17")
def test_a_failed_order_ends_that_characters_orders_and_nobody_else_may_order_the_unit() -> None:
    pieces = {"h1": foot(40, 40), "h2": foot(70, 40), "hero": hero(40, 36), "wizard": chief("wizard", 44, 36)}
    t = Bench(pieces=pieces, step="orders", dice=["56"])
    t.play("hero orders h1").done("a", "give an order")
    assert t.stands("h1")[0] == (36, 40, 90)
    t.refusal("hero orders h2", "WM-CMD-13")
    t.refusal("wizard orders h1", "WM-CMD-17")


@pytest.mark.rule("WM-CMD-14", "WM-BLUND-2")
def test_when_the_general_fails_nobody_orders_and_he_does_not_blunder() -> None:
    pieces = {"h1": foot(40, 40), "h2": foot(70, 40), "general": general(40, 36), "hero": hero(70, 36)}
    t = Bench(pieces=pieces, step="orders", dice=["66"])
    t.play("general orders h1").done("a", "move general")
    assert t.happened(OrderFailed, closes=True, cite="WM-CMD-14")


@pytest.mark.rule("WM-CMD-21", "WM-CMD-22")
def test_a_twelve_always_fails_and_a_hopeless_order_may_be_tried() -> None:
    pieces = {"h1": foot(40, 40, penalty=9), "hero": hero(40, 36)}
    t = Bench(pieces=pieces, step="orders", dice=["11"])
    t.play("hero orders h1")
    assert t.happened(OrderGiven, obeyed=False, total=2, needed=-1)


@pytest.mark.rule("WM-CMD-16")
def test_a_character_who_has_passed_on_cannot_return() -> None:
    pieces = {"h1": foot(40, 40), "h2": foot(70, 40), "hero": hero(50, 36)}
    t = Bench(pieces=pieces, step="orders", dice=["11", "11"])
    t.play("hero orders h1", (("h1", t.state.stands["h1"]),))
    t.play("hero orders h2", (("h2", t.state.stands["h2"]),))
    t.refusal("hero orders h1", "WM-CMD-16")
    assert "hero orders h2" in t.offers()


@pytest.mark.rule("WM-CMD-19", "WM-CMD-20", "WM-CMD-24", "WM-CONF-1", "WM-INIT-8")
def test_who_cannot_be_ordered() -> None:
    pieces = {
        "mad": foot(40, 40, confused=True), "fighting": foot(70, 40), "enemy": orcs(70, 42),
        "keen": foot(110, 40, initiative="evade"), "hero": hero(70, 30),
    }  # fmt: skip
    t = Bench(pieces=pieces | {"free": foot(140, 20)} | {"hero": hero(100, 30)}, step="orders")
    t.refusal("hero orders mad", "WM-CMD-19")
    t.refusal("hero orders fighting", "WM-CMD-20")
    t.refusal("hero orders keen", "WM-INIT-8")
    t.refusal("hero orders enemy", "WM-CMD-24")


@pytest.mark.rule("WM-CMD-18")
def test_there_is_no_cap_on_orders_unless_the_switch_sets_one() -> None:
    pieces = {"h1": foot(40, 40, orders=3, ordered_by="hero"), "hero": hero(40, 36), "h2": foot(80, 40)}
    assert "hero orders h1" in Bench(pieces=pieces, step="orders").offers()
    t = Bench(pieces=pieces, step="orders", readings={"max_orders_per_unit": "3"})
    t.refusal("hero orders h1", "WM-CMD-18")


@pytest.mark.rule("WM-CMD-12", "WM-MOVE-8", "WM-GEO-7")
def test_an_obeyed_order_moves_the_unit_by_its_pace_at_most() -> None:
    pieces = {"h1": foot(40, 40), "hero": hero(40, 36)}
    t = Bench(pieces=pieces, step="orders", dice=["11"])
    t.play("hero orders h1")
    there = tuple((x, y + 20_000, f) for x, y, f in t.state.stands["h1"])
    t.refusal((("h1", tuple((x, y + 11, f) for x, y, f in there)),), "WM-GEO-7")
    assert t.legal((("h1", tuple((x, y + 10, f) for x, y, f in there)),))
    t.play((("h1", there),))
    assert t.stands("h1") == [(36, 60, 90), (40, 60, 90), (44, 60, 90)]


@pytest.mark.rule("WM-CMD-23", "WM-CMD-25")
def test_a_character_in_a_fight_orders_others_and_moves_after_a_failure() -> None:
    pieces = {"h1": foot(40, 40), "o1": orcs(40, 42), "h2": foot(70, 40), "hero": hero(40, 37.75, joined="h1")}
    t = Bench(pieces=pieces, step="orders", dice=["66", "1"])
    t.play("hero orders h2").done("a", "move hero")
