"""Expectations about choices: who is asked, what is on offer, what the rules refuse and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import Ask, Position, Refusal, Refused, answer
from sandtable.core.form_parts import nearest
from sandtable.core.scenario_words import words_in
from sandtable.geometry.units import milli, text
from sandtable.record.record import hash_of
from sandtable.scenarios.answer_kinds import misfit
from sandtable.scenarios.answers import FARTHEST, BadAnswer, Move, answer_to, as_written, move_of, refused, words_left
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
        raise ScenarioError(f"'ask:' is followed by {{…}} with any of {', '.join(ASK)}{_near(spec, ASK)}")
    _known(snapshot, spec)
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


def _near(spec: Any, known: tuple[str, ...]) -> str:
    for key in spec if isinstance(spec, Mapping) else ():
        if key not in known and (near := nearest(key, known)):
            return f"; did you mean {near!r} by {key!r}?"
    return ""


def _known(snapshot: Snapshot, spec: Mapping[str, Any]) -> None:
    """Raises ScenarioError for rules and seats that are not there."""
    snapshot.vocabulary.rule_ids(spec.get("cites"))
    if isinstance(spec.get("excludes"), Mapping):
        for rule in spec["excludes"].values():
            snapshot.vocabulary.rule_ids(rule)
    seats = snapshot.rules.seats
    if "seat" in spec and spec["seat"] not in seats:
        raise ScenarioError(f"no seat {shown(spec['seat'])!r}; seats: {', '.join(seats)}")


def _said(snapshot: Snapshot, asked: Ask, spec: Mapping[str, Any]) -> Iterator[Failure]:
    seat = snapshot.rules.seat_name(asked.seat)
    if "seat" in spec and not agrees(spec["seat"], seat):
        yield Failure(f"{shown(spec['seat'])} asked", waiting(snapshot))
    if "prompt" in spec and plain(str(spec["prompt"])) not in plain(asked.prompt):
        yield Failure(f"the question {str(spec['prompt'])!r}{_question(snapshot, spec)}", repr(asked.prompt))
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


def _question(snapshot: Snapshot, spec: Mapping[str, Any]) -> str:
    """A question of this game that may have been meant, when the one written is none."""
    phrases = snapshot.vocabulary.words.questions
    said = str(spec["prompt"])
    if not phrases or len(said) > 100 or any(set(plain(said).split()) <= words_in([q]) for q in phrases):
        return ""
    if snapshot.reader().fits(said, phrases):
        return ""
    near = nearest(said, phrases)
    return f" (did you mean {near!r}?)" if near else ""


def _offered(snapshot: Snapshot, phrase: Any) -> Iterator[Failure]:
    try:
        _, refusal = refused(snapshot.rules, snapshot.game, Move(phrase))
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
        named = ", ".join(sorted(extra))
        raise ScenarioError(f"beside '{key}:' stand {', '.join(REFUSAL)}, not {named}{_near(item, (key, *REFUSAL))}")
    return refuses(snapshot, move_of(snapshot.rules, item[key]), item)


def refuses(snapshot: Snapshot, move: Move, spec: Mapping[str, Any]) -> Iterator[Failure]:
    """The rules say no to a possible answer, for the reason given, and nothing changes."""
    rules, game = snapshot.rules, snapshot.game
    snapshot.vocabulary.rule_ids(spec.get("by"))
    by = f" by {shown(spec['by'])}" if "by" in spec else ""
    wanted = f"{move.text!r} refused{by}"
    if not isinstance(game.waiting, Ask):
        yield Failure(
            f"somebody asked, to refuse {move.text!r}", f"refuse {move.text!r}: {waiting(snapshot)}", fault=True
        )
        return
    before = hash_of(rules, game)
    try:
        given, refusal = refused(rules, game, move)
    except BadAnswer as e:
        yield Failure(wanted, str(e))
        return
    if refusal is None:
        yield Failure(wanted, "it allowed")
        return
    asked, whole = game.waiting, not words_left(rules, game, move.value)  # otherwise the second answer is refused
    if whole and (move.seat is None or move.seat == asked.seat):
        position = Position(rules, game.state)
        if (wrong := misfit(rules, asked, asked.domain.normal(given), position, snapshot.reader())) is not None:
            yield Failure(f"a possible answer to refuse, {move.text!r}", f"refuse {move.text!r}: {wrong}", fault=True)
            return
        try:
            answer(rules, game, given, move.seat)
            yield Failure(wanted, "it accepted when it was answered")
        except Refused:
            pass
    if hash_of(rules, game) != before:
        yield Failure(wanted, "the game changed all the same")
    yield from _wrong_refusal(spec, refusal, wanted)


def _wrong_refusal(spec: Mapping[str, Any], refusal: Refusal, wanted: str) -> Iterator[Failure]:
    if "by" in spec and refusal.cite not in _each(spec["by"]):
        yield Failure(wanted, f"{refusal.cite or 'no rule cited'}: {refusal.reason}")
    if "reason" in spec and plain(str(spec["reason"])) not in plain(refusal.reason):
        yield Failure(f"{wanted} because {str(spec['reason'])!r}", repr(refusal.reason))
    if "short" in spec:
        short = spec["short"]
        if type(short) not in (int, float) or not abs(short) <= FARTHEST:
            raise ScenarioError("'short:' is a number in table units")
        if refusal.short_by != milli(short):
            found = "no shortfall" if refusal.short_by is None else f"short by {text(refusal.short_by)}"
            yield Failure(f"{wanted}, short by {shown(short)}", f"{found}: {refusal.reason}")


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
