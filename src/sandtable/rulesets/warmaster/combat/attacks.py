"""Attacks: who fights whom, with how many dice, at what score (WM-COMBAT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sandtable.core import Flag, Query, Term
from sandtable.geometry.distance import contact
from sandtable.geometry.pairs import touching
from sandtable.geometry.shapes import Rect
from sandtable.rulesets.warmaster.combat.support import CORNER, enemies_of, skirmisher, strip
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Position, entry, mount, rank
from sandtable.rulesets.warmaster.state.table import EPS, Pose
from sandtable.rulesets.warmaster.terrain.cover import (
    FORTIFIED,
    OPEN,
    TO_HIT,
    cover,
    fortified_place,
    fortified_start,
    in_loose,
)

ONWARD = ("monster", "chariot")  # a further +1 charging an enemy in the open (WM-COMBAT-6)
Targets = Callable[[Position, int], tuple[str, ...]]


def any_touched(p: Position, number: int) -> tuple[str, ...]:
    """Every enemy unit a stand touches, by whatever edge or corner (WM-COMBAT-2)."""
    table = crowd(p)
    return tuple(dict.fromkeys(table.owners[i] for i in enemies_of(p, number)))


def front_first(p: Position, number: int) -> tuple[str, ...]:
    """Those at the front edge before those at side or rear, these before corners."""
    table = crowd(p)
    ranks: dict[str, int] = {}
    for i, met in enemies_of(p, number).items():
        place = 2 if met.kind == "corner" or met.length < CORNER else 0 if met.side_a == "front" else 1
        ranks[table.owners[i]] = min(ranks.get(table.owners[i], 3), place)
    best = min(ranks.values(), default=3)
    return tuple(o for o, r in ranks.items() if r == best)


TARGETS: Switch[Targets] = Switch(
    "combat_target", {"any_touched": any_touched, "front_first": front_first}, "WM-COMBAT-2"
)
Bonus = Callable[[Position, str, int], bool]
ADVANCE_BONUS: Switch[Bonus] = Switch(  # whether an advance counts as a charge in its first round (WM-ADV-6)
    "advance_charge_bonus",
    {
        "never": lambda p, unit, won_in: False,
        "after_first_round_win": lambda p, unit, won_in: won_in == 1,
        "always": lambda p, unit, won_in: True,
    },
    "WM-ADV-6",
)


class Attack(Query, frozen=True):
    """A stand's Attack value (WM-COMBAT-3)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(entry(p, self.unit).attack, "Attack", "WM-COMBAT-3", "base")


class Terrifies(Flag, frozen=True):
    """Whether a unit causes terror: itself, or by the mount of a character with it (WM-CHAR-12)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        if entry(p, self.unit).has("terror"):
            yield Term(1, "terror", "WM-COMBAT-9")
        for name in joined_to(p, self.unit):
            beast = mount(p, name)
            if beast is not None and "terror" in beast.special:
                yield Term(1, f"{name}'s mount", "WM-CHAR-12")


class Fearless(Flag, frozen=True):
    """Whether terror does not touch a unit: it causes terror itself, or is immune (WM-COMBAT-9)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        if p.holds(Terrifies(self.unit)):
            yield Term(1, "causes terror itself", "WM-COMBAT-9")


class LeastCover(Query, frozen=True):
    """Cover a unit always has (WM-DATA-12)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(OPEN, "", "WM-TERRAIN-21", "base")


class SpellCover(Query, frozen=True):
    """Cover by a spell, lost like any other (WM-DATA-12)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(OPEN, "", "WM-TERRAIN-20", "base")


def joined_to(p: Position, unit: str) -> list[str]:
    return [n for n, c in p.state.characters.items() if c.joined == unit and n in p.state.spots]


def exposed(p: Position, unit: str) -> bool:
    """In the open whatever it stands in: it charged, advanced, pursued or retreated, until that fight is over
    (WM-TERRAIN-24, WM-RETREAT-8)."""
    own = p.state.units[unit]
    return not own.settled and (own.charged or own.advanced or own.pursued or own.retreated)


def combat_cover(p: Position, attacker: str, target: str, pose: Pose) -> int:
    """The cover of a stand against a unit that fights it (WM-COMBAT-13, WM-TERRAIN-23)."""
    always = p.value(LeastCover(target))
    if exposed(p, target):
        return always
    noted = [(at, lv) for name, at, lv in p.state.covers.get(attacker, ()) if name == target]
    if noted:  # it was charged
        level = next((lv for at, lv in noted if at == pose), OPEN)
    else:
        level = cover(p, target, pose, crowd(p).of(attacker))
    return max(level, always, p.value(SpellCover(target)))


def fortified(p: Position, unit: str, enemies: Iterable[str]) -> bool:
    """Whether a unit counts as fortified against enemies it fought: in a fort, on a rampart, or behind it as they came
    (WM-TERRAIN-23, WM-TERRAIN-26). Of those who are gone without a trace the worst is thought."""
    if exposed(p, unit) or not fortified_start(p, unit):
        return False
    if any(fortified_place(p, rect, 0) for rect in crowd(p).of(unit)):
        return True
    levels = [combat_cover(p, enemy, unit, pose) for enemy in met_by(p, unit, enemies) for pose in p.state.stands[unit]]
    return max(levels, default=FORTIFIED) >= FORTIFIED


def met_by(p: Position, unit: str, enemies: Iterable[str]) -> list[str]:
    """Of enemies a unit fought those of whom it is known where they came from: they are there, or they charged it."""
    covers = p.state.covers
    return [e for e in enemies if e in p.state.stands or any(name == unit for name, _, _ in covers.get(e, ()))]


