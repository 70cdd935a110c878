"""What a Cypher may be played on: the type of the card, its own target line, and one card of a type to a unit."""

from __future__ import annotations

from sandtable.core import Refusal
from sandtable.rulesets.warcaster.cyphers.cards_in_play import under
from sandtable.rulesets.warcaster.state.printed import unit_card
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.table import PLAY, Table

UNITS = ("warjack", "squad", "solo")
LINES: dict[str, tuple[str, ...]] = {
    "friendly_warjack": ("warjack",),
    "friendly_squad": ("squad",),
    "friendly_solo": ("solo",),
    "friendly_unit": UNITS,
    "friendly_unit_model": UNITS,
}
OF_TYPE = {"overdrive": ("warjack",), "geometric": ("squad",), "harmonic": UNITS}


def barred_on(p: Position, seat: int, card: str, unit: str) -> Refusal | None:
    """Why this card may not be played on a unit; None when it may. No range, no sight, no token matters."""
    state: Table = p.state
    cypher = p.rules.cards.cyphers[card]
    u = state.units.get(unit)
    if u is None or u.place != PLAY:
        return Refusal(f"{unit} is no unit on the table", "WC-CYPHER-6")
    kind = unit_card(p, unit).type
    if kind == "void_gate":
        return Refusal(f"{cypher.name} is not played on void gates", "WC-CYPHER-14")
    if u.seat != seat or kind not in OF_TYPE[cypher.type]:
        return Refusal(
            f"a {cypher.type} is played on your own {' or '.join(f'{k}s' for k in OF_TYPE[cypher.type])}", "WC-CYPHER-1"
        )
    if kind not in LINES[cypher.target]:
        return Refusal(f"{cypher.name} is played on a {' or '.join(LINES[cypher.target])}, not a {kind}", "WC-CYPHER-5")
    if lying := under(p, unit, cypher.type):
        return Refusal(f"{unit} is under {p.rules.cards.cyphers[lying].name}, of the same type", "WC-CYPHER-7")
    return None


def units_for(p: Position, seat: int, card: str) -> list[str]:
    """The units this card may be played on: those for which `barred_on` has no reason."""
    state: Table = p.state
    cypher = p.rules.cards.cyphers[card]
    line, own = LINES[cypher.target], OF_TYPE[cypher.type]
    kinds = p.memo(("kinds", seat), lambda: [(n, unit_card(p, n).type) for n in state.in_play(seat)])
    units = [n for n, kind in kinds if kind in line and kind in own]
    lie = [player for player in state.players if player.in_play]
    return [n for n in units if not under(p, n, cypher.type)] if lie else units


def phrase(card: str, on: str, *more: str) -> str:
    """``play force_barrier on rangers``, ``play cryo_lock on marauder through coalition_weaver``."""
    return " ".join(("play", card, "on", on, *more))
