"""An army as a player would write it down, with counts, loadouts, costs and the rack by type."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.rulesets.warcaster.lists.army import Army, Entry
from sandtable.rulesets.warcaster.lists.vocabulary import (
    TITLES,
    TYPES,
    cortex_short,
    cypher_name,
    faction_name,
    unit_name,
    weapon_name,
)
from sandtable.rulesets.warcaster.state.cards import library


def text(army: Army) -> str:
    return "\n".join(lines(army)) + "\n"


def lines(army: Army) -> Iterator[str]:
    if army.name:
        yield from (army.name, "=" * max(3, len(army.name)))
    if army.faction:
        yield f"Faction: {faction_name(army.faction)}"
    if army.mission:
        yield f"Mission: {library().missions[army.mission]['name']}"
    yield from (f"{field.title()}: {value}" for field in ("size", "plan") if (value := getattr(army, field)))
    for kind, title in TITLES.items():
        yield from group(army, kind, title)
    if army.rack:
        yield from ("", f"Rack ({len(army.rack)})")
        for kind, title in TYPES.items():
            names = [cypher_name(s.cypher) for s in army.rack if s.cypher and library().cyphers[s.cypher].type == kind]
            if names:
                yield f"{title}: {', '.join(names)}"


def group(army: Army, kind: str, title: str) -> Iterator[str]:
    if kind == "attachment":
        owned = army.attachments()
        if owned:
            yield from ("", f"{title} ({sum(owned.values())})")
            yield from (f"{count}x {unit_name(name)} [DC +{library().units[name].dc}]" for name, count in owned.items())
        return
    counts: dict[str, int] = {}
    for entry in army.entries:
        if entry.card is not None and kind_of(entry) == kind:
            line = described(entry)
            counts[line] = counts.get(line, 0) + entry.times
    if counts:
        yield from ("", f"{title} ({sum(counts.values())})")
        yield from (f"{count}x {line}" for line, count in counts.items())


def kind_of(entry: Entry) -> str:
    return "hero" if entry.hero or entry.card is None else entry.card.type


def described(entry: Entry) -> str:
    """``Dusk Wolf: Scout; Battle Rifle, Slug Gun; Rail Gun [DC 2, WP 5 of 5]``."""
    card = entry.card
    assert card is not None
    cost = f"DC {card.dc}"
    if card.type != "warjack":
        return f"{card.name} [{cost}]"
    parts = [", ".join(map(cortex_short, entry.cortexes))]
    for hardpoint in card.hardpoints:
        # A weapon on the wrong hardpoint is told as it stands, so that the list stays as wrong as it was.
        wrong = any(library().weapons[w].hardpoint != hardpoint for w in entry.on(hardpoint))
        parts.append((f"{hardpoint} " if wrong else "") + ", ".join(map(weapon_name, entry.on(hardpoint))))
    spent = sum(library().weapons[w].wp for _, w in entry.carried)
    loadout = "; ".join(part for part in parts if part)
    return f"{card.name}{': ' if loadout else ''}{loadout} [{cost}, WP {spent} of {card.wp}]"
