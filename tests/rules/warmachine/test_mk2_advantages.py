"""Advantages, weapon qualities and immunities of Mk II."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.measuring.engagement import MeleeRange
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.state.events import Damaged, Destroyed, Disabled, Struck
from sandtable.rulesets.warmachine.mk2.tough import Endured
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK2, SMALL, Game, at, foe


def arm(t: Game, name: str, **more: object) -> int:
    return t.value(Armour(name, Blow(target=name, power=0, seat=0, **more)))  # type: ignore[arg-type]


@pytest.mark.rule("M2-ADV-40", "M2-ADV-41", "M2-DMG-12")
def test_tough_on_five_and_six() -> None:
    pieces = {"juggernaut": at(12, 10), "line_captain": foe(12, 10 + LARGE + SMALL + 0.2, damage=4)}
    t = Game(MK2, pieces, dice=["6 5", "6 6", "5"]).activate("juggernaut", "attack line_captain with ice_axe")
    assert t.happened(Endured, who="line_captain") and not t.happened(Destroyed)
    assert t.damage("line_captain") == 4 and "knocked_down" in t.effects("line_captain")
    t = Game(MK2, pieces, dice=["6 5", "6 6", "4"]).activate("juggernaut", "attack line_captain with ice_axe")
    assert t.happened(Disabled, who="line_captain") and t.gone("line_captain")


@pytest.mark.rule("M2-DMG-12", "M2-ADV-40")
def test_reaping_refuses_tough_and_removes_the_living() -> None:
    pieces = {"grave_shade": at(12, 10), "line_captain": foe(12, 10 + 2 * SMALL + 0.2, damage=4)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("grave_shade", "attack line_captain with grave_blade")
    assert t.happened(Destroyed, who="line_captain", removed=True) and not t.happened(Endured)


@pytest.mark.rule("M2-ADV-36", "M2-ADV-38")
def test_stealth_beyond_five_inches_is_missed() -> None:
    for gap, rolled in ((5.0, True), (5.002, False)):
        pieces = {"charger": at(12, 10), "manhunter": foe(12, 10 + MEDIUM + SMALL + gap)}
        dice = ["1 1"] if rolled else []
        t = Game(MK2, pieces, dice=dice).activate("charger", "attack manhunter with dual_cannon")
        assert t.happened(Struck, rolled=rolled, hit=False)


@pytest.mark.rule("M2-ADV-13", "M2-ADV-14")
def test_eyeless_sight_sees_through_forests_and_hits_stealth() -> None:
    wood = [{"kind": "forest", "at": [12, 15], "radius": 2}]
    pieces = {"blind_seer": at(12, 10), "manhunter": foe(12, 20)}
    t = Game(MK2, pieces, terrain=wood, dice=["1 1"])
    assert sees(t.position, "blind_seer", "manhunter") and not sees(t.position, "manhunter", "blind_seer")
    t.activate("blind_seer", "attack manhunter with rime_rifle")
    assert t.happened(Struck, rolled=True)


@pytest.mark.rule("M2-ADV-37", "M2-LOS-9")
def test_a_stealth_model_far_away_does_not_intervene() -> None:
    pieces = {"line_captain": at(12, 10), "manhunter": foe(12, 20), "mow_kovnik": foe(12, 24)}
    assert sees(Game(MK2, pieces).position, "line_captain", "mow_kovnik")
    small = {"line_captain": at(12, 10), "manhunter": foe(12, 14), "sorscha": foe(12, 24)}
    assert not sees(Game(MK2, small).position, "line_captain", "sorscha")
    away = {"line_captain": at(12, 10), "manhunter": foe(12, 20), "sorscha": foe(12, 24)}
    assert sees(Game(MK2, away).position, "line_captain", "sorscha")


@pytest.mark.rule("M2-ADV-43")
def test_camouflage_adds_to_concealment() -> None:
    shot = Strike(attacker="charger", target="manhunter", kind="ranged", weapon="dual_cannon")
    pieces = {"charger": at(12, 10), "manhunter": foe(12, 20)}
    hedge = [{"kind": "hedge", "at": [12, 18.8], "size": [6, 0.5]}]
    assert Game(MK2, pieces, terrain=hedge).value(Defence(shot)) == 14 + 2 + 2
    assert Game(MK2, pieces).value(Defence(shot)) == 14


@pytest.mark.rule("M2-ADV-23", "M2-ADV-27", "M2-WQ-9", "M2-WQ-10")
def test_only_magic_harms_the_incorporeal() -> None:
    pieces = {"juggernaut": at(12, 10), "grave_shade": foe(12, 10 + LARGE + SMALL + 0.2)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("juggernaut", "attack grave_shade with ice_axe")
    assert t.happened(Struck, hit=True) and t.damage("grave_shade") == 0
    caster = {"stryker": at(12, 10), "grave_shade": foe(12, 10 + 2 * SMALL + 0.2)}
    t = Game(MK2, caster, dice=["6 5", "3 3"]).activate("stryker", "attack grave_shade with quicksilver")
    assert t.gone("grave_shade")


@pytest.mark.rule("M2-ADV-26")
def test_an_attack_makes_it_solid_for_a_round() -> None:
    pieces = {"grave_shade": at(12, 10), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.2)}
    t = Game(MK2, pieces, dice=["1 1"]).activate("grave_shade", "attack juggernaut with grave_blade")
    assert t.effects("grave_shade") == {"corporeal"}


@pytest.mark.rule("M2-ADV-19", "M2-ADV-20")
def test_the_incorporeal_walks_through_models_and_walls() -> None:
    wall = [{"kind": "building", "at": [12, 12.5], "size": [6, 1]}]
    t = Game(MK2, {"grave_shade": at(12, 10), "juggernaut": foe(30, 30)}, terrain=wall).activate(
        "grave_shade", "advance"
    )
    t.refusal([[12000, 12500]])
    t.play([[12000, 15000]], 90_000)
    assert t.place("grave_shade") == (12, 15)


@pytest.mark.rule("M2-ADV-22", "M2-LOS-8")
def test_the_incorporeal_hides_nobody() -> None:
    pieces = {"line_captain": at(12, 10), "grave_shade": foe(12, 14), "sorscha": foe(12, 24)}
    assert sees(Game(MK2, pieces).position, "line_captain", "sorscha")


@pytest.mark.rule("M2-ADV-16", "M2-ADV-17", "M2-ADV-18", "M2-ENGAGE-7")
def test_a_gunfighter_shoots_in_melee() -> None:
    pieces = {"gun_mage_adept": at(12, 10), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.3), "destroyer": foe(20, 20)}
    t = Game(MK2, pieces, dice=["1 2", "1 1"]).activate("gun_mage_adept")
    assert t.value(MeleeRange("gun_mage_adept")) == 500
    assert "attack destroyer with magelock_pistol" not in t.offers()
    t.play("attack juggernaut with magelock_pistol", "pass")
    assert t.happened(Struck, total=3 + 8)


@pytest.mark.rule("M2-WQ-15", "M2-WQ-16")
def test_weapon_master_adds_a_die() -> None:
    pieces = {"line_captain": at(12, 10), "juggernaut": foe(12, 10 + LARGE + SMALL + 0.3)}
    t = Game(MK2, pieces, dice=["3 4", "1 1 1"]).activate("line_captain", "attack juggernaut with sabre")
    assert t.pool("damage") == {"d6": 3}


@pytest.mark.rule("M2-WQ-1", "M2-WQ-2", "M2-WQ-13", "M2-WQ-14", "M2-WQ-17", "M2-ENGAGE-22", "M2-DMG-22")
def test_shields_and_bucklers_by_origin_and_system() -> None:
    pieces = {"lancer": at(12, 10), "beacon": at(16, 10), "juggernaut": foe(12, 20), "destroyer": foe(12, 4)}
    t = Game(MK2, pieces)
    assert arm(t, "lancer", origin="juggernaut") == 18 and arm(t, "lancer", origin="destroyer") == 16
    assert arm(t, "lancer") == 18 and arm(t, "beacon") == 17
    assert arm(t, "lancer", point=(12000, 4000)) == 16
    free = Strike(attacker="juggernaut", target="lancer", free=True)
    assert arm(t, "lancer", origin="juggernaut", strike=free) == 16
    hurt = Game(MK2, {**pieces, "lancer": at(12, 10, marks="L")})
    assert arm(hurt, "lancer", origin="juggernaut") == 16


@pytest.mark.rule("M2-IMM-1", "M2-IMM-8", "M2-SPELL-22")
def test_immunity_stops_damage_not_the_hit() -> None:
    pieces = {"blind_seer": at(12, 10), "sorscha": foe(12, 18)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("blind_seer", "attack sorscha with rime_rifle")
    assert t.happened(Struck, hit=True) and t.damage("sorscha") == 0


@pytest.mark.rule("M2-IMM-2", "M2-IMM-3", "M2-CE-8")
def test_immunity_to_corrosion_refuses_the_effect() -> None:
    pieces = {"etcher": at(12, 10), "etcher_2": foe(12, 15)}
    t = Game(MK2, pieces, dice=["6 5", "6 6"]).activate("etcher", "attack etcher_2 with acid_jet")
    assert t.effects("etcher_2") == set() and not t.happened(Damaged)


@pytest.mark.rule("M2-CE-5", "M2-CE-6")
def test_stall() -> None:
    pieces = {"ironclad": at(12, 10, effects=["stall"], focus=1), "juggernaut": foe(12, 16)}
    t = Game(MK2, pieces)
    hit = Strike(attacker="juggernaut", target="ironclad", weapon="ice_axe")
    assert t.value(Defence(hit)) == 7
    t.activate("ironclad")
    for deed in ("run", "charge juggernaut"):
        t.refusal(deed, "M2-CE-5")
    for deed in ("slam juggernaut", "trample"):
        t.refusal(deed, "M2-CE-6")


@pytest.mark.rule("M2-MOVE-5")
def test_a_heavy_boiler_runs_free() -> None:
    t = Game(MK2, {"kodiak": at(12, 10), "juggernaut": foe(30, 30)}).activate("kodiak")
    assert "run" in t.offers()


@pytest.mark.rule("M2-DMG-14")
def test_a_shock_field_burns_the_cortex_of_the_warjack_that_hits_it() -> None:
    pieces = {"juggernaut": at(12, 10), "lancer": foe(12, 10 + LARGE + MEDIUM + 0.2)}
    t = Game(MK2, pieces, dice=["6 5", "1 2", "1"]).activate("juggernaut", "attack lancer with ice_axe")
    assert t.damage("juggernaut") == 1
