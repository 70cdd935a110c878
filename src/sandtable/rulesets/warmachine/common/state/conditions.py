"""States of models as effects: knocked down, stationary, inert, fleeing, disrupted, continuous effects, spells."""

from __future__ import annotations

from sandtable.core import Effect, EffectBegan, EffectEnded, Moment
from sandtable.rulesets.warmachine.common.state.cards import ROUND, TURN, ModelCard
from sandtable.rulesets.warmachine.common.state.moments import TurnEnds, TurnStarts
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import WHO

DOWN, STATIONARY, INERT, FLEEING, DISRUPTED = "knocked_down", "stationary", "inert", "fleeing", "disrupted"
FIRE, CORROSION, STALL = "fire", "corrosion", "stall"
HELPLESS = frozenset({DOWN, STATIONARY, INERT})
CONTINUOUS = (CORROSION, FIRE, STALL)  # in the order they are resolved unless the player says otherwise
TOOK_OVER = "new_gunner"  # on a gunner whom a crewman, its source, has replaced: he has the effects of that crewman
SPARED = "spared_"  # with the name of a spell: on a trooper who does not have that spell of his unit
EFFECTS = frozenset({"effects"})


def card(p: Position, name: str) -> ModelCard:
    """The card of a model on the table."""
    return p.rules.cards.models[p.state.models[name].card]


def bearers(p: Position, ability: str) -> tuple[str, ...]:
    """Everybody in the game whose card has an ability."""
    return p.memo(("bearers", ability), _bearers, WHO, p, ability)


def _bearers(p: Position, ability: str) -> tuple[str, ...]:
    cards = p.rules.cards.models
    return tuple([n for n, status in p.state.status.items() if ability in cards[status.card].abilities])


def borne(p: Position) -> dict[str, tuple[Effect, ...]]:
    """Effects by bearer: a model, unit, feature or seat."""
    return p.memo("borne", _borne, EFFECTS, p.state.effects)


def _borne(effects: tuple[Effect, ...]) -> dict[str, tuple[Effect, ...]]:
    found: dict[str, tuple[Effect, ...]] = {}
    for effect in effects:
        found[effect.on] = (*found.get(effect.on, ()), effect)
    return found


def effects_on(p: Position, name: str) -> tuple[Effect, ...]:
    """What is on a model, and on its unit."""
    found = borne(p)
    if not found:
        return ()
    own, unit = found.get(name, ()), p.state.status[name].unit
    if not unit or unit not in found:
        return own
    spared = {e.name.removeprefix(SPARED) for e in own if e.name.startswith(SPARED)}
    return (*own, *(e for e in found[unit] if e.name not in spared)) if spared else (*own, *found[unit])


def bearing(p: Position) -> dict[str, frozenset[str]]:
    """Bearers by effect: the models and units that have it."""
    return p.memo("bearing", _bearing, EFFECTS, p.state.effects)


def _bearing(effects: tuple[Effect, ...]) -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    for effect in effects:
        found.setdefault(effect.name, []).append(effect.on)
    return {name: frozenset(on) for name, on in found.items()}


def has(p: Position, name: str, effect: str) -> bool:
    found = bearing(p).get(effect)
    return found is not None and (name in found or p.state.status[name].unit in found)


def is_down(p: Position, name: str) -> bool:
    return has(p, name, DOWN)


def is_still(p: Position, name: str) -> bool:
    """Stationary for another reason than lying on the ground."""
    return has(p, name, STATIONARY) or has(p, name, INERT)


def is_helpless(p: Position, name: str) -> bool:
    """A stationary target: knocked down, or stationary for any reason."""
    found = p.memo("helpless", _helpless, EFFECTS, p.state.effects)
    return bool(found) and (name in found or p.state.status[name].unit in found)


def _helpless(effects: tuple[Effect, ...]) -> frozenset[str]:
    return frozenset([e.on for e in effects if e.name in HELPLESS])


def is_up(p: Position, name: str) -> bool:
    """On the table and able to act."""
    return name in p.state.models and not is_helpless(p, name)


def lying(p: Position) -> frozenset[str]:
    """Everybody who is knocked down: they are in nobody's way of sight."""
    return p.memo("lying", lambda: frozenset(e.on for e in p.state.effects if e.name == DOWN), EFFECTS)


def one_round(p: Position) -> TurnStarts:
    """A round from now ends when the player whose turn it is now starts the next one."""
    return TurnStarts(p.state.active)


def until(p: Position, lasts: str) -> Moment | None:
    """The end of what lasts a round or a turn; None: until something ends it."""
    return one_round(p) if lasts == ROUND else TurnEnds() if lasts == TURN else None


def begin(d: Draft, effect: Effect) -> None:
    """An effect begins; those it displaces end aloud."""
    for other in d.state.effects:
        if effect.displaces(other):
            d.emit(EffectEnded(effect=other, cite=effect.cite))
    d.emit(EffectBegan(effect=effect, cite=effect.cite))


def end(d: Draft, name: str, effect: str, cite: str) -> None:
    """An effect on a model ends, if it is there."""
    for other in borne(d).get(name, ()):
        if other.name == effect:
            d.emit(EffectEnded(effect=other, cite=cite))
