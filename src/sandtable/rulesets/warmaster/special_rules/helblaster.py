"""The helblaster: dice by range, and what natural 1s do (`helblaster` in data/special_rules.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Next, Pool, Reading, Return, Roll, Term, Wait, modifies
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.forced.destroyed import destroy
from sandtable.rulesets.warmaster.shooting.volleys import Shots, ToHit, Volley, levels
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.cover import OPEN

BLAST = 6  # hits on a charger when it blows up


@modifies(Shots, rule="helblaster")
def dice_by_range(p: Position, query: Shots) -> Iterator[Term]:
    """Up to 10 cm 8 dice, up to 20 4, up to 30 2; at chargers by the shortest range reached (WM-SHOOT-8)."""
    steps = entry(p, query.unit).shots_by_range
    if steps:
        dice = next((n for cm, n in steps if query.far <= cm * MILLI + EPS), 0)
        yield Term(dice, f"at {query.far / MILLI:g} cm", "WM-SHOOT-8", "set")


class HitsAndOnes(Reading, frozen=True):
    """Dice that hit, and natural 1s."""

    score: int

    def first(self) -> tuple[int, int]:
        return 0, 0

    def add(self, state: tuple[int, int], face: int) -> tuple[int, int]:
        return state[0] + (face >= self.score), state[1] + (face == 1)


class Misfiring(Volley, frozen=True, kw_only=True):
    """One or two 1s take away a hit each, three all hits; four and more destroy the gun (and blow up on a charger)."""

    def start(self, d: Draft) -> Next:
        level = min(levels(d, self.aim).values(), default=OPEN)
        query = ToHit(self.aim.unit, level)
        pool = Pool("shots", (("d6", self.aim.dice),), None, d.terms(query))
        return Wait(Roll("hit", (pool,), HitsAndOnes(d.value(query)), "WM-SHOOT-9"), then=self.fired)

    def fired(self, d: Draft, result: Any) -> Next:
        hits, ones = result
        if ones >= 4:
            destroy(d, self.aim.unit, "WM-ART-1")
            return self.struck(d, BLAST) if self.aim.at_charger else Return()
        return self.struck(d, max(0, hits - ones) if ones < 3 else 0)
