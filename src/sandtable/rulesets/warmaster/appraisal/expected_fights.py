"""What a fight is expected to cost both sides: one round's dice, and who is likely to win and pursue."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from sandtable.rulesets.warmaster.appraisal.threats import WASTED, with_it
from sandtable.rulesets.warmaster.combat.attacks import Blow, BlowDice, any_touched, character_bonus, fighting, to_hit
from sandtable.rulesets.warmaster.combat.engagements import components
from sandtable.rulesets.warmaster.combat.support import supporters
from sandtable.rulesets.warmaster.ending.victory import unit_points
from sandtable.rulesets.warmaster.state.rules import Position, entry

SPREAD = 1.0  # hits by which a round is usually decided
ROUT = 0.7  # of the losers' points, lost in retreat and pursuit


class Expected(NamedTuple):
    """A fight as it stands: who is in it, hits on each unit, and how likely each seat is to win the round."""

    units: tuple[str, ...]
    hits: dict[str, float]
    wins: tuple[float, float]

    def gain(self, p: Position, seat: int) -> float:
        """Points a seat may expect to gain, those it loses taken off."""
        total, foes, own = 0.0, 0.0, 0.0
        for name in self.units:
            unit = p.state.units[name]
            left = max(1, len(p.state.stands[name])) / max(1, unit.start)
            worth = unit_points(p.rules, unit) * left + with_it(p, name)
            each = max(1, entry(p, name).hits)
            gone = max(0.0, (self.hits.get(name, 0.0) + unit.hits) / each - WASTED)
            lost = worth * min(1.0, gone / max(1, len(p.state.stands[name])))
            total += lost if unit.seat != seat else -lost
            if unit.seat == seat:
                own += worth - lost
            else:
                foes += worth - lost
        return total + ROUT * (self.wins[seat] * foes - self.wins[1 - seat] * own)


def expected_fights(p: Position) -> tuple[Expected, ...]:
    return p.memo("expected fights", lambda: tuple(expected(p, units) for units in components(p)))


def expected(p: Position, units: tuple[str, ...]) -> Expected:
    """The next round of a fight."""
    hits: dict[str, float] = dict.fromkeys(units, 0.0)
    score = [0.0, 0.0]
    pursued = {(a, b): cm for fight in p.state.engagements.values() for a, b, cm in fight.pursuits}
    first = {u: all(u not in fight.units or fight.round == 0 for fight in p.state.engagements.values()) for u in units}
    for unit in units:
        seat, extra = p.state.units[unit].seat, character_bonus(p, unit)[1]
        for number in fighting(p, unit):
            targets = [t for t in any_touched(p, number) if t in hits]
            if not targets:
                continue
            target = min(targets, key=lambda t: (entry(p, t).armour or 7, t))
            query = BlowDice(unit, number, target, 1 if first[unit] else 2, pursued.get((unit, target), -1))
            dice, extra = p.value(query) + extra, 0
            struck = dice * (7 - to_hit(p, Blow(unit, number, target))) / 6 * unsaved(p, target)
            hits[target] += struck
            score[seat] += struck
    for name, _, _, _ in supporters(p, units):
        score[p.state.units[name].seat] += 1
    ahead = 1 / (1 + exp(-(score[0] - score[1]) / SPREAD))
    return Expected(units, hits, (ahead, 1 - ahead))


def unsaved(p: Position, unit: str) -> float:
    armour = entry(p, unit).armour
    return 1.0 if armour is None else (armour - 1) / 6
