"""What is written can be read back: text, TOML and JSON, for the samples and for forces made up by a seed."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.core import BadSetup, find
from sandtable.match import load, new_match
from sandtable.roster import (
    KINDS,
    BadList,
    grave,
    kind_of,
    read_file,
    read_list,
    resolve,
    resolve_all,
    rosters_of,
    write_list,
)
from sandtable.roster.toml import toml
from tests.rules.warcaster.kit import rules

RULES = find("warcaster")
ROSTERS = rosters_of(RULES)
EXAMPLES = Path(__file__).parents[2] / "examples" / "rosters"


def canon(force: dict[str, Any]) -> dict[str, Any]:
    """Forces are equal whatever the order they are written in."""
    units = sorted(json.dumps(unit, sort_keys=True) for unit in force["units"])
    return {**force, "units": units, "heroes": sorted(force["heroes"]), "rack": sorted(force["rack"])}


def same_again(force: Any, kind: str) -> None:
    army = ROSTERS.read(force)
    written = write_list(RULES, army, kind)
    again = read_list(RULES, written, kind)
    assert canon(ROSTERS.data(again)) == canon(ROSTERS.data(army))
    assert write_list(RULES, again, "text") == write_list(RULES, army, "text")
    assert grave(ROSTERS.check(again)) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", rules().cards.forces)
def test_samples_come_back(name: str, kind: str) -> None:
    same_again(rules().cards.forces[name], kind)
    assert canon(ROSTERS.data(ROSTERS.read(rules().cards.forces[name]))) == canon(dict(rules().cards.forces[name]))


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), mission=st.sampled_from(["", "boiling_point", "strange_matter"]))
def test_any_legal_force_comes_back(seed: int, mission: str) -> None:
    force = ROSTERS.random(Random(seed), {"mission": mission})
    assert grave(ROSTERS.check(ROSTERS.read(force), {"mission": mission})) == []
    for kind in KINDS:
        same_again(force, kind)


@settings(deadline=None)
@given(name=st.text(min_size=1), plan=st.text())
@example(name="0", plan="×0")
@example(name="Plan", plan="2x Hunter: Rack x3")
def test_any_title_and_plan_come_back(name: str, plan: str) -> None:
    force = {**rules().cards.forces["marcher_box"], "name": name, "plan": plan}
    army = ROSTERS.read(force)
    again = read_list(RULES, write_list(RULES, army), "text")
    assert again.fields == army.fields


def test_made_up_forces_depend_on_the_seed_alone() -> None:
    assert ROSTERS.random(Random(5)) == ROSTERS.random(Random(5)) != ROSTERS.random(Random(6))
    sizes = {len(ROSTERS.random(Random(seed))["units"]) for seed in range(200)}
    assert sizes == set(range(1, 16))


def test_an_illegal_list_stays_as_wrong_as_it_was() -> None:
    text = "Dusk Wolf: Ace, Scout; arm Rail Gun; shoulder Ripper, Ripper\nPaladin Enforcers\nHunter x5\nCryo Lock x2"
    army = read_list(RULES, text, "text")
    before = {(p.rule, p.text) for p in ROSTERS.check(army)}
    again = read_list(RULES, write_list(RULES, army), "text")
    assert {(p.rule, p.text) for p in ROSTERS.check(again)} == before


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_the_examples_are_what_they_say(path: Path) -> None:
    rules, army = read_file(path)
    wrong = grave(ROSTERS.check(army))
    assert rules.name == "warcaster"
    assert bool(wrong) == path.stem.endswith("illegal"), wrong


@settings(deadline=None)
@given(st.dictionaries(st.text(), st.text() | st.integers(-99, 99) | st.booleans() | st.lists(st.text()), max_size=5))
def test_toml_is_read_by_the_standard_library(data: dict[str, Any]) -> None:
    assert tomllib.loads(toml(data)) == data


@pytest.mark.parametrize(
    ("text", "ending", "kind"),
    [
        ("x", ".TOML", "toml"),
        ("{}", ".txt", "text"),
        ('{"a": 1}', "", "json"),
        ("a = 1", "", "toml"),
        ("2x Wolf", "", "text"),
    ],
)
def test_formats_are_told_apart(text: str, ending: str, kind: str) -> None:
    assert kind_of(text, ending) == kind


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.json", "{", "line 1"),
        ("a.json", "[1]", "not list"),
        ("a.toml", "units = [\n3,,]", "line 2"),
        ("a.json", "[" * 99999, ""),
    ],
)
def test_a_file_that_is_no_list(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(BadList, match=name) as caught:
        read_file(tmp_path / name)
    assert words in str(caught.value)


def test_a_game_played_with_a_file_replays_without_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(write_list(RULES, ROSTERS.read(rules().cards.forces["alliance_box"])))
    forces = resolve_all(RULES, f"marcher_box, {file}", {"mission": "boiling_point"})
    assert forces[0] == "marcher_box"
    match = new_match("warcaster", forces=forces, seed=1)
    match.save(tmp_path / "game.sand")
    file.unlink()
    assert load(tmp_path / "game.sand").game == match.game


def test_a_force_nobody_has(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="did you mean marcher_box"):
        resolve(RULES, "marchers_box")
    (tmp_path / "bad.txt").write_text("5x Hunter")
    with pytest.raises(BadSetup, match="WC-FORCE-3"):
        resolve(RULES, str(tmp_path / "bad.txt"))
    with pytest.raises(BadSetup, match="duel has no army lists"):
        resolve(find("duel"), "x")
