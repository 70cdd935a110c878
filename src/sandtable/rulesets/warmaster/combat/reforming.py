"""Reforming at the end of the Combat phase (WM-REFORM), and units that were split (WM-FORMN-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Refusal,
    Roll,
    Settle,
    Untied,
    Wait,
    choice,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.command.movement import end_fault, rooted
from sandtable.rulesets.warmaster.measuring.crowd import crowd, in_contact, rects_at
from sandtable.rulesets.warmaster.measuring.formation_choice import Formation, rows
from sandtable.rulesets.warmaster.measuring.formations import groups, regular
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, ground_for, refused, unit_ways
from sandtable.rulesets.warmaster.state.events.losing import StandLost
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import OTHER, Pose

PASS = "end reforming"
ENDLESS = 400 * MILLI
MAY: Switch[Callable[[bool], bool]] = Switch(  # whether a unit that touched an enemy may re-form
    "reform_after_combat", {"true": lambda touched: touched, "false": lambda touched: False}, "WM-REFORM-1"
)


def reformers(p: Position, seat: int, done: tuple[str, ...]) -> list[str]:
    """Units that touched an enemy this phase and touch none now (WM-REFORM-1, WM-REFORM-2, WM-REFORM-5); not those
    back from off the table (WM-OFFT-5)."""
    return [
        u for u in p.state.on_table(seat)
        if u not in done and MAY.of(p)(p.state.units[u].touched) and len(p.state.stands[u]) > 0 and not in_contact(p, u)
        and rooted(p, u) is None
    ]  # fmt: skip


STAY = "stay as it is"


class ReformPlaces(Formation, frozen=True, kw_only=True):
    """A unit's new formation: one stand keeps its place and may pivot, the others are arranged round it
    (WM-REFORM-3)."""

    most: int = ENDLESS
    anchored: bool = True
    cite: str = "WM-REFORM-3"

    def misplaced(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        now = p.state.stands[self.unit]
        if poses == now:
            return None
        if self.anchored and not any(a[:2] == b[:2] for a, b in zip(poses, now, strict=True)):
            return Refusal("one stand keeps its place", self.cite)
        if fault := end_fault(p, self.unit, poses):
            return fault
        ways = self.ways(p, poses)
        return refused(ways, self.unit, (self.cite, self.cite, "WM-MOVE-19")) if isinstance(ways, Fault) else None

    def ways(self, p: Position, poses: tuple[Pose, ...]) -> tuple[Way, ...] | Fault:
        return unit_ways(p, self.unit, poses, self.most, ground_for(p, self.unit, afoot=True), fly=False)

    def take(self, d: Draft, answer: Any, how: str, in_place: bool = False) -> None:
        """The stands go there, on the ground (WM-CHAR-9). In place: its characters stay with it (WM-FORMN-6)."""
        poses = self.poses(d, answer)
        if poses != d.state.stands[self.unit]:
            over = ridden_over(d, self.unit, poses, lambda: self.ways(d, poses), afoot=True)
            d.emit(UnitMoved(unit=self.unit, poses=poses, how=how, over=over, in_place=in_place, cite=self.cite))

    def each(self, p: Position) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        """Lines and columns about each stand; first a line where it is in none."""
        if regular(p, self.unit):
            yield STAY, p.state.stands[self.unit]
            yield from self.others(p, ("line", "column"))
        else:
            yield from self.others(p, ("line",))
            yield STAY, p.state.stands[self.unit]
            yield from self.others(p, ("column",))

    def others(self, p: Position, forms: tuple[str, ...]) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        now, stands = p.state.stands[self.unit], crowd(p).of(self.unit)
        seen = {now}
        for anchor in range(len(now)):
            for name, poses in rows(now, (stands[0].frontage, stands[0].depth), anchor).items():
                if name.startswith(forms) and poses not in seen and self.misplaced(p, poses) is None:
                    seen.add(poses)
                    yield name, poses


class ReformMenu(Options, frozen=True, kw_only=True):
    seat: int
    done: tuple[str, ...] = ()

    def options(self, p: Position) -> tuple[Option, ...]:
        found = [
            Option(f"re-form {u}", cite="WM-REFORM-1", verb="re-form", actor=u)
            for u in reformers(p, self.seat, self.done)
        ]
        return (*found, Option(PASS, cite="WM-REFORM-4", verb=PASS, ends=True))

    def missing(self, p: Position, key: str) -> Refusal:
        """Why a unit does not re-form."""
        unit = key.removeprefix("re-form ")
        if unit not in p.state.on_table(self.seat):
            return super().missing(p, key)
        if in_contact(p, unit):
            return Refusal(say("{unit} is in touch with an enemy", unit=unit), "WM-REFORM-5")
        if not p.state.units[unit].touched:
            return Refusal(say("{unit} touched no enemy in this phase", unit=unit), "WM-REFORM-2")
        if unit in self.done:
            return Refusal(say("{unit} has re-formed", unit=unit), "WM-REFORM-1")
        return rooted(p, unit) or super().missing(p, key)


class Reforming(Frame, frozen=True, kw_only=True):
    """Both players re-form, one unit at a time alternately; who passes re-forms no more (WM-REFORM-4)."""

    seat: int = -1
    passed: tuple[int, ...] = ()
    done: tuple[str, ...] = ()
    unit: str = ""

    def start(self, d: Draft) -> Next:
        able = [s for s in (0, 1) if reformers(d, s, ())]
        if len(able) < 2:
            return self.but(seat=able[0] if able else 0).ask(d)
        pools = tuple(
            Pool(f"seat {d.rules.seat_name(s)}", (("d6", 1),), s) for s in (d.state.active, OTHER[d.state.active])
        )
        return Wait(Roll("roll_off", pools, Untied(), "WM-REFORM-4"), then=self.rolled)

    def rolled(self, d: Draft, active: int, other: int) -> Next:
        seat = d.state.active if active > other else OTHER[d.state.active]
        ask = Ask(seat, "re-form first or second", choice("begin", "wait", cite="WM-REFORM-4"), "begin", "WM-REFORM-4")
        return Wait(ask, then=self.but(seat=seat).begins)

    def begins(self, d: Draft, key: str) -> Next:
        return self.but(seat=self.seat if key == "begin" else OTHER[self.seat]).ask(d)

    def ask(self, d: Draft) -> Next:
        for seat in (self.seat, OTHER[self.seat]):
            menu = ReformMenu(seat=seat, done=self.done)
            if seat not in self.passed and len(menu.options(d)) > 1:
                ask = Ask(seat, "re-form a unit", menu, PASS, "WM-REFORM-1")
                return Wait(ask, then=self.but(seat=seat).chosen)
        return self.trim(d)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == PASS:
            return self.but(passed=(*self.passed, self.seat), seat=OTHER[self.seat]).ask(d)
        unit = key.removeprefix("re-form ")
        ask = Ask(
            self.seat, say("re-form {unit}", unit=unit), ReformPlaces(unit=unit), None, "WM-REFORM-3", about=(unit,)
        )
        return Wait(ask, then=self.but(unit=unit).placed)

    def placed(self, d: Draft, answer: Any) -> Next:
        ReformPlaces(unit=self.unit).take(d, answer, "re-forms")
        return self.but(done=(*self.done, self.unit), unit="", seat=OTHER[self.seat]).ask(d)

    def trim(self, d: Draft) -> Next:
        """A unit that is split and unengaged keeps one connected group: the largest, of equal ones its owner's choice
        (WM-FORMN-8)."""
        for unit in d.state.stands:
            found = groups(rects_at(d, unit, d.state.stands[unit]))
            if len(found) > 1 and not in_contact(d, unit):
                return self.but(unit=unit).split(d, found)
        return Call(Settle(), then=self.finish)

    def split(self, d: Draft, found: tuple[tuple[int, ...], ...]) -> Next:
        most = [group for group in found if len(group) == max(map(len, found))]
        if len(most) == 1:
            return self.kept(d, f"keep stand {most[0][0] + 1}")
        options = tuple(
            Option(
                f"keep stand {group[0] + 1}", cite="WM-FORMN-8", verb="keep", actor=self.unit,
                how=" and ".join(str(n + 1) for n in group),
            )
            for group in most
        )  # fmt: skip
        seat, prompt = d.state.units[self.unit].seat, say("which stands {unit} keeps", unit=self.unit)
        ask = Ask(seat, prompt, Choice(options), options[0].key, "WM-FORMN-8", about=(self.unit,))
        return Wait(ask, then=self.kept)

    def kept(self, d: Draft, key: str) -> Next:
        unit, first = self.unit, int(key.split()[2]) - 1
        stands = d.state.stands[unit]
        group = next(group for group in groups(rects_at(d, unit, stands)) if group[0] == first)
        for number in sorted(set(range(len(stands))) - set(group), reverse=True):
            d.emit(StandLost(unit=unit, stand=number, cite="WM-FORMN-8"))
        return self.but(unit="").trim(d)
