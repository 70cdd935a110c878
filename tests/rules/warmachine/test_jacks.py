"""Inert warjacks, reactivation, jack marshals, autonomous warjacks; weapon crews and attachments of Escalation."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.movement.advance import allowance
from sandtable.rulesets.warmachine.common.state.events import ControlTaken, FocusSpent, Scored
from sandtable.rulesets.warmachine.common.units.members import commander
from sandtable.rulesets.warmachine.escalation.crews import SteppedIn
from tests.rules.warmachine.kit import ESCALATION, LARGE, MEDIUM, MK1, MK2, SMALL, Game, at, both, foe

TWO = pytest.mark.parametrize("game", [ESCALATION, MK2])


@both
@pytest.mark.rule("M1-INERT-1", "M1-INERT-2", "M1-UPKEEP-6", "M2-JACK-2", "M2-SCEN-2", "M1-SETUP-6")
def test_a_lost_warcaster_leaves_inert_warjacks(game: str) -> None:
    """Two warcasters: the game goes on."""
    pieces = {
        "juggernaut": at(12, 10), "sorscha": at(44, 2),
        "stryker": foe(12, 10 + LARGE + SMALL + 0.2, damage=16), "vane": foe(44, 44),
        "lancer": foe(20, 20, master="stryker", focus=2),
        "charger": foe(24, 20, master="vane", effects=[{"name": "blur", "source": "stryker"}]),
    }  # fmt: skip
    t = Game(game, pieces, dice=["6 5", "6 6"], casters=False).activate("juggernaut", "attack stryker with ice_axe")
    assert t.gone("stryker") and not t.match.over
    assert t.effects("lancer") == {"inert"} and t.focus("lancer") == 0 and t.effects("charger") == set()


@both
@pytest.mark.rule("M1-INERT-3", "M1-INERT-4", "M2-JACK-3")
def test_another_warcaster_reactivates_it_for_his_action(game: str) -> None:
    touch = 10 + MEDIUM + SMALL
    pieces = {
        "stryker": at(12, 10, focus=3),
        "lancer": at(12, touch, inert=True, master=None),
        "juggernaut": foe(40, 40),
    }
    t = Game(game, pieces).activate("stryker", "reactivate lancer")
    assert t.effects("lancer") == {"cannot_channel"} and t.state.status["lancer"].master == "stryker"
    assert "lancer" in t.state.activated
    assert not [o for o in t.offers() if o.startswith("attack")] and "cast blur at lancer" in t.offers()


@both
@pytest.mark.rule("M1-INERT-3", "M2-JACK-3")
def test_who_gave_up_his_action_to_reactivate_may_still_advance_but_not_run_or_charge(game: str) -> None:
    inert = at(12, 10 + MEDIUM + SMALL, inert=True, master=None)
    pieces = {"stryker": at(12, 10), "lancer": inert, "charger": at(30, 10), "juggernaut": foe(16, 16)}
    t = Game(game, pieces).activate("stryker", "reactivate lancer")
    rule = {MK1: "M1-INERT-3", MK2: "M2-JACK-3"}[game]
    assert "run" not in t.offers() and not [o for o in t.offers() if o.startswith(("charge", "reactivate", "attack"))]
    t.refusal("run", rule)
    t.refusal("charge juggernaut", rule)
    t.play("advance", [[9_000, 10_000]], 90_000)
    assert t.place("stryker") == (9, 10)
    t.refusal("advance")


@pytest.mark.rule("M1-GEO-3", "M1-INERT-3")
def test_mk1_base_contact_is_a_hundredth_of_an_inch() -> None:
    for gap, touches in ((0.01, True), (0.012, False)):
        pieces = {"stryker": at(12, 10), "lancer": at(12, 10 + MEDIUM + SMALL + gap, inert=True, master=None)}
        t = Game(MK1, {**pieces, "juggernaut": foe(40, 40)}).activate("stryker")
        assert ("reactivate lancer" in t.offers()) is touches


def marshalled(game: str, gap: float = 3.0, **more: object) -> dict[str, object]:
    solo = {ESCALATION: "kovnik", MK2: "mow_kovnik"}[game]
    return {
        solo: at(12, 10),
        "juggernaut": at(12 + MEDIUM + LARGE + gap, 10, master=solo, **more),  # type: ignore[arg-type]
        "ironclad": foe(12 + MEDIUM + LARGE + gap, 10 + 2 * LARGE + 4),
    }


@TWO
@pytest.mark.rule("ES-MARSHAL-2", "ES-MARSHAL-4", "ES-MARSHAL-6", "M2-JACK-5", "M2-JACK-7")
def test_a_marshalled_warjack_charges_without_focus_once(game: str) -> None:
    t = Game(game, marshalled(game), dice=[]).activate("juggernaut", "charge ironclad", [90_000, 4000])
    assert not t.happened(FocusSpent) and t.effects("juggernaut") == {"marshalled"}
    t.dice = ["3 4", "1 1 1", "1"]
    t.play("attack ironclad with ice_axe")


@TWO
@pytest.mark.rule("ES-MARSHAL-2", "ES-MARSHAL-6", "M2-JACK-7", "M2-JACK-11")
def test_beyond_his_command_range_there_is_no_benefit(game: str) -> None:
    """CMD 9."""
    assert "run" in Game(game, marshalled(game, 9.0)).activate("juggernaut").offers()
    assert "run" not in Game(game, marshalled(game, 9.002)).activate("juggernaut").offers()


@TWO
@pytest.mark.rule("ES-MARSHAL-6", "M2-JACK-10")
def test_no_power_attack_by_the_benefit(game: str) -> None:
    pieces = marshalled(game)
    pieces["ironclad"] = foe(12 + MEDIUM + LARGE + 3, 10 + 2 * LARGE + 0.2)
    Game(game, pieces).activate("juggernaut").refusal("head-butt ironclad")


@TWO
@pytest.mark.rule("ES-MARSHAL-3", "ES-AUTO-3", "M2-JACK-4", "M2-CTRL-7")
def test_a_marshalled_warjack_is_allocated_nothing(game: str) -> None:
    pieces = {**marshalled(game), "sorscha": at(12, 13), "destroyer": at(18, 13, master="sorscha")}
    t = Game(game, pieces, turn={"phase": "control"})
    t.refusal({"juggernaut": 1})
    assert t.legal({"destroyer": 1})


@TWO
@pytest.mark.rule("ES-AUTO-1", "ES-AUTO-2", "M2-JACK-8")
def test_a_lost_marshal_leaves_an_autonomous_warjack(game: str) -> None:
    solo = {ESCALATION: "kovnik", MK2: "mow_kovnik"}[game]
    pieces = {
        "ironclad": at(12, 10), solo: foe(12, 10 + LARGE + MEDIUM + 0.2, damage=7),
        "juggernaut": foe(30, 30, master=solo),
    }  # fmt: skip
    t = Game(game, pieces, dice=["6 5", "6 6"]).activate("ironclad", f"attack {solo} with quake_hammer")
    rule = {ESCALATION: "ES-AUTO-1", MK2: "M2-JACK-8"}[game]
    assert t.happened(ControlTaken, who="juggernaut", master="", cite=rule) and t.effects("juggernaut") == set()


@TWO
@pytest.mark.rule("ES-AUTO-6", "ES-MARSHAL-1", "M2-JACK-4", "M2-JACK-9")
def test_a_marshal_at_his_limit_takes_no_other_warjack(game: str) -> None:
    """A foreman of Escalation marshals one, a kovnik of Mk II two."""
    who, base, most = {ESCALATION: ("foreman", SMALL, 1), MK2: ("mow_kovnik", MEDIUM, 2)}[game]
    pieces = {
        who: at(12, 10), "free": at(12, 10 + base + LARGE, card="destroyer", master=None), "ironclad": foe(40, 40),
        "sorscha": at(44, 2), "stryker": foe(44, 44), "juggernaut": at(30, 30),
    }  # fmt: skip
    for n in range(most + 1):
        own = {f"own_{i}": at(20 + 4 * i, 30, card="destroyer", master=who) for i in range(n)}
        t = Game(game, pieces | own, casters=False).activate(who)
        if n < most:
            assert t.legal("take free")
        else:
            t.refusal("take free", {ESCALATION: "ES-AUTO-6", MK2: "M2-JACK-9"}[game])


@TWO
@pytest.mark.rule("ES-AUTO-6", "ES-AUTO-7", "ES-AUTO-8", "M2-JACK-9")
def test_a_warcaster_takes_an_autonomous_warjack(game: str) -> None:
    pieces = {"sorscha": at(12, 10), "juggernaut": at(12, 10 + LARGE + SMALL, master=None), "ironclad_2": foe(40, 40)}
    t = Game(game, {**pieces, "stryker": foe(44, 44)}, casters=False).activate("sorscha", "take juggernaut")
    assert t.state.status["juggernaut"].master == "sorscha" and "juggernaut" in t.state.activated


# --- Escalation alone ---
@pytest.mark.rule("ES-ATTACH-3", "ES-ATTACH-4", "ES-ATTACH-6", "ES-ATTACH-8")
def test_the_officer_leads_and_the_old_leader_follows_him() -> None:
    row = {
        "guns.1": at(12, 10, card="long_gunners", unit="guns", role="leader"),
        "guns.2": at(13.5, 10, card="long_gunners", unit="guns"),
        "guns.3": at(15, 10, card="long_gunner_ua_captain", unit="guns", role="officer", damage=4),
    }
    t = Game(ESCALATION, {**row, "juggernaut": foe(40, 40)})
    assert commander(t.position, "guns") == "guns.3"
    hit = {**row, "juggernaut": foe(15, 10 + LARGE + SMALL + 0.2)}
    t = Game(ESCALATION, hit, turn={"seat": "b"}, dice=["6 5", "6 6"])
    t.activate("juggernaut", "attack guns.3 with ice_axe")
    assert commander(t.position, "guns") == "guns.1"


@pytest.mark.rule("ES-ATTACH-7", "ES-ATTACH-10")
@pytest.mark.parametrize(("officer", "points"), [(True, 1), (False, 0)])
def test_an_attachment_adds_its_victory_points_with_the_last_model(officer: bool, points: int) -> None:
    """Both kinds of last model: the officer after the trooper, and the trooper alone."""
    reach = LARGE + SMALL + 0.2
    row = {"guns.1": foe(12, 10 + reach, card="long_gunners", unit="guns", role="leader")}
    if officer:
        row["guns.2"] = foe(30, 10 + reach, card="long_gunner_ua_captain", unit="guns", role="officer", damage=4)
    jacks = {"juggernaut": at(12, 10), "other": at(30, 10, card="juggernaut")}
    t = Game(ESCALATION, {**row, **jacks}, dice=["6 5", "6 6", *(["1 1"] if officer else [])])
    t.activate("juggernaut", "attack guns.1 with ice_axe")
    assert t.gone("guns.1")
    if officer:
        assert not t.happened(Scored), "not before the last model"
        t.play("end")
        t.dice = ["6 5", "6 6"]
        t.activate("other", "attack guns.2 with ice_axe")
        assert t.gone("guns.2")
    worth = t.position.rules.cards.entries["cyg_long_gunners"].vp + points
    assert [event.points for event in t.happened(Scored, seat=0)] == [worth] and t.state.points[0] == worth


CREW = {
    "gun.1": foe(12, 20, card="field_gun_gunner", unit="gun", role="gunner"),
    "gun.2": foe(12 + MEDIUM + SMALL, 20, card="field_gun_crewman", unit="gun", role="crewman"),
    "gun.3": foe(12 - MEDIUM - SMALL - 0.9, 20, card="field_gun_crewman", unit="gun", role="crewman"),
}


@pytest.mark.rule("ES-CREW-4", "ES-CREW-16")
def test_crewmen_in_contact_help_the_gunner_along() -> None:
    """Fixed when the activation begins: it stays when the crewman walks away first."""
    t = Game(ESCALATION, CREW, turn={"seat": "b"}).activate("gun")
    assert allowance(t.position, "gun.1") == 4000 and allowance(t.position, "gun.2") == 6000
    x, y = t.place("gun.2")
    t.play("gun.2 advance", [[round(1000 * x), round(1000 * y) + 3000]], 270_000)
    assert allowance(t.position, "gun.1") == 4000


@pytest.mark.rule("ES-CREW-3")
def test_a_crew_neither_runs_nor_charges() -> None:
    t = Game(ESCALATION, CREW, turn={"seat": "b"}).activate("gun")
    assert not [o for o in t.offers() if o.startswith("order")]


@pytest.mark.rule("ES-CREW-5", "ES-CREW-6", "ES-CREW-14")
def test_a_crewman_steps_in_for_the_gunner() -> None:
    pieces = {**CREW, "charger": at(12, 12)}
    t = Game(ESCALATION, pieces, dice=["6 5", "3 4"]).activate("charger", "attack gun.1 with dual_cannon")
    t.done("b", "who steps in")
    assert set(t.offers()) == {"gun.2", "gun.3", "nobody"}
    t.play("gun.3")
    assert t.happened(SteppedIn, crewman="gun.3") and "gun.1" in t.state.models and "gun.3" not in t.state.models
    assert t.damage("gun.1") == 0


@pytest.mark.rule("ES-CREW-5")
@pytest.mark.parametrize(("gap", "may"), [(1.0, True), (1.002, False)])
def test_a_crewman_steps_in_from_an_inch_away_and_no_farther(gap: float, may: bool) -> None:
    crewman = {**CREW["gun.2"], "at": [12 + MEDIUM + SMALL + gap, 20]}
    pieces = {"gun.1": CREW["gun.1"], "gun.2": crewman, "charger": at(12, 12)}
    t = Game(ESCALATION, pieces, dice=["6 5", "3 4", *([] if may else ["1 1"])])
    t.activate("charger", "attack gun.1 with dual_cannon")
    assert t.gone("gun.1") != may and (not may or "gun.2" in t.offers())


@pytest.mark.rule("M2-JACK-5")
@pytest.mark.parametrize(("master", "x"), [("stryker", 12.0), ("strangewayes", 30.0)])
def test_mk2_nothing_is_done_by_a_marshal_who_is_none_or_too_far_away(master: str, x: float) -> None:
    pieces = {"ironclad": at(12, 10, focus=1, master=master), "strangewayes": at(x, 4), "juggernaut": foe(12, 16)}
    t = Game(MK2, {**pieces, "stryker": at(40, 4)}).activate("ironclad")
    assert {"run", "charge juggernaut"} <= set(t.offers())
    t.refusal("run by marshal", "M2-JACK-5")
    t.refusal("charge juggernaut by marshal", "M2-JACK-5")
    near = {**pieces, "juggernaut": foe(12, 10 + 2 * LARGE + 0.3), "stryker": at(40, 4)}
    t = Game(MK2, near, dice=["1 1", "1 1"]).activate("ironclad")
    t.play("attack juggernaut with quake_hammer", "roll", "attack juggernaut with open_fist", "roll")
    t.refusal("attack juggernaut with quake_hammer by marshal", "M2-JACK-5")
