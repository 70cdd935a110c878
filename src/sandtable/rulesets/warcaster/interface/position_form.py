"""The form of a scenario position: every key with its type and range. `position_errors` has what spans several keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sandtable.core.form_parts import Either, Entry, List, Name, Record, Table, each, maybe, names
from sandtable.core.forms import Number, Place, Text, Truth, Whole
from sandtable.rulesets.warcaster.state.cards import Library
from sandtable.rulesets.warcaster.state.table import PLAY, REMOVED, RESERVE, STEPS
from sandtable.tabletop.terrain.feature_form import TALLEST, feature_form

MOMENTS = (*STEPS, "setup", "end_of_pulse")
SMALLEST, LARGEST = 6, 100  # inches of a table's side
MOST_PIECES, MOST_FEATURES = 60, 80
MOST_POINTS = 100
SEAT = names("seat", "a", "b")


@lru_cache(maxsize=8)
def position_form(cards: Library) -> Record:
    return Record(
        {
            "table": Entry(_table(cards), "the table; by default empty and of the mission's size"),
            "mission": Entry(
                _mission(cards), "puts its objectives on the table; without it there are none", basic=True
            ),
            "objectives": Entry(Table(_objective(), most=20), "objectives by name, moved or added"),
            "pieces": Entry(Table(_piece(cards), Text(40), MOST_PIECES), "the units by the names used in this file"),
            "seats": Entry(Record({s: Entry(_seat(cards), f"seat {s}") for s in "ab"}), "what each seat has"),
            "turn": Entry(_turn(cards), "whose turn it is and how far the game is"),
            "mercy": Entry(Truth(), "whether the Mercy Rule is used (true)"),
            "geyser": Entry(Whole(0, 3), "Orders of Magnitude: the active number; 0: not rolled yet"),
            "sides": Entry(
                List(Whole(0, 1), 2, 2, once=True), "the table side of a and b: 0 has its rear edge at y = 0"
            ),
        },
        "position",
    )


def _table(cards: Library) -> Record:
    gun = {"gun": Entry(_cards("weapon", cards.weapons), "a fixed weapon that a model in contact may fire")}
    terrain = List(feature_form(cards.terrain, "inches", gun, needs_kind=False), 0, MOST_FEATURES)
    return Record(
        {
            "size": Entry(Number(SMALLEST, LARGEST), "the side of the square table in inches", basic=True),
            "map": Entry(_keys("map", cards.maps), "a map by name, instead of size and terrain", basic=True),
            "terrain": Entry(terrain, "terrain features"),
        },
        "table",
    )


def _mission(cards: Library) -> Name:
    return Name("mission", {key: str(raw["name"]) for key, raw in cards.missions.items()})


def _objective() -> Record:
    return Record(
        {
            "at": Entry(Place(), "where it lies", needed=True),
            "kind": Entry(names("kind", "permanent", "portable"), "of an added one (permanent)"),
            "number": Entry(Whole(0, 6), "of a geyser"),
            "side": Entry(Text(20), "of a mission that tells sides apart"),
            "z": Entry(Number(0, TALLEST), "how high it lies"),
            "terrain": Entry(Truth(), "whether it is an obstacle as well"),
        },
        "objective",
        "{at: [15, 8], kind: portable}",
    )


def _piece(cards: Library) -> Record:
    attachments = [key for key, card in cards.units.items() if card.type == "attachment"]
    units = {key: card.name for key, card in cards.units.items() if card.type != "attachment"}
    effects = Name("continuous effect", {key: str(raw["name"]) for key, raw in cards.effects.items()})
    health = max(card.health for card in cards.units.values())
    arc = max(cards.arc_limit(card) for card in cards.units.values() if card.type != "attachment")
    return Record(
        {
            "seat": Entry(SEAT, "whose it is", needed=True),
            "unit": Entry(Name("unit", units), "its card, by id or printed name", needed=True),
            "at": Entry(
                Either((Place(), List(maybe(Place()), 0, 12))),
                "where it stands; a place for each trooper of a squad, null for a lost one; without it, in reserve",
            ),
            "place": Entry(names("place", PLAY, RESERVE, REMOVED), "where the unit is; removed is for Heroes only"),
            "arc": Entry(Whole(0, arc), "Arc on it: squads and solos 1, warjacks 3, gates 5"),
            "token": Entry(Truth(), "whether it has an activation token"),
            "damage": Entry(each(Whole(0, health)), "points of damage, less than its health; or by trooper"),
            "effects": Entry(each(List(effects, once=True)), "continuous effects; or by trooper"),
            "barred": Entry(names("kind of weapon", "melee", "ranged"), "under System Failure: what it may not use"),
            "carrying": Entry(each(Text()), "the portable objective it carries; or by trooper"),
            "on": Entry(each(Text()), "the terrain it stands on top of; or by trooper"),
            "z": Entry(each(Number(0, TALLEST)), "how high that is; follows from `on`"),
            "cortex": Entry(Name("cortex", {k: k.replace("_", " ").title() for k in cards.cortexes}), "of a warjack"),
            "weapons": Entry(List(_cards("weapon", cards.weapons), 0, 12), "of a warjack, without those built in"),
            "attachments": Entry(List(_cards("attachment", {k: cards.units[k] for k in attachments})), "of a squad"),
            "lost": Entry(List(Either((Whole(1, 12), Text())), once=True), "troopers that are gone, by number or name"),
            "entered": Entry(Whole(-1, 60), "the turn it was deployed, counted over both seats; -1: at the start"),
        },
        "piece",
        "{seat: a, unit: hunter, at: [12, 8]}",
    )


def _seat(cards: Library) -> Record:
    arc = int(cards.game["arc"]["each_player"])
    cypher = _cards("Cypher", cards.cyphers)
    attachments = {key: card for key, card in cards.units.items() if card.type == "attachment"}
    secondary = Name("secondary mission", {key: str(raw["name"]) for key, raw in cards.secondaries.items()})
    return Record(
        {
            "well": Entry(Whole(0, arc), f"Arc in the well; all {arc} less what is on units and gates, unless given"),
            "hand": Entry(List(cypher, once=True), "Cyphers in hand"),
            "rack": Entry(List(cypher, once=True), "Cyphers still to be drawn"),
            "discard": Entry(List(cypher, once=True), "the discard pile"),
            "in_play": Entry(Table(Text(), cypher), "Cyphers in play and the unit each lies with"),
            "vp": Entry(Whole(0, MOST_POINTS), "victory points"),
            "secondary": Entry(secondary, "its secondary mission"),
            "attachments": Entry(Table(Whole(0, 20), _cards("attachment", attachments)), "owned and not with a squad"),
            "kills": Entry(Whole(0, 30), "enemy units destroyed this turn"),
            "scored": Entry(List(Text(), once=True), "objectives scored this Pulse round (skirmish)"),
            "recon": Entry(Truth(), "whether Recon has been scored"),
        },
        "seat",
    )


def _turn(cards: Library) -> Record:
    pulse = cards.game["pulse"]
    return Record(
        {
            "seat": Entry(SEAT, "whose turn it is (a)"),
            "first": Entry(SEAT, "who takes the first turn of the game (a)"),
            "step": Entry(names("step", *MOMENTS), "the step it begins with (activation)"),
            "round": Entry(Whole(1, int(pulse["rounds"])), "the Pulse round (1)"),
            "box": Entry(Whole(1, int(pulse["turns"])), "the box of the Pulse tracker (1)"),
        },
        "turn",
    )


def _cards(what: str, found: Mapping[str, object]) -> Name:
    return Name(what, {key: str(getattr(card, "name", key)) for key, card in found.items()})


def _keys(what: str, found: Iterable[str]) -> Name:
    return names(what, *found)
