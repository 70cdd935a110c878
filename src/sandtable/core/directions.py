"""Choices of direction, and of some among several: a charge, a facing, the members of a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, dist, radians
from random import Random
from typing import TYPE_CHECKING, Any

from sandtable.core.choices import Domain, Judged, Pose
from sandtable.core.outlines import Outline
from sandtable.core.places import farthest, shapes_of
from sandtable.core.refusals import Refusal
from sandtable.core.texts import say
from sandtable.core.words import Point, Unspoken, direction, is_way, moved, number, pieces_on, words_of
from sandtable.geometry.arcs import bearing
from sandtable.geometry.regions import traced
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.units import FULL_TURN, MILLI, text

if TYPE_CHECKING:
    from sandtable.core.position import Position

WEDGE = 3 * MILLI  # how far from a base a wedge of facings is drawn
TRIES = 40  # random directions looked at for each candidate wanted


class Line(Domain, frozen=True, kw_only=True):
    """A straight way for one piece, answered ``(direction, distance)`` in thousandths of a degree and of the unit.

    A way given by its end turns by the rounding of that end; a direction does not.
    """

    measures = "move"

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
            return Refusal(say("a direction is 0 up to 360 degrees, not {way}", way=text(way)), self.cite)
        if far > self.most:
            why, less = say("{far} is farther than {most}", far=text(far), most=text(self.most)), self.at_most(p, way)
            over = far - self.most + ((less.short_by or 0) if less else 0)
            return Refusal(why, self.cite, short_by=over, instead=less.instead if less else "")
        if far < self.least:
            return Refusal(
                say("{far} is less than {least}", far=text(far), least=text(self.least)),
                self.cite,
                short_by=self.least - far,
            )
        return self.fault(p, way, far)

    def at_most(self, p: Position, way: int) -> Refusal | None:
        """What is wrong with the longest line in a direction, of games whose faults say how much less is legal."""
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(TRIES * n):
            answer = (rng.randrange(FULL_TURN), rng.randint(self.least, self.most))
            if self.refuse(p, answer) is None:
                found.append(answer)
                if len(found) == n:
                    break
        return found

    def judged(self, p: Position, answer: Any) -> Judged:
        line = self.normal(answer)
        refusal = self.refuse(p, line)
        if not isinstance(line, tuple) or len(line) != 2 or not all(type(c) is int for c in line):
            return Judged(refusal)
        way, far = line
        far = self.reached(p, way % FULL_TURN, min(far, self.most)) if refusal is not None else far
        upto = None if far is None else self.end(p, (way, far))
        return Judged(refusal, line[1], self.most - line[1], upto, (line[1],))

    def reached(self, p: Position, way: int, most: int) -> int | None:
        """How far it may go in a direction, at most so far; None: nowhere."""

        def stop(share: float) -> int | None:
            far = round(share * most)
            return far if self.refuse(p, (way, far)) is None else None

        found: int | None = farthest(stop)
        return found if found is not None or self.refuse(p, (way, self.least)) is not None else self.least

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> tuple[int, int] | None:
        """Straight at the place; where that is not legal, the direction whose end comes nearest."""
        start, most = self.start(p), self.most if far is None else min(far, self.most)
        straight, size = bearing(start, (goal[0], goal[1])) if goal[:2] != start else 0, dist(start, goal[:2])
        best: tuple[float, tuple[int, int]] | None = None
        step, ways = self.ways(p, straight)
        while step:
            for way in ways:
                lean = cos(radians((way - straight) / MILLI))  # the nearest place along a direction
                wish = max(self.least, min(most, round(size * max(lean, 0.0))))
                reach = self.nearest_along(p, way, wish)
                if reach is not None:
                    off = dist(self.end(p, (way, reach)), goal[:2])
                    if best is None or off < best[0]:
                        best = off, (way, reach)
            if best is None or best[0] <= 1:
                break
            step //= 3
            ways = [(best[1][0] + k * step) % FULL_TURN for k in (-2, -1, 1, 2)]
        return None if best is None else best[1]

    def ways(self, p: Position, straight: int) -> tuple[int, list[int]]:
        """Directions to try first, and how far they are apart. Override where few of them are legal."""
        return FULL_TURN // 72, [(straight + k * FULL_TURN // 72) % FULL_TURN for k in range(72)]

    def nearest_along(self, p: Position, way: int, wish: int) -> int | None:
        """The legal distance in a direction that is nearest to one. Override where they do not begin at the start."""
        return wish if self.refuse(p, (way, wish)) is None else self.reached(p, way, wish)

    def outline(self, p: Position) -> Outline:
        """Fans of directions with the farthest place in each, finer where it changes."""
        start = self.start(p)

        def tip(way: int) -> Point:
            reach = self.reached(p, way % FULL_TURN, self.most)
            return start if reach is None else self.end(p, (way % FULL_TURN, reach))

        return Outline((tuple(traced(tip, FULL_TURN)),))

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return shapes_of(p, self.piece)

    def spoken(self, p: Position, words: str) -> tuple[int, int]:
        """``ahead 12``, ``north 4``, ``60deg 9``, ``toward scourge`` (as far as allowed), ``line 60 9``."""
        said = words_of(words)
        if said[:1] == ["line"] and len(said) == 3:
            return number(said[1]) % FULL_TURN, number(said[2])
        way, rest = direction(p, said, self.start(p), self.facing(p))
        if len(rest) > 1:
            raise Unspoken(f"{' '.join(rest)!r} is no distance")
        if rest and said[0] != "toward":
            return way, number(rest[0])
        most = number(rest[0]) if rest else self.most  # towards a piece it is the most it goes
        allowed = self.nearest_along(p, way, min(most, self.most)) if most <= self.most else None
        return way, most if allowed is None else allowed

    def hint(self, p: Position) -> str:
        return say(
            "a direction and how far, up to {most}: ahead 4, north 4, 60deg 4, toward NAME", most=text(self.most)
        )


class Facing(Domain, frozen=True, kw_only=True):
    """Where one piece turns to, in thousandths of a degree. With `most`, at most so far from where it faces."""

    measures = "move"

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
        if self.most < FULL_TURN // 2 and (turn := self.turn(p, answer)) > self.most:
            return Refusal(
                say("a turn of {turn} degrees, {most} allowed", turn=text(turn), most=text(self.most)),
                self.cite,
                short_by=turn - self.most,
            )
        return self.fault(p, answer)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        now, reach = self.now(p), min(self.most, FULL_TURN // 2)
        tries = [now, *((now + rng.randint(-reach, reach)) % FULL_TURN for _ in range(TRIES * n))]
        return list(dict.fromkeys(facing for facing in tries if self.refuse(p, facing) is None))[:n]

    def turn(self, p: Position, facing: int) -> int:
        """By how much it turns."""
        off = abs(facing - self.now(p)) % FULL_TURN
        return min(off, FULL_TURN - off)

    def judged(self, p: Position, answer: Any) -> Judged:
        refusal = self.refuse(p, answer)
        if type(answer) is not int:
            return Judged(refusal)
        turn = self.turn(p, answer)
        upto = answer if refusal is None else self.nearest(p, answer % FULL_TURN)
        left = None if self.most >= FULL_TURN else self.most - turn
        return Judged(refusal, turn, left, None if upto is None else (upto,), (turn,))

    def nearest(self, p: Position, facing: int) -> int | None:
        """The legal facing nearest to one."""
        for off in range(0, FULL_TURN // 2 + 1, MILLI):
            for way in ((facing + off) % FULL_TURN, (facing - off) % FULL_TURN):
                if self.refuse(p, way) is None:
                    sign, low, high = 1 if (way - facing) % FULL_TURN == off else -1, max(0, off - MILLI), off
                    while high - low > 1:
                        mid = (low + high) // 2
                        low, high = (
                            (low, mid) if self.refuse(p, (facing + sign * mid) % FULL_TURN) is None else (mid, high)
                        )
                    return (facing + sign * high) % FULL_TURN if off else way
        return None

    def toward(self, p: Position, goal: Pose, far: int | None = None) -> int | None:
        """Facing a place, or as nearly as it may; `far` is the most it turns."""
        at, now = self.place(p), self.now(p)
        wish = bearing(at, (goal[0], goal[1])) if goal[:2] != at else now
        if far is not None and self.turn(p, wish) > far:
            wish = (now + (far if (wish - now) % FULL_TURN < FULL_TURN // 2 else -far)) % FULL_TURN
        return self.nearest(p, wish)

    def outline(self, p: Position) -> Outline:
        """Places it may come to face: a wedge about its base."""
        at = self.place(p)
        r = WEDGE

        def tip(way: int) -> Point:
            return moved(at, way, r) if self.refuse(p, way % FULL_TURN) is None else at

        return Outline((tuple(traced(tip, FULL_TURN)),))

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return shapes_of(p, self.piece)

    def spoken(self, p: Position, words: str) -> int:
        """``90``, ``north``, ``facing scourge``, ``left 45``, ``keep``."""
        said = words_of(words)
        if said in (["keep"], ["stay"], ["keep", "facing"]):
            return self.now(p)
        if said[:1] == ["facing"] and len(said) > 1 and (said[1][:1].isdigit() or is_way(said[1])):
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
            return Refusal(
                say("{unknown!r} cannot be chosen", unknown=unknown[0][:80]),
                self.cite,
                instead=", ".join(self.names[:12]),
            )
        if len(set(answer)) != len(answer):
            return Refusal("each name once", self.cite)
        if not self.least <= len(answer) <= self.most:
            wanted = f"{self.least} to {min(self.most, len(self.names))}"
            return Refusal(say("{answer} chosen, {wanted} wanted", answer=len(answer), wanted=wanted), self.cite)
        return self.fault(p, answer)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(TRIES * n if len(self.names) >= self.least else 0):
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
        few = "all, or none" if not self.least else "or all"
        return say("names with commas between them, {few}: {names}", few=few, names=tuple(self.names[:8]))
