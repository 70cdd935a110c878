"""What a player must know to begin a game of WARMACHINE."""

from __future__ import annotations

from sandtable.core.guides import Guide
from sandtable.rulesets.warmachine.common.interface.drawing import PHASES
from sandtable.rulesets.warmachine.common.interface.names import names
from sandtable.rulesets.warmachine.common.state.rules import Position

TURN = ("phases of a turn", "who is allocated focus", "one activation each", "movement before action")


def guide(p: Position, seat: int) -> Guide:
    state, known = p.state, names(p)
    alone = [name for name, status in state.status.items() if status.seat == seat and not status.unit]
    units = [name for name, unit in state.units.items() if unit.seat == seat]
    scenario = p.rules.cards.scenarios[state.scenario]
    last, both = p.rules.cite("losing the last warcaster"), p.rules.cite("both lose the last warcaster")
    return Guide(
        lead=", ".join(known[name] for name in (*alone, *units)),
        goal=scenario.name,
        win=tuple(dict.fromkeys((last, *p.rules.edition.victory.aims(scenario), both))),
        turn=tuple(p.rules.cite(topic) for topic in TURN),
        steps=PHASES,
    )
