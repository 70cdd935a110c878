"""What stands beside a name and is no name: how many, how many models, what it costs.

`marked` turns phrases into marks, which survive every split of the line; `taken_apart` reads them off a name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

SIZE, LARGEST, SMALLEST = "size", "largest", "smallest"
COST, NUMBER = "cost", "number"
MARK = re.compile(rf"\s*‹({SIZE}|{LARGEST}|{SMALLEST}|{COST}|{NUMBER}) (\d{{1,4}})›\s*")
BEFORE = re.compile(r"^(?:(\d{1,4})\s*(?:([x×*])\s*|\s)|([x×])(\d{1,4})\s+)(?=\D)", re.IGNORECASE)
AFTER = re.compile(r"\s+[x×]\s*(\d{1,4})$")
BEHIND = re.compile(r"(?:^|(?:\s*[-–—:=]|\s*\.{2,}|\s)\s*)[*+]?(\d{1,4})$")
FRONT = re.compile(r"^\(\s*(\d{1,4})\s*\)\s+(?=\w)")
ALONE = re.compile(r"\(\s*[*+]?(\d{1,4})\s*\)")
UNITS_OF = re.compile(r"^(?:units?|squads?)\s+of\s+", re.IGNORECASE)
FILLER = re.compile(r"^(?:an?|the|and|plus|of|[&+])\s+|\s+(?:each|of|units?|squads?)$", re.IGNORECASE)
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SPELLED = {word: number for number, word in enumerate(NUMBERS)}
SPELT = "|".join(SPELLED)
FIRST = re.compile(rf"^({SPELT})\s+(?=\D)", re.IGNORECASE)
MOST = 99  # the largest count: a slip of the key must not fill the memory


class Beside(NamedTuple):
    """A name without what stands beside it."""

    name: str
    times: int = 1
    bare: int = 0  # ``6 Long Gunners``: this many of them, or one of this many models
    said: tuple[tuple[str, int], ...] = ()  # a SIZE, a COST..., with the number that was said


class Marks:
    """The phrases of one game."""

    def __init__(
        self, size: str, sizes: Sequence[tuple[str, int]], costs: Collection[str], before: Collection[str] = ()
    ) -> None:
        said = [(rf"[x×]?\s*(\d{{1,4}}|{SPELT})[\s-]*{re.escape(size.removesuffix('s'))}s?", 0), *sizes]
        self.sizes = [(enclosed(rf"{phrase}(?:\s+(?:each|strong))?"), more) for phrase, more in said]
        self.costs = enclosed(rf"(?:(?:costs?|for)\s+)?[*+]?(\d{{1,4}})\s*(?:{'|'.join(costs)})(?:\s+each)?")
        self.before = enclosed(rf"(?:{'|'.join(map(re.escape, before))})\s*[:=]\s*[*+]?(\d{{1,4}})") if before else None

    def marked(self, content: str) -> str:
        """``(10 models)``, ``10-man``, ``12 points`` and ``(7)`` become marks; a number in brackets in front counts."""
        content = FRONT.sub(r"\1 ", content)
        for phrase, more in self.sizes:
            content = phrase.sub(partial(sized, more), content)
        content = FULL.sub(mark(LARGEST, 0), content)
        content = LEAST.sub(mark(SMALLEST, 0), content)
        for costs in filter(None, (self.before, self.costs)):
            content = costs.sub(lambda found: mark(COST, int(found[1] or found[2])), content)
        return ALONE.sub(lambda found: mark(NUMBER, int(found[1])), content).strip()


def enclosed(phrase: str) -> re.Pattern[str]:
    """The phrase, with its brackets if it is alone in them."""
    return re.compile(rf"\(\s*{phrase}\s*\)|(?<![\w‹-]){phrase}(?!\w)", re.IGNORECASE)


FULL = enclosed(r"(?:max(?:imum)?|full)(?:\s+(?:size|unit|strength))*")
LEAST = enclosed(r"min(?:imum)?(?:\s+(?:size|unit))*")


def sized(more: int, found: re.Match[str]) -> str:
    return mark(SIZE, number(found[1] or found[2]) + more)


def mark(kind: str, number: int) -> str:
    return f" ‹{kind} {number}› "


def taken_apart(name: str, *, numbers: bool = True) -> Beside:
    """Counts, articles and marks are taken off as long as there are any; plain numbers behind a name if asked."""
    said = [(found[1], int(found[2])) for found in MARK.finditer(name)]
    rest, times, bare = MARK.sub(" ", name).strip(), 1, 0
    while True:
        begun = rest
        if counted := BEFORE.match(rest) or FIRST.match(rest):
            number = number_of(counted)
            rest = rest[counted.end() :]
            if UNITS_OF.match(rest) or crossed(counted):
                times *= number
            else:
                bare = number
        elif after := AFTER.search(rest):
            times, rest = times * int(after[1]), rest[: after.start()]
        elif numbers and (behind := BEHIND.search(rest)):
            said.append((NUMBER, int(behind[1])))
            rest = rest[: behind.start()]
        else:
            rest = FILLER.sub("", UNITS_OF.sub("", rest))
        rest = rest.strip(" \t,.;:")
        if rest == begun:
            return Beside(rest, times, bare, tuple(said))


def number_of(counted: re.Match[str]) -> int:
    return number(counted[1] if counted.re is FIRST else counted[1] or counted[4])


def number(word: str) -> int:
    return SPELLED[found] if (found := word.lower()) in SPELLED else int(word)


def crossed(counted: re.Match[str]) -> bool:
    """``6x`` is six of them; ``6`` may say how many models one has."""
    return counted.re is BEFORE and bool(counted[2] or counted[3])
