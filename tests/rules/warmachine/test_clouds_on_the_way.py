"""On the way: harmful clouds where they are entered, and tramples that are stopped."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft, Effect
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.conditions import begin
from sandtable.rulesets.warmachine.common.state.events import Destroyed, Moved
from tests.rules.warmachine.kit import (
    EAST,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    NORTH,
    SMALL,
    SOUTH,
    WEST,
    Game,
    at,
    both,
    foe,
    row,
)

CLOUD, ASIDE = (12_000, 16_000), (14_300, 14_000)  # the other one hides nobody to the north
LAMED, OUT, HURTS = [0, 4, 4, 0, 0, 0], [0, 5, 5, 0, 0, 0], ["6 6", "2"]  # of a Charger in Mk I
CONTACT = {MK1: 10, MK2: 1}
CASTERS = {"stryker": at(2, 46), "sorscha": foe(46, 46)}


def clouded(
    game: str, pieces: dict[str, Any], *clouds: tuple[int, int], spares: str = "", power: int = 10, **more: Any
) -> Game:
    """Clouds of 4 inches lie on the table and hurt."""
    t = Game(game, {**CASTERS, **pieces}, casters=False, waits=True, **more)
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    for place in clouds or (CLOUD,):
        lay_cloud(d, place, 2000, power, spares=spares)
    t.game = t.game.but(state=d.state)
    return t


def gunner(game: str, *path: tuple[float, float], x: float = 12, y: float = 10, clouds: Any = (), **more: Any) -> Game:
    """A trooper who goes along a path; the clouds are weak."""
    guns = row(1, x=x, y=y)
    t = clouded(game, guns, *clouds, power=-10, **more)
    t.activate("guns", "no order", "guns.1 advance", [[round(1000 * a), round(1000 * b)] for a, b in path])
    return t


def rim(game: str, r: float) -> int:
    """Where a base that comes from the south along the middle enters the cloud, in thousandths."""
    return round(16_000 - 2000 - 1000 * r - CONTACT[game])


# --- clouds: where they are entered ---
@both
@pytest.mark.rule("M1-CLOUD-2", "M1-CLOUD-5", "M2-TERRAIN-16")
def test_whoever_dies_of_a_cloud_dies_where_he_enters_it(game: str) -> None:
    t = clouded(game, {**row(2, y=10.5)}, dice=["6 6"])
    t.activate("guns", "order run", "guns.1 run", [[12_000, 15_000]])
    found = t.happened(Destroyed, who="guns.1")
    assert found and found[0].at[0] == 12_000 and found[0].at[1] == pytest.approx(rim(game, SMALL), abs=3)


@pytest.mark.rule("M2-DMG-12", "M2-TERRAIN-17")
def test_mk2_a_wreck_lies_where_the_warjack_entered() -> None:
    t = clouded(MK2, {"charger": at(12, 9, damage=25)}, dice=["6 6", "6"])
    t.activate("charger", "advance", [[12_000, 15_000]])
    wreck = next(f for f in t.state.map.features if f.kind == "wreck")
    assert wreck.disc is not None and wreck.disc[1] == pytest.approx(rim(MK2, MEDIUM), abs=3)


@pytest.mark.rule("M2-KD-3", "M2-ADV-40")
def test_mk2_who_is_tough_lies_where_he_entered() -> None:
    t = clouded(MK2, {"line_captain": at(12, 9, damage=4)}, dice=["6 6", "5"])
    t.activate("line_captain", "advance", [[12_000, 15_000]])
    assert "knocked_down" in t.effects("line_captain")
    assert t.place("line_captain")[1] == pytest.approx(rim(MK2, SMALL) / 1000, abs=0.003)
    assert t.state.activating != "line_captain"


@pytest.mark.rule("M2-DMG-15")
@pytest.mark.parametrize("verb", ["charge", "slam"])
def test_mk2_crippled_by_a_cloud_it_charges_no_farther(verb: str) -> None:
    pieces = {
        "charger": at(12, 9, columns=[0, 5, 4, 0, 0, 0], focus=1),
        "juggernaut": foe(12, 9 + MEDIUM + LARGE + 8.5),
    }
    t = clouded(MK2, pieces, ASIDE, dice=["6 6", "3"])
    t.activate("charger", f"{verb} juggernaut", [90_000, 8300])
    assert "M" in t.out("charger") and 12.3 < t.place("charger")[1] < 12.5
    assert t.happened(Charged)[0].failed and t.state.activating != "charger"


@pytest.mark.rule("M1-SYS-6", "M1-CLOUD-5")
def test_mk1_lamed_by_a_cloud_it_goes_one_inch_in_all() -> None:
    start = rim(MK1, MEDIUM) / 1000 - 0.6
    t = clouded(MK1, {"charger": at(12, start, columns=LAMED)}, dice=HURTS)
    t.activate("charger", "advance", [[12_000, 17_000]])
    assert "M" in t.out("charger") and t.place("charger")[1] == pytest.approx(start + 1, abs=0.002)
    start = rim(MK1, MEDIUM) / 1000 - 2
    t = clouded(MK1, {"charger": at(12, start, columns=LAMED)}, dice=HURTS)
    t.activate("charger", "advance", [[12_000, 17_000]])
    assert t.place("charger")[1] == pytest.approx(start + 2, abs=0.003), "more than it was allowed already"


@pytest.mark.rule("M1-SYS-6")
def test_mk1_lamed_in_a_cloud_a_run_goes_two_inches_in_all() -> None:
    start = rim(MK1, MEDIUM) / 1000 - 0.6
    t = clouded(MK1, {"charger": at(12, start, columns=LAMED, focus=1)}, dice=HURTS)
    t.activate("charger", "run", [[12_000, 17_000]])
    assert t.place("charger")[1] == pytest.approx(start + 2, abs=0.002)


@pytest.mark.rule("M1-SYS-6", "M1-SYS-11")
def test_mk1_who_was_lamed_before_goes_as_far_as_he_could() -> None:
    start = rim(MK1, MEDIUM) / 1000 - 0.6
    t = clouded(MK1, {"charger": at(12, start, columns=OUT, focus=1)}, power=-10, dice=["1 1"])
    t.activate("charger", "run", [[12_000, round(1000 * start) + 2000]])
    assert "M" in t.out("charger") and t.place("charger")[1] == pytest.approx(start + 2, abs=0.002)


@pytest.mark.rule("M1-CHARGE-17", "M1-SYS-6")
def test_mk1_a_charge_ends_where_the_cloud_lames() -> None:
    pieces = {"charger": at(12, 9, columns=LAMED, focus=1), "juggernaut": foe(12, 9 + MEDIUM + LARGE + 8.5)}
    t = clouded(MK1, pieces, ASIDE, dice=HURTS)
    t.activate("charger", "charge juggernaut", [90_000, 8300])
    assert "M" in t.out("charger") and 12.3 < t.place("charger")[1] < 12.5
    assert t.happened(Charged)[0].failed and t.state.activating != "charger"


# --- clouds: how often ---
@both
@pytest.mark.rule("M1-CLOUD-5")
def test_who_goes_through_is_hurt_once(game: str) -> None:
    t = gunner(game, (12, 15.5), dice=["1 1"])
    assert len(t.rolls) == 1 and t.place("guns.1") == (12, 15.5)
    moves = [m.path[-1][1] for m in t.happened(Moved, who="guns.1")]
    assert moves == [pytest.approx(rim(game, SMALL), abs=3), 15_500]


@both
@pytest.mark.rule("M1-CLOUD-5")
def test_corners_in_it_are_no_entries(game: str) -> None:
    t = gunner(game, (12, 14), (11, 14.5), (12, 15.5), y=12, dice=["1 1"])
    assert len(t.rolls) == 1 and t.place("guns.1") == (12, 15.5)


@both
@pytest.mark.rule("M1-CLOUD-1", "M1-CLOUD-5")
def test_a_path_that_ends_at_the_rim_enters_and_one_a_thousandth_short_does_not(game: str) -> None:
    touching = rim(game, SMALL)
    t = gunner(game, (12, touching / 1000), dice=["1 1"])
    assert len(t.rolls) == 1 and t.place("guns.1") == (12, touching / 1000)
    t = gunner(game, (12, (touching - 1) / 1000))
    assert not t.rolls and t.match.roll is None and t.place("guns.1") == (12, (touching - 1) / 1000)


@both
@pytest.mark.rule("M1-CLOUD-5")
def test_starting_in_it_is_not_entering_but_coming_back_is(game: str) -> None:
    t = gunner(game, (12, 14.5), (12.5, 15), y=15)
    assert not t.rolls and t.match.roll is None
    t = gunner(game, (12, 12.4), (12, 15), y=14, dice=["1 1"])
    assert len(t.rolls) == 1 and t.place("guns.1") == (12, 15)
    t = gunner(game, (12, 13.6), (12, 13.3), (12, 14), y=13.3, dice=["1 1", "1 1"])
    assert len(t.rolls) == 2 and t.place("guns.1") == (12, 14)


@both
@pytest.mark.rule("M1-CLOUD-5")
def test_who_starts_a_thousandth_outside_enters(game: str) -> None:
    t = gunner(game, (12, 14), y=(rim(game, SMALL) - 1) / 1000, dice=["1 1"])
    assert len(t.rolls) == 1


@both
@pytest.mark.rule("M1-CLOUD-5")
def test_who_stays_enters_nothing(game: str) -> None:
    t = clouded(game, row(1, y=15))
    t.activate("guns", "no order", "guns.1 advance", [])
    assert not t.rolls and t.match.roll is None


@both
@pytest.mark.rule("M1-CLOUD-5")
def test_each_of_several_clouds_hurts_where_it_is_entered(game: str) -> None:
    t = gunner(game, (12, 15.5), clouds=(CLOUD, (12_000, 17_000)), dice=["1 1", "1 1"])
    assert len(t.rolls) == 2
    moves = [m.path[-1][1] for m in t.happened(Moved, who="guns.1")]
    assert moves == [pytest.approx(rim(game, SMALL), abs=3), pytest.approx(rim(game, SMALL) + 1000, abs=3), 15_500]
    t = gunner(game, (12, 15.5), clouds=(CLOUD, CLOUD), dice=["1 1", "1 1"])
    assert len(t.rolls) == 2, "both at one point"


@both
@pytest.mark.rule("M1-CLOUD-2")
def test_a_cloud_that_spares_the_mover_stops_nobody(game: str) -> None:
    t = gunner(game, (12, 15.5), spares="guns.1")
    assert not t.rolls and len(t.happened(Moved, who="guns.1")) == 1


@both
@pytest.mark.rule("M1-CLOUD-5")
def test_a_path_along_the_rim_enters_as_often_as_it_touches(game: str) -> None:
    """Past the east side from the south: slanting in by some thousandths only."""
    most = 12_000 + 2000 + 591 + CONTACT[game]
    for inward, hurts in ((20, True), (2, True), (-1, False)):
        x = (most - inward) / 1000
        t = gunner(game, (x, 18), x=x, y=14, dice=["1 1"] if hurts else [])
        assert len(t.rolls) == hurts and t.place("guns.1") == (x, 18)


# --- clouds and free strikes ---
def beside(game: str, damage: str, y: float = 15.3) -> Game:
    """A trooper who enters the cloud in an enemy's melee range and leaves that later, in the cloud."""
    fangs = {"fangs.1": foe(14.3, y, WEST, card="iron_fangs", unit="fangs", role="leader")}
    t = clouded(game, {**row(4, y=12), **fangs}, dice=[damage], power=-10 if damage == "1 1" else 10)
    return t.activate("guns", "order run", "guns.1 run", [[12_000, 14_500], [9000, 18_000]])


