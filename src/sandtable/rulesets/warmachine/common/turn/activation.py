"""Activating one model: its menu lists what the edition's deeds allow, until it ends or can do no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.core import Ask, Call, Frame, Next, Option, Options, Refusal, Return, Settle, Wait
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.measuring.distance import unaware_of
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, INERT, has, is_down, is_helpless, is_still
from sandtable.rulesets.warmachine.common.state.events import ActivationBegan, ActivationOver, Passed
from sandtable.rulesets.warmachine.common.state.moments import ActivationIsOver, ActivationStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import BY_MARSHAL, UNHELPED, Activity, heals_lying
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.rulesets.warmachine.common.turn.other_words import of_the_lost, one_of_a_unit, only, usual
from sandtable.rulesets.warmachine.common.turn.windows import ACTIVATION_BEGINS

END = "end"


class ActivationMenu(Options, frozen=True, kw_only=True):
    """What the model may do next."""

    activity: Activity

    def options(self, p: Position) -> tuple[Option, ...]:
        return p.memo(("menu", self.activity), lambda: tuple(self.found(p)))

    def found(self, p: Position) -> Iterator[Option]:
        for deed in p.rules.deeds:
            yield from deed.options(p, self.activity)
        cite = p.rules.cite("one activation each")
        yield Option(END, "", cite, verb="end activation", actor=self.activity.model, ends=True)

    def sought(self, p: Position) -> Iterator[Option]:
        for deed in p.rules.deeds:
            yield from deed.sought(p, self.activity)

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``advance north 4``, ``charge scourge ahead 6``: how it moves, then where; also other words of a deed."""
        said = usual(words.strip().casefold().removeprefix(f"{self.activity.model} "))
        verbs = {deed.verb for deed in p.rules.deeds if deed.leads}
        found = (o.key for o in self.options(p) if o.verb in verbs and said.startswith(f"{o.key} "))
        if key := max(found, key=len, default=""):
            return key, said.removeprefix(key).strip()
        meant = only(said, self.options(p))
        return None if meant in (None, words) else (meant, "")

    def missing(self, p: Position, key: str) -> Refusal:
        if why := not_over(p, key):
            return why
        if (said := usual(key.removeprefix(f"{self.activity.model} "))) != key:
            key = only(said, self.sought(p)) or said
        deed = deed_of(p, key)
        if deed and key.endswith(BY_MARSHAL) and (why := p.forbidden(UNHELPED, self.activity.model, deed.verb)):
            return why
        whole = one_of_a_unit(p, said, self.options(p))
        lost = of_the_lost(p, key, p.rules.cite("one activation each"))
        return whole or (deed and deed.missing(p, self.activity, key)) or lost or super().missing(p, key)


def not_over(p: Position, key: str) -> Refusal | None:
    """Why another does nothing now, nor activates: whoever is active comes to the end first."""
    now, name = p.state.activating, key.removeprefix("activate ").partition(" ")[0]
    if not now or name == key or name not in (*p.state.models, *p.state.units):
        return None
    own = name == now or (name in p.state.models and p.state.status[name].unit == now)
    if own and not key.startswith("activate "):
        return None
    if why := is_enemy(p, name):
        return why
    over = say("the activation of {now} is not over", now=now)
    return Refusal(over, p.rules.cite("one activation after another"), instead=END)


def is_enemy(p: Position, name: str) -> Refusal | None:
    """Why the active player does nothing with a model or unit of the other one."""
    state = p.state
    known = state.units[name].seat if name in state.units else state.status[name].seat if name in state.models else None
    if known in (None, state.active):
        return None
    return Refusal(say("{name} is an enemy", name=name), p.rules.cite("one activation each"))


def deed_of(p: Position, key: str) -> Deed | None:
    verb = key.split(" ")[0]
    return next((deed for deed in (*p.rules.deeds, *p.rules.never) if deed.verb == verb), None)


