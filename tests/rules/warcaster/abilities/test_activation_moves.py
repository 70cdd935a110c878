"""Spikes that move a unit in its activation: Slip Displacer, Phase Stalker, Afterburner, Phase Sequencer, Jump Jets."""

from __future__ import annotations

import pytest

from sandtable.core import Sequence
from sandtable.rulesets.warcaster.state.events import Spiked
from sandtable.rulesets.warcaster.state.stats import Spd, Trait
from sandtable.rulesets.warcaster.turn.activation import Activation
from sandtable.rulesets.warcaster.turn.activity import Activity
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FAR = marauder([28, 28])
RANGERS = [[15, 8], [16.5, 8], [18, 8]]


@pytest.mark.rule("WC-ARC-8", "WC-ARC-9", "WC-SPEC-4")
def test_slip_displacer_moves_the_unit_once_for_one_arc() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8], arc=3), "marauder": FAR})
    t.play("activate wolf", "spike slip_displacer")
    assert (t.unit("wolf").arc, t.player("a").well) == (2, 5)
    refusal = t.refusal([milli_at(15, 11.002)])
    assert (refusal.cite, refusal.short_by) == ("WC-MOVE-1", 2)
    t.play([milli_at(15, 11)])
    assert t.model("wolf").at == milli_at(15, 11)
    assert t.refusal("spike slip_displacer").cite == "WC-SPEC-4"  # once per activation, with Arc to spare
    assert "move" in t.offers()
    assert t.cited("WC-ARC-8")


@pytest.mark.rule("WC-ARC-8")
def test_slip_displacer_needs_arc() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "marauder": FAR})
    t.play("activate wolf")
    assert "spike slip_displacer" not in t.offers()
    assert t.refusal("spike slip_displacer").cite == "WC-ARC-8"
    assert t.refusal("spike jump_jets").cite == "WC-ARC-8"  # not its own


@pytest.mark.rule("WC-SPEC-2", "WC-ARC-9")
def test_slip_displacer_of_a_squad_takes_its_one_arc_and_moves_it_as_a_squad() -> None:
    t = Bench(pieces={"rangers": piece("ranger_fire_team", "a", RANGERS, arc=1), "marauder": FAR})
    t.play("activate rangers", "spike slip_displacer", "rangers.2", [milli_at(16.5, 11)])
    t.play([["rangers.1", milli_at(15, 11)], ["rangers.3", milli_at(18, 11)]])
    assert (t.unit("rangers").arc, t.player("a").well) == (0, 7)
    assert [t.model(f"rangers.{n}").y for n in (1, 2, 3)] == [11000] * 3
    assert [e.unit for e in t.happened(Spiked, rule="slip_displacer")] == ["rangers"]


@pytest.mark.rule("WC-SPEC-4")
def test_slip_displacer_is_once_for_the_squad_not_for_each_trooper() -> None:
    rich = piece("ranger_fire_team", "a", RANGERS, arc=2)  # more than a squad can hold, so that only the limit bars it
    t = Bench(pieces={"rangers": rich, "marauder": FAR})
    t.play("activate rangers", "spike slip_displacer", "rangers.1", [], followers())
    assert (t.unit("rangers").arc, "spike slip_displacer" in t.offers()) == (1, False)


def followers() -> list[list[object]]:
    return [["rangers.2", milli_at(16.5, 8)], ["rangers.3", milli_at(15, 10)]]


@pytest.mark.rule("WC-ARC-18", "WC-ARC-9")
def test_slip_displacer_and_another_spike_in_one_activation_cost_an_arc_each() -> None:
    armed = wolf([15, 8], arc=3, cortex="scout", weapons=["rail_gun", "rail_gun"])
    dice = ["SMMMSS", "MM", "M" * 8, "SMMMS", "MM", "M" * 7]
    t = Bench(pieces={"wolf": armed, "marauder": marauder([15, 18])}, dice=dice)
    t.play("activate wolf", "spike slip_displacer", [milli_at(15, 9)])
    t.play("attack marauder with rail_gun", "spike arc_booster")  # not offered again for this attack
    t.play("attack marauder with rail_gun_2", "spike arc_booster").done()  # for the next it is
    assert [e.rule for e in t.happened(Spiked)] == ["slip_displacer", "arc_booster", "arc_booster"]
    assert (t.unit("wolf").arc, t.player("a").well) == (0, 7)
    assert not [key for key in t.offers() if "spike" in key]


@pytest.mark.rule("WC-ACT-15")
def test_slip_displacer_is_fresh_in_another_activation() -> None:
    again = tuple(Activation(activity=Activity(unit="wolf")) for _ in range(2))
    t = Bench(pieces={"wolf": wolf([15, 8], arc=2), "marauder": FAR}, frame=Sequence(frames=again))
    t.play("spike slip_displacer", [milli_at(15, 9)])
    assert "spike slip_displacer" not in t.offers()
    t.play("end", "spike slip_displacer", [milli_at(15, 10)])
    assert (t.model("wolf").at, t.unit("wolf").arc) == (milli_at(15, 10), 0)


# --- phase_stalker ------------------------------------------------------------------------------------


