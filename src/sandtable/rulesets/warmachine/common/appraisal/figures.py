"""What the cards say of a fight before anybody moves: worth, threat ranges, expected damage of one card on another."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from sandtable.geometry.units import MILLI
from sandtable.rulesets.warmachine.common.state.cards import MELEE, Library, ModelCard, Weapon

WORTH = {"warcaster": 6000, "warjack": 1700, "solo": 800, "trooper": 320}
HEAVY = 900  # more than a light warjack
CHARGE = 3 * MILLI
REACH, CLOSE = 2000, 500
FACES = range(1, 7)


class Profile(NamedTuple):
    """How far a card threatens, and what it is worth in thousandths of a point."""

    worth: int
    boxes: int
    speed: int
    melee: int  # reach of the longest melee weapon; 0: none
    ranged: int  # range of the longest ranged weapon; 0: none
    charge: int  # how far a charge threatens, from base to base
    shot: int  # how far an advance and a shot do
    warjack: bool
    warcaster: bool
    radius: int


class Harm(NamedTuple):
    """Expected share of a fresh model that attacks take: in melee, of a charge, of shots."""

    melee: float
    charge: float
    ranged: float
    bought: float  # one more attack with the best melee weapon
    helpless: float  # in melee against a model that cannot evade


@cache
def profile(cards: Library, id: str) -> Profile:
    card = cards.models[id]
    reach = max((REACH if "reach" in w.traits else CLOSE for w in card.weapons if w.kind == MELEE), default=0)
    rng = max((MILLI * w.rng for w in card.weapons if w.kind != MELEE), default=0)
    speed = MILLI * card.stats.get("SPD", 0)
    worth = WORTH[card.kind] + (HEAVY if card.size == "heavy" else 0) + 40 * max(0, card.most - 1) * (not card.grid)
    return Profile(
        worth, card.most, speed, reach, rng, speed + CHARGE + reach if reach else 0, speed + rng if rng else 0,
        card.kind == "warjack", card.kind == "warcaster", card.footing.radius,
    )  # fmt: skip


@cache
def harm(cards: Library, one: str, other: str) -> Harm:
    me, foe = cards.models[one], cards.models[other]
    blows = [w for w in me.weapons if w.kind == MELEE]
    shots = [w for w in me.weapons if w.kind != MELEE]
    struck = [blow(me, foe, w, 2, False) for w in blows]
    best = max(struck, default=0.0)
    first = max((blow(me, foe, w, 3, False) - blow(me, foe, w, 2, False) for w in blows), default=0.0)
    return Harm(
        min(1.0, sum(struck)),
        min(1.0, sum(struck) + first),
        min(1.0, sum(blow(me, foe, w, 2, False) for w in shots)),
        best,
        min(1.0, sum(blow(me, foe, w, 2, True) for w in blows)),
    )


def blow(me: ModelCard, foe: ModelCard, weapon: Weapon, dice: int, sure: bool) -> float:
    """The share of the target's boxes that one attack takes on the average."""
    melee = weapon.kind == MELEE
    skill = me.stats.get("MAT" if melee else "RAT", 0)
    power = weapon.pow + (me.stats.get("STR", 0) if melee else 0)
    hit = 1.0 if sure else hits(foe.stats["DEF"] - skill)
    return hit * hurt(dice, power - foe.stats["ARM"], foe.most)


@cache
def hits(need: int, dice: int = 2) -> float:
    """That so many dice reach a number: all ones miss, all sixes hit."""
    rolls = [sum(r) for r in product(FACES, repeat=dice)]
    return sum(1 for total in rolls if (total >= need or total == 6 * dice) and total != dice) / max(1, len(rolls))


@cache
def hurt(dice: int, over: int, boxes: int) -> float:
    """The average share of so many boxes that a damage roll marks."""
    rolls = [sum(r) + over for r in product(FACES, repeat=dice)]
    return sum(min(boxes, max(0, total)) for total in rolls) / (len(rolls) * max(1, boxes))
