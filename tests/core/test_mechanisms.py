"""The mechanisms the hard cases ask for, each on a small frame of its own.

The five laws hold at every wait: saves come back equal, answers leave their ancestor alone, recorded answers replay,
and the odds of the top frames sum to one and end.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import pytest

from sandtable.chance import distribution, outcomes
from sandtable.core import (
    Ask,
    Call,
    Draft,
    Effect,
    EffectBegan,
    Event,
    Frame,
    Game,
    Hooks,
    Moment,
    Next,
    OneOf,
    Pair,
    Pool,
    Position,
    Return,
    Roll,
    Ruleset,
    Sequence,
    Split,
    State,
    Term,
    Total,
    Unlike,
    Untied,
    Wait,
    answer,
    begin,
    choice,
    concede,
    modifies,
    why_not,
)
from sandtable.core.queries import Flag, Query, explain


class Yard(State, frozen=True, kw_only=True):
    """A runner, where he is, and what he has met."""

    at: int = 0
    up: bool = True
    health: int = 18
    told: tuple[str, ...] = ()


class Ran(Event, frozen=True, kw_only=True):
    to: int

    def apply(self, state: Yard) -> Yard:
        return state.but(at=self.to)


class Fell(Event, frozen=True, kw_only=True):
    def apply(self, state: Yard) -> Yard:
        return state.but(up=False)


class Told(Event, frozen=True, kw_only=True):
    what: str

    def apply(self, state: Yard) -> Yard:
        return state.but(told=(*state.told, self.what))


class Hurt(Event, frozen=True, kw_only=True):
    points: int

    def apply(self, state: Yard) -> Yard:
        return state.but(health=max(0, state.health - self.points))


class NextTurn(Moment, frozen=True):
    seat: int


class TestYard(Ruleset):
    __test__ = False
    name = "yard"
    packages = (__name__,)


RULES = TestYard()


def laws(game: Game) -> None:
    assert RULES.codec.load(RULES.codec.save(game)) == game
    if isinstance(game.waiting, Roll):
        odds = outcomes(RULES, game, budget=5000)
        assert sum(e.chance for e in odds.ends) + odds.undecided == 1


def play(game: Game, *values: Any) -> Game:
    for value in values:
        laws(game)
        saved = RULES.codec.save(game)
        game = answer(RULES, game, value).game
        assert RULES.codec.save(RULES.codec.load(saved)) == saved
    return game


# --- guards: a strike three frames down ends a run ---


class Run(Frame, frozen=True, kw_only=True):
    path: tuple[int, ...]
    struck: tuple[int, ...] = ()

    def still(self, d: Draft) -> bool:
        return bool(d.state.up)

    def cut(self, d: Draft) -> Next:
        return Call(
            Sequence(frames=(Tell(what=f"stopped at {d.state.at}"), Tell(what="action lost"))), then=self.finish
        )

    def start(self, d: Draft, *ignored: Any) -> Next:
        if not self.path:
            d.emit(Told(what="arrived"))
            return Return()
        d.emit(Ran(to=self.path[0]))
        return Call(Swing(), then=self.but(path=self.path[1:], struck=(*self.struck, self.path[0])).start)


class Swing(Frame, frozen=True, kw_only=True):
    def start(self, d: Draft) -> Next:
        return Wait(Ask(1, "strike", choice("strike", "pass"), "strike", "Y-FREE"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == "pass":
            return Return()
        return Wait(Roll("free strike", (Pool("strike", (("d6", 2),)),)), then=self.rolled)

    def rolled(self, d: Draft, total: int) -> Next:
        if total >= 9:
            d.emit(Fell())
        return Return()


class Tell(Frame, frozen=True, kw_only=True):
    what: str

    def start(self, d: Draft) -> Next:
        d.emit(Told(what=self.what))
        return Return()


def test_a_strike_ends_the_run_and_what_the_cut_calls_is_played_once() -> None:
    game = begin(RULES, Yard(), Run(path=(1, 2, 3))).game
    ended = play(game, "pass", "strike", ((5, 5),))
    assert ended.over
    assert ended.state.told == ("stopped at 2", "action lost")
    through = play(game, "pass", "strike", ((1, 1),), "pass")
    assert through.state.told == ("arrived",)


def test_the_chance_to_arrive_is_the_product_by_hand() -> None:
    game = begin(RULES, Yard(), Run(path=(1, 2))).game
    odds = outcomes(RULES, game, frames=2)
    stands = 1 - Fraction(10, 36)
    assert odds.chance(lambda g: "arrived" in g.state.told) == stands * stands
    assert sum(e.chance for e in odds.ends) == 1


# --- readings and rejection ---


def test_one_of_three_on_a_d6_throws_again_inside_the_same_roll() -> None:
    class Pick(Frame, frozen=True, kw_only=True):
        def start(self, d: Draft) -> Next:
            return Wait(Roll("stray shot", (Pool("pick", (("d6", 1),)),), OneOf(3)), then=self.picked)

        def picked(self, d: Draft, number: int) -> Next:
            d.emit(Told(what=str(number)))
            return Return()

    game = begin(RULES, Yard(), Pick()).game
    again = answer(RULES, game, ((5,),))
    assert again.game == game
    assert [e.counted for e in again.events if hasattr(e, "counted")] == [False]
    odds = outcomes(RULES, game)
    assert sorted(e.chance for e in odds.ends) == [Fraction(1, 3)] * 3


@pytest.mark.parametrize(
    ("reading", "dice", "ways"),
    [(Untied(), ((("d6", 1),), (("d6", 1),)), 30), (Unlike(3), ((("d6", 1),),), 5), (Total(), ((("d6", 2),),), 11)],
)
def test_a_spread_conditions_on_what_counts(reading: Any, dice: Any, ways: int) -> None:
    found = distribution(Roll("r", tuple(Pool("p", d) for d in dice), reading), RULES.dice)
    assert len(found.outcomes) == ways
    assert sum(w.weight for w in found.outcomes) == found.total


def test_a_pool_of_no_dice_reads_as_nothing() -> None:
    found = distribution(Roll("r", (Pool("p", ()),)), RULES.dice)
    assert [(w.faces, w.weight) for w in found.outcomes] == [(((),), 1)]
    assert Roll("r", (Pool("p", ()),)).read(((),)) == (0,)


def test_the_rules_get_total_pair_ones_and_sixes() -> None:
    assert Pair().read((1, 1)) == (2, True, True, False)
    assert Pair().read((6, 6, 6)) == (18, True, False, True)
    assert Pair().read((2, 5)) == (7, False, False, False)


# --- merging: five attacks are thousands of answers, not 10^12 paths ---


class Volley(Frame, frozen=True, kw_only=True):
    left: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        if not self.left or not d.state.health:
            return Return()
        return Wait(Roll("attack", (Pool("attack", (("d6", 2),)),), Pair()), then=self.but(left=self.left - 1).hit)

    def hit(self, d: Draft, reading: tuple[int, bool, bool, bool]) -> Next:
        if reading[0] < 7:
            return self.start(d)
        return Wait(Roll("damage", (Pool("damage", (("d6", 3),)),)), then=self.hurt)

    def hurt(self, d: Draft, total: int) -> Next:
        d.emit(Hurt(points=max(0, total - 8)))
        return self.start(d)


def test_equal_positions_merge_so_five_attacks_stay_small() -> None:
    game = begin(RULES, Yard(), Volley(left=5)).game
    odds = outcomes(RULES, game)
    assert sum(e.chance for e in odds.ends) == 1
    assert odds.answers < 5000


def test_a_budget_openly_ends_what_is_too_large() -> None:
    game = begin(RULES, Yard(), Volley(left=5)).game
    odds = outcomes(RULES, game, budget=1200)
    assert 0 < odds.undecided < 1
    assert sum(e.chance for e in odds.ends) + odds.undecided == 1


# --- effects with until ---


def test_an_effect_ends_at_its_moment_and_no_other() -> None:
    d = Draft(RULES, Yard())
    d.emit(EffectBegan(effect=Effect("guard", "runner", until=NextTurn(1), slot="stance")))
    d.reach(NextTurn(0))
    assert [e.name for e in d.state.effects] == ["guard"]
    d.emit(EffectBegan(effect=Effect("crouch", "runner", slot="stance")))
    assert [e.name for e in d.state.effects] == ["crouch"]
    d.emit(EffectBegan(effect=Effect("guard", "runner", until=NextTurn(1))))
    d.reach(NextTurn(1))
    assert [e.name for e in d.state.effects] == ["crouch"]


# --- queries ---


class Speed(Query, frozen=True):
    def base(self, p: Position) -> Any:
        return ()


def test_terms_resolve_in_order_base_set_add_halve_cap() -> None:
    q = Speed()
    terms = [
        Term(5, "SPD", "Y-1", "base"),
        Term(2, "boots", group="boots"),
        Term(3, "better boots", group="boots"),
        Term(1, "wind"),
        Term(0, "mud", op="halve"),
    ]
    assert q.resolve(terms) == 5  # (5 + 3 + 1) / 2 rounds up
    assert q.resolve([*terms, Term(4, "rope", op="most")]) == 4
    assert q.resolve([*terms, Term(9, "push", op="least")]) == 9
    assert q.resolve([Term(7, "fixed", op="set"), *terms[:1]]) == 7
    assert explain(5, terms[:2]) == "5: base 5 SPD (Y-1), +2 boots ()"
    assert Flag().resolve([Term(1, "yes"), Term(-1000, "never")]) == 0


# --- splits, conceding, whose turn ---


def test_a_query_about_several_things_is_hooked_by_name() -> None:
    class Gift(Flag, frozen=True):
        name: str

        def topic(self) -> str:
            return self.name

    @modifies(Gift)
    def never_asked(p: Position, q: Query) -> list[Term]:
        return []

    module = ModuleType(__name__)
    module.never_asked = never_asked  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="never_asked: Gift is about several things"):
        Hooks([module])


def test_a_split_is_judged_by_name_limit_and_total() -> None:
    split = Split(limits=(("wolf", 3), ("gate", 5)), total=6, cite="Y-ARC")
    p = Position(RULES, Yard())
    assert split.refuse(p, split.normal({"gate": 4, "wolf": 2})) is None
    assert split.normal([["gate", 4], ["wolf", 0]]) == (("gate", 4),)
    for wrong in (
        {"wolf": 4},
        {"gate": 5, "wolf": 2},
        {"nobody": 1},
        {"wolf": -1},
        {"wolf": 1.5},
        [["wolf", 1], ["wolf", 1]],
    ):
        assert split.refuse(p, split.normal(wrong)) is not None
    exact = Split(limits=(("wolf", 3), ("gate", 5)), total=6, exactly=True)
    for found in (*split.candidates(p, 6, Random(1)), *exact.candidates(p, 6, Random(1))):
        assert split.refuse(p, found) is None
    assert all(sum(n for _, n in c) == 6 for c in exact.candidates(p, 6, Random(2)))


def test_a_seat_may_concede_at_any_wait_and_others_may_not_answer_for_it() -> None:
    game = begin(RULES, Yard(), Run(path=(1,))).game
    refusal = why_not(RULES, game, "strike", seat=0)
    assert refusal is not None
    assert "not a's" in refusal.reason
    over = concede(RULES, game, 1).game
    assert over.result is not None
    assert (over.over, over.result.winner) == (True, 0)
