"""Deploying units from gates in step 6, and recalling them (WC-DEPLOY, WC-ATTACH)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Query, Refusal, Return, Settle, Term, Wait
from sandtable.rulesets.warcaster.movement.arrivals import DeployPlaces, has_room, standing
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Placed, UnitDeployed
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import RESERVE, Table
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import lots

DONE = "done"
Way = tuple[str, str, tuple[str, ...]]  # a unit, its gate and its attachments


class DeployCost(Query, frozen=True):
    """Arc a gate pays for a unit (WC-STAT-10, WC-ATTACH-2)."""

    unit: str
    gate: str = ""  # empty: initially, from nowhere
    attachments: tuple[str, ...] = ()

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(unit_card(p, self.unit).dc, "DC", "WC-STAT-10", "base")
        for name in self.attachments:
            yield Term(p.rules.cards.units[name].dc, p.rules.cards.units[name].name, "WC-ATTACH-2")


def parties(p: Position, unit: str) -> Iterator[tuple[str, ...]]:
    """The attachments a unit may be deployed with: none, or any different ones owned (WC-ATTACH-1, -4)."""
    state = p.state
    card = unit_card(p, unit)
    yield ()
    if card.type != "squad":
        return
    owned = state.players[state.units[unit].seat].attachments
    fit = [a for a, n in owned if n > 0 and set(p.rules.cards.units[a].attach_to) & set(card.tags)]
    for size in range(1, len(fit) + 1):
        yield from combinations(fit, size)


def names(p: Position, unit: str, attachments: tuple[str, ...]) -> dict[str, str]:
    """Model names of a unit about to be deployed, with their cards; the first is placed first."""
    card = unit_card(p, unit)
    if card.type != "squad":
        return {unit: card.id}
    own = {f"{unit}.{n}": card.id for n in range(1, card.size + 1)}
    return own | {f"{unit}.{a}": a for a in attachments}


def unfit(p: Position, unit: str, attachments: tuple[str, ...]) -> Refusal | None:
    """Why a unit may not be deployed with these attachments; None when it may."""
    state = p.state
    if len(set(attachments)) < len(attachments):
        return Refusal("a squad has no attachment twice", "WC-ATTACH-4")
    owned = dict(state.players[state.units[unit].seat].attachments)
    for name in attachments:
        if name not in owned or not set(p.rules.cards.units[name].attach_to) & set(unit_card(p, unit).tags):
            return Refusal(f"{name} does not join {unit}", "WC-ATTACH-1")
        if not owned[name]:
            return Refusal(f"every {name} is with another squad", "WC-ATTACH-10")
    return None


class Deploy(Frame, frozen=True, kw_only=True):
    """Place the unit, pay, and let an emptied gate collapse (WC-DEPLOY-2, -9, -10)."""

    unit: str
    gate: str = ""  # empty: the initial deployment
    attachments: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        domain = places(d, self.unit, self.gate, self.attachments)
        cite = "WC-DEPLOY-5" if self.gate else "WC-SETUP-10"
        ask = Ask(domain.seat, f"deploy {self.unit}", domain, None, cite)
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, spots: tuple[tuple[str, tuple[int, int]], ...]) -> Next:
        cards = names(d, self.unit, self.attachments)
        cost = d.value(DeployCost(self.unit, self.gate, self.attachments))
        cite = "WC-DEPLOY-2" if self.gate else "WC-SETUP-8"
        d.emit(UnitDeployed(unit=self.unit, attachments=self.attachments, initially=not self.gate, cite=cite))
        for name, (x, y) in spots:
            m = standing(d, self.unit, cards[name], x, y)
            d.emit(Placed(model=name, unit=self.unit, card=m.card, x=x, y=y, z=m.z, on=m.on, cite=cite))
        if self.gate:
            clear_arc(d, self.gate, cost, by=None, cite="WC-DEPLOY-4")
        return Call(Settle(), then=self.finish)


def places(p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> DeployPlaces:
    state = p.state
    cards = names(p, unit, attachments)
    return DeployPlaces(
        pieces=tuple(cards), unit=unit, cards=tuple(cards.items()), seat=state.units[unit].seat, gate=gate
    )


def fits(p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> bool:
    """Whether the whole unit can be put down (WC-DEPLOY-7)."""
    return has_room(p, places(p, unit, gate, attachments))


class DeployMenu(Options, frozen=True, kw_only=True):
    """Deploy a unit from a gate, recall one, or neither (WC-TURN-12)."""

    seat: int
    began: bool = False  # a unit was deployed this step: no recall any more (WC-DEPLOY-1)

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("deploy", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        state: Table = p.state
        for way in self.ways(p):
            if self.possible(p, *way):
                key = deploy_key(*way)
                yield Option(key, key, "WC-DEPLOY-2", about=(way[1],))
        if not self.began:
            for unit in state.in_play(self.seat):
                yield Option(f"recall {unit}", f"recall {unit}", "WC-DEPLOY-11", about=(unit,))
        yield Option(DONE, "deploy and recall nothing more", "WC-TURN-12")

    def pairs(self, state: Table) -> list[tuple[str, str]]:
        """Units in reserve and gates with Arc."""
        gates = [g for g in state.gates_of(self.seat) if state.units[g].arc]
        if not gates:
            return []
        mine = [n for n, u in state.units.items() if u.seat == self.seat and u.place == RESERVE]
        return [(unit, gate) for gate in gates for unit in mine]

    def ways(self, p: Position) -> list[Way]:
        """The same with the attachments that might come along."""
        state = p.state
        return [(unit, gate, with_) for unit, gate in self.pairs(state) for with_ in parties(p, unit)]

    def thoughts(self, p: Position, rng: Random) -> Iterator[Way]:
        """What can be deployed, in random order."""
        return (way for way in lots(self.ways(p), rng) if self.possible(p, *way))

    def first_thoughts(self, p: Position, rng: Random) -> Iterator[Way]:
        """The same unit by unit: one too dear by itself is not thought of with attachments."""
        for unit, gate in lots(self.pairs(p.state), rng):
            if self.paid(p, unit, gate, ()):
                for with_ in lots(parties(p, unit), rng):
                    if self.possible(p, unit, gate, with_):
                        yield unit, gate, with_

    def paid(self, p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> bool:
        state: Table = p.state
        return p.value(DeployCost(unit, gate, attachments)) <= state.units[gate].arc

    def possible(self, p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> bool:
        """Paid for by the gate, and with room (WC-DEPLOY-7, -15)."""
        return self.paid(p, unit, gate, attachments) and fits(p, unit, gate, attachments)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        """Judged by itself: one unit and one gate, not the whole menu."""
        if not isinstance(answer, str) or answer == DONE:
            return super().refuse(p, answer)
        if (read := read_deploy(p.state, answer)) is not None:
            return self.barred(p, *read)
        if answer.startswith("recall ") and answer.removeprefix("recall ") in p.state.in_play(self.seat):
            return Refusal("a deployment and a recall exclude each other", "WC-DEPLOY-1") if self.began else None
        if answer.startswith("recall ") and answer.removeprefix("recall ") in p.state.units:
            return Refusal(f"{answer.removeprefix('recall ')} is no unit of yours in play", "WC-DEPLOY-11")
        return self.missing(p, answer[:200])

    def barred(self, p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> Refusal | None:
        """Why this unit may not be deployed from this gate; None when it may."""
        state: Table = p.state
        u = state.units[unit]
        if u.place != RESERVE or u.seat != self.seat:
            return Refusal(f"{unit} is not in your reserve", "WC-DEPLOY-14")
        if gate not in state.gates_of(self.seat):
            return Refusal(f"{gate} is no gate of yours in play" if gate else "from which gate?", "WC-DEPLOY-2")
        if (bad := unfit(p, unit, attachments)) is not None:
            return bad
        cost, arc = p.value(DeployCost(unit, gate, attachments)), state.units[gate].arc
        if cost > arc:
            cite = "WC-ATTACH-5" if attachments else "WC-DEPLOY-15"
            return Refusal(f"{unit} costs {cost} Arc, {gate} holds {arc}", cite)
        if not fits(p, unit, gate, attachments):
            return Refusal(f"{unit} cannot be placed whole near {gate}", "WC-DEPLOY-7")
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Unit after unit is thought of until enough can come; only those are looked into."""
        if rng.random() < 0.9:
            ways = self.first_thoughts(p, rng) if n == 1 else self.thoughts(p, rng)
            if found := [deploy_key(*way) for way in islice(ways, n)]:
                return found
        recalls = [] if self.began else p.state.in_play(self.seat)
        return [f"recall {rng.choice(recalls)}"] if recalls and rng.random() < 0.02 else [DONE]


def deploy_key(unit: str, gate: str, attachments: tuple[str, ...] = ()) -> str:
    return (
        f"deploy {unit}"
        + (f" from {gate}" if gate else "")
        + (f" with {' and '.join(attachments)}" if attachments else "")
    )


def read_deploy(state: Table, key: str) -> tuple[str, str, tuple[str, ...]] | None:
    if not key.startswith("deploy "):
        return None
    head, _, tail = key.removeprefix("deploy ").partition(" with ")
    unit, _, gate = head.partition(" from ")
    return (unit, gate, tuple(tail.split(" and ")) if tail else ()) if unit in state.units else None


class DeploymentStep(Frame, frozen=True, kw_only=True):
    """Step 6."""

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
        unit, gate, with_ = read_deploy(d.state, key)  # type: ignore[misc]
        return Call(Deploy(unit=unit, gate=gate, attachments=with_), then=self.but(began=True).start)


class Recall(Frame, frozen=True, kw_only=True):
    """The unit leaves the table for the reserves at once (WC-DEPLOY-11)."""

    unit: str

    def start(self, d: Draft) -> Next:
        for model in d.state.models_of(self.unit):
            leave(d, model, "recalled", cite="WC-DEPLOY-11")
        return Call(Settle(), then=self.finish)
