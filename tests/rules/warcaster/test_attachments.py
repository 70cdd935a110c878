"""Attachments in play with their squad (WC-ATTACH); how they are deployed is in test_deployment.py."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.abilities.special_rules import all_rules
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf


@pytest.mark.rule("WC-ATTACH-9")
def test_the_squad_stays_while_its_attachment_does() -> None:
    squad = piece("ranger_fire_team", "b", [None, None, None, [15, 14]], attachments=["warder"])
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "r": squad, "m": marauder([25, 28])},
        seats={"b": {"attachments": {"warder": 0}}},
        dice=["X" * 4, "MMM", "X" * (5 + 8)],
    )
    assert t.unit("r").place == "play"
    t.play("activate wolf", "attack r.warder with rail_gun").done()
    assert (t.unit("r").place, t.unit("r").attachments, t.unit("r").lost) == ("reserve", (), ())
    assert dict(t.player("b").attachments) == {"warder": 1}


@pytest.mark.rule("WC-ATTACH-9")
def test_the_last_trooper_falls_beside_its_attachment() -> None:
    squad = piece("ranger_fire_team", "b", [[15, 14], None, None, [18, 20]], attachments=["warder"], arc=1)
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "r": squad, "m": marauder([25, 28])},
        seats={"b": {"attachments": {"warder": 0}}},
        dice=["X" * 4, "MMM", "X" * (5 + 8)],
    )
    t.play("activate wolf", "attack r.1 with rail_gun").done("a", "activate wolf")
    assert (t.unit("r").place, t.unit("r").arc, t.unit("r").attachments) == ("play", 1, ("warder",))
    assert (t.state.models_of("r"), t.unit("r").lost) == (("r.warder",), ("r.2", "r.3", "r.1"))
    assert dict(t.player("b").attachments) == {"warder": 0}, "it comes back to its owner with the squad, not before"


@pytest.mark.rule("WC-SPEC-8", "WC-ATTACH-5")
def test_rules_on_weapons_are_those_of_ones_own_weapons() -> None:
    hunters = piece("vassal_witch_hunters", "a", [[10, 10], [12, 10], [14, 10], [16, 10]], attachments=["raker"])
    t = Bench(pieces={"w": hunters, "m": marauder([25, 25])})
    raker, trooper = all_rules(t.position, "w.raker"), all_rules(t.position, "w.1")
    assert ("lock_down" in raker, "malefactor" in raker) == (True, False)
    assert ("lock_down" in trooper, "malefactor" in trooper) == (False, True)
    assert {"mimetic_cloak", "phase_sequencer"} <= raker & trooper and "spotlight" in raker - trooper
