"""The giant (`giant` in data/special_rules.toml): goes its own way when an order fails, and is hurt before it dies.

How its chart is read: WM-DATA-14.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Effect,
    EffectBegan,
    Frame,
    Next,
    Option,
    Pool,
    Refusal,
    Return,
    Roll,
    Settle,
    Term,
    Wait,
    forces,
    modifies,
)  # fmt: skip
from sandtable.core.abilities import forbids
from sandtable.core.effects import on
from sandtable.core.texts import say
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Point
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import FAR, MILLI
from sandtable.geometry.wheel import swept
from sandtable.rulesets.warmaster.charging.assault import MayAssault
from sandtable.rulesets.warmaster.charging.charge import Charge
from sandtable.rulesets.warmaster.charging.targets import can_charge
from sandtable.rulesets.warmaster.combat.attacks import Attack
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.combat.rounds import FIGHT
from sandtable.rulesets.warmaster.combat.winners import GO_ON
from sandtable.rulesets.warmaster.command.confusion import confuse
from sandtable.rulesets.warmaster.command.movement import APART, FullPace
from sandtable.rulesets.warmaster.command.off_table import TOWARDS, LeaveTable, edge_gaps, edge_poses, over_the_edge
from sandtable.rulesets.warmaster.command.orders import BLUNDER, BRIGADE, SHUFFLE
from sandtable.rulesets.warmaster.measuring.closed_ground import closed_afoot
from sandtable.rulesets.warmaster.measuring.crowd import crowd, poses_of
from sandtable.rulesets.warmaster.measuring.lines import shifted, straight_at
from sandtable.rulesets.warmaster.measuring.ridden_over import ridden_over
from sandtable.rulesets.warmaster.measuring.sight import nearest_enemies, unit_sees
from sandtable.rulesets.warmaster.shooting.drive_backs import DriveBacks
from sandtable.rulesets.warmaster.shooting.hits import Toughness
from sandtable.rulesets.warmaster.shooting.shooting import volleys
from sandtable.rulesets.warmaster.shooting.volleys import Aim
from sandtable.rulesets.warmaster.state.events.commanding import OrderFailed, PhaseEnded
from sandtable.rulesets.warmaster.state.events.fighting import SideChanged
from sandtable.rulesets.warmaster.state.events.moving import UnitMarked, UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry
from sandtable.rulesets.warmaster.state.table import COMBAT, EPS, CombatEnds, FirstRoundEnds, TurnEnds

IDLE, HURT, FURIOUS, EDGEWARD = "does nothing", "badly hurt", "furious", "makes for the edge"
LESS = 4  # Hits and Attack of a giant that is hurt
HURT_AT = 4  # recorded hits
THROW = 5 * MILLI  # cm for each point of the die
ATTACKS = 3


def is_giant(p: Position, unit: str) -> bool:
    return unit in p.state.units and entry(p, unit).has("giant")


@forbids(BRIGADE, rule="giant")
def giants_keep_to_giants(p: Position, units: tuple[str, ...]) -> Refusal | None:
    mixed = any(is_giant(p, u) for u in units) and not all(is_giant(p, u) for u in units)
    return Refusal("giants are brigaded only with giants", "WM-BRIG-4") if mixed else None


@forbids(BLUNDER, rule="giant")
def giants_do_not_blunder(p: Position, units: tuple[str, ...]) -> Refusal | None:
    return Refusal("its own chart instead", "WM-BLUND-1") if any(is_giant(p, u) for u in units) else None


@forbids(SHUFFLE, rule="giant")
def giants_have_their_chart_instead(p: Position, units: tuple[str, ...]) -> Refusal | None:
    return Refusal("its own chart instead", "WM-CMD-13") if any(is_giant(p, u) for u in units) else None


@forbids(FIGHT, rule="giant")
def idle_giants_do_not_fight(p: Position, unit: str) -> Refusal | None:
    return (
        Refusal(say("{unit} does nothing this turn", unit=unit), "WM-COMBAT-16")
        if on(p.state.effects, unit, IDLE)
        else None
    )


@forbids(GO_ON, rule="giant")
def giants_stand_where_they_won(p: Position, unit: str) -> Refusal | None:
    on_its_way = on(p.state.effects, unit, EDGEWARD)
    return Refusal(say("{unit} stands if it wins", unit=unit), "WM-RESULT-4") if on_its_way else None


@modifies(MayAssault, rule="giant")
def giants_step_over_walls(p: Position, query: MayAssault) -> Iterator[Term]:
    if is_giant(p, query.unit):
        yield Term(1, "a giant", "WM-TERRAIN-25")


@modifies(Attack, rule="giant")
def attack_of_a_giant(p: Position, query: Attack) -> Iterator[Term]:
    if on(p.state.effects, query.unit, HURT):
        yield Term(LESS, "badly hurt", "WM-DATA-14", "set")
    if on(p.state.effects, query.unit, FURIOUS):
        yield Term(
            LESS if on(p.state.effects, query.unit, HURT) else entry(p, query.unit).attack, "furious", "WM-COMBAT-14"
        )


@modifies(Toughness, rule="giant")
def hits_of_a_giant(p: Position, query: Toughness) -> Iterator[Term]:
    if on(p.state.effects, query.unit, HURT):
        yield Term(LESS, "badly hurt", "WM-DATA-14", "set")


@forces(PhaseEnded)
def giants_are_hurt(d: Draft, event: PhaseEnded) -> Iterator[Frame]:
    """4 hits or more at the end of a Shooting or Combat phase: hurt for the battle, once (WM-DATA-14)."""
    for unit in d.state.stands:
        own = d.state.units[unit]
        if is_giant(d, unit) and own.hits >= HURT_AT and not on(d.state.effects, unit, HURT):
            yield Hurt(unit=unit)


class Hurt(Frame, frozen=True, kw_only=True):
    """The record is cleared; hits carried into the coming fight still count in its result (WM-DATA-14)."""

    unit: str

    def start(self, d: Draft) -> Next:
        d.emit(EffectBegan(effect=Effect(HURT, self.unit, cite="WM-DATA-14"), cite="WM-DATA-14"))
        d.emit(UnitMarked(unit=self.unit, changes={"hits": 0}, says=f"{self.unit} is badly hurt", cite="WM-DATA-14"))
        return Return()


@forces(PhaseEnded)
def giants_are_themselves_again(d: Draft, event: PhaseEnded) -> Iterator[Frame]:
    """One that turned on its own side has fought it out."""
    if event.phase == COMBAT:
        yield from (ItselfAgain(unit=unit) for unit, own in d.state.units.items() if own.turned)


class ItselfAgain(Frame, frozen=True, kw_only=True):
    unit: str

    def start(self, d: Draft) -> Next:
        d.emit(SideChanged(unit=self.unit, cite="WM-CHARGE-1"))
        return Return()


@forces(OrderFailed)
def giants_go_their_own_way(d: Draft, event: OrderFailed) -> Iterator[Frame]:
    for unit in event.units:
        if is_giant(d, unit):
            yield Rampage(unit=unit)


class Rampage(Frame, frozen=True, kw_only=True):
    """A failed order, a 12 included: D6 (`giant`)."""

    unit: str
    pace: int = 0  # of a giant that goes at an enemy
    far: int = 0  # how far it throws

    def still(self, d: Draft) -> bool:
        return self.unit in d.state.stands

    def start(self, d: Draft) -> Next:
        return Wait(Roll("special", (Pool("giant", (("d6", 1),), d.state.active),), cite="WM-CMD-13"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        pace = d.value(FullPace(self.unit))
        if face == 1:
            effect = Effect(IDLE, self.unit, until=TurnEnds(d.state.turn), cite="WM-COMBAT-16")
            d.emit(EffectBegan(effect=effect, cite="WM-COMBAT-16"))
            return Return()
        if face == 2:
            bound = Effect(EDGEWARD, self.unit, until=TurnEnds(d.state.turn), cite="WM-RESULT-4")
            d.emit(EffectBegan(effect=bound, cite="WM-RESULT-4"))
            return self.straight(d, to_edge(d, self.unit), pace, through=False)
        if face == 3:
            return Wait(
                Roll("special", (Pool("throw", (("d6", 1),), d.state.active),), cite="WM-SHOOT-9"), then=self.thrown
            )
        if face == 4:
            return self.straight(d, direction(crowd(d).of(self.unit)[0].facing), pace, through=True)
        if face == 6:
            until = FirstRoundEnds(self.unit), CombatEnds(d.state.turn)
            d.emit(
                EffectBegan(effect=Effect(FURIOUS, self.unit, until=until, cite="WM-COMBAT-14"), cite="WM-COMBAT-14")
            )
        return self.at_enemy(d, pace if face == 5 else 2 * pace)

    def thrown(self, d: Draft, face: int) -> Next:
        """At the nearest unit it sees of either side within D6 x 5 cm; of several its player names one (WM-SHOOT-2)."""
        table, me = crowd(d), self.but(far=face * THROW)
        seen = [u for u in table.spans if u != self.unit and unit_sees(d, self.unit, u)]
        near = {u: table.apart(self.unit, u) for u in seen}
        least = min(near.values(), default=FAR)
        closest = sorted(u for u in near if near[u] <= least + EPS)
        if least > me.far + EPS:
            return Return()
        return self.choose(d, closest, "throw at", "WM-SHOOT-2", me.hurl)

    def choose(self, d: Draft, nearest: Sequence[str], verb: str, cite: str, then: Callable[..., Next]) -> Next:
        """Of units equally near the player chooses (WM-GEO-13)."""
        if len(nearest) == 1:
            return then(d, nearest[0])
        options = tuple(Option(u, cite=cite, verb=verb, actor=self.unit, target=u) for u in nearest)
        ask = Ask(d.state.active, "which of the nearest units", Choice(options), nearest[0], cite, about=(self.unit,))
        return Wait(ask, then=then)

    def hurl(self, d: Draft, target: str) -> Next:
        """3 attacks as shooting, or into its fight: at stands it sees in reach (WM-SHOOT-10)."""
        table, own = crowd(d), crowd(d).of(self.unit)
        seen = [n for n in sorted(unit_sees(d, self.unit, target)) if gap(own[0], table.rects[n]) <= self.far + EPS]
        marks = tuple(d.state.stands[target][n - table.spans[target][0]] for n in seen)
        aim = Aim(self.unit, target, ATTACKS, marks, d.state.stands[self.unit], self.unit)
        return Call(volleys(d, (aim,)), then=self.drives)

    def drives(self, d: Draft, *ignored: object) -> Next:
        """Whom it hit gives ground at once: nobody else shoots in this phase (WM-DRIVE-1)."""
        return Call(DriveBacks(), then=self.settled)

    def at_enemy(self, d: Draft, pace: int) -> Next:
        enemies = nearest_enemies(d, self.unit)
        if not enemies:
            return Return()
        able = [enemy for enemy in enemies if can_charge(d, self.unit, enemy, pace)]
        return self.choose(d, able or enemies, "go at", "WM-GEO-13", self.but(pace=pace).goes_at)

    def goes_at(self, d: Draft, enemy: str) -> Next:
        if can_charge(d, self.unit, enemy, self.pace):
            return self.charges(d, enemy, self.pace)
        if crowd(d).apart(self.unit, enemy) <= APART:
            return Return()
        way = straight_at(crowd(d).of(self.unit), crowd(d).of(enemy))[0]
        return self.straight(d, way, self.pace, through=True)

    def straight(self, d: Draft, way: Point, pace: int, through: bool) -> Next:
        """Straight on: charging the enemy it meets, through friends if it gets right past them; else charging them,
        too."""
        table, rects = crowd(d), crowd(d).of(self.unit)
        seat = table.seats[self.unit]
        hostile = [i for i, o in enumerate(table.owners) if table.seats[o] != seat]
        foes = Stands(tuple(table.rects[i] for i in hostile)).shift(rects, (way[0] * pace, way[1] * pace))
        shut = closed_afoot(d, self.unit).shift(rects, (way[0] * pace, way[1] * pace))
        far = min(foes.far, shut.far, float(pace))
        far, confused = past_friends(d, self.unit, way, far, through)
        if foes.met and far >= foes.far - 1:
            enemy = table.owners[hostile[foes.met[0][1]]]
            if can_charge(d, self.unit, enemy, pace, blind=not through):
                return self.charges(d, enemy, pace, blind=not through)
            far = max(0.0, foes.far - APART)
        elif confused and not through:
            turns = SideChanged(unit=self.unit, cite="WM-CHARGE-1")
            if can_charge(d.with_state(turns.apply(d.state)), self.unit, confused[0], pace, blind=True):
                d.emit(turns)
                return self.charges(d, confused[0], pace, blind=True)
        moved = [shifted(r, way, far) for r in rects]
        if over_the_edge(d, moved):
            return Call(LeaveTable(unit=self.unit, edge=edge_poses(d, rects, way, far), way=way), then=self.settled)
        if poses_of(moved) != d.state.stands[self.unit]:
            over = ridden_over(d, self.unit, poses_of(moved))
            d.emit(UnitMoved(unit=self.unit, poses=poses_of(moved), how="lumbers on", over=over, cite="WM-CMD-13"))
        for friend in confused:
            confuse(d, friend, "WM-CONF-9")
        return self.settled(d)

    def charges(self, d: Draft, target: str, pace: int, blind: bool = False) -> Next:
        charge = Charge(unit=self.unit, target=target, pace=pace, blind=blind, cite="WM-CHARGE-1")
        return Call(charge, then=self.settled)

    def settled(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.finish)


def to_edge(p: Position, unit: str) -> Point:
    """Towards the edge of the table nearest to its stand (WM-GEO-5)."""
    gaps = edge_gaps(p, crowd(p).of(unit))
    return TOWARDS[min(gaps, key=lambda edge: gaps[edge])]


def past_friends(p: Position, unit: str, way: Point, far: float, through: bool) -> tuple[float, list[str]]:
    """How far it gets among friends, and whom it confuses: those walked through, or the one it stops at."""
    table, rects, seat = crowd(p), crowd(p).of(unit), crowd(p).seats[unit]
    friends = [u for u in table.spans if u != unit and table.seats[u] == seat]
    if through:
        path = [swept(r, shifted(r, way, far)) for r in rects]
        met = [u for u in friends if any(Stands(table.of(u)).overlaps(part, 10) for part in path)]
        free = not any(Stands(table.of(u)).overlaps(shifted(r, way, far), 1) for u in friends for r in rects)
        if free and not any(engaged(p, u) for u in met):
            return far, met
    row = [(u, Stands(table.of(u)).shift(rects, (way[0] * far, way[1] * far)).far) for u in friends]
    stop = min((f for _, f in row), default=far)
    if stop >= far - 1:
        return far, []
    return stop, [u for u, f in row if f <= stop + 1] + ([unit] if through else [])
