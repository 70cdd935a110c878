"""Squads move by one model; the others are put down within 2 inches of it (WC-SQUAD).

Where they may stand is judged in placing.py (WC-SQUAD-2, WC-SQUAD-4, WC-SQUAD-5).

Elsewhere: WC-SQUAD-8 in abilities/activation_moves; WC-SQUAD-11 in state/printed.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Pose, Return, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.movement.move import Move
from sandtable.rulesets.warcaster.movement.placing import SPACING, Reposition, put
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.stats import Spd


class SquadMove(Frame, frozen=True, kw_only=True):
    """A whole squad moves: its own SPD, or the distance a rule gives.

    Only the SPD of the model picked counts, with what slows that model (WC-SQUAD-9). It may go 0 inches, and the others
    are repositioned all the same (WC-SQUAD-6).
    """

    unit: str
    allowance: int | None = None  # None: the SPD of the model picked
    cite: str = "WC-SQUAD-1"

    def start(self, d: Draft) -> Next:
        models = d.state.models_of(self.unit)
        seat = d.state.units[self.unit].seat
        first, *_ = models
        options = tuple(Option(n, cite=self.cite, verb="lead move", actor=n) for n in models)
        return Wait(
            Ask(seat, say("which model of {unit} moves", unit=self.unit), Choice(options), first, self.cite),
            then=self.picked,
        )

    def picked(self, d: Draft, model: str) -> Next:
        reach = d.value(Spd(model)) if self.allowance is None else self.allowance
        return Call(
            Move(model=model, allowance=reach, cite=self.cite), then=Followers(unit=self.unit, leader=model).start
        )


class Followers(Frame, frozen=True, kw_only=True):
    """The others follow; not when the model picked is gone (WC-SQUAD-12).

    Asked after an advance only: who stays is not checked (WC-SQUAD-7). Who has no room is lost to nobody's credit
    (WC-SQUAD-10).
    """

    unit: str
    leader: str

    def start(self, d: Draft, *ignored: Any) -> Next:
        rest = tuple(n for n in d.state.models_of(self.unit) if n != self.leader)
        if self.leader not in d.state.models or not rest:
            return Return()
        domain = Reposition(pieces=rest, of=self.leader, reach=SPACING)
        seat = d.state.units[self.unit].seat
        return Wait(
            Ask(seat, say("place the rest of {unit}", unit=self.unit), domain, None, "WC-SQUAD-1"), then=self.placed
        )

    def placed(self, d: Draft, places: tuple[tuple[str, Pose | None], ...]) -> Next:
        for name, pose in places:
            if pose is not None:
                put(d, name, pose, "WC-SQUAD-3")
        for name, pose in places:
            if pose is None:
                leave(d, name, "destroyed", cite="WC-SQUAD-4")
        return Return()


def move_unit(d: Draft, unit: str, allowance: int | None, cite: str) -> Frame:
    """The frame that moves a unit: a squad by WC-SQUAD-1, a single model by its own path."""
    if unit_card(d, unit).type == "squad":
        return SquadMove(unit=unit, allowance=allowance, cite=cite)
    (model,) = d.state.models_of(unit)
    reach = d.value(Spd(model)) if allowance is None else allowance
    return Move(model=model, allowance=reach, cite=cite)
