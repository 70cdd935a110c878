"""Evading: away from the closest enemy, on initiative (WM-EVADE). There is no evade in answer to a charge
(WM-EVADE-9)."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from sandtable.core import Domain, Refusal
from sandtable.core.places import bad_pose
from sandtable.core.texts import say
from sandtable.geometry.pairs import nearest
from sandtable.geometry.shapes import Point, Rect
from sandtable.geometry.units import MILLI, NOISE, text
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.command.confusion import confuse
from sandtable.rulesets.warmaster.command.movement import ChargePace
from sandtable.rulesets.warmaster.command.off_table import over_the_edge
from sandtable.rulesets.warmaster.measuring.crowd import crowd, in_contact, poses_of, rects_at
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.lines import away, shifted
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, ground_for, refused, unit_ways
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, Pose

LEAST = 1 * MILLI  # WM-EVADE-1
CLEAR = Switch("evade_end_distance", {"5": 5 * MILLI, "1": 1 * MILLI}, "WM-EVADE-5")
EVADE = "evade"  # what special rules forbid by this name
SHARES = (1.0, 0.75, 0.5, 0.3, 0.15)  # of a full pace, when looking for a place


def cannot_evade(p: Position, unit: str) -> Refusal | None:
    """Why a unit may never evade (WM-INIT-6, WM-FLY-3)."""
    if entry(p, unit).flyer:
        return Refusal("flyers may not evade", "WM-INIT-6")
    return p.forbidden(EVADE, unit)


def course(p: Position, unit: str, enemy: str) -> tuple[int, Point]:
    """The stand that goes first, and its direction: on the line from the enemy's closest point (WM-EVADE-2)."""
    table = crowd(p)
    pairs = [(nearest(foe, own)[0], i, foe, own) for i, own in enumerate(table.of(unit)) for foe in table.of(enemy)]
    far = min(pair[0] for pair in pairs)
    near = [pair for pair in pairs if pair[0] <= far + EPS]
    _, first, foe, own = min(near, key=lambda pair: (pair[2].x - pair[3].x) ** 2 + (pair[2].y - pair[3].y) ** 2)
    return first, away(foe, own)


