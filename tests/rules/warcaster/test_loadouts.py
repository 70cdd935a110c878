"""Building warjacks (WC-JACK): one cortex, weapons on their hardpoints, weapon points."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from sandtable.match import new_match
from sandtable.rulesets.warcaster.lists.warjack_loadouts import every, nearest, weapon_points
from sandtable.rulesets.warcaster.state.cards import numbered
from sandtable.rulesets.warcaster.state.stats import rules_of
from tests.rules.warcaster.kit import Bench, marauder, rules, wolf
from tests.rules.warcaster.listing import BRAND, RACK, WOLF, broken, by, found, listed

CHASSIS = [card for card in rules().cards.units.values() if card.type == "warjack"]


def wolf_with(**parts: Any) -> dict[str, Any]:
    return listed({**WOLF, **parts})


def brand_with(**parts: Any) -> dict[str, Any]:
    return listed({**BRAND, **parts}, faction="alliance")


@pytest.mark.rule("WC-JACK-1", "WC-JACK-2", "WC-JACK-3", "WC-JACK-4", "WC-JACK-5")
def test_example_19() -> None:
    """Reflex 0 + Fusion Glaive 2 + Repulsor Shield 1 + Harbinger Cannon 2 = 5: legal."""
    assert broken(brand_with()) == set()
    assert (
        weapon_points(rules().cards, ("fusion_glaive", "repulsor_shield", "harbinger_cannon"))
        == rules().cards.units["firebrand"].wp
    )
    assert broken(brand_with(arm=["fusion_glaive", "harbinger_cannon"], shoulder=[])) == {"WC-JACK-3"}


@pytest.mark.rule("WC-JACK-1")
@pytest.mark.parametrize(
    ("cortex", "legal"),
    [
        ("scout", True),
        ("Scout Cortex", True),
        ("", False),
        ("ace", False),
        (["scout", "fighter"], False),
        (["scout", "scout"], False),
    ],
)
def test_exactly_one_cortex_of_the_chassis(cortex: Any, legal: bool) -> None:
    assert broken(wolf_with(cortex=cortex)) == (set() if legal else {"WC-JACK-1"})


@pytest.mark.rule("WC-JACK-1")
@pytest.mark.parametrize(("cortex", "off"), [("", 1), (["scout", "fighter"], 1), (["scout"] * 3, 2)])
def test_how_many_cortexes_are_missing_or_too_many(cortex: Any, off: int) -> None:
    assert by(wolf_with(cortex=cortex), "WC-JACK-1") == off


@pytest.mark.rule("WC-JACK-1")
def test_only_warjacks_are_built() -> None:
    assert broken(listed({"unit": "hunter", "weapons": ["sniper_rifle"]})) == set(), "its own weapon changes nothing"
    assert broken(listed({"unit": "hunter", "weapons": ["rail_gun"]})) == {"WC-JACK-1"}
    assert broken(listed({"unit": "hunter", "cortex": "scout"})) == {"WC-JACK-1"}


@pytest.mark.rule("WC-JACK-2")
@pytest.mark.parametrize("cortex", rules().cards.units["dusk_wolf"].cortexes)
def test_a_cortex_costs_no_points_and_adds_its_rules(cortex: str) -> None:
    force = wolf_with(cortex=cortex)
    assert broken(force) == set(), "5 of 5 WP are spent on weapons"
    unit = rules().new_game({"forces": (force, "continuum_box")}).state.units["dusk_wolf"]
    assert unit.cortex == cortex
    t = Bench(pieces={"wolf": wolf([15, 8], cortex=cortex), "m": marauder([28, 28])})
    other = next(c for c in rules().cards.units["dusk_wolf"].cortexes if c != cortex)
    assert set(rules().cards.cortexes[cortex]) <= rules_of(t.position, "wolf")
    assert not set(rules().cards.cortexes[other]) <= rules_of(t.position, "wolf")


@pytest.mark.rule("WC-JACK-3")
def test_a_weapon_fits_only_its_own_hardpoint() -> None:
    assert broken(wolf_with(arm=["battle_rifle"], shoulder=["rail_gun"])) == set()
    (wrong,) = found(wolf_with(arm=["rail_gun"], shoulder=[]))
    assert (wrong.rule, wrong.text) == ("WC-JACK-3", "Rail Gun goes on a shoulder, not on an arm")
    assert wrong.suggestion.startswith("move it to a shoulder, or take Battle Rifle")
    assert broken(wolf_with(arm=[], shoulder=["ripper"])) == {"WC-JACK-3"}
    assert broken(wolf_with(arm=["fusion_glaive"], shoulder=[])) == {"WC-JACK-3"}, "another chassis' weapon"
    assert broken(wolf_with(arm=["fusion_blade"], shoulder=[])) == {"WC-JACK-3"}, "a trooper's weapon"


@pytest.mark.rule("WC-JACK-4")
def test_one_weapon_for_each_hardpoint() -> None:
    assert broken(wolf_with(arm=["ripper", "ripper"], shoulder=[])) == set()
    three = wolf_with(arm=["ripper", "ripper", "ripper"], shoulder=[])
    assert broken(three) == {"WC-JACK-4"}
    assert by(three, "WC-JACK-4") == 1
    scourge = {"unit": "scourge", "cortex": "killer", "arm": ["void_splitter"], "shoulder": ["nailer", "nailer"]}
    assert broken(listed(scourge, faction="continuum")) == set(), "one arm, two shoulders, and a claw built in"
    assert broken(listed({**scourge, "arm": ["void_splitter"] * 2}, faction="continuum")) == {"WC-JACK-4"}


@pytest.mark.rule("WC-JACK-5")
def test_weapon_points_are_a_limit() -> None:
    assert broken(wolf_with(arm=["battle_rifle", "ripper"], shoulder=["rail_gun"])) == set(), "5 of 5"
    six = wolf_with(arm=["battle_rifle", "flamethrower"], shoulder=["rail_gun"])
    assert broken(six) == {"WC-JACK-5"}
    assert by(six, "WC-JACK-5") == 1
    assert broken(wolf_with(arm=[], shoulder=[])) == set(), "hardpoints may stay empty, points unspent"


@pytest.mark.rule("WC-JACK-5")
@pytest.mark.parametrize("card", CHASSIS, ids=lambda card: card.id)
def test_every_loadout_offered_is_legal(card: Any) -> None:
    loadouts = list(every(rules().cards, card))
    assert len(loadouts) > 10
    for loadout in Random(7).sample(loadouts, 10):
        unit = {"unit": card.id, "cortex": card.cortexes[0], **loadout}
        assert broken(listed(unit, faction=card.factions[0])) == set()
        carried = [w for on in loadout.values() for w in on]
        kept = Counter(w for on in nearest(rules().cards, card, tuple(carried)).values() for w in on)
        assert not Counter(carried) - kept, "what is legal is never taken away"


@pytest.mark.rule("WC-JACK-5")
def test_the_suggested_loadout_is_legal_and_keeps_what_it_can() -> None:
    card = rules().cards.units["dusk_wolf"]
    wanted = ("battle_rifle", "flamethrower", "rail_gun")
    loadout = nearest(rules().cards, card, wanted)
    assert broken(wolf_with(**{kind: list(on) for kind, on in loadout.items()})) == set()
    assert len({w for on in loadout.values() for w in on} & set(wanted)) == 2


@pytest.mark.rule("WC-JACK-6")
def test_the_loadout_never_changes_in_the_game() -> None:
    match = new_match("warcaster", forces=(wolf_with(), brand_with()), seed=3)
    before = {name: (u.weapons, u.cortex) for name, u in match.game.state.units.items() if u.weapons}
    assert len(before) == 2
    while not match.over and match.ask is not None and len(match.history) < 250:
        match.answer(match.ask.domain.candidates(1, Random(len(match.history)))[0])
        units = match.game.state.units
        assert {name: (units[name].weapons, units[name].cortex) for name in before} == before


@pytest.mark.rule("WC-JACK-7")
def test_the_same_weapon_twice_is_two_weapons() -> None:
    force = wolf_with(arm=["battle_rifle", "battle_rifle"])
    assert broken(force) == set()
    state = rules().new_game({"forces": (force, "continuum_box")}).state
    assert state.units["dusk_wolf"].weapons == ("battle_rifle", "battle_rifle_2", "talon_rocket_pod")


@pytest.mark.rule("WC-JACK-8")
def test_a_combined_weapon_fills_one_hardpoint_and_is_two() -> None:
    two = ["assault_rifle_bayonet", "assault_rifle_bayonet"]
    assert broken(brand_with(arm=two)) == set(), "two arms, 1 WP each"
    assert broken(brand_with(arm=[*two, "force_hammer"], shoulder=[])) == {"WC-JACK-4"}
    assert rules().cards.slots(["assault_rifle_bayonet"]) == ("assault_rifle", "bayonet")
    assert found(f"Firebrand: Reflex, Assault Rifle/Bayonet\nRack: {', '.join(RACK)}") == []


@pytest.mark.rule("WC-JACK-9")
def test_a_shield_is_taken_like_a_weapon() -> None:
    shield = rules().cards.weapons["repulsor_shield"]
    assert (shield.hardpoint, shield.wp) == ("arm", 1)
    assert broken(brand_with(arm=["repulsor_shield"] * 2, shoulder=["null_cannon"])) == set(), "1 + 1 + 3 WP"
    assert broken(brand_with(arm=["repulsor_shield"] * 3, shoulder=[])) == {"WC-JACK-4"}
    over = brand_with(arm=["repulsor_shield", "fusion_glaive"], shoulder=["null_cannon"])
    assert by(over, "WC-JACK-5") == 1


@pytest.mark.rule("WC-JACK-8")
def test_copies_of_a_weapon_are_numbered_each_by_itself() -> None:
    assert numbered(["saw", "saw", "gun", "saw", "gun"]) == ("saw", "saw_2", "gun", "saw_3", "gun_2")
    cards = rules().cards
    assert cards.slots(["battle_rifle"] * 3) == ("battle_rifle", "battle_rifle_2", "battle_rifle_3")
    assert cards.weapon("battle_rifle_3") is cards.weapon("battle_rifle")


@pytest.mark.rule("WC-JACK-3", "WC-JACK-9")
@pytest.mark.parametrize(("hardpoint", "weapon"), [("arm", "immolator"), ("shoulder", "harbinger_cannon")])
def test_whoever_cannot_carry_a_weapon_is_told_what_fits_on_that_hardpoint(hardpoint: str, weapon: str) -> None:
    cards = rules().cards
    wrong, *_ = found(wolf_with(**{hardpoint: [weapon]}))
    assert (wrong.rule, wrong.text) == ("WC-JACK-3", f"Dusk Wolf cannot carry {cards.weapons[weapon].name}")
    fitting = {w.name for w in cards.weapons.values() if w.name in wrong.suggestion}
    assert {cards.weapons[w].name for w in cards.units["dusk_wolf"].options[hardpoint]} <= fitting
    other = "shoulder" if hardpoint == "arm" else "arm"
    assert not fitting & {cards.weapons[w].name for w in cards.units["dusk_wolf"].options[other]}
