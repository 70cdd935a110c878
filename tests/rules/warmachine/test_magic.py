"""Spells, channelling, upkeep and feats."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.magic.casting import Fizzled
from sandtable.rulesets.warmachine.common.state.events import Damaged, FeatUsed, FocusSpent, Struck
from tests.rules.warmachine.kit import MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

CASTER = {"stryker": at(12, 10, focus=6), "ironclad": at(12, 13), "lancer": at(20, 10), "juggernaut": foe(16, 18)}


def arm(t: Game, name: str) -> int:
    return t.value(Armour(name, Blow(target=name, power=0, seat=0)))


@both
@pytest.mark.rule("M1-SPELL-1", "M1-MAGIC-1", "M1-MAGIC-2", "M2-SPELL-2", "M2-SPELL-4", "M2-ATK-5", "M2-ATK-6")
def test_an_offensive_spell_is_a_magic_attack(game: str) -> None:
    """FOC 6 and 7 against DEF 10; POW 11 and 12 against ARM 20: 3."""
    t = Game(game, CASTER, dice=["3 4", "6 6", "1"]).activate(
        "stryker", "cast arcane_bolt at juggernaut", "roll", "roll"
    )
    assert t.happened(FocusSpent, who="stryker", points=2)
    assert t.happened(Struck, total=13)
    assert t.happened(Damaged, who="juggernaut", points=3)


@both
@pytest.mark.rule("M1-MAGIC-3", "M2-ACT-19", "M2-SPELL-6")
def test_casting_is_not_the_action(game: str) -> None:
    pieces = {**CASTER, "stryker": at(12, 10, focus=6)}
    t = Game(game, pieces, dice=["1 1", "1 1"]).activate("stryker")
    t.play("cast arcane_bolt at juggernaut", "roll", "cast arcane_bolt at juggernaut", "roll")
    assert "attack juggernaut with disruptor_pistol" in t.offers() and "advance" in t.offers()


@both
@pytest.mark.rule("M1-SPELL-5", "M2-SPELL-3")
def test_a_friendly_spell_out_of_range_fails_and_costs(game: str) -> None:
    far = {**CASTER, "ironclad": at(12, 10 + SMALL + 0.984 + 6.01)}
    t = Game(game, far).activate("stryker", "cast arcane_shield at ironclad")
    assert t.happened(Fizzled) and t.focus("stryker") == 4 and t.effects("ironclad") == set()


@both
@pytest.mark.rule("M1-SPELL-5", "M2-SPELL-3")
def test_a_spell_needs_line_of_sight(game: str) -> None:
    wall = [{"kind": "building", "at": [14, 14], "size": [5, 1]}]
    t = Game(game, CASTER, terrain=wall).activate("stryker")
    t.refusal("cast arcane_bolt at juggernaut", {MK1: "M1-SPELL-5", MK2: "M2-SPELL-3"}[game])


@both
@pytest.mark.rule("M1-CHANNEL-3", "M2-SPELL-3")
def test_a_channeler_needs_line_of_sight_whatever_the_caster_sees(game: str) -> None:
    pieces = {"stryker": at(20, 10, focus=3), "lancer": at(12, 10), "juggernaut": foe(20, 18)}
    wall = [{"kind": "building", "at": [14, 13], "size": [5, 1]}]
    t = Game(game, pieces, terrain=wall).activate("stryker")
    assert "cast arcane_bolt at juggernaut" in t.offers()
    t.refusal("cast arcane_bolt at juggernaut through lancer", {MK1: "M1-CHANNEL-3", MK2: "M2-SPELL-3"}[game])


@both
@pytest.mark.rule("M1-SPELL-7")
def test_the_caster_may_shield_himself(game: str) -> None:
    t = Game(game, CASTER).activate("stryker", "cast arcane_shield at stryker")
    assert arm(t, "stryker") == 15 + 4 + 3


@both
@pytest.mark.rule("M1-UPKEEP-3", "M1-UPKEEP-4", "M2-SPELL-11")
def test_the_newer_friendly_spell_replaces_the_older(game: str) -> None:
    t = Game(game, CASTER).activate("stryker", "cast arcane_shield at ironclad", "cast blur at ironclad")
    assert t.effects("ironclad") == {"blur"}


@both
@pytest.mark.rule("M1-UPKEEP-3", "M2-SPELL-11")
def test_an_enemy_spell_sits_beside_a_friendly_one(game: str) -> None:
    shielded = foe(16, 18, effects=[{"name": "forge_skin", "source": "oskin", "slot": "friendly upkeep"}])
    pieces = {"vane": at(12, 10, focus=4), "ironclad_2": shielded, "oskin": foe(44, 44)}
    t = Game(game, pieces, dice=["6 5"], casters=False).activate("vane", "cast hex_of_rust at ironclad_2", "roll")
    assert t.effects("ironclad_2") == {"forge_skin", "hex_of_rust"} and arm(t, "ironclad_2") == 18 + 3 - 2


@both
@pytest.mark.rule("M1-UPKEEP-2", "M2-SPELL-10")
def test_each_upkeep_spell_once(game: str) -> None:
    near = {**CASTER, "lancer": at(16, 10)}
    t = Game(game, near).activate("stryker", "cast blur at ironclad", "cast blur at lancer")
    assert t.effects("ironclad") == set() and t.effects("lancer") == {"blur"}


@both
@pytest.mark.rule(
    "M1-CHANNEL-1", "M1-CHANNEL-2", "M1-CHANNEL-4", "M1-CHANNEL-5", "M2-SPELL-14", "M2-SPELL-16", "M2-ADV-4"
)
def test_a_spell_through_the_arc_node(game: str) -> None:
    """The warcaster sees nothing behind the building, the Lancer does; the range is the Lancer's."""
    wall = [{"kind": "building", "at": [12, 14], "size": [8, 1]}]
    pieces = {"stryker": at(12, 10, focus=3), "lancer": at(20, 14, focus=1), "juggernaut": foe(20, 24)}
    t = Game(game, pieces, terrain=wall, dice=["3 4", "1 1"]).activate("stryker")
    assert "cast arcane_bolt at juggernaut" not in t.offers()
    t.play("cast arcane_bolt at juggernaut through lancer", "roll")
    assert t.happened(Struck, hit=True) and t.focus("lancer") == 1 and "lancer" not in t.state.activated


