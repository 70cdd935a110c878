"""The pages about records and scenarios say what is so, and the schema agrees with the reader."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from sandtable.record.lines import KINDS
from sandtable.record.record import HEADER
from sandtable.scenarios import read_scenario, schema
from sandtable.scenarios.expectations import CHECKS
from sandtable.scenarios.plain_yaml import read_yaml
from sandtable.scenarios.scenario import KEYS
from tests.scenarios.test_scenarios import HEAD, SHOT

DOCS = Path(__file__).parents[2] / "docs"
SCENARIOS = (DOCS / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", SCENARIOS, re.DOTALL)
MINIMAL = "title: x\nruleset: y\n"


def whole(block: str) -> str:
    return block if "title:" in block else MINIMAL + block


def valid(text: str) -> bool:
    data: Any = read_yaml(text)
    return jsonschema.Draft202012Validator(schema()).is_valid(data)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert set(KEYS) == set(schema()["properties"])
    assert set(CHECKS) <= set(schema()["$defs"]["expectation"]["properties"])


@pytest.mark.parametrize("block", BLOCKS)
def test_the_examples_of_the_page_are_scenarios(block: str) -> None:
    read_scenario(whole(block))
    assert valid(whole(block))
    assert yaml.safe_load(block), "plain YAML too, for other readers"


def test_the_page_names_every_key_and_expectation() -> None:
    for word in (*KEYS, *CHECKS, "sees", "hides", "refuses", "refuse", "repeat", "share"):
        assert re.search(rf"\b{word}\b", SCENARIOS), word


def test_the_page_on_records_names_every_field() -> None:
    page = (DOCS / "records.md").read_text(encoding="utf-8")
    for word in (*HEADER, *KINDS, "purpose", "hash", "lines", "game"):
        assert re.search(rf"\b{word}\b", page), word


@pytest.mark.parametrize(
    "text",
    [
        HEAD + SHOT,
        HEAD + "play: [pass, b: pass, move: [1, 2], [[1, 2.5]], {place: {t: lost}}, b: {share: {x: 1}}]\n",
        HEAD + "play: [{refuse: {b: pass}, by: X, short: 1.5}, {repeat: until over, play: pass}]\n",
        HEAD + "expect: [wolf: gone, ask: {excludes: {fly: Y-X}}, roll: attack, {refuses: fly, by: X}]\n",
    ],
)
def test_the_schema_accepts_what_the_reader_accepts(text: str) -> None:
    assert valid(text)


@pytest.mark.parametrize(
    "text",
    [
        "ruleset: y\n",
        MINIMAL + "seed: 1\ndice: [1]\n",
        MINIMAL + "seed: many\n",
        MINIMAL + "dice: [1.5]\n",
        MINIMAL + "play: [move: [[1, x]]]\n",
        MINIMAL + "play: [{refuse: pass, bye: X}]\n",
        MINIMAL + "play: [{repeat: 2}]\n",
        MINIMAL + "expect: [words]\n",
        MINIMAL + "expect: [ask: {prompts: x}]\n",
        MINIMAL + "expect: [over: maybe]\n",
    ],
)
def test_the_schema_rejects_what_the_reader_rejects(text: str) -> None:
    assert not valid(text)
