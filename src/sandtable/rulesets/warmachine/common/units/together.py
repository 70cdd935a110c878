"""Charges and attacks of a whole unit in one answer: each trooper does what it could do by itself."""

from __future__ import annotations

from collections import Counter

from sandtable.core import Call, Frame, Next, Option, Return, Settle
from sandtable.rulesets.warmachine.common.measuring.by_the_book import GUESS, apart
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.movement.charge import ChargeMove, PlainCharge
from sandtable.rulesets.warmachine.common.state.cards import MELEE
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activation import deed_of
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.units.charge_order import next_charge
from sandtable.rulesets.warmachine.common.units.live_troopers import Activities, closed, live, with_done
from sandtable.rulesets.warmachine.common.units.unit_menus import (
    ChargeTargets,
    UnitMenu,
    chargers,
    free_attacks,
    is_meant,
)

CROWD = 3  # troopers on one target before others look for another


def sensible_targets(p: Position, activities: Activities, target: str = "") -> dict[str, str]:
    """Whom each trooper charges that has named nobody: the model said, else whoever looks nearest and least crowded, of
    the unit said.

    Whoever seems too far away from everybody names nobody, unless that is so for all.
    """
    found: dict[str, list[str]] = {}
    for option in ChargeTargets(unit="", activities=activities).found(p):
        if not target or is_meant(p, target, option.target):
            found.setdefault(option.actor, []).append(option.target)
    likely = {n: [t for t in seen if target or is_likely(p, n, t)] for n, seen in found.items()}
    if any(likely.values()):
        found = likely
    named: dict[str, str] = {}
    crowd: Counter[str] = Counter(a.declares for a in activities if a.declares)
    for name in sorted(found, key=lambda n: min((apart(p, n, t) for t in found[n]), default=0.0)):
        if found[name]:
            best = min(found[name], key=lambda t: (t != target and crowd[t] >= CROWD, apart(p, name, t)))
            named[name] = best
            crowd[best] += 1
    return named


def is_likely(p: Position, model: str, target: str) -> bool:
    """Whether a charge looks as if it could get there."""
    return apart(p, model, target) <= p.value(ChargeMove(model)) + GUESS


class ChargeTogether(Frame, frozen=True, kw_only=True):
    """All troopers that named a target charge it, each along the line that gets there.

    The nearest goes first, unless others then get fewer attacks than they could.
    """

    unit: str
    activities: Activities

    def start(self, d: Draft, *ignored: object) -> Next:
        now = live(d, self.activities, acting=False)
        me, going = self.but(activities=now), chargers(d, now)
        if not going:
            return Return(now)
        a, line = next_charge(d, going)
        return Call(PlainCharge(activity=a, target=a.declares, line=line), then=me.charged)

    def charged(self, d: Draft, activity: Activity) -> Next:
        return Call(Settle(), then=self.but(activities=with_done(self.activities, activity)).start)


class AttackTogether(Frame, frozen=True, kw_only=True):
    """Every trooper makes its attacks that cost nothing: at one target while it stands, or at whoever is nearest."""

    unit: str
    activities: Activities
    target: str = ""
    current: str = ""

    def start(self, d: Draft, *ignored: object) -> Next:
        now = live(d, self.activities, acting=True)
        me = self.but(activities=now)
        menu = UnitMenu(unit=self.unit, acting=True, activities=now, current=self.current)
        for a in sorted(now, key=lambda a: a.model != self.current):
            if (option := self.attack_of(d, menu, a)) is not None:
                key, deed = option.key.partition(" ")[2], deed_of(d, "attack")
                assert deed is not None
                after = me.but(activities=closed(now, self.current, a.model), current=a.model)
                return Call(deed.frame(d, a, key), then=after.attacked)
        return Return(now, self.current)

    def attack_of(self, p: Position, menu: UnitMenu, a: Activity) -> Option | None:
        """Its charge target, then melee before shots, then whoever looks nearest. No shot that looks hopeless."""
        found = [o for o in free_attacks(p, menu, a) if not self.target or is_meant(p, self.target, o.target)]
        if not self.target:
            found = [o for o in found if hopeful(p, a, o)]

        def rank(o: Option) -> tuple[bool, bool, float]:
            return o.target != a.charged, weapons_of(p, a.model)[o.using].kind != MELEE, apart(p, a.model, o.target)

        return min(found, key=rank, default=None)

    def attacked(self, d: Draft, activity: Activity | None = None) -> Next:
        return Call(Settle(), then=self.but(activities=with_done(self.activities, activity)).start)


def hopeful(p: Position, a: Activity, option: Option) -> bool:
    weapon = weapons_of(p, a.model)[option.using]
    return weapon.kind == MELEE or apart(p, a.model, option.target) <= weapon.rng * 1000 + GUESS
