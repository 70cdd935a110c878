"""The Control Phase: warcasters refill their focus, allocate it, keep up spells, and heal where the edition allows it.

Allocation and upkeep are handed in as one answer: shares by name, ``ironclad 2, upkeep blur 1``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sandtable.core import (
    Ask,
    Call,
    EffectEnded,
    Flag,
    Frame,
    Next,
    Refusal,
    Return,
    Sequence,
    Settle,
    Split,
    Term,
    Wait,
)
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.damage.grid import disabled
from sandtable.rulesets.warmachine.common.damage.healing import Heal
from sandtable.rulesets.warmachine.common.measuring.distance import in_control_area
from sandtable.rulesets.warmachine.common.state.conditions import DISRUPTED, INERT, card, has
from sandtable.rulesets.warmachine.common.state.events import FocusSet, FocusSpent, PhaseBegan
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import stat
from sandtable.rulesets.warmachine.common.turn.activity import focus

MOST = 3
UPKEEP, HEAL = "upkeep ", "heal"


class TakesFocus(Flag, frozen=True):
    """Whether a warjack may be allocated focus by a warcaster."""

    warjack: str
    caster: str

    def base(self, p: Position) -> tuple[Term, ...]:
        if p.state.status[self.warjack].master != self.caster or not in_control_area(p, self.caster, self.warjack):
            return ()
        if "C" in disabled(card(p, self.warjack), p.state.status[self.warjack].marks):
            return ()
        if has(p, self.warjack, DISRUPTED) or has(p, self.warjack, INERT):
            return ()
        return (Term(1, "in the control area", p.rules.cite("who is allocated focus")),)


def warcasters(p: Position, seat: int) -> list[str]:
    return [name for name in p.state.of(seat) if card(p, name).kind == "warcaster"]


def upkeeps(p: Position, caster: str) -> tuple[str, ...]:
    """The upkeep spells of a warcaster in play, each once."""
    spells = p.rules.cards.spells
    found = (e.name for e in p.state.effects if e.source == caster and e.name in spells and spells[e.name].upkeep)
    return tuple(dict.fromkeys(found))


class Control(Frame, frozen=True, kw_only=True):
    seat: int
    left: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        d.emit(PhaseBegan(phase="control", cite=d.rules.cite("phases of a turn")))
        casters = tuple(warcasters(d, self.seat))
        for name in casters:
            d.emit(FocusSet(who=name, focus=stat(d, name, "FOC"), cite=d.rules.cite("focus is refilled")))
        return self.but(left=casters).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        if not self.left:
            frames = d.rules.edition.controlling.after(d, self.seat)
            return Call(Sequence(frames=frames), then=self.finish) if frames else Return()
        caster = self.left[0]
        if caster not in d.state.models:
            return self.but(left=self.left[1:]).each(d)
        limits = shares(d, caster)
        if not limits:
            return self.but(left=self.left[1:]).each(d)
        cite = d.rules.cite("who is allocated focus")
        domain = Allocation(
            limits=limits, total=focus(d, caster), cite=d.rules.cite("at most three focus"), caster=caster
        )
        ask = Ask(self.seat, say("focus of {caster}", caster=caster), domain, (), cite, about=(caster,))
        return Wait(ask, then=self.shared)

    def shared(self, d: Draft, given: tuple[tuple[str, int], ...]) -> Next:
        caster, amounts = self.left[0], dict(given)
        for name, points in sorted(
            given, key=lambda share: share[0].startswith(UPKEEP)
        ):  # upkeep comes after allocation
            if name != HEAL:
                topic = "paying upkeep" if name.startswith(UPKEEP) else "who is allocated focus"
                d.emit(FocusSpent(who=caster, points=points, on=name, cite=d.rules.cite(topic)))
            if name in d.state.models:
                d.emit(FocusSet(who=name, focus=focus(d, name) + points, cite=d.rules.cite("who is allocated focus")))
        for spell in upkeeps(d, caster):
            if not amounts.get(UPKEEP + spell):
                for effect in d.state.effects:
                    if effect.name == spell and effect.source == caster:
                        d.emit(EffectEnded(effect=effect, cite=d.rules.cite("upkeep that is not paid")))
        after = self.but(left=self.left[1:])
        if amounts.get(HEAL):
            return Call(
                Heal(model=caster, points=amounts[HEAL], cite=d.rules.cite("a warcaster heals")), then=after.each
            )
        return Call(Settle(), then=after.each)

    def finish(self, d: Draft, *ignored: Any) -> Next:
        return Return()


class Allocation(Split, frozen=True, kw_only=True):
    """Shares of a warcaster's focus: warjacks, upkeep spells, healing."""

    besides: ClassVar[frozenset[str]] = frozenset({"focus", "keep", "pay", "point", "points"})
    caster: str

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        bad = super().refuse(p, answer)
        if bad is None or not isinstance(answer, tuple):
            return bad
        limits, pairs = dict(self.limits), [a for a in answer if isinstance(a, tuple) and len(a) == 2]
        for name, points in ((a[0], a[1]) for a in pairs if isinstance(a[0], str)):
            if name in p.state.models and name not in limits:
                return no_focus(p, self.caster, name)
            if name not in limits or type(points) is not int or not 0 <= points <= limits[name]:
                return bad.but(cite=p.rules.cite(share_topic(name)))
        return bad.but(cite=p.rules.cite("who is allocated focus"))


