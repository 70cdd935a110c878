"""What a general looks at: points won and lost, how near the armies are to breaking, fights and their likely end, who
is near whom, brigades that hold together, orders still to be given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Ask, Judging, Term
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.appraisal.character_plans import risk
from sandtable.rulesets.warmaster.appraisal.charge_plans import MANY, answer_in_fight
from sandtable.rulesets.warmaster.appraisal.expected_fights import expected_fights
from sandtable.rulesets.warmaster.appraisal.postures import CLOSE, posture
from sandtable.rulesets.warmaster.appraisal.shooting_threats import shooting_threats
from sandtable.rulesets.warmaster.appraisal.shortlists import shortlist
from sandtable.rulesets.warmaster.appraisal.threats import LAST, at_the_end, eager, threats, turns_after, weights
from sandtable.rulesets.warmaster.combat.winners import WinnerMenu
from sandtable.rulesets.warmaster.command.brigades import links_now
from sandtable.rulesets.warmaster.command.orders import OrderMenu, issuers, ready_for
from sandtable.rulesets.warmaster.ending.victory import half_points, points, reduced, unit_points
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank
from sandtable.rulesets.warmaster.state.table import COMMAND, DESTROYED, WAITING
from sandtable.rulesets.warmaster.turn.initiative import InitiativeMenu

POINT = 1000
STAND_SHARE, WHOLE = 0.32, 3  # of a unit's points for each of three stands lost: less than for its destruction
BAND = 20_000
CONFUSED, AWAY, HIT = 0.12, 0.5, 0.015
UNCOMMANDED, FLYERS_HEAR = 0.08, 24_000  # a flyer farther than this from every character, middle to token
TOGETHER = 0.025  # in touch with a friend
BREAKING = 220  # points for an army half broken
ALONE = 0.06  # for each enemy more than friends near it
ORDERS_LEFT = 6  # points for each character who may still give orders
FAR = 5.0


class WarmasterJudging(Judging):
    points = "points"
    won = 500_000
    best_first = True

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
        for fight in expected_fights(p):
            gain = round(POINT * fight.gain(p, seat))
            first = next((u for u in fight.units if state.units[u].seat == seat), fight.units[0])
            yield Term(gain, say("the fight of {unit}", unit=first), group=f"fight {first}")
            if end := at_the_end(p, seat):
                said = (
                    "the fight of {unit} may win the battle" if end > 0 else "the fight of {unit} may lose the battle"
                )
                share = fight.wins[seat] if end > 0 else -fight.wins[1 - seat]
                yield Term(round(POINT * LAST * abs(end) * share), say(said, unit=first), group=f"last {first}")
            more = round(POINT * cut_off(p, fight.units, seat))
            if more:
                yield Term(more, say("{unit} may be charged in its fight", unit=first), group=f"friends {first}")

    def units(self, p: Position, side: int, sign: int) -> Iterator[Term]:
        links = links_now(p, side)
        for name, unit in p.state.units.items():
            if unit.seat != side:
                continue
            worth = POINT * unit_points(p.rules, unit)
            if unit.where == WAITING:
                yield Term(-sign * round(worth * AWAY), say("{unit} is off the table", unit=name), group=f"away {name}")
            if name not in p.state.stands:
                continue
            if unit.lost:
                scored = POINT * half_points(p.rules, unit) if reduced(unit) else 0
                lost = -sign * round(worth * STAND_SHARE * unit.lost * WHOLE / unit.start - scored)
                yield Term(lost, say("{unit} has lost stands", unit=name), group=f"lost {name}")
            if unit.hits + unit.driving:
                hurt = -sign * round(worth * HIT * (unit.hits + unit.driving))
                yield Term(hurt, say("{unit} has taken hits", unit=name), group=f"hits {name}")
            if unit.confused:
                yield Term(
                    -sign * round(worth * CONFUSED), say("{unit} is confused", unit=name), group=f"confused {name}"
                )
            if links.get(name):
                yield Term(
                    sign * round(worth * TOGETHER), say("{unit} is in a brigade", unit=name), group=f"body {name}"
                )
            yield from self.dangers(p, name, side, sign)
            if more := ahead_of_friends(p, name):
                lost = -sign * round(worth * ALONE * more)
                yield Term(lost, say("{unit} is ahead of its friends", unit=name), group=f"ahead {name}")
            if entry(p, name).flyer and not commanded(p, name, side):
                lost = -sign * round(worth * UNCOMMANDED)
                yield Term(lost, say("{unit} is out of command", unit=name), group=f"command {name}")
            if sign > 0:  # who goes to meet the enemy decides where they fight: the other's nearness is no loss
                fighting = bool(crowd(p).fought(name))
                value = round(worth * eager(p, side) * (CLOSE if fighting else posture(p, name)))
                said = say("{unit} is fighting", unit=name) if fighting else say("{unit} is near the enemy", unit=name)
                yield Term(value, said, group=f"near {name}")

    def dangers(self, p: Position, name: str, side: int, sign: int) -> Iterator[Term]:
        """Enemies that may charge it or shoot at it. A threat to the enemy's unit counts by how soon it comes true."""
        if crowd(p).fought(name):
            return
        risked, hoped = weights(p, side if sign > 0 else 1 - side)
        share = POINT * (risked if sign > 0 else hoped)
        if stake := round(share * threats(p).get(name, 0.0)):
            yield Term(-sign * stake, say("{unit} may be charged", unit=name), group=f"danger {name}")
        if stake := round(share * shooting_threats(p).get(name, 0.0)):
            yield Term(-sign * stake, say("{unit} may be shot at", unit=name), group=f"shot {name}")

    def leaders(self, p: Position, side: int, sign: int) -> Iterator[Term]:
        """Characters near their own units command better; a General close to enemies is in danger."""
        table = crowd(p)
        own = table.foes[1 - side]
        spots = [table.middles[u] for u in own]
        for name in p.state.leaders(side):
            x, y = p.state.spots[name]
            if own and not may_follow(p, name):
                far = sorted(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for a, b in spots)
                mean = sum(far[:4]) / min(4, len(far))
                away = -sign * round(POINT * FAR * mean / BAND)
                yield Term(away, say("{name} is far from his units", name=name), group=f"far {name}")
            if rank(p, name).kind != "general":
                continue
            stake = round(POINT * risk(p, name, p.state.spots[name], p.state.characters[name].joined))
            if stake:
                yield Term(-sign * stake, say("{name} is in danger", name=name), group=f"danger {name}")

    def outlook(self, p: Position, ask: Ask) -> Iterator[Term]:
        """Orders still to be given: a failure that ends them is a loss."""
        if isinstance(ask.domain, OrderMenu):
            able = sum(bool(ready_for(p, character)) for character in issuers(p))
            yield Term(POINT * ORDERS_LEFT * able, "orders still to be given", group="orders")

    def considered(self, p: Position, ask: Ask) -> list[Any] | None:
        return shortlist(p, ask)

    def at_menu(self, ask: Ask) -> bool:
        return isinstance(ask.domain, (InitiativeMenu, WinnerMenu))

    def turn_of(self, state: Any) -> object:
        return getattr(state, "turn", 0), getattr(state, "active", 0)


