"""Deploying units from gates, and recalling them (WC-DEPLOY); the initial deployment (WC-SETUP-7..-15)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from sandtable.core import (
    Arrangement,
    Ask,
    Call,
    Draft,
    Frame,
    Next,
    Option,
    Options,
    Pose,
    Position,
    Query,
    Refusal,
    Region,
    Return,
    Settle,
    Term,
    Wait,
)
from sandtable.geometry.ground import Ground
from sandtable.geometry.shapes import Disc
from sandtable.geometry.spots import ring, spot
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.attacks.damage import clear_arc, leave
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.events import Placed, UnitDeployed
from sandtable.rulesets.warcaster.ground import land
from sandtable.rulesets.warcaster.state import PLAY, RESERVE, Model, Table
from sandtable.rulesets.warcaster.table import disc, marker, to_marker, to_rear_edge, within

FROM_GATE, SPREAD, BAN, STRIP, BUDGET = 1000, 2000, 1000, 5000, 5
DONE = "done"


class DeployCost(Query, frozen=True):
    """Arc a gate pays for a unit (WC-STAT-10, WC-ATTACH-2)."""

    unit: str
    gate: str = ""  # empty: initially, from nowhere
    attachments: tuple[str, ...] = ()

    def base(self, p: Position) -> Iterator[Term]:
        yield Term(p.state.unit_card(self.unit).dc, "DC", "WC-STAT-10", "base")
        for name in self.attachments:
            yield Term(library().units[name].dc, library().units[name].name, "WC-ATTACH-2")


def parties(state: Table, unit: str) -> Iterator[tuple[str, ...]]:
    """The attachments a unit may be deployed with: none, or any different ones owned (WC-ATTACH-1, -4)."""
    card = state.unit_card(unit)
    yield ()
    if card.type != "squad":
        return
    owned = state.players[state.units[unit].seat].attachments
    fit = [a for a, n in owned if n > 0 and set(library().units[a].attach_to) & set(card.tags)]
    for size in range(1, len(fit) + 1):
        yield from combinations(fit, size)


def names(state: Table, unit: str, attachments: tuple[str, ...]) -> dict[str, str]:
    """Model names of a unit about to be deployed, with their cards; the first is placed first."""
    card = state.unit_card(unit)
    if card.type != "squad":
        return {unit: card.id}
    own = {f"{unit}.{n}": card.id for n in range(1, card.size + 1)}
    return own | {f"{unit}.{a}": a for a in attachments}


class Arrive(Region, frozen=True, kw_only=True):
    """A spot for a model coming on to the table."""

    unit: str
    card: str
    seat: int
    near: str = ""  # a model it must be near; empty: the rear edge strip
    reach: int = FROM_GATE
    placed: tuple[Any, ...] = ()  # (card, x, y) of this unit's earlier models
    cite: str = "WC-DEPLOY-5"

    def model(self, pose: Pose) -> Model:
        return Model(unit=self.unit, card=self.card, x=pose[0], y=pose[1])

    def ground(self, p: Position) -> Ground:
        """Where the base may stand: clear of everything, and of objectives by more than an inch (WC-DEPLOY-8)."""

        def build() -> Ground:
            state: Table = p.state
            around = land(state.map)
            bases = [disc(m) for m in state.models.values() if not m.on]
            bases += [disc(Model(unit="", card=c, x=x, y=y)) for c, x, y in self.placed]
            ban = [marker(o) for o in state.objectives.values() if not o.carrier]
            solid = (*around.walls, *around.impassable, *around.obstacles)
            wide = tuple(Disc(b.x, b.y, b.r + BAN + 2 * TOL) for b in ban)
            size = state.map.size
            zone = None
            if not self.near or self.initially:
                deep = STRIP + 2 * library().units[self.card].base.radius
                zone = (0, 0, size, deep) if state.sides[self.seat] == 0 else (0, size - deep, size, size)
            r = library().units[self.card].base.radius
            return Ground(r=r, solid=solid, bases=(*bases, *wide), width=size, height=size, zone=zone)

        return p.memo(("arrive", self), build)

    @property
    def initially(self) -> bool:
        return self.cite.startswith("WC-SETUP")

    def centre(self, p: Position) -> tuple[tuple[int, int], int]:
        """Middle and radius of the disc the base's centre must lie in."""
        r = library().units[self.card].base.radius
        if self.near:
            m = self.anchor(p)
            return m.at, self.reach + r + library().units[m.card].base.radius
        size = p.state.map.size
        y = STRIP // 2 if p.state.sides[self.seat] == 0 else size - STRIP // 2
        return (size // 2, y), size

    def anchor(self, p: Position) -> Model:
        if self.near in p.state.models:
            found: Model = p.state.models[self.near]
            return found
        card, x, y = self.placed[0]
        return Model(unit=self.unit, card=card, x=x, y=y)

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        me = self.model(pose)
        if self.near and not within(self.anchor(p), me, self.reach):
            return Refusal(f"more than {text(self.reach)} in from {self.near}", self.cite)
        if (not self.near or self.initially) and (far := to_rear_edge(p.state, self.seat, me)) > STRIP + TOL:
            return Refusal(
                f"{text(far)} in from the rear edge, not within {text(STRIP)}", "WC-SETUP-10", short_by=far - STRIP
            )
        for name, o in p.state.objectives.items():
            if not o.carrier and to_marker(me, o) <= BAN + TOL:
                return Refusal(
                    f"within 1 in of the objective {name}", "WC-SETUP-12" if self.initially else "WC-DEPLOY-8"
                )
        if not self.ground(p).free((pose[0], pose[1])):
            return Refusal(f"no room at {text(pose[0])}, {text(pose[1])}", "WC-DEPLOY-7")
        return None

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        ground, (centre, reach) = self.ground(p), self.centre(p)
        if self.near:
            found: list[Any] = list(ring(ground, centre, reach - TOL, n, rng.randrange(1 << 30)))
        else:
            size, y = p.state.map.size, centre[1]
            tries = [(rng.randrange(size), y + rng.randint(-STRIP // 2, STRIP // 2)) for _ in range(4 * n)]
            found = [q for q, free in zip(tries, ground.free_many(tries), strict=True) if free]
        found = [q for q in found if self.fault(p, q) is None]
        if not found and (only := spot(ground, centre, centre, reach)) is not None and self.fault(p, only) is None:
            found = [only]
        return found[:n]


class DeployPlaces(Arrangement, frozen=True, kw_only=True):
    """The first model near its gate (or on the strip), the rest within 2 inches of it (WC-DEPLOY-6, WC-SETUP-11)."""

    unit: str
    cards: tuple[tuple[str, str], ...]
    seat: int
    gate: str = ""

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Arrive:
        cards = dict(self.cards)
        placed = tuple((cards[n], pose[0], pose[1]) for n, pose in prefix if pose is not None)
        first = not placed
        cite = ("WC-DEPLOY-5" if first else "WC-DEPLOY-6") if self.gate else ("WC-SETUP-10" if first else "WC-SETUP-11")
        near = self.gate if first else prefix[0][0]
        return Arrive(
            piece=piece,
            unit=self.unit,
            card=cards[piece],
            seat=self.seat,
            near=near,
            reach=FROM_GATE if first else SPREAD,
            placed=placed,
            cite=cite,
        )

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return Refusal("a unit is deployed whole or not at all", "WC-DEPLOY-7")


class Deploy(Frame, frozen=True, kw_only=True):
    """Pay, place the unit, and let an emptied gate collapse (WC-DEPLOY-2, -9, -10)."""

    unit: str
    gate: str = ""
    attachments: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        domain = places(d.state, self.unit, self.gate, self.attachments)
        seat = d.state.units[self.unit].seat
        cite = "WC-DEPLOY-5" if self.gate else "WC-SETUP-10"
        found = domain.candidates(d, 1, Random(0))
        return Wait(Ask(seat, f"deploy {self.unit}", domain, found[0] if found else (), cite), then=self.placed)

    def placed(self, d: Draft, spots: tuple[tuple[str, tuple[int, int]], ...]) -> Next:
        cards = names(d.state, self.unit, self.attachments)
        cost = d.value(DeployCost(self.unit, self.gate, self.attachments))
        cite = "WC-DEPLOY-2" if self.gate else "WC-SETUP-8"
        d.emit(UnitDeployed(unit=self.unit, attachments=self.attachments, initially=not self.gate, cite=cite))
        for name, (x, y) in spots:
            d.emit(Placed(model=name, unit=self.unit, card=cards[name], x=x, y=y, cite=cite))
        if self.gate:
            clear_arc(d, self.gate, cost, by=None, cite="WC-DEPLOY-4")
        return Call(Settle(), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


def places(state: Table, unit: str, gate: str, attachments: tuple[str, ...]) -> DeployPlaces:
    cards = names(state, unit, attachments)
    return DeployPlaces(
        pieces=tuple(cards), unit=unit, cards=tuple(cards.items()), seat=state.units[unit].seat, gate=gate
    )


def fits(p: Position, unit: str, gate: str, attachments: tuple[str, ...]) -> bool:
    """Whether the whole unit can be put down (WC-DEPLOY-7)."""
    key = ("fits", unit, gate, attachments)
    return p.memo(key, lambda: bool(places(p.state, unit, gate, attachments).candidates(p, 2, Random(1))))


class DeployMenu(Options, frozen=True, kw_only=True):
    """Deploy a unit from a gate, recall one, or neither (WC-TURN-12)."""

    seat: int
    began: bool = False  # a unit was deployed this step: no recall any more (WC-DEPLOY-1)

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("deploy", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        state: Table = p.state
        for gate in state.gates_of(self.seat):
            arc = state.units[gate].arc
            if not arc:
                continue
            for unit, u in state.units.items():
                if u.seat != self.seat or u.place != RESERVE:
                    continue
                for with_ in parties(state, unit):
                    if p.value(DeployCost(unit, gate, with_)) <= arc and fits(p, unit, gate, with_):
                        key = deploy_key(unit, gate, with_)
                        yield Option(key, key, "WC-DEPLOY-2", about=(gate,))
        if not self.began:
            for unit in state.in_play(self.seat):
                yield Option(f"recall {unit}", f"recall {unit}", "WC-DEPLOY-11", about=(unit,))
        yield Option(DONE, "deploy and recall nothing more", "WC-TURN-12")

    def missing(self, p: Position, key: str) -> Refusal:
        read = read_deploy(p.state, key)
        if read is not None:
            unit, gate, with_ = read
            u = p.state.units[unit]
            if u.place != RESERVE or u.seat != self.seat:
                return Refusal(f"{unit} is not in your reserve", "WC-DEPLOY-14")
            if gate not in p.state.gates_of(self.seat):
                return Refusal(f"{gate} is no gate of yours in play", "WC-DEPLOY-2")
            cost, arc = p.value(DeployCost(unit, gate, with_)), p.state.units[gate].arc
            if cost > arc:
                return Refusal(f"{unit} costs {cost} Arc, {gate} holds {arc}", "WC-DEPLOY-15")
            return Refusal(f"{unit} cannot be placed whole near {gate}", "WC-DEPLOY-7")
        if key.startswith("recall ") and self.began:
            return Refusal("a deployment and a recall exclude each other", "WC-DEPLOY-1")
        return super().missing(p, key)

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        keys = [o.key for o in self.options(p)]
        deploys = [k for k in keys if k.startswith("deploy ")]
        if deploys and rng.random() < 0.9:
            return deploys if len(deploys) <= n else rng.sample(deploys, n)
        recalls = [k for k in keys if k.startswith("recall ")]
        if recalls and rng.random() < 0.02:
            return [rng.choice(recalls)]
        return [DONE]


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
            return Call(Recall(unit=key.removeprefix("recall ")), then=self.recalled)
        unit, gate, with_ = read_deploy(d.state, key)  # type: ignore[misc]
        return Call(Deploy(unit=unit, gate=gate, attachments=with_), then=self.but(began=True).start)

    def recalled(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class Recall(Frame, frozen=True, kw_only=True):
    """The unit leaves the table for the reserves at once (WC-DEPLOY-11)."""

    unit: str

    def start(self, d: Draft) -> Next:
        for model in d.state.models_of(self.unit):
            leave(d, model, "recalled", cite="WC-DEPLOY-11")
        return Call(Settle(), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class InitialMenu(Options, frozen=True, kw_only=True):
    """Units for the initial deployment, within the budget (WC-SETUP-8, -14)."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("initial", self), lambda: tuple(self.found(p)))

    def spent(self, p: Position) -> int:
        state: Table = p.state
        mine = [(n, u) for n, u in state.units.items() if u.seat == self.seat and u.place == PLAY]
        return sum(p.value(DeployCost(n, "", u.attachments)) for n, u in mine)

    def found(self, p: Position) -> Iterator[Option]:
        state: Table = p.state
        left = BUDGET - self.spent(p)
        for unit, u in state.units.items():
            if u.seat == self.seat and u.place == RESERVE:
                for with_ in parties(state, unit):
                    if p.value(DeployCost(unit, "", with_)) <= left and fits(p, unit, "", with_):
                        yield Option(deploy_key(unit, "", with_), "", "WC-SETUP-8")
        if state.in_play(self.seat):
            yield Option(DONE, "deploy no more", "WC-SETUP-15")

    def missing(self, p: Position, key: str) -> Refusal:
        read = read_deploy(p.state, key)
        if read is not None:
            cost = p.value(DeployCost(read[0], "", read[2]))
            left = BUDGET - self.spent(p)
            if cost > left:
                return Refusal(f"{read[0]} costs {cost}, {left} of {BUDGET} is left", "WC-SETUP-8")
        if key == DONE:
            return Refusal("at least one unit must be deployed", "WC-SETUP-14")
        return super().missing(p, key)

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        keys = [o.key for o in self.options(p)]
        if len(keys) > 1 and DONE in keys and rng.random() < 0.95:
            keys.remove(DONE)
        return keys if len(keys) <= n else rng.sample(keys, n)


class InitialDeployment(Frame, frozen=True, kw_only=True):
    """One player's block (WC-SETUP-7)."""

    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        domain = InitialMenu(seat=self.seat)
        options = domain.options(d)
        if [o.key for o in options] in ([], [DONE]):
            return Return()
        default = DONE if options[-1].key == DONE else options[0].key
        return Wait(Ask(self.seat, "initial deployment", domain, default, "WC-SETUP-7"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == DONE:
            return Return()
        unit, _, with_ = read_deploy(d.state, key)  # type: ignore[misc]
        return Call(Deploy(unit=unit, attachments=with_), then=self.start)
