"""What goes over the wire: the events once each, lines never too long, words made harmless, commands split."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.bots.stdio import messages, several, words_of
from sandtable.bots.stdio.bot import StdioBot, luck
from sandtable.bots.stdio.game import Programs
from sandtable.core import BadSetup, Event, Refusal
from sandtable.match import Match, new_match
from sandtable.roster import resolve_all
from tests.bots.scripts import LOOSE, greedy_py, script


def asked(match: Match, told: list[messages.EventLine], most: int = 1 << 20) -> Any:
    assert match.ask is not None
    return json.loads(messages.question(1, match.view(match.ask.seat), told, most))["ask"]


def test_every_event_is_told_once() -> None:
    """Also those of the set-up, where the first question comes before any answer or roll."""
    for ruleset in ("duel", "lines", "warcaster"):
        match = new_match(ruleset, seed=3)
        bot = StdioBot(greedy_py(), limits=LOOSE)
        seats = Programs(match, {0: bot})
        for _ in range(40):
            assert match.ask is not None
            if match.ask.seat == 0:
                seats._tell(0)
            match.answer(match.ask.domain.candidates(1, len(match.history))[0])
        seats._tell(0)
        assert bot.unsent == list(match.event_lines(0))


def test_a_line_that_would_be_too_long_leaves_the_oldest_events_out() -> None:
    match = new_match("duel", seed=3)
    told: list[messages.EventLine] = [(Event(), f"event {n} " + "x" * 1000) for n in range(100)]
    whole = asked(match, told)
    assert (len(whole["events"]), whole["left_out"]) == (100, 0)
    short = asked(match, told, 30_000)
    assert short["left_out"] > 0
    assert len(short["events"]) == 100 - short["left_out"]
    assert short["events"][-1]["text"].startswith("event 99 ")


def test_the_engine_takes_its_own_time(tmp_path: Path) -> None:
    """A slow judge costs the bot nothing, neither for the question nor for the game."""
    match = new_match("duel", seed=3)
    body = 'ask = until("ask"); answer(ask, "nonsense"); until("refused"); answer(ask, legal(ask)); play()'
    limits = msgspec.structs.replace(LOOSE, answer=20.0, game=20.0)
    now, real = 0.0, time.monotonic

    def slow(value: Any) -> Refusal | None:
        nonlocal now
        now += 100.0
        return match.why_not(value)

    with pytest.MonkeyPatch.context() as patch, StdioBot(script(tmp_path, body), limits=limits) as bot:
        patch.setattr("time.monotonic", lambda: real() + now)
        bot.begin(match.rules, 0)
        match.answer(bot.choose(match.view(0), slow))
        assert now == 200.0
        assert bot.used < 20
        bot.choose(match.view(0), match.why_not)


def test_the_seed_of_the_dice_is_not_told() -> None:
    assert luck(7, 0) == luck(7, 0)
    assert len({luck(seed, seat) for seed in range(50) for seat in (0, 1)}) > 90
    assert luck(7, 0) not in (7, 14, 15)


def test_army_lists_go_out_by_name_alone() -> None:
    rules = new_match("warcaster").rules
    forces = resolve_all(rules, "examples/rosters/coldfront.txt,marcher_box")
    sent = messages.new_game(rules, 0, {"forces": forces, "map": "x", "deep": {"hand": ["secret"]}}, 1, LOOSE)
    options = json.loads(sent)["new_game"]["options"]
    assert options["map"] == "x"
    assert options["deep"] is None
    assert all(force is None or isinstance(force, str) for force in options["forces"])


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b"null", b'{"answer": 1}', b'{"answer": {"id": 1}}', b'{"a": 1, "b": 2}', b"\xff"]
)
def test_what_is_no_message_is_malformed(raw: bytes) -> None:
    with pytest.raises(messages.Malformed):
        messages.read(raw)


def test_a_bots_words_cannot_steer_a_terminal() -> None:
    assert messages.plain("a\x1b[31m\nb\u202e") == "a [31m b "
    assert messages.shown("a\x07\nb") == "a \n    b"
    assert len(messages.plain("x" * 10_000)) == messages.TEXT


def test_bots_are_split_at_commas_outside_quotes() -> None:
    assert several("recruit,cmd:./a b") == ("recruit", "cmd:./a b")
    assert several("cmd:sh -c 'echo a, b',recruit") == ("cmd:sh -c 'echo a, b'", "recruit")
    assert several("recruit,") == ("recruit", "")
    assert words_of("cmd:sh -c 'echo a, b'") == ["sh", "-c", "echo a, b"]
    with pytest.raises(BadSetup, match="which program"):
        words_of("cmd: ")
