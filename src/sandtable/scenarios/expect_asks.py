"""Expectations about choices: who is asked, what is on offer, what the rules refuse and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import Ask, Position, Refusal, Refused, answer
from sandtable.geometry.units import milli, text
from sandtable.record.record import hash_of
from sandtable.scenarios.answers import BadAnswer, Move, answer_to, as_written, move_of, refused
from sandtable.scenarios.compare import NOTHING, agrees, shown
from sandtable.scenarios.expect_pieces import waiting
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.snapshot import Snapshot

ASK = ("seat", "prompt", "cites", "default", "offers", "only", "excludes")
REFUSAL = ("by", "short", "reason")


def ask(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    asked = snapshot.game.waiting
    if expected is None or (isinstance(expected, str) and plain(expected) in NOTHING):
        if isinstance(asked, Ask):
            yield Failure("nobody asked", waiting(snapshot))
        return
    spec = {"prompt": expected} if isinstance(expected, str) else expected
    if not isinstance(spec, Mapping) or not set(spec) <= set(ASK):
        raise ScenarioError(f"'ask:' is followed by {{…}} with any of {', '.join(ASK)}")
    if not isinstance(asked, Ask):
        yield Failure(f"somebody asked: {shown(spec)}", waiting(snapshot))
        return
    yield from _said(snapshot, asked, spec)
    for phrase in _each(spec.get("offers")):
        yield from _offered(snapshot, phrase)
    if "only" in spec:
        yield from _only(snapshot, asked, _each(spec["only"]))
    excluded = spec.get("excludes")
    pairs = excluded.items() if isinstance(excluded, Mapping) else ((phrase, None) for phrase in _each(excluded))
    for phrase, rule in pairs:
        yield from refuses(snapshot, Move(phrase), {} if rule is None else {"by": rule})


def _said(snapshot: Snapshot, asked: Ask, spec: Mapping[str, Any]) -> Iterator[Failure]:
    seat = snapshot.rules.seat_name(asked.seat)
    if "seat" in spec and not agrees(spec["seat"], seat):
        yield Failure(f"{shown(spec['seat'])} asked", waiting(snapshot))
    if "prompt" in spec and plain(str(spec["prompt"])) not in plain(asked.prompt):
        yield Failure(f"the question {str(spec['prompt'])!r}", repr(asked.prompt))
    if "cites" in spec:
        options = asked.domain.options(Position(snapshot.rules, snapshot.game.state)) or ()
        cites = {asked.cite, *(option.cite for option in options)} - {""}
        for rule in _each(spec["cites"]):
            if rule not in cites:
                yield Failure(f"the question to cite {rule}", ", ".join(sorted(cites)) or "no rule")
    if "default" in spec:
        wanted = _answer(snapshot, spec["default"])
        silence = asked.silence(Position(snapshot.rules, snapshot.game.state))
        if wanted != asked.domain.normal(silence):
            yield Failure(f"silence to mean {as_written(spec['default'])}", shown(silence))


def _offered(snapshot: Snapshot, phrase: Any) -> Iterator[Failure]:
    try:
        refusal = refused(snapshot.rules, snapshot.game, Move(phrase))
    except BadAnswer as e:
        yield Failure(f"{as_written(phrase)!r} on offer", str(e))
        return
    if refusal is not None:
        yield Failure(f"{as_written(phrase)!r} on offer", f"it refused: {refusal}")


def _only(snapshot: Snapshot, asked: Ask, phrases: list[Any]) -> Iterator[Failure]:
    options = asked.domain.options(Position(snapshot.rules, snapshot.game.state))
    keys = [option.key for option in options or ()]
    named = []
    for phrase in phrases:
        try:
            named.append(_answer(snapshot, phrase))
        except BadAnswer as e:
            yield Failure(f"{as_written(phrase)!r} on offer", str(e))
    extra = [key for key in keys if key not in named]
    if extra:
        yield Failure(f"only {shown(phrases)} on offer", f"also {', '.join(extra)}")


def _answer(snapshot: Snapshot, phrase: Any) -> Any:
    value = answer_to(snapshot.rules, snapshot.game, phrase)
    asked = snapshot.game.waiting
    return asked.domain.normal(value) if isinstance(asked, Ask) else value


def refusal_item(snapshot: Snapshot, item: Any, key: str) -> Iterator[Failure]:
    """``refuse: move far`` with ``by:``, ``short:`` and ``reason:`` beside it."""
    if not isinstance(item, Mapping) or key not in item:
        item = {key: item}
    if extra := set(item) - {key, *REFUSAL}:
        raise ScenarioError(f"beside '{key}:' stand {', '.join(REFUSAL)}, not {', '.join(sorted(extra))}")
    return refuses(snapshot, move_of(snapshot.rules, item[key]), item)


def refuses(snapshot: Snapshot, move: Move, spec: Mapping[str, Any]) -> Iterator[Failure]:
    """The rules say no, for the reason given, and nothing changes."""
    rules, game = snapshot.rules, snapshot.game
    by = f" by {spec['by']}" if "by" in spec else ""
    wanted = f"{move.text!r} refused{by}"
    before = hash_of(rules, game)
    try:
        refusal = refused(rules, game, move)
    except BadAnswer as e:
        yield Failure(wanted, str(e))
        return
    if refusal is None:
        yield Failure(wanted, "it allowed")
        return
    if isinstance(game.waiting, Ask):
        try:
            answer(rules, game, _tried(snapshot, move), move.seat)
            yield Failure(wanted, "it accepted when it was answered")
        except Refused:
            pass
    if hash_of(rules, game) != before:
        yield Failure(wanted, "the game changed all the same")
    yield from _wrong_refusal(spec, refusal, wanted)


def _tried(snapshot: Snapshot, move: Move) -> Any:
    try:
        return answer_to(snapshot.rules, snapshot.game, move.value)
    except BadAnswer:
        return move.value


def _wrong_refusal(spec: Mapping[str, Any], refusal: Refusal, wanted: str) -> Iterator[Failure]:
    if "by" in spec and refusal.cite not in _each(spec["by"]):
        yield Failure(wanted, f"{refusal.cite or 'no rule cited'}: {refusal.reason}")
    if "reason" in spec and plain(str(spec["reason"])) not in plain(refusal.reason):
        yield Failure(f"{wanted} because {str(spec['reason'])!r}", repr(refusal.reason))
    if "short" in spec:
        short = spec["short"]
        if type(short) not in (int, float):
            raise ScenarioError("'short:' is a number in table units")
        if refusal.short_by != milli(short):
            found = "no shortfall" if refusal.short_by is None else f"short by {text(refusal.short_by)}"
            yield Failure(f"{wanted}, short by {shown(short)}", f"{found}: {refusal.reason}")


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
