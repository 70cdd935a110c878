"""Retreat: the losers go straight back by the difference (WM-RETREAT).

Always along the ground, for flyers too (WM-RETREAT-12, WM-FLY-6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.core import Ask, Call, Choice, Flag, Frame, Next, Option, Return, Settle, Term, Wait
from sandtable.core import Sequence as Played
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import SIDES, Side
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Point, Rect, turned
from sandtable.geometry.stands import OUT, Stands
from sandtable.geometry.units import MILLI, NOISE
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.combat.support import CORNER, enemies_of
from sandtable.rulesets.warmaster.command.off_table import LeaveTable, edge_poses, over_the_edge
from sandtable.rulesets.warmaster.forced.destroyed import destroy
from sandtable.rulesets.warmaster.forced.making_way import MakeWay, first_friend, tests_for_ways
from sandtable.rulesets.warmaster.forced.push import pushing
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.formations import SAME_FACING, turn_between
from sandtable.rulesets.warmaster.measuring.lines import away, heading, shifted
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.state.events.losing import StandLost
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked, UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import DESTROYED, EPS

SAME = 1e-6  # directions that differ less are one


class DestroyedByRetreat(Flag, frozen=True):
    """Artillery that has to retreat is destroyed (WM-RETREAT-7)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        if entry(p, self.unit).type == "artillery":
            yield Term(1, "artillery", "WM-RETREAT-7")


def pressed(p: Position, unit: str) -> list[int]:
    """The directions that a unit's most pressed edges look in: those with most enemy stands touching (WM-RETREAT-3,
    WM-RETREAT-16). Where its stands face differently, those of the stand that touches most (WM-RETREAT-5)."""
    table = crowd(p)
    numbers = table.numbers(unit)
    facing = table.rects[numbers[0]].facing
    if any(turn_between(table.rects[n].facing, facing) > SAME_FACING for n in numbers):
        most = max(len(enemies_of(p, n)) for n in numbers)
        groups = [[n] for n in numbers if most and len(enemies_of(p, n)) == most]
    else:
        groups = [list(numbers)]
    found: list[int] = []
    for group in groups:
        counts = edges_touched(p, group)
        best = max(counts.values(), default=0)
        found += [out for out, count in counts.items() if count == best and out not in found]
    return found


def edges_touched(p: Position, numbers: Iterable[int]) -> dict[int, int]:
    """Directions that the edges of some stands look in, with the enemy stands touching each."""
    table, found = crowd(p), dict[int, int]()
    for number in numbers:
        rect = table.rects[number]
        for i, met in enemies_of(p, number).items():
            side: Side = met.side_a
            if met.kind == "corner" or met.length < CORNER:
                side = facing_side(rect, table.rects[i])
            out = turned(rect.facing, OUT[side])
            key = next((k for k in found if turn_between(k, out) <= SAME_FACING), out)
            found[key] = found.get(key, 0) + 1
    return found


def facing_side(rect: Rect, enemy: Rect) -> Side:
    """For a corner contact: the edge parallel to the enemy's front that looks at it (WM-RETREAT-3)."""
    against = turned(enemy.facing, 180_000)
    return min(SIDES, key=lambda side: turn_between(turned(rect.facing, OUT[side]), against))


def directions(
    p: Position, unit: str, outcome: Outcome, key: str, went: Mapping[str, Point] | None = None
) -> list[Point]:
    """The ways a unit may retreat; several are its owner's choice (WM-RETREAT-3, WM-RETREAT-13).

    One that touched nobody moves as those it supported; `went`: how they have retreated (WM-RETREAT-16).
    """
    found = [direction(turned(out, 180_000)) for out in pressed(p, unit)]
    if not found and not dict(outcome.touched).get(unit):
        for whom in dict(outcome.supported).get(unit, ()):
            if went and whom in went:
                found.append(went[whom])
            elif whom in p.state.stands:
                found += directions(p, whom, outcome, key)
    return distinct(found or from_the_nearest(p, unit, key))


