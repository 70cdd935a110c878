"""Carrying out an order: charges one by one, everybody else in one move (WM-CMD-12, WM-BRIG-7, WM-BRIG-9)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.charging.charge import Charge, words_to_place
from sandtable.rulesets.warmaster.charging.no_way import why_no_charge
from sandtable.rulesets.warmaster.charging.targets import charge_option, possible
from sandtable.rulesets.warmaster.command.march import March, Moves, Place, ends_at, goals_of
from sandtable.rulesets.warmaster.command.movement import Pace
from sandtable.rulesets.warmaster.command.spoken_names import one_name, words_in
from sandtable.rulesets.warmaster.measuring.crowd import foes
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.ways import Fault, Way, unit_ways
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position

MARCH = "march"


class Obey(Options, frozen=True, kw_only=True):
    """What ordered units do next: one of them charges, or all that are left march."""

    units: tuple[str, ...]
    march: bool = True
    tried: tuple[str, ...] = ()  # charges that proved impossible

    def options(self, p: Position) -> tuple[Option, ...]:
        every = (charge_option(name, target, "WM-CHARGE-15") for name in self.units for target in possible(p, name))
        found = [option for option in every if option.key not in self.tried]
        if self.march:
            found.append(Option(MARCH, cite="WM-CMD-12", about=self.units, verb=MARCH, also=self.units))
        return tuple(found)

    def missing(self, p: Position, key: str) -> Refusal:
        name, _, target = key.partition(" charges ")
        if key in self.tried:
            return Refusal(say("{name}'s charge proved impossible", name=name), "WM-CHARGE-1")
        known = name in self.units and (target in p.state.stands or target in p.state.spots)
        return (why_no_charge(p, name, target) if known else None) or super().missing(p, key)

    def sought(self, p: Position) -> Iterator[Option]:
        """Every enemy in sight or near."""
        for name in self.units:
            for target in foes(p, name):
                yield charge_option(name, target, "WM-CHARGE-15")

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``charge orcs2 front``, ``knights charge orcs2``: who charges, then where; anything else is a march."""
        said = words_in(words.casefold())
        name, rest = one_name(p, said, self.units)
        if rest[:1] in (["charge"], ["charges"]):
            others = [u for u in (*p.state.stands, *p.state.spots) if u not in self.units]
            target, left = one_name(p, rest[1:], others)
            able = [name] if name else [u for u in self.units if target in possible(p, u)] or list(self.units[:1])
            if target and able:
                where = words_to_place(p, able[0], target, left) if target in p.state.stands else ""
                return f"{able[0]} charges {target}", where
        return (MARCH, words) if self.march and words.strip().casefold() != MARCH else None


class CarryOut(Frame, frozen=True, kw_only=True):
    """The units that obeyed. Those kept back by the march charge afterwards."""

    units: tuple[str, ...]
    seat: int
    marched: bool = False
    trying: str = ""  # the charge that is being made
    tried: tuple[str, ...] = ()  # those that proved impossible

    def start(self, d: Draft, *ignored: object) -> Next:
        """One unit after another charges or moves (WM-BRIG-8); a charger gets no more orders (WM-CHARGE-14)."""
        left = tuple(name for name in self.units if name in d.state.stands)
        me = self.but(units=left)
        if not left:
            return Return()
        menu = Obey(units=left, march=not self.marched, tried=self.tried)
        options = menu.options(d)
        if not options:
            return Return()
        if len(options) == 1 and not self.marched:
            return me.march(d)
        ask = Ask(self.seat, "carry out the order", menu, options[-1].key, "WM-CMD-12", about=left)
        return Wait(ask, then=me.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == MARCH:
            return self.march(d)
        name, _, target = key.partition(" charges ")
        return Call(Charge(unit=name, target=target), then=self.but(trying=key).charged)

    def charged(self, d: Draft, made: bool) -> Next:
        """One whose charge proved impossible may use the order in another way (WM-CHARGE-1)."""
        name = self.trying.partition(" ")[0]
        if made:
            return self.but(units=tuple(u for u in self.units if u != name), trying="").start(d)
        return self.but(tried=(*self.tried, self.trying), trying="").start(d)

    def march(self, d: Draft) -> Next:
        domain = March(pieces=self.units)
        ask = Ask(self.seat, say("move {units}", units=self.units), domain, None, "WM-MOVE-12", about=self.units)
        return Wait(ask, then=self.moved)

    def moved(self, d: Draft, moves: Moves) -> Next:
        for name, goals in moves:
            if goals is not None:
                move(d, name, goals)
        kept = tuple(name for name, goals in moves if goals is None)
        return Call(Settle(), then=self.but(units=kept, marched=True).start)


def move(d: Draft, name: str, place: Place, how: str = "moves", cite: str = "WM-MOVE-12") -> None:
    """A unit's stands go to their places; one that stays is not moved."""
    poses = ends_at(goals_of(d, name, place))
    if poses != d.state.stands[name]:
        over = ridden_over(d, name, poses, lambda: found_ways(d, name, place))
        d.emit(UnitMoved(unit=name, poses=poses, how=how, over=over, cite=cite))


def found_ways(p: Position, name: str, place: Place) -> tuple[Way, ...]:
    """The ways of a unit's stands to where they may go."""
    found = unit_ways(p, name, goals_of(p, name, place), p.value(Pace(name)))
    return () if isinstance(found, Fault) else found
