"""Gunners replaced in Maintenance, marshals away, who is in a list."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.setup.deployment import DeploymentSpot
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    SMALL,
    Game,
    at,
    both,
    foe,
    row,
    to_next_turn,
)  # fmt: skip

MAINTENANCE = {"seat": "a", "phase": "maintenance"}
KHADOR: dict[str, Any] = {"sorscha": at(44, 2), "stryker": foe(44, 44)}


# --- what is on a crewman who becomes gunner in the Maintenance Phase ---
def rocket_crew(gunner: list[str], crewman: list[str]) -> dict[str, Any]:
    near = 12 + MEDIUM + SMALL + 0.1
    return {
        "gun.1": at(12, 12, card="rocket_gunner", unit="gun", role="gunner", effects=gunner),
        "gun.2": at(near, 12, card="rocket_crewman", unit="gun", role="crewman", effects=crewman),
        "gun.3": at(24 - near, 12, card="rocket_crewman", unit="gun", role="crewman"),
        **KHADOR,
    }


def burning(t: Game) -> list[str]:
    rolls = [roll.purpose for roll in t.rolls]
    if t.match.roll is not None:
        rolls.append(t.match.roll.purpose)
    return [purpose for purpose in rolls if purpose.startswith(("fire", "corrosion"))]


@pytest.mark.rule("ES-CREW-8", "M1-MAINT-3", "M1-CE-1")
def test_a_fire_still_to_be_rolled_for_is_rolled_for_on_the_new_gunner() -> None:
    pieces = rocket_crew(["fire"], ["fire"])
    t = Game(ESCALATION, pieces, casters=False, turn=MAINTENANCE, dice=["6", "6 6"], waits=True)
    t.play("fire on gun.1")
    t.dice = ["1"]
    t.play("gun.2")
    assert burning(t) == ["fire on gun.1", "fire on gun.1"] and "fire" not in t.effects("gun.1")


@pytest.mark.rule("ES-CREW-7", "ES-CREW-8", "M1-MAINT-3")
def test_an_effect_that_was_resolved_on_the_crewman_is_not_resolved_again_on_the_new_gunner() -> None:
    pieces = rocket_crew(["corrosion", "fire"], ["corrosion"])
    t = Game(ESCALATION, pieces, casters=False, turn=MAINTENANCE, dice=["6"], waits=True)
    t.play("corrosion on gun.2")
    t.dice = ["6", "6 6"]
    t.play("fire on gun.1", "gun.2")
    assert burning(t) == ["corrosion on gun.2", "fire on gun.1"]
    assert t.damage("gun.1") == 1 and t.effects("gun.1") >= {"corrosion"}


# --- a marshal who fights for the other side ---
def away(**more: Any) -> Game:
    """Seat b's marshal is suborned; the wreck of his warjack lies beside an adept."""
    pieces = {
        "vane": at(12, 10, focus=4), "stryker": at(2, 2), "marshal": foe(12, 15), "vane_2": foe(44, 44, card="vane"),
        "charger": foe(30, 30, master="marshal", marks="LR"), "adept": foe(30 - MEDIUM - SMALL, 30),
        "ironclad": at(30, 30 - MEDIUM - LARGE - 0.3), **more,
    }  # fmt: skip
    t = Game(ESCALATION, pieces, casters=False, dice=["6 5", "6 6", "1"], waits=True)
    t.activate("ironclad", "attack charger with quake_hammer")
    assert t.gone("charger")
    t.play("end")
    t.dice = ["6 5"]
    t.activate("vane", "cast suborn at marshal", "end")
    to_next_turn(t)
    while not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default)
    return t


@pytest.mark.rule("M1-SYS-13", "ES-MARSHAL-10", "ES-MARSHAL-11")
def test_a_warjack_rebuilt_while_its_marshal_is_away_is_autonomous_until_he_returns() -> None:
    t = away()
    t.dice = ["6"]
    t.activate("adept", "rebuild charger")
    t.play(list(t.ask.domain.names)[:6])  # type: ignore[attr-defined]
    assert t.state.status["charger"].master == "" and t.state.status["marshal"].seat == 0
    to_next_turn(t)
    assert t.state.status["charger"].master == "marshal" and t.state.status["marshal"].seat == 1


