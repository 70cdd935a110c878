"""Clauses at their exact edges: how much of a frontage counts, who must strike whom, which of two equally near, how far
is as far as it can, what a bolt does behind a charger, ways that bend."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import AtLeast, Position, Roll, begin
from sandtable.rulesets.warmaster.charging.placing import strikes
from sandtable.rulesets.warmaster.combat.attacks import combat_cover
from sandtable.rulesets.warmaster.combat.fall_back import FallBack
from sandtable.rulesets.warmaster.combat.pursuing_stands import straight_ends
from sandtable.rulesets.warmaster.combat.pursuit import chased, pursuits
from sandtable.rulesets.warmaster.combat.pursuit_places import PursuitPlaces
from sandtable.rulesets.warmaster.combat.reforming import ReformPlaces
from sandtable.rulesets.warmaster.combat.retreats import Retreat, directions
from sandtable.rulesets.warmaster.combat.rounds import Outcome
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.state.table import Engagement
from sandtable.rulesets.warmaster.terrain.cover import DEFENDED, OPEN
from tests.rules.warmaster.kit import (
    Bench,
    chief,
    crossbows,
    foot,
    general,
    goblins,
    orcs,
    poses,
    rules,
    unit,
)


def at(pieces: dict[str, Any], step: str = "orders", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def awaited(t: Bench) -> Roll:
    assert isinstance(t.game.waiting, Roll)
    return t.game.waiting


def fighting(pieces: dict[str, Any], *units: str, **given: Any) -> Position[Any, Any]:
    p = at(pieces, **given).position
    return p.with_state(p.state.but(engagements={"fight_1": Engagement(units)}))


# --- pursuit ---
def ahead(x: float, facing: float) -> bool:
    """Whether a stand at x = 98 to 102 strikes a retreated stand there by going straight ahead."""
    there = orcs(0, 0, stands=[[x, 60, facing]], retreated=True)
    p = at({"h": foot(0, 0, stands=[[100, 50, 90]]), "o": there}).position
    return bool(straight_ends(chased(p, "h", "o")))


@pytest.mark.rule("WM-PURSUE-17")
@pytest.mark.parametrize("side", [1, -1])
def test_a_tenth_of_a_centimetre_of_the_frontage_is_ahead_a_thousandth_less_is_not(side: int) -> None:
    assert ahead(100 + side * 3.9, 270)
    assert not ahead(100 + side * 3.901, 270)


@pytest.mark.rule("WM-PURSUE-17")
@pytest.mark.parametrize("side", [1, -1])
def test_of_a_turned_stand_what_lies_before_the_frontage_counts_not_the_length_of_its_edge(side: int) -> None:
    """Its corner is 2.221 cm to the side of its middle; 0.099 cm of the frontage are 0.105 cm of its edge."""
    facing, corner = 270 - side * 20, 2.221
    assert ahead(100 + side * (2 + corner - 0.102), facing)
    assert not ahead(100 + side * (2 + corner - 0.098), facing)


@pytest.mark.rule("WM-PURSUE-24")
@pytest.mark.parametrize("retreated", [True, False])
def test_a_stand_that_can_strike_only_another_unit_that_retreated_must(retreated: bool) -> None:
    """The right stand finds goblins before the orcs' free edges; the left flank of these is shut by a building."""
    house = {"kind": "building", "points": [[90, 48], [95.9, 48], [95.9, 60], [90, 60]]}
    pieces = {
        "h": foot(0, 0, stands=[[98, 50, 90], [102, 50, 90]]),
        "o": orcs(0, 0, stands=[[98, 54, 270]], retreated=True),
        "g": goblins(0, 0, stands=[[102, 53.5, 270]], retreated=retreated),
    }
    p = fighting(pieces, "h", "o", "g", table={"size": [180, 120], "terrain": [house]})
    domain = PursuitPlaces(unit="h", enemy="o")
    laid, short = poses((98, 52, 90), (102, 51.5, 90)), poses((98, 52, 90), (102, 51, 90))
    assert domain.refuse(p, laid) is None
    why = domain.refuse(p, short)
    assert (why is not None and why.cite == "WM-PURSUE-24") == retreated
    if retreated:
        (ends,) = pursuits(p, "h", "o")
        (goblin,) = crowd(p).of("g")
        assert strikes(rects_at(p, "h", ends)[1], goblin)


