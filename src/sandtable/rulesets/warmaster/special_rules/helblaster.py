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


class InOrder(Reading, frozen=True):
    """The faces as they fell."""

    def first(self) -> tuple[int, ...]:
        return ()

    def add(self, state: tuple[int, ...], face: int) -> tuple[int, ...]:
        return (*state, face)


class Misfiring(Volley, frozen=True, kw_only=True):
    """One or two 1s take away a hit each, three all hits; four and more destroy the gun (and blow up on a charger).

    All dice are thrown before the 1s are counted. At mixed cover they are then looked at in the order thrown
    (WM-SHOOT-10).
    """

    faces: tuple[int, ...] = ()  # dice not yet looked at
    missing: int = 0  # hits that 1s still take away

    def start(self, d: Draft) -> Next:
        found = levels(d, self.aim).values()
        query = ToHit(self.aim.unit, min(found, default=OPEN))
        pool = Pool("shots", (("d6", self.aim.dice),), None, d.terms(query))
        if len(set(found)) > 1:
            return Wait(Roll("hit", (pool,), InOrder(), "WM-SHOOT-9"), then=self.thrown)
        return Wait(Roll("hit", (pool,), HitsAndOnes(d.value(query)), "WM-SHOOT-9"), then=self.fired)

    def fired(self, d: Draft, result: Any) -> Next:
        hits, ones = result
        if ones >= 4:
            destroy(d, self.aim.unit, "WM-ART-1")
            return self.struck(d, BLAST) if self.aim.at_charger else Return()
        return self.struck(d, max(0, hits - ones) if ones < 3 else 0)

    def thrown(self, d: Draft, faces: tuple[int, ...]) -> Next:
        if (ones := faces.count(1)) >= 3:
            return self.fired(d, (0, ones))
        return self.but(faces=faces, missing=ones).next_die(d)

    def next_die(self, d: Draft, *ignored: object) -> Next:
        me, score = self, d.value(ToHit(self.aim.unit, min(levels(d, self.aim).values(), default=OPEN)))
        while me.faces and me.aim.target in d.state.stands:
            hit, me = me.faces[0] >= score, me.but(faces=me.faces[1:])
            if hit and not me.missing:
                return me.struck(d, 1)
            me = me.but(missing=me.missing - hit)
        return Return()
