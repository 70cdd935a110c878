"""Building a force (WC-FORCE, WC-ATTACH, WC-WILD): everything wrong with a list, each with its rule and a way out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sandtable.core import BadSetup
from sandtable.core.rosters import Problem
from sandtable.rulesets.warcaster.lists.army import Army, Entry, Place, data, where
from sandtable.rulesets.warcaster.lists.list_data import read_data
from sandtable.rulesets.warcaster.lists.rack_building import rack_problems
from sandtable.rulesets.warcaster.lists.vocabulary import allowed, faction_name, kind_name, unit_name
from sandtable.rulesets.warcaster.lists.warjack_loadouts import loadout_problems
from sandtable.rulesets.warcaster.state.cards import Card, library

Mission = Mapping[str, Any]
WHOLE = Place("the force")


def force_given(given: Any, mission: str, seat: str) -> Mapping[str, Any]:
    """A force for the game: the name of a sample, or a list as data. An illegal one is no set-up (WC-SETUP-1).

    The mission is empty while it is still to be rolled: a primary one, then.
    """
    if isinstance(given, str):
        if given not in library().forces:
            raise BadSetup(f"{seat}: no force {given!r}; forces: {', '.join(library().forces)}")
        force, found = sample(given, mission)
    elif isinstance(given, Mapping):
        army = read_data(given)
        force, found = data(army), illegal(army, mission)
    else:
        raise BadSetup(f"{seat}: a name or the force itself as data, not {given!r}")
    if found:
        raise BadSetup(f"{seat}: {force.get('name', 'the force')} is not legal{found}")
    return force


@cache
def sample(name: str, mission: str) -> tuple[Mapping[str, Any], str]:
    """A sample is judged once for each mission: many games are played with it."""
    return library().forces[name], illegal(read_data(library().forces[name]), mission)


def illegal(army: Army, mission: str) -> str:
    """What is wrong, a line each; empty when nothing is."""
    found = [p for p in problems(army, library().missions[mission] if mission else None) if p.grave]
    return "".join(f"\n  {problem}" for problem in found)


def problems(army: Army, mission: Mission | None = None) -> list[Problem]:
    """All of them at once, in the order of the list; what is merely worth knowing comes last."""
    found = [
        *army.faults,
        *faction(army),
        *size(army, mission or {}),
        *copies(army),
        *start(army),
        *demanded(army, mission or {}),
        *loadout_problems(army),
        *attachments(army),
        *rack_problems(army),
        *idle(army, mission or {}),
    ]
    return sorted(found, key=lambda p: (not p.grave, p.line))


def problem(rule: str, place: Place, text: str, suggestion: str = "", by: int = 0, *, grave: bool = True) -> Problem:
    return Problem(rule, place.text, text, suggestion, place.line, by, grave)


def faction(army: Army) -> Iterator[Problem]:
    """One Faction and the Wild Cards that serve it (WC-FORCE-1, WC-WILD-1, WC-WILD-4)."""
    if not army.faction:
        known = ", ".join(f["name"] for f in library().game["faction"].values())
        yield problem("WC-FORCE-1", WHOLE, "the list names no Faction", f"name one of {known}")
        return
    own = faction_name(army.faction)
    taken: list[tuple[Place, Card]] = [(e.place, e.card) for e in army.entries if e.card is not None]
    taken += [(o.place, o.card) for o in army.owned]
    taken += [(e.place, library().units[name]) for e in army.entries for name in dict.fromkeys(e.attachments)]
    for place, card in taken:
        if army.faction not in card.factions:
            serves = " and ".join(map(faction_name, card.factions))
            rule, verb = ("WC-WILD-4", "serves") if card.wild else ("WC-FORCE-1", "belongs to")
            yield problem(rule, place, f"{card.name} {verb} {serves}, not {own}", instead(army, card))


def size(army: Army, mission: Mission) -> Iterator[Problem]:
    """15 units and 3 Heroes; in a skirmish 8 with the Heroes among them (WC-FORCE-2, WC-SKIRMISH-2)."""
    limit = library().game["force"]
    heroes = [e for e in army.entries if e.hero]
    if (over := army.heroes - limit["heroes"]) > 0:
        text = f"{army.heroes} Heroes, at most {limit['heroes']}"
        yield problem("WC-FORCE-2", where(e.place for e in heroes), text, f"take out {over}", over)
    if mission.get("kind") == "skirmish":
        total, most = army.units + army.heroes, limit["skirmish_units"]
        if (over := total - most) > 0:
            text = f"{total} units, Heroes among them; a skirmish has at most {most}"
            yield problem("WC-SKIRMISH-2", WHOLE, text, f"take out {over}, or play a primary mission", over)
    elif (over := army.units - limit["units"]) > 0:
        text = f"{army.units} units that are not Heroes, at most {limit['units']}"
        yield problem("WC-FORCE-2", WHOLE, text, f"take out {over}", over)


def copies(army: Army) -> Iterator[Problem]:
    """Four of a kind whatever they carry, one of each Hero (WC-FORCE-3, WC-FORCE-4)."""
    for card, entries in by_card(army).items():
        known = library().units[card]
        most, rule = (1, "WC-FORCE-4") if known.hero else (library().game["force"]["same_unit"], "WC-FORCE-3")
        if (over := sum(e.times for e in entries) - most) > 0:
            limit = "a Hero is taken once" if known.hero else f"at most {most}"
            text = f"{over + most} {known.name}, {limit}"
            hint = f"take out {over}{swap(army, known)}"
            yield problem(rule, where(e.place for e in entries), text, hint, over)


def start(army: Army) -> Iterator[Problem]:
    """Something must be able to stand on the table at the start (WC-FORCE-7)."""
    budget = library().game["deployment"]["initial_budget"]
    if any(e.card is None or e.card.dc <= budget for e in army.entries):
        return
    cheapest = min((e.card.dc for e in army.entries if e.card), default=0)
    text = f"no unit has a DC of {budget} or less" if army.entries else "the force has no units"
    hint = "add a unit such as " + unit_name(cheap(army.faction))
    yield problem("WC-FORCE-7", WHOLE, text, hint, max(cheapest - budget, 0))


def demanded(army: Army, mission: Mission) -> Iterator[Problem]:
    """What the mission's set-up asks for, by type of unit (WC-FORCE-6). A Hero is a solo (WC-UNIT-11)."""
    for kind, least in mission.get("demands", {}).items():
        have = sum(e.times for e in army.entries if e.card is not None and e.card.type == kind)
        if have < least:
            text = f"{mission.get('name', 'the mission')} demands {least} of type {kind}, the list has {have}"
            yield problem("WC-FORCE-6", WHOLE, text, f"add {least - have}", least - have)


