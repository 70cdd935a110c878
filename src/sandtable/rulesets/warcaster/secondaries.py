"""Secondary missions (WC-SECONDARY)."""

from __future__ import annotations

from sandtable.core import Draft
from sandtable.rulesets.warcaster.cards import library
from sandtable.rulesets.warcaster.events import Scored
from sandtable.rulesets.warcaster.state import OTHER, Table


def squads_in_play(state: Table, seat: int) -> int:
    return sum(1 for n in state.in_play(seat) if state.unit_card(n).type == "squad")


def score_overrun(d: Draft) -> None:
    """At the end of a round, three squads more than the opponent (WC-SECONDARY-5)."""
    raw = library().secondaries["overrun"]
    for seat in (d.state.first, OTHER[d.state.first]):
        if d.state.players[seat].secondary != "overrun":
            continue
        if squads_in_play(d.state, seat) >= squads_in_play(d.state, OTHER[seat]) + raw["lead"]:
            d.emit(Scored(seat=seat, vp=raw["vp"], why="Overrun", cite="WC-SECONDARY-5"))
