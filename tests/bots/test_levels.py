"""Every level chooses from a view alone: legally, repeatably, and blind to what is hidden."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sandtable import BadSetup, new_match
from sandtable.bots import BOTS, LEVELS, bot, rollout
from sandtable.bots.veteran import AHEAD, COUNTED, PART, RATE, SPARE, Veteran
from sandtable.core import Game, View, why_not
from sandtable.match import Match

NODES = {"random": None, "recruit": None, "regular": 40, "veteran": 400}
FOLDER = Path(__file__).parents[2] / "src" / "sandtable" / "bots"


def played(ruleset: str, levels: tuple[str, str], answers: int, seed: int = 3, **options: Any) -> Match:
    match = new_match(ruleset, seed=seed, **options)
    seats = [bot(name, seed=seat, nodes=NODES[name]) for seat, name in enumerate(levels)]
    while match.ask is not None and len(match.history) < answers:
        seat = match.ask.seat
        choice = seats[seat].choose(match.view(seat))
        assert match.why_not(choice) is None
        match.answer(choice)
    return match


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("ruleset", ["duel", "lines", "warcaster"])
def test_every_choice_is_legal_and_comes_again(ruleset: str, level: str) -> None:
    first, second = (played(ruleset, (level, "recruit"), 90) for _ in range(2))
    assert [entry.value for entry in first.history] == [entry.value for entry in second.history]


@pytest.mark.parametrize("ruleset", ["duel", "lines"])
def test_remembered_outcomes_change_no_choice(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle plays every answer again."""
    games = []
    for kept in (rollout.KEPT, 0):
        monkeypatch.setattr(rollout, "KEPT", kept)
        games.append([entry.value for entry in played(ruleset, ("regular", "veteran"), 20).history])
    assert games[0] == games[1]


def test_an_answer_is_played_once_on_the_same_table() -> None:
    match = new_match("duel", seed=3)
    ahead = rollout.Lookahead(match.rules, 0, (), 1)
    assert match.ask is not None
    answers = match.ask.domain.candidates(2)
    assert len(answers) == 2
    one, other = (ahead.step(match.game, value) for value in answers)
    assert ahead.step(match.game, answers[0]) is one
    assert ahead.step(match.game, answers[1]) is other is not one
    again = match.game.but(state=match.game.state.but(effects=()))
    assert ahead.step(again, answers[0]) is not one
    assert ahead.nodes == 4 + 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_doctored_hand_changes_nothing(level: str) -> None:
    """What the enemy holds and will draw is dealt anew by hand; the bot must choose as before."""
    match = played("warcaster", ("recruit", "recruit"), 150, seed=5)
    checked = 0
    while checked < 12 and match.ask is not None:
        seat = match.ask.seat
        other = match.game.state.players[1 - seat]
        if other.rack and other.hand:
            views = [match.view(seat), View(match.rules, doctored(match.game, 1 - seat), seat)]
            choices = [bot(level, seed=11, nodes=NODES[level]).choose(view) for view in views]
            assert choices[0] == choices[1]
            checked += 1
        match.answer(bot("recruit", seed=len(match.history)).choose(match.view(seat)))
    assert checked == 12


def doctored(game: Game, seat: int) -> Game:
    """Other cards in a hand, in another order, of the same number."""
    player = game.state.players[seat]
    cards = [*player.rack, *player.hand]
    Random(1).shuffle(cards)
    held = len(player.hand)
    return game.but(state=game.state.with_player(seat, hand=tuple(cards[:held]), rack=tuple(cards[held:])))


def test_bots_look_at_nothing_but_the_view() -> None:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                assert not (node.attr.startswith("_") and not node.attr.startswith("__")), f"{path}:{node.lineno}"
                assert node.attr != "position", f"{path}:{node.lineno} looks at a real table; imagine one"


def test_bots_name_no_game() -> None:
    for path in FOLDER.rglob("*.py"):
        text = path.read_text().lower()
        assert not any(name in text for name in ("warcaster", "warmachine", "warmaster")), path


def test_an_unknown_level_is_refused_in_words() -> None:
    with pytest.raises(BadSetup, match="no bot 'general'; bots: recruit, regular, veteran"):
        bot("general")
    with pytest.raises(BadSetup, match="a budget is nodes or seconds"):
        bot("veteran:soon")


def test_a_budget_may_follow_the_name() -> None:
    match = new_match("duel", seed=1)
    assert match.ask is not None
    choice = bot("veteran:0.05s").choose(match.view(match.ask.seat))
    assert why_not(match.rules, match.game, choice) is None


def test_a_regular_takes_what_scores() -> None:
    """Over a few fast games a regular beats a recruit; the real figures come from `sandtable simulate`."""
    match = played("warcaster", ("regular", "recruit"), 10_000, seed=2, mission="boiling_point")
    assert match.over
    assert match.score[0] > match.score[1]


def test_a_veterans_last_questions_get_what_is_left_of_its_time() -> None:
    player = Veteran(seconds=1.0)
    first, player.searched, player.spent = player.share(12), 11, 0.6
    left = (1 - SPARE - 0.6) * RATE
    assert player.share(12) == pytest.approx(PART * left, abs=1)
    assert first == pytest.approx(AHEAD / 12 * (1 - SPARE) * RATE, abs=1)
    player.spent = 1.0
    assert 0 < player.share(12) < first / 5, "a little, however late it is"


def test_a_veteran_counts_the_questions_it_searched() -> None:
    """A turn of few questions tells nothing; of others the later count more."""
    match, player, foe = new_match("warcaster", seed=3), Veteran(seed=1, nodes=60), bot("recruit", seed=2)
    turns, usual = dict[Any, int](), 0.0
    while match.ask is not None and len(match.history) < 60:
        view = match.view(match.ask.seat)
        value = (player, foe)[match.ask.seat].choose(view)
        if match.ask.seat == 0:
            turns[view.rules.judging.turn_of(view.state)] = player.searched
        match.answer(value)
    for count in list(turns.values())[:-1]:
        if count >= COUNTED:
            usual = (usual + count) / 2 if usual else count
    assert player.usual == usual > 0
