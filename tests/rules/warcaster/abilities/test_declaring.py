"""Spikes at the declaration of an attack."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import Spiked
from tests.rules.warcaster.abilities.setting import TOWER, bench
from tests.rules.warcaster.kit import marauder, piece

SQUAD = [[24, 10], [26, 10], [22, 10]]


@pytest.mark.rule("WC-ARC-8", "WC-ARC-9", "WC-SPEC-2", "WC-SPEC-8", "WC-LOS-10")
def test_hunter_killer_rounds_need_no_sight_and_ignore_cover() -> None:
    t = bench(
        {"guns": piece("paladin_annihilators", "a", SQUAD, arc=1), "foe": marauder([24, 15.6])},
        TOWER,
        dice=("M", "MMM", "MM"),
    )
    t.play("activate guns")
    t.play("guns.2 attack foe with harbinger_cannon").done()  # out of sight: the spike comes with the declaration
    assert (t.unit("guns").arc, t.player("a").well) == (0, 7)
    assert t.happened(Spiked, unit="guns", rule="hunter_killer_rounds", cite="WC-ARC-8")
    assert t.pool("attack") == {"A": 3}  # the Arc is gone before the roll
    assert t.pool("defence") == {"A": 2}  # the tower gives no cover
    refusal = t.refusal("guns.1 attack foe with harbinger_cannon")  # the squad had one Arc
    assert refusal.cite == "WC-LOS-1"


@pytest.mark.rule("WC-MEAS-3")
def test_hunter_killer_rounds_are_bound_by_range() -> None:
    t = bench({"guns": piece("paladin_annihilators", "a", SQUAD, arc=1), "foe": marauder([24, 24])}, TOWER)
    t.play("activate guns")
    assert t.refusal("guns.1 attack foe with harbinger_cannon").cite == "WC-MEAS-3"


@pytest.mark.rule("WC-ARC-9", "WC-ARC-14", "WC-ARC-11")
@pytest.mark.parametrize(("use", "power"), [("spike hunter_killer_rounds", {}), ("pass", {"P": 1})])
def test_hunter_killer_rounds_are_optional_on_a_target_in_sight(use: str, power: dict[str, int]) -> None:
    count = sum(power.values())
    t = bench(
        {"guns": piece("paladin_annihilators", "a", SQUAD, arc=1), "foe": marauder([24, 17])},
        dice=("M", "MMM" + "M" * count, "MM", "M", "MMM" + "M" * count, "MM"),
    )
    t.play("activate guns", "guns.1 attack foe with harbinger_cannon")
    assert t.offers() == ["spike hunter_killer_rounds", "pass"]
    t.play(use)
    assert t.pool("attack") == {"A": 3, **power}
    t.play("guns.3 attack foe with harbinger_cannon")
    if count:
        t.play("pass")
    t.done()
    assert t.pool("attack") == {"A": 3, **power}  # what one trooper spends is gone for all


def test_shockwave_makes_the_attack_a_spray() -> None:
    scourge = piece("scourge", "a", [10, 10], arc=1, weapons=["void_splitter"])
    here = {"scourge": scourge, "first": marauder([14, 10]), "behind": marauder([17, 10]), "aside": marauder([14, 13])}
    t = bench(here, dice=("MMMM", "MM", "MMMM", "MM"))
    t.play("activate scourge", "attack first with void_splitter")
    assert t.offers() == ["spike shockwave", "pass"]
    t.play("spike shockwave").done()
    assert t.happened(Spiked, rule="shockwave", cite="WC-ARC-8")
    assert [p.seat for r in t.rolls for p in r.pools if p.name == "defence"] == [1, 1]
    assert t.pool("attack") == {"A": 4}


def test_shockwave_declined_strikes_the_target_only() -> None:
    scourge = piece("scourge", "a", [10, 10], arc=1, weapons=["void_splitter"])
    t = bench({"scourge": scourge, "first": marauder([14, 10]), "behind": marauder([17, 10])}, dice=("MMMMM", "MM"))
    t.play("activate scourge", "attack first with void_splitter", "pass").done()
    assert t.unit("scourge").arc == 1
