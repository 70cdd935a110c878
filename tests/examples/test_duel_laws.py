"""The duel as a guest: saves in mid-strike, branches, odds, secrets, refusals and many random games."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from duel.common.ruleset import Duel

from sandtable.chance import Seeded, outcomes
from sandtable.core import BadSetup, Position, Refused, View, answer
from sandtable.lab.checks import check_game, walk
from sandtable.match import Match, new_match
from tests.examples.duel_table import FIRST, SECOND, at, inches, play, table

BOTH = pytest.mark.parametrize("rules", [FIRST, SECOND], ids=["first", "second"])


def in_mid_strike() -> Match:
    """Wat walks away from Gunther; tricks are about to be played on the free strike."""
    match = table(gunther=at(10, 11.68, facing=270), wat=at(10, 10), tricks={"a": ["parry", "grit"], "b": ["feint"]})
    play(match, "activate wat", inches((10, 5)), "strike")
    return match


def finished(rules: Duel, game: Any, seed: int) -> Any:
    rng, source = Random(seed), Seeded(seed)
    while not game.over:
        if hasattr(game.waiting, "pools"):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            value = game.waiting.domain.candidates(Position(rules, game.state), 1, rng)[0]
        game = answer(rules, game, value).game
    return game


def test_a_game_saved_in_mid_strike_goes_on_identically() -> None:
    game = in_mid_strike().game
    assert [type(f).__name__ for f in game.stack] == ["Turns", "Turn", "Activation", "Move", "Attack", "Window"]
    loaded = SECOND.codec.load(SECOND.codec.save(game))
    assert loaded == game
    for seed in range(3):
        assert finished(SECOND, loaded, seed) == finished(SECOND, game, seed)


def test_two_branches_do_not_change_their_origin() -> None:
    match = in_mid_strike()
    before = SECOND.codec.save(match.game)
    held, feinted = match.fork(), match.fork()
    held.answer("parry")
    feinted.answer("pass")
    assert (held.game.state.tricks[0].spent, feinted.game.state.tricks[0].spent) == (("parry",), ())
    assert SECOND.codec.save(match.game) == before


def test_the_odds_of_an_attack_agree_with_a_hand_count() -> None:
    match = table(rosalind=at(10, 10), gunther=at(10, 12, facing=270))
    play(match, [], "keep facing")
    odds = match.odds("strike gunther")
    assert odds.undecided == 0
    assert sum(end.chance for end in odds.ends) == 1
    harmed = odds.chance(lambda game: game.state.models["gunther"].health < 12)
    hit = Fraction(30, 36)  # 2d6 + 7 against 12
    harm = Fraction(30, 36)  # 2d6 + 10 against armour 14
    assert harmed == hit * harm


def test_the_odds_of_a_free_strike_with_all_its_tricks_sum_to_one() -> None:
    odds = outcomes(SECOND, in_mid_strike().game, lambda p, ask: ask.domain.candidates(p, 1, Random(0))[0], frames=3)
    assert odds.undecided == 0
    assert sum(end.chance for end in odds.ends) == 1


@pytest.mark.parametrize("bad", [inches((10, 30)), inches((10, 11.7)), [[1]], "walk", None, [[1.5, 2]], [[1, 2]] * 65])
def test_a_refused_answer_changes_nothing(bad: Any) -> None:
    match = table(rosalind=at(10, 10), gunther=at(10, 12))
    before = SECOND.codec.save(match.game)
    with pytest.raises(Refused):
        match.answer(bad)
    assert SECOND.codec.save(match.game) == before


@BOTH
def test_a_view_does_not_change_with_what_it_cannot_know(rules: Duel) -> None:
    differing = 0
    for step in walk(rules, 11):
        for seat in (0, 1):
            other = rules.redeal(step.before, seat, Random(step.n))
            differing += other != step.before
            assert View(rules, other, seat).data() == View(rules, step.before, seat).data()
            assert rules.invariants(Position(rules, other.state)) == []
    assert differing > 20


@BOTH
def test_a_redealt_game_can_be_played_to_its_end(rules: Duel) -> None:
    for step in list(walk(rules, 4))[::9]:
        for seat in (0, 1):
            assert finished(rules, rules.redeal(step.before, seat, Random(step.n)), 1).over


@BOTH
@pytest.mark.slow
def test_fifty_random_games_end_and_stay_sound(rules: Duel) -> None:
    winners = set()
    for seed in range(50):
        last = None
        for step in walk(rules, seed):
            assert rules.invariants(Position(rules, step.after.game.state)) == []
            last = step.after.game
        assert last is not None
        assert last.result is not None
        winners.add(last.result.winner)
    assert {0, 1} <= winners


@BOTH
def test_every_law_holds_along_a_game(rules: Duel) -> None:
    assert check_game(rules, 2) > 50


def test_a_drawing_shows_a_seat_its_own_tricks_only() -> None:
    match = in_mid_strike()
    assert [card.title for card in match.scene("b").cards] == ["feint"]
    assert [card.title for card in match.scene("a").cards] == ["grit", "parry"]
    assert len(match.scene().cards) == 3
    assert "<svg" in match._repr_svg_()


def test_bad_positions_are_named() -> None:
    with pytest.raises(BadSetup, match="no options"):
        new_match(SECOND, points=50)
    for given, told in (
        ({"pieces": {"hugo": at(1, 1)}}, "no model 'hugo'"),
        ({"pieces": {"wat": {}}}, "wat.at: is missing"),
        ({"pieces": {"wat": at(1, 1, speed=9)}}, "wat.speed: unknown key"),
        ({"table": {"terrain": [{"kind": "lake"}]}}, "kinds of terrain: wall, wood"),
        ({"tricks": {"a": ["luck"]}}, "no trick 'luck'; tricks: feint, grit, parry"),
        ({"turn": {"seat": "c"}}, "no seat 'c'"),
        ({"pieces": {"wat": at(3, 3), "odo": at(3, 4)}}, "odo overlaps wat"),
        ({"pieces": {"wat": at(30, 3)}}, "wat is off the table"),
        ({"pieces": {"wat": at(3, 3, health=60)}}, "wat.health: a whole number from 1"),
        ({"pieces": {"wat": at(3, 3, health=9)}}, "wat has 9 health and 0 knives"),
        ({"peices": {}}, "peices: unknown key; did you mean pieces?"),
    ):
        with pytest.raises(BadSetup, match=told):
            SECOND.scenarios.position(SECOND, given)


def test_every_citation_is_in_the_rulebook() -> None:
    cited = {event.cite for seed in range(5) for step in walk(SECOND, seed) for event in step.after.events}
    assert {cite for cite in cited if cite} <= set(SECOND.rulebook.rules)
    assert len(cited) > 15
