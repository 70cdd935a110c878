"""Impulse Inducer, Temporal Cycle, Encrypted Command: a unit may activate again."""

from __future__ import annotations

from sandtable.core import Frame, Next, Return
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard, Way
from sandtable.rulesets.warcaster.state.events import TokenRemoved
from sandtable.rulesets.warcaster.state.rules import Draft, Position


class LoseToken(Frame, frozen=True, kw_only=True):
    """A unit's activation token is removed; without one nothing happens (WC-CYPHER-13)."""

    unit: str
    cite: str

    def start(self, d: Draft) -> Next:
        if d.state.units[self.unit].token:
            d.emit(TokenRemoved(unit=self.unit, cite=self.cite))
        return Return()


class TokenRemoval(CypherCard):
    def effect(self, p: Position, way: Way) -> Frame:
        (unit,) = way
        return LoseToken(unit=unit, cite=self.printed(p).rule)


IMPULSE_INDUCER = TokenRemoval("impulse_inducer")  # a warjack's (WC-CYPHER-24)
TEMPORAL_CYCLE = TokenRemoval("temporal_cycle")  # a squad's (WC-CYPHER-27)
ENCRYPTED_COMMAND = TokenRemoval("encrypted_command")  # a solo's (WC-CYPHER-40)
