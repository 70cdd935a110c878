"""Who may be attacked: enemy, in range, in sight, not hidden by Stealth (WC-ATK-3, WC-MEAS-3, WC-LOS-1, WC-ATK-20)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from math import dist
from operator import sub
from random import Random
from typing import Any

from sandtable.core import YES, Check, Flag, Refusal, Term, allowed, refusal
from sandtable.core.texts import say
from sandtable.geometry.units import FAR, TOL, text
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.measuring.distance import distance, enemy_bases, radius, within
from sandtable.rulesets.warcaster.measuring.line_of_sight import in_the_way, seen_among, sees
from sandtable.rulesets.warcaster.state.continuous_effects import barred_kind
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import Trait, WeaponPower, WeaponRange, bears
from sandtable.rulesets.warcaster.state.table import OTHER, PLACES_OF, Model, Table
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import in_random_order

STEALTH = 8000


class Ignores(Flag, frozen=True):
    """Whether an attack ignores Stealth or cover."""

    strike: Strike
    what: str  # stealth or cover

    def base(self, p: Position) -> Iterator[Term]:
        if self.what == "cover" and "spray" in self.strike.quality:
            yield Term(YES, "spray", "WC-COVER-9")  # also WC-SPRAY-8


class Unseen(Flag, frozen=True):
    """Whether an attack may be declared without line of sight, since a rule will lift that need at once (WC-LOS-10)."""

    attacker: str
    slot: str


def declare(p: Position, attacker: str, target: str, slot: str, mode: str = "", **more: Any) -> Strike:
    """An attack with a weapon, as declared (WC-ATK-2). A mode is a rule or a quality chosen for this attack."""
    weapon = p.rules.cards.weapon(slot)
    quality, rules = weapon.quality, weapon.rules
    if mode in p.rules.cards.game["weapon_qualities"]:
        quality = (*quality, mode)
    elif mode:
        rules = (*rules, mode)
    return Strike(
        attacker=attacker,
        target=target,
        kind=weapon.kind,
        weapon=slot,
        pow=weapon.pow,
        energy=weapon.energy,
        quality=quality,
        rules=rules,
        declared=target,
        **more,
    )


def reach_of(p: Position, strike: Strike, reach: int | None = None) -> int:
    return reach if reach is not None else p.value(WeaponRange(strike.attacker, strike.weapon))


# --- why an attack may not be declared, in the order in which it is asked ---------------------------------
# Each check takes the attack and the reach that a card gives instead of a weapon's RNG. The declared target of a spray
# must pass them too (WC-SPRAY-1); the others on its line need not (WC-SPRAY-7).


def _no_attacker(p: Position, strike: Strike, reach: int | None) -> bool:
    return strike.attacker not in p.state.models


def _no_target(p: Position, strike: Strike, reach: int | None) -> bool:
    return strike.target not in p.state.models


def _say_no_target(p: Position, strike: Strike, reach: int | None) -> Refusal:
    several = [name for name in p.state.models if name.startswith(f"{strike.target}.")]
    if several:
        return Refusal(
            say(
                "{target} is a squad: attack one of its models, {several}", target=strike.target, several=tuple(several)
            ),
            "WC-ATK-3",
        )
    return Refusal(say("{target} is not on the table", target=strike.target), "WC-ATK-3")


def _friendly(p: Position, strike: Strike, reach: int | None) -> bool:
    return p.state.seat_of(strike.target) == p.state.seat_of(strike.attacker)


def _system_failure(p: Position, strike: Strike, reach: int | None) -> bool:
    """System Failure stops no special action, so no fixed gun (WC-CE-14)."""
    if not strike.weapon or not p.state.models[strike.attacker].barred or strike.fixed_gun:
        return False
    return barred_kind(p, strike.attacker) == strike.kind


def _too_far(p: Position, strike: Strike, reach: int | None) -> bool:
    """Melee weapons have a RNG too (WC-ATK-15)."""
    a, t = p.state.models[strike.attacker], p.state.models[strike.target]
    return not within(p, a, t, reach_of(p, strike, reach))


def reaches(p: Position, strike: Strike) -> bool:
    """Whether the target is in range, everything else aside (WC-MEAS-3)."""
    return not _too_far(p, strike, None)


def _say_too_far(p: Position, strike: Strike, reach: int | None) -> Refusal:
    far, most = _away(p, strike), reach_of(p, strike, reach)
    return Refusal(
        say(
            "{target} is {far} in away, {beyond} in beyond RNG {most}",
            target=strike.target,
            far=text(far),
            beyond=text(far - most),
            most=text(most),
        ),
        "WC-MEAS-3" if strike.kind != "fury" else "WC-FURY-2",
        short_by=round(far - most),
    )


def _in_the_air(p: Position, strike: Strike, reach: int | None = None) -> bool:
    if strike.kind != "melee" or not p.holds(Trait(strike.target, "flight")):
        return False
    return not p.holds(Trait(strike.attacker, "flight"))


def _in_stealth(p: Position, strike: Strike, reach: int | None = None) -> bool:
    if _away(p, strike) <= STEALTH + TOL:
        return False
    return p.holds(Trait(strike.target, "stealth", strike)) and not p.holds(Ignores(strike, "stealth"))


def _say_in_stealth(p: Position, strike: Strike, reach: int | None) -> Refusal:
    far = _away(p, strike)
    what = say(
        "{target} has Stealth and is {far} in away, more than {most}",
        target=strike.target,
        far=text(far),
        most=text(STEALTH),
    )
    return Refusal(what, "WC-ATK-20", short_by=round(far - STEALTH))


def _out_of_sight(p: Position, strike: Strike, reach: int | None = None) -> bool:
    """Melee attacks need line of sight, and the channelling model of a Fury (WC-ATK-15, WC-FURY-3)."""
    if not strike.sight or sees(p, strike.attacker, strike.target):
        return False
    return not (strike.weapon and p.holds(Unseen(strike.attacker, strike.weapon)))


def _say_out_of_sight(p: Position, strike: Strike, reach: int | None) -> Refusal:
    return Refusal(
        say(
            "no line of sight from {attacker} to {target}: {what} is in the way",
            attacker=strike.attacker,
            target=strike.target,
            what=tuple(in_the_way(p, strike.attacker, strike.target)),
        ),
        "WC-LOS-1",
    )


def _forbidden(p: Position, strike: Strike, reach: int | None = None) -> bool:
    return p.forbidden(Strike, strike) is not None


def _say_forbidden(p: Position, strike: Strike, reach: int | None) -> Refusal:
    """A special rule does not allow it: hooks of ``forbids(Strike)``."""
    return p.forbidden(Strike, strike) or Refusal("no special rule forbids this")


def _away(p: Position, strike: Strike) -> float:
    return distance(p, p.state.models[strike.attacker], p.state.models[strike.target])


ENEMY_IN_RANGE = (
    Check(
        _no_attacker,
        lambda p, s, reach: Refusal(say("{attacker} is not on the table", attacker=s.attacker), "WC-ATK-14"),
    ),
    Check(_no_target, _say_no_target),
    Check(_friendly, lambda p, s, reach: Refusal(say("{target} is friendly", target=s.target), "WC-ATK-3")),
    Check(
        _system_failure,
        lambda p, s, reach: Refusal(
            say("System Failure: {attacker} may not use {kind} weapons", attacker=s.attacker, kind=s.kind), "WC-CE-9"
        ),
    ),
    Check(_too_far, _say_too_far),
)
EXPOSED = (
    Check(
        _in_the_air,
        lambda p, s, reach: Refusal(
            say("{target} flies: only flyers may attack it in melee", target=s.target), "WC-FLIGHT-4"
        ),
    ),
    Check(_in_stealth, _say_in_stealth),
    Check(_out_of_sight, _say_out_of_sight),
    Check(_forbidden, _say_forbidden),
)
ATTACK = (*ENEMY_IN_RANGE, *EXPOSED)


def barred(p: Position, strike: Strike, reach: int | None = None) -> Refusal | None:
    """Why this attack may not be declared; None when it may."""
    return refusal(ATTACK, p, strike, reach)


def exposed(p: Position, strike: Strike) -> bool:
    """Whether an enemy in range may be attacked: what menus ask once `foes` has told who is in range."""
    return allowed(EXPOSED, p, strike)


Foes = tuple[tuple[float, str], ...]


def foes(p: Position, model: str) -> Foes:
    """Enemy models and how far each is away, less than 0 where bases overlap: asked for every weapon."""
    return _measured(p, model)[1]


def nearest_foe(p: Position, model: str) -> float:
    """How far the nearest enemy is away; FAR where there is none."""
    return _measured(p, model)[0]


def _measured(p: Position, model: str) -> tuple[float, Foes]:
    """Measured once for a place while no enemy moves."""
    state = p.state
    me = state.models[model]
    seat = state.units[me.unit].seat
    return p.memo(("foes", me.card, me.x, me.y, me.z), _measure, PLACES_OF[OTHER[seat]], p, me, seat)


def _measure(p: Position, me: Model, seat: int) -> tuple[float, Foes]:
    models, them = p.state.models, enemy_bases(p, seat)
    if not them.heights <= {me.z}:
        far = [distance(p, me, models[n]) for n in them.names]
    else:
        apart, r = map(dist, repeat((me.x, me.y)), them.middles), radius(p, me)
        far = [gap - r for gap in map(sub, apart, them.radii)]
    return min(far, default=FAR), tuple(zip(far, them.names, strict=True))


def targets(
    p: Position, attacker: str, slot: str, mode: str = "", *, sight: bool = True, fixed_gun: bool = False
) -> list[str]:
    """Every model this weapon may be declared against."""
    return list(each_target(p, attacker, slot, mode, sight=sight, fixed_gun=fixed_gun))


def each_target(
    p: Position,
    attacker: str,
    slot: str,
    mode: str = "",
    *,
    sight: bool = True,
    fixed_gun: bool = False,
    shuffled: Random | None = None,
) -> Iterator[str]:
    """The same, one at a time; in random order with `shuffled`."""
    state: Table = p.state
    me = state.models[attacker]
    weapon = p.rules.cards.weapon(slot)
    if me.barred and not fixed_gun and barred_kind(p, attacker) == weapon.kind:
        return
    reach = p.value(WeaponRange(attacker, slot)) + TOL
    close = [n for far, n in foes(p, attacker) if far <= reach]
    if not close:
        return
    if shuffled is None and sight:
        seen_among(p, attacker, close)  # one question for all; who takes the first in random order asks one by one
    for name in close if shuffled is None else in_random_order(close, shuffled):
        if exposed(p, declare(p, attacker, name, slot, mode, sight=sight, fixed_gun=fixed_gun)):
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
