"""Advantages, qualities, immunities and spells of Mk II clause by clause: what no other file proves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup, find
from sandtable.rulesets.warmachine.common.damage.continuous_effects import afflict
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow, DamagePower
from sandtable.rulesets.warmachine.common.movement.straight_moves import affordable
from sandtable.rulesets.warmachine.common.power.throw import ThrowLine
from sandtable.rulesets.warmachine.common.setup.muster import Muster
from sandtable.rulesets.warmachine.common.state.cards import Listed
from sandtable.rulesets.warmachine.common.state.events import Damaged, Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.units.command import Checked, NeverFlees
from tests.rules.warmachine.kit import LARGE, MK2, NORTH, SMALL, SOUTH, Game, at, foe

NEXT = 10 + 2 * LARGE + 0.2


def card_with(what: str, base: str = "") -> str:
    """A card that has an ability or a weapon with it."""
    for name, card in find(MK2).cards.models.items():  # type: ignore[attr-defined]
        traits = {t for w in card.weapons for t in w.traits}
        if what in {*card.abilities, *card.immunities, *traits} and base in ("", card.base):
            return str(name)
    raise AssertionError(what)


def draft(t: Game) -> Draft:
    return Draft(t.rules, t.state)  # type: ignore[arg-type]


# --- locks, slams, throws ---
@pytest.mark.rule("M2-POWER-19", "M2-WQ-2", "M2-WQ-14")
def test_a_locked_or_crippled_shield_gives_nothing() -> None:
    ahead = Blow(target="lancer", power=0, seat=0, origin="juggernaut")
    for more, bonus in (({}, 2), ({"effects": [{"name": "locked_L", "source": "juggernaut"}]}, 0), ({"marks": "L"}, 0)):
        t = Game(MK2, {"lancer": foe(12, 14, SOUTH, **more), "juggernaut": at(12, 10)})
        assert t.value(Armour("lancer", ahead)) == 16 + bonus


@pytest.mark.rule("M2-POWER-35", "M2-POWER-36")
def test_a_thrown_model_flies_over_obstacles_and_stops_at_an_obstruction() -> None:
    for kind, far, dice in (("wall", 7, "1 1"), ("building", None, "1 1 1")):
        terrain = [{"kind": kind, "at": [12, NEXT + 3.5], "size": [6, 0.5]}]
        pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
        t = Game(MK2, pieces, terrain=terrain, dice=["4 5", "6", "1"]).activate("juggernaut", "throw ironclad")
        t.dice = ["1", "2", dice]
        t.play([90_000, 6000])
        end = NEXT + far if far else NEXT + 3.25 - LARGE
        assert t.place("ironclad")[1] == pytest.approx(end, abs=0.003)


@pytest.mark.rule("M2-POWER-35")
def test_the_direction_of_a_throw_leads_away_from_the_thrower() -> None:
    t = Game(MK2, {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)})
    line = ThrowLine(piece="ironclad", thrower="juggernaut", most=6000, least=6000, cite="M2-POWER-33")
    assert line.fault(t.position, 10_000, 6000) is None
    assert line.fault(t.position, 250_000, 6000) is not None


# --- advantages ---
@pytest.mark.rule("M2-ADV-24", "M2-CE-8", "M2-ADV-25", "M2-POWER-31")
def test_nothing_clings_to_a_ghost_and_no_slam_moves_it() -> None:
    ghost = card_with("incorporeal")
    pieces = {"ghost": foe(12, 16, card=ghost), "juggernaut": at(12, 10, focus=2)}
    t = Game(MK2, pieces)
    d = draft(t)
    afflict(d, "ghost", "fire", "M2-CE-8")
    assert not d.state.effects
    t = Game(MK2, pieces, dice=["6 5", "1 1"]).activate("juggernaut", "slam ghost")
    t.play(list(t.ask.domain.best(t.position)), "roll", "roll")  # type: ignore[attr-defined]
    assert not t.happened(Moved, who="ghost") and t.damage("ghost") == 0
    solid = {**pieces, "ghost": foe(12, 16, card=ghost, effects=["corporeal"])}
    d = draft(Game(MK2, solid))
    afflict(d, "ghost", "fire", "M2-CE-8")
    assert [e.name for e in d.state.effects if e.on == "ghost"] == ["corporeal", "fire"]


@pytest.mark.rule("M2-CE-8")
def test_a_burning_model_that_becomes_incorporeal_stops_burning() -> None:
    ghost = card_with("incorporeal")
    pieces = {"ghost": at(12, 16, card=ghost, effects=["fire"]), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces)
    from sandtable.core import Effect, EffectEnded

    d = draft(t)
    d.emit(EffectEnded(effect=Effect("corporeal", "ghost"), cite="M2-CE-8"))
    assert not [e for e in d.state.effects if e.name == "fire"]


@pytest.mark.rule("M2-ADV-33", "M2-ADV-32", "M2-POWER-28")
def test_pathfinder_helps_nobody_who_is_slammed() -> None:
    """The Kodiak has Pathfinder: it charges through rough ground at full rate, but is slammed at half."""
    rough = {"kind": "rough", "at": [12, 20], "size": [12, 12]}
    pieces = {"kodiak": foe(12, 10 + 2 * LARGE + 4), "juggernaut": at(12, 10, focus=1)}
    t = Game(MK2, pieces, terrain=[rough], dice=["6 5", "4", "1 1"])
    assert affordable(t.position, "kodiak", 90_000, 7000) == 7000
    before = t.place("kodiak")[1]
    t.activate("juggernaut", "slam kodiak")
    t.play(list(t.ask.domain.best(t.position)))  # type: ignore[attr-defined]
    assert t.place("kodiak")[1] == pytest.approx(before + 2, abs=0.01)


@pytest.mark.rule("M2-ADV-42", "M2-CMD-21", "M2-CMD-18", "M2-CMD-24")
def test_the_undead_and_constructs_never_flee() -> None:
    undead = card_with("undead")
    horror = card_with("abomination")
    pieces = {"zombie": at(12, 10, card=undead), "ironclad": at(16, 10), "horror": foe(13, 16, card=horror)}
    t = Game(MK2, pieces)
    assert t.position.holds(NeverFlees("zombie")) and t.position.holds(NeverFlees("ironclad"))
    t.activate("zombie", "advance", [[12_000, 12_500]], 90_000)
    assert not t.happened(Checked)


@pytest.mark.rule("M2-CMD-18", "M2-CMD-16")
def test_a_fleeing_warrior_needs_no_order_to_run() -> None:
    guns = {
        f"guns.{i}": at(12 + 1.4 * i, 20, card="long_gunners", unit="guns", role="leader" if i == 1 else "grunt",
                        fleeing=True) for i in (1, 2)
    }  # fmt: skip
    t = Game(MK2, {**guns, "juggernaut": foe(13, 30), "stryker": at(2, 2)}).activate("guns")
    assert t.ask.prompt == "flee with guns.1" and t.ask.domain.allowance == 12_000  # type: ignore[attr-defined]


# --- weapon qualities, damage types, immunities ---
@pytest.mark.rule("M2-WQ-4", "M2-WQ-5", "M2-WQ-6", "M2-WQ-3")
def test_continuous_effects_of_weapons() -> None:
    from sandtable.rulesets.warmachine.common.abilities.on_hit import ON_CRITICAL, ON_HIT

    for trait, state in {**ON_HIT, **ON_CRITICAL}.items():
        if state not in ("fire", "corrosion"):
            continue
        name = card_with(trait)
        slot = next(s for s, w in find(MK2).cards.weapons[name].items() if trait in w.traits)  # type: ignore[attr-defined]
        from sandtable.rulesets.warmachine.common.attacks.attack import Hit
        from sandtable.rulesets.warmachine.common.attacks.strike import Strike

        for critical in (False, True):
            t = Game(MK2, {"x": at(12, 10, card=name), "ironclad": foe(12, 13)})
            d = draft(t)
            d.emit(Hit(who="ironclad", strike=Strike(attacker="x", target="ironclad", weapon=slot), critical=critical))
            assert any(e.name == state for e in d.state.effects) is (critical or trait in ON_HIT)


@pytest.mark.rule("M2-WQ-8", "M2-IMM-4", "M2-IMM-5", "M2-IMM-7", "M2-IMM-8")
def test_immunity_to_one_of_several_types_stops_the_damage() -> None:
    from sandtable.rulesets.warmachine.common.damage.damage import Damage

    for kind in ("cold", "corrosion", "electricity", "fire"):
        name = card_with(kind)
        t = Game(MK2, {"x": foe(12, 10, card=name), "ironclad": at(40, 2)})
        other = "cold" if kind != "cold" else "fire"
        both = Blow(target="x", power=20, seat=0, types=(other, kind, "magical"))
        plain = Blow(target="x", power=20, seat=0, types=("magical",))
        assert t.position.forbidden(Damage, both) is not None and t.position.forbidden(Damage, plain) is None


@pytest.mark.rule("M2-IMM-6", "M2-IMM-9", "M2-IMM-3")
def test_an_immune_model_takes_ordinary_damage_but_not_the_effect() -> None:
    name = card_with("fire")
    t = Game(MK2, {"x": foe(12, 10, card=name), "ironclad": at(40, 2)})
    d = draft(t)
    afflict(d, "x", "fire", "M2-IMM-6")
    assert not d.state.effects
    from sandtable.rulesets.warmachine.common.damage.damage import Damage

    assert t.position.forbidden(Damage, Blow(target="x", power=20, seat=0)) is None


@pytest.mark.rule("M2-WQ-11", "M2-POWER-3")
def test_an_open_fist_is_also_an_ordinary_weapon() -> None:
    t = Game(MK2, {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, NEXT)}).activate("ironclad")
    assert {"attack juggernaut with open_fist", "throw juggernaut", "lock juggernaut head"} <= set(t.offers())


@pytest.mark.rule("M2-ROST-2")
def test_p_plus_s_follows_the_strength_of_now() -> None:
    from sandtable.rulesets.warmachine.common.attacks.attack import blow_of
    from sandtable.rulesets.warmachine.common.attacks.strike import Strike

    t = Game(MK2, {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT)})
    strike = Strike(attacker="ironclad", target="juggernaut", weapon="quake_hammer")
    assert t.value(DamagePower(blow_of(t.position, strike))) == 11 + 7


@pytest.mark.rule("M2-ROST-1")
def test_unknown_names_in_lists_are_errors() -> None:
    with pytest.raises(BadSetup):
        Muster(find(MK2).cards).line(0, Listed(entry="nobody"))  # type: ignore[attr-defined]
    cards: Any = find(MK2).cards  # type: ignore[attr-defined]
    for card in cards.models.values():
        assert {*card.abilities, *(t for w in card.weapons for t in w.traits)} <= set(cards.abilities)


@pytest.mark.rule("M2-ROST-4")
def test_an_attachment_without_weapons_of_its_own_carries_its_units() -> None:
    cards: Any = find(MK2).cards  # type: ignore[attr-defined]
    assert cards.models["if_officer"].weapons == cards.models["iron_fangs"].weapons
    assert cards.models["if_officer"].orders == cards.models["iron_fangs"].orders
    assert cards.models["if_standard"].weapons == ()


# --- spells ---
@pytest.mark.rule("M2-SPELL-9", "M2-CTRL-9")
def test_an_upkeep_spell_ends_with_its_caster() -> None:
    spell = [{"name": "arcane_shield", "source": "stryker", "slot": "friendly upkeep"}]
    pieces = {
        "stryker": at(12, 10, damage=16), "ironclad": at(16, 10, effects=spell), "vane": at(40, 4),
        "juggernaut": foe(12, 10 + SMALL + LARGE + 0.2), "sorscha": foe(44, 44),
    }  # fmt: skip
    t = Game(MK2, pieces, turn={"seat": "b"}, dice=["6 6", "6 6"], casters=False)
    t.activate("juggernaut", "attack stryker with ice_axe")
    assert t.gone("stryker") and "arcane_shield" not in t.effects("ironclad") and not t.match.over


@pytest.mark.rule("M2-SPELL-21", "M2-ADV-23")
def test_spell_damage_is_magical_and_of_no_other_type() -> None:
    ghost = card_with("incorporeal")
    pieces = {"stryker": at(12, 10, focus=2), "ghost": foe(12, 16, card=ghost), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces, dice=["6 6", "6 6"]).activate("stryker", "cast arcane_bolt at ghost")
    assert t.happened(Damaged, who="ghost")
    from sandtable.rulesets.warmachine.common.attacks.attack import types_of
    from sandtable.rulesets.warmachine.common.attacks.strike import Strike

    bolt = Strike(attacker="stryker", target="ghost", kind="magic", spell="arcane_bolt")
    assert types_of(t.position, bolt) == ("magical",)


@pytest.mark.rule("M2-SPELL-23")
def test_no_card_has_an_animus() -> None:
    cards: Any = find(MK2).cards  # type: ignore[attr-defined]
    assert not [a for a in cards.abilities if "animus" in a] and not [s for s in cards.spells if "animus" in s]
    assert NORTH
