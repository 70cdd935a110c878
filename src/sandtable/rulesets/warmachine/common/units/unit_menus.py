"""What the troopers of a unit may do: charge targets named before anybody moves, then moves, then actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sandtable.core import Option, Options, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.measuring.line_of_sight import foes_seen_by, seen_by
from sandtable.rulesets.warmachine.common.movement.advance import run_allowance
from sandtable.rulesets.warmachine.common.movement.charge import cannot_charge, no_enemy
from sandtable.rulesets.warmachine.common.movement.rejoining import can_return
from sandtable.rulesets.warmachine.common.state.conditions import is_down
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activation import deed_of, not_over
from sandtable.rulesets.warmachine.common.turn.activity import ADVANCE, CHARGE, OUT, RUN, Activity
from sandtable.rulesets.warmachine.common.turn.other_words import of_the_lost, only, usual
from sandtable.rulesets.warmachine.common.turn.standing_up import STAND
from sandtable.rulesets.warmachine.common.units.live_troopers import idle
from sandtable.rulesets.warmachine.common.units.marching import PACES, marchers
from sandtable.rulesets.warmachine.common.units.members import in_formation, members
from sandtable.rulesets.warmachine.common.units.orders import for_all, known_orders

MOVES = ("stand", ADVANCE, RUN, CHARGE)
ACT, END, DECLARED = "act", "end", "declared"
NAMES = "charges"
ALL_CHARGE, ALL_ATTACK = "all charge", "all attack"
TOGETHER = (*PACES, ALL_CHARGE, ALL_ATTACK)
ORDERED = "be ordered"  # hooks by this key say why nobody in a unit can give its order
MANY = 2  # troopers for which one answer is offered


class ChargeTargets(Options, frozen=True, kw_only=True):
    """Whom each trooper charges: all of them say so, in sight of it, before the first one moves."""

    unit: str
    activities: tuple[Activity, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        found = list(self.found(p))
        last = Option(DECLARED, "", p.rules.cite("units charge by order"), verb=DECLARED, actor=self.unit, ends=True)
        return (*self.together(p, found), *found, last)

    def together(self, p: Position, found: list[Option]) -> Iterator[Option]:
        """One answer for all that have named nobody, who then charge."""
        cite = p.rules.cite("units charge by order")
        if len({o.actor for o in found}) >= MANY:
            yield Option(ALL_CHARGE, "", cite, verb=ALL_CHARGE, actor=self.unit)
            for target, actors in by_target(p, found):
                if actors >= MANY:
                    key = f"{ALL_CHARGE} {target}"
                    yield Option(key, "", cite, verb=ALL_CHARGE, actor=self.unit, target=target)

    def found(self, p: Position) -> Iterator[Option]:
        cite = p.rules.cite("a charge needs line of sight")
        for a in self.activities:
            if a.declares or cannot_charge(p, a) is not None:
                continue
            for target in foes_seen_by(p, a.model):
                key = f"{a.model} {NAMES} {target}"
                yield Option(key, "", cite, (a.model, target), verb=NAMES, actor=a.model, target=target)

    def missing(self, p: Position, key: str) -> Refusal:
        name, _, target = key.partition(f" {NAMES} ")
        if why := not_over(p, key) or second_order(p, self.unit, key, ordered=True) or self.not_by_all(p, key):
            return why
        if name not in members(p, self.unit) or target not in p.state.models:
            return super().missing(p, key)
        if all(a.model != name for a in self.activities) and (why := idle(p, name)):
            return why
        if name not in in_formation(p, self.unit):
            return no_order_for(p, name)
        if why := next((cannot_charge(p, a) for a in self.activities if a.model == name and not a.declares), None):
            return why
        if why := no_enemy(p, name, target):
            return why
        cite = p.rules.cite("a charge needs line of sight")
        if target not in seen_by(p, name):
            return Refusal(say("{name} does not see {target}", name=name, target=target), cite)
        if named := next((a.declares for a in self.activities if a.model == name and a.declares), None):
            return Refusal(say("{named} is the charge target of {name}", named=named, name=name), cite)
        return super().missing(p, key)

    def not_by_all(self, p: Position, key: str) -> Refusal | None:
        """Why it takes more than one answer to charge somebody."""
        target, open_to = key.removeprefix(f"{ALL_CHARGE} "), [a for a in self.activities if not a.declares]
        if target == key or target not in (*p.state.models, *p.state.units) or not open_to:
            return None
        for name in (target, *(members(p, target) if target in p.state.units else ())):
            if why := no_enemy(p, open_to[0].model, name):
                return why
        barred = [cannot_charge(p, a) for a in open_to]
        if all(barred):
            return barred[0]
        cite = p.rules.cite("a charge needs line of sight")
        meant = [option for option in self.found(p) if is_meant(p, target, option.target)]
        if not meant:
            return Refusal(say("nobody sees {target}", target=target), cite)
        one = meant[0]
        if len({option.actor for option in meant}) >= MANY:
            alone = say("{name} alone of {target} is in sight", name=one.target, target=target)
            return Refusal(alone, cite, instead=f"{ALL_CHARGE} {one.target}")
        others = " of those who may charge" if any(barred) else ""
        only = say("only {name}{others} sees {target}", name=one.actor, others=others, target=target)
        return Refusal(only, cite, instead=one.key)


class UnitMenu(Options, frozen=True, kw_only=True):
    """What the troopers of a unit may do next: move, or once all have moved, act."""

    unit: str
    acting: bool
    activities: tuple[Activity, ...]
    current: str = ""  # the trooper whose action is under way

    def options(self, p: Position) -> tuple[Option, ...]:
        def found() -> Iterator[Option]:
            yield from self.together(p)
            for a in self.activities:
                yield from self.of(p, a)
            cite = p.rules.cite("movement before action of a unit")
            if self.acting:
                yield Option(END, "", cite, verb="end activation", actor=self.unit, ends=True)
            elif not self.stragglers(p):
                yield Option(ACT, "", cite, verb=ACT, actor=self.unit)

        return p.memo(("unit menu", self), lambda: tuple(found()))

    def together(self, p: Position) -> Iterator[Option]:
        """What several troopers may do in one answer."""
        cite = p.rules.cite("movement before action of a unit")
        if self.acting:
            found = [o for a in self.activities for o in free_attacks(p, self, a)]
            for target, actors in (("", len({o.actor for o in found})), *by_target(p, found)):
                if actors >= MANY:
                    key = f"{ALL_ATTACK} {target}".strip()
                    yield Option(key, "", cite, verb=ALL_ATTACK, actor=self.unit, target=target)
            return
        for key, how in PACES.items():
            if len(marchers(p, self.activities, how)) >= MANY:
                yield Option(key, "", cite, verb=key, actor=self.unit)
        if len(chargers(p, self.activities)) >= MANY:
            yield Option(ALL_CHARGE, "", cite, verb=ALL_CHARGE, actor=self.unit)

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``march north 5``, ``all run toward juggernaut``, ``guns.3 advance north 4``: who moves, then where; also
        other words of a deed."""
        words = words.strip().casefold().removeprefix(f"{self.unit} ")
        said = for_all(usual(words, members(p, self.unit))).split()
        if self.acting:
            key = " ".join(said)
            meant = key if self.refuse(p, key) is None else self.of_trooper(p, said)
            return None if meant in (None, words) else (meant, "")
        if said[:2] == ALL_ATTACK.split() and self.refuse(p, ACT) is None:
            return ACT, " ".join(said)  # nobody moves
        if said == [END] and self.refuse(p, ACT) is None:
            return ACT, END if len(self.but(acting=True).options(p)) > 1 else ""
        offered = [o.key for o in self.together(p) if o.key in PACES]
        if said[:2] == ["all", "run"] and "all run" in offered:
            return "all run", " ".join(["all", *said[2:]])
        if said[:2] == ALL_CHARGE.split():
            return None
        if said[:1] in (["march"], ["all"]) and said[1:] and offered:
            return offered[0], " ".join(said)
        key = " ".join(said[:2])
        walks = len(said) > 2 and said[1] in (ADVANCE, RUN) and self.refuse(p, key) is None
        return (key, " ".join(said[2:])) if walks else None

    def of_trooper(self, p: Position, said: list[str]) -> str | None:
        """The one deed of a trooper that some words mean, its name first."""
        a = self.activity(" ".join(said))
        meant = a and only(" ".join(said[1:]), (o.but(key=o.key.partition(" ")[2]) for o in self.of(p, a)))
        return f"{said[0]} {meant}" if meant else None

    def sought(self, p: Position) -> Iterator[Option]:
        """What the trooper whose turn it is, or the first one, could be asked to do."""
        live = [a for a in self.activities if not a.over and a.model in p.state.models]
        for a in ([a for a in live if a.model == self.current] or live)[:1]:
            for deed in p.rules.deeds:
                if (deed.verb in MOVES) is not self.acting:
                    for option in deed.sought(p, a):
                        yield option.but(key=f"{a.model} {option.key}")

    def stragglers(self, p: Position) -> tuple[str, ...]:
        """Troopers that must still move back to their unit, and can."""
        return tuple(a.model for a in self.activities if OUT in a.marks and must_return(p, a))

    def of(self, p: Position, a: Activity) -> tuple[Option, ...]:
        """One trooper's options, with its name in front."""
        return p.memo(("trooper menu", a, self.acting), lambda: tuple(self.deeds(p, a, friends=True)))

    def at_enemies(self, p: Position, a: Activity) -> tuple[Option, ...]:
        """The same for one who attacks no friends."""
        return p.memo(("at enemies", a, self.acting), lambda: tuple(self.deeds(p, a, friends=False)))

    def deeds(self, p: Position, a: Activity, *, friends: bool) -> Iterator[Option]:
        if a.over or a.model not in p.state.models:
            return
        for deed in p.rules.deeds:
            if (deed.verb in MOVES) is not self.acting:
                for option in deed.options(p, a) if friends else deed.at_enemies(p, a):
                    yield option.but(key=f"{a.model} {option.key}")

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if answer == END and self.acting:
            return None
        if answer == ACT and not self.acting and not self.stragglers(p):
            return None
        if isinstance(answer, str):
            if answer.startswith(TOGETHER) and any(o.key == answer for o in self.together(p)):
                return None
            a = self.activity(answer)
            if a is not None and any(o.key == answer for o in self.of(p, a)):
                return None
        return super().refuse(p, answer)

    def activity(self, key: str) -> Activity | None:
        return next((a for a in self.activities if a.model == key.split(" ")[0]), None)

    def missing(self, p: Position, key: str) -> Refusal:
        if key == ACT and not self.acting and (left := self.stragglers(p)):
            return Refusal(say("{left} must return to its unit", left=left[0]), p.rules.cite("returning to formation"))
        if why := not_over(p, key):
            return why
        if key.startswith(ALL_CHARGE) and not self.acting and (barred := self.nobody_charges(p)):
            return barred
        a = self.activity(key)
        ordered = any(other.order for other in self.activities)
        if a is None:
            return second_order(p, self.unit, key, ordered) or self.no_part(p, key) or super().missing(p, key)
        rest = key.partition(" ")[2]
        deed = deed_of(p, rest)
        if deed is not None and deed.verb == CHARGE and OUT in a.marks and ordered and not self.acting:
            return no_order_for(p, a.model)
        if deed is not None and (deed.verb in MOVES) is self.acting:
            return Refusal(
                "all troopers move before any of them acts", p.rules.cite("movement before action of a unit")
            )
        lost = of_the_lost(p, rest, p.rules.cite("movement before action of a unit"))
        return (deed and deed.missing(p, a, rest)) or lost or super().missing(p, key)

    def nobody_charges(self, p: Position) -> Refusal | None:
        """Why not even one trooper could charge."""
        why = [cannot_charge(p, a) for a in self.activities]
        return why[0] if why and all(why) else None

    def no_part(self, p: Position, key: str) -> Refusal | None:
        """Why a trooper does nothing in this activation, or nothing more."""
        name, _, rest = key.partition(" ")
        if name not in members(p, self.unit):
            return None
        deed = deed_of(p, rest) if is_down(p, name) else None
        if deed is not None and deed.verb == STAND:
            return deed.missing(p, Activity(model=name, unit=self.unit, down=True), rest)
        return idle(p, name)


