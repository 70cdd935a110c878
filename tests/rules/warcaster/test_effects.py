"""Continuous effects (WC-CE)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import Hooks, Position, Term, modifies
from sandtable.rulesets.warcaster.state.continuous_effects import UNTOUCHED, GainEffect, barred_kind
from sandtable.rulesets.warcaster.state.events import Damaged, EffectExpired, EffectGained
from sandtable.rulesets.warcaster.state.stats import Arm, Def, Mat, Rat, Spd, Str, Trait
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

OPEN = {"size": 30}


def bench(pieces: dict[str, Any], dice: list[str] | None = None, **more: Any) -> Bench:
    turn = {"step": more.pop("step", "end_of_pulse"), "seat": more.pop("seat", "a")}
    foe = {"scourge": piece("scourge", "b", [25, 25])}
    return Bench(table=OPEN, pieces={**foe, **pieces}, turn=turn, dice=dice or [], **more)


def gain(model: str, effect: str, pieces: dict[str, Any], dice: list[str] | None = None) -> Bench:
    return bench(pieces, dice, frame=GainEffect(model=model, effect=effect, cite="WC-CE-1"))


def stats(t: Bench, model: str) -> dict[str, int]:
    return {q.__name__.upper(): t.value(q(model)) for q in (Spd, Str, Mat, Rat, Def, Arm)}


BARE = {"SPD": 5000, "STR": 4, "MAT": 4, "RAT": 4, "DEF": 3, "ARM": 4}


@pytest.mark.rule("WC-CE-6", "WC-CE-7", "WC-CE-8", "WC-CE-10", "WC-CE-9")
@pytest.mark.parametrize(
    ("effect", "changed", "cite"),
    [
        ("corrosion", {"ARM": 3}, "WC-CE-6"),
        ("fire", {"MAT": 3, "RAT": 3}, "WC-CE-7"),
        ("lock_down", {"SPD": 3000}, "WC-CE-8"),
        ("system_failure", {}, ""),
        ("tune_up", {"STR": 5, "MAT": 5, "RAT": 5, "DEF": 4}, "WC-CE-10"),
    ],
)
def test_what_an_effect_changes_while_it_lasts(effect: str, changed: dict[str, int], cite: str) -> None:
    t = bench({"wolf": wolf([10, 10], cortex="scout", effects=[effect])}, step="activation")
    assert stats(t, "wolf") == BARE | changed
    if cite:
        terms = [t.position.terms(q("wolf")) for q in (Spd, Str, Mat, Rat, Def, Arm)]
        assert cite in {term.cite for row in terms for term in row}


@pytest.mark.rule("WC-CE-8")
def test_a_locked_down_model_moves_two_inches_less() -> None:
    t = bench({"wolf": wolf([10, 10], effects=["lock_down"])}, step="activation")
    t.play("activate wolf", "move")
    assert t.legal((milli_at(10, 13),))
    assert t.refusal((milli_at(10, 13.002),)).short_by == 2


@pytest.mark.rule("WC-CE-1")
def test_effects_sit_on_single_models_and_never_on_gates() -> None:
    team = piece("ranger_fire_team", "a", [[10, 10], [12, 10], [14, 10]])
    t = gain("rangers.2", "fire", {"rangers": team})
    assert [t.model(f"rangers.{n}").effects for n in (1, 2, 3)] == [(), ("fire",), ()]
    assert t.happened(EffectGained, model="rangers.2", cite="WC-CE-1")
    gate = {"wolf": wolf([10, 10]), "gate": piece("void_gate", "a", [20, 10], arc=1)}
    assert gain("gate", "fire", gate).model("gate").effects == ()


@pytest.mark.rule("WC-CE-2")
def test_several_different_effects_but_one_of_each() -> None:
    t = gain("wolf", "fire", {"wolf": wolf([10, 10], effects=["corrosion"])})
    assert t.model("wolf").effects == ("corrosion", "fire")
    again = gain("wolf", "fire", {"wolf": wolf([10, 10], effects=["fire"])})
    assert again.model("wolf").effects == ("fire",) and not again.happened(EffectGained)
    assert again.value(Mat("wolf")) == 3


@pytest.mark.rule("WC-CE-3", "WC-CE-4", "WC-CE-5")
@pytest.mark.parametrize(("face", "stays", "damage"), [("M", False, 0), ("S", True, 1), ("X", True, 2)])
def test_one_action_die_per_effect(face: str, stays: bool, damage: int) -> None:
    t = bench({"wolf": wolf([10, 10], effects=["fire"])}, [face]).done()
    assert (t.model("wolf").effects == ("fire",)) == stays
    assert t.model("wolf").damage == damage
    assert t.pool("effect") == {"A": 1}
    assert bool(t.happened(EffectExpired, cite="WC-CE-4")) == (not stays)


@pytest.mark.rule("WC-CE-3", "WC-CE-13")
def test_a_die_for_each_effect_of_each_model_in_the_owners_order() -> None:
    pieces = {"wolf": wolf([10, 10], effects=["fire", "lock_down"]), "marauder": marauder([20, 20], effects=["fire"])}
    t = bench(pieces, ["M", "S", "S"])
    assert (t.ask.seat, t.ask.cite) == (0, "WC-CE-13")
    assert t.offers() == ["wolf fire", "wolf lock_down"]
    assert t.refusal("marauder fire").cite == "WC-CE-13"
    t.play("wolf lock_down").done()
    assert (t.model("wolf").effects, t.model("wolf").damage) == (("fire",), 1)
    assert t.model("marauder").damage == 1


@pytest.mark.rule("WC-CE-6", "WC-CE-7", "WC-CE-11")
@pytest.mark.parametrize("effect", ["corrosion", "fire"])
def test_damage_of_an_effect_that_stays_ignores_armour(effect: str) -> None:
    tough = bench({"raptor": piece("strike_raptor", "a", [10, 10], effects=[effect])}, ["X"])
    assert tough.model("raptor").damage == 2, "ARM 5 does not matter"
    cite = {"corrosion": "WC-CE-6", "fire": "WC-CE-7"}[effect]
    assert tough.happened(Damaged, model="raptor", points=2, by=None, cite=cite)
    weak = bench(
        {"wolf": wolf([10, 10]), "rangers": piece("ranger_fire_team", "a", [[15, 10], None, None], effects=[effect])},
        ["S"],
    )
    assert weak.gone("rangers.1")


@pytest.mark.rule("WC-CE-8", "WC-CE-10")
@pytest.mark.parametrize("effect", ["lock_down", "tune_up", "system_failure"])
@pytest.mark.parametrize("face", ["M", "X"])
def test_effects_that_do_no_damage_are_resolved_like_the_others(effect: str, face: str) -> None:
    t = bench({"wolf": wolf([10, 10], effects=[effect])}, [face]).done()
    assert t.model("wolf").damage == 0
    assert t.model("wolf").effects == (() if face == "M" else (effect,))


@pytest.mark.rule("WC-CE-9")
@pytest.mark.parametrize(("face", "barred"), [("1", "melee"), ("3", "melee"), ("4", "ranged"), ("6", "ranged")])
def test_system_failure_bars_a_kind_of_weapon(face: str, barred: str) -> None:
    t = gain("wolf", "system_failure", {"wolf": wolf([10, 10])}, [face]).done()
    assert (t.model("wolf").effects, t.model("wolf").barred) == (("system_failure",), barred)
    assert t.cited("WC-CE-9")


@pytest.mark.rule("WC-CE-9")
def test_a_barred_weapon_may_not_attack() -> None:
    pieces = {
        "wolf": wolf([10, 10], effects=["system_failure"], barred="ranged", weapons=["rail_gun", "ripper"]),
        "marauder": marauder([10, 12.5]),
    }
    t = bench(pieces, step="activation")
    t.play("activate wolf")
    assert t.refusal("attack marauder with rail_gun").cite == "WC-CE-9"
    assert t.legal("attack marauder with ripper")
    assert "attack marauder with rail_gun" not in t.offers()


@pytest.mark.rule("WC-CE-9", "WC-CE-2")
def test_the_die_of_system_failure_is_not_rolled_again_while_it_lasts() -> None:
    pieces = {"wolf": wolf([10, 10], effects=["system_failure"], barred="melee")}
    t = gain("wolf", "system_failure", pieces)
    assert t.model("wolf").barred == "melee" and not t.rolls
    stays = bench(pieces, ["S"]).done()
    assert stays.model("wolf").barred == "melee"


@pytest.mark.rule("WC-CE-15")
def test_an_expired_effect_may_come_back_and_then_rolls_anew() -> None:
    t = bench({"wolf": wolf([10, 10], effects=["system_failure"], barred="melee")}, ["M"]).done()
    assert (t.model("wolf").effects, t.model("wolf").barred) == ((), "")
    again = gain("wolf", "system_failure", {"wolf": wolf([10, 10])}, ["5"]).done()
    assert again.model("wolf").barred == "ranged"


@pytest.mark.rule("WC-CE-14")
def test_system_failure_stops_neither_movement_nor_special_actions() -> None:
    engineer = piece("combat_engineer", "a", [10, 10], effects=["system_failure"], barred="melee")
    t = bench({"engineer": engineer, "wolf": wolf([10, 12.5], damage=1)}, step="activation")
    t.play("activate engineer")
    assert "move" in t.offers() and any("repair" in k for k in t.offers())


@modifies("immune to fire", UNTOUCHED)
def a_tests_own_gifts(p: Position, q: Trait) -> Iterator[Term]:
    """Every Strike Raptor is immune to fire; nothing sticks to a Combat Engineer."""
    card = p.state.models[q.who].card
    if (q.name, card) in (("immune to fire", "strike_raptor"), (UNTOUCHED, "combat_engineer")):
        yield Term(1, "a gift")


@pytest.mark.rule("WC-CE-12")
def test_immunity_to_the_effects_energy_saves_from_its_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules(), "hooks", Hooks([*rules().chapters(), sys.modules[__name__]]))
    t = bench({"raptor": piece("strike_raptor", "a", [10, 10], effects=["fire"])}, ["X"]).done()
    assert (t.model("raptor").damage, t.model("raptor").effects) == (0, ("fire",))
    other = bench({"raptor": piece("strike_raptor", "a", [10, 10], effects=["corrosion"])}, ["X"]).done()
    assert other.model("raptor").damage == 2


def test_who_suffers_no_effects_gains_none_and_feels_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules(), "hooks", Hooks([*rules().chapters(), sys.modules[__name__]]))
    engineer = piece("combat_engineer", "a", [10, 10], effects=["fire", "system_failure"], barred="melee")
    t = bench({"engineer": engineer}, step="activation")
    assert t.value(Mat("engineer")) == 3 and barred_kind(t.position, "engineer") == ""
    assert gain("engineer", "corrosion", {"engineer": engineer}).model("engineer").effects == ("fire", "system_failure")
    burning = bench({"engineer": piece("combat_engineer", "a", [10, 10], effects=["fire"])}, ["X"]).done()
    assert burning.model("engineer").damage == 0


@pytest.mark.rule("WC-CE-1", "WC-CE-2")
def test_tables_with_impossible_effects_are_found_out() -> None:
    t = bench({"wolf": wolf([10, 10]), "gate": piece("void_gate", "a", [20, 10], arc=1)}, step="activation")
    assert rules().invariants(t.position) == []
    for model, changes in (
        ("wolf", {"effects": ("fire", "fire")}),
        ("wolf", {"effects": ("frost",)}),
        ("wolf", {"barred": "melee"}),
        ("wolf", {"effects": ("system_failure",)}),
        ("gate", {"effects": ("fire",)}),
    ):
        doctored = t.position.with_state(t.state.with_model(model, **changes))
        assert [f for f in rules().invariants(doctored) if f.startswith(model)], changes
