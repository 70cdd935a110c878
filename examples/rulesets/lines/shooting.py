"""Bows: at a charger on his way, and at the nearest enemy in the shooting step."""

from __future__ import annotations

from collections.abc import Iterable

from lines.crowd import engaged
from lines.drive import DrivenBack
from lines.losses import TOUGH, Losses
from lines.sight import nearest_seen
from sandtable.core import (
    Ask,
    AtLeast,
    Call,
    Draft,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Position,
    Query,
    Return,
    Roll,
    Settle,
    Term,
    Wait,
)
from sandtable.geometry.units import MILLI

RANGE = 20 * MILLI
HIT, SAVE = AtLeast(4), AtLeast(5)
HOLD = "hold fire"


class Shots(Query, frozen=True):
    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        n = len(p.state.units[self.unit].stands)
        yield Term(n, f"one for each of {n} stands", "LI-SHOOT-2", "base")


class Volley(Frame, frozen=True, kw_only=True):
    shooter: str
    target: str
    drives: bool = False  # only in the shooting step
    hits: int = 0

    def start(self, d: Draft) -> Next:
        query = Shots(self.shooter)
        pool = Pool("shots", (("d6", d.value(query)),), d.state.units[self.shooter].seat, d.terms(query))
        return Wait(Roll("shooting", (pool,), HIT, "LI-SHOOT-2"), then=self.struck)

    def struck(self, d: Draft, hits: int) -> Next:
        if not hits:
            return Return()
        pool = Pool("saves", (("d6", hits),), d.state.units[self.target].seat)
        return Wait(Roll("saves", (pool,), SAVE, "LI-SHOOT-2"), then=self.but(hits=hits).saved)

    def saved(self, d: Draft, saves: int) -> Next:
        left = self.hits - saves
        return Call(Losses(unit=self.target, lost=left // TOUGH), then=self.but(hits=left).lost)

    def lost(self, d: Draft) -> Next:
        if not self.drives or not self.hits or self.target not in d.state.units:
            return Return()
        pool = Pool("centimetres", (("d6", self.hits),))
        return Wait(Roll("driven back", (pool,), cite="LI-SHOOT-3"), then=self.driven)

    def driven(self, d: Draft, far: int) -> Next:
        way = d.state.units[self.shooter].pose[2]
        return Call(DrivenBack(unit=self.target, way=way, far=far * MILLI), then=self.finish)


class Marks(Options, frozen=True, kw_only=True):
    """Who may still shoot, and at whom: the nearest enemy it sees."""

    shot: tuple[str, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        ready = [
            (name, target)
            for name, unit in p.state.units.items()
            if unit.seat == p.state.active and unit.bows and name not in self.shot and not engaged(p, name)
            for target in nearest_seen(p, name, RANGE)
            if not engaged(p, target)
        ]
        shots = (
            Option(f"{name} shoots {target}", cite="LI-SHOOT-1", verb="shoot", actor=name, target=target, odds=True)
            for name, target in ready
        )
        return (*shots, Option(HOLD, verb=HOLD, ends=True))


class Shooting(Frame, frozen=True, kw_only=True):
    shot: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        marks = Marks(shot=self.shot)
        if len(marks.options(d)) == 1:
            return Return()
        return Wait(Ask(d.state.active, "shoot", marks, HOLD, "LI-SHOOT-1"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == HOLD:
            return Return()
        shooter, _, target = key.split()
        volley = Volley(shooter=shooter, target=target, drives=True)
        return Call(volley, then=self.but(shot=(*self.shot, shooter)).settle)

    def settle(self, d: Draft) -> Next:
        return Call(Settle(), then=self.start)
