"""What must hold of every state: no overlap, units connected, everything on the table, numbers that add up."""

from __future__ import annotations

from sandtable.geometry.stands import leaves
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token
from sandtable.rulesets.warmaster.measuring.formations import groups
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import COMBAT, EPS, SHOOTING, TABLE, WAITING

SLACK = 2  # rounding of a shifted stand's centre


def faults(p: Position) -> list[str]:
    state, table = p.state, crowd(p)
    wrong = []
    width, height = state.map.width, state.map.height
    for i, (rect, owner) in enumerate(zip(table.rects, table.owners, strict=True)):
        if leaves(rect, width, height, EPS + SLACK):
            wrong.append(f"{owner} is off the table (WM-GEO-12)")
        wrong += [
            f"{owner} overlaps {table.owners[j]} (WM-GEO-2)" for j in table.row.overlaps(rect, EPS + SLACK) if j > i
        ]
    for name, unit in state.units.items():
        on = name in state.stands
        if on != (unit.where == TABLE):
            wrong.append(f"{name} is {unit.where} and has {'stands' if on else 'no stands'}")
        if on:
            stands = table.of(name)
            if len(stands) != unit.start - unit.lost + unit.skirmisher:
                wrong.append(f"{name}: {len(stands)} stands, began with {unit.start}, lost {unit.lost}")
            fighting = state.phase in (SHOOTING, COMBAT) or bool(table.fought(name))
            if len(groups(stands)) > 1 and not fighting:
                wrong.append(f"{name} is not in one piece (WM-FORMN-1)")
        if unit.where == WAITING and not unit.edge:
            wrong.append(f"{name} waits off the table, but nowhere")
    for name, character in state.characters.items():
        if name in state.spots:
            if leaves(token(p, name), width, height, EPS):
                wrong.append(f"{name} is off the table (WM-GEO-12)")
            if character.joined and character.joined not in state.stands:
                wrong.append(f"{name} is with {character.joined}, which is not on the table")
    return wrong
