"""Models come on to the table and go about on it (WC-MOVE, WC-DEPLOY)."""

from __future__ import annotations

from sandtable.core.cues import AnyCue, Went
from sandtable.core.texts import say
from sandtable.geometry.units import text
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import CARDS, PLAY, Model, Table, Unit


class Moved(Change, frozen=True, kw_only=True):
    """A model went along a path, by choice or by force; a forced one tells where it began as well."""

    model: str
    path: tuple[tuple[int, int], ...]
    z: int = 0
    on: str = ""
    forced: bool = False

    def apply(self, state: Table) -> Table:
        x, y = self.path[-1]
        return state.with_model(self.model, x=x, y=y, z=self.z, on=self.on)

    def line(self, p: Position) -> str:
        x, y = self.path[-1]
        return say(
            "{model} {what} to {x}, {y}",
            model=self.model,
            what="is slammed" if self.forced else "moves",
            x=text(x),
            y=text(y),
        )

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        start = before.state.models[self.model].at
        return (Went(piece=self.model, path=self.path if self.path[0] == start else (start, *self.path)),)


class Repositioned(Change, frozen=True, kw_only=True):
    """Put somewhere else without moving (WC-MOVE-6)."""

    model: str
    x: int
    y: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, x=self.x, y=self.y, z=self.z, on=self.on)

    def line(self, p: Position) -> str:
        return say("{model} is put at {x}, {y}", model=self.model, x=text(self.x), y=text(self.y))


class Fell(Change, frozen=True, kw_only=True):
    model: str
    x: int
    y: int
    height: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, x=self.x, y=self.y, z=self.z, on=self.on)

    def line(self, p: Position) -> str:
        return say("{model} falls {height} inches", model=self.model, height=text(self.height))


class Placed(Change, frozen=True, kw_only=True):
    """A model comes on to the table."""

    model: str
    unit: str
    card: str
    x: int
    y: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        model = Model(unit=self.unit, card=self.card, x=self.x, y=self.y, z=self.z, on=self.on)
        unit = state.units[self.unit]
        back = tuple(n for n in unit.lost if n != self.model)
        state = state.with_unit(self.unit, lost=back) if back != unit.lost else state
        return state.keeping(CARDS, models={**state.models, self.model: model})

    def line(self, p: Position) -> str:
        return say("{model} is placed at {x}, {y}", model=self.model, x=text(self.x), y=text(self.y))


class UnitDeployed(Change, frozen=True, kw_only=True):
    """The unit is in play; its models are placed next."""

    unit: str
    attachments: tuple[str, ...] = ()
    initially: bool = False

    def apply(self, state: Table) -> Table:
        unit = state.units[self.unit]
        owned = dict(state.players[unit.seat].attachments)
        for name in self.attachments:
            owned[name] -= 1
        entered = -1 if self.initially else state.turn
        state = state.with_unit(
            self.unit, place=PLAY, attachments=self.attachments, lost=(), entered=entered, token=False, arc=0
        )
        return state.with_player(unit.seat, attachments=tuple(owned.items())) if self.attachments else state

    def line(self, p: Position) -> str:
        with_ = f" with {', '.join(self.attachments)}" if self.attachments else ""
        return say("{unit} deploys{what}", unit=self.unit, what=with_)


class GatePlaced(Change, frozen=True, kw_only=True):
    gate: str
    seat: int
    x: int
    y: int
    z: int = 0
    on: str = ""

    def apply(self, state: Table) -> Table:
        units = {**state.units, self.gate: Unit(seat=self.seat, card="void_gate", place=PLAY, entered=state.turn)}
        model = Model(unit=self.gate, card="void_gate", x=self.x, y=self.y, z=self.z, on=self.on)
        models = {**state.models, self.gate: model}
        return state.keeping(CARDS, units=units, models=models, gates=state.gates + 1)

    def line(self, p: Position) -> str:
        return say("A void gate ({gate}) opens at {x}, {y}", gate=self.gate, x=text(self.x), y=text(self.y))
