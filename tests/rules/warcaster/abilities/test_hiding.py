"""Special rules of Stealth and cover."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.attacks.targets import Ignores, declare
from sandtable.rulesets.warcaster.state.stats import Trait
from tests.rules.warcaster.abilities.setting import WALL, apart, bench, reasons
from tests.rules.warcaster.kit import marauder, piece, wolf

REAVERS = [[20, 10], [22, 10], [24, 10]]


@pytest.mark.rule("WC-ATK-20")
@pytest.mark.parametrize(("beyond", "legal"), [(0.0, True), (0.001, True), (0.002, False)])
def test_stealth_hides_from_exactly_beyond_eight_inches(beyond: float, legal: bool) -> None:
    x = 10 + apart("dusk_wolf", "voitek_sudal", 8) + beyond
    t = bench({"wolf": wolf([10, 10]), "voitek": piece("voitek_sudal", "b", [x, 10])}).play("activate wolf")
    if legal:
        assert t.legal("attack voitek with rail_gun")
    else:
        refusal = t.refusal("attack voitek with rail_gun")
        assert (refusal.cite, refusal.short_by) == ("WC-ATK-20", 2)


@pytest.mark.rule("WC-ARC-7", "WC-ATK-20")
def test_mimetic_cloak_hides_every_model_of_a_charged_squad() -> None:
    for arc in (0, 1):
        squad = piece("vassal_reavers", "b", [*REAVERS, [26, 10]], arc=arc, attachments=["raker"])
        t = bench({"wolf": wolf([10, 10]), "reavers": squad}).play("activate wolf")
        for model in ("reavers.1", "reavers.raker"):
            assert t.value(Trait(model, "stealth")) == arc
        assert t.legal("attack reavers.2 with rail_gun") != bool(arc)
    assert reasons(t, Trait("reavers.2", "stealth"))["Mimetic Cloak"] == (1, "WC-ARC-7")
    assert t.refusal("attack reavers.2 with rail_gun").cite == "WC-ATK-20"


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-3")
@pytest.mark.parametrize(
    ("arc", "beyond", "seen"), [(1, 0.0, True), (1, 0.001, True), (1, 0.002, False), (0, 0.0, False)]
)
def test_spotlight_takes_stealth_from_enemies_exactly_within_ten_inches(arc: int, beyond: float, seen: bool) -> None:
    x = 20 + apart("combat_engineer", "voitek_sudal", 10) + beyond
    t = bench(
        {
            "wolf": wolf([40, 22]),
            "engineer": piece("combat_engineer", "a", [20, 10], arc=arc),
            "voitek": piece("voitek_sudal", "b", [x, 10]),
        }
    ).play("activate wolf")
    assert t.value(Trait("voitek", "stealth")) == (not seen)
    assert t.legal("attack voitek with rail_gun") == seen
    if seen:
        assert reasons(t, Trait("voitek", "stealth"))["Spotlight"][1] == "WC-ARC-7"


def test_revelator_sees_through_stealth_with_ranged_attacks() -> None:
    for cortex in ("deadeye", "defender"):
        star = piece("morningstar", "a", [10, 10], cortex=cortex)
        t = bench({"star": star, "voitek": piece("voitek_sudal", "b", [21, 10])}).play("activate star")
        assert t.legal("attack voitek with null_cannon") == (cortex == "deadeye")
    t = bench({"star": piece("morningstar", "a", [10, 10]), "voitek": piece("voitek_sudal", "b", [21, 10])})
    shot = declare(t.position, "star", "voitek", "null_cannon")
    assert reasons(t, Ignores(shot, "stealth"))["Revelator"] == (1, "WC-GEN-8")
    assert not t.value(Ignores(declare(t.position, "star", "voitek", "assault_shield"), "stealth"))


@pytest.mark.rule("WC-ARC-7")
@pytest.mark.parametrize(("arc", "defence"), [(1, {"A": 2}), (0, {"A": 2, "P": 2})])
def test_smart_lock_ignores_cover_while_charged(arc: int, defence: dict[str, int]) -> None:
    t = bench(
        {"fang": piece("artemis_fang", "a", [24, 8], arc=arc), "foe": marauder([24, 15.6])},
        WALL,
        dice=("M" * (6 + arc), "M" * sum(defence.values())),
    )
    t.play("activate fang", "attack foe with arclock_pistol as fire").done()
    assert t.pool("defence") == defence
    shot = declare(t.position, "fang", "foe", "arclock_pistol")
    assert bool(reasons(t, Ignores(shot, "cover")).get("Smart Lock") == (1, "WC-ARC-7")) == bool(arc)


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-1", "WC-COVER-8")
def test_force_field_covers_the_whole_squad() -> None:
    for arc in (0, 1):
        squad = piece("paladin_enforcers", "b", [*REAVERS, [26, 10]], arc=arc, attachments=["paladin_aegis"])
        dice = ("MMMM", "MMM" + "MM" * arc)
        t = bench({"wolf": wolf([10, 10]), "paladins": squad}, dice=dice)
        t.play("activate wolf", "attack paladins.1 with rail_gun").done()
        assert t.pool("defence") == ({"A": 3, "P": 2} if arc else {"A": 3})
        assert t.value(Trait("paladins.paladin_aegis", "cover")) == arc
    assert reasons(t, Trait("paladins.3", "cover"))["Force Field"] == (1, "WC-ARC-7")
    assert t.cited("WC-COVER-1")


@pytest.mark.rule("WC-ARC-7", "WC-SPEC-3", "WC-COVER-8", "WC-COVER-10")
@pytest.mark.parametrize(("beyond", "covered"), [(0.0, 1), (0.001, 1), (0.002, 0)])
def test_kinetic_field_covers_itself_and_friends_exactly_within_five_inches(beyond: float, covered: int) -> None:
    x = 20 + apart("hierotheos_raxis", "marauder", 5) + beyond
    t = bench(
        {
            "raxis": piece("hierotheos_raxis", "b", [20, 10], arc=1),
            "near": marauder([x, 10]),
            "gate": piece("void_gate", "b", [20, 13], arc=1),
            "wolf": wolf([17, 10]),
        }
    )
    assert t.value(Trait("near", "cover")) == covered
    assert t.value(Trait("raxis", "cover")) == t.value(Trait("gate", "cover")) == 1
    assert t.value(Trait("wolf", "cover")) == 0
    assert reasons(t, Trait("raxis", "cover"))["Kinetic Field"] == (1, "WC-ARC-7")
