"""Formation in Mk II: within the unit commander's command range (M2-FORM-1, M2-FORM-2); a lost leader is replaced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sandtable.core import (
    Ask,
    Choice,
    Event,
    Frame,
    Next,
    Option,
    Refusal,
    Return,
    Term,
    Wait,
    forbids,
    forces,
    modifies,
)
from sandtable.core.texts import say
from sandtable.geometry.distance import within
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.edition import Formation
from sandtable.rulesets.warmachine.common.measuring.distance import command_area, disc, near
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Destroyed
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import Stat, has_ability, stat
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.common.turn.activity import OUT, RUN, Activity
from sandtable.rulesets.warmachine.common.units.command import Command, LendsCommand
from sandtable.rulesets.warmachine.common.units.members import (
    GRUNT,
    LEADER,
    OFFICER,
    commander,
    is_in_formation,
    members,
)

AS_NEAR = 10  # thousandths: several roundings of a path


@dataclass(frozen=True)
class InCommandRange(Formation):
    """In formation within the commander's command range (M2-FORM-2); a lost leader is replaced (M2-FORM-10)."""

    def members(self, p: Position, unit: str) -> frozenset[str]:
        leader = commander(p, unit)
        if not leader:
            return frozenset()
        reach = command_area(p, leader)
        return frozenset(n for n in members(p, unit) if n == leader or near(p, leader, n, reach))

    def deployed(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        """Units deploy in formation (M2-FORM-13, M2-FORCE-11)."""
        status, cards = p.state.status, p.rules.cards.models
        roles = {n: status[n].role for n, _ in placed}
        leader = next((n for role in (OFFICER, LEADER) for n in roles if roles[n] == role), "")
        if not leader:
            return None
        where = dict(placed)
        reach = cards[status[leader].card].stats["CMD"] * MILLI
        x, y, _ = where[leader]
        for name, (ox, oy, _) in placed:
            edges = p.rules.bases[status[name].card].radius + p.rules.bases[status[leader].card].radius
            if name != leader and (x - ox) ** 2 + (y - oy) ** 2 > (reach + edges + 1) ** 2:
                return Refusal(say("{name} is out of formation", name=name), "M2-FORM-13")
        return None

    def goals(self, p: Position, model: str) -> tuple[tuple[str, int], ...]:
        """The unit commander's command range (M2-FORM-5, M2-FORM-6)."""
        leader = commander(p, p.state.status[model].unit)
        return ((leader, command_area(p, leader)),) if leader else ()

    def near_enough(self, began: float, best: float, now: float) -> bool:
        """As near to the commander as the move allows (M2-FORM-6)."""
        return now <= best + AS_NEAR

    def direct(self, runs: bool) -> bool:
        """It runs straight toward the commander; a full advance may take its way (M2-FORM-6)."""
        return runs


@forbids("attack", "special", "power attack")
def out_of_formation(p: Position, a: Activity, *more: Any) -> Refusal | None:
    """Also when it began its activation so: its action is forfeit (M2-FORM-5, M2-FORM-7)."""
    if a.unit and (OUT in a.marks or not is_in_formation(p, a.model)):
        return Refusal(say("{model} is out of formation", model=a.model), "M2-FORM-3")
    return None


@forbids(RUN)
def nobody_to_run_to(p: Position, a: Activity) -> Refusal | None:
    """Without a unit commander troopers make full advances only (M2-ACT-9)."""
    if a.unit and OUT in a.marks and not commander(p, a.unit):
        return Refusal(say("{unit} has no commander", unit=a.unit), "M2-ACT-9")
    return None


@forbids("free strike")
def no_strike_from_afar(p: Position, model: str) -> Refusal | None:
    """Formation is tested all the time, also in the opponent's turn (M2-FORM-9)."""
    return None if is_in_formation(p, model) else Refusal(say("{model} is out of formation", model=model), "M2-FORM-9")


@modifies(Stat)
def alone(p: Position, q: Stat) -> Iterator[Term]:
    """-2 CMD out of formation (M2-FORM-4)."""
    if q.name == "CMD" and p.state.status[q.model].unit and not is_in_formation(p, q.model):
        yield Term(-2, "out of formation", "M2-FORM-4")


@modifies(LendsCommand)
def commanders(p: Position, q: LendsCommand) -> Iterator[Term]:
    """Models with Commander lend their CMD to their faction; all warcasters have it (M2-ADV-7, M2-ADV-8)."""
    if has_ability(p, q.lender, "commander"):
        yield Term(1, "Commander", "M2-ADV-7")
    if card(p, q.lender).faction != card(p, q.model).faction:
        yield Term(-1000, "of another faction", "M2-ADV-7")


@modifies(Command)
def by_the_commander(p: Position, q: Command) -> Iterator[Term]:
    """A trooper in formation that checks by itself may use its unit commander's CMD (M2-CMD-10)."""
    unit = "" if q.who in p.state.units else p.state.status[q.who].unit
    leader = commander(p, unit) if unit else ""
    if leader and leader != q.who and is_in_formation(p, q.who):
        yield Term(stat(p, leader, "CMD"), f"unit commander {leader}", "M2-CMD-10", "base")


def standard_bearer(p: Position, who: str) -> bool:
    """Whether a unit has a standard bearer in formation: it rolls a failed check once more (M2-CMD-22, M2-ADV-35).

    A trooper in formation that checks by itself makes his unit's check (M2-CMD-10).
    """
    unit = who if who in p.state.units else p.state.status[who].unit
    if not unit or (who != unit and not is_in_formation(p, who)):
        return False
    return any(has_ability(p, n, "standard_bearer") and is_in_formation(p, n) for n in members(p, unit))


class Promoted(Event, frozen=True, kw_only=True):
    """A grunt takes the leader's role."""

    who: str

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, role=LEADER)

    def line(self, p: Position) -> str:
        return say("{who} takes command", who=self.who)


