"""What an answer would do, before it is given: templates of attacks, lanes of straight moves, free strikes on a path.

What may be shown before a target is declared is the measuring policy's (`measuring/by_the_book.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from sandtable.core import Option, previews
from sandtable.core.arrangements import is_path
from sandtable.geometry.lines import cone
from sandtable.geometry.motion import point_at
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.attacks.area import area_of, at_range, under
from sandtable.rulesets.warmachine.common.attacks.ranges import in_reach, range_of
from sandtable.rulesets.warmachine.common.attacks.spray import under_spray
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.interface.drawing import sight_line
from sandtable.rulesets.warmachine.common.measuring.distance import control_area, disc, far_apart, radius, rank
from sandtable.rulesets.warmachine.common.movement.forced_moves import away, flight, landed_on, solid_terrain, steps_up
from sandtable.rulesets.warmachine.common.movement.line_obstacles import standing_at
from sandtable.rulesets.warmachine.common.movement.paths import Advance
from sandtable.rulesets.warmachine.common.movement.rejoining import Rejoin
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from sandtable.rulesets.warmachine.common.movement.straight_moves import DISTANCE, PAST, end_of
from sandtable.rulesets.warmachine.common.movement.travel import next_leaving, striking
from sandtable.rulesets.warmachine.common.power.slam import SHORTEST
from sandtable.rulesets.warmachine.common.power.throw import ThrowLine
from sandtable.rulesets.warmachine.common.state.cards import MAGIC, MELEE
from sandtable.rulesets.warmachine.common.state.conditions import card
from sandtable.rulesets.warmachine.common.state.events import Spot
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from sandtable.rulesets.warmachine.common.units.marching import March, supposed
from sandtable.rulesets.warmachine.common.units.unit_menus import UnitMenu
from sandtable.scene import Arrow, Disc, Hit, Note, Polygon, Zone, drawn
from sandtable.tabletop.drawing import lane

INCH = MILLI
FARTHEST = 6 * INCH  # a die of deviation or of a slam
STRIKERS = 6  # free strikes that are shown


# --- attacks and spells ---
@previews(ActivationMenu, UnitMenu)
def deeds(p: Position, domain: ActivationMenu | UnitMenu, answer: Any) -> Iterator[Any]:
    option = next((o for o in domain.options(p) if o.key == answer), None)
    if option is None or option.actor not in p.state.models:
        return
    if option.verb in ("cast", "feat") and not option.target:
        yield from around(p, option)
    elif option.target in p.state.models:
        source = option.also[0] if option.verb == "cast" and option.also else option.actor
        yield sight_line(p, source, option.target)
        yield Hit(piece=option.target)
        if option.verb in ("attack", "combine", "cast"):
            yield from template(p, strike(p, option))


def around(p: Position, option: Option) -> Iterator[Any]:
    """The control area of a warcaster: of its feat and of spells without a target."""
    me = p.state.models[option.actor]
    if card(p, option.actor).kind == "warcaster":
        r = radius(p, me) + control_area(p, option.actor)
        yield Zone(shape=Disc(x=me.x, y=me.y, r=r), label="control area", seat=seat_of(p, option.actor))


def strike(p: Position, option: Option) -> Strike:
    """The attack that an option stands for."""
    if option.verb == "cast":
        node = option.also[0] if option.also else ""
        return Strike(attacker=option.actor, target=option.target, kind=MAGIC, spell=option.using, origin=node)
    kind = p.rules.cards.weapons[p.state.models[option.actor].card][option.using].kind
    return Strike(attacker=option.actor, target=option.target, kind=kind, weapon=option.using)


def template(p: Position, s: Strike) -> Iterator[Any]:
    """The range, and what a spray or an area covers; a miss strays at most so far."""
    source, weapon, far = p.state.models[s.source], weapon_of(p, s), range_of(p, s)
    if s.kind == MELEE:
        return
    yield Zone(shape=Disc(x=source.x, y=source.y, r=radius(p, source) + far), label="RNG", seat=seat_of(p, s.attacker))
    if not in_reach(p, s):
        yield Note(at=p.state.models[s.target].at, text="out of range", tone="red")
    if weapon is not None and weapon.spray:
        shape = drawn(cone(disc(p, p.state.models[s.attacker]), disc(p, p.state.models[s.target]), far))
        yield Zone(shape=shape, label="spray", tone="red", filled=True)
        yield from (Hit(piece=name) for name in under_spray(p, s))
    elif across := area_of(p, s):
        at, r = at_range(p, s), across * INCH // 2
        yield Zone(shape=Disc(x=at[0], y=at[1], r=r), label=f"AOE {across}", tone="red", filled=True)
        stray = min(FARTHEST, round(far_apart(p, s.source, at) / 2))
        yield Zone(shape=Disc(x=at[0], y=at[1], r=stray), label="deviation", tone="red")
        if in_reach(p, s):
            yield from (Hit(piece=name) for name in under(p, at, r, s.target))


# --- moves ---
@previews(Advance, Rejoin)
def advance(p: Position, domain: Advance, answer: Any) -> Iterator[Any]:
    if isinstance(answer, tuple) and all(isinstance(q, tuple) and len(q) >= 2 for q in answer):
        yield from free_strikes(p, domain.piece, (p.state.models[domain.piece].at, *((q[0], q[1]) for q in answer)))


@previews(March)
def march(p: Position, domain: March, answer: Any) -> Iterator[Any]:
    """Each trooper's way, once those before it have gone."""
    if domain.refuse(p, answer) is not None:
        return
    for i, (name, place) in enumerate(answer):
        table, way = supposed(p, answer[:i]), domain.way(p, answer[:i], name, place)
        here = table.state.models[name].at
        if way and (is_path(place) or len(way) > 1):
            yield Arrow(points=(here, *way), seat=seat_of(p, name), dashed=True)
        yield from free_strikes(table, name, (here, *(way or ())))


