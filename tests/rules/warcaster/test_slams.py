"""Slams (WC-SLAM) and the table's edge (WC-EDGE)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import Draft, Position, Return, Rolled, Term, modifies
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.slams import RanInto, Slam, SlamAndDamage, SlamBy, SlamFirst, Slammed
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.state.events import Dropped, Fell, Left, Moved
from sandtable.rulesets.warcaster.state.stats import Trait
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.strikes import BIG, attack, land, wall, with_abilities

HAMMER = "force_hammer"  # melee, POW 3, force, Repulsor: slams equal or smaller bases 3 inches
JACK, SMALL, MEDIUM = 0.984, 0.591, 0.787


def struck(victim: str, *dice: str, at: float = 12, table: Any = BIG, unit: str = "hunter", **others: Any) -> Bench:
    """A wolf at 20, 10 hits a model straight above it with a Force Hammer, margin 1."""
    pieces = {"wolf": wolf([20, 10], weapons=[HAMMER]), victim: piece(unit, "b", [20, at]), **others}
    defence = "M" * rules().cards.units[unit].stats["DEF"]
    return attack(pieces, "wolf", victim, HAMMER, "SMMM", defence, *dice, table=table)


@pytest.mark.rule("WC-SLAM-1", "WC-SLAM-2")
def test_straight_away_from_the_attacker_as_far_as_the_effect_says() -> None:
    pieces = {"wolf": wolf([20, 10], weapons=[HAMMER]), "h": piece("hunter", "b", [20.96, 11.28])}
    t = attack(pieces, "wolf", "h", HAMMER, "SMMM", "MMMM", "MMMM").done()
    assert t.model("h").at == (20960 + 1800, 11280 + 2400)
    moved = t.happened(Moved)[0]
    assert moved.cite == "WC-SLAM-1"


@pytest.mark.rule("WC-SLAM-2", "WC-CYPHER-21")
def test_dice_may_give_the_distance() -> None:
    """Momentum Calibrator: STR 4, two strikes are two inches."""
    pieces = {"wolf": wolf([20, 10], weapons=["ripper"]), "h": piece("hunter", "b", [20, 12])}
    seats = {"a": {"in_play": {"momentum_calibrator": "wolf"}}}
    t = attack(pieces, "wolf", "h", "ripper", "SMMM", "MMMM", "SSMM", "MMMMM", seats=seats).done()
    assert t.model("h").at == (20000, 14000)


@pytest.mark.rule("WC-SLAM-3")
def test_rough_ground_neither_stops_nor_shortens_it() -> None:
    swamp = {"kind": "rough", "at": [20, 14], "size": [6, 4]}
    t = struck("h", "MMMM", table=land(swamp)).done()
    assert t.model("h").at == (20000, 15000)


@pytest.mark.rule("WC-SLAM-4", "WC-SLAM-6", "WC-TERRAIN-18")
@pytest.mark.parametrize(
    "thing",
    [
        wall(1, [20, 14.5], [6, 1], "obstacle"),
        wall(3, [20, 14.5], [6, 1], "structure"),
        wall(0, [20, 14.5], [6, 1], "impassable"),
    ],
)
def test_terrain_in_the_way_stops_it_and_hurts(thing: Any) -> None:
    t = struck("h", "MMMMM", table=land(thing)).done()
    assert t.model("h").at == (20000, 14000 - 591)
    assert t.happened(RanInto, what=(f"{thing['kind']}_1",))[0].cite == "WC-SLAM-4"
    assert t.pool("damage") == {"A": 3, "P": 2}
    assert t.cited("WC-SLAM-6")


@pytest.mark.rule("WC-SLAM-4", "WC-SLAM-7", "WC-SLAM-13")
@pytest.mark.parametrize(("seat", "unit"), [("a", "hunter"), ("b", "coalition_weaver"), ("b", "void_gate")])
def test_bases_of_friends_foes_and_gates_stop_it(seat: str, unit: str) -> None:
    t = struck("h", "MMMMM", "MMM", other=piece(unit, seat, [20, 14.3], arc=int(unit == "void_gate"))).done()
    assert t.model("h").at == (20000, 14300 - 2 * 591)
    assert t.pool("collateral on other") == {"A": 3}


@pytest.mark.rule("WC-SLAM-5", "WC-ATK-11")
def test_the_attacks_own_damage_roll_follows_the_movement() -> None:
    t = struck("h", "SSMM").done()
    kinds = [(type(e), getattr(getattr(e, "roll", None), "purpose", "")) for e in t.events]
    assert kinds.index((Moved, "")) < kinds.index((Rolled, "damage"))
    assert t.pool("damage") == {"A": 3, "P": 1}
    assert t.gone("h")


@pytest.mark.rule("WC-SLAM-6", "WC-SLAM-7", "WC-SLAM-8", "WC-SLAM-9")
@pytest.mark.parametrize(
    ("unit", "other", "power", "collateral"),
    [
        ("hunter", "hunter", 2, True),  # equal bases: both
        ("hunter", "marauder", 2, False),  # a larger one: the slammed model is hurt, the other is not
        ("marauder", "hunter", 1, True),  # a smaller one: the other way round
    ],
)
def test_sizes_decide_who_is_hurt(unit: str, other: str, power: int, collateral: bool) -> None:
    dice = ["M" * (3 + power), *(["MMM"] if collateral else [])]
    t = struck("v", *dice, unit=unit, other=piece(other, "b", [20, 14.5])).done()
    assert t.pool("damage") == {"A": 3, "P": power}
    assert ("collateral on other" in {r.purpose for r in t.rolls}) is collateral
    if collateral:
        assert t.rolls[-1].cite == "WC-SLAM-7"


@pytest.mark.rule("WC-SLAM-6", "WC-SLAM-9", "WC-SLAM-4")
def test_a_reaver_driven_into_a_scourge() -> None:
    """The worked example: stopped after 2.25 inches, one Power die more, nothing for the larger base."""
    at = 12 + 0.591 + 2.25 + 0.984
    pieces = {
        "wolf": wolf([20, 10], weapons=[HAMMER]),
        "r": piece("vassal_reavers", "b", [[20, 12]]),
        "s": piece("scourge", "b", [20, at]),
    }
    t = attack(pieces, "wolf", "r.1", HAMMER, "SMMM", "MMM", "MMMMM").done()
    assert t.model("r.1").at == (20000, 14250)
    assert [r.purpose for r in t.rolls] == ["attack and defence", "damage"]


@pytest.mark.rule("WC-SLAM-10")
def test_touching_already_is_contact_at_once() -> None:
    t = struck("h", "MMMMM", "MMM", other=piece("hunter", "b", [20, 12 + 2 * SMALL])).done()
    assert not t.happened(Moved)
    assert t.happened(RanInto, what=("other",))
    assert t.pool("damage") == {"A": 3, "P": 2}


@pytest.mark.rule("WC-SLAM-11", "WC-GEN-12")
def test_several_contacts_at_one_instant_all_count() -> None:
    left, right = piece("hunter", "b", [19.4, 14]), piece("hunter", "b", [20.6, 14])
    t = struck("h", "MMMMM", "MMM", "SSM", left=left, right=right)
    assert t.happened(RanInto, what=("left", "right"))
    assert t.pool("damage") == {"A": 3, "P": 2}  # one die, however many contacts
    assert (t.ask.seat, t.ask.cite) == (0, "WC-SLAM-11")
    t.play("right").done()
    assert [r.purpose for r in t.rolls][-2:] == ["collateral on right", "collateral on left"]
    assert t.gone("left")


@pytest.mark.rule("WC-SLAM-11", "WC-MEAS-6")
@pytest.mark.parametrize(("later", "met"), [(0.001, ("left", "right")), (0.002, ("left",)), (0.003, ("left",))])
def test_contacts_a_thousandth_apart_are_one_instant(later: float, met: tuple[str, ...]) -> None:
    """Straight ahead, so that the way to each base is its distance; the right one lies a little farther off."""
    pieces = {
        "wolf": wolf([20, 10]),
        "v": piece("marauder", "b", [20, 13]),
        "left": piece("hunter", "b", [19.3, 16]),
        "right": piece("hunter", "b", [20.7, round(16 + later, 3)]),
    }
    t = Bench(table=BIG, pieces=pieces, frame=Slam(model="v", source="wolf", distance=6000, by=0))
    assert [e.what for e in t.happened(RanInto)] == [met]


@pytest.mark.rule("WC-TERRAIN-18", "WC-FALL-8")
@pytest.mark.parametrize("height", [0, 1, 5])
def test_a_slam_at_a_height_stops_at_impassable_ground_below(height: float) -> None:
    """Nothing may enter it for any reason; the model falls beside it, half over the edge of the roof."""
    table = land(wall(3, [20, 12], [6, 6]), wall(height, [20, 17.5], [6, 4], "impassable"))
    pieces = {"wolf": wolf([20, 10], z=3, on="structure_1"), "h": piece("hunter", "b", [20, 13], z=3, on="structure_1")}
    t = Bench(table=table, pieces=pieces, frame=Slam(model="h", source="wolf", distance=6000, by=0))
    assert t.happened(RanInto, what=("impassable_2",), cite="WC-SLAM-4")
    assert t.model("h").at == (20000, 15500 - 591)
    assert (t.model("h").z, t.model("h").on) == (3000, "structure_1")


@pytest.mark.rule("WC-FALL-8", "WC-SLAM-4")
def test_a_slam_at_a_height_goes_over_lower_terrain_that_is_not_impassable() -> None:
    table = land(wall(3, [20, 12], [6, 6]), wall(2, [20, 17.5], [6, 4]))
    pieces = {"wolf": wolf([20, 10], z=3, on="structure_1"), "h": piece("hunter", "b", [20, 13], z=3, on="structure_1")}
    t = Bench(table=table, pieces=pieces, frame=Slam(model="h", source="wolf", distance=4000, by=0), dice=["M"])
    assert not t.happened(RanInto)
    assert (t.model("h").at, t.model("h").z) == ((20000, 17000), 2000), "down on the lower roof"


ROOFS = land(wall(3, [24, 11], [6, 6]), wall(3, [24, 18.5], [6, 6]))  # a gap from y 14 to 15.5 between them


@pytest.mark.rule("WC-SLAM-12", "WC-FALL-7", "WC-FALL-8")
def test_movement_then_fall_then_damage_then_collateral() -> None:
    """Off one roof, into a model on the edge of the next, down into the gap."""
    pieces = {
        "wolf": wolf([24, 10], weapons=[HAMMER], z=3, on="structure_1"),
        "h": piece("hunter", "b", [24, 11.9], z=3, on="structure_1"),
        "o": piece("hunter", "b", [24, 16], z=3, on="structure_2"),
    }
    t = attack(pieces, "wolf", "h", HAMMER, "SMMM", "MMMM", "MMM", "MMMMM", "MMM", table=ROOFS).done()
    assert [r.purpose for r in t.rolls][1:] == ["fall of h", "damage", "collateral on o"]
    assert t.happened(Fell, height=3000)
    assert (t.model("h").z, t.model("o").z) == (0, 3000)


@pytest.mark.rule("WC-SLAM-12", "WC-EDGE-3")
def test_a_model_killed_by_the_fall_makes_no_damage_roll() -> None:
    pieces = {
        "wolf": wolf([24, 10], weapons=[HAMMER], z=3, on="structure_1"),
        "h": piece("hunter", "b", [24, 11.9], z=3, on="structure_1"),
        "m": marauder([40, 40]),
    }
    t = attack(pieces, "wolf", "h", HAMMER, "SMMM", "MMMM", "SSM", table=ROOFS).done()
    left = t.happened(Left, model="h")[0]
    assert isinstance(left, Left)
    assert left.by == 0


@pytest.mark.rule("WC-SLAM-12", "WC-FALL-8")
def test_a_forced_move_keeps_its_height_and_meets_only_what_stands_there() -> None:
    """A crate on the ground is no obstacle three inches up; the centre still over the roof holds the model."""
    roof = land(wall(3, [24, 12], [6, 8]), wall(1, [24, 14], [1, 1], "obstacle"))
    pieces = {
        "wolf": wolf([24, 10], weapons=[HAMMER], z=3, on="structure_1"),
        "h": piece("hunter", "b", [24, 11.9], z=3, on="structure_1"),
        "below": piece("hunter", "b", [24, 16.8]),
    }
    t = attack(pieces, "wolf", "h", HAMMER, "SMMM", "MMMM", "MMMM", table=roof).done()
    assert t.model("h").at == (24000, 14900)
    assert (t.model("h").z, t.model("h").on) == (3000, "structure_1")
    assert not t.happened(RanInto)


@pytest.mark.rule("WC-SLAM-13")
def test_a_gate_stays_put_and_takes_the_damage_roll() -> None:
    pieces = {"wolf": wolf([20, 10], weapons=[HAMMER]), "gate": piece("void_gate", "b", [20, 12], arc=2)}
    t = attack(pieces, "wolf", "gate", HAMMER, "SMMM", "MMM", "XXSM").done()
    assert t.model("gate").at == (20000, 12000)
    assert t.unit("gate").arc == 1


@pytest.mark.rule("WC-SLAM-14")
def test_a_slam_of_nothing_moves_nothing_and_damage_follows() -> None:
    pieces = {
        "wolf": wolf([20, 10], weapons=["ripper"]),
        "h": piece("hunter", "b", [20, 12]),
        "o": piece("hunter", "b", [20, 12 + 2 * SMALL]),
    }
    seats = {"a": {"in_play": {"momentum_calibrator": "wolf"}}}
    t = attack(pieces, "wolf", "h", "ripper", "SMMM", "MMMM", "MMMM", "SSMMM", seats=seats).done()
    assert not t.happened(Moved)
    assert not t.happened(RanInto)
    assert t.pool("damage") == {"A": 4, "P": 1}
    assert t.gone("h")


@pytest.mark.rule("WC-SLAM-15", "WC-CYPHER-33")
def test_the_earlier_names_are_no_cards_and_their_successors_slam() -> None:
    names = {c.name for c in rules().cards.cyphers.values()} | {r["name"] for r in rules().cards.special.values()}
    assert not {"Force Strike", "Thunderbolt"} & names
    assert {"Momentum Calibrator", "Velocity Projector"} <= names
    fury = Strike(
        attacker="w", target="m", declared="m", kind="fury", cypher="velocity_projector", pow=4, energy=("force",)
    )
    pieces = {"w": piece("coalition_weaver", "a", [20, 10]), "m": marauder([20, 15])}
    t = Bench(table=BIG, pieces=pieces, frame=Attack(strike=fury), dice=["S" + "M" * 10, "MM", "MMMMM"]).done()
    assert t.model("m").at == (20000, 18000)


@modifies("immune to force")
def proof_against_force(p: Position, q: Trait) -> Iterator[Term]:
    if q.who == "proof":
        yield Term(1, "made for this test", "WC-STAT-20")


@pytest.mark.rule("WC-SLAM-16", "WC-STAT-20")
@pytest.mark.parametrize(("name", "hurt"), [("proof", False), ("other", True)])
def test_collateral_damage_has_the_energy_of_the_attack(monkeypatch: pytest.MonkeyPatch, name: str, hurt: bool) -> None:
    with_abilities(monkeypatch, sys.modules[__name__])
    other: Any = {name: piece("hunter", "b", [20, 14.3])}
    t = struck("h", "MMMMM", "SSS", **other).done()
    assert t.gone(name) is hurt


@pytest.mark.rule("WC-SLAM-17")
def test_a_flyer_is_slammed_and_stopped_like_any_model() -> None:
    """A Nemesis would fly over the wall by itself."""
    pieces = {"wolf": wolf([20, 10], weapons=["slug_gun"]), "n": piece("nemesis", "b", [20, 14])}
    tower = land(wall(3, [20, 17], [8, 1]))
    t = attack(pieces, "wolf", "n", "slug_gun", "SMMM", "MMM", "MMMMM", table=tower).done()
    assert t.model("n").at == (20000, 16500 - 984)
    assert t.happened(RanInto, what=("structure_1",))


@pytest.mark.rule("WC-SLAM-18")
@pytest.mark.parametrize(("pick", "y", "power"), [("repulsor", 15.0, 3), ("momentum_calibrator", 13.0, 4)])
def test_one_hit_slams_once_by_the_effect_picked(pick: str, y: float, power: int) -> None:
    """Distance and collateral POW are those of the one picked."""
    pieces = {
        "wolf": wolf([20, 10], weapons=[HAMMER]),
        "h": piece("hunter", "b", [20, 12]),
        "o": piece("hunter", "b", [20, y + 2 * SMALL]),
    }
    seats = {"a": {"in_play": {"momentum_calibrator": "wolf"}}}
    dice = [*(["SMMM"] if pick == "momentum_calibrator" else []), "MMMMM", "M" * power]
    t = attack(pieces, "wolf", "h", HAMMER, "SMMM", "MMMM", *dice, seats=seats)
    assert (t.ask.seat, t.ask.cite) == (0, "WC-SLAM-18")
    t.play(pick).done()
    assert t.model("h").y == round(1000 * y)
    assert t.pool("collateral on o") == {"A": power}


@pytest.mark.rule("WC-SLAM-5", "WC-SLAM-6", "WC-SLAM-7")
def test_a_slam_with_damage_of_its_own() -> None:
    """Outside an attack's damage roll: POW Action dice, the contact's Power die, then collateral."""
    pieces = {"w": wolf([20, 10]), "s": piece("scourge", "b", [20, 12.2]), "o": piece("scourge", "b", [20, 15])}
    slam = SlamAndDamage(model="s", source="w", distance=3000, pow=4, collateral=4, by=0)
    t = Bench(table=BIG, pieces=pieces, frame=slam, dice=["SSSSM", "SSSS"]).done()
    assert t.pool("slam damage on s") == {"A": 4, "P": 1}
    assert (t.model("s").damage, t.model("o").damage) == (1, 1)


def edge(y: float, **others: Any) -> Bench:
    """A hunter three inches and its base from the far edge, more or less."""
    pieces = {"wolf": wolf([15, y - 2], weapons=[HAMMER]), "h": piece("hunter", "b", [15, y]), **others}
    dice = ["SMMM", "MMMM", "MMMMM", "MMM"]
    return attack({"m": marauder([3, 3]), **pieces}, "wolf", "h", HAMMER, *dice, table={"size": 30})


@pytest.mark.rule("WC-EDGE-1", "WC-EDGE-2", "WC-EDGE-3")
def test_driven_over_the_edge() -> None:
    t = edge(26.411)
    left = t.happened(Left, model="h", how="destroyed")[0]
    assert isinstance(left, Left)
    assert (left.cite, left.by) == ("WC-EDGE-1", 0)
    assert [r.purpose for r in t.rolls] == ["attack and defence"]
    assert t.game.waiting is None


@pytest.mark.rule("WC-EDGE-2", "WC-MEAS-6")
@pytest.mark.parametrize("y", [26.409, 26.41])
def test_touching_the_edge_is_not_beyond(y: float) -> None:
    pieces = {"m": marauder([3, 3]), "wolf": wolf([15, y - 2]), "h": piece("hunter", "b", [15, y])}
    slam = Slam(model="h", source="wolf", distance=3000, by=0)
    t = Bench(table={"size": 30}, pieces=pieces, frame=slam)
    assert not t.gone("h")
    assert 30000 - 591 - t.model("h").y in (0, -1)


@pytest.mark.rule("WC-EDGE-4", "WC-SLAM-4")
def test_contact_before_the_edge_stops_it_first() -> None:
    t = edge(27.5, o=piece("hunter", "b", [15, 29.2]))
    assert not t.gone("h")
    assert t.model("h").at == (15000, 29200 - 2 * 591)
    assert t.happened(RanInto, what=("o",))


@pytest.mark.rule("WC-EDGE-1", "WC-OBJ-12")
def test_a_carrier_drops_its_objective_at_its_last_place_on_the_table() -> None:
    ore = {"ore": {"kind": "portable", "at": [5, 5]}}
    pieces = {
        "m": marauder([3, 3]),
        "wolf": wolf([15, 26]),
        "h": piece("hunter", "b", [15, 28], carrying="ore"),
    }
    slam = Slam(model="h", source="wolf", distance=3000, by=0)
    t = Bench(table={"size": 30}, pieces=pieces, frame=slam, objectives=ore)
    dropped = t.happened(Dropped)[0]
    assert isinstance(dropped, Dropped)
    assert (dropped.x, dropped.y, dropped.cite) == (15000, 30000 - 591, "WC-OBJ-12")


@pytest.mark.rule("WC-SLAM-1")
@pytest.mark.parametrize(("model", "source"), [("h", "gone"), ("gone", "wolf")])
def test_without_whom_it_drives_or_is_driven_from_nothing_moves(model: str, source: str) -> None:
    pieces = {"wolf": wolf([20, 10]), "h": piece("hunter", "b", [20, 13])}
    t = Bench(table=BIG, pieces=pieces, frame=Slam(model=model, source=source, distance=6000, by=0))
    assert t.game.waiting is None and not t.happened(Moved)


@pytest.mark.rule("WC-SLAM-6", "WC-SLAM-16")
@pytest.mark.parametrize("power", [0, 1])
def test_a_roll_gives_the_slam_as_the_reason_for_its_power_die(power: int) -> None:
    slammed = PlainDamage(model="m", pow=3, power=power, cite="WC-SLAM-16")
    t = Bench(pieces={"m": marauder([20, 20]), "w": wolf([5, 5])}, frame=slammed, dice=["M" * (3 + power)])
    reasons = [(term.value, term.why, term.cite) for term in t.rolls[0].pools[0].terms]
    assert reasons == [(3, "POW", "WC-SLAM-16"), (1, "slammed into something", "WC-SLAM-6")][: 1 + power]
    assert t.pool("damage") == {"A": 3, "P": 1} if power else {"A": 3}


@pytest.mark.rule("WC-EDGE-3")
@pytest.mark.parametrize(("target", "destroyed"), [("m", ()), ("gone", ("gone",))])
def test_the_attack_destroyed_whom_its_slam_took_away(target: str, destroyed: tuple[str, ...]) -> None:
    t = Bench(pieces={"m": marauder([20, 20]), "w": wolf([5, 5])})
    strike = Strike(attacker="w", target=target, kind="melee", pow=3)
    by = SlamBy(name="repulsor", distance=3000, collateral=3, cite="WC-SLAM-1")
    ended = SlamFirst(strike=strike, by=by, charged=True).driven(Draft(rules(), t.state), Slammed())
    assert isinstance(ended, Return)
    assert (ended.value[0].destroyed, ended.value[0].charged_victim) == (destroyed, bool(destroyed))