def second_order(p: Position, unit: str, key: str, ordered: bool) -> Refusal | None:
    """Why a unit gets no order, or no other, once its activation is under way."""
    verb, _, order = key.partition(" ")
    if verb != "order" or (why := p.forbidden("order to", unit, order)):
        return why if verb == "order" else None
    if order not in known_orders(p, unit):
        return None
    if ordered:
        return Refusal(say("{unit} has its order", unit=unit), p.rules.cite("one order to a unit"))
    begun = say("the activation of {unit} has begun", unit=unit)
    return p.forbidden(ORDERED, unit) or Refusal(begun, p.rules.cite("orders"))


def no_order_for(p: Position, model: str) -> Refusal:
    """Troopers out of formation get none."""
    return Refusal(say("{model} is out of formation", model=model), p.rules.cite("who receives an order"))


def by_target(p: Position, found: list[Option]) -> Iterator[tuple[str, int]]:
    """Each target, and each unit with several of them, and how many could go for it."""
    targets = dict.fromkeys(o.target for o in found)
    for target in targets:
        yield target, len({o.actor for o in found if o.target == target})
    units = Counter(p.state.status[target].unit for target in targets)
    for unit in (unit for unit, many in units.items() if unit and many > 1):
        yield unit, len({o.actor for o in found if is_meant(p, unit, o.target)})


def is_meant(p: Position, said: str, target: str) -> bool:
    """Whether somebody is the model that was said, or a trooper of the unit that was."""
    return said in (target, p.state.status[target].unit)


def chargers(p: Position, activities: tuple[Activity, ...]) -> tuple[Activity, ...]:
    """Troopers that named a target and may charge it now."""
    named = (a for a in activities if a.declares in p.state.models and not a.over)
    return tuple(a for a in named if cannot_charge(p, a) is None)


def free_attacks(p: Position, menu: UnitMenu, a: Activity) -> list[Option]:
    """A trooper's attacks on enemies that cost nothing."""
    enemies = p.state.enemies(a.model) if a.model in p.state.models else ()
    return [o for o in menu.of(p, a) if o.verb == "attack" and not o.cost and o.target in enemies]


def must_return(p: Position, a: Activity) -> bool:
    if not a.may_move or a.model not in p.state.models or p.forbidden(ADVANCE, a) is not None:
        return False
    return can_return(p, a.model, run_allowance(p, a.model))
