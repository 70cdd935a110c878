"""Void gates: placing them in step 7 (WC-GATE)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Draft,
    Frame,
    Next,
    Option,
    Options,
    Pose,
    Position,
    Refusal,
    Return,
    Settle,
    Wait,
)
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.deployment import BAN, Arrive
from sandtable.rulesets.warcaster.events import Charged, GatePlaced
from sandtable.rulesets.warcaster.state import Table, arc_limit
from sandtable.rulesets.warcaster.table import to_marker, to_rear_edge, within

NEAR, MOST = 5000, 2
PASS = "pass"


class GatePlace(Arrive, frozen=True, kw_only=True):
    """A spot for a gate: near the nominated warrior, or near the rear edge (WC-GATE-3, WC-GATE-8)."""

    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        me = self.model(pose)
        if self.near and not within(p.state.models[self.near], me, NEAR):
            return Refusal(f"more than {text(NEAR)} in from {self.near}", "WC-GATE-3")
        if not self.near and (far := to_rear_edge(p.state, self.seat, me)) > NEAR + TOL:
            return Refusal(
                f"{text(far)} in from your rear edge, not within {text(NEAR)}", "WC-GATE-15", short_by=far - NEAR
            )
        for name, o in p.state.objectives.items():
            if not o.carrier and to_marker(me, o) <= BAN + TOL:
                return Refusal(f"within 1 in of the objective {name}", "WC-GATE-8")
        if not self.ground(p).free((pose[0], pose[1])):
            return Refusal(f"no room for a gate at {text(pose[0])}, {text(pose[1])}", "WC-GATE-8")
        return None


class GateMenu(Options, frozen=True, kw_only=True):
    """A warrior to place a gate near, the rear edge, or no gate."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("gates", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        state: Table = p.state
        if len(state.gates_of(self.seat)) < MOST:
            for model in nominees(state, self.seat):
                if where(state, self.seat, model).candidates(p, 1, Random(2)):
                    yield Option(f"gate near {model}", f"place a gate near {model}", "WC-GATE-3", about=(model,))
            if where(state, self.seat, "").candidates(p, 1, Random(2)):
                yield Option("gate at rear edge", "place a gate near your rear edge", "WC-GATE-3")
        yield Option(PASS, "place no gate", "WC-TURN-13")

    def missing(self, p: Position, key: str) -> Refusal:
        state: Table = p.state
        if key.startswith("gate ") and len(state.gates_of(self.seat)) >= MOST:
            return Refusal("two gates are in play", "WC-GATE-14")
        model = key.removeprefix("gate near ")
        if model in state.models and state.seat_of(model) == self.seat:
            if not state.is_warrior(model):
                return Refusal(f"{model} is no warrior model", "WC-GATE-3")
            if state.unit_of(model).entered == state.turn:
                return Refusal(f"{model} was deployed this turn", "WC-GATE-4")
        return super().missing(p, key)

    def candidates(self, p: Position, n: int, rng: Random) -> list[Any]:
        keys = [o.key for o in self.options(p)]
        if len(keys) > 1 and (p.state.players[self.seat].well >= 2 or rng.random() < 0.1) and rng.random() < 0.9:
            keys.remove(PASS)
            return keys if len(keys) <= n else rng.sample(keys, n)
        return [PASS]


def nominees(state: Table, seat: int) -> list[str]:
    """Friendly warrior models not deployed this turn (WC-GATE-3, WC-GATE-4)."""
    return [
        n
        for n in state.models
        if state.seat_of(n) == seat and state.is_warrior(n) and state.unit_of(n).entered != state.turn
    ]


def where(state: Table, seat: int, near: str) -> GatePlace:
    return GatePlace(unit="", card="void_gate", seat=seat, near=near, reach=NEAR, cite="WC-GATE-3")


class GateStep(Frame, frozen=True, kw_only=True):
    """Step 7: a gate may be placed and charged with 0 to 5 Arc (WC-GATE-2, WC-GATE-6)."""

    seat: int
    gate: str = ""

    def start(self, d: Draft) -> Next:
        return Wait(Ask(self.seat, "place a void gate", GateMenu(seat=self.seat), PASS, "WC-TURN-13"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == PASS:
            return Return()
        near = key.removeprefix("gate near ") if key.startswith("gate near ") else ""
        domain = where(d.state, self.seat, near)
        found = domain.candidates(d, 1, Random(2))
        return Wait(Ask(self.seat, "where does the gate open", domain, found[0], "WC-GATE-3"), then=self.placed)

    def placed(self, d: Draft, at: tuple[int, int]) -> Next:
        gate = f"gate_{d.state.gates + 1}"
        d.emit(GatePlaced(gate=gate, seat=self.seat, x=at[0], y=at[1], cite="WC-GATE-3"))
        most = min(d.state.players[self.seat].well, arc_limit(d.state.unit_card(gate)))
        options = tuple(Option(f"charge {n}", f"charge it with {n} Arc", "WC-GATE-6") for n in range(most, -1, -1))
        return Wait(
            Ask(self.seat, "charge the gate", Choice(options), "charge 0", "WC-GATE-6"), then=self.but(gate=gate).filled
        )

    def filled(self, d: Draft, key: str) -> Next:
        amount = int(key.removeprefix("charge "))
        if amount:
            d.emit(Charged(unit=self.gate, amount=amount, cite="WC-GATE-6"))
        return Call(Settle(), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()
