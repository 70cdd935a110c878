"""What a person writes in `play:` as an answer of the engine: phrases, places in table units, shares."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from sandtable.core import Arrangement, Ask, Game, Path, Position, Refusal, Roll, Ruleset, Unspoken, why_not
from sandtable.core import answer as answer_game
from sandtable.core.choices import judge
from sandtable.core.form_parts import nearest
from sandtable.core.texts import english
from sandtable.geometry.units import milli
from sandtable.scenarios.phrases import NoMatch, match, plain

PLACES = ("move", "place")
ANSWERS = (*PLACES, "line", "facing", "share", "answer")
FARTHEST = 10_000  # table units
NOTHING = {"pass", "done", "none", "stay"}
SILENCE = {"pass", "done"}  # where nothing on offer is called so, they mean what silence means
LOST = {"lost", "gone", "none"}
NEXT_TURN = "next turn"
LONGEST = 500  # characters of a phrase


class BadAnswer(ValueError):
    """An answer that cannot be given here: why, and what could be given."""


class Move(NamedTuple):
    """An answer as written, and for whom."""

    value: Any
    seat: int | None = None

    @property
    def text(self) -> str:
        return as_written(self.value)


def move_of(rules: Ruleset, item: Any) -> Move:
    """Take the seat off the front: ``b: pass``."""
    if isinstance(item, Mapping) and len(item) == 1:
        (name, value), *_ = item.items()
        if name in rules.seats:
            return Move(value, rules.seats.index(name))
    if isinstance(item, str):
        name, colon, rest = item.partition(":")
        if colon and name.strip() in rules.seats:
            return Move(rest.strip(), rules.seats.index(name.strip()))
    return Move(item)


def answer_to(rules: Ruleset, game: Game, value: Any) -> Any:
    """The engine's answer for what is written. Raises BadAnswer, with the offers, when there is none."""
    ask = game.waiting
    if ask is None:
        raise BadAnswer("the game is over")
    if isinstance(ask, Roll):
        raise BadAnswer(f"the game waits for dice: {ask.purpose}")
    p = Position(rules, game.state)
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise BadAnswer(f"an answer has at most {LONGEST} characters")
        return _phrase(p, ask, value)
    if isinstance(value, Mapping):
        return _named(p, value, ask)
    if isinstance(value, list):
        return _places(p, value, ask)
    return _phrase(p, ask, as_written(value))


def words_left(rules: Ruleset, game: Game, value: Any) -> str:
    """The words of a phrase that are left for the next question: ``hero orders spears ahead 20``."""
    ask = game.waiting
    if not isinstance(ask, Ask) or not isinstance(value, str):
        return ""
    p = Position(rules, game.state)
    try:
        match(value, ask.domain.options(p) or ())
    except NoMatch as e:
        begun = None if e.meant else _begun(p, ask, value)
        return "" if begun is None else begun[1]
    return ""


def refused(rules: Ruleset, game: Game, move: Move) -> tuple[Any, Refusal | None]:
    """The engine's answer for what is written, and why the rules refuse it: None when they allow it.

    Raises BadAnswer when it is no answer at all.
    """
    try:
        answer = answer_to(rules, game, move.value)
    except BadAnswer:
        if not isinstance(move.value, str) or len(move.value) > LONGEST:
            raise
        p = Position(rules, game.state)
        answer = sought(p, game.waiting, move.value)  # not on offer: the domain says why
    refusal, left = why_not(rules, game, answer, move.seat), words_left(rules, game, move.value)
    if refusal is None and left:
        after = answer_game(rules, game, answer).game
        if isinstance(after.waiting, Ask):
            refusal = refused(rules, after, Move(left, move.seat))[1]
    return answer, refusal


def sought(p: Position, ask: Any, phrase: str) -> str:
    """The key of what a phrase looks for, on offer or not; the phrase itself where nobody would look for that."""
    find = getattr(getattr(ask, "domain", None), "sought", None)
    try:
        return phrase if find is None else match(phrase, find(p))
    except NoMatch:
        return phrase


def _phrase(p: Position, ask: Ask, phrase: str) -> Any:
    options = ask.domain.options(p)
    try:
        return match(phrase, options or ())
    except NoMatch as e:
        word = plain(phrase)
        if word == "default" or (word in SILENCE and options is not None):
            return ask.silence(p)
        if word == "any":
            return _any(p, ask)
        if not e.meant and (begun := _begun(p, ask, phrase)) is not None:
            return begun[0]
        if options is None and not e.meant:
            try:
                return ask.domain.spoken(p, phrase)
            except Unspoken as unspoken:
                raise BadAnswer(_unspoken(p, ask, e, str(unspoken))) from e
        raise BadAnswer(_unknown(p, ask, e)) from e


def _begun(p: Position, ask: Ask, phrase: str) -> tuple[Any, str] | None:
    """The answer that the first words mean, and the words left for the next question; None: all of them mean one."""
    try:
        if ask.domain.options(p) is None:
            ask.domain.spoken(p, phrase)
            return None
    except Unspoken:
        pass
    try:
        return ask.domain.begun(p, phrase)
    except Unspoken:
        return None


def _unspoken(p: Position, ask: Ask, e: NoMatch, why: str) -> str:
    return f"{_unknown(p, ask, e)} ({why})"


def _any(p: Position, ask: Ask) -> Any:
    found = ask.domain.candidates(p, 1, Random(0))
    if not found:
        raise BadAnswer(f"nothing can be answered to {ask.prompt!r}")
    return found[0]


