"""What is still to come for a model that has left the table meanwhile: nothing is rolled, asked or moved."""

from __future__ import annotations

import pytest

from sandtable.core import Draft, Return
from sandtable.rulesets.warcaster.attacks.damage import DamageEach, PlainDamage, hurt
from sandtable.rulesets.warcaster.attacks.slams import SlamAndDamage, SlamFirst
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Left
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
