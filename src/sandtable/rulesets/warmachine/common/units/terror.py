"""Terror and Abomination: whoever comes into melee with the one, or within 3 inches of the other, checks or flees.

A passed check holds until the model or unit has got clear of the terrifying model. Whether a mover checks where it
meets the cause or after its movement is its edition's (`edition.dread`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot, inf, sqrt
from typing import Any

from sandtable.core import Call, Effect, EffectEnded, Frame, Next, Return
from sandtable.geometry.arcs import bearing
from sandtable.geometry.motion import point_at
from sandtable.rulesets.warmachine.common.measuring.distance import near, radius
from sandtable.rulesets.warmachine.common.measuring.engagement import LONGEST, close, longest_reach
from sandtable.rulesets.warmachine.common.state.conditions import bearers, begin
from sandtable.rulesets.warmachine.common.state.events import Arrived, SetOut, Spot
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.units.command import CheckOrFlee, cowards, turn_of
from sandtable.rulesets.warmachine.common.units.members import is_in_formation, members, unit_of

TERROR, ABOMINATION = "terror", "abomination"
RADIUS = 3000
BRAVED, FACED = "braved_", "faced_"  # a check passed; a cause met on the way, still to be checked
LARGEST = 2_000  # no base has a larger radius
MARGIN = 10  # more than is lost by rounding
STEP = 100  # how finely a path is looked along
Pairs = frozenset[tuple[str, str]]  # a body and an entity that it fears


def body(p: Position, model: str) -> str:
    """Who checks for a model: its unit while it is in formation, else the model itself."""
    unit = unit_of(p, model)
    return unit if unit and is_in_formation(p, model) else model


def fears(
    p: Position, of: Mapping[str, Iterable[str]] | None = None, done: Pairs = frozenset()
) -> dict[str, tuple[str, ...]]:
    """Everybody who stands in terror now, and of whom. `of`: only of these, and only these models; not who is done."""
    return by_body(p, fears_by_name(p, of, done))


def by_body(p: Position, found: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Models and whom they fear, gathered by who checks for them."""
    bodies: dict[str, list[str]] = {}
    for name, entity in found:
        bodies.setdefault(body(p, name), []).append(entity)
    return {who: tuple(dict.fromkeys(entities)) for who, entities in bodies.items()}


def fears_by_name(
    p: Position, of: Mapping[str, Iterable[str]] | None, done: Pairs = frozenset()
) -> Iterator[tuple[str, str]]:
    """As `fears`, model by model, whoever checks for it. Who has checked by itself gives its unit no cause."""
    return ((name, entity) for name, entity, _ in frights(p, of, done))


def frights(
    p: Position, of: Mapping[str, Iterable[str]] | None, done: Pairs = frozenset()
) -> Iterator[tuple[str, str, str]]:
    """Models, whom they fear, and by which rule."""
    dread = p.rules.edition.dread
    for entity in bearers(p, TERROR):
        for name in feared_by(p, entity, of):
            if not (done and is_done(p, name, entity, TERROR, done)) and dread.frightens(p, entity, name):
                yield name, entity, TERROR
    for entity in bearers(p, ABOMINATION):
        for name in feared_by(p, entity, of):
            if not is_done(p, name, entity, ABOMINATION, done) and near(p, entity, name, RADIUS):
                yield name, entity, ABOMINATION


def is_done(p: Position, name: str, entity: str, rule: str, done: Pairs) -> bool:
    """Whether a model has checked; for terror its unit may have."""
    return (name, entity) in done or (rule == TERROR and (body(p, name), entity) in done)


def feared_by(p: Position, entity: str, of: Mapping[str, Iterable[str]] | None) -> Iterable[str]:
    if entity not in p.state.models or not (names := close(p, entity) if of is None else of.get(entity)):
        return ()
    return names if p.forbidden("frighten", entity) is None else ()


