"""Trample: a heavy warjack moves straight through small-based models and attacks each of them (M2-POWER-40)."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from random import Random
from typing import Any, Self

from sandtable.core import Ask, Call, Frame, Line, Next, Option, Outline, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.geometry.contact import slam
from sandtable.geometry.motion import point_at
from sandtable.geometry.regions import grown, traced
from sandtable.geometry.units import FULL_TURN, MILLI, text
from sandtable.rulesets.warmachine.common.attacks.attack import Attack, Hit, blow_of
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackRoll, WholeAttack
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Damage
from sandtable.rulesets.warmachine.common.measuring.distance import disc, radius, rank
from sandtable.rulesets.warmachine.common.measuring.engagement import threatens
from sandtable.rulesets.warmachine.common.movement.advance import still_behind
from sandtable.rulesets.warmachine.common.movement.charge import charge_barred
from sandtable.rulesets.warmachine.common.movement.forced_moves import passed_over
from sandtable.rulesets.warmachine.common.movement.line_obstacles import barriers, has_room, stopping
from sandtable.rulesets.warmachine.common.movement.straight_moves import affordable, end_of, last_room, what_stops
from sandtable.rulesets.warmachine.common.movement.travel import (
    HOLD,
    Travel,
    chosen_strike,
    next_leaving,
    strikes_of,
    striking,
)
from sandtable.rulesets.warmachine.common.power.power_attacks import power_barred
from sandtable.rulesets.warmachine.common.power.slam import has_moved, reach
from sandtable.rulesets.warmachine.common.state.asked_windows import FREE_STRIKE
from sandtable.rulesets.warmachine.common.state.conditions import card, is_up
from sandtable.rulesets.warmachine.common.state.events import Declared, Spot, Turned
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import POWER, Activity, FocusCost, pay
from sandtable.rulesets.warmachine.common.turn.deeds import Deed, just_stood

VERB = "trample"
NEXT = 10  # thousandths


class TrampleLine(Line, frozen=True, kw_only=True):
    """A straight way through small bases, with room for the base at its end."""

    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        return None if self.may_end(p, way, far) else self.refused(p, way, far)

    def at_most(self, p: Position, way: int) -> Refusal | None:
        return self.fault(p, way, self.most)

    def may_end(self, p: Position, way: int, far: int) -> bool:
        at = p.state.models[self.piece].at
        return far <= farthest(p, self.piece, way, self.most) and has_room(p, self.piece, end_of(at, way, far))

    def refused(self, p: Position, way: int, far: int) -> Refusal:
        """What is in the way, and the nearest places before and beyond it where it may end."""
        most = farthest(p, self.piece, way, self.most)
        end = min(far, most)
        legal = last_room(p, self.piece, way, end)
        if legal < end:
            what = what_stops(p, self.piece, way, end)
            why = say("at {end} in it would end on {what}", end=text(end), what=what)
        elif most == affordable(p, self.piece, way, self.most, charging=False):
            why = say("{far} in too far: slow ground on the way", far=text(far - most))
        else:
            small = tuple(n for n in p.state.models if rank(p, n) == 1)
            what = what_stops(p, self.piece, way, most, small)
            why = say("{far} in too far: stopped by {what}", far=text(far - most), what=what)
        beyond = next((n for n in range(end + NEXT, most + 1, NEXT) if self.may_end(p, way, n)), None)
        places = (legal,) if beyond is None else (legal, beyond)
        return Refusal(why, self.cite, short_by=far - legal, instead=" or ".join(map(text, places)))

    def nearest_along(self, p: Position, way: int, wish: int) -> int | None:
        """Before or behind a base on which it would end."""
        most = farthest(p, self.piece, way, self.most)
        for off in range(0, self.most, NEXT):
            for far in (min(wish, most) - off, min(wish, most) + off):
                if 0 <= far <= most and self.may_end(p, way, far):
                    return far
        return None

    def outline(self, p: Position) -> Outline:
        """As far as it gets in each direction, without places on small bases and walls."""

        def build() -> Outline:
            me = p.state.models[self.piece]
            fan = tuple(traced(lambda way: end_of(me.at, way, farthest(p, self.piece, way, self.most)), FULL_TURN))
            small = [disc(p, m) for n, m in p.state.models.items() if n != self.piece and rank(p, n) == 1]
            return Outline((fan,), tuple(grown(s, radius(p, me)) for s in (*small, *barriers(p, self.piece))))

        return p.memo(("outline", self), build)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = [(p.state.models[self.piece].facing, 0)]
        for _ in range(20 * n):
            way = rng.randrange(FULL_TURN)
            far = farthest(p, self.piece, way, self.most)
            if self.refuse(p, (way, far)) is None:
                found.insert(0, (way, far))
        found.sort(key=lambda line: -len(trampled(p, self.piece, line[0], line[1])))
        return found[:n]


def farthest(p: Position, model: str, way: int, allowance: int) -> int:
    """How far it gets: stopped by terrain as a charge is, and by bases that are not small."""

    def build() -> int:
        me, angle = p.state.models[model], radians(way / MILLI)
        bases = tuple(disc(p, m) for n, m in p.state.models.items() if n != model and rank(p, n) > 1)
        table = (p.state.map.width, p.state.map.height)
        far = affordable(p, model, way, allowance, charging=False)
        return slam(
            disc(p, me), (cos(angle), sin(angle)), far, (*stopping(p, model, charging=False), *bases), table
        ).travelled

    return p.memo(("trampling", model, way, allowance), build)


def trampled(p: Position, model: str, way: int, far: int) -> list[str]:
    small = [n for n in p.state.models if n != model and rank(p, n) == 1]
    return passed_over(p, model, end_of(p.state.models[model].at, way, far), small) if far else []


class Trample(WholeAttack, frozen=True, kw_only=True):
    """It moves, then attacks each model moved through in order of contact (M2-POWER-41)."""

    activity: Activity
    left: tuple[str, ...] = ()
    strikers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # who may strike afterwards, and with what
    tied: tuple[tuple[str, ...], ...] = ()  # of those, enemies left at one point: their player chooses the order
    path: tuple[Spot, ...] = ()  # the way that was chosen

    @property
    def model(self) -> str:
        return self.activity.model

    def start(self, d: Draft) -> Next:
        pay(d, self.model, d.value(FocusCost(self.model, VERB)), VERB, "M2-POWER-1")
        d.emit(Declared(who=self.model, what=VERB, cite="M2-POWER-40"))
        domain = TrampleLine(piece=self.model, most=reach(d, self.model), cite="M2-POWER-40")
        ask = Ask(
            d.state.status[self.model].seat, say("trample with {model}", model=self.model), domain, None, "M2-POWER-40"
        )
        return Wait(ask, then=self.chosen)

    def chosen(self, d: Draft, line: tuple[int, int]) -> Next:
        way, far = line
        here: Spot = d.state.models[self.model].at
        met = tuple(trampled(d, self.model, way, far))
        path = (here, end_of(here, way, far))
        d.emit(Turned(who=self.model, facing=way, cite="M2-POWER-40"))
        after = self.but(activity=self.activity.but(moved=VERB, action=POWER), left=met, path=path)
        if path[0] == path[1]:
            return after.arrived(d, True)
        travel = Travel(model=self.model, path=path, cite="M2-POWER-40", charging=True, late=True)
        return Call(travel, then=after.arrived)

    def arrived(self, d: Draft, whole: bool) -> Next:
        """Crippled, knocked down or destroyed on its way it stops there and attacks nobody (M2-DMG-15, M2-KD-3)."""
        if self.model not in d.state.models:
            return Return(self.activity.but(over=True))
        here, there = self.path[0], d.state.models[self.model].at
        a = still_behind(d, self.activity, (here, there))
        me = self.but(activity=a if whole else a.but(over=True), left=self.left if whole else (), path=())
        if here != there:
            strikers, tied = left_behind(d, self.model, (here, there))
            me = me.but(strikers=strikers, tied=tied)
        return Call(Settle(), then=me.each)

    def each(self, d: Draft, *ignored: Any) -> Next:
        """Inert, stationary or on the ground it attacks no more (M2-STAT-2, M2-KD-3)."""
        if not self.left or not is_up(d, self.model):
            return Call(Settle(), then=self.struck)
        if self.left[0] not in d.state.models:
            return self.but(left=self.left[1:]).each(d)
        return Call(AttackRoll(strike=self.strike()), then=self.rolled)

    def strike(self) -> Strike:
        a = self.activity
        return Strike(
            attacker=self.model, target=self.left[0], power=VERB, activated=True, unaware=a.behind, marks=a.marks
        )

    def rolled(self, d: Draft, hit: bool, critical: bool, *ignored: Any) -> Next:
        rest = self.but(left=self.left[1:])
        if not hit:
            return rest.each(d)
        strike = self.strike()
        d.emit(Hit(who=strike.target, strike=strike, critical=critical, cite="M2-POWER-41"))
        rest = rest.but(strikers=tuple(s for s in self.strikers if s[0] != strike.target))
        return Call(Damage(blow=blow_of(d, strike, critical)), then=rest.each)

    def struck(self, d: Draft, *ignored: Any) -> Next:
        """Other free strikes come after the trample attacks; models that were hit make none (M2-POWER-42).

        It has left all of these enemies: one that knocks it down keeps no other from striking.
        """
        if not self.strikers or self.model not in d.state.models:
            return Return(self.activity.but(over=self.activity.over or not is_up(d, self.model)))
        first = self.strikers[0][0]
        if not may_strike(d, first):
            return self.without(first).struck(d)
        now = self.now(d)
        domain, cite = strikes_of(self.model, now, "M2-POWER-42"), "M2-POWER-42"
        foes = tuple(name for name, _ in now)
        prompt = say("{model} has left {foe}", model=self.model, foe=foes if len(foes) > 1 else first)
        seat, default = d.state.status[first].seat, domain.offered[0].key
        return Wait(Ask(seat, prompt, domain, default, cite, about=foes, window=FREE_STRIKE), then=self.answered)

    def now(self, p: Position) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The first striker, and those that were left at the same point."""
        first = self.strikers[0][0]
        together = next((group for group in self.tied if first in group), (first,))
        return tuple(s for s in self.strikers if s[0] in together and may_strike(p, s[0]))

    def without(self, *names: str) -> Self:
        return self.but(strikers=tuple(s for s in self.strikers if s[0] not in names))

    def answered(self, d: Draft, key: str) -> Next:
        foes = tuple(name for name, _ in self.now(d))
        if key == HOLD:
            return self.without(*foes).struck(d)
        foe, slot = chosen_strike(key, foes)
        strike = Strike(attacker=foe, target=self.model, weapon=slot, free=True)
        return Call(LateStrike(strike=strike), then=self.without(foe).struck)


