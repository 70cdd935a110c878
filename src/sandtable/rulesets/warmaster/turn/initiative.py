"""Initiative: units near the enemy charge or evade without an order (WM-INIT).

A unit, never a brigade, acts by itself (WM-INIT-1, WM-BRIG-11), one at a time, closeness and sight judged when it
begins
(WM-INIT-10, WM-VIS-10). Enemy characters do not count (WM-INIT-14).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Check,
    Checks,
    Flag,
    Frame,
    Next,
    Option,
    Options,
    Refusal,
    Return,
    Settle,
    Wait,
    allowed,
    refusal,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.geometry.pairs import nearest
from sandtable.geometry.shapes import Segment
from sandtable.rulesets.warmaster.charging.charge import Charge, words_to_place
from sandtable.rulesets.warmaster.charging.no_way import why_no_charge
from sandtable.rulesets.warmaster.charging.targets import can_charge, charge_option
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.spoken_names import one_name, several, words_in
from sandtable.rulesets.warmaster.command.steps import INITIATIVE, out_of_step
from sandtable.rulesets.warmaster.measuring.crowd import NEAR, crowd, foes
from sandtable.rulesets.warmaster.measuring.sight import all_round, enemies_in_sight
from sandtable.rulesets.warmaster.measuring.unit_poses import stands_of
from sandtable.rulesets.warmaster.measuring.ways import troops
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry, land
from sandtable.rulesets.warmaster.state.table import EPS
from sandtable.rulesets.warmaster.terrain.cover import COVERED, FORTIFIED, cover
from sandtable.rulesets.warmaster.turn.evading import EvadeMove, cannot_evade, carry_out

PASS = "end initiative"


def _nobody_near(p: Position, unit: str) -> Refusal:
    far = min((crowd(p).apart(unit, enemy) for enemy in foes(p, unit)), default=None)
    said = say("no enemy is within 20 cm of {unit}", unit=unit)
    return Refusal(said, "WM-INIT-1", None if far is None else ceil(far - NEAR))


READY: Checks = (  # whether a unit has initiative now
    Check(
        lambda p, unit: p.state.units[unit].confused,
        lambda p, unit: Refusal(say("{unit} is confused", unit=unit), "WM-INIT-7"),
    ),
    Check(
        lambda p, unit: bool(p.state.units[unit].initiative),
        lambda p, unit: Refusal(say("{unit} has used its initiative", unit=unit), "WM-INIT-1"),
    ),
    Check(
        lambda p, unit: p.state.units[unit].frozen,
        lambda p, unit: Refusal(say("{unit} has just come back to the table", unit=unit), "WM-INIT-16"),
    ),
    Check(engaged, lambda p, unit: Refusal(say("{unit} is engaged", unit=unit), "WM-INIT-13")),
    Check(lambda p, unit: not crowd(p).enemies(unit, NEAR), _nobody_near),
)


def closest(p: Position, unit: str, every_edge: bool = False) -> tuple[str, ...]:
    """The closest enemy in sight and within 20 cm, and those beyond ones that may be disregarded (WM-INIT-9,
    WM-INIT-12)."""
    found: list[str] = []
    for now in enemies_in_sight(p, unit, every_edge, NEAR):
        found += now
        if not all(may_ignore(p, unit, o) for o in now):
            break
    return tuple(found)


def may_ignore(p: Position, unit: str, enemy: str) -> bool:
    """Enemies all of whose stands are fortified, or behind an obstacle impassable to both (WM-INIT-12)."""
    own = crowd(p).of(unit)
    if entry(p, enemy).type in COVERED and all(
        cover(p, enemy, pose, own) == FORTIFIED for pose in p.state.stands[enemy]
    ):
        return True
    return walled_off(p, unit, enemy) and walled_off(p, enemy, unit)


def walled_off(p: Position, unit: str, enemy: str) -> bool:
    """Whether no stand finds a way round barred ground to the other unit within a full-pace move."""
    shut, own, far = land(p).closed(troops(p, unit)), crowd(p).of(unit), crowd(p).apart(unit, enemy)
    if not any(shut.within(a, far, EPS) for a in own):  # it would lie between them
        return False
    _, here, there = min(nearest(a, b) for a in own for b in crowd(p).of(enemy))
    between = Segment(*here, *there)
    if not shut.overlaps(between, EPS):
        return False
    return not can_charge(p, unit, enemy, blind=True)


def initiative_charges(p: Position, unit: str) -> tuple[str, ...]:
    """The enemies a unit may charge on initiative: the closest it sees within 20 cm (WM-INIT-2, WM-CHARGE-15).

    The charge itself may use the whole full pace (WM-INIT-11).
    """
    if not allowed(READY, p, unit) or entry(p, unit).type == "artillery":  # WM-INIT-4, WM-ART-1
        return ()
    return p.memo(("initiative charges", unit), lambda: tuple([o for o in closest(p, unit) if can_charge(p, unit, o)]))


class MustCharge(Flag, frozen=True):
    """Whether a unit has to charge this enemy if it can (WM-INIT-15)."""

    unit: str
    target: str


def compelled(p: Position, unit: str) -> tuple[str, ...]:
    """Whom a unit must charge, before others use their initiative (WM-INIT-15)."""
    wanted = [o for o in crowd(p).enemies(unit, NEAR) if p.holds(MustCharge(unit, o))]
    return tuple(o for o in initiative_charges(p, unit) if o in wanted) if wanted else ()


def evade_option(unit: str, enemy: str) -> Option:
    return Option(f"{unit} evades {enemy}", cite="WM-INIT-3", verb="evade", actor=unit, target=enemy)


class InitiativeMenu(Options, frozen=True, kw_only=True):
    """Who acts on initiative, and how."""

    tried: tuple[str, ...] = ()  # charges that proved impossible (WM-CHARGE-1)

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("initiative menu", self.tried), lambda: tuple(self._found(p)))

    def earliest(self, p: Position) -> Option:
        """The first option: it tells whether there is any, and is found long before all of them."""
        return p.memo(("earliest initiative", self.tried), lambda: next(self._found(p)))

    def _found(self, p: Position) -> Iterator[Option]:
        units = [u for u in p.state.on_table(p.state.active) if allowed(READY, p, u)]
        must = [(u, o) for u in units for o in compelled(p, u) if f"{u} charges {o}" not in self.tried]
        if must:
            for unit, enemy in must:
                yield charge_option(unit, enemy, "WM-INIT-15")
            return
        for unit in units:
            for enemy in initiative_charges(p, unit):
                if f"{unit} charges {enemy}" not in self.tried:
                    yield charge_option(unit, enemy, "WM-INIT-2")
            for enemy in evades(p, unit):
                yield evade_option(unit, enemy)
        yield Option(PASS, cite="WM-TURN-5", verb=PASS, ends=True)

    def sought(self, p: Position) -> Iterator[Option]:
        """Every unit near an enemy and every enemy near it."""
        for unit in p.state.on_table(p.state.active):
            for enemy in crowd(p).enemies(unit, NEAR):
                yield charge_option(unit, enemy, "WM-INIT-2")
                yield evade_option(unit, enemy)

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``knights charge orcs2 front``, ``crossbows evade 12``: who does what, then where."""
        said = words_in(words.casefold())
        unit, rest = one_name(p, said, p.state.on_table(p.state.active))
        if not unit or rest[:1] not in (["charge"], ["charges"], ["evade"], ["evades"]):
            return None
        act = "charges" if rest[0].startswith("charge") else "evades"
        enemy, left = one_name(p, [w for w in rest[1:] if w != "from"], (*foes(p, unit), *p.state.spots))
        if not enemy:
            enemy = next((o.target for o in self.options(p) if o.actor == unit and o.key.split()[1] == act), "")
        if not enemy:
            return None
        charging = act == "charges" and enemy in p.state.stands
        where = words_to_place(p, unit, enemy, left) if charging else " ".join(left)
        return f"{unit} {act} {enemy}", where

    def missing(self, p: Position, key: str) -> Refusal:
        if early := out_of_step(p, key, INITIATIVE):
            return early
        if len(several(p, words_in(key), p.state.on_table(p.state.active))[0]) > 1:
            return Refusal("a brigade has no initiative", "WM-BRIG-11")
        words = key.split()
        if len(words) == 2 and words[0] in p.state.on_table(p.state.active):  # from or at whom is not said
            near = crowd(p).enemies(words[0], NEAR)
            words += list(closest(p, words[0], words[1] == "evades" and all_round(p, words[0])) or near)[:1]
            if len(words) == 2:
                return refusal(READY, p, words[0]) or super().missing(p, key)
        if len(words) == 3 and words[0] in p.state.on_table(p.state.active) and words[2] in p.state.stands:
            return self.why(p, words[0], words[1], words[2]) or super().missing(p, key)
        if len(words) == 3 and words[0] in p.state.on_table(p.state.active) and words[2] in p.state.spots:
            return Refusal(say("{enemy} does not count as an enemy", enemy=words[2]), "WM-INIT-14")
        if key == PASS:
            return Refusal("some units must charge first", "WM-INIT-15")
        return super().missing(p, key)

    def first(self, p: Position, unit: str, act: str) -> Refusal | None:
        """Those who must charge do so before others act (WM-INIT-15)."""
        must = [o.actor for o in self.options(p) if o.cite == "WM-INIT-15"]
        if not must or (unit in must and act == "charges"):
            return None
        return Refusal(say("{first} must charge first", first=must[0]), "WM-INIT-15")

    def why(self, p: Position, unit: str, act: str, enemy: str) -> Refusal | None:
        if found := refusal(READY, p, unit):
            return found
        if forced := self.first(p, unit, act):
            return forced
        if f"{unit} {act} {enemy}" in self.tried:
            return Refusal(say("{unit}'s charge proved impossible", unit=unit), "WM-CHARGE-1")
        if act == "charges" and entry(p, unit).type == "artillery":
            return Refusal("artillery may not charge on initiative", "WM-INIT-4")
        if act == "evades" and (barred := cannot_evade(p, unit)):
            return barred
        if enemy not in closest(p, unit, act == "evades" and all_round(p, unit)):
            near = next(iter(closest(p, unit, act == "evades" and all_round(p, unit))), "")
            said = say("{enemy} is not the closest enemy {unit} sees within 20 cm", enemy=enemy, unit=unit)
            return Refusal(said, "WM-INIT-9", instead=f"{near} is" if near else "")
        if act == "charges":
            return why_no_charge(p, unit, enemy)
        if compelled(p, unit):
            return Refusal(say("{unit} must charge", unit=unit), "WM-INIT-15")
        return EvadeMove(piece=unit, enemy=enemy).impossible(p)


