"""Arc (WC-ARC): a closed pool of seven, charging, clearing, limits, and the dice it gives."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft
from sandtable.rulesets.warcaster.attacks.dice_pools import AttackDice, DamageDice, DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import declare
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Charged, Cleared, Collapsed, Left
from sandtable.rulesets.warcaster.state.stats import charged
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

CHARGING: dict[str, Any] = {"seat": "a", "step": "charging"}
RANGERS = [[5, 5], [6.5, 5], [8, 5]]


def total(t: Bench, seat: int) -> int:
    return t.state.players[seat].well + sum(u.arc for u in t.state.units.values() if u.seat == seat)


@pytest.mark.rule("WC-ARC-1", "WC-ARC-2")
def test_charging_moves_one_arc_from_the_well() -> None:
    t = Bench(turn=CHARGING, pieces={"wolf": wolf([15, 8], arc=2), "marauder": marauder([15, 20])})
    t.play("charge wolf")
    assert (t.unit("wolf").arc, t.player("a").well) == (3, 4)
    assert t.happened(Charged, unit="wolf", amount=1, cite="WC-ARC-2")
    assert (total(t, 0), total(t, 1)) == (7, 7)


@pytest.mark.rule("WC-ARC-2")
def test_the_last_arc_of_the_well_and_none() -> None:
    full = {
        "wolf": wolf([15, 8], arc=1),
        "gate_1": piece("void_gate", "a", [5, 5], arc=5),
        "marauder": marauder([15, 20]),
    }
    t = Bench(turn=CHARGING, pieces=full)
    assert t.player("a").well == 1
    t.play("charge wolf")
    assert t.player("a").well == 0
    full["wolf"] = wolf([15, 8], arc=2)
    empty = Bench(turn=CHARGING, pieces=full)
    assert empty.refusal("charge wolf").cite == "WC-ARC-2"
    assert "charge wolf" not in empty.offers()


@pytest.mark.rule("WC-ARC-4")
@pytest.mark.parametrize(
    ("unit", "at", "limit"),
    [
        ("void_gate", [5, 5], 5),
        ("dusk_wolf", [5, 5], 3),
        ("hunter", [5, 5], 1),
        ("ranger_fire_team", RANGERS, 1),
        ("artemis_fang", [5, 5], 1),
    ],
)
def test_limits(unit: str, at: Any, limit: int) -> None:
    assert rules().cards.arc_limit(rules().cards.units[unit]) == limit
    pieces = {"it": piece(unit, "a", at, arc=limit), "h": piece("hunter", "a", [20, 5]), "m": marauder([15, 20])}
    t = Bench(turn=CHARGING, pieces=pieces)
    assert t.refusal("charge it").cite == "WC-ARC-4"
    pieces["it"] = piece(unit, "a", at, arc=limit - 1)
    Bench(turn=CHARGING, pieces=pieces).play("charge it")


@pytest.mark.rule("WC-ARC-4", "WC-ATTACH-8")
def test_attachments_share_the_squads_single_arc() -> None:
    squad = piece("ranger_fire_team", "a", [*RANGERS, [9.5, 5]], attachments=["warder"], arc=1)
    t = Bench(turn=CHARGING, pieces={"rangers": squad, "m": marauder([15, 20])})
    assert t.refusal("charge rangers").cite == "WC-ARC-4"
    assert charged(t.state, "rangers.warder") == 1


@pytest.mark.rule("WC-ARC-3", "WC-ARC-1")
def test_clearing_returns_arc_to_the_owners_well() -> None:
    t = Bench(
        turn=CHARGING,
        pieces={"wolf": wolf([15, 8], arc=3), "h": piece("hunter", "a", [5, 5], arc=1), "m": marauder([15, 20])},
    )
    t.play("clear", {"wolf": 2, "h": 1})
    assert (t.unit("wolf").arc, t.unit("h").arc, t.player("a").well) == (1, 0, 6)
    assert len(t.happened(Cleared, cite="WC-ARC-3")) == 2


@pytest.mark.rule("WC-ARC-3")
def test_arc_an_enemy_clears_also_goes_to_its_owner() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8], arc=3), "m": marauder([15, 20], arc=1)})
    d = Draft(rules(), t.state)
    clear_arc(d, "m", 1, by=0, cite="WC-ARC-3")
    assert (d.state.players[1].well, d.state.players[0].well) == (7, 4)


@pytest.mark.rule("WC-ARC-16")
def test_clearing_from_nothing_does_nothing() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 20]), "gate_1": piece("void_gate", "b", [5, 25])})
    d = Draft(rules(), t.state)
    clear_arc(d, "wolf", 1, by=1, cite="WC-ARC-16")
    clear_arc(d, "gate_1", 1, by=0, cite="WC-ARC-16")
    assert not d.events and d.state == t.state, "a gate without Arc does not collapse by it either"


@pytest.mark.rule("WC-ARC-5", "WC-ARC-11")
def test_every_model_of_a_charged_squad_is_charged() -> None:
    squad = piece("ranger_fire_team", "a", RANGERS, arc=1)
    t = Bench(
        pieces={"rangers": squad, "m": marauder([6.5, 12])},
        dice=["MMMM", "MM", "MMMM", "MM", "MMMM", "MM"],
    )
    assert [charged(t.state, f"rangers.{n}") for n in (1, 2, 3)] == [1, 1, 1]
    t.play("activate rangers")
    for n in (1, 2, 3):
        t.play(f"rangers.{n} attack m with battle_rifle")
        assert t.pool("attack") == {"A": 3, "P": 1}
    assert t.cited("WC-ARC-10")
    t.done()


@pytest.mark.rule("WC-ARC-10")
@pytest.mark.parametrize("arc", [0, 1, 3])
def test_one_power_die_for_each_arc(arc: int) -> None:
    t = Bench(pieces={"wolf": wolf([15, 8], arc=arc), "m": marauder([15, 12])})
    for weapon in ("battle_rifle", "ripper"):
        strike = declare(t.position, "wolf", "m", weapon)
        assert t.value(AttackDice(strike, "P")) == arc
    assert "WC-ARC-10" in {term.cite for term in t.position.terms(AttackDice(strike, "P"))}


@pytest.mark.rule("WC-ARC-12")
def test_arc_on_the_channeller_adds_nothing_to_a_fury() -> None:
    dice = []
    for arc in (0, 1):
        weaver = piece("coalition_weaver", "a", [15, 8], arc=arc)
        t = Bench(pieces={"weaver": weaver, "m": marauder([15, 12])}, seats={"a": {"well": 7 - arc}})
        fury = Strike(attacker="weaver", target="m", kind="fury", cypher="pyrokinetic_surge", pow=3)
        dice.append(t.value(AttackDice(fury, "P")))
    assert dice == [7, 6], "only the well counts"


@pytest.mark.rule("WC-ARC-13")
def test_arc_never_helps_damage_or_defence() -> None:
    for arc in (0, 3):
        t = Bench(pieces={"wolf": wolf([15, 8], arc=arc), "enemy": wolf([15, 14], seat="b", arc=arc)})
        strike = declare(t.position, "wolf", "enemy", "battle_rifle")
        dice = [t.value(q(strike, die)) for q in (DamageDice, DefenceDice) for die in "AP"]
        assert dice == [rules().cards.weapons["battle_rifle"].pow, 0, 3, 0]


@pytest.mark.rule("WC-ARC-6", "WC-UNIT-8")
def test_a_destroyed_units_arc_is_cleared_with_its_last_model() -> None:
    squad = piece("vassal_reavers", "b", [[15, 12], [18, 12], None], arc=1)
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "reavers": squad, "m": marauder([25, 28])},
        dice=["X" * 4, "MMM", "X" * (4 + 8), "X" * 4, "MMM", "X" * (5 + 8)],
    )
    t.play("activate wolf", "attack reavers.1 with battle_rifle")
    assert t.gone("reavers.1") and t.unit("reavers").arc == 1, "the squad is still in play"
    assert t.player("b").well == 6
    t.play("attack reavers.2 with rail_gun").done()
    assert (t.player("b").well, t.unit("reavers").arc, t.unit("reavers").place) == (7, 0, "reserve")


@pytest.mark.rule("WC-ARC-6", "WC-DEPLOY-11")
def test_a_recalled_units_arc_is_cleared() -> None:
    t = Bench(
        turn={"seat": "a", "step": "deployment"},
        pieces={"wolf": wolf([15, 8], arc=3), "h": piece("hunter", "a", [5, 5]), "m": marauder([15, 20])},
    )
    t.play("recall wolf")
    assert (t.player("a").well, t.unit("wolf").arc, t.unit("wolf").place) == (7, 0, "reserve")
    assert t.happened(Left, model="wolf", how="recalled")


@pytest.mark.rule("WC-ARC-15", "WC-GATE-10")
def test_clearing_the_last_arc_of_a_gate_collapses_it() -> None:
    pieces = {
        "gate_1": piece("void_gate", "a", [5, 5], arc=2),
        "h": piece("hunter", "a", [9, 5]),
        "m": marauder([15, 20]),
    }
    t = Bench(turn=CHARGING, pieces=pieces)
    t.play("clear", {"gate_1": 2})
    assert t.gone("gate_1") and t.player("a").well == 7
    assert t.happened(Collapsed, model="gate_1", by=None, cite="WC-GATE-10")
    kept = Bench(turn=CHARGING, pieces=pieces).play("clear", {"gate_1": 1})
    assert kept.unit("gate_1").arc == 1


@pytest.mark.rule("WC-ARC-17")
def test_every_unit_has_a_charge_and_a_spike_rule() -> None:
    special, weapons = rules().cards.special, rules().cards.weapons
    for card in rules().cards.units.values():
        if card.type in ("void_gate", "attachment"):
            continue
        carried = {*card.weapons, *(w for names in card.options.values() for w in names)}
        own = {*card.charge, *card.spike, *(r for c in card.cortexes for r in rules().cards.cortexes[c])}
        kinds = {special[r]["kind"] for r in own | {r for w in carried if w in weapons for r in weapons[w].rules}}
        assert {"charge", "spike"} <= kinds, card.id


@pytest.mark.rule("WC-TURN-6")
def test_only_what_is_yours_and_in_play_is_charged() -> None:
    pieces = {"wolf": wolf([15, 8]), "home": piece("hunter", "a", [], place="reserve"), "m": marauder([15, 20])}
    t = Bench(pieces=pieces, turn={"seat": "a", "step": "charging"})
    assert (t.refusal("charge home").cite, t.refusal("charge m").cite) == ("WC-TURN-6", "WC-TURN-6")
