"""A scenario is played on an ordinary match, with the written dice as its source."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.chance import Typed
from sandtable.core import Draft, Frame, Next, Pool, Roll, Start, Untied, Wait, answer
from sandtable.match import Match, NeverCounts, new_match
from sandtable.scenarios import read_scenario, run, set_up
from sandtable.scenarios.answers import Move
from sandtable.scenarios.dice import DiceFault, Script
from sandtable.scenarios.play import check_dice, dice_of, play
from sandtable.scenarios.snapshot import Observer
from tests.record.yard import RULES, YardRules

TEXT = """
title: a shot
ruleset: yard
pieces:
  wolf: {seat: a, at: [15, 8]}
  marauder: {seat: b, at: [15, 12]}
"""


def begun(dice: str) -> Match:
    scenario = read_scenario(TEXT + dice)
    return set_up(RULES, scenario, dice_of(scenario))[0]


def test_written_dice_are_a_source_of_the_match() -> None:
    match = begun("dice: [S S S, M]\n")
    play(match, Move("attack marauder with wolf"))
    assert isinstance(match.source, Script)
    assert match.source.left == ()
    assert [entry.value for entry in match.history] == ["attack marauder with wolf", ((1, 1, 1), (0,))]


def test_undo_gives_the_dice_back() -> None:
    match = begun("dice: [S S S, M]\n")
    play(match, Move("attack marauder with wolf"))
    hurt = match.game
    match.undo()
    assert isinstance(match.source, Script)
    assert len(match.source.left) == 2
    play(match, Move("attack marauder with wolf"))
    assert match.game == hurt


def test_dice_that_do_not_fit_leave_the_match_waiting_for_them() -> None:
    match = begun("dice: [S S S S]\n")
    with pytest.raises(DiceFault, match="is 4 dice, but"):
        play(match, Move("attack marauder with wolf"))
    assert match.roll is not None
    match.throw([[1, 1, 1], [0]])  # by hand
    assert match.ask is not None


def test_without_dice_the_match_waits() -> None:
    match = begun("")
    assert isinstance(match.source, Typed)
    play(match, Move("attack marauder with wolf"))
    check_dice(match)
    assert match.roll is not None
    with pytest.raises(DiceFault, match="no dice are given for attack and defence"):
        play(match, Move("pass"))


def test_scenes_follow_the_match_back_and_forth() -> None:
    scenario = read_scenario(TEXT + "dice: [S S S, M]\n")
    match, first = set_up(RULES, scenario, dice_of(scenario))
    observer = Observer(match, first)
    play(match, Move("attack marauder with wolf"))
    told = observer.snapshot().logged
    assert any("marauder has 1 left" in line for _, line in told)
    match.undo()
    assert observer.snapshot().logged == ()
    play(match, Move("pass"))
    assert [type(event).__name__ for event, _ in observer.snapshot().logged] == ["TurnPassed"]
    assert observer.snapshot().states[-1] == match.game.state


class Tie(Frame, frozen=True, kw_only=True):
    """Two pools of no dice always tie."""

    def start(self, d: Draft) -> Next:
        return Wait(Roll("a tie", (Pool("a", ()), Pool("b", ())), Untied()), then=self.start)


class TieRules(YardRules):
    def new_game(self, options: Any) -> Start:
        return Start(super().new_game(options).state, Tie())


def test_a_roll_that_never_counts_ends() -> None:
    rules = TieRules()
    with pytest.raises(NeverCounts, match="10000 throws and none counted"):
        new_match(rules)
    outcome = run("title: x\nruleset: yard\noptions: {turns: 2}\nseed: 1\n", lambda name: rules)
    (failure,) = outcome.failures
    assert (failure.expected, failure.found) == ("dice before the first choice", "10000 throws and none counted")


def test_the_match_of_a_scenario_is_the_game_the_engine_plays() -> None:
    match = begun("dice: [S S S, M]\n")
    game = answer(RULES, match.game, "attack marauder with wolf").game
    play(match, Move("attack marauder with wolf"))
    assert answer(RULES, game, ((1, 1, 1), (0,))).game == match.game
