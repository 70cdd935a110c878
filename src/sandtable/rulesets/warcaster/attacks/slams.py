"""Slams: driven straight away from the attacker before damage (WC-SLAM, WC-EDGE).

Elsewhere: WC-SLAM-15 in cyphers/furies.
"""

from __future__ import annotations

from typing import Any

from sandtable.core import Ask, Call, Choice, Event, Frame, Next, Offer, Option, Pool, Return, Roll, Value, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.attacks.damage import DamageEach, PlainDamage
from sandtable.rulesets.warcaster.attacks.strike import Strike, seat_of_strike
from sandtable.rulesets.warcaster.attacks.windows import SLAMS
from sandtable.rulesets.warcaster.measuring.distance import could_touch, radius
from sandtable.rulesets.warcaster.movement.falls import Fall
from sandtable.rulesets.warcaster.state.events import Moved
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.state.table import Model, Table
from sandtable.rulesets.warcaster.terrain.surfaces import below
from sandtable.tabletop.moving.forced_moves import Driven, away_from, drive, top_under

INCH = 1000


class SlamBy(Value, frozen=True, kw_only=True):
    """One effect that slams the model hit: hooks of ``offers(SLAMS)`` yield them by `slam_by`."""

    name: str
    distance: int  # thousandths
    collateral: int  # POW
    dice: int = 0  # Action dice rolled for the distance, one inch a strike, instead of a fixed one
    cite: str = "WC-SLAM-1"


class RanInto(Event, frozen=True, kw_only=True):
    """A slam was stopped by what it met."""

    model: str
    what: tuple[str, ...]

    def line(self, p: Position) -> str:
        return say("{model} runs into {what}", model=self.model, what=tuple(self.what))


class Slammed(Value, frozen=True, kw_only=True):
    """The result of a slam: whether it met something that hurts the slammed model, and the models it struck."""

    hard: bool = False
    struck: tuple[str, ...] = ()


class Slam(Frame, frozen=True, kw_only=True):
    """Moves a model straight away from another until something stops it. Returns `Slammed`.

    It runs at its starting height, and stays up while its centre is over a top of that height (WC-FALL-8). Rough
    terrain does not matter (WC-SLAM-3), and flyers are slammed like any other model (WC-SLAM-17). What touches it
    already stops it at once (WC-SLAM-10). Once any part of its base is beyond the table's edge it is destroyed (WC-
    EDGE-1, WC-EDGE-2), unless something stopped it before (WC-EDGE-4). Off a height it falls before anything else (WC-
    SLAM-12).
    """

    model: str
    source: str  # the model it is driven away from
    distance: int  # thousandths
    by: int  # the seat whose effect it is
    cite: str = "WC-SLAM-1"
    outcome: Slammed = Slammed()

    def start(self, d: Draft) -> Next:
        state: Table = d.state
        if self.model not in state.models or self.source not in state.models:
            return Return(self.outcome)
        if self.distance <= 0 or state.is_gate(self.model):
            return Return(self.outcome)  # WC-SLAM-14, WC-SLAM-13
        me, from_ = state.models[self.model], state.models[self.source]
        went = drive(d, self.model, away_from(me.at, from_.at), self.distance, could_touch)
        if went.edge:
            z = me.z if went.above is not None else below(state.map, went.at, radius(d, me), me.z).z
            leave(d, self.model, "destroyed", by=self.by, cite="WC-EDGE-1", at=(*went.at, z))
            return Return(self.outcome)
        if went.at != me.at:
            on = went.above.id if went.above is not None else me.on
            d.emit(Moved(model=self.model, path=(me.at, went.at), z=me.z, on=on, forced=True, cite=self.cite))
        if went.features or went.pieces:
            d.emit(RanInto(model=self.model, what=(*went.features, *went.pieces), cite="WC-SLAM-4"))
        return self.but(outcome=outcome(d, me, went)).fall(d)

    def fall(self, d: Draft, *ignored: Any) -> Next:
        me = d.state.models.get(self.model)
        if me is None or not me.z or top_under(d, me.at, me.z) is not None:
            return Return(self.outcome)
        return Call(Fall(model=self.model, by=self.by), then=self.fallen)

    def fallen(self, d: Draft, *ignored: Any) -> Next:
        return Return(self.outcome)


def outcome(p: Position, me: Model, went: Driven) -> Slammed:
    """Features and bases as large hurt the slammed model (WC-SLAM-6); bases as small are struck (WC-SLAM-7).

    Between equal bases both hold (WC-SLAM-8); a larger base suffers nothing (WC-SLAM-9).
    """
    size, sizes = radius(p, me), {name: radius(p, p.state.models[name]) for name in went.pieces}
    return Slammed(
        hard=bool(went.features) or any(r >= size for r in sizes.values()),
        struck=tuple(name for name, r in sizes.items() if r <= size),
    )


