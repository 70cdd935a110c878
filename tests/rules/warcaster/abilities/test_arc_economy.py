"""Rules about Arc, tokens, gates and hands: Arc Exchange, Impulse Reactor, Gate Jammer, Psycho Relay and the like."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import (
    Charged,
    Cleared,
    CypherReturned,
    CypherUnmade,
    Spiked,
    TokenRemoved,
)
from sandtable.rulesets.warcaster.state.stats import HandSize
from sandtable.rulesets.warcaster.turn.deployment_checks import DeployCost
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

FOE = marauder([28, 28])
SQUAD = [[15, 8], [16.5, 8], [18, 8], [19.5, 8]]


def rangers(**more: object) -> dict[str, object]:
    return piece("ranger_fire_team", "a", SQUAD, attachments=["warder"], **more)


@pytest.mark.rule("WC-ARC-17")
def test_every_unit_has_a_charge_rule_and_a_spike_rule() -> None:
    cards = rules().cards
    for card in cards.units.values():
        if card.type != "void_gate":
            carried = [rule for slot in card.weapons for rule in cards.weapons[slot.removesuffix("_2")].rules]
            kinds = {cards.special[rule]["kind"] for rule in (*card.rules, *carried)}
            assert {"charge", "spike"} <= kinds, card.id
            assert all(cards.special[rule]["kind"] == "charge" for rule in card.charge)
            assert all(cards.special[rule]["kind"] == "spike" for rule in card.spike)


# --- arc_exchange -------------------------------------------------------------------------------------------


def test_arc_exchange_charges_at_the_start_and_clears_at_the_end() -> None:
    t = Bench(pieces={"rangers": rangers(), "marauder": FOE})
    t.play("activate rangers", "arc_exchange")
    assert (t.unit("rangers").arc, t.player("a").well) == (1, 6)
    assert t.happened(Charged, unit="rangers", cite="WC-ARC-2")
    t.play("end")
    assert t.offers() == ["arc_exchange clear 1", "pass"]
    t.play("arc_exchange clear 1")
    assert (t.unit("rangers").arc, t.player("a").well, t.unit("rangers").token) == (0, 7, True)
    assert t.happened(Cleared, unit="rangers", cite="WC-ARC-3")


def test_an_activation_ends_once() -> None:
    t = Bench(pieces={"rangers": rangers(arc=1), "marauder": FOE})
    t.play("activate rangers", "end", "pass")
    assert t.state.step != "activation", "Arc Exchange is not offered a second time"


def test_arc_exchange_charges_only_the_uncharged_from_a_well_that_has_arc() -> None:
    t = Bench(pieces={"rangers": rangers(arc=1), "marauder": FOE})
    assert t.play("activate rangers").ask.prompt == "activate rangers"
    t = Bench(
        pieces={"rangers": rangers(), "wolf": wolf([3, 3], arc=3), "gate": piece("void_gate", "a", [8, 3], arc=4)}
        | {"marauder": FOE}
    )
    assert t.play("activate rangers").ask.prompt == "activate rangers"


def test_arc_exchange_goes_with_the_warder() -> None:
    gone = piece("ranger_fire_team", "a", [*SQUAD[:3], None], attachments=["warder"])
    t = Bench(pieces={"rangers": gone, "marauder": FOE})
    assert t.play("activate rangers").ask.prompt == "activate rangers"


# --- impulse_reactor ------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ARC-7")
@pytest.mark.parametrize(("arc", "asked"), [(1, True), (0, False)])
def test_impulse_reactor_removes_its_own_token_before_ready(arc: int, asked: bool) -> None:
    pieces = {
        "mine": marauder([8, 8], "a", arc=arc, token=True),
        "other": piece("hunter", "a", [3, 3]),
        "wolf": wolf([8, 20], "b"),
    }
    t = Bench(pieces=pieces, turn={"seat": "b", "first": "b", "step": "discard"})
    t.play("keep")  # the other player's turn ends, ours begins
    assert (t.offers() == ["impulse_reactor of mine", "pass"]) is asked
    if asked:
        t.play("impulse_reactor of mine")
        assert (t.unit("mine").token, t.unit("mine").arc) == (False, 1)
        assert t.happened(TokenRemoved, unit="mine", cite="WC-ARC-7")
        assert t.state.step == "charging"
    else:
        assert t.unit("mine").token


def test_impulse_reactor_is_for_the_start_of_its_owners_turn() -> None:
    pieces = {
        "theirs": marauder([8, 20], "b", arc=1, token=True),
        "mine": wolf([8, 8]),
        "hunter": piece("hunter", "b", [3, 25]),
    }
    t = Bench(pieces=pieces, turn={"seat": "b", "first": "b", "step": "discard"})
    t.play("keep")
    assert (t.ask.seat, t.state.step, t.unit("theirs").token) == (0, "charging", True)


# --- gate_jammer ------------------------------------------------------------------------------------------------

JAM = 10 + 2 * 0.591


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-3")
@pytest.mark.parametrize(("more", "arc", "cost"), [(0.0, 1, 3), (0.001, 1, 3), (0.002, 1, 2), (0.0, 0, 2)])
def test_gate_jammer_makes_enemy_deployment_dearer(more: float, arc: int, cost: int) -> None:
    pieces = {
        "gate": piece("void_gate", "a", [15, 5], arc=2),
        "wolf": wolf([0, 0], place="reserve"),
        "hunter": piece("hunter", "a", [3, 3]),
        "voitek": piece("voitek_sudal", "b", [15, round(5 + JAM + more, 3)], arc=arc),
    }
    del pieces["wolf"]["at"]
    t = Bench(pieces=pieces, turn={"step": "deployment"})
    assert t.value(DeployCost("wolf", "gate")) == cost
    assert any(term.cite == "WC-ARC-7" for term in t.position.terms(DeployCost("wolf", "gate"))) is (cost == 3)
    assert t.legal("deploy wolf from gate") is (cost == 2)
    if cost == 3:
        assert t.refusal("deploy wolf from gate").cite == "WC-DEPLOY-15"


def test_gate_jammer_leaves_friendly_gates_alone_and_counts_once() -> None:
    pieces = {
        "gate": piece("void_gate", "a", [15, 5], arc=2),
        "hunter": piece("hunter", "a", place="reserve", at=None),
        "ours": piece("voitek_sudal", "a", [12, 5], arc=1),
        "theirs": piece("voitek_sudal", "b", [15, 9], arc=1),
        "twin": piece("voitek_sudal", "b", [18, 9], arc=1),
    }
    del pieces["hunter"]["at"]
    t = Bench(pieces=pieces, turn={"step": "deployment"})
    assert t.value(DeployCost("hunter", "gate")) == 2


# --- psycho_relay --------------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-RACK-11")
def test_psycho_relay_is_felt_at_the_next_draw() -> None:
    hand = ["cryo_lock", "force_barrier", "temporal_cycle", "null_collider", "impulse_inducer"]
    seats = {"a": {"hand": hand, "rack": ["arcane_synthesis", "plexus_densifier"]}}
    pieces = {"raxis": piece("hierotheos_raxis", "a", [4, 4]), "marauder": FOE}
    t = Bench(pieces=pieces, seats=seats, turn={"step": "discard"}, dice=["2"])
    t.play("keep").done()
    assert len(t.player("a").hand) == 6
    assert t.player("a").rack == ("arcane_synthesis",)


@pytest.mark.rule("WC-RACK-12", "WC-RACK-13")
def test_psycho_relay_makes_the_maximum_hand_six_while_in_play() -> None:
    hand = ["cryo_lock", "force_barrier", "temporal_cycle", "null_collider", "impulse_inducer", "recall_initiative"]
    raxis = piece("hierotheos_raxis", "b", [15, 14], damage=2)
    pieces = {"wolf": wolf([15, 8], weapons=["rail_gun"]), "raxis": raxis, "hunter": piece("hunter", "b", [3, 25])}
    t = Bench(pieces=pieces, seats={"b": {"hand": hand}}, dice=["XXMM", "MM", "XXMMMMMMM"])
    assert (t.value(HandSize(1)), t.value(HandSize(0))) == (6, 5)
    t.play("activate wolf", "attack raxis with rail_gun")
    assert (t.gone("raxis"), t.value(HandSize(1))) == (True, 5)
    assert (t.ask.seat, t.ask.cite, t.ask.secret) == (1, "WC-RACK-12", True)
    t.play("discard cryo_lock")
    assert len(t.player("b").hand) == 5


# --- fury_reciprocator -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ARC-14", "WC-RACK-14")
@pytest.mark.parametrize(("arc", "asked"), [(1, True), (0, False)])
def test_fury_reciprocator_returns_the_card_to_hand(arc: int, asked: bool) -> None:
    weaver = piece("coalition_weaver", "a", [15, 8], arc=arc)
    t = Bench(
        pieces={"weaver": weaver, "marauder": marauder([15, 14])},
        seats={"a": {"hand": ["pyrokinetic_surge"]}},
        turn={"step": "cypher_a"},
        dice=["M" * (11 - arc), "MM"],
    )
    t.play("play pyrokinetic_surge on marauder through weaver")
    if asked:
        assert t.offers() == ["spike fury_reciprocator", "pass"]
        t.play("spike fury_reciprocator")
        assert t.happened(Spiked, rule="fury_reciprocator", cite="WC-ARC-8")
        assert t.happened(CypherReturned, cite="WC-RACK-14")
    card = ("pyrokinetic_surge",)
    assert (t.player("a").hand, t.player("a").discard) == ((card, ()) if asked else ((), card))
    assert t.unit("weaver").arc == 0


@pytest.mark.rule("WC-REACT-4", "WC-RACK-14", "WC-BLAST-5")
def test_fury_reciprocator_goes_with_a_weaver_caught_in_its_own_blast() -> None:
    weaver = piece("coalition_weaver", "a", [15, 12], arc=1, damage=1)
    t = Bench(
        pieces={"weaver": weaver, "marauder": marauder([15, 14]), "other": piece("coalition_weaver", "a", [25, 25])},
        seats={"a": {"hand": ["instability_equation"]}},
        turn={"step": "cypher_a"},
        dice=["S" + "M" * 9, "MM", "MMMMM", "SSSS"],
    )
    t.play("play instability_equation on marauder through weaver").done("a", "activate a unit")
    assert t.gone("weaver")
    assert (t.player("a").hand, t.player("a").discard) == ((), ("instability_equation",))


# --- apotropaic_reactor -----------------------------------------------------------------------------------


def malediction(**squad: object) -> Bench:
    return Bench(
        pieces={"rangers": rangers(**squad), "weaver": piece("immortal_weaver", "b", [15, 14])},
        seats={"a": {"in_play": {"force_barrier": "rangers"}}, "b": {"hand": ["malediction_rubric"]}},
        turn={"seat": "b", "first": "b", "step": "cypher_a"},
        dice=["SSSS" + "M" * 7, "MMM" + "MM" + "MM" * squad.get("arc", 0), "M" * 8],  # type: ignore[operator]
    )


@pytest.mark.rule("WC-ARC-14", "WC-REACT-6", "WC-SPEC-2")
def test_apotropaic_reactor_keeps_a_cypher_that_the_enemy_would_end() -> None:
    t = malediction(arc=1).play("play malediction_rubric on rangers.1 through weaver")
    assert (t.ask.seat, t.offers()) == (0, ["spike apotropaic_reactor for force_barrier", "pass"])
    t.play("spike apotropaic_reactor for force_barrier").done()
    assert t.player("a").in_play == (("force_barrier", "rangers"),)
    assert (t.unit("rangers").arc, t.happened(CypherUnmade)) == (0, [])
    assert t.happened(Spiked, rule="apotropaic_reactor", cite="WC-ARC-8")


def test_apotropaic_reactor_unused_or_without_arc_keeps_nothing() -> None:
    t = malediction(arc=1).play("play malediction_rubric on rangers.1 through weaver", "pass").done()
    assert (t.player("a").in_play, t.player("a").discard) == ((), ("force_barrier",))
    t = malediction().play("play malediction_rubric on rangers.1 through weaver").done()
    assert t.player("a").in_play == ()


@pytest.mark.rule("WC-TURN-3", "WC-ARC-7")
def test_a_position_at_ready_has_the_start_of_the_turn_ahead() -> None:
    """Impulse Reactor comes before Ready: the others then keep their tokens."""
    pieces = {
        "m": marauder([10, 10], "a", arc=1, token=True),
        "h": piece("hunter", "a", [5, 5], token=True),
        "x": piece("hunter", "b", [20, 20]),
    }
    t = Bench(pieces=pieces, turn={"seat": "a", "step": "ready"}).play("impulse_reactor of m")
    assert (t.unit("m").token, t.unit("h").token, t.state.step) == (False, True, "charging")


def test_one_gate_jammer_within_range_is_enough() -> None:
    pieces = {
        "gate": piece("void_gate", "a", [15, 5], arc=2),
        "hunter": piece("hunter", "a", place="reserve", at=None),
        "near": piece("voitek_sudal", "b", [15, 9], arc=1),
        "far": piece("voitek_sudal", "b", [28, 28], arc=1),
    }
    del pieces["hunter"]["at"]
    assert Bench(pieces=pieces, turn={"step": "deployment"}).value(DeployCost("hunter", "gate")) == 2
