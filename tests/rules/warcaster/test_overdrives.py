"""Overdrives (WC-CYPHER-20..-25, -45)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.state.events import EffectGained, TokenRemoved
from sandtable.rulesets.warcaster.state.stats import Def, Spd, Trait
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf

OPEN = {"size": 30}


def bench(pieces: dict[str, Any], dice: list[str] | None = None, **more: Any) -> Bench:
    turn = {"step": more.pop("step", "cypher_a")}
    return Bench(table=OPEN, pieces=pieces, turn=turn, dice=dice or [], **more)


def holding(*cards: str) -> dict[str, Any]:
    return {"a": {"hand": list(cards)}}


def lying(card: str, unit: str = "wolf") -> dict[str, Any]:
    return {"a": {"in_play": {card: unit}}}


@pytest.mark.rule("WC-CYPHER-20")
@pytest.mark.parametrize(("gap", "defence"), [(5.0, 5), (5.001, 5), (5.002, 3)])
def test_interdiction_protocol_shields_warriors_within_five_inches(gap: float, defence: int) -> None:
    near = round(10 + gap + 0.984 + 0.591, 3)
    pieces = {
        "wolf": wolf([10, 5]),
        "rangers": piece("ranger_fire_team", "a", [[near, 5], None, None]),
        "raptor": piece("strike_raptor", "a", [10, 9]),
        "reavers": piece("vassal_reavers", "b", [[10, 2], None, None]),
        "gate": piece("void_gate", "a", [7, 5]),
    }
    t = bench(pieces, seats=holding("interdiction_protocol"))
    assert t.value(Def("rangers.1")) == 3
    t.play("play interdiction_protocol on wolf")
    assert t.value(Def("rangers.1")) == defence
    assert (t.value(Def("raptor")), t.value(Def("reavers.1")), t.value(Def("gate"))) == (2, 3, 3)
    assert t.player("a").in_play == (("interdiction_protocol", "wolf"),)
    if defence == 5:
        assert "WC-CYPHER-20" in {term.cite for term in t.position.terms(Def("rangers.1"))}


@pytest.mark.rule("WC-CYPHER-21")
def test_momentum_calibrator_slams_by_strength_before_damage() -> None:
    pieces = {"wolf": wolf([15, 10], weapons=["ripper"]), "marauder": marauder([15, 12])}
    t = bench(pieces, ["SSSM", "MM", "SSMM", "SSSSMMM"], seats=lying("momentum_calibrator"), step="activation")
    t.play("activate wolf", "attack marauder with ripper").done()
    assert t.model("marauder").at == (15000, 14000)
    assert t.model("marauder").damage == 1
    assert t.cited("WC-CYPHER-21")


@pytest.mark.rule("WC-CYPHER-21")
def test_momentum_calibrators_collateral_power_is_the_strength() -> None:
    pieces = {
        "wolf": wolf([15, 10], weapons=["ripper"]),
        "marauder": marauder([15, 12]),
        "reavers": piece("vassal_reavers", "b", [[15, 14.5], None, None]),
    }
    dice = ["SSSM", "MM", "SSSS", "MMMMMMM", "XSMM"]
    t = bench(pieces, dice, seats=lying("momentum_calibrator"), step="activation")
    t.play("activate wolf", "attack marauder with ripper").done()
    assert t.pool("collateral on reavers.1") == {"A": 4} and t.gone("reavers.1")


@pytest.mark.rule("WC-CYPHER-21")
@pytest.mark.parametrize(("victim", "slammed"), [("wolf", False), ("hunter", True)])
def test_momentum_calibrator_moves_no_larger_base(victim: str, slammed: bool) -> None:
    """No base is larger than a warjack's, so the card lies with a solo here whose STR is that of a Tune Up."""
    pieces = {
        "marauder": marauder([15, 10], effects=["tune_up"]),
        "wolf": wolf([15, 12]),
        "hunter": piece("hunter", "a", [15, 8]),
    }
    dice = ["SSSSS", "MMMM", *(["S"] if slammed else []), "M" * 9]
    t = Bench(
        table=OPEN,
        pieces=pieces,
        seats={"b": {"in_play": {"momentum_calibrator": "marauder"}}},
        turn={"seat": "b", "step": "activation"},
        dice=dice,
    )
    t.play("activate marauder", f"attack {victim} with mangler").done()
    assert t.model(victim).at == ((15000, 12000) if victim == "wolf" else (15000, 7000))


@pytest.mark.rule("WC-CYPHER-21")
def test_momentum_calibrator_does_not_move_targets_of_ranged_attacks() -> None:
    jack = piece("firebrand", "a", [15, 10], weapons=["fusion_glaive", "harbinger_cannon"])
    pieces = {"firebrand": jack, "marauder": marauder([15, 12])}
    dice = ["M", "SSSM", "MM", "MMMMMMM"]
    t = bench(pieces, dice, seats=lying("momentum_calibrator", "firebrand"), step="activation")
    t.play("activate firebrand", "attack marauder with harbinger_cannon").done()
    assert t.model("marauder").at == (15000, 12000)


