"""Making way: friends in the path of a unit that is driven back or retreats move aside or back (WM-MKWY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product, zip_longest

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.pairs import overlap
from sandtable.geometry.shapes import Point, Poly, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.wheel import corner_travel
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.confusion import ConfusionTest
from sandtable.rulesets.warmaster.command.movement import Pace, rooted
from sandtable.rulesets.warmaster.forced.in_support import both_on_foot, support_places
from sandtable.rulesets.warmaster.forced.obstructions import friends_met, path_of
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.ways import Fault, ground_for, stand_way, troops
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, land
from sandtable.rulesets.warmaster.state.table import EPS

STAND, BACK, ASIDE, SUPPORT = "stand", "move back", "move aside", "re-form in support"
MOST = 6  # arrangements offered
NEAREST = 4  # places looked at for one stand
QUARTER = 90_000
VERBS = {STAND: "stay in the way", BACK: BACK, ASIDE: ASIDE, SUPPORT: SUPPORT}
Movers = Callable[[Sequence[Rect], Sequence[Poly]], list[int]]


def in_path(rects: Sequence[Rect], path: Sequence[Poly], tol: float = EPS) -> list[int]:
    """The stands that lie in a path, by number."""
    return [i for i, r in enumerate(rects) if any(overlap(r, part, tol) for part in path)]


MOVE_BACK: Switch[Movers] = Switch(  # the stands that move when a unit moves back (WM-MKWY-2)
    "move_back",
    {"whole_unit": lambda rects, path: list(range(len(rects))), "stands_in_path": in_path},
    "WM-MKWY-2",
)


class MakeWay(Frame, frozen=True, kw_only=True):
    """One friend is asked once (WM-MKWY-1). Returns those that made way, itself last (nobody: it stands), all that
    were asked, and for whom each made way."""

    unit: str
    pusher: str
    rects: tuple[tuple[int, int, int, int, int], ...]  # the pushing stands where they start
    way: tuple[float, float]
    far: float
    asked: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    pushers: tuple[str, ...] = ()  # for whom each of those made way
    form: str = ""
    aside: int = 1  # which of the arrangements

    def start(self, d: Draft) -> Next:
        if rooted(d, self.unit) is not None:
            return self.over()
        forms = [form for form in (BACK, ASIDE, SUPPORT) if self.places(d, form) is not None]
        if not forms:
            return self.over()
        options = tuple(
            Option(form, cite="WM-MKWY-3", verb=VERBS[form], actor=self.unit, target=self.pusher)
            for form in (*forms, STAND)
        )
        seat = d.state.units[self.unit].seat
        ask = Ask(
            seat,
            say("does {unit} make way for {pusher}", unit=self.unit, pusher=self.pusher),
            Choice(options),
            forms[0],
            "WM-MKWY-1",
            about=(self.unit,),
        )
        return Wait(ask, then=self.told)

    def told(self, d: Draft, form: str) -> Next:
        if form == STAND:
            return self.over()
        if form == ASIDE and len(ways := self.asides(d)) > 1:
            options = tuple(
                Option(f"aside {n}", cite="WM-MKWY-7", verb="aside", actor=self.unit, how=self.described(d, places, n))
                for n, places in enumerate(ways, 1)
            )
            seat, prompt = d.state.units[self.unit].seat, say("where {unit} moves aside to", unit=self.unit)
            ask = Ask(seat, prompt, Choice(options), options[0].key, "WM-MKWY-7", about=(self.unit,))
            return Wait(ask, then=self.but(form=form).placed)
        return self.but(form=form).chain(d)

    def placed(self, d: Draft, key: str) -> Next:
        """The owner says how the stands are arranged (WM-MKWY-7)."""
        return self.but(aside=int(key.split()[1])).chain(d)

    def described(self, p: Position, places: tuple[Rect, ...], number: int) -> str:
        """To which side of the push, and the number of the arrangement."""
        moved = [(b.x - a.x, b.y - a.y) for a, b in zip(crowd(p).of(self.unit), places, strict=True) if a != b]
        over = sum(self.way[0] * y - self.way[1] * x for x, y in moved)
        return f"to the {'left' if over > 0 else 'right'} of the push, arrangement {number}"

    def chain(self, d: Draft, *back: object) -> Next:
        """Friends in the way of one that moves back make way first, depth first (WM-MKWY-6)."""
        me = self
        if back:
            more, asked, *pushers = back
            me = self.but(made=(*self.made, *more), asked=asked, pushers=(*self.pushers, *pushers[0]))  # type: ignore[misc]
        places = me.places(d, me.form)
        if places is None:
            return me.over()
        met = [u for u in me.in_the_way(d, places) if u not in me.asked and u != me.pusher]
        if met and me.form == BACK:
            start = crowd(d).of(me.unit)
            far = max(gap_moved(a, b) for a, b in zip(start, places, strict=True))
            push = MakeWay(
                unit=met[0], pusher=me.unit, rects=tuple(_plain(r) for r in start), way=me.way, far=far,
                asked=(*me.asked, met[0]),
            )  # fmt: skip
            return Call(push, then=me.but(asked=(*me.asked, met[0])).chain)
        if me.in_the_way(d, places):
            return me.over()
        d.emit(UnitMoved(unit=me.unit, poses=poses_of(places), how=f"makes way for {me.pusher}", cite="WM-MKWY-3"))
        return me.but(made=(*me.made, me.unit), pushers=(*me.pushers, me.pusher)).over()

    def over(self) -> Return:
        return Return(self.made, self.asked, self.pushers)

    def in_the_way(self, p: Position, places: Sequence[Rect]) -> tuple[str, ...]:
        """Friends that its new place would overlap."""
        table = crowd(p)
        found = [table.owners[i] for r in places for i in table.row.overlaps(r, EPS)]
        return tuple(dict.fromkeys(u for u in found if u not in (self.unit, self.pusher)))

    def path(self) -> tuple[Poly, ...]:
        return path_of([Rect(*r) for r in self.rects], self.way, self.far)

    def places(self, p: Position, form: str) -> tuple[Rect, ...] | None:
        """Where its stands go in one form, if that is allowed (WM-MKWY-4, WM-MKWY-7)."""
        if form == SUPPORT:
            return self.supporting(p)
        return self.backward(p) if form == BACK else self.sideways(p)

    def supporting(self, p: Position) -> tuple[Rect, ...] | None:
        """Behind the pushing stands where they end: infantry that lies wholly in the path of infantry (WM-MKWY-3)."""
        rects, path = crowd(p).of(self.unit), self.path()
        if not both_on_foot(p, self.unit, self.pusher) or len(in_path(rects, path)) < len(rects):
            return None
        places = support_places(rects, [shifted(Rect(*r), self.way, self.far) for r in self.rects])
        if in_path(places, path) or set(places) == set(self.backward(p) or ()):  # that is moving back
            return None
        return places if self.allowed(p, places, friends=False) else None

    def backward(self, p: Position) -> tuple[Rect, ...] | None:
        """Shifted alike in the push direction by the least distance that clears the path (WM-MKWY-3)."""
        rects, path = crowd(p).of(self.unit), self.path()
        moving = MOVE_BACK.of(p)(rects, path)
        most = p.value(Pace(self.unit))
        low, high = 0.0, float(most)
        if in_path([shifted(rects[i], self.way, high) for i in moving], path):
            return None
        for _ in range(20):
            middle = (low + high) / 2
            hit = in_path([shifted(rects[i], self.way, middle) for i in moving], path, 0)  # into touch, no farther
            low, high = (middle, high) if hit else (low, middle)
        moved = tuple(shifted(r, self.way, round(high)) if i in moving else r for i, r in enumerate(rects))
        return moved if self.allowed(p, moved, friends=True) else None

    def sideways(self, p: Position) -> tuple[Rect, ...] | None:
        found = self.asides(p)
        return None if not found else found[min(self.aside, len(found)) - 1]

    def asides(self, p: Position) -> list[tuple[Rect, ...]]:
        """The stands in the path re-placed beside it, connected with those that stay (WM-MKWY-7): each arrangement
        found, the one with the shortest ways first."""
        rects, path = crowd(p).of(self.unit), self.path()
        hit = in_path(rects, path)
        if not hit:
            return [rects]
        found: dict[tuple[Rect, ...], float] = {}
        for places in (*self.shifted_aside(rects, hit, path), *self.round_the_rest(rects, hit, path)):
            if places not in found and self.allowed(p, places, friends=False):
                found[places] = sum(gap_moved(a, b) for a, b in zip(rects, places, strict=True))
        return sorted(found, key=lambda places: (found[places], places))[:MOST]

    def shifted_aside(
        self, rects: tuple[Rect, ...], hit: Sequence[int], path: Sequence[Poly]
    ) -> Iterator[tuple[Rect, ...]]:
        """Each stand at right angles to the push, to either side."""
        for picked in product(*(self.beside(rects[i], path) for i in hit)):
            moved = list(rects)
            for i, r in zip(hit, picked, strict=True):
                moved[i] = r
            for tidy in self.tidied(rects, moved, hit, path):
                yield tuple(tidy)

    def round_the_rest(
        self, rects: tuple[Rect, ...], hit: Sequence[int], path: Sequence[Poly]
    ) -> Iterator[tuple[Rect, ...]]:
        """Round the stands that stay, one after another, at the nearest free sides of those in place."""
        todo = [tuple(r for i, r in enumerate(rects) if i not in hit)] if len(hit) < len(rects) else []
        for number in hit:
            todo = [(*placed, goal) for placed in todo for goal in self.sides_free(rects[number], placed, path)]
        stay = [i for i in range(len(rects)) if i not in hit]
        for placed in todo:
            yield tuple(placed[(*stay, *hit).index(i)] for i in range(len(rects)))

    def sides_free(self, start: Rect, placed: tuple[Rect, ...], path: Sequence[Poly]) -> list[Rect]:
        """Places flush at a side of a placed stand, outside the path; the nearest few."""
        found = []
        for r in placed:
            for quarter in range(4):
                cos, sin = direction(turned(r.facing, quarter * QUARTER))
                far = r.depth if quarter % 2 == 0 else r.frontage
                goal = start._replace(x=round(r.x + cos * far), y=round(r.y + sin * far), facing=r.facing)
                if not in_path([goal], path) and not any(overlap(goal, other, EPS) for other in placed):
                    found.append(goal)
        return sorted(dict.fromkeys(found), key=lambda goal: (gap_moved(start, goal), goal))[:NEAREST]

    def beside(self, rect: Rect, path: Sequence[Poly]) -> list[Rect]:
        """A stand shifted at right angles to the push until it is just clear, to either side."""
        found = []
        for sign in (1, -1):
            side: Point = (-self.way[1] * sign, self.way[0] * sign)
            low, high = 0.0, 30_000.0
            for _ in range(22):
                middle = (low + high) / 2
                low, high = (middle, high) if in_path([shifted(rect, side, middle)], path, 0) else (low, middle)
            found.append(shifted(rect, side, round(high)))
        return found

    def tidied(
        self, rects: Sequence[Rect], moved: list[Rect], hit: Sequence[int], path: Sequence[Poly]
    ) -> Iterator[list[Rect]]:
        """As they are; or the stands that moved lined up behind one another beside the first."""
        if connected(moved) and not _clash(moved):
            yield moved
        first = moved[hit[0]]
        back: Point = self.way
        lined = list(moved)
        depth = max(first.depth, first.frontage)
        for n, i in enumerate(hit):
            lined[i] = shifted(first._replace(facing=rects[i].facing), back, n * (depth if n else 0))
        if connected(lined) and not _clash(lined) and not in_path(lined, path):
            yield lined
        for size in (first.depth, first.frontage):
            tight = list(moved)
            for n, i in enumerate(hit):
                tight[i] = shifted(first._replace(facing=rects[i].facing), back, n * size)
            if connected(tight) and not _clash(tight) and not in_path(tight, path):
                yield tight

    def allowed(self, p: Position, places: tuple[Rect, ...], friends: bool) -> bool:
        """No contact with enemies or engaged units, no barred ground, within the pace, by a clear path (WM-MKWY-4)."""
        table, seat = crowd(p), p.state.units[self.unit].seat
        if any(leaves(r, p.state.map.width, p.state.map.height, EPS) for r in places):
            return False
        shut = land(p).closed_afoot(troops(p, self.unit))
        firm = [i for i, o in enumerate(table.owners) if o != self.unit and (table.seats[o] != seat or engaged(p, o))]
        row = Stands(tuple(table.rects[i] for i in firm))
        others = Stands(
            tuple(r for r, o in zip(table.rects, table.owners, strict=True) if o not in (self.unit, self.pusher))
        )
        if any(shut.overlaps(r, EPS) or row.within(r, 0, EPS) for r in places) or not connected(places):
            return False
        if not friends and any(others.overlaps(r, EPS) for r in places):
            return False
        if friends:
            return True
        pace = p.value(Pace(self.unit))
        ground = ground_for(p, self.unit, (self.pusher,))
        start = crowd(p).of(self.unit)
        for a, b in zip(start, places, strict=True):
            if a != b and corner_travel((a, b)) > pace + EPS:
                return False
            if a != b and isinstance(stand_way(p, ground, a, poses_of((b,))[0], pace, (), False), Fault):
                return False
        return True


def _clash(rects: Sequence[Rect]) -> bool:
    return any(overlap(a, b, EPS) for i, a in enumerate(rects) for b in rects[i + 1 :])


def gap_moved(a: Rect, b: Rect) -> float:
    return corner_travel((a, b)) if a != b else 0.0


def _plain(rect: Rect) -> tuple[int, int, int, int, int]:
    return round(rect.x), round(rect.y), round(rect.frontage), round(rect.depth), rect.facing


def pushing(rects: Sequence[Rect]) -> tuple[tuple[int, int, int, int, int], ...]:
    return tuple(_plain(r) for r in rects)


def tests_for_ways(mover: str, made: Sequence[str], pushers: Sequence[str]) -> tuple[ConfusionTest, ...]:
    """A die for each unit displaced, one for having made way; each before those it pushed (WM-CONF-7, WM-DICE-4)."""
    forced = dict(zip_longest(made, pushers, fillvalue=mover))
    dice = Counter([*forced, *forced.values()])

    def onward(name: str) -> Iterator[str]:
        yield name
        for unit, by in forced.items():
            if by == name:
                yield from onward(unit)

    order = dict.fromkeys((*onward(mover), *forced.values(), *forced))
    return tuple(ConfusionTest(unit=name, dice=dice[name]) for name in order if dice[name])


def first_friend(p: Position, unit: str, rects: Sequence[Rect], way: Point, far: float, asked: Sequence[str]) -> str:
    """The next friend in the path that has not been asked; empty: none."""
    return next((u for u in friends_met(p, unit, rects, way, far) if u not in asked), "")
