"""Arc and activation tokens (WC-ARC, WC-ACT)."""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import Table


class Charged(Change, frozen=True, kw_only=True):
    unit: str
    amount: int = 1

    def apply(self, state: Table) -> Table:
        u = state.units[self.unit]
        well = state.players[u.seat].well - self.amount
        return state.with_unit(self.unit, arc=u.arc + self.amount).with_player(u.seat, well=well)

    def line(self, p: Position) -> str:
        return f"{self.unit} is charged with {self.amount} Arc"


class Cleared(Change, frozen=True, kw_only=True):
    """Arc goes back to its owner's well."""

    unit: str
    amount: int = 1

    def apply(self, state: Table) -> Table:
        u = state.units[self.unit]
        well = state.players[u.seat].well + self.amount
        return state.with_unit(self.unit, arc=u.arc - self.amount).with_player(u.seat, well=well)

    def line(self, p: Position) -> str:
        return f"{self.amount} Arc is cleared from {self.unit}"


class Spiked(Cleared, frozen=True, kw_only=True):
    """1 Arc is cleared to use a Spike rule."""

    rule: str

    def line(self, p: Position) -> str:
        return f"{self.unit} spikes {p.rules.cards.special[self.rule]['name']}"


class TokenGained(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, token=True)

    def line(self, p: Position) -> str:
        return f"{self.unit} gets an activation token"


class ActivationBegan(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.but(activating=self.unit)

    def line(self, p: Position) -> str:
        return f"{self.unit} activates"


class ActivationOver(Change, frozen=True, kw_only=True):
    """The activation ends, or a fall has ended it (WC-FALL-5)."""

    unit: str

    def apply(self, state: Table) -> Table:
        return state.but(activating="")

    def line(self, p: Position) -> str:
        return f"{self.unit}'s activation is over"


class TokenRemoved(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, token=False)

    def line(self, p: Position) -> str:
        return f"{self.unit} loses its activation token"
