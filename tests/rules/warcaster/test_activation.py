"""Activation (WC-ACT): tokens, one advance and one attack step, special actions, activating again."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Event, Game
from sandtable.rulesets.warcaster.attacks.dice_pools import AttackDice, DefenceDice
from sandtable.rulesets.warcaster.state.events import (
    ActivationBegan,
    ActivationOver,
    Charged,
    TokenGained,
    TokenRemoved,
)
from sandtable.rulesets.warcaster.turn.activation import ActivationMenu
from sandtable.rulesets.warcaster.turn.activity import Activity, AttacksAllowed
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

MISS = ["MMMM", "MM"]


def happens(t: Bench, *events: Event) -> Bench:
    """Something happens to the table while a seat is choosing."""
    state = t.state
    for event in events:
        state = event.apply(state)
    game: Game = t.game.but(state=state)
    t.game = game
    return t


@pytest.mark.rule("WC-ACT-1")
def test_a_token_bars_activation() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8], token=True), "h": piece("hunter", "a", [5, 5]), "m": marauder([15, 20])})
    assert t.offers() == ["activate h"]
    assert t.refusal("activate wolf").cite == "WC-ACT-1"


@pytest.mark.rule("WC-ACT-2", "WC-ACT-3")
def test_move_then_attack_and_a_token_at_the_end() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 20])}, dice=MISS)
    t.play("activate wolf", "move", [milli_at(15, 10)])
    (attack,) = [o for o in t.ask.domain.options(t.position) or () if o.key == "attack m with rail_gun"]
    assert (attack.actor, attack.target) == ("wolf", "m")
    t.play("attack m with rail_gun")
    assert t.refusal("move", "WC-ACT-2").reason == "wolf has moved in this activation"
    assert not t.unit("wolf").token
    t.play("end").done()
    assert t.unit("wolf").token
    assert t.happened(TokenGained, unit="wolf", cite="WC-ACT-3")
    assert t.happened(ActivationBegan, cite="WC-ACT-2")


@pytest.mark.rule("WC-ACT-2")
def test_attacks_and_movement_are_not_interleaved() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 20])}, dice=MISS)
    t.play("activate wolf", "attack m with rail_gun", "move", [milli_at(15, 10)])
    refusal = t.refusal("attack m with battle_rifle")
    assert refusal.cite == "WC-ACT-2"
    assert "move" not in t.offers(), "one advance"
    t.play("end").done()


@pytest.mark.rule("WC-ACT-2")
def test_both_are_optional() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 20])})
    t.play("activate wolf", "end")
    assert t.unit("wolf").token and t.model("wolf").at == (15000, 8000)


@pytest.mark.rule("WC-ACT-3")
def test_a_second_token_is_ignored() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 20])})
    t.play("activate wolf")
    happens(t, TokenGained(unit="wolf"))
    t.play("end")
    assert not t.happened(TokenGained, unit="wolf"), "it had one already"
    happens(t, TokenRemoved(unit="wolf"))
    assert not t.unit("wolf").token, "one removal takes all there is"


@pytest.mark.rule("WC-ACT-4", "WC-TURN-8")
def test_one_activation_after_another() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "h": piece("hunter", "a", [5, 5]), "m": marauder([15, 28])})
    t.play("activate h")
    assert not [k for k in t.offers() if k.startswith("activate")]
    t.refusal("activate wolf", "WC-ACT-2")
    t.play("end", "activate wolf", "end")
    order = [(type(e), e.unit) for e in t.events if isinstance(e, ActivationBegan | ActivationOver)]
    assert order == [(ActivationBegan, "h"), (ActivationOver, "h"), (ActivationBegan, "wolf"), (ActivationOver, "wolf")]


@pytest.mark.rule("WC-ACT-5")
def test_a_solo_attacks_once_with_one_weapon() -> None:
    t = Bench(
        pieces={"w": piece("coalition_weaver", "a", [15, 17]), "jack": wolf([15, 19.5], "b")}, dice=["MMM", "MMM"]
    )
    t.play("activate w")
    assert {"attack jack with handgun", "attack jack with battle_staff"} <= set(t.offers())
    t.play("attack jack with handgun").done()
    assert not [k for k in t.offers() if "attack" in k]
    assert t.refusal("attack jack with battle_staff").cite == "WC-ACT-2"
    terms = t.position.terms(AttacksAllowed(Activity(unit="w"), "w"))
    assert [(term.value, term.cite) for term in terms] == [(1, "WC-ACT-5")]


def _pools(t: Bench, key: str) -> tuple[int, int]:
    """Dice of the attack and defence pools of an attack about to be made."""
    domain = t.ask.domain
    assert isinstance(domain, ActivationMenu)
    read = domain.read(t.position, key)
    assert read is not None
    strike = read[2].marked("activation")
    return tuple(sum(t.value(q(strike, die)) for die in "AP") for q in (AttackDice, DefenceDice))  # type: ignore[return-value]


@pytest.mark.rule("WC-ACT-6", "WC-UNIT-7")
def test_each_squad_model_attacks_once_in_any_order_with_any_weapon() -> None:
    squad = piece("ranger_fire_team", "a", [[15, 8], [16.5, 8], [18, 8]])
    enemies = {"m": marauder([15, 9.6]), "m2": marauder([18, 14])}
    t = Bench(pieces={"r": squad, **enemies}, dice=["MMM", "MM"] * 3)
    t.play("activate r", "r.3 attack m2 with battle_rifle", "r.1 attack m with fusion_blade")
    assert t.refusal("r.1 attack m2 with battle_rifle").cite == "WC-ACT-2"
    assert t.refusal("r.3 attack m2 with battle_rifle").cite == "WC-ACT-2"
    t.play("r.2 attack m with battle_rifle").done()
    assert not [k for k in t.offers() if " attack " in k]
    assert len(t.happened(ActivationBegan)) == 1


@pytest.mark.rule("WC-ACT-7")
def test_a_warjack_attacks_with_each_weapon_once() -> None:
    armed = wolf([15, 8], weapons=["battle_rifle", "battle_rifle", "rail_gun"])
    t = Bench(pieces={"wolf": armed, "m": marauder([15, 18]), "m2": marauder([18, 18])}, dice=MISS * 3)
    t.play("activate wolf", "attack m with battle_rifle_2", "attack m2 with rail_gun")
    assert t.refusal("attack m with battle_rifle_2").cite == "WC-ACT-2"
    t.play("attack m with battle_rifle").done()
    assert not [k for k in t.offers() if "attack" in k]


@pytest.mark.rule("WC-ACT-8")
def test_a_special_action_in_place_of_the_attack() -> None:
    pieces: dict[str, Any] = {
        "e": piece("combat_engineer", "a", [15, 8]),
        "wolf": wolf([17.5, 8], damage=2),
        "m": marauder([15, 11]),
    }
    t = Bench(pieces=pieces)
    t.play("activate e")
    assert [k for k in t.offers() if "attack m" in k]
    action = next(k for k in t.offers() if k.startswith("repair"))
    t.dice = ["S" * rules().cards.figure("repair", "action_dice")]
    t.play(action)
    assert t.model("wolf").damage < 2
    assert not [k for k in t.offers() if "attack m" in k or k.startswith("repair")]
    assert "move" in t.offers(), "either side of its move"
    t.play("move", [milli_at(14, 8)])
    assert t.cited("WC-ACT-8")


@pytest.mark.rule("WC-ACT-8")
def test_no_special_action_after_an_attack() -> None:
    pieces = {
        "e": piece("combat_engineer", "a", [15, 8]),
        "wolf": wolf([17.5, 8], damage=2),
        "m": marauder([15, 11]),
    }
    t = Bench(pieces=pieces)
    t.play("activate e")
    attack = next(k for k in t.offers() if "attack m" in k)
    t.dice = ["M" * n for n in _pools(t, attack)]
    t.play(attack)
    assert not [k for k in t.offers() if k.startswith("repair")]


@pytest.mark.rule("WC-ACT-11")
def test_without_its_token_a_unit_activates_again_while_a_slot_is_left() -> None:
    t = Bench(pieces={"h": piece("hunter", "a", [5, 5]), "wolf": wolf([15, 8]), "m": marauder([15, 28])})
    t.play("activate h", "end")
    assert "activate h" not in t.offers()
    happens(t, TokenRemoved(unit="h"))
    t.play("activate h", "end")
    happens(t, TokenRemoved(unit="h"))
    assert t.ask.prompt != "activate a unit", "no slot is left"
    assert len(t.happened(ActivationBegan, unit="h")) == 2


@pytest.mark.rule("WC-ACT-12", "WC-TURN-3")
@pytest.mark.parametrize("given", [True, False])
def test_a_token_from_an_effect_counts_for_ready(given: bool) -> None:
    t = Bench(
        turn={"seat": "a", "step": "ready"},
        pieces={
            "h": piece("hunter", "a", [5, 5], token=True),
            "wolf": wolf([15, 8], token=given),
            "m": marauder([9, 28]),
        },
    )
    assert (t.unit("h").token, t.unit("wolf").token) == ((False, False) if given else (True, False))
    assert bool(t.happened(TokenRemoved, cite="WC-TURN-3")) is given


@pytest.mark.rule("WC-ACT-13")
def test_a_token_in_mid_activation_does_not_end_it() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 20])}, dice=MISS)
    t.play("activate wolf", "move", [milli_at(15, 9)])
    happens(t, TokenGained(unit="wolf"))
    t.play("attack m with rail_gun", "end").done()
    assert t.unit("wolf").token


@pytest.mark.rule("WC-ACT-14", "WC-DEPLOY-2")
def test_a_deployed_unit_has_no_token_and_waits_for_a_later_turn() -> None:
    t = Bench(
        turn={"seat": "a", "step": "activation"},
        pieces={
            "h": piece("hunter", "a", [5, 5]),
            "wolf": {"seat": "a", "unit": "dusk_wolf"},
            "gate_1": piece("void_gate", "a", [15, 8], arc=3),
            "m": marauder([15, 28]),
        },
    )
    t.play("activate h", "end", "no card", "deploy wolf from gate_1")
    t.play(t.ask.silence(t.position))
    assert not t.unit("wolf").token and t.unit("wolf").place == "play"
    t.play("done", "pass", "keep")
    assert t.state.active == 1 and not t.happened(ActivationBegan, unit="wolf")


@pytest.mark.rule("WC-ACT-15")
def test_once_per_activation_comes_back_with_the_next() -> None:
    squad = piece("ranger_fire_team", "a", [[15, 8], [16.5, 8], [18, 8]], arc=1)
    t = Bench(pieces={"r": squad, "h": piece("hunter", "a", [5, 5]), "m": marauder([15, 28])})
    t.play("activate r")
    slip = next(k for k in t.offers() if "slip_displacer" in k)
    t.play(slip)
    while t.ask.prompt != "activate r":
        t.play(t.ask.silence(t.position))
    happens(t, Charged(unit="r"))
    assert slip not in t.offers(), "once per activation"
    t.play("end")
    happens(t, TokenRemoved(unit="r"))
    menu = ActivationMenu(activity=Activity(unit="r"))
    assert slip in [o.key for o in menu.options(t.position)]


@pytest.mark.rule("WC-ACT-4", "WC-ATK-2", "WC-TURN-8")
def test_what_is_not_the_unit_s_to_do_is_refused_by_a_rule() -> None:
    pieces = {
        "fang": piece("artemis_fang", "a", [15, 8]),
        "r": piece("ranger_fire_team", "a", [[5, 5]]),
        "home": piece("hunter", "a", [], place="reserve"),
        "m": marauder([15, 14]),
        "gate": piece("void_gate", "a", [25, 5], arc=1),
    }
    t = Bench(pieces=pieces)
    assert t.refusal("activate gate").cite == "WC-TURN-8"
    assert (t.refusal("activate home").cite, t.refusal("activate m").cite) == ("WC-TURN-8", "WC-TURN-8")
    t.play("activate fang")
    assert t.refusal("r.1 attack m with battle_rifle").cite == "WC-ACT-4"
    assert t.refusal("attack m with rail_gun").cite == "WC-ATK-2"
    assert t.refusal("attack m with arclock_pistol").cite == "WC-GEN-8"  # a mode is chosen each time
    assert t.refusal("attack m with arclock_pistol as spray").cite == "WC-GEN-8"