class Activation(Frame, frozen=True, kw_only=True):
    """One independent model's activation. Being knocked down or made stationary in it ends it, but for healing."""

    activity: Activity

    @property
    def model(self) -> str:
        return self.activity.model

    def still(self, d: Draft) -> bool:
        if self.at in ("start", "begun", "over"):
            return True
        if self.model not in d.state.models or has(d, self.model, FLEEING):
            return False
        return self.activity.down or not is_helpless(d, self.model) or heals_lying(d, self.model)

    def cut(self, d: Draft) -> Next:
        return self.end(d)

    def start(self, d: Draft) -> Next:
        d.emit(ActivationBegan(who=self.model, cite=d.rules.cite("one activation each")))
        d.reach(ActivationStarts(self.model))
        return Call(
            ACTIVATION_BEGINS.opened(d, opened(d, self.activity), cite=d.rules.cite("one activation each")),
            then=self.begun,
        )

    def begun(self, d: Draft, activity: Activity) -> Next:
        return self.but(activity=activity).menu(d)

    def menu(self, d: Draft, *ignored: Any) -> Next:
        if self.activity.over:
            return self.end(d)
        seat, a = d.state.status[self.model].seat, self.activity.but(down=is_down(d, self.model))
        ask = Ask(
            seat, say("activate {model}", model=self.model), ActivationMenu(activity=a), END,
            d.rules.cite("one activation each"), about=(self.model,),
        )  # fmt: skip
        return Wait(ask, then=self.but(activity=a).chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        if key == END:
            return self.end(d)
        deed = deed_of(d, key)
        assert deed is not None
        return Call(deed.frame(d, self.activity, key), then=self.did)

    def did(self, d: Draft, activity: Activity | None = None) -> Next:
        after = self if activity is None else self.but(activity=activity)
        return Call(Settle(), then=after.menu)

    def end(self, d: Draft) -> Next:
        d.reach(ActivationIsOver(self.model))
        if d.state.activating == self.model:
            d.emit(ActivationOver(who=self.model, cite=d.rules.cite("one activation each")))
        return Call(Settle(), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()


def opened(p: Position, a: Activity) -> Activity:
    """An activity as it begins: whether it lies on the ground, and behind whom it is."""
    return a.but(down=is_down(p, a.model), behind=unaware_of(p, a.model))


class WhichModel(Options, frozen=True, kw_only=True):
    """The units and independent models that may activate now."""

    seat: int

    def options(self, p: Position) -> tuple[Option, ...]:
        cite = p.rules.cite("one activation each")
        return tuple(Option(f"activate {n}", "", cite, verb="activate", actor=n) for n in ready(p, self.seat))

    def begun(self, p: Position, words: str) -> tuple[str, str] | None:
        """``guns march north 5``, ``ironclad charge juggernaut``: who, then what it does."""
        name, _, rest = words.casefold().strip().removeprefix("activate ").partition(" ")
        return (f"activate {name}", rest) if rest and name in ready(p, self.seat) else None

    def sought(self, p: Position) -> Iterator[Option]:
        """Everybody of the seat, also those who are done or cannot."""
        state = p.state
        alone = [n for n in state.of(self.seat) if not state.status[n].unit]
        units = [n for n, u in state.units.items() if u.seat == self.seat and any(m in state.models for m in u.members)]
        for name in (*alone, *units):
            yield Option(f"activate {name}", verb="activate", actor=name)

    def missing(self, p: Position, key: str) -> Refusal:
        name = key.removeprefix("activate ")
        verb = usual(key).partition(" ")[0]
        deeds = {"march", "all", "order", *(deed.verb for deed in (*p.rules.deeds, *p.rules.never))}
        if verb in deeds and (able := ready(p, self.seat)) and key not in (*p.state.models, *p.state.units):
            if (never := next((deed for deed in p.rules.never if deed.verb == verb), None)) is not None:
                return never.missing(p, opened(p, Activity(model=able[0])), usual(key)) or super().missing(p, key)
            unsaid, who = say("{key!r} says nothing of who does it", key=key), one_who_does(p, able, usual(key))
            instead = f"a name before it: {who} {key}" if who else "a name before it"
            return Refusal(unsaid, p.rules.cite("one activation each"), instead=instead)
        if why := is_enemy(p, name.partition(" ")[0]):
            return why
        if name in p.state.activated:
            return Refusal(say("{name} has activated this turn", name=name), p.rules.cite("one activation each"))
        unit = p.state.units.get(name)
        models = [n for n in (unit.members if unit else (name,)) if n in p.state.models]
        barred = [p.forbidden("activation", n) for n in models]
        if barred and all(barred):
            return barred[0] or super().missing(p, key)
        if models and p.state.status[models[0]].seat == self.seat and all(is_still(p, n) for n in models):
            if all(has(p, n, INERT) for n in models):
                return Refusal(say("{name} is inert", name=name), p.rules.cite("what inert means"))
            still = say("{name} is stationary", name=name)
            return Refusal(still, p.rules.cite("stationary models in the activation phase"))
        return super().missing(p, key)


def one_who_does(p: Position, able: Sequence[str], key: str) -> str:
    """Somebody who may do just this, or would look for it; otherwise a thing of its kind. Empty: nobody."""
    deed, models = deed_of(p, key), [name for name in able if name in p.state.models]
    verb, _, rest = key.partition(" ")
    if deed is None or (verb == "order" and rest.partition(" ")[0] not in p.state.units):  # march, all, order run
        return next((name for name in able if name not in models), "")
    now = {name: opened(p, Activity(model=name)) for name in models}
    offered = {name: [o.key for o in deed.options(p, now[name])] for name in models}
    sought = {name: [o.key for o in deed.sought(p, now[name])] for name in models}
    just = [n for found in (offered, sought) for n in models if any(f"{k} ".startswith(f"{key} ") for k in found[n])]
    return next(iter((*just, *(name for name in models if offered[name]))), "")


def ready(p: Position, seat: int) -> list[str]:
    """Units and independent models that have not activated yet and can."""
    state = p.state
    found = [n for n in state.of(seat) if not state.status[n].unit and n not in state.activated and able(p, n)]
    units = [n for n, u in state.units.items() if u.seat == seat and n not in state.activated and any_up(p, u.members)]
    return [*found, *units]


def able(p: Position, name: str) -> bool:
    """Not stationary, nor fleeing where that bars it."""
    return not is_still(p, name) and not (has(p, name, FLEEING) and p.forbidden("activation", name))


def any_up(p: Position, members: tuple[str, ...]) -> bool:
    return any(n in p.state.models and able(p, n) for n in members)


class ActivationPhase(Frame, frozen=True, kw_only=True):
    """Each unit and independent model once, in an order of the player's choice."""

    seat: int

    def start(self, d: Draft, *ignored: Any) -> Next:
        found = ready(d, self.seat)
        if not found:
            return self.rest(d)
        cite = d.rules.cite("one activation each")
        if len(found) == 1:
            return self.chosen(d, f"activate {found[0]}")
        return Wait(Ask(self.seat, "activate", WhichModel(seat=self.seat), None, cite), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        return Call(d.rules.activation(d, key.removeprefix("activate ")), then=self.start)

    def rest(self, d: Draft) -> Next:
        """Those who cannot activate count as done."""
        for name in d.state.of(self.seat):
            if not d.state.status[name].unit and name not in d.state.activated:
                barred = None if is_still(d, name) else d.forbidden("activation", name)
                still = d.rules.cite("stationary models in the activation phase")
                d.emit(Passed(who=name, cite=barred.cite if barred else still))
        return Return()
