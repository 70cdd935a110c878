"""Lines: combat, driving back, making way, and how a battle ends."""

from __future__ import annotations

from typing import Any

import pytest
from lines.combat import Attacks

from sandtable.match import Match
from tests.examples.lines_table import FAILS, Faces, cited, keys, piece, refused, rolled, table, unit


def beaten(by: int, a: int = 9, b: int = 9) -> tuple[Faces, ...]:
    """Combat dice with which b wins by some hits, all unsaved."""
    return ((1,) * a, (4,) * by + (1,) * (b - by)), ((1,) * by, ())


FRONT: dict[str, Any] = {"a1": piece("a", 30, 20), "b1": piece("b", 30, 22)}


def fight(*dice: Faces, seat: str = "a", **pieces: Any) -> Match:
    return table(*dice, step="combat", seat=seat, **{**FRONT, **pieces})


def attacks(match: Match, unit: str, enemy: str) -> dict[str, int]:
    return {term.cite: term.value for term in match.position.terms(Attacks(unit, enemy))}


@pytest.mark.rule("LI-FIGHT-1")
@pytest.mark.parametrize(("x", "contact"), [(41.9, True), (41.91, False), (42, False)])
def test_a_tenth_of_a_centimetre_is_an_edge_and_less_is_a_corner(x: float, contact: bool) -> None:
    match = fight(b1=piece("b", x, 22))
    assert (match.roll is not None) is contact
    assert not contact or match.roll is None or match.roll.cite == "LI-FIGHT-2"


@pytest.mark.rule("LI-FIGHT-1")
def test_each_pair_fights_once_and_the_active_seat_says_which_is_next() -> None:
    nothing = ((1,) * 9, (1,) * 9)
    match = fight(nothing, nothing, a2=piece("a", 60, 20), b2=piece("b", 60, 22))
    assert keys(match) == ["a1 fights b1", "a2 fights b2"]
    match.answer("a2 fights b2")
    assert [e.roll.pools[0].name for e in match.events if type(e).__name__ == "Rolled"] == ["a2", "a1"]  # type: ignore[attr-defined]
    assert cited(match, "TurnPassed") == ["LI-TURN-1"]


@pytest.mark.rule("LI-FIGHT-2", "LI-FIGHT-3")
def test_stands_in_contact_roll_three_dice_and_a_charge_adds_one() -> None:
    match = fight(a1=piece("a", 34, 20, charged=True), b1=piece("b", 26, 22))  # one stand overlaps
    assert attacks(match, "a1", "b1") == {"LI-FIGHT-2": 3, "LI-FIGHT-3": 1}
    assert attacks(match, "b1", "a1") == {"LI-FIGHT-2": 3}
    assert match.roll
    assert [pool.size for pool in match.roll.pools] == [4, 3]


@pytest.mark.rule("LI-FIGHT-2", "LI-FIGHT-4", "LI-DRIVE-1")
def test_the_loser_is_driven_back_a_centimetre_for_each_hit_of_difference() -> None:
    match = fight(((4, 4, 3, *(1,) * 6), (4, 5, 6, 4, *(3,) * 5)), ((5, 4, 4, 4), (4, 4)))
    assert match.ask  # b1 suffered 2, a1 suffered 3
    assert (match.ask.seat, rolled(match, "saves").results) == (0, (1, 0))
    match.answer("left")
    match.answer("right")
    assert unit(match, "a1").pose == (30_000, 19_000, 90_000)
    assert unit(match, "b1").pose == (30_000, 22_000, 270_000)


@pytest.mark.rule("LI-FIGHT-4")
def test_equal_hits_move_nobody_and_a_flank_drives_sideways() -> None:
    even = fight(((4, *(1,) * 8), (4, *(1,) * 8)), ((1,), (1,)))
    assert cited(even, "UnitMoved") == []
    match = fight(((1,) * 3, (4, *(1,) * 2)), ((1,), ()), b1=piece("b", 37, 20, facing=180))
    assert unit(match, "a1").pose == (29_000, 20_000, 90_000)  # struck on its right, driven to its left


@pytest.mark.rule("LI-LOSS-2")
def test_the_loser_chooses_first_after_all_dice_are_rolled() -> None:
    match = fight(((4,) * 2 + (1,) * 7, (4,) * 4 + (1,) * 5), ((1,) * 4, (1,) * 2))
    assert match.ask
    assert match.ask.seat == 0
    match.answer("left")
    match.answer("right")
    assert match.ask.seat == 1
    assert unit(match, "a1").stands == ("centre",)


@pytest.mark.rule("LI-LOSS-3")
def test_a_unit_without_stands_is_destroyed_and_not_driven() -> None:
    match = fight(*beaten(6), a2=piece("a", 70, 20))
    assert cited(match, "UnitDestroyed") == ["LI-LOSS-3"]
    assert "a1" not in match.game.state.units
    assert match.game.state.lost == (3, 0)


@pytest.mark.rule("LI-DRIVE-2")
def test_an_enemy_behind_stops_and_confuses() -> None:
    match = fight(*beaten(1), a2=piece("a", 70, 20), b2=piece("b", 30, 17.5, facing=90))
    assert unit(match, "a1").pose == (30_000, 19_500, 90_000)
    assert cited(match, "EffectBegan") == ["LI-DRIVE-2"]
    assert len(unit(match, "a1").stands) == 3


