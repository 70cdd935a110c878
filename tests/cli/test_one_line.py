"""Several answers in one line: who activates, what it does, where it goes. Nothing happens unless all of it can."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.chance import Seeded
from sandtable.core import begin, find
from sandtable.match import Match
from sandtable.rulesets.warmachine.common.state.events import Moved, Struck
from tests.cli.person import script, sit
from tests.cli.test_a_turn_of_warmachine import PIECES, happened


def typed(tmp_path: Path, *lines: str, phase: str = "activation", name: str = "warmachine-mk2", **more: Any) -> Any:
    """The match and what was shown after these lines."""
    rules = find(name)
    pieces = {**PIECES, "ironclad": {**PIECES["ironclad"], "focus": 1}, **more}
    given = {"pieces": pieces, "turn": {"seat": "a", "phase": phase}, "table": {"size": [48, 48]}}
    start = rules.scenarios.position(rules, given)
    match = Match(rules, begin(rules, start.state, start.frame), Seeded(1), from_position=True)
    session, shown = sit(match, script(lines), tmp_path / "x.sand", against="self", plain=True)
    return session.match, shown


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("guns march sideways", "'march sideways' is no answer"),
        ("ironclad run toward winter", "run ironclad: no piece is"),
        ("stryker cast arcane bold at hunter", "knows no such spell"),
        ("ironclad charge guns.1", "is no enemy"),
    ],
)
def test_a_line_with_a_bad_end_does_nothing(line: str, told: str, tmp_path: Path) -> None:
    match, shown = typed(tmp_path, line)
    assert not match.history and not match.game.state.activating
    assert told.casefold() in shown.casefold(), shown[-800:]


def test_any_deed_takes_its_activation_along(tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "stryker feat")
    assert match.game.state.activating == "stryker" and "stryker" in match.game.state.feats, shown[-800:]
    match, shown = typed(tmp_path, "guns order run")
    assert match.game.state.activating == "guns" and "No." not in shown


def test_all_attack_from_where_they_stand(tmp_path: Path) -> None:
    near = {"seat": "b", "card": "destroyer", "at": [5.4, 15], "facing": 270}
    match, shown = typed(tmp_path, "guns all attack", decoy=near)
    assert {e.by for e in happened(match, Struck)} == {"guns.1", "guns.2", "guns.3"}, shown[-800:]
    assert not happened(match, Moved)
    match, _ = typed(tmp_path, "activate guns", "no order", "all attack decoy", decoy=near)
    assert {e.who for e in happened(match, Struck)} == {"decoy"}


def test_one_undo_takes_a_whole_line_back(tmp_path: Path) -> None:
    match, _ = typed(tmp_path, "ironclad advance north 2", "undo")
    assert not match.history
    match, _ = typed(tmp_path, "activate guns", "no order", "march north 2", "undo")
    assert match.game.state.activating == "guns" and not happened(match, Moved) and len(match.history) == 2


def test_numbers_alone_name_nothing(tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "activate guns", "no order", "act", "1 1")
    assert len(match.history) == 3 and not happened(match, Struck)
    assert "not on offer" in shown


def test_a_share_that_cannot_be_had_is_told_why(tmp_path: Path) -> None:
    far = {**PIECES["lancer"], "at": [44, 40]}
    match, shown = typed(
        tmp_path, "lancer 1", "ironclad 1, ironclad 2", "ironclad 9999999999", phase="control", lancer=far
    )
    assert "not in the control area" in shown and "named twice" in shown and "too much" in shown
    assert not match.history


def test_a_spell_typed_in_words_is_refused_for_its_cost(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate stryker", "cast arcane shield at ironclad")
    assert "lacks 2 focus" in shown and "no such spell" not in shown
