"""Strafe: further attacks near the first target (WC-ATK-11, WC-SPEC-5)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.attack import Declared
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf
from tests.rules.warcaster.strikes import attack

SLOT = "cyclone_cannon"  # RNG 12, POW 4, Strafe
MISS = ("MMMM", "MMM")


def squad(**more: Any) -> dict[str, Any]:
    """Three Reavers in a row, an inch between bases, and a wolf below them."""
    reavers = piece("vassal_reavers", "b", [[20, 20], [22.2, 20], [17.8, 20]])
    return {"wolf": wolf([20, 12], weapons=[SLOT]), "r": reavers, **more}


def strafe(die: str, *dice: str, **more: Any) -> Bench:
    return attack(squad(**more), "wolf", "r.1", SLOT, die, *dice)


@pytest.mark.rule("WC-ATK-11", "WC-REACT-9")
def test_the_die_is_rolled_before_the_attack() -> None:
    t = strafe("M", *MISS).done()
    assert [r.purpose for r in t.rolls] == ["strafe", "attack and defence"]
    assert t.rolls[0].pools[0].dice == (("P", 1),)
    assert t.game.waiting is None


@pytest.mark.rule("WC-SPEC-5", "WC-ATK-3")
def test_one_further_attack_for_each_strike_each_on_another_model() -> None:
    t = strafe("X", *MISS, *MISS, *MISS)
    assert t.offers() == ["r.2", "r.3", "pass"]
    assert (t.ask.seat, t.ask.default) == (0, "pass")
    t.play("r.3")
    assert t.offers() == ["r.2", "pass"]  # all different
    t.play("r.2").done()
    declared = [e.strike for e in t.events if isinstance(e, Declared)]
    assert [s.target for s in declared] == ["r.1", "r.3", "r.2"]
    assert [s.extra for s in declared] == [False, True, True]
    assert [r.purpose for r in t.rolls].count("strafe") == 1  # extras do not strafe


@pytest.mark.rule("WC-SPEC-5", "WC-DICE-5")
@pytest.mark.parametrize(("die", "further"), [("S", 1), ("X", 2)])
def test_no_more_further_attacks_than_strikes(die: str, further: int) -> None:
    """Three models are near: one strike serves one of them, a super strike two."""
    t = strafe(die, *MISS, *(MISS * further), more=marauder([20, 22.2]))
    for number, name in enumerate(("r.2", "r.3")[:further]):
        assert "more" in t.offers()
        assert t.ask.prompt == f"strafe: {further - number} more"
        t.play(name)
    t.done()
    assert t.game.waiting is None
    assert len([e for e in t.events if isinstance(e, Declared)]) == 1 + further


@pytest.mark.rule("WC-SPEC-5")
@pytest.mark.parametrize(("gap", "near"), [(2.0, True), (2.001, True), (2.002, False)])
def test_within_two_inches_of_the_first_target(gap: float, near: bool) -> None:
    pieces = squad(r=piece("vassal_reavers", "b", [[20, 20], [round(20 + 1.182 + gap, 3), 20]]))
    t = attack(pieces, "wolf", "r.1", SLOT, "S", *MISS)
    assert (t.game.waiting is not None and "r.2" in t.offers()) is near


@pytest.mark.rule("WC-SPEC-5", "WC-ATK-3")
def test_further_targets_obey_the_rules_of_targeting() -> None:
    """A friend, and an enemy out of range, are near enough and no targets."""
    pieces = squad(
        wolf=wolf([20, 7.5], weapons=[SLOT]),
        h=piece("hunter", "a", [20, 18.3]),
        far=marauder([20, 22]),
    )
    t = attack(pieces, "wolf", "r.1", SLOT, "X", *MISS)
    assert t.offers() == ["r.2", "r.3", "pass"]
    t.refusal("far", "WC-SPEC-5")
    t.play("pass").done()
    assert t.game.waiting is None


@pytest.mark.rule("WC-SPEC-5")
def test_the_first_target_may_be_gone_by_then() -> None:
    t = strafe("S", "SMMM", "MMM", "SSMMM", *MISS)
    assert t.gone("r.1")
    t.play("r.2").done()


@pytest.mark.rule("WC-ARC-9", "WC-ARC-18")
def test_a_spike_serves_one_attack_of_the_volley() -> None:
    """Harbinger Cannon: Hunter-Killer Rounds of the first attack are not the next one's."""
    guns = piece("paladin_annihilators", "a", [[20, 12]], arc=1)
    pieces = {"guns": guns, "r": piece("vassal_reavers", "b", [[20, 20], [22.2, 20]])}
    t = attack(pieces, "guns.1", "r.1", "harbinger_cannon", "S", "MMM", "MMM", "MMM", "MMM")
    t.play("spike hunter_killer_rounds", "r.2").done()
    second = [e.strike for e in t.events if isinstance(e, Declared)][1]
    assert second.sight
    assert second.marks == ()


@pytest.mark.rule("WC-SPEC-5", "WC-ATK-3")
def test_nothing_is_asked_where_only_friends_are_near() -> None:
    alone = piece("vassal_reavers", "b", [[20, 20], [28, 28], [27, 26]])
    t = attack(squad(r=alone, h=piece("hunter", "a", [21.5, 20])), "wolf", "r.1", SLOT, "X", *MISS)
    assert t.game.waiting is None and len(t.happened(Declared)) == 1