class Blow(NamedTuple):
    """A stand that fights: which, and whom it strikes."""

    unit: str
    number: int  # in the row
    target: str


def fighting(p: Position, unit: str) -> list[int]:
    """The stands of a unit that touch an enemy, by their numbers in the row (WM-COMBAT-1)."""
    return [n for n in crowd(p).numbers(unit) if enemies_of(p, n)]


def struck_level(p: Position, blow: Blow) -> int:
    """The least protected of the target's stands that the stand touches (WM-COMBAT-13)."""
    return min((level for _, level in touched_stands(p, blow)), default=OPEN)


def touched_stands(p: Position, blow: Blow) -> list[tuple[Rect, int]]:
    """The target's stands that the stand touches, each with its cover."""
    table = crowd(p)
    rects = [table.rects[i] for i in enemies_of(p, blow.number) if table.owners[i] == blow.target]
    return [(rect, combat_cover(p, blow.unit, blow.target, _pose(rect))) for rect in rects]


class BlowDice(Query, frozen=True):
    """Dice of one stand against one unit, with every modifier, 0 at least (WM-COMBAT-3, WM-COMBAT-14, WM-COMBAT-19)."""

    unit: str
    number: int
    target: str
    round: int
    pursuit: int = -1  # cm the target retreated, if the unit pursued it (WM-COMBAT-7)
    won_in: int = 0  # the round in which it won the fight it advanced out of

    def base(self, p: Position) -> Iterable[Term]:
        if skirmisher(p, self.number):
            attached = p.rules.library.units[p.state.units[self.unit].attached]
            yield Term(attached.attack, f"Attack of {attached.name.lower()}", "WM-COMBAT-3", "base")
        else:
            yield Term(p.value(Attack(self.unit)), "Attack", "WM-COMBAT-3", "base")
        yield Term(0, "not below 0", "WM-COMBAT-3", "least")
        yield from self.charge(p)
        if self.pursuit >= 0:
            yield Term(1, "pursuit", "WM-COMBAT-7")
            if self.pursuit >= 3:
                yield Term(self.pursuit // 3, f"it retreated {self.pursuit} cm", "WM-COMBAT-8")
        yield from self.against(p)
        if p.state.units[self.unit].confused:
            yield Term(-1, "confused", "WM-COMBAT-11")

    def charge(self, p: Position) -> Iterator[Term]:
        """+1 in the first round against an enemy in the open, and another for monsters and chariots (WM-COMBAT-5).

        The first round is the first fought in this phase (WM-COMBAT-17).
        """
        own = p.state.units[self.unit]
        charged = ADVANCE_BONUS.of(p)(p, self.unit, self.won_in) if own.advanced else own.charged
        if self.round != 1 or not charged or self.pursuit >= 0:
            return
        touched = touched_stands(p, Blow(self.unit, self.number, self.target))
        if all(level != OPEN or in_loose(p, rect) for rect, level in touched):
            return
        yield Term(1, "charging an enemy in the open", "WM-COMBAT-5")
        if entry(p, self.unit).type in ONWARD:
            yield Term(1, f"a charging {entry(p, self.unit).type}", "WM-COMBAT-6")

    def against(self, p: Position) -> Iterator[Term]:
        """Terror, and enemies to side or rear, from every enemy stand that touches it (WM-COMBAT-9, WM-COMBAT-10)."""
        table = crowd(p)
        touching_it = enemies_of(p, self.number)
        if not p.holds(Fearless(self.unit)) and any(frightens(p, self.unit, table.owners[i]) for i in touching_it):
            yield Term(-1, "a terrifying enemy", "WM-COMBAT-9")
        rect = table.rects[self.number]
        if any(in_flank(rect, table.rects[i]) for i in touching_it):
            yield Term(-1, "an enemy to side or rear", "WM-COMBAT-10")


class Frightened(Flag, frozen=True):
    """Whether every enemy terrifies this unit."""

    unit: str


def frightens(p: Position, unit: str, enemy: str) -> bool:
    return p.holds(Terrifies(enemy)) or p.holds(Frightened(unit))


def in_flank(rect: Rect, enemy: Rect) -> bool:
    """An enemy front edge or front corner against a side, the rear or a rear corner; not the front (WM-COMBAT-10).

    A front edge along a whole side ends at the front corner and is in the flank all the same. Side along side is not.
    """
    met = contact(rect, enemy, EPS)
    if met is None or (met.kind == "edge" and met.side_b != "front"):
        return False
    if met.kind == "edge":
        return met.side_a != "front"
    front = strip(enemy, 0)
    return touching(front, rect, EPS) and not touching(front, strip(rect, 0), EPS)


def to_hit(p: Position, blow: Blow) -> int:
    """The score of a stand's dice (WM-COMBAT-12)."""
    return TO_HIT[struck_level(p, blow)]


def character_bonus(p: Position, unit: str) -> tuple[str, int]:
    """The joined character with the highest Attack, and his dice (WM-CHAR-6)."""
    found = [(p.value(CharacterAttack(name)), name) for name in joined_to(p, unit)]
    dice, name = max(found, default=(0, ""))
    return name, dice


class CharacterAttack(Query, frozen=True):
    """A character's bonus with his mount's."""

    character: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(rank(p, self.character).attack, "Attack bonus", "WM-CHAR-6", "base")
        beast = mount(p, self.character)
        if beast is not None:
            yield Term(beast.attack, f"on a {beast.name.lower()}", "WM-CHAR-6")


def _pose(rect: Rect) -> Pose:
    return round(rect.x), round(rect.y), rect.facing
