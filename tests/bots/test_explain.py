"""Advice on the example positions: what a good player would say, in words a player would use."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from sandtable.bots.explain import Advice, Reason, alone, explain
from sandtable.cli import app
from sandtable.cli.explain import given
from sandtable.scenarios import read_scenario

POSITIONS = sorted((Path(__file__).parents[2] / "examples" / "positions").glob("*.yaml"))
ROUGH = ("better:", "worse:", "no longer:", "units in play", "is far", "at hand", "_", "for the enemy c is")


class Told(NamedTuple):
    """What the best answer is, what must be said of it, and what nobody should say."""

    best: str
    said: tuple[str, ...]
    never: tuple[str, ...] = ()


EXPECTED = {
    "a-shot-at-the-holder": Told("activate wolf", ("attacks Scourge", "destroy 8", " se ")),
    "contested-centre": Told(
        "activate heavies", ("attacks Vassal Raiders 1", "Rids objective c of Vassal Raiders", "2 victory points")
    ),
    "fetch-the-ore": Told("activate hunter", ("carry ore centre", "2 victory points at a processor")),
    "finish-the-duellist": Told("activate rosalind", ("strikes Gunther", "Wins the game", "hit 83 %"), ("gives up",)),
    "hold-or-hunt": Told(
        "activate rangers", ("from objective c", "attacks Vassal", "destroys"), ("Gives up", "gives up")
    ),
    "last-turn": Told(
        "activate rangers",
        ("from objective g3a", "Holds objective g3a with Ranger Fire Team: 3 victory"),
        ("then holds",),
    ),
    "what-to-deploy": Told(
        "deploy rangers from gate", ("from objective c", "Brings objective c within one", "Brings Ranger")
    ),
    "where-the-gate-opens": Told(
        "gate near hunter", ("from objective c", "charge the gate", "Brings objective c within two")
    ),
    "which-card": Told(
        "play pyrokinetic_surge on raiders.1 through weaver", ("Takes objective g2b from the", "Destroys")
    ),
    "whom-to-charge": Told("charge wolf", ("a Power die more",), ("no use",)),
}


@cache
def advice_on(name: str) -> tuple[Advice, ...]:
    file = next(f for f in POSITIONS if f.stem == name)
    match = given(read_scenario(file.read_text()).ruleset, file)
    assert match.ask is not None
    found = explain(match.view(match.ask.seat))
    assert all(match.why_not(one.answer) is None for one in found)
    return tuple(found)


def test_every_position_has_its_expectation() -> None:
    assert len(POSITIONS) >= 10
    assert {f.stem for f in POSITIONS} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_best_answer_and_its_reason_are_a_players(name: str) -> None:
    best, said, never = EXPECTED[name]
    first = advice_on(name)[0]
    assert first.answer == best
    assert [words for words in said if words not in str(first)] == []
    assert [words for words in never if words in str(first)] == []


@pytest.mark.parametrize("name", EXPECTED)
def test_advice_is_ordered_and_in_plain_words(name: str) -> None:
    advice = advice_on(name)
    assert [one.gain for one in advice] == sorted((one.gain for one in advice), reverse=True)
    for one in advice:
        assert str(one).casefold().startswith(one.words.casefold())
        assert len(one.reasons) <= 3
        assert [rough for rough in ROUGH if rough in str(one)] == []
    assert advice[0].reasons
    assert len(advice) == 1 or "etter than " in advice[0].beats


def test_the_same_seed_gives_the_same_advice() -> None:
    file = next(f for f in POSITIONS if f.stem == "a-shot-at-the-holder")
    one, two = (explain(given("warcaster", file).view(0), seed=3, nodes=400) for _ in range(2))
    assert one == two


def test_reasons_from_later_choices_begin_with_then() -> None:
    """The ore is picked up after a shot, or by the move itself: never promised by the shot alone."""
    best = advice_on("fetch-the-ore")[0]
    carry = next(reason for reason in best.reasons if "carry" in reason.why)
    assert carry.later == ("picks up" not in best.words)
    assert "picks up" in best.words + best.then


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (Reason(600, "scores 1 victory points: objective w"), ": only this scores 1 victory points"),
        (Reason(300, "improves this: attacks to come"), ", for it improves this: attacks to come"),
        (Reason(300, "ends this: Stryker may be attacked"), ", for it ends this: Stryker may be attacked"),
        (Reason(20, "improves this: attacks to come"), ""),
        (Reason(-20, "worsens this: attacks to come"), ""),
    ],
)
def test_why_an_answer_is_better_is_a_whole_sentence(reason: Reason, said: str) -> None:
    assert alone(reason) == said


def test_the_command_prints_text_or_json() -> None:
    file = str(next(f for f in POSITIONS if f.stem == "where-the-gate-opens"))
    runner = CliRunner()
    told = runner.invoke(app, ["explain", "warcaster", "--scenario", file, "--nodes", "400"])
    assert told.exit_code == 0
    assert "1. Place a void gate near" in told.stdout
    raw = runner.invoke(app, ["explain", "warcaster", "--scenario", file, "--nodes", "400", "--json"])
    first = json.loads(raw.stdout)["advice"][0]
    assert first["words"].startswith("place a void gate near")
    assert {"answer", "gain", "points", "wins", "odds", "reasons", "risks", "fails", "beats", "then"} <= set(first)
    assert {"gain", "why", "share", "later"} <= set(first["reasons"][0])
