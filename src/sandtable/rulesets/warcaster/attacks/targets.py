"""Who may be attacked: enemy, in range, in sight, not hidden by Stealth (WC-ATK-3, WC-MEAS-3, WC-LOS-1, WC-ATK-20)."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from random import Random

from sandtable.core import Flag, Refusal, Term
from sandtable.geometry.units import TOL, text
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.measuring.distance import distance, enemy_bases, radius, within
from sandtable.rulesets.warcaster.measuring.line_of_sight import in_the_way, seen_among, sees
from sandtable.rulesets.warcaster.state.continuous_effects import barred_kind
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait, WeaponPower, WeaponRange, bears
from sandtable.rulesets.warcaster.state.table import PLACES, Table
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import lots

STEALTH = 8000
FIXED = "fixed gun"  # the mark of an attack with a weapon that is not the model's own


class Ignores(Flag, frozen=True):
    """Whether an attack ignores Stealth or cover."""

    strike: Strike
    what: str  # stealth or cover

    def base(self, p: Position) -> Iterator[Term]:
        if self.what == "cover" and "spray" in self.strike.quality:
            yield Term(1, "spray", "WC-COVER-9")


class Unseen(Flag, frozen=True):
    """Whether an attack may be declared without line of sight, since a rule will lift that need at once (WC-LOS-10)."""

    attacker: str
    slot: str


def declare(p: Position, attacker: str, target: str, slot: str, mode: str = "", **more: object) -> Strike:
    """An attack with a weapon, as declared (WC-ATK-2). A mode is a rule or a quality chosen for this attack."""
    weapon = p.rules.cards.weapon(slot)
    quality, rules = weapon.quality, weapon.rules
    if mode in p.rules.cards.game["weapon_qualities"]:
        quality = (*quality, mode)
    elif mode:
        rules = (*rules, mode)
    strike = Strike(
        attacker=attacker,
        target=target,
        kind=weapon.kind,
        weapon=slot,
        pow=weapon.pow,
        energy=weapon.energy,
        quality=quality,
        rules=rules,
        declared=target,
    )
    return strike.but(**more)


def reach_of(p: Position, strike: Strike, reach: int | None = None) -> int:
    return reach if reach is not None else p.value(WeaponRange(strike.attacker, strike.weapon))


def barred(p: Position, strike: Strike, reach: int | None = None) -> Refusal | None:
    """Why this attack may not be declared; None when it may."""
    state: Table = p.state
    a, t = state.models.get(strike.attacker), state.models.get(strike.target)
    if a is None:
        return Refusal(f"{strike.attacker} is not on the table", "WC-ATK-14")
    if t is None:
        several = [name for name in state.models if name.startswith(f"{strike.target}.")]
        if several:
            return Refusal(f"{strike.target} is a squad: attack one of its models, {', '.join(several)}", "WC-ATK-3")
        return Refusal(f"{strike.target} is not on the table", "WC-ATK-3")
    if state.seat_of(strike.target) == state.seat_of(strike.attacker):
        return Refusal(f"{strike.target} is friendly", "WC-ATK-3")
    own = bool(strike.weapon) and FIXED not in strike.marks  # System Failure stops no special action (WC-CE-14)
    if own and a.barred and barred_kind(p, strike.attacker) == strike.kind:
        return Refusal(f"System Failure: {strike.attacker} may not use {strike.kind} weapons", "WC-CE-9")
    rng = reach_of(p, strike, reach)
    if not within(p, a, t, rng):
        far = distance(p, a, t)
        return Refusal(
            f"{strike.target} is {text(far)} in away, {text(far - rng)} in beyond RNG {text(rng)}",
            "WC-MEAS-3" if strike.kind != "fury" else "WC-FURY-2",
            short_by=round(far - rng),
        )
    if above(p, strike):
        return Refusal(f"{strike.target} flies: only flyers may attack it in melee", "WC-FLIGHT-4")
    if hidden(p, strike):
        far = distance(p, a, t)
        return Refusal(
            f"{strike.target} has Stealth and is {text(far)} in away, more than {text(STEALTH)}",
            "WC-ATK-20",
            short_by=round(far - STEALTH),
        )
    if strike.sight and not sees(p, strike.attacker, strike.target) and not blind(p, strike):
        what = ", ".join(in_the_way(p, strike.attacker, strike.target))
        return Refusal(f"no line of sight from {strike.attacker} to {strike.target}: {what} is in the way", "WC-LOS-1")
    return forbidden(p, strike)


def above(p: Position, strike: Strike) -> bool:
    """Out of reach of a melee weapon in the air."""
    if strike.kind != "melee" or not p.holds(Trait(strike.target, "flight")):
        return False
    return not p.holds(Trait(strike.attacker, "flight"))


def exposed(p: Position, strike: Strike) -> bool:
    """What `barred` asks about an enemy in range."""
    if above(p, strike) or hidden(p, strike):
        return False
    if strike.sight and not sees(p, strike.attacker, strike.target) and not blind(p, strike):
        return False
    return forbidden(p, strike) is None


def forbidden(p: Position, strike: Strike) -> Refusal | None:
    """Why a special rule does not allow an attack: hooks of ``forbids(Strike)``."""
    return p.forbidden(Strike, strike)


def blind(p: Position, strike: Strike) -> bool:
    return bool(strike.weapon) and p.holds(Unseen(strike.attacker, strike.weapon))


def hidden(p: Position, strike: Strike) -> bool:
    a, t = p.state.models[strike.attacker], p.state.models[strike.target]
    if distance(p, a, t) <= STEALTH + TOL:
        return False
    return p.holds(Trait(strike.target, "stealth", strike)) and not p.holds(Ignores(strike, "stealth"))


def foes(p: Position, model: str) -> tuple[tuple[float, str], ...]:
    """Enemy models and how far each is away: asked for every weapon, measured once."""

    def measure() -> tuple[tuple[float, str], ...]:
        models = p.state.models
        me = models[model]
        here, z, r = me.at, me.z, radius(p, me)
        return tuple(
            [
                (far if (far := dist(here, there) - r - s) > 0 else 0.0, n)
                if h == z
                else (distance(p, me, models[n]), n)
                for n, there, h, s in enemy_bases(p, p.state.seat_of(model))
            ]
        )

    return p.memo(("foes", model), measure, PLACES)


def targets(
    p: Position, attacker: str, slot: str, mode: str = "", *, sight: bool = True, marks: tuple[str, ...] = ()
) -> list[str]:
    """Every model this weapon may be declared against."""
    return list(each_target(p, attacker, slot, mode, sight=sight, marks=marks))


def each_target(
    p: Position,
    attacker: str,
    slot: str,
    mode: str = "",
    *,
    sight: bool = True,
    marks: tuple[str, ...] = (),
    shuffled: Random | None = None,
) -> Iterator[str]:
    """The same one by one, in random order if wished: the same tests as `barred`, cheapest first."""
    state: Table = p.state
    me = state.models[attacker]
    weapon = p.rules.cards.weapon(slot)
    if me.barred and FIXED not in marks and barred_kind(p, attacker) == weapon.kind:
        return
    reach = p.value(WeaponRange(attacker, slot)) + TOL
    close = [n for far, n in foes(p, attacker) if far <= reach]
    if not close:
        return
    if shuffled is None and sight:
        seen_among(p, attacker, close)  # one question for all; who takes the first in random order asks one by one
    for name in close if shuffled is None else lots(close, shuffled):
        if exposed(p, declare(p, attacker, name, slot, mode, sight=sight, marks=marks)):
            yield name


def power_of(p: Position, strike: Strike) -> int:
    """POW at the moment of the damage roll; as printed when the attacker was lost between hit and damage."""
    if strike.weapon and strike.attacker in p.state.models:
        return p.value(WeaponPower(strike.attacker, strike.weapon))
    return strike.pow or 0


def weapon_has(p: Position, strike: Strike, rule: str) -> bool:
    """The rule is on the weapon for this attack, or on the model itself (WC-SPEC-8)."""
    if rule in strike.rules:
        return True
    return bool(strike.weapon) and bears(p, strike.attacker, p.rules.cards.weapon(strike.weapon), rule)
