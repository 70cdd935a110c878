"""What the editions decide otherwise about marshals and control of warjacks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Marshalling:
    """There are no marshals; nobody casts through a warjack in the turn in which it was taken over."""

    def deeds(self) -> tuple[str, ...]:
        return ()

    def cite(self) -> str:
        return ""

    def lost(self) -> str:
        """The rule on the warjacks of a lost marshal."""
        return ""

    def limits(self) -> str:
        """The rule on what the benefit does not help with."""
        return self.cite()

    def alone(self) -> str:
        """The rule by which nobody marshals an autonomous warjack."""
        return self.lost()

    def taken(self) -> str:
        """The rule on the warjacks of a marshal whom the enemy controls."""
        return ""

    def returned(self) -> str:
        """The rule on these warjacks when he is back."""
        return ""

    def fleeing(self) -> str:
        """The rule on a marshal who flees."""
        return self.cite()

    def silences(self, inert: bool) -> bool:
        """Whether nobody casts through a warjack in the turn in which it was taken over, or reactivated if inert."""
        return True
