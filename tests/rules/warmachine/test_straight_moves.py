"""Out of deep water, straight through and over things, turning afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.movement.straight_moves import course
from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK1, MK2, NORTH, SMALL, SOUTH, Game, at, both, foe

POND = [{"kind": "deep_water", "at": [12, 10], "radius": 2}]
WALL = [{"kind": "wall", "at": [12, 15], "size": [4, 0.3]}]
NEXT = 10 + 2 * LARGE + 0.3


# --- deep water ---
@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_a_model_in_deep_water_leaves_it_at_half_speed(game: str) -> None:
    """0.291 inches in the water cost 0.582 of SPD 6: it comes to 18.009."""
    t = Game(game, {"stryker": at(12, 12.3), "juggernaut": foe(40, 40)}, terrain=POND).activate("stryker", "advance")
    assert t.legal([[12_000, 18_000]])
    t.refusal([[12_000, 18_030]], {MK1: "M1-MOVE-1", MK2: "M2-MOVE-2"}[game])
    t.play([[12_000, 14_000]], 90_000)
    assert t.place("stryker") == (12, 14)


@both
@pytest.mark.rule("M1-TERRAIN-9", "M2-TERRAIN-10")
def test_nobody_else_walks_into_it(game: str) -> None:
    t = Game(game, {"stryker": at(12, 12.7), "juggernaut": foe(40, 40)}, terrain=POND).activate("stryker", "advance")
    t.refusal([[12_000, 12_000]], {MK1: "M1-TERRAIN-9", MK2: "M2-TERRAIN-10"}[game])


@pytest.mark.rule("M1-TERRAIN-11", "M1-TERRAIN-15", "M2-TERRAIN-10", "M2-ADV-32")
def test_pathfinder_helps_in_deep_water_where_it_counts_as_rough_ground() -> None:
    mk1 = Game(MK1, {"kha_tracker": at(12, 12.3), "ironclad": foe(40, 40)}, terrain=POND)
    mk2 = Game(MK2, {"manhunter": at(12, 12.3), "ironclad": foe(40, 40)}, terrain=POND)
    assert not mk1.activate("kha_tracker", "advance").legal([[12_000, 18_300]])
    assert mk2.activate("manhunter", "advance").legal([[12_000, 18_300]])


@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-9", "M2-CE-1")
def test_deep_water_puts_out_fire_in_mk1_only(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "stryker": foe(12, 10 + LARGE + SMALL + 0.3, effects=["fire"])}
    pond = [{"kind": "deep_water", "at": [12, 10 + LARGE + 2 * SMALL + 1.8], "radius": 1}]
    t = Game(game, pieces, dice=["6", "1"], terrain=pond, casters=False).activate("juggernaut", "push stryker")
    assert ("fire" in t.effects("stryker")) == (game == MK2)


@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_no_free_strike_out_of_deep_water(game: str) -> None:
    fangs = foe(12, 10 + 2 * SMALL + 0.3, card="iron_fangs", unit="fangs", role="leader")
    pond = [{"kind": "deep_water", "at": [12, 10 + 2 * SMALL + 0.8], "radius": 0.8}]
    for terrain, asked in ([], "b"), (pond, "a"):
        t = Game(game, {"stryker": at(12, 10), "fangs.1": fangs}, terrain=terrain)
        t.activate("stryker", "advance", [[12_000, 6000]]).done(asked)


@both
@pytest.mark.rule("M1-TERRAIN-11", "M2-TERRAIN-10")
def test_deep_water_does_not_bar_the_feat(game: str) -> None:
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(40, 40)}, terrain=POND).activate("stryker")
    assert "feat" in t.offers()
    t.refusal("cast arcane_bolt at juggernaut")


# --- through things ---
def shade(terrain: list[dict[str, Any]] | None = None, **more: Any) -> Game:
    """A Grave Shade 5.4 inches of charge away from an Ironclad."""
    pieces = {"grave_shade": at(12, 10), "ironclad": foe(12, 17), **more}
    return Game(MK2, pieces, terrain=terrain or []).activate("grave_shade", "charge ironclad")


@pytest.mark.rule("M2-ADV-19", "M2-ADV-20", "M2-MOVE-22", "M2-MOVE-23")
@pytest.mark.parametrize("kind", ["wall", "rough", "boulder"])
def test_mk2_an_incorporeal_model_charges_through_terrain(kind: str) -> None:
    t = shade([{"kind": kind, "at": [12, 12.8], "size": [6, 3.6]}])
    t.play((90_000, 5400))
    assert t.happened(Charged, who="grave_shade", failed=False)


@pytest.mark.rule("M2-ADV-20")
def test_mk2_an_obstruction_does_not_stop_an_incorporeal_model() -> None:
    """It sees its target past the corner that its line goes through."""
    t = shade([{"kind": "building", "at": [12.7, 13], "size": [1.2, 1]}])
    t.play((90_000, 5400))
    assert t.happened(Charged, who="grave_shade", failed=False)


@pytest.mark.rule("M2-ADV-20", "M2-MOVE-9")
def test_mk2_an_incorporeal_model_charges_through_models_and_ends_on_none() -> None:
    t = shade(manhunter=at(12, 13))
    t.refusal((90_000, 3000), "M2-MOVE-20")
    t.play((90_000, 5400))
    assert t.happened(Charged, who="grave_shade", failed=False)


@pytest.mark.rule("M2-ADV-19", "M2-TERRAIN-4")
def test_mk2_an_incorporeal_model_ends_on_no_wall() -> None:
    low = 17 - LARGE - SMALL
    t = shade([{"kind": "wall", "at": [12, low - 0.2], "size": [4, 0.2]}])
    t.refusal((90_000, 5300), "M2-MOVE-20")
    assert course(t.position, "grave_shade", "ironclad", 90_000, 9000, 500).most < 5000, "it stops short"


@pytest.mark.rule("M2-ADV-20", "M2-TERRAIN-6", "M2-TERRAIN-10")
@pytest.mark.parametrize("kind", ["shaft", "deep_water"])
def test_mk2_an_incorporeal_model_enters_neither_shafts_nor_deep_water(kind: str) -> None:
    hole = [{"kind": kind, "at": [12, 13], "radius": 0.5}]
    assert course(shade(hole).position, "grave_shade", "ironclad", 90_000, 9000, 500).meets == "terrain"
    t = Game(MK2, {"grave_shade": at(12, 10), "ironclad": foe(12, 30)}, terrain=hole).activate("grave_shade", "advance")
    t.refusal([[12_000, 15_500]])


# --- over walls ---
@pytest.mark.rule("M2-TERRAIN-4", "M2-ADV-34", "M2-MOVE-20", "M2-MOVE-22")
def test_mk2_a_pathfinders_charge_ends_on_no_wall() -> None:
    """Where it would come to stand on the wall it stops short of it; a target beyond is reached past it."""
    pieces = {"manhunter": at(12, 10), "ironclad": foe(12, 15.25 + LARGE)}
    t = Game(MK2, pieces, terrain=WALL).activate("manhunter", "charge ironclad")
    t.refusal((90_000, 4600), "M2-MOVE-20")
    assert t.ask.domain.toward(t.position, (12_000, 15_000)) is not None
    short = course(t.position, "manhunter", "ironclad", 90_000, 9000, 500)
    assert 10 + short.most / 1000 + SMALL == pytest.approx(14.85, abs=0.01)
    t.play((90_000, short.most))
    assert t.happened(Charged, who="manhunter", failed=False), "contact with an obstacle fails no Pathfinder's charge"
    far = {"manhunter": at(12, 10), "ironclad": foe(12, 16 + 2 * SMALL + LARGE)}
    t = Game(MK2, far, terrain=WALL).activate("manhunter", "charge ironclad", (90_000, 6500))
    assert t.happened(Charged, who="manhunter", failed=False)


@pytest.mark.rule("M1-TERRAIN-4", "M1-TERRAIN-15")
def test_mk1_a_pathfinders_charge_ends_on_no_wall() -> None:
    pieces = {"kha_tracker": at(12, 10), "ironclad": foe(12, 15.25 + SMALL + LARGE)}
    Game(MK1, pieces, terrain=WALL).activate("kha_tracker", "charge ironclad").refusal((90_000, 5000))


@pytest.mark.rule("M2-TERRAIN-4", "M2-POWER-40")
def test_mk2_a_trample_ends_on_no_wall() -> None:
    t = Game(MK2, {"kodiak": at(12, 10, focus=1), "ironclad": foe(40, 40)}, terrain=WALL).activate("kodiak", "trample")
    t.refusal((90_000, 5000), "M2-POWER-40")
    assert t.legal((90_000, 7000)) and t.legal((90_000, 3800))


@pytest.mark.rule("M2-TERRAIN-4", "M2-POWER-13")
def test_mk2_a_push_is_followed_onto_no_wall() -> None:
    """The wall lies beside the way of the pushed light warjack, but in that of the wider Kodiak."""
    wall = [{"kind": "wall", "at": [13.3, 11.35], "size": [1, 0.2]}]
    pieces = {"kodiak": at(12, 10, focus=1), "lancer": foe(12, 10 + LARGE + MEDIUM + 0.3)}
    t = Game(MK2, pieces, dice=["6", "1"], terrain=wall).activate("kodiak", "push lancer", "follow part of the way")
    t.refusal((90_000, 900), "M2-POWER-13")
    assert t.legal((90_000, 600))


@both
@pytest.mark.rule("M1-POWER-24", "M1-CHARGE-7", "M2-POWER-23", "M2-POWER-24")
def test_terrain_fails_a_slam_in_mk1_and_only_stops_it_in_mk2(game: str) -> None:
    """A wall 3.5 inches ahead, the target a quarter inch behind its front."""
    y = 10 + LARGE + 3.5
    wall = [{"kind": "wall", "at": [12, y + 0.1], "size": [4, 0.2]}]
    pieces = {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, y + 0.25 + LARGE)}
    t = Game(game, pieces, terrain=wall, dice=["1 1"]).activate("ironclad", "slam juggernaut")
    t.play((90_000, course(t.position, "ironclad", "juggernaut", 90_000, 8000, 500).most))
    assert bool(t.happened(Struck)) == (game == MK2)
    assert t.happened(Charged, who="ironclad", failed=game == MK1)


@both
@pytest.mark.rule("M1-POWER-13", "M2-POWER-23")
def test_who_brushes_past_a_friend_it_touches_ends_where_there_is_room(game: str) -> None:
    """The Etcher stands half a thousandth too near already, and the wall a little ahead ends the slam beside it."""
    wall = [{"kind": "wall", "at": [31.756, 30.743], "size": [4, 0.2]}]
    pieces = {
        "ironclad": at(31.756, 29.617, focus=1),
        "etcher": at(33.526, 29.575, facing=126.743),
        "juggernaut": foe(31.906, 32.91),
    }
    t = Game(game, pieces, terrain=wall).activate("ironclad", "slam juggernaut")
    way, far = t.ask.domain.fallback(t.position)
    assert 30 <= far < 42 and not t.legal((way, far + 1))
    t.play((way, far))
    assert t.happened(Charged, who="ironclad", far=far)


# --- turning ---
@pytest.mark.rule("M2-MOVE-10", "M2-CMD-16")
def test_mk2_a_model_that_has_fled_takes_any_facing() -> None:
    pieces = {"boiler_foreman": at(12, 10, fleeing=True), "juggernaut": foe(12, 20)}
    t = Game(MK2, pieces, dice=["6 6"]).activate("boiler_foreman", [[12_000, 6000]])
    assert t.ask.prompt == "turn boiler_foreman" and t.facing("boiler_foreman") == SOUTH
    t.play(90_000)
    assert t.facing("boiler_foreman") == NORTH
    still = Game(MK2, pieces, dice=["6 6"]).activate("boiler_foreman", [])
    assert still.place("boiler_foreman") == (12, 10) and "turn" not in still.ask.prompt


@both
@pytest.mark.rule("M1-MOVE-2", "M2-MOVE-10", "M1-POWER-10", "M2-POWER-13")
def test_whoever_follows_a_push_takes_any_facing(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, NEXT)}
    t = Game(game, pieces, dice=["6", "1"]).activate("juggernaut", "push ironclad", "follow")
    t.done("a", "turn juggernaut").play(270_000)
    assert t.facing("juggernaut") == SOUTH


@both
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20")
def test_no_charge_stops_a_thousandth_before_its_target_is_in_reach(game: str) -> None:
    """Half an inch and a thousandth are in reach."""
    pieces = {"ironclad": at(10, 10, focus=1), "juggernaut": foe(10, 16.968)}
    t = Game(game, pieces).activate("ironclad", "charge juggernaut")
    t.refusal([90_000, 4498], {MK1: "M1-CHARGE-6", MK2: "M2-MOVE-20"}[game])
    t.play([90_000, 4499])
    assert not t.happened(Charged)[0].failed


@both
@pytest.mark.rule("M1-CHARGE-6", "M1-CHARGE-9", "M2-MOVE-20", "M2-MOVE-21")
@pytest.mark.parametrize(
    ("x", "y", "way"), [(25.244, 26.481, 11_000), (29.658, 29.172, 42_431), (20.71, 15.9, 250_000)]
)
def test_a_charge_to_the_first_place_in_reach_succeeds_whichever_way_it_goes(
    game: str, x: float, y: float, way: int
) -> None:
    """Places are whole thousandths: where one is rounded out of reach the next one is the first."""
    card = "ironclad"
    t = Game(game, {card: at(24, 24, way / 1000, focus=1), "juggernaut": foe(x, y)}).activate(card, "charge juggernaut")
    for off in range(-12_000, 12_001, 400):
        domain: Any = t.ask.domain
        if (far := domain.nearest_along(t.position, (way + off) % 360_000, 0)) is not None:
            after = t.match.fork()
            after.answer([(way + off) % 360_000, far])
            charged = [e for e in after.events if isinstance(e, Charged)]
            assert charged and not charged[0].failed, (way + off, far)