def may_strike(p: Position, foe: str) -> bool:
    """Whether it still can: it may flee or be out of formation on account of the trample (M2-ENGAGE-14, M2-FORM-9)."""
    return foe in p.state.models and threatens(p, foe) and p.forbidden("free strike", foe) is None


class LateStrike(Attack, frozen=True, kw_only=True):
    """A free strike at a model that has gone on: it was in reach when it was left."""

    def start(self, d: Draft) -> Next:
        strike = self.strike
        d.emit(Declared(who=strike.attacker, what=strike.weapon, target=strike.target, cite="M2-POWER-42"))
        return Call(AttackRoll(strike=strike), then=self.rolled)


def left_behind(
    p: Position, model: str, path: tuple[Spot, Spot]
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], tuple[tuple[str, ...], ...]]:
    """Enemies that a straight move leaves, in order, with the strikes they could make at that point, and ties."""
    found: list[tuple[str, tuple[str, ...]]] = []
    tied: list[tuple[str, ...]] = []
    asked: tuple[str, ...] = ()
    while leaving := next_leaving(p, model, path, asked):
        foes, far = leaving
        asked = (*asked, *foes)
        x, y = point_at(path, far)
        there = p.with_state(p.state.with_model(model, x=x, y=y))
        found += [(foe, tuple(striking(there, foe, model))) for foe in foes]
        tied += [foes] if len(foes) > 1 else []
    return tuple((foe, options) for foe, options in found if options), tuple(tied)


class Trampling(Deed):
    verb = VERB
    leads = True

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        if card(p, a.model).size == "heavy" and self.missing(p, a, VERB) is None:
            yield self.option(p, a, VERB, "M2-POWER-40", cost=1)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        if card(p, a.model).size != "heavy":
            return Refusal(say("{model} is no heavy warjack", model=a.model), "M2-POWER-2")
        why = just_stood(p, a) or power_barred(p, a, VERB) or has_moved(p, a, "M2-POWER-40")
        return why or charge_barred(p, a, VERB)

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        return Trample(activity=a)
