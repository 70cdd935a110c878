"""What people say and are told: orders and moves in one line, names, why a charge has no way."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Unspoken
from sandtable.core.texts import english
from sandtable.rulesets.warmaster.charging.no_way import why_no_charge
from sandtable.rulesets.warmaster.command.spoken_names import one_name, several, words_in
from sandtable.rulesets.warmaster.measuring.unit_poses import as_pose, moved, pose_of
from tests.rules.warmaster.kit import Bench, foot, general, hero, knights, orcs, unit

BRIGADE = {
    "spears": foot(40, 30), "swords": foot(52, 30), "hero": hero(46, 26), "general": general(30, 20),
    "orcs2": orcs(46, 80),
}  # fmt: skip


def one(x: float, y: float, facing: float) -> dict[str, Any]:
    return unit("orc_warriors", "b", 0, 0, stands=[[x, y, facing]])


def said(t: Bench, words: str) -> Bench:
    """As the prompt does: the first words answer, the rest goes to the next question, if it is one for it."""
    first = True
    while words:
        try:
            found = t.ask.domain.begun(t.position, words) or (t.ask.domain.spoken(t.position, words), "")
        except Unspoken:
            break
        if not first and t.match.why_not(found[0]) is not None:
            break
        answer, words = found
        t.play(answer)
        first = False
    return t


@pytest.mark.rule("WM-BRIG-3", "WM-CMD-12", "WM-MOVE-12")
def test_a_brigade_is_ordered_and_moved_in_one_line() -> None:
    t = Bench(pieces=BRIGADE, step="orders", dice=["1 2"], waits=True)
    said(t, "hero orders spears and swords ahead 20")
    assert t.stands("spears") == [(36, 50, 90), (40, 50, 90), (44, 50, 90)]
    assert t.stands("swords") == [(48, 50, 90), (52, 50, 90), (56, 50, 90)]


@pytest.mark.rule("WM-BRIG-3")
def test_whoever_gives_orders_now_is_meant_and_a_failed_order_forgets_the_rest() -> None:
    t = Bench(pieces=BRIGADE, step="orders", dice=["1 2", "6 5"], waits=True)
    said(t, "hero orders swords ahead 5")
    said(t, "order swords ahead 5")
    assert t.stands("swords")[0] == (48, 35, 90)  # the second order failed: 11 against 8


@pytest.mark.rule("WM-BRIG-8")
def test_a_brigade_wheels_as_one_body() -> None:
    t = Bench(pieces=BRIGADE, step="orders", dice=["1 2"], waits=True)
    said(t, "hero orders spears and swords left 20 ahead 8")
    facings = {f for name in ("spears", "swords") for _, _, f in t.stands(name)}
    assert facings == {110}
    assert "swords" in t.position.rules.showing.bodies(t.position)
    x, y, _ = pose_of([*t.state.stands["spears"], *t.state.stands["swords"]])
    assert x == pytest.approx(46_000 - 2_736, abs=2)
    assert y == pytest.approx(30_000 + 7_518, abs=2)


@pytest.mark.rule("WM-CHARGE-15", "WM-CHARGE-23")
def test_a_charge_is_said_with_its_edge() -> None:
    pieces = {"knights": knights(40, 40), "orcs2": one(40, 55, 270), "general": general(30, 30)}
    t = Bench(pieces=pieces, step="orders", dice=["1 1"], waits=True)
    found = t.play("general orders knights").ask.domain.begun(t.position, "charge orcs2 front")
    assert found == ("knights charges orcs2", "")  # one edge only: nothing more is asked
    said(t, "charge orcs2 front")
    assert t.unit("knights").charged


@pytest.mark.rule("WM-INIT-2")
def test_initiative_is_said_by_unit() -> None:
    pieces = {"knights": knights(40, 40), "orcs2": one(40, 55, 270), "general": general(30, 30)}
    t = Bench(pieces=pieces, step="command", waits=True)
    assert t.ask.domain.begun(t.position, "knights charge orcs2 front") == ("knights charges orcs2", "")
    assert t.ask.domain.begun(t.position, "knights charge") == ("knights charges orcs2", "")
    assert t.ask.domain.begun(t.position, "nobody charges orcs2") is None


@pytest.mark.parametrize(
    ("words", "names", "left"),
    [
        ("halberdiers 2 and halberdiers_1 ahead 20", ("halberdiers_2", "halberdiers_1"), "ahead 20"),
        ("Halberdiers 1, knights stay", ("halberdiers_1", "knights_1"), "stay"),
        ("halberdiers ahead 20", (), "halberdiers ahead 20"),  # there are two
        ("kni 4", ("knights_1",), "4"),
        ("kn 4", (), "kn 4"),
    ],
)
def test_names_are_read_as_people_say_them(words: str, names: tuple[str, ...], left: str) -> None:
    pieces = {"halberdiers_1": foot(40, 30), "halberdiers_2": foot(60, 30), "knights_1": knights(80, 30)}
    p = Bench(pieces={**pieces, "o": orcs(40, 80)}, step="orders", waits=True).position
    found, rest = several(p, words_in(words), p.state.on_table(0))
    assert (found, " ".join(rest)) == (names, left)


def test_a_beginning_that_two_share_names_nobody() -> None:
    p = Bench(pieces={"spears_1": foot(40, 30), "spears_2": foot(60, 30), "o": orcs(40, 80)}, step="orders").position
    assert one_name(p, ["spears"], p.state.on_table(0)) == ("", ["spears"])


@pytest.mark.rule("WM-CHARGE-13", "WM-CHARGE-3")
@pytest.mark.parametrize(
    ("pieces", "water", "reason", "cite"),
    [
        pytest.param(
            {"t": one(34, 66, 210)},
            True,
            "river stands in Knights's way to the left flank",
            "WM-CHARGE-13",
            id="between",
        ),
        pytest.param(
            {"t": one(27, 53, 150)},
            True,
            "river leaves no room at the rear of Orc warriors",
            "WM-CHARGE-13",
            id="at the edge",
        ),
        pytest.param(
            {"t": one(22, 66, 150)},
            False,
            "to the rear of Orc warriors is 0.866 cm too long",
            "WM-CHARGE-3",
            id="too long",
        ),
        pytest.param(
            {"t": one(40, 71.1, 270)}, False, "Orc warriors is 30.1 cm away, 0.1 beyond", "WM-CHARGE-3", id="too far"
        ),
    ],
)
def test_a_refused_charge_says_what_is_in_its_way(pieces: Any, water: bool, reason: str, cite: str) -> None:
    river = {"id": "river", "kind": "river_deep", "points": [[20, 50], [60, 50], [60, 51], [20, 51]]}
    table = {"size": [120, 90], "terrain": [river] if water else []}
    t = Bench(pieces={"k": knights(40, 38), **pieces}, step="orders", table=table, waits=True)
    why = why_no_charge(t.position, "k", "t")
    assert why is not None and why.cite == cite
    assert reason in english(t.position, why.reason)


def test_a_unit_keeps_its_formation_in_one_pose() -> None:
    line = ((36_000, 30_000, 90_000), (40_000, 30_000, 90_000), (44_000, 30_000, 90_000))
    assert pose_of(line) == (40_000, 30_000, 90_000)
    there = moved(line, (50_000, 41_000, 0))
    assert there == ((50_000, 45_000, 0), (50_000, 41_000, 0), (50_000, 37_000, 0))
    assert as_pose(line, there) == (50_000, 41_000, 0)
    assert as_pose(line, (there[0], there[2], there[1])) is None
