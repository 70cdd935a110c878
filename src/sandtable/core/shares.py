"""Choices of amounts: Arc, focus, shots shared out."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from sandtable.core.choices import Domain
from sandtable.core.refusals import Refusal
from sandtable.core.texts import say
from sandtable.core.words import Unspoken, words_of

if TYPE_CHECKING:
    from sandtable.core.position import Position

SMALL = frozenset({"for", "give", "to"})  # words between names and numbers that mean nothing
BREAKS = re.compile(r"[,;]|\band\b", re.IGNORECASE)


class Split(Domain, frozen=True, kw_only=True):
    """Whole numbers shared out: Arc, focus, shots. Answered as ``{"wolf": 2}`` or ``[["wolf", 2]]``."""

    besides: ClassVar[frozenset[str]] = frozenset()  # words that may be said, too: give 2 points to wolf
    limits: tuple[tuple[str, int], ...]
    total: int
    exactly: bool = False
    cite: str = ""

    def normal(self, answer: Any) -> Any:
        if isinstance(answer, dict):
            answer = list(answer.items())
        answer = super().normal(answer)
        if isinstance(answer, tuple) and all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            rank = {name: i for i, (name, _) in enumerate(self.limits)}
            if all(isinstance(a[0], str) and a[0] in rank for a in answer):
                return tuple(sorted((a for a in answer if a[1] != 0), key=lambda a: rank[a[0]]))
        return answer

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, tuple) and len(a) == 2 for a in answer):
            return Refusal("expected amounts by name")
        limits = dict(self.limits)
        if len({a[0] for a in answer if isinstance(a[0], str)}) != len(answer):
            return Refusal("each name once")
        for name, amount in answer:
            if name not in limits:
                return Refusal(say("{name!r} takes no share", name=name), self.cite, instead=", ".join(limits))
            if type(amount) is not int or not 0 <= amount <= limits[name]:
                return Refusal(f"{name} takes 0 to {limits[name]}, not {amount!r}"[:200], self.cite)
        spent = sum(a[1] for a in answer)
        if spent > self.total or (self.exactly and spent != self.total):
            return Refusal(say("{spent} shared out of {total}", spent=spent, total=self.total), self.cite)
        return None

    def spoken(self, p: Position, words: str) -> Any:
        """``wolf 2, gate 1``; ``nothing``."""
        if words_of(words) in (["nothing"], ["none"], ["pass"], ["done"], []):
            return ()
        shares: list[tuple[str, int]] = []
        for part in self.said(words):
            name, _, many = part.rpartition(" ")
            if not name or not many.isdecimal() or len(many) > 9:
                raise Unspoken(f"{part[:80]!r} is no share: wolf 2, gate 1; or nothing")
            shares.append((name.strip(), int(many)))
        return self.normal(shares)

    def said(self, words: str) -> list[str]:
        """``wolf 2`` and ``gate 1`` of all that is said; one named without a number that takes at most 1 gets it."""
        ones = [f" {name}".replace("_", " ") for name, most in self.limits if most == 1]
        parts = shares_said(words, SMALL | self.besides)
        whole = {part for part in parts if any(one.endswith(f" {part}".casefold().replace("_", " ")) for one in ones)}
        return [f"{part} 1" if part in whole else part for part in parts]

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = [] if self.exactly and self.total else [()]
        for _ in range(4 * n):
            if len(found) >= n:
                break
            left = self.total if self.exactly else rng.randint(0, self.total)
            names, given = list(self.limits), {}
            rng.shuffle(names)
            for i, (name, limit) in enumerate(names):
                room = sum(m for _, m in names[i + 1 :])
                given[name] = rng.randint(max(0, left - room) if self.exactly else 0, min(limit, left))
                left -= given[name]
            answer = self.normal(given)
            if answer not in found and self.refuse(p, answer) is None:
                found.append(answer)
        return found[:n]


def shares_said(text: str, small: frozenset[str] = SMALL) -> list[str]:
    """``wolf 2`` and ``gate 1`` of ``wolf 2, gate 1``, ``wolf 2 gate 1``, ``wolf: 2; gate=1``, ``2 wolf, 1 gate``,
    ``give 2 to wolf and 1 to gate``."""
    found: list[str] = []
    for part in BREAKS.split(text.replace(":", " ").replace("=", " ")):
        words = [word for word in part.split() if word.casefold() not in small]
        first = bool(words) and words[0].isdecimal()
        groups: list[list[str]] = [[]]
        for word, before in zip(words, ["", *words], strict=False):
            if word.isdecimal() if first else before.isdecimal() and not word.isdecimal():
                groups.append([])
            groups[-1].append(word)
        found += [" ".join([*group[1:], group[0]] if first else group) for group in groups if group]
        if not words:
            found.append("")
    return found
