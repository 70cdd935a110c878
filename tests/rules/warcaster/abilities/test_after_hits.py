"""What a hit sets off after the attack: Dominion Converter, Siphon Power, Void Shifter, Dislocator."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.abilities.after_attack import enemies_destroyed
from sandtable.rulesets.warcaster.abilities.reposition import RepositionModel
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Charged, Repositioned, Spiked
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

GUN = wolf([15, 8], cortex="scout", weapons=["rail_gun"])


@pytest.mark.rule("WC-ARC-2", "WC-ARC-4")
def test_dominion_converter_is_charged_after_a_hit() -> None:
    breaker = piece("paladin_siegebreaker", "b", [15, 14])
    t = Bench(pieces={"wolf": GUN, "breaker": breaker}, dice=["SMMM", "MM", "MMMMMM"])
    t.play("activate wolf", "attack breaker with rail_gun").done()
    assert (t.ask.seat, t.offers()) == (1, ["dominion_converter of breaker", "pass"])
    t.play("dominion_converter of breaker")
    assert (t.unit("breaker").arc, t.player("b").well) == (1, 6)
    assert t.happened(Charged, unit="breaker", cite="WC-ARC-2")


@pytest.mark.rule("WC-ARC-2", "WC-ARC-4")
@pytest.mark.parametrize(("attack", "arc", "gate"), [("MMMM", 0, 0), ("SMMM", 1, 0), ("SMMM", 0, 5)])
def test_dominion_converter_needs_a_hit_room_and_a_well(attack: str, arc: int, gate: int) -> None:
    pieces = {
        "wolf": GUN,
        "breaker": piece("paladin_siegebreaker", "b", [15, 14], arc=arc),
        "gate": piece("void_gate", "b", [25, 25], arc=gate),
        "brand": piece("firebrand", "b", [20, 25], arc=2 if gate else 0),
    }
    t = Bench(pieces=pieces, dice=[attack, "MM"] + ["MMMMMM"] * (attack != "MMMM"))
    t.play("activate wolf", "attack breaker with rail_gun").done()
    assert t.ask.prompt == "activate wolf"


@pytest.mark.rule("WC-ARC-2", "WC-ARC-4")
def test_dominion_converter_takes_the_last_arc_of_the_well() -> None:
    pieces = {
        "wolf": GUN,
        "breaker": piece("paladin_siegebreaker", "b", [15, 14]),
        "gate": piece("void_gate", "b", [25, 25], arc=5),
        "brand": piece("firebrand", "b", [20, 25], arc=1),
    }
    t = Bench(pieces=pieces, dice=["SMMM", "MM", "MMMMMM"])
    assert t.player("b").well == 1
    t.play("activate wolf", "attack breaker with rail_gun", "dominion_converter of breaker")
    assert (t.unit("breaker").arc, t.player("b").well) == (1, 0)


# --- siphon_power -------------------------------------------------------------------------------------------


def siphon(arc: int, enemy_arc: int) -> Bench:
    baron = piece("cassius_mooregrave", "a", [15, 8], arc=arc)
    rangers = piece("ranger_fire_team", "b", [[15, 9.5], [20, 20], [22, 20]], arc=enemy_arc)
    dice = ["SSMMM" + "MM" * arc, "MMM", "XXMMMSS"]
    t = Bench(pieces={"baron": baron, "rangers": rangers}, dice=dice)
    t.play("activate baron", "attack rangers.1 with oblivion").done()
    assert t.gone("rangers.1")
    return t


def test_siphon_power_charges_the_uncharged_after_destroying_a_charged_enemy() -> None:
    t = siphon(0, 1)
    assert t.offers() == ["siphon_power of baron", "pass"]
    t.play("siphon_power of baron")
    assert (t.unit("baron").arc, t.cited("WC-ARC-2")) == (1, True)


@pytest.mark.parametrize(("arc", "enemy"), [(1, 1), (0, 0)])
def test_siphon_power_needs_an_empty_baron_and_a_charged_victim(arc: int, enemy: int) -> None:
    assert siphon(arc, enemy).ask.prompt == "activate baron"


def test_siphon_power_takes_nothing_from_a_collapsing_gate() -> None:
    pieces = {
        "baron": piece("cassius_mooregrave", "a", [15, 8]),
        "gate": piece("void_gate", "b", [15, 9.5], arc=1),
        "hunter": piece("hunter", "b", [3, 25]),
    }
    t = Bench(pieces=pieces, dice=["SSMMM", "MMM", "XXMMMSS"])
    t.play("activate baron", "attack gate with oblivion").done()
    assert (t.gone("gate"), t.ask.prompt) == (True, "activate baron")


# --- void_shifter -----------------------------------------------------------------------------------------------


@pytest.mark.rule("WC-ARC-7", "WC-MOVE-6")
@pytest.mark.parametrize(("arc", "asked"), [(1, True), (0, False)])
def test_void_shifter_is_put_elsewhere_after_a_hit_while_charged(arc: int, asked: bool) -> None:
    voss = piece("justicar_voss", "b", [15, 14], arc=arc)
    t = Bench(pieces={"wolf": GUN, "voss": voss}, dice=["SMMM", "MMMM", "MMMMMM"])
    t.play("activate wolf", "attack voss with rail_gun", *(["pass"] * arc)).done()  # no Void Jumper
    if not asked:
        assert t.ask.prompt == "activate wolf"
        return
    assert (t.ask.seat, t.offers()) == (1, ["void_shifter of voss", "pass"])
    t.play("void_shifter of voss")
    edge = 14 + 2 + 2 * 0.591  # base edges 2 in apart
    t.refusal(milli_at(15, edge + 0.002), "WC-MOVE-6")
    t.play(milli_at(15, edge))
    assert t.happened(Repositioned, model="voss", cite="WC-MOVE-6")
    assert (t.model("voss").at, t.unit("voss").arc) == (milli_at(15, edge), 1)


# --- dislocator -----------------------------------------------------------------------------------------------------


def displaced(*dice: str, arc: int = 1, target: dict[str, object] | None = None) -> Bench:
    nemesis = piece("nemesis", "a", [15, 8], arc=arc, cortex="reciprocator", weapons=["displacer"])
    pieces = {"nemesis": nemesis, "target": target or marauder([15, 14]), "hunter": piece("hunter", "b", [3, 25])}
    t = Bench(pieces=pieces, dice=dice)
    return t.play("activate nemesis", *(["pass"] * arc), "attack target with displacer").done()


@pytest.mark.rule("WC-MOVE-6")
def test_dislocator_lets_the_attacker_put_the_model_hit_elsewhere() -> None:
    t = displaced("SMMMM", "MM", "MMMMM")
    assert (t.ask.seat, t.offers()) == (0, ["spike dislocator", "pass"])
    t.play("spike dislocator")
    assert (t.ask.seat, t.unit("nemesis").arc) == (0, 0)
    edge = 14 + 3 + 2 * 0.787
    t.refusal(milli_at(15, edge + 0.002), "WC-MOVE-6")
    t.play(milli_at(15, edge))
    assert t.model("target").at == milli_at(15, edge)
    assert t.happened(Spiked, rule="dislocator", cite="WC-ARC-8")
    assert t.happened(Repositioned, model="target", cite="WC-MOVE-6")


def test_dislocator_needs_a_hit_arc_and_a_model_that_can_be_moved() -> None:
    assert displaced("MMMMM", "MM").ask.prompt == "activate nemesis"
    assert displaced("SMMM", "MM", "MMMMM", arc=0).ask.prompt == "activate nemesis"
    gate = piece("void_gate", "b", [15, 14], arc=2)
    assert displaced("SMMMM", "MMM", "MMMMM", target=gate).ask.prompt == "activate nemesis"


@pytest.mark.rule("WC-MOVE-6", "WC-FALL-8")
def test_a_model_left_overhanging_may_stay_where_it_is() -> None:
    roof = {"kind": "structure", "height": 3, "at": [20, 20], "size": [6, 6], "id": "roof", "standable": True}
    pieces = {"m": marauder([22.8, 20], z=3, on="roof"), "x": wolf([5, 5])}
    frame = RepositionModel(model="m", reach=3000, seat=0)
    t = Bench(table={"size": 48, "terrain": [roof]}, pieces=pieces, frame=frame)
    assert t.refusal(milli_at(22.7, 20)).cite == "WC-MOVE-7"
    t.play(t.ask.default)
    assert (t.model("m").at, t.model("m").z) == (milli_at(22.8, 20), 3000)


@pytest.mark.parametrize(
    ("gone", "counts"),
    [((), False), (("friend",), False), (("foe",), True), (("friend", "foe"), True), (("gate",), False)],
)
def test_an_enemy_among_the_destroyed_counts_whoever_else_fell(gone: tuple[str, ...], counts: bool) -> None:
    here = {"me": marauder([10, 10], seat="a"), "friend": piece("grafter", "a", [12, 12]), "foe": wolf([14, 14], "b")}
    t = Bench(pieces=here)
    made = Strike(attacker="me", target="foe", kind="melee", weapon="mangler", destroyed=gone)
    assert enemies_destroyed(t.position, made, 0) is counts