def share_topic(name: str) -> str:
    """What is said about a share that cannot be had."""
    if name == HEAL:
        return "a warcaster heals"
    return "paying upkeep" if name.startswith(UPKEEP) else "at most three focus"


def no_focus(p: Position, caster: str, name: str) -> Refusal:
    """Why a model is allocated none."""
    if barred := p.forbidden("allocation", name):
        return barred
    status = p.state.status[name]
    if card(p, name).kind != "warjack" or status.master != caster:
        why = say("{name} is not in the battlegroup of {caster}", name=name, caster=caster)
        if name == caster:
            why = say("{caster} keeps what is not shared out", caster=caster)
        return Refusal(why, p.rules.cite("who takes no focus"))
    if not in_control_area(p, caster, name):
        return outside(p, caster, name, p.rules.cite("the control area"))
    if "C" in disabled(card(p, name), status.marks):
        return Refusal(say("the cortex of {name} is out", name=name), p.rules.cite("cortex"))
    if focus(p, name) >= MOST:
        why = say("{name} has {many} focus, as much as it can", name=name, many=focus(p, name))
        return Refusal(why, p.rules.cite("at most three focus"))
    why = say("{name} takes no focus now", name=name)
    if has(p, name, DISRUPTED):
        why = say("{name} is disrupted", name=name)
    elif has(p, name, INERT):
        why = say("{name} is inert", name=name)
    return Refusal(why, p.rules.cite("who takes no focus"))


def outside(p: Position, caster: str, name: str, cite: str) -> Refusal:
    """Without a figure: only the area itself may be measured at any time, not what lies beyond it."""
    return Refusal(say("{name} is outside the control area of {caster}", name=name, caster=caster), cite)


def gain_focus(d: Draft, model: str, points: int, cite: str) -> None:
    """Focus from another source than allocation, as far as the edition lets it."""
    most = d.rules.edition.controlling.most_gained()
    now = focus(d, model)
    gained = min(points, max(0, most - now))
    if gained > 0 and model in d.state.models and d.holds(MayHoldFocus(model)):
        d.emit(FocusSet(who=model, focus=now + gained, cite=cite))


class MayHoldFocus(Flag, frozen=True):
    """Whether a warjack can have focus at all."""

    warjack: str

    def base(self, p: Position) -> tuple[Term, ...]:
        status = p.state.status[self.warjack]
        if "C" in disabled(card(p, self.warjack), status.marks) or has(p, self.warjack, INERT):
            return ()
        return (Term(1, "cortex", p.rules.cite("cortex")),)


def shares(p: Position, caster: str) -> tuple[tuple[str, int], ...]:
    """Who may get how much."""
    found = [
        (name, MOST - focus(p, name))
        for name in p.state.friends(caster)
        if card(p, name).kind == "warjack" and p.holds(TakesFocus(name, caster)) and focus(p, name) < MOST
    ]
    found += [(UPKEEP + spell, 1) for spell in upkeeps(p, caster)]
    if heal := p.rules.edition.controlling.healing(p, caster):
        found.append((HEAL, heal))
    return tuple(found)
