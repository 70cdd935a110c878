"""Readings as switches: where the sources differ or are silent, each way to play is a named value (docs/warmaster.md).

A chapter declares its switch beside the rule and asks it for the policy in force; rules have no ``if`` on a reading.

    BAND = Switch("distance_band_boundary", {"nearer": nearer, "further": further}, "WM-CMD-4")
    BAND.of(p)(distance)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from sandtable.core import BadSetup
from sandtable.rulesets.warmaster.state.rules import Position

T = TypeVar("T")


class Switch(Generic[T]):
    """A reading with its values; the first is ours."""

    __slots__ = ("cite", "default", "name", "values")

    def __init__(self, name: str, values: Mapping[str, T], cite: str) -> None:
        self.name, self.values, self.cite = name, values, cite
        self.default = next(iter(values))

    def of(self, p: Position) -> T:
        """What this match plays."""
        return self.values[p.state.readings.get(self.name, self.default)]


def setting(value: object) -> str:
    """The value of a switch as it is written: ``null``, ``true``, ``3``, ``own full pace``."""
    return "none" if value is None else "_".join(str(value).casefold().replace("-", " ").split())


def read_readings(given: object, switches: Mapping[str, Switch[object]]) -> dict[str, str]:
    """The switches a match sets, checked; those at our own value are left out."""
    if not isinstance(given, Mapping):
        raise BadSetup(f"readings: switches by name, not {given!r}"[:200])
    found = {}
    for name, value in given.items():
        if name == "magic_items" and str(value).casefold() != "false":
            raise BadSetup("readings.magic_items: there are no data for magic items (WM-ARMY-6)")
        if name == "magic_items":
            continue
        if name not in switches:
            raise BadSetup(f"readings: no switch {name!r}; switches: {', '.join(sorted(switches))}")
        said = setting(value)
        if said not in switches[name].values:
            raise BadSetup(f"readings.{name}: {said!r} is none of {', '.join(switches[name].values)}")
        if said != switches[name].default:
            found[name] = said
    return dict(sorted(found.items()))
