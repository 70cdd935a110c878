"""Void gates: placing them in step 7 (WC-GATE)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait, some
from sandtable.rulesets.warcaster.movement.arrivals import Arrive, standing
from sandtable.rulesets.warcaster.state.events import Charged, GatePlaced
from sandtable.rulesets.warcaster.state.printed import is_warrior, unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import lots

NEAR, MOST = 5000, 2
PASS, REAR = "pass", "gate at rear edge"


class GatePlace(Arrive, frozen=True, kw_only=True):
    """A spot for a gate: near the nominated warrior, or near the rear edge (WC-GATE-3, WC-GATE-8)."""

    @property
    def edge(self) -> str:
        return "WC-GATE-15"

    def fallback(self, p: Position) -> Any:
        return self.find(p, self.ahead(p))


class GateMenu(Options, frozen=True, kw_only=True):
    """A warrior to place a gate near, the rear edge, or no gate."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("gates", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        state: Table = p.state
        if len(state.gates_of(self.seat)) < MOST:
            for model in nominees(p, self.seat):
                if where(state, self.seat, model).has_room(p):
                    yield Option(f"gate near {model}", f"place a gate near {model}", "WC-GATE-3", about=(model,))
            if where(state, self.seat, "").has_room(p):
                yield Option(REAR, "place a gate near your rear edge", "WC-GATE-3")
        yield Option(PASS, "place no gate", "WC-TURN-13")

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        """Judged by itself: one place, not the whole menu."""
        if not isinstance(answer, str) or not answer.startswith("gate "):
            return None if answer == PASS else super().refuse(p, answer)
        state: Table = p.state
        if len(state.gates_of(self.seat)) >= MOST:
            return Refusal("two gates are in play", "WC-GATE-14")
        near = answer.removeprefix("gate near ")
        if answer == REAR:
            near = ""
        elif near not in state.models or state.seat_of(near) != self.seat:
            known = near in state.models or near.partition(".")[0] in state.units
            barred = Refusal(f"{near} is no model of yours on the table", "WC-GATE-3")
            return barred if known else self.missing(p, answer[:200])
        elif not is_warrior(p, near):
            return Refusal(f"{near} is no warrior model", "WC-GATE-3")
        elif state.unit_of(near).entered == state.turn:
            return Refusal(f"{near} was deployed this turn", "WC-GATE-4")
        if not where(state, self.seat, near).has_room(p):
            return Refusal(f"no room for a gate near {near or 'the rear edge'}", "WC-GATE-8")
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Place after place is thought of until enough have room; only those are looked into."""
        state: Table = p.state
        free = len(state.gates_of(self.seat)) < MOST
        if free and (state.players[self.seat].well >= 2 or rng.random() < 0.1) and rng.random() < 0.9:
            places = lots([*nominees(p, self.seat), ""], rng)
            roomy = (near for near in places if where(state, self.seat, near).has_room(p))
            if found := [f"gate near {near}" if near else REAR for near in islice(roomy, n)]:
                return found
        return [PASS]


def nominees(p: Position, seat: int) -> list[str]:
    """Friendly warrior models not deployed this turn (WC-GATE-3, WC-GATE-4)."""
    state = p.state
    able = {
        n
        for n in state.in_play(seat)
        if state.units[n].entered != state.turn and unit_card(p, n).type in ("squad", "solo")
    }
    return [n for n, m in state.models.items() if m.unit in able]


def where(state: Table, seat: int, near: str) -> GatePlace:
    return GatePlace(
        unit="",
        card="void_gate",
        seat=seat,
        near=near,
        reach=NEAR,
        cite="WC-GATE-3",
        ban="WC-GATE-8",
        room="WC-GATE-8",
    )


class GateCharge(Options, frozen=True, kw_only=True):
    """0 to 5 Arc from the well (WC-GATE-6)."""

    most: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(Option(f"charge {n}", f"charge it with {n} Arc", "WC-GATE-6") for n in range(self.most, -1, -1))

    def missing(self, p: Position, key: str) -> Refusal:
        reason = f"the gate takes 0 to {self.most} Arc now"
        return Refusal(reason, "WC-GATE-6") if key.startswith("charge ") else super().missing(p, key)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Enough to deploy something: empty gates are a rare plan."""
        least = 0 if rng.random() < 0.05 else min(2, self.most)
        amounts = list(range(self.most, least - 1, -1))
        return some([f"charge {a}" for a in amounts], n, rng)


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
        return Wait(Ask(self.seat, "where does the gate open", domain, None, "WC-GATE-3"), then=self.placed)

    def placed(self, d: Draft, at: tuple[int, int]) -> Next:
        gate = f"gate_{d.state.gates + 1}"
        m = standing(d, gate, "void_gate", *at)
        d.emit(GatePlaced(gate=gate, seat=self.seat, x=m.x, y=m.y, z=m.z, on=m.on, cite="WC-GATE-3"))
        most = min(d.state.players[self.seat].well, d.rules.cards.arc_limit(unit_card(d, gate)))
        ask = Ask(self.seat, "charge the gate", GateCharge(most=most), "charge 0", "WC-GATE-6")
        return Wait(ask, then=self.but(gate=gate).filled)

    def filled(self, d: Draft, key: str) -> Next:
        amount = int(key.removeprefix("charge "))
        if amount:
            d.emit(Charged(unit=self.gate, amount=amount, cite="WC-GATE-6"))
        return Call(Settle(), then=self.finish)
