"""The initial deployment: each player one block, five points of DC, near the rear edge.

Rules: WC-SETUP-7, WC-SETUP-8, WC-SETUP-9, WC-SETUP-10, WC-SETUP-11, WC-SETUP-12, WC-SETUP-13, WC-SETUP-14,
WC-SETUP-15.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Wait
from sandtable.core.legality import Check, Checks, allowed, refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import PLAY
from sandtable.rulesets.warcaster.turn.deployment import DONE, Deploy, deploy_option, read_deploy
from sandtable.rulesets.warcaster.turn.deployment_checks import (
    ATTACHMENTS,
    IN_RESERVE,
    ROOM,
    Arrival,
    DeployCost,
    attachment_sets,
    cost,
    in_reserve,
)

BUDGET = 5  # DC in all (WC-SETUP-8)


def budget_left(p: Position, seat: int) -> int:
    """What the units in play leave of the budget."""

    def count() -> int:
        mine = [(n, u) for n, u in p.state.units.items() if u.seat == seat and u.place == PLAY]
        return BUDGET - sum(p.value(DeployCost(n, "", u.attachments)) for n, u in mine)

    return p.memo(("budget left", seat), count)


FROM_NO_GATE = Check(
    lambda p, seat, a: bool(a.gate),
    lambda p, seat, a: Refusal("the game begins without gates", "WC-SETUP-13"),
)
WITHIN_BUDGET = Check(
    lambda p, seat, a: cost(p, a) > budget_left(p, seat),
    lambda p, seat, a: Refusal(
        say(
            "{unit} costs {cost}, {budget_left} of {budget} is left",
            unit=a.unit,
            cost=cost(p, a),
            budget_left=budget_left(p, seat),
            budget=BUDGET,
        ),
        "WC-SETUP-8",
    ),
)
LISTED: Checks = (IN_RESERVE, FROM_NO_GATE, *ATTACHMENTS)  # no need to ask them of what `InitialMenu.arrivals` lists
OPEN: Checks = (WITHIN_BUDGET, ROOM)
INITIAL: Checks = (*LISTED, *OPEN)


class InitialMenu(Options, frozen=True, kw_only=True):
    """Units for the initial deployment, within the budget (WC-SETUP-8, WC-SETUP-14)."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("initial", self), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for unit in in_reserve(p, self.seat):
            if not allowed((WITHIN_BUDGET,), p, self.seat, Arrival(unit)):
                continue  # attachments cost more
            for joined in attachment_sets(p, unit):
                if allowed(OPEN, p, self.seat, arrival := Arrival(unit, "", joined)):
                    yield deploy_option(p, arrival, "WC-SETUP-8")
        if p.state.in_play(self.seat):
            yield Option(DONE, cite="WC-SETUP-15", verb="end deployment", ends=True)

    def arrivals(self, p: Position) -> list[Arrival]:
        """Units in reserve with every set of attachments that may join."""
        units = in_reserve(p, self.seat)
        return [Arrival(unit, "", joined) for unit in units for joined in attachment_sets(p, unit)]

    def sought(self, p: Position) -> Iterator[Option]:
        for unit in in_reserve(p, self.seat):
            yield deploy_option(p, Arrival(unit), "WC-SETUP-8")

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        """Judged by itself: one unit, not the whole menu."""
        arrival = read_deploy(p.state, answer) if isinstance(answer, str) else None
        return super().refuse(p, answer) if arrival is None else refusal(INITIAL, p, self.seat, arrival)

    def missing(self, p: Position, key: str) -> Refusal:
        if key == DONE:
            return Refusal("at least one unit must be deployed", "WC-SETUP-14")
        return super().missing(p, key)


class InitialDeployment(Frame, frozen=True, kw_only=True):
    """One player's block (WC-SETUP-7)."""

    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        domain = InitialMenu(seat=self.seat)
        first = next(domain.found(d), None)
        if first is None or first.key == DONE:
            return Return()
        default = DONE if d.state.in_play(self.seat) else first.key
        return Wait(Ask(self.seat, "initial deployment", domain, default, "WC-SETUP-7"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == DONE:
            return Return()
        arrival = read_deploy(d.state, key)
        assert arrival is not None  # an answer that was not refused
        return Call(Deploy(**arrival._asdict()), then=self.start)
