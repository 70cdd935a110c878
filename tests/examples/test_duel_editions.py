"""Two editions of one game: a number, an ability and a frame differ, and shared chapters cite each edition's rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from duel.common.abilities import TrickSpent
from duel.common.attacks import Defence, Destroyed, Strike
from duel.common.ruleset import Duel
from duel.first.tough import Tough as FirstTough
from duel.second.tough import Tough as SecondTough

from sandtable.chance import Seeded
from sandtable.core import Edition, Figure, Progress
from sandtable.match import Match, load
from sandtable.record import read
from tests.examples.duel_table import FIRST, SECOND, at, play, table

GOLDEN = Path(__file__).parent / "golden"  # records of duel-first, version 1


def test_the_table_lists_what_the_editions_decide() -> None:
    differences = {name: (here, there) for name, here, there in FIRST.edition.differences(SECOND.edition)}
    assert set(differences) == {"title", "free_strike_dice", "throwing", "measuring", "critical"}
    assert differences["free_strike_dice"] == (Figure(3, "DU-FREE-4"), Figure(2, "DU-FREE-5"))


def test_a_boolean_in_an_edition_is_refused() -> None:
    with pytest.raises(TypeError, match="measure_first is a boolean"):
        type("Flags", (Edition,), {"__annotations__": {"measure_first": "bool"}})


def test_a_model_has_another_number_in_each_edition() -> None:
    assert (FIRST.models["odo"].armour, SECOND.models["odo"].armour) == (11, 12)


@pytest.mark.rule("DU-NIMBLE-1")
@pytest.mark.parametrize(("rules", "defence"), [(FIRST, 15), (SECOND, 13)])
def test_an_ability_of_one_edition_alone(rules: Duel, defence: int) -> None:
    match = table(rules=rules, wat=at(12, 8), gunther=at(12, 12, facing=270))
    assert match.position.value(Defence(Strike("gunther", "wat", thrown=True))) == defence
    assert match.position.value(Defence(Strike("gunther", "wat"))) == 13


def test_a_frame_of_the_same_name_is_another_class_in_each_edition() -> None:
    assert FIRST.codec.kinds["Tough"] is FirstTough
    assert SECOND.codec.kinds["Tough"] is SecondTough
    event = Destroyed(who="gunther", seat=1)
    for rules, kind in ((FIRST, FirstTough), (SECOND, SecondTough)):
        frame = kind(event=event)
        assert rules.codec.load(rules.codec.save(frame)) == frame


def struck(face: int, rules: Duel = FIRST, tricks: dict[str, list[str]] | None = None) -> Match:
    """Gunther with 1 health is struck and would fall; the die of Tough shows this face."""
    pieces: dict[str, Any] = {"rosalind": at(10, 10, facing=90), "gunther": at(10, 12, facing=270, health=1)}
    match = table((3, 4), (6, 5), (face,), rules=rules, tricks=tricks, **pieces)
    play(match, [], "keep facing", "strike gunther", *(["pass"] if tricks else []))
    return match


def lives(match: Match) -> bool:
    return "gunther" in match.game.state.models


@pytest.mark.rule("DU-TOUGH-2")
@pytest.mark.parametrize(("face", "alive"), [(6, True), (5, False), (4, False), (1, False)])
def test_tough_in_the_first_edition_needs_a_six(face: int, alive: bool) -> None:
    assert lives(struck(face)) is alive


@pytest.mark.rule("DU-TOUGH-2")
@pytest.mark.parametrize("face", [4, 5])
def test_a_four_or_five_may_be_paid_with_a_trick(face: int) -> None:
    match = struck(face, tricks={"b": ["grit"]})
    assert match.ask is not None and (match.ask.seat, match.ask.cite) == (1, "DU-TOUGH-2")
    refused = match.fork()
    match.answer("grit")
    assert lives(match) and TrickSpent(seat=1, trick="grit", cite="DU-TOUGH-2") in match.events
    refused.answer("fall")
    assert not lives(refused)


@pytest.mark.rule("DU-TOUGH-2")
def test_a_three_cannot_be_paid_for() -> None:
    assert not lives(struck(3, tricks={"b": ["grit"]}))


@pytest.mark.rule("DU-TOUGH-1")
@pytest.mark.parametrize(("face", "alive"), [(5, True), (4, False)])
def test_tough_in_the_second_edition_needs_a_five(face: int, alive: bool) -> None:
    assert lives(struck(face, SECOND)) is alive


@pytest.mark.parametrize(("rules", "id_"), [(FIRST, "DU-THROW-2"), (SECOND, "DU-THROW-3")])
def test_shared_chapters_cite_the_edition_in_play(rules: Duel, id_: str) -> None:
    assert rules.cite("range of a throw") == id_


def test_each_book_has_the_shared_rules_and_its_own() -> None:
    first, second = set(FIRST.rulebook.rules), set(SECOND.rulebook.rules)
    assert first - second == {"DU-FREE-4", "DU-THROW-2", "DU-ATK-4", "DU-TOUGH-2", "DU-NIMBLE-1"}
    assert second - first == {"DU-FREE-5", "DU-THROW-3", "DU-ATK-5", "DU-TOUGH-1"}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("duel-first-1-*.sand")), ids=lambda path: path.stem)
def test_a_game_of_the_first_version_loads_and_goes_on(path: Path) -> None:
    """Saved when both editions had the same models and the same Tough; one waits for the die of Tough."""
    assert read(path.read_bytes()).version == 1 < FIRST.version
    match = load(path, FIRST, recover=True)
    go_on = Match(FIRST, Progress(match.game, ()), Seeded(1), from_position=True)
    while go_on.ask is not None:
        go_on.answer(go_on.ask.domain.candidates(1, len(go_on.history))[0])
    assert go_on.result is not None
