"""Every answer of every game can be told in words: advice at a question of any kind."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.bots.instructions import answer_text
from sandtable.chance import Seeded
from sandtable.core import Ask, Facing, Line, Position, Split, Subset, answer, begin, find, installed
from sandtable.core.driver import Game

ANSWERS = 400  # of one game


@pytest.mark.parametrize("ruleset", sorted(installed()))
def test_whatever_a_game_asks_its_answers_are_told_in_words(ruleset: str) -> None:
    rules, rng, source, kinds = find(ruleset), Random(4), Seeded(4), set[str]()
    game: Game = begin(rules, *rules.new_game(dict(rules.sample_options()[0]))).game
    for _ in range(ANSWERS):
        waiting = game.waiting
        if waiting is None:
            break
        if isinstance(waiting, Ask):
            p = Position(rules, game.state)
            found = waiting.domain.candidates(p, 1, rng)
            value = found[0] if found else waiting.silence(p)
            said = answer_text(rules, game, waiting, value)
            assert said and "Option(" not in said and "(" not in said[:1]
            kinds.add(type(waiting.domain).__name__)
        else:
            value, source = source.throw(waiting, rules.dice)
        game = answer(rules, game, value, trusted=True).game
    assert len(kinds) > 2


def test_facings_lines_shares_and_names() -> None:
    rules = find("duel")
    game = begin(rules, *rules.new_game({})).game

    def said(domain: object, value: object) -> str:
        return answer_text(rules, game, Ask(0, "", domain, None), value)  # type: ignore[arg-type]

    assert said(Facing(piece="wat"), 291_974) == "face 292°"
    assert said(Line(piece="wat", most=9_000), (90_000, 4_512)) == "4.5 in towards 90°"
    assert said(Split(limits=(("wat", 2),), total=2), (("wat", 2),)) == "Wat 2"
    assert said(Split(limits=(("wat", 2),), total=2), ()) == "nothing"
    assert said(Subset(names=("wat", "odo")), ("wat", "odo")) == "Wat, Odo"
    assert said(Split(limits=(), total=0), (12_500, ("wat", 3))) == "12.5, Wat, 0.003"