# --- retreat ---
@pytest.mark.rule("WM-RETREAT-4", "WM-GEO-13")
def test_of_two_enemies_equally_near_the_owner_chooses_from_which_he_retreats() -> None:
    pieces = {
        "s": foot(40, 40), "o": orcs(40, 50), "x": orcs(40, 30, facing=90), "e": orcs(90, 40),
    }  # fmt: skip
    won = Outcome((0, 1), (("s", ("e",)),), (), (1, 1))
    p = fighting(pieces, "s", "o", "x", "e")
    assert sorted(directions(p, "s", won, "fight_1")) == [(0, -1), (0, 1)]
    nearer = fighting({**pieces, "x": orcs(40, 30.001, facing=90)}, "s", "o", "x", "e")
    assert directions(nearer, "s", won, "fight_1") == [(0, 1)]
    ends = set()
    for key in ("way 1", "way 2"):
        t = at(pieces)
        t.go_on(begin(rules(), p.state, Retreat(unit="s", far=2_000, key="fight_1", outcome=won)).game)
        assert (t.ask.seat, t.ask.prompt, t.offers()) == (0, "which way s retreats", ["way 1", "way 2"])
        ends.add(t.play(key).stands("s")[0][1])
    assert ends == {38, 42}


# --- falling back ---
@pytest.mark.rule("WM-FALL-14")
@pytest.mark.parametrize("end", [46.37, 46.5, 46.62])
def test_a_unit_without_room_goes_back_exactly_as_far_as_it_can(end: float) -> None:
    """Its rear, at y = 49, may come to the building behind it and 0.01 cm into it."""
    blocks = [[[90, 40], [97.9, 40], [97.9, 51], [90, 51]], [[102.1, 40], [110, 40], [110, 51], [102.1, 51]]]
    blocks.append([[97.9, 40], [102.1, 40], [102.1, end], [97.9, end]])
    table = {"size": [180, 120], "terrain": [{"kind": "building", "points": points} for points in blocks]}
    p = at({"h": foot(0, 0, stands=[[100, 50, 90]]), "o": orcs(0, 0, stands=[[100, 52, 270]])}, table=table).position
    domain = FallBack(piece="h", least=4_000, far=12_000, drawn=True)
    least, (place, *_) = domain.room(p)
    assert least == round((49 - end) * 1000) + 10 and place == (100_000, 50_000 - least, 90_000)
    assert domain.refuse(p, poses((100, end + 1, 90))) is None, "0.01 cm less is the same"
    why = domain.refuse(p, poses((100, end + 1.02, 90)))
    assert why is not None and why.cite == "WM-FALL-5"


# --- shots ---
EAGLES = {
    "g": general(86, 45),
    "h": unit("giant_eagles", "a", 0, 0, stands=[[86, 54, 60]]),
    "c": unit("bolt_thrower", "b", 0, 0, stands=[[100, 75, 270]]),
    "k": foot(0, 0, stands=[[94, 75, 0]]),
}
WOOD = {"size": [180, 120], "terrain": [{"kind": "wood", "points": [[93.2, 73], [93.8, 73], [93.8, 77], [93.2, 77]]}]}


@pytest.mark.rule("WM-ART-5", "WM-SHOOT-24")
@pytest.mark.parametrize("engaged", [True, False])
def test_a_bolt_goes_through_a_charger_into_the_unit_behind_it(engaged: bool) -> None:
    """The eagles land between the bolt thrower and halberdiers in a wood, who fight orcs or nobody."""
    pieces = {**EAGLES, **({"e": orcs(0, 0, stands=[[94, 78, 270]])} if engaged else {})}
    t = at(pieces, "orders", "11", "4", "5", table=WOOD).play("g orders h", "h charges c", "shoot")
    at_eagles, at_others = (roll for roll in t.rolls if roll.purpose == "hit")
    assert [roll.pools[0].dice for roll in (at_eagles, at_others)] == [(("d6", 1),), (("d6", 1),)]
    assert (at_eagles.reading, at_others.reading) == (AtLeast(4), AtLeast(5)), "only those that charge are in the open"
    assert (t.unit("h").hits, t.unit("h").carried) == (1, 1)
    assert (t.unit("k").hits, t.unit("k").carried, t.unit("k").driving) == (1, int(engaged), 0)


