"""Who sees whom: bases hide their own size and smaller ones, obstructions hide, forests and clouds close lines.

Where lines start, and who is out of the way, is each edition's (`edition.sight`).
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.geometry.blockers import Base, Blocker, Blockers
from sandtable.geometry.sight import Sighting, Sightings, sight_among
from sandtable.geometry.units import FAR, MILLI
from sandtable.rulesets.warmachine.common.measuring.distance import disc, others_near
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import MAP, PLACES, Model
from sandtable.rulesets.warmachine.common.terrain.features import elevation, ground_of, height_of
from sandtable.tabletop.terrain.features import shapes

DEPTH = 3000  # how far sight runs into or out of a forest
MARGIN = 10  # more than blockers are grown by
KEPT = 4096  # bases remembered


class Crowd:
    """Everybody on the table as they stand, numbered for questions of sight."""

    __slots__ = ("blockers", "names", "number")

    def __init__(self, blockers: Blockers, names: tuple[str, ...]) -> None:
        self.blockers, self.names = blockers, names
        self.number: Mapping[str, int] = {name: i for i, name in enumerate(names)}

    def exempt(self, names: frozenset[str]) -> tuple[int, ...]:
        first, number = self.blockers.number(0), self.number
        return tuple([first + number[n] for n in names if n in number])


def terrain_blockers(p: Position) -> Blockers:
    """Obstructions, forests and clouds."""

    def build() -> Blockers:
        found: list[Blocker] = []
        rim = p.rules.edition.sight.rim
        for number, feature in enumerate(p.state.map.features):
            ground, parts = ground_of(p, feature), shapes(feature)
            if ground.kind == "obstruction":
                top = p.rules.edition.sight.top_of(height_of(ground, feature))
                found += [Blocker(part, top) for part in parts]
            elif ground.kind == "forest":
                found += [Blocker(part, FAR, number) for part in parts]
            elif ground.cloud:
                found += [Blocker(part, FAR, number, 0.0, True, rim=rim) for part in parts]
        return Blockers(tuple(found))

    return p.memo("terrain blockers", build, MAP)


def crowd(p: Position) -> Crowd:
    """Everybody on the table. Those who are in nobody's way are part of it, but hide nothing."""
    clear = p.rules.edition.sight.out_of_the_way(p)
    return p.memo(("crowd", clear), lambda: crowd_of(p, tuple(p.state.models), clear), PLACES)


def crowd_of(p: Position, names: tuple[str, ...], clear: frozenset[str]) -> Crowd:
    models, known = p.state.models, p.memo("bases", dict[tuple[Model, bool], Base], MAP)
    if len(known) >= KEPT:
        known.clear()
    bases = []
    for name in names:
        key = models[name], name in clear
        base = known.get(key)
        if base is None:
            base = known[key] = base_of(p, models[name], 0.0 if name in clear else FAR)
        bases.append(base)
    return Crowd(terrain_blockers(p).among(bases, p.rules.edition.sight.grow), names)


def crowd_between(p: Position, viewer: str, target: str) -> Crowd:
    """Everybody who can matter for one pair: those around the two. The whole crowd where it is known already."""
    clear = p.rules.edition.sight.out_of_the_way(p)
    known: Crowd | None = p.known(("crowd", clear), PLACES)
    if known is not None:
        return known
    models, bases = p.state.models, p.rules.bases
    a, b = models[viewer], models[target]
    far = max(bases[a.card].radius, bases[b.card].radius) + p.rules.edition.sight.grow + MARGIN
    left, right, low, high = min(a.x, b.x) - far, max(a.x, b.x) + far, min(a.y, b.y) - far, max(a.y, b.y) + far
    names = []
    for name, m in models.items():
        r = bases[m.card].radius
        if left - r <= m.x <= right + r and low - r <= m.y <= high + r:
            names.append(name)
    return crowd_of(p, tuple(names), clear)


def base_of(p: Position, m: Model, hides: float) -> Base:
    card = p.rules.cards.models[m.card]
    return Base(disc(p, m), elevation(p, m) + card.footing.height, card.rank, hides)


def seen_through(p: Position, viewer: str, blockers: Blockers) -> tuple[int, ...]:
    """The numbers of forests and clouds where they do not exist for a viewer."""
    sight = p.rules.edition.sight
    if not sight.sees_through(p, viewer):
        return ()
    return tuple(n for n, item in enumerate(blockers.items) if item.feature >= 0)


