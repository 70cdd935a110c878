"""The form of a scenario position: every key with its type and range. `written_pieces` has what spans several keys."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.form_parts import Either, Entry, List, Name, Record, Table, each, maybe, names
from sandtable.core.forms import Number, Pair, Place, Text, Truth, Whole
from sandtable.rulesets.warmachine.common.interface.names import conditions, words
from sandtable.rulesets.warmachine.common.setup.muster import short
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS, Library
from sandtable.tabletop.terrain.feature_form import feature_form
from sandtable.tabletop.terrain.kinds import Kinds

SMALLEST, LARGEST = 6, 100  # inches of a table's side
MOST_PIECES, MOST_FEATURES, MOST_TROOPERS = 80, 80, 20
PHASES = ("maintenance", "control", "activation")
ROLES = ("leader", "officer", "grunt", "attached", "gunner", "crewman")
COMPASS = {"east": 0, "north": 90, "west": 180, "south": 270}
STATES = {"down": "knocked_down", "stationary": "stationary", "inert": "inert", "fleeing": "fleeing"}
SOLID = "corporeal"  # an incorporeal model for the time being
SEAT = names("seat", "a", "b")
SIDE = Number(SMALLEST, LARGEST)


@lru_cache(maxsize=8)
def position_form(cards: Library) -> Record:
    return Record(
        {
            "table": Entry(_table(cards), "the table; by default empty, 48 by 48 inches"),
            "map": Entry(names("map", *cards.maps), "a table by name, instead of `table`", basic=True),
            "scenario": Entry(
                Name("scenario", {k: s.name for k, s in cards.scenarios.items()}), "what decides the game"
            ),
            "pieces": Entry(
                Table(_piece(cards), Text(40), MOST_PIECES), "models, or whole units, by the names used in this file"
            ),
            "turn": Entry(_turn(), "whose turn it is and how far the game is"),
            "feats": Entry(List(Text(), once=True), "warcasters that have used their feat"),
            "activated": Entry(List(Text(), once=True), "models and units that have activated this turn"),
            "points": Entry(Table(Whole(0, 1_000), SEAT), "victory points of the seats"),
        },
        "position",
    )


def _table(cards: Library) -> Record:
    return Record(
        {
            "size": Entry(Either((SIDE, Pair(SIDE))), "its side, or width and height, in inches", basic=True),
            "terrain": Entry(
                List(feature_form(with_classes(cards), "inches", needs_kind=False), 0, MOST_FEATURES),
                "terrain features",
            ),
        },
        "table",
    )


def with_classes(cards: Library) -> Kinds:
    """Kinds of terrain by name, and by the class the rules speak of: ``obstruction`` is a building."""
    found = {kind: cards.terrain[kind] for kind in cards.terrain}
    classes = {g.kind: found[kind] for kind, g in reversed(list(cards.ground.items())) if g.kind not in found}
    return Kinds(found | classes)


def kind_of(cards: Library, said: str) -> str:
    """The kind of terrain a class stands for: the first of that class."""
    if said in cards.terrain:
        return said
    return next(kind for kind, ground in cards.ground.items() if ground.kind == said)


def card_names(cards: Library) -> dict[str, str]:
    """Models and units by id, with and without the faction's prefix."""
    found = {key: card.name for key, card in cards.models.items()}
    found |= {key: e.name for key, e in cards.entries.items() if e.kind in ("unit", "crew") and key not in found}
    return found | {short(key): title for key, title in found.items() if short(key) not in found}


def _piece(cards: Library) -> Record:
    return Record(
        {
            "seat": Entry(SEAT, "whose it is (a)"),
            "card": Entry(Name("card", card_names(cards)), "its card, by id or printed name; may follow from the name"),
            "at": Entry(
                Either((Place(), List(maybe(Place()), 1, MOST_TROOPERS))),
                "where it stands; of a whole unit a place for each trooper, leader first, null for a lost one",
                needed=True,
            ),
            "facing": Entry(
                each(Either((Number(-360, 360), names("direction", *COMPASS)))),
                "degrees, 0 is east, 90 north, or a direction; a faces north and b south unless told",
            ),
            "focus": Entry(Whole(0, 30), "focus points on it"),
            "damage": Entry(each(Whole(0, 60)), "boxes marked, in a grid from the first column on; or by trooper"),
            "columns": Entry(List(Whole(0, 6), 6, 6), "of a grid: boxes marked in each column, from the top"),
            "marks": Entry(
                Either((Text(7), List(Name("system", SYSTEMS), once=True))),
                "systems with all boxes marked: CM, or [cortex, movement]",
            ),
            **{key: Entry(each(Truth()), f"whether it is {words(STATES[key])}; or by trooper") for key in STATES},
            "effects": Entry(each(List(Either((_effect(), Name("effect", effect_names(cards)))))), "effects on it"),
            "spells": Entry(
                Table(Text(), Name("spell", {key: spell.name for key, spell in cards.spells.items()})),
                "lasting spells on it and who cast them: {arcane_shield: stryker}",
            ),
            "master": Entry(maybe(Text()), "a warjack's warcaster or marshal (the only warcaster); null: autonomous"),
            "unit": Entry(Text(40), "of a single trooper: its unit"),
            "role": Entry(names("role", *ROLES), "of a single trooper (grunt)"),
            "attachment": Entry(
                Name("attachment", {k: e.name for k, e in cards.entries.items() if e.kind == "attachment"}),
                "of a whole unit: its models come last",
            ),
            "entry": Entry(Name("entry", {key: e.name for key, e in cards.entries.items()}), "what it was listed as"),
        },
        "piece",
        "{seat: a, card: ironclad, at: [12, 8]}",
    )


def _effect() -> Record:
    return Record(
        {
            "name": Entry(Text(), "what it is", needed=True),
            "source": Entry(Text(), "who made it"),
            "slot": Entry(names("slot", "friendly upkeep", "enemy upkeep"), "of an upkeep spell"),
        },
        "effect",
    )


@lru_cache(maxsize=8)
def effect_names(cards: Library) -> dict[str, str]:
    """Conditions, continuous effects, spells and what feats and orders on cards leave on a model."""
    found = conditions(cards)
    found |= {key: spell.name for key, spell in cards.spells.items()}
    found |= {key: feat.name for key, feat in cards.feats.items()}
    found |= {order: words(order) for card in cards.models.values() for order in card.orders}
    return found | {SOLID: SOLID}


def _turn() -> Record:
    return Record(
        {
            "seat": Entry(SEAT, "whose turn it is (a)"),
            "first": Entry(SEAT, "who takes the first turn of the game (a)"),
            "phase": Entry(names("phase", *PHASES), "the phase it begins with (activation)"),
            "round": Entry(Whole(1, 60), "the game round (1)"),
        },
        "turn",
    )
