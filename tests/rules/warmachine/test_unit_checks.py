"""Who checks, who helps an attack, what ends with a unit, what the fallen do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.units.command import Checked
from tests.rules.warmachine.kit import (
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
)

TOUCH = 2 * SMALL


def gunner(x: float, y: float, *, role: str = "grunt", seat: str = "a", **more: Any) -> dict[str, Any]:
    who = at if seat == "a" else foe
    return who(x, y, card="long_gunners", unit="guns", role=role, **more)


def scattered() -> dict[str, Any]:
    """An enemy unit with one trooper out of formation, 6 inches from Oskin."""
    return {
        "oskin": at(12, 10, focus=6),
        "guns.1": gunner(12, 40, role="leader", seat="b"),
        "guns.2": gunner(13.4, 40, seat="b"),
        "guns.3": gunner(12, 16, seat="b"),
        "stryker": foe(46, 46),
    }


def checked(t: Game) -> list[str]:
    return [event.who for event in t.happened(Checked)]


# --- out of formation ---
@both
@pytest.mark.rule("M1-FORM-10", "M1-CMD-13", "M2-FORM-8")
def test_each_of_three_out_of_formation_checks_for_himself(game: str) -> None:
    """In Mk II in an order of their player's choice."""
    away = {f"guns.{i}": gunner(6 + 10 * i, 10) for i in (2, 3, 4)}
    unit = {"guns.1": gunner(6, 40, role="leader"), "guns.5": gunner(6 + TOUCH, 40), **away}
    t = Game(game, {**unit, "juggernaut": foe(12, 44)}, dice=["1 1"] * 3)
    t.activate("guns", *(["no order"] if game == MK2 else []))
    while t.ask.prompt != "move guns" or t.ask.default != "act":
        t.play(t.ask.default)
    t.play("act", "end", *(["guns.3", "guns.4"] if game == MK2 else []))
    order = {MK1: ["guns.2", "guns.3", "guns.4"], MK2: ["guns.3", "guns.4", "guns.2"]}[game]
    assert checked(t) == order and not t.dice


# --- spells on units ---
@both
@pytest.mark.rule("M2-SPELL-9")
def test_what_is_on_a_unit_ends_with_its_last_model(game: str) -> None:
    pieces = {
        "stryker": at(12, 16, focus=6),
        "guns.1": gunner(12, 20, role="leader"),
        "juggernaut": foe(12, 20 + LARGE + SMALL + 0.3),
        "ironclad": at(20, 10),
    }
    t = Game(game, pieces, waits=True).activate("stryker", "cast arcane_shield at guns.1", "end")
    to_next_turn(t)
    while t.state.phase != "activation":
        t.play(t.ask.default)
    assert [e.on for e in t.state.effects if e.name == "arcane_shield"] == ["guns"]
    t.activate("juggernaut")
    t.dice = ["6 5", "6 6"]
    t.play("attack guns.1 with ice_axe")
    assert t.gone("guns.1") and not [e for e in t.state.effects if e.name == "arcane_shield"]


# --- helpers of combined attacks ---
COMBINE = "guns.1 combine juggernaut with repeating_long_gun"


@pytest.mark.rule("M2-FORM-5", "M2-FORM-3", "M2-ATK-21")
def test_mk2_a_trooper_that_came_back_into_formation_helps_nobody() -> None:
    pieces = {**row(2), "guns.3": gunner(12 + TOUCH + 8.5, 10), "juggernaut": foe(14, 20)}
    t = Game(MK2, pieces).activate("guns", "no order", "guns.3 advance", [[16_000, 10_000]], 90_000, "act", COMBINE)
    assert t.ask.domain.names == ("guns.2",)  # type: ignore[attr-defined]


@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_nobody_helps_out_of_deep_water(game: str) -> None:
    pieces = {**row(2), "guns.3": gunner(12 + 2 * TOUCH + 1, 10), "juggernaut": foe(14, 20)}
    pond = [{"kind": "deep_water", "at": [12 + 2 * TOUCH + 1, 10], "radius": 0.5}]
    dry, wet = (Game(game, pieces, terrain=terrain).activate("guns", "no order", "act") for terrain in ([], pond))
    gun = COMBINE if game == MK2 else next(key for key in dry.offers() if key.startswith("guns.1 combine juggernaut"))
    assert dry.play(gun).ask.domain.names == ("guns.2", "guns.3")  # type: ignore[attr-defined]
    assert wet.play(gun).ask.domain.names == ("guns.2",)  # type: ignore[attr-defined]


@pytest.mark.rule("M2-MOVE-26", "M2-ATK-21")
def test_mk2_a_charger_helps_no_shot() -> None:
    guard: dict[str, Any] = {"card": "winter_guard", "unit": "wg"}
    pieces = {
        "wg.1": at(12, 10, role="leader", **guard),
        "wg.2": at(16, 10, **guard),
        "wg.3": at(18, 10, **guard),
        "wg.4": at(13.5, 10, down=True, **guard),
        "manhunter": foe(17, 16),
        "ironclad": foe(12, 18),
    }
    t = Game(MK2, pieces).activate("wg", "order charge", "wg.2 charges manhunter", "wg.3 charges manhunter", "declared")
    t.play("wg.4 stand instead of moving", 90_000)
    for name in ("wg.2", "wg.3"):
        t.play(f"{name} charge manhunter")
        t.play(t.ask.domain.fallback(t.position))
    t.play("act")
    t.dice = ["6 6", "6 6 6"]
    t.play("wg.3 attack manhunter with axe")
    assert t.gone("manhunter") and not [key for key in t.offers() if key.startswith("wg.4 combine")]


