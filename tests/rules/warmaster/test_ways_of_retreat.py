"""Fights once more: who is in whose way, who goes where (WM-RETREAT, WM-FALL, WM-MKWY)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmaster.combat.fall_back import FallBack
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.winners import WinnerMenu
from sandtable.rulesets.warmaster.state.table import Engagement
from tests.rules.warmaster.kit import Bench, foot, general, hero, knights, orcs, unit
from tests.rules.warmaster.test_leaving_fights import on, roll_of

FAR = {"x": hero(170, 110, "b")}


def fight(pieces: dict[str, Any], **given: Any) -> Bench:
    return Bench(pieces=FAR | pieces, step="combat", waits=True, **given)


# Orcs behind orcs, the rear ones taken in the flank by a knight: they go west, the front ones north.
RANKS = {
    "h": foot(0, 0, stands=[[40, 45, 90], [44, 45, 90], [48, 45, 90]]),
    "f": orcs(0, 0, stands=[[40, 47, 270], [44, 47, 270], [48, 47, 270]]),
    "r": orcs(0, 0, stands=[[40, 49, 270], [44, 49, 270], [48, 49, 270]]),
    "k": knights(0, 0, stands=[[52, 49, 180]]),
}


@pytest.mark.rule("WM-RETREAT-9", "WM-MKWY-1")
def test_friends_who_have_retreated_from_the_fight_do_not_make_way_for_others_of_it() -> None:
    t = on(fight(RANKS), "who retreats next", {"h": 4, "k": 2}).play("r")
    assert t.stands("r") == [(38, 49, 270), (42, 49, 270), (46, 49, 270)]
    assert t.gone("f") and not isinstance(t.game.waiting, Roll)
    t.done("a", "what the winners do")


@pytest.mark.rule("WM-PURSUE-15", "WM-DATA-11", "WM-PURSUE-11")
@pytest.mark.parametrize(("kind", "others"), [("flagellants", []), ("halberdiers", ["s stands", "s falls back"])])
def test_who_must_pursue_and_can_only_follow_in_support_does_so(kind: str, others: list[str]) -> None:
    """Between two rivers: there is no way round those who fight ahead."""
    pieces = {"f": foot(40, 50), "s": unit(kind, "a", 40, 45), "o": orcs(40, 52)}
    banks = [[[a, 40], [b, 40], [b, 60], [a, 60]] for a, b in ((20, 33.9), (46.1, 60))]
    table = {"size": [180, 120], "terrain": [{"kind": "river_deep", "points": bank} for bank in banks]}
    p = fight(pieces, table=table).position
    engagements = {"e": Engagement(("f", "s", "o"), 1, True)}
    p = p.with_state(p.state.but(engagements=engagements).unit("f", pursued=True).unit("o", retreated=True))
    menu = WinnerMenu(key="e", units=("s",), outcome=Outcome((1, 0), (("s", ()),), (("s", ("f",)),), (2, 1)))
    assert [option.key for option in menu.options(p)] == ["s supports", *others]
    if not others:
        assert menu.missing(p, "s stands").cite == "WM-PURSUE-15"


# --- over the edge ---
# Halberdiers at the edge of the table, horse of their own on both sides.
HEMMED = {"h": foot(40, 1), "o": orcs(40, 3), "l": knights(30.8, 2), "r": knights(49.2, 2), "g": general(150, 60)}


@pytest.mark.rule("WM-MOVE-19", "WM-FALL-5", "WM-FALL-14")
def test_a_unit_without_other_room_may_fall_back_over_the_edge_of_the_table() -> None:
    p = fight(HEMMED).position
    fall = FallBack(piece="h", least=3000, far=15_000, drawn=True)

    def cite(y: int, x: int = 40_000, facing: int = 90_000) -> str:
        return getattr(fall.refuse(p, (x, y, facing)), "cite", "")

    assert cite(-2000) == cite(-14_000) == ""
    assert [cite(-1500), cite(-14_500), cite(-2000, facing=270_000)] == ["WM-FALL-5", "WM-FALL-5", "WM-MOVE-19"]
    assert cite(-2000, x=30_000) in ("WM-FALL-15", "WM-FALL-5")
    p = fight({name: piece for name, piece in HEMMED.items() if name != "r"}).position
    assert cite(-2000) == "WM-MOVE-19", "it has room beside it"


@pytest.mark.rule("WM-MOVE-19", "WM-OFFT-2", "WM-FALL-1")
@pytest.mark.parametrize(("face", "where"), [(1, "waiting"), (4, "table")])
def test_who_falls_back_over_the_edge_rolls_for_it(face: int, where: str) -> None:
    t = on(fight(HEMMED), "h falls back", {}, "begin", "o")
    assert t.unit("h").where == "table"
    t.play((40_000, -1000, 90_000))
    assert roll_of(t, "off_table") and t.cited("WM-OFFT-1")
    t.throw((face,))
    assert t.unit("h").where == where and not t.unit("h").confused
