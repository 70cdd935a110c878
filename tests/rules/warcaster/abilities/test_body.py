"""Special rules of speed, strength, flight and easy going."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.stats import Spd, Str, Trait, WeaponPower
from tests.rules.warcaster.abilities.setting import MIRE, apart, bench, reasons
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf


@pytest.mark.rule("WC-ARC-7")
def test_arcantrik_turbine_adds_an_inch_for_each_arc() -> None:
    for arc in (0, 1, 3):
        t = bench({"wolf": wolf([10, 10], arc=arc), "foe": marauder([40, 40])})
        assert t.value(Spd("wolf")) == 5000 + 1000 * arc
    assert reasons(t, Spd("wolf"))["Arcantrik Turbine"] == (3000, "WC-ARC-7")
    t.play("activate wolf", "move")
    assert t.legal([milli_at(18, 10)])
    assert (t.refusal([milli_at(18.002, 10)]).cite, t.refusal([milli_at(18.002, 10)]).short_by) == ("WC-MOVE-1", 2)


@pytest.mark.rule("WC-ARC-7")
def test_flight_pack_gives_speed_and_flight() -> None:
    reach = apart("jax_redblade", "marauder", 1)
    for arc, spd in ((0, 6000), (1, 9000)):
        t = bench({"jax": piece("jax_redblade", "b", [10, 10], arc=arc), "foe": marauder([10 + reach, 10], seat="a")})
        assert t.value(Spd("jax")) == spd
        assert t.value(Trait("jax", "flight")) == arc
    assert reasons(t, Trait("jax", "flight"))["Flight Pack"] == (1, "WC-ARC-7")
    t.play("activate foe")
    assert t.refusal("attack jax with mangler").cite == "WC-FLIGHT-4"


def test_flight_keeps_walkers_from_striking_in_melee() -> None:
    reach = apart("nemesis", "marauder", 1)
    t = bench({"nemesis": piece("nemesis", "b", [10, 10]), "foe": marauder([10 + reach, 10], seat="a")})
    t.play("activate foe")
    assert t.refusal("attack nemesis with mangler").cite == "WC-FLIGHT-4"
    assert t.legal("attack nemesis with shredder")


@pytest.mark.rule("WC-ARC-7", "WC-ARC-9")
def test_servo_booster_strengthens_arms_and_blows() -> None:
    for arc in (0, 2):
        t = bench({"scourge": piece("scourge", "a", [10, 10], arc=arc), "foe": marauder([40, 40])})
        assert t.value(Str("scourge")) == 4 + arc
        assert t.value(WeaponPower("scourge", "wrecking_claw")) == 4 + arc
        assert t.value(WeaponPower("scourge", "nailer")) == 3
    assert reasons(t, Str("scourge"))["Servo Booster"] == (2, "WC-ARC-7")
    assert reasons(t, WeaponPower("scourge", "wrecking_claw"))["Servo Booster"] == (2, "WC-ARC-7")


def crossing(unit: str, arc: int = 0) -> tuple[Bench, float]:
    """A model in the mire about to move its full SPD through it."""
    at = [[24, 24], [24, 27], [24, 30]] if unit == "ranger_infiltrators" else [24, 24]
    t = bench({"mover": piece(unit, "a", at, arc=arc), "foe": marauder([40, 45])}, MIRE)
    model = "mover.1" if unit == "ranger_infiltrators" else "mover"
    spd = t.value(Spd(model)) / 1000
    t.play("activate mover", "move")
    if model == "mover.1":
        t.play("mover.1")
    return t, spd


@pytest.mark.parametrize(
    ("unit", "free", "slow"),
    [
        ("strike_raptor", 1, 0),  # thrusters
        ("ranger_infiltrators", 1, 0),  # dynamic_accelerator
    ],
)
@pytest.mark.rule("WC-ARC-7")
def test_thrusters_and_dynamic_accelerator_ignore_rough_ground_while_charged(unit: str, free: int, slow: int) -> None:
    rule = "thrusters" if unit == "strike_raptor" else "dynamic_accelerator"
    t, spd = crossing(unit, free)
    assert t.legal([milli_at(24 - spd, 24)])
    model = "mover" if unit == "strike_raptor" else "mover.1"
    name = {"thrusters": "Thrusters", "dynamic_accelerator": "Dynamic Accelerator"}[rule]
    assert reasons(t, Trait(model, "pathfinder"))[name] == (1, "WC-ARC-7")
    t, spd = crossing(unit, slow)
    assert t.legal([milli_at(24 - spd / 2, 24)])
    assert t.refusal([milli_at(24 - spd / 2 - 0.002, 24)]).cite in ("WC-MOVE-1", "WC-TERRAIN-3")


def test_pathfinder_is_never_slowed() -> None:
    t, spd = crossing("voitek_sudal")
    assert t.legal([milli_at(24 - spd, 24)])
    t.refusal([milli_at(24 - spd - 0.002, 24)], "WC-MOVE-1")
