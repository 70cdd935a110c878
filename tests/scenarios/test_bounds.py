"""No small file runs for minutes: repetition, counts and text have bounds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sandtable.scenarios import run
from sandtable.scenarios.plain_yaml import LONGEST
from sandtable.scenarios.run import MOST_ANSWERS, MOST_CHECKS, MOST_ITEMS

DUEL = "title: x\nruleset: duel\npieces: {rosalind: {at: [4, 4]}, gunther: {at: [20, 20]}}\n"
NESTED = """\
play:
  - repeat: 1000
    play:
      - repeat: 1000
        play:
          - repeat: 1000
            play: """


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NESTED + "[]\n", f"at most {MOST_ITEMS} items"),
        (NESTED + "[expect: {over: false}]\n", f"at most {MOST_CHECKS} things"),
        (NESTED + "[refuse: activate odo]\n", f"at most {MOST_CHECKS} things"),
        (NESTED + "[expect: {over: true}]\n", "more than 50 failures"),
        ("dice: [" + "999x1, " * 200 + "1]\n", "at most 2000 dice"),
        ("notes: " + "x" * LONGEST + "\n", f"at most {LONGEST} characters"),
        ("notes: " + "x" * 6000 + "\n", "a text has at most 5000 characters"),
        ("notes: [" + "1, " * 30_000 + "1]\n", "at most 20000 values"),
        ("? " + "x" * 300 + "\n: 1\n", "a name is one word or phrase"),
        ("play: [" + "y" * 600 + "]\n", "at most 500 characters"),
        ("play: [refuse: " + "y" * 600 + "]\n", "at most 500 characters"),
        ("seed: 1\nplay:\n  - repeat: 1000\n    play: [any, any]\n", "the game is over"),
    ],
)
def test_a_bound_is_told(text: str, words: str) -> None:
    began = time.monotonic()
    outcome = run(DUEL + text)
    assert words in str(outcome), str(outcome)[:500]
    assert outcome.error is None
    assert len(str(outcome)) < 100_000
    assert time.monotonic() - began < 60  # a bound on counts, measured with much room


def test_answers_are_counted_however_they_are_given() -> None:
    lines = """\
title: x
ruleset: lines
last: 100
seed: 1
pieces: {a1: {seat: a, at: [30, 10]}, b1: {seat: b, at: [30, 50]}}
play:
  - repeat: 1000
    play:
      - repeat: 1000
        play: [default]
"""
    outcome = run(lines)
    assert outcome.error is None
    assert "the game is over" in str(outcome) or f"{MOST_ANSWERS} answers" in str(outcome)


def test_many_pieces_and_features_are_refused(tmp_path: Path) -> None:
    pieces = "\n".join(f"  h{n}: {{seat: a, unit: hunter, at: [3, 3]}}" for n in range(70))
    outcome = run(f"title: x\nruleset: warcaster\npieces:\n{pieces}\n")
    assert "at most 60 of them, not 70" in str(outcome)
    features = ", ".join("{kind: forest, at: [9, 9], size: 2}" for _ in range(100))
    outcome = run(f"title: x\nruleset: warcaster\ntable: {{terrain: [{features}]}}\n")
    assert "not 100 of them" in str(outcome)


def test_a_huge_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    big = tmp_path / "big.yaml"
    big.write_bytes(b"title: x\nruleset: duel\nnotes: |\n" + b"  xxxxxxxxx\n" * 200_000)
    assert f"at most {LONGEST} characters" in str(run(big))