@both
@pytest.mark.rule("M2-ENGAGE-13", "M1-FREE-5")
def test_nobody_strikes_at_who_died_on_the_way_to_where_he_would_leave(game: str) -> None:
    t = beside(game, "6 6")
    assert t.gone("guns.1") and t.ask.seat == 0


@both
@pytest.mark.rule("M2-ENGAGE-13", "M1-FREE-5")
def test_who_lives_is_struck_at_where_he_leaves(game: str) -> None:
    t = beside(game, "1 1")
    assert not t.gone("guns.1") and t.ask.seat == 1 and "hold" in t.offers()
    t.play("hold")
    assert t.place("guns.1") == (9, 18) and len(t.rolls) == 1, "no second time"


@pytest.mark.rule("M2-ENGAGE-13", "M2-KD-3")
def test_mk2_nobody_strikes_at_who_fell_on_the_way_to_where_he_would_leave() -> None:
    fangs = {"fangs.1": foe(8.4, 19.9, SOUTH, card="iron_fangs", unit="fangs", role="leader")}
    t = clouded(MK2, {"line_captain": at(8.4, 17.9, EAST, damage=4), **fangs}, dice=["6 6", "6"])
    t.activate("line_captain", "advance", [[14_000, 17_900]])
    assert "knocked_down" in t.effects("line_captain") and t.ask.seat == 0


