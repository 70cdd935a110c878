"""What the editions decide differently about charges and slams."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.rulesets.warmachine.common.state.rules import Position


@dataclass(frozen=True)
class Charging:
    """Where a charge may start and stop, and what meeting another model or terrain does to it."""

    def may_start(self, p: Position, model: str) -> bool:
        return True

    def goes_on(self, p: Position, model: str) -> bool:
        """Whether a model in the middle of a charge or slam can go on."""
        return True

    def fails_at_model(self) -> bool:
        """Whether meeting a model other than the target fails the charge wherever the target is."""
        return False

    def reaches_ahead_only(self) -> bool:
        """Whether a target wholly behind a charger, who faces along its line, is out of its melee range."""
        return True

    def meets_at_the_end(self) -> bool:
        """Whether a charger meets what it touches where its distance ends."""
        return True