@pytest.mark.rule("WC-CYPHER-22")
def test_kinetic_accelerator_sweeps_every_enemy_within_range() -> None:
    pieces = {
        "wolf": wolf([15, 10], weapons=["ripper"]),
        "rangers": piece("ranger_fire_team", "a", [[17, 10], None, None]),
        "marauder": marauder([15, 12]),
        "reavers": piece("vassal_reavers", "b", [[15, 8], [15, 20], None]),
        "nemesis": piece("nemesis", "b", [12.5, 10]),
    }
    dice = ["SSSM", "MM", "SSSSMMM", "SSMM", "MMM", "SSMMSS"]
    t = bench(pieces, dice, seats=lying("kinetic_accelerator"), step="activation")
    t.play("activate wolf", "attack marauder with ripper").done()
    assert t.model("marauder").damage == 1, "the declared target first"
    assert t.gone("reavers.1") and t.model("nemesis").damage == 0, "a flyer is left out"
    assert "rangers.1" in t.state.models and len([r for r in t.rolls if r.purpose == "attack and defence"]) == 2
    assert t.offers().count("attack marauder with ripper") == 0, "it was one attack"
    struck = [(hit.strike.target, hit.strike.declared, hit.strike.extra) for hit in t.happened(Hit)]
    assert struck == [("marauder", "marauder", False), ("reavers.1", "marauder", True)]


@pytest.mark.rule("WC-CYPHER-22")
def test_kinetic_accelerator_works_in_the_warjacks_own_activation_only() -> None:
    pieces = {
        "wolf": wolf([15, 10], weapons=["ripper"]),
        "marauder": marauder([15, 12]),
        "reavers": piece("vassal_reavers", "b", [[15, 8], None, None]),
    }
    seats = {"a": {"hand": ["aggression_theorem"], "in_play": {"kinetic_accelerator": "wolf"}}}
    t = bench(pieces, ["MMMM", "MM"], seats=seats)
    t.play("play aggression_theorem on wolf", "attack marauder with ripper").done()
    assert not t.gone("reavers.1")


@pytest.mark.rule("WC-CYPHER-22")
def test_kinetic_accelerator_leaves_ranged_attacks_alone() -> None:
    pieces = {
        "wolf": wolf([15, 10], weapons=["rail_gun", "ripper"]),
        "marauder": marauder([15, 12]),
        "reavers": piece("vassal_reavers", "b", [[15, 8], None, None]),
    }
    t = bench(pieces, ["MMMM", "MM"], seats=lying("kinetic_accelerator"), step="activation")
    t.play("activate wolf", "attack marauder with rail_gun").done()


@pytest.mark.rule("WC-CYPHER-23", "WC-CYPHER-12")
def test_annihilation_vector_hits_a_warjack_with_bare_strength() -> None:
    pieces = {"wolf": wolf([15, 10], arc=1, token=True), "scourge": piece("scourge", "b", [15, 12.5])}
    t = bench(pieces, ["SSSSM", "MMM", "4", "SSSSMMMM"], seats=holding("annihilation_vector"))
    t.play("play annihilation_vector on wolf against scourge").done()
    assert (t.pool("attack"), t.pool("damage")) == ({"A": 4, "P": 1}, {"A": 4, "P": 4})
    assert (t.model("scourge").effects, t.model("scourge").barred) == (("system_failure",), "ranged")
    assert t.model("scourge").damage == 1 and t.unit("wolf").token
    assert t.happened(EffectGained, model="scourge", cite="WC-CYPHER-23")


@pytest.mark.rule("WC-CYPHER-23")
@pytest.mark.parametrize(("gap", "legal"), [(1.0, True), (1.001, True), (1.002, False)])
def test_annihilation_vector_reaches_one_inch(gap: float, legal: bool) -> None:
    pieces = {"wolf": wolf([15, 10]), "marauder": marauder([15, round(10 + gap + 0.984 + 0.787, 3)])}
    t = bench(pieces, seats=holding("annihilation_vector"))
    key = "play annihilation_vector on wolf against marauder"
    assert t.legal(key) == legal
    if not legal:
        assert (t.refusal(key).cite, t.refusal(key).short_by) == ("WC-MEAS-3", 2)
        assert t.offers() == ["no card"]
    else:
        option = next(o for o in t.ask.domain.options(t.position) or () if o.key == key)
        assert (option.actor, option.target, option.using) == ("wolf", "marauder", "annihilation_vector")
    assert t.refusal("play annihilation_vector on wolf").cite == "WC-CYPHER-23"


@pytest.mark.rule("WC-CYPHER-23", "WC-FLIGHT-4")
def test_annihilation_vector_does_not_reach_up_to_a_flyer() -> None:
    pieces = {"wolf": wolf([15, 10]), "nemesis": piece("nemesis", "b", [15, 12.2])}
    t = bench(pieces, seats=holding("annihilation_vector"))
    assert t.offers() == ["no card"]
    t.refusal("play annihilation_vector on wolf against nemesis", "WC-FLIGHT-4")


