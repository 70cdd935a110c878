"""The order test: what two dice must not exceed, with every modifier (WM-CMD-3 to WM-CMD-11).

Penalties add up (WM-CMD-11). A brigade takes each at its worst unit's value (WM-BRIG-5, WM-BRIG-6).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from sandtable.core import Query, Term
from sandtable.rulesets.warmaster.command.character_places import measures_with
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, crowd, token_gaps
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.cover import dense

BAND = 20_000  # cm of each step of the distance penalty
MOST_COMMAND = 10  # WM-CMD-21
HERO_RANGE, WIZARD_RANGE, FLYER_RANGE = 60_000, 20_000, 20_000  # WM-CMD-1, WM-CMD-2
RANGES = {"general": None, "hero": HERO_RANGE, "wizard": WIZARD_RANGE}


def nearer(far: float) -> int:
    """Exactly 20, 40, 60 belong to the nearer band (WM-CMD-4)."""
    return max(0, math.ceil((far - EPS) / BAND) - 1)


def further(far: float) -> int:
    """Exactly 20, 40, 60 belong to the further band."""
    return math.floor((far + EPS) / BAND)


DISTANCE_BAND: Switch[Callable[[float], int]] = Switch(
    "distance_band_boundary", {"nearer": nearer, "further": further}, "WM-CMD-4"
)


def distance(p: Position, character: str, unit: str) -> float:
    """From a character to a unit, from whatever he measures from (WM-GEO-6)."""
    joined = measures_with(p, character)
    if joined:
        return 0.0 if joined == unit else crowd(p).apart(joined, unit)
    return token_gaps(p, character)[unit]


def command_range(p: Position, character: str, unit: str) -> int | None:
    """How far a character's orders reach this unit; None: the whole battlefield (WM-CMD-1, WM-CMD-2, WM-FLY-2)."""
    if entry(p, unit).flyer:
        return FLYER_RANGE
    return RANGES[rank(p, character).kind]


class Command(Query, frozen=True):
    """A character's Command value, never above 10 (WM-CMD-21)."""

    character: str

    def base(self, p: Position) -> Iterable[Term]:
        found = rank(p, self.character)
        yield Term(found.command, f"Command of the {found.name}", "WM-CMD-3", "base")
        yield Term(MOST_COMMAND, "Command never exceeds 10", "WM-CMD-21", "most")


class OrderTest(Query, frozen=True):
    """The number to roll or less (WM-CMD-3). Below 2 it cannot succeed but may be tried (WM-CMD-22)."""

    character: str
    units: tuple[str, ...]

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(
            p.value(Command(self.character)), f"Command of the {rank(p, self.character).name}", "WM-CMD-3", "base"
        )
        walking = [name for name in self.units if not entry(p, name).flyer]  # no distance penalty for flyers: WM-CMD-5
        if walking:
            bands = DISTANCE_BAND.of(p)(max(distance(p, self.character, name) for name in walking))
            if bands:
                yield Term(-bands, "distance", "WM-CMD-4")
        units, table = [p.state.units[name] for name in self.units], crowd(p)
        yield from worst([unit.orders for unit in units], "successive order", "WM-CMD-6")
        if any(table.enemies(name, NEAR) for name in self.units):
            yield Term(-1, "an enemy unit within 20 cm", "WM-CMD-7")
        if any(dense(p, name) for name in self.units):
            yield Term(-1, "in dense terrain", "WM-CMD-8")
        yield from worst([unit.lost for unit in units], "stands lost", "WM-CMD-9")
        yield from worst([unit.penalty for unit in units], "an earlier blunder", "WM-CMD-10")


def worst(values: Sequence[int], why: str, cite: str) -> Iterable[Term]:
    """The largest of the units' penalties, once."""
    if (most := max(values)) > 0:
        yield Term(-most, why, cite)
