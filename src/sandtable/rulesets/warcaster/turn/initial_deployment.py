"""The initial deployment: each player one block, five points of DC, near the rear edge (WC-SETUP-7..-15)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Wait
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import PLAY, RESERVE, Table
from sandtable.rulesets.warcaster.turn.deployment import (
    DONE,
    Deploy,
    DeployCost,
    deploy_key,
    fits,
    parties,
    read_deploy,
    unfit,
)

BUDGET = 5
Way = tuple[str, tuple[str, ...]]  # a unit and its attachments


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
        for unit, with_ in self.possible(p, self.ways(p)):
            yield Option(deploy_key(unit, "", with_), "", "WC-SETUP-8")
        if p.state.in_play(self.seat):
            yield Option(DONE, "deploy no more", "WC-SETUP-15")

    def ways(self, p: Position) -> list[Way]:
        """Units in reserve and the attachments that might come along."""
        state = p.state
        mine = [n for n, u in state.units.items() if u.seat == self.seat and u.place == RESERVE]
        return [(unit, with_) for unit in mine for with_ in parties(p, unit)]

    def possible(self, p: Position, ways: list[Way]) -> Iterator[Way]:
        """Those within the budget, and with room."""
        left = BUDGET - self.spent(p)
        for unit, with_ in ways:
            if p.value(DeployCost(unit, "", with_)) <= left and fits(p, unit, "", with_):
                yield unit, with_

    def missing(self, p: Position, key: str) -> Refusal:
        read = read_deploy(p.state, key)
        if read is not None:
            unit = p.state.units[read[0]]
            if unit.seat != self.seat or unit.place != RESERVE:
                return Refusal(f"{read[0]} is not in your reserve", "WC-DEPLOY-14")
            if (bad := unfit(p, read[0], read[2])) is not None:
                return bad
            cost = p.value(DeployCost(read[0], "", read[2]))
            left = BUDGET - self.spent(p)
            if cost > left:
                return Refusal(f"{read[0]} costs {cost}, {left} of {BUDGET} is left", "WC-SETUP-8")
        if key == DONE:
            return Refusal("at least one unit must be deployed", "WC-SETUP-14")
        return super().missing(p, key)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """Unit after unit is thought of until enough can come; only those are looked into."""
        begun = bool(p.state.in_play(self.seat))
        if not begun or rng.random() < 0.95:
            ways = self.ways(p)
            rng.shuffle(ways)
            if found := [deploy_key(unit, "", with_) for unit, with_ in islice(self.possible(p, ways), n)]:
                return found
        return [DONE] if begun else []


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
        unit, _, with_ = read_deploy(d.state, key)  # type: ignore[misc]
        return Call(Deploy(unit=unit, attachments=with_), then=self.start)
