"""Lines: the table, orders and moves."""

from __future__ import annotations

from typing import Any

import pytest
from lines.orders import OrderRoll
from lines.state import stands

from sandtable.core import BadSetup
from sandtable.geometry.measure import gap
from sandtable.match import new_match
from tests.examples.lines_table import PASSES, RULES, cited, keys, move, piece, refused, rolled, table, unit


def penalties(match: Any, *names: str) -> dict[str, int]:
    return {t.cite: t.value for t in match.position.terms(OrderRoll(names)) if t.op == "add"}


@pytest.mark.rule("LI-TABLE-1")
def test_a_unit_is_three_stands_edge_to_edge() -> None:
    match = new_match(RULES)
    left, centre, right = stands(unit(match, "a1"))
    assert [(s.frontage, s.depth) for s in (left, centre, right)] == [(4000, 2000)] * 3
    assert (gap(left, centre), gap(centre, right), gap(left, right)) == (0, 0, 4000)
    assert RULES.invariants(match.position) == []
    for x, y in ((34, 20), (5, 20)):
        with pytest.raises(BadSetup, match=r"overlaps|off the table"):
            table(a1=piece("a", 30, 20), a2=piece("a", x, y))


@pytest.mark.rule("LI-TURN-1")
def test_a_turn_is_orders_shooting_combat() -> None:
    match = table(
        ((1, 1, 1),),
        ((1,) * 9, (1,) * 9),
        a1=piece("a", 30, 20, bows=True),
        b1=piece("b", 30, 35),
        a2=piece("a", 60, 20),
        b2=piece("b", 60, 22),
    )
    prompts = []
    for value in ("end orders", (45_000, 8_000), "a1 shoots b1"):
        prompts.append(match.ask and match.ask.prompt)
        match.answer(value)
    assert prompts == ["give an order", "move the general", "shoot"]
    assert rolled(match, "combat")
    assert cited(match, "TurnPassed") == ["LI-TURN-1"]
    assert match.ask
    assert match.ask.seat == 1


@pytest.mark.rule("LI-ORDER-1", "LI-BRIG-1")
def test_units_linked_by_2_cm_are_ordered_together() -> None:
    match = table(a1=piece("a", 30, 20), a2=piece("a", 44, 20), a3=piece("a", 58.001, 20), a4=piece("a", 72.003, 20))
    offered = keys(match)
    assert {"order a1", "order a1 a2", "order a2 a3", "order a1 a2 a3", "end orders"} <= set(offered)
    assert "order a3 a4" not in offered
    refusal = refused(match, "order a3 a4")
    assert (refusal.cite, refusal.short_by) == ("LI-BRIG-1", 2)
    assert refused(match, "order b1").cite == "LI-ORDER-1"


@pytest.mark.rule("LI-ORDER-1", "LI-ORDER-2")
def test_orders_go_on_until_one_fails() -> None:
    match = table(((3, 6),), ((4, 6),), a1=piece("a", 45, 20), b1=piece("b", 45, 55))
    match.answer("order a1")
    assert match.ask
    assert match.ask.prompt == "move"
    match.answer([move("a1", 45, 20)])
    match.answer("order a1")  # 10 beats 8
    assert match.ask.prompt == "move the general"
    assert cited(match, "OrderGiven") == ["LI-ORDER-2", "LI-ORDER-2"]
    assert rolled(match, "order").roll.pools[0].terms[0].cite == "LI-ORDER-2"


@pytest.mark.rule("LI-ORDER-3", "LI-GENERAL-1")
@pytest.mark.parametrize(
    ("x", "penalty"), [(47.25, 0), (47.251, 0), (47.252, -1), (67.25, -1), (67.252, -2), (23.0, 0)]
)
def test_distance_from_the_generals_rim_counts_beyond_each_20_cm(x: float, penalty: int) -> None:
    match = table(a1=piece("a", x, 20), general_a=piece("a", 20, 20))  # the rim is at 21.25, the line begins 6 before x
    assert penalties(match, "a1").get("LI-ORDER-3", 0) == penalty


@pytest.mark.rule("LI-ORDER-4")
def test_each_stand_lost_makes_orders_harder() -> None:
    match = table(a1=piece("a", 45, 20, stands=["left"]))
    assert penalties(match, "a1") == {"LI-ORDER-4": -2}


@pytest.mark.rule("LI-ORDER-5")
@pytest.mark.parametrize(("y", "near"), [(42, True), (42.001, True), (42.002, False)])
def test_an_enemy_within_20_cm_makes_orders_harder(y: float, near: bool) -> None:
    match = table(a1=piece("a", 45, 20), b1=piece("b", 45, y))
    assert ("LI-ORDER-5" in penalties(match, "a1")) is near


@pytest.mark.rule("LI-ORDER-6", "LI-ORDER-2")
def test_each_earlier_order_counts_and_a_brigade_takes_the_worst() -> None:
    match = table(a1=piece("a", 45, 20, orders=2), a2=piece("a", 58, 20, stands=["centre", "left"]))
    assert penalties(match, "a1") == {"LI-ORDER-6": -2}
    assert penalties(match, "a1", "a2") == {"LI-ORDER-4": -1, "LI-ORDER-6": -2}
    assert match.position.value(OrderRoll(("a1", "a2"))) == 6


