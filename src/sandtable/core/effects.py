"""Effects that last are values in the state: name, bearer, source, and the moment they end."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.values import Value


class Moment(Value, frozen=True):
    """A point in the game an effect may end at: a ruleset defines ``TurnStarts(seat)``, ``PulseEnds()`` …"""


class Effect(Value, frozen=True):
    name: str
    on: str  # a piece, unit or seat by id
    source: str = ""
    slot: str = ""  # effects sharing a slot on one bearer displace each other
    until: Moment | None = None
    amount: int = 0
    cite: str = ""

    def displaces(self, other: Effect) -> bool:
        """One of each name on a bearer (a repeat renews it), and one in each named slot."""
        return self.on == other.on and (self.name == other.name or (self.slot != "" and self.slot == other.slot))


def ending(effects: Iterable[Effect], moment: Moment) -> tuple[Effect, ...]:
    """The effects that the moment ends."""
    return tuple(e for e in effects if e.until == moment)


def on(effects: Iterable[Effect], bearer: str, name: str = "") -> tuple[Effect, ...]:
    return tuple(e for e in effects if e.on == bearer and (not name or e.name == name))