def from_the_nearest(p: Position, unit: str, key: str) -> list[Point]:
    """Away from the nearest enemy of the fight (WM-RETREAT-4); of several equally near the owner chooses
    (WM-GEO-13)."""
    seat = p.state.units[unit].seat
    enemies = [u for u in p.state.engagements[key].units if u in p.state.stands and p.state.units[u].seat != seat]
    pairs = sorted((gap(e, r), e, r) for u in enemies for e in crowd(p).of(u) for r in crowd(p).of(unit))
    if not pairs:
        return [direction(turned(crowd(p).of(unit)[0].facing, 180_000))]
    return [away(enemy, own) for far, enemy, own in pairs if far <= pairs[0][0] + NOISE]


def distinct(ways: Iterable[Point]) -> list[Point]:
    found: list[Point] = []
    for way in ways:
        if all(abs(way[0] - w[0]) + abs(way[1] - w[1]) > SAME for w in found):
            found.append(way)
    return found


class Retreats(Frame, frozen=True, kw_only=True):
    """The losing units, one at a time in their owner's order (WM-RETREAT-6). Returns the outcome and the distance."""

    key: str
    seat: int
    far: int  # cm, the same for all (WM-RETREAT-1, WM-RETREAT-17)
    outcome: Outcome
    done: tuple[str, ...] = ()
    went: tuple[tuple[str, tuple[float, float]], ...] = ()  # which way

    def start(self, d: Draft, *ignored: object) -> Next:
        left = [
            u for u in d.state.engagements[self.key].units
            if u in d.state.stands and d.state.units[u].seat == self.seat and u not in self.done
        ]  # fmt: skip
        if not left:
            return Return(self.outcome, self.far)
        if len(left) == 1:
            return self.chosen(d, left[0])
        options = tuple(Option(u, cite="WM-RETREAT-6", verb="retreat next", actor=u) for u in left)
        return Wait(
            Ask(self.seat, "who retreats next", Choice(options), options[0].key, "WM-RETREAT-6"), then=self.chosen
        )

    def chosen(self, d: Draft, unit: str) -> Next:
        retreat = Retreat(
            unit=unit, far=self.far * MILLI, key=self.key, outcome=self.outcome, gone=self.done, went=self.went
        )
        return Call(retreat, then=self.but(done=(*self.done, unit)).settle)

    def settle(self, d: Draft, *way: tuple[float, float]) -> Next:
        went = (*self.went, *((self.done[-1], each) for each in way))
        return Call(Settle(), then=self.but(went=went).start)


