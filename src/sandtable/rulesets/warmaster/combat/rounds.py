"""A round of combat: both sides attack, save, lose stands, count support (WM-ENG-6, WM-ENG-7, WM-ENG-14, WM-DICE-5).

Both players fight with every engaged unit, whoever's turn it is (WM-TURN-7), and no unit may decline (WM-COMBAT-16).
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import (
    Ask,
    AtLeast,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Pool,
    Return,
    Roll,
    Sequence,
    Settle,
    Term,
    Untied,
    Value,
    Wait,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.combat.attacks import (
    TARGETS,
    Blow,
    BlowDice,
    character_bonus,
    fighting,
    to_hit,
)  # fmt: skip
from sandtable.rulesets.warmaster.combat.support import COUNTED, Supporter, counted, supporters
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.shooting.hits import NO_SAVE, LoseStands, Save, Toughness, capacity
from sandtable.rulesets.warmaster.state.events.fighting import CasualtiesRemoved, RoundFought
from sandtable.rulesets.warmaster.state.events.losing import HitsTaken
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import OTHER, FirstRoundEnds

FIGHT = "fight"  # what special rules forbid by this name
Order = Callable[[tuple[int, int], tuple[int, int]], tuple[int, int]]
CASUALTY_ORDER: Switch[Order] = Switch(  # by what "loser first" is judged (WM-ENG-15)
    "casualty_order",
    {
        "hits_alone": lambda hits, supports: hits,
        "result_with_support": lambda hits, supports: (hits[0] + supports[0], hits[1] + supports[1]),
    },
    "WM-ENG-15",
)


class Pooled(Value, frozen=True):
    """Dice of one unit against one target at one score."""

    unit: str
    target: str
    score: int
    dice: int
    terms: tuple[Term, ...] = ()


class Extra(Value, frozen=True):
    """Dice of a character, or the one of a unit that has none."""

    unit: str
    dice: int
    why: str
    cite: str


class Outcome(Value, frozen=True):
    """What a round came to: results by seat, and whom each unit fought."""

    results: tuple[int, int]
    touched: tuple[tuple[str, tuple[str, ...]], ...]
    supported: tuple[tuple[str, tuple[str, ...]], ...]  # for units that touched nobody: whom they supported
    sides: tuple[int, int]  # units of each side at the start of the round, destroyed ones included (WM-RETREAT-2)


class Round(Frame, frozen=True, kw_only=True):
    """One round of one fight. Returns its outcome."""

    key: str
    round: int
    blows: tuple[tuple[str, int, str], ...] = ()
    asked: tuple[int, ...] = ()
    pools: tuple[Pooled, ...] = ()
    extra: tuple[Extra, ...] = ()  # dice whose target is not said yet
    struck: tuple[tuple[str, int], ...] = ()  # unsaved hits by target, not yet taken
    hits: int = 0
    result: tuple[int, int] = (0, 0)
    standing: tuple[Supporter, ...] = ()
    before: tuple[int, int] = (0, 0)
    outcome: Outcome | None = None

    def units(self, p: Position) -> tuple[str, ...]:
        fight = p.state.engagements[self.key]
        first = p.state.active
        names = [u for u in fight.units if u in p.state.stands]
        return tuple(sorted(names, key=lambda u: p.state.units[u].seat != first))

    # --- who strikes whom ---
    def start(self, d: Draft) -> Next:
        units = self.units(d)
        standing = supporters(d, units)
        touched = tuple((u, crowd(d).fought(u)) for u in units)
        helped: dict[str, tuple[str, ...]] = {}
        for unit, _, whom, _ in standing:
            helped[unit] = (*helped.get(unit, ()), whom) if whom not in helped.get(unit, ()) else helped[unit]
        sides = [0, 0]
        for u in units:
            sides[d.state.units[u].seat] += 1
        outcome = Outcome((0, 0), touched, tuple(helped.items()), (sides[0], sides[1]))
        me = self.but(standing=standing, before=counted(d, standing), outcome=outcome)
        for u in units:
            if crowd(d).fought(u) and not d.state.units[u].touched:
                d.emit(UnitMarked(unit=u, changes={"touched": True}, says=f"{u} fights", cite="WM-REFORM-1"))
        return me.declare(d)

    def declare(self, d: Draft, *ignored: object) -> Next:
        """A stand that touches several enemy units names one before rolling (WM-COMBAT-2)."""
        blows = list(self.blows)
        done = {number for _, number, _ in blows}
        for unit in self.units(d):
            if d.forbidden(FIGHT, unit):
                continue
            for number in fighting(d, unit):
                if number in done:
                    continue
                found = TARGETS.of(d)(d, number)
                if len(found) > 1:
                    place = number - crowd(d).spans[unit][0] + 1
                    options = tuple(
                        Option(f"strike {o}", cite="WM-COMBAT-2", verb="strike", actor=f"{unit}.{place}", target=o)
                        for o in found
                    )
                    ask = Ask(
                        d.state.units[unit].seat, say("whom {stand} strikes", stand=f"{unit}.{place}"),
                        Choice(options), options[0].key, "WM-COMBAT-2", about=(unit,),
                    )  # fmt: skip
                    return Wait(ask, then=self.but(blows=tuple(blows), asked=(number,)).named)
                blows.append((unit, number, found[0]))
        return self.but(blows=tuple(blows), asked=()).attack(d)

    def named(self, d: Draft, key: str) -> Next:
        number = self.asked[0]
        blow = (crowd(d).owners[number], number, key.removeprefix("strike "))
        return self.but(blows=(*self.blows, blow), asked=()).declare(d)

    # --- dice ---
    def attack(self, d: Draft) -> Next:
        pools = pooled(d, self.key, self.round, self.blows)
        return self.but(pools=pools, blows=(), extra=extra_dice(d, pools)).aim(d)

    def aim(self, d: Draft) -> Next:
        """A character's dice and a last-ditch die go where the player says (WM-CHAR-6, WM-COMBAT-18)."""
        if not self.extra:
            return self.but(pools=tuple(pool for pool in self.pools if pool.dice)).roll(d)
        extra = self.extra[0]
        aims = aims_of(d, extra, self.pools)
        if len(aims) == 1:
            return self.aimed(d, aim_key(aims[0]))
        options = tuple(
            Option(
                aim_key(aim), cite=extra.cite, verb="add dice", actor=extra.unit, target=aim[0],
                how=f"{extra.dice} {'die' if extra.dice == 1 else 'dice'} at {aim[1]}+",
            )
            for aim in aims
        )  # fmt: skip
        ask = Ask(
            d.state.units[extra.unit].seat, say("where {why} of {unit} goes", why=extra.why, unit=extra.unit),
            Choice(options), options[0].key, extra.cite, about=(extra.unit,),
        )  # fmt: skip
        return Wait(ask, then=self.aimed)

    def aimed(self, d: Draft, key: str) -> Next:
        extra, (target, score) = self.extra[0], key.removeprefix("at ").rsplit(" ", 1)
        at = extra.unit, target, int(score)
        known = {(p.unit, p.target, p.score): p for p in self.pools}
        pool = known.get(at, Pooled(*at, 0))
        known[at] = pool.but(dice=pool.dice + extra.dice, terms=(*pool.terms, Term(extra.dice, extra.why, extra.cite)))
        return self.but(pools=tuple(known.values()), extra=self.extra[1:]).aim(d)

    def roll(self, d: Draft, *ignored: object) -> Next:
        if not self.pools:
            return self.casualties(d)
        pool = self.pools[0]
        dice = Pool(pool.unit, (("d6", pool.dice),), d.state.units[pool.unit].seat, pool.terms)
        return Wait(Roll("hit", (dice,), AtLeast(pool.score), "WM-COMBAT-12"), then=self.hit)

    def hit(self, d: Draft, hits: int) -> Next:
        target = self.pools[0].target
        if not hits:
            return self.but(pools=self.pools[1:]).roll(d)
        query = Save(target)
        if d.value(query) >= NO_SAVE:
            return self.scored(d, target, hits)
        dice = Pool("saves", (("d6", hits),), d.state.units[target].seat, d.terms(query))
        return Wait(Roll("save", (dice,), AtLeast(d.value(query)), "WM-SAVE-1"), then=self.but(hits=hits).saved)

    def saved(self, d: Draft, saves: int) -> Next:
        return self.but(hits=0).scored(d, self.pools[0].target, self.hits - saves)

    def scored(self, d: Draft, target: str, hits: int) -> Next:
        """Hits are kept until both sides have rolled; no more than the target can suffer (WM-HITS-8)."""
        so_far = dict(self.struck)
        so_far[target] = min(so_far.get(target, 0) + hits, capacity(d, target))
        return self.but(pools=self.pools[1:], struck=tuple(sorted(so_far.items()))).roll(d)

    # --- casualties ---
    def casualties(self, d: Draft) -> Next:
        """Loser first, judged on hits alone; equal hits: a die each, lower first (WM-ENG-15, WM-DICE-6)."""
        result = [0, 0]
        for target, hits in self.struck:
            result[OTHER[d.state.units[target].seat]] += hits
            if hits:
                d.emit(HitsTaken(unit=target, hits=hits, cite="WM-HITS-1"))
        self.add_carried(d, result)
        me = self.but(struck=(), result=(result[0], result[1]))
        judged = CASUALTY_ORDER.of(d)(me.result, self.before)
        gone, losing = wiped(d, me.units(d)), losers(d, me.units(d))
        if gone[0] != gone[1]:
            return me.remove(d, 0 if gone[0] else 1)
        if judged[0] != judged[1] or not (losing[0] and losing[1]) or gone[0]:
            return me.remove(d, 0 if judged[0] < judged[1] else 1)
        pools = tuple(
            Pool(f"seat {d.rules.seat_name(s)}", (("d6", 1),), s) for s in (d.state.active, OTHER[d.state.active])
        )
        return Wait(Roll("roll_off", pools, Untied(), "WM-ENG-6"), then=me.rolled_off)

    def add_carried(self, d: Draft, result: list[int]) -> None:
        """Hits of shots at chargers, of bounces and spells count in the first round (WM-SHOOT-22, WM-SHOOT-24)."""
        for unit in self.units(d):
            if carried := d.state.units[unit].carried:
                result[OTHER[d.state.units[unit].seat]] += carried
                d.emit(
                    UnitMarked(
                        unit=unit, changes={"carried": 0}, says=f"{carried} hits on {unit} count", cite="WM-RESULT-9"
                    )
                )

    def rolled_off(self, d: Draft, active: int, other: int) -> Next:
        return self.remove(d, d.state.active if active < other else OTHER[d.state.active])

    def remove(self, d: Draft, first: int) -> Next:
        units = sorted(self.units(d), key=lambda u: d.state.units[u].seat != first)
        frames: tuple[Frame, ...] = tuple(
            LoseStands(unit=u) for u in units if d.state.units[u].hits >= d.value(Toughness(u))
        )
        return Call(Sequence(frames=frames), then=self.removed)

    def removed(self, d: Draft, *ignored: object) -> Next:
        d.emit(CasualtiesRemoved(key=self.key, units=self.units(d), cite="WM-ENG-6"))
        return Call(Settle(), then=self.compare)

    def compare(self, d: Draft, *ignored: object) -> Next:
        """Hits inflicted and support of stands still there (WM-RESULT-1)."""
        supports = COUNTED.of(d)(self.before, counted(d, self.standing))
        hits = self.result
        d.emit(RoundFought(key=self.key, round=self.round, hits=hits, supports=supports, cite="WM-RESULT-1"))
        for name in d.state.engagements[self.key].units:
            d.reach(FirstRoundEnds(name))
        assert self.outcome is not None
        return Return(self.outcome.but(results=(hits[0] + supports[0], hits[1] + supports[1])))


