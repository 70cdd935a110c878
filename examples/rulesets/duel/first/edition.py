"""The first edition: declare a throw before measuring, criticals bite, free strikes are boosted."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from duel.common.attacks import HAS_KNIFE, IN_FRONT, IN_SIGHT, Strike
from duel.common.edition import Critical, DuelEdition, Measuring
from duel.common.state import BASE, TABLE, Draft, Position, Table
from sandtable.core import Figure
from sandtable.core.measurements import Measurement
from sandtable.geometry.arcs import bearing
from sandtable.geometry.corners import unit
from sandtable.geometry.polygons import distance

ERROR = 0.15  # of a distance that is judged by eye


@dataclass(frozen=True)
class Bites(Critical):
    """One more die of damage (DU-ATK-4)."""

    def hit(self, d: Draft, strike: Strike) -> Strike:
        return strike.but(dice=strike.dice + 1)


@dataclass(frozen=True)
class AfterDeclaring(Measuring):
    """Nobody measures before a throw is declared, except the way of a move (DU-THROW-2).

    The odds of anything else tell no range, so they may be asked for.
    """

    def allowed(self, p: Position, seat: int, what: Measurement) -> bool:
        if what.kind == "odds" and what.answer is not None:
            return not (isinstance(what.answer, str) and what.answer.startswith("throw at "))
        return what.kind == "move"

    def by_eye(self, table: Table, seat: int, rng: Random) -> Table:
        """Each enemy seems to stand some whole inches from the nearest of one's own models, give or take."""
        mine, models = table.of(seat), dict(table.models)
        for foe in table.of(1 - seat) if mine else ():
            me = min(mine, key=lambda m: distance(m.place, foe.place))
            between = distance(me.place, foe.place) - 2 * BASE
            seems = 2 * BASE + round(between, -3) * rng.uniform(1 - ERROR, 1 + ERROR)
            cos, sin = unit(bearing(me.place, foe.place))
            x, y = (min(max(round(c), BASE), TABLE - BASE) for c in (me.x + seems * cos, me.y + seems * sin))
            models[foe.name] = foe.but(x=x, y=y)
        return table.but(models=models)


FIRST = DuelEdition(
    title="Duel, first edition",
    free_strike_dice=Figure(3, "DU-FREE-4"),
    throwing=(HAS_KNIFE, IN_FRONT, IN_SIGHT),  # DU-THROW-2: range is no part of it
    measuring=AfterDeclaring(),
    critical=Bites(),
)
