"""Cover (WC-COVER)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Roll
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.cover import covering_feature
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf
from tests.rules.warcaster.strikes import attack, land, strike, waiting, wall

LOW = wall(1, [15, 14.5], [4, 0.5], "obstacle")  # its far side is y 14.75
BEHIND = 14.75 + 0.787


def shot(at: list[float], *terrain: Any, slot: str = "rail_gun", unit: str = "marauder") -> dict[str, int]:
    """The defence pool against a wolf at 15, 8."""
    pieces = {"wolf": wolf([15, 8]), "t": piece(unit, "b", at)}
    game = waiting(Attack(strike=strike("wolf", "t", slot)), pieces, land(*terrain))
    assert isinstance(game.waiting, Roll)
    return dict(game.waiting.pools[1].dice)


@pytest.mark.rule("WC-COVER-1", "WC-COVER-3", "WC-ATK-5")
def test_cover_is_two_power_dice() -> None:
    assert shot([15, 16], LOW) == {"A": 2, "P": 2}
    assert shot([15, 16]) == {"A": 2}


@pytest.mark.rule("WC-COVER-1", "WC-CYPHER-26")
def test_the_reason_names_the_feature_or_what_grants_it() -> None:
    rangers = piece("ranger_fire_team", "b", [[15, 16], [18, 18], [20, 18]])
    for terrain, more, why in (
        ([LOW], {}, "cover: obstacle_1"),
        ([], {"seats": {"b": {"in_play": {"force_barrier": "r"}}}}, "cover"),
    ):
        t = attack({"wolf": wolf([15, 8]), "r": rangers}, "wolf", "r.1", "rail_gun", "MMMM", "M" * 5,
                   table=land(*terrain), **more)  # fmt: skip
        given = [term.why for term in t.rolls[0].pools[1].terms if term.cite == "WC-COVER-1"]
        assert given == [why]


@pytest.mark.rule("WC-COVER-2")
def test_no_cover_in_melee() -> None:
    post = wall(0.5, [15, 9.3], [0.2, 0.2], "obstacle")
    pieces = {"wolf": wolf([15, 8]), "m": marauder([15, 10.4])}
    t = attack(pieces, "wolf", "m", "ripper", "MMMM", "MM", table=land(post))
    assert covering_feature(t.position, "wolf", "m") == "obstacle_1"
    assert t.pool("defence") == {"A": 2}


@pytest.mark.rule("WC-COVER-3", "WC-COVER-6")
@pytest.mark.parametrize(("gap", "covered"), [(1.0, True), (1.001, True), (1.002, False)])
def test_within_an_inch_of_the_feature(gap: float, covered: bool) -> None:
    assert ("P" in shot([15, round(BEHIND + gap, 3)], LOW)) is covered


@pytest.mark.rule("WC-COVER-3", "WC-COVER-4")
def test_a_feature_behind_the_target_does_not_cover() -> None:
    assert shot([15, 13.2], LOW) == {"A": 2}


@pytest.mark.rule("WC-COVER-3", "WC-COVER-4")
@pytest.mark.parametrize(("kind", "covered"), [("impassable", True), ("rough", True), ("obstacle", True)])
def test_a_feature_without_height_covers_where_that_is_agreed(kind: str, covered: bool) -> None:
    """A chasm: lines along the ground run through it. From one roof to another they run above it."""
    flat = wall(0, [15, 14.5], [4, 0.5], kind, cover=True)
    assert ("P" in shot([15, 16], flat)) is covered
    assert shot([15, 16], {**flat, "cover": False}) == {"A": 2}
    roofs = wall(3, [15, 8], [4, 4]), wall(3, [15, 16.9], [4, 4])
    pieces = {"wolf": wolf([15, 8], z=3, on="structure_1"), "m": marauder([15, 15.7], z=3, on="structure_2")}
    assert covering_feature(Bench(table=land(*roofs, flat), pieces=pieces).position, "wolf", "m") == ""


@pytest.mark.rule("WC-COVER-4")
def test_one_line_through_the_feature_is_enough() -> None:
    """The wall stands beside: only lines from rim to rim run through it."""
    edge = wall(1, [12.6, 14.5], [4, 0.5], "obstacle")  # ends at x 14.6
    assert shot([15, 16], edge) == {"A": 2, "P": 2}
    aside = wall(1, [11.9, 14.5], [4, 0.5], "obstacle")  # ends at x 13.9
    assert shot([15, 16], aside) == {"A": 2}


@pytest.mark.rule("WC-COVER-4")
def test_lines_high_above_a_feature_do_not_run_through_it() -> None:
    """Both stand on roofs, 3 inches up, with a crate between them on the ground."""
    near, far = wall(3, [15, 8], [4, 4]), wall(3, [15, 16], [4, 4])
    crate = wall(1, [15, 12], [3, 3], "obstacle")
    pieces = {
        "wolf": wolf([15, 8], z=3, on="structure_1"),
        "m": marauder([15, 14.9], z=3, on="structure_2"),
    }
    assert covering_feature(Bench(table=land(near, far, crate), pieces=pieces).position, "wolf", "m") == ""


@pytest.mark.rule("WC-COVER-4")
@pytest.mark.parametrize(("y", "covered"), [(14.75 + 0.787, True), (15.7, True)])
def test_from_a_roof_the_lowest_lines_still_meet_a_wall_near_the_target(y: float, covered: bool) -> None:
    roof = wall(3, [15, 8], [4, 4])
    pieces = {"wolf": wolf([15, 8], z=3, on="structure_2"), "m": marauder([15, y])}
    found = covering_feature(Bench(table=land(LOW, roof), pieces=pieces).position, "wolf", "m")
    assert (found == "obstacle_1") is covered


@pytest.mark.rule("WC-COVER-5")
def test_near_one_feature_and_behind_another_is_no_cover() -> None:
    behind = wall(1, [15, 17.3], [4, 0.5], "obstacle")  # within an inch, not intervening
    before = wall(1, [15, 11], [4, 0.5], "obstacle")  # intervening, too far away
    assert shot([15, 16], behind, before) == {"A": 2}


@pytest.mark.rule("WC-COVER-7")
def test_two_features_and_a_granted_cover_are_still_two_dice() -> None:
    other = wall(1, [15, 14], [4, 0.4], "obstacle")
    assert shot([15, 16], LOW, other) == {"A": 2, "P": 2}
    pieces = {"wolf": wolf([15, 8]), "r": piece("hierotheos_raxis", "b", [15, 15.8], arc=1)}
    t = attack(pieces, "wolf", "r", "battle_rifle", "MMMM", "MMMM", table=land(LOW))
    assert t.pool("defence") == {"A": 2, "P": 2}


@pytest.mark.rule("WC-COVER-8")
def test_granted_cover_needs_no_terrain() -> None:
    pieces = {"wolf": wolf([15, 8]), "e": piece("paladin_enforcers", "b", [[15, 15]])}
    seats = {"b": {"in_play": {"force_barrier": "e"}}}
    t = attack(pieces, "wolf", "e.1", "battle_rifle", "MMMM", "MMMMM", table=land(), seats=seats)
    assert t.pool("defence") == {"A": 3, "P": 2}
    assert t.cited("WC-COVER-1")


@pytest.mark.rule("WC-COVER-9", "WC-SPRAY-8")
def test_a_spray_ignores_terrain_and_granted_cover() -> None:
    pieces = {"wolf": wolf([15, 9]), "m": marauder([15, 16])}
    t = attack(pieces, "wolf", "m", "flamethrower", "MMMM", "MM", table=land(LOW))
    assert t.pool("defence") == {"A": 2}
    pieces = {"wolf": wolf([15, 9]), "e": piece("paladin_enforcers", "b", [[15, 16]])}
    seats = {"b": {"in_play": {"force_barrier": "e"}}}
    t = attack(pieces, "wolf", "e.1", "flamethrower", "MMMM", "MMM", table=land(), seats=seats)
    assert t.pool("defence") == {"A": 3}


@pytest.mark.rule("WC-COVER-10")
def test_gates_have_cover() -> None:
    pieces = {"wolf": wolf([15, 8]), "gate": piece("void_gate", "b", [15, 15.6], arc=1)}
    t = attack(pieces, "wolf", "gate", "battle_rifle", "MMMM", "MMMMM", table=land(LOW))
    assert t.pool("defence") == {"A": 3, "P": 2}


@pytest.mark.rule("WC-COVER-11")
def test_cover_does_nothing_against_damage_without_a_defence_roll() -> None:
    """A missed blast in cover, and a fall: POW Action dice and the model's own ARM."""
    pieces = {"wolf": wolf([15, 8]), "m": marauder([15, 16])}
    t = attack(pieces, "wolf", "m", "talon_rocket_pod", "MMMM", "MMMM", "SSSS", table=land(LOW)).done()
    assert t.pool("blast on m") == {"A": 4}
    assert t.model("m").damage == 1
    t = Bench(table=land(LOW), pieces=pieces, frame=PlainDamage(model="m", pow=4, purpose="fall"), dice=["SSSS"])
    assert t.pool("fall") == {"A": 4}
    assert t.model("m").damage == 1


@pytest.mark.rule("WC-COVER-12", "WC-COVER-1")
@pytest.mark.parametrize(("at", "dice"), [([15, 8], {"A": 2, "P": 2}), ([15, 22], {"A": 2})])
def test_against_a_fury_the_channeller_counts(at: list[float], dice: dict[str, int]) -> None:
    pieces = {"weaver": piece("coalition_weaver", "a", at), "wolf": wolf([15, 5]), "m": marauder([15, 16])}
    fury = Strike(attacker="weaver", target="m", declared="m", kind="fury", cypher="pyrokinetic_surge", pow=3)
    t = Bench(table=land(LOW), pieces=pieces, frame=Attack(strike=fury), dice=["M" * 11, "M" * sum(dice.values())])
    assert t.pool("defence") == dice
