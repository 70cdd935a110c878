"""More of Escalation: bases of gunners, marshals who bring warjacks back, autonomous channelers."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft, find
from sandtable.rulesets.warmachine.common.measuring.distance import radius, rank
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.setup.muster import Muster
from sandtable.rulesets.warmachine.common.turn.control import gain_focus
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, SMALL, Game, at, foe

GUNNER = {"gun.1": foe(12, 20, card="field_gun_gunner", unit="gun", role="gunner")}


@pytest.mark.rule("ES-CREW-9", "ES-CREW-13")
def test_a_gunner_counts_as_small_but_stands_on_his_base() -> None:
    t = Game(ESCALATION, {**GUNNER, "charger": at(12, 10)})
    assert rank(t.position, "gun.1") == 1 and radius(t.position, t.state.models["gun.1"]) == 787


@pytest.mark.rule("ES-CREW-10", "ES-CREW-11")
def test_a_gunner_hides_small_bases_only() -> None:
    small = {**GUNNER, "stryker": at(12, 10), "sorscha": foe(12, 26)}
    assert not sees(Game(ESCALATION, small).position, "stryker", "sorscha")
    medium = {**GUNNER, "stryker": at(12, 10), "kovnik": foe(12, 26)}
    assert sees(Game(ESCALATION, medium).position, "stryker", "kovnik")


@pytest.mark.rule("ES-CREW-12")
def test_any_model_hides_a_gunner() -> None:
    """A small base right before the looker's eye hides him, but not a medium-based solo at the same place."""
    near = {"charger": at(12, 10), "stryker": at(12, 10 + MEDIUM + SMALL + 0.01)}
    assert not sees(Game(ESCALATION, {**near, **GUNNER}).position, "charger", "gun.1")
    assert sees(Game(ESCALATION, {**near, "kovnik": foe(12, 20)}).position, "charger", "kovnik")


@pytest.mark.rule("ES-MARSHAL-8", "ES-MARSHAL-9")
def test_a_marshal_reactivates_and_at_his_limit_it_is_autonomous() -> None:
    touch = 10 + MEDIUM + LARGE
    base = {"kovnik": at(12, 10), "juggernaut": at(12, touch, inert=True, master=None), "ironclad": foe(40, 40)}
    t = Game(ESCALATION, base).activate("kovnik", "reactivate juggernaut")
    assert t.state.status["juggernaut"].master == "kovnik"
    full = {**base, "marauder": at(30, 10, master="kovnik"), "ibex": at(34, 10, master="kovnik")}
    t = Game(ESCALATION, full).activate("kovnik", "reactivate juggernaut")
    assert t.state.status["juggernaut"].master == "" and "inert" not in t.effects("juggernaut")


@pytest.mark.rule("ES-AUTO-11")
def test_an_autonomous_warjack_channels_for_nobody() -> None:
    pieces = {"stryker": at(12, 10, focus=3), "lancer": at(20, 12, master=None), "juggernaut": foe(20, 20)}
    Game(ESCALATION, pieces).activate("stryker").refusal("cast arcane_bolt at juggernaut through lancer")


@pytest.mark.rule("ES-AUTO-4", "ES-MARSHAL-7")
def test_focus_from_another_source_stays_on_it() -> None:
    t = Game(ESCALATION, {"vane": at(12, 10), "lancer": at(16, 10, master=None), "juggernaut": foe(40, 40)})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    gain_focus(d, "lancer", 1, "ES-AUTO-4")
    assert d.state.status["lancer"].focus == 1


@pytest.mark.rule("ES-MARSHAL-1", "ES-AUTO-5", "ES-CREW-1", "ES-CREW-2")
def test_every_listed_warjack_has_a_controller_and_crews_have_no_leader() -> None:
    cards = find(ESCALATION).cards  # type: ignore[attr-defined]
    for name in ("kha_esc", "cyg_large"):
        muster = Muster(cards)
        muster.add(0, cards.armies[name])
        for model, status in muster.status.items():
            if cards.models[status.card].kind == "warjack":
                assert status.master in muster.status, model
        crews = [u for u in muster.units.values() if cards.entries[u.entry].kind == "crew"]
        assert crews and all(muster.status[n].role in ("gunner", "crewman") for u in crews for n in u.members)
        held = [
            s.master for s in muster.status.values() if s.master and cards.models[muster.status[s.master].card].marshals
        ]
        assert all(held.count(m) <= cards.models[muster.status[m].card].marshals for m in held)
