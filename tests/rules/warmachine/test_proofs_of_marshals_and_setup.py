"""Marshals, crews and set-up clause by clause: what no other file proves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.setup.deployment import groups
from sandtable.rulesets.warmachine.common.state.events import Deployed, Struck
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.testing import Bench
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    NORTH,
    SMALL,
    Game,
    at,
    both,
    foe,
    row,
    to_next_turn,
)


# --- marshals ---
@pytest.mark.rule("ES-MARSHAL-12", "ES-MARSHAL-13", "ES-AUTO-12", "ES-AUTO-10")
def test_escalation_who_may_take_over_a_warjack_and_when() -> None:
    """Not while fleeing or stationary, not after running, charging or acting; only a warjack that has not activated."""
    jack = at(12, 10 + SMALL + LARGE, master=None)
    pieces = {"marshal": at(12, 10), "ironclad": jack, "juggernaut": foe(40, 40)}
    t = Game(ESCALATION, pieces).activate("marshal")
    assert "take ironclad" in t.offers()
    t.play("take ironclad")
    assert t.state.status["ironclad"].master == "marshal" and "ironclad" in t.state.activated
    done = Game(ESCALATION, pieces, activated=["ironclad"]).activate("marshal")
    done.refusal("take ironclad")
    other = {**pieces, "lancer": foe(12, 10 - SMALL - MEDIUM, NORTH)}
    acted = Game(ESCALATION, other, dice=["1 1"]).activate("marshal")
    slot = (
        next(o for o in acted.offers() if o.startswith("attack"))
        if [o for o in acted.offers() if o.startswith("attack")]
        else ""
    )
    if slot:
        acted.play(slot)
        acted.refusal("take ironclad")
    flee = {**pieces, "marshal": at(12, 10, fleeing=True), "ironclad": at(14, 12, master="marshal")}
    t = Game(ESCALATION, flee)
    from sandtable.rulesets.warmachine.common.turn.activity import MarshalBenefit

    assert not t.position.holds(MarshalBenefit("ironclad", "run")) and t.state.status["ironclad"].master == "marshal"


@pytest.mark.rule("ES-AUTO-9", "ES-AUTO-8")
def test_escalation_from_the_next_turn_on_it_is_allocated_focus() -> None:
    jack = at(12, 10 + SMALL + LARGE, master=None)
    t = Game(ESCALATION, {"stryker": at(12, 10), "ironclad": jack, "juggernaut": foe(40, 40)})
    t.activate("stryker", "take ironclad", "end")
    assert t.state.active == 1
    to_next_turn(t)
    assert "ironclad" in dict(t.ask.domain.limits)  # type: ignore[attr-defined]


@pytest.mark.rule("ES-MARSHAL-13", "ES-MARSHAL-7")
def test_escalation_with_focus_the_benefit_is_the_players_choice() -> None:
    pieces = {"marshal": at(12, 10), "ironclad": at(15, 10, focus=1, master="marshal"), "juggernaut": foe(15, 17)}
    t = Game(ESCALATION, pieces).activate("ironclad")
    assert {"run", "run by marshal", "charge juggernaut", "charge juggernaut by marshal"} <= set(t.offers())
    t.play("charge juggernaut by marshal")
    t.play(list(t.ask.domain.best(t.position)))  # type: ignore[attr-defined]
    assert t.focus("ironclad") == 1 and "marshalled" in t.effects("ironclad")
    t.dice = ["6 5 4", "1 1 1", "1"]
    t.play("attack juggernaut with quake_hammer", "boost")
    assert t.focus("ironclad") == 0


@pytest.mark.rule("M2-JACK-6", "M2-ADV-28", "M2-JACK-5")
def test_mk2_neither_a_crippled_cortex_nor_disruption_stops_a_marshal() -> None:
    for more in ({"marks": "C"}, {"effects": ["disrupted"]}):
        pieces = {"strangewayes": at(12, 10), "ironclad": at(15, 10, master="strangewayes", **more)}
        t = Game(MK2, {**pieces, "juggernaut": foe(15, 17)}).activate("ironclad")
        assert "run" in t.offers() and "charge juggernaut" in t.offers()


@pytest.mark.rule("M2-ADV-29")
def test_mk2_of_a_unit_only_the_commander_marshals() -> None:
    mechs = row(2, "field_mechaniks", "mechs")
    for master, helps in (("mechs.1", True), ("mechs.2", False)):
        t = Game(MK2, {**mechs, "ironclad": at(14, 13, master=master), "juggernaut": foe(14, 22)}).activate("ironclad")
        assert ("run" in t.offers()) is helps


# --- crews ---
@pytest.mark.rule("ES-CREW-7", "ES-CREW-8", "ES-CREW-15")
def test_escalation_the_old_gunners_effects_go_and_the_crewmans_pass_over() -> None:
    crew = {
        "gun.1": foe(12, 12, card="mortar_gunner", unit="gun", role="gunner", effects=["fire"]),
        "gun.2": foe(12 + MEDIUM + SMALL + 0.5, 12, card="mortar_crewman", unit="gun", role="crewman",
                     effects=["corrosion"]),
    }  # fmt: skip
    t = Game(ESCALATION, {**crew, "charger": at(12, 4)}, dice=["6 5", "6 6"])
    t.activate("charger", "attack gun.1 with dual_cannon")
    assert t.ask.prompt.startswith("who steps in")
    t.dice = ["1 1"]
    t.play("gun.2")
    assert t.effects("gun.1") == {"corrosion"} and t.gone("gun.2")
    cards = t.rules.cards.weapons  # type: ignore[attr-defined]
    assert "mortar" in cards["kha_mortar_gunner"] and "mortar" not in cards["kha_mortar_crewman"]


@pytest.mark.rule("ES-ATTACH-5")
def test_escalation_the_former_leader_keeps_his_other_abilities() -> None:
    pieces = {
        "stokers.1": at(12, 10, card="stokers_leader", unit="stokers", role="leader"),
        "stokers.2": at(14, 10, card="stoker_ua_officer", unit="stokers", role="officer"),
        "juggernaut": at(12, 10 + SMALL + LARGE, damage=3), "ironclad": foe(40, 40), "stryker": foe(44, 44),
        "sorscha": at(2, 46),
    }  # fmt: skip
    t = Game(ESCALATION, pieces, casters=False).activate("stokers", "no order", "act")
    assert "stokers.1 repair juggernaut" in t.offers()


# --- set-up ---
@both
@pytest.mark.rule("M1-SETUP-3", "M2-ADV-3", "M2-FORCE-9", "M2-FORCE-10")
def test_advance_deployers_come_last_and_farther_forward(game: str) -> None:
    rules = find({MK1: ESCALATION}.get(game, game))
    army = {MK1: ["cyg_large", "kha_large"], MK2: ["cyg_large", "kha_large"]}[game]
    edge = {MK1: ("south edge",), MK2: ()}[game]
    t: Bench[Table] = Bench(rules, options={"armies": army, "map": "river_ford"}, dice=["5", "3"])
    t.play("go first", *edge)
    p = t.position
    later = {n for group in (*groups(p, 0, True), *groups(p, 1, True)) for n in group}
    assert later
    from random import Random

    placed: list[str] = []
    rng = Random(3)
    while t.ask.prompt.startswith("deploy"):
        domain: Any = t.ask.domain
        assert set(domain.pieces) <= later or not placed or not set(placed) & later
        if set(domain.pieces) <= later and not set(placed) & later:
            from sandtable.rulesets.warmachine.common.setup.deployment import depth

            first = depth(p, 0, False)
            assert depth(p, 0, True) - first == {MK1: 12_000, MK2: 6000}[game]
        placed += list(domain.pieces)
        t.play(domain.sample(t.position, 1, rng)[0])
    seats = [t.state.status[n].seat for n in placed if n in later]
    assert seats == sorted(seats), "the first player's advance deployers come before the second's"
    assert t.happened(Deployed)


@pytest.mark.rule("M2-FORM-13", "M2-FORM-3")
def test_mk2_a_unit_deploys_around_its_officer() -> None:
    """CMD 7: not around the leader, from whom he stands 2 inches north."""
    guns: dict[str, Any] = {"card": "long_gunners", "unit": "guns"}
    unit = {
        "guns.1": at(12, 10, role="leader", **guns),
        "guns.2": at(30, 30, **guns),
        "guns.3": at(12, 12, role="officer", **guns),
    }
    t = Game(MK2, {**unit, "juggernaut": foe(40, 40)})
    reach = 1000 * (7 + 2 * SMALL)
    for y, fits in ((12_000 + reach, True), (12_002 + reach, False), (12_000 - reach, True), (11_998 - reach, False)):
        placed = (("guns.1", (12_000, 10_000, 0)), ("guns.2", (12_000, round(y), 0)), ("guns.3", (12_000, 12_000, 0)))
        why = t.rules.edition.formation.deployed(t.position, placed)
        assert (why is None) == fits and (fits or why.cite == "M2-FORM-13")


@both
@pytest.mark.rule("M1-SETUP-4", "M2-FORM-13", "M2-FORCE-11")
def test_units_deploy_in_formation(game: str) -> None:
    rules = find(game)
    names = {MK1: ["cyg_core_mid", "kha_core_mid"], MK2: ["cyg_mid", "kha_mid"]}[game]
    edge = {MK1: ("south edge",), MK2: ()}[game]
    t: Bench[Table] = Bench(rules, options={"armies": names, "map": "river_ford"}, dice=["5", "3"])
    t.play("go first", *edge)
    from random import Random

    while len(t.ask.domain.pieces) < 3:  # type: ignore[attr-defined]
        t.play(t.ask.domain.sample(t.position, 1, Random(1))[0])
    domain: Any = t.ask.domain
    answer = [[n, list(q)] for n, q in domain.sample(t.position, 1, Random(1))[0]]
    x = answer[-1][1][0]
    wanted = {MK1: "M1-SETUP-4", MK2: "M2-FORM-13"}[game]
    found = set()
    for far in range(20_000, 34_000, 500):  # some places are taken by somebody else
        answer[-1][1][0] = x + far if x < 20_000 else x - far
        why = t.match.why_not(answer)
        assert why is not None
        found.add(why.cite)
    assert wanted in found


@both
@pytest.mark.rule("M2-JACK-1", "ES-AUTO-5")
def test_every_warjack_starts_with_a_controller(game: str) -> None:
    rules = find({MK1: ESCALATION}.get(game, game))
    for armies in rules.cards.armies:  # type: ignore[attr-defined]
        t: Bench[Table] = Bench(rules, options={"armies": [armies, armies], "map": "river_ford"}, waits=True)
        cards = rules.cards.models  # type: ignore[attr-defined]
        for status in t.state.status.values():
            if cards[status.card].kind == "warjack":
                assert status.master in t.state.status


@both
@pytest.mark.rule("M2-SCEN-6")
def test_a_player_may_concede_at_any_decision(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(40, 40)})
    t.match.concede("a")
    assert t.match.over and t.match.result is not None and t.match.result.winner == 1


@pytest.mark.rule("M2-SCEN-3", "M1-SETUP-6")
@both
def test_both_last_warcasters_fall_together(game: str) -> None:
    """A fuel tank takes both: a draw in Mk II, the active player's win in Mk I; decided when the effect is done."""
    rules = {MK1: ESCALATION}.get(game, game)
    pieces = {
        "stoker.1": foe(12, 12, NORTH, card="stokers", unit="stoker"), "ironclad": at(12, 12 - SMALL - LARGE - 0.2),
        "stoker.2": foe(30, 30, card="stokers", unit="stoker"), "stoker.3": foe(32, 30, card="stokers", unit="stoker"),
        "stoker.4": foe(34, 30, card="stokers", unit="stoker", role="leader"),
        "stryker": at(12 - 2 * SMALL - 0.3, 12, damage=16), "sorscha": foe(12 + 2 * SMALL + 0.5, 12, damage=16),
    }  # fmt: skip
    boxes = find(rules).cards.models["kha_sorscha" if game == MK1 else "sorscha"].boxes  # type: ignore[attr-defined]
    pieces["sorscha"]["damage"] = boxes - 1
    t = Game(rules, pieces, dice=["6 5", "6 6", "1 1", "6 6", "6 6"], casters=False)
    t.activate("ironclad", "attack stoker.1 with quake_hammer").done(over=True)
    assert t.match.result is not None and t.match.result.winner == {MK1: 0, MK2: None}[game]
    assert t.happened(Struck, who="stoker.1")
