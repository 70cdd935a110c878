"""Dice (WC-DICE), and exact odds over the same frames."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import icepool
import pytest

from sandtable.chance import Seeded, outcomes
from sandtable.core import Pool, Progress, Roll, Rolled, Total, seen
from sandtable.core.dice import fault
from sandtable.lab.checks import Step
from sandtable.match import new_match
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.damage import PlainDamage
from sandtable.rulesets.warcaster.attacks.resolution import Missed, Resolve
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.missions.primary import D3
from tests.rules.warcaster.kit import Bench, marauder, open_rolls, piece, rules, wolf
from tests.rules.warcaster.strikes import attack, strike, waiting

WALL = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 14.5], "size": [4, 0.5]}]}


@pytest.mark.rule("WC-DICE-1")
def test_a_d6_has_the_faces_one_to_six() -> None:
    roll = Roll("first player", (Pool("seat a", (("d6", 1),)),))
    assert [fault(roll, ((face,),), rules().dice) is None for face in range(8)] == [False, *6 * [True], False]
    assert rules().dice["d6"].faces == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("WC-DICE-1", "WC-DICE-3", "WC-DICE-4")
@pytest.mark.parametrize("die", ["d6", "A", "P"])
def test_seeded_dice_are_fair_and_independent(die: str) -> None:
    """Every side of every die of a pool as often as any other, and whatever the die before it showed."""
    throws, source = 12_000, Seeded(7)
    roll = Roll("a test", (Pool("pool", ((die, 2),)),))
    thrown = []
    for _ in range(throws):
        (pair,), source = source.throw(roll, rules().dice)
        thrown.append(pair)
    faces = rules().dice[die].faces
    for number in (0, 1):
        for face, count in Counter(pair[number] for pair in thrown).items():
            assert abs(count - throws * faces.count(face) / 6) < 250  # six standard deviations
    for pair, count in Counter(thrown).items():
        assert abs(count - throws * faces.count(pair[0]) * faces.count(pair[1]) / 36) < 330
    assert set(thrown) == {(one, two) for one in faces for two in faces}


@pytest.mark.rule("WC-DICE-2")
def test_a_d3_is_a_d6_halved_upwards() -> None:
    assert [D3(0).read((face,)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("WC-DICE-3", "WC-DICE-4")
@pytest.mark.parametrize(("die", "faces"), [("A", (0, 0, 0, 1, 1, 2)), ("P", (0, 1, 1, 1, 1, 2))])
def test_the_faces_of_strike_dice(die: str, faces: tuple[int, ...]) -> None:
    assert rules().dice[die].faces == faces
    assert [rules().dice[die].label(f) for f in (0, 1, 2)] == ["M", "S", "X"]


@pytest.mark.rule("WC-DICE-5")
def test_strike_super_strike_and_miss_make_three() -> None:
    assert Total().read((1, 2, 0)) == 3
    t = attack({"wolf": wolf([10, 10]), "m": marauder([10, 15])}, "wolf", "m", "battle_rifle", "SXMM", "XM", "MMMMM")
    rolled = t.happened(Rolled)[0]
    assert isinstance(rolled, Rolled) and rolled.results == (3, 2)


@pytest.mark.rule("WC-DICE-6")
def test_a_pool_of_no_dice_scores_nothing() -> None:
    t = Bench(pieces={"w": wolf([10, 10]), "m": marauder([10, 15])}, frame=PlainDamage(model="m", pow=0), dice=[])
    assert t.model("m").damage == 0 and t.rolls[0].pools[0].size == 0


@pytest.mark.rule("WC-DICE-6", "WC-ATK-6")
def test_an_attack_without_dice_misses() -> None:
    """No FOC and an empty well: nothing against nothing is a tie."""
    fury = Strike(attacker="w", target="m", kind="fury", pow=4)
    pieces = {"w": wolf([10, 10]), "m": marauder([10, 15])}
    t = Bench(pieces=pieces, frame=Attack(strike=fury), dice=["MM"], seats={"a": {"well": 0}}).done()
    assert t.pool("attack") == {} and t.happened(Missed)


@pytest.mark.rule("WC-DICE-7")
def test_every_roll_of_a_game_is_open_but_for_cards_drawn() -> None:
    """The bench checks it for every roll of every rule test; here for those of whole games, all options in turn."""
    hidden: set[str] = set()
    seen_by_both: set[str] = set()
    for number, options in enumerate(rules().sample_options()[:4]):
        match = new_match(rules(), seed=number, **options)
        while match.ask is not None and len(match.history) < 220:
            match.answer(match.ask.domain.candidates(1, Random(len(match.history)))[0])
        for event in match.events:
            if isinstance(event, Rolled):
                (hidden if event.roll.eyes is not None else seen_by_both).add(event.roll.purpose.partition(" on ")[0])
    assert hidden == {"draw cards"}
    assert {"first player", "attack and defence", "damage"} <= seen_by_both


@pytest.mark.rule("WC-DICE-7")
def test_a_roll_that_only_one_player_sees_breaks_the_law_of_the_bench() -> None:
    secret = Rolled(roll=Roll("damage", (Pool("damage", (("A", 1),)),), eyes=(0,)), faces=((1,),), results=(1,))
    game = Bench(pieces={"w": wolf([10, 10]), "m": marauder([20, 20])}).game
    with pytest.raises(AssertionError, match="WC-DICE-7"):
        open_rolls(rules(), Step(0, game, None, Progress(game, (secret,))))


@pytest.mark.rule("WC-DICE-7")
def test_both_players_see_every_roll() -> None:
    t = attack({"wolf": wolf([10, 10]), "m": marauder([10, 15])}, "wolf", "m", "battle_rifle", "MMMM", "SM")
    for seat in (0, 1):
        rolled = [e for e in seen(t.events, seat) if isinstance(e, Rolled)]
        assert rolled[0].faces == ((0, 0, 0, 0), (1, 0))


ACTION, POWER = icepool.Die([0, 0, 0, 1, 1, 2]), icepool.Die([0, 1, 1, 1, 1, 2])


@pytest.mark.rule("WC-ATK-6", "WC-ATK-7", "WC-ATK-9", "WC-DICE-3", "WC-DICE-4")
def test_exact_odds_of_an_attack_agree_with_another_engine() -> None:
    """Four Action and two Power dice against two and two, POW 5, ARM 4, three points of health."""
    pieces = {"wolf": wolf([15, 8], arc=2), "marauder": marauder([15, 15.6])}
    game = waiting(Resolve(strike=strike("wolf", "marauder", "rail_gun")), pieces, WALL)
    odds = outcomes(rules(), game)
    assert odds.undecided == 0
    destroyed = odds.chance(lambda g: "marauder" not in g.state.models)

    margin = (4 @ ACTION + 2 @ POWER - 2 @ ACTION - 2 @ POWER).map(lambda m: max(0, m))
    points = margin.map(lambda m: (5 @ ACTION + m @ POWER) // 4 if m else 0)
    assert destroyed == points.probability(">=", 3)
    assert destroyed == Fraction(221647342128126611, 18953525353286467584)
    missed = odds.chance(lambda g: "marauder" in g.state.models and not g.state.models["marauder"].damage)
    assert missed == points.probability("==", 0)


def test_odds_merge_what_no_longer_matters() -> None:
    """A blast with a neighbour, a defender who may reroll and react: after damage the margin is forgotten."""
    pieces = {
        "wolf": wolf([20, 10], arc=3),
        "f": piece("firebrand", "b", [20, 14], cortex="reflex", arc=2),
        "h": piece("hunter", "b", [21.8, 14]),
        "m": marauder([30, 30]),
    }
    odds = outcomes(rules(), waiting(Resolve(strike=strike("wolf", "f", "talon_rocket_pod")), pieces))
    assert odds.undecided == 0
    assert sum(end.chance for end in odds.ends) == 1
    assert odds.answers < 800
    assert len(odds.ends) == 8  # four kinds of damage to the one, the other there or gone


@pytest.mark.rule("WC-GEN-7", "WC-DICE-6")
def test_the_reasons_of_a_roll_are_those_that_count() -> None:
    """Neither what adds nothing, such as a margin of none, nor that no pool has fewer dice than none."""
    pieces = {"wolf": wolf([10, 10], arc=1), "m": marauder([10, 15])}
    t = attack(pieces, "wolf", "m", "battle_rifle", "SMMM" + "M", "MM", "MMMM" + "M").done()
    told = {pool.name: [(term.value, term.op) for term in pool.terms] for roll in t.rolls for pool in roll.pools}
    assert told == {
        "attack": [(4, "base"), (1, "base")],
        "defence": [(2, "base")],
        "damage": [(4, "base"), (1, "base")],
    }
