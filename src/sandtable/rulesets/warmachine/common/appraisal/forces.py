"""The models of a seat and what they are worth as they stand: damage, systems, conditions, spells."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

from sandtable.core import Effect
from sandtable.geometry.kernel.clash import COLUMNS
from sandtable.rulesets.warmachine.common.appraisal.figures import Profile, profile
from sandtable.rulesets.warmachine.common.damage.grid import disabled, left
from sandtable.rulesets.warmachine.common.state.cards import TURN
from sandtable.rulesets.warmachine.common.state.conditions import borne
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.stats import lasting
from sandtable.rulesets.warmachine.common.state.table import WHO, Model, Status

BASIS = 0.4  # of its worth, however hurt it is
SYSTEM = 0.09  # of a warjack's worth for each system that is out
LOST = {  # of its worth
    "knocked_down": 0.12, "stationary": 0.25, "inert": 0.5, "fleeing": 0.25, "fire": 0.05, "corrosion": 0.05,
    "stall": 0.05, "disrupted": 0.06, "dazzled": 0.04,
}  # fmt: skip
BLESSED, CURSED = 110, 150  # by a spell or feat
FIELD = 45  # a focus point that protects its warcaster
FEAT = 350  # a feat that is still to come
MOST = 2400  # of its worth that counts for conditions: a warcaster on the ground is not lost
LEAST = 0.15  # no target counts as having less than this of its boxes
KEPT = 4096  # judged models remembered
WEAPONS, CRIPPLED = frozenset("LRH"), 0.3  # systems that carry weapons, and the share of its blows one of them is


class Unit(NamedTuple):
    """A model as bots see it."""

    name: str
    card: str
    printed: Profile
    x: int
    y: int
    share: float  # of its boxes that are left
    worth: float  # as it stands
    still: bool  # cannot act or evade
    focus: int
    might: float = 1.0  # of its attacks: systems that are out, conditions
    slow: bool = False  # neither runs nor charges: its movement is out
    packed: bytes = b""  # its row of numbers for the kernel


NUMBERS = Struct(f"{COLUMNS}d")  # X, Y, RADIUS ... of the kernel
PLACE = Struct("2d")  # the first two of them


def charge_range(me: Unit) -> int:
    """From base to base; without its movement a model hardly gets anywhere."""
    return me.printed.charge if not me.slow else me.printed.melee


def army(p: Position, seat: int) -> list[Unit]:
    """Everybody of a seat on the table."""
    return p.memo(("army", seat), lambda: _army(p, seat))


def _army(p: Position, seat: int) -> list[Unit]:
    """Most models are as they were on other tables: only the others are judged again."""
    models, every, effects, found = p.state.models, p.state.status, borne(p), list[Unit]()
    known = p.memo("judged models", dict[tuple[str, Status, tuple[Effect, ...]], Unit], WHO)
    latest = p.memo("models judged last", dict[str, tuple[Model, Status, tuple[Effect, ...], Unit]], WHO)
    if len(known) >= KEPT:
        known.clear()
    for name in p.state.of(seat):
        m, status = models[name], every[name]
        on = effects.get(name, ()) if not status.unit else (*effects.get(name, ()), *effects.get(status.unit, ()))
        last = latest.get(name)
        if last is None or last[1] is not status or last[2] != on:
            key = name, status, on
            unit = known.get(key)
            if unit is None:
                unit = known[key] = as_it_stands(p, name, m, status, on)
            last = latest[name] = m, status, on, elsewhere(unit, m)
        elif last[0] is not m:
            last = latest[name] = m, status, on, elsewhere(last[3], m)
        found.append(last[3])
    return found


def as_it_stands(p: Position, name: str, m: Model, status: Status, on: tuple[Effect, ...]) -> Unit:
    state, cards = p.state, p.rules.cards
    printed = profile(cards, status.card)
    card = cards.models[status.card]
    hurt = any(status.marks)
    share = left(card, status.marks) / card.most if hurt else 1.0
    worth = printed.worth * (BASIS + (1 - BASIS) * share)
    out = disabled(card, status.marks) if hurt and card.grid else frozenset()
    worth -= printed.worth * SYSTEM * len(out)
    might, still = max(0.1, 1 - CRIPPLED * len(out & WEAPONS)), False
    for effect in on:
        if effect.name in LOST:
            worth -= min(MOST, printed.worth) * LOST[effect.name]
            still = still or effect.name in ("knocked_down", "stationary", "inert")
        elif (spell := lasting(p, effect.name)) is not None and spell.lasts != TURN:
            friendly = effect.source not in state.status or state.status[effect.source].seat == status.seat
            worth += (BLESSED if friendly else -CURSED) * (1 if printed.boxes > 1 else 0.3)
    unit = Unit(name, status.card, printed, m.x, m.y, share, worth, still, status.focus, might, "M" in out)
    return unit._replace(packed=numbers_of(unit))


def elsewhere(unit: Unit, m: Model) -> Unit:
    """The same model in any place: nothing else of it is judged by where it stands."""
    if unit.x == m.x and unit.y == m.y:
        return unit
    name, card, printed, _, _, *rest, packed = unit
    return Unit._make((name, card, printed, m.x, m.y, *rest, PLACE.pack(m.x, m.y) + packed[PLACE.size :]))


def numbers_of(u: Unit) -> bytes:
    printed = u.printed
    return NUMBERS.pack(
        u.x, u.y, printed.radius, charge_range(u), printed.shot, printed.melee, 0.0 if u.still else u.might, u.still,
        max(LEAST, u.share), u.worth, printed.warjack, printed.warcaster, max(printed.charge, printed.shot),
    )  # fmt: skip


def refilled(p: Position, caster: Unit) -> int:
    """The focus that its turn has just given a warcaster: an enemy gets it whatever was done before."""
    return p.rules.cards.models[caster.card].stats.get("FOC", 0)


def means(p: Position, seat: int, units: list[Unit], theirs: bool = False) -> Iterator[tuple[float, str]]:
    """What a seat has: models by what is left of them, power fields, feats to come."""
    theirs = theirs and p.state.active == seat
    troops, jacks, casters, leading = 0.0, 0.0, 0.0, list[Unit]()
    for u in units:
        if u.printed.warjack:
            jacks += u.worth
        elif u.printed.warcaster:
            casters += u.worth
            leading.append(u)
        else:
            troops += u.worth
    if troops:
        yield troops, "troops and solos"
    if jacks:
        yield jacks, "warjacks"
    if casters:
        yield casters, "warcasters"
    fields = sum(FIELD * (u.focus - (refilled(p, u) if theirs else 0)) for u in leading)
    if fields:
        yield fields, "power field"
    ready = sum(1 for u in leading if u.name not in p.state.feats)
    if ready:
        yield FEAT * ready, "feat to come"
