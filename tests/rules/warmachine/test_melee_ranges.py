"""No melee range is longer than what `close` looks at."""

from __future__ import annotations

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.measuring.engagement import LONGEST, reach_of
from sandtable.rulesets.warmachine.common.units.terror import LARGEST, RADIUS


@pytest.mark.parametrize("name", ["warmachine-mk1", "warmachine-escalation", "warmachine-mk2"])
def test_no_card_reaches_further_than_models_are_looked_at(name: str) -> None:
    cards = find(name).cards  # type: ignore[attr-defined]
    weapons = [weapon for own in cards.weapons.values() for weapon in own.values()]
    assert weapons and max(map(reach_of, weapons)) <= LONGEST and RADIUS <= LONGEST
    assert max(card.footing.radius for card in cards.models.values()) <= LARGEST
