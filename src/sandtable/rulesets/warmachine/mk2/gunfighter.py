"""Gunfighter: a melee range of half an inch, and shots at models inside it (M2-ADV-16, M2-ADV-17, M2-ADV-18)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackBonus
from sandtable.rulesets.warmachine.common.attacks.attacking import ShootsInMelee
from sandtable.rulesets.warmachine.common.measuring.engagement import HALF_INCH, MeleeRange, in_melee_with
from sandtable.rulesets.warmachine.common.state.cards import RANGED
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability

GUNFIGHTER = "gunfighter"


@modifies(MeleeRange)
def reach(p: Position, q: MeleeRange) -> Iterator[Term]:
    if has_ability(p, q.model, GUNFIGHTER):
        yield Term(HALF_INCH, "Gunfighter", "M2-ADV-16", "base")


@modifies(ShootsInMelee)
def shoots(p: Position, q: ShootsInMelee) -> Iterator[Term]:
    """Engaged, only at models inside its melee range; also after a charge (M2-ADV-44)."""
    if has_ability(p, q.model, GUNFIGHTER):
        yield Term(1, "Gunfighter", "M2-ADV-17")


@modifies(AttackBonus)
def no_penalty(p: Position, q: AttackBonus) -> Iterator[Term]:
    """No -4 against models it is itself in melee with (M2-ADV-18)."""
    s = q.strike
    if s.kind == RANGED and has_ability(p, s.attacker, GUNFIGHTER) and s.attacker in in_melee_with(p, s.target):
        yield Term(4, "Gunfighter", "M2-ADV-18")
