"""Forks, downloads and uploads at every point of a match, also between an answer and its dice."""

import pytest

from sandtable.bots import bot
from sandtable.core import Ask, Roll
from sandtable.match import Match, new_match
from sandtable.server import jobs
from sandtable.server.kept_matches import Prepared, Rows, header_of, match_from, new_lines

ANSWERS = 25


def begun(name: str) -> Match:
    match, player = new_match(name, seed=3), bot("recruit", seed=3)
    for _ in range(ANSWERS):
        assert match.ask is not None
        match.answer(player.choose(match.view(match.ask.seat)))
    return match


def goes_on(made: Prepared, least: int) -> None:
    """What was prepared wakes, with somebody to choose, and takes an answer."""
    match = match_from(Rows(made.ruleset, made.header, tuple(made.lines)))
    assert len(match.history) >= least
    assert made.turn == match.rules.seat_name(match.ask.seat if match.ask is not None else -1)
    assert match.ask is not None
    match.answer(match.ask.domain.candidates(1, 0)[0])
    assert match.over or isinstance(match.game.waiting, Ask)


@pytest.mark.parametrize("name", ["duel", "lines", "warcaster", "warmachine-mk2", "warmaster"])
def test_a_match_goes_on_from_every_point_with_somebody_to_choose(name: str) -> None:
    match = begun(name)
    header, lines = header_of(match), new_lines(match, 0)
    dice = 0
    for at in range(len(lines) + 1):
        dice += isinstance((match.history[at - 1] if at else match.start).game.waiting, Roll)
        rows = Rows(name, header, tuple(lines[:at]))
        goes_on(jobs.fork(rows, (), seed=99), at)
        goes_on(jobs.position_for(rows, 0, 99, 5), 0)
        goes_on(jobs.upload(jobs.record_for(rows, 1, 99, 5)), 0)
        goes_on(jobs.upload(header + "".join(f"{line}\n" for line in lines[:at])), at)
    assert dice  # some points were between an answer and its dice


def test_a_fork_from_the_beginning_has_other_dice_in_its_set_up() -> None:
    match = begun("duel")
    rows = Rows("duel", header_of(match), ())
    rolled = {tuple(match_from_lines(jobs.fork(rows, (), seed)).history[0].value) for seed in range(12)}
    assert isinstance(match.start.game.waiting, Roll)
    assert len(rolled) > 1


def match_from_lines(made: Prepared) -> Match:
    return match_from(Rows(made.ruleset, made.header, tuple(made.lines)))
