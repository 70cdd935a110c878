"""Retreat, pursuit, winners, advance, reforming, engagements (WM-RETREAT, WM-PURSUE, WM-ADV, WM-REFORM, WM-ENG)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmaster.combat.engagements import components
from sandtable.rulesets.warmaster.combat.pursuit import barred, pursuits
from sandtable.rulesets.warmaster.state.events.fighting import RoundFought
from sandtable.rulesets.warmaster.state.events.losing import StandLost, UnitDestroyed
from sandtable.rulesets.warmaster.state.events.moving import LeftTable
from sandtable.rulesets.warmaster.state.table import Engagement
from tests.rules.warmaster.kit import Bench, foot, goblins, knights, orcs, poses, unit

KNIGHTS = [[38, 44, 90], [40, 44, 90], [42, 44, 90]]


def fight(pieces: dict[str, Any], *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step="combat", dice=list(dice), waits=True, **given)


def lost_by(cm: int, pieces: dict[str, Any] | None = None, **given: Any) -> Bench:
    """Knights at (40, 44) beat orcs at (40, 47) by so many hits, the orcs inflicting none."""
    found = {"k": knights(0, 0, stands=KNIGHTS), "o": orcs(40, 47), **(pieces or {})}
    return fight(found, "5" * cm + "1" * (9 - cm), "1" * cm, "1" * 12, **given)


@pytest.mark.rule("WM-RETREAT-1", "WM-RETREAT-3", "WM-RETREAT-13", "WM-RESULT-5")
def test_the_loser_goes_straight_back_by_the_difference() -> None:
    t = lost_by(2)
    assert t.stands("o") == [(44, 49, 270), (40, 49, 270), (36, 49, 270)]
    assert t.unit("o").retreated


@pytest.mark.rule("WM-RETREAT-7", "WM-ART-1", "WM-ADV-12", "WM-FALL-10")
def test_artillery_that_has_to_retreat_is_destroyed() -> None:
    guns = unit("cannon", "b", 0, 0, stands=[[39, 48, 270], [41, 48, 270]])
    t = fight({"k": knights(0, 0, stands=KNIGHTS), "o": guns}, "411111111", "11")
    assert t.happened(UnitDestroyed, unit="o", cite="WM-RETREAT-7")


@pytest.mark.rule("WM-RETREAT-9", "WM-RETREAT-14", "WM-HITS-9", "WM-RETREAT-15")
def test_stands_blocked_in_a_retreat_are_destroyed_each_by_itself() -> None:
    wall = {
        "size": [120, 90],
        "terrain": [{"kind": "building", "points": [[42.5, 48.5], [48, 48.5], [48, 52], [42.5, 52]]}],
    }
    t = lost_by(2, table=wall)
    assert t.happened(StandLost, unit="o", cite="WM-RETREAT-9")
    assert t.stands("o") == [(40, 49, 270), (36, 49, 270)]
    assert t.unit("o").hits == 2


@pytest.mark.rule("WM-RETREAT-10")
def test_touching_a_stranger_in_a_retreat_destroys_a_stand() -> None:
    t = lost_by(2, {"s": foot(0, 0, stands=[[44, 51, 270]])})
    assert t.happened(StandLost, unit="o", cite="WM-RETREAT-10")


@pytest.mark.rule("WM-RETREAT-11", "WM-OFFT-9", "WM-OFFT-12")
def test_a_retreat_off_the_table_rolls_unless_the_switch_destroys() -> None:
    small = {"size": [90, 48.5]}
    t = lost_by(2, table=small)
    assert t.happened(LeftTable, unit="o")
    assert t.game.waiting is not None and t.game.waiting.purpose == "off_table"  # type: ignore[union-attr]
    t = lost_by(2, table=small, readings={"retreat_off_table": "destroyed"})
    assert t.happened(UnitDestroyed, unit="o", cite="WM-OFFT-9")


@pytest.mark.rule("WM-RESULT-4", "WM-PURSUE-1", "WM-PURSUE-21")
def test_the_winner_chooses_to_pursue_stand_or_fall_back() -> None:
    t = lost_by(2)
    assert t.offers() == ["k pursues o", "k stands", "k falls back"]
    t.play("k pursues o")
    assert t.stands("k") == [(38, 46, 90), (40, 46, 90), (42, 46, 90)]
    assert t.unit("k").pursued


@pytest.mark.rule("WM-PURSUE-2", "WM-PURSUE-3", "WM-PURSUE-6", "WM-PURSUE-7", "WM-FLY-7")
def test_who_may_pursue_whom() -> None:
    ours = {"foot": foot(20, 20), "horse": knights(40, 20), "guns": unit("cannon", "a", 60, 20)}
    ours["wings"] = unit("sky_riders", "a", 80, 20)
    theirs = {"boars": unit("boar_riders", "b", 20, 60, 270), "carts": unit("wolf_chariots", "b", 40, 60, 270)}
    theirs |= {"orcs": orcs(60, 60), "birds": unit("giant_eagles", "b", 80, 60, 270)}
    pieces = ours | theirs
    p = Bench(pieces=pieces, step="orders", waits=True).position
    cites = {(a, b): why.cite if (why := barred(p, a, b)) else "" for a in list(pieces)[:4] for b in list(pieces)[4:]}
    assert cites["foot", "boars"] == cites["foot", "carts"] == "WM-PURSUE-2" and cites["foot", "orcs"] == ""
    assert cites["guns", "orcs"] == "WM-PURSUE-3"
    assert cites["horse", "birds"] == "WM-PURSUE-6" and cites["wings", "birds"] == ""
    assert cites["horse", "boars"] == ""


@pytest.mark.rule("WM-PURSUE-4", "WM-ADV-4")
def test_fortified_units_never_pursue() -> None:
    wall = {"size": [120, 90], "terrain": [{"kind": "high_linear", "line": [[30, 43], [60, 43]], "width": 1}]}
    p = Bench(pieces={"h": foot(40, 41.4), "o": orcs(40, 60)}, step="orders", waits=True, table=wall).position
    why = barred(p, "h", "o")
    assert why is not None and why.cite == "WM-PURSUE-4"


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-17", "WM-PURSUE-22", "WM-PURSUE-24")
def test_stands_straight_ahead_must_go_in_and_the_rest_stay_in_touch() -> None:
    # only the middle stand of the orcs is left: knights strike it with all three fronts
    t = Bench(
        pieces={"k": knights(0, 0, stands=KNIGHTS), "o": orcs(0, 0, stands=[[40, 52, 270]], retreated=True)},
        step="orders",
        waits=True,
    )
    (ends,) = pursuits(t.position, "k", "o")
    assert sorted(ends) == sorted(poses((38, 49, 90), (40, 49, 90), (42, 49, 90)))


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-24")
def test_a_stand_that_cannot_strike_the_pursued_unit_strikes_another_that_retreated() -> None:
    """Goblins cover the sides of the orcs' one stand but for half a millimetre, and nobody gets round them."""
    beside = [[x, 60.05, 270] for x in (88, 92, 96)], [[x, 60.05, 270] for x in (104, 108, 112)]
    pieces = {
        "h": foot(100, 50),
        "o": orcs(0, 0, stands=[[100, 60, 270]], retreated=True),
        "g": goblins(0, 0, stands=beside[0], retreated=True),
        "q": goblins(0, 0, stands=beside[1], retreated=True),
    }
    p = Bench(pieces=pieces, step="orders", waits=True).position
    assert pursuits(p, "h", "o") == (poses((96, 58, 90), (100, 58, 90), (104, 58, 90)),), "not of one fight"
    fight = {"fight_1": Engagement(("h", "o", "g", "q"))}
    p = p.with_state(p.state.but(engagements=fight))
    (ends,) = pursuits(p, "h", "o")
    assert sorted(ends) == sorted(poses((92, 58.05, 90), (96, 58.05, 90), (100, 58, 90))), "side by side"
    p = p.with_state(p.state.but(engagements=fight).unit("g", retreated=False).unit("q", retreated=False))
    assert pursuits(p, "h", "o") == (poses((96, 58, 90), (100, 58, 90), (104, 58, 90)),), "they did not retreat"


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-24")
def test_the_pursued_unit_is_struck_before_others_that_retreated() -> None:
    pieces = {
        "h": foot(0, 0, stands=[[100, 50, 90], [100, 48, 90], [100, 46, 90]]),
        "o": orcs(0, 0, stands=[[100, 60, 270], [104, 60, 270]], retreated=True),
        "g": goblins(0, 0, stands=[[94, 60, 270], [90, 60, 270], [86, 60, 270]], retreated=True),
    }
    p = Bench(pieces=pieces, step="orders", waits=True).position
    p = p.with_state(p.state.but(engagements={"fight_1": Engagement(("h", "o", "g"))}))
    (ends,) = pursuits(p, "h", "o")
    assert ends[:2] == poses((100, 58, 90), (104, 58, 90)), "beside the first on the other side only goblins stand"
    assert ends[2] == poses((97, 60, 0))[0], "round to their side"


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-24", "WM-GEO-9")
def test_stands_that_would_meet_only_a_corner_go_round_to_an_edge() -> None:
    pieces = {"h": foot(100, 50), "o": orcs(0, 0, stands=[[100, 60, 270]], retreated=True)}
    p = Bench(pieces=pieces, step="orders", waits=True).position
    (ends,) = pursuits(p, "h", "o")
    assert sorted(ends) == sorted(poses((97, 60, 0), (100, 58, 90), (103, 60, 180)))


