"""Skirmish missions: Boiling Point scores when a unit's activation ends (WC-SKIRMISH).

Table, secondaries and the Mercy Rule of a skirmish are options of the set-up: turn/setup_options.py (WC-SKIRMISH-1,
WC-SKIRMISH-3, WC-SKIRMISH-4, WC-SKIRMISH-11). Its forces: lists/force_building.py (WC-SKIRMISH-2). It scores nothing
at the end of a Pulse round: primary.py (WC-SKIRMISH-9).

Elsewhere: WC-SKIRMISH-10 follows from WC-SETUP-5, WC-SETUP-8, WC-SETUP-10; WC-SKIRMISH-12 follows from
WC-MISSION-2.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.missions.objectives import securing
from sandtable.rulesets.warcaster.state.events import Scored
from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.turn.activity import Activity
from sandtable.rulesets.warcaster.turn.windows import ACTIVATION_ENDS


class ScoreActivation(Frame, frozen=True, kw_only=True):
    """Boiling Point: what the activated unit secures scores now.

    Rules: WC-SKIRMISH-5, WC-SKIRMISH-6, WC-SKIRMISH-7, WC-SKIRMISH-8.
    """

    activity: Activity

    def start(self, d: Draft) -> Next:
        state = d.state
        unit = state.units[self.activity.unit]
        score = d.rules.cards.missions[state.mission]["score"]
        for name in state.objectives:
            if self.activity.unit in securing(d, name, unit.seat) and name not in state.players[unit.seat].scored:
                vp = score["secured_by_pulse"][state.round - 1]
                d.emit(Scored(seat=unit.seat, vp=vp, why=f"objective {name}", objective=name, cite="WC-SKIRMISH-6"))
        return Return(self.activity)


@offers(ACTIVATION_ENDS)
def score_activation(d: Draft, activity: Activity, seat: int) -> Iterator[Offer]:
    """Played once, whichever seat is asked first; a unit that has left secures nothing."""
    if d.rules.cards.missions[d.state.mission]["score"]["when"] == "end_of_activation":
        yield Offer("score", ScoreActivation(activity=activity), must=True)
