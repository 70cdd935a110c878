"""Effects that last are values in the state: name, bearer, source, and the moment they end."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.values import Value


class Moment(Value, frozen=True):
    """A point in the game an effect may end at: a ruleset defines ``TurnStarts(seat)``, ``PulseEnds()`` …"""


class Effect(Value, frozen=True, omit_defaults=True):
    name: str
    on: str  # a piece, unit or seat by id
    source: str = ""
    slot: str = ""  # effects sharing a slot on one bearer displace each other
    until: Moment | tuple[Moment, ...] | None = None  # several: whichever comes first
    amount: int = 0
    cite: str = ""
    each_source: bool = False  # every caster may have one of this name on the bearer

    def displaces(self, other: Effect) -> bool:
        """One of each name on a bearer (a repeat renews it), and one in each named slot."""
        if self.on != other.on:
            return False
        if self.name == other.name and (not self.each_source or self.source == other.source):
            return True
        return self.slot != "" and self.slot == other.slot

    def ends_at(self, moment: Moment) -> bool:
        return moment in self.until if isinstance(self.until, tuple) else self.until == moment


def ending(effects: Iterable[Effect], moment: Moment) -> tuple[Effect, ...]:
    """The effects that the moment ends."""
    return tuple(e for e in effects if e.ends_at(moment))


def on(effects: Iterable[Effect], bearer: str, name: str = "") -> tuple[Effect, ...]:
    return tuple(e for e in effects if e.on == bearer and (not name or e.name == name))
