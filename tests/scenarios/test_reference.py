"""The words of a ruleset: complete, printed as text and data, and known to the schema."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
import yaml

from sandtable.core import Event, find
from sandtable.scenarios import reference, schema, words_of
from sandtable.scenarios.scenario import KEYS
from sandtable.testing.scenario_words import undeclared
from tests.seeds import TIMES

GAMES = {"duel": 6, "duel-first": 6, "lines": 6, "warcaster": 2}


@pytest.mark.parametrize("name", GAMES)
def test_games_say_nothing_that_is_not_declared(name: str) -> None:
    rules = find(name)
    assert undeclared(rules, range(GAMES[name] * TIMES), rules.sample_options()) == []


def test_what_is_not_declared_is_found() -> None:
    rules = find("duel")
    facet = rules.scenarios
    words = facet.words(rules)

    class Less(type(facet)):  # type: ignore[misc]
        def words(self, rules: Any) -> Any:
            return type(words)(
                rolls={"damage": ""}, pools=words.pools, questions={}, answers={}, facts={}, names=words.names
            )

    class Rules(type(rules)):  # type: ignore[misc]
        scenarios = Less()

    found = undeclared(Rules(), range(1))
    assert {"rolls: attack", "questions: activate a model", "answers: keep facing", "facts: health of wat"} <= set(
        found
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_reference_has_every_key_event_and_field(name: str) -> None:
    rules = find(name)
    words, text = words_of(rules), reference(rules)
    json.dumps(words)
    form = rules.scenarios.form(rules)
    assert form is not None
    assert {entry["key"].split(".")[0] for entry in words["position"]} == set(form.entries)
    assert all(entry["type"] and entry["about"] for entry in words["position"])
    kinds = {kind for kind in rules.codec.kinds.values() if issubclass(kind, Event)}
    assert set(words["events"]) == {kind.__name__ for kind in kinds}
    for kind in kinds:
        assert set(words["events"][kind.__name__]) == set(kind.__struct_fields__) - {"cite"}
    for section in ("facts", "rolls", "pools", "questions", "answers"):
        assert words[section], section
        for word in words[section]:
            assert word in text
    assert "pieces.NAME.at" in text


def test_the_reference_of_warcaster_says_types_and_ranges() -> None:
    entries = {entry["key"]: entry for entry in words_of(find("warcaster"))["position"]}
    assert entries["seats.a.well"]["type"] == "a whole number from 0 to 7"
    assert entries["turn.round"]["type"] == "a whole number from 1 to 3"
    assert entries["pieces.NAME.unit"]["needed"]
    assert "table.terrain[].height" in entries and "objectives.NAME.at" in entries


def valid(rules: str, text: str) -> bool:
    return jsonschema.Draft202012Validator(schema(find(rules))).is_valid(yaml.safe_load(text))


WOLF = "title: x\nruleset: warcaster\npieces: {wolf: {seat: a, unit: dusk_wolf, at: [15, 8]}}\n"


@pytest.mark.parametrize("name", GAMES)
def test_the_schema_of_a_ruleset_is_one(name: str) -> None:
    found = schema(find(name))
    jsonschema.Draft202012Validator.check_schema(found)
    assert set(KEYS) < set(found["properties"])


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("", True),
        ("table: {size: 30, terrain: [{kind: forest, at: [9, 9], size: [2, 2]}]}", True),
        ("table: {siez: 30}", False),
        ("table: {terrain: [{kind: wal, at: [9, 9], size: 2}]}", True),  # ids and printed names: not an enum
        ("table: {terrain: [{kind: forest, at: [9, 9], hieght: 2}]}", False),
        ("banana: 1", False),
        ("turn: {step: activation, round: 2}", True),
        ("turn: {step: activate}", False),
        ("turn: {round: 9}", False),
        ("seats: {a: {well: 9}}", False),
        ("expect: [event: {kind: Damaged, model: wolf, times: 1}]", True),
        ("expect: [event: {kind: Damagd}]", False),
        ("expect: [event: {kind: Damaged, whom: wolf}]", False),
        ("expect: [wolf: {arc: 2, DEF: 3}]", True),
        ("expect: [wolf: {arcs: 2}]", False),
        ("expect: [between: {from: wolf, to: wolf, sight: true}]", True),
        ("expect: [between: {from: wolf, to: wolf, sigth: true}]", False),
        ("expect: [order: [Hit, {kind: Left}]]", True),
        ("expect: [roll: {purpose: attack, A: 3}]", True),
        ("rules: [WC-COVER-1]", True),
        ("rules: [WC-COVER-99]", False),
    ],
)
def test_the_schema_knows_the_words(text: str, fits: bool) -> None:
    assert valid("warcaster", WOLF + text + "\n") is fits
