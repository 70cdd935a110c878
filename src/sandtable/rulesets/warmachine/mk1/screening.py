"""Screening in Mk I: a model in between, within an inch and of equal or larger base (M1-MOD-34, M1-LOS-5)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Term, modifies
from sandtable.geometry.lines import intervening
from sandtable.geometry.shapes import Disc
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.attack_roll import Defence
from sandtable.rulesets.warmachine.common.attacks.spray import SPRAYED
from sandtable.rulesets.warmachine.common.measuring.distance import disc, near, rank
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import is_down
from sandtable.rulesets.warmachine.common.state.rules import Position


@modifies(Defence)
def screened(p: Position, q: Defence) -> Iterator[Term]:
    """Once, whoever screens; sprays ignore it; whoever lies on the ground screens nobody (M1-KD-9)."""
    s = q.strike
    if s.kind == MELEE or SPRAYED in s.marks:
        return
    origin, target = p.state.models[s.source], p.state.models[s.target]
    eye = Disc(origin.x, origin.y, 0)
    for name, m in p.state.models.items():
        if name in (s.source, s.target) or is_down(p, name) or rank(p, name) < rank(p, s.target):
            continue
        if near(p, name, s.target, MILLI) and intervening(eye, disc(p, target), disc(p, m)):
            yield Term(2, f"screened by {name}", "M1-MOD-34", group="screened")
