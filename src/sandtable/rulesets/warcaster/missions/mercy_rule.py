"""The Mercy Rule: a player with no model in play, unit or gate, loses at once (WC-MERCY-1, WC-MERCY-2).

Asked after every event (WC-MERCY-3).
turn/deployment.py settles each deployment and recall (WC-MERCY-5, WC-MERCY-7), turn/end_of_pulse.py each step of
the end of a round (WC-MERCY-6).
"""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.rules import Draft
from sandtable.rulesets.warcaster.state.table import WHO, Table


def _seats(state: Table) -> set[int]:
    """The seats that have a model in play."""
    return {state.units[unit].seat for unit in {m.unit for m in state.models.values()}}


def mercy(d: Draft) -> None:
    state = d.state
    if not (state.started and state.mercy):
        return
    seats = d.memo("seats", _seats, WHO, state)
    if len(seats) == 2:
        return
    if not seats:
        d.end(None, "Nobody has a model in play: a draw", "WC-MERCY-4")
    else:
        (winner,) = seats
        d.end(winner, f"Seat {'ab'[1 - winner]} has no model in play: seat {'ab'[winner]} wins", "WC-MERCY-1")
