"""Who on the table has which special rule, compared with what is printed on cards, cortexes and weapons."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.abilities.special_rules import (
    about,
    all_rules,
    charged_holders,
    holders,
    unit_rules,
)
from sandtable.rulesets.warcaster.state.stats import rules_of, weapons_of
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

TOWER = {"kind": "structure", "id": "tower", "height": 3, "at": [25, 25], "size": [4, 4]}


def bench(*terrain: object) -> Bench:
    squad = piece("ranger_fire_team", "a", [[5, 14], [7, 14], None, [9, 14]], attachments=["warder"], arc=1)
    pieces = {
        "wolf": wolf([15, 5], cortex="scout", weapons=["flamethrower"]),
        "r": squad,
        "other": wolf([5, 5], "b", cortex="neural_net", weapons=["ripper"], arc=1),
        "m": marauder([20, 20]),
        "gate": piece("void_gate", "a", [20, 5], arc=1),
    }
    return Bench(table={"size": 30, "terrain": list(terrain)}, pieces=pieces)


def printed(t: Bench, model: str) -> set[str]:
    """Rules of the card, the squad, the cortex, and of each weapon carried."""
    weapons = (rules().cards.weapon(slot) for slot in weapons_of(t.position, model))
    return {*rules_of(t.position, model), *(rule for weapon in weapons for rule in weapon.rules)}


@pytest.mark.rule("WC-SPEC-8", "WC-ATTACH-7", "WC-JACK-1")
def test_each_model_has_what_is_printed_for_it() -> None:
    t = bench()
    found = {name: printed(t, name) for name in t.state.models}
    for name, rules_here in found.items():
        assert all_rules(t.position, name) == rules_here, name
    assert found["wolf"] != found["other"] and found["r.1"] == found["r.2"] != found["r.warder"]
    for rule in rules().cards.special:
        assert holders(t.position, rule) == tuple(name for name in found if rule in found[name]), rule


@pytest.mark.rule("WC-SPEC-8", "WC-ATTACH-7")
def test_a_unit_and_the_table_have_what_their_models_have() -> None:
    t = bench()
    assert unit_rules(t.position, "wolf") == printed(t, "wolf")
    assert unit_rules(t.position, "r") == printed(t, "r.1") | printed(t, "r.warder")
    everything = {rule for name in t.state.models for rule in printed(t, name)}
    assert about(t.position) == everything
    gun = next(weapon for weapon in rules().cards.weapons.values() if not everything.issuperset(weapon.rules))
    armed = bench({**TOWER, "gun": gun.id})
    assert about(armed.position) == everything.union(gun.rules)


@pytest.mark.rule("WC-UNIT-1", "WC-ATTACH-10")
def test_what_may_still_come_is_counted_with_the_table() -> None:
    """Units in reserve and attachments with no squad: their rules are asked for once they are there."""
    cards, pieces = rules().cards, {"wolf": wolf([15, 5]), "m": marauder([20, 20])}
    here = about(Bench(pieces=pieces).position)
    waiting = Bench(
        pieces={**pieces, "h": {"seat": "a", "unit": "hunter"}}, seats={"a": {"attachments": {"warder": 1}}}
    )
    more = {rule for card in ("hunter", "warder") for rule in cards.units[card].rules}
    more |= {rule for slot in cards.units["hunter"].weapons for rule in cards.weapon(slot).rules}
    assert about(waiting.position) >= here | more > here


@pytest.mark.rule("WC-ARC-7", "WC-ARC-8")
def test_those_with_a_rule_by_seat_and_by_arc() -> None:
    p = bench().position
    rule = next(iter(sorted(rules_of(p, "wolf") & rules_of(p, "other"))))
    assert holders(p, rule) == ("wolf", "other")
    assert (holders(p, rule, 0), holders(p, rule, 1)) == (("wolf",), ("other",))
    assert (charged_holders(p, rule), charged_holders(p, rule, 0)) == (("other",), ())
    assert holders(p, "no such rule") == charged_holders(p, "no such rule") == ()
