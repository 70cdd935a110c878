"""Drawings of a match show the reach of a move, the pieces asked about, and lines of sight with their blocker."""

from __future__ import annotations

import pytest

from sandtable.chance import Seeded
from sandtable.core import BadSetup, begin
from sandtable.match import Match, new_match
from tests.rules.warcaster.kit import marauder, rules, wolf


def match() -> Match:
    given = {
        "table": {"size": 30, "terrain": [{"kind": "structure", "height": 4, "at": [15, 12], "size": [6, 1]}]},
        "pieces": {"wolf": wolf([15, 8]), "seen": marauder([22, 9]), "hidden": marauder([15, 15])},
    }
    return Match(rules(), begin(rules(), *rules().scenarios.position(rules(), given)), Seeded(1), from_position=True)


def test_a_move_is_drawn_with_its_reach_and_its_model() -> None:
    table = match()
    table.answer("activate wolf")
    table.answer("move")
    scene = table.scene("a")
    assert scene.reach[0].seat == "a"
    assert len(scene.reach[0].fans[0].points) > 10
    assert [p.id for p in scene.pieces if p.selected] == ["wolf"]
    assert table.scene("b").reach == ()
    assert table._repr_svg_().startswith("<svg")


def test_sight_is_drawn_with_what_is_in_the_way() -> None:
    scene = match().scene(sight=[("wolf", "seen"), ("wolf", "hidden")])
    clear, blocked = scene.sight
    assert (clear.clear, blocked.clear) == (True, False)
    assert "structure_1" in blocked.label
    assert blocked.blocked_by is not None


def test_a_ruleset_that_tells_only_whether_gets_a_plain_line() -> None:
    table = new_match("duel", seed=2)
    names = [p.id for p in table.scene().pieces]
    line = table.scene(sight=[(names[0], names[-1])]).sight[0]
    assert isinstance(line.clear, bool)


def test_nobody_of_that_name() -> None:
    with pytest.raises(BadSetup, match="nobody on the table is called 'bob'"):
        match().scene(sight=[("wolf", "bob")])
