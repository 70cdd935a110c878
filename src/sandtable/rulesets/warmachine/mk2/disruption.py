"""Disruption in Mk II also stops channelling (M2-SPELL-15); a warjack under it takes no focus (M2-CTRL-7)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.magic.casting import Channels
from sandtable.rulesets.warmachine.common.state.conditions import DISRUPTED, has
from sandtable.rulesets.warmachine.common.state.rules import Position


@modifies(Channels)
def disrupted(p: Position, q: Channels) -> Iterator[Term]:
    if has(p, q.node, DISRUPTED):
        yield Term(-1000, "disrupted", "M2-SPELL-15")
