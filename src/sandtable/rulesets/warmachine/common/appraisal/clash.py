"""Two armies against each other, all pairs at once: the numbers of `threats`, by arrays where there are many models."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sandtable.geometry.compiled import arrays
from sandtable.rulesets.warmachine.common.appraisal import threats
from sandtable.rulesets.warmachine.common.appraisal.figures import harm
from sandtable.rulesets.warmachine.common.appraisal.forces import (
    CASTER,
    JACK,
    LEFT,
    MELEE,
    RADIUS,
    REACH,
    SHOT,
    STILL,
    STRENGTH,
    THREAT,
    WORTH,
    Unit,
    X,
    Y,
)
from sandtable.rulesets.warmachine.common.appraisal.threats import DOUBT, SURE
from sandtable.rulesets.warmachine.common.state.cards import Library

MANY = 80  # pairs from which on arrays are faster


class Clash:
    """The plain version: one pair after another."""

    def __init__(self, cards: Library, mine: list[Unit], theirs: list[Unit]) -> None:
        self.cards, self.mine, self.theirs = cards, mine, theirs

    def strikes(self, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        """What mine can do to theirs; `ready`: only those of mine; `later`: after a turn of theirs."""
        return threats.strikes(self.cards, self.picked(ready), self.theirs, later)

    def mortal(self, caster: Unit, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        """What mine can do to a warcaster of theirs."""
        return threats.mortal(self.cards, self.picked(ready), caster, later)

    def closing(self) -> float:
        return threats.closing(self.mine, self.theirs)

    def picked(self, ready: Sequence[bool] | None) -> list[Unit]:
        return self.mine if ready is None else [u for u, use in zip(self.mine, ready, strict=True) if use]

    def other_way(self) -> Clash:
        return Clash(self.cards, self.theirs, self.mine)


class ArrayClash(Clash):
    """The same by arrays: rows are mine, columns theirs."""

    def __init__(self, cards: Library, mine: list[Unit], theirs: list[Unit], known: Any = None) -> None:
        super().__init__(cards, mine, theirs)
        self.np = np = arrays()
        if known is None:
            a, b = (np.array([u.numbers for u in side], dtype=float) for side in (mine, theirs))
            gaps = np.sqrt((a[:, None, X] - b[:, X]) ** 2 + (a[:, None, Y] - b[:, Y]) ** 2)
            gaps -= a[:, None, RADIUS] + b[:, RADIUS]
        else:
            a, b, gaps = known
        self.a, self.b, self.gaps = a, b, gaps
        reach = self.reach = a[:, REACH, None]
        hit, charged, fired, self.more, helpless = tables(
            cards, tuple([u.card for u in mine]), tuple([u.card for u in theirs])
        )
        far = charged * (SURE - DOUBT * gaps / np.maximum(reach, 1.0)) * (gaps <= reach)
        far = np.maximum(far, fired * (gaps <= a[:, SHOT, None]))
        close, still = gaps <= a[:, MELEE, None], b[:, STILL] > 0
        self.taken_later = self.taken = a[:, STRENGTH, None] * np.where(close, hit, far)
        if still.any():
            self.taken = a[:, STRENGTH, None] * np.where(close, np.where(still, helpless, hit), far)

    def strikes(self, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        np, worth = self.np, self.b[:, WORTH]
        shares = (self.taken_later if later else self.taken) / self.b[:, LEFT]
        if ready is not None:
            shares = shares[np.array(ready, dtype=bool)]
        if not len(shares):
            return 0.0
        values = np.minimum(1.0, shares) * worth
        best = values.argmax(axis=1)
        rows = np.arange(len(shares))
        use = values[rows, best] > 0
        total = np.bincount(best[use], weights=shares[rows, best][use], minlength=len(self.theirs))
        return float((np.minimum(1.0, total) * worth).sum())

    def mortal(self, caster: Unit, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        column = self.theirs.index(caster)
        near = (self.a[:, JACK] > 0) & (self.gaps[:, column] <= self.a[:, REACH])
        taken = (self.taken_later if later else self.taken)[:, column]
        parts = taken + 2 * near * self.more[:, column] * self.a[:, STRENGTH]
        if ready is not None:
            parts = parts[self.np.array(ready, dtype=bool)]
        return float(parts.sum()) / max(0.1, caster.share)

    def closing(self) -> float:
        np, a = self.np, self.a
        if not self.theirs:
            return 0.0
        between = self.gaps + a[:, RADIUS, None] + self.b[:, RADIUS]
        kings = self.b[:, CASTER] > 0
        far = (between.min(axis=1) - threats.CENTRES) / 1000
        fighters = len(kings) - int(kings.sum())
        shy, behind = threats.shyness(self.mine, fighters), threats.BEHIND if fighters else 0.0
        back = -shy * np.maximum(0.0, threats.COMFORT - far) - threats.GRADE / 2 * np.maximum(0.0, far - behind)
        short = np.minimum(threats.FARTHEST, np.maximum(0.0, far - a[:, THREAT] / 1000))
        forward = -threats.GRADE * short
        if kings.any():
            forward -= threats.TOWARD * (between[:, kings].min(axis=1) / 1000)
        return float(np.where(a[:, CASTER] > 0, back, forward).sum())

    def other_way(self) -> Clash:
        return ArrayClash(self.cards, self.theirs, self.mine, (self.b, self.a, self.gaps.T))


@lru_cache(maxsize=512)
def tables(cards: Library, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Any:
    """Expected shares for every pair: melee, charge, ranged, one more attack, in melee against the helpless."""
    np = arrays()
    return np.array([[harm(cards, a, b) for b in theirs] for a in mine]).transpose(2, 0, 1)


def clash(cards: Library, mine: list[Unit], theirs: list[Unit]) -> Clash:
    if len(mine) * len(theirs) >= MANY and arrays() is not None:
        return ArrayClash(cards, mine, theirs)
    return Clash(cards, mine, theirs)
