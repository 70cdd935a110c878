"""What random play passes over without asking is really out of the question."""

from __future__ import annotations

from random import Random

from sandtable.chance import Seeded
from sandtable.core import Ask, Position, Roll, answer, begin
from sandtable.rulesets.warcaster import Warcaster
from sandtable.rulesets.warcaster.attacks.targets import targets
from sandtable.rulesets.warcaster.goals import worth_a_look
from sandtable.rulesets.warcaster.lots import lots
from sandtable.rulesets.warcaster.stats import weapons_of


def test_lots_are_all_drawn_once() -> None:
    assert sorted(lots(range(9), Random(1))) == list(range(9))
    assert list(lots(range(9), Random(1))) == list(lots(range(9), Random(1)))


def test_a_weapon_not_worth_a_look_has_no_target() -> None:
    rules, rng, source = Warcaster(), Random(5), Seeded(5)
    game = begin(rules, *rules.new_game({"mission": "boiling_point"})).game
    passed = kept = 0
    for n in range(500):
        waiting = game.waiting
        if isinstance(waiting, Roll):
            value, source = source.throw(waiting, rules.dice)
        elif isinstance(waiting, Ask):
            p = Position(rules, game.state)
            found = waiting.domain.candidates(p, 1, rng)
            value = found[0] if found else waiting.default
            for model in game.state.models if n % 10 == 0 else ():
                for slot in weapons_of(game.state, model):
                    near = worth_a_look(p, model, slot)
                    kept, passed = kept + near, passed + (not near)
                    assert near or not targets(p, model, slot)
        else:
            break
        game = answer(rules, game, value).game
    assert passed and kept
