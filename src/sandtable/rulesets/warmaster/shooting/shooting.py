"""The Shooting phase: units shoot one after another at the closest enemy, spells between them (WM-SHOOT).

Shooting has no combat modifiers (WM-SHOOT-14). Units and spells come in any order (WM-SHOOT-13).
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Options,
    Refusal,
    Return,
    Sequence,
    Settle,
    Wait,
    WindowName,
)
from sandtable.core.texts import say
from sandtable.geometry.pairs import gap
from sandtable.geometry.units import text
from sandtable.rulesets.warmaster.combat.engagements import all_engaged, engaged
from sandtable.rulesets.warmaster.combat.support import skirmisher
from sandtable.rulesets.warmaster.command.steps import SHOOTING as SHOTS
from sandtable.rulesets.warmaster.command.steps import out_of_step
from sandtable.rulesets.warmaster.measuring.crowd import crowd, foes
from sandtable.rulesets.warmaster.measuring.sight import all_round, by_distance, enemies_in_sight, sees, stand_sees
from sandtable.rulesets.warmaster.shooting.drive_backs import DriveBacks
from sandtable.rulesets.warmaster.shooting.volleys import Aim, Shots, volley
from sandtable.rulesets.warmaster.state.events.commanding import PhaseBegan, PhaseEnded
from sandtable.rulesets.warmaster.state.events.fighting import Fired
from sandtable.rulesets.warmaster.state.events.losing import HitsForgotten
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, SHOOTING, Pose, Table

DONE = "end shooting"
Picks = tuple[tuple[int, str], ...]
SHOOT = "shoot"  # what special rules forbid by this name
BESIDES = WindowName("besides shooting", Table, "cast a spell")  # what else may be done in the Shooting phase


def targets(p: Position, unit: str) -> Iterator[list[str]]:
    """Unengaged enemy units a unit sees in range, those equally near together, the nearest first (WM-SHOOT-2,
    WM-SHOOT-12)."""
    reach = entry(p, unit).range + EPS  # of ties at the limit all are wanted
    free = {o for _, o in by_distance(p, unit, reach)} - all_engaged(p)
    return enemies_in_sight(p, unit, all_round(p, unit), reach, free)


def closest_targets(p: Position, unit: str) -> tuple[str, ...]:
    """The closest target in range; several when equally near, for the shooter to choose (WM-SHOOT-2)."""
    return p.memo(("closest targets", unit, all_engaged(p)), _closest_targets, PLACES, p, unit)


def _closest_targets(p: Position, unit: str) -> tuple[str, ...]:
    found = (tuple(o for o in near if shooters(p, unit, o)) for near in targets(p, unit))
    return next(filter(None, found), ())


def shooters(p: Position, unit: str, target: str) -> tuple[int, ...]:
    """The stands of a unit that see a target and have it in range, each by itself (WM-SHOOT-7, WM-GEO-5). A skirmisher
    has no missiles (WM-SHOOT-8)."""
    table, reach = crowd(p), entry(p, unit).range
    found = []
    for i, number in enumerate(table.numbers(unit)):
        if not skirmisher(p, number) and stand_sees(p, number, target, all_round(p, unit)):
            rect = table.rects[number]
            if min(gap(rect, r) for r in table.of(target)) <= reach + EPS:
                found.append(i)
    return tuple(found)


def visible_poses(p: Position, unit: str, stands: tuple[int, ...], target: str) -> tuple[Pose, ...]:
    """The target's stands that one of these stands sees in range."""
    table, reach = crowd(p), entry(p, unit).range
    seen: set[int] = set()
    for i in stands:
        number = table.numbers(unit)[i]
        for other in stand_sees(p, number, target, all_round(p, unit)):
            if gap(table.rects[number], table.rects[other]) <= reach + EPS:
                seen.add(other)
    start = table.spans[target][0]
    return tuple(p.state.stands[target][n - start] for n in sorted(seen))


def may_shoot(p: Position, unit: str) -> Refusal | None:
    own = p.state.units[unit]
    if not entry(p, unit).shots:
        return Refusal(say("{unit} has no missiles", unit=unit), "WM-SHOOT-1")
    if own.shot:
        return Refusal(say("{unit} has shot", unit=unit), "WM-SHOOT-1")
    if engaged(p, unit):
        return Refusal(say("{unit} is engaged", unit=unit), "WM-SHOOT-1")
    return p.forbidden(SHOOT, unit)


