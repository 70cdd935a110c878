"""What is given hostile input: records, army lists, answers and dice, scenario files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from sandtable.chance import Typed
from sandtable.core import BadSetup, Refused, find
from sandtable.match import Match, new_match
from sandtable.match.files import match_of, record_of, ruleset_of
from sandtable.record import RecordError, read, verify, write
from sandtable.roster import KINDS, kind_of, read_list, rosters_of, write_list
from tests.fuzz.scenario_files import scenarios
from tests.fuzz.spoiling import changed, changed_json, junk, spoilt

GAMES = ("duel", "lines", "warcaster", "warmachine-escalation", "warmachine-mk2", "warmaster")
LISTED = ("warcaster", "warmachine-escalation", "warmachine-mk2", "warmaster")


class Target(NamedTuple):
    """One kind of input. `attempt` makes a case and tries it: True if it was taken, False if it was refused.

    Whatever it raises is a finding.
    """

    attempt: Callable[[Random], bool]


@cache
def played(name: str, seed: int, answers: int) -> Match:
    match = new_match(name, source=Typed() if seed % 3 == 0 else None, seed=seed)
    rng = Random(seed)
    for _ in range(answers):
        if match.roll is not None:
            match.throw(
                [[rng.choice(match.rules.dice[n].faces) for n, k in p.dice for _ in range(k)] for p in match.roll.pools]
            )
        elif match.ask is not None:
            match.answer((match.ask.domain.candidates(1, rng) or [match.ask.default])[0])
    return match


def some_match(rng: Random, longest: int = 60) -> Match:
    """A game somewhere in the middle, shared: fork it before playing on."""
    return played(rng.choice(GAMES), rng.randrange(4), rng.choice((0, 3, 9, 20, longest)))


@cache
def record_text(match: Match) -> bytes:
    return write(record_of(match)).encode()


def records(rng: Random) -> bool:
    """A spoilt file is refused by name and line, or is a game that can be saved again."""
    match = some_match(rng)
    raw = spoilt(record_text(match), rng) if rng.random() < 0.7 else altered_lines(match, rng)
    try:
        record = read(raw, recover=rng.random() < 0.5)
        rules = ruleset_of(record)
        verdict = verify(rules, record)
        again = match_of(rules, record)
    except RecordError as e:
        str(e).encode()
        return False
    if verdict.verified and record._replace(end=None) != record_of(again)._replace(end=None):
        raise AssertionError("a verified record is another when it is saved again")
    write(record_of(again))
    return True


def altered_lines(match: Match, rng: Random) -> bytes:
    """Valid JSON with other values in it."""
    rows = record_text(match).decode().split("\n")
    n = rng.randrange(1, len(rows) - 1)
    head, colon, body = rows[n].partition(": ") if n < 11 else ("", "", rows[n])
    rows[n] = head + colon + (changed_json(body, rng) or body[::-1])
    return "\n".join(rows).encode("utf-8", "surrogatepass")


@cache
def list_text(ruleset: str, name: str, kind: str) -> bytes:
    rules = find(ruleset)
    rosters = rosters_of(rules)
    return write_list(rules, rosters.read(rosters.samples()[name]), kind).encode()


def rosters(rng: Random) -> bool:
    """A spoilt list is refused or read with problems, and what was read can be written."""
    rules = find(rng.choice(LISTED))
    samples, kind = sorted(rosters_of(rules).samples()), rng.choice(KINDS)
    raw = list_text(rules.name, rng.choice(samples), kind)
    text = changed_json(raw, rng) if kind == "json" and rng.random() < 0.6 else None
    if text is None:
        text = spoilt(raw, rng).decode("utf-8", rng.choice(("replace", "surrogateescape")))
    try:
        army = read_list(rules, text, kind if rng.random() < 0.7 else kind_of(text))
        problems = rosters_of(rules).check(army)
        for form in KINDS:
            write_list(rules, army, form)
    except BadSetup as e:
        str(e)
        return False
    return not any(problem.grave for problem in problems)


def answers(rng: Random) -> bool:
    """Junk and spoilt candidates are refused and change nothing; what is taken can be saved."""
    match = some_match(rng).fork()
    before = list(match.history)
    ask = match.ask
    value = junk(rng)
    if ask is not None and rng.random() < 0.6:
        value = changed((ask.domain.candidates(1, rng) or [ask.default])[0], rng)
    legal = match.why_not(value) is None
    try:
        if match.roll is not None:
            match.throw(value)
        else:
            match.answer(value)
    except Refused as e:
        str(e)
        if match.history != before or legal:
            raise AssertionError("a refused answer changed the game, or was called legal before") from e
        return False
    if not legal:
        raise AssertionError("an answer was taken that was called illegal")
    read(write(record_of(match)))
    return True


TARGETS: Mapping[str, Target] = {
    "records": Target(records),
    "rosters": Target(rosters),
    "answers": Target(answers),
    "scenarios": Target(scenarios),
}
