"""More of units: command, standards, fleeing, spells on units, what running and standing do to troopers."""

from __future__ import annotations

import math

import pytest

from sandtable.rulesets.warmachine.common.attacks.attacking import InitialAttacks
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.measuring.engagement import engages
from sandtable.rulesets.warmachine.common.state.events import Struck
from sandtable.rulesets.warmachine.common.units.command import Checked, Command
from sandtable.rulesets.warmachine.common.units.members import commander, in_formation
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, STEP, Game, at, both, foe, row


@both
@pytest.mark.rule("M1-UPKEEP-5", "M2-SPELL-12", "M2-FORM-11")
def test_a_spell_on_a_unit_covers_every_trooper(game: str) -> None:
    pieces = {**row(3), "stryker": at(12, 7, focus=3), "juggernaut": foe(40, 40)}
    t = Game(game, pieces).activate("stryker", "cast arcane_shield at guns.2")
    for name in ("guns.1", "guns.2", "guns.3"):
        assert t.value(Armour(name, Blow(target=name, power=0, seat=1))) == 11 + 3


@both
@pytest.mark.rule("M1-MAGIC-1", "M2-SPELL-12", "M2-STAT-8")
def test_freezing_grip_takes_the_whole_unit(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=4), "stryker": foe(44, 44)}
    pieces |= {k: {**v, "seat": "b", "at": [v["at"][0], 16]} for k, v in row(3).items()}
    t = Game(game, pieces, dice=["6 5"], casters=False).activate("sorscha", "cast freezing_grip at guns.2")
    assert all(t.effects(f"guns.{i}") == {"stationary"} for i in (1, 2, 3))


@pytest.mark.rule("M2-CMD-22", "M2-ADV-35", "M2-CMD-4")
def test_mk2_the_standard_of_the_worked_example() -> None:
    """CMD 10: 11 fails, the re-roll of 10 passes."""
    fangs = row(4, "iron_fangs", "fangs")
    fangs["fangs.3"]["card"], fangs["fangs.3"]["role"] = "if_officer", "officer"
    fangs["fangs.4"]["card"], fangs["fangs.4"]["role"] = "if_standard", "attached"
    attacker = foe(12 + STEP / 2, 10 + LARGE + SMALL + 0.1, focus=1)
    t = Game(
        MK2, {**fangs, "juggernaut": attacker}, turn={"seat": "b"}, dice=["6 5", "6 6", "6 5", "6 6", "5 6", "6 4"]
    )
    t.activate("juggernaut", "attack fangs.1 with ice_axe", "roll", "roll")
    if t.ask.prompt.startswith("who leads"):
        t.play("fangs.2")
    t.play("attack fangs.2 with open_fist", "roll", "roll")
    assert t.happened(Checked, passed=True, total=10)


@pytest.mark.rule("M2-FORM-4", "M2-CMD-10")
def test_mk2_out_of_formation_minus_two() -> None:
    pieces = {**row(2), "guns.3": at(40, 10, card="long_gunners", unit="guns"), "juggernaut": foe(40, 40)}
    t = Game(MK2, {**pieces, "stryker": at(2, 46)})
    assert t.value(Command("guns.3")) == 5 and t.value(Command("guns")) == 7


@pytest.mark.rule("M2-ADV-30", "M2-FORM-12", "M2-ADV-31")
def test_mk2_an_officer_commands() -> None:
    pieces = {**row(2), "guns.3": at(15, 10, card="lg_officer", unit="guns", role="officer"), "juggernaut": foe(40, 40)}
    assert commander(Game(MK2, pieces).position, "guns") == "guns.3"


@both
@pytest.mark.rule("M1-FLEE-8", "M1-FLEE-5", "M2-CMD-17", "M2-ENGAGE-3", "M2-ENGAGE-14")
def test_a_fleeing_model_strikes_at_nobody_and_in_mk1_does_not_engage(game: str) -> None:
    pieces = {**row(1, y=10, fleeing=True), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.2)}
    t = Game(game, pieces)
    assert engages(t.position, "guns.1", "juggernaut") is (game == MK2)
    assert engages(t.position, "juggernaut", "guns.1")
    walks = Game(game, pieces, turn={"seat": "b"}).activate("juggernaut", "advance", [[12_000, 15_000]])
    assert walks.place("juggernaut") == (12, 15) and not walks.happened(Struck)


@both
@pytest.mark.rule("M1-FLEE-9", "M2-CMD-25")
def test_who_flees_already_checks_no_more(game: str) -> None:
    """Out of formation and out of everybody's command range: neither a check nor a rally."""
    lost = at(40, 10, card="long_gunners", unit="guns", fleeing=True)
    t = Game(game, {**row(2), "guns.3": lost, "stryker": at(2, 46), "juggernaut": foe(40, 40)}).activate("guns")
    while t.state.activating == "guns":
        t.play(t.ask.default)
    assert not t.happened(Checked) and "fleeing" in t.effects("guns.3")


