"""Construct and Undead models never flee (M2-ADV-12, M2-ADV-42)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability
from sandtable.rulesets.warmachine.common.units.command import NeverFlees


@modifies(NeverFlees)
def not_living(p: Position, q: NeverFlees) -> Iterator[Term]:
    for ability, cite in (("construct", "M2-ADV-12"), ("undead", "M2-ADV-42")):
        if has_ability(p, q.model, ability):
            yield Term(1, ability.title(), cite)
