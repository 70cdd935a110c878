"""What the catalogue leaves to a player is asked: ties of direction, extra dice, moving aside, being put straight."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from sandtable.core import Refusal
from sandtable.rulesets.warmaster.charging.targets import charges
from sandtable.rulesets.warmaster.combat.support import supporting
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.shooting.drive_backs import said_apart
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.turn.evading import EvadeMove, courses
from tests.rules.warmaster.kit import Bench, crossbows, foot, general, goblins, hero, knights, orcs, poses, unit


def at(pieces: dict[str, Any], step: str, *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def wedge() -> dict[str, Any]:
    """Two stands in a wedge, mirror images about x = 40, touching at a corner."""
    off = cos(radians(60)) + 2 * sin(radians(60))
    return foot(0, 0, stands=[[round(40 - off, 3), 40, 60], [round(40 + off, 3), 40, 120]])


@pytest.mark.rule("WM-EVADE-2", "WM-EVADE-3", "WM-GEO-13")
def test_of_two_stands_equally_close_the_evader_chooses_which_line_he_takes() -> None:
    t = at({"h": wedge(), "o": orcs(0, 0, stands=[[40, 60, 270]])}, "command")
    left, right = courses(t.position, "h", "o")
    assert (
        left[1][0] == pytest.approx(-right[1][0]) and left[1][1] == pytest.approx(right[1][1]) and left[0] != right[0]
    )
    domain = EvadeMove(piece="h", enemy="o")
    for _, way in (left, right):
        assert domain.refuse(t.position, domain.away(t.position, 10_000, way)) is None
    between = (0.0, -1.0)
    refused = domain.refuse(t.position, domain.away(t.position, 10_000, between))
    assert refused is not None and refused.cite == "WM-EVADE-3"


@pytest.mark.rule("WM-BLUND-13", "WM-BLUND-7")
def test_ties_of_a_shy_move_are_the_players() -> None:
    wall = {"kind": "building", "points": [[34, 20], [46, 20], [46, 38.9], [34, 38.9]]}
    pieces = {"h": foot(40, 40), "hero": hero(60, 36), "k": unit("boar_riders", "b", 40, 68, 270)}
    found = []
    for pick in (0, 1):
        t = at(pieces, "orders", "66", "2", table={"size": [120, 90], "terrain": [wall]}).play("hero orders h")
        assert t.ask.prompt == "which way they shy" and len(t.offers()) == 2
        t.play(t.offers()[pick])
        found.append(t.stands("h")[1])
    (x, y, _), (u, v, _) = found
    assert x - 40 == pytest.approx(40 - u, abs=0.01) and y == pytest.approx(v, abs=0.01) and x != u


@pytest.mark.rule("WM-DRIVE-6", "WM-GEO-13")
def test_of_two_shooters_equally_near_the_driven_units_owner_chooses() -> None:
    pieces = {
        "c": crossbows(0, 0, stands=[[25, 40, 90]]),
        "d": crossbows(0, 0, stands=[[55, 40, 90]]),
        "o": orcs(0, 0, stands=[[40, 60, 270]]),
    }
    ends = []
    for pick in (0, 1):
        t = at(pieces, "shooting", "4", "1", "4", "1", "34").play("c shoots o", "d shoots o")
        t.done("b", "which way o is driven", cite="WM-GEO-13")
        t.play(t.offers()[pick])
        ends.append(t.stands("o")[0])
    assert ends[0][0] - 40 == pytest.approx(40 - ends[1][0], abs=0.002) and ends[0][1] == ends[1][1]
    assert ends[0][0] > 40 > ends[1][0]  # away from c, then away from d


@pytest.mark.rule("WM-CHAR-6", "WM-COMBAT-15")
def test_a_characters_dice_go_to_the_stand_the_player_names() -> None:
    pieces = {
        "h": foot(0, 0, stands=[[38, 40, 90], [42, 40, 90]]),
        "o": orcs(0, 0, stands=[[37, 42, 270]]),
        "p": goblins(0, 0, stands=[[43, 42, 270]]),
        "x": hero(40, 37.75, joined="h"),
    }
    t = at(pieces, "combat")
    t.done("a", "where x of h goes", cite="WM-CHAR-6")
    assert t.offers() == ["at o 4", "at p 4"]
    t.play("at p 4")
    assert [(r.pools[0].name, r.pools[0].size) for r in (t.match.roll,) if r] == [("h", 3)]
    t.throw((1, 1, 1))
    assert t.match.roll is not None and t.match.roll.pools[0].size == 4


@pytest.mark.rule("WM-COMBAT-4", "WM-COMBAT-18")
def test_a_last_die_is_aimed_by_the_player() -> None:
    guns = unit("cannon", "a", 0, 0, stands=[[39, 40, 90], [41, 40, 90]], confused=True)
    t = at({"c": guns, "o": orcs(0, 0, stands=[[38, 43, 270]]), "p": goblins(0, 0, stands=[[42, 43, 270]])}, "combat")
    while t.match.ask is not None and t.ask.prompt.startswith("whom"):
        t.play(t.offers()[0])
    t.done("a", "where a last-ditch die of c goes", cite="WM-COMBAT-4")
    assert t.offers() == ["at o 4", "at p 4"]


@pytest.mark.rule("WM-FORMN-6", "WM-CONF-10")
def test_a_unit_that_recovers_may_be_put_straight_by_two_cm() -> None:
    ragged = foot(0, 0, stands=[[36, 40, 90], [40, 41.5, 90], [44, 40, 90]], confused=True)
    t = at({"h": ragged, "o": orcs(90, 80)}, "recovery")
    t.done("a", "put h straight", cite="WM-FORMN-6")
    assert not t.unit("h").confused
    assert t.legal(poses((36, 40, 90), (40, 40, 90), (44, 40, 90)))
    t.refusal(poses((36, 40, 90), (40, 39.489, 90), (44, 40, 90)), "WM-FORMN-6")  # 2.011 cm
    t.play(poses((36, 40, 90), (40, 40, 90), (44, 40, 90)))
    assert t.stands("h")[1] == (40, 40, 90)
    stays = at({"h": ragged, "o": orcs(90, 80)}, "recovery").play("stay as it is")
    assert stays.stands("h")[1] == (40, 41.5, 90)


@pytest.mark.rule("WM-MKWY-3", "WM-MKWY-7", "WM-MKWY-2")
def test_the_owner_says_where_a_unit_moves_aside_to() -> None:
    pieces = {
        "c": crossbows(0, 0, stands=[[40, 40, 90]]),
        "o": orcs(0, 0, stands=[[40, 60, 270]]),
        "p": orcs(0, 0, stands=[[40, 64, 270]]),
    }
    sides = []
    for pick in (0, 1):
        t = at(pieces, "shooting", "4", "1", "5").play("c shoots o", "move aside")
        t.done("b", "where p moves aside to", cite="WM-MKWY-7")
        t.play(t.offers()[pick])
        sides.append(t.stands("p")[0])
    assert all(abs(x - 40) == pytest.approx(4, abs=0.02) for x, _, _ in sides) and sides[0][0] != sides[1][0]
    assert all(y == 64 for _, y, _ in sides)


# --- charges ---
@pytest.mark.rule("WM-CHARGE-11", "WM-CHARGE-21")
def test_chargers_are_staggered_to_meet_a_ragged_line_or_extend_it() -> None:
    ragged = unit("boar_riders", "b", 0, 0, stands=[[40, 54, 270], [42, 55, 270], [44, 55, 270]])
    t = at({"h": foot(0, 0, stands=[[40, 40, 90], [44, 40, 90]]), "o": ragged, "g": general(60, 20)}, "orders")
    found = charges(t.position, "h", "o")
    assert not isinstance(found, Refusal)
    ends = {tuple(sorted(onset.poses)) for onset in found}
    assert tuple(sorted(poses((40, 51, 90), (44, 52, 90)))) in ends  # slid forward to meet the stands ahead
    assert tuple(sorted(poses((40, 51, 90), (44, 51, 90)))) in ends  # flush, without contact
    assert tuple(sorted(poses((36, 51, 90), (40, 51, 90)))) in ends  # past the other flank
    assert tuple(sorted(poses((40, 51, 90), (44, 53, 90)))) not in ends


@pytest.mark.rule("WM-CHARGE-20", "WM-SUPP-1")
def test_chargers_that_touch_nobody_support_those_who_do() -> None:
    boars = unit("boar_riders", "b", 0, 0, stands=[[40, 54, 270]])
    t = at({"h": foot(40, 40), "o": boars}, "command").play("h charges o")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    table = crowd(t.position)
    touched = {
        n for n in table.numbers("h") if any(table.owners[k] == "o" for k in table.row.within(table.rects[n], 0, 10))
    }
    helping = {j for j, _ in supporting(t.position)}
    assert len(touched) == 1 and helping and not helping & touched


@pytest.mark.rule("WM-SHOOT-23")
def test_a_unit_shoots_once_at_each_charger_with_the_stands_still_free() -> None:
    archers = unit("crossbowmen", "b", 40, 60, 270)
    pieces = {"k": knights(0, 0, stands=[[36, 44, 90]]), "l": knights(0, 0, stands=[[44, 44, 90]]), "b": archers}
    t = at(pieces, "command").play("k charges b")
    if t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    t.play("shoot")
    assert t.match.roll is not None and t.match.roll.pools[0].size == 3
    t.throw((1, 1, 1)).play("l charges b")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    t.play("shoot")
    assert t.match.roll is not None and t.match.roll.pools[0].size == 2  # one stand touches the first charger
    t.throw((1, 1))
    assert t.match.ask is None or "shoot" not in t.offers()


@pytest.mark.rule("WM-ENG-10", "WM-ADV-8", "WM-ADV-9")
def test_hits_go_with_a_unit_into_its_second_fight_of_the_phase() -> None:
    pieces = {"h": foot(40, 45), "g": goblins(0, 0, stands=[[40, 47, 270]]), "b": unit("boar_riders", "b", 40, 58, 270)}
    t = at(pieces, "combat", "444111111", "41", "1").play("h advances b")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.unit("h").hits == 1 and t.gone("g")
    assert [
        set(fight.units) for fight in t.state.engagements.values() if not fight.fought or fight.round
    ] and t.match.roll
    (key,) = [key for key, fight in t.state.engagements.items() if "b" in fight.units]
    assert t.state.engagements[key].round == 1  # it begins with its first round, at once
    assert not t.happened(RoundFought, key=key)


def test_directions_that_are_nearly_the_same_are_told_apart() -> None:
    assert said_apart([(0.0, 1.0), (0.005, 1.0), (1.0, 0.0)]) == [
        "north (90°), way 1",
        "north (90°), way 2",
        "east (0°)",
    ]
