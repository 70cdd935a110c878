"""What bots value: the kernel says what the plain version says; nothing jumps when a turn ends; boosts by reckoning."""

from __future__ import annotations

import functools
import operator
from random import Random
from typing import Any

import numpy
import pytest

from sandtable.bots.recruit import Recruit
from sandtable.chance import Seeded
from sandtable.core import Ask, Game, Position, Roll, answer, begin, find
from sandtable.geometry.kernel import clash as kernel_clash
from sandtable.rulesets.warmachine.common.appraisal.boosting import boosting
from sandtable.rulesets.warmachine.common.appraisal.clash import Clash, RowClash
from sandtable.rulesets.warmachine.common.appraisal.forces import army
from sandtable.rulesets.warmachine.common.appraisal.judgement import appraise, last_turns, out_of_control
from sandtable.rulesets.warmachine.common.damage.damage import Boost
from sandtable.rulesets.warmachine.common.setup.deployment import Deployment
from tests.rules.warmachine.kit import MK1, MK2, at, foe
from tests.rules.warmachine.kit import Game as Played

MIDDLE = {"armies": ["cyg_mid", "kha_mid"], "map": "river_ford", "scenario": "round_limit"}


def positions(name: str, options: dict[str, Any], seed: int, every: int, most: int) -> list[Game]:
    """Some positions of a game between recruits."""
    rules, found = find(name), list[Game]()
    players, source = [Recruit(seed), Recruit(seed + 1)], Seeded(seed)
    game = begin(rules, *rules.new_game(options)).game
    for number in range(most):
        if game.waiting is None:
            break
        value: Any
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            value = players[game.waiting.seat].pick(Position(rules, game.state), game.waiting)
        game = answer(rules, game, value, trusted=True).game
        if number % every == 0 and game.state.turn:
            found.append(game)
    return found


def test_the_kernel_says_what_the_plain_version_says() -> None:
    rules: Any = find(MK2)
    seen = 0
    for game in positions(MK2, MIDDLE, 3, 40, 900):
        p = Position(rules, game.state)
        mine, theirs = army(p, 0), army(p, 1)
        if not mine or not theirs:
            continue
        rng = Random(seen)
        ready = [rng.random() < 0.5 for _ in mine]
        plain, fast = Clash(rules.cards, mine, theirs), RowClash(rules.cards, mine, theirs)
        for one, other in ((plain, fast), (plain.other_way(), fast.other_way())):
            assert other.strikes() == pytest.approx(one.strikes())
            assert other.strikes(later=True) == pytest.approx(one.strikes(later=True))
            assert other.closing() == pytest.approx(one.closing())
            for jack in (u for u in one.mine if u.printed.warjack):
                assert other.bought(jack, 500.0) == pytest.approx(one.bought(jack, 500.0))
            for caster in (u for u in one.theirs if u.printed.warcaster):
                assert other.mortal(caster) == pytest.approx(one.mortal(caster))
                assert other.mortal(caster, later=True) == pytest.approx(one.mortal(caster, later=True))
        assert fast.strikes(ready) == pytest.approx(plain.strikes(ready))
        for caster in (u for u in theirs if u.printed.warcaster):
            assert fast.mortal(caster, ready) == pytest.approx(plain.mortal(caster, ready))
        seen += plain.strikes() > 0
    assert seen >= 3


def test_a_crowd_is_summed_as_arrays_are() -> None:
    """Numbers of many pairs are sums in eight lanes, to the last bit; of few, one after another."""
    rng = Random(4)
    for n in (0, 1, 7, 8, 9, 16, 23, 41):
        values = [rng.uniform(-900, 900) for _ in range(n)]
        assert kernel_clash.total([*values, 1e9], n, False) == functools.reduce(operator.add, values, 0.0)
        assert kernel_clash.total([*values, 1e9], n, True) == float(numpy.array(values).sum())


def test_the_compiled_kernel_says_what_its_source_says() -> None:
    rules: Any = find(MK2)
    game = positions(MK2, MIDDLE, 3, 400, 900)[-1]
    p = Position(rules, game.state)
    fast = RowClash(rules.cards, army(p, 0), army(p, 1))
    plain = RowClash(rules.cards, army(p, 0), army(p, 1))
    plain.ask, plain.a, plain.b, plain.harms = kernel_clash, *(each.tolist() for each in (fast.a, fast.b, fast.harms))
    ready = [i % 2 == 0 for i in range(len(fast.mine))]
    assert fast.lanes
    assert fast.closing() == plain.closing() < 0
    assert max(fast.bought(u, 500.0) for u in fast.mine) == max(plain.bought(u, 500.0) for u in fast.mine) > 0
    for later in (False, True):
        assert fast.strikes(later=later) == plain.strikes(later=later) > 0
        assert fast.strikes(ready, later) == plain.strikes(ready, later)
        for caster in (u for u in fast.theirs if u.printed.warcaster):
            assert fast.mortal(caster, ready, later) == plain.mortal(caster, ready, later)


@pytest.mark.parametrize("game", [MK1, MK2])
def test_the_end_of_a_turn_is_no_gain_in_itself(game: str) -> None:
    """The last model ends its activation with nothing to do: the same table, a little later."""
    t = Played(game, {"stryker": at(10, 10), "sorscha": foe(30, 40)})
    rules, before = t.rules, t.position
    worth = sum(term.value for term in rules.judging.appraise(before, 0))
    t.play("end")
    assert t.position.state.active == 1
    after = sum(term.value for term in rules.judging.appraise(t.position, 0))
    assert abs(after - worth) <= 60


