"""Nimble, an ability of the first edition alone (DU-NIMBLE-1)."""

from __future__ import annotations

from collections.abc import Iterator

from duel.common.attacks import Defence
from duel.common.state import Position, has
from sandtable.core import Term, modifies


@modifies(Defence)
def nimble(p: Position, q: Defence) -> Iterator[Term]:
    if q.strike.thrown and has(p, q.strike.target, "nimble"):
        yield Term(2, "nimble", "DU-NIMBLE-1")
