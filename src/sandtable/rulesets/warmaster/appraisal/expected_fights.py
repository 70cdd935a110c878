"""What a fight is expected to cost both sides: one round's dice, and who is likely to win and pursue."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from sandtable.rulesets.warmaster.appraisal.clashes import Fighter, chance_ahead, gone, pooled, rout
from sandtable.rulesets.warmaster.appraisal.threats import fighter, unsaved
from sandtable.rulesets.warmaster.combat.attacks import Blow, BlowDice, any_touched, character_bonus, fighting, to_hit
from sandtable.rulesets.warmaster.combat.engagements import components
from sandtable.rulesets.warmaster.combat.support import supporters
from sandtable.rulesets.warmaster.state.rules import Position, entry

SPREAD = 1.3  # hits by which a round is usually decided


class Body(NamedTuple):
    """The units of a seat in a fight as one, the share of their stands that is left, and points left and lost."""

    fighter: Fighter
    share: float
    left: float
    lost: float


class Expected(NamedTuple):
    """A fight as it stands: who is in it, hits on each unit, and by how much the first seat is ahead in the round."""

    units: tuple[str, ...]
    hits: dict[str, float]
    lead: float

    @property
    def wins(self) -> tuple[float, float]:
        """How likely each seat is to win the round."""
        ahead = 1 / (1 + exp(-self.lead / SPREAD))
        return ahead, 1 - ahead

    def gain(self, p: Position, seat: int) -> float:
        """Points a seat may expect to gain, those it loses taken off."""
        own, foe = self.body(p, seat), self.body(p, 1 - seat)
        if own is None or foe is None:
            return 0.0
        lead = self.lead if seat == 0 else -self.lead
        ahead = chance_ahead(lead)
        gain = ahead * foe.left * rout(own.fighter, own.share, foe.fighter, foe.share, lead)
        loss = (1 - ahead) * own.left * rout(foe.fighter, foe.share, own.fighter, own.share, -lead)
        return foe.lost - own.lost + gain - loss

    def body(self, p: Position, seat: int) -> Body | None:
        """A seat's units in the fight after the round's hits."""
        names = [name for name in self.units if p.state.units[name].seat == seat]
        fighters = [fighter(p, name) for name in names]
        if not names:
            return None
        shares = [
            1 - gone(one, self.hits.get(name, 0.0) + p.state.units[name].hits)
            for name, one in zip(names, fighters, strict=True)
        ]
        left = sum(share * one.points for share, one in zip(shares, fighters, strict=True))
        stands = sum(share * one.stands for share, one in zip(shares, fighters, strict=True))
        whole = pooled(fighters)
        return Body(whole, stands / whole.stands, left, whole.points - left)


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
    for name, _ in {(supporter[0], supporter[1]) for supporter in supporters(p, units)}:
        score[p.state.units[name].seat] += 1
    return Expected(units, hits, score[0] - score[1])
