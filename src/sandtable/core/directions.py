"""Choices of direction, and of some among several: a charge, a facing, the members of a group."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from sandtable.core.choices import Domain
from sandtable.core.refusals import Refusal
from sandtable.core.words import Point, Unspoken, direction, moved, number, pieces_on, words_of
from sandtable.geometry.units import FULL_TURN, text

if TYPE_CHECKING:
    from sandtable.core.position import Position

TRIES = 40  # random directions looked at for each candidate wanted


class Line(Domain, frozen=True, kw_only=True):
    """A straight way for one piece, answered ``(direction, distance)`` in thousandths of a degree and of the unit.

    A way given by its end turns by the rounding of that end; a direction does not.
    """

    piece: str = ""
    most: int
    least: int = 0
    cite: str = ""

    def start(self, p: Position) -> Point:
        """Where the piece is."""
        return pieces_on(p)[self.piece].at

    def facing(self, p: Position) -> int | None:
        return pieces_on(p)[self.piece].facing

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        """What the rules say against it: override."""
        return None

    def end(self, p: Position, answer: tuple[int, int]) -> Point:
        """Where it leads, rounded once."""
        return moved(self.start(p), *answer)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or not all(type(c) is int for c in answer):
            return Refusal(
                "expected [direction, distance] in thousandths", self.cite, instead="for example [90000, 5000]"
            )
        way, far = answer
        if not 0 <= way < FULL_TURN:
            return Refusal(f"a direction is 0 up to 360 degrees, not {text(way)}", self.cite)
        if far > self.most:
            return Refusal(f"{text(far)} is farther than {text(self.most)}", self.cite, short_by=far - self.most)
        if far < self.least:
            return Refusal(f"{text(far)} is less than {text(self.least)}", self.cite, short_by=self.least - far)
        return self.fault(p, way, far)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(TRIES * n):
            answer = (rng.randrange(FULL_TURN), rng.randint(self.least, self.most))
            if self.refuse(p, answer) is None:
                found.append(answer)
                if len(found) == n:
                    break
        return found

    def spoken(self, p: Position, words: str) -> tuple[int, int]:
        """``ahead 12``, ``north 4``, ``60deg 9``, ``toward scourge`` (as far as allowed), ``line 60 9``."""
        said = words_of(words)
        if said[:1] == ["line"] and len(said) == 3:
            return number(said[1]) % FULL_TURN, number(said[2])
        way, rest = direction(p, said, self.start(p), self.facing(p))
        if len(rest) > 1:
            raise Unspoken(f"{' '.join(rest)!r} is no distance")
        return way, number(rest[0]) if rest else self.most

    def hint(self, p: Position) -> str:
        return f"a direction and how far, up to {text(self.most)}: ahead 4, north 4, 60deg 4, toward NAME"


class Facing(Domain, frozen=True, kw_only=True):
    """Where one piece turns to, in thousandths of a degree. With `most`, at most so far from where it faces."""

    piece: str = ""
    most: int = FULL_TURN
    cite: str = ""

    def now(self, p: Position) -> int:
        return pieces_on(p)[self.piece].facing or 0

    def place(self, p: Position) -> Point:
        return pieces_on(p)[self.piece].at

    def fault(self, p: Position, facing: int) -> Refusal | None:
        return None

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if type(answer) is not int or not 0 <= answer < FULL_TURN:
            return Refusal("expected a facing of 0 up to 360 degrees, in thousandths", self.cite)
        off = abs(answer - self.now(p))
        turn = min(off, FULL_TURN - off)
        if turn > self.most:
            return Refusal(
                f"a turn of {text(turn)} degrees, {text(self.most)} allowed", self.cite, short_by=turn - self.most
            )
        return self.fault(p, answer)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        now, reach = self.now(p), min(self.most, FULL_TURN // 2)
        tries = [now, *((now + rng.randint(-reach, reach)) % FULL_TURN for _ in range(TRIES * n))]
        return list(dict.fromkeys(facing for facing in tries if self.refuse(p, facing) is None))[:n]

    def spoken(self, p: Position, words: str) -> int:
        """``90``, ``north``, ``facing scourge``, ``left 45``, ``keep``."""
        said = words_of(words)
        if said in (["keep"], ["stay"], ["keep", "facing"]):
            return self.now(p)
        if said[:1] == ["facing"] and len(said) > 1 and said[1][:1].isdigit():
            said = said[1:]
        if len(said) == 1 and said[0][:1].isdigit() and not said[0].endswith(("deg", "°")):
            return number(said[0]) % FULL_TURN
        way, rest = direction(p, said, self.place(p), self.now(p))
        if rest:
            raise Unspoken(f"{' '.join(rest)!r} does not belong to a facing")
        return way

    def hint(self, p: Position) -> str:
        return "a facing: 90, north, facing NAME, left 45, right 45, keep"


class Subset(Domain, frozen=True, kw_only=True):
    """Some of several names, in the order of `names`: helpers of a combined attack, units of a brigade."""

    names: tuple[str, ...]
    least: int = 0
    most: int = 1_000
    cite: str = ""

    def fault(self, p: Position, chosen: tuple[str, ...]) -> Refusal | None:
        return None

    def normal(self, answer: Any) -> Any:
        answer = super().normal(answer)
        if isinstance(answer, tuple) and all(isinstance(a, str) for a in answer) and set(answer) <= set(self.names):
            return tuple(sorted(answer, key=self.names.index))
        return answer

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or not all(isinstance(a, str) for a in answer):
            return Refusal("expected a list of names", self.cite, instead=", ".join(self.names[:12]))
        if unknown := [a for a in answer if a not in self.names]:
            return Refusal(f"{unknown[0][:80]!r} cannot be chosen", self.cite, instead=", ".join(self.names[:12]))
        if len(set(answer)) != len(answer):
            return Refusal("each name once", self.cite)
        if not self.least <= len(answer) <= self.most:
            wanted = f"{self.least} to {min(self.most, len(self.names))}"
            return Refusal(f"{len(answer)} chosen, {wanted} wanted", self.cite)
        return self.fault(p, answer)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(TRIES * n):
            size = rng.randint(self.least, min(self.most, len(self.names)))
            answer = self.normal(rng.sample(self.names, size))
            if answer not in found and self.refuse(p, answer) is None:
                found.append(answer)
                if len(found) == n:
                    break
        return found

    def spoken(self, p: Position, words: str) -> tuple[str, ...]:
        """``wolf, hound``, ``wolf and hound``, ``all``, ``none``."""
        said = " ".join(words_of(words)).replace(" and ", ",")
        if said in ("none", "nobody", "nothing", ""):
            return ()
        if said in ("all", "everybody"):
            return self.names
        return tuple(self.one(part.strip()) for part in said.split(",") if part.strip())

    def one(self, word: str) -> str:
        by_word = {name.casefold(): name for name in self.names}
        found: Sequence[str] = (
            [by_word[word]] if word in by_word else [n for w, n in by_word.items() if w.startswith(word)]
        )
        if len(found) != 1:
            raise Unspoken(f"{word!r} is none of {', '.join(self.names[:12])}" if not found else f"{word!r} is unclear")
        return found[0]

    def hint(self, p: Position) -> str:
        return f"names with commas between them, all, or none: {', '.join(self.names[:8])}"
