"""Spikes that help others: Jump Start, Command Interface, Realignment Codex, Thanotech Reclaimer and others."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import CypherReturned, Placed, TokenRemoved
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

FOE = marauder([28, 28])
SQUAD = [[15, 8], [16.5, 8], [18, 8]]
ENGINEER_TO_WOLF = 10 + 0.787 + 0.984


@pytest.mark.rule("WC-SPEC-3", "WC-ARC-8")
@pytest.mark.parametrize(("more", "near"), [(0.0, True), (0.001, True), (0.002, False)])
def test_jump_start_removes_the_token_of_a_warjack_within_10(more: float, near: bool) -> None:
    engineer = piece("combat_engineer", "a", [4, 4], arc=1)
    beast = wolf([4, round(4 + ENGINEER_TO_WOLF + more, 3)], token=True)
    t = Bench(pieces={"engineer": engineer, "wolf": beast, "marauder": FOE})
    t.play("activate engineer")
    assert t.legal("spike jump_start on wolf") is near
    if not near:
        refusal = t.refusal("spike jump_start on wolf")
        assert (refusal.cite, refusal.short_by) == ("WC-SPEC-3", 2)
    else:
        t.play("spike jump_start on wolf", "end")
        assert (t.unit("wolf").token, t.unit("engineer").arc) == (False, 0)
        assert t.happened(TokenRemoved, unit="wolf", cite="WC-ACT-11")
        assert "activate wolf" in t.offers()


def test_jump_start_is_for_friendly_warjacks_with_a_token() -> None:
    pieces = {
        "engineer": piece("combat_engineer", "a", [4, 4], arc=1),
        "fresh": wolf([4, 8]),
        "hunter": piece("hunter", "a", [8, 4], token=True),
        "enemy": wolf([8, 8], "b", token=True),
    }
    t = Bench(pieces=pieces).play("activate engineer")
    assert not [key for key in t.offers() if "jump_start" in key]


@pytest.mark.rule("WC-SPEC-3")
def test_command_interface_readies_a_paladin_squad_within_10_of_any_trooper() -> None:
    edge = 4 + 10 + 2 * 0.591
    pieces = {
        "commander": piece("paladin_commander", "a", [4, 4], arc=1),
        "near": piece("paladin_enforcers", "a", [[4, edge], [4, 20], [4, 22]], token=True),
        "far": piece("paladin_defenders", "a", [[20, 20], [22, 20], [24, 20]], token=True),
        "rangers": piece("ranger_fire_team", "a", [[6, 6], [8, 6], [10, 6]], token=True),
        "marauder": FOE,
    }
    t = Bench(pieces=pieces).play("activate commander")
    assert [key for key in t.offers() if "spike" in key] == ["spike command_interface on near"]
    t.play("spike command_interface on near")
    assert (t.unit("near").token, t.unit("commander").arc, t.cited("WC-ARC-8")) == (False, 0, True)


# --- realignment_codex ------------------------------------------------------------------------------------


def codex(**wolf_has: int) -> Bench:
    pieces = {
        "weaver": piece("paladin_weaver", "a", [4, 4], arc=1),
        "brand": piece("firebrand", "a", [4, 8], **wolf_has),
        "gate": piece("void_gate", "a", [7, 4], arc=2),
        "far": piece("firebrand", "a", [25, 4], arc=1),
        "marauder": FOE,
    }
    return Bench(pieces=pieces).play("activate weaver")


@pytest.mark.rule("WC-SPEC-4")
def test_realignment_codex_charges_one_unit_up_to_its_limit() -> None:
    t = codex(arc=1)
    keys = [key.removeprefix("spike realignment_codex ") for key in t.offers() if "codex" in key]
    assert keys == ["to charge weaver", "to clear brand", "to charge brand"]  # no gate, nobody far away
    t.play("spike realignment_codex to charge brand")
    assert t.offers() == ["charge 2", "charge 1"]
    t.play("charge 2")
    assert (t.unit("brand").arc, t.unit("weaver").arc, t.cited("WC-ARC-8")) == (3, 0, True)


def test_realignment_codex_clears_any_arc_from_one_unit() -> None:
    t = codex(arc=3)
    well = t.player("a").well
    assert "spike realignment_codex to charge brand" not in t.offers()
    t.play("spike realignment_codex to clear brand")
    assert t.offers() == ["clear 3", "clear 2", "clear 1"]
    t.play("clear 2")
    assert (t.unit("brand").arc, t.player("a").well, t.cited("WC-ARC-3")) == (1, well + 3, True)


def test_realignment_codex_may_charge_its_own_model_but_once() -> None:
    t = codex().play("spike realignment_codex to charge weaver", "charge 1")
    assert t.unit("weaver").arc == 1
    assert not [key for key in t.offers() if "codex" in key]


# --- thanotech_reclaimer -------------------------------------------------------------------------------------


@pytest.mark.rule("WC-RACK-14")
def test_thanotech_reclaimer_returns_a_card_of_the_pile_to_hand() -> None:
    hand = ["cryo_lock", "force_barrier", "temporal_cycle", "null_collider", "impulse_inducer", "recall_initiative"]
    seats = {"a": {"discard": ["arcane_synthesis", "plexus_densifier"], "hand": hand}}
    raxis = piece("hierotheos_raxis", "a", [4, 4], arc=1)
    t = Bench(pieces={"raxis": raxis, "marauder": FOE}, seats=seats)
    t.play("activate raxis", "spike thanotech_reclaimer for plexus_densifier")
    assert t.player("a").discard == ("arcane_synthesis",)
    assert len(t.player("a").hand) == 7  # above the maximum of 6, and not trimmed
    assert t.happened(CypherReturned, card="plexus_densifier", cite="WC-RACK-14")
    assert (t.unit("raxis").arc, t.ask.prompt) == (0, "activate raxis")


def test_thanotech_reclaimer_needs_a_card_in_the_pile() -> None:
    raxis = piece("hierotheos_raxis", "a", [4, 4], arc=1)
    t = Bench(pieces={"raxis": raxis, "marauder": FOE}).play("activate raxis")
    assert not [key for key in t.offers() if "thanotech" in key]


# --- resurrection_protocol -----------------------------------------------------------------------------------


def test_resurrection_protocol_returns_up_to_two_troopers_but_no_attachment() -> None:
    raiders = piece("vassal_raiders", "a", [[10, 6], None, None, None], attachments=["raker"])
    t = Bench(pieces={"grafter": piece("grafter", "a", [4, 4], arc=1), "raiders": raiders, "marauder": FOE})
    t.play("activate grafter", "spike resurrection_protocol on raiders")
    t.refusal(milli_at(10, 9.2), "WC-CYPHER-28")  # more than 2 in from the last of them
    t.play(milli_at(10, 8))
    assert (t.offers(), t.ask.default) == (["return another", "enough"], "enough")
    t.play("return another", milli_at(10, 10))
    assert [t.model(f"raiders.{n}").at for n in (2, 3)] == [milli_at(10, 8), milli_at(10, 10)]
    assert t.unit("raiders").lost == ("raiders.raker",)
    assert (t.unit("grafter").arc, len(t.happened(Placed, cite="WC-ARC-8"))) == (0, 2)
    assert not [key for key in t.offers() if "resurrection" in key]


def test_resurrection_protocol_stops_at_three_troopers_and_when_told() -> None:
    grafter = piece("grafter", "a", [4, 4], arc=1)
    two = piece("vassal_raiders", "a", [[10, 6], [12, 6], None])
    t = Bench(pieces={"grafter": grafter, "raiders": two, "marauder": FOE})
    t.play("activate grafter", "spike resurrection_protocol on raiders", milli_at(10, 8))
    assert (t.ask.prompt, t.unit("raiders").lost) == ("activate grafter", ())
    one = piece("vassal_raiders", "a", [[10, 6], None, None])
    t = Bench(pieces={"grafter": grafter, "raiders": one, "marauder": FOE})
    t.play("activate grafter", "spike resurrection_protocol on raiders", milli_at(10, 8), "enough")
    assert t.unit("raiders").lost == ("raiders.3",)


def test_resurrection_protocol_returns_no_third_trooper_to_an_attachment_alone() -> None:
    raiders = piece("vassal_raiders", "a", [None, None, None, [10, 6]], attachments=["raker"])
    t = Bench(pieces={"grafter": piece("grafter", "a", [4, 4], arc=1), "raiders": raiders, "marauder": FOE})
    t.play("activate grafter", "spike resurrection_protocol on raiders", milli_at(10, 8), "return another")
    t.play(milli_at(10, 10)).done("a", "activate grafter")
    assert t.unit("raiders").lost == ("raiders.3",)


def test_resurrection_protocol_does_not_count_another_squad_of_the_same_kind() -> None:
    pieces = {
        "grafter": piece("grafter", "a", [4, 4], arc=1),
        "raiders": piece("vassal_raiders", "a", [[10, 6], None, None]),
        "others": piece("vassal_raiders", "a", [[10, 10], [12, 10], [14, 10]]),
        "marauder": FOE,
    }
    t = Bench(pieces=pieces).play("activate grafter")
    assert [key for key in t.offers() if "resurrection" in key] == ["spike resurrection_protocol on raiders"]


def test_resurrection_protocol_is_for_squads_within_10_with_losses() -> None:
    pieces = {
        "grafter": piece("grafter", "a", [4, 4], arc=1),
        "whole": piece("vassal_reavers", "a", SQUAD),
        "far": piece("vassal_raiders", "a", [[25, 6], None, None]),
        "marauder": FOE,
    }
    t = Bench(pieces=pieces).play("activate grafter")
    assert not [key for key in t.offers() if "resurrection" in key]


@pytest.mark.rule("WC-SPEC-3", "WC-ARC-8")
def test_refusals_of_spikes_say_why() -> None:
    """The nearest trooper of a squad counts; who has no such rule is told so, Arc or no Arc."""
    rangers = piece("ranger_fire_team", "a", [[15, 24], [15, 20], [18, 24]], token=True, arc=1)
    commander = piece("paladin_commander", "a", [15, 4], arc=1)
    squad = piece("paladin_enforcers", "a", [[20, 20], [15, 18], [24, 20]], token=True)
    t = Bench(pieces={"commander": commander, "squad": squad, "rangers": rangers, "marauder": FOE}).play(
        "activate commander"
    )
    refusal = t.refusal("spike command_interface on squad", "WC-SPEC-3")
    r = {name: rules().cards.units[name].base.radius for name in ("paladin_commander", "paladin_enforcers")}
    assert refusal.short_by == 4000 - sum(r.values())
    assert t.refusal("spike jump_jets", "WC-ARC-8").reason == "commander cannot spike Jump Jets"
    assert t.refusal("spike shield", "WC-ARC-8").reason == "commander cannot spike Shield"
