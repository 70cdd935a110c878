"""Shooting and magic once more: ties, cover, and which rule refuses (WM-DRIVE, WM-TERRAIN-27, WM-MAGIC)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warmaster.shooting.hits import NO_SAVE, Save
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, orcs, unit

FAR = {"g": general(150, 10), "xg": general(160, 115, "b"), "z": foot(170, 5)}


def at(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    return Bench(pieces=FAR | pieces, step="shooting", dice=list(dice), waits=True, **given)


# Orcs behind a hedge, shot at over it from the south and past it from the north, from equally far.
HEDGE = {"size": [180, 120], "terrain": [{"kind": "low_linear", "line": [[40, 57.5], [80, 57.5]]}]}
BETWEEN = {"c": crossbows(60, 40), "d": crossbows(60, 78, facing=270), "o": orcs(60, 59)}


@pytest.mark.rule("WM-TERRAIN-27", "WM-DRIVE-2", "WM-GEO-13")
@pytest.mark.parametrize(("driver", "dice", "end"), [("c", 1, 65), ("d", 2, 47)])
def test_of_shooters_equally_near_the_one_chosen_says_what_cover_counts(driver: str, dice: int, end: float) -> None:
    t = at(BETWEEN, "611", "1", "611", "1", table=HEDGE).play("c shoots o", "d shoots o")
    assert t.ask.prompt == "which way o is driven" and t.ask.cite == "WM-GEO-13"
    key = next(o.key for o in t.ask.domain.options(t.position) or () if o.target == driver)
    t.play(key)
    roll = t.game.waiting
    assert isinstance(roll, Roll) and roll.pools[0].dice == (("d6", dice),)
    t.throw((6,) * dice)
    assert t.play("as it was").stands("o")[0][1] == end


@pytest.mark.rule("WM-GEO-13", "WM-DICE-4")
def test_of_shooters_equally_near_who_find_the_same_cover_one_is_chosen_after_the_dice() -> None:
    t = at(BETWEEN, "611", "1", "611", "1", "33").play("c shoots o", "d shoots o")
    assert t.ask.prompt == "which way o is driven" and not t.dice


# --- spells refused ---
@pytest.mark.rule("WM-MAGIC-4")
def test_a_character_too_is_under_a_spell_once_a_turn() -> None:
    pieces = {"s": chief("seer", 60, 30), "t": chief("seer", 70, 30), "c": chief("captain", 66, 36)}
    t = at(pieces | {"u": unit("roost_guard", "a", 60, 42)}, "6").play("s casts clear_call at c")
    t.refusal("t casts clear_call c", "WM-MAGIC-4")


@pytest.mark.rule("WM-MAGIC-1")
@pytest.mark.parametrize(("kind", "far"), [("trolls", 0), ("ogres", 0), ("orc_warriors", 10)])
def test_a_waaagh_is_for_greenskins_who_fight(kind: str, far: float) -> None:
    pieces = {"w": chief("orc_shaman", 60, 30), "o": unit(kind, "a", 60, 42), "f": foot(60, 44 + far, "b")}
    at(pieces).refusal("w casts waaagh o", "WM-MAGIC-1")


@pytest.mark.rule("WM-ART-3", "WM-ART-4", "WM-ART-5")
@pytest.mark.parametrize(
    ("kind", "rule"), [("cannon", "WM-ART-3"), ("rock_lobber", "WM-ART-4"), ("bolt_thrower", "WM-ART-5")]
)
def test_missiles_without_a_save_name_their_own_rule(kind: str, rule: str) -> None:
    p = Bench(pieces={"c": unit(kind, "a", 60, 30), "o": orcs(60, 60)}, step="shooting", waits=True).position
    assert p.value(Save("o", "c")) == NO_SAVE and rule in {term.cite for term in p.terms(Save("o", "c"))}