class Retreat(Frame, frozen=True, kw_only=True):
    """One unit's retreat: never shortened, but stands that are blocked are destroyed (WM-RETREAT-9, WM-RETREAT-15)."""

    unit: str
    far: int
    key: str
    outcome: Outcome
    gone: tuple[str, ...] = ()  # friends of this fight that have retreated before
    went: tuple[tuple[str, tuple[float, float]], ...] = ()  # and which way
    way: tuple[float, float] = (0.0, 0.0)
    asked: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    pushers: tuple[str, ...] = ()  # for whom each of those made way

    def still(self, d: Draft) -> bool:
        return self.unit in d.state.stands

    def start(self, d: Draft) -> Next:
        if d.holds(DestroyedByRetreat(self.unit)):
            destroy(d, self.unit, "WM-RETREAT-7")
            return Return()
        ways = directions(d, self.unit, self.outcome, self.key, dict(self.went))
        if len(ways) == 1:
            return self.but(way=ways[0]).push(d)
        options = tuple(
            Option(f"way {i + 1}", cite="WM-RETREAT-3", verb="retreat", actor=self.unit, how=heading(way))
            for i, way in enumerate(ways)
        )
        seat = d.state.units[self.unit].seat
        return Wait(
            Ask(
                seat, say("which way {unit} retreats", unit=self.unit), Choice(options), options[0].key, "WM-RETREAT-3"
            ),
            then=self.turned,
        )

    def turned(self, d: Draft, key: str) -> Next:
        ways = directions(d, self.unit, self.outcome, self.key, dict(self.went))
        return self.but(way=ways[int(key.split()[1]) - 1]).push(d)

    def push(self, d: Draft) -> Next:
        """Unengaged friends in the path may make way (WM-MKWY-1), not those who have retreated from this fight
        (WM-RETREAT-9)."""
        rects, firm = crowd(d).of(self.unit), (*self.asked, *self.gone)
        friend = first_friend(d, self.unit, rects, self.way, self.far, firm)
        if not friend:
            return self.go(d)
        push = MakeWay(
            unit=friend, pusher=self.unit, rects=pushing(rects), way=self.way, far=self.far, asked=(*firm, friend)
        )
        return Call(push, then=self.made_way)

    def made_way(
        self, d: Draft, made: tuple[str, ...], asked: tuple[str, ...], pushers: tuple[str, ...] = ()
    ) -> Next:  # fmt: skip
        return self.but(made=(*self.made, *made), pushers=(*self.pushers, *pushers), asked=asked).push(d)

    def go(self, d: Draft) -> Next:
        lost = blocked(d, self.unit, self.way, self.far, d.state.engagements[self.key].units)
        for number, cite in reversed(lost.items()):  # recorded hits stay (WM-HITS-9)
            if len(d.state.stands[self.unit]) == 1:
                destroy(d, self.unit, cite)
                return self.tests(d)
            d.emit(StandLost(unit=self.unit, stand=number, cite=cite))
        whole = crowd(d).of(self.unit)
        moved = [shifted(r, self.way, self.far) for r in whole]
        gone = over_the_edge(d, moved)
        changes = {"retreated": True, "settled": False, "fled": gone}
        d.emit(UnitMarked(unit=self.unit, changes=changes, says=f"{self.unit} gives ground", cite="WM-RETREAT-8"))
        if gone:
            edge = edge_poses(d, whole, self.way, self.far)
            return Call(
                LeaveTable(unit=self.unit, edge=edge, way=self.way, retreating=True), then=self.tests
            )  # WM-RETREAT-11
        poses, how = poses_of(moved), f"retreats {self.far // MILLI} cm"
        over = ridden_over(d, self.unit, poses, afoot=True)
        d.emit(UnitMoved(unit=self.unit, poses=poses, how=how, over=over, cite="WM-RETREAT-1"))
        return self.tests(d)

    def tests(self, d: Draft, *ignored: object) -> Next:
        """Making way confuses; being blocked does not (WM-CONF-7, WM-CONF-13)."""
        frames = tests_for_ways(self.unit, self.made, self.pushers)
        return Call(Played(frames=frames), then=self.finish) if frames else self.finish(d)

    def finish(self, d: Draft, *ignored: object) -> Next:
        return Return(self.way)

    def cut(self, d: Draft) -> Next:
        """It is not on the table any more; those who supported it go as it went, unless it is destroyed
        (WM-RETREAT-16)."""
        return Return() if d.state.units[self.unit].where == DESTROYED else Return(self.way)


def blocked(p: Position, unit: str, way: Point, far: float, fight: tuple[str, ...]) -> dict[int, str]:
    """The stands whose own path is barred, each judged by itself before any is removed (WM-RETREAT-14), and by which
    rule."""
    table, seat = crowd(p), p.state.units[unit].seat
    shut = closed_afoot(p, unit)
    others = [i for i, o in enumerate(table.owners) if o != unit]
    strangers = [i for i in others if table.seats[table.owners[i]] != seat and table.owners[i] not in fight]
    row = Stands(tuple(table.rects[i] for i in others))
    far_enemies = Stands(tuple(table.rects[i] for i in strangers))
    found: dict[int, str] = {}
    for i, rect in enumerate(table.of(unit)):
        end = shifted(rect, way, far)
        path = swept(rect, end)
        hit = [others[j] for j in row.overlaps(path, EPS)]
        if any(not _leaving(rect, end, table.rects[j]) for j in hit) or shut.overlaps(path, EPS):
            found[i] = "WM-RETREAT-9"
        elif far_enemies.within(path, 0, EPS):
            found[i] = "WM-RETREAT-10"
    return found


def _leaving(rect: Rect, end: Rect, other: Rect) -> bool:
    """Whether a stand only moves off another that it overlapped by rounding."""
    return bool(Stands((other,)).overlaps(rect, 1)) and gap(end, other) > 0
