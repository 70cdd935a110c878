"""Pulse rounds: turns alternate until the third round is over (WC-PULSE). What ends a round is in end_of_pulse.py.

Elsewhere: WC-PULSE-4, WC-PULSE-5, WC-PULSE-6, WC-PULSE-7, WC-PULSE-8, WC-PULSE-11, WC-PULSE-12 in
turn/end_of_pulse; WC-PULSE-10 in missions/primary.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return
from sandtable.rulesets.warcaster.missions.primary import StartOfPulse, winner_on_points
from sandtable.rulesets.warcaster.state.events import TurnBegan
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import OTHER
from sandtable.rulesets.warcaster.turn.end_of_pulse import EndOfPulse
from sandtable.rulesets.warcaster.turn.turn import Turn


class Battle(Frame, frozen=True, kw_only=True):
    """Turns alternate; five of each player make a Pulse round; three rounds make a game (WC-PULSE-3, WC-PULSE-9)."""

    turn: int = 0  # turns finished

    def start(self, d: Draft, *ignored: Any) -> Next:
        if self.turn % (2 * d.rules.cards.turns_each) == 0:
            return Call(StartOfPulse(), then=self.begin)
        return self.begin(d)

    def begin(self, d: Draft, *ignored: Any) -> Next:
        state = d.state
        seat = state.first if self.turn % 2 == 0 else OTHER[state.first]
        each = 2 * d.rules.cards.turns_each
        box, number = self.turn % each // 2 + 1, self.turn // each + 1
        d.emit(TurnBegan(seat=seat, box=box, round=number, cite=self.cite(d)))
        return Call(Turn(seat=seat), then=self.but(turn=self.turn + 1).ended)

    def cite(self, d: Draft) -> str:
        """Why the tracker shows what it shows: put on its first box, advanced, back on the first, or left alone."""
        if self.turn % 2:
            return "WC-TURN-1"
        if self.turn % (2 * d.rules.cards.turns_each):
            return "WC-PULSE-2"
        return "WC-PULSE-3" if self.turn else "WC-PULSE-1"

    def ended(self, d: Draft, *ignored: Any) -> Next:
        each = 2 * d.rules.cards.turns_each
        if self.turn % each:
            return self.start(d)
        return Call(EndOfPulse(round=self.turn // each), then=self.pulsed)

    def pulsed(self, d: Draft, *ignored: Any) -> Next:
        if self.turn // (2 * d.rules.cards.turns_each) < d.rules.cards.missions[d.state.mission]["pulses"]:
            return self.start(d)
        winner_on_points(d)
        return Return()
