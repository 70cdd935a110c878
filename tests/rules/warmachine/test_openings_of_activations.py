"""Leaders who stay down, gunners struck down as they move, a charger's opening."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft
from sandtable.rulesets.warmachine.common.movement.travel import Travel
from sandtable.rulesets.warmachine.common.units.unit_activation import UnitActivation
from sandtable.rulesets.warmachine.escalation.crews import SteppedIn, takes_over
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe, row

AHEAD = 10 + 2 * LARGE


@pytest.mark.rule("M1-KD-11", "M1-KD-12")
def test_mk1_a_leader_who_stays_down_does_nothing_else() -> None:
    pieces = {**row(3, card="iron_fangs", unit="fangs"), "ironclad": foe(14, 30)}
    pieces["fangs.1"]["down"] = True
    t = Game(MK1, pieces).activate("fangs", "stay down")
    while "fangs.2 advance" not in t.offers():
        t.play(t.ask.default)
    assert not [key for key in t.offers() if key.startswith("fangs.1 ")]
    t.refusal("fangs.1 stand instead of acting")
    t = Game(MK1, pieces).activate("fangs", "stand instead of acting", 90_000, "no order")
    assert "fangs.1 advance" in t.offers()


@pytest.mark.rule("ES-CREW-6", "M1-FREE-5")
def test_a_new_gunner_stays_where_the_old_one_was_struck_down() -> None:
    crew: dict[str, Any] = {"card": "mortar_crewman", "role": "crewman"}
    pieces = {
        "mort.1": at(12, 20, card="mortar_gunner", unit="mort", role="gunner", entry="kha_mortar"),
        "mort.2": at(12 + MEDIUM + SMALL, 20, unit="mort", entry="kha_mortar", **crew),
        "mort.3": at(12 - MEDIUM - SMALL, 20, unit="mort", entry="kha_mortar", **crew),
        "ironclad": foe(12, 20 + LARGE + MEDIUM + 0.2),
    }
    t = Game(ESCALATION, pieces, dice=["6 5", "6 6 6", "1 1"], waits=True)
    t.activate("mort", "mort.1 advance", ((12_000, 16_000),))
    t.play(next(key for key in t.offers() if key.startswith("strike")), "mort.2")
    assert t.gone("mort.2") and t.place("mort.1")[1] == pytest.approx(19.7, abs=0.02)
    assert "mort.3 advance" in t.offers() and "mort.1 advance" not in t.offers()
    t.play("act")
    assert [key for key in t.offers() if key.startswith("mort.1 attack")], "he has his action"


@pytest.mark.rule("ES-CREW-6", "ES-CREW-5")
def test_a_gunner_who_took_over_before_moves_as_any_other() -> None:
    pieces = {
        "mort.1": at(12, 20, card="mortar_gunner", unit="mort", role="gunner"),
        "mort.2": at(12 + MEDIUM + SMALL, 20, unit="mort", card="mortar_crewman", role="crewman"),
        "ironclad": foe(40, 40),
    }
    t = Game(ESCALATION, pieces)
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    d.emit(SteppedIn(who="mort.1", crewman="mort.2"))
    list(takes_over(d, SteppedIn(who="mort.1", crewman="mort.2")))
    travel = Travel(model="mort.1", path=((12_000, 20_000), (12_000, 19_000)), cite="")
    assert not travel.still(d)
    UnitActivation(unit="mort").start(d)
    assert travel.still(d)


@both
@pytest.mark.rule("M1-CHARGE-10", "M1-CHARGE-12", "M2-MOVE-31", "M2-MOVE-32")
def test_a_charger_opens_with_a_special_attack_in_mk2_only(game: str) -> None:
    for far in (4.0, 1.5):
        t = Game(game, {"ironclad": at(12, 10, focus=3), "juggernaut": foe(12, AHEAD + far)})
        t.activate("ironclad", "charge juggernaut", [90_000, round(1000 * far) - 100])
        assert "attack juggernaut with quake_hammer" in t.offers()
        assert ("tremor with quake_hammer" in t.offers()) == (game == MK2)
        if game == MK1:
            t.refusal("tremor with quake_hammer")
