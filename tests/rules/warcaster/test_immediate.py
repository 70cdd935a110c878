"""Attacks outside the activation (WC-CYPHER-12, WC-SPEC-5)."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.attack import Declared
from sandtable.rulesets.warcaster.attacks.immediate_attack import ImmediateAttack
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf

PIECES = {
    "wolf": wolf([10, 10], weapons=["ripper", "battle_rifle"], arc=1, token=True),
    "m": marauder([10, 12.2]),
    "far": marauder([20, 10]),
}
MISS = ("MMMMM", "MM")


def now(*dice: str, **more: object) -> Bench:
    return Bench(pieces=PIECES, frame=ImmediateAttack(model="wolf", **more), dice=dice)  # type: ignore[arg-type]


@pytest.mark.rule("WC-CYPHER-12", "WC-ARC-10")
def test_any_weapon_on_any_target_with_arc_dice_and_without_a_token_mattering() -> None:
    t = now(*MISS)
    assert t.offers() == [
        "attack m with ripper",
        "attack m with battle_rifle",
        "attack far with battle_rifle",
        "pass",
    ]
    assert (t.ask.seat, t.ask.default) == (0, "pass")
    t.play("attack far with battle_rifle").done()
    assert t.pool("attack") == {"A": 4, "P": 1}
    assert t.unit("wolf").token
    assert t.game.waiting is None


@pytest.mark.rule("WC-SPEC-5", "WC-ATK-3")
def test_a_rule_may_name_kind_weapon_and_target() -> None:
    assert now(kinds=("melee",)).offers() == ["attack m with ripper", "pass"]
    assert now(weapon="battle_rifle", target="far").offers() == ["attack far with battle_rifle", "pass"]
    t = now(kinds=("melee",))
    assert t.refusal("attack m with battle_rifle").cite == "WC-SPEC-5"
    assert t.refusal("attack far with ripper").cite == "WC-MEAS-3"
    assert now(target="far").refusal("attack m with ripper").cite == "WC-ATK-3"


@pytest.mark.rule("WC-CYPHER-12")
def test_where_it_is_not_optional_there_is_no_passing() -> None:
    t = now(*MISS, optional=False)
    assert "pass" not in t.offers()
    assert t.refusal("pass", "WC-ATK-2").reason == "wolf must attack"
    assert t.ask.default == t.offers()[0] != t.offers()[-1]
    t.play(t.ask.default).done()


@pytest.mark.rule("WC-ATK-14")
def test_without_a_legal_attack_nothing_happens() -> None:
    assert now(target="nobody").game.waiting is None
    gone = Bench(pieces={**PIECES, "x": piece("hunter", "a", [3, 3])}, frame=ImmediateAttack(model="ghost"))
    assert gone.game.waiting is None


@pytest.mark.rule("WC-REACT-10")
def test_the_strike_knows_that_it_is_a_reaction() -> None:
    t = now(*MISS, reaction=True, marks=("activation",)).play("attack m with ripper").done()
    declared = t.happened(Declared)[0]
    assert isinstance(declared, Declared)
    assert declared.strike.reaction
    assert declared.strike.marks == ("activation",)


def test_candidates_are_legal_and_prefer_to_attack() -> None:
    t = now()
    found = t.view("a").ask
    assert found is not None
    for seed in range(20):
        for key in found.domain.candidates(2, seed):
            assert t.legal(key)
