"""Marshals of Mk II: what their benefit is, and what taking a warjack over does to it."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.rulesets.warmachine.common.jacks.marshalling import Marshalling


@dataclass(frozen=True)
class AlsoAttacks(Marshalling):
    """Run, charge, boost, or one additional attack (M2-JACK-5, M2-JACK-6, M2-JACK-7)."""

    def deeds(self) -> tuple[str, ...]:
        return ("run", "charge", "boost", "attack")

    def cite(self) -> str:
        return "M2-JACK-5"

    def limits(self) -> str:
        return "M2-JACK-10"

    def lost(self) -> str:
        return "M2-JACK-8"

    def fleeing(self) -> str:
        return "M2-JACK-7"

    def silences(self, inert: bool) -> bool:
        """A reactivated one acts from the next turn on; one taken over only forfeits its activation, and to channel is
        none (M2-JACK-3, M2-JACK-9, M2-SPELL-16)."""
        return inert
