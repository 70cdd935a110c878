"""Building a force (WC-FORCE, WC-ATTACH, WC-WILD): everything wrong with a list, each with its rule and a way out.

Elsewhere: WC-FORCE-5 in lists/vocabulary; WC-ATTACH-2, WC-ATTACH-5 in turn/deployment_checks; WC-ATTACH-3 in
turn/deployment; WC-ATTACH-6, WC-ATTACH-7 in state/stats; WC-ATTACH-8 follows from WC-ATTACH-1, WC-UNIT-10,
WC-ARC-5, WC-CYPHER-4, WC-SQUAD-1; WC-ATTACH-9 in state/events/leaving; WC-WILD-3 follows from WC-GEN-2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.rosters import Problem
from sandtable.roster import Place, joint_place, problem
from sandtable.rulesets.warcaster.lists.force import Force, Taken
from sandtable.rulesets.warcaster.lists.rack_building import rack_problems
from sandtable.rulesets.warcaster.lists.vocabulary import allowed, faction_name, kind_name
from sandtable.rulesets.warcaster.lists.warjack_loadouts import loadout_problems
from sandtable.rulesets.warcaster.state.cards import Card, Library

Mission = Mapping[str, Any]
WHOLE = Place("the force")


def problems(force: Force, mission: Mission | None = None) -> list[Problem]:
    """All of them at once, in the order of the list; what is merely worth knowing comes last."""
    found = [
        *force.faults,
        *faction(force),
        *size(force, mission or {}),
        *copies(force),
        *start(force),
        *demanded(force, mission or {}),
        *loadout_problems(force),
        *attachments(force),
        *rack_problems(force),
        *idle(force, mission or {}),
    ]
    return sorted(found, key=lambda p: (not p.grave, p.line))


def faction(force: Force) -> Iterator[Problem]:
    """Units of one Faction (WC-STAT-1) and the Wild Cards that serve it (WC-FORCE-1, WC-WILD-1, WC-WILD-4)."""
    if not force.faction:
        known = ", ".join(f["name"] for f in force.cards.game["faction"].values())
        yield problem("WC-FORCE-1", WHOLE, "the list names no Faction", f"name one of {known}")
        return
    own = faction_name(force.cards, force.faction)
    taken: list[tuple[Place, Card]] = [(e.place, e.card) for e in force.entries if e.card is not None]
    taken += [(place, card) for place, card, _ in force.owned]
    taken += [(e.place, force.cards.units[name]) for e in force.entries for name in dict.fromkeys(e.attachments)]
    for place, card in taken:
        if force.faction not in card.factions:
            serves = " and ".join(faction_name(force.cards, f) for f in card.factions)
            rule, verb = ("WC-WILD-4", "serves") if card.wild else ("WC-FORCE-1", "belongs to")
            yield problem(rule, place, f"{card.name} {verb} {serves}, not {own}", instead(force, card))


def size(force: Force, mission: Mission) -> Iterator[Problem]:
    """15 units and 3 Heroes; in a skirmish 8 with the Heroes among them (WC-FORCE-2, WC-SKIRMISH-2).

    Wild Cards count as units of their type, Wild Card Heroes as Heroes (WC-WILD-2).
    """
    limit = force.cards.game["force"]
    heroes = [e for e in force.entries if e.hero]
    if (over := force.heroes - limit["heroes"]) > 0:
        text = f"{force.heroes} Heroes, at most {limit['heroes']}"
        yield problem("WC-FORCE-2", joint_place(e.place for e in heroes), text, f"take out {over}", over)
    if mission.get("kind") == "skirmish":
        total, most = force.units + force.heroes, limit["skirmish_units"]
        if (over := total - most) > 0:
            text = f"{total} units, Heroes among them; a skirmish has at most {most}"
            yield problem("WC-SKIRMISH-2", WHOLE, text, f"take out {over}, or play a primary mission", over)
    elif (over := force.units - limit["units"]) > 0:
        text = f"{force.units} units that are not Heroes, at most {limit['units']}"
        yield problem("WC-FORCE-2", WHOLE, text, f"take out {over}", over)


def copies(force: Force) -> Iterator[Problem]:
    """Four of a kind whatever they carry, one of each Hero (WC-FORCE-3, WC-FORCE-4)."""
    for card, entries in by_card(force).items():
        known = force.cards.units[card]
        most, rule = (1, "WC-FORCE-4") if known.hero else (force.cards.game["force"]["same_unit"], "WC-FORCE-3")
        if (over := sum(e.times for e in entries) - most) > 0:
            limit = "a Hero is taken once" if known.hero else f"at most {most}"
            text = f"{over + most} {known.name}, {limit}"
            hint = f"take out {over}{swap(force, known)}"
            yield problem(rule, joint_place(e.place for e in entries), text, hint, over)


def start(force: Force) -> Iterator[Problem]:
    """At least one unit cheap enough for initial deployment (WC-FORCE-7)."""
    budget = force.cards.game["deployment"]["initial_budget"]
    if any(e.card is None or e.card.dc <= budget for e in force.entries):
        return
    short = min((e.card.dc - budget for e in force.entries if e.card), default=0)
    text = f"no unit has a DC of {budget} or less" if force.entries else "the force has no units"
    hint = "add a unit such as " + cheap(force.cards, force.faction).name
    yield problem("WC-FORCE-7", WHOLE, text, hint, short)


def demanded(force: Force, mission: Mission) -> Iterator[Problem]:
    """What the mission's set-up demands, by type of unit (WC-FORCE-6, WC-MISSION-17). A Hero is a solo (WC-UNIT-11)."""
    for kind, least in mission.get("demands", {}).items():
        have = sum(e.times for e in force.entries if e.card is not None and e.card.type == kind)
        if have < least:
            text = f"{mission.get('name', 'the mission')} demands {least} of type {kind}, the list has {have}"
            yield problem("WC-FORCE-6", WHOLE, text, f"add {least - have}", least - have)