def attachments(army: Army) -> Iterator[Problem]:
    """Four of each at most, for squads of the kind its card names (WC-ATTACH-1, WC-ATTACH-4, WC-ATTACH-10)."""
    most = library().game["force"]["same_attachment"]
    for entry in army.entries:
        for name in dict.fromkeys(entry.attachments):
            if entry.card is not None and not joins(library().units[name], entry.card):
                text = f"{unit_name(name)} joins {kinds(library().units[name])}, not {entry.card.name}"
                yield problem("WC-ATTACH-1", entry.place, text, "put it with such a squad, or take it out")
            if (over := entry.attachments.count(name) - 1) > 0:
                text = f"{over + 1} {unit_name(name)} with one squad, never two of the same"
                yield problem("WC-ATTACH-4", entry.place, text, f"take out {over}", over)
    for name, count in army.attachments().items():
        place = attachment_place(army, name)
        if (over := count - most) > 0:
            text = f"{count} {unit_name(name)}, at most {most} of each attachment"
            yield problem("WC-ATTACH-10", place, text, f"take out {over}", over)
        if not squads_for(army, name):
            card = library().units[name]
            text = f"{card.name} joins {kinds(card)}, and the list has none"
            yield problem("WC-ATTACH-1", place, text, f"add {squad_for(card)}, or take the {card.name} out")


def idle(army: Army, mission: Mission) -> Iterator[Problem]:
    """Legal, but of no use."""
    for name, count in army.attachments().items():
        squads = sum(e.times for e in squads_for(army, name))
        if squads and count > squads:
            text = f"{count} {unit_name(name)} for {squads} squads that can take one each"
            place = attachment_place(army, name)
            yield problem("WC-ATTACH-4", place, text, f"{count - squads} will stay at home", grave=False)
    holders = mission.get("holders", ())
    if holders and army.entries and not any(e.card is None or e.card.type in holders for e in army.entries):
        text = f"no {' or '.join(holders)}: nothing here can secure an objective of {mission['name']}"
        yield problem("WC-OBJ-1", WHOLE, text, f"add a {holders[0]}", grave=False)


# --- what is in the list, and what could be ---
def by_card(army: Army) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in army.entries:
        if entry.card is not None:
            found.setdefault(entry.card.id, []).append(entry)
    return found


def joins(attachment: Card, card: Card) -> bool:
    return card.type == "squad" and bool(set(attachment.attach_to) & {*card.tags, card.id})


def squads_for(army: Army, attachment: str) -> list[Entry]:
    return [e for e in army.entries if e.card is not None and joins(library().units[attachment], e.card)]


def squad_for(attachment: Card) -> str:
    return next(c.name for c in library().units.values() if joins(attachment, c))


def kinds(attachment: Card) -> str:
    return " or ".join(f"{tag.title()} squads" for tag in attachment.attach_to)


def attachment_place(army: Army, name: str) -> Place:
    return where(
        [o.place for o in army.owned if o.card.id == name] + [e.place for e in army.entries if name in e.attachments]
    )


def cheap(faction: str) -> str:
    units = [library().units[key] for key in allowed(faction)]
    solos = [c for c in units if c.type == "solo" and not c.hero]
    return min(solos, key=lambda c: (c.dc, c.id)).id


def others(army: Army, card: Card) -> list[Card]:
    """Units of the same type there is still room for, most alike in cost first."""
    taken = {name: sum(e.times for e in entries) for name, entries in by_card(army).items()}
    most = 1 if card.hero else library().game["force"]["same_unit"]
    alike = [library().units[key] for key in allowed(army.faction) if key != card.id]
    free = [c for c in alike if (c.type, c.hero) == (card.type, card.hero) and taken.get(c.id, 0) < most]
    return sorted(free, key=lambda c: (abs(c.dc - card.dc), c.id))


def instead(army: Army, card: Card) -> str:
    found = others(army, card)
    return f"take {found[0].name} instead" if found else f"take this {kind_name(card)} out"


def swap(army: Army, card: Card) -> str:
    found = others(army, card)
    return f", or take {found[0].name} instead" if found else ""
