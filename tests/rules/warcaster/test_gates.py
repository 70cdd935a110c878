"""Void gates (WC-GATE): placing, charging, damage, collapse."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.dice_pools import DefenceDice
from sandtable.rulesets.warcaster.attacks.targets import declare
from sandtable.rulesets.warcaster.state.events import Charged, Cleared, Collapsed, Damaged, GatePlaced
from sandtable.rulesets.warcaster.state.stats import Arm, Def
from sandtable.rulesets.warcaster.turn.deployment_places import Arrive
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

GATE: dict[str, Any] = {"seat": "a", "step": "gate"}
R = 0.591  # a small base


def gate(at: Any, seat: str = "a", **more: Any) -> dict[str, Any]:
    return piece("void_gate", seat, at, **more)


def bench(pieces: dict[str, Any] | None = None, **more: Any) -> Bench:
    own = {"h": piece("hunter", "a", [15, 12]), "m": marauder([15, 28])} | (pieces or {})
    return Bench(**{"turn": GATE, "pieces": own, **more})


@pytest.mark.rule("WC-GATE-1", "WC-GATE-14")
def test_two_gates_at_most() -> None:
    one = bench({"gate_1": gate([5, 5], arc=1)})
    one.play("gate near h", milli_at(15, 16), "charge 0")
    assert len(one.state.gates_of(0)) == 2
    two = bench({"gate_1": gate([5, 5], arc=1), "gate_2": gate([25, 5], arc=1)})
    assert two.offers() == ["pass"]
    assert two.refusal("gate near h").cite == "WC-GATE-14"
    assert two.refusal("gate at rear edge").cite == "WC-GATE-14"


@pytest.mark.rule("WC-GATE-2", "WC-TURN-13")
def test_one_gate_a_turn_in_step_seven() -> None:
    t = bench()
    assert t.ask.cite == "WC-TURN-13"
    t.play("gate near h", milli_at(15, 16), "charge 2")
    assert t.state.step == "discard", "no second one is asked for"
    assert t.happened(GatePlaced, gate="gate_1", cite="WC-GATE-3")
    assert bench().play("pass").state.step == "discard"


@pytest.mark.rule("WC-GATE-3")
@pytest.mark.parametrize(("gap", "legal"), [(5.0, True), (5.001, True), (5.002, False)])
def test_within_five_inches_of_the_warrior(gap: float, legal: bool) -> None:
    t = bench()
    t.play("gate near h")
    spot = milli_at(15, 12 + gap + 2 * R)
    if legal:
        t.play(spot)
    else:
        refusal = t.refusal(spot)
        assert (refusal.cite, refusal.short_by) == ("WC-GATE-3", 2)


@pytest.mark.rule("WC-GATE-3")
def test_warjacks_and_gates_open_none() -> None:
    t = bench({"wolf": wolf([20, 12]), "gate_1": gate([5, 5])})
    assert t.refusal("gate near wolf").cite == "WC-GATE-3"
    assert t.refusal("gate near gate_1").cite == "WC-GATE-3"
    assert "gate near m" not in t.offers() and t.refusal("gate near m").cite == "WC-GATE-3"


@pytest.mark.rule("WC-GATE-15", "WC-GATE-3")
@pytest.mark.parametrize(("y", "legal"), [(5 + R, True), (5 + R + 0.001, True), (5 + R + 0.002, False)])
def test_within_five_inches_of_the_rear_edge(y: float, legal: bool) -> None:
    t = bench()
    t.play("gate at rear edge")
    if legal:
        t.play(milli_at(20, y))
    else:
        refusal = t.refusal(milli_at(20, y))
        assert (refusal.cite, refusal.short_by) == ("WC-GATE-15", 2)
    far = bench(sides=(1, 0))
    far.play("gate at rear edge")
    assert far.legal(milli_at(20, 26)) and not far.legal(milli_at(20, 4))


@pytest.mark.rule("WC-GATE-4")
def test_not_near_a_model_deployed_this_turn() -> None:
    t = bench({"h": piece("hunter", "a", [15, 12], entered=1)}, turn={**GATE, "box": 1})
    assert t.state.turn == 1
    assert t.refusal("gate near h").cite == "WC-GATE-4"
    assert t.offers() == ["gate at rear edge", "pass"]


@pytest.mark.rule("WC-GATE-5")
def test_models_of_the_initial_deployment_may_be_nominated_on_the_first_turn() -> None:
    t = bench({"h": piece("hunter", "a", [15, 4], entered=-1)}, turn={**GATE, "box": 1})
    assert t.state.turn == 1
    t.play("gate near h", milli_at(15, 8), "charge 1")
    assert t.unit("gate_1").arc == 1


@pytest.mark.rule("WC-GATE-6", "WC-ARC-4")
def test_zero_to_five_arc() -> None:
    t = bench()
    t.play("gate near h", milli_at(15, 16))
    assert t.offers() == [f"charge {n}" for n in (5, 4, 3, 2, 1, 0)]
    refusal = t.refusal("charge 6")
    assert refusal.cite == "WC-GATE-6"
    t.play("charge 5")
    assert (t.unit("gate_1").arc, t.player("a").well) == (5, 2)
    assert t.happened(Charged, unit="gate_1", amount=5, cite="WC-GATE-6")


@pytest.mark.rule("WC-GATE-6")
def test_no_more_than_the_well_holds() -> None:
    t = bench({"gate_9": gate([5, 5], arc=5)})
    t.play("gate near h", milli_at(15, 16))
    refusal = t.refusal("charge 3")
    assert (refusal.cite, refusal.reason) == ("WC-GATE-6", "the gate takes 0 to 2 Arc now")
    assert "0 to 2" not in t.refusal("nonsense").reason
    t.play("charge 2")
    assert t.player("a").well == 0


@pytest.mark.rule("WC-GATE-6", "WC-MERCY-2")
def test_a_gate_without_arc_stays() -> None:
    t = bench()
    t.play("gate near h", milli_at(15, 16), "charge 0", "keep")
    assert t.unit("gate_1").arc == 0 and not t.gone("gate_1")


@pytest.mark.rule("WC-GATE-7")
def test_stats_and_that_they_never_act() -> None:
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "gate_1": gate([15, 14], "b", arc=2), "g": gate([5, 5]), "m": marauder([2, 28])}
    )
    assert (t.value(Def("gate_1")), t.value(Arm("gate_1"))) == (3, 5)
    assert rules().cards.units["void_gate"].base.radius == rules().cards.bases["small"].radius
    assert t.offers() == ["activate wolf"], "gates do not activate"
    t.play("activate wolf")
    assert "attack gate_1 with rail_gun" in t.offers()
    strike = declare(t.position, "wolf", "gate_1", "rail_gun")
    assert t.value(DefenceDice(strike, "A")) == 3


@pytest.mark.rule("WC-GATE-7", "WC-TURN-3")
def test_ready_does_not_ask_gates() -> None:
    t = bench({"h": piece("hunter", "a", [15, 12], token=True), "g": gate([5, 5])}, turn={"seat": "a", "step": "ready"})
    assert not t.unit("h").token, "the gate has no token and needs none"


@pytest.mark.rule("WC-GATE-8")
@pytest.mark.parametrize(("gap", "legal"), [(1.0, False), (1.001, False), (1.002, True)])
def test_not_within_an_inch_of_an_objective(gap: float, legal: bool) -> None:
    t = bench(objectives={"mark": {"at": [15, 16], "kind": "permanent"}})
    t.play("gate near h")
    spot = milli_at(15 + gap + 0.984 + R, 16)
    assert t.legal(spot) is legal
    if not legal:
        assert t.refusal(spot).cite == "WC-GATE-8"


@pytest.mark.rule("WC-GATE-8", "WC-OBJ-15")
def test_a_carried_objective_keeps_no_gate_off() -> None:
    ore = {"ore": {"at": [15, 16], "kind": "portable"}}
    lying, carried = bench(objectives=ore), bench({"h": piece("hunter", "a", [15, 12], carrying="ore")}, objectives=ore)
    for t, legal in ((lying, False), (carried, True)):
        t.play("gate near h")
        assert t.legal(milli_at(15, 16)) is legal


@pytest.mark.rule("WC-GATE-8")
def test_the_place_must_be_free_and_on_the_table() -> None:
    wall = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 15], "size": [3, 0.5]}]}
    t = bench({"h": piece("hunter", "a", [2, 12]), "h2": piece("hunter", "a", [15, 12])}, table=wall)
    t.play("gate near h2")
    assert t.refusal(milli_at(15, 15.5)).cite == "WC-GATE-8"
    assert t.refusal(milli_at(15, 13)).cite == "WC-GATE-8", "on the hunter's base"
    assert t.legal(milli_at(15, 12 + 2 * R))
    edge = bench({"h": piece("hunter", "a", [2, 12])})
    edge.play("gate near h")
    assert edge.refusal(milli_at(0.5, 15)).cite == "WC-GATE-8"
    assert edge.legal(milli_at(R, 15))


@pytest.mark.rule("WC-GATE-9", "WC-GATE-10")
def test_damage_clears_arc_and_the_last_collapses_it() -> None:
    pieces = {"wolf": wolf([15, 8]), "gate_1": gate([15, 14], "b", arc=3), "m": marauder([2, 28])}
    hit = ["X" * 4, "MMM"]
    two = Bench(pieces=pieces, dice=[*hit, "X" * 5 + "M" * 8])
    two.play("activate wolf", "attack gate_1 with rail_gun").done()
    assert (two.unit("gate_1").arc, two.player("b").well) == (1, 6)
    assert two.happened(Cleared, unit="gate_1", amount=2, cite="WC-GATE-9") and not two.happened(Damaged)
    many = Bench(pieces=pieces, dice=[*hit, "X" * 5 + "S" * 8])
    many.play("activate wolf", "attack gate_1 with rail_gun").done()
    assert many.gone("gate_1") and "gate_1" not in many.state.units and many.player("b").well == 7
    assert many.happened(Collapsed, model="gate_1", by=0, cite="WC-GATE-10")


@pytest.mark.rule("WC-GATE-11")
@pytest.mark.parametrize(("strikes", "gone"), [("SSSSM" + "M" * 8, False), ("SSSSS" + "M" * 8, True)])
def test_a_damage_point_collapses_a_gate_without_arc(strikes: str, gone: bool) -> None:
    pieces = {"wolf": wolf([15, 8]), "gate_1": gate([15, 14], "b"), "m": marauder([2, 28])}
    t = Bench(pieces=pieces, dice=["X" * 4, "MMM", strikes])
    t.play("activate wolf", "attack gate_1 with rail_gun").done()
    assert t.gone("gate_1") is gone
    assert bool(t.happened(Collapsed, cite="WC-GATE-11")) is gone


@pytest.mark.rule("WC-GATE-10")
def test_deploying_the_last_arc_collapses_it() -> None:
    t = Bench(
        turn={"seat": "a", "step": "deployment"},
        pieces={"wolf": {"seat": "a", "unit": "dusk_wolf"}, "gate_1": gate([15, 8], arc=2), "m": marauder([2, 28])},
    )
    t.play("deploy wolf from gate_1")
    t.play(t.ask.silence(t.position))
    assert t.gone("gate_1") and t.happened(Collapsed, model="gate_1", by=None, cite="WC-GATE-10")


@pytest.mark.rule("WC-GATE-12")
def test_models_move_through_gates_but_do_not_stop_on_them() -> None:
    t = Bench(pieces={"h": piece("hunter", "a", [15, 8]), "gate_1": gate([15, 10.5]), "m": marauder([2, 28])})
    t.play("activate h", "move")
    assert t.legal([milli_at(15, 13)])
    assert t.refusal([milli_at(15, 11)]).cite == "WC-MOVE-3"


@pytest.mark.rule("WC-GATE-13")
def test_a_gate_stays_where_it_is() -> None:
    t = bench({"gate_1": gate([15, 8], arc=1)})
    before = t.model("gate_1")
    t.play("pass", "keep")
    for _ in range(8):
        t.play(t.ask.silence(t.position))
    assert t.model("gate_1") == before
    assert not [k for k in t.offers() if "gate_1" in k and "move" in k]


@pytest.mark.rule("WC-GATE-16")
def test_neither_sight_nor_a_token_matters() -> None:
    wall = {"size": 30, "terrain": [{"kind": "structure", "height": 5, "at": [15, 14.5], "size": [10, 1]}]}
    t = bench({"h": piece("hunter", "a", [15, 12], token=True)}, table=wall)
    t.play("gate near h", milli_at(15, 16), "charge 1")
    assert t.unit("gate_1").arc == 1


@pytest.mark.rule("WC-GATE-17", "WC-TURN-17")
def test_a_gate_placed_this_turn_deploys_next_turn() -> None:
    reserve = {"seat": "a", "unit": "dusk_wolf"}
    t = bench({"h": piece("hunter", "a", [15, 12]), "wolf": reserve}, turn={"seat": "a", "step": "deployment"})
    assert t.offers() == ["recall h", "done"]
    assert t.refusal("deploy wolf from gate_1").cite == "WC-DEPLOY-2"
    t.play("done", "gate near h", milli_at(15, 16), "charge 3", "keep")
    assert t.state.active == 1, "the turn is over"
    while not (t.state.active == 0 and t.state.step == "deployment"):
        t.play(t.ask.silence(t.position))
    assert "deploy wolf from gate_1" in t.offers()


def test_a_gate_on_a_roof() -> None:
    roof = {"size": 30, "terrain": [{"kind": "structure", "height": 2, "at": [15, 15], "size": [6, 6]}]}
    pieces = {
        "h": piece("hunter", "a", [15, 15], z=2, on="structure_1"),
        "s": {"seat": "a", "unit": "coalition_weaver"},
    }
    t = bench(pieces, table=roof)
    t.play("gate near h", milli_at(15, 13.5), "charge 2")
    assert (t.model("gate_1").on, t.model("gate_1").z) == ("structure_1", 2000)
    assert t.position.rules.invariants(t.position) == []


@pytest.mark.rule("WC-GATE-8", "WC-MEAS-4", "WC-OBJ-10")
def test_the_inch_round_an_objective_is_measured_in_three_dimensions() -> None:
    """Ore dropped on a roof keeps gates off the roof near it; from a step up, ore on the ground is further away."""
    given: dict[str, Any] = {"turn": GATE, "mission": "strange_matter"}
    roof = {"kind": "structure", "height": 3, "at": [20, 20], "size": [9, 9], "id": "roof", "standable": True}
    high = {"h": piece("hunter", "a", [20, 20], z=3, on="roof"), "m": marauder([40, 40])}
    ore = {"ore_centre": {"at": [20, 22], "z": 3}}
    t = Bench(table={"size": 48, "terrain": [roof]}, pieces=high, objectives=ore, **given).play("gate near h")
    assert t.refusal(milli_at(20, 23)).cite == "WC-GATE-8"
    assert t.legal(t.ask.silence(t.position))
    step = {"kind": "obstacle", "height": 1, "at": [24, 26.3], "size": [2, 2], "id": "step", "standable": True}
    low = {"h": piece("hunter", "a", [24, 29]), "m": marauder([40, 40])}
    t = Bench(table={"size": 48, "terrain": [step]}, pieces=low, **given).play("gate near h")
    assert t.legal(milli_at(24, 26.05))


@pytest.mark.rule("WC-DEPLOY-5", "WC-MEAS-4")
def test_from_a_gate_on_a_height_the_reach_along_the_table_is_shorter() -> None:
    block = {"kind": "obstacle", "id": "block", "height": 0.6, "at": [15, 8], "size": [3, 3], "standable": True}
    gate = piece("void_gate", "a", [15, 8], arc=3, z=0.6, on="block")
    pieces = {"gate_1": gate, "h": piece("hunter", "a", [3, 3]), "m": marauder([15, 28])}
    t = Bench(table={"size": 30, "terrain": [block]}, pieces=pieces)
    arrive = Arrive(piece="s", unit="s", card="coalition_weaver", seat=0, near="gate_1", reach=1000, cite="", ban="")
    assert [(site.surface.on, round(site.reach)) for site in arrive.sites(t.position)] == [
        ("block", 1000 + 2 * 591),
        ("", 800 + 2 * 591),
    ]


@pytest.mark.rule("WC-GATE-8", "WC-GATE-3")
@pytest.mark.parametrize(("hole", "room"), [(1.3, False), (4, True)])
def test_no_gate_where_there_is_no_room_for_one(hole: float, room: bool) -> None:
    """A warrior in a clearing that holds nothing else; all round is impassable."""
    far, middle, wide = 15 - (hole + 12) / 4, 15 + (hole + 12) / 4, (12 - hole) / 2
    walls = [
        {"kind": "impassable", "at": [15, far], "size": [12, wide]},
        {"kind": "impassable", "at": [15, middle], "size": [12, wide]},
        {"kind": "impassable", "at": [far, 15], "size": [wide, hole]},
        {"kind": "impassable", "at": [middle, 15], "size": [wide, hole]},
    ]
    pieces = {"h": piece("hunter", "a", [15, 15]), "m": marauder([2, 28])}
    t = Bench(table={"size": 30, "terrain": walls}, pieces=pieces, turn={"seat": "a", "step": "gate"})
    assert ("gate near h" in t.offers()) is room
    if not room:
        t.refusal("gate near h", "WC-GATE-8")
