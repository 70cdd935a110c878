"""Lines: sight, charges, shooting and losses."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.match import Match
from tests.examples.lines_table import PASSES, Faces, cited, keys, move, piece, refused, rolled, table, unit


def kept_back(*dice: Faces, order: str = "a1", **pieces: Any) -> Match:
    match = table(PASSES, *dice, **pieces)
    match.answer(f"order {order}")
    return match


def shooters(**pieces: Any) -> list[str]:
    return keys(table(step="shooting", **pieces))


@pytest.mark.rule("LI-SIGHT-1", "LI-SHOOT-1")
def test_a_line_sees_what_is_in_front_with_nobody_between() -> None:
    bows = piece("a", 30, 20, bows=True)
    assert shooters(a1=bows, b1=piece("b", 30, 35)) == ["a1 shoots b1", "hold fire"]
    for hidden in (
        {"b1": piece("b", 30, 35), "a2": piece("a", 30, 30)},  # a friend between
        {"b1": piece("b", 30, 10)},  # behind
    ):
        match = table(step="shooting", a1=bows, **hidden)
        assert match.ask
        assert match.ask.prompt == "give an order"  # nobody could shoot: the turn passed


@pytest.mark.rule("LI-SIGHT-2", "LI-SHOOT-1")
@pytest.mark.parametrize(("y", "targets"), [(35, ["b1", "b2"]), (35.001, ["b1", "b2"]), (35.002, ["b1"])])
def test_the_nearest_is_shot_at_and_equals_are_chosen_between(y: float, targets: list[str]) -> None:
    pieces = {"a1": piece("a", 45, 20, bows=True), "b1": piece("b", 37, 35), "b2": piece("b", 53, y)}
    assert shooters(**pieces) == [*(f"a1 shoots {name}" for name in targets), "hold fire"]


@pytest.mark.rule("LI-CHARGE-1", "LI-CHARGE-2")
def test_a_unit_kept_back_charges_into_edge_contact() -> None:
    match = kept_back(a1=piece("a", 34, 20), b1=piece("b", 30, 35))
    match.answer([("a1", None)])
    assert cited(match, "ChargeDeclared") == ["LI-CHARGE-1"]
    assert cited(match, "UnitMoved") == ["LI-CHARGE-2"]
    assert unit(match, "a1").pose == (30_000, 33_000, 90_000)  # front to front, middle to middle
    assert unit(match, "a1").charged


@pytest.mark.rule("LI-CHARGE-1")
@pytest.mark.parametrize(("y", "reaches"), [(42, True), (42.001, True), (42.002, False)])
def test_a_charge_goes_20_cm(y: float, reaches: bool) -> None:
    match = kept_back(a1=piece("a", 30, 20), b1=piece("b", 30, y))
    if reaches:
        match.answer([("a1", None)])
    else:
        assert refused(match, [("a1", None)]).cite == "LI-CHARGE-1"


@pytest.mark.rule("LI-CHARGE-2")
@pytest.mark.parametrize(
    ("at", "pose"),
    [
        ((30, 20), (30_000, 33_000, 90_000)),  # from the front
        ((16, 31), (23_000, 35_000, 0)),  # from the enemy's right
    ],
)
def test_the_zone_decides_which_edge_is_struck(at: tuple[float, float], pose: tuple[int, int, int]) -> None:
    facing = 90 if pose[2] == 90_000 else 45
    match = kept_back(a1=piece("a", *at, facing=facing), b1=piece("b", 30, 35, facing=270))
    match.answer([("a1", None)])
    assert unit(match, "a1").pose == pose


@pytest.mark.rule("LI-CHARGE-3")
def test_a_charge_needs_a_clear_way() -> None:
    match = kept_back(
        a1=piece("a", 30, 20), b1=piece("b", 30, 35), a2=piece("a", 36.5, 29, facing=0, stands=["centre"])
    )
    refusal = refused(match, [("a1", None)])
    assert refusal.cite == "LI-CHARGE-3"
    assert "a2 bars" in refusal.reason


@pytest.mark.rule("LI-CHARGE-1", "LI-BRIG-2")
def test_a_unit_may_open_the_way_for_a_charge() -> None:
    match = kept_back(order="a1 a2", a1=piece("a", 30, 20), a2=piece("a", 30, 23), b1=piece("b", 30, 36))
    assert refused(match, [("a1", None), move("a2", 30, 23)]).cite == "LI-CHARGE-1"  # a2 hides the enemy
    match.answer([("a1", None), move("a2", 46, 23)])
    assert unit(match, "a1").pose == (30_000, 34_000, 90_000)


@pytest.mark.rule("LI-CHARGE-1")
def test_chargers_go_in_the_order_their_owner_likes() -> None:
    pieces = {"a1": piece("a", 30, 20), "a2": piece("a", 43, 20), "b1": piece("b", 30, 35), "b2": piece("b", 43, 35)}
    match = kept_back(order="a1 a2", **pieces)
    match.answer([("a1", None), ("a2", None)])
    assert keys(match) == ["a1 charges b1", "a2 charges b2"]
    match.answer("a2 charges b2")
    assert [e.unit for e in match.events if type(e).__name__ == "ChargeDeclared"] == ["a2", "a1"]  # type: ignore[attr-defined]


SHOT_AT: dict[str, Any] = {"a1": piece("a", 30, 20), "b1": piece("b", 30, 35, bows=True)}


@pytest.mark.rule("LI-CHARGE-4", "LI-SHOOT-2", "LI-LOSS-1", "LI-LOSS-2")
def test_a_charged_unit_shoots_and_the_charger_goes_on_with_what_is_left() -> None:
    match = kept_back(((4, 5, 3),), ((4, 4),), **SHOT_AT)
    match.answer([("a1", None)])
    assert match.ask
    assert (match.ask.seat, match.ask.cite, keys(match)) == (1, "LI-CHARGE-4", ["b1 shoots", "pass"])
    match.answer("b1 shoots")
    assert rolled(match, "shooting").roll.pools[0].terms[0].cite == "LI-SHOOT-2"
    assert (match.ask.seat, keys(match)) == (0, ["left", "right"])
    refusal = refused(match, "centre")
    assert refusal.cite == "LI-LOSS-2"
    assert "break in two" in refusal.reason
    match.answer("left")
    assert cited(match, "StandLost") == ["LI-LOSS-1"]
    assert unit(match, "a1").stands == ("centre", "right")
    assert unit(match, "a1").pose == (30_000, 33_000, 90_000)  # as announced


@pytest.mark.rule("LI-CHARGE-4")
def test_a_unit_that_fights_already_does_not_shoot_at_a_charger() -> None:
    match = kept_back(a1=piece("a", 34, 20), b1=piece("b", 30, 35, bows=True), a2=piece("a", 30, 37, facing=270))
    match.answer([("a1", None)])
    assert match.ask
    assert match.ask.prompt == "give an order"
    assert unit(match, "a1").charged


@pytest.mark.rule("LI-CHARGE-4", "LI-LOSS-3")
def test_a_charge_ends_with_its_unit() -> None:
    pieces = {**SHOT_AT, "a1": piece("a", 30, 20, stands=["centre"]), "a2": piece("a", 60, 5)}
    match = kept_back(((4, 4, 1),), ((1, 1),), **pieces)
    match.answer([("a1", None)])
    match.answer("b1 shoots")
    assert cited(match, "UnitDestroyed") == ["LI-LOSS-3"]
    assert cited(match, "UnitMoved") == []
    assert match.ask
    assert match.ask.prompt == "give an order"


@pytest.mark.rule("LI-SHOOT-2", "LI-SHOOT-3", "LI-DRIVE-1")
def test_arrows_drive_back_a_die_of_centimetres_for_each_hit() -> None:
    match = table(
        ((4, 4, 3),), ((5, 4),), ((3,),), step="shooting", a1=piece("a", 30, 20, bows=True), b1=piece("b", 30, 35)
    )
    match.answer("a1 shoots b1")
    assert rolled(match, "driven back").cite == "LI-SHOOT-3"
    assert unit(match, "b1").pose == (30_000, 38_000, 270_000)
    assert cited(match, "UnitMoved") == ["LI-DRIVE-1"]


@pytest.mark.rule("LI-SHOOT-1")
def test_a_unit_shoots_once_and_not_at_who_is_fighting() -> None:
    bows = {"a1": piece("a", 30, 20, bows=True), "b1": piece("b", 30, 35)}
    match = table(((1, 1, 1),), step="shooting", **bows)
    match.answer("a1 shoots b1")
    assert match.ask
    assert match.ask.prompt == "give an order"
    fighting = table(step="shooting", **bows, a2=piece("a", 30, 37, facing=270))
    assert fighting.roll
    assert fighting.roll.purpose == "combat"


@pytest.mark.rule("LI-LOSS-1")
@pytest.mark.parametrize(("hits", "lost"), [((4, 1, 1), 0), ((4, 4, 1), 1), ((4, 4, 4), 1)])
def test_two_hits_remove_a_stand_and_an_odd_one_is_forgotten(hits: tuple[int, ...], lost: int) -> None:
    n = sum(h >= 4 for h in hits)
    match = kept_back((hits,), ((1,) * n,), **SHOT_AT)
    match.answer([("a1", None)])
    match.answer("b1 shoots")
    assert (match.ask is not None and match.ask.prompt == "which stand is lost") is bool(lost)
