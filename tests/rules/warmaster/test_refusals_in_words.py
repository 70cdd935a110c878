"""Refusals by the rule that bars the act, also as people say it (scenario files, the prompt)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Refusal
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.winners import WinnerMenu
from sandtable.rulesets.warmaster.shooting.hits import StandsToLose
from sandtable.rulesets.warmaster.state.events.moving import CharacterMoved
from sandtable.rulesets.warmaster.state.table import Engagement
from sandtable.scenarios.answers import Move, refused
from tests.rules.warmaster.kit import Bench, chief, crossbows, foot, general, goblins, hero, knights, orcs, unit

FAR = {"z": foot(170, 5), "x": orcs(170, 115), "xg": general(160, 115, "b")}


def at(pieces: dict[str, Any], step: str = "orders", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=FAR | pieces, step=step, dice=list(dice), waits=True, **given)


def no(t: Bench, words: str) -> str:
    """The rule by which words are refused; empty: they are not."""
    found: Refusal | None = refused(t.rules, t.game, Move(words))[1]
    return "" if found is None else found.cite


def ground(*areas: tuple[str, float, float, float, float]) -> dict[str, Any]:
    found = [{"kind": k, "points": [[a, b], [c, b], [c, d], [a, d]]} for k, a, b, c, d in areas]
    return {"size": [180, 120], "terrain": found}


# --- characters are no targets ---
LONE = {"k": knights(40, 30), "oh": hero(40, 45, "b"), "h": hero(55, 26)}


@pytest.mark.rule("WM-CHAR-7")
@pytest.mark.parametrize("more", [{}, {"o": orcs(44, 50)}])
def test_nobody_charges_a_character(more: dict[str, Any]) -> None:
    t = at(LONE | more, "orders", "11").play("h orders k")
    assert no(t, "k charges oh") == "WM-CHAR-7"
    if more:
        assert not no(t, "k charges o")


@pytest.mark.rule("WM-INIT-14")
def test_a_character_is_no_enemy_for_initiative() -> None:
    t = at({"k": foot(40, 40), "oh": hero(40, 50, "b"), "o": orcs(40, 58)}, "command")
    assert no(t, "k charges oh") == no(t, "k evades oh") == "WM-INIT-14"
    assert not no(t, "k charges o") and not no(t, "k charges")


@pytest.mark.rule("WM-CHAR-7", "WM-VIS-4")
@pytest.mark.parametrize("more", [{}, {"o": orcs(40, 65)}])
def test_nobody_shoots_or_casts_at_an_enemy_character(more: dict[str, Any]) -> None:
    t = at({"c": crossbows(40, 40), "w": chief("wizard", 50, 40), "oh": hero(40, 55, "b")} | more, "shooting")
    assert no(t, "c shoots oh") == no(t, "w casts weird_enchantment oh") == "WM-CHAR-7"


@pytest.mark.rule("WM-CHARGE-1")
def test_nobody_charges_a_friend() -> None:
    t = at({"k": knights(40, 30), "f": foot(40, 45), "h": hero(55, 26)}, "orders", "11").play("h orders k")
    assert no(t, "k charges f") == "WM-CHARGE-1"


# --- charges ---
@pytest.mark.rule("WM-CHARGE-3", "WM-CHARGE-2")
def test_where_nobody_can_be_charged_the_enemy_named_says_why() -> None:
    """Orcs behind the knights are not seen; others ahead are out of reach."""
    pieces = {"k": knights(40, 30), "n": orcs(40, 15), "o": orcs(40, 70), "h": hero(55, 26)}
    t = at(pieces, "orders", "11").play("h orders k")
    assert no(t, "k charges n") == "WM-CHARGE-2" and no(t, "k charges o") == "WM-CHARGE-3"
    assert no(t, "charge o") == "WM-CHARGE-3" and not no(t, "ahead 10") and not no(t, "stay")


@pytest.mark.rule("WM-CHARGE-13")
def test_a_charge_into_ground_that_is_closed_is_refused_by_that() -> None:
    wood = ground(("wood", 20, 44.5, 60, 60))
    t = at({"k": knights(40, 30), "o": orcs(40, 46), "h": hero(55, 26)}, "orders", "11", table=wood).play("h orders k")
    assert no(t, "k charges o") == "WM-CHARGE-13"


@pytest.mark.rule("WM-BRIG-11")
def test_a_brigade_has_no_initiative() -> None:
    t = at({"u": foot(40, 40), "v": foot(52, 40), "o": orcs(46, 55)}, "command")
    assert no(t, "u v charge o") == no(t, "u and v charge o") == no(t, "u v evade o") == "WM-BRIG-11"


# --- who is not there ---
@pytest.mark.rule("WM-MAGIC-10")
def test_a_wizard_off_the_table_casts_nothing() -> None:
    t = at({"w": chief("wizard", 40, 40), "o": orcs(40, 55), "c": crossbows(80, 40), "p": orcs(80, 60)}, "shooting")
    state = t.state.but(spots={n: spot for n, spot in t.state.spots.items() if n != "w"})
    t.go_on(t.game.but(state=state.character("w", waiting=True)))
    assert no(t, "w casts weird_enchantment o") == "WM-MAGIC-10"


# --- stands that are lost ---
@pytest.mark.rule("WM-SHOOT-25", "WM-SHOOT-10", "WM-FORMN-7")
def test_a_stand_that_may_not_be_given_up_is_refused_by_the_rule_that_keeps_it() -> None:
    """Of three knights in a row the last touches crossbows."""
    stands = [[36, 45, 90], [38, 45, 90], [40, 45, 90]]
    p = at({"k": knights(0, 0, stands=stands), "c": crossbows(46, 48, "b")}, "combat").position
    loss = StandsToLose(unit="k", keep_contact=True)
    assert [loss.missing(p, f"stand {n}").cite for n in (2, 3)] == ["WM-FORMN-7", "WM-SHOOT-25"]
    loss = StandsToLose(unit="k", among=p.state.stands["k"][:2])
    assert [loss.missing(p, f"stand {n}").cite for n in (2, 3, 9)] == ["WM-FORMN-7", "WM-SHOOT-10", "WM-FORMN-7"]


# --- winners and those who fall back ---
@pytest.mark.rule("WM-PURSUE-15", "WM-DATA-11")
def test_who_must_pursue_is_told_so_when_he_would_rather_advance() -> None:
    pieces = {"h": unit("harriers", "a", 40, 44), "o": orcs(40, 52), "g": goblins(52, 90), "y": orcs(28, 55)}
    p = at(pieces, "combat").position
    state = p.state.but(engagements={"f": Engagement(("h", "o", "g"), 1, True)}).unit("o", retreated=True)
    stands = {name: poses for name, poses in state.stands.items() if name != "g"}
    p = p.with_state(state.but(stands=stands).unit("g", where="destroyed"))
    menu = WinnerMenu(key="f", units=("h",), outcome=Outcome((2, 0), (("h", ("g",)),), (), (1, 2)))
    assert [option.key for option in menu.options(p)] == ["h pursues o"] and menu.advancing(p, "h")
    near = menu.advancing(p, "h")[0]
    assert menu.missing(p, f"h advances {near}").cite == menu.missing(p, "h stands").cite == "WM-PURSUE-15"


# --- events ---
@pytest.mark.rule("WM-CHAR-9")
def test_a_character_moved_onto_flees_by_his_own_rule() -> None:
    pieces = {"k": knights(40, 30), "h": hero(55, 26), "oh": hero(40, 45, "b"), "o": orcs(60, 60)}
    t = at(pieces, "orders", "11").play("h orders k")
    t.play((("k", (40_000, 45_000, 90_000)),)).play("join o")
    assert t.happened(CharacterMoved, character="oh", joined="o", cite="WM-CHAR-9")
