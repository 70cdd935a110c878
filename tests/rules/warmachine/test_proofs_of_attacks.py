"""Attacks clause by clause: dice, areas, sprays, damage, free strikes, stray shots; both editions where they agree."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.area import Landed, under
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus, Defence
from sandtable.rulesets.warmachine.common.attacks.ranges import in_range
from sandtable.rulesets.warmachine.common.attacks.spray import under_spray
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, FocusSpent, Struck
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, SOUTH, Game, at, both, foe

HAMMER = "attack juggernaut with quake_hammer"
DUEL = {"ironclad": at(12, 10), "juggernaut": foe(12, 10 + 2 * LARGE + 0.2)}
STEP = 2 * SMALL + 0.2


def row(n: int, card: str = "long_gunners", unit: str = "guns", y: float = 20, **more: Any) -> dict[str, Any]:
    return {
        f"{unit}.{i + 1}": foe(12 + i * STEP, y, card=card, unit=unit, role="leader" if i == 0 else "grunt", **more)
        for i in range(n)
    }


# --- dice ---
@both
@pytest.mark.rule("M1-DICE-9", "M2-DICE-5")
def test_dice_are_thrown_in_the_order_of_the_book(game: str) -> None:
    """Attack, damage, column; a contest rolls the attacker first; a miss of an area direction, then distance."""
    t = Game(game, DUEL, dice=["6 5", "6 6", "3"]).activate("ironclad", HAMMER).done()
    assert [r.purpose for r in t.rolls] == [
        "ironclad attacks juggernaut",
        "damage to juggernaut",
        "column of juggernaut",
    ]
    pushed = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 10 + 2 * LARGE + 0.2)}
    t = Game(game, pushed, dice=["1", "6"]).activate("ironclad", "push juggernaut")
    assert [pool.name for pool in t.rolls[-1].pools] == ["ironclad", "juggernaut"]
    shot = {"destroyer": at(12, 10), "stryker": foe(12, 20), "sorscha": at(44, 2)}
    t = Game(game, shot, dice=["1 1", "2", "3"], casters=False).activate("destroyer", "attack stryker with bombard")
    assert [r.purpose for r in t.rolls][1:] == ["deviation: direction", "deviation: inches"]


@both
@pytest.mark.rule("M1-DICE-8", "M2-DICE-2", "M2-POWER-8")
def test_dice_of_several_sources_add_up_but_a_charge_is_not_boosted_again(game: str) -> None:
    """A slam into a wall: the collision die and a boost are four dice. A charge's damage cannot be boosted."""
    wall = {"kind": "wall", "at": [12, 20], "size": [6, 0.5]}
    pieces = {"juggernaut": at(12, 8, focus=2), "ironclad": foe(12, 8 + 2 * LARGE + 4)}
    t = Game(game, pieces, terrain=[wall], dice=["6 5", "6"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    t.play("roll")
    t.dice = ["1 1 1 1", "1"]
    t.play("boost")
    assert t.pool("damage") == {"d6": 4}
    charge = {"ironclad": at(12, 8, focus=3), "juggernaut": foe(12, 8 + 2 * LARGE + 5)}
    t = Game(game, charge, dice=["6 5", "1 1 1", "1"]).activate("ironclad", "charge juggernaut", [90_000, 4600])
    t.play(HAMMER, "roll")
    assert t.pool("damage") == {"d6": 3} and t.focus("ironclad") == 2


@pytest.mark.rule("M1-DICE-10", "M2-ENGAGE-20")
@both
def test_a_random_choice_is_uniform_over_names_in_order(game: str) -> None:
    """Two candidates by name: one die, thrown again above two."""
    pieces = {
        "charger": at(12, 4), "juggernaut": foe(12, 14, SOUTH), "ironclad": at(12 - 2 * LARGE - 0.2, 14, 0),
        "lancer": at(12 + LARGE + MEDIUM + 0.2, 14, 180),
    }  # fmt: skip
    again = {MK1: [], MK2: ["1 1"]}[game]
    t = Game(game, pieces, dice=["1 1", "5", "2", *again]).activate("charger", "attack juggernaut with dual_cannon")
    assert t.happened(Struck, who="lancer"), "the second of ironclad and lancer"


@pytest.mark.rule("M1-DICE-10", "M2-ENGAGE-20")
@both
def test_one_of_more_than_six_is_picked_by_two_dice(game: str) -> None:
    """Seven in melee with the target: the first die gives the six, the second the place in it; 36 is thrown again."""
    far, angles = LARGE + SMALL + 1.8, (192, 218, 244, 270, 296, 322, 348)
    ring = {
        f"fangs.{i}": at(12 + far * cos(radians(a)), 14 + far * sin(radians(a)), (180 + a) % 360, card="iron_fangs",
                         unit="fangs", role="grunt")
        for i, a in enumerate(angles, 1)
    }  # fmt: skip
    pieces = {"charger": at(12, 4), "juggernaut": foe(12, 14, SOUTH), **ring}
    for dice, who in (
        ("1 1", "fangs.1"),
        ("2 2", "fangs.1"),
        ("2 1", "fangs.7"),
        ("6 5", "fangs.7"),
        ("1 4", "fangs.4"),
    ):
        t = Game(game, pieces, dice=["1 1", dice, "1 1", "1 1"], waits=True)
        t.activate("charger", "attack juggernaut with dual_cannon")
        assert {e.who for e in t.happened(Struck)} - {"juggernaut"} == {who}
    again = Game(game, pieces, dice=["1 1", "6 6", "2 1", "1 1"], waits=True)
    again.activate("charger", "attack juggernaut with dual_cannon")
    assert again.happened(Struck, who="fangs.7") and not again.happened(Struck, who="fangs.1")


@both
@pytest.mark.rule("M1-GEO-10", "M2-DICE-4", "M1-AOE-6", "M2-AOE-4")
def test_halves_keep_their_fraction_but_power_rounds_up(game: str) -> None:
    from sandtable.rulesets.warmachine.common.attacks.area import AreaAttack

    pieces = {"oskin": at(12, 10), "stryker": foe(12, 16), "ironclad": foe(13.8, 16), "sorscha": at(44, 2)}
    rules = {MK1: "warmachine-escalation"}.get(game, game)
    t = Game(rules, pieces, casters=False)
    strike = Strike(attacker="oskin", target="stryker", kind="ranged", weapon="ember_mortar")
    blast = AreaAttack(strike=strike, spot=(12_000, 16_000), direct=True).blow(t.position, "ironclad")  # type: ignore[arg-type]
    power = t.rules.cards.weapons[t.state.models["oskin"].card]["ember_mortar"].pow  # type: ignore[attr-defined]
    assert blast.power == -(-power // 2) and blast.blast
    assert t.rules.edition.power.throw_distance(t.position, "ironclad", "ironclad") == 5500


@pytest.mark.rule("M2-DICE-6", "M2-CMD-22")
def test_mk2_a_roll_is_thrown_again_only_once() -> None:
    from sandtable.rulesets.warmachine.common.units.command import Checked

    fangs = {k: {**v, "seat": "a", "at": [v["at"][0], 10]} for k, v in row(4, "iron_fangs", "fangs").items()}
    fangs["fangs.4"] = {**fangs["fangs.4"], "card": "if_standard", "role": "attached"}
    fangs["fangs.3"] = {**fangs["fangs.3"], "at": [40, 10]}
    pieces = {**fangs, "juggernaut": foe(12, 40), "sorscha": at(44, 44), "stryker": foe(2, 46)}
    dice = ["6 6"]
    t = Game(MK2, pieces, dice=dice, casters=False).activate("fangs", "no order", "fangs.3 advance", [[34_000, 10_000]])
    t.play(90_000, "act", "end")
    assert len(t.happened(Checked, who="fangs.3")) == 1, "who is out of formation has no standard"


# --- areas ---
@both
@pytest.mark.rule("M1-GEO-4", "M2-AOE-11", "M1-AOE-8")
def test_under_a_template_is_any_part_of_the_base(game: str) -> None:
    pieces = {"stryker": foe(12, 20), "ironclad": foe(12 + 1.5 + LARGE - 0.005, 20), "sorscha": at(44, 2)}
    t = Game(game, pieces, casters=False)
    assert under(t.position, (12_000, 20_000), 1500) == ("stryker", "ironclad")
    apart = {**pieces, "ironclad": foe(12 + 1.5 + LARGE + 0.005, 20)}
    assert under(Game(game, apart, casters=False).position, (12_000, 20_000), 1500) == ("stryker",)


@pytest.mark.rule("M2-AOE-11", "M2-ATK-23", "M2-WQ-17")
def test_mk2_a_blast_comes_from_its_point_of_impact() -> None:
    """A shield counts against a point ahead, whoever shot; not against one behind."""
    pieces = {"lancer": foe(12, 20, SOUTH), "destroyer": at(12, 10)}
    t = Game(MK2, pieces)
    strike = Strike(attacker="destroyer", target="lancer", kind="ranged", weapon="bombard")
    ahead = Blow(target="lancer", power=7, seat=0, strike=strike, point=(12_000, 19_000), blast=True)
    behind = ahead.but(point=(12_000, 21_000))
    assert t.value(Armour("lancer", ahead)) == t.value(Armour("lancer", behind)) + 2


@pytest.mark.rule("M2-AOE-14")
def test_mk2_effects_on_hit_come_before_all_damage_and_each_roll_may_be_boosted() -> None:
    """Tempest: both are knocked down before either damage roll."""
    pieces = {"sorscha": at(12, 10, focus=6), "stryker": foe(12, 16), **row(1, y=17.4), "lancer": foe(40, 40)}
    t = Game(MK2, pieces, dice=["6 5"], casters=False).activate("sorscha", "cast tempest at stryker", "roll")
    assert t.effects("stryker") == t.effects("guns.1") == {"knocked_down"} and not t.happened(Damaged)
    t.dice = ["1 1", "1 1 1"]
    t.play("stryker", "roll")
    assert t.ask.prompt.startswith("boost the damage roll")
    t.play("boost")
    assert t.happened(FocusSpent, who="sorscha", points=1)


@both
@pytest.mark.rule("M1-SETUP-9", "M2-AOE-15")
def test_a_point_off_the_table_is_moved_back_to_the_edge(game: str) -> None:
    """The shot strays 5 inches straight on from a target 2 inches before the edge."""
    pieces = {"destroyer": at(12, 34), "stryker": foe(12, 45.5), "sorscha": at(44, 2)}
    t = Game(game, pieces, dice=["1 1", "1", "5"], casters=False).activate("destroyer", "attack stryker with bombard")
    landed = t.happened(Landed)[0]
    assert landed.at == (12_000, 48_000) and landed.cite == {MK1: "M1-SETUP-9", MK2: "M2-AOE-15"}[game]
    pieces["stryker"] = foe(12, 42)
    t = Game(game, pieces, dice=["1 1", "1", "5"], casters=False).activate("destroyer", "attack stryker with bombard")
    assert t.happened(Landed)[0].cite == {MK1: "M1-AOE-5", MK2: "M2-AOE-2"}[game]


@both
@pytest.mark.rule("M1-MOD-33", "M2-ENGAGE-21", "M2-SPRAY-8")
def test_areas_and_sprays_into_melee_do_not_stray(game: str) -> None:
    """-4 for the Bombard; the miss deviates. A spray's -4 counts model by model."""
    pieces = {
        "destroyer": at(12, 8), "stryker": foe(12, 18), "juggernaut": at(12, 18 + SMALL + LARGE + 0.3, SOUTH),
        "sorscha": at(44, 2),
    }  # fmt: skip
    t = Game(game, pieces, dice=["1 2", "3", "6"], casters=False).activate("destroyer", "attack stryker with bombard")
    rat = t.rules.cards.models[t.state.models["destroyer"].card].stats["RAT"]  # type: ignore[attr-defined]
    assert t.happened(Struck, who="stryker", total=3 + rat + 2 - 4)
    assert not t.happened(Struck, who="juggernaut")
    strike = Strike(attacker="destroyer", target="stryker", kind="ranged", weapon="bombard", marks=("spray",))
    assert t.value(AttackBonus(strike)) == rat - 4


# --- sprays ---
SPRAYER = {MK1: ("warmachine-escalation", "stokers", "pitch_sprayer", 6), MK2: (MK2, "stokers", "pitch_sprayer", 6)}


@both
@pytest.mark.rule("M1-SPRAY-4", "M2-SPRAY-2", "M2-SPRAY-3", "M2-SPRAY-10")
def test_a_spray_is_a_widening_strip_from_the_base_edge(game: str) -> None:
    """Half-width 0.25 in and 0.15 in per inch: at 4 inches along it is 0.85 in wide on each side."""
    rules, card, slot, length = SPRAYER[game]
    base = {"s.1": at(12, 10, card=card, unit="s", role="leader"), "stryker": foe(12, 10 + 3 + 2 * SMALL)}
    wide = 0.25 + 0.15 * 4
    for extra, hit in ((-0.02, True), (0.03, False)):
        side = foe(12 + wide + SMALL + extra, 10 + SMALL + 4, card="long_gunners")
        t = Game(rules, {**base, "long_gunners": side})
        strike = Strike(attacker="s.1", target="stryker", kind="ranged", weapon=slot)
        assert ("long_gunners" in under_spray(t.position, strike)) is hit
    far = {"s.1": base["s.1"], "stryker": foe(12, 10 + 2 * SMALL + length + 0.05), "ironclad": foe(12, 14)}
    t = Game(rules, far)
    strike = Strike(attacker="s.1", target="stryker", kind="ranged", weapon=slot)
    assert under_spray(t.position, strike) == ("ironclad",), "a target beyond the template cancels nothing"


# --- damage ---
@both
@pytest.mark.rule("M1-DMG-4", "M1-DMG-6", "M2-DMG-9", "M2-DMG-18")
def test_a_full_column_starts_at_the_next_and_systems_are_judged_after_the_roll(game: str) -> None:
    """Column 6 is full: damage starts in column 1. A roll of 0 throws no column. Hull boxes do nothing."""
    hurt = foe(12, 10 + 2 * LARGE + 0.2)
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": hurt})
    grid = t.rules.cards.models[t.state.models["juggernaut"].card].grid  # type: ignore[attr-defined]
    marks = list(t.state.status["juggernaut"].marks)
    marks[5] = (1 << len(grid[5])) - 1
    t.game = t.game.but(state=t.state.with_status("juggernaut", marks=tuple(marks)))
    t.dice = ["6 5", "1 2", "6"]
    t.activate("ironclad", HAMMER)
    assert t.marks("juggernaut")[0] == 1 and len(t.happened(Damaged)) == 1
    zero = Game(game, DUEL, dice=["6 5", "1 1"]).activate("ironclad", HAMMER)
    assert not zero.happened(Damaged) and zero.damage("juggernaut") == 0


@both
@pytest.mark.rule("M1-DMG-8", "M2-DMG-12")
def test_the_steps_on_the_way_off_the_table(game: str) -> None:
    from sandtable.rulesets.warmachine.common.state.events import Boxed, Disabled

    pieces = {"ironclad": at(12, 10), **row(1, y=10 + LARGE + SMALL + 0.2), "stryker": at(2, 2)}
    t = Game(game, pieces, dice=["6 5", "6 6"]).activate("ironclad", "attack guns.1 with quake_hammer")
    steps = [type(e) for e in t.events if type(e) in (Disabled, Boxed, Destroyed)]
    assert steps == {MK1: [Destroyed], MK2: [Disabled, Boxed, Destroyed]}[game]


# --- free strikes and stray shots ---
@both
@pytest.mark.rule("M1-FREE-3", "M1-FREE-4", "M2-ENGAGE-11", "M2-CTRL-16")
def test_no_focus_is_spent_on_a_free_strike(game: str) -> None:
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 10 + LARGE + MEDIUM + 0.2, focus=3)}
    t = Game(game, pieces, dice=["6 5", "6 6 6", "1"]).activate("charger", "advance", [[12_000, 6000]])
    t.play("strike with ice_axe")
    assert t.focus("juggernaut") == 3 and t.pool("attack") == {"d6": 2} and t.pool("damage") == {"d6": 3}


@both
@pytest.mark.rule("M1-RANGED-3", "M2-ENGAGE-18")
def test_a_shot_out_of_range_does_not_stray(game: str) -> None:
    far = 12 + MEDIUM + LARGE + 0.01
    pieces = {
        "charger": at(12, 4, focus=3),
        "juggernaut": foe(12, 4 + far),
        "ironclad": at(12, 4 + far + 2 * LARGE + 0.2, SOUTH),
    }
    t = Game(game, pieces).activate("charger", "attack juggernaut with dual_cannon")
    if game == MK2:
        t.play("pass")
    assert t.happened(Struck, who="juggernaut", rolled=False) and not t.happened(Struck, who="ironclad")
    assert t.focus("charger") == 3 and not t.rolls


@both
@pytest.mark.rule("M2-ATK-13", "M1-RANGED-3")
def test_an_automatic_miss_is_not_rolled_for(game: str) -> None:
    far = 12 + MEDIUM + LARGE
    for extra, rolled in ((0.0, True), (0.003, False)):
        pieces = {"charger": at(12, 4), "juggernaut": foe(12, 4 + far + extra)}
        t = Game(game, pieces, dice=["1 1"] if rolled else []).activate("charger", "attack juggernaut with dual_cannon")
        assert bool(t.rolls) is rolled


@both
@pytest.mark.rule("M2-ATK-1", "M1-MELEE-1", "M2-ATK-18", "M1-ATK-9")
def test_melee_reaches_half_an_inch_in_sight_friends_too(game: str) -> None:
    for extra, near in ((0.0, True), (0.003, False)):
        pieces = {
            "ironclad": at(12, 10),
            "charger": at(12, 10 + LARGE + MEDIUM + 0.5 + extra),
            "juggernaut": foe(40, 40),
        }
        t = Game(game, pieces).activate("ironclad")
        assert ("attack charger with quake_hammer" in t.offers()) is near
        t.refusal("attack ironclad with quake_hammer", {MK1: "M1-ATK-6", MK2: "M2-ATK-18"}[game])
    behind = {"ironclad": at(12, 10), "juggernaut": foe(12, 10 - 2 * LARGE - 0.2)}
    Game(game, behind).activate("ironclad").refusal(HAMMER)


@both
@pytest.mark.rule("M1-MOD-3", "M2-ATK-15")
def test_aiming_lasts_for_every_shot_of_the_activation(game: str) -> None:
    pieces = {"charger": at(12, 10, focus=1), "juggernaut": foe(12, 18)}
    plain = {MK1: (), MK2: ("pass",)}[game]
    shot = "attack juggernaut with dual_cannon"
    t = Game(game, pieces, dice=["1 1", "1 2", "1 1"]).activate("charger", shot, *plain, "roll", shot)
    assert t.happened(Struck, total=3 + 6 + 2) and t.focus("charger") == 0


@both
@pytest.mark.rule("M1-MOD-9", "M2-ATK-22")
def test_only_the_main_attackers_modifiers_count_in_a_combined_attack(game: str) -> None:
    """The helper has not moved, the main attacker has: no aiming."""
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    guns = {k: {**v, "seat": "a", "facing": NORTH, "at": [v["at"][0], 10]} for k, v in row(2).items()}
    t = Game(game, {**guns, "juggernaut": foe(12, 18)}, dice=["1 1"])
    t.activate("guns", "no order", "guns.1 advance", [[12_000, 10_500]], 90_000, "act")
    t.play(f"guns.1 combine juggernaut with {gun}", ["guns.2"])
    assert t.happened(Struck, total=2 + 6 + 2)


@both
@pytest.mark.rule("M1-MOD-35", "M2-ATK-16", "M1-MOD-26")
def test_modifiers_add_up_and_the_lowest_base_counts(game: str) -> None:
    wall = {"kind": "wall", "at": [12, 19], "size": [6, 0.5]}
    pieces = {"charger": at(12, 10), "juggernaut": foe(12, 19.25 + LARGE + 0.3, marks="M", down=True)}
    strike = Strike(attacker="charger", target="juggernaut", kind="ranged", weapon="dual_cannon")
    assert Game(game, pieces, terrain=[wall]).value(Defence(strike)) == 5 + 4


@both
@pytest.mark.rule("M1-CHANNEL-6", "M2-SPELL-16")
def test_focus_on_the_channeler_does_not_help_the_spell(game: str) -> None:
    pieces = {"stryker": at(20, 10, focus=2), "lancer": at(12, 10, focus=3), "juggernaut": foe(12, 16)}
    t = Game(game, pieces, dice=["1 2"]).activate("stryker", "cast arcane_bolt at juggernaut through lancer")
    assert t.pool("attack") == {"d6": 2} and t.focus("lancer") == 3


@both
@pytest.mark.rule("M1-CHANNEL-9", "M2-SPELL-17", "M2-ENGAGE-15")
def test_a_channelled_spell_into_melee_has_minus_four(game: str) -> None:
    """Unless the caster himself is in that melee; the spells of his own area are not channelled."""
    pieces = {
        "stryker": at(20, 10, focus=2), "lancer": at(12, 8), "juggernaut": foe(12, 16, SOUTH),
        "ironclad": at(12, 16 + 2 * LARGE + 0.2, SOUTH),
    }  # fmt: skip
    strike = Strike(attacker="stryker", target="juggernaut", kind="magic", spell="arcane_bolt", origin="lancer")
    assert Game(game, pieces).value(AttackBonus(strike)) == 6 - 4
    near = {**pieces, "stryker": at(12 + LARGE + SMALL + 0.2, 16, 180, focus=2)}
    assert Game(game, near).value(AttackBonus(strike)) == 6
    assert in_range(Game(game, pieces).position, strike)