@both
@pytest.mark.rule("M2-ENGAGE-13", "M1-FREE-5")
def test_a_free_strike_before_the_cloud_comes_first(game: str) -> None:
    fangs = {"fangs.1": foe(12, 8.5, NORTH, card="iron_fangs", unit="fangs", role="leader")}
    t = clouded(game, {**row(2, y=10), **fangs}, power=-10)
    t.activate("guns", "order run", "guns.1 run", [[12_000, 15_000]])
    assert t.ask.seat == 1 and not t.rolls
    t.dice = ["1 1"]
    t.play("hold")
    assert len(t.rolls) == 1 and t.place("guns.1") == (12, 15)


@both
@pytest.mark.rule("M2-ENGAGE-13", "M1-FREE-5", "M1-CLOUD-5")
@pytest.mark.parametrize("off", [-2, -1, 0, 1, 2])
def test_strike_and_cloud_at_one_point_both_come_once(game: str, off: int) -> None:
    """The enemy's reach ends where the cloud begins, more or less."""
    y = (rim(game, SMALL) + off - 2000 - 2 * 591) / 1000
    fangs = {"fangs.1": foe(12, y, NORTH, card="iron_fangs", unit="fangs", role="leader")}
    t = clouded(game, {**row(2, y=y + 2), **fangs}, power=-10, dice=["1 1"])
    t.activate("guns", "order run", "guns.1 run", [[12_000, 15_000]])
    assert t.ask.seat == 1
    t.play("hold")
    assert len(t.rolls) == 1 and t.place("guns.1") == (12, 15)


