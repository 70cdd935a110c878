"""Incorporeal: only magic harms it, it passes through things, and an attack makes it solid for a round (M2-ADV-23)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, EffectBegan, EffectEnded, Frame, Refusal, Term, forbids, forces, modifies
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.attack import types_of
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.movement.obstacles import PassesThrough
from sandtable.rulesets.warmachine.common.state.conditions import CONTINUOUS, bearers, card, end, has, one_round
from sandtable.rulesets.warmachine.common.state.events import Declared
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position

SOLID = "corporeal"
NOBODY: frozenset[str] = frozenset()


def incorporeal(p: Position, model: str) -> bool:
    return "incorporeal" in card(p, model).abilities and not has(p, model, SOLID)


def ghosts(p: Position) -> frozenset[str]:
    """They intervene for nobody (M2-ADV-22, M2-LOS-8)."""
    found = bearers(p, "incorporeal")
    return frozenset([n for n in found if n in p.state.models and not has(p, n, SOLID)]) if found else NOBODY


@forbids(Damage)
def only_magic_harms(p: Position, blow: Blow) -> Refusal | None:
    """Magical weapons, spells and feats; everything else does nothing (M2-ADV-23, M2-ADV-27)."""
    if incorporeal(p, blow.target) and "magical" not in blow.types:
        return Refusal(say("{target} is incorporeal", target=blow.target), "M2-ADV-23")
    return None


@forbids("affected")
def only_magic_affects(p: Position, model: str, strike: Strike | None) -> Refusal | None:
    """Nor is it knocked down, frozen, pushed, held or thrown by anything else (M2-ADV-23)."""
    if not incorporeal(p, model) or (strike is not None and "magical" in types_of(p, strike)):
        return None
    return Refusal(say("{model} is incorporeal", model=model), "M2-ADV-23")


@forbids("continuous effect")
def nothing_clings(p: Position, model: str, effect: str) -> Refusal | None:
    return Refusal(say("{model} is incorporeal", model=model), "M2-ADV-24") if incorporeal(p, model) else None


@forbids("slam move")
def not_slammed(p: Position, model: str) -> Refusal | None:
    return Refusal(say("{model} is incorporeal", model=model), "M2-ADV-25") if incorporeal(p, model) else None


@modifies(PassesThrough)
def passes(p: Position, q: PassesThrough) -> Iterator[Term]:
    """Rough terrain, obstacles, obstructions and models, if it gets completely past (M2-ADV-19, M2-ADV-20)."""
    if incorporeal(p, q.model):
        yield Term(1, "Incorporeal", "M2-ADV-20")


@forces(Declared)
def becomes_solid(d: Draft, event: Declared) -> Iterator[Frame]:
    """Before the roll of a melee or ranged attack, each time for a round (M2-TURN-4); no spell costs it (M2-ADV-26)."""
    if event.who not in d.state.models or "incorporeal" not in card(d, event.who).abilities:
        return
    if event.what in weapons_of(d, event.who):
        again = Effect(SOLID, event.who, until=one_round(d), cite="M2-ADV-26")
        d.emit(EffectBegan(effect=again, cite=again.cite))  # it was solid all the time: nothing ends
    yield from ()


@forces(EffectEnded)
def sheds_what_clings(d: Draft, event: EffectEnded) -> Iterator[Frame]:
    """A burning model that becomes incorporeal burns no longer (M2-CE-8)."""
    if event.effect.name == SOLID and event.effect.on in d.state.models and incorporeal(d, event.effect.on):
        for effect in CONTINUOUS:
            end(d, event.effect.on, effect, "M2-CE-8")
    yield from ()
