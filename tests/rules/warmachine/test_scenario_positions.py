"""Positions of scenario files: every key checked, whole units, printed names, words of the rules for terrain."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup, EffectEnded, Position, find
from sandtable.rulesets.warmachine.common.damage.grid import taken
from sandtable.rulesets.warmachine.common.state.conditions import effects_on
from sandtable.scenarios import run
from tests.rules.warmachine.kit import ESCALATION, MK1, MK2, Game, at, both, every, foe, row, to_next_turn

CASTERS = {"stryker": {"seat": "a", "at": [46, 2]}, "sorscha": {"seat": "b", "at": [46, 46]}}


def read(game: str, pieces: dict[str, Any], **more: Any) -> Position[Any, Any]:
    rules = find(game)
    return Position(rules, rules.scenarios.position(rules, {"pieces": {**CASTERS, **pieces}, **more}).state)


def faults(game: str, pieces: dict[str, Any], **more: Any) -> str:
    with pytest.raises(BadSetup) as e:
        read(game, pieces, **more)
    return str(e.value)


@every
def test_a_whole_unit_stands_in_one_entry(game: str) -> None:
    places = [[10, 20], [12, 20], None, [14, 20], [16, 20], [18, 20]]
    guns = {
        "seat": "b", "card": "Long Gunner Infantry", "at": places, "facing": {"2": "west"}, "down": {"4": True},
        "spells": {"snipe": "sorscha"} if game == MK2 else {},
    }  # fmt: skip
    p = read(game, {"guns": guns})
    assert p.state.units["guns"].members == ("guns.1", "guns.2", "guns.4", "guns.5", "guns.6")
    assert p.state.status["guns.1"].role == "leader" and p.state.status["guns.2"].role == "grunt"
    assert p.state.models["guns.2"].facing == 180_000 and p.state.models["guns.1"].facing == 270_000
    assert {e.name for e in effects_on(p, "guns.4")} >= {"knocked_down"}
    if game == MK2:
        (spell,) = effects_on(p, "guns.1")
        assert (spell.name, spell.source, spell.slot) == ("snipe", "sorscha", "friendly upkeep")


def test_an_attachment_joins_its_own_unit() -> None:
    places = [[2 * n, 20] for n in range(5, 13)]
    fangs = {"card": "iron_fangs", "at": places, "attachment": "iron_fangs_attachment"}
    p = read(MK2, {"fangs": fangs})
    assert [p.state.status[f"fangs.{n}"].role for n in (1, 7, 8)] == ["leader", "officer", "attached"]
    assert "joins iron_fangs, not stormguard" in faults(MK2, {"storm": {**fangs, "card": "stormguard"}})


@every
def test_damage_by_system_by_column_and_by_points(game: str) -> None:
    for key, value, boxes in (("marks", "M", 3), ("marks", ["movement"], 3), ("columns", [1, 0, 0, 0, 0, 2], 3)):
        p = read(game, {"ironclad": {"at": [12, 10], key: value}})
        assert taken(p.state.status["ironclad"].marks) == boxes
    assert "has no system 'A'" in faults(game, {"ironclad": {"at": [12, 10], "marks": "A"}})
    assert "has no grid" in faults(game, {"stryker": {"at": [12, 10], "marks": "M"}})
    assert "whoever has none left is gone" in faults(game, {"ironclad": {"at": [12, 10], "damage": 40}})
    guns = {"card": "long_gunners", "at": [[10 + 2 * n, 20] for n in range(6)]}
    assert "has no grid" in faults(game, {"guns": {**guns, "columns": [1] * 6}})
    for damage in (1, {2: 1}):
        assert "less than its 1 boxes" in faults(game, {"guns": {**guns, "damage": damage}})
    nothing: list[Any] = [None, {}]
    for empty in nothing:
        assert "ironclad.damage" in faults(game, {"ironclad": {"at": [12, 10], "damage": empty}})
    assert "no trooper" in faults(game, {"guns": guns, "ironclad": {"at": [12, 10], "unit": "guns"}})
    for table in ({"damage": {2: 3}}, {"facing": {2: "north"}}, {"down": {1: True}}):
        assert "by trooper only where a unit has" in faults(game, {"ironclad": {"at": [12, 10], **table}})


@every
def test_terrain_goes_by_its_kind_or_by_its_class_in_the_rules(game: str) -> None:
    kinds = ("obstruction", "obstacle", "linear_obstacle", "cloud", "hill", "Forest")
    terrain = [{"kind": kind, "at": [5 * n, 20], "size": [2, 0.5]} for n, kind in enumerate(kinds, 1)]
    p = read(game, {}, table={"terrain": terrain})
    found = [p.rules.cards.ground[f.kind].kind for f in p.state.map.features]
    assert found == ["obstruction", "obstacle", "linear_obstacle", "cloud", "hill", "forest"]
    assert "did you mean forest" in faults(game, {}, table={"terrain": [{**terrain[0], "kind": "forrest"}]})


@every
def test_all_faults_are_told_each_with_what_would_be_legal(game: str) -> None:
    pieces = {
        "ironcald": {"at": [12, 10]},
        "charger": {"at": [12, 20], "fokus": 2},
        "lancer": {"at": [30, 20], "focus": -1, "master": "striker"},
    }
    told = faults(game, pieces, activated=["nobody"])
    for part in ("did you mean ironclad?", "fokus", "did you mean focus?", "from 0 to 30, not -1"):
        assert part in told
    told = faults(game, {"lancer": {"at": [30, 20], "master": "striker"}}, activated=["nobody"])
    assert "no piece 'striker'; did you mean stryker?" in told and "no piece 'nobody'" in told
    told = faults(
        game, {"stryker": {"at": [4, 4], "focus": "x"}, "ironclad": {"at": [30, 9], "spells": {"blur": "stryker"}}}
    )
    assert "stryker.focus" in told and "spells" not in told
    assert "overlaps" in faults(game, {"charger": {"at": [12, 20]}, "lancer": {"at": [12, 21]}})
    assert "off the table" in faults(game, {"charger": {"at": [47.9, 20]}})


def test_facts_of_a_model_and_between_two() -> None:
    text = """
