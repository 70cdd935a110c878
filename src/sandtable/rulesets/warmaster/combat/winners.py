"""What the winners of a round do: fall back, stand, pursue, or advance (WM-RESULT-4, WM-ADV)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Flag,
    Frame,
    Next,
    Option,
    Options,
    Pool,
    Refusal,
    Return,
    Roll,
    Sequence,
    Settle,
    Wait,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.geometry.units import text
from sandtable.rulesets.warmaster.charging.charge import Charge
from sandtable.rulesets.warmaster.charging.targets import can_charge
from sandtable.rulesets.warmaster.combat.advances import CONDITION, advanced_out, driven_off, reach
from sandtable.rulesets.warmaster.combat.attacks import fortified
from sandtable.rulesets.warmaster.combat.draws import fall_back_ask, fell_back
from sandtable.rulesets.warmaster.combat.engagements import fight_links, joined
from sandtable.rulesets.warmaster.combat.fall_back import Line, Lowest
from sandtable.rulesets.warmaster.combat.pursuit import (
    barred,
    goes_straight,
    never_pursues,
    pursuits,
    retreated_enemies,
    supporting_pursuit,
)
from sandtable.rulesets.warmaster.combat.pursuit_places import PursuitPlaces
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.command.movement import rooted
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.sight import nearest_enemies
from sandtable.rulesets.warmaster.measuring.unit_poses import in_their_order
from sandtable.rulesets.warmaster.state.events.fighting import Engaged
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked, UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import DESTROYED, EPS

STANDS, FALLS, PURSUES, KEEPS, SUPPORTS, ADVANCES = (
    "stands", "falls back", "pursues", "keeps contact", "supports", "advances",
)  # fmt: skip


class MustPursue(Flag, frozen=True):
    """Whether a unit pursues, else advances, whenever legal (WM-PURSUE-15, WM-DATA-11)."""

    unit: str


GO_ON = "go on after a win"  # what special rules forbid by this name: the unit stands


class WinnerMenu(Options, frozen=True, kw_only=True):
    """Each winning unit's options, in any order. One that cannot pursue stands or falls back (WM-PURSUE-12)."""

    key: str
    units: tuple[str, ...]
    outcome: Outcome
    last: bool = False

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(self, lambda: tuple(o for unit in self.units for o in self.of_unit(p, unit)))

    def of_unit(self, p: Position, unit: str) -> Iterator[Option]:
        stand = Option(f"{unit} {STANDS}", cite="WM-RESULT-4", verb=STANDS, actor=unit, ends=True)
        if not crowd(p).fought(unit) and p.forbidden(GO_ON, unit) is not None:
            yield stand
            return
        found = list(self.pursuing(p, unit))
        if rooted(p, unit) is not None:  # it fights on where it is, or its contact persists (WM-RESULT-8, WM-ENG-11)
            yield from [o for o in found if o.verb == KEEPS] or [stand]
            return
        advance = [
            Option(f"{unit} {ADVANCES} {t}", cite="WM-ADV-1", verb=ADVANCES, actor=unit, target=t)
            for t in self.advancing(p, unit)
        ]
        if p.holds(MustPursue(unit)):
            forced = found or advance  # in support, too, if no other pursuit is legal
            if forced:
                yield from forced
                return
        yield from found
        yield from advance
        if not crowd(p).fought(unit):
            yield stand
        yield Option(f"{unit} {FALLS}", cite="WM-FALL-1", verb=FALLS, actor=unit)

    def pursuing(self, p: Position, unit: str) -> Iterator[Option]:
        if self.last:
            return
        touching = self.in_touch(p, unit)
        reached, ahead = retreated_enemies(p, unit, self.outcome, self.key)
        for enemy in reached:
            for n, _ in enumerate(pursuits(p, unit, enemy, ahead)):
                more = f" {n + 1}" if n else ""
                yield Option(
                    f"{unit} {PURSUES} {enemy}{more}", cite="WM-PURSUE-1", verb=PURSUES, actor=unit, target=enemy,
                    how=f"place {n + 1}" if n else "", odds=True,
                )  # fmt: skip
        if touching and all(never_pursues(p, unit, e) is None for e in touching):
            yield Option(
                f"{unit} {KEEPS}", cite="WM-PURSUE-13", about=(unit, *touching), verb=KEEPS, actor=unit,
                also=tuple(touching),
            )  # fmt: skip
        elif not touching and not goes_straight(p, unit, reached, ahead) and supporting_pursuit(p, unit) is not None:
            yield Option(f"{unit} {SUPPORTS}", cite="WM-PURSUE-11", verb=SUPPORTS, actor=unit)

    def in_touch(self, p: Position, unit: str) -> list[str]:
        """Those who retreated from this fight and touch it still (WM-PURSUE-13)."""
        fight, units = p.state.engagements[self.key], p.state.units
        return [e for e in crowd(p).fought(unit) if units[e].retreated and e in fight.units]

    def advancing(self, p: Position, unit: str) -> tuple[str, ...]:
        """The closest enemy in sight, if its own enemies are destroyed and it is in reach (WM-ADV-2, WM-ADV-4).

        What the two are does not matter (WM-ADV-5), except that artillery never advances (WM-ART-2); flyers fly
        (WM-ADV-10).
        """
        fight = p.state.engagements[self.key]
        own = p.state.units[unit]
        beaten = CONDITION.of(p)(p, unit, self.outcome, fight)
        if not beaten or any(p.state.units[e].where != "destroyed" for e in beaten) or own.advanced:
            return ()
        if entry(p, unit).type == "artillery" or fortified(p, unit, beaten):
            return ()
        if crowd(p).fought(unit):
            return ()
        return tuple(
            t
            for t in nearest_enemies(p, unit)
            if not driven_off(p, fight, t) and can_charge(p, unit, t, reach(p, fight))
        )

    def missing(self, p: Position, key: str) -> Refusal:
        unit, _, what = key.partition(" ")
        if unit not in self.units:
            return super().missing(p, key).but(cite="WM-RESULT-4")
        if what != STANDS and not crowd(p).fought(unit) and (held := p.forbidden(GO_ON, unit)):
            return held
        if what not in (STANDS, KEEPS) and (held := rooted(p, unit)):
            return held
        if what.startswith(PURSUES):
            return self.no_pursuit(p, unit, what.removeprefix(PURSUES).strip().partition(" ")[0])
        if what.startswith(ADVANCES) and what.removeprefix(ADVANCES).strip() in self.advancing(p, unit):
            return Refusal(say("{unit} must go after the enemy", unit=unit), "WM-PURSUE-15")
        if what.startswith(ADVANCES):
            return self.no_advance(p, unit, what.removeprefix(ADVANCES).strip())
        if what in (STANDS, FALLS) and p.holds(MustPursue(unit)):
            return Refusal(say("{unit} must go after the enemy", unit=unit), "WM-PURSUE-15")
        if what == KEEPS:
            no = next((why for e in self.in_touch(p, unit) if (why := never_pursues(p, unit, e))), None)
            return no or Refusal(say("{unit} is not in touch with who retreated", unit=unit), "WM-PURSUE-13")
        if what == SUPPORTS:
            return Refusal(say("no supporting place is ahead of {unit}", unit=unit), "WM-PURSUE-11")
        if what == STANDS:
            return Refusal(say("{unit} is still in touch with an enemy", unit=unit), "WM-RESULT-8")
        return super().missing(p, key).but(cite="WM-RESULT-4")

    def no_pursuit(self, p: Position, unit: str, enemy: str) -> Refusal:
        """Why a winner may not pursue this enemy."""
        own, other = p.state.units[unit], p.state.units.get(enemy)
        if other is None or enemy not in p.state.stands or other.seat == own.seat or not other.retreated:
            return Refusal(say("{enemy!r} has not retreated from this fight", enemy=enemy), "WM-PURSUE-1")
        if self.last:
            return Refusal("no more rounds are fought this phase", "WM-ENG-5")
        if other.fled:
            return Refusal(say("{enemy} has left the table", enemy=enemy), "WM-OFFT-12")
        if why := barred(p, unit, enemy):
            return why
        if not pursuits(p, unit, enemy) and self.in_shelter(p, unit, enemy):
            return Refusal(say("{enemy} is on ground {unit} cannot enter", enemy=enemy, unit=unit), "WM-PURSUE-5")
        if pursuits(p, unit, enemy):
            return Refusal(say("{unit} goes after those it fought", unit=unit), "WM-PURSUE-20")
        return Refusal(say("no stand of {unit} can reach {enemy}", unit=unit, enemy=enemy), "WM-PURSUE-21")

    def in_shelter(self, p: Position, unit: str, enemy: str) -> bool:
        shut = closed_afoot(p, unit)
        return any(shut.overlaps(r, EPS) for r in crowd(p).of(enemy))

    def no_advance(self, p: Position, unit: str, enemy: str) -> Refusal:
        """Why a winner may not advance on this enemy."""
        fight, own = p.state.engagements[self.key], p.state.units[unit]
        beaten = CONDITION.of(p)(p, unit, self.outcome, fight)
        left = next((e for e in beaten if p.state.units[e].where != DESTROYED), "")
        if left or not beaten:
            return Refusal(say("{left} is not destroyed", left=left or "the enemy"), "WM-RESULT-7")
        if own.advanced:
            return Refusal(say("{unit} has advanced this phase", unit=unit), "WM-ADV-4")
        if entry(p, unit).type == "artillery" or fortified(p, unit, beaten):
            return Refusal("neither artillery nor fortified units advance", "WM-ADV-4")
        if enemy not in (near := nearest_enemies(p, unit)):
            said = say("{enemy} is not the closest enemy {unit} sees", enemy=enemy, unit=unit)
            return Refusal(said, "WM-ADV-2", instead=f"{near[0]} is" if near else "")
        if driven_off(p, fight, enemy):
            return Refusal(say("{enemy} left the table out of this fight", enemy=enemy), "WM-OFFT-12")
        far = reach(p, fight)
        return Refusal(say("{enemy} cannot be reached within {far} cm", enemy=enemy, far=text(far)), "WM-ADV-2")


