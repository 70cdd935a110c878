"""Harmonics, for friendly units (WC-CYPHER-38, WC-CYPHER-41, WC-CYPHER-43); three have files of their own."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import YES, Frame, Term, modifies
from sandtable.rulesets.warcaster.attacks.targets import Ignores
from sandtable.rulesets.warcaster.cyphers.cards_in_play import lies_with
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.state.stats import WeaponPower, WeaponRange
from sandtable.rulesets.warcaster.turn.deployment import Recall


@modifies(WeaponRange, WeaponPower)
def divination_algorithm(p: Position, q: WeaponRange | WeaponPower) -> Iterator[Term]:
    """Ranged weapons reach further and hit harder (WC-CYPHER-38)."""
    card = "divination_algorithm"
    if lies_with(p.state, p.state.models[q.who].unit, card) and p.rules.cards.weapon(q.weapon).kind == "ranged":
        figures = p.rules.cards.cyphers[card].figures
        value = 1000 * figures["RNG"] if isinstance(q, WeaponRange) else figures["POW"]
        yield Term(value, "Divination Algorithm", "WC-CYPHER-38", group=card)


@modifies(Ignores)
def revelation_matrix(p: Position, q: Ignores) -> Iterator[Term]:
    """The unit ignores Stealth (WC-CYPHER-43)."""
    if q.what == "stealth" and lies_with(p.state, p.state.models[q.strike.attacker].unit, "revelation_matrix"):
        yield Term(YES, "Revelation Matrix", "WC-CYPHER-43")


class RecallInitiative(CypherCard):
    """A recall that leaves the Deployment step as it is (WC-CYPHER-41)."""

    def effect(self, p: Position, way: Way) -> Frame:
        (unit,) = way
        return Recall(unit=unit)


DIVINATION_ALGORITHM = CypherCard("divination_algorithm")
RECALL_INITIATIVE = RecallInitiative("recall_initiative")
REVELATION_MATRIX = CypherCard("revelation_matrix")