title: A wall hides a pikeman from a rifle, not from a halberd
ruleset: warmachine-mk2
table: {terrain: [{kind: wall, at: [12, 17.6], size: [4, 0.4]}]}
pieces:
  charger: {seat: a, at: [12, 10], focus: 2}
  fangs: {seat: b, card: Iron Fang Pikemen, at: [[12, 18.5], [14, 18.5], [16, 18.5], [18, 18.5], [20, 18.5], [10, 30]]}
  stryker: {seat: a, at: [46, 2], focus: 3}
  sorscha: {seat: b, at: [46, 46]}
expect:
  - between: {from: charger, to: fangs.1, hiding: 4, DEF: 17, reach: has dual_cannon, sight: true, engages: false}
  - between: {from: stryker, to: sorscha, ahead: true, behind: false, reach: []}
  - fangs.1: {DEF: 13, ARM: 14, CMD: 9, SPD: 6, role: leader, in_formation: true}
  - fangs.6: {in_formation: false}
  - stryker: {ARM: 18, FOC: 6, feat_used: false}
"""
    outcome = run(text)
    assert outcome.passed, outcome.failures


@pytest.mark.parametrize("game", [MK1, ESCALATION, MK2])
def test_every_fact_and_key_is_among_the_words(game: str) -> None:
    rules = find(game)
    words = rules.scenarios.words(rules)
    p = read(game, {"guns": {"card": "long_gunners", "at": [[2 * n, 20] for n in range(5, 11)]}})
    for name, kind in (("guns.1", "model"), ("guns", "unit"), ("a", "seat")):
        assert set(rules.scenarios.facts(p, name) or ()) <= set(words.facts[kind])
    assert set(rules.scenarios.between(p, "guns.1", "stryker")) == set(words.between)


@every
def test_only_warcasters_and_warjacks_hold_focus(game: str) -> None:
    guns = {"card": "long_gunners", "at": [12, 10], "focus": 2}
    assert "guns.focus: Long Gunner Infantry holds none" in faults(game, {"guns": guns})
    places = [[10 + 2 * n, 20] for n in range(6)]
    assert "only warcasters and warjacks" in faults(game, {"guns": {**guns, "at": places}})
    assert read(game, {"guns": {**guns, "focus": 0}, "ironclad": {"at": [20, 10], "focus": 2}})


@both
@pytest.mark.rule("M1-MAINT-2", "M2-MAINT-2", "M2-TURN-4")
def test_what_lasts_a_round_or_until_an_activation_ends_then_in_a_position_too(game: str) -> None:
    """As if it had begun in the turn of the position."""
    fangs = row(2, "iron_fangs", "fangs", effects=["shield_wall"])
    pieces = {
        "lancer": at(30, 10, effects=["disrupted", {"name": "dazzled", "source": "beacon"}]),
        "juggernaut": foe(40, 40, effects=["stationary", "full_steam"]), **fangs,
    }  # fmt: skip
    t = Game(game, pieces, waits=True)
    assert {"disrupted", "dazzled"} <= t.effects("lancer") and "full_steam" in t.effects("juggernaut")
    to_next_turn(t)
    assert "disrupted" in t.effects("lancer") and t.effects("juggernaut") == {"stationary"}
    assert t.effects("fangs.1") == set(), "they have activated"
    to_next_turn(t)
    assert t.effects("juggernaut") == set() and t.effects("lancer") == set()


@both
@pytest.mark.rule("M1-MAINT-2", "M2-TURN-4", "M2-MAINT-2")
def test_a_feat_or_spell_for_a_round_that_a_position_gives_ends_as_its_warcasters_next_turn_starts(game: str) -> None:
    """In whosever turn the position begins; gone before fire is rolled for."""
    feat = {"name": "invincibility", "source": "stryker"}
    pieces = {"stryker": at(10, 10, effects=[feat]), "ironclad": at(20, 10), "juggernaut": foe(40, 40)}
    for seat, turns in (("a", 2), ("b", 1)):
        t = Game(game, pieces, turn={"seat": seat})
        for _ in range(turns):
            assert "invincibility" in t.effects("stryker")
            to_next_turn(t)
        assert "invincibility" not in t.effects("stryker")
    rushed = {"sorscha": at(10, 10, spells={"wind_rush": "sorscha"}), "ironclad": foe(40, 40), "stryker": foe(44, 44)}
    t = to_next_turn(Game(game, rushed, casters=False, turn={"seat": "b"}))
    assert "wind_rush" not in t.effects("sorscha")
    burning = {**pieces, "stryker": at(10, 10, effects=["fire", feat])}
    t = Game(game, burning, turn={"phase": "maintenance"}, dice=["3", "1 1"], waits=True)
    assert [e.effect.name for e in t.happened(EffectEnded)] == ["invincibility"]
