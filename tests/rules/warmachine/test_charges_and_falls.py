"""Mk I: charges past a target and over obstacles, falls into water, two fists, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft, Effect
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.conditions import begin
from sandtable.rulesets.warmachine.common.state.events import Damaged, Struck
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    NORTH,
    SMALL,
    SOUTH,
    STEP,
    WEST,
    Game,
    at,
    both,
    foe,
    row,
)  # fmt: skip

FANGS: dict[str, Any] = {"card": "iron_fangs", "unit": "fangs"}
NEXT = 10 + 2 * LARGE + 0.3
AWAY = 10 + 2 * LARGE + 4  # where a heavy stands that is slammed from 4 inches away
B_MOVES = {"seat": "b"}


# --- charges ---
@pytest.mark.rule("M1-CHARGE-6", "M1-CHARGE-9", "M1-MELEE-1")
@pytest.mark.parametrize("far", [4000, 5200, 6500])
def test_mk1_a_charger_past_its_target_turns_to_it_while_it_is_in_melee_range(far: int) -> None:
    """From 5 inches on the target is wholly behind a pike that goes north past it, within 2 inches up to 6.5."""
    pieces = {
        "fangs.1": foe(12, 10, NORTH, role="leader", **FANGS),
        "ironclad": at(14.4, 14, SOUTH),
        "stryker": at(46, 2),
        "sorscha": foe(46, 46),
    }
    t = Game(MK1, pieces, turn=B_MOVES, waits=True)
    t.activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.1 charge ironclad", [90_000, far])
    assert t.happened(Charged, failed=False)
    t.play("act")
    assert t.legal("fangs.1 attack ironclad with blasting_pike")


def by_a_pathfinder(kind: str) -> Game:
    pieces = {
        "tracker": foe(12, 10, NORTH),
        "ironclad": at(12, 17),
        "stryker": at(46, 2),
        "sorscha": foe(46, 46),
    }
    piece = {"kind": kind, "at": [12, 12.6], "size": [4, 0.5]}
    return Game(MK1, pieces, turn=B_MOVES, terrain=[piece], waits=True).activate("tracker", "charge ironclad")


@pytest.mark.rule("M1-TERRAIN-15", "M1-TERRAIN-3", "M1-CHARGE-7")
@pytest.mark.parametrize(
    ("kind", "stops"),
    [("boulder", True), ("wall", False), ("rough", False), ("wreck", False), ("shallow_water", False)],
)
def test_mk1_a_pathfinders_charge_stops_at_an_obstacle_that_is_no_wall(kind: str, stops: bool) -> None:
    t = by_a_pathfinder(kind)
    assert t.legal([90_000, 5400]) != stops
    if stops:
        t.play([90_000, round(1000 * (12.35 - SMALL - 10))])
        assert t.happened(Charged, failed=True, cite="M1-CHARGE-7")


@pytest.mark.rule("M1-TERRAIN-15", "M1-CHARGE-20")
def test_mk1_no_pathfinder_starts_a_charge_on_an_obstacle() -> None:
    for kind, starts in (("boulder", False), ("rough", True)):
        pieces = {"tracker": at(12, 10), "ironclad": foe(12, 17), "sorscha": at(46, 2), "stryker": foe(46, 46)}
        terrain = [{"kind": kind, "at": [12, 10], "size": [2, 2]}]
        t = Game(MK1, pieces, casters=False, terrain=terrain).activate("tracker")
        if starts:
            assert t.legal("charge ironclad")
        else:
            t.refusal("charge ironclad", "M1-CHARGE-20")


@pytest.mark.rule("M1-POWER-25")
def test_mk1_a_slam_in_rough_ground_is_refused_by_the_rule_on_slams() -> None:
    terrain = [{"kind": "rough", "at": [12, 10], "size": [3, 3]}]
    t = Game(MK1, {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, AWAY)}, terrain=terrain)
    t.activate("juggernaut").refusal("slam ironclad", "M1-POWER-25")
    t.refusal("charge ironclad", "M1-CHARGE-20")


# --- water ---
def water(y: float) -> list[dict[str, Any]]:
    return [{"kind": "shallow_water", "at": [12, y + 4], "size": [10, 8]}]


@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M1-POWER-28")
def test_mk1_a_fallen_warjack_slammed_into_shallow_water_goes_out() -> None:
    fallen = foe(12, AWAY, focus=2, effects=[{"name": "knocked_down"}])
    t = Game(MK1, {"juggernaut": at(12, 10, focus=1), "ironclad": fallen}, terrain=water(AWAY + LARGE + 1), waits=True,
             dice=["6", "1 1"])  # fmt: skip
    t.activate("juggernaut", "slam ironclad", [90_000, 3600])
    assert {"inert", "knocked_down"} <= t.effects("ironclad") and t.focus("ironclad") == 0


@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M1-POWER-11")
@pytest.mark.parametrize(("down", "out"), [(True, True), (False, False)])
def test_mk1_fire_on_the_fallen_ends_where_they_are_pushed_into_shallow_water(down: bool, out: bool) -> None:
    on_it = [{"name": "fire"}, *([{"name": "knocked_down"}] if down else [])]
    y = 10 + LARGE + SMALL + 0.3
    pieces = {"juggernaut": at(12, 10, focus=1), "dread": foe(12, y, effects=on_it)}
    t = Game(MK1, pieces, terrain=water(y + SMALL + 0.2), dice=["6", "1"], waits=True)
    t.activate("juggernaut", "push dread", "stay")
    assert ("fire" not in t.effects("dread")) == out


# --- channelled spells ---
@pytest.mark.rule("M1-MOD-31", "M1-CHANNEL-2")
def test_mk1_a_spell_does_not_stray_to_the_channeler_it_comes_from() -> None:
    """13 against the DEF 14 of a tracker who shows his back to a Lancer of DEF 13."""
    pieces = {
        "lancer": at(12, 10, master="stryker"),
        "tracker": foe(12, 10 + MEDIUM + SMALL + 0.3, NORTH),
        "stryker": at(14, 5, focus=6),
    }
    t = Game(MK1, pieces, dice=["5 6"], waits=True)
    t.activate("stryker", "cast arcane_bolt at tracker through lancer", "roll").done("a", "activate stryker")
    assert [struck.who for struck in t.happened(Struck)] == ["tracker"]


# --- locks ---
@pytest.mark.rule("M1-POWER-44")
@pytest.mark.parametrize(("places", "still"), [((2, 1), {"locked_L"}), ((1, 1), {"locked_L"}), ((0, 0), set())])
def test_mk1_a_disabled_fist_lets_go_and_the_other_holds_on(places: tuple[int, int], still: set[str]) -> None:
    """Positions of before do not say which fist holds what: there both let go."""
    t = Game(MK1, {"marauder": foe(12, NEXT), "ironclad": at(12, 10)})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    for fist, place in zip(("ram_piston", "ram_piston_2"), places, strict=True):
        begin(d, Effect(f"holding_{fist}", "marauder", "ironclad", amount=place))
    for arm in sorted({"LR"[place - 1] for place in places}):
        begin(d, Effect(f"locked_{arm}", "ironclad", "marauder", each_source=True))
    d.emit(Damaged(who="marauder", points=10, marks=(31, 31, 0, 0, 0, 0), systems=("L",)))
    assert {e.name for e in d.state.effects if e.on == "ironclad"} == still
    assert {e.name for e in d.state.effects if e.on == "marauder"} == ({"holding_ram_piston_2"} if still else set())


@both
@pytest.mark.rule("M1-POWER-39", "M1-POWER-44", "M2-POWER-15")
def test_a_fist_that_locks_is_noted_with_what_it_holds(game: str) -> None:
    mover = {MK1: "marauder", MK2: "kodiak"}[game]
    t = Game(game, {mover: at(12, 10, focus=1), "ironclad": foe(12, NEXT)}, dice=["6 5"], waits=True).activate(mover)
    t.play(next(o for o in t.offers() if o.startswith("lock ironclad right with ")))
    assert [e.amount for e in t.state.effects if e.on == mover and e.name.startswith("holding_")] == [2]


# --- combined attacks that cannot be ---
ACT = ("no order", "act")
RIFLE, PIKE = "repeating_long_rifle", "blasting_pike"


@pytest.mark.rule("M1-MOD-7", "M1-MOD-8", "M1-MOD-10", "M1-MOVE-5", "M1-ATK-9", "M1-MELEE-1")
def test_mk1_a_combined_attack_is_refused_for_what_bars_it() -> None:
    far, close = foe(12, 20, role="leader", **FANGS), foe(12, 11.3, role="leader", **FANGS)
    scouts = row(3, "scouts", "scouts")
    Game(MK1, {**scouts, "fangs.1": far}).activate("scouts", *ACT).refusal(
        "scouts.1 combine fangs.1 with carbine", "M1-MOD-7"
    )
    Game(MK1, {**scouts, "fangs.1": close}).activate("scouts", *ACT).refusal(
        "scouts.1 combine fangs.1 with hatchet", "M1-MOD-8"
    )
    guns, combined = row(3), f"guns.1 combine fangs.1 with {RIFLE}"
    Game(MK1, {**guns, "fangs.1": close}).activate("guns", *ACT).refusal(combined, "M1-MOVE-5")
    turned = {**guns, "guns.1": {**guns["guns.1"], "facing": SOUTH}}
    Game(MK1, {**turned, "fangs.1": far}).activate("guns", *ACT).refusal(combined, "M1-ATK-9")
    fought = {"fangs.1": far, "ironclad": at(12 + SMALL + LARGE + 0.3, 20, WEST)}
    Game(MK1, {**guns, **fought}).activate("guns", *ACT).refusal(combined, "M1-MOD-10")
    pikes = {**row(3, "iron_fangs", "fangs"), "ironclad": foe(12, 16)}
    Game(MK1, pikes).activate("fangs", *ACT).refusal(f"fangs.1 combine ironclad with {PIKE}", "M1-MELEE-1")


@pytest.mark.rule("M1-MOD-9", "M1-MOD-7", "M1-MOD-10")
def test_mk1_each_participant_needs_sight_and_reach_by_the_rule_on_participants() -> None:
    """The second pike is too far away, the third faces the other way; of the rifles the second does."""
    pikes = row(4, "iron_fangs", "fangs")
    pikes["fangs.2"] = {**pikes["fangs.2"], "at": [12 + STEP, 8]}
    pikes["fangs.3"] = {**pikes["fangs.3"], "at": [12, 8.4], "facing": SOUTH}
    pikes["fangs.4"] = {**pikes["fangs.4"], "at": [12 - STEP, 10]}
    target = {"ironclad": foe(12, 10 + SMALL + LARGE + 0.2)}
    t = Game(MK1, {**pikes, **target}).activate("fangs", *ACT, f"fangs.1 combine ironclad with {PIKE}")
    t.refusal(["fangs.2"], "M1-MOD-9")
    t.refusal(["fangs.3"], "M1-MOD-9")
    assert t.legal(["fangs.4"])
    guns = {**row(3), "ironclad": foe(12, 18)}
    guns["guns.2"] = {**guns["guns.2"], "facing": SOUTH}
    t = Game(MK1, guns).activate("guns", *ACT, f"guns.1 combine ironclad with {RIFLE}")
    t.refusal(["guns.2"], "M1-MOD-9")
    assert t.legal(["guns.3"])


@pytest.mark.rule("M1-MOD-7", "M1-MOD-8", "M1-MOD-9")
def test_mk1_a_combined_attack_adds_to_the_roll_by_its_kind_and_to_the_damage() -> None:
    shots, blades = row(2), row(2, "iron_fangs", "fangs")
    for unit, y, weapon, rule in (("guns", 18.0, RIFLE, "M1-MOD-7"), ("fangs", 11.8, PIKE, "M1-MOD-8")):
        pieces = {**(shots if unit == "guns" else blades), "ironclad": foe(12.6, y)}
        t = Game(MK1, pieces, dice=["6 5", "1 1"]).activate(unit, *ACT, f"{unit}.1 combine ironclad with {weapon}")
        t.play([f"{unit}.2"])
        terms = [(pool.name, term.value, term.cite) for roll in t.rolls for pool in roll.pools for term in pool.terms]
        assert [x for x in terms if x[2].startswith("M1-MOD-") and x[2] != "M1-MOD-1"] == [
            ("attack", 2, rule),
            ("damage", 2, "M1-MOD-9"),
        ]


# --- refusals ---
@pytest.mark.rule("M1-INERT-2", "M1-ATK-7", "M1-TURN-11")
def test_mk1_inert_and_disrupted_warjacks_are_refused_by_the_rules_on_them() -> None:
    pieces: dict[str, Any] = {"stryker": at(12, 10), "charger": at(17, 14), "juggernaut": foe(40, 40)}
    for state, rule in (("inert", "M1-INERT-2"), ("disrupted", "M1-ATK-7")):
        warjack = {"ironclad": at(14, 14, effects=[{"name": state}])}
        Game(MK1, {**pieces, **warjack}, turn={"seat": "a", "phase": "control"}).refusal({"ironclad": 1}, rule)
    for state, rule in (("inert", "M1-INERT-2"), ("stationary", "M1-TURN-11")):
        warjack = {"ironclad": at(14, 14, effects=[{"name": state}])}
        Game(MK1, {**pieces, **warjack}).refusal("activate ironclad", rule)


@pytest.mark.rule("ES-CREW-3")
def test_a_weapon_crew_is_refused_a_run_or_charge_by_the_rule_on_crews() -> None:
    crew = {
        "gun.1": at(12, 13, card="mortar_gunner", unit="gun", role="gunner"),
        "gun.2": at(14, 13, card="mortar_crewman", unit="gun", role="crewman"),
    }
    t = Game(ESCALATION, {**crew, "ironclad": foe(14, 20)}).activate("gun")
    t.refusal("gun.1 run", "ES-CREW-3")
    t.refusal("gun.2 charge ironclad", "ES-CREW-3")
