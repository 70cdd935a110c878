"""Arc taken from a unit or a void gate (WC-ARC-15)."""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.events import Cleared
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.rules import Draft


def clear_arc(d: Draft, unit: str, amount: int, *, by: int | None, cite: str) -> None:
    """Clear Arc by any means; a gate that loses its last collapses (WC-ARC-15, WC-GATE-10)."""
    have = d.state.units[unit].arc
    amount = min(amount, have)
    if amount:
        d.emit(Cleared(unit=unit, amount=amount, cite=cite))
        if amount == have and d.state.units[unit].card == "void_gate":
            leave(d, unit, "collapsed", by=by, cite="WC-GATE-10")
