"""Charges in doubtful places: an edge that is too far away, who else could have gone, gaps of others, edges as near as
one another (WM-CHARGE)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Refusal
from sandtable.rulesets.warmaster.charging.no_way import why_no_charge
from sandtable.rulesets.warmaster.charging.targets import can_charge, charges
from tests.rules.warmaster.kit import Bench, foot, general, goblins, knights, orcs, unit

Stand = tuple[float, float, float]
Ends = set[tuple[Stand, ...]]


def at(pieces: dict[str, Any], step: str = "orders", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def stands(kind: str, seat: str, *poses: Stand, **more: Any) -> dict[str, Any]:
    return unit(kind, seat, 0, 0, stands=[list(pose) for pose in poses], **more)


def spears(*poses: Stand) -> dict[str, Any]:
    return stands("halberdiers", "a", *poses)


def warriors(*poses: Stand) -> dict[str, Any]:
    return stands("orc_warriors", "b", *poses)


def ends(pieces: dict[str, Any]) -> Ends:
    """Where the stands of h may end in a charge at t."""
    found = charges(at(pieces).position, "h", "t")
    assert not isinstance(found, Refusal), found
    return {tuple(sorted((x / 1000, y / 1000, f / 1000) for x, y, f in onset.poses)) for onset in found}


def refused(pieces: dict[str, Any]) -> Refusal:
    p = at(pieces).position
    found = why_no_charge(p, "h", "t")
    assert found is not None and not can_charge(p, "h", "t")
    return found


@pytest.mark.rule("WM-CHARGE-8", "WM-CHARGE-5", "WM-CHARGE-3")
def test_an_edge_that_is_too_far_away_is_no_reason_to_strike_another() -> None:
    """Wholly beyond the corner it must strike the side, 0.616 cm too far; the front would be in reach."""
    found = refused({"h": spears((60, 66, 270)), "t": warriors((50, 50, 90))})
    assert (found.cite, found.short_by) == ("WM-CHARGE-3", 616)
    assert ends({"h": spears((59, 65, 270)), "t": warriors((50, 50, 90))}) == {((53, 50, 180),)}


@pytest.mark.rule("WM-CHARGE-7")
def test_the_middle_of_the_edge_must_be_in_reach_even_if_it_is_covered() -> None:
    """A friend covers the left of the edge: the free part is 20 cm away, the middle 20.056."""
    pieces = {"h": spears((41.5, 39, 90)), "t": warriors((40, 61, 270), (44, 61, 270)), "f": spears((37.5, 59, 90))}
    assert refused({**pieces, "t": warriors((40, 61, 270))}).cite == "WM-CHARGE-7"
    assert ends({**pieces, "h": spears((41.5, 39.1, 90)), "t": warriors((40, 61, 270))}) == {((41.5, 59, 90),)}


@pytest.mark.rule("WM-CHARGE-8")
def test_of_two_edges_that_are_next_and_equally_near_the_charger_chooses() -> None:
    pieces = {"h": foot(50, 36), "t": warriors((50, 50, 270)), "f": spears((50, 48, 90))}
    found = charges(at(pieces).position, "h", "t")
    assert not isinstance(found, Refusal)
    assert {onset.edge for onset in found} == {"left", "right"}
    aside = charges(at({**pieces, "h": spears((45, 36, 90), (49, 36, 90))}).position, "h", "t")
    assert not isinstance(aside, Refusal)
    assert {onset.edge for onset in aside} == {"right"}, "the right side of who looks south is to the west"


@pytest.mark.rule("WM-CHARGE-23", "WM-CHARGE-21")
def test_whoever_takes_a_place_the_others_are_tried_for_the_next() -> None:
    """Past one end of the enemy's side or the other: the mirror image is legal as well."""
    rows = {tuple(y for _, y, _ in found) for found in ends({"h": foot(70, 50, facing=180), "t": orcs(46, 50)})}
    assert rows == {(42, 46, 50), (46, 50, 54), (50, 54, 58)}


