"""Spells that Escalation adds: a warjack damaged by an Arcantrik Bolt is stationary for one round (M1-SPELL-4)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, forces
from sandtable.rulesets.warmachine.common.damage.knocking_down import freeze
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Damaged
from sandtable.rulesets.warmachine.common.state.rules import Draft

BOLT = "arcantrik_bolt"


@forces(Damaged)
def bolted(d: Draft, event: Damaged) -> Iterator[Frame]:
    if event.strike is not None and event.strike.spell == BOLT and card(d, event.who).kind == "warjack":
        freeze(d, event.who, "M1-SPELL-4")
    yield from ()
