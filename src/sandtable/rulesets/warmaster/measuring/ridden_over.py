"""Lone enemy characters over whom the stands of a unit go (WM-CHAR-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from sandtable.geometry.pairs import overlap
from sandtable.geometry.shapes import Rect
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, rects_at, token
from sandtable.rulesets.warmaster.measuring.ways import Fault
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import EPS, OTHER, Pose

Ways = Iterable[Sequence[Rect]] | Fault


def ridden_over(
    p: Position, unit: str, poses: Sequence[Pose], ways: Callable[[], Ways] | None = None, afoot: bool = False
) -> tuple[str, ...]:
    """Whom a unit's stands pass over on their ways to some poses, straight if no others are said or found; those who
    fly pass over nobody. `afoot`: flyers go on the ground."""
    lone = [c for c in p.state.leaders(OTHER[p.state.units[unit].seat]) if not p.state.characters[c].joined]
    if not lone or (flies(p, unit) and not afoot):
        return ()
    found = Fault("blocked") if ways is None else ways()
    gone = zip(crowd(p).of(unit), rects_at(p, unit, poses), strict=False) if isinstance(found, Fault) else found
    legs = [swept(a, b) for way in gone for a, b in pairwise(way) if a != b]
    return tuple(name for name in lone if any(overlap(token(p, name), leg, EPS) for leg in legs))
