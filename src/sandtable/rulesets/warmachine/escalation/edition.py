"""Escalation: what the supplement decides otherwise than Mk I."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.rulesets.warmachine.common.edition import Marshalling
from sandtable.rulesets.warmachine.escalation.hiring import WithMercenaries
from sandtable.rulesets.warmachine.mk1.edition import MK1


@dataclass(frozen=True)
class OneBenefit(Marshalling):
    """Run, charge, or boost one roll, once per activation (ES-MARSHAL-4, ES-MARSHAL-5, ES-MARSHAL-12)."""

    def deeds(self) -> tuple[str, ...]:
        return ("run", "charge", "boost")

    def cite(self) -> str:
        return "ES-MARSHAL-4"

    def lost(self) -> str:
        return "ES-AUTO-1"

    def taken(self) -> str:
        """They stay with their player, and he resumes control when he returns (ES-MARSHAL-10, ES-MARSHAL-11)."""
        return "ES-MARSHAL-10"


LISTS = WithMercenaries(
    warcaster="M1-SETUP-6", total="M1-ROSTER-3", allowance="M1-ROSTER-2", sizes="M1-ROSTER-1",
    attachment="ES-ATTACH-1", marshals="ES-MARSHAL-1",
)  # fmt: skip
ESCALATION = MK1.but(title="WARMACHINE Mk I with Escalation", marshalling=OneBenefit(), building=LISTS)
