"""What an answer would do, before it is given: where stands go, what a charge strikes, how far an order reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.core import Refusal, previews
from sandtable.core.texts import english
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import turned
from sandtable.geometry.units import text
from sandtable.rulesets.warmaster.charging.charge import phrases
from sandtable.rulesets.warmaster.charging.no_way import why_no_charge
from sandtable.rulesets.warmaster.charging.targets import Onset, charges
from sandtable.rulesets.warmaster.combat.fall_back import FallBack
from sandtable.rulesets.warmaster.combat.pursuit_places import PursuitPlaces
from sandtable.rulesets.warmaster.combat.reforming import ReformPlaces
from sandtable.rulesets.warmaster.command.carry_out import Obey
from sandtable.rulesets.warmaster.command.march import March, ends_at, goals_of
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.command.orders import OrderMenu
from sandtable.rulesets.warmaster.forced.moving_aside import AsidePlaces
from sandtable.rulesets.warmaster.interface.drawing import STYLES, bands
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.measuring.formation_choice import Formation
from sandtable.rulesets.warmaster.measuring.formations import middle
from sandtable.rulesets.warmaster.measuring.unit_poses import pose_of, stands_of
from sandtable.rulesets.warmaster.setup.deployment import DeployUnit
from sandtable.rulesets.warmaster.shooting.driven_formation import Reformed
from sandtable.rulesets.warmaster.shooting.shooting import ShootingMenu, no_shot
from sandtable.rulesets.warmaster.state.rules import Position, entry
from sandtable.rulesets.warmaster.state.table import Pose
from sandtable.rulesets.warmaster.turn.evading import EvadeMove
from sandtable.rulesets.warmaster.turn.home_places import HomePlaces
from sandtable.rulesets.warmaster.turn.initiative import InitiativeMenu
from sandtable.scene import Arrow, Hit, Note, Piece, Polygon, Rect, SightLine, Zone

ZONE = 30_000  # how far the zones of a charged stand are drawn


def ghosts(p: Position, unit: str, poses: Iterable[Pose]) -> Iterator[Any]:
    """A unit's stands where they would be."""
    seat, style = p.rules.seat_name(p.state.units[unit].seat), STYLES.get(entry(p, unit).type, "cavalry")
    for i, r in enumerate(rects_at(p, unit, poses), 1):
        shape = Rect(x=round(r.x), y=round(r.y), frontage=round(r.frontage), depth=round(r.depth), facing=r.facing)
        name = p.rules.showing.name(p, unit)
        yield Piece(id=f"{unit}.{i}", name=name, seat=seat, shape=shape, label=" ", ghost=True, style=style)  # type: ignore[arg-type]


def going(p: Position, unit: str, poses: tuple[Pose, ...], said: str = "") -> Iterator[Any]:
    yield from ghosts(p, unit, poses)
    if unit in p.state.stands:
        (x, y, _), (u, v, _) = pose_of(p.state.stands[unit]), pose_of(poses)
        if (x, y) != (u, v):
            yield Arrow(points=((x, y), (u, v)), label=said, seat=p.rules.seat_name(p.state.units[unit].seat))


@previews(March)
def march(p: Position, domain: March, answer: Any) -> Iterator[Any]:
    if domain.malformed(p, answer) is None:
        for unit, place in answer:
            if place is not None:
                yield from going(p, unit, ends_at(goals_of(p, unit, place)))


@previews(EvadeMove, FallBack)
def away(p: Position, domain: EvadeMove | FallBack, answer: Any) -> Iterator[Any]:
    if (poses := stands_of(p, domain.unit, answer)) is not None:
        yield from going(p, domain.unit, poses, f"{text(domain.price(p, pose_of(poses)))} cm")


@previews(Reformed, ReformPlaces, HomePlaces, PursuitPlaces, AsidePlaces)
def formed(p: Position, domain: Formation, answer: Any) -> Iterator[Any]:
    """The stands as a formation by name or by poses would have them."""
    if domain.refuse(p, answer) is None:
        yield from going(p, domain.unit, domain.poses(p, answer))
    elif not isinstance(answer, str) and (poses := stands_of(p, domain.unit, answer)) is not None:
        yield from ghosts(p, domain.unit, poses)


