"""What holds of the special rules as a whole."""

from __future__ import annotations

import pytest

from tests.rules.warcaster.kit import rules


def kinds(unit: str) -> set[str]:
    """The kinds of rules a unit may have: its own, those of a cortex and of weapons it can carry."""
    cards, card = rules().cards, rules().cards.units[unit]
    weapons = [*card.weapons, *(w for own in card.options.values() for w in own)]
    names = {*card.rules, *(r for c in card.cortexes for r in cards.cortexes[c])}
    names |= {r for w in weapons for r in rules().cards.weapon(w).rules}
    return {cards.special[name]["kind"] for name in names}


@pytest.mark.rule("WC-ARC-17")
@pytest.mark.parametrize("unit", sorted(set(rules().cards.units) - {"void_gate"}))
def test_every_unit_has_a_charge_rule_and_a_spike_rule(unit: str) -> None:
    assert {"charge", "spike"} <= kinds(unit)


@pytest.mark.rule("WC-SPEC-1", "WC-SPEC-8")
def test_rules_of_a_weapon_that_a_unit_lists_are_on_one_of_its_weapons() -> None:
    """So the weapon alone decides: what is also on the unit's card is the same rule."""
    for card in rules().cards.units.values():
        for rule in card.rules & {"mechanikal_optics", "targeter", "high_intensity"}:
            assert any(rule in rules().cards.weapon(w).rules for w in card.weapons), (card.id, rule)
