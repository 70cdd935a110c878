"""Messages: a template and its arguments, with the English made from them.

Arguments are ids and numbers, so that a client can link and highlight them, another language can be written beside
the English one, and people read printed names where the rules know ids.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.core.position import Position

OPTIONAL = re.compile(r"\[([^\[\]]*)\]")  # "[ with {using}]": left out while one of its arguments is empty
ID = re.compile(r"[A-Za-z]\w*(?:\.\w+)?")
FIELD = re.compile(r"\{(\w+)")
PLAIN = re.compile(r"(?:[^{}]|\{[A-Za-z_]\w*\})*")  # fields without attributes and formats


class Text(str):
    """A text that knows how it was made: ``say("{piece} cannot move", piece="marauder")``.

    As a string it has the arguments as they are; `english` puts in the printed names.
    """

    __slots__ = ("args", "template")

    template: str
    args: dict[str, Any]

    def __new__(cls, template: str, args: dict[str, Any]) -> Text:
        made = super().__new__(cls, filled(template, args))
        made.template, made.args = template, args
        return made

    def __getnewargs__(self) -> tuple[str, dict[str, Any]]:  # type: ignore[override]
        return self.template, self.args


def say(template: str, /, **args: Any) -> Text:
    try:
        return _kept(template, tuple(args.items()))
    except TypeError:  # an argument that cannot be a key
        return Text(template, args)


@lru_cache(maxsize=4096)  # every question has a prompt, and most of them were asked before
def _kept(template: str, args: tuple[tuple[str, Any], ...]) -> Text:
    return Text(template, dict(args))


def filled(template: str, args: dict[str, Any]) -> str:
    """The template with its arguments; parts in square brackets only where all of theirs are there."""

    def part(found: re.Match[str]) -> str:
        wanted = FIELD.findall(found[1])
        if not wanted:
            return found[0]  # brackets that are meant as such
        return found[1] if all(args.get(name) not in (None, "", ()) for name in wanted) else ""

    return (OPTIONAL.sub(part, template) if "[" in template else template).format_map(_Plain(args))


class _Plain(dict[str, Any]):
    """Arguments as they are put into a text: several things are listed."""

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        return listed([str(part) for part in value]) if isinstance(value, tuple | list) else value


def english(p: Position, text: str) -> str:
    """The text as people read it on this table: ids among the arguments become printed names."""
    if not isinstance(text, Text):
        return text
    return filled(text.template, {key: _named(p, key, value) for key, value in text.args.items()})


def _named(p: Position, key: str, value: Any) -> Any:
    if isinstance(value, Text):
        return english(p, value)
    if isinstance(value, str):
        return p.rules.showing.named(p, key, value)
    if isinstance(value, tuple | list):
        return listed([str(_named(p, key, part)) for part in value])
    return value


def with_names(p: Position, text: str) -> str:
    """A text without arguments: words that are ids of pieces, bodies and reserves become printed names."""
    if isinstance(text, Text):
        return english(p, text)
    showing, words = p.rules.showing, ID.findall(text)
    if not any(word in showing.names(p) for word in words):
        return text
    try:
        ids = {*showing.pieces(p), *showing.bodies(p), *(reserve.id for reserve in showing.scene(p).reserves)}
    except ValueError:  # a game without a drawing
        ids = set()
    ids |= {id.partition(".")[0] for id in ids}
    known = {id: name for id in ids if (name := showing.name(p, id)) != id}
    return ID.sub(lambda found: known.get(found[0], found[0]), text) if known else text


def listed(words: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1] if words else "")))


def before_colon(text: str) -> str:
    """What stands before the first colon: a reason without its figures."""
    if isinstance(text, Text):
        args = {key: before_colon(value) if isinstance(value, Text) else value for key, value in text.args.items()}
        return Text(text.template.partition(": ")[0], args)
    return text.partition(": ")[0]


def sentence(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def plain_text(value: Any) -> str:
    """For encoders: a Text is saved as its string."""
    if isinstance(value, Text):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} cannot be saved")


def parts_of(text: str) -> Any:
    """Plain data that a text can be made from again: `remade`."""
    if not isinstance(text, Text):
        return text
    args = {key: parts_of(value) if isinstance(value, str) else value for key, value in text.args.items()}
    return {"template": text.template, "args": args}


def remade(text: str, parts: Any) -> str:
    """A saved text with its template and arguments, where these parts give just that text."""
    made = _made(parts)
    return made if made == text else text


def _made(parts: Any) -> Any:
    if not isinstance(parts, dict):
        return tuple(map(_made, parts)) if isinstance(parts, list) else parts
    template, args = parts.get("template"), parts.get("args")
    if not isinstance(template, str) or not isinstance(args, dict) or not PLAIN.fullmatch(template):
        return ""
    try:
        return Text(template, {key: _made(value) for key, value in args.items()})
    except (KeyError, ValueError, IndexError):
        return ""
