"""Two armies against each other, all pairs at once: the numbers of `threats`, compiled where that is possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sandtable.geometry.compiled import arrays, fast, kernel, row, scratch
from sandtable.geometry.kernel import clash as kernel_clash
from sandtable.rulesets.warmachine.common.appraisal import threats
from sandtable.rulesets.warmachine.common.appraisal.figures import Harm, harm
from sandtable.rulesets.warmachine.common.appraisal.forces import Unit
from sandtable.rulesets.warmachine.common.state.cards import Library

MANY = 80  # pairs from which on sums are made in lanes


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

    def bought(self, jack: Unit, kill: float) -> float:
        """What one attack more of a warjack of mine is worth at best."""
        return threats.bought(self.cards, jack, self.theirs, kill)

    def closing(self) -> float:
        return threats.closing(self.mine, self.theirs)

    def picked(self, ready: Sequence[bool] | None) -> list[Unit]:
        return self.mine if ready is None else [u for u, use in zip(self.mine, ready, strict=True) if use]

    def other_way(self) -> Clash:
        return Clash(self.cards, self.theirs, self.mine)


class RowClash(Clash):
    """The same by a kernel over rows of numbers."""

    def __init__(self, cards: Library, mine: list[Unit], theirs: list[Unit], known: Any = None) -> None:
        super().__init__(cards, mine, theirs)
        self.known = known or (rows(mine), rows(theirs), tuple([u.card for u in mine]), tuple([u.card for u in theirs]))
        self.a, self.b, one, other = self.known
        self.harms = tables(cards, one, other)
        self.lanes = len(mine) * len(theirs) >= MANY
        self.room = scratch(max(len(mine), len(theirs)))
        self.ask = kernel(kernel_clash)

    def strikes(self, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        figures, chosen = _odds(), _nobody_left_out() if ready is None else row(ready)
        found: float = self.ask.strikes(self.a, self.b, self.harms, figures, chosen, later, self.lanes, self.room)
        return found

    def mortal(self, caster: Unit, ready: Sequence[bool] | None = None, later: bool = False) -> float:
        figures, chosen = _odds(), _nobody_left_out() if ready is None else row(ready)
        column = self.theirs.index(caster)
        found: float = self.ask.mortal(
            self.a, self.b, self.harms, figures, chosen, column, later, self.lanes, self.room
        )
        return found / max(0.1, caster.share)

    def bought(self, jack: Unit, kill: float) -> float:
        number = self.mine.index(jack)
        found: float = self.ask.bought(self.a, self.b, self.harms, number, jack.might, kill)
        return found

    def closing(self) -> float:
        if not self.theirs:
            return 0.0
        fighters = sum(1 for u in self.theirs if not u.printed.warcaster)
        shy, behind = threats.shyness(self.mine, fighters), threats.BEHIND if fighters else 0.0
        figures = row((threats.GRADE, threats.FARTHEST, threats.TOWARD, shy, threats.COMFORT, behind, threats.CENTRES))
        found: float = self.ask.closing(self.a, self.b, figures, self.lanes, self.room)
        return found

    def other_way(self) -> Clash:
        a, b, one, other = self.known
        return RowClash(self.cards, self.theirs, self.mine, (b, a, other, one))


def rows(units: list[Unit]) -> Any:
    """The numbers of all, one after another."""
    packed = bytearray().join([u.packed for u in units])
    return arrays().frombuffer(packed) if packed else row(())


@lru_cache(maxsize=1)
def _odds() -> Any:
    return row((threats.SURE, threats.DOUBT))


@lru_cache(maxsize=1)
def _nobody_left_out() -> Any:
    return row(())


@lru_cache(maxsize=512)
def tables(cards: Library, mine: tuple[str, ...], theirs: tuple[str, ...]) -> Any:
    """Expected shares for every pair: melee, charge, ranged, one more attack, in melee against the helpless."""
    return row([harm(cards, a, b)[kind] for kind in range(len(Harm._fields)) for a in mine for b in theirs])


def clash(cards: Library, mine: list[Unit], theirs: list[Unit]) -> Clash:
    return (RowClash if fast() else Clash)(cards, mine, theirs)
