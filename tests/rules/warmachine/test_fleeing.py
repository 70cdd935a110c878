"""When fleeing models of Mk I activate, their way off the table, their order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft, Effect
from sandtable.rulesets.warmachine.common.state.conditions import begin
from sandtable.rulesets.warmachine.common.state.moments import ActivationStarts
from sandtable.rulesets.warmachine.common.units.command import start_fleeing
from sandtable.rulesets.warmachine.mk1.fleeing import Flight
from sandtable.rulesets.warmachine.mk2.fleeing import FleeingActivation
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, Game, at, foe

GUNS: dict[str, Any] = {"card": "long_gunners", "unit": "guns"}
FANGS: dict[str, Any] = {"card": "iron_fangs", "unit": "fangs"}
MAINTENANCE = {"seat": "a", "phase": "maintenance"}


def gunner(x: float, y: float, role: str = "grunt", **more: Any) -> dict[str, Any]:
    return at(x, y, role=role, **GUNS, **more)


# --- its activation is in the Maintenance Phase ---
@pytest.mark.rule("M1-FLEE-2", "M1-FORM-1")
def test_mk1_a_shield_wall_ends_with_the_maintenance_activation_of_who_flees() -> None:
    other = at(12 + 2 * SMALL, 20, role="grunt", fleeing=True, **FANGS)
    t = Game(MK1, {"fangs.1": at(12, 20, role="leader", **FANGS), "fangs.2": other, "juggernaut": foe(40, 40)})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    for order in ("shield_wall", "go_to_ground"):
        for name in ("fangs.1", "fangs.2"):
            begin(d, Effect(order, name, until=ActivationStarts(name)))
    Flight(seat=0).start(d)
    assert {(e.name, e.on) for e in d.state.effects if e.name in ("shield_wall", "go_to_ground")} == {
        ("shield_wall", "fangs.1"),
        ("go_to_ground", "fangs.1"),
    }, "the activation of the other one is still to come"


@pytest.mark.rule("M2-CMD-16", "M2-ACT-8")
def test_mk2_the_flight_of_an_independent_model_is_its_activation() -> None:
    t = Game(MK2, {"stryker": at(12, 10), "juggernaut": foe(40, 40)})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    begin(d, Effect("go_to_ground", "stryker", until=ActivationStarts("stryker")))
    FleeingActivation(model="stryker").start(d)
    assert not [e for e in d.state.effects if e.name == "go_to_ground"]


@pytest.mark.rule("M1-FLEE-4", "M1-RALLY-4")
def test_mk1_a_solo_that_has_fled_and_rallied_activates_no_more() -> None:
    pieces = {
        "marshal": at(12, 20, fleeing=True),
        "stryker": at(12, 5),
        "ironclad": at(20, 10),
        "juggernaut": foe(40, 40),
    }
    t = Game(ESCALATION, pieces, turn=MAINTENANCE, dice=["1 1"], waits=True)
    assert "fleeing" not in t.effects("marshal")
    while t.ask.prompt != "activate":
        t.play(t.ask.default)
    assert sorted(t.offers()) == ["activate ironclad", "activate stryker"]


# --- off the table ---
@pytest.mark.rule("M1-SETUP-8", "M1-FLEE-6", "M1-FLEE-10")
@pytest.mark.parametrize("still", [True, False])
def test_mk1_whoever_flees_at_the_edge_itself_leaves_the_table(still: bool) -> None:
    """His base touches it: there is nowhere to go on the table. Stationary he stays."""
    fleeing = gunner(12, SMALL, "leader", fleeing=True, effects=["stationary"] if still else [])
    t = Game(MK1, {"guns.1": fleeing, "juggernaut": foe(40, 40)}, turn=MAINTENANCE, waits=True)
    assert t.gone("guns.1") != still


@pytest.mark.rule("M1-SETUP-8", "M1-FLEE-6", "M1-TERRAIN-2")
@pytest.mark.parametrize(("y", "deep", "gone"), [(7.0, 4.4, False), (7.0, 3.8, True), (3.0, 0.0, True)])
def test_mk1_it_is_gone_only_if_its_movement_takes_its_centre_over_the_edge(y: float, deep: float, gone: bool) -> None:
    """12 inches; rough ground costs double for its depth and a base. At 4.4 the centre would have to go 12.58."""
    pieces = {"guns.1": gunner(12, y, "leader", fleeing=True), "juggernaut": foe(40, 40)}
    rough = [{"kind": "rough", "at": [12, 3.8], "size": [10, deep]}] if deep else []
    t = Game(MK1, pieces, turn=MAINTENANCE, terrain=rough, waits=True)
    assert t.gone("guns.1") == gone
    assert gone or t.place("guns.1")[1] == pytest.approx(SMALL, abs=0.01)


@pytest.mark.rule("M1-SETUP-8", "M1-FLEE-6", "M1-TERRAIN-2")
def test_mk1_rough_ground_at_the_edge_slows_the_last_of_it_too() -> None:
    """From y = 6.3 it is 12.6 to the edge in rough ground, 11.4 to where the base touches it."""
    pieces = {"guns.1": gunner(12, 6.3, "leader", fleeing=True), "juggernaut": foe(40, 40)}
    rough = [{"kind": "rough", "at": [12, 4], "size": [10, 8]}]
    t = Game(MK1, pieces, turn=MAINTENANCE, terrain=rough, waits=True)
    assert not t.gone("guns.1") and t.place("guns.1")[1] == pytest.approx(SMALL, abs=0.01)


@pytest.mark.rule("M1-FLEE-6")
def test_mk1_round_a_corner_it_goes_straight_down_to_the_edge() -> None:
    """Not back to where it would have gone without the block: that is farther."""
    pieces = {"guns.1": gunner(12, 30, "leader", fleeing=True), "juggernaut": foe(40, 40)}
    block = {"kind": "obstruction", "at": [11.5, 26], "size": [3, 1]}  # its eastern side is at x = 13
    t = Game(MK1, pieces, turn=MAINTENANCE, terrain=[block], waits=True)
    assert t.place("guns.1") == pytest.approx((13 + SMALL, 18.354), abs=0.003)


@pytest.mark.rule("M1-FLEE-6")
def test_mk1_who_is_walled_in_flees_nowhere() -> None:
    """The walls touch his base, and an enemy looks over one of them."""
    near = SMALL + 0.5
    walls = [
        {"kind": "obstruction", "at": [12 + near * x, 10 + near * y], "size": [1, 4] if x else [4, 1]}
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    pieces = {"guns.1": gunner(12, 10, "leader", fleeing=True), "juggernaut": foe(12, 10 + near + 0.5 + LARGE)}
    t = Game(MK1, pieces, turn=MAINTENANCE, terrain=walls, waits=True)
    assert t.place("guns.1") == (12, 10) and "fleeing" in t.effects("guns.1")


# --- the nearest enemy ---
def two_foes() -> dict[str, Any]:
    """A Juggernaut at a gap of 3.6 to the east, an Iron Fang at 3.8 to the west, whose centre is nearer."""
    return {
        "juggernaut": foe(12 + 3.6 + LARGE + SMALL, 20),
        "fangs.1": foe(12 - 3.8 - 2 * SMALL, 20, role="leader", **FANGS),
    }


@pytest.mark.rule("M1-GEO-2", "M1-RALLY-3")
def test_mk1_a_rallied_model_faces_the_enemy_whose_base_is_nearest() -> None:
    pieces = {"guns.1": gunner(12, 32, "leader", fleeing=True), "stryker": at(12, 15), **two_foes()}
    t = Game(MK1, pieces, turn=MAINTENANCE, dice=["1 1"], waits=True)
    assert t.place("guns.1") == (12.0, 20.0) and "fleeing" not in t.effects("guns.1")
    assert t.facing("guns.1") == pytest.approx(0, abs=0.1)


@pytest.mark.rule("M1-GEO-2", "M1-FLEE-7")
def test_mk1_without_a_single_threat_it_faces_away_from_the_nearest_base() -> None:
    t = Game(MK1, {"guns.1": gunner(12, 20, "leader"), **two_foes()})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    start_fleeing(d, "guns.1")
    assert d.state.models["guns.1"].facing == 180_000


# --- in which order ---
@pytest.mark.rule("M1-MAINT-4", "M1-FLEE-6")
def test_mk1_the_owner_says_who_flees_first_where_one_is_in_the_way() -> None:
    behind = 20 + 2 * SMALL + 0.5
    pieces = {"guns.1": gunner(12, 20, "leader", fleeing=True), "guns.2": gunner(12, behind, fleeing=True)}
    pieces["juggernaut"] = foe(40, 40)
    t = Game(MK1, pieces, turn=MAINTENANCE, waits=True)
    assert set(t.offers()) == {"guns.1", "guns.2"} and t.ask.default == "guns.1"
    t.play("guns.1")
    assert t.place("guns.1") == (12.0, 8.0) and t.place("guns.2")[1] == pytest.approx(behind - 12)
    t = Game(MK1, pieces, turn=MAINTENANCE, waits=True).play("guns.2")
    assert t.place("guns.2")[1] > behind - 12 and t.place("guns.2")[0] != 12.0, "it had to go round"


@pytest.mark.rule("M2-CMD-16", "M2-ACT-5")
@pytest.mark.parametrize(("x", "asked"), [(14.0, True), (20 - 12 - 2 * SMALL - 0.1, False)])
def test_mk2_the_order_of_flights_is_asked_where_one_runs_up_against_the_other(x: float, asked: bool) -> None:
    """The first one runs 12 inches to the west, away from the Juggernaut and not from who is farther."""
    guns = {"guns.1": gunner(20, 20, "leader", fleeing=True), "guns.2": gunner(x, 20.3, fleeing=True)}
    pieces = {**guns, "juggernaut": foe(25, 20.3), "ironclad": foe(2, 20)}
    t = Game(MK2, pieces, waits=True).activate("guns")
    assert (t.ask.prompt == "which trooper of guns is next") == asked


@pytest.mark.rule("M1-MAINT-4", "M1-FLEE-6")
def test_mk1_nobody_is_asked_where_the_order_is_all_one() -> None:
    pieces = {
        "guns.1": gunner(12, 20, "leader", fleeing=True),
        "guns.2": gunner(12 + 2 * SMALL, 20, fleeing=True),
        "juggernaut": foe(40, 40),
    }
    t = Game(MK1, pieces, turn=MAINTENANCE, waits=True)
    assert t.place("guns.1") == (12.0, 8.0) and t.place("guns.2")[1] == 8.0
