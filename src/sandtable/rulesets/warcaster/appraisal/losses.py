"""Who has suffered and who has come between two tables, in a few words."""

from __future__ import annotations

from sandtable.rulesets.warcaster.state.table import PLAY, Table


def fallen(was: Table, now: Table, seat: int) -> str:
    """Units and models of a seat that are gone."""
    gone: list[str] = []
    for name, unit in was.units.items():
        before = [m for m in was.models_of(name) if unit.seat == seat]
        left = [m for m in before if m in now.models]
        if before and not left:
            gone.append(name)
        elif len(left) < len(before):
            gone.append(f"{len(before) - len(left)} of the {len(before)} {name}")
    return " and ".join(gone)


def hurt(was: Table, now: Table, seat: int) -> str:
    """Damage to those that still stand."""
    found = {
        name: now.models[name].damage - m.damage
        for name, m in was.models.items()
        if name in now.models and was.units[m.unit].seat == seat and now.models[name].damage > m.damage
    }
    return " and ".join(f"{damage} damage to {name}" for name, damage in found.items())


def recruits(was: Table, now: Table, seat: int) -> str:
    """Units that have come into play, gates left out."""
    came = [
        name
        for name, unit in now.units.items()
        if unit.seat == seat and unit.place == PLAY and unit.card != "void_gate"
        if name not in was.units or was.units[name].place != PLAY
    ]
    return " and ".join(came)
