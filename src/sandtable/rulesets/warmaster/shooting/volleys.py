"""Shots: how many dice, at what score, and what they do (WM-SHOOT-7 to WM-SHOOT-11, WM-DICE-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.core import AtLeast, Call, Frame, Next, Pool, Query, Return, Roll, Term, Value, Wait
from sandtable.geometry.shapes import Disc, Rect
from sandtable.rulesets.warmaster.combat.attacks import LeastCover
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.shooting.hits import NO_SAVE, Save, TakeHits, capacity
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import TOKEN, Pose
from sandtable.rulesets.warmaster.terrain.cover import OPEN, TO_HIT, cover

SURE = 2  # no roll to hit is easier


class Shots(Query, frozen=True):
    """Dice of one shooting stand at this range in thousandths (WM-SHOOT-8)."""

    unit: str
    far: int
    at_charger: bool = False

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(entry(p, self.unit).shots, "shooting Attack", "WM-SHOOT-8", "base")


class ToHit(Query, frozen=True):
    """The least face that hits a target in this cover (WM-SHOOT-9)."""

    shooter: str  # a unit, or empty for a spell
    level: int

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(TO_HIT[self.level], ("in the open", "defended", "fortified")[self.level], "WM-SHOOT-9", "base")
        yield Term(SURE, "a 1 always misses", "WM-SHOOT-9", "least")


class CoverShift(Query, frozen=True):
    """How many steps worse a shooter's targets are covered (WM-ART-3)."""

    shooter: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(0, "", "WM-SHOOT-9", "base")


class Aim(Value, frozen=True):
    """Attacks of one shooter on one unit."""

    shooter: str  # a unit or a character
    target: str
    dice: int
    poses: tuple[Pose, ...]  # stands of the target that can be hit
    from_: tuple[tuple[int, ...], ...]  # poses of the shooting stands, or a wizard's spot
    unit: str = ""  # the shooting unit, for its special rules
    at_charger: bool = False


def levels(p: Position, aim: Aim) -> dict[Pose, int]:
    """The cover of each stand against the shooter. Those that cannot be hit are never the easier mark, but they fall no
    sooner than others as little protected (WM-SHOOT-10, WM-HITS-3)."""
    attackers = attackers_of(p, aim)
    shift = p.value(CoverShift(aim.unit)) if aim.unit else 0
    poses = p.state.stands.get(aim.target, ())
    if aim.at_charger:  # it counts as in the open (WM-TERRAIN-24), but for cover it always has (WM-DATA-12)
        return dict.fromkeys(poses, max(OPEN, p.value(LeastCover(aim.target)) - shift))
    visible = [pose for pose in aim.poses if pose in poses] or list(poses)
    found = {pose: max(OPEN, cover(p, aim.target, pose, attackers) - shift) for pose in poses}
    low = min((found[pose] for pose in visible), default=OPEN)
    return {pose: max(low, level) for pose, level in found.items()}


def attackers_of(p: Position, aim: Aim) -> Sequence[Rect | Disc]:
    if aim.unit and aim.unit in p.state.stands:
        return crowd(p).of(aim.unit)
    return [Disc(x, y, TOKEN) for x, y, *_ in aim.from_]


def volley(p: Position, aim: Aim, carried: bool = False, driving: bool = False) -> Volley:
    """The frame of some shots; special rules may have one of their own (`WarmasterRules.volleys`)."""
    rules = entry(p, aim.unit).special if aim.unit in p.state.units else ()
    kind: type[Volley] = next((p.rules.volleys[rule] for rule in rules if rule in p.rules.volleys), Volley)
    return kind(aim=aim, carried=carried, driving=driving)


class Volley(Frame, frozen=True, kw_only=True):
    """One shooter's dice at one unit: all hit dice, then a save for each hit (WM-DICE-3).

    At mixed cover the volley goes die by die, the least protected stands first (WM-SHOOT-10).
    """

    aim: Aim
    left: int = -1  # dice still to throw one by one
    hits: int = 0
    carried: bool = False
    driving: bool = False

    def still(self, d: Draft) -> bool:
        return self.aim.target in d.state.stands

    def start(self, d: Draft) -> Next:
        mixed = len(set(levels(d, self.aim).values())) > 1
        return self.but(left=self.aim.dice).one(d) if mixed else self.throw(d, self.aim.dice, self.struck)

    def one(self, d: Draft, *ignored: object) -> Next:
        if self.left <= 0 or capacity(d, self.aim.target) <= 0:
            return Return()
        return self.throw(d, 1, self.but(left=self.left - 1).struck)

    def throw(self, d: Draft, dice: int, then: object) -> Next:
        level = min(levels(d, self.aim).values(), default=OPEN)
        query = ToHit(self.aim.unit, level)
        who = d.state.units.get(self.aim.shooter) or d.state.characters.get(self.aim.shooter)
        pool = Pool("shots", (("d6", dice),), None if who is None else who.seat, d.terms(query))
        return Wait(Roll("hit", (pool,), AtLeast(d.value(query)), "WM-SHOOT-9"), then=then)  # type: ignore[arg-type]

    def struck(self, d: Draft, hits: int) -> Next:
        """Saves: equal to or above the armour cancels a hit (WM-SAVE-1, WM-SAVE-4)."""
        if not hits:
            return self.next_die(d)
        query = Save(self.aim.target, self.aim.unit, self.aim.at_charger)
        score = d.value(query)
        if score >= NO_SAVE:
            return self.wounded(d, hits)
        pool = Pool("saves", (("d6", hits),), d.state.units[self.aim.target].seat, d.terms(query))
        return Wait(Roll("save", (pool,), AtLeast(score), "WM-SAVE-1"), then=self.but(hits=hits).saved)

    def saved(self, d: Draft, saves: int) -> Next:
        return self.but(hits=0).wounded(d, self.hits - saves)

    def wounded(self, d: Draft, hits: int) -> Next:
        if hits <= 0:
            return self.next_die(d)
        least = levels(d, self.aim)
        low = min(least.values(), default=OPEN)
        among = tuple(pose for pose, level in least.items() if level == low) if len(set(least.values())) > 1 else ()
        frame = TakeHits(
            unit=self.aim.target, hits=hits, carried=self.carried, driving=self.driving, among=among,
            keep_contact=self.aim.at_charger, cite="WM-SHOOT-11",
        )  # fmt: skip
        return Call(frame, then=self.next_die)

    def next_die(self, d: Draft, *ignored: object) -> Next:
        return self.one(d) if self.left >= 0 and self.aim.target in d.state.stands else Return()
