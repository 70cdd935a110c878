"""What a newcomer types instead of the words of a menu of WARMACHINE."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.cli.terminal.piece_names import by_ids
from sandtable.rulesets.warmachine.common.state.events import Moved, Struck
from tests.cli.test_a_turn_of_warmachine import happened
from tests.cli.test_one_line import typed

NEAR = {"seat": "b", "card": "destroyer", "at": [5.4, 15], "facing": 270}
GAMES = pytest.mark.parametrize("name", ["warmachine-mk1", "warmachine-mk2"])


@GAMES
@pytest.mark.parametrize(
    ("line", "order", "answers"),
    [
        ("stryker use the feat", "", ("feat",)),
        ("stryker use feat", "", ("feat",)),
        ("ironclad move north 2", "", ("advance", ((20_000, 12_000),))),
        ("ironclad walk north 2 facing north", "", ("advance", ((20_000, 12_000),), 90_000)),
    ],
)
def test_of_one_model(name: str, line: str, order: str, answers: tuple[object, ...], tmp_path: Path) -> None:
    match, shown = typed(tmp_path, line, name=name)
    given = [entry.value for entry in match.history if entry.seat is not None]
    assert tuple(given[1:]) == answers, shown[-900:]


@GAMES
def test_shooting(name: str, tmp_path: Path) -> None:
    lines = ("activate guns", "no order", "act", "guns.2 shoot decoy")
    match, shown = typed(tmp_path, *lines, name=name, decoy=NEAR)
    assert {e.by for e in happened(match, Struck)} == {"guns.2"}, shown[-900:]
    destroyer = {"seat": "a", "card": "destroyer", "at": [14, 30], "facing": 270, "master": "stryker"}
    match, shown = typed(tmp_path, "gunner shoot hunter", name=name, gunner=destroyer)
    assert "attack hunter with bombard" in [entry.value for entry in match.history], shown[-900:]
    match, shown = typed(tmp_path, "gunner shoot hunter", name=name, gunner={**destroyer, "facing": 90})
    assert "does not see Destroyer (hunter)" in " ".join(shown.split()), shown[-900:]


@GAMES
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("guns move north 3", "march"),
        ("guns advance north 3", "march"),
        ("guns run north 9", "all run"),
        ("guns shoot decoy", "all attack decoy"),
        ("guns attack decoy", "all attack decoy"),
        ("guns charge decoy", "all charge decoy"),
    ],
)
def test_of_a_whole_unit(name: str, line: str, told: str, tmp_path: Path) -> None:
    match, shown = typed(tmp_path, line, name=name, decoy=NEAR if "decoy" in line else {**NEAR, "at": [5.4, 30]})
    given = [entry.value for entry in match.history if entry.seat is not None]
    assert told in given, shown[-900:]
    if told in ("march", "all run"):
        assert {e.who for e in happened(match, Moved)} == {"guns.1", "guns.2", "guns.3"}


@GAMES
def test_only_of_a_deed_it_is_said_that_somebody_must_do_it(name: str, tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "shoot hunter", name=name)
    assert "says nothing of who does it" in shown
    _, shown = typed(tmp_path, "3, lancer 2", "boost", name=name)
    assert "says nothing of who does it" not in shown
    assert "activate stryker, activate lancer" in " ".join(shown.split()), shown[-600:]


@GAMES
def test_what_is_nearest_to_a_phrase_that_is_not_on_offer_is_told_first(name: str, tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate stryker", "zap decoy", name=name)
    told = " ".join(shown.partition("'zap decoy' is not on offer")[2].split())
    first = told.removeprefix("Legal would be one of: ").split(", ")[:2]
    assert all("decoy" in key for key in first), told[:300]


@GAMES
def test_who_is_active_may_be_named_again(name: str, tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "activate ironclad", "ironclad advance north 2 facing east", name=name)
    ironclad = match.game.state.models["ironclad"]
    assert (ironclad.y, ironclad.facing) == (12_000, 0), shown[-600:]
    _, shown = typed(tmp_path, "activate ironclad", "ironclad headbutt hunter", name=name)
    assert "'head-butt hunter' is not on offer" not in shown and "'ironclad head" not in shown, shown[-600:]


@GAMES
def test_a_unit_may_be_named_again_in_its_activation(name: str, tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "activate guns", "no order", "guns march north 3", name=name)
    assert {e.who for e in happened(match, Moved)} == {"guns.1", "guns.2", "guns.3"}, shown[-900:]


@GAMES
def test_a_unit_as_target_of_one_model_is_refused_with_its_models(name: str, tmp_path: Path) -> None:
    crowd = {"seat": "b", "card": "long_gunners", "at": [[20, 12], [21.4, 12.5], [3, 40]], "facing": 270}
    _, shown = typed(tmp_path, "activate ironclad", "hit crowd", name=name, crowd=crowd)
    told = " ".join(shown.split())
    assert "is a unit: one of its models is named Legal would be: crowd.1" in told, shown[-900:]
    assert "crowd.3" not in told.partition("is named Legal")[2], "only those that may be named"


def test_power_attacks_and_spells_in_other_words(tmp_path: Path) -> None:
    close = {"seat": "b", "card": "destroyer", "at": [20, 12.2], "facing": 270}
    told = {
        "ironclad two-handed throw destroyer": "lacks two working open fists",
        "ironclad double-hand throw destroyer": "lacks two working open fists",
        "stryker cast arcane shield ironclad via lancer": "lacks 2 focus for Arcane Shield",
        "stryker cast arcane shield ironclad": "lacks 2 focus for Arcane Shield",
    }
    for line, why in told.items():
        _, shown = typed(tmp_path, line, destroyer=close)
        assert why in " ".join(shown.split()), shown[-600:]
    match, shown = typed(tmp_path, "ironclad head butt destroyer", destroyer=close)
    assert "head-butt destroyer" in [entry.value for entry in match.history], shown[-600:]


@GAMES
def test_a_lock_without_an_action_is_refused_for_that(name: str, tmp_path: Path) -> None:
    close = {"seat": "b", "card": "destroyer", "at": [20, 12.2], "facing": 270}
    blow = "ironclad attack destroyer with quake_hammer"
    lines = (blow, "roll", "roll", "lock destroyer")
    _, shown = typed(tmp_path, *lines, name=name, destroyer=close)
    assert "it is not said what is locked" not in shown, shown[-600:]


@GAMES
def test_places_and_facings_take_printed_names(name: str, tmp_path: Path) -> None:
    axe = {"seat": "b", "card": "dread_axe", "at": [20, 16], "facing": 270}
    away = {"seat": "b", "card": "destroyer", "at": [40, 30], "facing": 270}
    for line in ("ironclad advance toward the Dread Axe 2", "ironclad advance north 2 facing dread axe"):
        match, shown = typed(tmp_path, line, name=name, axe=axe, destroyer=away)
        model = match.game.state.models["ironclad"]
        assert (model.x, model.y, model.facing) == (20_000, 12_000, 90_000), shown[-700:]
    lines = ("activate ironclad", "advance", "toward kommander sorscha 2", "facing Long Gunner Infantry 3")
    match, shown = typed(tmp_path, *lines, name=name, axe=axe, destroyer=away)
    assert match.game.state.models["ironclad"].x > 20_000, shown[-700:]
    lines = ("look dread axe", "range ironclad dread axe", "range the Dread Axe to Kommander Sorscha", "range axe")
    _, shown = typed(tmp_path, *lines, name=name, axe=axe, destroyer=away)
    assert "axe at 20, 16" in shown and "ironclad to axe" in shown, shown[-700:]
    assert "axe to sorscha" in shown, shown[-700:]
    assert re.search(r"type two names: range \w+ \w+", shown), shown[-700:]


def test_a_printed_name_that_is_somebody_elses_id_stays() -> None:
    titles = {"destroyer": "Destroyer 2", "hunter": "Destroyer", "fangs": "Iron Fang", "fangs.1": "Iron Fang 1"}
    assert by_ids("toward destroyer 3", titles) == "toward destroyer 3"
    assert by_ids("toward the iron fang 1; iron fang", titles) == "toward fangs.1; fangs"
    assert by_ids("toward destroyer 2", titles) == "toward destroyer"


@GAMES
def test_who_is_not_on_the_table_any_more_is_no_target(name: str, tmp_path: Path) -> None:
    weak = {"seat": "b", "card": "long_gunners", "at": [[20, 12], [21.4, 12.5]], "facing": 90}
    blow = "ironclad attack weak.1 with quake_hammer"  # from behind, and hardly to be survived
    match, shown = typed(tmp_path, blow, *("default",) * 3, "stryker shoot weak.1", name=name, weak=weak)
    assert "weak.1" not in match.game.state.models, "the dice have changed: take another seed"
    assert "1 is not on the table" in shown, shown[-900:]


@GAMES
def test_a_unit_that_has_moved_may_end_without_acting(name: str, tmp_path: Path) -> None:
    for lines in (
        ("guns march north 2", "end"),
        ("guns run north 9", "end"),
        ("activate guns", "no order", "end"),
    ):
        match, shown = typed(tmp_path, *lines, name=name, decoy={**NEAR, "at": [5.4, 30]})
        assert "guns" in match.game.state.activated and not match.game.state.activating, shown[-700:]
        assert not happened(match, Struck) and "No." not in shown, shown[-700:]