@previews(DeployUnit)
def deployed(p: Position, domain: DeployUnit, answer: Any) -> Iterator[Any]:
    if (poses := domain.poses(p, answer)) is not None:
        yield from ghosts(p, domain.piece, poses)


@previews(OrderMenu)
def order(p: Position, domain: OrderMenu, answer: Any) -> Iterator[Any]:
    """The bands of his command, and what each penalty comes to."""
    option = next((o for o in domain.options(p) if o.key == answer), None)
    if option is None or not option.actor:
        return
    yield from bands(p, option.actor)
    query = OrderTest(option.actor, option.also)
    reasons = ", ".join(f"{t.why} {t.value:+d}" for t in p.terms(query) if t.op not in ("base", "most"))
    x, y, _ = pose_of([pose for unit in option.also for pose in p.state.stands[unit]])
    title = f"needs {p.value(query)} or less on 2D6"
    yield Note(at=(x, y), title=title, text=reasons or "no penalty", seat=p.rules.seat_name(p.state.active))


@previews(Obey, InitiativeMenu)
def charge(p: Position, domain: Obey | InitiativeMenu, answer: Any) -> Iterator[Any]:
    unit, _, target = str(answer).partition(" charges ")
    if unit not in p.state.stands or target not in p.state.stands:
        return
    yield from charge_zones(p, target)
    found = charges(p, unit, target)
    if isinstance(found, Refusal):
        why = why_no_charge(p, unit, target) or found
        x, y = middle(crowd(p).of(target))
        yield Note(at=(round(x), round(y)), text=f"{why.cite}: {english(p, why.reason)}", tone="red")
        return
    yield from strike(p, found[0])
    for number in range(len(p.state.stands[target])):
        yield Hit(piece=f"{target}.{number + 1}")


def strike(p: Position, onset: Onset) -> Iterator[Any]:
    said = phrases((onset,))[0].rpartition(" ")[2]
    yield from going(p, onset.unit, onset.poses, said)


def charge_zones(p: Position, target: str) -> Iterator[Any]:
    """Front, flanks and rear of the stand in the middle, by its diagonals (WM-GEO-11)."""
    rects = crowd(p).of(target)
    r = rects[len(rects) // 2]
    seat = p.rules.seat_name(p.state.units[target].seat)
    for turn, label in ((0, "front"), (90_000, "left"), (180_000, "rear"), (270_000, "right")):
        yield Zone(shape=Polygon(points=zone_points(r, turn)), label=label, seat=seat)


def zone_points(r: Any, turn: int) -> tuple[tuple[int, int], ...]:
    """The edge that looks this way and what lies ahead of it, between the lines at 45 degrees from its corners."""
    from_ = r.frontage if turn % 180_000 == 0 else r.depth
    deep = r.depth if turn % 180_000 == 0 else r.frontage
    cos, sin = direction(turned(r.facing, turn))
    near, far, wide = deep / 2, deep / 2 + ZONE, from_ / 2
    points = ((near, wide), (near, -wide), (far, -wide - ZONE), (far, wide + ZONE))
    return tuple((round(r.x + a * cos - b * sin), round(r.y + a * sin + b * cos)) for a, b in points)


@previews(ShootingMenu)
def shot(p: Position, domain: ShootingMenu, answer: Any) -> Iterator[Any]:
    unit, _, target = str(answer).partition(" shoots ")
    if unit not in p.state.stands or target not in p.state.stands:
        return
    (x, y), (u, v) = middle(crowd(p).of(unit)), middle(crowd(p).of(target))
    why = no_shot(p, unit, target) if answer not in {o.key for o in domain.options(p)} else None
    far = f"{text(crowd(p).apart(unit, target))} cm"
    yield SightLine(start=(round(x), round(y)), end=(round(u), round(v)), clear=why is None, label=far)
    if why is not None:
        yield Note(at=(round(u), round(v)), text=f"{why.cite}: {english(p, why.reason)}", tone="red")
        return
    for number in range(len(p.state.stands[target])):
        yield Hit(piece=f"{target}.{number + 1}")
