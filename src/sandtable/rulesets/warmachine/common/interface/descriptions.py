"""Models, units, seats and cards in lines of words, for the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.core.sheets import EffectSheet, GridBox, Sheet, Stat, WeaponSheet
from sandtable.geometry.units import text
from sandtable.rulesets.warmachine.common.damage.grid import disabled
from sandtable.rulesets.warmachine.common.interface.printed_pages import pages
from sandtable.rulesets.warmachine.common.interface.sheets import sheet
from sandtable.rulesets.warmachine.common.measuring.engagement import in_melee
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import SEATS


def describe(p: Position, name: str) -> list[str] | None:
    """What is in the game by its name; a card by its id or printed name."""
    state = p.state
    if name in state.status or name in state.units or name in SEATS:
        found = sheet(p, name)
        return None if found is None else list(_lines(found, tuple(_now(p, name))))
    page = next((page for page in pages(p.rules) if plain(name) in (plain(page.id), plain(page.title))), None)
    if page is not None:
        return list(_lines(page, ()))
    return _weapon(p, name)


def plain(said: str) -> str:
    return " ".join(said.casefold().replace("_", " ").split())


def _now(p: Position, name: str) -> Iterator[str]:
    """How it is at the moment, but for its systems, which the sheet tells."""
    if name in p.state.models:
        lost = lost_systems(p, name)
        yield from (said for said in p.rules.showing.status(p, name) if said not in lost)
        yield f"facing {text(p.state.models[name].facing)}°"
        if in_melee(p, name):
            yield "in melee"
    if name in p.state.units:
        yield f"members: {', '.join(n for n in p.state.units[name].members if n in p.state.models) or 'none left'}"


def lost_systems(p: Position, name: str) -> list[str]:
    """``cortex out``"""
    status = p.state.status[name]
    letters = disabled(p.rules.cards.models[status.card], status.marks) - {"."}
    return [f"{SYSTEMS[letter]} out" for letter in sorted(letters)]


def _lines(found: Sheet, now: tuple[str, ...]) -> Iterator[str]:
    seat = "" if found.seat is None or found.kind == "seat" else f"of {SEATS[found.seat]}"
    yield ", ".join(filter(None, (found.title, found.subtitle, seat)))
    if now:
        yield ", ".join(now)
    if found.stats:
        yield ", ".join(map(_figure, found.stats))
    yield from found.text.splitlines()
    yield from _grid(found.grid)
    yield from map(_weapon_line, found.weapons)
    yield from map(_effect, found.effects)
    for rule in found.rules:
        said = " ".join(rule.text.split()).removeprefix(f"{rule.name}: ")
        yield f"{rule.name}: {said}" + (f"  {rule.cite}" if rule.cite else "")


def _figure(stat: Stat) -> str:
    if not stat.current:
        return f"{stat.name} {stat.printed}"
    why = "; ".join(f"{reason.amount:+d} {reason.text}" for reason in stat.reasons)
    return f"{stat.name} {stat.current} ({stat.printed} printed{'; ' if why else ''}{why})"


def _grid(boxes: Iterable[GridBox]) -> Iterator[str]:
    columns: dict[int, str] = {}
    for box in boxes:
        columns[box.column] = columns.get(box.column, "") + ("x" if box.marked else box.system or "-")
    if columns:
        yield "Grid, columns from the top, x marked: " + ", ".join(f"{n} {said}" for n, said in columns.items())


def _weapon_line(weapon: WeaponSheet) -> str:
    parts = [", ".join(f"{stat.name} {stat.printed}" for stat in weapon.stats), ", ".join(weapon.rules)]
    return f"{weapon.name}: {'; '.join(filter(None, (*parts, weapon.lost * 'cannot be used now')))}"


def _effect(effect: EffectSheet) -> str:
    source = f"from {effect.source}" if effect.source else ""
    about = "; ".join(filter(None, (effect.text, effect.ends, source)))
    return f"Effect {effect.name}: {about}" if about else f"Effect {effect.name}"


def _weapon(p: Position, name: str) -> list[str] | None:
    """A weapon by its name, with whoever carries it."""
    found = {
        (page.title, _weapon_line(weapon)): None
        for page in pages(p.rules)
        for weapon in page.weapons
        if plain(name) in (plain(weapon.id), plain(weapon.name))
    }
    return [f"{title}: {line}" for title, line in found] or None