@pytest.mark.rule("ES-MARSHAL-11", "ES-AUTO-1")
def test_a_warjack_that_another_took_meanwhile_does_not_return_though_he_is_lost() -> None:
    """It waits for the first marshal no more when the second one takes it over."""
    pieces = {
        "vane": at(12, 10, focus=4), "stryker": at(2, 2), "foreman": foe(12, 15), "sorscha": foe(44, 44),
        "juggernaut": foe(20, 18, master="foreman"), "destroyer": foe(40, 40),
        "kovnik": foe(20, 18 + LARGE + MEDIUM),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, casters=False, dice=["6 5"], waits=True)
    t.activate("vane", "cast suborn at foreman", "end")
    to_next_turn(t)
    while not t.ask.prompt.startswith("activate"):
        t.play(t.ask.default)
    t.activate("kovnik", "take juggernaut")
    assert t.state.status["juggernaut"].master == "kovnik"
    assert not [e for e in t.state.effects if e.on == "juggernaut" and e.source == "foreman"]


# --- clouds that overlap ---
@pytest.mark.rule("M1-CLOUD-4", "M1-CLOUD-5")
def test_mk1_two_clouds_of_steam_hurt_whoever_is_in_both_once_at_the_end_of_the_turn() -> None:
    """Each of the two warjacks is in the other's steam only."""
    pieces = {"ibex": at(12, 10), "ibex_2": at(12 + 2 * MEDIUM + 0.1, 10), "tracker": at(12.8, 12), **KHADOR}
    t = Game(MK1, pieces, casters=False, dice=["1 1"] * 3, waits=True)
    t.activate("ibex", "steam_vent", "end").activate("ibex_2", "steam_vent", "end")
    to_next_turn(t)
    assert sorted(roll.purpose for roll in t.rolls) == [f"damage to {n}" for n in ("ibex", "ibex_2", "tracker")]


# --- refusals by their own rule ---
@pytest.mark.rule("ES-MARSHAL-13", "ES-AUTO-12", "M1-KD-12")
def test_a_controller_who_lies_down_has_no_action_to_give_up() -> None:
    for verb, inert in (("take", False), ("reactivate", True)):
        jack = at(12, 10 + SMALL + LARGE, master=None, inert=inert)
        pieces = {"marshal": at(12, 10, down=True), "ironclad": jack, "stryker": at(44, 2), "sorscha": foe(44, 44)}
        t = Game(ESCALATION, pieces, casters=False).activate("marshal")
        t.refusal(f"{verb} ironclad", "ES-MARSHAL-13")
        t.play("stand instead of acting", 90_000).refusal(f"{verb} ironclad", "ES-AUTO-12")


@pytest.mark.rule("M1-MOD-10", "M1-CHARGE-12")
def test_mk1_no_charge_attack_is_combined_but_the_first_attack_after_a_short_charge_is() -> None:
    for far, combined in ((2999, True), (3000, False)):
        target = foe(12.7, 10 + SMALL + LARGE + 2 + far / 1000 - 0.3)
        t = Game(MK1, {**row(2, "iron_fangs", "fangs"), "ironclad": target, **KHADOR}, casters=False)
        t.activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.2 charges ironclad")
        for name in ("fangs.1", "fangs.2"):
            t.play(f"{name} charge ironclad", [90_000, far])
        t.play("act")
        if combined:
            assert t.legal("fangs.1 combine ironclad with blasting_pike")
        else:
            t.refusal("fangs.1 combine ironclad with blasting_pike", "M1-MOD-10")


@pytest.mark.rule("M1-ORDER-8", "M1-ORDER-9", "M1-ORDER-10", "M1-FLEE-5", "ES-CREW-3")
def test_a_unit_that_nobody_can_order_is_told_why() -> None:
    states: dict[str, dict[str, Any]] = {
        "M1-ORDER-8": {"stationary": True}, "M1-ORDER-10": {"at": [30, 10]}, "M1-FLEE-5": {"fleeing": True},
        "M1-ORDER-9": {"role": "grunt"},
    }  # fmt: skip
    for rule, state in states.items():
        pikes = row(3, "iron_fangs", "fangs")
        pikes["fangs.1"] |= state
        t = Game(MK1, {**pikes, "ironclad": foe(12, 30), **KHADOR}, casters=False).activate("fangs")
        t.refusal("order run", rule)
    t = Game(ESCALATION, rocket_crew([], []), casters=False).activate("gun")
    t.refusal("order run", "ES-CREW-3")


