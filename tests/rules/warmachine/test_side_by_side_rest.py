"""The editions side by side, rows 60 to 88: systems, terror, marshals, set-up, terrain. One test a row, in order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import find
from sandtable.rulesets.warmachine.common.attacks.attack_roll import AttackDice, Defence
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.damage.damage import Armour, Blow
from sandtable.rulesets.warmachine.common.measuring.distance import in_contact
from sandtable.rulesets.warmachine.common.measuring.engagement import WeaponWorks
from sandtable.rulesets.warmachine.common.movement.forced_moves import solid_terrain
from sandtable.rulesets.warmachine.common.movement.line_obstacles import stopping
from sandtable.rulesets.warmachine.common.setup.deployment import depth
from sandtable.rulesets.warmachine.common.state.events import Destroyed
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.common.turn.control import TakesFocus
from sandtable.rulesets.warmachine.common.units.command import Checked, Command
from sandtable.testing import Bench
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, STEP, Game, at, both, foe, row

NEXT = 10 + 2 * LARGE + 0.2
FOES = {"juggernaut": foe(40, 40)}
FULL = {MK1: ESCALATION, MK2: MK2}  # where marshals, crews and attachments are


@both
@pytest.mark.rule("M1-SYS-9", "M2-DMG-19")
def test_60_when_a_warjack_is_out(game: str) -> None:
    """Both arms are gone; a hit on the cortex makes three systems."""
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT, marks="LRC")}
    t = Game(game, pieces, dice=["6 5", "2 2", "1"]).activate("ironclad", "attack juggernaut with quake_hammer")
    assert t.gone("juggernaut") is (game == MK1)


@both
@pytest.mark.rule("M1-SYS-6", "M2-DMG-15")
def test_61_the_movement_system(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, focus=1, marks="M"), "juggernaut": foe(12, 16)})
    assert speed(t.position, "ironclad") == {MK1: 1000, MK2: 5000}[game]
    strike = Strike(attacker="juggernaut", target="ironclad", weapon="ice_axe")
    assert t.value(Defence(strike)) == 7
    t.activate("ironclad")
    assert ("run" in t.offers()) is (game == MK1)
    t.refusal("charge juggernaut")


@both
@pytest.mark.rule("M1-SYS-7", "M2-DMG-16")
def test_62_a_weapon_system(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10, marks="R"), "juggernaut": foe(12, NEXT)})
    assert t.position.holds(WeaponWorks("ironclad", "quake_hammer")) is (game == MK2)
    strike = Strike(attacker="ironclad", target="juggernaut", weapon="quake_hammer")
    assert t.value(AttackDice(strike)) == {MK1: 2, MK2: 1}[game]


@both
@pytest.mark.rule("M1-SYS-8", "M2-WQ-13", "M2-WQ-14")
def test_63_shields(game: str) -> None:
    """From behind it counts in Mk I only; with the arm it is lost in both."""
    blow = Blow(target="lancer", power=0, seat=1, origin="juggernaut")
    behind = Game(game, {"lancer": at(12, 10, NORTH), "juggernaut": foe(12, 6, NORTH)}).value(Armour("lancer", blow))
    ahead = Game(game, {"lancer": at(12, 10, NORTH), "juggernaut": foe(12, 14)}).value(Armour("lancer", blow))
    lost = Game(game, {"lancer": at(12, 10, NORTH, marks="L"), "juggernaut": foe(12, 14)}).value(Armour("lancer", blow))
    assert lost < ahead and (behind == ahead) is (game == MK1)


@both
@pytest.mark.rule("M1-SYS-3", "M2-DMG-14")
def test_64_the_cortex(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "ironclad": at(12, 14, marks="C"), **FOES})
    assert not t.position.holds(TakesFocus("ironclad", "stryker"))


@both
@pytest.mark.rule("M1-SYS-4", "M1-SYS-5", "M2-DMG-18")
def test_65_the_hull(game: str) -> None:
    """Every hull box and both arms: three systems in Mk I, two crippled ones in Mk II."""
    pieces = {"ironclad": at(12, 10), "juggernaut": foe(12, NEXT, marks=".LR")}
    t = Game(game, pieces, dice=["6 5", "1 2", "6"]).activate("ironclad", "attack juggernaut with quake_hammer")
    assert t.gone("juggernaut") is (game == MK1)


@both
@pytest.mark.rule("M1-MOD-26", "M2-ATK-16")
def test_66_the_lowest_base_defence_counts(game: str) -> None:
    t = Game(game, {"charger": at(12, 10), "ironclad": foe(12, 16, marks="M", down=True)})
    strike = Strike(attacker="charger", target="ironclad", kind="ranged", weapon="dual_cannon")
    assert t.value(Defence(strike)) == 5


@both
@pytest.mark.rule("M1-CMD-5", "M2-CMD-6")
def test_67_an_abominations_three_inches(game: str) -> None:
    horror = {MK1: "horror", MK2: "chained_horror"}[game]
    for extra, checks in ((0.0, True), (0.01, False)):
        pieces = {"stryker": at(2, 46), **row(1), horror: foe(12, 11 + SMALL + MEDIUM + 3 + extra)}
        t = Game(FULL[game], pieces, dice=["1 1"] if checks else [], waits=True)
        t.activate("guns", "no order", "guns.1 advance", [[12_000, 11_000]], 90_000, "act")
        while t.state.activating == "guns":
            t.play(t.ask.default)
        assert bool(t.happened(Checked)) is checks


@both
@pytest.mark.rule("M1-CMD-14", "M2-CMD-12")
def test_68_when_that_check_is_made(game: str) -> None:
    """A solo walks up to it and fails: it stops at 3 inches in Mk I, at the end of its path in Mk II."""
    horror = {MK1: "horror", MK2: "chained_horror"}[game]
    solo = {MK1: "marshal", MK2: "strangewayes"}[game]
    pieces = {"stryker": at(2, 46), solo: at(12, 10), horror: foe(12, 18)}
    t = Game(FULL[game], pieces, dice=["6 6"]).activate(solo, "advance", [[12_000, 14_500]])
    t.play(*{MK1: (), MK2: (90_000,)}[game])
    stop = 18 - SMALL - MEDIUM - 3
    assert t.place(solo)[1] == pytest.approx({MK1: stop, MK2: 14.5}[game], abs=0.003)
    assert "fleeing" in t.effects(solo)


@both
@pytest.mark.rule("M1-CMD-12", "M2-CMD-24")
def test_69_the_fearless_roll_nothing(game: str) -> None:
    horror = {MK1: "horror", MK2: "chained_horror"}[game]
    t = Game(FULL[game], {"stryker": at(12, 10), horror: foe(12, 17)}).activate(
        "stryker", "advance", [[12_000, 13_000]]
    )
    assert not t.happened(Checked)


@both
@pytest.mark.rule("M1-FLEE-2", "M1-FLEE-3", "M2-CMD-16")
def test_70_fleeing(game: str) -> None:
    """In Maintenance and by itself in Mk I; in its activation and along a path of its own in Mk II."""
    pieces = {**row(1, y=20, fleeing=True), "juggernaut": foe(12, 30), "stryker": at(46, 2)}
    pieces["guns.1"]["role"] = "grunt"
    t = Game(game, pieces, turn={"phase": "maintenance"})
    assert (t.place("guns.1")[1] < 20) is (game == MK1)


@both
@pytest.mark.rule("M1-CMD-2", "M2-CMD-3")
def test_71_massive_casualties(game: str) -> None:
    guns = {k: {**v, "seat": "b", "role": "grunt"} for k, v in row(2, y=10 + SMALL + LARGE + 0.2).items()}
    guns["guns.2"]["role"] = "leader"
    t = Game(game, {**guns, "ironclad": at(12, 10), "sorscha": foe(2, 46)}, dice=["6 5", "6 6", "6 6"])
    t.activate("ironclad", "attack guns.1 with quake_hammer")
    assert t.happened(Checked, who="guns", passed=False)


@both
@pytest.mark.rule("ES-MARSHAL-4", "M2-JACK-5")
def test_72_a_marshals_benefit(game: str) -> None:
    """Run and charge in both; one additional attack in Mk II only."""
    marshal = {MK1: "marshal", MK2: "strangewayes"}[game]
    pieces = {marshal: at(8, 10), "ironclad": at(12, 10, master=marshal), "juggernaut": foe(12, NEXT)}
    t = Game(FULL[game], pieces).activate("ironclad")
    assert "run" in t.offers()
    for slot in ("quake_hammer", "open_fist"):
        t.dice = ["1 1"]
        t.play(f"attack juggernaut with {slot}")
        while t.match.ask is not None and t.ask.prompt.startswith("boost"):
            t.play("roll")
    assert ("attack juggernaut with quake_hammer" in t.offers()) is (game == MK2)


@both
@pytest.mark.rule("M1-SYS-12", "M2-JACK-6")
def test_73_marshalled_without_a_cortex(game: str) -> None:
    marshal = {MK1: "marshal", MK2: "strangewayes"}[game]
    pieces = {marshal: at(8, 10), "ironclad": at(12, 10, master=marshal, marks="C"), **FOES}
    assert "run" in Game(FULL[game], pieces).activate("ironclad").offers()


@both
@pytest.mark.rule("M1-INERT-1", "ES-AUTO-1", "M2-JACK-2", "M2-JACK-8")
def test_74_inert_and_autonomous(game: str) -> None:
    marshal = {MK1: "marshal", MK2: "strangewayes"}[game]
    second = {MK1: "vane", MK2: "vane"}[game]
    pieces = {
        "stryker": at(12, 10, damage=16), "lancer": at(30, 10, master="stryker"), second: at(2, 2),
        marshal: at(13.25, 10, damage=4), "charger": at(34, 10, master=marshal),
        "juggernaut": foe(12.625, 11.5, focus=3), "sorscha": foe(44, 44),
    }  # fmt: skip
    t = Game(FULL[game], pieces, turn={"seat": "b"}, casters=False).activate("juggernaut")
    t.dice = ["6 6", "6 6"]
    t.play("attack stryker with ice_axe", "roll", "roll")
    t.dice = ["6 6", "6 6"]
    t.play(f"attack {marshal} with open_fist", "roll", "roll")
    assert "inert" in t.effects("lancer")
    assert "inert" not in t.effects("charger") and t.state.status["charger"].master == ""


@pytest.mark.rule("ES-CREW-1", "ES-CREW-5")
def test_75_weapon_crews_are_in_escalation_only() -> None:
    kinds = {name: {e.kind for e in find(name).cards.entries.values()} for name in (ESCALATION, MK1, MK2)}  # type: ignore[attr-defined]
    assert ["crew" in kinds[name] for name in (ESCALATION, MK1, MK2)] == [True, False, False]


@both
@pytest.mark.rule("M1-SETUP-2", "M2-FORCE-8")
def test_76_deployment_zones(game: str) -> None:
    edition = find(game).edition
    assert (edition.first_zone.value, edition.second_zone.value) == {MK1: (10_000, 10_000), MK2: (7000, 10_000)}[game]
    t: Bench[Table] = Bench(find(game), options={"map": "river_ford"}, dice=["5", "3"]).play("go first")
    assert depth(t.position, 0, False) == {MK1: 10_000, MK2: 7000}[game]


@both
@pytest.mark.rule("M1-SETUP-3", "M2-ADV-3")
def test_77_advance_deployment(game: str) -> None:
    assert find(game).edition.advance_zone.value == {MK1: 12_000, MK2: 6000}[game]


@both
@pytest.mark.rule("M1-SETUP-8", "M2-GEO-12")
def test_78_the_table_edge(game: str) -> None:
    """A slam stops at it without a collision die."""
    pieces = {"juggernaut": at(12, 39, focus=1), "ironclad": foe(12, 39 + 2 * LARGE + 4.2)}
    t = Game(game, pieces, dice=["6 5", "6", "1 1"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert t.place("ironclad")[1] == pytest.approx(48 - LARGE, abs=0.003) and t.pool("damage") == {"d6": 2}


@both
@pytest.mark.rule("M1-TERRAIN-14", "M1-POWER-26", "M2-TERRAIN-17")
def test_79_a_wreck(game: str) -> None:
    wreck = {"kind": "wreck", "at": [12, 16], "radius": 1}
    t = Game(game, {"ironclad": at(12, 10), **FOES}, terrain=[wreck])
    assert bool(stopping(t.position, "ironclad")) is (game == MK1)
    assert bool(solid_terrain(t.position, "ironclad")) is (game == MK1)


@both
@pytest.mark.rule("M1-TERRAIN-10", "M2-TERRAIN-10")
def test_80_a_warjack_in_deep_water(game: str) -> None:
    water = {"kind": "deep_water", "at": [12, 24], "size": [10, 10]}
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 4.2)}
    t = Game(game, pieces, terrain=[water], dice=["6 5", "6"]).activate("juggernaut", "slam ironclad", [90_000, 4000])
    assert t.happened(Destroyed, who="ironclad", removed=game == MK1)
    assert bool([f for f in t.state.map.features if f.kind == "wreck"]) is (game == MK2)


@both
@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M2-TERRAIN-9")
def test_81_shallow_water(game: str) -> None:
    water = {"kind": "shallow_water", "at": [12, 13], "size": [10, 6]}
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, NEXT)}
    t = Game(game, pieces, terrain=[water], dice=["6 5", "1 1"]).activate("ironclad", "head-butt juggernaut")
    assert ("inert" in t.effects("juggernaut")) is (game == MK1)


@both
@pytest.mark.rule("M1-ROSTER-1", "M2-FORCE-6")
def test_82_unit_sizes(game: str) -> None:
    """Mk II has two sizes, Mk I a price for each trooper between them."""
    cards = find(game).cards  # type: ignore[attr-defined]
    entry = cards.entries[{MK1: "cyg_long_gunners", MK2: "long_gunners"}[game]]
    assert bool(entry.per_extra) is (game == MK1) and bool(entry.max_cost) is (game == MK2)


@both
@pytest.mark.rule("M2-CMD-22", "M1-CMD-1")
def test_83_a_standard_bearer(game: str) -> None:
    card = {MK1: "long_gunner_ua_standard_bearer", MK2: "lg_standard"}[game]
    pieces = {
        **row(2),
        "guns.3": at(12 + 2 * STEP, 10, card=card, unit="guns", role="attached"),
        "stryker": at(2, 46),
        **FOES,
    }
    t = Game(FULL[game], pieces)
    own = t.rules.cards.models[t.state.models["guns.1"].card].stats["CMD"]  # type: ignore[attr-defined]
    assert t.value(Command("guns")) == own + {MK1: 1, MK2: 0}[game]
    assert t.rules.rolls_again(t.position, "guns") is (game == MK2)  # type: ignore[attr-defined]


@both
@pytest.mark.rule("M1-GEO-3", "M2-GEO-2")
def test_84_base_contact(game: str) -> None:
    for gap, touches in ((0.001, True), (0.01, game == MK1), (0.012, False)):
        t = Game(game, {"ironclad": at(12, 10), "lancer": at(12, 10 + LARGE + MEDIUM + gap), **FOES})
        assert in_contact(t.position, "ironclad", "lancer") is touches


@both
@pytest.mark.rule("M1-SETUP-7", "M2-SCEN-5")
def test_85_an_end_without_a_dead_warcaster(game: str) -> None:
    scenario = {MK1: "points_match", MK2: "round_limit"}[game]
    pieces = {"stryker": at(5, 5), "ironclad": at(9, 5), "sorscha": foe(40, 40)}
    t = Game(game, pieces, scenario=scenario, turn={"seat": "b", "round": 7}, casters=False).play("end").done(over=True)
    assert t.match.result is not None and t.match.result.winner == {MK1: None, MK2: 0}[game]


@both
@pytest.mark.rule("M1-SETUP-6", "M2-SCEN-3")
def test_86_both_warcasters_lost_at_once(game: str) -> None:
    victory = find(game).edition.victory
    assert victory.both_lost(Game(game, {"ironclad": at(12, 10), **FOES}).position) == {MK1: 0, MK2: None}[game]


@both
@pytest.mark.rule("M1-POWER-37", "M2-POWER-40", "M2-ADV-40", "M2-ADV-36")
def test_87_what_mk1_does_not_know(game: str) -> None:
    rules: Any = find(game)
    verbs = {deed.verb for deed in rules.deeds}
    assert ({"trample", "double-hand-throw"} <= verbs) is (game == MK2)
    assert ({"tough", "incorporeal", "stealth", "damage_type_fire"} <= set(rules.cards.abilities)) is (game == MK2)


@pytest.mark.rule("ES-MERC-4", "ES-ATTACH-3")
def test_88_mercenaries_and_attachments() -> None:
    """Only Escalation has mercenaries; attachments are worth points of their own there."""
    factions = {n: {e.faction for e in find(n).cards.entries.values()} for n in (ESCALATION, MK1, MK2)}  # type: ignore[attr-defined]
    assert ["mercenary" in factions[n] for n in (ESCALATION, MK1, MK2)] == [True, False, False]
    entries = find(ESCALATION).cards.entries  # type: ignore[attr-defined]
    assert all(e.vp > 0 and e.joins for e in entries.values() if e.kind == "attachment")
