"""Movement by formation: how far a unit may go (WM-MOVE).

The printed paces are in data/troops.toml: WM-MOVE-1, WM-MOVE-2, WM-MOVE-3, WM-MOVE-4, WM-MOVE-5. Distances fixed by
dice or results ignore formation (WM-MOVE-17): drive backs, retreats, fall backs and advances ask for no pace.
"""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core import Query, Refusal, Term
from sandtable.core.texts import say
from sandtable.geometry.shapes import Rect
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.measuring.formations import connected, regular
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import FLYING, Position, entry, full_pace, printed_half_pace
from sandtable.rulesets.warmaster.state.table import EPS, Pose
from sandtable.rulesets.warmaster.terrain.cover import leaves_fortifications

APART = 100  # a move that is no charge ends at least 0.1 cm from every enemy (WM-MOVE-16)
MOVE = "move"  # what special rules forbid by this name: every move a unit need not make
FLYER_IRREGULAR = Switch("flyer_irregular_pace", {"100": FLYING, "10": 10 * MILLI}, "WM-MOVE-7")
FLYER_CHARGE = Switch("flyer_charge_reach", {"100": FLYING, "60": 60 * MILLI}, "WM-CHARGE-3")


def half_pace(p: Position, unit: str) -> int:
    """A unit's half pace; a flyer's is that of its irregular formation (WM-MOVE-7)."""
    return FLYER_IRREGULAR.of(p) if entry(p, unit).flyer else printed_half_pace(p, unit)


class Pace(Query, frozen=True):
    """How far a unit may move under an order: full pace in line or column, half pace otherwise (WM-MOVE-8).

    Formation is judged at the start of the move (WM-MOVE-11).
    """

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        found, full, half = entry(p, self.unit), full_pace(p, self.unit), half_pace(p, self.unit)
        if not regular(p, self.unit):
            yield Term(half, "half pace: irregular formation", "WM-MOVE-8", "base")
        elif leaves_fortifications(p, self.unit):
            yield Term(half, "half pace: from a fortified position", "WM-MOVE-9", "base")
        else:
            yield Term(full, f"full pace of {found.type}", "WM-MOVE-6" if found.full else "WM-MOVE-8", "base")


class FullPace(Query, frozen=True):
    """The full pace of a move that is no charge but takes no notice of formation and position (WM-BLUND-11)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(full_pace(p, self.unit), "full pace", "WM-MOVE-10", "base")


class ChargePace(Query, frozen=True):
    """Charging and evading units use full pace whatever their formation or position (WM-MOVE-10, WM-CHARGE-3)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        far = FLYER_CHARGE.of(p) if entry(p, self.unit).flyer else full_pace(p, self.unit)
        yield Term(far, "full pace", "WM-MOVE-10", "base")


class PursuitPace(Query, frozen=True):
    """How far a pursuing stand goes that does not go straight ahead (WM-PURSUE-8)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(full_pace(p, self.unit), "full pace", "WM-PURSUE-8", "base")


def rooted(p: Position, unit: str) -> Refusal | None:
    """Why a unit makes no move that it need not make: it has come back from off the table this turn (WM-OFFT-5,
    WM-OFFT-6), or a special rule says so."""
    if p.state.units[unit].frozen:
        return Refusal(say("{unit} has just come back to the table", unit=unit), "WM-OFFT-5")
    return p.forbidden(MOVE, unit)


def end_fault(
    p: Position, unit: str, poses: tuple[Pose, ...], apart: int = APART, cite: str = "WM-MOVE-16"
) -> Refusal | None:
    """What is wrong with where a unit would end: in pieces, or too near to an enemy."""
    rects = rects_at(p, unit, poses)
    if not connected(rects):
        return Refusal(say("{unit}'s stands must all touch one another", unit=unit), "WM-FORMN-1")
    near = too_near(p, unit, rects, apart)
    return None if near is None else Refusal(say("only a charge may end so near to {near}", near=near), cite)


def too_near(p: Position, unit: str, rects: Iterable[Rect], apart: int) -> str | None:
    """The enemy that one of the stands would be nearer to than this."""
    table, seat = crowd(p), p.state.units[unit].seat
    for rect in rects:
        for hit in table.against[seat].within(rect, apart - EPS - 1, 0):
            return table.owners[table.numbers_against[seat][hit]]
    return None