@pytest.mark.rule("M1-FLEE-1", "M1-FLEE-7")
def test_mk1_it_turns_away_from_the_nearest_enemy() -> None:
    pieces = {**row(3), "guns.4": at(30, 10, card="long_gunners", unit="guns"), "juggernaut": foe(30, 20)}
    t = Game(MK1, pieces, dice=["6 6"]).activate("guns", "no order", "guns.4 advance", [[24000, 10000]], 90_000)
    t.play("act", "end")
    away = math.degrees(math.atan2(10 - 20, 24 - 30)) % 360
    assert t.facing("guns.4") == pytest.approx(away, abs=0.1)


@pytest.mark.rule("M1-ATK-11")
def test_mk1_one_shot_each_whatever_the_rate_of_fire() -> None:
    pieces = {"foreman": at(12, 10), "ironclad": foe(12, 16)}
    t = Game(ESCALATION, pieces, dice=["1 1"]).activate("foreman", "attack ironclad with rivet_gun")
    assert t.value(InitialAttacks("foreman", "rivet_gun")) == 1
    t.refusal("attack ironclad with rivet_gun")


@both
@pytest.mark.rule("M1-FORM-2", "M1-MOD-7", "M2-ATK-21")
def test_no_combined_shots_at_a_target_in_melee(game: str) -> None:
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    pieces = {**row(2), "juggernaut": foe(12, 20), "ironclad": at(12 + 2 * LARGE + 0.3, 20, 180)}
    t = Game(game, pieces).activate("guns", "no order", "act")
    assert not [o for o in t.offers() if "combine juggernaut" in o]
    assert f"guns.1 attack juggernaut with {gun}" in t.offers()


@pytest.mark.rule("M1-MOD-7", "M1-FORM-2")
def test_mk1_rifles_combine_within_an_inch_of_each_other() -> None:
    gap = 2 * SMALL + 1.0
    for extra, joins in ((0.0, True), (0.002, False)):
        pieces = {
            **row(1),
            "guns.2": at(12 + gap + extra, 10, card="long_gunners", unit="guns"),
            "juggernaut": foe(12, 20),
        }
        t = Game(MK1, pieces).activate("guns", "no order", "act")
        assert ("guns.1 combine juggernaut with repeating_long_rifle" in t.offers()) is joins


@pytest.mark.rule("M2-FORM-9", "M2-FORM-7")
def test_mk2_formation_changes_with_the_distance() -> None:
    pieces = {**row(1), "guns.2": at(19, 10, card="long_gunners", unit="guns"), "juggernaut": foe(24, 20)}
    t = Game(MK2, pieces).activate("guns", "no order", "guns.2 advance", [[24000, 10000]], 90_000, "act")
    assert in_formation(t.position, "guns") == {"guns.1"}
    t.refusal("guns.2 attack juggernaut with repeating_long_gun", "M2-FORM-3")


@both
@pytest.mark.rule("M1-KD-10", "M2-KD-14")
def test_troopers_stand_up_one_by_one(game: str) -> None:
    gun = {MK1: "repeating_long_rifle", MK2: "repeating_long_gun"}[game]
    pieces = {**row(2), "juggernaut": foe(12, 20)}
    pieces["guns.2"]["down"] = True
    up = {
        MK1: ("stand instead of moving", 90_000, "no order"),
        MK2: ("no order", "guns.2 stand instead of moving", 90_000),
    }
    t = Game(game, pieces, dice=["1 1"]).activate("guns", *up[game], "act")
    t.play(f"guns.2 attack juggernaut with {gun}")
    assert t.happened(Struck, by="guns.2")


@both
@pytest.mark.rule("M1-CMD-4", "M1-CMD-10", "M2-CMD-5", "M2-CMD-13", "M2-ADV-39")
def test_terror_is_checked_once_by_whoever_comes_into_melee(game: str) -> None:
    """A Dread Axe walks up to a unit: it checks on CMD, passes, and is not asked again."""
    card = {MK1: "dread", MK2: "dread_axe"}[game]
    pieces = {**row(3), card: foe(12 + STEP, 10 + 2 * SMALL + 3), "stryker": at(2, 46)}
    rules = {MK1: ESCALATION}.get(game, game)
    t = Game(rules, pieces, turn={"seat": "b"}, dice=["3 3"])
    t.activate(card, "advance", [[round(1000 * (12 + STEP)), 12200]], 270_000)
    assert t.happened(Checked, who="guns", passed=True) and "fleeing" not in t.effects("guns.1")
    assert len(t.happened(Checked)) == 1


@both
@pytest.mark.rule("M1-CMD-5", "M2-CMD-6", "M2-ADV-1", "M2-ADV-2")
def test_an_abomination_frightens_friends_too(game: str) -> None:
    card = {MK1: "horror", MK2: "chained_horror"}[game]
    rules = {MK1: ESCALATION}.get(game, game)
    friends = {k: {**v, "seat": "b", "at": [v["at"][0], 20]} for k, v in row(3, "iron_fangs", "fangs").items()}
    pieces = {**friends, card: foe(12, 30), "sorscha": foe(44, 44)}
    t = Game(rules, pieces, turn={"seat": "b"}).activate(card, "advance", [[12000, 25000]], 270_000)
    assert not t.happened(Checked)
    near = {**pieces, card: foe(12, 26)}
    t = Game(rules, near, turn={"seat": "b"}, dice=["6 6"]).activate(card, "advance", [[12000, 23500]], 0)
    assert t.happened(Checked, who="fangs", passed=False) and "fleeing" in t.effects("fangs.2")
