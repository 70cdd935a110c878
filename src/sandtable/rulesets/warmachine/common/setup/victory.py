"""Losing the last warcaster loses the game; lost models are worth points."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, forces
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import milli
from sandtable.rulesets.warmachine.common.state.events import Destroyed, Scored
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import OTHER, SEATS, WHO


def pit(p: Position) -> Disc | None:
    """The area that decides a scenario, in the middle of the table."""
    zone = p.rules.cards.scenarios[p.state.scenario].zone
    return None if zone is None else Disc(p.state.map.width / 2, p.state.map.height / 2, milli(zone.radius))


def has_warcaster(p: Position, seat: int) -> bool:
    models, status = p.state.models, p.state.status
    return any(n in models and status[n].seat == seat for n in p.memo("warcasters", _warcasters, WHO, p))


def _warcasters(p: Position) -> tuple[str, ...]:
    """Everybody in the game who is one."""
    cards = p.rules.cards.models
    return tuple([n for n, status in p.state.status.items() if cards[status.card].kind == "warcaster"])


def last_warcaster(d: Draft) -> None:
    """Decided after the whole effect that took the last warcaster."""
    if not d.state.turn:
        return
    left = [has_warcaster(d, seat) for seat in (0, 1)]
    cite = d.rules.cite("losing the last warcaster")
    if not any(left):
        winner = d.rules.edition.victory.both_lost(d)
        d.end(winner, "the last warcasters fall together", d.rules.cite("both lose the last warcaster"))
    elif not all(left):
        winner = left.index(True)
        d.end(winner, f"{SEATS[OTHER[winner]]} has lost its last warcaster", cite)


@forces(Destroyed)
def worth(d: Draft, event: Destroyed) -> Iterator[Frame]:
    """A model is worth its victory points, a unit when its last model is gone."""
    status = d.state.status[event.who]
    if not status.unit or not d.state.units[status.unit].members:
        points = d.rules.edition.victory.worth(d, status)
        if points:
            owner = status.seat if status.home is None else status.home
            d.emit(Scored(seat=OTHER[owner], points=points, cite=d.rules.cite("points for lost models")))
    yield from ()
