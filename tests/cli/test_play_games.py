"""Whole games at the terminal, from set-up to the result, kept and verified."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.bots.recruit import Recruit
from sandtable.cli.terminal.session import Session
from sandtable.core import Position
from sandtable.match import Match, load
from sandtable.scenarios.phrases import plain
from tests.cli.person import by_number, game, script, sit

BOXES = re.compile("[\u2500-\u259f]")
ESCAPE = "\x1b"


@pytest.mark.parametrize("ruleset", ["duel", "lines", "warcaster"])
@pytest.mark.parametrize("against", ["recruit", "self"])
def test_a_whole_game_is_played_kept_and_verified(ruleset: str, against: str, tmp_path: Path) -> None:
    file = tmp_path / "game.sand"
    session, shown = sit(game(ruleset), by_number, file, against=against)
    assert session.match.over
    assert "The game is over" in shown
    assert f"sandtable replay {file} --verify" in shown
    again = load(file)  # every line is replayed and every hash compared
    assert again.result == session.match.result
    assert again.game == session.match.game


@pytest.mark.parametrize("ruleset", ["duel", "lines", "warcaster"])
@pytest.mark.parametrize("bare", [False, True])
def test_no_line_is_wider_than_a_hundred_columns(ruleset: str, bare: bool, tmp_path: Path) -> None:
    looked: list[str] = []

    def reply(s: Session) -> str:
        if s.asked is not None and len(looked) < 60:
            extra = [
                "help",
                "board",
                "why",
                "hand",
                "rules range",
                "options",
                "log 30",
                *map("look {}".format, names(s)),
            ]
            line = extra[len(looked) % len(extra)]
            looked.append(line)
            return line
        return by_number(s)

    _, shown = sit(game(ruleset, 5), reply, tmp_path / "game.sand", plain=bare, seat="b")
    assert [line for line in shown.splitlines() if len(line) > 100 and not line.startswith("  sandtable ")] == []
    assert ESCAPE not in shown
    assert not BOXES.search(shown)
    assert ("+----" in shown) is not bare


def names(s: Session) -> list[str]:
    return list(s.board().standing)[:12]


@pytest.mark.parametrize("ruleset", ["duel", "warcaster"])
def test_the_other_hand_is_never_shown(ruleset: str, tmp_path: Path) -> None:
    """Cards the other seat draws are named only once they are played or discarded."""

    match = game(ruleset, 4)
    _, shown = sit(match, by_number, tmp_path / "game.sand", seat="b", seed=4)
    drawn = {
        line
        for event, line in match.event_lines()
        if type(event).__name__ in ("Drawn", "TrickDrawn") and event_seat(event) == 0
    }
    assert drawn
    assert not [line for line in drawn if line in shown]
    assert re.search(r"[Ss]eat a draws a (card|trick)", shown)


def event_seat(event: object) -> int:
    return int(getattr(event, "seat", -1))


def test_a_card_only_the_other_seat_has_held_is_not_named(tmp_path: Path) -> None:
    match = game("warcaster", 4)

    def reply(s: Session) -> str:
        if len(match.history) > 70:  # before every card has been seen
            raise EOFError
        return by_number(s)

    _, shown = sit(match, reply, tmp_path / "game.sand", seat="b", seed=4)
    held = cards(match, "a", "hand")
    own = cards(match, "b", "hand") | cards(match, "b", "rack")
    open_ = {card for card in held for _, line in match.event_lines("b") if card in plain(line)}
    secret = held - own - open_
    assert secret
    assert not [card for card in secret if card in plain(shown)]


def cards(match: Match, seat: str, where: str) -> set[str]:
    """Every card a seat has held there in the course of a game, as people write it."""
    games = [match.start.game, *(entry.game for entry in match.history)]
    told = (match.rules.scenarios.facts(Position(match.rules, g.state), seat) or {} for g in games)
    return {plain(card) for facts in told for card in facts[where]}


def test_the_hand_on_the_board_is_ones_own(tmp_path: Path) -> None:
    _, shown = sit(game("warcaster", 4), script([]), tmp_path / "game.sand", seed=4)
    match = game("warcaster", 4)
    own = {c.title for c in match.scene("a").cards}
    theirs = {c.title for c in match.scene("b").cards}
    assert all(title.split()[0] in shown for title in own)
    assert not [title for title in theirs - own if title in shown]


@pytest.mark.parametrize("ruleset", ["duel", "warcaster"])
def test_a_game_left_and_taken_up_goes_on_to_its_end(ruleset: str, tmp_path: Path) -> None:
    """The same way whenever it is taken up at that point: the opponent starts afresh with a seed of it."""
    count = 0

    def some(s: Session) -> str:
        nonlocal count
        count += 1
        if count > 25:
            raise EOFError
        return by_number(s)

    part = tmp_path / "part.sand"
    left, _ = sit(game(ruleset, 6), some, part, seed=6)
    assert not left.match.over
    one, two = (sit(load(part), by_number, tmp_path / name, seed=6)[0].match for name in ("one.sand", "two.sand"))
    assert one.over
    assert one.game == two.game
    assert [e.value for e in one.history[: len(left.match.history)]] == [e.value for e in left.match.history]


def test_the_opponent_is_one_bot_for_the_whole_game_and_another_after_an_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    class Counting(Recruit):
        def __init__(self, seed: int) -> None:
            made.append(seed)
            super().__init__(seed)

    monkeypatch.setattr("sandtable.cli.terminal.session.bot", lambda name, *, seed: Counting(seed))
    done, _ = sit(game("duel", 6), by_number, tmp_path / "a.sand", seed=6)
    assert done.match.over
    assert len(made) == 1
    undone = False

    def back_once(s: Session) -> str:
        nonlocal undone
        if made and len(made) == 2 and not undone:
            undone = True
            return "undo"
        return by_number(s)

    again, _ = sit(game("duel", 6), back_once, tmp_path / "b.sand", seed=6)
    assert again.match.over
    assert undone
    assert len(made) == 3
