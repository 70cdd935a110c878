"""What a model may do in its activation: one object a deed, listed by each edition.

A deed lists its options, explains why one is missing, and gives the frame that plays it. The frame returns the
activity as it is afterwards. The first word of an option is its deed's verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sandtable.core import Frame, Option, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import ACTION, CHARGE, MOVEMENT, RUN, Activity

FOCUS = "focus"


def no_movement(p: Position, a: Activity) -> Refusal:
    """Why a model moves no more."""
    if a.down:
        return Refusal(say("{model} lies on the ground", model=a.model), p.rules.cite("what the fallen cannot do"))
    if a.stood == MOVEMENT:
        return Refusal(say("{model} gave up its movement to stand", model=a.model), p.rules.cite("standing up"))
    return Refusal(say("{model} has no movement left", model=a.model), p.rules.cite("movement before action"))


def just_stood(p: Position, a: Activity) -> Refusal | None:
    """Why a model that stood up neither runs nor makes a straight move, whichever half it gave up."""
    if not a.stood or a.down or a.moved or a.over:
        return None
    cite = p.rules.cite("no run or charge after standing up")
    if a.stood == MOVEMENT:
        cite = p.rules.cite("no run or charge without movement")
    return Refusal(say("{model} has just stood up", model=a.model), cite)


def no_action(p: Position, a: Activity) -> Refusal:
    """Why a model has no action."""
    if a.down:
        return Refusal(say("{model} lies on the ground", model=a.model), p.rules.cite("what the fallen cannot do"))
    if a.stood == ACTION:
        return Refusal(say("{model} gave up its action to stand", model=a.model), p.rules.cite("standing up"))
    if a.order == CHARGE and a.moved != CHARGE:
        return Refusal(say("{model} did not charge", model=a.model), p.rules.cite("what an order binds to"))
    if a.over and a.moved == CHARGE and not a.action:
        return Refusal(say("the charge of {model} failed", model=a.model), p.rules.cite("a charge that fails"))
    if a.over and a.unit and a.action:
        return Refusal(say("the action of {model} is over", model=a.model), p.rules.cite("troopers act one by one"))
    return Refusal(say("{model} has no action", model=a.model), p.rules.cite("what running excludes"))


def at_itself(p: Position, model: str) -> Refusal:
    """Why a model makes no attack of any kind on itself."""
    return Refusal(say("{model} cannot attack itself", model=model), p.rules.cite("who may be attacked"))


def no_magic(a: Activity, cite: str) -> Refusal | None:
    """Why a model neither casts nor uses its feat now."""
    if a.down:
        return Refusal(say("{model} lies on the ground", model=a.model), cite)
    if a.moved == RUN:
        return Refusal(say("{model} has run", model=a.model), cite)
    return Refusal(say("the activation of {model} is over", model=a.model), cite) if a.over else None


class Deed:
    """A kind of thing a model may do. Stateless."""

    verb: str
    leads: ClassVar[bool] = False  # a path or a line is asked next

    def options(self, p: Position, a: Activity) -> Iterator[Option]:
        """What is on offer now."""
        yield from ()

    def at_enemies(self, p: Position, a: Activity) -> Iterator[Option]:
        """The same for somebody who would not do it to a friend: an attack at one may be left out."""
        return self.options(p, a)

    def missing(self, p: Position, a: Activity, key: str) -> Refusal | None:
        """Why a phrase that begins with this verb is not on offer; None: the list says enough."""
        return None

    def sought(self, p: Position, a: Activity) -> Iterator[Option]:
        """What somebody would look for under this verb, on offer or not."""
        yield from ()

    def option(
        self, p: Position, a: Activity, key: str, cite: str, *, target: str = "", using: str = "", cost: int = 0,
        how: str = "", also: tuple[str, ...] = (), odds: bool = False,
    ) -> Option:  # fmt: skip
        """One thing on offer, with what it costs in focus."""
        about = (a.model, *also, target) if target else (a.model,)
        price = ((FOCUS, cost),) if cost else ()
        return Option(
            key, "", cite, about, verb=self.verb, actor=a.model, target=target, using=using, cost=price, how=how,
            also=also, odds=odds,
        )  # fmt: skip

    def frame(self, p: Position, a: Activity, key: str) -> Frame:
        raise TypeError(f"{type(self).__name__} has no frame for {key!r}")


def in_keys(said: str, keys: Iterable[str]) -> str:
    """A phrase with names as they are in keys, typed with spaces: ``cast arcane bolt at X``."""
    for key in sorted(keys, key=len, reverse=True):
        said = f" {said} ".replace(f" {key.replace('_', ' ')} ", f" {key} ").strip()
    return said


def words_after(key: str, *words: str) -> list[str]:
    """The parts of a phrase between keywords: ``attack X with Y`` split by ("attack", "with") gives X, Y."""
    parts: list[str] = []
    rest = key
    for word in words:
        head, found, rest = f" {rest}".partition(f" {word} ")
        if not found:
            return [*parts, head.strip()] if head.strip() else parts
        if head.strip():
            parts.append(head.strip())
    return [*parts, rest.strip()]
