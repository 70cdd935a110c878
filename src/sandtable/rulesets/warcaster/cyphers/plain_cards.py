"""Cards of one kind: those that only lie with a unit, and those that remove its activation token."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sandtable.core import Frame, Next, Offer, Return, offers
from sandtable.rulesets.warcaster.cyphers.cypher_targets import phrase, units_for
from sandtable.rulesets.warcaster.cyphers.playing import PlayCard
from sandtable.rulesets.warcaster.state.events import TokenRemoved
from sandtable.rulesets.warcaster.state.rules import Draft, Position
from sandtable.rulesets.warcaster.suggestions.cypher_weights import appeal_on, weighted


@offers(
    "cypher interdiction_protocol", "cypher momentum_calibrator", "cypher kinetic_accelerator",
    "cypher ascension_catalyst", "cypher force_barrier", "cypher reiteration_complex", "cypher plexus_densifier",
    "cypher divination_algorithm", "cypher revelation_matrix",
)  # fmt: skip
def lay_down(p: Position, card: str, seat: int) -> Iterator[Offer]:
    """Cards that lie with a unit and change what it can do."""
    for unit in units_for(p, seat, card):
        yield Offer(phrase(card, unit), PlayCard(seat=seat, card=card, on=unit))


@offers(
    "thought interdiction_protocol", "thought momentum_calibrator", "thought kinetic_accelerator",
    "thought ascension_catalyst", "thought force_barrier", "thought reiteration_complex", "thought plexus_densifier",
    "thought divination_algorithm", "thought revelation_matrix", "thought impulse_inducer", "thought temporal_cycle",
    "thought encrypted_command", "thought recall_initiative", "thought displacement_index",
)  # fmt: skip
def think_of_unit(p: Position, card: str, seat: int, rng: Random) -> str:
    """All that such a card needs is a unit."""
    units = [(unit, appeal_on(p, seat, card, unit)) for unit in units_for(p, seat, card)]
    return phrase(card, weighted(units, 1, rng)[0]) if units else ""


class LoseToken(Frame, frozen=True, kw_only=True):
    """A unit's activation token is removed; without one nothing happens (WC-CYPHER-13)."""

    unit: str
    cite: str

    def start(self, d: Draft) -> Next:
        if d.state.units[self.unit].token:
            d.emit(TokenRemoved(unit=self.unit, cite=self.cite))
        return Return()


@offers("cypher impulse_inducer", "cypher temporal_cycle", "cypher encrypted_command")
def ready(p: Position, card: str, seat: int) -> Iterator[Offer]:
    """Impulse Inducer, Temporal Cycle, Encrypted Command: the unit may activate again."""
    for unit in units_for(p, seat, card):
        effect = LoseToken(unit=unit, cite=p.rules.cards.cyphers[card].rule)
        yield Offer(phrase(card, unit), PlayCard(seat=seat, card=card, on=unit, effect=effect))