class EvadeMove(Domain, frozen=True, kw_only=True):
    """Where the stands of an evading unit end: poses by stand. The closest goes straight away from the enemy."""

    unit: str
    enemy: str

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        count = len(p.state.stands[self.unit])
        if not isinstance(answer, tuple) or len(answer) != count or any(bad_pose(a, facing=True) for a in answer):
            return Refusal(f"expected {count} places [x, y, facing]", "WM-EVADE-1")
        if any(not 0 <= pose[2] < 360 * MILLI for pose in answer):
            return Refusal("a facing is 0 up to 360 degrees", "WM-EVADE-3")
        found = self.ways(p, answer)
        return found if isinstance(found, Refusal) else None

    def ways(self, p: Position, poses: tuple[Pose, ...]) -> tuple[Way, ...] | Refusal:
        first, way = course(p, self.unit, self.enemy)
        start, end = crowd(p).of(self.unit)[first], rects_at(p, self.unit, (poses[first],))[0]
        along = (end.x - start.x) * way[0] + (end.y - start.y) * way[1]
        across = abs((end.y - start.y) * way[0] - (end.x - start.x) * way[1])
        if across > EPS or along < LEAST - EPS:
            return Refusal("the closest stand goes at least 1 cm straight away from the enemy", "WM-EVADE-3")
        rects = rects_at(p, self.unit, poses)
        if not connected(rects):
            return Refusal(say("{unit}'s stands must all touch one another", unit=self.unit), "WM-FORMN-1")
        if over_the_edge(p, rects):
            return Refusal(say("{unit} would leave the table", unit=self.unit), "WM-EVADE-8")
        if near := self.too_near(p, rects):
            return near
        pace = p.value(ChargePace(self.unit))
        found = unit_ways(p, self.unit, poses, pace)
        if isinstance(found, Fault):
            friends = self.unengaged_friends(p)
            found = unit_ways(p, self.unit, poses, pace, ground_for(p, self.unit, friends)) if friends else found
            if isinstance(found, Fault):
                return refused(found, self.unit, ("WM-EVADE-1", "WM-EVADE-4", "WM-EVADE-8"))
            if any(self.on_friend(p, r, friends) for r in rects):
                return Refusal(say("{unit} does not get past its friends", unit=self.unit), "WM-EVADE-6")
        return found

    def on_friend(self, p: Position, rect: Rect, friends: tuple[str, ...]) -> bool:
        table = crowd(p)
        return any(table.owners[i] in friends for i in table.row.overlaps(rect, EPS))

    def unengaged_friends(self, p: Position) -> tuple[str, ...]:
        seat = p.state.units[self.unit].seat
        return tuple(u for u in p.state.on_table(seat) if u != self.unit and not in_contact(p, u))

    def too_near(self, p: Position, rects: tuple[Rect, ...]) -> Refusal | None:
        """It ends at least 5 cm from every enemy and every engaged unit (WM-EVADE-5)."""
        table, clear, seat = crowd(p), CLEAR.of(p), p.state.units[self.unit].seat
        for rect in rects:
            for i in table.row.within(rect, clear - EPS - NOISE - 1, 0):
                owner = table.owners[i]
                if owner != self.unit and (table.seats[owner] != seat or table.fought(owner)):
                    return Refusal(
                        say("{unit} must end {clear} cm from {owner}", unit=self.unit, clear=text(clear), owner=owner),
                        "WM-EVADE-5",
                    )
        return None

    def possible(self, p: Position) -> bool:
        return bool(self.places(p, 1, Random(0)))

    def places(self, p: Position, n: int, rng: Random) -> list[tuple[Pose, ...]]:
        """The unit shifted as it stands, farthest first, or facing about in line."""
        _, way = course(p, self.unit, self.enemy)
        stands, pace = crowd(p).of(self.unit), p.value(ChargePace(self.unit))
        shares = SHARES if n == 1 else tuple(rng.sample(SHARES, len(SHARES)))
        found = []
        for share in shares:
            poses = poses_of([shifted(r, way, pace * share) for r in stands])
            if self.refuse(p, poses) is None:
                found.append(poses)
                if len(found) >= n:
                    break
        return found

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return list(self.places(p, n, rng))

    def spoken(self, p: Position, words: str) -> Any:
        """``12``: the whole unit this far straight away; ``all``: as far as it can."""
        _, way = course(p, self.unit, self.enemy)
        said = words.strip().casefold()
        if said in ("all", "away", "full"):
            found = self.places(p, 1, Random(0))
            return found[0] if found else ()
        far = float(said.removeprefix("away ").strip() or 0) * MILLI
        return poses_of([shifted(r, way, far) for r in crowd(p).of(self.unit)])

    def hint(self, p: Position) -> str:
        return "how far straight away in cm, or all"


def carry_out(d: Draft, unit: str, enemy: str, poses: tuple[Pose, ...]) -> None:
    """The unit evades; friends it bursts through are confused (WM-EVADE-6, WM-CONF-9)."""
    domain = EvadeMove(unit=unit, enemy=enemy)
    ways = domain.ways(d, poses)
    assert not isinstance(ways, Refusal)
    table, friends = crowd(d), domain.unengaged_friends(d)
    burst = []
    for way in ways:
        for here, there in pairwise(way):
            hit = table.row.overlaps(swept(here, there), EPS) if here != there else ()
            burst += [table.owners[i] for i in hit if table.owners[i] in friends]
    d.emit(UnitMoved(unit=unit, poses=poses, how=f"evades {enemy}", cite="WM-EVADE-1"))
    for friend in dict.fromkeys(burst):
        confuse(d, friend, "WM-CONF-9")
