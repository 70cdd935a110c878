"""Scenario files of Lines: the form of a position, and the words in which files speak of the game."""

from __future__ import annotations

from lines.battle import STEPS
from lines.picture import SEATS
from lines.state import PLACES
from sandtable.core.form_parts import Entry, List, Record, Table, names
from sandtable.core.forms import Number, Pair, Place, Text, Truth, Whole
from sandtable.core.scenario_words import Words

WORDS = Words(
    rolls={
        "order": "whether an order is obeyed",
        "shooting": "hits of a volley",
        "combat": "hits of both sides",
        "saves": "hits that do no harm",
        "driven back": "how far, in centimetres",
    },
    pools={
        "order": "two dice",
        "shots": "of the shooters",
        "saves": "of the unit shot at",
        "centimetres": "of a unit driven back",
        "{piece}": "of a unit in combat",
    },
    questions={
        "give an order": "to a unit or several",
        "move": "the units that were ordered",
        "move the general": "at the end of the orders",
        "which charge first": "several charge at once",
        "charge": "react to the charge",
        "shoot": "who shoots whom",
        "which fight next": "several fights",
        "which stand is lost": "from an end of the line",
        "does {piece} make way for {piece}": "a friend in the way",
    },
    answers={
        "order {piece}[ {piece}][ {piece}][ {any}]": "a unit, or a brigade",
        "end orders": "no more orders",
        "{piece} charges {piece}": "which charge first",
        "{piece} shoots[ {piece}]": "a volley",
        "hold fire": "shoot no more",
        "{piece} fights {piece}": "which fight next",
        "{stand}": "a stand at an end of the line",
        "make way": "let the friend pass",
        "stand": "do not",
        "pass": "do not react",
    },
    facts={
        "unit": {
            "at": "the middle of its centre place, [x, y]",
            "facing": "degrees, 90 is up the table",
            "stands": "those left, a list",
            "left": "how many",
            "confused": "whether it is",
            "engaged": "whether it fights",
            "charged": "whether it charged this turn",
        },
        "seat": {"stands": "left in all", "lost": "in all", "active": "whether it is its turn"},
        "general": {"at": "where it is, [x, y]"},
    },
    between={"distance": "cm from edge to edge", "sight": "whether the first sees the second"},
    names={"stand": {place: place for place in PLACES}},
)


def position_form() -> Record:
    """Every key of a position. The invariants judge the rest: units that overlap or hang off the table."""
    seat = names("seat", *SEATS)
    piece = Record(
        {
            "seat": Entry(seat, "whose it is", needed=True),
            "at": Entry(Place(), "the middle of its centre place", needed=True),
            "facing": Entry(Number(-360, 360), "degrees, 90 is up the table; by default towards the enemy"),
            "stands": Entry(List(names("stand", *PLACES), 1, once=True), "those it has left"),
            "bows": Entry(Truth(), "whether it shoots"),
            "orders": Entry(Whole(0, 20), "orders it has had this turn"),
            "charged": Entry(Truth(), "whether it charged this turn"),
        },
        "unit",
        "{seat: a, at: [30, 20], facing: 90}",
    )
    turn = {
        "seat": Entry(seat, "whose turn it is (a)"),
        "step": Entry(names("step", *STEPS), f"the step it begins with ({STEPS[0]})"),
        "number": Entry(Whole(1, 100), "turns of both seats so far, this one included (1)"),
    }
    return Record(
        {
            "table": Entry(Pair(Number(1, 1000)), "width and height in cm (90 by 60)", basic=True),
            "pieces": Entry(Table(piece, Text(40), 60), "units by name, and general_a, general_b"),
            "turn": Entry(Record(turn), "whose turn it is"),
            "last": Entry(Whole(1, 100), "the turn after which the battle ends (12)"),
        },
        "position",
    )
