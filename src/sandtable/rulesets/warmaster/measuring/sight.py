"""Who sees whom: from the front edge, past other stands and terrain (WM-VIS).

A line of sight starts at the front edge and runs ahead (WM-VIS-1, WM-VIS-2); stands of every other unit, and of the
looker's own unit, are in the way, those of the unit looked at are not (WM-VIS-3); characters never are (WM-VIS-4).
The exact search of `geometry.sight` takes the place of samples (WM-VIS-12). Flyers see and are seen alike (WM-VIS-11).
"""

from __future__ import annotations

from sandtable.geometry.blockers import Base, Blockers
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.sight import from_edge, sight_among
from sandtable.rulesets.warmaster.measuring.crowd import Crowd, crowd
from sandtable.rulesets.warmaster.measuring.levels import shot_over
from sandtable.rulesets.warmaster.state.rules import Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS, PLACES
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

OVER = 1_000  # within 1 cm of a rampart one sees over it (WM-DATA-6)
Seen = dict[str, frozenset[int]]  # by unit: the numbers of its stands that are seen


def scenery(p: Position) -> Blockers:
    """Terrain that hides, with all stands among it."""

    def make() -> Blockers:
        return land(p).sight[0].among(Base(rect, 1.0) for rect in crowd(p).rects)

    return p.memo("scenery", make, PLACES)


def seen_through(p: Position, rect: Rect | Disc) -> frozenset[int]:
    """Blockers that hide nothing from or of a stand here: the hill it is on, the rampart it is at (WM-VIS-7)."""
    return land(p).blockers_met(rect, EPS, OVER)


def _exemptions(p: Position) -> list[frozenset[int]]:
    return p.memo("seen through", lambda: [seen_through(p, rect) for rect in crowd(p).rects], PLACES)


def stand_sees(p: Position, number: int, all_round: bool = False) -> Seen:
    """What one stand sees of enemy units, by the stands' numbers in the row."""

    def make() -> Seen:
        table = crowd(p)
        seat = table.seats[table.owners[number]]
        enemies = [i for i, owner in enumerate(table.owners) if table.seats[owner] != seat]
        return _look(p, table, number, enemies, all_round)

    return p.memo(("stand sees", number, all_round), make, PLACES)


def _look(p: Position, table: Crowd, viewer: int, targets: list[int], all_round: bool) -> Seen:
    if not targets:
        return {}
    scene, through = scenery(p), _exemptions(p)
    rect = table.rects[viewer]
    exempt = {
        i: {
            *through[viewer],
            *through[t],
            *(scene.number(n) for n in table.numbers(table.owners[t])),
            *shot_over(p, scene, viewer, t),
        }
        for i, t in enumerate(targets)
    }
    if all_round:
        clear = sight_among(scene, viewer, targets, SIGHT_DEPTH, each=True, exempt=exempt).clear
    else:
        clear = sight_among(
            scene, viewer, targets, SIGHT_DEPTH, rect.facing, eye=from_edge(rect), each=True, exempt=exempt
        ).clear  # fmt: skip
    found: dict[str, set[int]] = {}
    for t, sees in zip(targets, clear, strict=True):
        if sees:
            found.setdefault(table.owners[t], set()).add(t)
    return {owner: frozenset(numbers) for owner, numbers in found.items()}


def all_round(p: Position, unit: str) -> bool:
    """Some see from every edge, for shooting and evading (WM-VIS-8)."""
    return entry(p, unit).has("vision360")


def unit_sees(p: Position, unit: str, every_edge: bool = False) -> Seen:
    """What any stand of a unit sees now (WM-VIS-10)."""

    def make() -> Seen:
        found: dict[str, frozenset[int]] = {}
        for number in crowd(p).numbers(unit):
            for owner, seen in stand_sees(p, number, every_edge).items():
                found[owner] = found.get(owner, frozenset()) | seen
        return found

    return p.memo(("unit sees", unit, every_edge), make, PLACES)


def sees(p: Position, unit: str, target: str, every_edge: bool = False) -> bool:
    return target in unit_sees(p, unit, every_edge)


def nearest_enemies(p: Position, unit: str, every_edge: bool = False, reach: int | None = None) -> tuple[str, ...]:
    """The closest enemy unit it sees; several when equally near, for the player to choose (WM-INIT-9)."""
    table = crowd(p)
    far = {o: table.apart(unit, o) for o in unit_sees(p, unit, every_edge)}
    if reach is not None:
        far = {o: d for o, d in far.items() if d <= reach + EPS}
    if not far:
        return ()
    least = min(far.values())
    return tuple(o for o, d in far.items() if d <= least + EPS)
