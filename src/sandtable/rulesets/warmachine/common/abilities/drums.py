"""A drummer in formation lets the other troopers of its unit run 2 inches farther."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.movement.advance import RunBonus
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, card, has
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.units.members import is_in_formation, members

FARTHER = 2000


@modifies(RunBonus)
def drum(p: Position, q: RunBonus) -> Iterator[Term]:
    unit = p.state.status[q.model].unit
    if not unit:
        return
    drummers = [n for n in members(p, unit) if n != q.model and "drum" in card(p, n).abilities]
    if any(is_in_formation(p, n) and not has(p, n, FLEEING) for n in drummers):
        yield Term(FARTHER, "drum", p.rules.cite("length of a run"))
