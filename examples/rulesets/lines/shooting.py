"""Bows: at a charger on his way, and at the nearest enemy in the shooting step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lines.crowd import engaged
from lines.drive import DrivenBack
from lines.losses import TOUGH, Losses
from lines.sight import nearest_seen
from sandtable.core import (
    Ask,
    AtLeast,
    Call,
    Check,
    Checks,
    Draft,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Position,
    Query,
    Refusal,
    Return,
    Roll,
    Settle,
    Term,
    Wait,
    allowed,
    refusal,
)
from sandtable.core.texts import say
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


# Asked with the position, who has shot, and the shooter.
SHOOTER: Checks = (
    Check(
        lambda p, shot, name: p.state.units[name].seat != p.state.active,
        lambda p, shot, name: Refusal(say("{unit} is no unit of yours", unit=name), "LI-SHOOT-1"),
    ),
    Check(
        lambda p, shot, name: not p.state.units[name].bows,
        lambda p, shot, name: Refusal(say("{unit} have no bows", unit=name), "LI-SHOOT-1"),
    ),
    Check(
        lambda p, shot, name: name in shot,
        lambda p, shot, name: Refusal(say("{unit} have shot this turn", unit=name), "LI-SHOOT-1"),
    ),
    Check(
        lambda p, shot, name: engaged(p, name),
        lambda p, shot, name: Refusal(say("{unit} are fighting", unit=name), "LI-SHOOT-1"),
    ),
)
# Asked with the position, the shooter and the target.
MARK: Checks = (
    Check(
        lambda p, name, target: not nearest_seen(p, name, RANGE),
        lambda p, name, target: Refusal(say("{unit} see no enemy within 20 cm", unit=name), "LI-SHOOT-1"),
    ),
    Check(
        lambda p, name, target: target not in nearest_seen(p, name, RANGE),
        lambda p, name, target: Refusal(
            say("{unit} shoot at the nearest enemy they see: {near}", unit=name, near=nearest_seen(p, name, RANGE)),
            "LI-SHOOT-1",
        ),
    ),
    Check(
        lambda p, name, target: engaged(p, target),
        lambda p, name, target: Refusal(say("{target} are fighting", target=target), "LI-SHOOT-1"),
    ),
)


class Marks(Options, frozen=True, kw_only=True):
    """Who may still shoot, and at whom: the nearest enemy it sees."""

    shot: tuple[str, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        shots = (
            shot(name, target)
            for name, unit in p.state.units.items()
            if unit.seat == p.state.active and allowed(SHOOTER, p, self.shot, name)
            for target in nearest_seen(p, name, RANGE)
            if not engaged(p, target)
        )
        return (*shots, Option(HOLD, verb=HOLD, ends=True))

    def sought(self, p: Position) -> Iterator[Option]:
        """Every unit with bows, at the enemy it sees nearest, or at the first enemy there is."""
        enemies = [name for name, unit in p.state.units.items() if unit.seat != p.state.active]
        for name, unit in p.state.units.items():
            if unit.seat == p.state.active and unit.bows:
                for target in nearest_seen(p, name, RANGE) or enemies[:1]:
                    yield shot(name, target)

    def missing(self, p: Position, key: str) -> Refusal:
        words = key.split()
        if len(words) != 3 or words[1] != "shoots" or not {words[0], words[2]} <= set(p.state.units):
            return super().missing(p, key)
        return (
            refusal(SHOOTER, p, self.shot, words[0]) or refusal(MARK, p, words[0], words[2]) or super().missing(p, key)
        )


def shot(name: str, target: str) -> Option:
    key = f"{name} shoots {target}"
    return Option(key, cite="LI-SHOOT-1", verb="shoot", actor=name, target=target, odds=True)


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
