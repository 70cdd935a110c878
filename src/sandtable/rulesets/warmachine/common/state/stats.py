"""Current stats of a model: printed number, then what systems, effects and abilities make of it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Effect, Query, Term, modifies
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.measuring.distance import in_control_area
from sandtable.rulesets.warmachine.common.state.cards import Feat, Spell
from sandtable.rulesets.warmachine.common.state.conditions import EFFECTS, card, effects_on
from sandtable.rulesets.warmachine.common.state.rules import Position


class Stat(Query, frozen=True):
    """A printed stat that effects may change."""

    model: str
    name: str  # SPD, STR, MAT, RAT, CMD, FOC

    def base(self, p: Position) -> Iterator[Term]:
        if self.name in card(p, self.model).stats:
            yield Term(card(p, self.model).stats[self.name], self.name, p.rules.cite("stats"), "base")


def stat(p: Position, model: str, name: str) -> int:
    return p.value(Stat(model, name))


def speed(p: Position, model: str) -> int:
    """Inches of an advance, in thousandths."""
    return max(0, MILLI * stat(p, model, "SPD"))


def lasting(p: Position, name: str) -> Spell | Feat | None:
    """The spell or feat an effect comes from."""
    return p.rules.cards.spells.get(name) or p.rules.cards.feats.get(name)


def auras(p: Position) -> tuple[Effect, ...]:
    """Spells and feats that reach everybody in a warcaster's control area while they last."""
    return p.memo("auras", _auras, EFFECTS, p)


def _auras(p: Position) -> tuple[Effect, ...]:
    return tuple([e for e in p.state.effects if (s := lasting(p, e.name)) is not None and is_aura(s)])


def is_aura(source: Spell | Feat) -> bool:
    return source.aura if isinstance(source, Feat) else source.ctrl and source.upkeep


def is_for(p: Position, source: Spell | Feat, caster: str, model: str) -> bool:
    """Whether a model is of the kind, and of the faction, that a caster's spell or feat is for."""
    printed, only = card(p, model), source.only
    if source.faction and printed.faction != card(p, caster).faction:
        return False
    return not only or printed.kind == only or (only == "warrior" and printed.kind != "warjack")


def working_on(p: Position, model: str) -> Iterator[Effect]:
    """Effects on a model or its unit, and auras it is in."""
    around = auras(p)
    for effect in effects_on(p, model):
        if effect not in around:
            yield effect
    for effect in around:
        source = lasting(p, effect.name)
        if source is None or not is_for(p, source, effect.on, model):
            continue
        if p.state.status[effect.on].seat == p.state.status[model].seat and in_control_area(p, effect.on, model):
            yield effect


def changed(p: Position) -> frozenset[str]:
    """The numbers and traits that spells and feats change at all now: for others nobody's effects are looked at."""
    return p.memo("changed", _changed, EFFECTS, p)


def _changed(p: Position) -> frozenset[str]:
    found = [s for e in p.state.effects if (s := lasting(p, e.name)) is not None]
    return frozenset([name for s in found for name in (*s.bonus, *s.gains)])


def bonuses(p: Position, model: str, number: str, kind: str = "") -> Iterator[Term]:
    """What spells and feats on a model add to a number; `kind`: against this kind of attack."""
    if number not in changed(p):
        return
    for effect in working_on(p, model):
        source = lasting(p, effect.name)
        if source is None or number not in source.bonus:
            continue
        if isinstance(source, Spell) and source.against and kind not in source.against:
            continue
        yield Term(source.bonus[number], source.name, effect.cite, group=f"{effect.name}")


def gains(p: Position, model: str, trait: str) -> bool:
    """Whether a spell or feat on it grants a trait."""
    if trait not in changed(p):
        return False
    return any(trait in source.gains for e in working_on(p, model) if (source := lasting(p, e.name)) is not None)


def has_ability(p: Position, model: str, ability: str) -> bool:
    """Printed on its card, or granted."""
    return ability in card(p, model).abilities or gains(p, model, ability)


def barred_by(p: Position, model: str, deed: str) -> str:
    """The spell on a model that forbids a deed; empty: none does."""
    for effect in effects_on(p, model):
        source = lasting(p, effect.name)
        if isinstance(source, Spell) and deed in source.forbids:
            return effect.name
    return ""


@modifies(Stat)
def spells_and_feats(p: Position, q: Stat) -> Iterator[Term]:
    yield from bonuses(p, q.model, q.name)
