"""Clauses that planted bugs got past: shield walls, side by side, a warcaster's range, lent CMD, slots of spells."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Effect
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.magic.lasting import put_on
from sandtable.rulesets.warmachine.common.state.conditions import effects_on
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.units.command import Command
from sandtable.rulesets.warmachine.mk1.formation import tight
from tests.rules.warmachine.kit import ESCALATION, MK1, MK2, SMALL, Game, at, foe

TOUCH = 2 * SMALL


def row(n: int, card: str, unit: str, step: float = TOUCH, **more: Any) -> dict[str, Any]:
    return {
        f"{unit}.{i + 1}": at(12 + i * step, 10, card=card, unit=unit, role="leader" if i == 0 else "grunt", **more)
        for i in range(n)
    }


@pytest.mark.rule("M2-ACT-8")
def test_mk2_a_shield_wall_needs_another_model_that_got_the_order() -> None:
    pieces = {**row(2, "iron_fangs", "fangs"), "ironclad": foe(40, 40), "sorscha": at(44, 2), "stryker": foe(2, 46)}
    pieces["fangs.1"]["effects"] = ["shield_wall"]
    alone = Game(MK2, pieces, casters=False).value(Armour("fangs.1", Blow(target="fangs.1", power=0, seat=1)))
    pieces["fangs.2"]["effects"] = ["shield_wall"]
    both = Game(MK2, pieces, casters=False).value(Armour("fangs.1", Blow(target="fangs.1", power=0, seat=1)))
    assert (alone, both) == (14, 18)


@pytest.mark.rule("M1-FORM-7")
def test_mk1_side_by_side_means_in_base_contact() -> None:
    """A wedge: each stands askew of the one it touches, and the two abreast do not touch."""
    line = row(3, "iron_fangs", "fangs")
    line["fangs.2"]["at"] = [12 + TOUCH * 0.8, 10 + TOUCH * 0.6]
    line["fangs.3"]["at"] = [12 + TOUCH * 1.6, 10]
    assert tight(Game(MK1, {**line, "ironclad": foe(40, 40)}).position, "fangs") == frozenset()


@pytest.mark.rule("M1-ORDER-4", "M1-CMD-9")
def test_mk1_a_unit_is_in_range_if_its_leader_is_not_if_any_trooper_is() -> None:
    pieces = {**row(3, "long_gunners", "guns", TOUCH + 2), "stryker": at(12 + 2 * (TOUCH + 2) + 9 + TOUCH - 0.1, 10)}
    Game(MK1, {**pieces, "juggernaut": foe(40, 40)}).activate("stryker").refusal("order guns run", "M1-ORDER-4")
    pieces["guns.1"]["role"] = "grunt"
    assert "order guns run" in Game(MK1, {**pieces, "juggernaut": foe(40, 40)}).activate("stryker").offers()


@pytest.mark.rule("ES-MERC-6", "M1-CMD-9")
def test_escalation_a_faction_warcaster_lends_his_cmd_as_ever() -> None:
    pieces = {**row(2, "long_gunners", "guns"), "stryker": at(12, 14), "juggernaut": foe(40, 40)}
    assert Game(ESCALATION, pieces).value(Command("guns")) == 9


@pytest.mark.rule("M1-UPKEEP-8", "M1-UPKEEP-3")
def test_mk1_a_friendly_spell_on_a_trooper_leaves_the_enemys_on_his_unit() -> None:
    t = Game(ESCALATION, {**row(2, "long_gunners", "guns"), "stryker": at(12, 8), "juggernaut": foe(40, 40)})
    d: Draft = Draft(t.rules, t.state)  # type: ignore[arg-type]
    d.begin(Effect("hex_of_rust", "guns", "sorscha", "enemy upkeep"))
    put_on(d, "stryker", "forge_skin", "guns.2")
    assert {e.name for e in effects_on(d, "guns.2")} == {"hex_of_rust", "forge_skin"}
