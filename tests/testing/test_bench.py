"""The bench notices what a rule test must notice: wrong dice, wrong questions, refusals without their rule."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import (
    Ask,
    Draft,
    Frame,
    LoadError,
    Next,
    Options,
    Position,
    Refusal,
    Return,
    Wait,
    choice,
)
from sandtable.testing import Bench, Broken, milli_at
from tests.record.yard import RULES, Hurt, Menu, Turn, TurnPassed, Yard, YardRules

WOLF = {"seat": "a", "at": [15, 8]}
SHOT = "attack marauder with wolf"


def bench(
    *dice: Any, rules: YardRules = RULES, frame: Frame | None = None, waits: bool = False, **marauder: Any
) -> Bench[Yard]:
    pieces = {"wolf": WOLF, "marauder": {"seat": "b", "at": [15, 12], **marauder}}
    return Bench(rules, {"pieces": pieces}, frame=frame, dice=dice, waits=waits)


def test_one_choice_and_what_came_of_it() -> None:
    t = bench("SSM", "S", cover=False).play(SHOT).done("b", "your turn", cite="Y-TURN")
    assert t.state.pieces["marauder"].health == 2  # one strike is not two
    assert t.cited("Y-DMG") and not t.cited("Y-COVER")
    assert t.happened(Hurt, who="marauder") and not t.happened(Hurt, who="wolf")
    assert t.pool("attack") == {"action": 3, "power": 0}
    assert [roll.purpose for roll in t.rolls] == ["attack and defence"]


def test_terms_of_a_roll_are_cited() -> None:
    assert bench("SSM", "SM", cover=True).play(SHOT).cited("Y-COVER")


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((), "no dice left for attack and defence: attack needs 3 action"),
        (("SSM",), "no dice left for attack and defence: defence needs 1 action"),
        (("SS", "S"), "attack needs 3 action, got 'SS'"),
        (("SSMM", "S"), "attack needs 3 action, got 'SSMM'"),
        (("SSQ", "S"), "'Q' is no face of action, which has M, S, X"),
        (((1, 1, 7), (0,)), "7 is no face of action"),
    ],
)
def test_dice_that_do_not_fit_fail_the_test(dice: tuple[Any, ...], said: str) -> None:
    t = bench(*dice)
    with pytest.raises(AssertionError, match=said.replace("(", "[(]")):
        t.play(SHOT)


def test_dice_may_be_letters_words_or_numbers() -> None:
    games = [bench(*dice).play(SHOT).game for dice in (("XSM", "M"), ("X S M", "M"), ("xsm", "m"), ((2, 1, 0), (0,)))]
    assert games.count(games[0]) == 4
    assert games[0].state.pieces["marauder"].health == 1


def test_dice_left_over_fail_the_test() -> None:
    t = bench("SSM", "S", "X").play(SHOT)
    assert t.dice == ["X"]
    with pytest.raises(AssertionError, match=r"dice left over: \['X'\]"):
        t.done()


def test_where_dice_run_out_the_game_may_wait() -> None:
    t = bench(waits=True).play(SHOT)
    assert t.match.roll is not None
    with pytest.raises(AssertionError, match="nobody is asked"):
        t.play("pass")
    t.throw((1, 1, 0), (0,)).done("b")
    assert t.state.pieces["marauder"].health == 1
    short = bench("SSM", "SSSS", waits=True)
    with pytest.raises(AssertionError, match="defence needs 1 action, got 'SSSS'"):
        short.play(SHOT)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seat": "a"}, "a should be asked, but b is asked 'your turn'"),
        ({"prompt": "react"}, "'react' should be asked, but b is asked"),
        ({"cite": "Y-ATK"}, r"Y-ATK should be the rule, but b is asked 'your turn' \[Y-TURN\]"),
        ({"over": True}, "the game goes on: b is asked"),
    ],
)
def test_who_is_asked_what_can_be_demanded(asked: dict[str, Any], said: str) -> None:
    t = bench().play("pass")
    with pytest.raises(AssertionError, match=said):
        t.done(**asked)


def test_a_game_that_is_over_asks_nobody() -> None:
    t = bench("XXS", "M").play(SHOT).done(over=True)
    with pytest.raises(AssertionError, match="nobody is asked: the game is over"):
        t.done("a")


def test_a_refusal_can_be_required_to_name_its_rule() -> None:
    t = Bench[Yard](RULES, {"pieces": {"wolf": WOLF, "marauder": {"seat": "b", "at": [15, 20.001]}}})
    assert t.refusal(SHOT, "Y-REACH", short=1).short_by == 1
    with pytest.raises(AssertionError, match="should be refused by Y-ATK, not by Y-REACH"):
        t.refusal(SHOT, by="Y-ATK")
    with pytest.raises(AssertionError, match="should be 2 thousandths short, not 1"):
        t.refusal(SHOT, short=2)
    with pytest.raises(AssertionError, match="'pass' is legal"):
        t.refusal("pass")
    with pytest.raises(AssertionError, match="by Y-MOVE, not by Y-TURN"):
        t.refusal("fly", by="Y-MOVE")
    assert t.legal("pass") and not t.legal("fly")
    assert t.offers() == ["move wolf", "trap wolf", "charge", "pass"]


def test_a_refusal_without_a_rule_of_its_own_names_the_rule_of_the_question() -> None:
    assert bench().refusal("fly") == Refusal(
        "'fly' is not on offer",
        "Y-TURN",
        instead="one of: move wolf, attack marauder with wolf, trap wolf, charge, pass",
    )
    assert bench().refusal(float("nan")).cite == bench().refusal([]).cite == "Y-TURN"


def test_a_question_without_a_rule_is_noticed() -> None:
    t = Bench[Yard](WithMenus(), {"pieces": {"wolf": WOLF}}, frame=Unruled())
    with pytest.raises(AssertionError, match="'fly' is refused without a rule: 'fly' is not on offer"):
        t.refusal("fly")


class Unruled(Frame, frozen=True, kw_only=True):
    def start(self, d: Draft) -> Next:
        return Wait(Ask(0, "anything", choice("pass"), "pass"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        return Return(key)


class Misquoting(Menu, frozen=True, kw_only=True):
    def missing(self, p: Position, key: str) -> Refusal:
        return Refusal("no", "Y-NOWHERE")


class Fickle(Options, frozen=True, kw_only=True):
    """Refuses when asked why not, and accepts when answered."""

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        tries.append(answer)
        return None if len(tries) % 2 == 0 else Refusal("no", "Y-MOVE")

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        return ["pass"]


tries: list[Any] = []


class WithMenus(YardRules):
    packages = (*YardRules.packages, __name__)  # type: ignore[assignment]


def test_a_rule_nobody_wrote_is_noticed() -> None:
    with pytest.raises(AssertionError, match="'Y-NOWHERE', which is not in the rulebook"):
        _with(Misquoting()).refusal("fly")


def test_a_refusal_that_is_none_when_answered_is_noticed() -> None:
    with pytest.raises(AssertionError, match="was accepted, though why_not says Y-MOVE: no"):
        _with(Fickle()).refusal("pass")


def _with(domain: Any) -> Bench[Yard]:
    t = bench(rules=WithMenus())
    return t.go_on(t.game.but(waiting=t.ask.but(domain=domain)))


class Cheat(Turn, frozen=True, kw_only=True):
    def chosen(self, d: Draft, key: str) -> Next:
        d.state = d.state.but(turns=9)
        return self.over(d)


class Stray(Turn, frozen=True, kw_only=True):
    """A frame that is in no package of the ruleset."""

    def over(self, d: Draft, *ignored: Any) -> Next:
        d.emit(TurnPassed())
        return self.start(d)


def test_a_change_without_an_event_is_noticed() -> None:
    with pytest.raises(Broken, match="something changed without an event"):
        bench(rules=WithMenus(), frame=Cheat()).play("pass")


def test_a_game_that_cannot_be_saved_is_noticed() -> None:
    with pytest.raises(LoadError, match="Stray"):
        bench(frame=Stray()).play("pass")


def test_other_dice_and_another_game_from_here_on() -> None:
    t = bench("SSM", "S").play(SHOT)
    events = t.events
    t.game = t.game.but(state=t.state.with_piece("wolf", health=1))
    assert t.events == events
    t.dice = ["XSM", "M"]
    t.play("attack wolf with marauder").done(over=True)
    assert len(t.rolls) == 2
    assert len(t.go_on(t.game).events) == 0


def test_a_new_game_and_another_first_frame() -> None:
    t = Bench[Yard](RULES, options={"turns": 2}, dice=["1", "6"])
    t.done("b", "your turn")
    assert Bench[Yard](RULES, options={"turns": 2}, frame=Turn()).done("a").state.turns == 2


def test_what_a_seat_sees() -> None:
    t = bench("3").play("trap wolf").done("b")
    assert t.view("b").position().state.pieces["wolf"].trap == "?"
    assert t.view("a").position().state.pieces["wolf"].trap == "mine 3"


def test_places_in_thousandths() -> None:
    assert milli_at(12, 8.5, 0.0006) == (12_000, 8_500, 1)
