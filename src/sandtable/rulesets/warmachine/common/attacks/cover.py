"""Concealment and cover: DEF against ranged and magic attacks; the better of the two counts, sprays ignore both.

A piece counts that is within an inch of the target and lies between it and the attack's origin.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Flag, Query, Term, modifies
from sandtable.geometry.distance import gap
from sandtable.geometry.lines import intervening
from sandtable.geometry.units import MILLI, TOL
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.spray import SPRAYED
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.distance import disc
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import gains
from sandtable.rulesets.warmachine.common.terrain.features import features_under, ground_of
from sandtable.tabletop.terrain.features import shapes

CONCEALMENT, COVER = 2, 4
GROUP = "concealment or cover"


class Concealed(Flag, frozen=True):
    """Whether magic or an order conceals a model, wherever it stands."""

    model: str

    def base(self, p: Position) -> Iterator[Term]:
        if gains(p, self.model, "concealment"):
            yield Term(1, "concealed by magic", p.rules.cite("concealment"))


class Hiding(Query, frozen=True):
    """What hides a target from an attack: concealment and cover, as terms of one group."""

    strike: Strike

    def base(self, p: Position) -> Iterator[Term]:
        yield from by_terrain(p, self.strike)
        if p.holds(Concealed(self.strike.target)):
            yield Term(CONCEALMENT, "concealed", p.rules.cite("concealment"), group=GROUP)


class Ignores(Flag, frozen=True):
    """Whether an attacker pays no heed to something that hides: forest, cloud."""

    strike: Strike
    what: str


@modifies(Defence)
def concealment_and_cover(p: Position, q: Defence) -> Iterator[Term]:
    strike = q.strike
    if strike.kind == MELEE or SPRAYED in strike.marks:
        return
    yield from p.terms(Hiding(strike))


def by_terrain(p: Position, strike: Strike) -> Iterator[Term]:
    target = p.state.models[strike.target]
    base = disc(p, target)
    for feature in features_under(p, base):
        ground = ground_of(p, feature)
        if ground.conceals and not p.holds(Ignores(strike, ground.kind)):
            yield Term(CONCEALMENT, f"in {feature.id}", p.rules.cite("concealment"), group=GROUP)
        if ground.covers_inside:
            yield Term(COVER, f"in {feature.id}", p.rules.cite("cover"), group=GROUP)
    origin = disc(p, p.state.models[strike.source])
    eye = p.rules.edition.sight.eye(origin) or origin
    for feature in p.state.map.features:
        ground = ground_of(p, feature)
        if not ground.grants:
            continue
        near = any(gap(base, part) <= MILLI + TOL and intervening(eye, base, part) for part in shapes(feature))
        if near and ground.grants == "cover":
            yield Term(COVER, f"behind {feature.id}", p.rules.cite("cover"), group=GROUP)
        elif near:
            yield Term(CONCEALMENT, f"behind {feature.id}", p.rules.cite("concealment"), group=GROUP)
