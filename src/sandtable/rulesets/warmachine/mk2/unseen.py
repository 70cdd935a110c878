"""Stealth, Camouflage and Eyeless Sight (M2-ADV-13, M2-ADV-36, M2-ADV-43)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Refusal, Term, forbids, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.area import AREA
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.cover import GROUP, Hiding, Ignores
from sandtable.rulesets.warmachine.common.attacks.ranges import Range
from sandtable.rulesets.warmachine.common.attacks.spray import SPRAYED
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.distance import near
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import has_ability

FAR = 5000  # farther than this a Stealth model is not hit
STRAYED = "strayed"  # the mark of an attack that was declared at somebody else


def eyeless(p: Position, model: str) -> bool:
    return has_ability(p, model, "eyeless_sight")


@forbids(Range)
def stealth(p: Position, strike: Strike) -> Refusal | None:
    """Ranged and magic attacks declared at it from more than 5 inches miss by themselves (M2-ADV-36).

    Neither sprays (M2-SPRAY-5) nor attacks that went astray do.

    An area declared at it misses and deviates; channelled spells are measured from the channeler (M2-ADV-38).
    """
    if strike.kind == MELEE or {SPRAYED, STRAYED} & set(strike.marks) or not has_ability(p, strike.target, "stealth"):
        return None
    if near(p, strike.source, strike.target, FAR) or eyeless(p, strike.attacker):
        return None
    return Refusal(say("{target} has Stealth", target=strike.target), "M2-ADV-36")


@forbids(AREA)
def deviates(p: Position, strike: Strike) -> Refusal | None:
    """An area declared at it misses and deviates (M2-ADV-38)."""
    return Refusal(why.reason, "M2-ADV-38") if (why := stealth(p, strike)) else None


@modifies(Defence)
def camouflage(p: Position, q: Defence) -> Iterator[Term]:
    """+2 more while concealment or cover helps it (M2-ADV-43)."""
    s = q.strike
    if s.kind == MELEE or SPRAYED in s.marks or not has_ability(p, s.target, "camouflage") or eyeless(p, s.attacker):
        return
    if any(t.group == GROUP for t in p.terms(Hiding(s))):
        yield Term(2, "Camouflage", "M2-ADV-43")


@modifies(Ignores)
def sees_without_eyes(p: Position, q: Ignores) -> Iterator[Term]:
    """Forests and clouds conceal nothing from it; walls do (M2-ADV-14)."""
    if q.what in ("forest", "cloud") and eyeless(p, q.strike.attacker):
        yield Term(1, "Eyeless Sight", "M2-ADV-13")
