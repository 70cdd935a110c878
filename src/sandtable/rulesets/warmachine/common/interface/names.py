"""Printed names by id: models, units, weapons, spells, feats, abilities, orders, effects, terrain, scenarios."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Mapping
from functools import cache

from sandtable.rulesets.warmachine.common.abilities.aftermath import TANK
from sandtable.rulesets.warmachine.common.power.locks import HOLDING, LOCKED, WORDS
from sandtable.rulesets.warmachine.common.setup.muster import short
from sandtable.rulesets.warmachine.common.state.cards import MELEE, Library, slots
from sandtable.rulesets.warmachine.common.state.conditions import SPARED
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import MAP, WHO
from sandtable.rulesets.warmachine.common.units.orders import ORDERED
from sandtable.rulesets.warmachine.common.units.terror import BRAVED, FACED

CONDITIONS = (
    "knocked_down", "stationary", "inert", "fleeing", "fled", "disrupted", "fire", "corrosion", "stall", "dazzled",
    "run", "charge",
)  # fmt: skip
KEPT = ("core_group", "ran_away", "desperate_pace_used")  # effects by which the rules remember


def names(p: Position) -> Mapping[str, str]:
    """What is on the table comes before what is printed on cards."""
    things = p.memo("names", lambda: _things(p), WHO)
    terrain = p.memo("names of terrain", lambda: {f.id: words(f.id) for f in p.state.map.features}, MAP)
    remembered = p.memo("names of what is remembered", lambda: _remembered(things), WHO)
    return ChainMap(things, terrain, remembered, printed(p.rules.cards))


def words(id: str) -> str:
    return id.replace("_", " ")


def conditions(cards: Library) -> dict[str, str]:
    """States of models in words."""
    fists = {slot: words(slot) for card in cards.models.values() for slot, w in slots(card.weapons) if w.kind == MELEE}
    found = {name: words(name) for name in CONDITIONS}
    found |= {LOCKED + letter: f"{word if word == 'head' else word + ' arm'} held" for word, letter in WORDS.items()}
    return found | {HOLDING + slot: f"holds with {name}" for slot, name in fists.items()}


@cache
def weapons(cards: Library) -> dict[str, str]:
    """By slot; a second one of a kind has its number."""
    found = {}
    for card in cards.models.values():
        for slot, weapon in slots(card.weapons):
            number = slot.rpartition("_")[2]
            found[slot] = f"{weapon.name} {number}" if number.isdecimal() else weapon.name
    return found


@cache
def printed(cards: Library) -> dict[str, str]:
    """Every name on a card."""
    found = conditions(cards)
    found |= {"heal": "healing", "upkeep": "upkeep"}
    found |= {id: words(id).title() for id in cards.abilities}
    orders = {order for card in cards.models.values() for order in card.orders}
    found |= {order: words(order).title() for order in orders} | {name: words(name) for name in KEPT}
    found |= {ORDERED + order: f"order to {words(order)}" for order in (*orders, "run", "charge")}
    found |= weapons(cards)
    for id, spell in cards.spells.items():
        found |= {id: spell.name, f"upkeep {id}": f"upkeep of {spell.name}", SPARED + id: f"out of {spell.name}"}
    found |= {id: feat.name for id, feat in cards.feats.items()}
    found |= {id: scenario.name for id, scenario in cards.scenarios.items()}
    found |= {id: army.name for id, army in cards.armies.items()}
    found |= {id: entry.name for id, entry in cards.entries.items()}
    return found | {id: card.name for id, card in cards.models.items()}


def _remembered(things: Mapping[str, str]) -> dict[str, str]:
    """What is kept about a model or unit that others have met."""
    found = {BRAVED + name: f"facing {title}" for name, title in things.items()}
    found |= {f"waiting_for_{name}": f"waiting for {title}" for name, title in things.items()}
    found |= {FACED + name: f"coming upon {title}" for name, title in things.items()}
    return found | {f"{TANK} of {name}": f"burst of {title}" for name, title in things.items()}


def _things(p: Position) -> dict[str, str]:
    """Models and units. A unit keeps its entry while it has members, so who is in the game says it all."""
    state, cards = p.state, p.rules.cards
    found: dict[str, str] = {}
    alone = Counter(s.card for s in state.status.values() if not s.unit)
    for name, status in state.status.items():
        if not status.unit:
            found[name] = _numbered(name, status.card, cards.models[status.card].name, alone[status.card])
    entries = Counter(unit.entry for unit in state.units.values())
    for name, unit in state.units.items():
        entry = cards.entries.get(unit.entry)
        found[name] = _numbered(name, unit.entry, entry.name if entry else words(name), entries[unit.entry])
        for trooper in (n for n, s in state.status.items() if s.unit == name):
            found[trooper] = _trooper(p, trooper, found[name])
    return found


def _numbered(name: str, card: str, title: str, several: int) -> str:
    """``ironclad_2`` is Ironclad 2; a name that a scenario gave stands in brackets where cards are the same."""
    number = name.rpartition("_")[2]
    if several == 1 or name == short(card):
        return title
    return f"{title} {number}" if number.isdecimal() else f"{title} ({name})"


def _trooper(p: Position, name: str, unit: str) -> str:
    """Troopers are numbered; officers, standards and gunners go by their own card."""
    cards, status = p.rules.cards, p.state.status[name]
    number, entry = name.rpartition(".")[2], cards.entries.get(status.entry)
    own = cards.models[status.card].name
    if entry is not None and own != entry.name and own != f"{entry.name} Leader" and status.role != "crewman":
        return own if unit == entry.name else f"{own} of {unit}"
    return f"{unit} trooper {number}" if unit[-1].isdecimal() else f"{unit} {number}"