def attachments(force: Force) -> Iterator[Problem]:
    """Four of each at most, for squads of the kind its card names (WC-ATTACH-1, WC-ATTACH-4, WC-ATTACH-10)."""
    most = force.cards.game["force"]["same_attachment"]
    for entry in force.entries:
        for name in dict.fromkeys(entry.attachments):
            if entry.card is not None and not joins(force.cards.units[name], entry.card):
                text = f"{force.cards.units[name].name} joins {kinds(force.cards.units[name])}, not {entry.card.name}"
                yield problem("WC-ATTACH-1", entry.place, text, "put it with such a squad, or take it out")
            if (over := entry.attachments.count(name) - 1) > 0:
                text = f"{over + 1} {force.cards.units[name].name} with one squad, never two of the same"
                yield problem("WC-ATTACH-4", entry.place, text, f"take out {over}", over)
    for name, count in force.attachments().items():
        place = attachment_place(force, name)
        if (over := count - most) > 0:
            text = f"{count} {force.cards.units[name].name}, at most {most} of each attachment"
            yield problem("WC-ATTACH-10", place, text, f"take out {over}", over)
        if not squads_for(force, name):
            card = force.cards.units[name]
            text = f"{card.name} joins {kinds(card)}, and the list has none"
            yield problem(
                "WC-ATTACH-1", place, text, f"add {squad_for(force.cards, card)}, or take the {card.name} out"
            )


def idle(force: Force, mission: Mission) -> Iterator[Problem]:
    """Notes on what is legal but of no use: attachments without a squad, nothing that can score."""
    for name, count in force.attachments().items():
        squads = sum(e.times for e in squads_for(force, name))
        if squads and count > squads:
            text = f"{count} {force.cards.units[name].name} for {squads} squads that can take one each"
            place = attachment_place(force, name)
            yield problem("WC-ATTACH-4", place, text, f"{count - squads} will stay in reserve", grave=False)
    holders = mission.get("holders", ())
    if holders and force.entries and not any(e.card is None or e.card.type in holders for e in force.entries):
        text = f"no {' or '.join(holders)}: nothing here can secure an objective of {mission['name']}"
        yield problem("WC-OBJ-1", WHOLE, text, f"add a {holders[0]}", grave=False)


# --- what is in the list, and what could be ---
def by_card(force: Force) -> dict[str, list[Taken]]:
    found: dict[str, list[Taken]] = {}
    for entry in force.entries:
        if entry.card is not None:
            found.setdefault(entry.card.id, []).append(entry)
    return found


def joins(attachment: Card, card: Card) -> bool:
    return card.type == "squad" and bool(set(attachment.attach_to) & {*card.tags, card.id})


def squads_for(force: Force, attachment: str) -> list[Taken]:
    return [e for e in force.entries if e.card is not None and joins(force.cards.units[attachment], e.card)]


def squad_for(cards: Library, attachment: Card) -> str:
    return next(c.name for c in cards.units.values() if joins(attachment, c))


def kinds(attachment: Card) -> str:
    return " or ".join(f"{tag.title()} squads" for tag in attachment.attach_to)


def attachment_place(force: Force, name: str) -> Place:
    return joint_place(
        [place for place, card, _ in force.owned if card.id == name]
        + [e.place for e in force.entries if name in e.attachments]
    )


def cheap(cards: Library, faction: str) -> Card:
    units = [cards.units[key] for key in allowed(cards, faction)]
    solos = [c for c in units if c.type == "solo" and not c.hero]
    return min(solos, key=lambda c: (c.dc, c.id))


def others(force: Force, card: Card) -> list[Card]:
    """Units of the same type there is still room for, most alike in cost first."""
    taken = {name: sum(e.times for e in entries) for name, entries in by_card(force).items()}
    most = 1 if card.hero else force.cards.game["force"]["same_unit"]
    alike = [force.cards.units[key] for key in allowed(force.cards, force.faction) if key != card.id]
    free = [c for c in alike if (c.type, c.hero) == (card.type, card.hero) and taken.get(c.id, 0) < most]
    return sorted(free, key=lambda c: (abs(c.dc - card.dc), c.id))


def instead(force: Force, card: Card) -> str:
    found = others(force, card)
    return f"take {found[0].name} instead" if found else f"take this {kind_name(card)} out"


def swap(force: Force, card: Card) -> str:
    found = others(force, card)
    return f", or take {found[0].name} instead" if found else ""
