"""Plain text taken apart: counts, names and what follows them, without knowing what the names mean."""

from __future__ import annotations

import re
from typing import NamedTuple

COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
RULED = re.compile(r"\s*(?:={3,}|-{3,}|~{3,})\s*$")
UNDERLINE = re.compile(r"\s*={3,}\s*$")
BULLET = re.compile(r"^(?:[-*•–—>]\s+)+")
ASIDE = re.compile(r"\[[^\]]*\]")
BEFORE = re.compile(r"^(?:(\d{1,4})\s*(?:[x×*]\s*|\s)|[x×](\d{1,4})\s+)(?=\D)", re.IGNORECASE)
AFTER = re.compile(r"\s+[x×]\s*(\d{1,4})$")
CLOSED = re.compile(r"\)\s*[x×]\s*(\d{1,4})$")
REST = re.compile(r"\s*:\s*|\s+with\s+|\s+\+\s*|\s+[-–—]\s+|\s*\(", re.IGNORECASE)
GROUP = re.compile(r"[;|()]|\s[-–—]\s")
PART = re.compile(r"\s*[,&+:]\s*|\s+(?:and|with)\s+", re.IGNORECASE)
GAME_WORDS = {("game",), ("ruleset",), ("system",)}  # heads of the line that names the game
COSTS = ("pts?", "points?")  # words of costs in every game
WORD = re.compile(r"\w")
LONGEST = 2000  # characters looked at in a line
LINES = 5000  # of a list
MOST = 99  # the largest count: a slip of the key must not fill the memory


class Line(NamedTuple):
    """``2x Cart: Red; Long Gun, Pike`` has the head ``Cart``, 2 times, and two groups."""

    number: int
    raw: str
    head: str
    times: int = 1
    groups: tuple[tuple[str, ...], ...] = ()
    value: str = ""  # what follows the colon, unchanged
    counted: bool = False  # a count stands before or after the head
    indent: int = 0
    title: bool = False  # underlined
    size: int = 0  # ``(10 models)``


class Notes(NamedTuple):
    """What stands in brackets and is no part: sizes and costs."""

    size: re.Pattern[str] | None
    other: re.Pattern[str]


def lines_of(text: str, costs: tuple[str, ...] = (), size: str = "") -> list[Line]:
    """Every line with content. Comments (# or //), [asides], bullets and underlines are taken off.

    Brackets with a cost (``(DC 2)``) are left out; `size` is the game's word for the models of an entry.
    """
    spent = "|".join((*COSTS, *map(re.escape, costs)))
    other = re.compile(rf"\(\s*(?:\d+(?:\s+\w+)?|[^()]*\b(?:{spent})\b[^()]*)\s*\)", re.IGNORECASE)
    sized = re.compile(rf"\(\s*(\d{{1,4}})\s+{re.escape(size.removesuffix('s'))}s?\s*\)", re.IGNORECASE)
    notes = Notes(sized if size else None, other)
    found: list[Line] = []
    written = [row[:LONGEST] for row in text.splitlines()[:LINES]]  # cut before anything is looked for in them
    underline = 0
    for number, raw in enumerate(written, 1):
        below = written[number] if number < len(written) else ""
        line = line_of(number, raw, notes)
        if number != underline and raw.strip() and UNDERLINE.match(below):
            found.append((line or Line(number, raw.strip(), raw.strip()))._replace(title=True))
            underline = number + 1
        elif line is not None and not RULED.match(raw):
            found.append(line)
    return found


def line_of(number: int, raw: str, notes: Notes) -> Line | None:
    content = ASIDE.sub(" ", COMMENT.sub("", raw)).replace("**", "").strip()
    content = BULLET.sub("", content)
    size = notes.size.search(content) if notes.size else None
    content = notes.other.sub(" ", content).strip()
    if not WORD.search(content):
        return None
    times, counted = 1, False
    if before := BEFORE.match(content):
        times, counted, content = int(before[1] or before[2]), True, content[before.end() :].strip()
    head, rest = content, ""
    if split := REST.search(content):
        head, rest = content[: split.start()].strip(), content[split.end() :]
    # A count after a name belongs to that name: in "Plan: hold ×2" and "Cart: Pike x2" not to the head.
    if after := AFTER.search(head):
        times, counted, head = times * int(after[1]), True, head[: after.start()].strip()
    elif closed := CLOSED.search(rest):
        times, rest = times * int(closed[1]), rest[: closed.start()]
    return Line(
        number=number,
        raw=raw.strip(),
        head=head,
        times=min(times, MOST),
        groups=tuple(group for part in GROUP.split(rest) if (group := parts_of(part))),
        value=raw.partition(":")[2].strip(),
        counted=counted,
        indent=indent_of(raw),
        size=min(int(size[1]), MOST) if size else 0,
    )


def indent_of(raw: str) -> int:
    spread = raw.expandtabs(4)
    return len(spread) - len(spread.lstrip())


def parts_of(group: str) -> tuple[str, ...]:
    """The names in a group; ``2x Pike`` is there twice."""
    found: list[str] = []
    for part in PART.split(group):
        name, count = part.strip(), 1
        if before := BEFORE.match(name):
            count, name = int(before[1] or before[2]), name[before.end() :].strip()
        elif after := AFTER.search(name):
            count, name = int(after[1]), name[: after.start()].strip()
        found += [name] * min(count, MOST) if name else []
    return tuple(found)
