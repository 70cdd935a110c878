"""Two armies against each other, all pairs at once: the numbers of `threats`, by arrays where there are many models."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sandtable.geometry.compiled import arrays
from sandtable.rulesets.warmachine.common.appraisal import threats
from sandtable.rulesets.warmachine.common.appraisal.figures import harm
from sandtable.rulesets.warmachine.common.appraisal.forces import Unit
from sandtable.rulesets.warmachine.common.appraisal.threats import DOUBT, LEAST, SURE
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

    def __init__(self, cards: Library, mine: list[Unit], theirs: list[Unit], gaps: Any = None) -> None:
        super().__init__(cards, mine, theirs)
        self.np = np = arrays()
        if gaps is None:
            a, b = (np.array([(u.x, u.y, u.printed.radius) for u in side], dtype=float) for side in (mine, theirs))
            gaps = np.sqrt((a[:, None, 0] - b[None, :, 0]) ** 2 + (a[:, None, 1] - b[None, :, 1]) ** 2)
            gaps -= a[:, None, 2] + b[None, :, 2]
        self.gaps = gaps
        columns = np.array(
            [
                (threats.charge_range(u), u.printed.shot, u.printed.melee, 0.0 if u.still else u.might)
                for u in mine
            ]
        )  # fmt: skip
        reach, shot, melee, might = (columns[:, n : n + 1] for n in range(4))
        hit, charged, fired, self.more, helpless = tables(
            cards, tuple(u.card for u in mine), tuple(u.card for u in theirs)
        )
        still = np.array([u.still for u in theirs])
        far = charged * (SURE - DOUBT * gaps / np.maximum(reach, 1.0)) * (gaps <= reach)
        far = np.maximum(far, fired * (gaps <= shot))
        self.reach, self.might = reach, might
        self.taken = might * np.where(gaps <= melee, np.where(still, helpless, hit), far)
        self.taken_later = might * np.where(gaps <= melee, hit, far) if still.any() else self.taken
        self.left = np.array([max(LEAST, u.share) for u in theirs])
        self.worth = np.array([u.worth for u in theirs])

    def strikes(self, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        np = self.np
        shares = (self.taken_later if later else self.taken) / self.left
        if ready is not None:
            shares = shares[np.array(ready, dtype=bool)]
        if not len(shares):
            return 0.0
        values = np.minimum(1.0, shares) * self.worth
        best = values.argmax(axis=1)
        rows = np.arange(len(shares))
        use = values[rows, best] > 0
        total = np.bincount(best[use], weights=shares[rows, best][use], minlength=len(self.theirs))
        return float((np.minimum(1.0, total) * self.worth).sum())

    def mortal(self, caster: Unit, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        column = self.theirs.index(caster)
        jacks = self.np.array([u.printed.warjack for u in self.mine])
        near = jacks & (self.gaps[:, column] <= self.reach[:, 0])
        taken = (self.taken_later if later else self.taken)[:, column]
        parts = taken + 2 * near * self.more[:, column] * self.might[:, 0]
        if ready is not None:
            parts = parts[self.np.array(ready, dtype=bool)]
        return float(parts.sum()) / max(0.1, caster.share)

    def closing(self) -> float:
        np = self.np
        if not self.theirs:
            return 0.0
        sizes = [np.array([u.printed.radius for u in side]) for side in (self.mine, self.theirs)]
        between = self.gaps + sizes[0][:, None] + sizes[1][None, :]
        kings = [u.printed.warcaster for u in self.theirs]
        far = (between.min(axis=1) - threats.CENTRES) / 1000
        total, fighters = 0.0, len(kings) - sum(kings)
        shy = threats.shyness(self.mine, fighters)
        to_king = between[:, kings].min(axis=1) / 1000 if any(kings) else None
        for i, me in enumerate(self.mine):
            total += threats.place_of(me, far[i], None if to_king is None else to_king[i], fighters, shy)
        return float(total)

    def other_way(self) -> Clash:
        return ArrayClash(self.cards, self.theirs, self.mine, self.gaps.T)


@lru_cache(maxsize=512)
def tables(cards: Library, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Any:
    """Expected shares for every pair: melee, charge, ranged, one more attack, in melee against the helpless."""
    np = arrays()
    return np.array([[harm(cards, a, b) for b in theirs] for a in mine]).transpose(2, 0, 1)


def clash(cards: Library, mine: list[Unit], theirs: list[Unit]) -> Clash:
    if len(mine) * len(theirs) >= MANY and arrays() is not None:
        return ArrayClash(cards, mine, theirs)
    return Clash(cards, mine, theirs)
