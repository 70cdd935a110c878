"""Fights once more: who is in whose way, who goes where (WM-RETREAT, WM-FALL, WM-MKWY)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.winners import WinnerMenu
from sandtable.rulesets.warmaster.state.table import Engagement
from tests.rules.warmaster.kit import Bench, foot, hero, knights, orcs, unit
from tests.rules.warmaster.test_judged_again_fights import on

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