@pytest.mark.rule("WM-PURSUE-5", "WM-PURSUE-23", "WM-PURSUE-12")
def test_no_pursuit_into_barred_ground() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[20, 46.5], [60, 46.5], [60, 60], [20, 60]]}]}
    t = lost_by(2, table=wood)
    assert t.offers() == ["k stands", "k falls back"]


@pytest.mark.rule("WM-PURSUE-15", "WM-DATA-11")
def test_those_who_must_pursue_do() -> None:
    wild = unit("harriers", "a", 0, 0, stands=KNIGHTS)
    t = fight({"k": wild, "o": orcs(40, 47)}, "441111111", "11", "1" * 12)
    assert t.offers() == ["k pursues o"]


@pytest.mark.rule("WM-ENG-5", "WM-PURSUE-14", "WM-PURSUE-19", "WM-COMBAT-7")
def test_another_round_follows_a_pursuit_unless_the_switch_ends_it() -> None:
    t = lost_by(2).play("k pursues o")
    assert len(t.happened(RoundFought)) == 1
    assert t.game.waiting is not None and t.game.waiting.pools[0].dice == (("d6", 12),)  # type: ignore[union-attr]


@pytest.mark.rule("WM-RESULT-8", "WM-FALL-2", "WM-FALL-4", "WM-FALL-5")
def test_a_winner_may_fall_back_in_any_direction() -> None:
    t = lost_by(2).play("k falls back").throw((2, 3, 4))
    there = poses((38, 40, 90), (40, 40, 90), (42, 40, 90))
    assert t.legal(there)
    t.refusal(poses((38, 42.5, 90), (40, 42.5, 90), (42, 42.5, 90)), "WM-FALL-5")
    t.refusal(poses((38, 34.9, 90), (40, 34.9, 90), (42, 34.9, 90)), "WM-FALL-5")
    assert t.legal(poses((31, 44, 90), (33, 44, 90), (35, 44, 90)))
    behind = (
        lost_by(2, readings={"fall_back_direction_after_win": "behind_the_line"}).play("k falls back").throw((2, 3, 4))
    )
    assert behind.legal(there)


