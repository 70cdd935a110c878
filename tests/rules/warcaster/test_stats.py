"""Stats, bases, damage and energy (WC-STAT)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import Draft, Position, Return, Rolled, Term, modifies
from sandtable.rulesets.warcaster.attacks.attack import Attack, Declared
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.measuring.distance import radius, to_rear_edge, top
from sandtable.rulesets.warcaster.measuring.line_of_sight import sees
from sandtable.rulesets.warcaster.state.events import Damaged, Left
from sandtable.rulesets.warcaster.state.stats import (
    Arm,
    Def,
    Foc,
    Mat,
    Rat,
    Spd,
    Str,
    Trait,
    WeaponPower,
    WeaponRange,
    weapons_of,
)
from sandtable.rulesets.warcaster.state.strength_checks import StrengthCheck
from sandtable.rulesets.warcaster.turn.deployment_checks import DeployCost
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.listing import built
from tests.rules.warcaster.strikes import attack, land, wall, with_abilities

P = Position(rules(), Bench(pieces={}).state)


@pytest.mark.rule("WC-STAT-1")
def test_a_unit_joins_forces_of_its_faction_only() -> None:
    """A Paladin Commander is Alliance; a Bounty Hunter serves Alliance and Marcher Worlds."""
    assert rules().cards.units["paladin_commander"].factions == ("alliance",)
    marcher = next(dict(f) for f in rules().cards.forces.values() if f["faction"] == "marcher")

    def joining(unit: str) -> list[str]:
        listed = {**marcher, "units": [*marcher["units"][:1], {"unit": unit}], "heroes": []}
        return [p.rule for p in problems(built(listed)) if p.rule == "WC-FORCE-1"]

    assert joining("hunter") == []
    assert joining("paladin_commander") == ["WC-FORCE-1"]
    assert rules().cards.units["voitek_sudal"].factions == ("alliance", "marcher")


@pytest.mark.rule("WC-STAT-2")
@pytest.mark.parametrize(("y", "legal"), [(13.0, True), (13.001, True), (13.002, False)])
def test_speed_is_how_far_a_model_may_advance(y: float, legal: bool) -> None:
    t = Bench(pieces={"wolf": wolf([8, 8]), "m": marauder([25, 25])}).play("activate wolf", "move")
    assert t.value(Spd("wolf")) == 5000
    path = [[8000, round(1000 * y)]]
    assert t.legal(path) is legal
    if not legal:
        assert (t.refusal(path).cite, t.refusal(path).short_by) == ("WC-MOVE-1", 2)


@pytest.mark.rule("WC-STAT-3", "WC-STAT-22")
@pytest.mark.parametrize(("unit", "dice", "result"), [("dusk_wolf", "SXMM", 3), ("hunter", "", 0)])
def test_a_strength_check_rolls_str_action_dice(unit: str, dice: str, result: int) -> None:
    pieces = {"w": piece(unit, "a", [8, 8]), "m": marauder([25, 25])}
    t = Bench(pieces=pieces, frame=StrengthCheck(model="w"), dice=[dice] if dice else []).done()
    assert t.value(Str("w")) == len(dice)
    assert t.pool("strength") == {"A": len(dice)}
    rolled = t.happened(Rolled)[0]
    assert isinstance(rolled, Rolled)
    assert rolled.results == (result,)
    assert rolled.cite == "WC-STAT-22"


@pytest.mark.rule("WC-STAT-3")
def test_only_warjacks_have_strength() -> None:
    assert {c.type for c in rules().cards.units.values() if c.stats.get("STR")} == {"warjack"}


@pytest.mark.rule("WC-STAT-4", "WC-STAT-5", "WC-STAT-6", "WC-STAT-7")
@pytest.mark.parametrize(("kind", "stat", "dice"), [("melee", Mat, 3), ("ranged", Rat, 6), ("fury", Foc, 4)])
def test_each_attack_rolls_its_own_stat_against_defence(kind: str, stat: Any, dice: int) -> None:
    """A Hunter has MAT 3 and RAT 6, a Weaver FOC 4; a Marauder DEF 2."""
    unit = "coalition_weaver" if kind == "fury" else "hunter"
    pieces = {"a": piece(unit, "a", [8, 8]), "m": marauder([8, 10])}
    strike = Strike(attacker="a", target="m", kind=kind, pow=3)
    frame = Attack(strike=strike)
    seats = {"a": {"well": 0}}
    t = Bench(pieces=pieces, frame=frame, seats=seats, dice=["S" * 2 + "M" * (dice - 2), "SM", "MMMM"])
    assert t.value(stat("a")) == dice
    assert t.pool("attack") == {"A": dice}
    assert t.pool("defence") == {"A": t.value(Def("m"))} == {"A": 2}
    hit = t.happened(Hit)[0]
    assert isinstance(hit, Hit)
    assert hit.strike.margin == 1  # each strike of the defence cancels one


@pytest.mark.rule("WC-STAT-8", "WC-STAT-9", "WC-STAT-17")
@pytest.mark.parametrize(
    ("strikes", "damage"), [("SSSMMMMM", 0), ("SSSSMMMM", 1), ("X" * 4 + "MMMM", 2), ("X" * 6 + "MM", None)]
)
def test_damage_is_recorded_until_it_reaches_health(strikes: str, damage: int | None) -> None:
    """ARM 4, health 3."""
    pieces = {"m": marauder([8, 8]), "n": marauder([20, 20]), "w": wolf([4, 4])}
    t = Bench(pieces=pieces, frame=PlainDamage(model="m", pow=8), dice=[strikes]).done()
    assert t.gone("m") is (damage is None)
    if damage is not None:
        assert t.model("m").damage == damage
    else:
        assert t.happened(Left, model="m")[0].cite == "WC-STAT-17"


@pytest.mark.rule("WC-STAT-17")
def test_excess_damage_is_lost() -> None:
    """A trooper with one point of health takes six; its comrades none."""
    pieces = {"r": piece("vassal_reavers", "b", [[8, 8], [9.3, 8], [10.6, 8]]), "w": wolf([4, 4])}
    t = Bench(pieces=pieces, frame=PlainDamage(model="r.1", pow=6), dice=["X" * 6]).done()
    assert t.gone("r.1")
    assert [t.model(n).damage for n in ("r.2", "r.3")] == [0, 0]
    assert [e.points for e in t.events if isinstance(e, Damaged)] == [6]


@pytest.mark.rule("WC-STAT-10")
def test_the_deployment_cost_is_cleared_from_the_gate() -> None:
    pieces = {
        "gate": piece("void_gate", "a", [8, 8], arc=3),
        "raptor": {"seat": "a", "unit": "strike_raptor", "place": "reserve"},
        "wolf": {"seat": "a", "unit": "dusk_wolf", "place": "reserve"},
        "m": marauder([25, 25]),
    }
    t = Bench(pieces=pieces, turn={"step": "deployment"})
    assert (t.value(DeployCost("wolf", "gate")), t.value(DeployCost("raptor", "gate"))) == (2, 4)
    key = next(k for k in t.offers() if k.startswith("deploy wolf"))
    assert not any(k.startswith("deploy raptor") for k in t.offers())
    t.play(key)
    t.play(t.ask.silence(t.position))
    assert t.unit("gate").arc == 1
    assert t.player("a").well == 6


@pytest.mark.rule("WC-STAT-11")
def test_a_weapon_has_kind_energy_range_power_and_rules() -> None:
    t = Bench(pieces={"fang": piece("artemis_fang", "a", [8, 8]), "m": marauder([8, 14])}).play("activate fang")
    assert weapons_of(t.position, "fang") == ("arclock_pistol", "arclock_pistol_2")
    pistol = rules().cards.weapons["arclock_pistol"]
    assert (pistol.kind, pistol.energy, pistol.pow) == ("ranged", ("ballistic",), 3)
    assert t.value(WeaponRange("fang", "arclock_pistol_2")) == 10000
    assert t.value(WeaponPower("fang", "arclock_pistol_2")) == 3
    keys = {k.split()[3] for k in t.offers() if k.startswith("attack")}
    assert keys == {"arclock_pistol", "arclock_pistol_2"}  # two separate weapons


PROOF = {("once", "immune to explosive"), ("twice", "immune to explosive"), ("twice", "immune to force")}


@modifies("immune to explosive", "immune to force")
def proof(p: Position, q: Trait) -> Iterator[Term]:
    """Immune to explosive damage; "twice" to force as well."""
    if (q.who, q.name) in PROOF:
        yield Term(1, "made for this test", "WC-STAT-20")


@pytest.mark.rule("WC-STAT-12", "WC-STAT-20")
@pytest.mark.parametrize(("name", "damage"), [("m", 1), ("once", 1), ("twice", 0)])
def test_damage_is_of_every_type_of_its_weapon(monkeypatch: pytest.MonkeyPatch, name: str, damage: int) -> None:
    """A Pulse Cannon is explosive and force: immunity must cover both."""
    with_abilities(monkeypatch, sys.modules[__name__])
    pieces = {"c": piece("paladin_commander", "a", [8, 8]), name: marauder([8, 14])}
    t = attack(pieces, "c", name, "pulse_cannon", "SMMM", "MM", "SSSS").done()
    assert t.happened(Declared)[0].strike.energy == ("explosive", "force")
    assert t.model(name).damage == damage


@pytest.mark.rule("WC-STAT-20", "WC-BLAST-9")
def test_blast_damage_is_explosive(monkeypatch: pytest.MonkeyPatch) -> None:
    with_abilities(monkeypatch, sys.modules[__name__])
    pieces = {"c": piece("paladin_commander", "a", [8, 8]), "once": marauder([8, 14])}
    t = attack(pieces, "c", "once", "pulse_cannon", "MMMM", "MM", "SXX").done()
    assert t.model("once").damage == 0


@pytest.mark.rule("WC-STAT-13")
def test_a_weapon_without_power_makes_no_damage_roll() -> None:
    pieces = {"r": piece("ranger_fire_team", "a", [[8, 8]]), "w": wolf([8, 12], seat="b", arc=2)}
    t = attack(pieces, "r.1", "w", "null_detonator", "SMM", "MMM").done()
    assert t.happened(Hit)
    assert [r.purpose for r in t.rolls] == ["attack and defence"]
    assert t.unit("w").arc == 1


@modifies(Spd, Mat, Rat, Foc, Def, Str, Arm, WeaponRange, WeaponPower)
def crippled(p: Position, q: Any) -> Iterator[Term]:
    if q.who == "cripple":
        yield Term(-99_000, "made for this test", "WC-STAT-14")


@pytest.mark.rule("WC-STAT-14")
def test_modified_stats_are_clamped(monkeypatch: pytest.MonkeyPatch) -> None:
    with_abilities(monkeypatch, sys.modules[__name__])
    t = Bench(pieces={"cripple": wolf([8, 8]), "m": marauder([8, 14])})
    plain = [t.value(q("cripple")) for q in (Spd, Mat, Rat, Foc, Def, Str)]
    assert plain == [0] * 6
    assert t.value(Arm("cripple")) == 1
    assert [t.value(q("cripple", "rail_gun")) for q in (WeaponRange, WeaponPower)] == [0, 0]
    assert "WC-STAT-14" in {term.cite for term in t.position.terms(Arm("cripple"))}


@pytest.mark.rule("WC-STAT-14", "WC-GEN-7")
def test_armour_never_drops_below_one() -> None:
    """ARM 2, corroded, and an Armor Piercing weapon: one strike is one point."""
    pieces = {
        "w": wolf([8, 8], weapons=["rock_buster"]),
        "r": piece("vassal_reavers", "b", [[8, 10]], effects=["corrosion"]),
        "m": marauder([25, 25]),
    }
    t = attack(pieces, "w", "r.1", "rock_buster", "SMMM", "MMM", "SMMM").done()
    assert t.gone("r.1")


@pytest.mark.rule("WC-STAT-15", "WC-STAT-16")
@pytest.mark.parametrize(
    ("unit", "mm", "height"),
    [("paladin_enforcers", 30, 1750), ("combat_engineer", 40, 2250), ("firebrand", 50, 2750), ("void_gate", 30, 1750)],
)
def test_bases_and_volumes(unit: str, mm: int, height: int) -> None:
    at: Any = [[8, 8]] if unit == "paladin_enforcers" else [8, 8]
    t = Bench(pieces={"u": piece(unit, "a", at, z=2), "m": marauder([20, 20])})
    model = next(m for m in t.state.models.values() if m.unit == "u")
    assert radius(P, model) == round(1000 * mm / 25.4 / 2)
    assert top(P, model) == 2000 + height


@pytest.mark.rule("WC-STAT-16")
@pytest.mark.parametrize(("unit", "seen"), [("hunter", False), ("combat_engineer", True)])
def test_the_volume_is_what_is_seen(unit: str, seen: bool) -> None:
    """A wall of 2 inches between two models of one height."""
    pieces = {"a": piece(unit, "a", [8, 8]), "b": piece(unit, "b", [8, 14])}
    assert sees(Bench(table=land(wall(2, [8, 11], [10, 1])), pieces=pieces).position, "a", "b") is seen


@pytest.mark.rule("WC-STAT-18")
@pytest.mark.parametrize("at", [[15, 20], [15, 10], [20, 15], [10, 15], [18, 18]])
def test_all_directions_are_equal(at: list[float]) -> None:
    t = Bench(pieces={"wolf": wolf([15, 15]), "m": marauder(at)}).play("activate wolf")
    assert t.legal("attack m with battle_rifle")
    t.play("move")
    t.refusal([[15000, 16000, 90000]], "WC-TERRAIN-2")  # a place has no facing


@pytest.mark.rule("WC-STAT-19")
def test_enemies_nearby_hinder_neither_moving_nor_shooting() -> None:
    pieces = {"wolf": wolf([15, 15]), "m": marauder([15, 16.8]), "far": marauder([15, 24])}
    t = Bench(pieces=pieces, dice=["MMMM", "MM"]).play("activate wolf", "attack far with battle_rifle").done()
    before = len(t.rolls)
    t.play("move", [[15000, 10000]])
    assert t.model("wolf").at == (15000, 10000)
    assert len(t.rolls) == before  # nobody struck it as it left


@pytest.mark.rule("WC-STAT-21")
@pytest.mark.parametrize(("energy", "arm"), [("explosive", 4), ("ballistic", 3), ("fire", 3), ("beam", 3)])
def test_only_a_cards_own_words_make_a_type_differ(energy: str, arm: int) -> None:
    """Compound Armor speaks of explosive damage; without such words all types are equal."""
    pieces = {"e": piece("paladin_enforcers", "b", [[8, 8]]), "w": wolf([15, 15])}
    t = Bench(pieces=pieces)
    assert t.value(Arm("e.1", None, (energy,))) == arm
    assert t.value(Arm("w", None, (energy,))) == 4


@pytest.mark.rule("WC-STAT-22")
def test_a_strength_check_gives_its_strikes_to_whoever_asked() -> None:
    t = Bench(pieces={"wolf": wolf([10, 10]), "m": marauder([20, 20])})
    returned = StrengthCheck(model="wolf").rolled(Draft(rules(), t.state), 3)
    assert isinstance(returned, Return) and returned.value == (3,)


@pytest.mark.rule("WC-STAT-1", "WC-STAT-14")
@pytest.mark.parametrize("stat", [Spd, Str, Mat, Rat, Foc])
def test_a_stat_that_is_not_on_the_card_is_none(stat: Any) -> None:
    t = Bench(pieces={"gate": piece("void_gate", "a", [10, 10]), "m": marauder([20, 20])})
    assert stat("gate").printed(t.position) == 0 and t.value(stat("gate")) == 0


@pytest.mark.rule("WC-MEAS-7")
@pytest.mark.parametrize(
    ("sides", "y", "far"), [((0, 1), 787, 0), ((0, 1), 788, 1), ((1, 0), 29_213, 0), ((0, 1), 500, 0)]
)
def test_the_rear_edge_is_never_less_than_nothing_away(sides: tuple[int, int], y: int, far: int) -> None:
    t = Bench(pieces={"m": marauder([20, 20], "a"), "foe": marauder([5, 5])}, sides=sides)
    assert to_rear_edge(t.position, 0, t.model("m").but(y=y)) == far
