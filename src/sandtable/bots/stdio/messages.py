"""The messages of the bot protocol: one JSON object a line, with one key that says what it is.

What goes out is what the seat may know: its view, the events as it sees them, and the question with its legal answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

import msgspec

from sandtable.bots.stdio.limits import Limits
from sandtable.core import BoundAsk, Ended, Event, Option, Refusal, Ruleset, View
from sandtable.core.texts import plain_text
from sandtable.core.values import unfit

PROTOCOL = 1
CANDIDATES = 8
TEXT = 500  # characters of a bot's words that are passed on

EventLine = tuple[Event, str]  # an event as the seat sees it, and its line


class Malformed(ValueError):
    """A line that is no message."""


class Message(NamedTuple):
    """What a bot said: `hello`, `answer` or `info`, and what belongs to it."""

    kind: str
    body: dict[str, Any]


# --- engine to bot ---
def line(kind: str, body: Any) -> bytes:
    return msgspec.json.encode({kind: body}, enc_hook=plain_text) + b"\n"


def hello() -> bytes:
    try:
        engine = version("sandtable")
    except PackageNotFoundError:  # run from a folder nobody installed
        engine = "unknown"
    return line("hello", {"protocol": PROTOCOL, "engine": engine})


def new_game(rules: Ruleset, seat: int, options: Mapping[str, Any], seed: int, limits: Limits) -> bytes:
    return line(
        "new_game",
        {
            "ruleset": rules.name,
            "title": rules.title,
            "seat": rules.seat_name(seat),
            "seats": rules.seats,
            "options": {key: open_option(value) for key, value in options.items()},
            "seed": seed,
            "limits": {name: getattr(limits, name) for name in ("answer", "game", "line", "infos", "tries")},
        },
    )


def open_option(value: Any) -> Any:
    """An option as both seats may know it: an army list given as data holds hidden cards, so only its name goes out."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return [open_option(one) for one in value]
    name = value.get("name") if isinstance(value, Mapping) else getattr(value, "name", None)
    return name if isinstance(name, str) else None


def question(number: int, view: View, happened: Sequence[EventLine], most: int) -> bytes:
    """The question and all that is known. Where a line would be too long, the oldest events are left out."""
    asked = view.ask
    assert asked is not None
    body, left_out = {"id": number, **choice(view, asked, number)}, 0
    while True:
        events = [event(*one) for one in happened[left_out:]]
        found = line("ask", {**body, "events": events, "left_out": left_out})
        if len(found) <= most + 1 or not events:
            return found
        left_out += (len(events) + 1) // 2


def choice(view: View, asked: BoundAsk, seed: int) -> dict[str, Any]:
    options = asked.domain.options
    return {
        "seat": view.rules.seat_name(asked.seat),
        "prompt": asked.title,
        "window": asked.window,
        "forced": asked.forced,
        "cite": asked.cite,
        "kind": type(asked.ask.domain).__name__,
        "options": None if options is None else [option(o) for o in options],
        "candidates": asked.domain.candidates(CANDIDATES, seed),
        "hint": asked.domain.hint(),
        "default": asked.default,
        "view": view.state,
    }


def option(offered: Option) -> dict[str, Any]:
    """An option with the fields it has."""
    found = {name: getattr(offered, name) for name in offered.__struct_fields__}
    return {"key": offered.key, "label": offered.label, "cite": offered.cite, **{k: v for k, v in found.items() if v}}


def event(happened: Event, text: str) -> dict[str, Any]:
    fields = {name: getattr(happened, name) for name in happened.__struct_fields__ if name != "cite"}
    return {"kind": type(happened).__name__, "text": text, "cite": happened.cite, "fields": fields}


def refused(number: int, refusal: Refusal, left: int) -> bytes:
    """Why not, and how many answers are left."""
    return line(
        "refused",
        {
            "id": number,
            "reason": refusal.reason,
            "cite": refusal.cite,
            "short_by": refusal.short_by,
            "instead": refusal.instead,
            "tries": left,
        },
    )


def game_over(rules: Ruleset, result: Ended | None, score: Iterable[int], happened: Sequence[EventLine]) -> bytes:
    winner = None if result is None or result.winner is None else rules.seat_name(result.winner)
    reason = "" if result is None else result.reason
    last = [event(*one) for one in happened[-100:]]
    return line("game_over", {"winner": winner, "reason": reason, "score": list(score), "events": last})


def leave() -> bytes:
    return line("quit", True)


# --- bot to engine ---
def read(raw: bytes) -> Message:
    """A bot's line. Raises Malformed, never anything else."""
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError) as e:
        raise Malformed(f"sent a line that is not JSON in UTF-8: {short(raw)}") from e
    except RecursionError as e:
        raise Malformed("sent JSON nested too deeply") from e
    if not isinstance(data, dict) or len(data) != 1:
        raise Malformed(f"sent a line that is no object with one key: {short(raw)}")
    ((kind, body),) = data.items()
    if kind not in ("hello", "answer", "info"):
        raise Malformed(f"sent an unknown message: {short(raw)}")
    if kind == "info":
        return Message(kind, body if isinstance(body, dict) else {"text": body})
    if not isinstance(body, dict):
        raise Malformed(f"sent {kind} without an object: {short(raw)}")
    if kind == "answer" and set(body) != {"id", "value"}:
        raise Malformed(f"sent an answer without id and value alone: {short(raw)}")
    return Message(kind, body)


def short(raw: bytes) -> str:
    """The beginning of a line, safe to show."""
    return ascii(raw[:60].decode("utf-8", "backslashreplace")) + ("…" if len(raw) > 60 else "")


def plain(text: Any, most: int = TEXT) -> str:
    """A bot's text on one line, without control characters."""
    said = text if isinstance(text, str) else ascii(text) if unfit(text) is None else f"<{unfit(text)}>"
    return "".join(c if c.isprintable() else " " for c in said[:most])


def shown(text: str) -> str:
    """Several lines of a bot's text, without control characters, indented."""
    return "\n    ".join(plain(line) for line in text.splitlines())


def short_text(body: dict[str, Any]) -> str:
    """Info as a log shows it: its text where it has one, else all of it."""
    text = body.get("text")
    return text if isinstance(text, str) else plain(body, TEXT)
