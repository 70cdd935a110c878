"""Deployment: units one at a time alternately, then characters (WM-SCEN-1, WM-SCEN-2, WM-SCEN-3)."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core import Ask, Call, Domain, Frame, Next, Pool, Refusal, Return, Roll, Unspoken, Untied, Wait
from sandtable.core.places import bad_pose
from sandtable.core.texts import say
from sandtable.core.words import place, words_of
from sandtable.geometry.pairs import overlap
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.command.character_places import rider, riding_ground
from sandtable.rulesets.warmaster.measuring.crowd import rects_at, size
from sandtable.rulesets.warmaster.measuring.formations import connected, line_at
from sandtable.rulesets.warmaster.setup.layout import (
    character_place,
    deploying_order,
    facing_of,
    fits,
    in_zone,
    place_for,
)  # fmt: skip
from sandtable.rulesets.warmaster.state.events.commanding import SidesDrawn
from sandtable.rulesets.warmaster.state.events.moving import CharacterMoved, UnitDeployed, UnitMarked
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import EPS, OTHER, TABLE
from sandtable.rulesets.warmaster.turn.battle import Battle, Beginning


class DeployUnit(Domain, frozen=True, kw_only=True):
    """A unit and the poses of its stands: ``("halberdiers_1", ((40000, 12000, 90000), ...))``."""

    seat: int

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], str):
            return Refusal("expected [unit, places of its stands]", "WM-SCEN-2")
        unit, poses = answer
        own = p.state.units.get(unit)
        if own is None or own.seat != self.seat or unit in p.state.stands:
            return Refusal(
                say("{unit!r} is not yours to deploy", unit=unit[:80]),
                "WM-SCEN-2",
                instead=", ".join(self.waiting(p)[:12]),
            )
        count = own.start + own.skirmisher
        if not isinstance(poses, tuple) or len(poses) != count or any(bad_pose(a, facing=True) for a in poses):
            return Refusal(f"{unit} has {count} stands: [x, y, facing] for each", "WM-SCEN-2")
        if any(not 0 <= pose[2] < 360 * MILLI for pose in poses):
            return Refusal("a facing is 0 up to 360 degrees", "WM-SCEN-2")
        rects = rects_at(p, unit, poses)
        if not connected(rects) or any(a == b for i, a in enumerate(poses) for b in poses[i + 1 :]):
            return Refusal("its stands must all touch one another", "WM-FORMN-1")
        if not fits(p, unit, list(rects)) or clash(rects):
            return Refusal(say("{unit} must stand in your zone, on free ground open to it", unit=unit), "WM-SCEN-1")
        return None

    def waiting(self, p: Position) -> list[str]:
        return deploying_order(p, self.seat)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found = []
        for unit in self.waiting(p)[:n]:
            if (poses := place_for(p, unit)) is not None:
                found.append((unit, poses))
        return found

    def spoken(self, p: Position, words: str) -> Any:
        """``halberdiers_1 40 12``: in line about this point, facing the enemy; with a facing: ``halberdiers_1 40 12
        90``."""
        said = words_of(words)
        unit = said[0] if said else ""
        own = p.state.units.get(unit)
        if own is None:
            raise Unspoken(f"which unit? {', '.join(self.waiting(p)[:8])}")
        at = place(p, " ".join(said[1:]), None)
        facing = at[2] if len(at) == 3 else facing_of(p.state.sides[self.seat])
        return unit, line_at((at[0], at[1]), facing, size(p.rules, own.entry), own.start + own.skirmisher)

    def hint(self, p: Position) -> str:
        return "UNIT x y, or UNIT x y facing: in line about that point"


def clash(rects: tuple[Any, ...]) -> bool:
    return any(overlap(a, b, EPS) for i, a in enumerate(rects) for b in rects[i + 1 :])


class DeployCharacter(Domain, frozen=True, kw_only=True):
    """A place in the zone for a character (WM-SCEN-3, WM-DATA-8)."""

    character: str

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if (bad := bad_pose(answer)) is not None:
            return bad.but(cite="WM-SCEN-3")
        seat = p.state.characters[self.character].seat
        if not in_zone(p.state.sides[seat], answer):
            return Refusal(say("{character} deploys in your zone", character=self.character), "WM-SCEN-3")
        if not riding_ground(p, seat, rider(p, self.character)).free(answer):
            return Refusal(say("{character} cannot be there", character=self.character), "WM-DATA-8")
        return None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [character_place(p, self.character)]

    def spoken(self, p: Position, words: str) -> Any:
        return place(p, words, None)[:2]

    def hint(self, p: Position) -> str:
        return "x y"


class SetUp(Frame, frozen=True, kw_only=True):
    """Sides by a die, units alternately from the larger army, characters, then the battle (WM-SCEN-4)."""

    auto: bool = False
    random: bool = True
    seat: int = 0
    unit: str = ""

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
        domain = DeployUnit(seat=seat)
        me = self.but(seat=seat)
        if self.auto:
            found = domain.sample(d, 1, Random(0))
            return me.placed(d, found[0])
        return Wait(Ask(seat, "deploy a unit", domain, None, "WM-SCEN-2"), then=me.placed)

    def placed(self, d: Draft, answer: Any) -> Next:
        unit, poses = answer
        d.emit(UnitDeployed(unit=unit, poses=poses, cite="WM-SCEN-2"))
        d.emit(UnitMarked(unit=unit, changes={"where": TABLE}, says=f"{unit} is on the table", cite="WM-SCEN-2"))
        return self.but(seat=OTHER[self.seat]).units(d)

    def leaders(self, d: Draft, *ignored: object) -> Next:
        left = [n for n in d.state.characters if n not in d.state.spots]
        if not left:
            return Call(Beginning(random=self.random), then=self.battle)
        domain = DeployCharacter(character=left[0])
        if self.auto:
            return self.but(unit=left[0]).led(d, character_place(d, left[0]))
        seat = d.state.characters[left[0]].seat
        return Wait(
            Ask(seat, say("deploy {left}", left=left[0]), domain, None, "WM-SCEN-3"), then=self.but(unit=left[0]).led
        )

    def led(self, d: Draft, spot: Any) -> Next:
        d.emit(CharacterMoved(character=self.unit, spot=spot, cite="WM-SCEN-3"))
        return self.but(unit="").leaders(d)

    def battle(self, d: Draft, *ignored: object) -> Next:
        return Call(Battle(), then=self.done)

    def done(self, d: Draft, *ignored: object) -> Next:
        return Return()
