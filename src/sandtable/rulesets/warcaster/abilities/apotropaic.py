"""Apotropaic Reactor: a Cypher that an enemy effect would end stays with its squad."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core import Frame, Next, Offer, Return, instead_of
from sandtable.rulesets.warcaster.abilities.special_rules import charged_holders
from sandtable.rulesets.warcaster.abilities.spikes import spike
from sandtable.rulesets.warcaster.state.events import CypherUnmade
from sandtable.rulesets.warcaster.state.rules import Draft, Position


class KeepCypher(Frame, frozen=True, kw_only=True):
    """Spiked instead of losing the card: nothing happens to it."""

    model: str

    def start(self, d: Draft) -> Next:
        spike(d, self.model, "apotropaic_reactor")
        return Return(None)


@instead_of(CypherUnmade)
def apotropaic_reactor(p: Position, event: CypherUnmade, seat: int) -> Iterator[Offer]:
    for model in charged_holders(p, "apotropaic_reactor", seat):
        if p.state.models[model].unit == event.unit:
            key = f"spike apotropaic_reactor for {event.card}"
            yield Offer(
                key, KeepCypher(model=model), cite="WC-ARC-8", verb="keep card", actor=model, using=event.card,
                ability="apotropaic_reactor",
            )  # fmt: skip
            return