def evades(p: Position, unit: str) -> tuple[str, ...]:
    """The enemies a unit may evade from: the closest, if it has somewhere to go (WM-INIT-3, WM-INIT-5)."""
    if cannot_evade(p, unit) is not None or compelled(p, unit):
        return ()
    domain = EvadeMove(piece=unit, enemy="")
    return tuple(o for o in closest(p, unit, all_round(p, unit)) if domain.but(enemy=o).possible(p))


class Initiative(Frame, frozen=True, kw_only=True):
    """Units act on initiative one after another until their player is content."""

    unit: str = ""
    enemy: str = ""
    always: bool = False  # asks once if anybody is near an enemy, even if nobody can act
    tried: tuple[str, ...] = ()  # charges that proved impossible

    def start(self, d: Draft, *ignored: object) -> Next:
        menu = InitiativeMenu(tried=self.tried)
        found = menu.earliest(d)
        if found.ends and not (self.always and any(menu.sought(d))):
            return Return()
        silence = menu.options(d)[-1].key if found.cite == "WM-INIT-15" else PASS
        ask = Ask(d.state.active, "use initiative", menu, silence, "WM-INIT-1")
        return Wait(ask, then=self.but(always=False).chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == PASS:
            return Return()
        unit, act, enemy = key.split()
        if act == "charges":
            mark(d, unit, "charge")
            charge = Charge(unit=unit, target=enemy, cite="WM-INIT-2")
            return Call(charge, then=self.but(unit=unit, enemy=enemy).charged)
        mark(d, unit, "evade")
        domain = EvadeMove(piece=unit, enemy=enemy)
        ask = Ask(
            d.state.active,
            say("{unit} evades {enemy}", unit=unit, enemy=enemy),
            domain,
            None,
            "WM-EVADE-1",
            about=(unit,),
        )
        return Wait(ask, then=self.but(unit=unit, enemy=enemy).evaded)

    def charged(self, d: Draft, made: bool) -> Next:
        """One whose charge proved impossible may use its initiative in another way (WM-CHARGE-1)."""
        after = self.but(unit="", enemy="")
        if made:
            return after.settle(d)
        says = f"the charge of {self.unit} proves impossible"
        d.emit(UnitMarked(unit=self.unit, changes={"initiative": ""}, says=says, cite="WM-CHARGE-1"))
        return after.but(tried=(*self.tried, f"{self.unit} charges {self.enemy}")).settle(d)

    def evaded(self, d: Draft, answer: Any) -> Next:
        poses = stands_of(d, self.unit, answer)
        assert poses is not None
        carry_out(d, self.unit, self.enemy, poses)
        return self.but(unit="", enemy="").settle(d)

    def settle(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.start)


def mark(d: Draft, unit: str, act: str) -> None:
    """It cannot be ordered this turn (WM-INIT-8)."""
    d.emit(UnitMarked(unit=unit, changes={"initiative": act}, says=f"{unit} acts on initiative", cite="WM-INIT-8"))
