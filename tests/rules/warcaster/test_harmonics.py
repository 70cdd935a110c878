"""Harmonics (WC-CYPHER-38..-43)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.state.events import Charged, Left, TokenRemoved
from sandtable.rulesets.warcaster.state.stats import WeaponPower, WeaponRange
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf

OPEN = {"size": 48}


def bench(pieces: dict[str, Any], dice: list[str] | None = None, **more: Any) -> Bench:
    turn = {"step": more.pop("step", "cypher_a"), "seat": more.pop("seat", "a")}
    return Bench(table=OPEN, pieces=pieces, turn=turn, dice=dice or [], **more)


def rangers(at: Any = ((10, 10), (11.5, 10), (13, 10)), **more: Any) -> dict[str, Any]:
    return piece("ranger_fire_team", "a", [None if s is None else list(s) for s in at], **more)


def holding(*cards: str) -> dict[str, Any]:
    return {"a": {"hand": list(cards)}}


@pytest.mark.rule("WC-CYPHER-38")
def test_divination_algorithm_strengthens_ranged_weapons() -> None:
    far = round(10 + 13 + 0.591 + 0.787, 3)
    pieces = {"rangers": rangers(((10, 10), None, None)), "marauder": marauder([10, far])}
    t = bench(pieces, ["SSM", "MM", "MMMMMMM"], seats=holding("divination_algorithm"))
    assert t.value(WeaponRange("rangers.1", "battle_rifle")) == 12000
    t.play("play divination_algorithm on rangers")
    assert t.value(WeaponRange("rangers.1", "battle_rifle")) == 13000
    assert t.value(WeaponRange("rangers.1", "fusion_blade")) == 1000
    assert t.value(WeaponPower("rangers.1", "fusion_blade")) == 3
    t.play("activate rangers", "rangers.1 attack marauder with battle_rifle").done()
    assert t.pool("damage") == {"A": 5, "P": 2}


@pytest.mark.rule("WC-CYPHER-39")
def test_arcane_synthesis_charges_any_amount_up_to_limit_and_well() -> None:
    pieces = {"wolf": wolf([10, 10], arc=1), "rangers": rangers(), "marauder": marauder([30, 30])}
    t = bench(pieces, seats=holding("arcane_synthesis"))
    on = [k.removeprefix("play arcane_synthesis on ") for k in t.offers() if k != "no card"]
    assert on == ["wolf for 0", "wolf for 1", "wolf for 2", "rangers for 0", "rangers for 1"]
    assert t.refusal("play arcane_synthesis on wolf for 3").cite == "WC-ARC-4"
    t.play("play arcane_synthesis on wolf for 2")
    assert (t.unit("wolf").arc, t.player("a").well) == (3, 4)
    assert t.happened(Charged, unit="wolf", amount=2, cite="WC-CYPHER-39")
    poor = bench(
        {"wolf": wolf([10, 10]), "marauder": marauder([30, 30])}, seats={"a": {"hand": ["arcane_synthesis"], "well": 1}}
    )
    assert poor.refusal("play arcane_synthesis on wolf for 2").cite == "WC-ARC-2"
    assert poor.refusal("play arcane_synthesis on wolf").cite == "WC-CYPHER-39"
    assert poor.legal("play arcane_synthesis on wolf for 1")


@pytest.mark.rule("WC-CYPHER-40", "WC-CYPHER-5", "WC-CYPHER-13")
@pytest.mark.parametrize("token", [True, False])
def test_encrypted_command_removes_a_solos_token_and_no_one_elses(token: bool) -> None:
    weaver = piece("coalition_weaver", "a", [20, 10], token=token)
    pieces = {"wolf": wolf([10, 5]), "rangers": rangers(), "weaver": weaver, "marauder": marauder([30, 30])}
    t = bench(pieces, seats=holding("encrypted_command"))
    assert t.offers() == ["play encrypted_command on weaver", "no card"]
    assert t.refusal("play encrypted_command on wolf").cite == "WC-CYPHER-5"
    assert t.refusal("play encrypted_command on rangers").cite == "WC-CYPHER-5"
    t.play("play encrypted_command on weaver")
    assert not t.unit("weaver").token
    assert bool(t.happened(TokenRemoved, unit="weaver", cite="WC-CYPHER-40")) == token


@pytest.mark.rule("WC-CYPHER-41")
def test_recall_initiative_recalls_outside_the_deployment_step() -> None:
    pieces = {
        "wolf": wolf([10, 5], arc=2, damage=1),
        "gate": piece("void_gate", "a", [20, 10], arc=2),
        "rangers": rangers(),
        "marauder": marauder([30, 30]),
    }
    t = bench(pieces, seats=holding("recall_initiative"))
    t.play("play recall_initiative on wolf")
    assert (t.unit("wolf").place, t.unit("wolf").arc, t.player("a").well) == ("reserve", 0, 5)
    assert t.happened(Left, model="wolf", how="recalled", cite="WC-DEPLOY-11")
    assert t.player("a").discard == ("recall_initiative",)
    t.play("activate rangers", "end", "no card")
    assert "deploy wolf from gate" in t.offers() and "recall rangers" in t.offers(), "step 6 is unused"


@pytest.mark.rule("WC-CYPHER-41")
def test_recalling_the_last_model_loses_the_game() -> None:
    t = bench({"wolf": wolf([10, 5]), "marauder": marauder([30, 30])}, seats=holding("recall_initiative"))
    t.play("play recall_initiative on wolf")
    assert t.game.result is not None and (t.game.result.winner, t.game.result.cite) == (1, "WC-MERCY-1")


@pytest.mark.rule("WC-CYPHER-42", "WC-CYPHER-12", "WC-CYPHER-4")
def test_aggression_theorem_makes_one_model_attack_at_once() -> None:
    pieces = {"rangers": rangers(token=True, arc=1), "marauder": marauder([10, 16])}
    t = bench(pieces, ["SSMM", "MM", "SSSSMM"], seats=holding("aggression_theorem"))
    assert t.offers()[:3] == [f"play aggression_theorem on rangers.{n}" for n in (1, 2, 3)]
    t.play("play aggression_theorem on rangers.2")
    assert t.offers() == ["attack marauder with battle_rifle", "attack marauder with null_detonator"]
    assert t.ask.cite == "WC-CYPHER-42"
    t.play("attack marauder with battle_rifle").done()
    assert t.pool("attack") == {"A": 3, "P": 1}, "Arc counts"
    assert t.model("marauder").damage == 1
    assert t.unit("rangers").token and t.state.step == "cypher_b", "the token neither matters nor goes"


@pytest.mark.rule("WC-CYPHER-12", "WC-CYPHER-42")
def test_an_immediate_attack_gives_no_token() -> None:
    pieces = {"rangers": rangers(), "marauder": marauder([10, 16])}
    t = bench(pieces, ["MMM", "MM"], seats=holding("aggression_theorem"))
    t.play("play aggression_theorem on rangers.1", "attack marauder with battle_rifle").done()
    assert not t.unit("rangers").token
    t.play("activate rangers")
    assert "rangers.1 attack marauder with battle_rifle" in t.offers()


@pytest.mark.rule("WC-CYPHER-42", "WC-CYPHER-10")
def test_aggression_theorem_needs_somebody_to_attack() -> None:
    pieces = {"rangers": rangers(), "marauder": marauder([10, 40])}
    t = bench(pieces, seats=holding("aggression_theorem"))
    assert t.offers() == ["no card"]
    assert t.refusal("play aggression_theorem on rangers.1").cite == "WC-CYPHER-10"
    assert t.refusal("play aggression_theorem on rangers").cite == "WC-CYPHER-42"


@pytest.mark.rule("WC-CYPHER-43")
@pytest.mark.parametrize("revealed", [True, False])
def test_revelation_matrix_sees_through_stealth(revealed: bool) -> None:
    hidden = piece("vassal_reavers", "b", [[10, 20], None, None], arc=1)
    seats = {"a": {"in_play": {"revelation_matrix": "rangers"} if revealed else {}}}
    t = bench({"rangers": rangers(), "reavers": hidden}, seats=seats, step="activation")
    t.play("activate rangers")
    key = "rangers.1 attack reavers.1 with battle_rifle"
    assert t.legal(key) == revealed
    if not revealed:
        assert t.refusal(key).cite == "WC-ATK-20"
