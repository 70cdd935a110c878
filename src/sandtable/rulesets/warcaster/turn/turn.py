"""The turn's nine steps (WC-TURN).

Elsewhere: WC-TURN-1 in turn/pulse_rounds; WC-TURN-3, WC-TURN-4, WC-TURN-5, WC-TURN-6 in turn/charging; WC-TURN-7,
WC-TURN-11 in cyphers/playing; WC-TURN-8, WC-TURN-9, WC-TURN-10 in turn/activation; WC-TURN-12 in turn/deployment;
WC-TURN-13 in turn/void_gates; WC-TURN-14, WC-TURN-15 in cyphers/rack_and_hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core import Call, Frame, Next, Settle
from sandtable.rulesets.warcaster.attacks.windows import reactions
from sandtable.rulesets.warcaster.cyphers.cards_in_play import expire_cards
from sandtable.rulesets.warcaster.cyphers.playing import CypherStep
from sandtable.rulesets.warcaster.cyphers.rack_and_hand import DiscardStep, DrawStep
from sandtable.rulesets.warcaster.state.events import StepBegan
from sandtable.rulesets.warcaster.state.moments import TurnEnds
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import OTHER, STEPS
from sandtable.rulesets.warcaster.turn.activation import Activations
from sandtable.rulesets.warcaster.turn.charging import ChargingStep, ReadyStep
from sandtable.rulesets.warcaster.turn.deployment import DeploymentStep
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