def ahead_of_friends(p: Position, unit: str) -> int:
    """By how many enemies more than friends within 30 cm a unit is faced that does not fight, up to three."""
    table = crowd(p)
    if table.fought(unit) or not turns_after(p):
        return 0
    near, seat = table.near[unit], table.seats[unit]
    friends = sum(table.seats[other] == seat for other in near)
    return max(0, min(MANY, len(near) - 2 * friends - 1))


def cut_off(p: Position, units: tuple[str, ...], seat: int) -> float:
    """Points that may be lost when enemies near a fight charge those in it; the enemy's for a seat."""
    seats = crowd(p).seats
    return sum(answer_in_fight(p, name, units) * (-1 if seats[name] == seat else 1) for name in units)


def may_follow(p: Position, character: str) -> bool:
    """Whether he moves later in this turn, after the units (WM-CHAR-1)."""
    own = p.state.characters[character]
    return own.seat == p.state.active and p.state.phase == COMMAND and not own.moved


def commanded(p: Position, unit: str, side: int) -> bool:
    """Whether some character is near enough to order a flyer (WM-CMD-2), or may yet follow it."""
    x, y = crowd(p).middles[unit]
    return any(may_follow(p, c) for c in p.state.leaders(side)) or any(
        (x - p.state.spots[c][0]) ** 2 + (y - p.state.spots[c][1]) ** 2 < FLYERS_HEAR**2 for c in p.state.leaders(side)
    )
