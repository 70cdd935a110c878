"""Home back: flyers far from every character come home (WM-HOME)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.core import Ask, Choice, Frame, Next, Option, Options, Pool, Refusal, Return, Roll, Wait
from sandtable.core.texts import say
from sandtable.geometry.pairs import gap
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.character_places import measures_with
from sandtable.rulesets.warmaster.command.movement import rooted
from sandtable.rulesets.warmaster.command.steps import HOME_BACK, out_of_step
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token
from sandtable.rulesets.warmaster.state.events.commanding import FlyersFar
from sandtable.rulesets.warmaster.state.events.moving import UnitMoved
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.turn.home_places import homeward

FAR_OFF = 20 * MILLI  # WM-HOME-1
TEN = 10 * MILLI  # WM-HOME-2
PASS, STAY = "end home back", "stay"
HOME = "home back"  # what special rules forbid by this name


def far_flyers(p: Position) -> tuple[str, ...]:
    """Flying units more than 20 cm from every friendly character (WM-HOME-1), from whatever he measures from
    (WM-GEO-6)."""
    seat, table = p.state.active, crowd(p)
    flyers = [unit for unit in p.state.on_table(seat) if entry(p, unit).flyer]

    def far(character: str, unit: str) -> float:
        joined = measures_with(p, character)
        bases = table.of(joined) if joined else (token(p, character),)
        return max(min(gap(base, stand) for stand in table.of(unit)) for base in bases)

    return tuple(unit for unit in flyers if all(far(c, unit) > FAR_OFF + EPS for c in p.state.leaders(seat)))


TESTED: Switch[Callable[[Position], tuple[str, ...]]] = Switch(
    "home_back_test",
    {"start_of_command_phase": lambda p: p.state.far_flyers, "start_of_home_back_step": far_flyers},
    "WM-HOME-9",
)


def note_flyers(d: Draft) -> None:
    """The condition is tested before initiative moves (WM-HOME-9)."""
    if found := far_flyers(d):
        d.emit(FlyersFar(units=found, cite="WM-HOME-9"))


def not_home(p: Position, unit: str) -> Refusal | None:
    """Why a unit may not home back: engaged, moved on initiative (WM-HOME-8), or just back on the table (WM-OFFT-5).

    Confused ones may (WM-HOME-4, WM-CONF-12).
    """
    if not entry(p, unit).flyer:
        return Refusal(say("{unit} does not fly", unit=unit), "WM-HOME-1")
    if engaged(p, unit):
        return Refusal(say("{unit} is engaged", unit=unit), "WM-HOME-8")
    if p.state.units[unit].initiative:
        return Refusal(say("{unit} has used its initiative", unit=unit), "WM-HOME-8")
    if unit not in TESTED.of(p)(p):
        return Refusal(say("{unit} is within 20 cm of a character", unit=unit), "WM-HOME-1")
    return rooted(p, unit) or p.forbidden(HOME, unit)


def home_option(unit: str) -> Option:
    return Option(f"{unit} homes back", cite="WM-HOME-1", verb="home back", actor=unit)


class HomeMenu(Options, frozen=True, kw_only=True):
    """Which flyer rolls."""

    done: tuple[str, ...] = ()

    def options(self, p: Position) -> tuple[Option, ...]:
        units = p.state.on_table(p.state.active) if p.state.leaders(p.state.active) else []
        able = [home_option(u) for u in units if u not in self.done and not_home(p, u) is None]
        return (*able, Option(PASS, cite="WM-TURN-5", verb=PASS, ends=True))

    def sought(self, p: Position) -> Iterator[Option]:
        """Every flyer."""
        return (home_option(u) for u in p.state.on_table(p.state.active) if entry(p, u).flyer)

    def missing(self, p: Position, key: str) -> Refusal:
        unit = key.removesuffix(" homes back")
        if unit not in p.state.on_table(p.state.active):
            return out_of_step(p, key, HOME_BACK) or super().missing(p, key)
        if unit in self.done:
            return Refusal(say("{unit} has rolled", unit=unit), "WM-HOME-2")
        return not_home(p, unit) or Refusal("there is no character to go to", "WM-HOME-6")


class HomeBack(Frame, frozen=True, kw_only=True):
    """Each flyer that may: roll or not; then go home or not (WM-HOME-5). It may be ordered afterwards (WM-HOME-3)."""

    done: tuple[str, ...] = ()
    unit: str = ""
    to: str = ""  # the character it goes to
    far: int = 0
    always: bool = False  # asks once even if no flyer may

    def start(self, d: Draft) -> Next:
        menu = HomeMenu(done=self.done)
        if len(menu.options(d)) == 1 and not (self.always and any(menu.sought(d))):
            return Return()
        ask = Ask(d.state.active, "home back", menu, PASS, "WM-HOME-1")
        return Wait(ask, then=self.but(always=False).chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == PASS:
            return Return()
        unit = key.split()[0]
        pool = Pool("home back", (("d6", 1),), d.state.active)
        return Wait(Roll("home_back", (pool,), cite="WM-HOME-2"), then=self.but(unit=unit).rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        leaders = d.state.leaders(d.state.active)
        options = (
            *(Option(f"to {c}", cite="WM-HOME-5", verb="home to", actor=self.unit, target=c) for c in leaders),
            Option(STAY, cite="WM-HOME-5", verb="stay away", actor=self.unit),
        )
        ask = Ask(
            d.state.active,
            say("{unit} homes back {what} cm", unit=self.unit, what=10 * face),
            Choice(options),
            STAY,
            "WM-HOME-5",
        )
        return Wait(ask, then=self.but(far=face * TEN).goes)

    def goes(self, d: Draft, key: str) -> Next:
        """The player places the stands after the first (WM-HOME-7); one stand has no choice."""
        me = self.but(to=key.removeprefix("to "))
        places = homeward(d, self.unit, me.to, self.far) if key != STAY else None
        if places is None:
            return me.next_flyer(d)
        if len(d.state.stands[self.unit]) == 1:
            return me.lands(d, places.fallback(d))
        prompt = say("where {unit} lands", unit=self.unit)
        ask = Ask(d.state.active, prompt, places, None, "WM-HOME-7", about=(self.unit, me.to))
        return Wait(ask, then=me.lands)

    def lands(self, d: Draft, answer: Any) -> Next:
        places = homeward(d, self.unit, self.to, self.far)
        assert places is not None
        poses = places.poses(d, answer)
        if poses != d.state.stands[self.unit]:
            d.emit(UnitMoved(unit=self.unit, poses=poses, how="homes back", cite="WM-HOME-6"))
        return self.next_flyer(d)

    def next_flyer(self, d: Draft) -> Next:
        return self.but(done=(*self.done, self.unit), unit="", to="", far=0).start(d)
