"""What is still to come for a model that has left the table meanwhile: nothing is rolled, asked or moved."""

from __future__ import annotations

import pytest

from sandtable.core import Draft, Return, Window
from sandtable.rulesets.warcaster.attacks.damage import DamageEach, PlainDamage, hurt
from sandtable.rulesets.warcaster.attacks.slams import Slam, SlamAndDamage, SlamFirst
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Dropped, Left
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.strikes import BIG, attack

PIECES = {"wolf": wolf([10, 10]), "m": marauder([20, 20])}
MOMENTUM = {"a": {"in_play": {"momentum_calibrator": "wolf"}}}


@pytest.mark.rule("WC-BLAST-3", "WC-STAT-17")
def test_no_damage_is_rolled_for_a_model_that_is_gone() -> None:
    t = Bench(pieces=PIECES, frame=PlainDamage(model="gone", pow=3))
    assert t.game.waiting is None and t.rolls == []
    ended = PlainDamage(model="gone", pow=3).start(Draft(rules(), t.state))
    assert isinstance(ended, Return) and ended.value == (False,)


@pytest.mark.rule("WC-GEN-12", "WC-BLAST-10")
def test_of_rolls_due_together_those_for_models_that_are_gone_fall_away() -> None:
    rolls = (PlainDamage(model="gone", pow=5), PlainDamage(model="m", pow=3))
    t = Bench(pieces=PIECES, frame=DamageEach(seat=0, rolls=rolls), dice=["MMM"]).done()
    assert t.game.waiting is None and len(t.rolls) == 1, "one is left: nobody is asked for the order"


@pytest.mark.rule("WC-STAT-17", "WC-ATK-9")
@pytest.mark.parametrize(
    ("model", "points", "gone"), [("gone", 3, False), ("m", 0, False), ("m", 1, False), ("m", 9, True)]
)
def test_damage_tells_whether_the_model_is_gone_by_it(model: str, points: int, gone: bool) -> None:
    t = Bench(pieces=PIECES)
    d = Draft(rules(), t.state)
    assert hurt(d, model, points, by=0, cite="WC-ATK-9") is gone
    assert [e.how for e in d.events if isinstance(e, Left)] == ["destroyed"] * gone
    assert d.state.models.get("m") is None if gone else d.state.models["m"].damage == (points if model == "m" else 0)


@pytest.mark.rule("WC-EDGE-1", "WC-SLAM-5")
def test_over_the_edge_a_slam_with_damage_of_its_own_rolls_none() -> None:
    pieces = {"w": wolf([15, 26]), "h": piece("hunter", "b", [15, 28]), "m": marauder([3, 3])}
    slam = SlamAndDamage(model="h", source="w", distance=3000, pow=4, collateral=4, by=0)
    t = Bench(table={"size": 30}, pieces=pieces, frame=slam)
    assert t.gone("h") and t.rolls == [] and t.game.waiting is None


@pytest.mark.rule("WC-SLAM-13", "WC-SLAM-2")
def test_no_distance_is_rolled_to_slam_a_gate() -> None:
    pieces = {"wolf": wolf([20, 10], weapons=["ripper"]), "gate": piece("void_gate", "b", [20, 12], arc=2)}
    t = attack(pieces, "wolf", "gate", "ripper", "SMMM", "MMM", "MMMMM", seats=MOMENTUM).done()
    assert [r.purpose for r in t.rolls] == ["attack and defence", "damage"]


@pytest.mark.rule("WC-SLAM-18")
@pytest.mark.parametrize("target", ["gone", "gate"])
def test_of_two_slams_none_is_picked_for_whoever_cannot_be_slammed(target: str) -> None:
    pieces = {"wolf": wolf([20, 10], weapons=["force_hammer"]), "gate": piece("void_gate", "b", [20, 12], arc=2)}
    made = Strike(attacker="wolf", target=target, kind="melee", weapon="force_hammer", pow=3, rules=("repulsor",))
    t = Bench(table=BIG, pieces=pieces, seats=MOMENTUM, frame=SlamFirst(strike=made))
    assert t.game.waiting is None and t.rolls == []


@pytest.mark.rule("WC-ATK-7", "WC-ATK-8", "WC-SLAM-6")
@pytest.mark.parametrize(("attack", "dice"), [("MMMM", []), ("SSMM", ["MMMMMM"])])
def test_what_was_rolled_for_is_used_up_when_the_attack_is_over(attack: str, dice: list[str]) -> None:
    """Margin and contact die went into the damage roll: rules after the attack find neither."""
    brand = piece("firebrand", "b", [15, 14], cortex="reflex", weapons=["immolator"])
    t = Bench(pieces={"wolf": wolf([15, 8], weapons=["rail_gun"]), "brand": brand}, dice=[attack, "SMM", *dice])
    t.play("activate wolf", "attack brand with rail_gun").done("b")
    (strike,) = (frame.subject for frame in t.game.stack if isinstance(frame, Window))
    assert (strike.hit, bool(dice)) in ((True, True), (False, False))
    assert (strike.attack, strike.defence, strike.margin, strike.power) == (0, 0, 0, 0)


@pytest.mark.rule("WC-EDGE-1", "WC-OBJ-12", "WC-FALL-1")
@pytest.mark.parametrize(("height", "z"), [(2, 2000), (0, 0)])
def test_off_a_roof_and_the_table_a_carrier_drops_its_objective_on_what_lies_below(height: float, z: int) -> None:
    """The lower roof reaches up to the edge of the table."""
    low = [{"kind": "structure", "id": "low", "height": height, "at": [15, 28], "size": [6, 4]}] if height else []
    roof = {"kind": "structure", "id": "roof", "height": 4, "at": [15, 22], "size": [6, 6]}
    pieces = {
        "m": marauder([3, 3]),
        "wolf": wolf([15, 21], z=4, on="roof"),
        "h": piece("hunter", "b", [15, 24], carrying="ore", z=4, on="roof"),
    }
    slam = Slam(model="h", source="wolf", distance=9000, by=0)
    ore = {"ore": {"kind": "portable", "at": [5, 5]}}
    t = Bench(table={"size": 30, "terrain": [roof, *low]}, pieces=pieces, frame=slam, objectives=ore)
    assert t.gone("h")
    assert [(e.x, e.y, e.z) for e in t.happened(Dropped)] == [(15000, 30000 - 591, z)]
