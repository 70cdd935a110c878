"""What a player types that is not on offer, and why: by the rule, with names, not as an unknown word."""

from __future__ import annotations

import pytest

from tests.rules.warmachine.kit import MK1, MK2, Game, at, both, every, foe, row

JACKS = {"ironclad": at(12, 10, focus=1), "lancer": at(20, 5, focus=1), "juggernaut": foe(12, 16)}
UNIT = {**row(3, "iron_fangs", "fangs"), "ironclad": foe(14, 17), "sorscha": at(5, 14), "stryker": foe(46, 46)}


@both
@pytest.mark.parametrize("words", ["lancer advance", "lancer charge juggernaut", "activate lancer"])
def test_another_model_waits_until_the_activation_is_over(game: str, words: str) -> None:
    t = Game(game, JACKS).activate("ironclad")
    found = t.refusal(words, {MK1: "M1-TURN-4", MK2: "M2-ACT-1"}[game])
    assert "activation of ironclad is not over" in found.reason


@both
def test_an_enemy_is_not_activated(game: str) -> None:
    t = Game(game, JACKS)
    for words in ("activate juggernaut", "activate sorscha"):
        assert "is an enemy" in t.refusal(words, {MK1: "M1-TURN-3", MK2: "M2-ACT-1"}[game]).reason
    assert "is an enemy" in t.activate("ironclad").refusal("juggernaut advance").reason


@every
def test_all_charge_without_the_order(game: str) -> None:
    t = Game(game, UNIT, casters=False).activate("fangs", "no order")
    for words in ("all charge", "all charge ironclad"):
        found = t.refusal(words, t.rules.cite("units charge by order"))
        assert "has no order to charge" in found.reason
    assert t.ask.domain.begun(t.position, "all charge") is None, "no march"


@every
def test_all_charge_a_friend_or_who_is_not_seen(game: str) -> None:
    wall = [{"kind": "obstruction", "at": [30, 30], "size": [6, 1]}]
    t = Game(game, {**UNIT, "juggernaut": at(8, 8), "lancer": foe(30, 31.6)}, casters=False, terrain=wall)
    t.activate("fangs", "order charge")
    assert "sorscha is no enemy of fangs.1" in t.refusal("all charge sorscha", t.rules.cite("whom to charge")).reason
    hidden = t.refusal("all charge lancer", t.rules.cite("a charge needs line of sight"))
    assert "nobody sees lancer" in hidden.reason


@every
def test_all_charge_whom_one_alone_sees(game: str) -> None:
    wall = [{"kind": "obstruction", "at": [14.7, 12.5], "size": [4.6, 1]}]
    t = Game(game, {**UNIT, "lancer": foe(12.2, 22)}, casters=False, terrain=wall).activate("fangs", "order charge")
    assert [t.legal(f"fangs.{n} charges lancer") for n in (1, 2, 3)] == [True, False, False]
    found = t.refusal("all charge lancer", t.rules.cite("a charge needs line of sight"))
    assert "only fangs.1 sees lancer" in found.reason and found.instead == "fangs.1 charges lancer"


@every
def test_all_charge_a_unit_of_which_one_is_left(game: str) -> None:
    """The name of a unit stands for several of its troopers."""
    t = Game(game, {**UNIT, **row(1, "long_gunners", "guns", seat="b", y=17, x=11)}, casters=False)
    t.activate("fangs", "order charge")
    found = t.refusal("all charge guns", t.rules.cite("a charge needs line of sight"))
    assert "guns.1 alone of guns is in sight" in found.reason and found.instead == "all charge guns.1"
    assert t.legal("all charge guns.1")


@every
def test_a_charge_at_another_than_was_named(game: str) -> None:
    t = Game(game, {**UNIT, "lancer": foe(18, 17)}, casters=False).activate("fangs", "order charge")
    t.play("fangs.1 charges lancer", "declared")
    assert "lancer is the charge target of fangs.1" in t.refusal("fangs.1 charge ironclad").reason
    assert "fangs.2 named no charge target" in t.refusal("fangs.2 charge ironclad").reason


MIXED = {"sorscha": at(30, 8), "juggernaut": at(12, 8), **row(3, "iron_fangs", "fangs"), "ironclad": foe(14, 30)}


@every
def test_a_deed_without_a_name_proposes_somebody_who_can(game: str) -> None:
    t = Game(game, MIXED)
    assert t.refusal("order charge").instead == "a name before it: fangs order charge"
    assert t.refusal("feat").instead == "a name before it: sorscha feat"


def test_a_deed_without_a_name_that_nobody_can_do_now_proposes_nobody() -> None:
    assert Game(MK2, MIXED).refusal("break").instead == "a name before it"


@pytest.mark.rule("M1-POWER-37", "M1-POWER-42")
def test_a_deed_without_a_name_that_nobody_ever_does_is_refused_by_its_rule() -> None:
    t = Game(MK1, MIXED)
    t.refusal("trample", "M1-POWER-37")
    t.refusal("break", "M1-POWER-42")