# --- tramples ---
def trampling(dice: Any = (), **more: Any) -> Game:
    """An Ironclad that tramples a gunner on its way north."""
    jack = {"ironclad": at(12, 8, focus=1, **{"columns": [0, 5, 5, 0, 0, 0], **more.pop("jack", {})})}
    gun = foe(12, 11, card="long_gunners", unit="lg", role="leader")
    return clouded(MK2, {**jack, "lg.1": gun, **more}, dice=list(dice))


@pytest.mark.rule("M2-DMG-15", "M2-POWER-41")
def test_mk2_a_trample_stops_where_movement_is_crippled_and_attacks_nobody() -> None:
    t = trampling(dice=["6 6", "3"]).activate("ironclad", "trample", [90_000, 8000])
    assert "M" in t.out("ironclad") and t.place("ironclad")[1] == pytest.approx(rim(MK2, LARGE) / 1000, abs=0.003)
    t.done("b", "ironclad has left lg.1", cite="M2-POWER-42").play("hold")
    assert t.state.activating != "ironclad" and not t.gone("lg.1") and len(t.rolls) == 2


@pytest.mark.rule("M2-DMG-15", "M2-POWER-40")
def test_mk2_a_trampler_crippled_over_somebody_stops_beyond_him() -> None:
    """A second gunner stands where the cloud begins."""
    edge = rim(MK2, LARGE) / 1000
    second = foe(12, edge, card="long_gunners", unit="lg")
    t = trampling(["6 6", "3"], **{"lg.2": second}).activate("ironclad", "trample", [90_000, 8000])
    assert "M" in t.out("ironclad")
    assert edge + LARGE + SMALL <= t.place("ironclad")[1] + 0.001 <= edge + LARGE + SMALL + 0.012