@pytest.mark.rule("WM-ART-5", "WM-RESULT-9")
def test_a_bolt_that_was_carried_into_a_fight_counts_in_its_first_round() -> None:
    pieces = {**EAGLES, "e": orcs(0, 0, stands=[[94, 78, 270]])}
    t = at(pieces, "orders", "11", "1", "5", table=WOOD).play("g orders h", "h charges c", "shoot")
    t.play("stay", "fight_2")
    while not t.happened(RoundFought):
        t.throw(*((1,) * sum(count for _, count in pool.dice) for pool in awaited(t).pools))
    (fought,) = t.happened(RoundFought)
    assert fought.hits == (0, 1)


@pytest.mark.rule("WM-ART-5", "WM-TERRAIN-24")
def test_a_charger_in_a_wood_is_struck_by_a_bolt_as_in_the_open() -> None:
    wood = {"kind": "wood", "points": [[99, 71.2], [101, 71.2], [101, 71.6], [99, 71.6]]}
    pieces = {
        "g": general(100, 45),
        "h": foot(0, 0, stands=[[100, 60, 90]]),
        "c": unit("bolt_thrower", "b", 0, 0, stands=[[100, 75, 270]]),
    }
    t = at(pieces, "orders", "11", table={"size": [180, 120], "terrain": [wood]})
    assert awaited(t.play("g orders h", "h charges c", "shoot")).reading == AtLeast(4)


@pytest.mark.rule("WM-DATA-12", "WM-ART-3")
@pytest.mark.parametrize(("shooter", "score"), [("crossbowmen", 5), ("cannon", 4)])
def test_to_a_cannon_a_steam_tank_that_charges_is_in_the_open(shooter: str, score: int) -> None:
    pieces = {
        "g": general(100, 45),
        "t": unit("steam_tank", "a", 0, 0, stands=[[100, 60, 90]]),
        "x": unit(shooter, "b", 0, 0, stands=[[100, 72, 270]]),
    }
    t = at(pieces, "orders", "11").play("g orders t", "t charges x", "shoot")
    assert awaited(t).reading == AtLeast(score)


# --- cover against a charge ---
@pytest.mark.rule("WM-TERRAIN-23", "WM-COMBAT-13")
@pytest.mark.parametrize(("start", "level"), [(50, DEFENDED), (58, OPEN)])
def test_cover_against_a_charger_is_that_of_where_its_stands_were(start: float, level: int) -> None:
    """It ends on the hill; whether it began there decides."""
    hill = {"kind": "hill", "points": [[90, 56], [110, 56], [110, 75], [90, 75]]}
    pieces = {
        "g": general(100, 45),
        "h": foot(0, 0, stands=[[100, start, 90]]),
        "o": orcs(0, 0, stands=[[100, 66, 270]]),
    }
    t = at(pieces, "orders", "11", table={"size": [180, 120], "terrain": [hill]}).play("g orders h", "h charges o")
    assert t.stands("h") == [(100, 64, 90)]
    assert t.state.covers["h"] == (("o", t.state.stands["o"][0], level),)
    assert combat_cover(t.position, "h", "o", t.state.stands["o"][0]) == level


# --- lone characters ---
ROUND = {"kind": "building", "points": [[98.5, 56], [106, 56], [106, 59], [98.5, 59]]}


@pytest.mark.rule("WM-CHAR-9")
@pytest.mark.parametrize(("x", "flees"), [(96.5, True), (92, False)])
def test_a_way_that_bends_goes_over_lone_characters_where_it_bends(x: float, flees: bool) -> None:
    """A stand goes round the left end of a building; the straight line is x = 98 to 102."""
    pieces = {
        "g": general(100, 45),
        "h": foot(0, 0, stands=[[100, 50, 90]]),
        "bh": chief("orc_hero", x, 57.5, "b"),
        "o": orcs(100, 85),
    }
    t = at(pieces, "orders", "11", table={"size": [180, 120], "terrain": [ROUND]}).play("g orders h")
    t.play((("h", (100_000, 65_000, 90_000)),))
    assert t.stands("h") == [(100, 65, 90)]
    assert (t.ask.prompt == "where bh flees to") == flees