def causes(p: Position, mover: str, path: tuple[Spot, ...]) -> dict[str, tuple[str, ...]]:
    """What may frighten a mover or its unit on a path, or be frightened by it: entities, and the models near them."""
    unit = p.state.units.get(unit_of(p, mover))
    group = tuple(n for n in (unit.members if unit else (mover,)) if n in p.state.models)
    xs, ys = [q[0] for q in path], [q[1] for q in path]
    far = LONGEST + radius(p, p.state.models[mover]) + LARGEST
    left, right, low, high = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far

    def on_the_way(name: str) -> bool:
        m = p.state.models[name]
        return left <= m.x <= right and low <= m.y <= high

    status, worse = p.state.status, bearers(p, ABOMINATION)

    def afraid(name: str, entity: str) -> bool:
        """Friends are never in melee; an Abomination frightens everybody."""
        return name != entity and (entity in worse or status[name].seat != status[entity].seat)

    found: dict[str, tuple[str, ...]] = {}
    for entity in dict.fromkeys((*bearers(p, TERROR), *worse)):
        if entity == mover:
            found[entity] = tuple([n for n in p.state.models if afraid(n, mover) and on_the_way(n)])
        elif entity in p.state.models and (on_the_way(entity) or any(near(p, entity, n, LONGEST) for n in group)):
            found[entity] = tuple([n for n in p.state.models if n in group and afraid(n, entity)])
    return {entity: names for entity, names in found.items() if names}


def cite_of(p: Position, entity: str) -> str:
    """The rule by which an entity frightens."""
    return p.rules.cite("abomination" if entity in bearers(p, ABOMINATION) else "terror")


def terrifying(p: Position) -> bool:
    """Whether anybody on the table frightens others."""
    models = p.state.models
    for ability in (TERROR, ABOMINATION):
        for name in bearers(p, ability):
            if name in models:
                return True
    return False


def sets_out(d: Draft, who: str) -> None:
    """A movement begins, unless a greater one is under way."""
    if not d.state.moving and terrifying(d):
        d.emit(SetOut(who=who, cite=d.rules.cite("terror")))


def arrived(d: Draft, who: str) -> None:
    """The movement is over."""
    if d.state.moving == who:
        d.emit(Arrived(who=who, cite=d.rules.cite("terror")))


def dreaded(
    p: Position,
    mover: str,
    path: tuple[Spot, ...],
    far: float,
    of: Mapping[str, Iterable[str]],
    done: Pairs,
    facing: int | None = None,
) -> Pairs:
    """Who would stand in terror of whom, besides those done, on account of a mover at a place of its path."""
    x, y = point_at(path, far)
    of = near_on_the_way(p, mover, (x, y), of)
    if not of:
        return frozenset()
    there = on_its_way(p, mover, path, far, facing)
    return frozenset(
        (who, entity)
        for who, entities in fears(there, of, done).items()
        for entity in entities
        if (mover == entity or who in (mover, unit_of(p, mover))) and (who, entity) not in done and cowards(p, who)
    )


def on_its_way(p: Position, mover: str, path: tuple[Spot, ...], far: float, facing: int | None = None) -> Position:
    """The table with a mover at a place of its path; without a facing it looks where it goes."""
    (x, y), back = point_at(path, far), point_at(path, max(0.0, far - STEP))
    if facing is None:
        facing = bearing(back, (x, y)) if back != (x, y) else p.state.models[mover].facing
    return p.with_state(p.state.with_model(mover, x=x, y=y, facing=facing))


def still_new(p: Position, mover: str, of: Mapping[str, tuple[str, ...]], done: Pairs) -> dict[str, tuple[str, ...]]:
    """The causes, without the models that would not check: they never flee, or have this cause already.

    A trooper may leave its formation on the way, so both it and its unit must be done. By another's place nobody but
    the whole unit gets a cause.
    """
    unit = unit_of(p, mover)
    brave: dict[str, bool] = {}

    def checks(who: str) -> bool:
        if who not in brave:
            brave[who] = not cowards(p, who)
        return not brave[who]

    def matters(name: str, entity: str) -> bool:
        if unit and entity == mover and unit_of(p, name) == unit:
            return True  # who is in formation may change
        whos: tuple[str, ...] = (body(p, name),) if entity == mover or not unit else (unit,)
        if unit and name == mover:
            whos = (mover, unit)
        return any((who, entity) not in done and checks(who) for who in whos)

    found = {entity: tuple(n for n in names if matters(n, entity)) for entity, names in of.items()}
    return {entity: names for entity, names in found.items() if names}


