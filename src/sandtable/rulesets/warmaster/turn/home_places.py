"""Where a flyer that homes back ends: one stand straight towards the character, the others about it (WM-HOME-6,
WM-HOME-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import distance
from sandtable.geometry.pairs import gap, nearest, overlap
from sandtable.geometry.shapes import Disc, Rect, turned
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import text
from sandtable.rulesets.warmaster.command.movement import APART
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of, rects_at, token
from sandtable.rulesets.warmaster.measuring.formation_choice import Formation, rows
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.lines import last_free, shifted
from sandtable.rulesets.warmaster.state.rules import Position, land
from sandtable.rulesets.warmaster.state.table import EPS, Pose

KEEP = "as it was"
GATHERED = "close together"
TIE = 2  # thousandths: distances that differ less are equal
STEP = 1_000  # between the places looked at where no formation has room
Lead = tuple[int, tuple[Pose, ...]]  # the stand that is placed first, and the unit shifted with it as it stands


class HomePlaces(Formation, frozen=True, kw_only=True):
    """The formation of a flyer that has come home. Its nearest stand has its place; nobody turns; nobody ends nearer.

    Of stands equally near the player says which goes first, by what he answers (WM-GEO-13).
    """

    character: str
    far: int  # what was rolled: no stand travels more (WM-GEO-7)
    leads: tuple[Lead, ...]
    cite: str = "WM-HOME-7"

    def each(self, p: Position) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        """As it was, lines and columns about the first stand, else any formation for which there is room."""
        seen: set[tuple[Pose, ...]] = set()
        stand = crowd(p).of(self.unit)[0]
        for n, (first, poses) in enumerate(self.leads):
            after = f", stand {first + 1} first" if n else ""
            alike = len({pose[2] for pose in poses}) == 1
            forms = rows(poses, (stand.frontage, stand.depth), first) if alike else {}
            for name, places in ((KEEP + after, poses), *forms.items()):
                if places not in seen and self.unlawful(p, (first, poses), places) is None:
                    seen.add(places)
                    yield name, places
            if not any(places[first] == poses[first] for places in seen):
                found = gathered(p, self, (first, poses))
                if found is not None:
                    yield GATHERED + after, found

    def misplaced(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        faults = []
        for lead in self.leads:
            fault = self.unlawful(p, lead, poses)
            if fault is None:
                return None
            faults.append(fault)
        return faults[0]

    def unlawful(self, p: Position, lead: Lead, poses: tuple[Pose, ...]) -> Refusal | None:
        """Why the stands may not stand so, one of them being placed first."""
        first, kept = lead
        if poses[first] != kept[first]:
            said = say("the stand nearest to {character} goes straight towards him", character=self.character)
            return Refusal(said, "WM-HOME-6")
        rects = rects_at(p, self.unit, poses)
        for i in range(len(poses)):
            if i != first and (fault := self.stand_fault(p, lead, i, rects[i], rects[:i])):
                return fault
        if not connected(rects):
            return Refusal("the stands must all touch one another", "WM-FORMN-1")
        return None

    def stand_fault(
        self, p: Position, lead: Lead, number: int, end: Rect, placed: Sequence[Rect] = ()
    ) -> Refusal | None:
        """Why one stand may not end there."""
        start, disc = crowd(p).of(self.unit)[number], token(p, self.character)
        (ahead,) = rects_at(p, self.unit, (lead[1][lead[0]],))
        if end.facing != start.facing:
            return Refusal("stands keep their facing", "WM-HOME-7")
        if gap(disc, end) < gap(disc, ahead) - EPS:
            said = say("no stand may end nearer to {character} than the first", character=self.character)
            return Refusal(said, "WM-HOME-7")
        if (gone := distance((start.x, start.y), (end.x, end.y))) > self.far + EPS:
            said = say("a stand would travel {gone} cm, {by} too far", gone=text(gone), by=text(gone - self.far))
            return Refusal(said, "WM-GEO-7", round(gone - self.far))
        if any(overlap(end, other, EPS) for other in (ahead, *placed)):
            return Refusal("stands overlap", "WM-GEO-2")
        return landing_fault(p, self.unit, end)


def gathered(p: Position, domain: HomePlaces, lead: Lead) -> tuple[Pose, ...] | None:
    """Any formation for which there is room: each stand at a free side of one placed before."""
    first, kept = lead
    starts, at = crowd(p).of(domain.unit), rects_at(p, domain.unit, kept)

    def place(placed: dict[int, Rect]) -> dict[int, Rect] | None:
        number = next((i for i in range(len(kept)) if i not in placed), None)
        if number is None:
            return placed
        start = starts[number]
        goals = [
            start._replace(x=round(r.x + cos * far), y=round(r.y + sin * far))
            for r in placed.values()
            for quarter in range(4)
            for far in (r.depth if quarter % 2 == 0 else r.frontage,)
            for cos, sin in (direction(turned(r.facing, quarter * 90_000)),)
        ]
        for goal in sorted(goals, key=lambda r: distance((r.x, r.y), (at[number].x, at[number].y))):
            others = tuple(placed.values())
            if not any(gap(goal, r) <= EPS for r in others) or domain.stand_fault(p, lead, number, goal, others):
                continue
            if (found := place({**placed, number: goal})) is not None:
                return found
        return None

    found = place({first: at[first]})
    return None if found is None else poses_of([found[i] for i in range(len(kept))])


def homeward(p: Position, unit: str, character: str, far: int) -> HomePlaces | None:
    """Straight towards a character, the whole distance or into contact, or as far along as there is room (WM-HOME-6).

    The stand nearest to him decides; the others are placed about it afterwards (WM-HOME-7).
    """
    disc, rects = token(p, character), crowd(p).of(unit)
    least = min(gap(disc, r) for r in rects)
    near = [i for i, r in enumerate(rects) if gap(disc, r) <= least + TIE]
    middle = sorted(near, key=lambda i: (rects[i].x - disc.x) ** 2 + (rects[i].y - disc.y) ** 2)
    empty = HomePlaces(unit=unit, character=character, far=far, leads=())
    leads = tuple(found for i in middle if (found := _lead(p, empty, i, disc)) is not None)
    return empty.but(leads=leads) if leads else None


def _lead(p: Position, empty: HomePlaces, first: int, disc: Disc) -> Lead | None:
    """How far one stand comes: to the last free place on its line about which the others find room."""
    rects = crowd(p).of(empty.unit)
    apart, here, there = nearest(rects[first], disc)
    if apart <= EPS:
        return None
    way = (there[0] - here[0]) / apart, (there[1] - here[1]) / apart
    most = min(empty.far, int(apart))

    def at(gone: int) -> Lead:
        whole = min(apart, empty.far) if gone == most else gone
        return first, poses_of([shifted(r, way, whole) for r in rects])

    def barred(gone: int) -> bool:
        return landing_fault(p, empty.unit, shifted(rects[first], way, gone), 0) is not None

    def without_room(gone: int) -> bool:
        return barred(gone) or not any(True for _ in empty.but(leads=(at(gone),)).each(p))

    gone = last_free(most, barred)
    if without_room(gone):
        gone = last_free(gone, without_room, STEP)
    return None if not gone or without_room(gone) else at(gone)


def landing_fault(p: Position, unit: str, rect: Rect, slack: int = EPS) -> Refusal | None:
    """Why a stand of a flyer may not end here: off the table, on somebody, on closed ground, in touch with an enemy
    (WM-FLY-4). `slack`: by how much this may be missed (WM-GEO-2)."""
    table = crowd(p)
    if leaves(rect, p.state.map.width, p.state.map.height, slack):
        return Refusal(say("{unit} would leave the table", unit=unit), "WM-MOVE-19")
    others = [i for i, o in enumerate(table.owners) if o != unit]
    if hit := Stands(tuple(table.rects[i] for i in others)).overlaps(rect, slack):
        return Refusal(say("{other} is there", other=table.owners[others[hit[0]]]), "WM-FLY-4")
    if land(p).no_landing.overlaps(rect, slack):
        return Refusal("no flyer may end there", "WM-FLY-4")
    if hit := table.against[table.seats[unit]].within(rect, APART - slack - 1, 0):
        enemy = table.owners[table.numbers_against[table.seats[unit]][hit[0]]]
        return Refusal(say("no enemy may be touched: {enemy}", enemy=enemy), "WM-HOME-7")
    return None
