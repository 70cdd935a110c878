"""What a player of Duel looks at: health, the champions above all, who can strike whom, tricks in hand."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from duel.common.attacks import RANGE
from duel.common.state import Model, Position, Table
from sandtable.core import Term
from sandtable.core.appraisal_changes import by_topic, gains
from sandtable.core.effects import on
from sandtable.geometry.arcs import in_front
from sandtable.geometry.units import MILLI

CHAMPION = 600  # a point of a champion's health, beside the point itself
FALLEN = 2500  # a model gone
BLOW = 0.35  # of a model's power over armour, for standing where it can strike next
TRICK = 250
GUARD = 200


def appraise(p: Position, seat: int) -> Iterator[Term]:
    for side, sign, whose in ((seat, 1, ""), (1 - seat, -1, "the enemy's ")):
        for m in p.state.of(side):
            worth = m.health * (1000 + (CHAMPION if p.rules.models[m.name].champion else 0)) + FALLEN
            yield Term(sign * worth, f"{whose}{m.name} has {m.health} health", group=f"health of {m.name}")
            if reach := best_blow(p, m):
                yield Term(sign * reach, f"{m.name} can strike", group=f"blow of {m.name}")
            if on(p.state.effects, m.name, "guard"):
                yield Term(sign * GUARD, f"{m.name} is on guard")
        tricks = len(p.state.tricks[side].hand)
        if tricks:
            yield Term(sign * TRICK * tricks, f"{whose}tricks in hand")


def changes(before: Position, after: Position, seat: int) -> Iterator[Term]:
    """What a player would say has changed; tricks come and go whatever one does."""
    was = {m.name: m.health for m in before.state.models.values()}
    left = {m.name: m.health for m in after.state.models.values()}
    mine = {m.name for m in before.state.of(seat)}
    gained = gains(by_topic(appraise(before, seat)), by_topic(appraise(after, seat)))
    for topic, gain in gained.items():
        what, _, name = topic.partition(" of ")
        if what == "health":
            lost = f"{was[name] - left.get(name, 0)} health"
            end = f"costs you {name}" if name in mine else f"fells {name}"
            less = f"costs {name} {lost}" if name in mine else f"wounds {name}: {left.get(name)} health left"
            yield Term(gain, less if name in left else end, group=topic)
        elif what == "blow" and name in left:
            better = f"brings {name} nearer to a blow" if name in mine else f"keeps {name} from an easy blow"
            worse = f"takes {name} away from the fight" if name in mine else f"leaves {name} an easier blow"
            yield Term(gain, better if gain > 0 else worse, group=topic)
        elif topic.endswith(" is on guard"):
            name = topic.removesuffix(" is on guard")
            own = f"puts {name} on guard" if gain > 0 else f"takes {name} off guard"
            yield Term(gain, own if name in mine else f"meets {name} {'off' if gain > 0 else 'on'} guard", group=topic)


def best_blow(p: Position, m: Model) -> int:
    """The nearer to a foe it can hurt, the better; at arm's length and facing it, best."""
    table: Table = p.state
    best = 0.0
    for foe in table.enemies(m.name):
        far = max(0.0, hypot(m.x - foe.x, m.y - foe.y) - 2 * m.base.r)
        mine, theirs = p.rules.models[m.name], p.rules.models[foe.name]
        harm = max(1, 7 + mine.power - theirs.armour) * (1.6 if theirs.champion else 1.0)
        moves = far / (mine.speed * MILLI)
        value = 1000 * BLOW * harm / 4 * 0.6**moves
        if m.knives and far <= RANGE:
            value *= 1.2
        best = max(best, value * (1.0 if in_front(m.base, m.facing, foe.base) else 0.7))
    return round(best)
