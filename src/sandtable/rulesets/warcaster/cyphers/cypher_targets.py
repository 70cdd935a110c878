"""What a Cypher may be played on: the type of the card, its own target line, and one card of a type to a unit.

No range and no line of sight matters, nor an activation token (WC-CYPHER-11).
"""

from __future__ import annotations

from sandtable.core import Check, Refusal, allowed, passing, refusal
from sandtable.core.texts import say
from sandtable.rulesets.warcaster.cyphers.cards_in_play import under
from sandtable.rulesets.warcaster.state.cards import Cypher
from sandtable.rulesets.warcaster.state.printed import in_play, unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import PLAY, WHO

UNITS = ("warjack", "squad", "solo")
LINES: dict[str, tuple[str, ...]] = {
    "friendly_warjack": ("warjack",),
    "friendly_squad": ("squad",),
    "friendly_solo": ("solo",),
    "friendly_unit": UNITS,
    "friendly_unit_model": UNITS,
}
OF_TYPE = {"overdrive": ("warjack",), "geometric": ("squad",), "harmonic": UNITS}


def _absent(p: Position, seat: int, card: Cypher, unit: str) -> bool:
    u = p.state.units.get(unit)
    return u is None or u.place != PLAY


def _gate(p: Position, seat: int, card: Cypher, unit: str) -> bool:
    return unit_card(p, unit).type == "void_gate"


def _wrong_type(p: Position, seat: int, card: Cypher, unit: str) -> bool:
    return p.state.units[unit].seat != seat or unit_card(p, unit).type not in OF_TYPE[card.type]


def _say_type(p: Position, seat: int, card: Cypher, unit: str) -> Refusal:
    kinds = " or ".join(f"{kind}s" for kind in OF_TYPE[card.type])
    return Refusal(say("{type}s are played on your own {kinds}", type=card.type, kinds=kinds), "WC-CYPHER-1")


def _wrong_line(p: Position, seat: int, card: Cypher, unit: str) -> bool:
    return unit_card(p, unit).type not in LINES[card.target]


def _say_line(p: Position, seat: int, card: Cypher, unit: str) -> Refusal:
    kinds = " or ".join(LINES[card.target])
    return Refusal(
        say("{name} is played on a {kinds}, not a {type}", name=card.name, kinds=kinds, type=unit_card(p, unit).type),
        "WC-CYPHER-5",
    )


def _taken(p: Position, seat: int, card: Cypher, unit: str) -> bool:
    return bool(under(p, unit, card.type))


def _say_taken(p: Position, seat: int, card: Cypher, unit: str) -> Refusal:
    lying = p.rules.cards.cyphers[under(p, unit, card.type)]
    return Refusal(say("{unit} is under {name}, of the same type", unit=unit, name=lying.name), "WC-CYPHER-7")


ON_THE_TABLE = Check(
    _absent, lambda p, seat, card, unit: Refusal(say("{unit} is no unit on the table", unit=unit), "WC-CYPHER-6")
)
NO_GATE = Check(
    _gate,
    lambda p, seat, card, unit: Refusal(say("{name} is not played on void gates", name=card.name), "WC-CYPHER-14"),
)
OWN_OF_THE_TYPE = Check(_wrong_type, _say_type)
ON_THE_TARGET_LINE = Check(_wrong_line, _say_line)
NO_OTHER_OF_THE_TYPE = Check(_taken, _say_taken)
FITTING = (OWN_OF_THE_TYPE, ON_THE_TARGET_LINE)
PLAYED_ON = (ON_THE_TABLE, NO_GATE, *FITTING, NO_OTHER_OF_THE_TYPE)


def barred_on(p: Position, seat: int, card: str, unit: str) -> Refusal | None:
    """Why this card may not be played on a unit; None when it may."""
    return refusal(PLAYED_ON, p, seat, p.rules.cards.cyphers[card], unit)


def units_for(p: Position, seat: int, card: str) -> list[str]:
    """The units this card may be played on: those in play are on the table and no gates."""
    cypher = p.rules.cards.cyphers[card]
    fit = p.memo(("fitting", seat, cypher.type, cypher.target), _fitting, WHO, p, seat, cypher)
    one, two = p.state.players
    if not one.in_play and not two.in_play:
        return list(fit)
    return passing((NO_OTHER_OF_THE_TYPE,), fit, p, seat, cypher)


def _fitting(p: Position, seat: int, cypher: Cypher) -> list[str]:
    """Until models come or go. Of one's own units the type decides, so one of each type is judged."""
    known: dict[str, bool] = {}
    found = []
    for unit in in_play(p, seat):
        kind = unit_card(p, unit).type
        fits = known.get(kind)
        if fits is None:
            fits = known[kind] = allowed(FITTING, p, seat, cypher, unit)
        if fits:
            found.append(unit)
    return found
