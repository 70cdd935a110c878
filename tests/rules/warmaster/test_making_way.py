"""Making way: what lies between, who stands, who is asked again."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.forced.making_way import BACK, MakeWay, pushing
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from tests.rules.warmaster.kit import Bench, crossbows, foot, goblins, unit

HEDGE = {"kind": "low_linear", "line": [[0, 71], [120, 71]]}
ORCS = unit("black_orcs", "b", 40, 60, 270)


def ground(*terrain: dict[str, Any]) -> dict[str, Any]:
    return {"size": [120, 90], "terrain": list(terrain)}


def driven(behind: dict[str, Any], *dice: str, terrain: tuple[dict[str, Any], ...] = ()) -> Bench:
    """Black orcs are driven straight up the table into those behind them."""
    pieces = {"x": crossbows(40, 40), "o": ORCS, **behind}
    thrown = ["444", "111", *dice]
    return Bench(pieces=pieces, table=ground(*terrain), step="shooting", waits=True, dice=thrown).play("x shoots o")


def push(pieces: dict[str, Any], *terrain: dict[str, Any], far: float = 13_000) -> tuple[Bench, MakeWay]:
    """What `p` can do for orcs who go straight up the table."""
    t = Bench(pieces={"o": ORCS, **pieces}, table=ground(*terrain), step="orders", waits=True)
    rects = pushing(crowd(t.position).of("o"))
    return t, MakeWay(unit="p", pusher="o", rects=rects, way=(0.0, 1.0), far=far)


# --- back ---
@pytest.mark.rule("WM-MKWY-6", "WM-MKWY-1", "WM-MOVE-13")
def test_who_moves_back_does_not_leap_over_a_friend_who_makes_way_first() -> None:
    t = driven({"p": goblins(40, 63), "q": goblins(40, 66)}, "442").play("move back")
    assert t.ask.prompt == "does q make way for p" and t.stands("p")[0][1] == 63
    t.play("move back", "as it was")
    assert [t.stands(name)[0][1] for name in "opq"] == pytest.approx([70, 72, 74], abs=0.02)


@pytest.mark.rule("WM-MKWY-7", "WM-MKWY-1")
def test_who_cannot_move_back_because_a_friend_stands_may_still_move_aside() -> None:
    t = driven({"p": goblins(40, 63), "q": goblins(40, 66)}, "442").play("move back", "stand")
    assert t.ask.prompt == "does p make way for o" and t.offers() == ["move aside", "stand"]
    t.play("move aside", "aside 1")
    assert t.ask.prompt == "does q make way for o", "it stood for p; now it is in the way of o"
    t.play("stand", "as it was")
    assert t.stands("o")[0][1] == pytest.approx(64, abs=0.02) and t.stands("q")[0][1] == 66
    halted = driven({"p": goblins(40, 63), "q": goblins(40, 66)}, "442").play("move back", "stand", "stand")
    assert halted.ask.prompt == "where o re-forms", "nobody is asked beyond one who stands"
    assert halted.play("as it was").stands("o")[0][1] == pytest.approx(61, abs=0.02)


@pytest.mark.rule("WM-MKWY-4", "WM-GEO-14")
def test_no_unit_moves_back_across_barred_ground() -> None:
    chariots = {"p": unit("wolf_chariots", "b", 40, 64.5, 270)}
    t, way = push(chariots)
    assert way.places(t.position, BACK) is not None
    t, way = push(chariots, HEDGE)
    assert way.places(t.position, BACK) is None
    t, way = push({"p": goblins(40, 63)}, {"kind": "river_deep", "points": [[0, 67], [120, 67], [120, 69], [0, 69]]})
    assert way.places(t.position, BACK) is None


@pytest.mark.rule("WM-MKWY-4", "WM-GEO-14")
def test_no_unit_moves_back_past_an_enemy_or_an_engaged_friend_that_it_would_touch() -> None:
    t, way = push({"p": goblins(40, 63), "e": foot(0, 0, stands=[[40, 68, 90]])})
    assert way.places(t.position, BACK) is None
    for x, may in ((48, False), (48.2, True)):  # in touch as they pass, or not
        t, way = push({"p": goblins(40, 63), "e": foot(0, 0, stands=[[x, 68, 90]])})
        assert (way.places(t.position, BACK) is not None) is may
    fight = {"e": foot(0, 0, stands=[[48, 72, 270]]), "f": goblins(0, 0, stands=[[48, 70, 90]])}
    t, way = push({"p": goblins(40, 63), **fight}, far=14_000)
    assert way.places(t.position, BACK) is None
    fight = {"e": foot(0, 0, stands=[[48, 60, 90]]), "f": goblins(0, 0, stands=[[48, 62, 270]])}
    t, way = push({"p": goblins(40, 63), **fight})
    assert way.places(t.position, BACK) is not None, "one who is touched at the start may be left"
