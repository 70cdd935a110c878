"""Combat: units in edge contact fight, pair by pair; the loser is driven back."""

from __future__ import annotations

from collections.abc import Iterable

from lines.charges import SIDES
from lines.crowd import crowd
from lines.drive import DrivenBack
from lines.losses import TOUGH, Losses
from lines.shooting import HIT, SAVE
from lines.state import edge_to_edge, line_of, stands
from sandtable.core import (
    Ask,
    Call,
    Choice,
    Draft,
    Frame,
    Next,
    Option,
    Pool,
    Position,
    Query,
    Return,
    Roll,
    Settle,
    Term,
    Wait,
)
from sandtable.geometry.measure import contact
from sandtable.geometry.shapes import turned
from sandtable.geometry.units import MILLI

FIERCE = 3  # dice for each stand


class Attacks(Query, frozen=True):
    unit: str
    enemy: str

    def base(self, p: Position) -> Iterable[Term]:
        unit, enemy = p.state.units[self.unit], line_of(p, self.enemy)
        n = sum(edge_to_edge(stand, enemy) for stand in stands(unit))
        yield Term(FIERCE * n, f"{FIERCE} for each of {n} stands in contact", "LI-FIGHT-2", "base")
        if unit.charged:
            yield Term(n, "charge: 1 for each", "LI-FIGHT-3")


class Combat(Frame, frozen=True, kw_only=True):
    """Each pair in contact fights once a turn; the active seat says which is next."""

    fought: tuple[tuple[str, str], ...] = ()

    def start(self, d: Draft) -> Next:
        pairs = self.pairs(d)
        if len(pairs) <= 1:
            return self.fight(pairs[0]) if pairs else Return()
        options = tuple(
            Option(f"{a} fights {b}", cite="LI-FIGHT-1", verb="fight", actor=a, target=b, odds=True) for a, b in pairs
        )
        return Wait(
            Ask(d.state.active, "which fight next", Choice(options), options[0].key, "LI-FIGHT-1"), then=self.chosen
        )

    def chosen(self, d: Draft, key: str) -> Next:
        a, _, b = key.split()
        return self.fight((a, b))

    def fight(self, pair: tuple[str, str]) -> Next:
        return Call(Fight(units=pair), then=self.but(fought=(*self.fought, pair)).start)

    def pairs(self, p: Position) -> list[tuple[str, str]]:
        own = [name for name, unit in p.state.units.items() if unit.seat == p.state.active]
        met = [(a, b) for a in own for b in crowd(p).fought[a]]
        return [pair for pair in met if pair not in self.fought]


class Fight(Frame, frozen=True, kw_only=True):
    """Both sides strike at once, save, lose stands, the loser first; then the loser is driven back."""

    units: tuple[str, str]
    hits: tuple[int, int] = (0, 0)  # struck by each
    loser: str = ""
    way: int = 0
    far: int = 0

    def start(self, d: Draft) -> Next:
        a, b = self.units
        queries = Attacks(a, b), Attacks(b, a)
        pools = tuple(Pool(q.unit, (("d6", d.value(q)),), d.state.units[q.unit].seat, d.terms(q)) for q in queries)
        return Wait(Roll("combat", pools, HIT, "LI-FIGHT-2"), then=self.struck)

    def struck(self, d: Draft, a: int, b: int) -> Next:
        if not a + b:
            return self.settle(d)
        suffered = zip(self.units, (b, a), strict=True)
        pools = tuple(Pool(name, (("d6", hits),), d.state.units[name].seat) for name, hits in suffered)
        return Wait(Roll("saves", pools, SAVE, "LI-FIGHT-2"), then=self.but(hits=(a, b)).saved)

    def saved(self, d: Draft, a: int, b: int) -> Next:
        left = self.hits[0] - b, self.hits[1] - a
        winner, loser = self.units if left[0] >= left[1] else self.units[::-1]
        met = contact(line_of(d, winner), line_of(d, loser))
        assert met is not None
        way = turned(line_of(d, winner).facing, SIDES[met.side_a])
        fight = self.but(hits=(min(left), 0), loser=loser, way=way, far=abs(left[0] - left[1]))
        return Call(Losses(unit=loser, lost=max(left) // TOUGH), then=fight.winner_loses)

    def winner_loses(self, d: Draft) -> Next:
        winner = next(name for name in self.units if name != self.loser)
        return Call(Losses(unit=winner, lost=self.hits[0] // TOUGH), then=self.but(hits=(0, 0)).driven)

    def driven(self, d: Draft) -> Next:
        """The loser gives ground (LI-FIGHT-4)."""
        if not self.far or self.loser not in d.state.units:
            return self.settle(d)
        return Call(DrivenBack(unit=self.loser, way=self.way, far=self.far * MILLI), then=self.settle)

    def settle(self, d: Draft, asked: tuple[str, ...] = ()) -> Next:
        return Call(Settle(), then=self.finish)