class Winners(Frame, frozen=True, kw_only=True):
    """The winning units choose one after another; pursuers move before those who advance (WM-ADV-13)."""

    key: str
    seat: int
    outcome: Outcome
    far: int
    last: bool = False
    done: tuple[str, ...] = ()
    pursued: bool = False
    dice: tuple[int, ...] = ()
    unit: str = ""
    what: str = ""  # what that unit does
    advances: tuple[tuple[str, str], ...] = ()
    chasing: tuple[str, ...] = ()  # those who pursued in this round
    lines: tuple[tuple[str, tuple[Line, ...]], ...] = ()  # of contact before the losers retreated

    def left(self, p: Position) -> tuple[str, ...]:
        units = p.state.engagements[self.key].units
        return tuple(
            u for u in units if u in p.state.stands and p.state.units[u].seat == self.seat and u not in self.done
        )

    def start(self, d: Draft, *ignored: object) -> Next:
        left = self.left(d)
        if not left:
            return self.advance(d)
        menu = WinnerMenu(key=self.key, units=left, outcome=self.outcome, last=self.last)
        options = menu.options(d)
        return Wait(
            Ask(self.seat, "what the winners do", menu, options[0].key, "WM-RESULT-4", about=left), then=self.chosen
        )

    def chosen(self, d: Draft, key: str) -> Next:
        unit, _, what = key.partition(" ")
        me = self.but(done=(*self.done, unit))
        if what == STANDS:
            return me.start(d)
        if what == FALLS:
            return me.but(unit=unit).fall(d)
        if what.startswith(ADVANCES):
            return me.but(advances=(*self.advances, (unit, what.removeprefix(f"{ADVANCES} ")))).start(d)
        return me.pursue(d, unit, what)

    # --- pursuit ---
    def pursue(self, d: Draft, unit: str, what: str) -> Next:
        if what == SUPPORTS:
            poses = supporting_pursuit(d, unit)
            assert poses is not None
            over, poses = ridden_over(d, unit, poses), in_their_order(d, unit, poses)
            d.emit(UnitMoved(unit=unit, poses=poses, how="pursues in support", over=over, cite="WM-PURSUE-11"))
        elif what != KEEPS:
            places = self.places(d, unit, what)
            if places.settled(d):
                return self.but(unit=unit, what=what).placed(d, places.fallback(d))
            prompt = say("where {unit}'s stands go in", unit=unit)
            ask = Ask(self.seat, prompt, places, None, "WM-PURSUE-24", about=(unit, places.enemy))
            return Wait(ask, then=self.but(unit=unit, what=what).placed)
        return self.gone_after(d, unit, what != SUPPORTS)

    def places(self, p: Position, unit: str, what: str) -> PursuitPlaces:
        enemy, _, number = what.removeprefix(f"{PURSUES} ").partition(" ")
        _, ahead = retreated_enemies(p, unit, self.outcome, self.key)
        return PursuitPlaces(unit=unit, enemy=enemy, ahead=ahead, way=int(number or 1) - 1)

    def placed(self, d: Draft, answer: Any) -> Next:
        """The pursuers' stands as the player places them (WM-PURSUE-9)."""
        unit, places = self.unit, self.places(d, self.unit, self.what)
        poses = places.poses(d, answer)
        poses = in_their_order(d, unit, poses) if isinstance(answer, str) else poses
        over = ridden_over(d, unit, poses, lambda: places.ways(d, poses), afoot=True)
        d.emit(UnitMoved(unit=unit, poses=poses, how=f"pursues {places.enemy}", over=over, cite="WM-PURSUE-1"))
        return self.but(unit="", what="").gone_after(d, unit, True)

    def gone_after(self, d: Draft, unit: str, fights: bool) -> Next:
        d.emit(
            UnitMarked(
                unit=unit,
                changes={"pursued": True, "settled": False},
                says=f"{unit} goes after them",
                cite="WM-PURSUE-14",
            )
        )
        me = self.but(pursued=self.pursued or fights, chasing=(*self.chasing, unit))
        return Call(Settle(), then=me.start)

    # --- falling back ---
    def fall(self, d: Draft) -> Next:
        """One roll serves all units of the side (WM-FALL-2)."""
        if self.dice:
            return self.rolled(d, self.dice)
        pool = Pool("fall back", (("d6", 3),), self.seat)
        return Wait(Roll("fall_back", (pool,), Lowest(), "WM-FALL-1"), then=self.rolled)

    def rolled(self, d: Draft, faces: tuple[int, ...]) -> Next:
        lines = dict(self.lines).get(self.unit, ())
        return Wait(fall_back_ask(d, self.unit, faces, drawn=False, lines=lines), then=self.but(dice=faces).fallen)

    def fallen(self, d: Draft, poses: Any) -> Next:
        tests, after = fell_back(d, self.unit, poses, self.dice), self.but(unit="")
        return Call(Sequence(frames=tests), then=after.start) if tests else after.start(d)

    # --- advancing ---
    def advance(self, d: Draft, *ignored: object) -> Next:
        """A charge move at the closest enemy, and at no other (WM-ADV-2, WM-ADV-3).

        The unit it goes for may shoot (WM-ADV-7); left-over hits stay on it (WM-ADV-9); what it opens is a fight of its
        own that begins with round 1 (WM-ADV-11).
        """
        if not self.advances:
            return self.regroup(d)
        (unit, target), *rest = self.advances
        me = self.but(advances=tuple(rest), unit=unit)
        if unit not in d.state.stands:
            return me.advance(d)
        if target not in nearest_enemies(d, unit):
            return me.again(d)
        fight = d.state.engagements[self.key]
        return Call(
            Charge(
                unit=unit,
                target=target,
                pace=reach(d, fight),
                advance=True,
                won_in=fight.round,
                how="advances on",
                cite="WM-ADV-2",
            ),
            then=me.advanced,
        )

    def advanced(self, d: Draft, made: bool) -> Next:
        return self.advance(d) if made else self.again(d)

    def again(self, d: Draft) -> Next:
        """Others have moved since and the advance is not to be made: the unit does something else (WM-CHARGE-1)."""
        return self.but(done=tuple(u for u in self.done if u != self.unit), unit="").start(d)

    def regroup(self, d: Draft) -> Next:
        """Who fights the next round: those in touch and their supporters; others drop out (WM-ENG-8, WM-PURSUE-16), and
        those who advance on somebody outside leave for a fight of their own (WM-ADV-13)."""
        fight = d.state.engagements[self.key]
        near = fight_links(d)
        still = [u for u in fight.units if u in d.state.stands and near.get(u) and not advanced_out(d, fight, u)]
        if not self.pursued or not any(crowd(d).fought(u) for u in still):
            return Return(False)
        left = fight.but(units=tuple(still), pursuits=self.chases(d, still))
        fights = joined(d.with_state(d.state.but(engagements={**d.state.engagements, self.key: left})), self.key, still)
        d.emit(Engaged(engagements=fights, cite="WM-ENG-9"))
        return Return(True)

    def chases(self, p: Position, units: list[str]) -> tuple[tuple[str, str, int], ...]:
        """Who pursued whom, and how far these had retreated (WM-PURSUE-18)."""
        table = crowd(p)
        return tuple(
            (u, e, self.far)
            for u in units
            if u in self.chasing
            for e in table.fought(u)
            if e in p.state.engagements[self.key].units and p.state.units[e].retreated
        )