@pytest.mark.rule("WC-SPEC-5")
def test_phase_stalker_moves_and_makes_one_extra_attack() -> None:
    baron = piece("cassius_mooregrave", "a", [15, 8], arc=1)
    t = Bench(pieces={"baron": baron, "marauder": marauder([15, 18])}, dice=["MMMM", "MM", "MMMM", "MM", "MMMM", "MM"])
    t.play("activate baron", "spike phase_stalker", [milli_at(15, 11)])
    assert t.unit("baron").arc == 0
    assert t.legal("attack marauder with magnum")
    t.refusal("attack marauder with oblivion", "WC-MEAS-3")  # it follows the rules of attacks: out of reach
    t.play("attack marauder with magnum")
    t.play("attack marauder with magnum")  # its own attacks are still there, one with each weapon
    assert "attack marauder with magnum" not in t.offers()
    assert "spike phase_stalker" not in t.offers()


def test_phase_stalker_of_a_raker_moves_the_raker_alone() -> None:
    raiders = piece("vassal_raiders", "a", [*RANGERS, [19.5, 8]], attachments=["raker"], arc=1)
    t = Bench(pieces={"raiders": raiders, "marauder": marauder([19.5, 13.3])}, dice=["MMMM", "MM"])
    t.play("activate raiders", "spike phase_stalker", [milli_at(19.5, 11)])
    assert t.ask.cite == "WC-SPEC-5"
    t.play("attack marauder with mandibles").done()
    assert t.model("raiders.raker").at == milli_at(19.5, 11)
    assert t.model("raiders.3").at == milli_at(18, 8)
    assert t.unit("raiders").arc == 0


# --- afterburner --------------------------------------------------------------------------------------


def test_afterburner_advances_three_times_spd_and_bars_attacks() -> None:
    nemesis = piece("nemesis", "a", [15, 4], arc=2)
    t = Bench(table={"size": 48}, pieces={"nemesis": nemesis, "marauder": marauder([15, 27])})
    t.play("activate nemesis", "spike afterburner")
    refusal = t.refusal([milli_at(15, 22.002)])
    assert (refusal.cite, refusal.short_by) == ("WC-MOVE-1", 2)
    t.play([milli_at(15, 22)])
    assert t.offers() == ["end"]
    assert t.refusal("attack marauder with rocket_pod").cite == "WC-ACT-2"
    assert (t.unit("nemesis").arc, t.cited("WC-ARC-8")) == (1, True)


def test_afterburner_is_for_the_start_of_the_activation() -> None:
    t = Bench(pieces={"nemesis": piece("nemesis", "a", [15, 8], arc=1), "marauder": FAR})
    t.play("activate nemesis", "pass")
    assert "spike afterburner" not in t.offers()


# --- jump_jets ------------------------------------------------------------------------------------------

HOUSE = {"size": 30, "terrain": [{"kind": "structure", "height": 3, "at": [15, 12], "size": [6, 2]}]}


@pytest.mark.rule("WC-SPEC-4")
def test_jump_jets_give_speed_and_flight_until_the_activation_ends() -> None:
    raptor = piece("strike_raptor", "a", [15, 8], arc=2)
    t = Bench(table=HOUSE, pieces={"raptor": raptor, "marauder": FAR})
    assert (t.value(Spd("raptor")), t.position.holds(Trait("raptor", "flight"))) == (5000, False)
    t.play("activate raptor", "spike jump_jets")
    assert (t.value(Spd("raptor")), t.position.holds(Trait("raptor", "flight"))) == (8000, True)
    assert any(term.cite == "WC-ARC-8" for term in t.position.terms(Spd("raptor")))
    assert "spike jump_jets" not in t.offers()
    t.play("move")
    t.refusal([milli_at(15, 16.1)], "WC-MOVE-1")
    t.play([milli_at(15, 16)], "end")
    assert t.model("raptor").at == milli_at(15, 16)
    assert (t.value(Spd("raptor")), t.position.holds(Trait("raptor", "flight"))) == (5000, False)


# --- phase_sequencer --------------------------------------------------------------------------------------


def test_phase_sequencer_passes_through_structures_and_models_but_stops_in_neither() -> None:
    reavers = piece("vassal_reavers", "a", [[15, 9], [13, 9], [17, 9]], arc=1)
    wall = {"size": 30, "terrain": [{"kind": "structure", "height": 3, "at": [15, 11], "size": [6, 0.5]}]}
    t = Bench(table=wall, pieces={"reavers": reavers, "marauder": FAR})
    t.play("activate reavers", "move", "reavers.1")
    t.refusal([milli_at(15, 13)], "WC-TERRAIN-14")
    t.play([])
    t = Bench(table=wall, pieces={"reavers": reavers, "marauder": marauder([15, 12.6])})
    t.play("activate reavers", "spike phase_sequencer", "move", "reavers.1")
    t.refusal([milli_at(15, 11)], "WC-TERRAIN-14")  # inside the wall
    t.refusal([milli_at(15, 12.6)], "WC-MOVE-4")  # on the marauder
    t.play([milli_at(15, 14.5)])
    assert (t.model("reavers.1").at, t.unit("reavers").arc) == (milli_at(15, 14.5), 0)
    assert t.cited("WC-ARC-8")


@pytest.mark.rule("WC-FALL-5")
def test_a_fall_in_phase_stalker_ends_the_activation_before_its_attack() -> None:
    roof = {"kind": "structure", "height": 4, "at": [20, 20], "size": [6, 6], "id": "roof", "standable": True}
    baron = piece("cassius_mooregrave", "a", [22, 20], z=4, on="roof", arc=1)
    t = Bench(table={"size": 48, "terrain": [roof]}, pieces={"baron": baron, "foe": marauder([30, 20])}, dice=["XXSM"])
    t.play("activate baron", "spike phase_stalker", [milli_at(24.5, 20)]).done()
    assert (t.model("baron").damage, t.unit("baron").token, t.state.activating) == (1, True, "")
    assert t.state.step == "cypher_b"