class SlamFirst(Frame, frozen=True, kw_only=True):
    """Slams the model hit if an effect says so; the attacker picks one of several (WC-SLAM-18).

    Returns the strike with what the slam adds to the damage roll and whom it struck.
    """

    strike: Strike
    by: SlamBy | None = None
    charged: bool = False  # the victim's unit had Arc before it moved

    def effects(self, d: Draft) -> list[SlamBy]:
        seat = seat_of_strike(d.state, self.strike)
        frames = (offer.frame for offer in d.offers(SLAMS, self.strike, seat))
        found = (frame.by for frame in frames if isinstance(frame, SlamFirst) and frame.by is not None)
        return list({effect.name: effect for effect in found}.values())

    def start(self, d: Draft) -> Next:
        target = self.strike.target
        if target not in d.state.models or d.state.is_gate(target):
            return Return(self.strike)
        found = self.effects(d)
        if not found:
            return Return(self.strike)
        first, *others = found
        if not others:
            return self.but(by=first).measure(d)
        options = tuple(Option(e.name, cite="WC-SLAM-18", verb="slam by", target=target, using=e.name) for e in found)
        seat = seat_of_strike(d.state, self.strike)
        ask = Ask(
            seat,
            say("which slam drives {target}", target=target),
            Choice(options),
            first.name,
            "WC-SLAM-18",
            about=(target,),
        )
        return Wait(ask, then=self.picked)

    def picked(self, d: Draft, name: str) -> Next:
        return self.but(by=next(e for e in self.effects(d) if e.name == name)).measure(d)

    def measure(self, d: Draft) -> Next:
        """The effect gives the distance, or the dice for it (WC-SLAM-2)."""
        by = self.by
        assert by is not None
        if not by.dice:
            return self.drive(d, by.distance)
        pool = Pool("slam", (("A", by.dice),), seat_of_strike(d.state, self.strike))
        return Wait(Roll("slam distance", (pool,), cite=by.cite), then=self.rolled)

    def rolled(self, d: Draft, strikes: int) -> Next:
        return self.drive(d, strikes * INCH)

    def drive(self, d: Draft, distance: int) -> Next:
        s = self.strike
        slam = Slam(model=s.target, source=s.attacker, distance=distance, by=seat_of_strike(d.state, s))
        return Call(slam, then=self.but(charged=d.state.unit_of(s.target).arc > 0).driven)

    def driven(self, d: Draft, slammed: Slammed) -> Next:
        """Lost over the edge or to a fall, the victim is one the attack destroyed (WC-EDGE-3)."""
        assert self.by is not None
        s = self.strike
        if s.target not in d.state.models:
            s = s.but(destroyed=(*s.destroyed, s.target), charged_victim=self.charged)
        collateral = tuple((name, self.by.collateral) for name in slammed.struck)
        power = s.power + (d.rules.cards.attack.slam_contact_dice if slammed.hard else 0)
        return Return(s.but(power=power, collateral=collateral))


def slam_by(strike: Strike, effect: SlamBy) -> Offer:
    """The offer of an effect that slams the model hit."""
    return Offer(effect.name, SlamFirst(strike=strike, by=effect), cite=effect.cite)


class Collateral(Frame, frozen=True, kw_only=True):
    """Damage rolls on the models a slammed one ran into, of the attack's energy (WC-SLAM-7, WC-SLAM-16)."""

    strike: Strike

    def start(self, d: Draft) -> Next:
        s = self.strike
        seat = seat_of_strike(d.state, s)
        rolls = tuple(collateral_on(name, power, s.energy, seat) for name, power in s.collateral)
        return Call(DamageEach(seat=seat, rolls=rolls, cite="WC-SLAM-11"), then=self.hurt)

    def hurt(self, d: Draft, gone: tuple[str, ...]) -> Next:
        return Return(self.strike.but(collateral=(), destroyed=(*self.strike.destroyed, *gone)))


def collateral_on(name: str, power: int, energy: tuple[str, ...], seat: int) -> PlainDamage:
    return PlainDamage(model=name, pow=power, energy=energy, purpose=f"collateral on {name}", by=seat, cite="WC-SLAM-7")


class SlamAndDamage(Frame, frozen=True, kw_only=True):
    """A slam with damage rolls of its own, outside an attack's damage roll: movement, fall, damage, collateral.

    The order is that of WC-SLAM-12.
    """

    model: str
    source: str
    distance: int
    pow: int
    collateral: int
    by: int
    energy: tuple[str, ...] = ()
    cite: str = "WC-SLAM-5"
    struck: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        return Call(Slam(model=self.model, source=self.source, distance=self.distance, by=self.by), then=self.driven)

    def driven(self, d: Draft, slammed: Slammed) -> Next:
        roll = PlainDamage(
            model=self.model,
            pow=self.pow,
            power=d.rules.cards.attack.slam_contact_dice if slammed.hard else 0,
            energy=self.energy,
            purpose=f"slam damage on {self.model}",
            by=self.by,
            cite=self.cite,
        )
        return Call(roll, then=self.but(struck=slammed.struck).hurt)

    def hurt(self, d: Draft, gone: bool) -> Next:
        rolls = tuple(collateral_on(name, self.collateral, self.energy, self.by) for name in self.struck)
        return Call(DamageEach(seat=self.by, rolls=rolls, cite="WC-SLAM-11"), then=self.finish)
