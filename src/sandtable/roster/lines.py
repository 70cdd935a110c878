"""Plain text taken apart: counts, names and what follows them, without knowing what the names mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.roster.beside import AFTER, BEFORE, MARK, MOST, SIZE, Marks, crossed, number_of

COMMENT = re.compile(r"(?:^|\s)(?:#|//).*$")
RULED = re.compile(r"\s*(?:={3,}|-{3,}|~{3,})\s*$")
UNDERLINE = re.compile(r"\s*={3,}\s*$")
BULLET = re.compile(r"^(?:[-*•–—>+·‣→▪●○◦]+\s*(?=[\w×])|[-*•–—>]\s+|\d{1,2}[.)]\s+)+")
ASIDE = re.compile(r"\[[^\]]*\]")
CLOSED = re.compile(r"\)\s*[x×]\s*(\d{1,4})$")
CROSSED = re.compile(r"\(\s*[x×]\s*(\d{1,4})\s*\)|(?<=\w)\s+(\d{1,4})[x×]$")  # a count behind a name: (x2), 2x
REST = re.compile(r"\s*:\s*|\s+(?:with|plus)\s+|\s+w/\s*|\s+\+\s*|\s+[-–—]\s+|\s*\(", re.IGNORECASE)
GROUP = re.compile(r"[;|()]|\s[-–—]\s")
PART = re.compile(r"\s*[,&+:]\s*|\s+(?:and|with|plus)\s+|\s+w/\s*", re.IGNORECASE)
GAME_WORDS = {("game",), ("ruleset",), ("system",)}  # heads of the line that names the game
COSTS = ("pts?", "points?")  # words of costs in every game
WORD = re.compile(r"\w")
LONGEST = 2000  # characters looked at in a line
LINES = 5000  # of a list


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
    bare: bool = False  # counted without a cross: ``6 Long Gunners``
    said: tuple[tuple[str, int], ...] = ()  # sizes, costs and numbers beside the head
    whole: str = ""  # the head with all that stands beside it

    @property
    def size(self) -> int:
        """``(10 models)``"""
        return next((min(number, MOST) for kind, number in self.said if kind == SIZE), 0)


class Notes(NamedTuple):
    """What stands beside names and is no part: sizes and costs are marked, in other games left out with brackets."""

    marks: Marks | None
    other: re.Pattern[str]


def lines_of(
    text: str,
    costs: tuple[str, ...] = (),
    size: str = "",
    sizes: Sequence[tuple[str, int]] = (),
    before: Sequence[str] = (),
) -> list[Line]:
    """Every line with content. Comments (# or //), [asides], bullets and underlines are taken off.

    Brackets with a cost (``(DC 2)``) are left out; `size` is the game's word for the models of an entry, `sizes` other
    phrases for it, `before` the words that a cost may stand behind.
    """
    words = (*COSTS, *map(re.escape, costs))
    spent = "|".join(words)
    other = re.compile(rf"\(\s*(?:\d+(?:\s+\w+)?|[^()]*\b(?:{spent})\b[^()]*)\s*\)", re.IGNORECASE)
    notes = Notes(Marks(size, sizes, words, before) if size else None, other)
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
    content = CROSSED.sub(lambda found: f" x{found[1] or found[2]} ", content).strip()
    content = notes.marks.marked(content) if notes.marks else notes.other.sub(" ", content).strip()
    if not WORD.search(content):
        return None
    times, counted, bare, started = 1, False, False, content
    if before := BEFORE.match(content):
        times, counted, bare = number_of(before), True, not crossed(before)
        content = content[before.end() :].strip()
    head, rest = content, ""
    if split := REST.search(content):
        head, rest = content[: split.start()].strip(), content[split.end() :]
    whole = started.removesuffix(content) + head
    said = tuple((found[1], int(found[2])) for found in MARK.finditer(head))
    head = MARK.sub(" ", head).strip()
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
        bare=bare,
        said=said,
        whole=whole,
    )


def indent_of(raw: str) -> int:
    spread = raw.expandtabs(4)
    return len(spread) - len(spread.lstrip())


def parts_of(group: str) -> tuple[str, ...]:
    """The names in a group; ``2x Pike`` is there twice. ``2 Pikes`` stays: it may be one of two models."""
    found: list[str] = []
    for part in PART.split(group):
        name, count = part.strip(), 1
        if (before := BEFORE.match(name)) and crossed(before):
            count, name = number_of(before), name[before.end() :].strip()
        elif after := AFTER.search(name):
            count, name = int(after[1]), name[: after.start()].strip()
        found += [name] * min(count, MOST) if name else []
    return tuple(found)
