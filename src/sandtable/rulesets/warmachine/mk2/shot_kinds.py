"""What may be chosen when an attack is declared: Powerful Attack, Thunderbolt and Snipe shots (M2-ATK-24)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Call, Frame, Next, Offer, Pool, Return, Roll, Term, Wait, forces, modifies, offers
from sandtable.rulesets.warmachine.common.attacks.attack import Hit, affects
from sandtable.rulesets.warmachine.common.attacks.attacking import LobsOver
from sandtable.rulesets.warmachine.common.attacks.ranges import Range
from sandtable.rulesets.warmachine.common.attacks.strike import Strike, weapon_of
from sandtable.rulesets.warmachine.common.damage.damage import POWERFUL
from sandtable.rulesets.warmachine.common.damage.knocking_down import knock_down
from sandtable.rulesets.warmachine.common.measuring.engagement import weapons_of
from sandtable.rulesets.warmachine.common.movement.forced_moves import push
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.turn.activity import focus, pay
from sandtable.rulesets.warmachine.common.turn.windows import ATTACK_DECLARED
from sandtable.rulesets.warmachine.common.units.terror import Frights

THUNDERBOLT, SNIPE = "thunderbolt", "snipe_shot"
SHOTS = (THUNDERBOLT, SNIPE)  # one kind a shot
FARTHER = 4


class Marked(Frame, frozen=True, kw_only=True):
    """The attack as it is after a choice."""

    strike: Strike
    mark: str
    cost: int = 0

    def start(self, d: Draft) -> Next:
        pay(d, self.strike.attacker, self.cost, f"a {self.mark} attack", "M2-CTRL-18")
        return Return(self.strike.but(marks=(*self.strike.marks, self.mark)))


@offers(ATTACK_DECLARED)
def shot_kinds(d: Draft, strike: Strike, seat: int) -> Iterator[Offer]:
    weapon = weapon_of(d, strike)
    if weapon is None or d.state.status[strike.attacker].seat != seat or not strike.activated:
        return
    if "powerful_attack" in weapon.traits and focus(d, strike.attacker) and POWERFUL not in strike.marks:
        frame = Marked(strike=strike, mark=POWERFUL, cost=1)
        yield Offer("powerful attack", frame, cite="M2-ATK-24", verb="powerful attack", actor=strike.attacker)
    if not set(SHOTS) & set(strike.marks):
        for shot in SHOTS:
            if shot in weapon.traits:
                key, frame = shot.replace("_", " "), Marked(strike=strike, mark=shot)
                yield Offer(key, frame, cite="M2-ATK-24", verb=key, actor=strike.attacker)


@modifies(Range)
def snipe(p: Position, q: Range) -> Iterator[Term]:
    if SNIPE in q.strike.marks:
        yield Term(FARTHER, "snipe shot", "M2-ATK-3")


class Thunder(Frame, frozen=True, kw_only=True):
    """An enemy hit is pushed d3 inches straight away, on a critical hit also knocked down."""

    strike: Strike
    critical: bool

    def start(self, d: Draft) -> Next:
        pool = Pool("push", (("d6", 1),), d.state.status[self.strike.attacker].seat)
        return Wait(Roll("d3 inches of the push", (pool,), cite="M2-ATK-17"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        target = self.strike.target
        if target in d.state.models and self.strike.attacker in d.state.models:
            push(d, target, d.state.models[self.strike.attacker].at, -(-int(face) // 2) * 1000, "M2-ATK-17")
            if self.critical:
                knock_down(d, target, "M2-ATK-17")
        return Call(Frights(), then=self.finish)


@forces(Hit)
def thunderbolt(d: Draft, event: Hit) -> Iterator[Frame]:
    strike = event.strike
    enemy = d.state.status[event.who].seat != d.state.status[strike.attacker].seat
    if THUNDERBOLT in strike.marks and enemy and affects(d, strike, event.who):
        yield Thunder(strike=strike, critical=event.critical)


@modifies(LobsOver)
def arcing_fire(p: Position, q: LobsOver) -> Iterator[Term]:
    """Models in between do not matter unless they are within an inch of the target (M2-LOS-3)."""
    if "arcing_fire" in weapons_of(p, q.model)[q.slot].traits:
        yield Term(1, "arcing fire", "M2-LOS-3")
