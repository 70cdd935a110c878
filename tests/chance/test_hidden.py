"""Odds for a seat: what is hidden from it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import sandtable as st
from sandtable.chance import Odds
from sandtable.core import Refused
from sandtable.match import Match
from tests.chance.test_choices import SHOT, at_table
from tests.examples.duel_table import at, play, table

STRIKE = "strike gunther"
POLICIES = ("never", "always", "best")


def duel(theirs: tuple[str, ...] = ("parry",)) -> Match:
    """Rosalind is about to strike; the other seat holds one trick of three, and nobody knows which."""
    match = table(rosalind=at(10, 10), gunther=at(10, 11.68, facing=270), tricks={"a": ["feint"], "b": list(theirs)})
    play(match, [], "keep facing")
    return match


def told(odds: Odds) -> tuple[Any, ...]:
    found = odds.summary
    assert found is not None
    return found.chances, found.distributions, found.dice, found.undecided, found.text()


@pytest.mark.parametrize("policy", POLICIES)
def test_whatever_the_other_seat_holds_the_odds_are_the_same(policy: str) -> None:
    asked = [told(duel((trick,)).odds(STRIKE, policy, seat="a")) for trick in ("feint", "grit", "parry")]
    assert asked[0] == asked[1] == asked[2]


def test_somebody_who_sees_everything_gets_other_odds() -> None:
    """So the tests here prove something."""
    assert len({duel((trick,)).odds(STRIKE, "always")["hit"] for trick in ("grit", "parry")}) == 2


def test_they_are_the_mean_of_several_deals() -> None:
    match = duel()
    odds = match.odds(STRIKE, "always", seat="a")
    by_trick = [duel((trick,)).odds(STRIKE, "always")["hit"] for trick in ("feint", "grit", "parry")]
    assert odds.exact
    assert odds.deals == 8
    assert sum((end.chance for end in odds.ends), Fraction(0)) == 1
    assert min(by_trick) < odds["hit"] < max(by_trick)
    assert "the mean of 8 deals of what is hidden" in str(odds)
    assert odds.summary.data()["deals"] == 8  # type: ignore[union-attr]
    assert st.odds(match, STRIKE, "always", seat="a")["hit"] == odds["hit"]
    assert st.odds(match.game, STRIKE, "always", seat="a")["hit"] == odds["hit"]


def test_each_deal_throws_its_own_dice() -> None:
    """The errors of independent deals partly cancel out, and what a seat is told still depends on nothing hidden."""
    exact = duel().odds(STRIKE, "always", seat="a")
    thrown = [duel((trick,)).odds(STRIKE, "always", seat="a", budget=8) for trick in ("feint", "grit", "parry")]
    assert told(thrown[0]) == told(thrown[1]) == told(thrown[2])
    odds = thrown[0]
    assert not odds.exact
    assert len({sample.seed for sample in odds.samples}) == len(odds.samples) > 1
    assert odds.plus_minus <= 0.03
    assert sum((end.chance for end in odds.all_ends), Fraction(0)) == 1
    assert exact["hit"] in odds.summary.estimates["hit"]  # type: ignore[union-attr]
    assert odds.summary.seed == "1"  # type: ignore[union-attr]


def hands() -> Iterator[Match]:
    """A wolf about to shoot, whichever of three cards the other player holds."""
    cards = ("arcane_synthesis", "aggression_theorem", "annihilation_vector")
    for held in cards:
        match = at_table()
        rack = tuple(card for card in cards if card != held)
        state = match.game.state.with_player(1, hand=(held,), rack=rack)
        match.start = match.start._replace(game=match.game.but(state=state))
        match.history.clear()
        yield match


@pytest.mark.parametrize("policy", POLICIES)
def test_a_doctored_hand_of_cards(policy: str) -> None:
    asked = [told(match.odds(SHOT, policy, seat=0)) for match in hands()]
    assert asked[0] == asked[1] == asked[2]


def test_where_nothing_is_hidden_one_deal_is_enough() -> None:
    odds = at_table().odds(SHOT, seat="a")
    assert odds.deals == 1
    assert odds == at_table().odds(SHOT)


def test_a_seat_asks_about_its_own_choices() -> None:
    with pytest.raises(Refused, match="choice, not"):
        duel().odds(STRIKE, seat="b")