@both
@pytest.mark.rule("M1-CHANNEL-3", "M1-CHANNEL-7", "M1-CHANNEL-8", "M1-KD-7", "M1-SYS-2", "M2-SPELL-15", "M2-DMG-17")
def test_who_cannot_channel(game: str) -> None:
    spell = "cast arcane_bolt at juggernaut through lancer"
    base = {"stryker": at(12, 10, focus=3), "juggernaut": foe(20, 20)}
    bad = [
        (at(20, 12, down=True), "M1-CHANNEL-7", "M2-SPELL-15"),
        (at(20, 12, marks="A"), "M1-CHANNEL-7", "M2-SPELL-15"),
        (at(12 + 12 + SMALL + MEDIUM + 0.01, 10), "M1-CHANNEL-3", "M2-SPELL-14"),
        (at(20, 12, inert=True), "M1-CHANNEL-8", "M2-SPELL-15"),
        (at(20, 12, master=None), "M1-CHANNEL-1", "M2-SPELL-14"),
    ]
    for lancer, mk1, mk2 in bad:
        Game(game, {**base, "lancer": lancer}).activate("stryker").refusal(spell, {MK1: mk1, MK2: mk2}[game])
    engaged = {**base, "lancer": at(20, 12), "ibex": foe(20, 12 + 2 * MEDIUM + 0.3)}
    Game(game, engaged).activate("stryker").refusal(spell, {MK1: "M1-CHANNEL-8", MK2: "M2-SPELL-15"}[game])


@both
@pytest.mark.rule("M1-MOD-23", "M1-KD-7", "M2-STAT-5")
def test_a_stationary_channeler_channels(game: str) -> None:
    pieces = {"stryker": at(12, 10, focus=3), "lancer": at(20, 12, stationary=True), "juggernaut": foe(20, 20)}
    assert "cast arcane_bolt at juggernaut through lancer" in Game(game, pieces).activate("stryker").offers()


@pytest.mark.rule("M2-SPELL-15", "M2-CTRL-7")
def test_mk2_a_disrupted_channeler_does_not() -> None:
    pieces = {"stryker": at(12, 10, focus=3), "lancer": at(20, 12, effects=["disrupted"]), "juggernaut": foe(20, 20)}
    Game(MK2, pieces).activate("stryker").refusal("cast arcane_bolt at juggernaut through lancer", "M2-SPELL-15")


@both
@pytest.mark.rule("M1-TURN-9", "M1-TURN-10", "M2-SPELL-18")
def test_a_feat_is_used_once(game: str) -> None:
    t = Game(game, CASTER).activate("stryker", "feat")
    assert t.happened(FeatUsed, who="stryker") and arm(t, "ironclad") == 18 + 5
    t.refusal("feat", {MK1: "M1-TURN-10", MK2: "M2-SPELL-18"}[game])


@pytest.mark.rule("M2-SPELL-20")
def test_mk2_invincibility_is_tested_while_in_the_control_area() -> None:
    far = {**CASTER, "ironclad": at(12, 10 + 12 + SMALL + 0.984 - 0.5)}
    t = Game(MK2, far).activate("stryker", "feat")
    assert arm(t, "ironclad") == 23
    t.play("end").activate("ironclad", "advance", [[12000, 25500]], 90_000)
    assert arm(t, "ironclad") == 18


@both
@pytest.mark.rule("M1-MOD-18", "M2-SPELL-20")
def test_icy_gaze_freezes_the_enemies_she_sees(game: str) -> None:
    wall = [{"kind": "building", "at": [17.5, 14.5], "size": [4, 1]}]
    pieces = {"sorscha": at(12, 10), "ironclad": foe(12, 18), "lancer": foe(20, 17), "stryker": foe(44, 44)}
    t = Game(game, pieces, terrain=wall, casters=False).activate("sorscha", "feat")
    assert t.effects("ironclad") == {"stationary"} and t.effects("lancer") == set()


@both
@pytest.mark.rule("M1-SPELL-3", "M1-SPELL-8", "M2-SPELL-1")
def test_fog_of_war_conceals_friends_in_the_control_area(game: str) -> None:
    pieces = {"sorscha": at(12, 10, focus=3), "juggernaut": at(12, 14), "charger": foe(12, 30), "stryker": foe(44, 44)}
    t = Game(game, pieces, casters=False).activate("sorscha", "cast fog_of_war")
    shot = Strike(attacker="charger", target="juggernaut", kind="ranged", weapon="dual_cannon")
    assert t.value(Defence(shot)) == 12
    away = {**pieces, "juggernaut": at(12, 30 - 1.8)}
    t = Game(game, away, casters=False).activate("sorscha", "cast fog_of_war")
    assert t.value(Defence(shot)) == 10
