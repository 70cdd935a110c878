"""The battle: turns of both players until it is decided (WM-TURN).

All dice are D6; each roll names its purpose (WM-DICE-1).
"""

from __future__ import annotations

from sandtable.core import Call, Frame, Next, Pool, Return, Roll, Settle, Untied, Wait
from sandtable.rulesets.warmaster.combat.fights import Combat
from sandtable.rulesets.warmaster.command.characters import CharacterMoves
from sandtable.rulesets.warmaster.command.off_table import OffTableRolls
from sandtable.rulesets.warmaster.command.orders import Orders
from sandtable.rulesets.warmaster.command.recovery import Recovery
from sandtable.rulesets.warmaster.ending.victory import finish
from sandtable.rulesets.warmaster.shooting.shooting import Shooting
from sandtable.rulesets.warmaster.state.events.commanding import FirstTurnWon, LengthSet, TurnBegan
from sandtable.rulesets.warmaster.state.rules import Draft
from sandtable.rulesets.warmaster.state.table import OTHER, CommandEnds, TurnBegins, TurnEnds
from sandtable.rulesets.warmaster.turn.home_back import HomeBack, note_flyers
from sandtable.rulesets.warmaster.turn.initiative import Initiative

TURNS = (0, 6, 6, 7, 7, 8, 8)  # game turns by the die (WM-TURN-10)


class Beginning(Frame, frozen=True, kw_only=True):
    """Who goes first, and how long it lasts (WM-TURN-9, WM-TURN-10, WM-TURN-11)."""

    random: bool = True

    def start(self, d: Draft) -> Next:
        pools = (Pool("seat a", (("d6", 1),), 0), Pool("seat b", (("d6", 1),), 1))
        return Wait(Roll("first_turn", pools, Untied(), "WM-TURN-9"), then=self.rolled)

    def rolled(self, d: Draft, a: int, b: int) -> Next:
        d.emit(FirstTurnWon(seat=0 if a > b else 1, cite="WM-TURN-9"))
        if not self.random:
            return Return()
        return Wait(Roll("length", (Pool("length", (("d6", 1),)),), cite="WM-TURN-10"), then=self.long)

    def long(self, d: Draft, face: int) -> Next:
        d.emit(LengthSet(turns=TURNS[face], cite="WM-TURN-10"))
        return Return()


class Battle(Frame, frozen=True, kw_only=True):
    """Complete turns alternately (WM-TURN-1). A position of a file may begin in the middle of a turn."""

    step: str = "start"
    asks: bool = False  # every turn has a question, even if nobody can be ordered: a file's play does not run on

    def start(self, d: Draft, *ignored: object) -> Next:
        state = d.state
        if state.last and state.turn >= state.last and self.step == "start":
            finish(d, {}, "the battle is over")
            return Return()
        if self.step != "start":
            return Call(Turn(at=self.step, asked=self.step, asks=self.asks), then=self.but(step="start").start)
        seat = state.first if state.turn == 0 else OTHER[state.active]
        d.emit(TurnBegan(seat=seat, cite="WM-TURN-1"))
        return Call(Turn(asks=self.asks), then=self.start)


class Turn(Frame, frozen=True, kw_only=True):
    """Command, Shooting, Combat (WM-TURN-2); the steps of the Command phase in order (WM-TURN-3)."""

    asks: bool = False
    asked: str = ""  # the step whose question is put even if nothing can be done: a file begins with it

    def start(self, d: Draft) -> Next:
        d.reach(TurnBegins(d.state.turn))
        return Call(OffTableRolls(), then=self.command)

    def command(self, d: Draft, *ignored: object) -> Next:
        note_flyers(d)
        return Call(Initiative(always=self.asked == "command"), then=self.home_back)

    def home_back(self, d: Draft, *ignored: object) -> Next:
        """Initiative is over once a home back is rolled, both once an order is attempted (WM-TURN-5)."""
        return Call(HomeBack(always=self.asked == "home_back"), then=self.orders)

    def orders(self, d: Draft, *ignored: object) -> Next:
        return Call(Orders(always=self.asks or self.asked == "orders"), then=self.characters)

    def characters(self, d: Draft, *ignored: object) -> Next:
        return Call(CharacterMoves(), then=self.recovery)

    def recovery(self, d: Draft, *ignored: object) -> Next:
        return Call(Recovery(), then=self.shooting)

    def shooting(self, d: Draft, *ignored: object) -> Next:
        """Only the active player shoots and casts (WM-TURN-6)."""
        d.reach(CommandEnds(d.state.turn))
        return Call(Shooting(always=self.asked == "shooting"), then=self.combat)

    def combat(self, d: Draft, *ignored: object) -> Next:
        return Call(Combat(), then=self.over)

    def over(self, d: Draft, *ignored: object) -> Next:
        d.reach(TurnEnds(d.state.turn))
        return Call(Settle(), then=self.finish)
