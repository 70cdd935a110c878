"""Expectations about choices: who is asked, what is on offer, what the rules refuse and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core import Ask, Position, Refusal, Refused, answer
from sandtable.geometry.units import milli, text
from sandtable.record.record import hash_of
from sandtable.scenarios.answers import Misplay, Move, answer_to, move_of, refused, spoken
from sandtable.scenarios.compare import NOTHING, agrees, shown
from sandtable.scenarios.expect_pieces import waiting
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.snapshot import Scene

ASK = ("seat", "prompt", "cites", "default", "offers", "only", "excludes")
REFUSAL = ("by", "short", "reason")


def ask(scene: Scene, expected: Any) -> Iterator[Failure]:
    asked = scene.game.waiting
    if expected is None or (isinstance(expected, str) and plain(expected) in NOTHING):
        if isinstance(asked, Ask):
            yield Failure("nobody asked", waiting(scene))
        return
    spec = {"prompt": expected} if isinstance(expected, str) else expected
    if not isinstance(spec, Mapping) or not set(spec) <= set(ASK):
        raise ScenarioError(f"'ask:' is followed by {{…}} with any of {', '.join(ASK)}")
    if not isinstance(asked, Ask):
        yield Failure(f"somebody asked: {shown(spec)}", waiting(scene))
        return
    yield from _said(scene, asked, spec)
    for phrase in _each(spec.get("offers")):
        yield from _offered(scene, phrase)
    if "only" in spec:
        yield from _only(scene, asked, _each(spec["only"]))
    excluded = spec.get("excludes")
    pairs = excluded.items() if isinstance(excluded, Mapping) else ((phrase, None) for phrase in _each(excluded))
    for phrase, rule in pairs:
        yield from refuses(scene, Move(phrase), {} if rule is None else {"by": rule})


def _said(scene: Scene, asked: Ask, spec: Mapping[str, Any]) -> Iterator[Failure]:
    seat = scene.rules.seat_name(asked.seat)
    if "seat" in spec and not agrees(spec["seat"], seat):
        yield Failure(f"{shown(spec['seat'])} asked", waiting(scene))
    if "prompt" in spec and plain(str(spec["prompt"])) not in plain(asked.prompt):
        yield Failure(f"the question {str(spec['prompt'])!r}", repr(asked.prompt))
    if "cites" in spec:
        options = asked.domain.options(Position(scene.rules, scene.game.state)) or ()
        cites = {asked.cite, *(option.cite for option in options)} - {""}
        for rule in _each(spec["cites"]):
            if rule not in cites:
                yield Failure(f"the question to cite {rule}", ", ".join(sorted(cites)) or "no rule")
    if "default" in spec:
        wanted = _answer(scene, spec["default"])
        silence = asked.silence(Position(scene.rules, scene.game.state))
        if wanted != asked.domain.normal(silence):
            yield Failure(f"silence to mean {spoken(spec['default'])}", shown(silence))


def _offered(scene: Scene, phrase: Any) -> Iterator[Failure]:
    try:
        refusal = refused(scene.rules, scene.game, Move(phrase))
    except Misplay as e:
        yield Failure(f"{spoken(phrase)!r} on offer", str(e))
        return
    if refusal is not None:
        yield Failure(f"{spoken(phrase)!r} on offer", f"it refused: {refusal}")


def _only(scene: Scene, asked: Ask, phrases: list[Any]) -> Iterator[Failure]:
    options = asked.domain.options(Position(scene.rules, scene.game.state))
    keys = [option.key for option in options or ()]
    named = []
    for phrase in phrases:
        try:
            named.append(_answer(scene, phrase))
        except Misplay as e:
            yield Failure(f"{spoken(phrase)!r} on offer", str(e))
    extra = [key for key in keys if key not in named]
    if extra:
        yield Failure(f"only {shown(phrases)} on offer", f"also {', '.join(extra)}")


def _answer(scene: Scene, phrase: Any) -> Any:
    value = answer_to(scene.rules, scene.game, phrase)
    asked = scene.game.waiting
    return asked.domain.normal(value) if isinstance(asked, Ask) else value


def refusal_item(scene: Scene, item: Any, key: str) -> Iterator[Failure]:
    """``refuse: move far`` with ``by:``, ``short:`` and ``reason:`` beside it."""
    if not isinstance(item, Mapping) or key not in item:
        item = {key: item}
    if extra := set(item) - {key, *REFUSAL}:
        raise ScenarioError(f"beside '{key}:' stand {', '.join(REFUSAL)}, not {', '.join(sorted(extra))}")
    return refuses(scene, move_of(scene.rules, item[key]), item)


def refuses(scene: Scene, move: Move, spec: Mapping[str, Any]) -> Iterator[Failure]:
    """The rules say no, for the reason given, and nothing changes."""
    rules, game = scene.rules, scene.game
    by = f" by {spec['by']}" if "by" in spec else ""
    wanted = f"{move.text!r} refused{by}"
    before = hash_of(rules, game)
    try:
        refusal = refused(rules, game, move)
    except Misplay as e:
        yield Failure(wanted, str(e))
        return
    if refusal is None:
        yield Failure(wanted, "it allowed")
        return
    if isinstance(game.waiting, Ask):
        try:
            answer(rules, game, _tried(scene, move), move.seat)
            yield Failure(wanted, "it accepted when it was answered")
        except Refused:
            pass
    if hash_of(rules, game) != before:
        yield Failure(wanted, "the game changed all the same")
    yield from _wrong_refusal(spec, refusal, wanted)


def _tried(scene: Scene, move: Move) -> Any:
    try:
        return answer_to(scene.rules, scene.game, move.value)
    except Misplay:
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