@both
@pytest.mark.rule("M1-SPELL-2", "M1-CHANNEL-9", "M2-SPELL-1", "M2-SPELL-16")
def test_a_spell_on_the_caster_alone_has_no_other_target_and_no_channeler(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=6), "juggernaut": at(12, 14), "stryker": foe(12, 20)}
    t = Game(game, pieces, casters=False).activate("sorscha")
    for spell in ("wind_rush", "fog_of_war"):
        assert t.legal(f"cast {spell}")
        for target in ("juggernaut", "stryker"):
            t.refusal(f"cast {spell} at {target}", {MK1: "M1-SPELL-2", MK2: "M2-SPELL-1"}[game])
        for words in ("", " at sorscha"):
            t.refusal(f"cast {spell}{words} through juggernaut", {MK1: "M1-CHANNEL-9", MK2: "M2-SPELL-16"}[game])


@both
@pytest.mark.rule("M1-SETUP-3", "M1-TERRAIN-9", "M1-TERRAIN-4", "M1-TERRAIN-12", "M1-GEO-11", "M2-ADV-3")
def test_nobody_is_deployed_where_he_could_not_stand_and_the_terrain_says_why(game: str) -> None:
    terrain = [
        {"kind": "deep_water", "at": [24, 11], "size": [6, 4]}, {"kind": "wall", "at": [10, 11], "size": [6, 0.5]},
        {"kind": "building", "at": [36, 11], "size": [3, 3]}, {"kind": "shallow_water", "at": [44, 11], "size": [3, 3]},
    ]  # fmt: skip
    tracker = at(2, 2, card={MK1: "tracker", MK2: "manhunter"}[game])
    t = Game(game, {"tracker": tracker, "vane": at(5, 11)}, terrain=terrain)
    spot = DeploymentSpot(piece="tracker", facing=True, seat=0, advanced=True)
    told = [spot.fault(t.position, (x * 1000, 11_000, 90_000)) for x in (24, 10, 36, 5, 44)]
    rules = {
        MK1: ["M1-TERRAIN-9", "M1-TERRAIN-4", "M1-TERRAIN-12", "M1-GEO-11", ""],
        MK2: ["M2-TERRAIN-10", "M2-TERRAIN-4", "M2-TERRAIN-5", "M2-MOVE-9", ""],
    }
    assert [refusal.cite if refusal else "" for refusal in told] == rules[game]


def rules_of(game: str, *lines: dict[str, Any], faction: str = "khador", limit: str = "") -> set[str]:
    lists = find(game).rosters
    assert lists is not None
    army = lists.read({"name": "x", "faction": faction, "limit": limit, "list": list(lines)})
    return {problem.rule for problem in lists.check(army) if problem.grave}


@pytest.mark.rule("M1-SETUP-5", "ES-AUTO-5", "ES-ATTACH-1", "M2-JACK-1")
def test_a_warjack_without_a_controller_and_an_attachment_without_a_unit_are_told_by_their_rules() -> None:
    sorscha = {"entry": "kha_sorscha"}
    assert rules_of(ESCALATION, sorscha, {"entry": "kha_juggernaut"}) == {"ES-AUTO-5"}
    assert rules_of(MK1, sorscha, {"entry": "kha_juggernaut"}) == {"M1-SETUP-5"}
    assert rules_of(ESCALATION, sorscha, {"entry": "kha_iron_fang_ua"}) == {"ES-ATTACH-1"}
    assert rules_of(MK2, {"entry": "sorscha"}, {"entry": "juggernaut"}) == {"M2-JACK-1"}


@pytest.mark.rule("M1-SETUP-5", "ES-MERC-3")
def test_mk1_an_army_is_of_one_faction_and_hires_mercenaries_only() -> None:
    sorscha, guns = {"entry": "kha_sorscha"}, {"entry": "cyg_long_gunners", "models": 6}
    hired = {"entry": "mer_halberdiers", "models": 6}
    for game in (MK1, ESCALATION):
        assert rules_of(game, sorscha, guns) == {"M1-SETUP-5"}
        assert rules_of(game, {**sorscha, "battlegroup": ["cyg_ironclad"]}) == {"M1-SETUP-5"}
        assert rules_of(game, sorscha, limit="65") == {"M1-SETUP-5"}, "the limit is in the same rule"
    assert rules_of(ESCALATION, sorscha, hired) == set()
    magnus = {"entry": "mer_magnus"}
    assert rules_of(ESCALATION, magnus, {"entry": "kha_iron_fangs", "models": 6}, faction="mercenary") == {"M1-SETUP-5"}
    assert rules_of(ESCALATION, {**magnus, "battlegroup": ["kha_ibex"]}, faction="mercenary") == {"ES-MERC-3"}