def look(
    p: Position, viewer: str, targets: tuple[str, ...], *, over: bool = False, among: Crowd | None = None
) -> Sightings:
    """One viewer against several targets; `over`: past models in between that are not near the target."""
    around, sight = crowd(p) if among is None else among, p.rules.edition.sight
    me = p.state.models[viewer]
    exempt: dict[int, tuple[int, ...]] = {}
    areas = seen_through(p, viewer, around.blockers)
    known: dict[frozenset[str], tuple[int, ...]] = {}
    for i, ignored in enumerate(sight.ignored_in_row(p, viewer, targets)):
        if over:
            target = targets[i]
            near_by = {viewer, target, *others_near(p, target, MILLI)}
            ignored = ignored.union(n for n in p.state.models if n not in near_by)
        if ignored or areas:
            numbers = known.get(ignored)
            if numbers is None:
                numbers = known[ignored] = (*around.exempt(ignored), *areas)
            exempt[i] = numbers
    return sight_among(
        around.blockers, around.number[viewer], [around.number[t] for t in targets], DEPTH, me.facing,
        eye=sight.eye(disc(p, me)), each=True, exempt=exempt,
    )  # fmt: skip


def seen_by(p: Position, viewer: str) -> frozenset[str]:
    """Everybody a model has in line of sight, friend and foe; a model always sees itself."""

    def build() -> frozenset[str]:
        others = tuple(name for name in p.state.models if name != viewer)
        if not others:
            return frozenset({viewer})
        clear = look(p, viewer, others).clear
        return frozenset({viewer, *(name for name, seen in zip(others, clear, strict=True) if seen)})

    return p.memo(("seen by", viewer, p.rules.edition.sight.memory(p)), build, PLACES)


def foes_seen_by(p: Position, viewer: str) -> tuple[str, ...]:
    """The enemies a model has in line of sight: what `seen_by` says of them, without a look at friends."""

    foes, memory = tuple(p.state.enemies(viewer)), p.rules.edition.sight.memory(p)
    known: frozenset[str] | None = p.known(("seen by", viewer, memory), PLACES)
    if known is not None or not foes:
        return tuple(n for n in foes if known is not None and n in known)

    def build() -> tuple[str, ...]:
        return tuple(n for n, seen in zip(foes, look(p, viewer, foes).clear, strict=True) if seen)

    return p.memo(("foes seen by", viewer, foes, memory), build, PLACES)


def seen_from(p: Position, viewer: str, target: str) -> bool:
    """What `seen_by` says of a target, where others are asked about too."""
    foe = p.state.status[viewer].seat != p.state.status[target].seat
    return target in (foes_seen_by(p, viewer) if foe else seen_by(p, viewer))


def seen_over(p: Position, viewer: str) -> frozenset[str]:
    """Everybody a model sees past other models, except where those are within an inch of the target."""
    others = tuple(name for name in p.state.models if name != viewer)
    clear = look(p, viewer, others, over=True).clear if others else ()
    return frozenset({viewer, *(name for name, seen in zip(others, clear, strict=True) if seen)})


def sees(p: Position, viewer: str, target: str) -> bool:
    """Whether one model has another in line of sight: what `seen_by` says, for this pair alone."""

    def build() -> bool:
        if viewer == target:
            return True
        return look(p, viewer, (target,), among=crowd_between(p, viewer, target)).clear[0]

    return p.memo(("sees", viewer, target, p.rules.edition.sight.memory(p)), build, PLACES)


def sighting(p: Position, viewer: str, target: str) -> Sighting:
    """The line that proves sight, or what blocks every line."""
    return look(p, viewer, (target,)).sighting(0)


def in_the_way(p: Position, viewer: str, target: str) -> tuple[str, ...]:
    """What hides a model: features and models by name."""
    around, found = crowd(p), sighting(p, viewer, target)
    items = around.blockers.items
    names = []
    for number in found.blocked_by:
        if number >= len(items):
            names.append(around.names[number - len(items)])
        else:
            shape = items[number].shape
            names += [f.id for f in p.state.map.features if shape in shapes(f)]
    return tuple(dict.fromkeys(names))
