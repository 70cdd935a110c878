"""Tricks: an orderless hidden bag, windows that betray nothing, and what a loss costs."""

from __future__ import annotations

from typing import Any

import pytest
from duel.common.abilities import TrickSpent
from duel.common.attacks import Hurt, Struck
from duel.common.state import TRICKS
from duel.common.turns import TrickDrawn

from sandtable.chance import Scripted
from sandtable.core import Rolled, seen
from sandtable.match import Match, new_match
from tests.examples.duel_table import SECOND, at, cites, play, table

FACING: tuple[Any, ...] = ([], "keep facing")


def facing(*dice: tuple[int, ...], a: tuple[str, ...] = (), b: tuple[str, ...] = ()) -> Match:
    pieces: dict[str, Any] = {"rosalind": at(10, 10), "gunther": at(10, 12, facing=270)}
    match = table(*dice, tricks={"a": list(a), "b": list(b)}, **pieces)
    play(match, *FACING, "strike gunther")
    return match


def asked(match: Match) -> tuple[int, list[str]]:
    assert match.ask is not None
    return match.ask.seat, [o.key for o in match.ask.domain.options or ()]


@pytest.mark.rule("DU-TRICK-1")
def test_a_view_knows_how_many_and_not_which() -> None:
    match = facing(a=("feint", "grit"), b=("parry",))
    ours, theirs = match.view("a").state.tricks
    assert (ours.hand, ours.bag) == (("feint", "grit"), ("parry",))
    assert (theirs.hand, theirs.bag) == (("?",), ("?", "?"))


@pytest.mark.rule("DU-TRICK-2")
def test_a_draw_is_a_roll_for_one_seats_eyes() -> None:
    match = new_match(SECOND, source=Scripted((((2,),),)))
    rolled = next(e for e in match.events if isinstance(e, Rolled))
    assert rolled.roll.pools[0].dice == (("d3", 1),)
    assert match.game.state.tricks[0].hand == ("grit",)
    told = [e for e in seen(match.events, 1) if isinstance(e, Rolled | TrickDrawn)]
    assert [getattr(e, "faces", getattr(e, "trick", None)) for e in told] == [(), ""]
    assert "grit" not in " ".join(match.log("b")).casefold()
    assert "Grit" in " ".join(match.log("a"))


@pytest.mark.rule("DU-TRICK-3")
def test_each_seat_may_play_one_the_active_seat_first() -> None:
    match = facing(a=("feint",), b=("grit", "parry"))
    assert asked(match) == (0, ["feint", "pass"])
    events = play(match, "feint")
    assert cites(events, TrickSpent) == ["DU-TRICK-3"]
    assert asked(match) == (1, ["grit", "parry", "pass"])
    match.answer("parry")
    assert match.roll is not None
    assert [t.spent for t in match.game.state.tricks] == [("feint",), ("parry",)]


@pytest.mark.rule("DU-TRICK-3")
def test_a_seat_is_asked_even_when_nothing_fits() -> None:
    match = facing(a=("grit",), b=("feint",))
    assert asked(match) == (0, ["pass"])
    pending = match.view("b").pending
    assert pending is not None
    assert getattr(pending, "prompt", "") == "is choosing"
    match.answer("pass")
    assert asked(match) == (1, ["pass"])


@pytest.mark.rule("DU-TRICK-3")
def test_an_empty_hand_is_not_asked() -> None:
    assert facing().roll is not None


@pytest.mark.rule("DU-TRICK-4", "DU-TRICK-5", "DU-TRICK-6")
@pytest.mark.parametrize(
    ("a", "b", "total", "against", "lost"),
    [
        ("pass", "pass", 14, 12, 5),
        ("feint", "pass", 16, 12, 5),
        ("pass", "parry", 14, 14, 5),
        ("pass", "grit", 14, 12, 2),
    ],
)
def test_what_the_tricks_do(a: str, b: str, total: int, against: int, lost: int) -> None:
    match = facing((3, 4), (4, 5), a=TRICKS, b=TRICKS)
    events = play(match, a, b)
    assert [(e.total, e.against) for e in events if isinstance(e, Struck)] == [(total, against)]
    assert [e.points for e in events if isinstance(e, Hurt)] == [lost]


def losing_odo(*hand: str) -> Match:
    pieces: dict[str, Any] = {"rosalind": at(10, 10), "odo": at(10, 12, facing=270, health=1)}
    match = table((5, 6), (6, 5), tricks={"b": list(hand)}, **pieces)
    play(match, *FACING, "strike odo", *(["pass"] if hand else []))
    return match


@pytest.mark.rule("DU-TRICK-7")
def test_a_loss_costs_a_trick_before_anything_goes_on() -> None:
    match = losing_odo("feint", "grit")
    assert asked(match) == (1, ["feint", "grit"])
    assert [type(f).__name__ for f in match.game.stack[-2:]] == ["Forced", "Discard"]
    assert "odo" not in match.game.state.models
    assert match.game.state.active == 0  # still in the middle of Rosalind's attack
    events = play(match, "grit")
    assert cites(events, TrickSpent) == ["DU-TRICK-7"]
    assert match.game.state.tricks[1].spent == ("grit",)


@pytest.mark.rule("DU-TRICK-7")
def test_the_last_trick_goes_without_asking() -> None:
    assert losing_odo("grit").game.state.tricks[1].spent == ("grit",)
    assert losing_odo().game.state.tricks[1].spent == ()
