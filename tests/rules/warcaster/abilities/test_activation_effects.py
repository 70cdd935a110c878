"""Spikes that help attacks until the activation ends: Jack Hunter, Divination Lock, Power Focus."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.abilities.activation_effects import REROLLED, power_focus_reroll
from sandtable.rulesets.warcaster.attacks.targets import declare
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

WALL = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 14.5], "size": [4, 0.5]}]}


@pytest.mark.rule("WC-ARC-9")
def test_jack_hunter_adds_dice_against_warjacks_only() -> None:
    brand = piece("firebrand", "a", [15, 8], arc=2, cortex="jack_hunter", weapons=["immolator", "null_cannon"])
    t = Bench(
        pieces={"brand": brand, "wolf": wolf([15, 18], "b", cortex="scout"), "marauder": marauder([18, 18])},
        dice=["M" * 8, "MMM", "M" * 5, "MM"],
    )
    t.play("activate brand", "spike jack_hunter", "attack wolf with immolator")
    assert t.pool("attack") == {"A": 7, "P": 1}  # RAT 4 and 3 more; one Arc is spent
    assert t.cited("WC-ARC-8")
    t.play("attack marauder with null_cannon")
    assert t.pool("attack") == {"A": 4, "P": 1}
    assert "spike jack_hunter" not in t.offers()


def test_divination_lock_ignores_cover_and_stealth_until_the_activation_ends() -> None:
    enforcers = piece("paladin_enforcers", "a", [[15, 8], [12, 8], [18, 8]], arc=1)
    voitek = piece("voitek_sudal", "b", [15, 19])
    pieces = {"enforcers": enforcers, "marauder": marauder([15, 15.6]), "voitek": voitek}
    t = Bench(table=WALL, pieces=pieces, dice=["MMM", "MM", "MMM", "MMM"])
    t.play("activate enforcers")
    assert t.refusal("enforcers.1 attack voitek with assault_rifle").cite == "WC-ATK-20"
    t.play("spike divination_lock")
    assert t.refusal("spike divination_lock", "WC-ARC-8").reason == "enforcers has no Arc to spike"
    t.play("enforcers.1 attack marauder with assault_rifle")
    assert (t.pool("attack"), t.pool("defence")) == ({"A": 3}, {"A": 2})  # no cover, and no Arc left
    t.play("enforcers.2 attack voitek with assault_rifle", "end").done()
    assert not t.state.effects


def charged_again(t: Bench, unit: str) -> Bench:
    """As if the unit were charged once more in its activation."""
    state = t.state.with_unit(unit, arc=1).with_player(0, well=t.player("a").well - 1)
    return t.go_on(t.game.but(state=state), t.events)


@pytest.mark.rule("WC-ARC-18", "WC-ARC-8")
def test_a_spike_without_a_limit_may_be_used_again_though_it_changes_nothing() -> None:
    enforcers = piece("paladin_enforcers", "a", [[15, 8], [12, 8], [18, 8]], arc=1)
    t = Bench(pieces={"enforcers": enforcers, "marauder": marauder([15, 20])})
    t.play("activate enforcers", "spike divination_lock")
    before = t.state.effects
    charged_again(t, "enforcers").play("spike divination_lock").done("a", "activate enforcers")
    assert (t.state.effects, t.unit("enforcers").arc, t.player("a").well) == (before, 0, 7)


@pytest.mark.rule("WC-ARC-18", "WC-SPEC-4")
def test_a_spike_limited_to_once_per_activation_is_not_offered_again() -> None:
    brand = piece("firebrand", "a", [15, 8], arc=2, cortex="jack_hunter")
    t = Bench(pieces={"brand": brand, "marauder": marauder([15, 20])})
    t.play("activate brand", "spike jack_hunter")
    assert t.unit("brand").arc == 1
    t.refusal("spike jack_hunter", "WC-SPEC-4")


@pytest.mark.rule("WC-ARC-18")
def test_power_focus_again_is_for_the_same_weapon() -> None:
    breaker = piece("paladin_siegebreaker", "a", [15, 8], arc=1)
    t = Bench(pieces={"breaker": breaker, "marauder": marauder([15, 14])})
    t.play("activate breaker", "spike power_focus for castigator_missiles")
    charged_again(t, "breaker")
    assert [key for key in t.offers() if "spike" in key] == ["spike power_focus for castigator_missiles"]
    t.refusal("spike power_focus for radliffe_x9", "WC-ARC-8")
    t.play("spike power_focus for castigator_missiles")
    assert (t.unit("breaker").arc, [e.source for e in t.state.effects]) == (0, ["castigator_missiles"])


@pytest.mark.rule("WC-GEN-13")
def test_power_focus_puts_everything_into_one_weapon() -> None:
    breaker = piece("paladin_siegebreaker", "a", [15, 8], arc=1)
    t = Bench(
        pieces={"breaker": breaker, "marauder": marauder([15, 14])},
        dice=["MMMMMM", "SS", "SSSMMM", "MMMMM"],
    )
    t.play("activate breaker", "spike power_focus for castigator_missiles")
    assert t.refusal("attack marauder with radliffe_x9").cite == "WC-ACT-2"
    t.play("attack marauder with castigator_missiles")
    assert t.pool("attack") == {"A": 3, "P": 3}
    assert t.offers() == ["power_focus", "pass"]
    t.play("power_focus").done()  # 3 against 2: a hit after all, once
    assert (t.pool("attack"), t.pool("damage")) == ({"A": 3, "P": 3}, {"A": 4, "P": 1})
    assert t.cited("WC-GEN-13")
    assert not [key for key in t.offers() if "attack" in key]


@pytest.mark.rule("WC-GEN-13")
def test_a_roll_that_power_focus_has_rerolled_is_not_rerolled_again() -> None:
    breaker = piece("paladin_siegebreaker", "a", [15, 8], arc=1)
    t = Bench(pieces={"breaker": breaker, "marauder": marauder([15, 14])})
    p = t.play("activate breaker", "spike power_focus for castigator_missiles").position
    strike = declare(p, "breaker", "marauder", "castigator_missiles")
    assert [offer.key for offer in power_focus_reroll(p, strike, 0)] == ["power_focus"]
    assert not list(power_focus_reroll(p, strike.marked(REROLLED), 0))
    assert not list(power_focus_reroll(p, declare(p, "breaker", "marauder", "radliffe_x9"), 0))


def test_the_reroll_of_power_focus_is_its_owners_alone() -> None:
    breaker = piece("paladin_siegebreaker", "a", [15, 8], arc=1)
    t = Bench(pieces={"breaker": breaker, "marauder": marauder([15, 14])}, dice=["MMMMMM", "SS", "MMMM"])
    t.play("activate breaker", "spike power_focus for castigator_missiles", "attack marauder with castigator_missiles")
    assert (t.ask.seat, t.offers()) == (0, ["power_focus", "pass"])
    t.play("pass").done("a", "activate breaker", cite="WC-ACT-2")


def test_power_focus_is_for_before_the_attacks() -> None:
    breaker = piece("paladin_siegebreaker", "a", [15, 8], arc=1)
    pieces = {"breaker": breaker, "marauder": marauder([15, 14])}
    t = Bench(pieces=pieces, dice=["M", "MMMM", "MM"])
    t.play("activate breaker", "attack marauder with radliffe_x9")
    assert not [key for key in t.offers() if "power_focus" in key]
    assert t.legal("attack marauder with castigator_missiles")


def test_power_focus_loses_the_arc_die_but_not_the_advance() -> None:
    breaker = piece("paladin_siegebreaker", "a", [15, 8], arc=1)
    t = Bench(pieces={"breaker": breaker, "marauder": marauder([15, 24])})
    t.play("activate breaker", "spike power_focus for fusion_sword", "move")
    t.refusal([milli_at(15, 12.002)], "WC-MOVE-1")  # SPD 4: Arcantrik Turbine went with the Arc
    t.play([milli_at(15, 12)])
