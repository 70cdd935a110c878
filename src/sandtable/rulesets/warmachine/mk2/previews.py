"""The lane of a trample: who is trampled, and who strikes afterwards (M2-POWER-40)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import previews
from sandtable.rulesets.warmachine.common.interface.previews import along, is_line
from sandtable.rulesets.warmachine.common.movement.straight_moves import end_of
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.mk2.trample import TrampleLine, left_behind, trampled
from sandtable.scene import Hit, Note


@previews(TrampleLine)
def trample(p: Position, domain: TrampleLine, answer: Any) -> Iterator[Any]:
    if not is_line(answer):
        return
    here = p.state.models[domain.piece].at
    end = end_of(here, *answer)
    yield from along(p, domain.piece, end, "trample")
    yield from (Hit(piece=name) for name in trampled(p, domain.piece, *answer))
    strikers = left_behind(p, domain.piece, (here, end))[0] if end != here else ()
    for name, _ in strikers:
        yield Note(at=p.state.models[name].at, text=f"free strike of {p.rules.showing.name(p, name)}", tone="red")