def aims(p: Position, unit: str, target: str, picks: Picks = ()) -> tuple[Aim, ...]:
    """What a unit's shots at a target come to: its own dice, and those of stands that must look elsewhere (WM-SHOOT-7,
    WM-SHOOT-26). `picks`: where stands shoot that have several equally near.

    Cannon and bolt throwers have a way of their own (`WarmasterRules.aims`).
    """
    found = list(aim_at(p, unit, shooters(p, unit, target), target))
    chosen, others = dict(picks), dict[str, tuple[int, ...]]()
    for i, near in elsewhere(p, unit, target).items():
        other = chosen.get(i, near[0])
        others[other] = (*others.get(other, ()), i)
    for other, some in others.items():
        found += aim_at(p, unit, some, other)
    return tuple(found)


def elsewhere(p: Position, unit: str, target: str) -> dict[int, tuple[str, ...]]:
    """The stands that cannot shoot at a unit's target, each with its own closest: several when equally near, for the
    shooter to choose (WM-SHOOT-7, WM-SHOOT-2)."""
    table, stands, found = crowd(p), shooters(p, unit, target), dict[int, tuple[str, ...]]()
    for i in (i for i in range(len(p.state.stands[unit])) if i not in stands):
        rect = table.of(unit)[i]
        far = {
            o: min(gap(rect, r) for r in table.of(o))
            for some in targets(p, unit)
            for o in some
            if i in shooters(p, unit, o)
        }
        if far:
            found[i] = tuple(sorted(o for o in far if far[o] <= min(far.values()) + EPS))
    return found


def aim_at(p: Position, unit: str, stands: tuple[int, ...], target: str) -> tuple[Aim, ...]:
    for rule in entry(p, unit).special:
        if rule in p.rules.aims:
            return tuple(p.rules.aims[rule](p, unit, stands, target))
    return (plain_aim(p, unit, stands, target),)


def plain_aim(p: Position, unit: str, stands: tuple[int, ...], target: str) -> Aim:
    table = crowd(p)
    dice = 0
    for i in stands:
        rect = table.of(unit)[i]
        far = min(gap(rect, r) for r in table.of(target))
        dice += p.value(Shots(unit, round(far)))
    poses = p.state.stands[unit]
    return Aim(unit, target, dice, visible_poses(p, unit, stands, target), tuple(poses[i] for i in stands), unit)


def shoot_option(unit: str, target: str) -> Option:
    return Option(f"{unit} shoots {target}", cite="WM-SHOOT-2", verb="shoot", actor=unit, target=target, odds=True)


class ShootingMenu(Options, frozen=True, kw_only=True):
    """Which unit shoots at which enemy."""

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo("shooting menu", lambda: tuple(self._found(p)))

    def _found(self, p: Position) -> Iterator[Option]:
        for unit in p.state.on_table(p.state.active):
            if may_shoot(p, unit) is None:
                for target in closest_targets(p, unit):
                    yield shoot_option(unit, target)
        for offer in p.offers(BESIDES, p.state, p.state.active):
            yield offer.option()
        yield Option(DONE, cite="WM-SHOOT-1", verb=DONE, ends=True)

    def sought(self, p: Position) -> Iterator[Option]:
        """Every unit that can shoot, at every enemy."""
        for unit in p.state.on_table(p.state.active):
            if entry(p, unit).shots:
                for target in foes(p, unit):
                    yield shoot_option(unit, target)

    def missing(self, p: Position, key: str) -> Refusal:
        unit, _, target = key.partition(" shoots ")
        if unit in p.state.on_table(p.state.active) and target in p.state.stands:
            return no_shot(p, unit, target) or super().missing(p, key)
        if unit in p.state.on_table(p.state.active) and target in p.state.spots:
            return Refusal(say("{target} cannot be shot at", target=target), "WM-CHAR-7")
        return p.rules.no_spell(p, key) or out_of_step(p, key, SHOTS) or super().missing(p, key)


def no_shot(p: Position, unit: str, target: str) -> Refusal | None:
    """Why a unit may not shoot at this one."""
    if found := may_shoot(p, unit):
        return found
    if p.state.units[target].seat == p.state.units[unit].seat:
        return Refusal(say("{target} is a friend", target=target), "WM-SHOOT-2")
    if engaged(p, target):
        return Refusal(say("{target} is engaged", target=target), "WM-SHOOT-12")
    if not sees(p, unit, target, all_round(p, unit)):
        return Refusal(say("{unit} does not see {target}", unit=unit, target=target), "WM-SHOOT-7")
    reach, far = entry(p, unit).range, crowd(p).apart(unit, target)
    if far > reach + EPS:
        cite = {15_000: "WM-SHOOT-6", 40_000: "WM-SHOOT-5", 60_000: "WM-SHOOT-4"}.get(reach, "WM-SHOOT-3")
        return Refusal(
            say("{target} is {far} cm away, the range is {reach}", target=target, far=text(far), reach=text(reach)),
            cite,
            int(far - reach),
        )
    if not shooters(p, unit, target):
        return Refusal(say("no stand of {unit} sees {target} in range", unit=unit, target=target), "WM-SHOOT-7")
    return Refusal(say("{target} is not the closest enemy {unit} sees", target=target, unit=unit), "WM-SHOOT-2")


