"""Artillery, machines, giants and other special rules (WM-ART, data/special_rules.toml)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Effect
from sandtable.core.effects import on
from sandtable.rulesets.warmaster.combat.attacks import Attack
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.order_test import OrderTest
from sandtable.rulesets.warmaster.ending.victory import points
from sandtable.rulesets.warmaster.shooting.hits import Save, Toughness
from sandtable.rulesets.warmaster.shooting.shooting import aims
from sandtable.rulesets.warmaster.shooting.volleys import Shots, ToHit
from sandtable.rulesets.warmaster.state.events.losing import UnitDestroyed
from sandtable.rulesets.warmaster.state.events.moving import LeftTable, UnitMarked
from tests.rules.warmaster.kit import Bench, chief, foot, general, goblins, hero, orcs, rules, unit


def at(pieces: dict[str, Any], step: str = "shooting", *dice: str, **given: Any) -> Bench:
    return Bench(pieces=pieces, step=step, dice=list(dice), waits=True, **given)


def gun(kind: str, seat: str = "a", *stands: tuple[float, float, float]) -> dict[str, Any]:
    return unit(kind, seat, 0, 0, stands=[list(s) for s in (stands or ((40, 30, 90),))])


@pytest.mark.rule("WM-ART-3", "WM-ART-9")
def test_a_cannon_ball_bounces_through_the_target_and_beyond() -> None:
    column = orcs(0, 0, stands=[[40, 60, 270], [40, 62, 270], [40, 64, 270]])
    t = at(
        {"c": gun("cannon", "a", (40, 30, 90), (42, 30, 90)), "o": column, "p": goblins(0, 0, stands=[[40, 66, 270]])}
    )
    found = {aim.target: aim.dice for aim in aims(t.position, "c", "o")}
    assert found == {"o": 4 + 2 * 2, "p": 2}
    assert t.value(Save("o", "c")) == 7 and t.value(Save("o", "c", True)) == 6


@pytest.mark.rule("WM-ART-3")
def test_cover_helps_less_against_a_cannon() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[30, 59], [50, 59], [50, 70], [30, 70]]}]}
    t = at({"c": gun("cannon"), "o": orcs(40, 60)}, "shooting", "44", table=wood)
    t.play("c shoots o")
    assert t.rolls[0].reading.score == 4  # type: ignore[attr-defined]


@pytest.mark.rule("WM-ART-4")
def test_stone_throwers_allow_no_save_and_do_not_shoot_at_chargers() -> None:
    t = at({"c": gun("rock_lobber"), "o": unit("knights", "b", 40, 60, 270)})
    assert t.value(Save("o", "c")) == 7 and t.value(Shots("c", 0)) == 3


@pytest.mark.rule("WM-ART-5")
def test_a_bolt_strikes_up_to_three_touching_stands() -> None:
    column = orcs(0, 0, stands=[[40, 60, 270], [40, 62, 270], [40, 64, 270]])
    pieces = {"c": gun("bolt_thrower"), "o": column, "p": goblins(0, 0, stands=[[40, 66, 270]])}
    assert {a.target: a.dice for a in aims(at(pieces).position, "c", "o")} == {"o": 3}
    t = at(pieces, readings={"bolt_thrower_max_stands": "unlimited"})
    assert {a.target: a.dice for a in aims(t.position, "c", "o")} == {"o": 3, "p": 1}
    assert at(pieces).value(Save("o", "c")) == 7


@pytest.mark.rule("WM-ART-5", "WM-SHOOT-9")
def test_repeating_bolts_hit_more_easily_and_are_saved() -> None:
    t = at({"c": gun("elven_bolt_thrower"), "o": orcs(40, 60)})
    assert [t.value(ToHit("c", level)) for level in (0, 1, 2)] == [3, 4, 5]
    assert t.value(Save("o", "c")) == 6


@pytest.mark.rule("WM-ART-6", "WM-VIS-7")
def test_guns_on_a_hill_shoot_over_friends_below() -> None:
    hill = {"size": [120, 90], "terrain": [{"kind": "hill", "points": [[30, 20], [50, 20], [50, 34], [30, 34]]}]}
    pieces = {"c": gun("cannon"), "f": foot(40, 45), "o": orcs(40, 60)}
    assert "c shoots o" in at(pieces, table=hill).offers()
    assert "c shoots o" not in at(pieces | {"z": gun("cannon", "a", (100, 30, 90)), "y": orcs(100, 50)}).offers()
    wood = hill | {"terrain": [*hill["terrain"], {"kind": "wood", "points": [[30, 44], [50, 44], [50, 50], [30, 50]]}]}  # type: ignore[misc]
    over = {"c": gun("cannon"), "o": orcs(40, 60)}
    assert "c shoots o" in at(over, table=wood).offers()
    blind = at(
        over | {"z": gun("cannon", "a", (100, 30, 90)), "y": orcs(100, 50)},
        table=wood,
        readings={"artillery_over_lower_terrain": "false"},
    )
    assert "c shoots o" not in blind.offers()


@pytest.mark.rule("WM-SHOOT-8", "WM-ART-8")
def test_the_helblaster_counts_its_ones() -> None:
    pieces = {"c": gun("helblaster"), "o": orcs(40, 40)}
    t = at(pieces)
    assert [t.value(Shots("c", far)) for far in (10_000, 10_020, 20_000, 30_000)] == [8, 4, 4, 2]
    t = at(pieces, "shooting", "44441111").play("c shoots o")
    assert t.happened(UnitDestroyed, unit="c") and t.unit("o").hits == 0
    t = at(pieces, "shooting", "44444111").play("c shoots o")
    assert not t.happened(UnitDestroyed) and t.unit("o").lost == 0
    t = at(pieces, "shooting", "44444411").play("c shoots o")
    assert t.offers() == ["stand 1", "stand 3"]  # six hits less two, no save


@pytest.mark.rule("WM-BRIG-4", "WM-RETREAT-7", "WM-DRIVE-4", "WM-CHAR-4", "WM-ART-8")
def test_the_steam_tank_is_alone_defended_and_not_driven_back() -> None:
    tank = unit("steam_tank", "a", 0, 0, stands=[[40, 40, 90]])
    t = at({"t": tank, "h": foot(47, 40), "hero": hero(40, 30)}, "orders")
    assert "hero orders t" in t.offers() and "hero orders h t" not in t.offers() and "hero orders t h" not in t.offers()
    t.refusal("hero orders t h", "WM-BRIG-4")
    shot = at(
        {"t": unit("steam_tank", "b", 0, 0, stands=[[40, 60, 270]]), "c": unit("crossbowmen", "a", 40, 40)},
        "shooting",
        "555",
        "111",
        "64",
    )
    shot.play("c shoots t")
    assert shot.stands("t") == [(40, 60, 270)]


@pytest.mark.rule("WM-BLUND-1", "WM-ART-8")
@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "6"])
def test_the_chart_of_the_steam_tank(face: str) -> None:
    tank = unit("steam_tank", "a", 0, 0, stands=[[40, 40, 90]])
    t = at({"t": tank, "g": general(40, 30), "h": foot(80, 40), "o": orcs(40, 80)}, "orders", "66", face).play(
        "g orders t"
    )
    effects = [e.name for e in t.state.effects if e.on == "t"]
    assert t.gone("t") is (face == "1") and t.unit("t").penalty == (1 if face == "4" else 0)
    assert effects == {"2": ["stuck"], "3": ["no steam"], "6": ["overpressure"]}.get(face, [])


def stuck(tank: tuple[float, float, float], **pieces: Any) -> Bench:
    """A tank that can never move again, before the dice of a fight."""
    t = at({"t": unit("steam_tank", "a", 0, 0, stands=[list(tank)]), **pieces}, "combat")
    t.game = t.game.but(state=t.state.but(effects=(Effect("stuck", "t", cite="WM-ART-8"),)))
    return t


@pytest.mark.rule("WM-MOVE-6", "WM-RESULT-4", "WM-REFORM-1")
def test_a_steam_tank_that_can_never_move_again_stands_where_it_won() -> None:
    t = stuck((40, 45, 90), o=goblins(0, 0, stands=[[40, 48, 270]]), p=orcs(40, 60))
    t.throw((6, 6, 6)).throw((1, 1))  # the goblins are destroyed: others might advance
    assert t.offers() == ["t stands"]
    t.refusal("t advances p", "WM-MOVE-6")
    t.refusal("t falls back", "WM-MOVE-6")
    t.play("t stands")
    assert t.stands("t") == [(40, 45, 90)] and t.match.ask is not None and "re-form" not in t.ask.prompt


@pytest.mark.rule("WM-MOVE-6", "WM-FALL-8")
def test_a_steam_tank_that_can_never_move_again_stands_in_a_draw() -> None:
    t = stuck((40, 45, 90), o=orcs(0, 0, stands=[[40, 48, 270]]))
    t.throw((1, 1, 1)).throw((1, 1, 1, 1))
    assert t.match.roll is not None and t.match.roll.purpose == "fall_back"  # nobody asked whether it stands
    t.throw((), (1, 2, 3))
    assert t.ask.seat == 1 and t.stands("t") == [(40, 45, 90)]


@pytest.mark.rule("WM-DATA-14", "WM-HITS-6")
def test_a_giant_is_hurt_once_and_then_weaker() -> None:
    giant = unit("giant", "b", 0, 0, stands=[[40, 60, 270]], hits=4)
    t = at({"g": giant, "c": unit("crossbowmen", "a", 40, 40)}, "shooting", "111")
    assert (t.value(Attack("g")), t.value(Toughness("g"))) == (8, 8)
    t.play("c shoots g")
    assert on(t.state.effects, "g", "badly hurt") and t.unit("g").hits == 0
    assert (t.value(Attack("g")), t.value(Toughness("g"))) == (4, 4)


@pytest.mark.rule("WM-CMD-13", "WM-BLUND-1", "WM-COMBAT-16")
@pytest.mark.parametrize("face", ["1", "2", "3", "4", "5", "6"])
def test_a_giant_goes_its_own_way_when_an_order_fails(face: str) -> None:
    pieces = {
        "g": unit("giant", "a", 0, 0, stands=[[60, 40, 90]]),
        "c": chief("orc_hero", 60, 30),
        "h": foot(110, 90, "b"),
    }
    more = {"3": ["6"]}.get(face, [])
    t = at(pieces, "orders", "66", face, *more).play("c orders g")
    x, y, _ = t.stands("g")[0]
    assert not t.cited("WM-BLUND-3")
    assert {"1": (60, 40), "2": (60, 20), "3": (60, 40), "4": (60, 60)}.get(face, (x, y)) == pytest.approx(
        (x, y), abs=0.02
    )
    if face in "56":
        assert x > 61 and y > 41


def edgeward(met: dict[str, Any], *dice: str) -> Bench:
    """A giant that looks north makes for the south edge, with somebody in its way."""
    pieces = {"g": unit("giant", "a", 0, 0, stands=[[60, 30, 90]]), "c": chief("orc_general", 75, 40), "m": met}
    t = at({**pieces, "h": foot(110, 85, "b")}, "orders", "66", "2", *dice, table={"size": [120, 90], "terrain": []})
    return t.play("c orders g")


@pytest.mark.rule("WM-CHARGE-1", "WM-CMD-13")
@pytest.mark.parametrize("seat", ["a", "b"])
def test_a_giant_on_its_way_to_the_edge_charges_whom_it_meets_of_either_side(seat: str) -> None:
    t = edgeward(orcs(60, 20, seat, facing=90))
    assert t.unit("g").charged and t.stands("g") == [(60, 23, 270)]  # seen or not: it is met
    assert t.unit("g").turned is (seat == "a") and not t.unit("m").confused
    assert engaged(t.position, "g") and engaged(t.position, "m")


@pytest.mark.rule("WM-CHARGE-1", "WM-RESULT-4", "WM-ENG-11")
def test_a_giant_fights_its_own_side_until_the_combat_phase_is_over() -> None:
    t = edgeward(orcs(60, 20, "a"), "111", "4" * 4 + "1" * 6, "1111").play("stay")
    assert t.ask.seat == 0 and t.ask.prompt == "which stand m loses"
    t.play(t.offers()[0])
    assert t.ask.seat == 1 and t.offers() == ["g stands"]  # the other player chooses for it
    t.play("g stands", "end reforming")
    assert t.unit("g").seat == 0 and not t.unit("g").turned and t.state.turn == 2
    assert len(t.stands("m")) == 2 and not engaged(t.position, "m")


@pytest.mark.rule("WM-CHARGE-1", "WM-VP-1", "WM-BREAK-2")
def test_a_giant_that_its_own_side_destroys_is_a_loss_of_that_side() -> None:
    t = edgeward(orcs(60, 20, "a"))
    state = UnitDestroyed(unit="g", cite="WM-HITS-3").apply(t.state)
    assert state.units["g"].seat == 0 and (points(rules(), state, 0), points(rules(), state, 1)) == (0, 150)


@pytest.mark.rule("WM-GEO-5", "WM-CMD-13")
def test_the_nearest_edge_is_measured_from_the_giants_stand() -> None:
    """It is 4 cm deep and looks west: 6.5 cm to the west edge, 7 to the south."""
    pieces = {"g": unit("giant", "a", 0, 0, stands=[[8.5, 8, 180]]), "c": chief("orc_general", 20, 20)}
    t = at({**pieces, "h": foot(90, 80, "b")}, "orders", "66", "2").play("c orders g")
    assert [e.over for e in t.happened(LeftTable)] == ["west"]


@pytest.mark.rule("WM-DRIVE-1", "WM-DRIVE-6", "WM-SHOOT-9")
@pytest.mark.parametrize(("seat", "asked"), [("b", 1), ("a", 0)])
def test_what_a_giant_throws_drives_back_at_once_friend_or_foe(seat: str, asked: int) -> None:
    pieces = {"g": unit("giant", "a", 0, 0, stands=[[60, 40, 90]]), "c": chief("orc_general", 60, 30)}
    pieces |= {"h": foot(60, 55, seat), "o": foot(110, 85, "b")}
    t = at(pieces, "orders", "66", "3", "6", "441", "11", "23").play("c orders g")
    assert t.ask.seat == asked and t.ask.prompt == "where h re-forms"
    t.play("as it was")
    assert t.stands("h")[1][:2] == (60, 60) and t.unit("h").driving == 0 and t.unit("h").hits == 2


@pytest.mark.rule("WM-BRIG-4")
def test_giants_are_brigaded_with_giants_only() -> None:
    pieces = {"g": gun("giant", "a", (40, 40, 90)), "i": gun("giant", "a", (42, 40, 90))}
    pieces |= {"o": orcs(49, 41, "a", facing=90), "c": chief("orc_hero", 40, 30)}
    t = at(pieces, "orders")
    assert "c orders g i" in t.offers() and "c orders i o" not in t.offers()


@pytest.mark.rule("WM-CMD-11", "WM-HITS-2")
def test_trolls_obey_badly_and_regenerate() -> None:
    t = at({"t": unit("trolls", "a", 40, 40), "c": chief("orc_hero", 40, 36)}, "orders")
    assert t.value(OrderTest("c", ("t",))) == 7
    fight = at({"t": unit("trolls", "a", 40, 40), "h": foot(40, 42, "b")}, "combat", "1" * 15, "441111111", "11")
    assert fight.happened(UnitMarked, unit="t", changes={"hits": 1})


@pytest.mark.rule("WM-DRIVE-12", "WM-INIT-15")
def test_fanatics_are_not_driven_back_and_obey_nobody_near_an_enemy() -> None:
    t = at({"f": unit("flagellants", "b", 40, 60, 270), "c": unit("crossbowmen", "a", 40, 40)}, "shooting", "444")
    t.play("c shoots f")
    assert not [r for r in t.rolls if r.purpose == "drive_back"]
    near = at(
        {"f": unit("flagellants", "a", 40, 40), "o": orcs(40, 55), "hero": hero(40, 36), "h": foot(90, 40)}, "orders"
    )
    near.refusal("hero orders f", "WM-INIT-15")
