"""Deployment: units one at a time alternately, then characters (WM-SCEN-1, WM-SCEN-2, WM-SCEN-3)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Frame,
    Next,
    Option,
    Options,
    Outline,
    Pool,
    Refusal,
    Region,
    Return,
    Roll,
    Untied,
    Wait,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.core.words import place
from sandtable.geometry.corners import corners
from sandtable.geometry.pairs import overlap
from sandtable.geometry.regions import box, grown, rounded
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmaster.command.character_places import rider, riding_ground
from sandtable.rulesets.warmaster.command.spoken_names import one_name, words_in
from sandtable.rulesets.warmaster.measuring.crowd import crowd, flies, rects_at, size
from sandtable.rulesets.warmaster.measuring.formations import connected
from sandtable.rulesets.warmaster.measuring.unit_poses import is_pose
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.setup.layout import (
    character_place,
    deploying_order,
    facing_of,
    in_line_at,
    in_zone,
    line_pose,
    misfit,
    place_for,
)  # fmt: skip
from sandtable.rulesets.warmaster.state.events.commanding import SidesDrawn
from sandtable.rulesets.warmaster.state.events.moving import CharacterMoved, UnitDeployed, UnitMarked
from sandtable.rulesets.warmaster.state.rules import Draft, Position, land
from sandtable.rulesets.warmaster.state.table import EPS, OTHER, TABLE, TOKEN, Pose
from sandtable.rulesets.warmaster.turn.battle import Battle, Beginning

REST = "the rest as suggested"


class DeployMenu(Options, frozen=True, kw_only=True):
    """Which unit is deployed next."""

    seat: int

    def waiting(self, p: Position) -> list[str]:
        return deploying_order(p, self.seat)

    def options(self, p: Position) -> tuple[Option, ...]:
        units = (Option(f"deploy {u}", cite="WM-SCEN-2", verb="deploy", actor=u) for u in self.waiting(p))
        return (*units, Option(REST, cite="WM-SCEN-5", verb=REST))

    def missing(self, p: Position, key: str) -> Refusal:
        unit = key.removeprefix("deploy ")
        return Refusal(
            say("{unit!r} is not yours to deploy", unit=unit[:80]), "WM-SCEN-2", instead=", ".join(self.waiting(p)[:12])
        )

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [f"deploy {unit}" for unit in self.waiting(p)[:n]]

    def fallback(self, p: Position) -> Any:
        return self.sample(p, 1, Random(0))[0]

    def begun(self, p: Position, words: str) -> tuple[Any, str] | None:
        """``halberdiers_1 40 12``: the unit, then its place."""
        said = words_in(words)
        name, rest = one_name(p, said[1:] if said[:1] == ["deploy"] else said, self.waiting(p))
        return (f"deploy {name}", " ".join(rest)) if name else None


class DeployUnit(Region, frozen=True, kw_only=True):
    """Where a unit stands: in line about a place, facing somewhere; or a pose for each stand."""

    facing: bool = True

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        poses = self.poses(p, answer)
        if poses is None:
            return Refusal(say("{unit}: x, y and facing, of it or of each stand", unit=self.piece), "WM-SCEN-2")
        rects = rects_at(p, self.piece, poses)
        if not connected(rects) or any(a == b for i, a in enumerate(poses) for b in poses[i + 1 :]):
            return Refusal("its stands must all touch one another", "WM-FORMN-1")
        if clash(rects):
            return Refusal("stands overlap", "WM-GEO-2")
        return misfit(p, self.piece, rects)

    def poses(self, p: Position, answer: Any) -> tuple[Pose, ...] | None:
        own = p.state.units[self.piece]
        count = own.start + own.skirmisher
        if is_pose(answer):
            return in_line_at(p, self.piece, answer)
        if isinstance(answer, tuple) and len(answer) == count and all(map(is_pose, answer)):
            return answer
        return None

    def ahead(self, p: Position) -> int:
        return facing_of(p.state.sides[p.state.units[self.piece].seat])

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found = place_for(p, self.piece)
        return [] if found is None else [line_pose(p, self.piece, found)]

    def fallback(self, p: Position) -> Any:
        return next(iter(self.sample(p, 1, Random(0))), None)

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        """The whole line as one base."""
        wide, count = size(p.rules, p.state.units[self.piece].entry), p.state.units[self.piece].start
        return {self.piece: Rect(0, 0, wide[0] * count, wide[1], self.ahead(p))}

    def outline(self, p: Position) -> Outline:
        """Its zone without what it may not stand on, for a line that faces the enemy."""
        x0, y0, x1, y1 = p.state.sides[p.state.units[self.piece].seat].zone
        stands = rects_at(p, self.piece, in_line_at(p, self.piece, (0, 0, self.ahead(p))))
        points = [point for stand in stands for point in corners(stand).pts]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        zone = box(x0 - min(xs), y0 - min(ys), x1 - max(xs), y1 - max(ys))
        shut = land(p).no_landing if flies(p, self.piece) else land(p).closed(troops(p, self.piece))
        taken = (*crowd(p).rects, *shut.shapes)
        holes = [
            tuple((x - round(s.x), y - round(s.y)) for x, y in grown(shape, TOL, s)) for s in stands for shape in taken
        ]
        return Outline((tuple(rounded(q) for q in zone),), tuple(holes))

    def spoken(self, p: Position, words: str) -> Any:
        """``40 12``: in line about this point, facing the enemy; ``40 12 90``; ``as suggested``."""
        if words.split()[-2:] == ["as", "suggested"]:
            return self.fallback(p)
        at = place(p, words, None)
        return (at[0], at[1], at[2] % 360_000 if len(at) == 3 else self.ahead(p))

    def hint(self, p: Position) -> str:
        return "x y, or x y facing: in line about that point; as suggested"


def clash(rects: tuple[Any, ...]) -> bool:
    return any(overlap(a, b, EPS) for i, a in enumerate(rects) for b in rects[i + 1 :])


class DeployCharacter(Region, frozen=True, kw_only=True):
    """A place in the zone for a character (WM-SCEN-3, WM-DATA-8)."""

    def fault(self, p: Position, pose: Any) -> Refusal | None:
        seat = p.state.characters[self.piece].seat
        if not in_zone(p.state.sides[seat], pose):
            return Refusal(say("{character} deploys in your zone", character=self.piece), "WM-SCEN-3")
        if not riding_ground(p, seat, rider(p, self.piece)).free(pose):
            return Refusal(say("{character} cannot be there", character=self.piece), "WM-DATA-8")
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [character_place(p, self.piece)]

    def shapes(self, p: Position) -> Mapping[str, Disc | Rect]:
        return {self.piece: Disc(0, 0, TOKEN)}

    def outline(self, p: Position) -> Outline:
        seat = p.state.characters[self.piece].seat
        x0, y0, x1, y1 = p.state.sides[seat].zone
        ground = riding_ground(p, seat, rider(p, self.piece))
        zone = box(x0 + TOKEN, y0 + TOKEN, x1 - TOKEN, y1 - TOKEN)
        holes = tuple(grown(shape, TOKEN) for shape in ground.shapes)
        return Outline((tuple(rounded(q) for q in zone),), holes)

    def spoken(self, p: Position, words: str) -> Any:
        if words.split()[-2:] == ["as", "suggested"]:
            return character_place(p, self.piece)
        return place(p, words, None)[:2]

    def hint(self, p: Position) -> str:
        return "x y; as suggested"


class SetUp(Frame, frozen=True, kw_only=True):
    """Sides by a die, units alternately from the larger army, characters, then the battle (WM-SCEN-4)."""

    auto: bool = False
    random: bool = True
    seat: int = 0
    unit: str = ""
    suggested: tuple[int, ...] = ()  # seats whose army stands where WM-SCEN-5 says

    def start(self, d: Draft) -> Next:
        return Wait(Roll("sides", (Pool("sides", (("d6", 1),)),), cite="WM-SCEN-4"), then=self.sided)

    def sided(self, d: Draft, face: int) -> Next:
        if face > 3:
            d.emit(SidesDrawn(cite="WM-SCEN-4"))
        counts = [len(deploying_order(d, s)) for s in (0, 1)]
        if counts[0] != counts[1]:
            return self.but(seat=0 if counts[0] > counts[1] else 1).units(d)
        pools = (Pool("seat a", (("d6", 1),), 0), Pool("seat b", (("d6", 1),), 1))
        return Wait(Roll("deployment", pools, Untied(), "WM-SCEN-2"), then=self.rolled)

    def rolled(self, d: Draft, a: int, b: int) -> Next:
        return self.but(seat=0 if a > b else 1).units(d)

    def units(self, d: Draft, *ignored: object) -> Next:
        seat = self.seat if deploying_order(d, self.seat) else OTHER[self.seat]
        if not deploying_order(d, seat):
            return self.leaders(d)
        me = self.but(seat=seat)
        if self.auto or seat in self.suggested:
            unit = deploying_order(d, seat)[0]
            return me.but(unit=unit).placed(d, DeployUnit(piece=unit).fallback(d))
        return Wait(Ask(seat, "deploy a unit", DeployMenu(seat=seat), None, "WM-SCEN-2"), then=me.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == REST:
            return self.but(suggested=(*self.suggested, self.seat)).units(d)
        unit = key.removeprefix("deploy ")
        ask = Ask(self.seat, say("deploy {unit}", unit=unit), DeployUnit(piece=unit), None, "WM-SCEN-2", about=(unit,))
        return Wait(ask, then=self.but(unit=unit).placed)

    def placed(self, d: Draft, answer: Any) -> Next:
        unit, poses = self.unit, DeployUnit(piece=self.unit).poses(d, answer)
        assert poses is not None
        d.emit(UnitDeployed(unit=unit, poses=poses, how="is deployed", cite="WM-SCEN-2"))
        d.emit(UnitMarked(unit=unit, changes={"where": TABLE}, says=f"{unit} is on the table", cite="WM-SCEN-2"))
        return self.but(seat=OTHER[self.seat], unit="").units(d)

    def leaders(self, d: Draft, *ignored: object) -> Next:
        left = [n for n in d.state.characters if n not in d.state.spots]
        if not left:
            return Call(Beginning(random=self.random), then=self.battle)
        seat = d.state.characters[left[0]].seat
        if self.auto or seat in self.suggested:
            return self.but(unit=left[0]).led(d, character_place(d, left[0]))
        ask = Ask(
            seat,
            say("deploy {left}", left=left[0]),
            DeployCharacter(piece=left[0]),
            None,
            "WM-SCEN-3",
            about=(left[0],),
        )
        return Wait(ask, then=self.but(unit=left[0]).led)

    def led(self, d: Draft, spot: Any) -> Next:
        d.emit(CharacterMoved(character=self.unit, spot=spot, cite="WM-SCEN-3"))
        return self.but(unit="").leaders(d)

    def battle(self, d: Draft, *ignored: object) -> Next:
        return Call(Battle(), then=self.done)

    def done(self, d: Draft, *ignored: object) -> Next:
        return Return()
