"""The driver: waits, windows with a subject, forced consequences, replaced events, checkpoints, odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.chance import outcomes
from sandtable.core import Ask, Call, Draft, Ended, Frame, Game, Next, Refused, Return, Roll, Settle, answer, begin
from sandtable.core.driver import NothingNext
from tests.core.guest import Attack, Field, Guest, Model, Strike, Trimmed

RULES = Guest()


def start(pow: int = 5, target: str = "marauder", **models: Model) -> Game:
    field = Field(models={"wolf": Model(0, rat=4, defence=3, health=8, arc=2), **models})
    return begin(RULES, field, Attack(strike=Strike("wolf", target, pow))).game


def play(game: Game, *values: object) -> Game:
    for value in values:
        assert RULES.codec.load(RULES.codec.save(game)) == game
        game = answer(RULES, game, value).game
    return game


def guarded() -> Game:
    return start(
        marauder=Model(1, health=2, arc=1, abilities=("refract",)),
        guard=Model(1, health=1, arc=1, abilities=("intercept",)),
    )


def test_a_game_saved_in_mid_reaction_can_be_continued_in_two_ways() -> None:
    g = play(guarded(), ((1, 1, 0, 0, 1, 2), (2, 1)))
    assert isinstance(g.waiting, Ask)
    assert g.waiting.seat == 1
    kept, rerolled = play(g, "pass"), play(g, "marauder spikes")
    assert (kept.state.models["marauder"].arc, rerolled.state.models["marauder"].arc) == (1, 0)
    assert RULES.codec.load(RULES.codec.save(rerolled)) == rerolled
    swapped = play(kept, "guard spikes")
    assert isinstance(swapped.stack[-1], Attack)
    assert swapped.stack[-1].strike.target == "guard"


class Boast(Frame, frozen=True, kw_only=True):
    def start(self, d: Draft) -> Next:
        return Call(Settle(), then=self.settled)

    def settled(self, d: Draft) -> Next:
        d.emit(Trimmed(seat=0))
        return Return()


def test_nothing_happens_once_a_checkpoint_has_ended_the_game() -> None:
    alone = begin(RULES, Field(models={"wolf": Model(0)}), Boast())
    assert [type(event) for event in alone.events] == [Ended]
    both = begin(RULES, Field(models={"wolf": Model(0), "marauder": Model(1)}), Boast())
    assert [type(event) for event in both.events] == [Trimmed]


def test_the_odds_of_an_attack_with_every_reaction_sum_to_one() -> None:
    for policy in (lambda p, ask: ask.default, lambda p, ask: ask.domain.options(p)[0].key):
        odds = outcomes(RULES, guarded(), policy)
        assert odds.undecided == 0
        assert sum(e.chance for e in odds.ends) == 1


def test_a_riposte_nests_and_gives_rise_to_no_riposte() -> None:
    game = start(marauder=Model(1, health=3, abilities=("riposte",)))
    game = game.but(state=game.state.with_model("wolf", abilities=("riposte",)))
    missed = ((0, 0, 0, 0, 0, 0), (1, 1))
    g = play(game, missed, "marauder ripostes")
    assert [type(f).__name__ for f in g.stack] == ["Attack", "Window", "Back", "Attack"]
    g = play(g, ((0, 0, 0), (1, 1, 1)))
    assert g.over


def test_the_hand_shrinks_before_the_attack_goes_on() -> None:
    game = start(target="relay", relay=Model(1, health=1, arm=1), other=Model(1))
    g = play(game, ((2, 1, 0, 0, 0, 0), (0, 0)), ((1, 0, 0, 0, 0, 0, 0, 0),))
    assert isinstance(g.waiting, Ask)
    assert (g.waiting.seat, g.waiting.prompt) == (1, "discard")
    assert "relay" not in g.state.models
    assert play(g, "left").state.hands == (5, 4)


@pytest.mark.parametrize(("face", "alive"), [(4, False), (5, True)])
def test_destruction_is_replaced_on_a_five(face: int, alive: bool) -> None:
    game = start(marauder=Model(1, health=1, arm=1, abilities=("tough",)), other=Model(1))
    g = play(game, ((2, 1, 0, 0, 0, 0), (0, 0)), ((1, 0, 0, 0, 0, 0, 0, 0),))
    assert isinstance(g.waiting, Roll)
    g = play(g, ((face,),))
    assert ("marauder" in g.state.models) is alive


def test_the_checkpoint_ends_the_game_before_the_last_window() -> None:
    game = start(marauder=Model(1, health=1, arm=1, abilities=("riposte",)))
    g = play(game, ((2, 1, 0, 0, 0, 0), (0, 0)), ((1, 0, 0, 0, 0, 0, 0, 0),))
    assert g.over
    assert g.result is not None
    assert g.result.winner == 0


@pytest.mark.parametrize(
    "junk", [None, 7, "no", float("nan"), [], [[1]], [[1, 1, 0, 0, 1, 9], [2, 1]], [[True] * 6, [0, 0]]]
)
def test_junk_is_refused_and_nothing_changes(junk: object) -> None:
    game = guarded()
    saved = RULES.codec.save(game)
    with pytest.raises(Refused):
        answer(RULES, game, junk)
    assert RULES.codec.save(game) == saved


def test_odds_agree_with_a_hand_count() -> None:
    game = start(pow=0, marauder=Model(1, defence=0, health=1, arm=1))
    game = game.but(state=game.state.with_model("wolf", rat=1, arc=0))
    game = begin(RULES, game.state, Attack(strike=Strike("wolf", "marauder", 0))).game
    dead = outcomes(RULES, game).chance(lambda g: "marauder" not in g.state.models)
    one, two = Fraction(5, 6), 1 - Fraction(1, 36)  # a super strike rolls two Power dice, a strike one
    assert dead == Fraction(2, 6) * one + Fraction(1, 6) * two


class Forgetful(Frame, frozen=True, kw_only=True):
    """Its first step, or the one after a call that is over at once, forgets to say what comes next."""

    later: bool = False

    def start(self, d: Draft) -> Next:
        return Call(Settle(), then=self.settled) if self.later else None  # type: ignore[return-value]

    def settled(self, d: Draft) -> Next:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(("later", "step"), [(False, "start"), (True, "settled")])
def test_a_step_that_says_nothing_of_what_comes_next_is_named(later: bool, step: str) -> None:
    models = {"wolf": Model(0), "marauder": Model(1)}
    with pytest.raises(NothingNext, match=rf"Forgetful\.{step} gave None"):
        begin(RULES, Field(models=models), Forgetful(later=later))
