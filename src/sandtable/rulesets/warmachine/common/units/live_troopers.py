"""Which troopers of an activating unit can still do something."""

from __future__ import annotations

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmachine.common.attacks.combined import HELPED, slot_for
from sandtable.rulesets.warmachine.common.state.conditions import FLEEING, has, is_down, is_helpless, is_still
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity, Mate

Activities = tuple[Activity, ...]


def able(p: Position, a: Activity) -> bool:
    """Still there, up, and not fleeing."""
    if a.model not in p.state.models or has(p, a.model, FLEEING):
        return False
    return a.down or not is_helpless(p, a.model)


def idle(p: Position, model: str) -> Refusal | None:
    """Why a trooper has no part in the activation of its unit, or no more."""
    if is_down(p, model):
        return Refusal(say("{model} lies on the ground", model=model), p.rules.cite("falling in the own activation"))
    if is_still(p, model):
        return Refusal(say("{model} is stationary", model=model), p.rules.cite("stationary troopers"))
    if why := p.forbidden("activation", model) or p.forbidden("trooper activation", model):
        return why
    if has(p, model, FLEEING):
        return Refusal(say("{model} flees", model=model), p.rules.cite("what the fleeing cannot do"))
    return None


def mates(live: Activities, model: str) -> tuple[Mate, ...]:
    """The others that have not acted yet, or only helped."""
    fresh = (a for a in live if a.may_act and a.model != model and (not a.action or only_helped(a)))
    return tuple(
        Mate(
            model=a.model, action=a.action, made=a.made, charged=a.charged, far=a.far, order=a.order, stood=a.stood,
            marks=a.marks,
        )
        for a in fresh
    )  # fmt: skip


def only_helped(a: Activity) -> bool:
    return 0 < len(a.made) == a.marks.count(HELPED)


def live(p: Position, activities: Activities, *, acting: bool) -> Activities:
    """Those who can go on; while they act, each knows who could help it."""
    found = tuple(a for a in activities if able(p, a))
    return tuple(a.but(mates=mates(found, a.model)) for a in found) if acting else found


def with_done(activities: Activities, done: Activity | None) -> Activities:
    """After one of them did something."""
    return activities if done is None else tuple(done if a.model == done.model else a for a in activities)


def having_helped(p: Position, activities: Activities, helpers: tuple[str, ...], kind: str) -> Activities:
    """Helpers of a combined attack have used the attack of one weapon; those of their other weapons are left."""

    def after(a: Activity) -> Activity:
        used = slot_for(p, a, kind)
        return a.but(action=kind, made=(*a.made, used)).marked(HELPED)

    return tuple(after(a) if a.model in helpers else a for a in activities)


def closed(activities: Activities, current: str, name: str) -> Activities:
    """A trooper finishes its action before the next one starts."""
    if current in ("", name):
        return activities
    return tuple(a.but(over=True) if a.model == current else a for a in activities)
