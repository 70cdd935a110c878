"""Who looks at a table: everybody, one seat, or somebody who watches and knows only what every seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.core import Event, Position

if TYPE_CHECKING:
    from sandtable.match.match import Match, SeatName

WATCHING = "watching"  # in place of a seat's name: a spectator


class Eyes:
    """What one onlooker may know. `number` is the seat; None: none, either because all is open or for a spectator."""

    __slots__ = ("number", "rules", "seats")

    def __init__(self, match: Match, seat: SeatName | None) -> None:
        self.rules = match.rules
        watching = seat == WATCHING and WATCHING not in match.rules.seats
        self.number: int | None = None
        self.seats: tuple[int, ...] = ()
        if watching:
            self.seats = tuple(range(len(match.rules.seats)))
        elif seat is not None:
            self.number = match.seat(seat)
            self.seats = (self.number,)

    def known(self, state: Any) -> Position:
        for seat in self.seats:
            state = self.rules.redact(state, seat)
        return Position(self.rules, state)

    def seen(self, event: Event) -> Event | None:
        found: Event | None = event
        for seat in self.seats:
            found = None if found is None else found.seen_by(seat)
        return found
