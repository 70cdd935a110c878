"""Arc in step 2: charge one unit or gate with 1, or clear any amounts, or nothing (WC-TURN-6, WC-ARC)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Split, Wait
from sandtable.core.legality import Check, Checks, passing, refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.state.arc import clear_arc
from sandtable.rulesets.warcaster.state.events import Charged, TokenRemoved
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import PLAY

NOTHING, CLEAR = "nothing", "clear"
ONE_ARC = (("Arc", 1),)


# Each check is asked with the position, the seat and a unit or gate.
IN_PLAY = Check(
    lambda p, seat, unit: p.state.units[unit].seat != seat or p.state.units[unit].place != PLAY,
    lambda p, seat, unit: Refusal(say("{unit} is no unit or gate of yours in play", unit=unit), "WC-TURN-6"),
)
ROOM_FOR_ARC: Checks = (
    Check(
        lambda p, seat, unit: not p.state.players[seat].well,
        lambda p, seat, unit: Refusal("the well is empty", "WC-ARC-2"),
    ),
    Check(
        lambda p, seat, unit: p.state.units[unit].arc >= p.rules.cards.arc_limit(unit_card(p, unit)),
        lambda p, seat, unit: Refusal(say("{unit} holds all the Arc it may", unit=unit), "WC-ARC-4"),
    ),
)
CHARGE: Checks = (IN_PLAY, *ROOM_FOR_ARC)


class Charging(Options, frozen=True, kw_only=True):
    """Charge a unit or gate, clear Arc, or neither (WC-TURN-6)."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        found = [Option(f"charge {n}", cite="WC-TURN-6", verb="charge", target=n, cost=ONE_ARC) for n in self.able(p)]
        if self.may_clear(p):
            found.append(Option(CLEAR, cite="WC-TURN-6", verb="clear"))
        return (*found, Option(NOTHING, cite="WC-TURN-6", verb="neither", ends=True))

    def sought(self, p: Position) -> Iterator[Option]:
        for name, unit in p.state.units.items():
            if unit.seat == self.seat and unit.place == PLAY:
                yield Option(f"charge {name}", cite="WC-TURN-6", verb="charge", target=name, cost=ONE_ARC)

    def able(self, p: Position) -> list[str]:
        """The units and gates that may be charged."""
        mine = [n for n, u in p.state.units.items() if u.seat == self.seat and u.place == PLAY]
        return passing(ROOM_FOR_ARC, mine, p, self.seat)

    def may_clear(self, p: Position) -> bool:
        return any([u.arc for u in p.state.units.values() if u.seat == self.seat and u.place == PLAY])  # noqa: C419

    def missing(self, p: Position, key: str) -> Refusal:
        unit = key.removeprefix("charge ")
        barred = refusal(CHARGE, p, self.seat, unit) if key.startswith("charge ") and unit in p.state.units else None
        return barred or super().missing(p, key)


class ChargingStep(Frame, frozen=True, kw_only=True):
    seat: int

    def start(self, d: Draft) -> Next:
        return Wait(
            Ask(self.seat, "charge or clear Arc", Charging(seat=self.seat), NOTHING, "WC-TURN-6"), then=self.chosen
        )

    def chosen(self, d: Draft, key: str) -> Next:
        if key == CLEAR:
            held = tuple((n, u.arc) for n, u in d.state.units.items() if u.seat == self.seat and u.arc)
            domain = Split(limits=held, total=sum(n for _, n in held), cite="WC-TURN-6")
            return Wait(Ask(self.seat, "clear how much", domain, (), "WC-TURN-6"), then=self.cleared)
        if key != NOTHING:
            d.emit(Charged(unit=key.removeprefix("charge "), cite="WC-ARC-2"))
        return Return()

    def cleared(self, d: Draft, amounts: tuple[tuple[str, int], ...]) -> Next:
        for unit, amount in amounts:
            clear_arc(d, unit, amount, by=None, cite="WC-ARC-3")
        return Call(Settle(), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class ReadyStep(Frame, frozen=True, kw_only=True):
    """Step 1: if every unit in play carries a token, all are removed; otherwise none (WC-TURN-3).

    Checked once, and nothing happens without units (WC-TURN-4, WC-TURN-5).
    """

    seat: int

    def start(self, d: Draft) -> Next:
        mine = d.state.in_play(self.seat)
        if mine and all(d.state.units[n].token for n in mine):
            for name in mine:
                d.emit(TokenRemoved(unit=name, cite="WC-TURN-3"))
        return Return()
