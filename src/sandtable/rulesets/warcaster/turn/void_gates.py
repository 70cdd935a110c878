"""Void gates: placing them in step 7 (WC-GATE). Units are deployed in step 6, so a new gate waits (WC-GATE-17).

Damage to gates is in attacks/damage.py (WC-GATE-9, WC-GATE-10, WC-GATE-11).

Elsewhere: WC-GATE-7 in state/cards; WC-GATE-12 follows from WC-MOVE-3; WC-GATE-13 in abilities/after_hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait
from sandtable.core.legality import Check, Checks, allowed, passing, refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.events import Charged, GatePlaced
from sandtable.rulesets.warcaster.state.printed import is_warrior, unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import WHO
from sandtable.rulesets.warcaster.turn.deployment_places import Arrive, standing

NEAR, MOST = 5000, 2  # of a warrior or the rear edge (WC-GATE-3); gates in play (WC-GATE-1)
PASS, REAR = "pass", "gate at rear edge"


class GatePlace(Arrive, frozen=True, kw_only=True):
    """A spot for a gate: near the nominated warrior, or near the rear edge (WC-GATE-3, WC-GATE-8)."""

    @property
    def edge(self) -> str:
        return "WC-GATE-15"

    def fallback(self, p: Position) -> Any:
        return self.find(p, self.ahead(p))


def gate_place(seat: int, near: str) -> GatePlace:
    """Where a gate may open near a warrior model; without one, near the rear edge."""
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


# Each check is asked with the position, the seat and the model nominated; no model: the rear edge. A model deployed
# initially may be nominated in the first turn (WC-GATE-5). Sight does not matter (WC-GATE-16).
FREE_GATE = Check(
    lambda p, seat, near: len(p.state.gates_of(seat)) >= MOST,
    lambda p, seat, near: Refusal("two gates are in play", "WC-GATE-14"),
)
OWN_MODEL = Check(
    lambda p, seat, near: bool(near) and (near not in p.state.models or p.state.seat_of(near) != seat),
    lambda p, seat, near: Refusal(say("{near} is no model of yours on the table", near=near), "WC-GATE-3"),
)
IS_WARRIOR = Check(
    lambda p, seat, near: bool(near) and not is_warrior(p, near),
    lambda p, seat, near: Refusal(say("{near} is no warrior model", near=near), "WC-GATE-3"),
)
NOT_NEW = Check(
    lambda p, seat, near: bool(near) and p.state.unit_of(near).entered == p.state.turn,
    lambda p, seat, near: Refusal(say("{near} was deployed this turn", near=near), "WC-GATE-4"),
)
ROOM = Check(
    lambda p, seat, near: not gate_place(seat, near).has_room(p),
    lambda p, seat, near: Refusal(say("no room for a gate near {near}", near=near or "the rear edge"), "WC-GATE-8"),
)
PLACE_GATE: Checks = (FREE_GATE, OWN_MODEL, IS_WARRIOR, NOT_NEW, ROOM)


def nominees(p: Position, seat: int) -> list[str]:
    """Friendly warrior models not deployed this turn (WC-GATE-3, WC-GATE-4)."""
    warriors = p.memo(("warriors", seat), _warriors, WHO, p, seat)
    return passing((NOT_NEW,), warriors, p, seat)


def _warriors(p: Position, seat: int) -> list[str]:
    units = p.state.units
    own = [name for name, m in p.state.models.items() if units[m.unit].seat == seat]
    return passing((IS_WARRIOR,), own, p, seat)


class GateMenu(Options, frozen=True, kw_only=True):
    """A warrior to place a gate near, the rear edge, or no gate."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("gates", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for model in p.state.models:
            if allowed(PLACE_GATE, p, self.seat, model):
                yield Option(gate_key(model), cite="WC-GATE-3", verb="place gate", target=model)
        if allowed(PLACE_GATE, p, self.seat, ""):
            yield Option(REAR, cite="WC-GATE-3", verb="place rear gate")
        yield Option(PASS, cite="WC-TURN-13", verb="no gate", ends=True)

    def sought(self, p: Position) -> Iterator[Option]:
        for model, m in p.state.models.items():
            if p.state.units[m.unit].seat == self.seat and m.card != "void_gate":
                yield Option(gate_key(model), cite="WC-GATE-3", verb="place gate", target=model)
        yield Option(REAR, cite="WC-GATE-3", verb="place rear gate")

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        """Judged by itself: one place, not the whole menu."""
        if not isinstance(answer, str) or not answer.startswith("gate "):
            return None if answer == PASS else super().refuse(p, answer)
        near = "" if answer == REAR else answer.removeprefix("gate near ")
        known = not near or near in p.state.models or near.partition(".")[0] in p.state.units
        return refusal(PLACE_GATE, p, self.seat, near) if known else self.missing(p, answer[:200])


def gate_key(near: str) -> str:
    return f"gate near {near}" if near else REAR


class GateCharge(Options, frozen=True, kw_only=True):
    """0 to 5 Arc from the well (WC-GATE-6)."""

    most: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(
            Option(f"charge {n}", cite="WC-GATE-6", verb="charge gate", cost=(("Arc", n),))
            for n in range(self.most, -1, -1)
        )

    def missing(self, p: Position, key: str) -> Refusal:
        reason = say("the gate takes 0 to {most} Arc now", most=self.most)
        return Refusal(reason, "WC-GATE-6") if key.startswith("charge ") else super().missing(p, key)


class GateStep(Frame, frozen=True, kw_only=True):
    """Step 7: a gate may be placed and charged with 0 to 5 Arc (WC-GATE-2, WC-GATE-6)."""

    seat: int
    gate: str = ""

    def start(self, d: Draft) -> Next:
        return Wait(Ask(self.seat, "place a void gate", GateMenu(seat=self.seat), PASS, "WC-TURN-13"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == PASS:
            return Return()
        domain = gate_place(self.seat, "" if key == REAR else key.removeprefix("gate near "))
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
