"""What an attack would do, before it is declared: sight, range, the line of a spray, those a blast catches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import previews
from sandtable.geometry.measure import spray
from sandtable.rulesets.warcaster.attacks.attack_phrases import read_attack
from sandtable.rulesets.warcaster.attacks.blast import Spared
from sandtable.rulesets.warcaster.attacks.immediate_attack import AttackNow
from sandtable.rulesets.warcaster.attacks.spray import on_the_line
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import barred, reach_of
from sandtable.rulesets.warcaster.interface.drawing import sight_line
from sandtable.rulesets.warcaster.measuring.distance import disc, near
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.turn.activation import ActivationMenu
from sandtable.scene import Disc, Hit, Note, Polygon, Zone
from sandtable.tabletop.drawing import lane

WIDE = 150  # thousandths: a spray has no width, but must be seen


@previews(ActivationMenu)
def activation(p: Position, domain: ActivationMenu, answer: Any) -> Iterator[Any]:
    if isinstance(answer, str) and (read := domain.read(p, answer)) is not None:
        yield from attack(p, read[2])


@previews(AttackNow)
def attack_now(p: Position, domain: AttackNow, answer: Any) -> Iterator[Any]:
    if isinstance(answer, str) and (read := read_attack(p, (domain.model,), answer)) is not None:
        yield from attack(p, read[2])


def attack(p: Position, strike: Strike) -> Iterator[Any]:
    """The line of sight, the range, and who is affected."""
    models = p.state.models
    if strike.attacker not in models:
        return
    me, reach = disc(p, models[strike.attacker]), reach_of(p, strike)
    seat = p.rules.seat_name(p.state.seat_of(strike.attacker))
    yield Zone(shape=Disc(x=round(me.x), y=round(me.y), r=round(me.r) + reach), label="RNG", seat=seat)
    if strike.target not in models:
        return
    yield sight_line(p, strike.attacker, strike.target)
    if (why := barred(p, strike)) is not None:
        yield Note(at=models[strike.target].at, text=f"{why.cite}: {why.reason}", tone="red")
        return
    yield Hit(piece=strike.target)
    if "spray" in strike.quality:
        line = spray(me, disc(p, models[strike.target]), reach)
        strip = Polygon(points=lane((line.x1, line.y1), (line.x2, line.y2), WIDE))
        yield Zone(shape=strip, label="spray", tone="red", filled=True)
        for name in on_the_line(p, strike):
            yield Hit(piece=name)
    if "blast" in strike.quality:
        target, far = disc(p, models[strike.target]), p.rules.cards.attack.blast_distance
        r = round(target.r) + far
        yield Zone(shape=Disc(x=round(target.x), y=round(target.y), r=r), label="blast", tone="red", filled=True)
        close = [n for n in near(p, strike.target, far) if not p.holds(Spared(strike, n))]
        for name in close[: p.rules.cards.attack.blast_neighbours]:
            yield Hit(piece=name)
