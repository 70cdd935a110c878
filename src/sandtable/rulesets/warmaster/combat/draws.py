"""A draw: both sides fall back, those in cover may stand (WM-RESULT-6, WM-FALL-7, WM-FALL-8)."""

from __future__ import annotations

from math import hypot
from typing import Any

from sandtable.core import Ask, Call, Choice, Frame, Next, Option, Pool, Return, Roll, Sequence, Untied, Wait, choice
from sandtable.core.texts import say
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.combat.attacks import LeastCover, combat_cover, exposed, met_by
from sandtable.rulesets.warmaster.combat.fall_back import (
    LEAST,
    FallBack,
    Line,
    Lowest,
    contact_lines,
    fall_back_ways,
    stopped,
    too_near,
)
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.command.confusion import ConfusionTest, confuse
from sandtable.rulesets.warmaster.command.movement import rooted
from sandtable.rulesets.warmaster.command.off_table import LeaveTable, edge_poses, over_the_edge
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.unit_poses import stands_of
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import OTHER, Pose
from sandtable.rulesets.warmaster.terrain.cover import OPEN, unit_cover

STAND, GO = "stand", "fall back"


def stand_or_go(unit: str) -> Choice:
    words = ((STAND, "stand in cover"), (GO, "falls back"))
    return Choice(tuple(Option(key, cite="WM-FALL-8", verb=verb, actor=unit) for key, verb in words))


def may_stand(p: Position, unit: str, enemies: tuple[str, ...]) -> bool:
    """Defended or fortified from every direction, or against an enemy it touched, and not in the open for what it did
    (WM-TERRAIN-26, WM-TERRAIN-27)."""
    if p.value(LeastCover(unit)) > OPEN:
        return True
    if exposed(p, unit):
        return False
    if unit_cover(p, unit, ()) > OPEN:
        return True  # from every direction: whoever touched it, or nobody
    return any(
        combat_cover(p, enemy, unit, pose) > OPEN for enemy in met_by(p, unit, enemies) for pose in p.state.stands[unit]
    )


class Draw(Frame, frozen=True, kw_only=True):
    """Units leave the fight alternately, the winner of a roll-off saying who begins (WM-FALL-7)."""

    key: str
    outcome: Outcome
    left: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    dice: tuple[tuple[int, ...], ...] = ()
    seat: int = 0
    unit: str = ""
    standing: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    lines: tuple[tuple[str, tuple[Line, ...]], ...] = ()  # of contact, by unit and stand

    def start(self, d: Draft) -> Next:
        helped = dict(self.outcome.supported)
        units = [u for u in d.state.engagements[self.key].units if u in d.state.stands]
        return self.but(lines=tuple((u, contact_lines(d, u, helped.get(u, ()))) for u in units)).stand(d)

    def stand(self, d: Draft) -> Next:
        """First each unit in cover says whether it stands (WM-FALL-16); one that may not move stands."""
        touched = dict(self.outcome.touched)
        units = [u for u in d.state.engagements[self.key].units if u in d.state.stands]
        for unit in sorted(units, key=lambda u: d.state.units[u].seat != d.state.active):
            if unit not in self.asked and may_stand(d, unit, touched.get(unit, ())):
                ask = Ask(
                    d.state.units[unit].seat, say('{unit} stands or falls back', unit=unit), stand_or_go(unit),
                    STAND,
                    "WM-FALL-8", about=(unit,),
                )  # fmt: skip
                me = self.but(asked=(*self.asked, unit))
                return Wait(ask, then=me.told) if rooted(d, unit) is None else me.told(d, STAND)
        left = tuple(tuple(u for u in units if d.state.units[u].seat == s and u not in self.standing) for s in (0, 1))
        return self.but(left=left).roll_off(d)

    def told(self, d: Draft, key: str) -> Next:
        me = self.but(standing=(*self.standing, self.asked[-1])) if key == STAND else self
        return me.stand(d)

    def roll_off(self, d: Draft) -> Next:
        if not self.left[0] or not self.left[1]:
            return self.but(seat=0 if self.left[0] else 1).throw(d)
        pools = tuple(
            Pool(f"seat {d.rules.seat_name(s)}", (("d6", 1),), s) for s in (d.state.active, OTHER[d.state.active])
        )
        return Wait(Roll("roll_off", pools, Untied(), "WM-FALL-7"), then=self.rolled_off)

    def rolled_off(self, d: Draft, active: int, other: int) -> Next:
        seat = d.state.active if active > other else OTHER[d.state.active]
        ask = Ask(seat, "begin or let the other begin", choice("begin", "wait", cite="WM-FALL-7"), "wait", "WM-FALL-7")
        return Wait(ask, then=self.but(seat=seat).begins)

    def begins(self, d: Draft, key: str) -> Next:
        return self.but(seat=self.seat if key == "begin" else OTHER[self.seat]).throw(d)

    def throw(self, d: Draft) -> Next:
        """Three dice for each side that falls back, the active side first (WM-FALL-2, WM-DICE-6)."""
        order = (d.state.active, OTHER[d.state.active])
        pools = tuple(Pool(f"seat {d.rules.seat_name(s)}", (("d6", 3 if self.left[s] else 0),), s) for s in order)
        if not self.left[0] and not self.left[1]:
            return Return()
        return Wait(Roll("fall_back", pools, Lowest(), "WM-FALL-1"), then=self.thrown)

    def thrown(self, d: Draft, active: tuple[int, ...], other: tuple[int, ...]) -> Next:
        dice = (active, other) if d.state.active == 0 else (other, active)
        return self.but(dice=dice).next_unit(d)

    def next_unit(self, d: Draft, *ignored: object) -> Next:
        seat = self.seat if self.left[self.seat] else OTHER[self.seat]
        names = [u for u in self.left[seat] if u in d.state.stands]
        if not names:
            return (
                Return()
                if not any(self.left) or not any(u in d.state.stands for s in self.left for u in s)
                else self.but(left=((), ())).next_unit(d)
            )
        me = self.but(seat=seat)
        if len(names) == 1:
            return me.chosen(d, names[0])
        options = tuple(Option(u, cite="WM-FALL-7", verb="fall back next", actor=u) for u in names)
        return Wait(Ask(seat, "who falls back next", Choice(options), options[0].key, "WM-FALL-7"), then=me.chosen)

    def chosen(self, d: Draft, unit: str) -> Next:
        faces = self.dice[self.seat]
        ask = fall_back_ask(d, unit, faces, drawn=True, lines=dict(self.lines).get(unit, ()))
        left = list(self.left)
        left[self.seat] = tuple(u for u in left[self.seat] if u != unit)
        return Wait(ask, then=self.but(unit=unit, left=(left[0], left[1])).moved)

    def moved(self, d: Draft, poses: Any) -> Next:
        tests, after = fell_back(d, self.unit, poses, self.dice[self.seat]), self.but(unit="", seat=OTHER[self.seat])
        return Call(Sequence(frames=tests), then=after.next_unit) if tests else after.next_unit(d)


