"""The turn: orders, shooting, combat; and how a battle ends."""

from __future__ import annotations

from lines.combat import Combat
from lines.events import TurnPassed
from lines.orders import Orders
from lines.shooting import Shooting
from lines.state import Field, TurnEnds
from sandtable.core import Call, Draft, Frame, Next, Return

STEPS = ("orders", "shooting", "combat")


class Battle(Frame, frozen=True, kw_only=True):
    step: str = STEPS[0]  # where the first turn begins: scenarios may start in the middle

    def start(self, d: Draft) -> Next:
        if d.state.turn > d.state.last:
            left = [d.state.lost[1] - d.state.lost[0], d.state.lost[0] - d.state.lost[1]]
            winner = None if left[0] == left[1] else left.index(max(left))
            d.end(winner, "night falls: fewer stands lost wins", "LI-END-2")
            return Return()
        return Call(Turn(at=self.step), then=self.but(step=STEPS[0]).start)


class Turn(Frame, frozen=True, kw_only=True):
    at: str = STEPS[0]

    def orders(self, d: Draft) -> Next:
        return Call(Orders(), then=self.shooting)

    def shooting(self, d: Draft) -> Next:
        return Call(Shooting(), then=self.combat)

    def combat(self, d: Draft) -> Next:
        return Call(Combat(), then=self.over)

    def over(self, d: Draft) -> Next:
        d.reach(TurnEnds(d.state.turn))
        d.emit(TurnPassed(cite="LI-TURN-1"))
        return Return()


def broken(state: Field) -> list[int]:
    """The seats with fewer than half of their stands left."""
    return [seat for seat in (0, 1) if 2 * state.left(seat) < state.army[seat]]