def wiped(p: Position, units: tuple[str, ...]) -> tuple[bool, bool]:
    """Which sides lose every stand."""
    left = [True, True]
    for u in units:
        if p.state.units[u].hits < p.value(Toughness(u)) * len(p.state.stands[u]):
            left[p.state.units[u].seat] = False
    return left[0], left[1]


def losers(p: Position, units: tuple[str, ...]) -> tuple[bool, bool]:
    """Which sides lose any stand."""
    found = [False, False]
    for u in units:
        if p.state.units[u].hits >= p.value(Toughness(u)):
            found[p.state.units[u].seat] = True
    return found[0], found[1]


def pooled(p: Position, key: str, number: int, blows: tuple[tuple[str, int, str], ...]) -> tuple[Pooled, ...]:
    """The dice of a round, unit by unit: stands at the same target and score together (WM-COMBAT-3)."""
    found: dict[tuple[str, str, int], Pooled] = {}
    pursuits = {(a, b): cm for a, b, cm in p.state.engagements[key].pursuits}
    for unit, stand, target in blows:
        own = p.state.units[unit]
        fresh = 1 if not own.spent else max(number, 2)  # its own first round counts (WM-COMBAT-17)
        query = BlowDice(unit, stand, target, fresh, pursuits.get((unit, target), -1), own.won_in)
        dice, score = p.value(query), to_hit(p, Blow(unit, stand, target))
        at = unit, target, score
        known = found.get(at, Pooled(unit, target, score, 0))
        found[at] = known.but(dice=known.dice + dice, terms=(*known.terms, *p.terms(query)))
    return tuple(found.values())