def near_on_the_way(
    p: Position, mover: str, at: tuple[float, float], of: Mapping[str, Iterable[str]]
) -> dict[str, tuple[str, ...]]:
    """Those of the causes that are near enough to frighten anybody with the mover at a place."""
    models = p.state.models

    def spot(name: str) -> tuple[float, float]:
        return at if name == mover else models[name].at

    def is_near(entity: str, name: str) -> bool:
        (x, y), (ox, oy) = spot(entity), spot(name)
        return hypot(ox - x, oy - y) <= frightens_within(p, entity, name)

    found: dict[str, tuple[str, ...]] = {}
    for entity, names in of.items():
        close_by = tuple([n for n in names if is_near(entity, n)])
        if close_by:
            found[entity] = close_by
    return found


def frightens_within(p: Position, entity: str, name: str) -> int:
    """How near, from centre to centre, a model must be for an entity to frighten it: in melee, or within 3 inches."""
    one, other, cards = p.state.models[entity], p.state.models[name], p.rules.cards
    reach = max(longest_reach(cards, one.card), longest_reach(cards, other.card))
    if entity in bearers(p, ABOMINATION):
        reach = max(reach, RADIUS)
    return radius(p, one) + reach + radius(p, other) + MARGIN


def steps(
    p: Position, mover: str, path: tuple[Spot, ...], of: Mapping[str, Iterable[str]]
) -> Iterator[tuple[float, float]]:
    """A path step by step, from where to where along it: the steps at whose end somebody may be near a cause."""
    near_by = stretches_near(p, mover, path, of)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    for number in range(1, int(length // STEP) + 2) if near_by else ():
        before, at = float((number - 1) * STEP), min(number * STEP, length)
        if any(start <= at <= end for start, end in near_by):
            yield before, at


def stretches_near(
    p: Position, mover: str, path: tuple[Spot, ...], of: Mapping[str, Iterable[str]]
) -> list[tuple[float, float]]:
    """Where along a path `near_on_the_way` may find anybody: a little too much rather than too little."""
    models, found = p.state.models, list[tuple[float, float]]()
    for entity, names in of.items():
        for name in names:
            far = frightens_within(p, entity, name) + MARGIN
            if mover in (entity, name):
                found += stretches_within(path, models[name if entity == mover else entity].at, far)
            elif hypot(models[entity].x - models[name].x, models[entity].y - models[name].y) <= far:
                return [(0.0, inf)]  # also without the mover
    return found


def stretches_within(path: tuple[Spot, ...], centre: Spot, far: float) -> Iterator[tuple[float, float]]:
    """The parts of a path that are within a distance of a point, leg by leg."""
    start = 0.0
    for (ax, ay), (bx, by) in pairwise(path):
        length = hypot(bx - ax, by - ay)
        x, y = centre[0] - ax, centre[1] - ay
        along = (x * (bx - ax) + y * (by - ay)) / length if length else 0.0
        if (half := far * far - (x * x + y * y - along * along)) >= 0.0:
            first, last = max(0.0, along - sqrt(half)), min(length, along + sqrt(half))
            if first <= last:
                yield start + first - MARGIN, start + last + MARGIN
        start += length


def note_causes(d: Draft, mover: str, path: tuple[Spot, ...], *, own: bool, facing: int | None = None) -> None:
    """Causes met anywhere on a path are checked when the movement is over, even if it has left them again.

    `own`: only by those whom the mover itself frightens. With a facing it does not look where it goes.
    """
    if not terrifying(d) or (own and mover not in (*bearers(d, TERROR), *bearers(d, ABOMINATION))):
        return
    known = held(d)
    near_by = causes(d, mover, path)
    of = still_new(d, mover, {e: names for e, names in near_by.items() if e == mover or not own}, known)
    found: Pairs = frozenset()
    for _, at in steps(d, mover, path, of):
        if not of:
            break
        if new := dreaded(d, mover, path, at, of, known | found, facing):
            found |= new
            of = still_new(d, mover, of, known | found)
    for who, entity in sorted(found):
        begin(d, Effect(FACED + entity, who, entity, cite=cite_of(d, entity)))


def held(p: Position) -> Pairs:
    """Checks that were made and still hold."""
    return frozenset((e.on, e.name.removeprefix(BRAVED)) for e in p.state.effects if e.name.startswith(BRAVED))


def checked_before(p: Position) -> tuple[Effect, ...]:
    """The checks that hold in a set position: who is near a cause in it came there before, and no movement is new."""
    pairs = ((who, entity) for who, entities in fears(p).items() for entity in entities if cowards(p, who))
    return tuple(Effect(BRAVED + entity, who, entity, cite=cite_of(p, entity)) for who, entity in pairs)


def fear_owed(d: Draft) -> Frame | None:
    """The next check that somebody owes. Passed checks that hold no longer end."""
    if not terrifying(d):
        return None
    policy = d.rules.edition.dread
    waits = d.state.moving
    if waits and not policy.stops():
        return None
    found, checks = list(frights(d, None)), [e for e in d.state.effects if e.name.startswith((BRAVED, FACED))]
    if not found and not checks:
        return None
    now, before = by_body(d, [(name, entity) for name, entity, _ in found]), d.state
    for effect in checks:
        entity = effect.name.removeprefix(BRAVED)
        over = effect.name.startswith(BRAVED) and not still_fears(d, effect.on, entity, now)
        if over and not under_way(d, effect.on) and not under_way(d, entity):
            d.emit(EffectEnded(effect=effect, cite=cite_of(d, entity)))
    known = held(d)
    for name, entity in shared(d, now, known):
        begin(d, Effect(BRAVED + entity, name, entity, cite=cite_of(d, entity)))
    met = [(e.on, e.source) for e in checks if e.name.startswith(FACED)]
    if d.state is before and not known:
        new = now
    elif d.state is before:
        new = by_body(d, [(name, entity) for name, entity, rule in found if not is_done(d, name, entity, rule, known)])
    else:
        new = fears(d, done=known)
    due = [*met, *((who, entity) for who, entities in new.items() for entity in entities)]
    for who, entity in sorted(due, key=lambda pair: turn_of(d, pair[0])):
        if entity != waits and (who, entity) not in known and (entity in d.state.models) and cowards(d, who):
            return Dread(who=who, entity=entity)
    for effect in checks:
        if effect.name.startswith(FACED) and effect.source != waits:
            d.emit(EffectEnded(effect=effect, cite=cite_of(d, effect.source)))
    return None


def under_way(p: Position, who: str) -> bool:
    """Whether a body is in its activation, or moves: turning at the end and the moves of its fellows are to come."""
    unit = p.state.status[who].unit if who in p.state.status else ""
    return any(name in (who, unit) for name in (p.state.moving, p.state.activating) if name)


def still_fears(p: Position, who: str, entity: str, now: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a body has not got clear of an entity; a trooper whose unit checked for him is a body by himself.

    A unit has not while any of its troopers is near, those who left its formation too.
    """
    if entity in now.get(who, ()):
        return True
    names = members(p, who) if who in p.state.units else (who,) if who in p.state.models else ()
    return entity in p.state.models and bool(frightened_of(p, entity, names))


def shared(p: Position, now: Mapping[str, tuple[str, ...]], known: Pairs) -> list[tuple[str, str]]:
    """Troopers near what their unit has checked against: out of formation they need not check again."""
    found = []
    for unit, entity in sorted(known):
        if unit in p.state.units and entity in now.get(unit, ()):
            formed = (n for n in members(p, unit) if is_in_formation(p, n) and (n, entity) not in known)
            found += [(name, entity) for name in frightened_of(p, entity, formed)]
    return found


def frightened_of(p: Position, entity: str, names: Iterable[str]) -> list[str]:
    """Those of some models that stand in terror of an entity."""
    found = fears_by_name(p, {entity: tuple(names)})
    return list(dict.fromkeys(name for name, _ in found))


class Frights(Frame, frozen=True, kw_only=True):
    """Checks of those who were pushed or hurled near the cause: at once, before the damage that follows."""

    def start(self, d: Draft, *ignored: Any) -> Next:
        frame = fear_owed(d)
        return Return() if frame is None else Call(frame, then=self.start)


class Dread(Frame, frozen=True, kw_only=True):
    """One check against one terrifying model; it is not asked again while it stays near."""

    who: str
    entity: str

    def start(self, d: Draft) -> Next:
        begin(d, Effect(BRAVED + self.entity, self.who, self.entity, cite=cite_of(d, self.entity)))
        for effect in d.state.effects:
            if effect.name == FACED + self.entity and effect.on == self.who:
                d.emit(EffectEnded(effect=effect, cite=cite_of(d, self.entity)))
        check = CheckOrFlee(who=self.who, threat=self.entity, cite=cite_of(d, self.entity))
        return Call(check, then=self.finish)

    def finish(self, d: Draft, *ignored: Any) -> Next:
        return Return()