def free_strikes(p: Position, mover: str, path: tuple[Spot, ...]) -> Iterator[Any]:
    """Where along a path which enemies may strike."""
    asked: tuple[str, ...] = ()
    while len(path) > 1 and len(asked) < STRIKERS and (leaving := next_leaving(p, mover, path, asked)) is not None:
        foes, far = leaving
        asked = (*asked, *foes)
        x, y = point_at(path, far)
        for foe in foes:
            if striking(p.with_state(p.state.with_model(mover, x=x, y=y)), foe, mover):
                who = p.rules.showing.name(p, foe)
                yield Note(at=(round(x), round(y)), text=f"free strike of {who}", tone="red")


# --- straight moves ---
@previews(StraightAt)
def straight(p: Position, domain: StraightAt, answer: Any) -> Iterator[Any]:
    """The lane of a charge or slam, what stops it, who strikes at it; where a slammed model may be hurled."""
    if not is_line(answer):
        return
    way, far = answer
    here = p.state.models[domain.piece].at
    end = end_of(here, way, far)
    yield from along(p, domain.piece, end, "slam" if domain.straight else "charge")
    yield from free_strikes(p, domain.piece, (here, end))
    found = domain.along(p, way)
    stops = [n for n in standing_at(p, domain.piece, end_of(here, way, found.most + 20)) if n != domain.target]
    if far == found.most and found.meets not in (DISTANCE, PAST):
        yield from (Hit(piece=name) for name in stops)
    in_reach = found.first is not None and found.first <= far + 1 and far <= found.last + 1
    if not in_reach:
        yield Note(at=end, text="the target is not in reach", tone="red")
    elif domain.straight and far >= SHORTEST:
        there = p.with_state(p.state.with_model(domain.piece, x=end[0], y=end[1], facing=way))
        yield from hurled(there, domain.target, away(there, domain.target, end), there_rank(there, domain))


def there_rank(p: Position, domain: StraightAt) -> float:
    """How far a slam may hurl its target: half of the die if that is larger."""
    return FARTHEST / 2 if rank(p, domain.target) > rank(p, domain.piece) else FARTHEST


def hurled(p: Position, target: str, way: int, far: float) -> Iterator[Any]:
    terrain = (*solid_terrain(p, target), *steps_up(p, target))
    found = flight(p, target, way, far, terrain, rank(p, target))
    if found.to != p.state.models[target].at:
        yield from along(p, target, found.to, f"hurled up to {far / INCH:g} in")
    yield from (Hit(piece=name) for name in found.met)


@previews(ThrowLine)
def thrown(p: Position, domain: ThrowLine, answer: Any) -> Iterator[Any]:
    """The flight to the point aimed at, who is in it, and how far that point may stray."""
    if not is_line(answer):
        return
    way, far = answer
    aim, policy = end_of(p.state.models[domain.piece].at, way, far), p.rules.edition.power
    terrain = (*solid_terrain(p, domain.piece, *policy.throw_stops()), *steps_up(p, domain.piece))
    found = flight(p, domain.piece, way, far, terrain, rank(p, domain.piece), rough=False)
    yield from along(p, domain.piece, found.to, "throw")
    stray = round(policy.throw_deviation(3 * INCH, far))
    yield Zone(shape=Disc(x=aim[0], y=aim[1], r=stray), label="deviation", tone="red")
    stopped = [n for n in found.met if rank(p, n) >= rank(p, domain.piece)]
    yield from (Hit(piece=name) for name in dict.fromkeys((*stopped, *landed_on(p, domain.piece, found.to))))


def along(p: Position, model: str, end: Spot, label: str) -> Iterator[Any]:
    """The strip that a base sweeps."""
    me = p.state.models[model]
    if hypot(end[0] - me.x, end[1] - me.y) >= 1:
        strip = Polygon(points=lane(me.at, end, radius(p, me)))
        yield Zone(shape=strip, label=label, tone="amber", filled=True)


def is_line(answer: Any) -> bool:
    return isinstance(answer, tuple) and len(answer) == 2 and all(type(c) is int for c in answer)


def seat_of(p: Position, name: str) -> str:
    seat: str = p.rules.seat_name(p.state.status[name].seat)
    return seat
