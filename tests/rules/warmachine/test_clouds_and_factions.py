"""Whom clouds hurt and how often, what spells and feats do for a faction only."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.state.events import Moved
from sandtable.rulesets.warmachine.common.terrain.clouds import entering
from sandtable.rulesets.warmachine.common.units.command import LendsCommand
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, SMALL, Game, at, both, foe, to_next_turn


# --- clouds ---
@pytest.mark.rule("M1-CLOUD-2", "M1-CLOUD-5")
def test_mk1_steam_scalds_other_models_than_the_one_that_vents_it() -> None:
    beside = at(12, 10 + LARGE + SMALL + 0.1)
    t = Game(MK1, {"ibex": at(12, 10), "vane": beside, "juggernaut": foe(40, 40)}, dice=["6 6", "1"])
    t.activate("ibex", "steam_vent")
    to_next_turn(t)
    assert t.damage("vane") > 0 and t.damage("ibex") == 0 and len(t.rolls) == 1


@pytest.mark.rule("M1-CLOUD-2", "M1-CLOUD-5")
def test_mk1_who_vented_the_steam_enters_it_unhurt() -> None:
    t = Game(MK1, {"ibex": at(12, 10), "vane": at(12, 4), "juggernaut": foe(40, 40)}).activate("ibex", "steam_vent")
    way = ((12_000, 10_000), (12_000, 20_000), (12_000, 10_000))
    assert scalded(t, "ibex", way) == 0 and scalded(t, "vane", way) == 1


@pytest.mark.rule("M2-AOE-14", "M2-TERRAIN-16")
def test_mk2_whoever_vents_steam_says_whose_damage_is_rolled_next() -> None:
    """The nearest comes first unless he says otherwise; a dead one is not named again."""
    pieces = {
        "manhunter": at(12 - LARGE - SMALL - 0.4, 10), "kodiak": at(12, 10), "sorscha": at(40, 2), "stryker": foe(4, 4),
        "line_captain": foe(12, 10 + LARGE + SMALL + 0.5), "gun_mage_adept": foe(12 + LARGE + SMALL + 0.6, 10),
    }  # fmt: skip
    t = Game(MK2, pieces, casters=False).activate("kodiak", "vent_steam").done("a", "which damage", cite="M2-AOE-14")
    assert t.offers() == ["manhunter", "line_captain", "gun_mage_adept"]
    t.dice = ["6 5"]
    t.play("gun_mage_adept")
    assert t.gone("gun_mage_adept") and t.offers() == ["manhunter", "line_captain"]
    t.dice = ["1 1", "1 1"]
    t.play("line_captain").done("a", "activate kodiak")


@pytest.mark.rule("M2-TURN-7")
def test_mk2_the_active_player_says_whom_a_cloud_hurts_next_when_his_turn_ends() -> None:
    pieces = {"oskin": at(12, 10, focus=6), "line_captain": foe(12, 16), "strangewayes": foe(13.3, 16)}
    t = Game(MK2, {**pieces, "stryker": foe(40, 40)}, casters=False, dice=["6 5"])
    t.activate("oskin", "cast ash_cloud at line_captain", "roll", "end")
    t.activate("stryker", "end").activate("line_captain", "end").activate("strangewayes", "end")
    t.done("b", "which damage", cite="M2-TURN-7")
    t.dice = ["1 1", "4 4"]
    t.play("strangewayes").done("a")
    assert t.damage("line_captain") == 8 + 10 - 15 and not t.damage("strangewayes")


def scalded(t: Game, who: str, path: tuple[tuple[int, int], ...]) -> int:
    """How often a model that has gone along a path is hurt by the clouds on the table."""
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    return len(list(entering(d, Moved(who=who, path=path, facing=0))))


@both
@pytest.mark.rule("M1-CLOUD-5", "M1-CLOUD-1")
def test_a_harmful_cloud_hurts_once_for_every_entry(game: str) -> None:
    t = Game(game, {"stryker": at(40, 2), "juggernaut": foe(40, 40)})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    lay_cloud(d, (12_000, 12_000), 2000, 10)
    out, inside, edge = (8000, 12_000), (11_000, 12_000), 12_000 - 2000 - 591

    def entries(*path: tuple[int, int]) -> int:
        return len(list(entering(d, Moved(who="stryker", path=path, facing=0))))

    assert entries(out, inside) == 1 and entries(out, inside, out) == 1
    assert entries(out, inside, out, inside) == 2
    assert entries(inside, (12_000, 11_000), (12_000, 12_000)) == 0, "it has been in it all the time"
    assert entries(inside, out, inside) == 1
    assert entries(out, (edge - 5, 12_000)) == (1 if game == MK1 else 0), "base contact is a gap of up to 0.01"
    assert entries(out, (edge - 20, 12_000)) == 0


@pytest.mark.rule("M1-CLOUD-5", "M1-CLOUD-1")
def test_mk1_two_entries_of_one_advance_are_two_rolls() -> None:
    pieces = {"ibex": at(12, 12), "vane": at(9, 11.2, focus=3), "juggernaut": foe(40, 40)}
    t = Game(MK1, pieces, dice=["1 1", "1 1"], waits=True).activate("ibex", "steam_vent", "end").activate("vane")
    t.play("advance", ((9900, 11_200), (9000, 11_200), (9900, 11_200)))
    assert len(t.rolls) == 2


# --- factions ---
def hired(**more: Any) -> dict[str, Any]:
    """A mercenary and a Cygnaran warcaster side by side, each with a warjack."""
    return {
        "magnus": at(12, 10, focus=3),
        "vane": at(14, 10, focus=3),
        "mangler": at(12, 14, master="magnus"),
        "ironclad": at(16, 14, master="vane"),
        "juggernaut": foe(40, 40),
        **more,
    }


@pytest.mark.rule("M1-TURN-10")
def test_feats_for_warjacks_of_a_faction_reach_no_others() -> None:
    t = Game(ESCALATION, hired()).activate("magnus", "feat")
    assert "forced_march" in t.effects("mangler") and "forced_march" not in t.effects("ironclad")
    t = Game(ESCALATION, hired()).activate("vane", "feat")
    assert t.focus("ironclad") == 1 and t.focus("mangler") == 0


@pytest.mark.rule("M1-SPELL-1")
def test_full_steam_is_for_khadoran_warjacks() -> None:
    pieces = {"oskin": at(12, 10, focus=3), "marauder": at(16, 10), "mangler": at(12, 14, master="magnus")}
    t = Game(ESCALATION, {**pieces, "magnus": at(40, 4)}).activate("oskin", "cast full_steam")
    assert "full_steam" in t.effects("marauder") and "full_steam" not in t.effects("mangler")


@pytest.mark.rule("M1-SPELL-1")
def test_mk1_other_spells_are_for_all_friends() -> None:
    pieces = {"magnus": at(12, 10, focus=3), "ironclad": at(16, 12), "juggernaut": foe(40, 40)}
    t = Game(ESCALATION, pieces).activate("magnus", "cast blur at ironclad")
    assert "blur" in t.effects("ironclad")


@pytest.mark.rule("M2-SPELL-12", "M2-SPELL-18")
def test_mk2_spells_and_feats_name_models_of_the_faction() -> None:
    pieces = {"stryker": at(12, 10, focus=6), "juggernaut": at(12, 14), "ironclad": at(16, 14), "sorscha": foe(40, 40)}
    t = Game(MK2, pieces).activate("stryker")
    for spell in ("arcane_shield", "blur", "snipe"):
        assert t.match.why_not(f"cast {spell} at ironclad") is None
        t.refusal(f"cast {spell} at juggernaut")
    t.play("feat")
    armour = {n: [x.why for x in t.terms(Armour(n, Blow(target=n, power=0, seat=1)))] for n in t.state.models}
    assert "Invincibility" in armour["ironclad"] and "Invincibility" not in armour["juggernaut"]
    pieces = {"sorscha": at(12, 10, focus=6), "juggernaut": at(12, 14), "ironclad": at(16, 14), "stryker": foe(40, 40)}
    t = Game(MK2, pieces).activate("sorscha")
    assert t.match.why_not("cast boundless_charge at juggernaut") is None
    t.refusal("cast boundless_charge at ironclad")
    pieces = {"oskin": at(12, 10, focus=6), "juggernaut": at(12, 14), "ironclad": at(16, 14), "stryker": foe(40, 40)}
    t = Game(MK2, pieces, casters=False).activate("oskin")
    t.refusal("cast forge_skin at ironclad")
    t.play("cast full_steam")
    assert "full_steam" in t.effects("juggernaut") and "full_steam" not in t.effects("ironclad")


@pytest.mark.rule("M2-SPELL-12", "M2-SPELL-18")
def test_mk2_vanes_spell_and_feat_are_for_the_faction_too() -> None:
    pieces = {"vane": at(12, 10, focus=6), "juggernaut": at(12, 14), "ironclad": at(16, 14), "sorscha": at(12, 6)}
    pieces |= {"stryker": at(9, 10), "oskin": foe(40, 40)}
    t = Game(MK2, pieces, casters=False).activate("vane")
    assert t.match.why_not("cast fold_step at stryker") is None
    t.refusal("cast fold_step at sorscha")
    t.play("feat")
    assert t.focus("ironclad") == 1 and t.focus("juggernaut") == 0


@pytest.mark.rule("M2-ADV-7", "M2-CMD-19")
def test_mk2_a_commander_lends_his_command_to_his_faction() -> None:
    own = at(12, 12, card="long_gunners", unit="guns", role="leader")
    pieces = {"stryker": at(12, 10), "guns.1": own, "lab_horror": at(14, 10), "juggernaut": foe(40, 40)}
    t = Game(MK2, pieces)
    assert t.position.holds(LendsCommand("stryker", "guns.1"))
    assert not t.position.holds(LendsCommand("stryker", "lab_horror"))
