"""The game from the first turn on: players take turns of three phases, the same player always first."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Frame, Next, Return, Settle
from sandtable.rulesets.warmachine.common.state.events import PhaseBegan, TurnBegan
from sandtable.rulesets.warmachine.common.state.moments import TurnEnds
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.state.table import OTHER
from sandtable.rulesets.warmachine.common.turn.activation import ActivationPhase
from sandtable.rulesets.warmachine.common.turn.control import Control
from sandtable.rulesets.warmachine.common.turn.maintenance import Maintenance


class Battle(Frame, frozen=True, kw_only=True):
    """Turn after turn until somebody has won."""

    def start(self, d: Draft, *ignored: Any) -> Next:
        second = d.state.turn % 2
        seat = OTHER[d.state.first] if second else d.state.first
        return Call(Turn(seat=seat, round=d.state.turn // 2 + 1), then=self.start)

    def in_turn(self, d: Draft, *ignored: Any) -> Next:
        """Where scenario files begin: in a phase of the active player's turn."""
        return Call(Turn(seat=d.state.active, round=d.state.round, at=d.state.phase or "activation"), then=self.start)


class Turn(Frame, frozen=True, kw_only=True):
    seat: int
    round: int

    def start(self, d: Draft) -> Next:
        d.emit(TurnBegan(seat=self.seat, round=self.round, cite=d.rules.cite("phases of a turn")))
        return self.maintenance(d)

    def maintenance(self, d: Draft) -> Next:
        return Call(Maintenance(seat=self.seat), then=self.control)

    def control(self, d: Draft, *ignored: Any) -> Next:
        return Call(Control(seat=self.seat), then=self.activation)

    def activation(self, d: Draft, *ignored: Any) -> Next:
        d.emit(PhaseBegan(phase="activation", cite=d.rules.cite("phases of a turn")))
        return Call(ActivationPhase(seat=self.seat), then=self.ends)

    def ends(self, d: Draft, *ignored: Any) -> Next:
        return Call(d.rules.before_turn_ends(self.seat), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        d.reach(TurnEnds())
        d.rules.edition.victory.turn_ends(d, self.seat)
        return Call(Settle(), then=self.finish)

    def finish(self, d: Draft, *ignored: Any) -> Next:
        return Return()