def extra_dice(p: Position, pools: tuple[Pooled, ...]) -> tuple[Extra, ...]:
    """A joined character's dice; without them a unit whose stands have none rolls one (WM-CHAR-6, WM-COMBAT-4)."""
    found = []
    for unit in dict.fromkeys(pool.unit for pool in pools):
        name, bonus = character_bonus(p, unit)
        if bonus > 0:  # WM-COMBAT-15
            found.append(Extra(unit, bonus, name, "WM-CHAR-6"))
        elif not any(pool.dice for pool in pools if pool.unit == unit):
            found.append(Extra(unit, 1, "a last-ditch die", "WM-COMBAT-4"))
    return tuple(found)


def aims_of(p: Position, extra: Extra, pools: tuple[Pooled, ...]) -> list[tuple[str, int]]:
    """Targets and scores: a character's of a stand that fights; the last die's of whatever a stand could strike. The
    easiest first."""
    if extra.cite == "WM-CHAR-6":
        aims = {(pool.target, pool.score) for pool in pools if pool.unit == extra.unit}
    else:
        blows = (Blow(extra.unit, n, o) for n in fighting(p, extra.unit) for o in TARGETS.of(p)(p, n))
        aims = {(blow.target, to_hit(p, blow)) for blow in blows}
    return sorted(aims, key=lambda aim: (aim[1], aim[0]))


def aim_key(aim: tuple[str, int]) -> str:
    return f"at {aim[0]} {aim[1]}"
