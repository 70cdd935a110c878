"""Making way: friends in the path of a unit that is driven back or retreats move aside or back (WM-MKWY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Return, Wait
from sandtable.core.texts import say
from sandtable.geometry.shapes import Point, Poly, Rect
from sandtable.rulesets.warmaster.command.confusion import ConfusionTest
from sandtable.rulesets.warmaster.command.movement import Pace, rooted
from sandtable.rulesets.warmaster.forced.in_support import both_on_foot, support_places
from sandtable.rulesets.warmaster.forced.moving_aside import AsidePlaces
from sandtable.rulesets.warmaster.forced.obstructions import friends_met
from sandtable.rulesets.warmaster.forced.push import Plain, Push, gap_moved, in_path, pushing
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of, rects_at
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.lines import shifted
from sandtable.rulesets.warmaster.measuring.ridden_over import Ways, ridden_over
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import Pose

STAND, BACK, ASIDE, SUPPORT = "stand", "move back", "move aside", "re-form in support"
VERBS = {STAND: "stay in the way", BACK: BACK, ASIDE: ASIDE, SUPPORT: SUPPORT}
Movers = Callable[[Sequence[Rect], Sequence[Poly]], list[int]]


MOVE_BACK: Switch[Movers] = Switch(  # the stands that move when a unit moves back (WM-MKWY-2)
    "move_back",
    {"whole_unit": lambda rects, path: list(range(len(rects))), "stands_in_path": in_path},
    "WM-MKWY-2",
)


class MakeWay(Frame, frozen=True, kw_only=True):
    """One friend is asked (WM-MKWY-1), and again if it cannot move back because those behind it stand. Returns those
    that made way, itself last (nobody: it stands), all that its pusher has asked, and for whom each made way."""

    unit: str
    pusher: str
    rects: Plain  # the pushing stands where they start
    way: tuple[float, float]
    far: float
    asked: tuple[str, ...] = ()
    pushed: tuple[str, ...] = ()  # whom it has asked to make way for itself
    made: tuple[str, ...] = ()
    pushers: tuple[str, ...] = ()  # for whom each of those made way

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
        if form == BACK:
            return self.chain(d)
        domain = self.aside()
        if form == SUPPORT or domain.settled(d):
            places = self.places(d, form)
            assert places is not None
            return self.rearranged(d, poses_of(places))
        seat, prompt = d.state.units[self.unit].seat, say("where {unit} moves aside to", unit=self.unit)
        ask = Ask(seat, prompt, domain, domain.fallback(d), "WM-MKWY-7", about=(self.unit,))
        return Wait(ask, then=self.placed)

    def placed(self, d: Draft, answer: Any) -> Next:
        """The owner says how the stands are arranged (WM-MKWY-7)."""
        return self.rearranged(d, self.aside().poses(d, answer))

    def rearranged(self, d: Draft, poses: tuple[Pose, ...]) -> Next:
        return self.go(d, poses, lambda: self.push().ways(d, rects_at(d, self.unit, poses)))

    def go(self, d: Draft, poses: tuple[Pose, ...], ways: Callable[[], Ways] | None = None) -> Next:
        over, how = ridden_over(d, self.unit, poses, ways, afoot=True), f"makes way for {self.pusher}"
        d.emit(UnitMoved(unit=self.unit, poses=poses, how=how, over=over, cite="WM-MKWY-3"))
        return self.but(made=(*self.made, self.unit), pushers=(*self.pushers, self.pusher)).over()

    def chain(self, d: Draft, *back: object) -> Next:
        """Friends in the way of one that moves back make way first, depth first (WM-MKWY-6). If one of them stands,
        another form is left (WM-MKWY-7)."""
        me = self
        if back:
            more, _, pushers = back
            me = self.but(made=(*self.made, *more), pushers=(*self.pushers, *pushers))  # type: ignore[misc]
        places = me.places(d, BACK)
        if places is None:
            return me.start(d)
        met = me.in_the_way(d, places)
        if not met:
            return me.go(d, poses_of(places))
        going, far = me.going(d, places)
        push = MakeWay(
            unit=met[0], pusher=me.unit, rects=pushing(going), way=me.way, far=far,
            asked=(*me.asked, me.pusher, met[0]),
        )  # fmt: skip
        return Call(push, then=me.but(pushed=(*me.pushed, met[0])).chain)

    def over(self) -> Return:
        return Return(self.made, self.asked, self.pushers)

    def push(self) -> Push:
        return Push(self.unit, self.pusher, self.rects, self.way, self.far)

    def aside(self) -> AsidePlaces:
        return AsidePlaces(unit=self.unit, pusher=self.pusher, rects=self.rects, way=self.way, far=self.far)

    def going(self, p: Position, places: Sequence[Rect]) -> tuple[list[Rect], float]:
        """Its stands that move back, where they start, and how far."""
        starts = crowd(p).of(self.unit)
        return [a for a, b in zip(starts, places, strict=True) if a != b], max(map(gap_moved, starts, places))

    def in_the_way(self, p: Position, places: Sequence[Rect]) -> tuple[str, ...]:
        """Friends that it meets on its way back, nearest first."""
        going, far = self.going(p, places)
        return tuple(u for u in friends_met(p, self.unit, going, self.way, far) if u != self.pusher)

    def places(self, p: Position, form: str) -> tuple[Rect, ...] | None:
        """Where its stands go in one form, if that is allowed (WM-MKWY-4, WM-MKWY-7)."""
        if form == SUPPORT:
            return self.supporting(p)
        if form == ASIDE:
            return self.sideways(p)
        back, firm = self.backward(p), (*self.asked, *self.pushed)  # who has been asked is where he stays
        return None if back is None or any(name in firm for name in self.in_the_way(p, back)) else back

    def supporting(self, p: Position) -> tuple[Rect, ...] | None:
        """Behind the pushing stands where they end: infantry that lies wholly in the path of infantry (WM-MKWY-3)."""
        rects, path = crowd(p).of(self.unit), self.push().path()
        if not both_on_foot(p, self.unit, self.pusher) or len(in_path(rects, path)) < len(rects):
            return None
        places = support_places(rects, [shifted(Rect(*r), self.way, self.far) for r in self.rects])
        if set(places) == set(self.backward(p) or ()):  # that is moving back
            return None
        return places if self.push().misplaced(p, places) is None else None

    def backward(self, p: Position) -> tuple[Rect, ...] | None:
        """Shifted alike in the push direction by the least distance that clears the path (WM-MKWY-3)."""
        rects, path = crowd(p).of(self.unit), self.push().path()
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
        fits = connected(moved) and self.push().may_end(p, moved) and self.push().back_is_clear(p, moved)
        return moved if fits else None

    def sideways(self, p: Position) -> tuple[Rect, ...] | None:
        """Beside the path (WM-MKWY-7)."""
        poses = self.aside().first(p)
        return None if poses is None else rects_at(p, self.unit, poses)


def tests_for_ways(mover: str, made: Sequence[str], pushers: Sequence[str]) -> tuple[ConfusionTest, ...]:
    """A die for each unit displaced, one for having made way; each before those it pushed (WM-CONF-7, WM-DICE-4)."""
    forced = tuple(zip_longest(made, pushers, fillvalue=mover))
    dice, order = Counter(name for pair in forced for name in pair), list[str]()

    def onward(name: str) -> None:
        if name not in order:
            order.append(name)
            for unit, by in forced:
                if by == name:
                    onward(unit)

    for name in (mover, *dice):
        onward(name)
    return tuple(ConfusionTest(unit=name, dice=dice[name]) for name in order if dice[name])


def first_friend(p: Position, unit: str, rects: Sequence[Rect], way: Point, far: float, asked: Sequence[str]) -> str:
    """The next friend in the path that has not been asked; empty: none."""
    return next((u for u in friends_met(p, unit, rects, way, far) if u not in asked), "")