@pytest.mark.rule("WM-FALL-1")
def test_the_least_distance_is_the_lowest_die_or_nothing_by_the_switch() -> None:
    t = lost_by(2).play("k falls back").throw((3, 3, 4))
    assert t.ask.prompt == "k falls back 3 to 10 cm"
    t = lost_by(2, readings={"fall_back_min": "0"}).play("k falls back").throw((3, 3, 4))
    assert t.ask.prompt == "k falls back 0 to 10 cm"


@pytest.mark.rule("WM-FALL-6", "WM-FALL-12", "WM-FALL-14", "WM-CONF-8", "WM-FALL-3")
def test_a_fall_back_ends_1_cm_from_every_enemy() -> None:
    t = lost_by(2, {"x": orcs(40, 36, facing=90)}).play("k falls back").throw((2, 3, 6))
    t.refusal(poses((38, 39.5, 90), (40, 39.5, 90), (42, 39.5, 90)), "WM-FALL-6")


@pytest.mark.rule("WM-ADV-1", "WM-ADV-2", "WM-ADV-3", "WM-RESULT-7", "WM-ADV-8", "WM-ADV-11")
def test_a_winner_whose_enemies_are_destroyed_may_advance_on_the_closest_enemy() -> None:
    pieces = {"k": knights(0, 0, stands=KNIGHTS), "o": goblins(0, 0, stands=[[40, 47, 270]]), "p": goblins(40, 58)}
    t = fight(pieces, "444111111", "11")
    assert "k advances p" in t.offers()
    t.play("k advances p")
    if t.match.ask is not None and t.ask.prompt.startswith("place"):
        t.play(t.offers()[0])
    assert t.unit("k").advanced and not t.unit("k").charged
    far = pieces | {"p": goblins(40, 70)}
    assert "k advances p" not in fight(far, "444111111", "11").offers()


