"""The few answers worth looking at, where printed values and distances say enough."""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask
from sandtable.rulesets.warmaster.appraisal.character_plans import best_place, best_ride
from sandtable.rulesets.warmaster.appraisal.charge_plans import HOPELESS, charge_gains
from sandtable.rulesets.warmaster.appraisal.deployments import unit_place
from sandtable.rulesets.warmaster.appraisal.threats import threats
from sandtable.rulesets.warmaster.appraisal.tried_orders import best_order
from sandtable.rulesets.warmaster.combat.reforming import PASS as REFORMED
from sandtable.rulesets.warmaster.combat.reforming import ReformMenu, ReformPlaces, reformers
from sandtable.rulesets.warmaster.command.carry_out import MARCH, Obey
from sandtable.rulesets.warmaster.command.characters import Ride
from sandtable.rulesets.warmaster.command.orders import END, OrderMenu, order_option
from sandtable.rulesets.warmaster.measuring.formations import regular
from sandtable.rulesets.warmaster.setup.deployment import DeployCharacter, DeployMenu, DeployUnit
from sandtable.rulesets.warmaster.shooting.shooting import DONE, ShootingMenu
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.turn.initiative import InitiativeMenu

CHARGES, EVADES = 4, 2  # looked at


def shortlist(p: Position, ask: Ask) -> list[Any] | None:
    """The answers to look at; None: all of them, or what is suggested."""
    match ask.domain:
        case OrderMenu():
            plan = best_order(p)
            return [END if plan is None else order_option(plan.character, plan.body).key]
        case Obey() as domain:
            good, poor = charging(p, [o.key for o in domain.options(p)])
            return [*good, *([MARCH] if domain.march else []), *poor]
        case InitiativeMenu() as domain:
            return initiative(p, domain)
        case Ride(far=None) as domain:
            return [best_ride(p, domain.character)]
        case ShootingMenu() as domain:
            return shots(p, domain)
        case ReformMenu() as domain:
            ragged = [u for u in reformers(p, domain.seat, domain.done) if not regular(p, u)]
            return [f"re-form {ragged[0]}" if ragged else REFORMED]
        case DeployCharacter() as domain:
            return [best_place(p, domain.piece) or ask.silence(p)]
        case DeployUnit() as domain:
            return [unit_place(p, domain.piece) or ask.silence(p)]
        case DeployMenu() | ReformPlaces():
            return [ask.silence(p)]
    return None


def charging(p: Position, keys: list[str]) -> tuple[list[str], list[str]]:
    """The charges that promise most, the best first: those that gain, and those that may lose a little."""
    gains: dict[str, float] = {}
    for key in keys:
        unit, _, target = key.partition(" charges ")
        if target:
            gains[key] = next((gain for gain, enemy in charge_gains(p, unit) if enemy == target), 0.0)
    tried = sorted([key for key in gains if gains[key] > HOPELESS], key=lambda key: -gains[key])[:CHARGES]
    return [key for key in tried if gains[key] > 0], [key for key in tried if gains[key] <= 0]


def initiative(p: Position, domain: InitiativeMenu) -> list[str]:
    """The best charges, and evading by those in danger."""
    options, danger = domain.options(p), threats(p)
    if options[0].cite == "WM-INIT-15":
        return [o.key for o in options]  # they must charge
    evading = [o for o in options if o.verb == "evade" and danger.get(o.actor, 0.0) > 0]
    evading.sort(key=lambda o: -danger[o.actor])
    ends = [o.key for o in options if o.ends]
    good, poor = charging(p, [o.key for o in options])
    return [*good, *ends, *(o.key for o in evading[:EVADES]), *poor]


def shots(p: Position, domain: ShootingMenu) -> list[str] | None:
    """One unit after another shoots: nothing is gained by waiting. Then spells."""
    options = domain.options(p)
    first = next((o.actor for o in options if o.verb == "shoot"), "")
    if first:
        return [o.key for o in options if o.actor == first and o.verb == "shoot"]
    return [o.key for o in options if not o.key.endswith("in a direction")] if len(options) > 1 else [DONE]