@pytest.mark.rule("WM-CHARGE-21", "WM-CHARGE-10")
def test_a_stand_without_reach_is_slid_back_by_no_more_than_it_must() -> None:
    """The second stand of a column, past the first one: about 20 cm of way, not the next half centimetre back."""
    found = ends({"h": spears((50, 40, 90), (50, 38, 90)), "t": warriors((50, 60.5, 270))})
    assert {pose[0] for some in found for pose in some} == {46, 50, 54}
    for some in found:
        (beside,) = [pose for pose in some if pose[0] != 50]
        assert beside[1] == pytest.approx(57.58, abs=0.015)


@pytest.mark.rule("WM-CHARGE-18", "WM-MOVE-14")
@pytest.mark.parametrize(("gap", "able"), [(4.0, False), (4.05, True)])
def test_a_charge_goes_through_no_narrow_gap_between_others(gap: float, able: bool) -> None:
    """Orcs and goblins stand before the target, who is no part of the gap."""
    pieces = {
        "h": spears((50, 40, 90)),
        "o": orcs(50 - gap / 2 - 6, 47),
        "g": goblins(50 + gap / 2 + 6, 47),
        "t": stands("goblins", "b", (50, 56, 270)),
    }
    assert can_charge(at(pieces).position, "h", "t") is able


@pytest.mark.rule("WM-CHARGE-18")
def test_a_charge_enters_a_gap_to_strike_who_stands_beside_it() -> None:
    pieces = {"h": stands("knights", "a", (60, 40, 90)), "t": orcs(42, 47), "g": goblins(58, 47)}
    assert ends(pieces) == {((50, 47, 180),)}


@pytest.mark.rule("WM-CHARGE-4", "WM-VIS-3")
def test_a_nearer_stand_that_is_hidden_is_not_struck() -> None:
    pieces = {"h": stands("knights", "a", (40, 40, 90)), "t": orcs(44, 55), "s": stands("goblins", "b", (40, 50, 270))}
    assert ends(pieces) == {((44, 52, 90),)}


@pytest.mark.rule("WM-CHARGE-9", "WM-CHARGE-12")
def test_a_stand_takes_the_front_of_a_neighbour_rather_than_a_corner_of_the_target() -> None:
    pieces = {
        "h": spears((48, 40, 90), (52, 40, 90)),
        "t": warriors((50, 55, 270)),
        "q": stands("goblins", "b", (54, 55, 270)),
    }
    assert ends(pieces) == {((50, 53, 90), (54, 53, 90))}


@pytest.mark.rule("WM-TERRAIN-25", "WM-CHARGE-13")
def test_horse_keeps_clear_of_the_fortified_stands_beside_the_one_it_strikes() -> None:
    wall = {"kind": "high_linear", "line": [[30, 50], [43.5, 50]], "width": 1}
    pieces = {
        "h": stands("knights", "a", (46, 35, 90), (48, 35, 90), (44, 35, 90)),
        "t": warriors((38, 51.5, 270), (42, 51.5, 270), (46, 51.5, 270)),
    }
    found = charges(at(pieces, table={"size": [180, 120], "terrain": [wall]}).position, "h", "t")
    assert not isinstance(found, Refusal)
    assert all(min(x for x, _, _ in onset.poses) == 46_000 for onset in found)


# --- shots ---
@pytest.mark.rule("WM-SHOOT-20", "WM-SHOOT-7")
def test_attached_skirmishers_have_no_missiles() -> None:
    row = ((36, 48, 270), (40, 48, 270), (44, 48, 270), (48, 48, 270))
    pieces = {"k": knights(40, 25), "c": stands("crossbowmen", "b", *row, skirmisher=True), "x": general(150, 5)}
    t = at(pieces, "command").play("k charges c")
    while t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    t.play("shoot")
    assert t.match.roll is not None and t.match.roll.pools[0].size == 3
    t = at({"c": pieces["c"], "o": foot(40, 30)}, "shooting", active="b").play("c shoots o")
    assert t.match.roll is not None and t.match.roll.pools[0].size == 3


@pytest.mark.rule("WM-SHOOT-20")
def test_only_stands_that_see_the_charge_shoot_and_confusion_is_no_bar() -> None:
    turned = stands("crossbowmen", "b", (36, 48, 270), (40, 48, 270), (44, 48, 90), confused=True)
    t = at({"k": knights(40, 30), "c": turned, "x": general(150, 5)}, "command").play("k charges c")
    while t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    t.play("shoot")
    assert t.match.roll is not None and t.match.roll.pools[0].size == 2
