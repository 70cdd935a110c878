"""A model leaves the table: destroyed, collapsed, recalled or removed (WC-UNIT-8, WC-OBJ-10).

Elsewhere: WC-UNIT-1 in turn/setup_options; WC-UNIT-2, WC-UNIT-3, WC-UNIT-4, WC-UNIT-6 in state/events/leaving;
WC-UNIT-5 in interface/invariants; WC-UNIT-7 follows from WC-ACT-1, WC-ACT-2, WC-SQUAD-1; WC-UNIT-9, WC-UNIT-10 in
state/table; WC-UNIT-11 in lists/force_building.
"""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.events import Collapsed, Dropped, Left
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Draft


def leave(
    d: Draft,
    model: str,
    how: str,
    *,
    by: int | None = None,
    cite: str,
    attack: str = "",
    attacker: str = "",
    at: tuple[int, int, int] | None = None,
) -> None:
    """A model leaves the table; what it carries is dropped first, where it stands or was last (WC-OBJ-10, WC-OBJ-12).

    Nothing is dropped by choice (WC-OBJ-11).
    Nobody is credited with the loss of a model of their own (WC-SECONDARY-12).
    """
    m = d.state.models[model]
    if m.carrying:
        x, y, z = at or (m.x, m.y, m.z)
        d.emit(Dropped(model=model, objective=m.carrying, x=x, y=y, z=z, cite="WC-OBJ-12" if at else "WC-OBJ-10"))
    kind = Collapsed if d.state.is_gate(model) else Left
    credit = None if by == d.state.seat_of(model) else by
    hero = how == "destroyed" and unit_card(d, m.unit).hero
    d.emit(kind(model=model, how=how, by=credit, attack=attack, attacker=attacker, for_good=hero, cite=cite))
