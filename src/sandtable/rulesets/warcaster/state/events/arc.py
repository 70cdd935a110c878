"""Arc and activation tokens (WC-ARC, WC-ACT)."""

from __future__ import annotations

from sandtable.core.texts import say
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
        return say("{unit} is charged with {amount} Arc", unit=self.unit, amount=self.amount)


class Cleared(Change, frozen=True, kw_only=True):
    """Arc goes back to its owner's well."""

    unit: str
    amount: int = 1

    def apply(self, state: Table) -> Table:
        u = state.units[self.unit]
        well = state.players[u.seat].well + self.amount
        return state.with_unit(self.unit, arc=u.arc - self.amount).with_player(u.seat, well=well)

    def line(self, p: Position) -> str:
        return say("{amount} Arc is cleared from {unit}", amount=self.amount, unit=self.unit)


class Spiked(Cleared, frozen=True, kw_only=True):
    """1 Arc is cleared to use a Spike rule."""

    rule: str

    def line(self, p: Position) -> str:
        return say("{unit} spikes {name}", unit=self.unit, name=p.rules.cards.special[self.rule]["name"])


class TokenGained(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, token=True)

    def line(self, p: Position) -> str:
        return say("{unit} gets an activation token", unit=self.unit)


class ActivationBegan(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.but(activating=self.unit)

    def line(self, p: Position) -> str:
        return say("{unit} activates", unit=self.unit)


class ActivationOver(Change, frozen=True, kw_only=True):
    """The activation ends, or a fall has ended it (WC-FALL-5)."""

    unit: str

    def apply(self, state: Table) -> Table:
        return state.but(activating="")

    def line(self, p: Position) -> str:
        return say("{unit}'s activation is over", unit=self.unit)


class TokenRemoved(Change, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.with_unit(self.unit, token=False)

    def line(self, p: Position) -> str:
        return say("{unit} loses its activation token", unit=self.unit)