# --- checks ---
@both
@pytest.mark.rule("M1-CMD-8", "M2-CMD-11")
def test_a_feat_makes_troopers_out_of_formation_check_one_by_one(game: str) -> None:
    t = Game(game, scattered(), dice=["1 1", "6 6"], casters=False).activate("oskin", "feat")
    assert checked(t) == ["guns", "guns.3"]
    assert [n for n in ("guns.1", "guns.2", "guns.3") if "fleeing" in t.effects(n)] == ["guns.3"]


@both
@pytest.mark.rule("M1-CMD-8", "M2-CMD-11")
def test_a_howling_weapon_makes_troopers_out_of_formation_check_one_by_one(game: str) -> None:
    name, card = ("kha_dread", "cyg_bulwark") if game == MK1 else ("dread_axe", "bulwark_guard")
    unit: dict[str, Any] = {"card": card, "unit": "bg"}
    braved = [{"name": f"braved_{name}", "source": name}]
    pieces = {
        name: at(12, 10),
        "bg.1": foe(30, 40, role="leader", **unit),
        "bg.2": foe(31.8, 40, **unit),
        "bg.3": foe(12, 10 + SMALL + MEDIUM + 1.2, effects=braved, **unit),
    }
    dice = ["6 5", "1 1 1" if game == MK2 else "1 1", "1 1", "6 6"]
    t = Game(game, pieces, dice=dice).activate(name, "attack bg.3 with howling_axe").done()
    assert checked(t) == ["bg", "bg.3"] and "fleeing" in t.effects("bg.3") and "fleeing" not in t.effects("bg.1")


@both
@pytest.mark.rule("M1-CMD-8", "M2-CMD-11")
@pytest.mark.parametrize(("unit", "alone"), [("6 6", "1 1"), ("1 1", "6 6"), ("6 6", "6 6")])
def test_dread_sermon_strikes_each_by_its_own_check(game: str, unit: str, alone: str) -> None:
    t = Game(game, scattered(), dice=["6 5", unit, alone], casters=False)
    t.activate("oskin", "cast dread_sermon at guns.3", "roll").done()
    assert checked(t) == ["guns", "guns.3"]

    def shaken(name: str) -> int:
        slot = next(iter(t.rules.cards.weapons[t.state.models[name].card]))  # type: ignore[attr-defined]
        terms = t.position.terms(AttackBonus(Strike(attacker=name, target="oskin", kind="ranged", weapon=slot)))
        return sum(term.value for term in terms if term.value == -2)

    assert (shaken("guns.1"), shaken("guns.3")) == (-2 * (unit == "6 6"), -2 * (alone == "6 6"))


@pytest.mark.rule("M2-CMD-5", "M2-KD-4", "M2-ENGAGE-6")
@pytest.mark.parametrize("state", ["knocked_down", "stationary"])
def test_mk2_a_helpless_terror_in_ones_own_melee_range_still_frightens(state: str) -> None:
    pieces = {"line_captain": at(12, 10), "dread_axe": foe(12, 16, effects=[state])}
    t = Game(MK2, pieces, dice=["1 1"]).activate("line_captain", "advance", [[12_000, 14_500]], 0).done()
    assert checked(t) == ["line_captain"]


@pytest.mark.rule("M2-CMD-5", "M2-KD-4")
def test_mk2_a_fallen_terror_has_no_melee_range_itself() -> None:
    """A Long Gunner does not reach it over 0.8 inches, and the howling axe's 2 inches count no more."""
    pieces = {"guns.1": gunner(12, 10, role="leader"), "dread_axe": foe(12, 16, effects=["knocked_down"])}
    t = Game(MK2, pieces).activate("guns", "no order", "guns.1 advance", [[12_000, 14_000]], 90_000, "act")
    assert checked(t) == []


@pytest.mark.rule("M1-CMD-4")
def test_mk1_nobody_is_in_melee_with_a_fallen_terror() -> None:
    scout = at(12, 10, card="cyg_scouts", unit="sc", role="leader")
    pieces = {"sc.1": scout, "kha_dread": foe(12, 16, effects=["knocked_down"])}
    t = Game(MK1, pieces).activate("sc", "no order", "sc.1 advance", [[12_000, 14_500]], 90_000, "act")
    assert checked(t) == []


@pytest.mark.rule("M2-CMD-22", "M2-CMD-10", "M2-CMD-19")
def test_mk2_one_fleeing_trooper_in_formation_rallies_by_the_standard() -> None:
    fangs: dict[str, Any] = {"unit": "f"}
    pieces = {
        "f.1": at(10, 10, card="iron_fangs", role="leader", **fangs),
        "f.2": at(12, 10, card="if_standard", role="attached", **fangs),
        "f.3": at(14, 10, card="iron_fangs", fleeing=True, **fangs),
        "juggernaut": foe(40, 40),
    }
    t = Game(MK2, pieces, dice=["6 6", "1 1"]).activate("f", "no order", [], "act", "end").done()
    assert "fleeing" not in t.effects("f.3")
    lost = {**pieces, "f.3": at(40, 10, card="iron_fangs", fleeing=True, **fangs), "stryker": at(2, 46)}
    t = Game(MK2, lost, dice=["6 6"], waits=True).activate("f", "no order", [], "act", "end")
    assert "fleeing" in t.effects("f.3") and t.match.roll is None


# --- on the ground ---
@pytest.mark.rule("M2-KD-3", "M2-CTRL-17", "M1-KD-12")
def test_a_fallen_warcaster_heals_himself_in_mk2_only() -> None:
    pieces = {"stryker": at(12, 10, damage=5, focus=6, down=True), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces).activate("stryker", "heal")
    assert t.damage("stryker") == 4 and t.focus("stryker") == 5
    t.refusal("feat")
    mk1 = Game(MK1, pieces).activate("stryker")
    assert "lies on the ground" in str(mk1.refusal("heal"))
