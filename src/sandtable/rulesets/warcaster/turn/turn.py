"""The turn's nine steps, the Pulse rounds and the end of the game (WC-TURN, WC-PULSE)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core import Call, Frame, Next, Return, Settle
from sandtable.rulesets.warcaster.attacks.windows import reactions
from sandtable.rulesets.warcaster.cyphers.cards_in_play import expire_cards
from sandtable.rulesets.warcaster.cyphers.playing import CypherStep
from sandtable.rulesets.warcaster.missions.primary import StartOfPulse
from sandtable.rulesets.warcaster.state.events import StepBegan, TurnBegan
from sandtable.rulesets.warcaster.state.moments import TurnEnds
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import OTHER, STEPS
from sandtable.rulesets.warcaster.turn.activation import Activations
from sandtable.rulesets.warcaster.turn.charging import ChargingStep, ReadyStep
from sandtable.rulesets.warcaster.turn.cypher_hand import DiscardStep, DrawStep
from sandtable.rulesets.warcaster.turn.deployment import DeploymentStep
from sandtable.rulesets.warcaster.turn.pulse import EndOfPulse
from sandtable.rulesets.warcaster.turn.void_gates import GateStep
from sandtable.rulesets.warcaster.turn.windows import TURN_BEGINS, TurnNow

FRAMES: dict[str, Callable[..., Frame]] = {
    "ready": ReadyStep,
    "charging": ChargingStep,
    "cypher_a": CypherStep,
    "activation": Activations,
    "cypher_b": CypherStep,
    "deployment": DeploymentStep,
    "gate": GateStep,
    "discard": DiscardStep,
    "draw": DrawStep,
}


class Turn(Frame, frozen=True, kw_only=True):
    """One player's turn: nine steps in fixed order, none revisited (WC-TURN-2, WC-TURN-17)."""

    seat: int
    next: int = 0

    def start(self, d: Draft) -> Next:
        """Before Ready, what acts at the start of the turn."""
        return Call(reactions(d, TURN_BEGINS, TurnNow(seat=self.seat)), then=self.step)

    def step(self, d: Draft, *ignored: Any) -> Next:
        if self.next == len(STEPS):
            expire_cards(d, self.seat, "turn", "WC-TURN-16")
            expire_cards(d, OTHER[self.seat], "turn", "WC-TURN-16")
            d.reach(TurnEnds())
            return Call(Settle(), then=self.finish)
        name = STEPS[self.next]
        d.emit(StepBegan(step=name, cite="WC-TURN-2"))
        return Call(FRAMES[name](seat=self.seat), then=self.but(next=self.next + 1).step)


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
        one, two = (p.vp for p in d.state.players)
        winner = None if one == two else 0 if one > two else 1
        words = "a draw" if winner is None else f"seat {'ab'[winner]} wins"
        d.end(winner, f"Three Pulse rounds are over: {one} to {two} VP, {words}", "WC-MISSION-2")
        return Return()
