"""Escalation: what the supplement decides otherwise than Mk I."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.rulesets.warmachine.common.jacks.marshalling import Marshalling
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import Status
from sandtable.rulesets.warmachine.escalation.hiring import WithMercenaries
from sandtable.rulesets.warmachine.mk1.edition import MK1, VictoryPoints


@dataclass(frozen=True)
class OneBenefit(Marshalling):
    """Run, charge, or boost one roll, once per activation (ES-MARSHAL-4, ES-MARSHAL-5, ES-MARSHAL-12)."""

    def deeds(self) -> tuple[str, ...]:
        return ("run", "charge", "boost")

    def cite(self) -> str:
        return "ES-MARSHAL-4"

    def lost(self) -> str:
        return "ES-AUTO-1"

    def limits(self) -> str:
        return "ES-MARSHAL-6"

    def alone(self) -> str:
        return "ES-AUTO-3"

    def taken(self) -> str:
        """They stay with their player, and he resumes control when he returns (ES-MARSHAL-10, ES-MARSHAL-11)."""
        return "ES-MARSHAL-10"

    def returned(self) -> str:
        return "ES-MARSHAL-11"

    def fleeing(self) -> str:
        return "ES-MARSHAL-12"


@dataclass(frozen=True)
class WithAttachments(VictoryPoints):
    """An attachment adds to its unit's victory points, scored with the last model (ES-ATTACH-7, ES-ATTACH-10)."""

    def worth(self, p: Position, status: Status) -> int:
        entry = p.state.units[status.unit].entry if status.unit else status.entry
        cards = {s.card for s in p.state.status.values() if status.unit and s.unit == status.unit}
        attached = [e for e in p.rules.cards.entries.values() if e.kind == "attachment" and e.joins == entry]
        return super().worth(p, status.but(entry=entry)) + sum(
            e.vp for e in attached if any(m.model in cards for m in e.members)
        )


LISTS = WithMercenaries(
    warcaster="M1-SETUP-5", total="M1-SETUP-5", allowance="M1-ROSTER-2", sizes="M1-ROSTER-1",
    controlled="ES-AUTO-5", faction="M1-SETUP-5",
    attachment="ES-ATTACH-1", attachments="ES-ATTACH-2", marshals="ES-MARSHAL-1",
)  # fmt: skip
ESCALATION = MK1.but(
    title="WARMACHINE Mk I with Escalation", marshalling=OneBenefit(), victory=WithAttachments(), building=LISTS
)
