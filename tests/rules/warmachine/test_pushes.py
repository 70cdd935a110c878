"""Moved by force off what one stands on, and following a push."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, WEST, Game, at, both, foe

NEXT = 10 + 2 * LARGE + 0.3
AWAY = 8 + 2 * LARGE + 5
STANDS_ON = [(MK1, "wreck"), (MK1, "boulder"), (MK1, "wall"), (MK2, "boulder"), (MK2, "wall")]


def piece_of(kind: str, x: float, y: float) -> dict[str, Any]:
    """A round piece, or a wall along the way north."""
    shape: dict[str, Any] = {"size": [0.4, 1.6]} if kind == "wall" else {"radius": LARGE}
    return {"kind": kind, "at": [x, y], **shape}


# --- moved by force off what one stands on ---
@pytest.mark.parametrize(("game", "kind"), STANDS_ON)
@pytest.mark.rule("M1-POWER-9", "M1-POWER-11", "M2-POWER-12", "M2-POWER-14", "M2-MOVE-36")
def test_a_model_is_pushed_off_what_it_stands_on(game: str, kind: str) -> None:
    """A wreck halves the way while the base is in it."""
    terrain = [piece_of(kind, 12 + LARGE, NEXT - 0.9)]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(game, pieces, terrain=terrain, dice=["6", "1"], waits=True).activate("juggernaut", "push ironclad")
    went = t.place("ironclad")[1] - NEXT
    assert went == pytest.approx({"wreck": 0.5}.get(kind, 1), abs=0.002)


@pytest.mark.parametrize(("game", "kind"), STANDS_ON)
@pytest.mark.rule("M1-POWER-16", "M1-POWER-17", "M2-POWER-28", "M2-POWER-29")
def test_a_model_is_slammed_off_what_it_stands_on_without_a_die(game: str, kind: str) -> None:
    terrain = [piece_of(kind, 13.8 if kind != "wall" else 13.1, AWAY - 0.3)]
    pieces = {"juggernaut": at(12, 8, focus=1), "ironclad": foe(12, AWAY)}
    t = Game(game, pieces, terrain=terrain, dice=["6 5", "4", "1 1"], waits=True)
    t.activate("juggernaut", "slam ironclad", [90_000, 4600])
    assert 3 < t.place("ironclad")[1] - AWAY <= 4.001 and t.pool("damage") == {"d6": 2}


@pytest.mark.rule("M1-POWER-36", "M1-POWER-26")
def test_mk1_a_model_is_thrown_off_what_it_stands_on_and_against_the_next_piece() -> None:
    near = [piece_of("wreck", 12 + LARGE, NEXT - 0.9)]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    for terrain, far, die in ((near, 7, 2), ([*near, piece_of("wreck", 12, NEXT + 2 * LARGE + 3)], 3, 3)):
        dice = ["6 5", "6", "1", "1", "2", "1 1" if die == 2 else "1 1 1"]
        t = Game(MK1, pieces, terrain=terrain, dice=dice, waits=True).activate("juggernaut", "throw ironclad")
        t.play(t.ask.domain.fallback(t.position), 270_000)
        assert t.place("ironclad")[1] - NEXT == pytest.approx(far, abs=0.003) and t.pool("damage") == {"d6": die}


@both
@pytest.mark.rule("M1-POWER-11", "M1-TERRAIN-14", "M2-POWER-14", "M2-TERRAIN-17")
def test_a_wreck_slows_a_pushed_model_and_an_obstacle_stops_it(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    for kind, far in (("wreck", 0.2 + 0.4), ("boulder", 0.2), ("wall", 0.2)):
        half = 0.8 if kind == "wall" else LARGE
        terrain = [piece_of(kind, 12, NEXT + LARGE + half + 0.2)]
        t = Game(game, pieces, terrain=terrain, dice=["6", "1"], waits=True).activate("juggernaut", "push ironclad")
        assert t.place("ironclad")[1] - NEXT == pytest.approx(far, abs=0.003), kind


# --- following a push ---
@both
@pytest.mark.rule("M1-POWER-10", "M1-POWER-12", "M1-TERRAIN-2", "M2-POWER-13", "M2-TERRAIN-2")
def test_whoever_follows_a_push_advances_through_rough_ground(game: str) -> None:
    """As far as the model was pushed, with an inch of movement."""
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    everywhere, behind, ahead = ([12, NEXT], [8, 10]), ([12, 9], [8, 3]), ([12, NEXT + 1], [8, 3])
    for (x, y), (pushed, followed) in (
        (everywhere, (0.5, 0.5)), (behind, (1, 0.5)), (ahead, (0.5, 0.5)),
    ):  # fmt: skip
        terrain = [{"kind": "rough", "at": x, "size": y}]
        t = Game(game, pieces, terrain=terrain, dice=["6", "1"], waits=True)
        t.activate("juggernaut", "push ironclad", "follow")
        assert t.place("ironclad")[1] - NEXT == pytest.approx(pushed, abs=0.002)
        assert t.place("juggernaut")[1] - 10 == pytest.approx(followed, abs=0.002)


@both
@pytest.mark.rule("M1-POWER-10", "M1-TERRAIN-4", "M2-POWER-13", "M2-TERRAIN-4")
def test_walls_and_bases_stop_whoever_follows_a_push(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    beside = 12 + LARGE  # a corner of it is in the way of a base, not of the model in front
    wall = {"kind": "wall", "at": [beside, 10 + LARGE + 0.05], "size": [0.4, 0.2]}
    t = Game(game, pieces, terrain=[wall], dice=["6", "1"], waits=True)
    t.activate("juggernaut", "push ironclad", "follow")
    assert t.place("ironclad")[1] - NEXT == pytest.approx(1, abs=0.002) and 0 < t.place("juggernaut")[1] - 10 < 0.9
    third = {**pieces, "stryker": at(12 + LARGE + 0.4, 10 + LARGE + 0.5), "sorscha": foe(44, 44)}
    t = Game(game, third, casters=False, dice=["6", "1"], waits=True)
    t.activate("juggernaut", "push ironclad", "follow")
    assert 0 < t.place("juggernaut")[1] - 10 < 0.9


@pytest.mark.rule("M2-POWER-13", "M2-ADV-21", "M2-MOVE-9")
def test_mk2_whoever_follows_a_push_may_pass_a_ghost_and_not_end_on_it() -> None:
    """The wraith stands beside the way: only in the middle of the inch their bases overlap."""
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT), "lab_wraith": at(13.53, 10.5)}
    t = Game(MK2, pieces, dice=["6", "1"], waits=True)
    t.activate("juggernaut", "push ironclad", "follow part of the way")
    t.refusal([90_000, 500], "M2-MOVE-9")
    assert t.legal([90_000, 100]) and t.legal([90_000, 950])
    t.play([90_000, 1000])
    assert t.place("juggernaut") == (12, 11)


@pytest.mark.rule("M1-POWER-43", "M1-POWER-10")
def test_mk1_nobody_in_a_lock_follows_a_push() -> None:
    pieces = {
        "juggernaut": at(12, 10, 45, focus=3, effects=[{"name": "holding_open_fist", "source": "ironclad"}]),
        "ironclad": foe(12, 10 + 2 * LARGE + 0.1, effects=[{"name": "locked_L", "source": "juggernaut"}]),
        "lancer": foe(12 + LARGE + MEDIUM + 0.2, 10.6, WEST),
    }
    t = Game(MK1, pieces, dice=["6", "1"], waits=True).activate("juggernaut", "push lancer")
    assert t.place("lancer")[0] > 12 + LARGE + MEDIUM + 1 and "follow" not in t.offers()
    assert t.place("juggernaut") == (12, 10) and t.effects("ironclad") == {"locked_L"}
