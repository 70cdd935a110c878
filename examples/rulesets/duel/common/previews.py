"""What an attack would do, before it is chosen: the reach or range, the line of sight, who is struck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duel.common.attacks import RANGE, REACH, Actions, attack_kinds, sees
from duel.common.state import SEATS, Position
from sandtable.core import previews, refusal
from sandtable.scene import Disc, Hit, Note, SightLine, Zone

FAR = {"strike": ("reach", REACH), "throw at": ("range", RANGE)}


@previews(Actions)
def attack(p: Position, domain: Actions, answer: Any) -> Iterator[Any]:
    me = p.state.models[domain.who]
    for kind, checks in attack_kinds(p).items():
        for foe in p.state.enemies(domain.who):
            if answer != f"{kind} {foe.name}":
                continue
            label, far = FAR[kind]
            yield Zone(shape=Disc(x=me.x, y=me.y, r=round(me.base.r) + far), label=label, seat=SEATS[me.seat])
            yield SightLine(start=me.place, end=foe.place, clear=sees(p, me, foe))
            if (why := refusal(checks, p, me, foe)) is None:
                yield Hit(piece=foe.name)
            else:
                yield Note(at=foe.place, text=f"{why.cite}: {why.reason}", tone="red")