class Shooting(Frame, frozen=True, kw_only=True):
    """The phase: shots and spells, then drive backs, then left-over hits go (WM-TURN-8)."""

    always: bool = False  # asks once even if nobody can shoot

    def start(self, d: Draft) -> Next:
        d.emit(PhaseBegan(phase=SHOOTING, cite="WM-TURN-2"))
        return self.ask(d)

    def ask(self, d: Draft, *ignored: object) -> Next:
        menu = ShootingMenu()
        options = menu.options(d)
        if len(options) == 1 and not self.always:
            return Call(DriveBacks(), then=self.over)
        ask = Ask(d.state.active, "shoot or cast", menu, options[0].key, "WM-SHOOT-1")
        return Wait(ask, then=self.but(always=False).chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == DONE:
            return Call(DriveBacks(), then=self.over)
        unit, _, target = key.partition(" shoots ")
        if not target:
            offer = next(o for o in d.offers(BESIDES, d.state, d.state.active) if o.key == key)
            return Call(offer.frame, then=self.settle)
        return Call(Shot(unit=unit, target=target), then=self.settle)

    def settle(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.ask)

    def over(self, d: Draft, *ignored: object) -> Next:
        """Hits on units in contact and those carried into combat stay (WM-HITS-6, WM-HITS-7)."""
        d.emit(PhaseEnded(phase=SHOOTING, cite="WM-TURN-8"))
        return Call(Sequence(frames=()), then=self.forget)

    def forget(self, d: Draft, *ignored: object) -> Next:
        kept = tuple(n for n, u in d.state.units.items() if (u.hits or u.driving) and not engaged(d, n))
        if kept:
            d.emit(HitsForgotten(units=kept, carried=False, cite="WM-HITS-6"))
        return Return()


class Shot(Frame, frozen=True, kw_only=True):
    """One unit shoots; a stand that looks elsewhere and has two enemies equally near names one (WM-SHOOT-7)."""

    unit: str
    target: str
    picks: Picks = ()
    asked: int = 0

    def start(self, d: Draft) -> Next:
        for i, near in elsewhere(d, self.unit, self.target).items():
            if len(near) > 1 and i not in dict(self.picks):
                return self.but(asked=i).ask(d, near)
        return Call(shot(d, self.unit, aims(d, self.unit, self.target, self.picks)), then=self.finish)

    def ask(self, d: Draft, near: tuple[str, ...]) -> Next:
        stand = f"{self.unit}.{self.asked + 1}"
        options = tuple(Option(f"at {o}", cite="WM-SHOOT-2", verb="shoot", actor=stand, target=o) for o in near)
        prompt = say("whom {stand} shoots at", stand=stand)
        ask = Ask(d.state.active, prompt, Choice(options), options[0].key, "WM-SHOOT-7", about=(self.unit,))
        return Wait(ask, then=self.picked)

    def picked(self, d: Draft, key: str) -> Next:
        return self.but(picks=(*self.picks, (self.asked, key.removeprefix("at ")))).start(d)


def shot(d: Draft, unit: str, found: tuple[Aim, ...]) -> Frame:
    """The frames of a unit's shots; hits on engaged units carry into combat, others drive back (WM-SHOOT-24)."""
    d.emit(UnitMarked(unit=unit, changes={"shot": True}, says=f"{unit} shoots", cite="WM-SHOOT-1"))
    return volleys(d, found)


def volleys(d: Draft, found: tuple[Aim, ...], drives: bool = True) -> Frame:
    """One after another; a loss that ends the battle leaves the rest unshot (WM-BREAK-2)."""
    frames: list[Frame] = []
    for aim in found:
        fighting = engaged(d, aim.target)
        if not fighting and drives:
            d.emit(Fired(shooter=aim.shooter, target=aim.target, places=aim.from_, cite="WM-DRIVE-6"))
        frames += [Settle()] if frames else []
        frames.append(volley(d, aim, carried=fighting, driving=drives and not fighting))
    return Sequence(frames=tuple(frames))
