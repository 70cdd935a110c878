"""Merging changes nothing: the same ends with the same chances as the whole tree, played answer by answer."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from sandtable.chance import always, best, distribution, follow, never
from sandtable.chance.policies import worth_by
from sandtable.core import DiceSet, Each, Game, OneOf, Pair, Picks, Pool, Reading, Roll, Sorted, Total, Untied
from sandtable.core import find as find_rules
from sandtable.lab.checks import walk
from tests.chance.naive import best_by_hand, ends_of, tree, tree_by
from tests.chance.positions import guarded, redblades, shot
from tests.rules.warcaster.kit import rules

POSITIONS = {
    "plain": lambda: shot("battle_rifle"),
    "spike on a hit": lambda: shot("rail_gun", arc=1),
    "blast": lambda: shot("talon_rocket_pod"),
    "fire": lambda: shot("flamethrower"),
    "rerolls of both, a guard": lambda: guarded("seeker"),
    "the same with a blast": lambda: guarded("starburst_missiles"),
    "riposte": redblades,
}


@pytest.mark.parametrize("policy", [never, always])
@pytest.mark.parametrize("name", POSITIONS)
def test_merged_odds_are_those_of_the_whole_tree(name: str, policy: object) -> None:
    game = POSITIONS[name]()
    odds = follow(rules(), game, policy, returns=True)  # type: ignore[arg-type]
    assert odds.exact
    assert ends_of(rules(), odds) == tree(rules(), game, policy)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["spike on a hit", "rerolls of both, a guard", "riposte"])
def test_best_is_what_trying_everything_finds(name: str) -> None:
    game = POSITIONS[name]()
    odds = follow(rules(), game, best, returns=True)
    assert odds.exact
    assert ends_of(rules(), odds) == tree_by(rules(), game, best_by_hand(rules(), worth_by(rules())))


@pytest.mark.parametrize(("ruleset", "seed"), [("duel", 1), ("duel", 2), ("lines", 1), ("warcaster", 3)])
def test_rolls_met_in_random_games(ruleset: str, seed: int) -> None:
    """The top frame of some rolls of a game, whatever they are for."""
    guest, met = find_rules(ruleset), 0
    for step in walk(guest, seed):
        game: Game = step.before
        if isinstance(game.waiting, Roll) and step.n % 5 == 0:
            alone = game.but(stack=game.stack[-1:])
            odds = follow(guest, alone, never, budget=2000)
            if odds.exact:
                met += 1
                assert ends_of(guest, odds) == tree(guest, alone, never)
        if met == 12:
            break
    assert met


@pytest.mark.parametrize("reading", [Total(), Each(), Sorted(), Pair(), OneOf(4), Untied(), Picks()])
def test_readings_are_counted_as_all_throws_are(reading: Reading) -> None:
    roll = Roll("test", (Pool("a", (("d6", 2),)), Pool("b", (("d6", 1), ("d3", 1)))), reading)
    counted: dict[tuple[object, ...], int] = {}
    for a, b, c, d in product(range(1, 7), range(1, 7), range(1, 7), range(1, 4)):
        results = roll.read(((a, b), (c, d)))
        if reading.accepts(results):
            counted[results] = counted.get(results, 0) + 1
    found = distribution(roll, DiceSet())
    assert {way.results: way.weight for way in found.outcomes} == counted
    assert found.total == sum(counted.values())
    assert all(roll.read(way.faces) == way.results for way in found.outcomes)


def test_every_hand_is_drawn_as_often_as_any_other() -> None:
    found = distribution(Roll("draw", (Pool("draw", (("d5", 1), ("d4", 1), ("d3", 1))),), Picks()), DiceSet())
    assert {way.results: way.weight for way in found.outcomes} == {(hand,): 6 for hand in combinations(range(1, 6), 3)}


def test_masses_add_up_exactly_however_the_dice_differ() -> None:
    odds = follow(rules(), guarded("starburst_missiles"), always)
    assert sum((end.chance for end in odds.ends), Fraction(0)) == 1
