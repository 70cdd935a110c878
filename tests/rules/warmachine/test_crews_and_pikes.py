"""Weapon crews, fleeing before activating, the way to the edge, pikes."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import EAST, ESCALATION, LARGE, MK1, MK2, NORTH, SMALL, Game, at, foe, row

MAINTENANCE = {"seat": "a", "phase": "maintenance"}


def mortar(crewman: tuple[float, float] = (14, 13)) -> dict[str, Any]:
    return {
        "gun.1": at(12, 13, card="mortar_gunner", unit="gun", role="gunner"),
        "gun.2": at(*crewman, card="mortar_crewman", unit="gun", role="crewman"),
    }


# --- weapon crews ---
@pytest.mark.rule("ES-CREW-3")
def test_no_spell_makes_a_weapon_crew_charge() -> None:
    pieces = {**mortar(), "sorscha": at(12, 10, focus=6), "ironclad": foe(14, 20), "stryker": foe(44, 44)}
    t = Game(ESCALATION, pieces, casters=False).activate("sorscha", "cast boundless_charge at gun.2", "end")
    t.activate("gun").refusal("gun.2 charge ironclad", "ES-CREW-3")


@pytest.mark.rule("ES-CREW-3", "M1-FORM-8")
def test_a_crewman_out_of_formation_walks_back() -> None:
    t = Game(ESCALATION, {**mortar((24, 13)), "ironclad": foe(40, 40)}).activate("gun")
    assert "gun.2 advance" in t.offers()
    t.refusal("gun.2 run", "ES-CREW-3")


@pytest.mark.rule("ES-CREW-3", "M1-ORDER-4")
def test_no_warcaster_orders_a_crew_to_run() -> None:
    t = Game(ESCALATION, {**mortar(), "sorscha": at(12, 10), "ironclad": foe(14, 30), "stryker": foe(44, 44)})
    t.activate("sorscha")
    for order in ("run", "charge"):
        t.refusal(f"order gun {order}", "ES-CREW-3")


# --- fleeing ---
@pytest.mark.rule("M1-FLEE-2", "M1-FLEE-5")
def test_mk1_who_flees_before_activating_waits_for_the_next_maintenance() -> None:
    pieces = {**row(2, y=14, fleeing=True), "adept": at(12, 8, fleeing=True), "stryker": at(14, 10)}
    t = Game(MK1, {**pieces, "ironclad": at(30, 10), "juggernaut": foe(12, 40)})
    assert set(t.offers()) == {"activate stryker", "activate ironclad"}
    t.refusal("activate adept", "M1-FLEE-2")
    t.refusal("activate guns", "M1-FLEE-2")
    t.activate("stryker").refusal("order guns run", "M1-FLEE-5")


@pytest.mark.rule("M2-CMD-16", "M2-CMD-17")
def test_mk2_who_flees_activates_to_run() -> None:
    pieces = {"adept": at(12, 8, card="line_captain", fleeing=True), "ironclad": at(30, 10), "juggernaut": foe(12, 40)}
    assert "activate adept" in Game(MK2, pieces).offers()


@pytest.mark.rule("M1-FLEE-6")
def test_mk1_behind_a_building_it_runs_round_the_corner_and_straight_to_the_edge() -> None:
    """The building is nearer to an end on the left: from that corner on it goes straight down."""
    pieces = {"adept": at(23, 20, fleeing=True), "juggernaut": foe(24, 40)}
    house = [{"kind": "building", "at": [24, 17], "size": [6, 1]}]
    t = Game(MK1, pieces, terrain=house, turn=MAINTENANCE)
    x, y = t.place("adept")
    assert x == pytest.approx(21 - SMALL, abs=0.02) and y < 11


@pytest.mark.rule("M1-FLEE-6")
def test_mk1_an_enemys_base_is_gone_round_and_left_behind() -> None:
    """The Ironclad stands a little to the right of the way: it is passed on the left, as near as it gets."""
    pieces = {"dread": at(20, 20, card="kha_dread", fleeing=True), "sorscha": at(46, 2), "stryker": foe(46, 46)}
    pieces["ironclad"] = foe(20.5, 16, 90, stationary=True)
    t = Game(MK1, pieces, casters=False, turn=MAINTENANCE)
    x, y = t.place("dread")
    assert x == pytest.approx(20.5 - LARGE - SMALL, abs=0.02) and y < 9


# --- combined melee attacks ---
@pytest.mark.rule("M1-MOD-8", "M1-MOD-9")
def test_mk1_pikes_combine_from_both_sides_of_a_warjack() -> None:
    """The second one has gone out of formation: only rifles need one for it. MAT 7 and two pikes."""
    left = 12 - LARGE - SMALL - 1.9
    unit: dict[str, Any] = {"card": "iron_fangs", "unit": "fangs"}
    pieces = {
        "fangs.1": at(left, 14, EAST, role="leader", **unit),
        "fangs.2": at(left + 1.5, 11.5, EAST, **unit),
        "fangs.3": at(left, 12.6, EAST, **unit),
        "ironclad": foe(12, 14, NORTH),
        "sorscha": at(2, 2),
        "stryker": foe(44, 44),
    }
    t = Game(MK1, pieces, casters=False, dice=["3 4", "1 1"]).activate("fangs", "no order")
    t.play("fangs.2 advance", [[14_800, 12_200]], 147_000, "act", "fangs.1 combine ironclad with blasting_pike")
    assert t.ask.domain.names == ("fangs.2",)  # type: ignore[attr-defined]
    t.play(["fangs.2"])
    assert t.happened(Struck)[0].total == 7 + 7 + 2
