"""Going along a path from one interruption to the next: enemies strike at who leaves, terror and clouds may stop it."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any, Self

from sandtable.core import Ask, Call, Choice, Flag, Frame, Next, Option, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.geometry.motion import crossings, cut, heading_at, point_at
from sandtable.geometry.units import FAR, TOL
from sandtable.rulesets.warmachine.common.attacks.attack import Attack
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.measuring.distance import near, radius
from sandtable.rulesets.warmachine.common.measuring.engagement import (
    LONGEST,
    MeleeRange,
    WeaponWorks,
    reach_of,
    threatens,
    weapons_of,
)
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import sees
from sandtable.rulesets.warmachine.common.movement.forced_moves import shift_apart
from sandtable.rulesets.warmachine.common.movement.line_obstacles import standing_at
from sandtable.rulesets.warmachine.common.movement.obstacles import ground_for
from sandtable.rulesets.warmachine.common.state.asked_windows import FREE_STRIKE
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_up
from sandtable.rulesets.warmachine.common.state.events import Moved, Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.terrain.harmful_clouds import first_entry
from sandtable.rulesets.warmachine.common.units.dread_on_the_way import first_dread, keep_courage
from sandtable.rulesets.warmachine.common.units.terror import arrived as movement_over
from sandtable.rulesets.warmachine.common.units.terror import (
    note_causes,
    sets_out,
    terrifying,
)

HOLD = "hold"
STRIKE = "strike with "
NEAR = 10  # thousandths of slack
SHORT = (1.0, 2.0, 4.0, 8.0, 16.0)  # how far before an edge a mover is stopped: a rounded place may lie beyond it
BESIDE = 10.0  # how finely room is looked for beside those it moves over
HERE = 20.0  # up to here it is still at the edge where it was stopped so


def rounded(place: tuple[float, float]) -> Spot:
    return round(place[0]), round(place[1])


class Lamed(Flag, frozen=True):
    """Whether what befell a model on its way leaves it a slower move from there on."""

    model: str


class Travel(Frame, frozen=True, kw_only=True):
    """A model goes along a path. Each enemy strikes at most once; a mover that falls stops where it is.

    Whoever holds may still strike when the path comes back into its melee range and leaves it again.

    Returns whether it came to the end.
    """

    model: str
    path: tuple[Spot, ...]
    cite: str
    asked: tuple[str, ...] = ()  # enemies that strike no more in this move
    held: tuple[str, ...] = ()  # enemies that let it leave where it is now
    flees: bool = False  # it runs away: it is frightened already
    charging: bool = False  # a charge or slam: what lames it stops it
    tied: tuple[str, ...] = ()  # enemies that it leaves at one point, while their player chooses who strikes first
    pace: int = 0  # an advance or a run: so many times its SPD in all, should it be slower on the way; 0: as it is
    spent: float = 0.0  # of its movement, before the path that is left
    leaves: tuple[str, ...] = ()  # enemies that it is about to leave where it is now
    late: bool = False  # a trample: straight on, and whoever is left strikes when it is over
    turns: bool = False  # its mover then takes a facing: where checks wait for the end of a movement, that is its end

    def still(self, d: Draft) -> bool:
        if not is_up(d, self.model) or (has(d, self.model, FLEEING) and not self.flees):
            return False
        if d.forbidden("go on", self.model) is not None:
            return False
        policy = d.rules.edition.charging
        return not self.charging or policy.goes_on(d, self.model)

    def cut(self, d: Draft) -> Next:
        shift_apart(d, self.model)
        movement_over(d, self.model)
        return Call(Settle(), then=self.stopped)

    def stopped(self, d: Draft, *ignored: Any) -> Next:
        return Return(False)

    def start(self, d: Draft, *ignored: Any) -> Next:
        sets_out(d, self.model)
        if self.pace and d.holds(Lamed(self.model)):
            return self.slower(d)
        return self.sets_forth(d)

    def slower(self, d: Draft) -> Next:
        """What is left of its path is as long as its SPD of now allows."""
        left = max(0.0, self.pace * speed(d, self.model) - self.spent)
        path = ground_for(d, self.model).stop_short(self.path, left)
        return self.but(path=tuple(path), pace=0).sets_forth(d)

    def sets_forth(self, d: Draft) -> Next:
        leaving = None if self.late else next_leaving(d, self.model, self.path, self.asked, self.held)
        stop = self.stop(d)
        if stop is not None and (leaving is None or stop <= leaving[1]):
            return Call(Settle(), then=self.gone(d, stop).start)
        if leaving is None:
            self.go(d, self.path)
            policy = d.rules.edition.dread
            if policy.stops() or not self.turns:
                movement_over(d, self.model)
            return Call(Settle(), then=self.arrived)
        foes, far = leaving
        return Call(Settle(), then=self.gone(d, far).but(leaves=foes).leave)

    def leave(self, d: Draft, *ignored: Any) -> Next:
        """Those who are left here strike, if it still is as it was when it set forth."""
        foes = tuple(foe for foe in self.leaves if foe in d.state.models and threatens(d, foe))
        strikers = tuple((foe, slots) for foe in foes if (slots := tuple(striking(d, foe, self.model))))
        able = tuple(foe for foe, _ in strikers)
        asked = (*self.asked, *(able or self.leaves))
        me = self.but(asked=asked, tied=able if len(able) > 1 else (), leaves=())
        if not able:
            return me.start(d)
        cite = d.rules.cite("what provokes a free strike")
        domain = strikes_of(self.model, strikers, cite)
        prompt = say("{model} leaves the melee range of {foe}", model=self.model, foe=able if me.tied else able[0])
        seat, default = d.state.status[able[0]].seat, domain.offered[0].key
        ask = Ask(seat, prompt, domain, default, cite, about=(*able, self.model), window=FREE_STRIKE)
        return Wait(ask, then=me.answered)

    def gone(self, d: Draft, far: float) -> Self:
        """The frame after a part of the path."""
        part = cut(self.path, far)
        spent = self.spent + (ground_for(d, self.model).path_cost(part) if self.pace and len(part) > 1 else 0.0)
        self.go(d, part)
        held = self.held if far <= HERE else ()
        return self.but(path=(point_at(self.path, far), *after(self.path, far)), spent=spent, held=held)

    def answered(self, d: Draft, key: str) -> Next:
        tied, me = self.tied, self.but(tied=())
        if key == HOLD:
            let_go = tied or self.asked[-1:]
            asked = tuple(name for name in self.asked if name not in let_go)
            return me.but(asked=asked, held=(*self.held, *let_go)).start(d)
        foe, slot = chosen_strike(key, tied or self.asked[-1:])
        waiting = tuple(name for name in tied if name != foe)  # they are asked next
        me = me.but(asked=tuple(name for name in self.asked if name not in waiting))
        strike = Strike(attacker=foe, target=self.model, weapon=slot, free=True)
        return Call(Attack(strike=strike), then=me.start)

    def stop(self, d: Draft) -> float | None:
        """Where on its path it must stop to see whether it goes on: it enters a harmful cloud, or has to check."""
        entry = first_entry(d, self.model, self.path)
        if entry is not None and self.late:
            entry = self.with_room(d, entry)
        return min((far for far in (entry, self.dread(d)) if far is not None), default=None)

    def with_room(self, p: Position, far: float) -> float:
        """Whoever tramples over others stops where it stands on nobody."""
        length = sum(dist(a, b) for a, b in pairwise(self.path))
        while far < length and standing_at(p, self.model, rounded(point_at(self.path, far))):
            far = min(far + BESIDE, length)
        return far

    def dread(self, d: Draft) -> float | None:
        """Where on its path it has to check before it goes on."""
        policy = d.rules.edition.dread
        if self.flees or not policy.stops() or not terrifying(d):
            return None
        return first_dread(d, self.model, self.path)

    def arrived(self, d: Draft, *ignored: Any) -> Next:
        return Return(True)

    def go(self, d: Draft, path: tuple[Spot, ...]) -> None:
        if len(path) > 1:
            facing = None if self.late else heading_at(path, 1e9)
            now = d.state.models[self.model].facing
            note_causes(d, self.model, path, own=self.flees or d.rules.edition.dread.stops())
            if not self.flees:
                keep_courage(d, self.model, path)
            d.emit(Moved(who=self.model, path=path, facing=now if facing is None else facing, cite=self.cite))


def after(path: tuple[Spot, ...], s: float) -> tuple[Spot, ...]:
    """The places of a path still ahead after some distance along it."""
    length, rest = 0.0, []
    for i, spot in enumerate(path[1:], 1):
        length += ((spot[0] - path[i - 1][0]) ** 2 + (spot[1] - path[i - 1][1]) ** 2) ** 0.5
        if length > s + 0.5:
            rest.append(spot)
    return tuple(rest)


def strikes_of(mover: str, strikers: tuple[tuple[str, tuple[str, ...]], ...], cite: str) -> Choice:
    """A free strike with one of these weapons, or none. Where several may strike it is said who does."""
    several = len(strikers) > 1
    strikes = [
        Option(f"{foe} {STRIKE}{slot}" if several else f"{STRIKE}{slot}", "", cite,
               verb="free strike", actor=foe, target=mover, using=slot, odds=True)
        for foe, slots in strikers
        for slot in slots
    ]  # fmt: skip
    verb = "no free strikes" if several else "no free strike"
    return FreeStrikes((*strikes, Option(HOLD, "", cite, verb=verb, actor=strikers[0][0], ends=True)))


class FreeStrikes(Choice, frozen=True):
    """Whether to strike at a mover, and with which of the weapons that reach it."""

    def missing(self, p: Position, key: str) -> Refusal:
        foes = tuple(dict.fromkeys(o.actor for o in self.offered))
        foe, slot = chosen_strike(key, foes)
        if len(foes) > 1 and key.startswith(STRIKE) and any(o.using == slot for o in self.offered):
            why = say("{key!r} says nothing of who does it", key=key)
            return Refusal(why, self.offered[0].cite, instead=f"a name before it: {foe} {key}")
        weapon, mover = weapons_of(p, foe).get(slot), self.offered[0].target
        if weapon is None or weapon.kind != MELEE or STRIKE not in key:
            return super().missing(p, key)
        if not p.holds(works := WeaponWorks(foe, slot)):
            term = next(term for term in p.terms(works) if term.value < 0)
            return Refusal(say("{slot} does not work: {why}", slot=slot, why=term.why), term.cite)
        short = say("{slot} of {foe} does not reach {mover} here", slot=slot, foe=foe, mover=mover)
        return Refusal(short, p.rules.cite("weapons of a free strike"))


def chosen_strike(key: str, foes: tuple[str, ...]) -> tuple[str, str]:
    """Who strikes, and with what."""
    foe = next((name for name in foes if key.startswith(f"{name} {STRIKE}")), foes[0])
    return foe, key.rpartition(STRIKE)[2]


def next_leaving(
    p: Position, mover: str, path: tuple[Spot, ...], asked: tuple[str, ...], held: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], float] | None:
    """The first enemy that the path leaves while it engages the mover, and how far along that is.

    Those that are left at the same point belong together: their player chooses the order. `held` let it leave at the
    beginning of the path.
    """
    foes = [n for n in passed(p, mover, path) if n not in asked and may_strike_along(p, n, mover, path)]
    if not foes:
        return None
    leaving, r = p.rules.edition.leaving, radius(p, p.state.models[mover])
    watchers = [leaving.watcher(p, foe, mover) for foe in foes]
    found: list[tuple[str, float]] = []
    first = FAR
    for crossing in crossings(path, r, watchers):
        if crossing.way != "leave" or (crossing.distance <= HERE and foes[crossing.which] in held):
            continue
        if crossing.distance > first + TOL:
            break
        for short in SHORT:
            last = max(0.0, crossing.distance - short)
            if engages_at(p, foes[crossing.which], mover, path, last):
                found.append((foes[crossing.which], last))
                first = min(first, crossing.distance)
                break
    return (tuple(foe for foe, _ in found), min(last for _, last in found)) if found else None


def may_strike_along(p: Position, foe: str, mover: str, path: tuple[Spot, ...]) -> bool:
    """Whether an enemy makes free strikes and a path comes near enough to it."""
    if not threatens(p, foe) or not p.value(MeleeRange(foe)) or p.forbidden("free strike", foe) is not None:
        return False
    return comes_near(p, foe, mover, path)


def watchers_left(p: Position, mover: str, path: tuple[Spot, ...]) -> int:
    """How many enemies a path leaves that have the mover in reach and front: sight, which is dear, is not asked."""
    foes = [n for n in passed(p, mover, path) if may_strike_along(p, n, mover, path)]
    watchers = [p.rules.edition.leaving.watcher(p, foe, mover)._replace(sight=None) for foe in foes]
    left = crossings(path, radius(p, p.state.models[mover]), watchers) if foes else ()
    return len({crossing.which for crossing in left if crossing.way == "leave"})


def passed(p: Position, mover: str, path: tuple[Spot, ...]) -> list[str]:
    """The enemies that a path begins near or comes near: no others are looked at more closely."""
    models, status, bases = p.state.models, p.state.status, p.rules.bases
    seat, xs, ys = status[mover].seat, [q[0] for q in path], [q[1] for q in path]
    far = LONGEST + radius(p, models[mover]) + NEAR
    left, right, low, high = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    found = []
    for name, m in models.items():
        r = bases[m.card].radius
        if left - r <= m.x <= right + r and low - r <= m.y <= high + r and status[name].seat != seat:
            found.append(name)
    return found


def comes_near(p: Position, foe: str, mover: str, path: tuple[Spot, ...]) -> bool:
    """Whether a path begins or comes anywhere near an enemy's melee range."""
    other = p.state.models[foe]
    far = p.value(MeleeRange(foe)) + radius(p, other) + radius(p, p.state.models[mover]) + NEAR
    xs, ys = [q[0] for q in path], [q[1] for q in path]
    return min(xs) - far <= other.x <= max(xs) + far and min(ys) - far <= other.y <= max(ys) + far


def engages_at(p: Position, foe: str, mover: str, path: tuple[Spot, ...], far: float) -> bool:
    """Whether the enemy has the mover in its melee range and sight at a place of its path."""
    x, y = point_at(path, far)
    there = p.with_state(p.state.with_model(mover, x=x, y=y))
    return near(there, foe, mover, p.value(MeleeRange(foe))) and sees(there, foe, mover)


def striking(p: Position, foe: str, mover: str) -> list[str]:
    """The weapons an enemy may make its free strike with: those that reach the mover where it is."""
    found = []
    for slot, weapon in weapons_of(p, foe).items():
        if weapon.kind == MELEE and p.holds(WeaponWorks(foe, slot)) and near(p, foe, mover, reach_of(weapon)):
            found.append(slot)
    return found
