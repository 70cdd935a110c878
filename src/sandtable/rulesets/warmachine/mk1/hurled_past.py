"""Terror and Abomination moved by force past others: they check as after its own move (M1-CMD-10)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, forces
from sandtable.rulesets.warmachine.common.state.events import Moved
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.units.terror import note_causes


@forces(Moved)
def met_on_the_way(d: Draft, event: Moved) -> Iterator[Frame]:
    """Whom it comes into melee with, or within 3 inches of, on its way; it faces where it faced."""
    if event.forced and event.who in d.state.models:
        note_causes(d, event.who, event.path, own=True, facing=event.facing)
    yield from ()