def fall_back_ask(p: Position, unit: str, faces: tuple[int, ...], drawn: bool, lines: tuple[Line, ...] = ()) -> Ask:
    least, most = LEAST.of(p)(faces) * MILLI, sum(faces) * MILLI
    domain = FallBack(piece=unit, least=least, far=most, drawn=drawn, lines=lines)
    seat = p.state.units[unit].seat
    return Ask(
        seat,
        say("{unit} falls back {least} to {most} cm", unit=unit, least=least // MILLI, most=most // MILLI),
        domain,
        None,
        "WM-FALL-1",
        about=(unit,),
    )


def leaving(p: Position, unit: str, poses: tuple[Pose, ...]) -> LeaveTable:
    """A unit falls back over the edge of the table."""
    starts, end = crowd(p).of(unit), poses[0]
    dx, dy = end[0] - starts[0].x, end[1] - starts[0].y
    far = hypot(dx, dy)
    way = dx / far, dy / far
    return LeaveTable(unit=unit, edge=edge_poses(p, starts, way, far), way=way)


def fell_back(d: Draft, unit: str, answer: Any, faces: tuple[int, ...]) -> tuple[Frame, ...]:
    """By these dice. One that cannot get clear is confused (WM-CONF-8, WM-FALL-14), or that enemies keep from the least
    distance (WM-CONF-5); one that terrain keeps from it has a test to make (WM-CONF-4)."""
    poses, least, most = stands_of(d, unit, answer), LEAST.of(d)(faces) * MILLI, sum(faces) * MILLI
    assert poses is not None
    if over_the_edge(d, rects_at(d, unit, poses)):  # WM-MOVE-19
        return (leaving(d, unit, poses),)
    near, kind = too_near(d, unit, rects_at(d, unit, poses)), stopped(d, unit, poses, least)
    if poses == d.state.stands[unit]:
        confuse(d, unit, "WM-CONF-8")
    else:
        over = ridden_over(d, unit, poses, lambda: fall_back_ways(d, unit, poses, most))  # WM-FALL-11
        d.emit(UnitMoved(unit=unit, poses=poses, how="falls back", over=over, cite="WM-FALL-1"))
    if near or kind == "enemy":
        confuse(d, unit, "WM-CONF-8" if near else "WM-CONF-5")
        return ()
    return (ConfusionTest(unit=unit, cite="WM-CONF-4"),) if kind == "ground" else ()
