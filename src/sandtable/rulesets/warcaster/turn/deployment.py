"""Deploying units from gates in step 6, and recalling them (WC-DEPLOY, WC-ATTACH).

Elsewhere: WC-DEPLOY-6, WC-DEPLOY-8 in turn/deployment_places; WC-DEPLOY-7, WC-DEPLOY-14, WC-DEPLOY-15 in
turn/deployment_checks; WC-DEPLOY-12, WC-DEPLOY-13 in state/events/leaving.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait
from sandtable.core.legality import Check, Checks, allowed, refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Placed, UnitDeployed
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.turn.deployment_checks import (
    DEPLOY,
    Arrival,
    DeployCost,
    attachment_sets,
    cost,
    in_reserve,
    models_and_cards,
    places,
)
from sandtable.rulesets.warcaster.turn.deployment_places import standing

DONE = "done"


class Deploy(Frame, frozen=True, kw_only=True):
    """Place the unit with its attachments, pay, and let an emptied gate collapse.

    Rules: WC-DEPLOY-2, WC-DEPLOY-9, WC-DEPLOY-10, WC-ATTACH-3.

    The unit is in play before the gate collapses (WC-MERCY-5).
    """

    unit: str
    gate: str = ""  # empty: the initial deployment
    attachments: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        domain = places(d, self.unit, self.gate, self.attachments)
        cite = "WC-DEPLOY-5" if self.gate else "WC-SETUP-10"
        ask = Ask(domain.seat, say("deploy {unit}", unit=self.unit), domain, None, cite)
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, spots: tuple[tuple[str, tuple[int, int]], ...]) -> Next:
        cards = models_and_cards(d, self.unit, self.attachments)
        cost = d.value(DeployCost(self.unit, self.gate, self.attachments))
        cite = "WC-DEPLOY-2" if self.gate else "WC-SETUP-8"
        d.emit(UnitDeployed(unit=self.unit, attachments=self.attachments, initially=not self.gate, cite=cite))
        for name, (x, y) in spots:
            m = standing(d, self.unit, cards[name], x, y)
            d.emit(Placed(model=name, unit=self.unit, card=m.card, x=x, y=y, z=m.z, on=m.on, cite=cite))
        if self.gate:
            clear_arc(d, self.gate, cost, by=None, cite="WC-DEPLOY-4")
        return Call(Settle(), then=self.finish)


RECALL: Checks = (
    Check(
        lambda p, menu, unit: not p.state.is_in_play(unit, menu.seat),
        lambda p, menu, unit: Refusal(say("{unit} is no unit of yours in play", unit=unit), "WC-DEPLOY-11"),
    ),
    Check(
        lambda p, menu, unit: menu.began,
        lambda p, menu, unit: Refusal("a deployment and a recall exclude each other", "WC-DEPLOY-1"),
    ),
)


class DeployMenu(Options, frozen=True, kw_only=True):
    """Deploy a unit from a gate, recall one, or neither (WC-TURN-12)."""

    seat: int
    began: bool = False  # a unit was deployed this step: no recall any more (WC-DEPLOY-1)

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("deploy", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for arrival in self.arrivals(p):
            if allowed(DEPLOY, p, self.seat, arrival):
                yield deploy_option(p, arrival, "WC-DEPLOY-2")
        if not self.began:
            for unit in p.state.in_play(self.seat):
                yield Option(f"recall {unit}", cite="WC-DEPLOY-11", verb="recall", actor=unit)
        yield Option(DONE, cite="WC-TURN-12", verb="end deployment", ends=True)

    def pairs(self, p: Position) -> list[tuple[str, str]]:
        """Units in reserve and gates with Arc."""
        state = p.state
        gates = [g for g in state.gates_of(self.seat) if state.units[g].arc]
        units = in_reserve(p, self.seat) if gates else []
        return [(unit, gate) for gate in gates for unit in units]

    def arrivals(self, p: Position) -> list[Arrival]:
        """The same with every set of attachments that may join."""
        return [Arrival(unit, gate, joined) for unit, gate in self.pairs(p) for joined in attachment_sets(p, unit)]

    def sought(self, p: Position) -> Iterator[Option]:
        """Every unit in reserve from every gate; every unit in play back to the reserve."""
        for gate in p.state.gates_of(self.seat) or ("",):
            for unit in in_reserve(p, self.seat):
                yield deploy_option(p, Arrival(unit, gate), "WC-DEPLOY-2")
        for unit in p.state.in_play(self.seat):
            yield Option(f"recall {unit}", cite="WC-DEPLOY-11", verb="recall", actor=unit)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        """Judged by itself: one unit and one gate, not the whole menu."""
        if not isinstance(answer, str) or answer == DONE:
            return super().refuse(p, answer)
        if (arrival := read_deploy(p.state, answer)) is not None:
            return refusal(DEPLOY, p, self.seat, arrival)
        unit = answer.removeprefix("recall ")
        if answer.startswith("recall ") and unit in p.state.units:
            return refusal(RECALL, p, self, unit)
        return self.missing(p, answer[:200])


def deploy_option(p: Position, a: Arrival, cite: str) -> Option:
    """A deployment on offer: what it costs, what comes along, from which gate."""
    paid = (("Arc" if a.gate else "DC", cost(p, a)),)
    return Option(
        deploy_key(*a),
        cite=cite,
        verb="deploy",
        actor=a.unit,
        using=a.gate,
        also=a.attachments,
        cost=paid,
        group=a.gate,
    )


def deploy_key(unit: str, gate: str, attachments: tuple[str, ...] = ()) -> str:
    return (
        f"deploy {unit}"
        + (f" from {gate}" if gate else "")
        + (f" with {' and '.join(attachments)}" if attachments else "")
    )


def read_deploy(state: Table, key: str) -> Arrival | None:
    """What a phrase asks for: ``deploy rangers from gate_1 with warder and raker``."""
    if not key.startswith("deploy "):
        return None
    head, _, tail = key.removeprefix("deploy ").partition(" with ")
    unit, _, gate = head.partition(" from ")
    return Arrival(unit, gate, tuple(tail.split(" and ")) if tail else ()) if unit in state.units else None


class DeploymentStep(Frame, frozen=True, kw_only=True):
    """Step 6: any number of units one after another, or one recall (WC-DEPLOY-3, WC-DEPLOY-10).

    It comes after the activations, so a new unit waits for a later turn (WC-ACT-14).
    """

    seat: int
    began: bool = False

    def start(self, d: Draft, *ignored: Any) -> Next:
        domain = DeployMenu(seat=self.seat, began=self.began)
        return Wait(Ask(self.seat, "deploy or recall", domain, DONE, "WC-TURN-12"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == DONE:
            return Return()
        if key.startswith("recall "):
            return Call(Recall(unit=key.removeprefix("recall ")), then=self.finish)
        arrival = read_deploy(d.state, key)
        assert arrival is not None  # an answer that was not refused
        return Call(Deploy(**arrival._asdict()), then=self.but(began=True).start)


class Recall(Frame, frozen=True, kw_only=True):
    """The unit leaves the table for the reserves at once (WC-DEPLOY-11), whole again and not destroyed (-12, -13).

    Mercy is judged before any gate could be placed (WC-MERCY-7).
    """

    unit: str

    def start(self, d: Draft) -> Next:
        for model in d.state.models_of(self.unit):
            leave(d, model, "recalled", cite="WC-DEPLOY-11")
        return Call(Settle(), then=self.finish)
