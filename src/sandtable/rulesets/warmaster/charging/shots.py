"""Shots at chargers: the charged unit's only reaction (WM-SHOOT-20 to WM-SHOOT-25).

Stands shot down come off at once and no drive back follows (WM-SHOOT-21); a unit shoots once at each unit that charges
it, with the stands still free (WM-SHOOT-23).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Call, Frame, Next, Offer, Sequence, offers
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Rect
from sandtable.geometry.sight import from_edge, sight
from sandtable.rulesets.warmaster.charging.charge import CHARGED, Charged
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.combat.support import skirmisher
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.measuring.sight import all_round, scenery, seen_through
from sandtable.rulesets.warmaster.shooting.shooting import SHOOT
from sandtable.rulesets.warmaster.shooting.volleys import Aim, Shots, volley
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, Pose
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

STEP = 1_000  # a charge is looked at in every pose and every 1 cm
AT_CHARGER = "shoot at charger"  # what special rules forbid by this name


@offers(CHARGED)
def shots_at_the_charger(d: Draft, charge: Charged, seat: int) -> Iterator[Offer]:
    """Stands that can shoot, touched nobody before, and had the charger in range and sight at any moment."""
    unit = charge.target
    if unit not in d.state.stands or charge.charger not in d.state.stands or not entry(d, unit).shots:
        return
    if d.forbidden(AT_CHARGER, unit) or d.forbidden(SHOOT, unit):
        return
    found = ready_stands(d, charge)
    if found:
        yield Offer(
            "shoot", ShotsAtCharger(charge=charge, stands=found), cite="WM-SHOOT-20", verb="shoot at charger",
            actor=unit, target=charge.charger, odds=True,
        )  # fmt: skip


def ready_stands(p: Position, charge: Charged) -> tuple[tuple[int, int], ...]:
    """The stands that may shoot, each with the shortest range reached, in thousandths."""
    unit, found = charge.target, []
    for i in charge.free:
        if i < len(p.state.stands[unit]) and not skirmisher(p, crowd(p).numbers(unit)[i]):
            far = shortest_range(p, unit, i, charge)
            if far is not None:
                found.append((i, far))
    return tuple(found)


def shortest_range(p: Position, unit: str, stand: int, charge: Charged) -> int | None:
    """How near the charger came while in range and in sight of a stand; None: never."""
    table = crowd(p)
    number = table.numbers(unit)[stand]
    own, reach = table.rects[number], entry(p, unit).range
    best: float | None = None
    spared = {scenery(p).number(n) for n in table.numbers(charge.charger)} | seen_through(p, own)
    round_ = all_round(p, unit)
    eye = own if round_ else from_edge(own)
    for path in charge.paths:
        for rect in stops(p, charge.charger, path):
            far = gap(own, rect)
            if far > reach + EPS or (best is not None and far >= best):
                continue
            seen = sight(
                eye, 1.0, rect, 1.0, scenery(p), SIGHT_DEPTH, None if round_ else own.facing, (number, -1), each=True,
                exempt=spared | seen_through(p, rect),
            ).clear  # fmt: skip
            if seen:
                best = far
    return None if best is None else round(best)


def stops(p: Position, unit: str, path: tuple[Pose, ...]) -> Iterator[Rect]:
    """The poses of a charge and places every centimetre between them, last first."""
    rects = rects_at(p, unit, path)
    yield rects[-1]
    for a, b in zip(reversed(rects[:-1]), reversed(rects[1:]), strict=True):
        far = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
        for k in range(1, int(far // STEP) + 1):
            t = min(1.0, k * STEP / far)
            yield Rect(b.x + (a.x - b.x) * t, b.y + (a.y - b.y) * t, a.frontage, a.depth, a.facing)
        yield a


class ShotsAtCharger(Frame, frozen=True, kw_only=True):
    """The volley; its hits count in the first round of the fight (WM-SHOOT-22, WM-HITS-7)."""

    charge: Charged
    stands: tuple[tuple[int, int], ...]

    def start(self, d: Draft) -> Next:
        unit, charger = self.charge.target, self.charge.charger
        own = next((rule for rule in entry(d, unit).special if rule in d.rules.aims_at_chargers), "")
        if own:
            aims = d.rules.aims_at_chargers[own](d, unit, tuple(i for i, _ in self.stands), charger)
            found = [aim.but(at_charger=aim.target == charger) for aim in aims]
        else:
            dice = sum(d.value(Shots(unit, far, at_charger=True)) for _, far in self.stands)
            poses = d.state.stands
            from_ = tuple(poses[unit][i] for i, _ in self.stands)
            found = [Aim(unit, charger, dice, poses[charger], from_, unit, at_charger=True)] if dice else []
        frames = tuple(volley(d, aim, carried=aim.at_charger or engaged(d, aim.target)) for aim in found)
        return Call(Sequence(frames=frames), then=self.finish)
