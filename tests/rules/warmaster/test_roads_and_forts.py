"""Roads, forts and hills where they meet other rules (WM-TERRAIN, WM-DATA-5, WM-ART-6)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.command.movement import Pace
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.sight import sees
from sandtable.rulesets.warmaster.measuring.ways import on_the_road
from sandtable.rulesets.warmaster.terrain.cover import DEFENDED, OPEN, unit_cover
from tests.rules.warmaster.kit import Bench, chief, foot, general, goblins, hero, orcs, poses, unit

ROAD = {"kind": "road", "line": [[100, 0], [100, 110]], "width": 4}


def block(kind: str, x0: float, y0: float, x1: float, y1: float) -> dict[str, Any]:
    return {"kind": kind, "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}


def at(pieces: dict[str, Any], step: str, *dice: str, on: tuple[dict[str, Any], ...] = (), **given: Any) -> Bench:
    table = {"size": [180, 120], "terrain": list(on)}
    return Bench(pieces=pieces, step=step, dice=list(dice), table=table, waits=True, **given)


# --- roads ---
@pytest.mark.rule("WM-BLUND-13", "WM-BLUND-14", "WM-DATA-5", "WM-TERRAIN-11")
@pytest.mark.parametrize(("blunder", "enemy", "end"), [("6", 105, 88), ("2", 71, 48)])
def test_a_column_on_a_road_blunders_along_it_through_a_wood(blunder: str, enemy: float, end: float) -> None:
    """The wood ends at y = 60. Orcs 10 cm ahead are shied away from to 20."""
    pieces = {
        "k": unit("knights", "a", 0, 0, column=[100, 58, 90]), "hero": hero(110, 36), "z": foot(20, 10),
        "o": orcs(0, 0, stands=[[100, enemy, 270]]),
    }  # fmt: skip
    t = at(pieces, "orders", "66", blunder, on=(block("wood", 80, 40, 120, 60), ROAD)).play("hero orders k")
    assert t.stands("k")[0] == pytest.approx((100, end, 90), abs=0.02)


@pytest.mark.rule("WM-OFFT-7", "WM-DATA-5")
@pytest.mark.parametrize("road", [True, False])
def test_a_column_comes_back_on_the_road_by_which_it_left(road: bool) -> None:
    pieces = {
        "k": unit("knights", "a", 0, 0, waiting=True, stands=[[100, 10, 90], [100, 6, 90], [100, 2, 90]]),
        "g": general(10, 10), "z": foot(20, 20), "o": orcs(20, 100),
    }  # fmt: skip
    t = at(pieces, "start", "6", on=(block("wood", 80, 0, 120, 30), *([ROAD] if road else [])))
    assert t.stands("k")[0] == pytest.approx((100 if road else 121, 10, 90), abs=0.02)


@pytest.mark.rule("WM-CHAR-14", "WM-CHAR-10", "WM-DATA-5")
@pytest.mark.parametrize(("road", "driven"), [(True, "21"), (False, "3")])
def test_a_chariot_stays_with_a_column_driven_along_a_road_through_a_wood(road: bool, driven: str) -> None:
    """Halberdiers are driven 3 cm down the road; without it they have cover, but their rider no ground to be on."""
    pieces = {
        "x": goblins(100, 48, "b", facing=90), "h": unit("halberdiers", "a", 0, 0, column=[100, 61, 270]),
        "w": chief("wizard", 100, 67.25, joined="h", mount="war_altar"), "g": general(10, 10),
        "o": orcs(170, 100),
    }  # fmt: skip
    on = (block("wood", 80, 60.5, 120, 110), *([ROAD] if road else []))
    t = at(pieces, "shooting", "661", "11", driven, active="b", on=on).play("x shoots h", "as it was")
    assert t.stands("h")[0] == (100, 64, 270)
    assert (t.character("w").joined == "h") == road
    assert t.cited("WM-CHAR-10") != road


@pytest.mark.rule("WM-FORMN-9", "WM-TERRAIN-11", "WM-DATA-5")
def test_a_skirmisher_beside_it_does_not_take_a_column_off_its_road() -> None:
    river = block("river_deep", 80, 58, 120, 62)
    stands = [[100, 54, 90], [100, 52, 90], [100, 50, 90], [96, 50, 90]]
    pieces = {"h": unit("halberdiers", "a", 0, 0, stands=stands, skirmisher=True), "g": general(20, 20)}
    t = at({**pieces, "o": orcs(20, 110)}, "orders", on=(river, ROAD))
    assert on_the_road(t.position, "h")


@pytest.mark.rule("WM-TERRAIN-9", "WM-DATA-5", "WM-DATA-4")
@pytest.mark.parametrize(("road", "wanted"), [((20, 80), DEFENDED), (None, DEFENDED), ("through", OPEN)])
def test_a_hedge_beside_a_road_covers_who_stands_on_the_road(road: Any, wanted: int) -> None:
    """Where the road leads through the hedge there is none."""
    hedge = {"kind": "low_linear", "line": [[30, 51.5], [70, 51.5]]}
    strip = [] if road is None else [block("road", 20, 47, 80, 90 if road == "through" else 51.2)]
    t = at({"h": foot(50, 50), "o": orcs(50, 70), "g": general(10, 10)}, "orders", on=(hedge, *strip))
    assert unit_cover(t.position, "h", crowd(t.position).of("o")) == wanted


# --- forts ---
@pytest.mark.rule("WM-MOVE-9", "WM-DATA-7")
@pytest.mark.parametrize(("y", "pace"), [(60, 10), (60.98, 10), (61.02, 20)])
def test_a_stand_partly_in_a_court_starts_at_half_pace(y: float, pace: float) -> None:
    wall = {"kind": "high_linear", "width": 1}
    walls = [{"id": "w", "line": [[40, 40], [40, 60]], **wall}, {"id": "v", "line": [[70, 40], [70, 60]], **wall}]
    court = {"id": "court", "fort": ["w", "v"], **block("clear", 40.5, 40, 69.5, 60)}
    pieces = {"h": foot(0, 0, stands=[[55, y, 90]]), "g": general(10, 10), "o": orcs(150, 100)}
    assert at(pieces, "orders", on=(*walls, court)).value(Pace("h")) == pace * 1000


# --- hills ---
@pytest.mark.rule("WM-ART-6", "WM-ENG-12")
@pytest.mark.parametrize(("step", "seen"), [("orders", False), ("shooting", True)])
def test_guns_on_a_hill_shoot_over_those_who_support_a_fight(step: str, seen: bool) -> None:
    """From the Shooting phase on supporters are engaged, and no targets."""
    pieces = {
        "c": unit("cannon", "a", 0, 0, stands=[[50, 30, 90]]), "g": general(20, 20), "z": foot(150, 10),
        "f": foot(0, 0, stands=[[44, 60, 0]]), "o": orcs(0, 0, stands=[[46, 60, 180]]),
        "s": orcs(0, 0, stands=[[48, 60, 180], [50, 60, 180], [52, 60, 180]]),
        "q": orcs(0, 0, stands=[[50, 64, 270]]),
    }  # fmt: skip
    t = at(pieces, step, on=(block("hill", 30, 20, 70, 40),))
    assert sees(t.position, "c", "q") == seen
    if seen:
        assert "c shoots q" in t.offers()


# --- set-up ---
@pytest.mark.rule("WM-DATA-8", "WM-DATA-5", "WM-SCEN-1", "WM-GEO-2")
def test_what_forbids_a_place_in_the_set_up_is_said_by_its_own_rule() -> None:
    wood, road = block("wood", 40, 0, 80, 20), {"kind": "road", "line": [[60, 0], [60, 60]], "width": 4}
    table = {"size": [180, 120], "terrain": [wood, road]}
    armies = ["empire_1000", "orcs_1000"]
    t = Bench(options={"armies": armies, "scenario": "pitched", "table": table}, dice=["1"], waits=True)
    while t.ask.seat != 0 or "knights_1" not in str(t.offers()):
        t.play(next(o for o in t.offers() if "deploy" in o))
        t.play(t.ask.domain.fallback(t.position))
    t.play("deploy knights_1")
    t.refusal((100_000, 21_000, 90_000), "WM-SCEN-1")
    t.refusal((60_000, 10_000, 90_000), "WM-DATA-8")
    taken = next(iter(t.state.stands[u] for u in t.state.stands if t.state.units[u].seat == 0), None)
    if taken is not None:
        t.refusal(taken[1], "WM-GEO-2")
    assert t.legal(poses((60, 16, 90), (60, 12, 90), (60, 8, 90)))