@pytest.mark.parametrize(("attacker", "target", "wanted"), [("ibex", "oskin", True), ("ironclad", "kodiak", False)])
def test_a_hard_blow_is_boosted_and_an_easy_one_bought_again(attacker: str, target: str, wanted: bool) -> None:
    """An Ibex needs 9 against Oskin, where a boost does more than another attack; an Ironclad needs 4."""
    t = Played(MK2, {attacker: at(10, 10, focus=3), target: foe(10, {"oskin": 11.7, "kodiak": 12.2}[target])})
    t.play(f"activate {attacker}")
    slot = {"ibex": "horns", "ironclad": "quake_hammer"}[attacker]
    t.play(f"attack {target} with {slot}")
    ask = t.game.waiting
    assert isinstance(ask, Ask)
    assert isinstance(ask.domain, Boost)
    assert boosting(t.position, ask.domain) is wanted


@pytest.mark.parametrize("game", [MK1, MK2])
def test_an_army_is_deployed_together(game: str) -> None:
    rules = find(game)
    match = begin(rules, *rules.new_game({"armies": ["cyg_box_a", "kha_box_a"], "map": "mill_green"})).game
    source = Seeded(1)
    while True:
        waiting, p = match.waiting, Position(rules, match.state)
        value: Any
        if isinstance(waiting, Roll):
            value, source = source.throw(waiting, rules.dice)
        elif isinstance(waiting, Ask) and isinstance(waiting.domain, Deployment):
            found = waiting.domain.candidates(p, 4, Random(1))
            assert all(waiting.domain.refuse(p, answer) is None for answer in found)
            value = found[0]
        elif match.state.turn:
            break
        else:
            assert isinstance(waiting, Ask)
            value = waiting.domain.candidates(p, 1, Random(2))[0]
        match = answer(rules, match, value).game
    for seat in (0, 1):
        places = [match.state.models[n] for n in match.state.of(seat)]
        assert max(m.x for m in places) - min(m.x for m in places) <= 8000


@pytest.mark.parametrize("game", [MK1, MK2])
def test_a_feat_waits_until_the_armies_are_in_reach(game: str) -> None:
    for far, wanted in ((40, False), (17, True)):
        t = Played(game, {"stryker": at(10, 10), "ironclad": at(14, 10), "sorscha": foe(12, far)})
        t.play("activate stryker")
        assert "feat" in t.offers()
        rules: Any = t.rules
        ask = t.game.waiting
        assert isinstance(ask, Ask)
        assert ("feat" in rules.judging.considered(t.position, ask)) is wanted


def test_whoever_lies_on_the_ground_stands_up_before_ones_next_turn() -> None:
    rules: Any = find(MK2)
    cards = rules.cards
    t = Played(MK2, {"ironclad": at(10, 10), "sorscha": foe(10, 12, effects=["knocked_down"])})
    mine, theirs = army(t.position, 0), army(t.position, 1)
    for kind in (Clash, RowClash):
        clash = kind(cards, mine, theirs)
        assert clash.strikes() > clash.strikes(later=True) > 0
        assert clash.mortal(theirs[0]) > clash.mortal(theirs[0], later=True) > 0


def test_after_ones_last_turn_nothing_is_to_come() -> None:
    """The scenario lasts seven rounds: the first player's threats count no more in the last, the second's do."""
    t = Played(MK1, {"ironclad": at(10, 10), "sorscha": foe(10, 14)})
    rules: Any = t.rules
    last = rules.cards.scenarios["points_match"].rounds

    def worth(points: tuple[int, int], round: int, active: int = 0) -> tuple[tuple[bool, bool], int]:
        state = t.state.but(scenario="points_match", round=round, active=active, first=0, points=points)
        p = Position(rules, state)
        return last_turns(p), sum(x.value for x in appraise(p, 0) if x.group == "score")

    assert [worth((0, 0), *when)[0] for when in ((last - 1, 0), (last, 0), (last, 1))] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    assert worth((1, 2), last)[1] < worth((1, 2), 1)[1] < 0 < worth((2, 1), 1)[1] < worth((2, 1), last)[1]


@pytest.mark.parametrize(("far", "lost"), [(12.0, False), (12.1, True)])
def test_warjacks_stay_where_their_warcaster_can_give_them_focus(far: float, lost: bool) -> None:
    """Stryker has FOC 6: twelve inches from base to base."""
    edges = 0.591 + 0.984
    t = Played(MK1, {"stryker": at(10, 10), "ironclad": at(10, 10 + edges + far)})
    assert (out_of_control(t.position, army(t.position, 0)) > 0) is lost


def test_nobody_strikes_the_ground_with_nobody_near() -> None:
    for far, wanted in ((20, False), (13, True)):
        t = Played(MK1, {"stryker": at(30, 10), "ironclad": at(10, 10), "juggernaut": foe(10, far)})
        t.play("activate ironclad")
        tremor = next(o for o in t.offers() if o.startswith("tremor"))
        rules: Any = t.rules
        assert (tremor in rules.judging.considered(t.position, t.game.waiting)) is wanted
