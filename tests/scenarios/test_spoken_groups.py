"""Whole groups answered in words, as scenario files, programs and the prompt say them."""

from __future__ import annotations

from random import Random

from sandtable.bots.stdio.bot import in_words
from sandtable.core import Arrangement, find
from sandtable.match import Match, new_match
from sandtable.scenarios.answers import answer_to


def until_a_group(match: Match, seed: int = 1) -> Match:
    rng = Random(seed)
    while match.ask is not None and not (
        isinstance(match.ask.ask.domain, Arrangement) and len(match.ask.ask.domain.pieces) > 1
    ):
        match.answer(match.ask.domain.candidates(1, rng)[0])
    return match


def test_a_brigade_marches_in_words() -> None:
    match = until_a_group(new_match("lines", seed=4, units=10), 3)
    assert match.ask is not None
    facing = 1 if match.ask.seat == 0 else -1
    domain = match.ask.ask.domain
    assert isinstance(domain, Arrangement)
    before = {name: match.position.state.units[name].pose for name in domain.pieces}
    said = answer_to(match.rules, match.game, "march ahead 4")
    assert in_words(match.ask.domain, "march ahead 4") == said
    match.answer(said)
    after = {name: match.position.state.units[name].pose for name in domain.pieces}
    assert {name: after[name][1] - y for name, (_, y, _) in before.items()} == dict.fromkeys(before, facing * 4000)


def test_a_squad_is_deployed_as_suggested_and_then_adjusted() -> None:
    match = until_a_group(new_match("warcaster", seed=2, **find("warcaster").sample_options()[0]))
    assert match.ask is not None
    suggested = answer_to(match.rules, match.game, "deploy as suggested")
    assert match.why_not(suggested) is None
    *_, (last, at) = suggested
    nearer = (at[0] + 100, at[1])
    adjusted = answer_to(match.rules, match.game, f"deploy as suggested; {last} {nearer[0] / 1000} {nearer[1] / 1000}")
    assert adjusted == (*suggested[:-1], (last, nearer))
    held = match.ask.domain.toward(suggested[0][1], keep=suggested, held=suggested[0][0])
    assert held is not None and match.why_not(held) is None
