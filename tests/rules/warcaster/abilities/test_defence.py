"""Special rules of the defender's dice."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.dice_pools import DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.stats import Def
from tests.rules.warcaster.abilities.setting import apart, bench, reasons
from tests.rules.warcaster.kit import marauder, piece, wolf


@pytest.mark.rule("WC-SPEC-3")
@pytest.mark.parametrize(("beyond", "bonus"), [(0.0, 1), (0.001, 1), (0.002, 0)])
def test_neural_net_counts_units_exactly_within_five_inches(beyond: float, bonus: int) -> None:
    friend = piece("hunter", "a", [10 + apart("dusk_wolf", "hunter", 5) + beyond, 10])
    t = bench({"wolf": wolf([10, 10], cortex="neural_net"), "hunter": friend, "foe": marauder([40, 40])})
    assert t.value(Def("wolf")) == 3 + bonus
    if bonus:
        assert reasons(t, Def("wolf"))["Neural Net"] == (1, "WC-GEN-8")


@pytest.mark.rule("WC-SPEC-3")
def test_neural_net_counts_other_friendly_units_up_to_three() -> None:
    net = wolf([10, 10], cortex="neural_net")
    squad = piece("ranger_fire_team", "a", [[12, 10], [12, 12], [10, 13]])
    others = {"gate": piece("void_gate", "a", [8, 8], arc=1), "foe": marauder([13, 8])}
    assert bench({"wolf": net, "squad": squad, **others}).value(Def("wolf")) == 4
    more = {n: piece("hunter", "a", [7, 9 + 1.5 * i]) for i, n in enumerate(("h1", "h2", "h3"))}
    assert bench({"wolf": net, "squad": squad, **others, **more}).value(Def("wolf")) == 6


@pytest.mark.rule("WC-ARC-7")
def test_thrusters_add_defence_for_each_arc() -> None:
    t = bench(
        {"raptor": piece("strike_raptor", "b", [20, 10], arc=3), "wolf": wolf([10, 10])},
        dice=("MMMM", "MMMMM"),
    )
    t.play("activate wolf", "attack raptor with rail_gun").done()
    assert t.pool("defence") == {"A": 5}
    assert reasons(t, Def("raptor"))["Thrusters"] == (3, "WC-ARC-7")


@pytest.mark.parametrize(
    ("attacker", "weapon", "dice"),
    [("marauder", "mangler", 5), ("marauder", "shredder", 3), ("scourge", "wrecking_claw", 3)],
)
def test_living_terror_frightens_warriors_in_melee(attacker: str, weapon: str, dice: int) -> None:
    x = 10 + apart(attacker, "cassius_mooregrave", 1)
    strafe = ("M",) if weapon == "shredder" else ()
    t = bench(
        {"baron": piece("cassius_mooregrave", "b", [10, 10]), "foe": piece(attacker, "a", [x, 10])},
        dice=(*strafe, "MMMM", "M" * dice),
    )
    t.play("activate foe", f"attack baron with {weapon}").done()
    assert t.pool("defence") == {"A": dice}
    strike = Strike(attacker="foe", target="baron", kind="melee")
    terror = reasons(t, Def("baron", strike)).get("Living Terror")
    assert terror == ((2, "WC-GEN-8") if attacker == "marauder" else None)


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-1")
def test_arc_disruptor_helps_the_whole_squad_against_furies() -> None:
    at = [[10, 10], [12, 10], [14, 10], [16, 10]]
    for arc, dice in ((1, 2), (0, 0)):
        squad = piece("ranger_fire_team", "b", at, arc=arc, attachments=["warder"])
        t = bench({"rangers": squad, "weaver": piece("immortal_weaver", "a", [12, 16])})
        for model in ("rangers.1", "rangers.warder"):
            fury = Strike(attacker="weaver", target=model, kind="fury", cypher="cryo_lock")
            assert t.value(DefenceDice(fury, "P")) == dice
            shot = Strike(attacker="weaver", target=model, kind="ranged", weapon="psychokinetic_hood")
            assert t.value(DefenceDice(shot, "P")) == 0
        if arc:
            assert reasons(t, DefenceDice(fury, "P"))["Arc Disruptor"] == (2, "WC-ARC-7")
