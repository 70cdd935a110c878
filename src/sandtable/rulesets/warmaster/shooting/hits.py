"""Saves, hits and the stands they cost (WM-SAVE, WM-HITS)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core import Ask, Frame, Next, Option, Options, Query, Refusal, Return, Term, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.forced.destroyed import destroy
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.measuring.formations import groups
from sandtable.rulesets.warmaster.state.events.losing import HitsTaken, StandLost
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, Pose

NO_SAVE = 7  # a score no die reaches


class Save(Query, frozen=True):
    """The least face that saves a hit; 7: none (WM-SAVE-1, WM-SAVE-2, WM-SAVE-3)."""

    unit: str
    attacker: str = ""  # the shooting unit; empty in combat and for spells
    at_charger: bool = False

    def base(self, p: Position) -> Iterable[Term]:
        armour = entry(p, self.unit).armour
        if armour is None:
            yield Term(NO_SAVE, "no armour", "WM-SAVE-1", "base")
        else:
            yield Term(armour, f"armour {armour}+", "WM-SAVE-1", "base")
        yield Term(NO_SAVE, "no save", "WM-SAVE-3", "most")


class Toughness(Query, frozen=True):
    """Hits that cost a unit one stand (WM-HITS-1)."""

    unit: str

    def base(self, p: Position) -> Iterable[Term]:
        yield Term(entry(p, self.unit).hits, "Hits", "WM-HITS-1", "base")


def capacity(p: Position, unit: str) -> int:
    """How many more hits a unit can suffer (WM-HITS-8)."""
    if unit not in p.state.stands:
        return 0
    return len(p.state.stands[unit]) * p.value(Toughness(unit)) - p.state.units[unit].hits


def ends(p: Position, unit: str, among: tuple[Pose, ...] = ()) -> list[int]:
    """The stands that may go: those whose loss leaves the rest connected, if there are any (WM-FORMN-7, WM-HITS-3)."""
    poses = p.state.stands[unit]
    allowed = [i for i, pose in enumerate(poses) if not among or pose in among] or list(range(len(poses)))
    kept = [i for i in allowed if len(groups(rects_at(p, unit, (*poses[:i], *poses[i + 1 :])))) <= 1]
    return kept or allowed


def touching_enemy(p: Position, unit: str, number: int) -> bool:
    table, seat = crowd(p), p.state.units[unit].seat
    rect = table.of(unit)[number]
    return any(table.seats[table.owners[i]] != seat for i in table.row.within(rect, 0, EPS))


class StandsToLose(Options, frozen=True, kw_only=True):
    """The owner chooses which stand comes off (WM-HITS-3)."""

    unit: str
    among: tuple[Pose, ...] = ()
    keep_contact: bool = False  # a charger keeps a stand in contact if it can (WM-SHOOT-25)

    def numbers(self, p: Position) -> list[int]:
        found = ends(p, self.unit, self.among)
        if self.keep_contact:
            count = len(p.state.stands[self.unit])
            touching = [i for i in range(count) if touching_enemy(p, self.unit, i)]
            found = [i for i in found if touching != [i]] or found
        return found

    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(
            Option(f"stand {i + 1}", cite="WM-HITS-3", verb="lose stand", target=f"{self.unit}.{i + 1}")
            for i in self.numbers(p)
        )

    def missing(self, p: Position, key: str) -> Refusal:
        number, poses = key.removeprefix("stand "), p.state.stands[self.unit]
        cite, i = "WM-FORMN-7", int(number) - 1 if number.isdecimal() and 0 < int(number) <= len(poses) else -1
        if i in ends(p, self.unit):
            if self.among and poses[i] not in self.among:
                cite = "WM-SHOOT-10"
            elif i in ends(p, self.unit, self.among) and i not in self.numbers(p):
                cite = "WM-SHOOT-25"
        return super().missing(p, key).but(cite=cite)


class TakeHits(Frame, frozen=True, kw_only=True):
    """Unsaved hits are recorded and cost stands at once (WM-HITS-2, WM-HITS-4)."""

    unit: str
    hits: int
    carried: bool = False
    driving: bool = False
    among: tuple[Pose, ...] = ()  # lost first
    keep_contact: bool = False
    cite: str = "WM-HITS-1"

    def start(self, d: Draft) -> Next:
        hits = min(self.hits, capacity(d, self.unit))
        if hits <= 0:
            return Return()
        carried, driving = hits if self.carried else 0, hits if self.driving else 0
        d.emit(HitsTaken(unit=self.unit, hits=hits, carried=carried, driving=driving, cite=self.cite))
        return self.losing(d)

    def losing(self, d: Draft) -> Next:
        return lose(d, self, StandsToLose(unit=self.unit, among=self.among, keep_contact=self.keep_contact))

    def lost(self, d: Draft, key: str) -> Next:
        d.emit(
            StandLost(
                unit=self.unit, stand=int(key.split()[1]) - 1, hits=d.value(Toughness(self.unit)), cite="WM-HITS-1"
            )
        )
        return self.losing(d)


class LoseStands(Frame, frozen=True, kw_only=True):
    """Recorded hits cost stands: at the end of a combat round (WM-HITS-4)."""

    unit: str

    def start(self, d: Draft) -> Next:
        if self.unit not in d.state.stands:
            return Return()
        return lose(d, self, StandsToLose(unit=self.unit))

    def lost(self, d: Draft, key: str) -> Next:
        d.emit(
            StandLost(
                unit=self.unit, stand=int(key.split()[1]) - 1, hits=d.value(Toughness(self.unit)), cite="WM-HITS-1"
            )
        )
        return self.start(d)


def lose(d: Draft, frame: TakeHits | LoseStands, domain: StandsToLose) -> Next:
    """The next stand that recorded hits cost: the owner chooses; the last one takes the unit with it (WM-HITS-5)."""
    unit = domain.unit
    tough = d.value(Toughness(unit))
    if d.state.units[unit].hits < tough:
        return Return()
    if d.state.units[unit].hits >= tough * len(d.state.stands[unit]):
        destroy(d, unit, "WM-HITS-5")
        return Return()
    options = domain.options(d)
    if len(options) == 1:
        return frame.lost(d, options[0].key)
    ask = Ask(
        d.state.units[unit].seat,
        say("which stand {unit} loses", unit=unit),
        domain,
        options[-1].key,
        "WM-HITS-3",
        about=(unit,),
    )
    return Wait(ask, then=frame.lost)