@pytest.mark.rule("WC-CYPHER-23", "WC-CE-9")
def test_annihilation_vector_uses_no_weapon_that_system_failure_could_bar() -> None:
    broken = wolf([15, 10], effects=["system_failure"], barred="melee", weapons=["ripper"])
    t = bench({"wolf": broken, "marauder": marauder([15, 12])}, seats=holding("annihilation_vector"))
    assert t.legal("play annihilation_vector on wolf against marauder")


@pytest.mark.rule("WC-CYPHER-23")
def test_annihilation_vector_gives_system_failure_to_warjacks_only() -> None:
    pieces = {"wolf": wolf([15, 10]), "marauder": marauder([15, 12])}
    t = bench(pieces, ["SSSS", "MM", "MMMMMMMM"], seats=holding("annihilation_vector"))
    t.play("play annihilation_vector on wolf against marauder").done()
    assert t.model("marauder").effects == ()


@pytest.mark.rule("WC-CYPHER-45")
def test_annihilation_vector_uses_no_weapon() -> None:
    """No melee weapon needed, System Failure does not bar it, reach stays 1 inch; MAT and STR changes count."""
    jack = piece("scourge", "b", [15, 12.5], arc=2, effects=["system_failure", "tune_up"], barred="melee", weapons=[])
    pieces = {"scourge": jack, "wolf": wolf([15, 10])}
    seats = {"b": {"hand": ["annihilation_vector"]}}
    t = Bench(
        table=OPEN,
        pieces=pieces,
        seats=seats,
        turn={"seat": "b", "step": "cypher_a"},
        dice=["SSSSSMM", "MMM", "1", "M" * 12],
    )
    t.play("play annihilation_vector on scourge against wolf").done()
    assert t.pool("attack") == {"A": 5, "P": 2}, "MAT 4 + Tune Up, 2 Arc"
    assert t.pool("damage") == {"A": 7, "P": 5}, "STR 4 + Tune Up + 2 Servo Booster"
    bare = {"raptor": piece("strike_raptor", "a", [15, 10], weapons=["rail_gun"]), "marauder": marauder([15, 12.5])}
    assert bench(bare, seats=holding("annihilation_vector")).legal(
        "play annihilation_vector on raptor against marauder"
    )


@pytest.mark.rule("WC-CYPHER-24", "WC-CYPHER-13")
@pytest.mark.parametrize("token", [True, False])
def test_impulse_inducer_removes_a_warjacks_token(token: bool) -> None:
    pieces = {"wolf": wolf([15, 10], token=token), "marauder": marauder([15, 20])}
    t = bench(pieces, seats=holding("impulse_inducer"))
    t.play("play impulse_inducer on wolf")
    assert not t.unit("wolf").token
    assert bool(t.happened(TokenRemoved, cite="WC-CYPHER-24")) == token
    assert t.offers() == ["activate wolf"]
    assert t.player("a").discard == ("impulse_inducer",)


@pytest.mark.rule("WC-CYPHER-25")
def test_ascension_catalyst_lifts_a_warjack_for_this_turn() -> None:
    pieces = {"wolf": wolf([15, 10]), "marauder": marauder([15, 20])}
    t = bench(pieces, seats=holding("ascension_catalyst"))
    t.play("play ascension_catalyst on wolf")
    assert t.value(Spd("wolf")) == 7000 and t.position.holds(Trait("wolf", "flight"))
    t.play("activate wolf", "move", ((15000, 17000),), "end")
    assert t.model("wolf").at == (15000, 17000)
    t.play("no card", "done", "pass", "keep")
    assert t.state.active == 1, "the turn is over"
    assert t.value(Spd("wolf")) == 5000 and not t.position.holds(Trait("wolf", "flight"))
    assert t.cited("WC-TURN-16")


@pytest.mark.rule("WC-CYPHER-12", "WC-CYPHER-23")
def test_an_attack_by_a_card_may_be_answered_before_the_card_is_discarded() -> None:
    """Riposte to a missed Annihilation Vector kills the warjack; the card is used up all the same."""
    pieces = {
        "wolf": wolf([15, 10], damage=2),
        "jax": piece("jax_redblade", "b", [15, 12.5]),
        "hunter": piece("hunter", "a", [28, 2]),
    }
    t = bench(pieces, ["MMMM", "MMMMM"], seats=holding("annihilation_vector"))
    t.play("play annihilation_vector on wolf against jax")
    assert t.ask.seat == 1 and t.player("a").in_play == (("annihilation_vector", ""),)
    t.dice = ["SSSSS", "MMM", "SSSSMMMMM"]
    t.play("riposte of jax", "attack wolf with fusion_sword").done()
    assert t.gone("wolf") and t.player("a").discard == ("annihilation_vector",)
    assert t.state.step == "activation"
