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
    wall = [{"kind": "obstruction", "at": [15.5, 12.5], "size": [4.6, 1]}]
    t = Game(game, {**UNIT, "lancer": foe(12.2, 22)}, casters=False, terrain=wall).activate("fangs", "order charge")
    assert t.legal("fangs.1 charges lancer") and not t.legal("fangs.3 charges lancer")
    if not t.legal("all charge lancer"):
        found = t.refusal("all charge lancer", t.rules.cite("a charge needs line of sight"))
        assert "only fangs.1 sees lancer" in found.reason and found.instead == "fangs.1 charges lancer"


@every
def test_a_charge_at_another_than_was_named(game: str) -> None:
    t = Game(game, {**UNIT, "lancer": foe(18, 17)}, casters=False).activate("fangs", "order charge")
    t.play("fangs.1 charges lancer", "declared")
    assert "lancer is the charge target of fangs.1" in t.refusal("fangs.1 charge ironclad").reason
    assert "fangs.2 named no charge target" in t.refusal("fangs.2 charge ironclad").reason
