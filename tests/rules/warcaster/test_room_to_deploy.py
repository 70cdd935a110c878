"""Room for what is deployed (WC-DEPLOY-7, WC-DEPLOY-8): on low tops, and for whole squads."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.turn.deployment_checks import places
from sandtable.rulesets.warcaster.turn.deployment_places import Arrive, has_room, witness
from tests.rules.warcaster.kit import Bench, piece
from tests.rules.warcaster.test_deployment import bench, reserve


@pytest.mark.rule("WC-DEPLOY-8", "WC-MEAS-4")
def test_room_on_a_low_top_is_looked_for_clear_of_a_marker_beside_it() -> None:
    low = {"kind": "obstacle", "id": "low", "at": [15, 15], "size": [5.8, 5.8], "height": 0.5, "standable": True}
    pieces = {"gate": piece("void_gate", "a", [15, 15], z=0.5, on="low"), "m": piece("marauder", "b", [2, 28])}
    t = Bench(table={"size": 30, "terrain": [low]}, pieces=pieces, objectives={"mark": {"at": [15, 10.8]}})
    arrive = Arrive(unit="hunter", card="hunter", seat=0, near="gate")
    wished = (15_000, 12_820)
    refusal = arrive.fault(t.position, wished)
    assert refusal is not None and refusal.cite == "WC-DEPLOY-8"
    found = arrive.find(t.position, wished)
    assert found is not None and arrive.fault(t.position, found) is None


@pytest.mark.rule("WC-DEPLOY-7", "WC-SQUAD-5")
def test_a_squad_needs_room_for_all_of_it() -> None:
    """A gate in a clearing that holds one more base."""
    walls = [
        {"kind": "impassable", "at": [15, 12.1], "size": [8, 7]},
        {"kind": "impassable", "at": [15, 3.9], "size": [8, 7]},
        {"kind": "impassable", "at": [12, 8], "size": [4.8, 1.2]},
        {"kind": "impassable", "at": [18.2, 8], "size": [4.8, 1.2]},
    ]
    gate = piece("void_gate", "a", [15, 8], arc=5)
    t = bench(
        table={"size": 30, "terrain": walls}, gate_1=gate, w=reserve("coalition_weaver"), r=reserve("vassal_reavers")
    )
    assert "deploy r from gate_1" not in t.offers()
    t.refusal("deploy r from gate_1", "WC-DEPLOY-7")


@pytest.mark.rule("WC-DEPLOY-7", "WC-DEPLOY-6")
@pytest.mark.parametrize("behind", [True, False])
def test_a_squad_that_has_no_room_ahead_of_its_gate_is_put_down_behind_it(behind: bool) -> None:
    """A dead end ahead holds one base, too far from the open ground behind the gate for the other two."""
    walls = [
        {"kind": "impassable", "at": [9.675, 18.95], "size": [9.35, 12.1]},
        {"kind": "impassable", "at": [20.325, 18.95], "size": [9.35, 12.1]},
        {"kind": "impassable", "at": [15, 20.875], "size": [1.3, 8.25]},
    ]
    shut = {"kind": "impassable", "at": [15, 6.6], "size": [20, 12.4]}
    t = bench(
        table={"size": 30, "terrain": walls if behind else [*walls, shut]},
        gate_1=piece("void_gate", "a", [15, 14], arc=5),
        h=piece("hunter", "a", [2, 28]),
        r=reserve("vassal_reavers"),
    )
    squad = places(t.position, "r", "gate_1", ())
    found = witness(t.position, squad)
    assert has_room(t.position, squad) is (found is not None) is behind
    assert ("deploy r from gate_1" in t.offers()) is behind
    if found is not None:
        assert all(y < 13_000 for _, (_, y) in found)
        t.play("deploy r from gate_1", found)
        assert t.state.models_of("r") == ["r.1", "r.2", "r.3"]
