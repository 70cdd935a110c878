"""Damage, and leaving play (WC-STAT-17, WC-UNIT)."""

from __future__ import annotations

from sandtable.core import Effect
from sandtable.core.cues import AnyCue, Gone
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.events.change import Change
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import ARRIVED, CARDS, REMOVED, RESERVE, Model, Table


class Damaged(Change, frozen=True, kw_only=True):
    model: str
    points: int
    by: int | None = None  # the seat credited

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, damage=state.models[self.model].damage + self.points)

    def line(self, p: Position) -> str:
        return say("{model} suffers {points} damage", model=self.model, points=self.points)


class Repaired(Change, frozen=True, kw_only=True):
    model: str
    points: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.model, damage=max(0, state.models[self.model].damage - self.points))

    def line(self, p: Position) -> str:
        return say("{points} damage is removed from {model}", points=self.points, model=self.model)


class Left(Change, frozen=True, kw_only=True):
    """A model leaves the table; its unit goes with its last model, until then the model waits (WC-UNIT-3).

    What is recalled was not destroyed (WC-DEPLOY-13).
    """

    model: str
    how: str  # destroyed, recalled, collapsed
    by: int | None = None  # the enemy seat credited with it, if any (WC-SECONDARY-12)
    attack: str = ""  # the kind of attack whose own damage roll did it
    attacker: str = ""  # the model that made it
    for_good: bool = False  # a unit that goes with it returns to no reserve: a destroyed hero

    def apply(self, state: Table) -> Table:
        model = state.models[self.model]
        unit = state.units[model.unit]
        models = {n: m for n, m in state.models.items() if n != self.model}
        effects = tuple([e for e in state.effects if e.on != self.model])
        if model.unit in [m.unit for m in models.values()]:
            units = {**state.units, model.unit: unit.but(lost=(*unit.lost, self.model))}
            return state.keeping(ARRIVED, CARDS, models=models, effects=effects, units=units)
        return _unit_gone(state, model.unit, self.for_good, models=models, effects=effects)

    def line(self, p: Position) -> str:
        return say("{model} is {how}", model=self.model, how=self.how)

    def cues(self, before: Position, after: Position) -> tuple[AnyCue, ...]:
        return (Gone(piece=self.model, how=self.how),)


class Collapsed(Left, frozen=True, kw_only=True):
    """A void gate is gone."""


def _unit_gone(
    state: Table, name: str, for_good: bool, *, models: dict[str, Model], effects: tuple[Effect, ...]
) -> Table:
    """Back to the reserves, whole: with its own troopers (WC-UNIT-2, WC-UNIT-4, WC-DEPLOY-12); attachments apart.

    Arc goes to the well, cards to the pile, token and effects are gone (WC-ARC-6, WC-UNIT-6, WC-UNIT-8, WC-ATTACH-9).
    """
    unit, players = state.units[name], list(state.players)
    owner = players[unit.seat]
    owned = dict(owner.attachments)
    for attachment in unit.attachments:
        owned[attachment] = owned.get(attachment, 0) + 1
    if unit.card == "void_gate":
        units = {n: u for n, u in state.units.items() if n != name}
    else:
        place = REMOVED if for_good else RESERVE
        units = {**state.units, name: unit.but(place=place, arc=0, token=False, attachments=(), lost=())}
    players[unit.seat] = owner.but(well=owner.well + unit.arc, attachments=tuple(owned.items()))
    for seat, player in enumerate(players):
        here = [card for card, on in player.in_play if on == name]
        if here:
            kept = tuple(pair for pair in player.in_play if pair[1] != name)
            players[seat] = player.but(in_play=kept, discard=tuple(sorted((*player.discard, *here))))
    effects = tuple([e for e in effects if e.on != name])
    after = (players[0], players[1])
    return state.keeping(ARRIVED, CARDS, models=models, effects=effects, units=units, players=after)