class Promote(Frame, frozen=True, kw_only=True):
    """The owner picks a grunt, one in formation if there is any (M2-FORM-10)."""

    unit: str
    formed: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        grunts = [n for n in members(d, self.unit) if d.state.status[n].role == GRUNT]
        found = [n for n in grunts if n in self.formed] or grunts
        if not found:
            return Return()
        if len(found) == 1:
            return self.chosen(d, found[0])
        domain = Choice(tuple(Option(n, "", "M2-FORM-10", verb="promote", target=n) for n in found))
        seat = d.state.units[self.unit].seat
        return Wait(
            Ask(seat, say("who leads {unit}", unit=self.unit), domain, found[0], "M2-FORM-10"), then=self.chosen
        )

    def chosen(self, d: Draft, name: str) -> Next:
        d.emit(Promoted(who=name, cite="M2-FORM-10"))
        return Return()


@forces(Destroyed)
def leader_lost(d: Draft, event: Destroyed) -> Iterator[Frame]:
    """A Leader's loss promotes a grunt; an Officer's makes the Leader commander again by itself."""
    status = d.state.status[event.who]
    if status.unit and status.role == LEADER and members(d, status.unit):
        yield Promote(unit=status.unit, formed=formed_around(d, event))


def formed_around(p: Position, event: Destroyed) -> tuple[str, ...]:
    """Who was in formation when the leader fell: by the officer's range, or by that of the leader where he stood."""
    unit, status = p.state.status[event.who].unit, p.state.status[event.who]
    if commander(p, unit):
        return tuple(n for n in members(p, unit) if is_in_formation(p, n))
    printed = p.rules.cards.models[status.card]
    base, reach = Disc(*event.at, printed.footing.radius), printed.stats["CMD"] * MILLI
    return tuple(n for n in members(p, unit) if within(base, disc(p, p.state.models[n]), reach))