@pytest.mark.rule("M2-DMG-15")
def test_mk2_unhurt_by_a_cloud_it_tramples_on() -> None:
    t = trampling(jack={"columns": [0] * 6}, dice=["1 1", "6 5", "6 6"])
    t.activate("ironclad", "trample", [90_000, 8000])
    assert t.place("ironclad") == (12, 16) and t.gone("lg.1") and not t.dice


@pytest.mark.rule("M2-DMG-12", "M2-POWER-41")
def test_mk2_destroyed_on_its_way_it_attacks_nobody_and_its_wreck_lies_there() -> None:
    t = trampling(jack={"columns": [4, 5, 5, 5, 5, 4]}, dice=["6 6", "4"])
    t.activate("ironclad", "trample", [90_000, 8000])
    assert t.gone("ironclad") and not t.gone("lg.1") and t.match.roll is None
    assert t.happened(Destroyed, who="ironclad")[0].at[1] == pytest.approx(rim(MK2, LARGE), abs=3)


@pytest.mark.rule("M2-POWER-42", "M2-DMG-15")
@pytest.mark.parametrize("y", [9.0, 14.5])
def test_mk2_stopped_it_is_struck_by_those_it_left_only(y: float) -> None:
    fangs: dict[str, Any] = {"fangs.1": foe(14.6, y, WEST, card="iron_fangs", unit="fangs", role="leader")}
    t = trampling(["6 6", "3"], **fangs).activate("ironclad", "trample", [90_000, 8000])
    assert "M" in t.out("ironclad")
    assert t.ask.prompt == f"ironclad has left {'lg.1' if y > 9 else 'fangs.1'}"
    names = [striker[0] for frame in t.game.stack for striker in getattr(frame, "strikers", ())]
    assert ("fangs.1" in names) is (y == 9.0)


@pytest.mark.rule("M2-JACK-2", "M2-STAT-2", "M2-POWER-41")
def test_mk2_inert_in_mid_trample_it_attacks_no_more() -> None:
    p = {"ironclad": at(12, 10, focus=1, master="stryker"), "stryker": at(12, 13, damage=16), "dread_axe": foe(12, 15)}
    p |= {"vane": at(46, 2), "sorscha": foe(46, 46)}
    t = Game(MK2, p, casters=False, waits=True, dice=["6 5", "6 6"]).activate("ironclad", "trample", [90_000, 7500])
    assert t.gone("stryker") and "inert" in t.effects("ironclad")
    t.done("b", "ironclad has left dread_axe", cite="M2-POWER-42").play("hold")
    assert t.state.activating != "ironclad"


@pytest.mark.rule("M2-POWER-42", "M2-JACK-2")
def test_mk2_inert_in_mid_trample_it_is_struck_by_those_it_left() -> None:
    p = {"ironclad": at(12, 10, focus=1, master="stryker"), "stryker": at(12, 13, damage=16)}
    p |= {"fangs.1": foe(14.6, 11, WEST, card="iron_fangs", unit="fangs", role="leader")}
    p |= {"vane": at(46, 2), "sorscha": foe(46, 46)}
    t = Game(MK2, p, casters=False, waits=True, dice=["6 5", "6 6"]).activate("ironclad", "trample", [90_000, 7500])
    assert "inert" in t.effects("ironclad") and t.ask.seat == 1 and "hold" in t.offers()


@pytest.mark.rule("M2-STAT-2", "M2-KD-3", "M2-POWER-41")
@pytest.mark.parametrize("state", ["knocked_down", "stationary"])
def test_mk2_who_cannot_attack_any_more_breaks_off_its_trample(state: str) -> None:
    guns = {f"lg{i}.1": foe(12, 11 + 1.5 * i, card="long_gunners", unit=f"lg{i}", role="leader") for i in range(2)}
    t = Game(MK2, {"ironclad": at(12, 8, focus=1), **guns, **CASTERS}, casters=False, waits=True)
    t.activate("ironclad", "trample", [90_000, 8000])
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    begin(d, Effect(state, "ironclad"))
    t.game = t.game.but(state=d.state)
    t.throw([1, 1])
    assert len(t.rolls) == 1 and t.ask.seat == 1 and t.ask.window == "free strike"
