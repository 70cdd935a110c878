"""Windows and reactions (WC-REACT), and the hard cases of attacks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandtable.chance import outcomes
from sandtable.core import Offer, Position, Refusal, Rolled, Sequence, answer, forbids, offers
from sandtable.rulesets.warcaster.attacks.attack import Declared
from sandtable.rulesets.warcaster.attacks.resolution import Hit, Missed
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Damaged, Spiked
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.strikes import attack, with_abilities

# --- an ability that may be used in every window by both seats, for the order of things -----------------

WINDOWS = ("W1", "W2", "W3", "W3 spikes", "W4", "aftermath", "W5")


def _nothing(name: str) -> Callable[..., Iterator[Offer]]:
    def offer(p: Position, strike: Strike, seat: int) -> Iterator[Offer]:
        yield Offer(f"{name} of {'ab'[seat]}", Sequence(frames=()), cite="WC-REACT-1")

    offer.__module__ = __name__
    return offers(name)(offer)


in_w1, in_w2, in_w3, in_spikes, in_w4, in_aftermath, in_w5 = (_nothing(name) for name in WINDOWS)


@forbids(Strike)
def spare_the_saint(p: Position, strike: Strike) -> Refusal | None:
    return Refusal("nobody attacks a saint", "WC-SPEC-1") if strike.target == "saint" else None


def record(t: Bench, use: bool = False) -> list[str]:
    """The windows as they were asked, with what happened between them."""
    found: list[str] = []
    while t.game.waiting is not None:
        found.append(f"{t.ask.prompt} {'ab'[t.ask.seat]}")
        assert t.ask.default == "pass"
        t.play(t.offers()[0] if use else "pass")
    return found


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    with_abilities(monkeypatch, sys.modules[__name__])


HIT = ("SMMM", "MM", "MMMMM")


@pytest.mark.rule("WC-REACT-1", "WC-REACT-2", "WC-REACT-9", "WC-ATK-11")
@pytest.mark.usefixtures("everywhere")
def test_the_windows_of_a_hit_in_order_active_player_first() -> None:
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle", *HIT)
    assert record(t) == [f"{w} {seat}" for w in WINDOWS for seat in "ab"]
    t.done()


@pytest.mark.rule("WC-REACT-1", "WC-REACT-2")
@pytest.mark.usefixtures("everywhere")
def test_a_miss_has_no_windows_of_a_hit() -> None:
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle", "MMMM", "SM")
    assert record(t) == [f"{w} {seat}" for w in ("W1", "W2", "W5") for seat in "ab"]


@pytest.mark.rule("WC-REACT-2", "WC-GEN-12", "WC-ATK-11")
@pytest.mark.usefixtures("everywhere")
def test_in_the_opponents_turn_he_acts_first_but_rerolls_are_the_attackers_first() -> None:
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle", *HIT, turn={"seat": "b"})
    assert record(t) == [f"{w} {seat}" for w in WINDOWS for seat in ("ab" if w == "W2" else "ba")]


@pytest.mark.rule("WC-REACT-2", "WC-REACT-5")
@pytest.mark.usefixtures("everywhere")
def test_each_offer_is_used_or_passed_once() -> None:
    """Used, it is not offered again; the window closes."""
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle", *HIT)
    assert record(t, use=True) == [f"{w} {seat}" for w in WINDOWS for seat in "ab"]


@pytest.mark.rule("WC-REACT-8")
@pytest.mark.usefixtures("everywhere")
def test_silence_is_a_pass() -> None:
    """Played by defaults, an attack with a question in every window is the attack itself."""
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle")
    game = t.game
    assert t.ask.default == "pass"
    odds = outcomes(rules(), game, frames=len(game.stack))
    assert odds.undecided == 0
    assert 0 < odds.chance(lambda g: "m" in g.state.models and g.state.models["m"].damage == 1) < 1


# --- hard case 2: a reaction attack inside an attack --------------------------------------------------------


def duel(*dice: str, **more: Any) -> Bench:
    """Two Redblades, both with Riposte: MAT 5, DEF 5, health 3, ARM 3."""
    pieces = {
        "mine": piece("jax_redblade", "a", [10, 10], **more),
        "theirs": piece("jax_redblade", "b", [10, 12]),
        "m": marauder([30, 30]),
        "w": wolf([40, 40]),
    }
    return attack(pieces, "mine", "theirs", "fusion_sword", *dice)


@pytest.mark.rule("WC-REACT-3", "WC-REACT-10")
def test_a_riposte_is_resolved_first_and_is_not_riposted() -> None:
    t = duel("MMMMM", "SMMMM", "MMMMM", "SMMMM")
    assert t.ask.seat == 1
    riposte = next(k for k in t.offers() if "riposte" in k)
    t.play(riposte)
    assert [type(f).__name__ for f in t.game.stack][:3] == ["Attack", "Resolve", "Window"]
    assert "attack m with" not in " ".join(t.offers())  # only the model that missed it
    t.play("attack mine with fusion_sword").done()
    assert t.game.waiting is None
    assert [e.strike.attacker for e in t.events if isinstance(e, Missed)] == ["mine", "theirs"]
    assert [e.strike.reaction for e in t.events if isinstance(e, Declared)] == [False, True]


@pytest.mark.rule("WC-REACT-3", "WC-REACT-4")
def test_the_first_attacker_may_be_dead_when_control_returns() -> None:
    t = duel("MMMMM", "SMMMM", "SMMMM", "MMMMM", "SSSSM", damage=2)
    t.play(next(k for k in t.offers() if "riposte" in k), "attack mine with fusion_sword").done()
    assert t.gone("mine")
    assert t.game.waiting is None
    assert t.game.result is None


@pytest.mark.rule("WC-REACT-5")
def test_a_reaction_is_offered_once_for_each_attack() -> None:
    t = duel("MMMMM", "SMMMM", "MMMMM", "SMMMM")
    t.play(next(k for k in t.offers() if "riposte" in k), "pass")
    assert t.game.waiting is None  # used, though no attack was made: it is not offered anew


def morning(damage: int, *dice: str, arc: int = 1) -> Bench:
    """A Morningstar with Impulse Reciprocator: DEF 3, ARM 5, health 4."""
    pieces = {
        "wolf": wolf([10, 10], weapons=["rail_gun"]),
        "star": piece("morningstar", "b", [10, 16], arc=arc, damage=damage, cortex="deadeye", weapons=["seeker"]),
        "m": marauder([30, 30]),
    }
    return attack(pieces, "wolf", "star", "rail_gun", "SMMM", "MMM", *dice)


@pytest.mark.rule("WC-REACT-6", "WC-REACT-3", "WC-ARC-14")
def test_a_reaction_may_spike_in_the_opponents_turn() -> None:
    t = morning(0, "MMMMMM", "MMMM", "MMM")
    assert t.state.active == 0
    t.play("spike impulse_reciprocator")
    assert t.unit("star").arc == 0
    assert t.happened(Spiked)[0].cite == "WC-ARC-8"
    t.play(next(k for k in t.offers() if "reciprocator" in k), "attack wolf with seeker").done()
    assert t.happened(Missed)


@pytest.mark.rule("WC-REACT-6")
def test_without_arc_there_is_no_spike() -> None:
    t = morning(0, "MMMMMM", arc=0).done()
    assert t.game.waiting is None
    assert not t.happened(Spiked)


@pytest.mark.rule("WC-REACT-4")
def test_a_destroyed_model_does_not_react() -> None:
    t = morning(3, "XXSMMM").play("spike impulse_reciprocator").done()
    assert t.gone("star")
    assert t.game.waiting is None


@pytest.mark.rule("WC-REACT-7")
def test_a_move_after_the_attack_obeys_the_rules_of_movement() -> None:
    """Heightened Reflexes: up to 3 inches, not through bases."""
    pieces = {
        "wolf": wolf([10, 10]),
        "f": piece("firebrand", "b", [10, 16], cortex="reflex"),
        "h": piece("hunter", "b", [13, 16]),
    }
    t = attack(pieces, "wolf", "f", "battle_rifle", "MMMM", "SMM")
    t.play(next(k for k in t.offers() if "heightened_reflexes" in k))
    assert t.refusal([[10000, 19002]]).cite == "WC-MOVE-1"
    assert t.refusal([[12500, 16000]]).cite == "WC-MOVE-4" or t.refusal([[12500, 16000]]).cite == "WC-MOVE-2"
    t.play([[10000, 19000]]).done()
    assert t.model("f").at == (10000, 19000)


# --- hard case 1: a hit changes its victim ---------------------------------------------------------------------


@pytest.mark.rule("WC-REACT-9", "WC-SPEC-7", "WC-BLAST-6", "WC-ATK-11")
def test_the_substitute_keeps_the_margin_and_everything_else_is_its_own() -> None:
    """A rocket hits an Enforcer; a Defender 4 inches away, behind a tower and out of range, takes the hit."""
    tower = {"size": 48, "terrain": [{"kind": "structure", "height": 5, "at": [20, 24.4], "size": [4, 0.4]}]}
    pieces = {
        "wolf": wolf([20, 9]),
        "e": piece("paladin_enforcers", "b", [[20, 21]]),
        "beside_e": piece("hunter", "b", [21.5, 21]),
        "d": piece("paladin_defenders", "b", [[20, 26]], arc=1),
        "beside_d": piece("hunter", "b", [21.5, 26]),
    }
    t = attack(pieces, "wolf", "e.1", "talon_rocket_pod", "SSSM", "MMM", "SSSSMMM", "SSMM", table=tower)
    assert t.ask.seat == 1
    t.play(next(k for k in t.offers() if "intercept_driver" in k)).done()
    hit = t.happened(Hit)[0]
    assert isinstance(hit, Hit)
    assert (hit.strike.target, hit.strike.declared, hit.strike.margin) == ("d.1", "e.1", 3)
    assert t.pool("damage") == {"A": 4, "P": 3}
    assert not t.happened(Damaged, model="e.1")
    assert [r.purpose for r in t.rolls][1:] == ["damage", "blast on beside_d"]
    assert t.gone("beside_d")
    # ARM 4 and 1 against explosive: four strikes are no point for a Defender, one for an Enforcer
    assert not t.gone("d.1")


@pytest.mark.rule("WC-REACT-9", "WC-ATK-11")
def test_a_voided_hit_has_no_effects_and_no_damage() -> None:
    """Void Jumper: the hit is ignored, neither fire nor damage nor slam follows."""
    pieces = {"wolf": wolf([20, 12]), "voss": piece("justicar_voss", "b", [20, 17], arc=1), "m": marauder([40, 40])}
    t = attack(pieces, "wolf", "voss", "flamethrower", "SMMM", "MMMM")
    t.play(next(k for k in t.offers() if "void_jumper" in k), [20000, 20000])
    while t.game.waiting is not None:
        t.play("pass")
    t.done()
    assert not t.happened(Hit)
    assert t.model("voss").effects == ()
    assert t.model("voss").at == (20000, 20000)


# --- hard case 3: Mercy between damage and reaction ------------------------------------------------------------


def last_stand(theirs: int, *blast: str) -> Bench:
    """A wolf shoots point blank with a rocket pod; nobody else is left. The target has Heightened Reflexes."""
    pieces = {
        "wolf": wolf([20, 10], damage=2),
        "f": piece("firebrand", "b", [20, 12.2], cortex="reflex", damage=theirs, weapons=["fusion_glaive"]),
    }
    return attack(pieces, "wolf", "f", "talon_rocket_pod", "SMMM", "MMM", *blast)


@pytest.mark.rule("WC-MERCY-3", "WC-MERCY-6", "WC-REACT-1")
def test_the_game_ends_before_anybody_reacts() -> None:
    t = last_stand(0, "MMMMM", "SSSS").done()
    assert t.gone("wolf")
    assert t.game.waiting is None
    assert t.game.result is not None
    assert (t.game.result.winner, t.game.result.cite) == (1, "WC-MERCY-1")


@pytest.mark.rule("WC-MERCY-4", "WC-MERCY-6")
def test_models_lost_in_one_attack_are_lost_at_the_same_instant() -> None:
    t = last_stand(2, "SSSMM", "SSSS").done()
    assert t.game.result is not None
    assert (t.game.result.winner, t.game.result.cite) == (None, "WC-MERCY-4")


@pytest.mark.rule("WC-MERCY-3")
def test_a_survivor_reacts() -> None:
    t = last_stand(0, "MMMMM", "MMMM").done()
    assert any("heightened_reflexes" in k for k in t.offers())


# --- hard case 6: spikes at many windows with one Arc ------------------------------------------------------------


def spiker(*dice: str) -> Bench:
    """A squad with Hunter-Killer Rounds (W1) and a rail gun with Arc Booster (W4), and one Arc."""
    guns = piece("paladin_annihilators", "a", [[10, 10]], arc=1, weapons=["rail_gun"])
    return attack({"guns": guns, "m": marauder([10, 16])}, "guns.1", "m", "rail_gun", *dice)


@pytest.mark.rule("WC-ARC-8", "WC-ARC-9", "WC-REACT-2", "WC-REACT-9")
def test_the_first_spike_takes_the_others_and_the_power_die() -> None:
    t = spiker("SMM", "MM", "MMMMMM").play("spike hunter_killer_rounds").done()
    assert t.pool("attack") == {"A": 3}
    assert t.game.waiting is None
    assert len(t.happened(Spiked)) == 1


@pytest.mark.rule("WC-ARC-9", "WC-REACT-2")
def test_passed_by_the_arc_serves_a_later_window() -> None:
    t = spiker("SMMM", "MM", "SSSMMM").play("pass")
    assert t.pool("attack") == {"A": 3, "P": 1}
    t.play("spike arc_booster").done()
    assert t.model("m").damage == 1  # ARM 3 for this attack


# --- hard case 7: both pools, then rerolls ---------------------------------------------------------------------


@pytest.mark.rule("WC-GEN-13", "WC-ATK-11", "WC-ATK-5", "WC-REACT-2")
def test_attackers_reroll_then_defenders_each_the_whole_pool_and_once() -> None:
    """Targeter of a charged launcher, Refractor Field of a charged Firebrand."""
    pieces = {
        "h": piece("ranger_heavy_support", "a", [[10, 10]], arc=1),
        "f": piece("firebrand", "b", [10, 16], arc=1, cortex="jack_hunter"),
    }
    t = attack(pieces, "h.1", "f", "talon_launcher", "MMMM", "SSM", "SSSM", "MMM", "MMMMMMM")
    assert t.ask.seat == 0
    t.play(next(k for k in t.offers() if "targeter" in k))
    assert t.ask.seat == 1  # the attacker's reroll is not offered again
    t.play(next(k for k in t.offers() if "refractor_field" in k)).done()
    rolled = [e for e in t.events if isinstance(e, Rolled)]
    assert [e.roll.purpose for e in rolled] == ["attack and defence", "attack again", "defence again", "damage"]
    assert [len(f) for e in rolled[1:3] for f in e.faces] == [4, 3]
    assert t.happened(Hit)[0].strike.margin == 3
    assert t.rolls[1].cite == "WC-GEN-13"


@pytest.mark.rule("WC-GEN-13")
def test_the_second_result_stands_even_if_worse() -> None:
    pieces = {"h": piece("ranger_heavy_support", "a", [[10, 10]], arc=1), "m": marauder([10, 16])}
    t = attack(pieces, "h.1", "m", "talon_launcher", "SSMM", "SM", "MMMM", "MMMM")
    t.play(next(k for k in t.offers() if "targeter" in k)).done()
    assert t.happened(Missed)


@pytest.mark.rule("WC-REACT-3")
def test_two_answers_leave_the_position_untouched() -> None:
    t = duel("MMMMM", "SMMMM")
    before, key = t.game, next(k for k in t.offers() if "riposte" in k)
    one, other = answer(rules(), before, key).game, answer(rules(), before, "pass").game
    assert one != other
    assert rules().codec.load(rules().codec.save(before)) == before == t.game


@pytest.mark.rule("WC-SPEC-1", "WC-ATK-3")
@pytest.mark.usefixtures("everywhere")
def test_an_attack_that_a_special_rule_forbids_is_not_on_offer() -> None:
    pieces = {"wolf": wolf([10, 10]), "m": marauder([10, 15]), "saint": piece("hunter", "b", [12, 15])}
    t = Bench(table={"size": 30}, pieces=pieces).play("activate wolf")
    offered = {key.partition(" with ")[0] for key in t.offers() if "attack" in key}
    assert offered == {"attack m"}
    assert t.refusal("attack saint with battle_rifle", "WC-SPEC-1").reason == "nobody attacks a saint"
    assert t.legal("attack m with battle_rifle")
