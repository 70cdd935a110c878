"""What a general looks at: points won and lost, how near the armies are to breaking, who is near whom, who is
confused."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Judging, Term
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.ending.victory import points, unit_points
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position, rank
from sandtable.rulesets.warmaster.state.table import DESTROYED, WAITING

POINT = 1000
STAND_SHARE = 0.28  # of a unit's points for each stand lost
NEAR, BAND = 30_000, 20_000
CLOSE = 0.12  # of a unit's points when it is in reach of the enemy
CONFUSED, AWAY, FIGHTING = 0.12, 0.5, 0.04
BREAKING = 220  # points for an army half broken


class WarmasterJudging(Judging):
    points = "points"

    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        state, rules = p.state, p.rules
        for side, sign, whose in ((seat, 1, "our"), (1 - seat, -1, "the enemy's")):
            gained = points(rules, state, side)
            if gained:
                yield Term(sign * POINT * gained, f"{whose} victory points", group=f"points {side}")
            destroyed = sum(u.where == DESTROYED for u in state.units.values() if u.seat == side)
            if destroyed:
                share = destroyed / max(1, state.sides[side].breaks_at)
                yield Term(
                    -sign * round(POINT * BREAKING * share * share),
                    f"{whose} army is breaking",
                    group=f"breaking {side}",
                )
            yield from self.units(p, side, sign)
            yield from self.leaders(p, side, sign)

    def units(self, p: Position, side: int, sign: int) -> Iterator[Term]:
        table = crowd(p)
        enemies = [u for u in p.state.stands if p.state.units[u].seat != side]
        for name, unit in p.state.units.items():
            if unit.seat != side:
                continue
            worth = POINT * unit_points(p.rules, unit)
            if unit.where == WAITING:
                yield Term(-sign * round(worth * AWAY), f"{name} is off the table", group=f"away {name}")
            if name not in p.state.stands:
                continue
            if unit.lost:
                yield Term(
                    -sign * round(worth * STAND_SHARE * unit.lost), f"{name} has lost stands", group=f"lost {name}"
                )
            if unit.hits:
                yield Term(-sign * round(worth * 0.06 * unit.hits), f"{name} has taken hits", group=f"hits {name}")
            if unit.confused:
                yield Term(-sign * round(worth * CONFUSED), f"{name} is confused", group=f"confused {name}")
            if engaged(p, name):
                yield Term(sign * round(worth * FIGHTING), f"{name} is fighting", group=f"fight {name}")
            if enemies:
                x, y = table.of(name)[0].x, table.of(name)[0].y
                far = min(((x - table.of(e)[0].x) ** 2 + (y - table.of(e)[0].y) ** 2) ** 0.5 for e in enemies)
                value = worth * CLOSE * 0.5 ** max(0.0, (far - NEAR) / BAND)
                yield Term(sign * round(value), f"{name} is near the enemy", group=f"near {name}")

    def leaders(self, p: Position, side: int, sign: int) -> Iterator[Term]:
        """Characters near their own units command better; a General close to enemies alone is in danger."""
        table = crowd(p)
        own = [u for u in p.state.stands if p.state.units[u].seat == side]
        for name in p.state.leaders(side):
            x, y = p.state.spots[name]
            if own:
                far = [((x - table.of(u)[0].x) ** 2 + (y - table.of(u)[0].y) ** 2) ** 0.5 for u in own]
                mean = sum(sorted(far)[:4]) / min(4, len(far))
                yield Term(-sign * round(POINT * 8 * mean / BAND), f"{name} is far from his units", group=f"far {name}")
            joined = p.state.characters[name].joined
            if joined and rank(p, name).kind == "general" and engaged(p, joined):
                yield Term(-sign * POINT * 25, f"{name} is in a fight", group=f"danger {name}")

    def turn_of(self, state: object) -> object:
        return getattr(state, "turn", 0), getattr(state, "active", 0)