@pytest.mark.rule("LI-ORDER-7")
def test_who_fights_or_has_charged_takes_no_orders() -> None:
    match = table(a1=piece("a", 45, 20, charged=True), a2=piece("a", 60, 20), b2=piece("b", 60, 22))
    assert keys(match) == ["order a9", "end orders"]
    assert refused(match, "order a1").cite == refused(match, "order a2").cite == "LI-ORDER-7"


@pytest.mark.rule("LI-GENERAL-2", "LI-GENERAL-1")
@pytest.mark.parametrize(("x", "allowed"), [(50, True), (50.001, True), (50.002, False), (0.5, False)])
def test_the_general_rides_30_cm_over_anything(x: float, allowed: bool) -> None:
    match = table(a1=piece("a", 30, 20), b1=piece("b", 45, 20), general_a=piece("a", 20, 20))
    match.answer("end orders")
    if allowed:
        match.answer([round(x * 1000), 20_000])
        assert cited(match, "GeneralMoved") == ["LI-GENERAL-2"]
    else:
        assert refused(match, [round(x * 1000), 20_000]).cite == "LI-GENERAL-2"


def ordered(*names: str, **pieces: Any) -> Any:
    match = table(PASSES, **pieces)
    match.answer("order " + " ".join(names))
    return match


@pytest.mark.rule("LI-MOVE-1")
def test_units_of_a_brigade_move_one_after_another_or_stay() -> None:
    match = ordered("a1", "a2", a1=piece("a", 30, 20), a2=piece("a", 30, 23))
    ahead = [move("a2", 30, 27), move("a1", 30, 24)]
    assert refused(match, ahead[::-1]).cite == "LI-MOVE-4"  # a2 is still in the way
    match.answer(ahead)
    assert [unit(match, name).pose for name in ("a1", "a2")] == [(30_000, 24_000, 90_000), (30_000, 27_000, 90_000)]
    assert cited(match, "UnitMoved") == ["LI-MOVE-1", "LI-MOVE-1"]
    stay = ordered("a1", a1=piece("a", 30, 20))
    stay.answer([move("a1", 30, 20)])
    assert cited(stay, "UnitMoved") == []


@pytest.mark.rule("LI-MOVE-2")
@pytest.mark.parametrize(
    ("x", "y", "facing", "short"),
    [
        (30, 40, 90, None),
        (30, 40.001, 90, None),
        (30, 40.002, 90, 2),
        (42, 36, 90, None),
        (30, 33, 180, 616),
        (30, 32, 180, None),
    ],
)
def test_no_corner_travels_more_than_20_cm(x: float, y: float, facing: float, short: int | None) -> None:
    match = ordered("a1", a1=piece("a", 30, 20))
    if short is None:
        match.answer([move("a1", x, y, facing)])
        assert unit(match, "a1").pose == move("a1", x, y, facing)[1]
    else:
        refusal = refused(match, [move("a1", x, y, facing)])
        assert (refusal.cite, refusal.short_by) == ("LI-MOVE-2", short)


@pytest.mark.rule("LI-MOVE-3")
def test_a_unit_may_not_leave_the_table() -> None:
    match = ordered("a1", a1=piece("a", 10, 10))
    assert refused(match, [move("a1", 5.998, 10)]).cite == "LI-MOVE-3"
    match.answer([move("a1", 5.999, 10)])  # a thousandth is given


@pytest.mark.rule("LI-MOVE-4")
@pytest.mark.parametrize(("wide", "free"), [(12, True), (11.999, True), (11.998, False)])
def test_the_hull_of_each_stands_two_places_must_be_clear(wide: float, free: bool) -> None:
    match = ordered("a1", a1=piece("a", 30, 20), a2=piece("a", 30 + wide, 26))
    if free:
        match.answer([move("a1", 30, 32)])
    else:
        assert refused(match, [move("a1", 30, 32)]).cite == "LI-MOVE-4"


@pytest.mark.rule("LI-MOVE-5")
@pytest.mark.parametrize(("y", "clear"), [(31.0, False), (30.999, False), (30.998, True)])
def test_only_a_charge_goes_within_1_cm_of_an_enemy(y: float, clear: bool) -> None:
    match = ordered("a1", a1=piece("a", 30, 20), b1=piece("b", 30, 34))
    if clear:
        match.answer([move("a1", 30, y)])
    else:
        assert refused(match, [move("a1", 30, y)]).cite == "LI-MOVE-5"


@pytest.mark.rule("LI-BRIG-2")
@pytest.mark.parametrize(("x", "together"), [(46, True), (46.001, True), (46.002, False)])
def test_a_brigade_ends_linked_by_2_cm(x: float, together: bool) -> None:
    match = ordered("a1", "a2", a1=piece("a", 30, 20), a2=piece("a", 43, 20))
    answer = [move("a1", 32, 20), move("a2", x, 20)]
    if together:
        assert refused(match, answer).cite == "LI-MOVE-4"  # a1 meets a2 while a2 has not gone
        match.answer(answer[::-1])
    else:
        refusal = refused(match, answer[::-1])
        assert (refusal.cite, refusal.short_by) == ("LI-BRIG-2", 2)