@pytest.mark.rule("WM-CHAR-9", "WM-CHARGE-1")
@pytest.mark.parametrize(("x", "flees"), [(92.8, True), (90, False)])
def test_a_charge_that_bends_goes_over_lone_characters_where_it_bends(x: float, flees: bool) -> None:
    """At y = 57.5 the straight line would be x = 94.8 to 98.8."""
    house = {"kind": "building", "points": [[96, 56], [106, 56], [106, 59], [96, 59]]}
    pieces = {
        "g": general(100, 45),
        "h": foot(0, 0, stands=[[100, 50, 90]]),
        "bh": chief("orc_hero", x, 57.5, "b"),
        "o": orcs(0, 0, stands=[[94, 66, 270]]),
    }
    t = at(pieces, "orders", "11", table={"size": [180, 120], "terrain": [house]}).play("g orders h", "h charges o")
    assert t.stands("h") == [(94, 64, 90)]
    assert (t.ask.prompt == "where bh flees to") == flees


@pytest.mark.rule("WM-FALL-11", "WM-CHAR-9")
@pytest.mark.parametrize(("x", "flees"), [(96.5, True), (92, False)])
def test_a_fall_back_that_bends_goes_over_lone_characters_where_it_bends(x: float, flees: bool) -> None:
    house = {"kind": "building", "points": [[98.5, 41], [106, 41], [106, 44], [98.5, 44]]}
    pieces = {
        "h": foot(0, 0, stands=[[100, 50, 90]]),
        "o": unit("black_orcs", "b", 0, 0, stands=[[100, 52, 270]]),
        "bh": chief("orc_hero", x, 42.5, "b"),
        "far": orcs(100, 60),
    }
    dice = ["411", "1", "1111", "665"]
    t = at(pieces, "combat", *dice, table={"size": [180, 120], "terrain": [house]}).play("h falls back")
    t.play((100_000, 36_000, 90_000))
    assert t.stands("h") == [(100, 36, 90)]
    assert (t.match.ask is not None and t.ask.prompt == "where bh flees to") == flees


# --- drive backs ---
@pytest.mark.rule("WM-SHOOT-24", "WM-DRIVE-1")
def test_hits_of_the_phase_add_to_those_carried_before() -> None:
    """Orcs with a hit carried from before are shot at, then charged by magic: both count in the fight."""
    pieces = {
        "x": crossbows(40, 40), "h": foot(60, 40), "w": chief("wizard", 60, 36), "g": general(20, 20),
        "o": orcs(50, 55, hits=1, carried=1),
    }  # fmt: skip
    t = at(pieces, "shooting", "411", "1", "5").play("x shoots o", "w casts voice_of_command at h")
    t.play("h charges o")
    while t.match.ask is not None:
        t.play("end shooting" if t.ask.prompt == "shoot or cast" else t.offers()[0])
    assert (t.unit("o").hits, t.unit("o").carried, t.unit("o").driving) == (2, 2, 0)


@pytest.mark.rule("WM-DRIVE-1", "WM-SHOOT-21", "WM-DRIVE-11")
def test_a_drive_back_counts_hits_of_this_phase_by_all_shooters_and_no_earlier_ones() -> None:
    pieces = {
        "x": crossbows(40, 40), "y": crossbows(60, 40), "g": general(20, 20),
        "o": orcs(50, 55, hits=1, carried=1),
    }  # fmt: skip
    t = at(pieces, "shooting", "411", "1", "411", "1").play("x shoots o", "y shoots o")
    roll = awaited(t.play("stand 3"))
    assert roll.purpose == "drive_back" and roll.pools[0].dice == (("d6", 2),)


# --- re-forming ---
@pytest.mark.rule("WM-REFORM-3", "WM-FLY-4")
def test_flyers_do_not_re_form_into_a_wood() -> None:
    wood = {"kind": "wood", "points": [[101.5, 40], [120, 40], [120, 60], [101.5, 60]]}
    eagles = unit("giant_eagles", "a", 0, 0, stands=[[98, 49, 90], [100, 49, 90]])
    p = at({"e": eagles, "o": orcs(150, 100)}, table={"size": [180, 120], "terrain": [wood]}).position
    domain = ReformPlaces(unit="e")
    assert domain.misplaced(p, poses((102, 49, 90), (100, 49, 90))) is not None
    assert domain.misplaced(p, poses((98, 49, 90), (98, 45, 90))) is None
