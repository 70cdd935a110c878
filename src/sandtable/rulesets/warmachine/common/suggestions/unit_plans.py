"""What a unit sets out to do: troops with guns keep their distance, a unit comes up as one, charges are named."""

from __future__ import annotations

from collections import Counter

from sandtable.core import Option
from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.appraisal.figures import Profile, profile
from sandtable.rulesets.warmachine.common.measuring.by_the_book import apart
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.suggestions.goals import likely_charge
from sandtable.rulesets.warmachine.common.suggestions.tastes import worth_of
from sandtable.rulesets.warmachine.common.turn.activity import RUN
from sandtable.rulesets.warmachine.common.units.marching import PACES
from sandtable.rulesets.warmachine.common.units.orders import NO_ORDER, OrderMenu
from sandtable.rulesets.warmachine.common.units.unit_menus import DECLARED, ChargeTargets, UnitMenu

GUNS = 10 * MILLI  # weapons that reach as far are what a unit fights with
PART = 3  # one in so many troopers must reach an enemy
CLOSE = 10 * MILLI  # an enemy so near may charge: troops with guns do not run up to it


def has_guns(printed: Profile) -> bool:
    return printed.ranged >= GUNS


def reach(printed: Profile) -> int:
    """How far off an enemy can be that a trooper shoots or charges now."""
    return printed.shot if has_guns(printed) else printed.charge


def distances(p: Position, unit: str) -> list[tuple[Profile, float]]:
    """Of each trooper on the table: how far the nearest enemy looks."""
    found = []
    for name in p.state.units[unit].members:
        if name in p.state.models:
            foes = p.state.enemies(name)
            near = min((apart(p, name, foe) for foe in foes), default=0.0)
            found.append((profile(p.rules.cards, p.state.models[name].card), near))
    return found


def in_reach(far: list[tuple[Profile, float]]) -> bool:
    """Whether enough troopers look as if they could strike."""
    return PART * sum(near <= reach(printed) for printed, near in far) >= len(far)


def wanted_orders(p: Position, domain: OrderMenu) -> list[str] | None:
    """Troops with guns run only where nobody can charge them then, and never charge. None: whatever is offered."""
    far = distances(p, domain.unit)
    if PART * sum(has_guns(printed) for printed, _ in far) < 2 * len(far) or not far:
        return None
    nearest, (printed, _) = min(near for _, near in far), far[0]
    runs = not in_reach(far) and nearest > 2 * printed.speed + max(CLOSE, reach(printed))
    wanted = f"order {RUN}" if runs else NO_ORDER
    return [o.key for o in domain.options(p) if o.key == wanted] or None


def wanted_charges(p: Position, domain: ChargeTargets) -> list[str]:
    """One more charge that looks as if it got there, at whom fewest go; when there is none left, all is declared."""
    likely = [o for o in domain.found(p) if likely_charge(p, o.actor, o.target)]
    if not likely:
        return [DECLARED]
    named = Counter(a.declares for a in domain.activities)

    def promise(option: Option) -> float:
        return worth_of(p, option.actor, option.target, "charge") / (1 + named[option.target])

    return [max(likely, key=promise).key]


def wanted_pace(p: Position, domain: UnitMenu) -> list[Option]:
    """Moving as one, where a unit comes up and nobody strikes yet."""
    if domain.acting or not domain.activities:
        return []
    runs = all(a.order == RUN for a in domain.activities)
    if not runs and (any(a.order for a in domain.activities) or in_reach(distances(p, domain.unit))):
        return []
    return [o for o in domain.together(p) if o.key in PACES and (PACES[o.key] == RUN) is runs]