def _unknown(p: Position, ask: Ask, e: NoMatch) -> str:
    who = p.rules.seat_name(ask.seat)
    if e.meant:
        return f"{e.phrase!r} could mean {_list(e.meant)}"
    options = ask.domain.options(p)
    if options is None:
        hint = ask.domain.hint(p) or HINTS.get(_kind(ask), "")
        return f"{e.phrase!r} does not answer {who}'s {ask.prompt!r}" + (f"; {hint}" if hint else "")
    refusal = judge(ask.domain, p, sought(p, ask, e.phrase), ask.cite)
    reason = english(p, refusal.reason) if refusal else ""
    why = f"{refusal.cite}: {reason}" if refusal and refusal.cite else reason
    offers = _list(tuple(o.key for o in options))
    return f"{e.phrase!r} cannot be played: {why}; {who} is asked {ask.prompt!r} and may choose {offers}"


HINTS = {
    "Path": "write the way: move: [[12, 8], [14.5, 9]]",
    "Region": "write where: place: [15, 8]",
    "Arrangement": "write where each goes: place: {one: [15, 8], two: lost}",
    "Split": "write who gets how many: share: {wolf: 2}",
}


def _kind(ask: Ask) -> str:
    return next((k.__name__ for k in type(ask.domain).__mro__ if k.__name__ in HINTS), "")


def _named(p: Position, value: Mapping[str, Any], ask: Ask) -> Any:
    if len(value) != 1 or (name := next(iter(value))) not in ANSWERS:
        known = (*ANSWERS, "refuse", "expect", "repeat", NEXT_TURN)
        near = nearest(str(next(iter(value), "")), known)
        hint = f"did you mean {near!r}? " if near else ""
        raise BadAnswer(f"unknown answer {as_written(value)!r}: {hint}a phrase, a seat, or one of {', '.join(known)}")
    given = value[name]
    if name == "answer":
        return _raw(given)
    if name == "line":
        said = " ".join(map(as_written, given)) if isinstance(given, list) else as_written(given)
        return _spoken(p, ask, f"line {said}", f"line is written [degrees, distance], not {as_written(given)!r}")
    if name == "facing":
        words = as_written(given)
        return _spoken(p, ask, words if plain(words) == "keep" else f"facing {words}", f"no facing {words!r}")
    if name == "share":
        if not isinstance(given, Mapping):
            raise BadAnswer("share is written {name: number, …}")
        return dict(given)
    if isinstance(given, Mapping):
        return tuple((piece, _spot_of(p, ask, piece, spot)) for piece, spot in given.items())
    if isinstance(given, str) and plain(given) in NOTHING:
        return ()
    if isinstance(given, str):
        return _spoken(p, ask, given, f"{name} is written [x, y] or [[x, y], …], not {given!r}")
    if not isinstance(given, list):
        raise BadAnswer(f"{name} is written [x, y] or [[x, y], …], not {as_written(given)!r}")
    return _places(p, given, ask)


def _spoken(p: Position, ask: Ask, words: str, otherwise: str) -> Any:
    """What the domain understands by these words."""
    try:
        return ask.domain.spoken(p, words)
    except Unspoken as e:
        raise BadAnswer(f"{otherwise} ({e})") from e


def _places(p: Position, value: list[Any], ask: Ask) -> Any:
    if value and all(isinstance(each, str) for each in value):
        return tuple(value)  # names
    if value and not any(isinstance(each, list) for each in value):
        spot = pose(value)
        if isinstance(ask.domain, Arrangement) and len(ask.domain.pieces) == 1:
            return ((ask.domain.pieces[0], spot),)  # one piece: a bare place
        return (spot,) if isinstance(ask.domain, Path) else spot
    return tuple(_spot(each) for each in value)


def _spot_of(p: Position, ask: Ask, piece: str, value: Any) -> tuple[int, ...] | None:
    """A place for one of several: written, in words, or none."""
    if isinstance(value, str) and plain(value) not in LOST and isinstance(ask.domain, Arrangement):
        ((_, found),) = _spoken(p, ask, f"{piece} {value}", f"{value!r} is no place for {piece}")
        spot: tuple[int, ...] | None = found
        return spot
    return _spot(value)


def _spot(value: Any) -> tuple[int, ...] | None:
    if value is None or (isinstance(value, str) and plain(value) in LOST):
        return None
    return pose(value)


def pose(value: Any) -> tuple[int, ...]:
    """``[15, 8]`` or ``[15, 8, 90]`` in table units and degrees, as thousandths."""
    if not isinstance(value, list) or not all(type(c) in (int, float) and abs(c) <= FARTHEST for c in value):
        raise BadAnswer(f"{as_written(value)!r} is no place; write [x, y] or [x, y, facing]")
    return tuple(milli(c) for c in value)


def _raw(value: Any) -> Any:
    return tuple(map(_raw, value)) if isinstance(value, list) else value


def _list(words: tuple[str, ...]) -> str:
    shown = ", ".join(repr(w) for w in words[:12])
    return shown + (f" and {len(words) - 12} more" if len(words) > 12 else "") if shown else "nothing"


def as_written(value: Any) -> str:
    """An item as it stands in the file."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {as_written(each)}" for key, each in value.items())
    if isinstance(value, list):
        return "[" + ", ".join(map(as_written, value)) + "]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
