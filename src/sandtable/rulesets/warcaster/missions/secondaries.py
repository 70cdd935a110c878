"""Secondary missions: points beside the primary mission, most of them at once (WC-SECONDARY).

They are chosen in turn/setup.py (WC-SECONDARY-1, WC-SECONDARY-10), or given and checked in turn/setup_options.py
(WC-SECONDARY-2, WC-SECONDARY-9).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Return, forces
from sandtable.geometry.units import TOL, milli
from sandtable.rulesets.warcaster.measuring.distance import to_rear_edge
from sandtable.rulesets.warcaster.state.events import (
    Collapsed,
    Fell,
    Left,
    Moved,
    Placed,
    Repositioned,
    Scored,
    UnitKilled,
)
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import OTHER, PLAY


class Award(Frame, frozen=True, kw_only=True):
    """A seat scores its secondary mission now, in whoever's turn (WC-SECONDARY-8, WC-SECONDARY-11)."""

    seat: int
    mission: str

    def start(self, d: Draft) -> Next:
        raw = d.rules.cards.secondaries[self.mission]
        once = raw["repeat"] == "game"
        if once and d.state.players[self.seat].recon:
            return Return()  # several models of a squad arrive together: the first scores
        d.emit(Scored(seat=self.seat, vp=raw["vp"], why=raw["name"], recon=once, cite=raw["rule"]))
        return Return()


class Credit(Frame, frozen=True, kw_only=True):
    """A kill is counted; the third of a turn is a Body Count (WC-SECONDARY-3, WC-SECONDARY-12)."""

    seat: int
    unit: str

    def start(self, d: Draft) -> Next:
        d.emit(UnitKilled(seat=self.seat, unit=self.unit, cite="WC-SECONDARY-12"))
        player = d.state.players[self.seat]
        if player.secondary == "body_count" and player.kills == d.rules.cards.secondaries["body_count"]["units"]:
            return Award(seat=self.seat, mission="body_count").start(d)
        return Return()


@forces(Left)
def enemy_destroyed(d: Draft, event: Left) -> Iterator[Frame]:
    """Body Count counts units, a squad when its last model goes; Salvage looks at the attack.

    Rules: WC-SECONDARY-7, WC-SECONDARY-13.
    """
    state = d.state
    if event.how != "destroyed" or event.by is None:
        return
    unit = event.model.partition(".")[0]
    if state.units[unit].place == PLAY:
        return
    yield Credit(seat=event.by, unit=unit)
    if (
        state.players[event.by].secondary == "salvage"
        and event.attack == "melee"
        and unit_card(d, unit).type == "warjack"
        and unit_card(d, event.attacker.partition(".")[0]).type == "squad"
    ):
        yield Award(seat=event.by, mission="salvage")


@forces(Collapsed)
def gate_collapsed(d: Draft, event: Collapsed) -> Iterator[Frame]:
    """Disrupt (WC-SECONDARY-4). A gate its owner empties is credited to nobody."""
    if event.by is not None and d.state.players[event.by].secondary == "disrupt":
        yield Award(seat=event.by, mission="disrupt")


@forces(Moved, Repositioned, Placed, Fell)
def near_enemy_edge(d: Draft, event: Moved | Repositioned | Placed | Fell) -> Iterator[Frame]:
    """Recon: after any move or placement of a unit model, whoever caused it. Gates never move (WC-SECONDARY-6)."""
    state = d.state
    seat = state.seat_of(event.model)
    player = state.players[seat]
    if player.secondary != "recon" or player.recon:
        return
    reach = milli(d.rules.cards.secondaries["recon"]["range"])
    if to_rear_edge(d, OTHER[seat], state.models[event.model]) <= reach + TOL:
        yield Award(seat=seat, mission="recon")


def squads_in_play(p: Position, seat: int) -> int:
    state = p.state
    return sum(1 for n in state.in_play(seat) if unit_card(p, n).type == "squad")


def score_overrun(d: Draft) -> None:
    """At the end of a round, three squads more than the opponent (WC-SECONDARY-5)."""
    raw = d.rules.cards.secondaries["overrun"]
    for seat in (d.state.first, OTHER[d.state.first]):
        if d.state.players[seat].secondary != "overrun":
            continue
        if squads_in_play(d, seat) >= squads_in_play(d, OTHER[seat]) + raw["lead"]:
            d.emit(Scored(seat=seat, vp=raw["vp"], why="Overrun", cite="WC-SECONDARY-5"))
