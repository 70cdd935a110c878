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
        ("ironclad 3", "'3' says nothing of what to do"),
        ("stryker 1", "'1' says nothing of what to do"),
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
    assert "outside the control area" in shown and "named twice" in shown and "too much" in shown
    assert not match.history


def test_a_spell_typed_in_words_is_refused_for_its_cost(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate stryker", "cast arcane shield at ironclad")
    assert "lacks 2 focus" in shown and "no such spell" not in shown


def test_one_undo_takes_a_line_back_whose_dice_have_fallen(tmp_path: Path) -> None:
    near = {"seat": "b", "card": "destroyer", "at": [5.4, 15], "facing": 270}
    for line in ("guns all attack", "guns no order"):
        match, shown = typed(tmp_path, line, "undo", decoy=near)
        assert not match.history, shown[-600:]
        assert "Taken back: activate." in shown


def test_a_word_of_the_label_of_the_end_does_not_end(tmp_path: Path) -> None:
    match, shown = typed(tmp_path, "activate guns", "no order", "act", "act")
    assert match.game.state.activating == "guns", shown[-400:]
    match, _ = typed(tmp_path, "activate guns", "no order", "act", "end")
    assert match.game.state.activating != "guns"


def test_whether_a_line_may_be_typed_is_told_as_it_would_be_read(tmp_path: Path) -> None:
    match, shown = typed(
        tmp_path, "why not guns march north 2", "why not ironclad run toward winter", "why not stryker 1"
    )
    assert "You may: guns march north 2 is legal" in shown
    assert "no piece is" in shown and "'1' says nothing of what to do" in shown
    assert not match.history


def test_a_drawing_of_what_is_no_answer_leaves_the_game_on(tmp_path: Path) -> None:
    file = tmp_path / "t.svg"
    lines = (
        f"svg {file} wat",
        f"svg {file} ironclad run toward winter",
        f"svg {file} activate",
        f"svg {file} guns march north 2",
    )
    match, shown = typed(tmp_path, *lines, "stryker feat")
    assert "stryker" in match.game.state.feats, shown[-400:]
    assert "The table is drawn" in shown and "<svg" in file.read_text()


def test_odds_of_a_line_are_those_of_its_last_answer(tmp_path: Path) -> None:
    near = {"seat": "b", "card": "destroyer", "at": [5.4, 15], "facing": 270}
    _, shown = typed(tmp_path, "odds ironclad wat", "odds ironclad end", decoy=near)
    assert "No" in shown and "everybody else doing the usual" in shown


def test_who_does_it_comes_before_what_is_done(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "throw juggernaut")
    assert "says nothing of who does it" in shown and "a name before it" in shown


def test_a_spell_through_a_node_is_as_far_away_as_the_node(tmp_path: Path) -> None:
    """Distances stand in the menu where measuring is free."""
    rules = find("warmachine-mk2")
    pieces = {
        "stryker": {"seat": "a", "at": [12, 10], "facing": 90, "focus": 6},
        "lancer": {"seat": "a", "at": [20, 14], "facing": 90},
        "juggernaut": {"seat": "b", "at": [20, 20], "facing": 270},
        "sorscha": {"seat": "b", "at": [46, 46]},
    }
    start = rules.scenarios.position(rules, {"pieces": pieces, "turn": {"seat": "a"}, "table": {"size": [48, 48]}})
    match = Match(rules, begin(rules, start.state, start.frame), Seeded(1), from_position=True, measuring="free")
    _, shown = sit(match, script(["activate stryker", "options"]), tmp_path / "x.sand", against="self", figures=True)
    told = {"through": "", "itself": ""}
    for line in " ".join(shown.split()).split("casts Arcane Bolt at Juggernaut")[1:]:
        told["through" if line.strip().startswith("through") else "itself"] = line[:60]
    assert "4.2 in" in told["through"], told


def test_a_menu_lists_enemies_before_friends(tmp_path: Path) -> None:
    friend = {"seat": "a", "card": "lancer", "at": [4, 14], "facing": 90}
    _, shown = typed(tmp_path, "activate guns", "no order", "act", "options", aaa=friend)
    last = shown[shown.rindex("options") :]
    attacks = [line for line in last.splitlines() if "Infantry 1 attacks" in line]
    targets = [line.partition("attacks ")[2].split(" with ")[0] for line in attacks if "Repeating" in line]
    friends = ["Lancer", "Ironclad", "Long Gunner Infantry 2", "Lancer (aaa)"]
    assert targets[-len(friends) :] == friends and len(targets) > len(friends), targets


@pytest.mark.parametrize("command", ["", "odds ", "why not ", "svg {svg} "])
def test_by_the_book_a_line_is_tried_out_up_to_what_is_declared(command: str, tmp_path: Path) -> None:
    """Whether the charger is near enough shows only after the shot: the boost is not tried out before."""
    told = []
    for far in (11.5, 12.5):
        target = {"seat": "b", "card": "juggernaut", "at": [30, 20 + 0.787 + far + 0.984], "facing": 270}
        gun = {"seat": "a", "at": [30, 20], "facing": 90, "focus": 1, "master": "stryker"}
        words = command.format(svg=tmp_path / "t.svg") + "charger attack decoy with dual_cannon boost"
        match, shown = typed(tmp_path, words, charger=gun, decoy=target)
        told.append(shown[shown.index(words) :] if command else str(bool(happened(match, Struck))))
        assert "nothing is done" not in shown
    assert told[0] == told[1] or not command


@pytest.mark.parametrize("name", ["warmachine-mk1", "warmachine-mk2"])
def test_a_move_says_where_it_faces_and_a_charge_its_line(name: str, tmp_path: Path) -> None:
    lines = ("ironclad advance north 2 facing east", "end", "lancer", "advance", "toward hunter 2 facing south")
    match, shown = typed(tmp_path, *lines, name=name)
    models = match.game.state.models
    assert (models["ironclad"].at, models["ironclad"].facing) == ((20_000, 12_000), 0), shown[-800:]
    assert (models["lancer"].at, models["lancer"].facing) == ((14_000, 14_000), 270_000), shown[-800:]
    match, shown = typed(tmp_path, "ironclad advance 20 30 facing east", name=name)
    assert not match.history and "too far" in shown
    for verb in ("charge", "slam"):
        match, shown = typed(tmp_path, f"ironclad {verb} destroyer ahead 5", name=name)
        assert match.game.state.models["ironclad"].y >= 14_000, shown[-800:]
    match, shown = typed(tmp_path, "ironclad charge destroyer sideways", name=name)
    assert "'sideways' is left of what you typed" in shown


@pytest.mark.parametrize(
    "line",
    [
        "ironclad 2, lancer 1",
        "ironclad 2 lancer 1",
        "ironclad: 2, lancer: 1",
        "ironclad=2; lancer=1",
        "2 ironclad, 1 lancer",
        "give 2 focus to ironclad and 1 to lancer",
        "ironclad 2 and 1 point for lancer",
    ],
)
def test_focus_is_shared_out_in_other_ways_of_writing(line: str, tmp_path: Path) -> None:
    full = {**PIECES["stryker"], "focus": 6}
    near = {**PIECES["ironclad"], "at": [20, 10], "focus": 0}
    match, shown = typed(tmp_path, line, phase="control", stryker=full, ironclad=near)
    status = match.game.state.status
    assert (status["ironclad"].focus, status["lancer"].focus) == (2, 1), shown[-600:]


@pytest.mark.parametrize("line", ["lancer 1, upkeep blur 1", "lancer 1 and keep blur", "keep blur; 1 to lancer"])
def test_a_spell_is_kept_up_without_a_number(line: str, tmp_path: Path) -> None:
    full = {**PIECES["stryker"], "focus": 6}
    near = {**PIECES["ironclad"], "at": [20, 10], "focus": 0, "spells": {"blur": "stryker"}}
    match, shown = typed(tmp_path, line, phase="control", stryker=full, ironclad=near)
    assert match.game.state.status["stryker"].focus == 4, shown[-600:]
    assert [effect.name for effect in match.game.state.effects] == ["blur"]


def test_a_warcaster_is_given_none_of_his_own_focus(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "stryker 2", phase="control", stryker={**PIECES["stryker"], "focus": 6})
    assert "Commander Coleman Stryker keeps what is not shared out" in " ".join(shown.split()), shown[-500:]


def test_a_unit_that_can_only_act_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate guns", "order run", "all run north 9")
    assert "Long Gunner Infantry has moved" not in shown


def test_a_game_saved_elsewhere_says_how_to_go_on(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, f"save {tmp_path}/mine.sand", "board")
    said = shown.partition("> save")[2].partition("> board")[0]
    assert f"--resume {tmp_path}/mine.sand --against self" in said


def test_questions_that_a_line_answers_are_told_in_brief(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "guns march north 2", "board")
    said = shown.partition("> guns march north 2")[2].partition("moves to")[0]
    assert "order Long Gunner Infantry > march north 2" in said
    assert "1: " not in said and "Enter:" not in said
    _, shown = typed(tmp_path, "ironclad charge destroyer sideways")
    told = shown.partition("'sideways' is left of what you typed")[2]
    assert "a: charge with Ironclad" in told, "a question that is still open is asked in full"


def test_what_enter_means_for_a_line_and_a_facing_is_said(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "ironclad charge destroyer")
    assert "Enter: 90deg 5.032" in shown, shown[-500:]
    _, shown = typed(tmp_path, "ironclad advance north 2")
    assert "Enter: 90deg\n" in shown, shown[-500:]


def test_a_long_menu_shows_some_of_every_kind(tmp_path: Path) -> None:
    """A warcaster's feat and the end of his activation are not hidden behind twenty targets."""
    foes: dict[str, Any] = {
        f"foe{n}": {"seat": "b", "card": "juggernaut", "at": [6 + 3 * n, 40], "facing": 270} for n in range(10)
    }
    _, shown = typed(tmp_path, "activate stryker", stryker={"seat": "a", "at": [40, 4], "focus": 6}, **foes)
    menu = shown[shown.rindex("activate stryker") :]
    assert "more: `options` lists all" in menu
    for line in ("uses the feat", "End the activation", "casts Blur", "casts Arcane Bolt", "advances", "charges"):
        assert line in menu, menu


@pytest.mark.parametrize(("name", "rule"), [("warmachine-mk1", "M1-GEO-8"), ("warmachine-mk2", "M2-GEO-9")])
def test_what_may_not_be_measured_is_told_with_the_rule_on_that(name: str, rule: str, tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate ironclad", "range ironclad kodiak", "odds slam destroyer", name=name)
    assert f"by the book no distance before it is declared. {rule}" in " ".join(shown.split())
    assert f"{rule}" in shown.partition("odds slam")[2]


@pytest.mark.parametrize(("line", "told"), [("north 9", "90deg 5.032"), ("east 3", "90deg 4.531")])
def test_of_a_line_that_is_refused_the_nearest_legal_one_is_told(line: str, told: str, tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "ironclad slam destroyer", line)
    assert f"Legal would be: {told}, the nearest line found" in shown, shown[-600:]


@pytest.mark.parametrize("name", ["warmachine-mk1", "warmachine-mk2"])
def test_slow_ground_on_the_way_is_told_and_a_way_of_many_corners_in_short(name: str, tmp_path: Path) -> None:
    rules = find(name)
    pieces = {"ironclad": {"seat": "a", "at": [16, 4], "focus": 1}, "stryker": {"seat": "a", "at": [30, 4]}}
    enemy = {"sorscha": {"seat": "b", "at": [2, 33]}}
    given = {"pieces": pieces | enemy, "turn": {"seat": "a"}, "map": "mill_green"}
    start = rules.scenarios.position(rules, given)
    match = Match(rules, begin(rules, start.state, start.frame), Seeded(1), from_position=True)
    lines = ["activate ironclad", "run", "north 10", "activate stryker"]
    _, shown = sit(match, script(lines), tmp_path / "x.sand", against="self", plain=True)
    told = " ".join(shown.split())
    assert "too far for 10 in: slow ground on the way costs 4.426 in more" in told
    assert "Legal would be: toward 16 14: by 12 corners to 15.928 13.787, the nearest way found" in told


def test_who_is_active_is_told_when_another_is_to_be_activated(tmp_path: Path) -> None:
    _, shown = typed(tmp_path, "activate ironclad", "activate stryker")
    assert "the activation of Ironclad is not over Legal would be: end" in " ".join(shown.split()), shown[-500:]
