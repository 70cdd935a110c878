"""The steam tank (`steam_tank` in data/special_rules.toml): always defended, never driven back, its own chart for a
12."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import (
    Call,
    Effect,
    EffectBegan,
    Frame,
    Next,
    Pool,
    Refusal,
    Return,
    Roll,
    Settle,
    Term,
    Wait,
    forces,
    modifies,
)  # fmt: skip
from sandtable.core.abilities import forbids
from sandtable.core.effects import on
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.combat.attacks import LeastCover
from sandtable.rulesets.warmaster.combat.retreats import DestroyedByRetreat
from sandtable.rulesets.warmaster.command.character_places import JOIN
from sandtable.rulesets.warmaster.command.movement import MOVE, ChargePace, Pace
from sandtable.rulesets.warmaster.command.orders import BLUNDER, BRIGADE, TWELVE
from sandtable.rulesets.warmaster.forced.destroyed import destroy
from sandtable.rulesets.warmaster.shooting.drive_backs import DRIVEN
from sandtable.rulesets.warmaster.shooting.shooting import SHOOT
from sandtable.rulesets.warmaster.shooting.volleys import Shots
from sandtable.rulesets.warmaster.state.events.commanding import OrderFailed
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import TurnEnds
from sandtable.rulesets.warmaster.terrain.cover import DEFENDED, Cover

STUCK, NO_STEAM, OVERPRESSURE = "stuck", "no steam", "overpressure"
SIX = 6  # dice under overpressure


def is_tank(p: Position, unit: str) -> bool:
    return unit in p.state.units and entry(p, unit).has("steam_tank")


@modifies(Cover, rule="steam_tank")
def armour_plates(p: Position, query: Cover) -> Iterator[Term]:
    if is_tank(p, query.unit):
        yield Term(DEFENDED, "always defended", "WM-DATA-12", "base")


@modifies(LeastCover, rule="steam_tank")
def plates_in_combat(p: Position, query: LeastCover) -> Iterator[Term]:
    if is_tank(p, query.unit):
        yield Term(DEFENDED, "always defended", "WM-DATA-12", "base")


@forbids(BRIGADE, rule="steam_tank")
def never_brigaded(p: Position, units: tuple[str, ...]) -> Refusal | None:
    return Refusal("a steam tank is never brigaded", "WM-BRIG-4") if any(is_tank(p, u) for u in units) else None


@forbids(JOIN, rule="steam_tank")
def nobody_joins(p: Position, character: str, unit: str) -> Refusal | None:
    return Refusal("no character may join a steam tank", "WM-CHAR-4") if is_tank(p, unit) else None


@forbids(DRIVEN, rule="steam_tank")
def never_driven_back(p: Position, unit: str) -> Refusal | None:
    return Refusal("a steam tank is not driven back", "WM-DRIVE-4") if is_tank(p, unit) else None


@modifies(DestroyedByRetreat, rule="steam_tank")
def cannot_retreat(p: Position, query: DestroyedByRetreat) -> Iterator[Term]:
    if is_tank(p, query.unit):
        yield Term(1, "a steam tank cannot retreat", "WM-RETREAT-7")


@forbids(BLUNDER, rule="steam_tank")
def no_blunder(p: Position, units: tuple[str, ...]) -> Refusal | None:
    return Refusal("its own chart instead", "WM-BLUND-1") if any(is_tank(p, u) for u in units) else None


@forbids(SHOOT, rule="steam_tank")
def out_of_steam(p: Position, unit: str) -> Refusal | None:
    return (
        Refusal(say("{unit} has no steam this turn", unit=unit), "WM-SHOOT-1")
        if on(p.state.effects, unit, NO_STEAM)
        else None
    )


@modifies(Pace, ChargePace, rule="steam_tank")
def stuck(p: Position, query: Pace | ChargePace) -> Iterator[Term]:
    if on(p.state.effects, query.unit, STUCK):
        yield Term(0, "it can never move again", "WM-MOVE-6", "most")


@forbids(MOVE, rule="steam_tank")
def stands_for_good(p: Position, unit: str) -> Refusal | None:
    """No advance, pursuit, fall back or turn either; where it would have to retreat it is destroyed anyway."""
    immobile = on(p.state.effects, unit, STUCK)
    return Refusal(say("{unit} can never move again", unit=unit), "WM-MOVE-6") if immobile else None


@modifies(Shots, rule="steam_tank")
def overpressure(p: Position, query: Shots) -> Iterator[Term]:
    if on(p.state.effects, query.unit, OVERPRESSURE):
        yield Term(SIX, "overpressure", "WM-SHOOT-8", "set")


@forces(OrderFailed)
def boiler_trouble(d: Draft, event: OrderFailed) -> Iterator[Frame]:
    """A 12 for a steam tank, whoever rolled it."""
    if event.total == TWELVE:
        for unit in event.units:
            if is_tank(d, unit):
                yield BoilerChart(unit=unit)


class BoilerChart(Frame, frozen=True, kw_only=True):
    """1 destroyed; 2 never moves again; 3 no shooting; 4 -1 command; 5 nothing; 6 six dice this turn."""

    unit: str

    def start(self, d: Draft) -> Next:
        return Wait(Roll("special", (Pool("boiler", (("d6", 1),), d.state.active),), cite="WM-ART-8"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        turn = TurnEnds(d.state.turn)
        if face == 1:
            destroy(d, self.unit, "WM-ART-8")
        elif face == 2:
            d.emit(EffectBegan(effect=Effect(STUCK, self.unit, cite="WM-ART-8"), cite="WM-ART-8"))
        elif face == 3:
            d.emit(EffectBegan(effect=Effect(NO_STEAM, self.unit, until=turn, cite="WM-ART-8"), cite="WM-ART-8"))
        elif face == 4:
            penalty = d.state.units[self.unit].penalty + 1
            d.emit(
                UnitMarked(
                    unit=self.unit, changes={"penalty": penalty}, says=f"{self.unit}: -1 Command", cite="WM-CMD-10"
                )
            )
        elif face == 6:
            d.emit(EffectBegan(effect=Effect(OVERPRESSURE, self.unit, until=turn, cite="WM-ART-8"), cite="WM-ART-8"))
        return Call(Settle(), then=self.finish) if face == 1 else Return()