@pytest.mark.rule("LI-DRIVE-3")
@pytest.mark.parametrize(("y", "gone"), [(2, False), (1.999, False), (1.998, True)])
def test_over_the_edge_is_destroyed(y: float, gone: bool) -> None:
    match = fight(*beaten(1), a1=piece("a", 30, y), b1=piece("b", 30, y + 2), a2=piece("a", 70, 20))
    assert ("a1" not in match.game.state.units) is gone
    assert cited(match, "UnitDestroyed") == (["LI-DRIVE-3"] if gone else [])


BEHIND: dict[str, Any] = {"a2": piece("a", 30, 17.5), "a3": piece("a", 70, 20)}


@pytest.mark.rule("LI-WAY-1", "LI-DRIVE-2")
def test_a_friend_who_stands_costs_a_stand() -> None:
    match = fight(*beaten(1), **BEHIND)
    assert match.ask
    assert (match.ask.seat, match.ask.cite, keys(match)) == (0, "LI-WAY-1", ["make way", "stand"])
    match.answer("stand")
    match.answer("right")
    assert unit(match, "a1").pose == (30_000, 19_500, 90_000)
    assert unit(match, "a1").stands == ("left", "centre")
    assert unit(match, "a2").pose == (30_000, 17_500, 90_000)
    assert cited(match, "EffectBegan") == ["LI-DRIVE-2"]


@pytest.mark.rule("LI-WAY-1", "LI-WAY-2", "LI-WAY-3")
def test_a_friend_who_makes_way_moves_first_and_is_confused() -> None:
    match = fight(*beaten(1), **BEHIND)
    match.answer("make way")
    assert unit(match, "a2").pose == (30_000, 17_000, 90_000)  # the half centimetre that was missing
    assert unit(match, "a1").pose == (30_000, 19_000, 90_000)
    assert [e.unit for e in match.events if type(e).__name__ == "UnitMoved"] == ["a2", "a1"]  # type: ignore[attr-defined]
    assert cited(match, "EffectBegan") == ["LI-WAY-3"]


CASCADE: dict[str, Any] = {**BEHIND, "a4": piece("a", 30, 15.25), "a3": piece("a", 30, 5)}


@pytest.mark.rule("LI-WAY-1", "LI-WAY-2")
def test_one_pushes_the_next_and_each_is_asked_once() -> None:
    match = fight(*beaten(1), **CASCADE)
    asked = []
    for word in ("make way", "stand"):
        assert match.ask
        asked.append(match.ask.prompt)
        match.answer(word)
    assert asked == ["does a2 make way for a1", "does a4 make way for a2"]
    match.answer("left")  # a2 is stopped by a4 and loses a stand
    match.answer("left")  # a1 is stopped by a2, who was asked, and loses one too
    assert unit(match, "a2").pose == (30_000, 17_250, 90_000)
    assert unit(match, "a1").pose == (30_000, 19_250, 90_000)
    assert match.game.state.lost == (2, 0)


@pytest.mark.rule("LI-WAY-1")
def test_a_friend_who_fights_is_not_asked() -> None:
    match = fight(
        *beaten(1), a2=piece("a", 30, 17.5, facing=270), b2=piece("b", 30, 15.5, facing=90), a3=piece("a", 70, 5)
    )
    match.answer("a1 fights b1")
    assert keys(match) == ["left", "right"]


@pytest.mark.rule("LI-CONF-1", "LI-WAY-3")
def test_a_confused_unit_takes_no_orders_until_the_end_of_its_owners_next_turn() -> None:
    match = table(*(faces[::-1] for faces in beaten(1)), FAILS, step="combat", seat="b", number=2, **FRONT, **BEHIND)
    match.answer("make way")  # in b's turn: confused for a's next
    assert refused(match, "order a2").cite == "LI-CONF-1"
    match.answer("end orders")
    match.answer([45_000, 8_000])
    assert cited(match, "EffectEnded") == ["LI-CONF-1"]
    own = fight(*beaten(1), **BEHIND)
    own.answer("make way")  # in a's own turn: the one after b's
    assert [effect.until.turn for effect in own.game.state.effects] == [3]


@pytest.mark.rule("LI-END-1")
def test_an_army_with_fewer_than_half_of_its_stands_loses() -> None:
    match = fight(*beaten(6), a9=piece("a", 8, 2, stands=["left", "centre"]))
    assert match.result
    assert (match.result.winner, match.result.cite) == (1, "LI-END-1")
    half = fight(*beaten(6))
    assert half.result is None  # three of six is half


@pytest.mark.rule("LI-END-1")
def test_both_armies_broken_at_once_is_a_draw() -> None:
    weak: dict[str, Any] = {"a9": piece("a", 8, 2, stands=["left"]), "b9": piece("b", 8, 58, stands=["left"])}
    match = fight(((4,) * 6 + (1,) * 3,) * 2, ((1,) * 6,) * 2, **weak)
    assert match.result
    assert (match.result.winner, match.result.cite) == (None, "LI-END-1")


@pytest.mark.rule("LI-END-2")
@pytest.mark.parametrize(("stands", "winner"), [(["left", "centre"], 1), (["left", "centre", "right"], None)])
def test_after_the_last_turn_fewer_stands_lost_wins(stands: list[str], winner: int | None) -> None:
    match = table(((1,) * 9,) * 2, step="combat", number=12, seat="b", a9=piece("a", 8, 2, stands=stands), **FRONT)
    assert match.result
    assert (match.result.winner, match.result.cite) == (winner, "LI-END-2")
