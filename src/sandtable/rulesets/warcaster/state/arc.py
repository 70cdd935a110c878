"""Arc taken from a unit or a void gate (WC-ARC-15).

Elsewhere: WC-ARC-1 in interface/invariants; WC-ARC-2, WC-ARC-3, WC-ARC-4 in turn/charging; WC-ARC-5 in state/stats;
WC-ARC-6 in state/events/leaving; WC-ARC-7 in abilities/arc_economy; WC-ARC-8 in abilities/activation_effects;
WC-ARC-9 in attacks/rerolls; WC-ARC-10, WC-ARC-11, WC-ARC-12, WC-ARC-13 in attacks/dice_pools; WC-ARC-14 in
abilities/spikes; WC-ARC-16 in abilities/on_hit; WC-ARC-17 in state/cards; WC-ARC-18 in attacks/strike.
"""

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
