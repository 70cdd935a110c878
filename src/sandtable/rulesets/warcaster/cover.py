"""Cover: two Power dice for the defender against ranged and Fury attacks (WC-COVER)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Position, Term, modifies
from sandtable.geometry.measure import gap, intervening
from sandtable.geometry.units import TOL
from sandtable.rulesets.warcaster.attacks.dice import DefenceDice
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import Ignores
from sandtable.rulesets.warcaster.ground import land
from sandtable.rulesets.warcaster.stats import Trait
from sandtable.rulesets.warcaster.table import disc

REACH = 1000


def covering(p: Position, attacker: str, target: str) -> str:
    """The feature that covers the target: within 1 inch of it and intervening, one and the same (WC-COVER-3, -5)."""
    a, t = (p.state.models[n] for n in (attacker, target))
    here, there = disc(t), disc(a)
    for feature, parts in land(p.state.map).cover:
        if t.on == feature.id:
            continue  # it stands on top: the feature is under it, not before it
        for part in parts:
            if gap(here, part) <= REACH + TOL and intervening(there, here, part):
                return feature.id
    return ""


def has_cover(p: Position, strike: Strike) -> Iterator[Term]:
    """Terms for and against cover; several sources still give it once (WC-COVER-7)."""
    if strike.kind == "melee":
        return
    granted = p.holds(Trait(strike.target, "cover", strike))
    feature = "" if granted else covering(p, strike.attacker, strike.target)
    if (granted or feature) and not p.holds(Ignores(strike, "cover")):
        yield Term(2, f"cover: {feature}" if feature else "cover", "WC-COVER-1", group="cover")


@modifies(DefenceDice)
def cover_dice(p: Position, q: DefenceDice) -> Iterator[Term]:
    if q.die == "P":
        yield from has_cover(p, q.strike)
