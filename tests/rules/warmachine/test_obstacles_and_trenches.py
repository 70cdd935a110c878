"""Climbing obstacles, standing on them, trenches; and cover that must be near the target where the line crosses it."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Damaged
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

BOULDER = {"kind": "boulder", "at": [12, 15], "size": [8, 4]}  # its near edge is at y = 13
CLIMB = {MK1: "M1-TERRAIN-3", MK2: "M2-TERRAIN-3"}


def scout(y: float, **more: Any) -> dict[str, Any]:
    return {"stryker": at(12, y, **more), "juggernaut": foe(40, 40)}


@both
@pytest.mark.rule("M1-TERRAIN-3", "M2-TERRAIN-3")
def test_climbing_costs_two_inches_and_ends_on_top_one_inch_forward(game: str) -> None:
    """SPD 6: 4 inches to the obstacle leave exactly the 2 that the climb takes."""
    y = 13 - SMALL - 4
    t = Game(game, scout(y), terrain=[BOULDER]).activate("stryker", "advance")
    top = 13 - SMALL + 1
    t.refusal([[12_000, round(1000 * top) - 10]], CLIMB[game])  # not an inch forward
    t.refusal([[12_000, round(1000 * top) + 2]], CLIMB[game])  # no movement left for more
    t.play([[12_000, round(1000 * top)]], 90_000)
    assert t.place("stryker")[1] == pytest.approx(top)
    far = Game(game, scout(y - 0.005), terrain=[BOULDER]).activate("stryker", "advance")
    far.refusal([[12_000, round(1000 * top)]], CLIMB[game])
    assert far.legal([[12_000, round(1000 * (13 - SMALL))]]), "it stops in contact"


@both
@pytest.mark.rule("M1-TERRAIN-3", "M2-TERRAIN-3")
def test_going_on_along_the_top_and_down_again_is_free(game: str) -> None:
    """One inch to it, 2 for the climb, 3 more of 6 along the top."""
    y = 13 - SMALL - 1
    t = Game(game, scout(y), terrain=[BOULDER]).activate("stryker", "advance")
    assert t.legal([[12_000, round(1000 * (y + 5))]])
    t.refusal([[12_000, round(1000 * (y + 5)) + 2]], CLIMB[game])
    up = Game(game, scout(16.5), terrain=[BOULDER]).activate("stryker", "advance")
    assert up.legal([[12_000, 22_500]]), "down costs nothing"
    up.refusal([[12_000, 22_502]])


@both
@pytest.mark.rule("M1-TERRAIN-3", "M2-TERRAIN-3")
@pytest.mark.parametrize(("far", "left"), [(3.99, True), (4.01, False)])
def test_whoever_only_crosses_a_corner_needs_two_inches_too(game: str, far: float, left: bool) -> None:
    """Past the corner at (8, 13) at half an inch from its centre: it is on the obstacle for 0.63 of its way."""
    half = SMALL**2 - 0.5**2
    slant = 0.5**0.5
    beside, before, after = 0.5 * slant, (far + half**0.5) * slant, 0.37 * slant
    start = (8 - beside - before, 13 - beside + before)
    end = [round(1000 * (8 - beside + after)), round(1000 * (13 - beside - after))]
    pieces = {"stryker": at(*start), "juggernaut": foe(40, 40)}
    t = Game(game, pieces, terrain=[BOULDER]).activate("stryker", "advance")
    if left:
        assert t.legal([end])
    else:
        t.refusal([end], CLIMB[game])


@both
@pytest.mark.rule("M1-TERRAIN-3", "M1-CHARGE-7", "M2-TERRAIN-3", "M2-MOVE-22")
def test_no_charge_over_an_obstacle(game: str) -> None:
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 18.5)}
    t = Game(game, pieces, terrain=[{"kind": "boulder", "at": [12, 14], "size": [8, 2]}])
    t.activate("ironclad", "charge juggernaut")
    way, far = t.ask.domain.best(t.position)  # type: ignore[attr-defined]
    assert far == pytest.approx(1000 * (13 - LARGE - 10), abs=2)
    t.play([way, far])
    assert t.happened(Charged, who="ironclad", failed=True)


# --- trenches ---
TRENCH = {"kind": "trench", "at": [12, 20], "size": [6, 3]}


def shot(target: str = "stryker", attacker: str = "charger") -> Strike:
    return Strike(attacker=attacker, target=target, kind="ranged", weapon="dual_cannon")


@pytest.mark.rule("M2-TERRAIN-11")
def test_mk2_wholly_in_a_trench_there_is_cover_against_attackers_outside() -> None:
    pieces = {"stryker": foe(12, 20), "charger": at(12, 12), "sorscha": at(44, 2)}
    t = Game(MK2, pieces, terrain=[TRENCH], casters=False)
    assert t.value(Defence(shot())) == 16 + 4
    rim = {**pieces, "stryker": foe(12, 21.5 - SMALL + 0.003)}
    assert Game(MK2, rim, terrain=[TRENCH], casters=False).value(Defence(shot())) == 16, "a part of it looks out"
    inside = {**pieces, "charger": at(10, 18.5 - MEDIUM + 0.1)}
    assert Game(MK2, inside, terrain=[TRENCH], casters=False).value(Defence(shot())) == 16, "he is in it too"


@pytest.mark.rule("M2-TERRAIN-11")
def test_mk2_no_blast_damage_from_outside_the_trench() -> None:
    """The Bombard hits a model before the trench; the one in it under the template is unhurt."""
    pieces = {
        "destroyer": at(12, 8), "stryker": foe(12, 18.4 - SMALL), "long_gunners": foe(12, 19.2, card="long_gunners"),
        "sorscha": at(44, 2),
    }  # fmt: skip
    t = Game(MK2, pieces, terrain=[TRENCH], casters=False, dice=["6 5", "1 1", "6 6"])
    t.activate("destroyer", "attack stryker with bombard", "stryker")
    assert t.happened(Damaged, who="stryker") and not t.happened(Damaged, who="long_gunners")


@pytest.mark.rule("M1-TERRAIN-1")
def test_mk1_a_trench_is_open_ground() -> None:
    pieces = {"stryker": foe(12, 20), "charger": at(12, 12), "sorscha": at(44, 2)}
    assert Game(MK1, pieces, terrain=[TRENCH], casters=False).value(Defence(shot())) == 16


# --- cover near the target ---
@both
@pytest.mark.rule("M1-MOD-36", "M1-MOD-12", "M2-TERRAIN-13", "M2-TERRAIN-12")
def test_the_line_must_cross_the_wall_within_an_inch_of_the_target(game: str) -> None:
    """A wall that runs along beside the target and turns up far in front: near it, and between, but not both."""
    pieces = {"stryker": foe(12, 30), "charger": at(12, 12), "sorscha": at(44, 2)}
    near = {"kind": "wall", "at": [12, 30 - SMALL - 1.0 - 0.25], "size": [4, 0.5]}
    assert Game(game, pieces, terrain=[near], casters=False).value(Defence(shot())) == 20
    beyond = {"kind": "wall", "at": [12, 30 - SMALL - 1.002 - 0.25], "size": [4, 0.5]}
    assert Game(game, pieces, terrain=[beyond], casters=False).value(Defence(shot())) == 16
    slant = {"kind": "wall", "points": [[13.0, 30.4], [13.4, 30.2], [12.2, 22.0], [11.8, 22.2]]}
    t = Game(game, pieces, terrain=[slant], casters=False)
    assert t.value(Defence(shot())) == 16