@pytest.mark.rule("WM-ADV-6", "WM-ADV-7")
def test_an_advance_has_no_charge_bonus_unless_the_switch_gives_it() -> None:
    pieces = {"k": knights(0, 0, stands=KNIGHTS), "o": goblins(0, 0, stands=[[40, 47, 270]]), "p": orcs(40, 58)}
    for reading, dice in (({}, 9), ({"advance_charge_bonus": "always"}, 12)):
        t = fight(pieces, "444111111", "11", readings=reading).play("k advances p")
        if t.match.ask is not None and t.ask.prompt.startswith("place"):
            t.play(t.offers()[0])
        assert t.game.waiting.pools[0].dice == (("d6", dice),)  # type: ignore[union-attr]


@pytest.mark.rule("WM-ENG-1", "WM-ENG-3", "WM-ENG-13")
def test_engagements_are_bodies_linked_by_contact_and_support() -> None:
    pieces = {
        "h": foot(40, 40),
        "o": orcs(40, 42),
        "back": foot(40, 38),
        "i": foot(90, 40),
        "p": orcs(90, 42),
        "lone": foot(140, 40),
    }
    t = fight(pieces)
    assert sorted(map(sorted, components(t.position))) == [["back", "h", "o"], ["i", "p"]]
    assert t.ask.prompt == "which fight is next"


@pytest.mark.rule("WM-ENG-4")
def test_the_active_player_says_which_fight_is_next() -> None:
    pieces = {"h": foot(40, 40), "o": orcs(40, 42), "i": foot(90, 40), "p": orcs(90, 42)}
    t = fight(pieces)
    assert t.ask.seat == 0 and t.offers() == ["fight_1", "fight_2"]


@pytest.mark.rule("WM-REFORM-1", "WM-REFORM-2", "WM-REFORM-3", "WM-REFORM-4", "WM-REFORM-5")
def test_units_that_touched_an_enemy_may_re_form_about_a_stand() -> None:
    t = lost_by(2).play("k stands").throw((6,), (2,))
    assert t.ask.prompt == "re-form first or second"
    t.play("begin")
    assert t.offers() == ["re-form k", "end reforming"]
    t.play("re-form k")
    assert t.legal(poses((38, 44, 90), (38, 40, 90), (38, 36, 90)))
    t.refusal(poses((39, 44, 90), (41, 44, 90), (43, 44, 90)), "WM-REFORM-3")
    t = lost_by(2, readings={"reform_after_combat": "false"}).play("k stands")
    assert not [e for e in t.events if "re-form" in e.line(t.position)]


@pytest.mark.rule("WM-ENG-15", "WM-DICE-6")
def test_with_equal_hits_dice_say_who_loses_stands_first() -> None:
    pieces = {"h": foot(40, 40), "o": foot(40, 42, "b")}
    t = fight(pieces, "444111111", "111", "444111111", "111", "2", "5")
    assert t.ask.prompt == "which stand h loses"


@pytest.mark.rule("WM-FALL-8", "WM-FALL-16", "WM-TERRAIN-27", "WM-RESULT-6")
def test_after_a_draw_a_defended_unit_may_stand() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[20, 46.5], [60, 46.5], [60, 60], [20, 60]]}]}
    t = fight({"h": foot(40, 45), "g": goblins(40, 47)}, "1" * 9, "1" * 6, table=wood)
    assert t.ask.prompt == "g stands or falls back" and t.offers() == ["stand", "fall back"]
    t.play("stand")
    assert t.game.waiting is not None and t.game.waiting.purpose == "fall_back"  # type: ignore[union-attr]
