"""Charges: whom, which edge, where the stands go (WM-CHARGE)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.chance import Seeded
from sandtable.core import Position, Refusal, Roll, answer, begin, find
from sandtable.rulesets.warmaster.charging.targets import Onset, can_charge, charges, possible
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from tests.rules.warmaster.kit import Bench, foot, goblins, knights, orcs, unit


def onsets(pieces: dict[str, Any], who: str = "k", whom: str = "t", **given: Any) -> tuple[Onset, ...]:
    found = charges(Bench(pieces=pieces, step="orders", waits=True, **given).position, who, whom)
    assert not isinstance(found, Refusal), found
    return found


def refused(pieces: dict[str, Any], who: str = "k", whom: str = "t", **given: Any) -> str:
    found = charges(Bench(pieces=pieces, step="orders", waits=True, **given).position, who, whom)
    assert isinstance(found, Refusal), found
    return found.cite


def one(x: float, y: float, facing: float, kind: str = "orc_warriors", seat: str = "b") -> dict[str, Any]:
    """A unit down to one stand."""
    return unit(kind, seat, 0, 0, stands=[[x, y, facing]])


def riders(*stands: tuple[float, float, float]) -> dict[str, Any]:
    return unit("knights", "a", 0, 0, stands=[list(s) for s in stands])


def cm(pose: tuple[int, int, int]) -> tuple[float, float, float]:
    return pose[0] / 1000, pose[1] / 1000, pose[2] / 1000


@pytest.mark.rule("WM-CHARGE-5", "WM-CHARGE-25")
def test_worked_example_fourteen_a_charge_off_a_corner() -> None:
    beyond = {"t": one(50, 50, 90), "k": riders((58, 60, 270), (60, 60, 270), (62, 60, 270))}
    first = onsets(beyond)[0]
    assert first.edge == "right"
    assert cm(first.poses[0]) == (54, 50, 180)
    above = {"t": one(50, 50, 90), "k": riders((52, 60, 270), (54, 60, 270), (56, 60, 270))}
    first = onsets(above)[0]
    assert first.edge == "front"
    assert (50, 53, 270) in [cm(pose) for pose in first.poses]


@pytest.mark.rule("WM-CHARGE-5", "WM-GEO-10", "WM-GEO-11")
def test_with_zones_the_greater_part_of_the_charger_decides() -> None:
    corner = {"t": one(50, 50, 90), "k": riders((58, 60, 270), (60, 60, 270), (62, 60, 270))}
    assert {o.edge for o in onsets(corner, readings={"charge_edge": "zones"})} == {"front"}
    aside = {"t": one(50, 50, 90), "k": riders((58, 54, 180), (58, 56, 180), (58, 52, 180))}
    assert {o.edge for o in onsets(aside, readings={"charge_edge": "zones"})} == {"right"}


@pytest.mark.rule("WM-GEO-11", "WM-CHARGE-1")
def test_a_tie_between_zones_is_a_die() -> None:
    # the middle of one stand lies on the ray that leaves the corner at 45 degrees
    pieces = {"t": one(50, 50, 90), "k": unit("giant", "a", 0, 0, stands=[[60, 59, 225]])}
    found = onsets(pieces, readings={"charge_edge": "zones"})
    assert {(o.die, o.edge) for o in found} == {(1, "front"), (2, "right")}
    t = Bench(pieces=pieces, step="command", active="a", readings={"charge_edge": "zones"}, dice=["4"], waits=True)
    t.play("k charges t")
    assert t.cited("WM-GEO-11")
    assert cm(t.state.stands["k"][0]) == (54, 50, 180)


@pytest.mark.rule("WM-CHARGE-6", "WM-CHARGE-9")
def test_the_first_stand_is_centred_and_the_others_form_a_line_with_it() -> None:
    found = onsets({"t": orcs(40, 50), "k": knights(40, 30)})
    middle = [
        onset for onset in found if sorted(cm(p) for p in onset.poses) == [(38, 47, 90), (40, 47, 90), (42, 47, 90)]
    ]
    assert middle and all(onset.edge == "front" for onset in found)


@pytest.mark.rule("WM-CHARGE-3", "WM-MOVE-10")
def test_reach_is_full_pace_whatever_the_formation() -> None:
    ragged = unit("halberdiers", "a", 0, 0, stands=[[38, 30, 90], [42, 31, 90], [46, 30, 90]])
    assert onsets({"k": ragged, "t": orcs(42, 52)})
    assert onsets({"k": foot(40, 30), "t": orcs(40, 52)})
    assert refused({"k": foot(40, 30), "t": orcs(40, 52.02)}) in ("WM-CHARGE-8", "WM-CHARGE-3")


@pytest.mark.rule("WM-CHARGE-2")
def test_a_charger_must_see_its_target_from_a_front_edge() -> None:
    assert refused({"k": foot(40, 30, facing=270), "t": orcs(40, 40)}) == "WM-CHARGE-2"


@pytest.mark.rule("WM-CHARGE-7")
def test_a_covered_centre_moves_the_first_stand_as_little_as_it_must() -> None:
    pieces = {
        "t": one(50, 50, 90),
        "f": one(48, 52, 270, "halberdiers", "a"),
        "k": riders((52, 60, 270), (54, 60, 270), (56, 60, 270)),
    }
    for onset in onsets(pieces):
        assert (51, 53, 270) in [cm(pose) for pose in onset.poses]
    tight = pieces | {"f": one(49.5, 52, 270, "halberdiers", "a")}
    assert any((52.5, 53, 270) in [cm(pose) for pose in o.poses] for o in onsets(tight) if o.edge == "front")


@pytest.mark.rule("WM-CHARGE-7")
def test_the_least_contact_is_a_switch() -> None:
    pieces = {
        "t": one(50, 50, 90),
        "f": one(49.5, 52, 270, "halberdiers", "a"),
        "k": riders((52, 60, 270), (54, 60, 270), (56, 60, 270)),
    }
    assert {o.edge for o in onsets(pieces)} == {"front"}
    assert "front" not in {o.edge for o in onsets(pieces, readings={"charge_min_contact": "1.0"})}


@pytest.mark.rule("WM-CHARGE-8")
def test_a_wholly_covered_edge_gives_way_to_the_next() -> None:
    cover = unit("halberdiers", "a", 0, 0, stands=[[48, 52, 270], [52, 52, 270]])
    pieces = {"t": one(50, 50, 90), "f": cover, "k": riders((60, 60, 270), (62, 60, 270), (64, 60, 270))}
    assert {o.edge for o in onsets(pieces)} == {"right"}


@pytest.mark.rule("WM-CHARGE-12", "WM-CHARGE-16")
def test_everybody_touched_at_the_end_is_in_the_fight() -> None:
    pieces = {"k": foot(40, 30), "t": orcs(40, 40), "u": goblins(52, 40)}
    touched = set()
    for onset in onsets(pieces):
        t = Bench(pieces=pieces | {"k": {**foot(0, 0, stands=[list(cm(p)) for p in onset.poses])}}, step="orders")
        touched |= set(crowd(t.position).fought("k"))
    assert "t" in touched


@pytest.mark.rule("WM-CHARGE-13", "WM-TERRAIN-2", "WM-TERRAIN-4", "WM-TERRAIN-13")
def test_no_charge_into_ground_that_is_closed_to_the_charger() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[30, 46], [60, 46], [60, 60], [30, 60]]}]}
    assert refused({"k": knights(40, 30), "t": orcs(40, 47.5)}, table=wood) == "WM-CHARGE-8"
    assert onsets({"k": foot(40, 32), "t": orcs(40, 47.5)}, table=wood)


@pytest.mark.rule("WM-TERRAIN-25", "WM-CHARGE-13", "WM-TERRAIN-10", "WM-FLY-8")
def test_only_infantry_flyers_and_giants_assault_a_rampart() -> None:
    wall = {"size": [120, 90], "terrain": [{"kind": "high_linear", "line": [[30, 50], [60, 50]], "width": 1}]}
    behind = orcs(44, 51.5)
    assert refused({"k": knights(44, 30), "t": behind}, table=wall)
    assert onsets({"k": foot(44, 36), "t": orcs(44, 51.5)}, table=wall | {"terrain": []})


@pytest.mark.rule("WM-CHARGE-15")
def test_an_order_may_charge_any_visible_enemy_in_reach() -> None:
    t = Bench(pieces={"k": knights(40, 30), "near": orcs(30, 42), "far": orcs(60, 50)}, step="orders")
    assert set(possible(t.position, "k")) == {"near", "far"}


@pytest.mark.rule("WM-CHARGE-10", "WM-CHARGE-21")
def test_a_stand_without_room_beside_goes_behind() -> None:
    # a lane as wide as one stand between two friends
    walls = {"a1": foot(32.9, 44), "a2": foot(47.1, 44)}
    pieces = {"t": one(40, 52, 270), "k": riders((40, 40, 90), (40, 36, 90), (40, 32, 90)), **walls}
    found = onsets(pieces)
    assert found
    for onset in found:
        assert (40, 49, 90) in [cm(p) for p in onset.poses]


@pytest.mark.rule("WM-CHARGE-23")
def test_results_do_not_depend_on_the_order_of_listing() -> None:
    stands = [(38, 30, 90), (40, 30, 90), (42, 30, 90)]
    one_way = onsets({"t": orcs(43, 46), "k": riders(*stands)})
    other = onsets({"k": riders(*stands[::-1]), "t": orcs(43, 46)})
    assert {frozenset(o.poses) for o in one_way} == {frozenset(o.poses) for o in other}


@pytest.mark.rule("WM-CHARGE-22")
@pytest.mark.parametrize("mirror", ["x", "y", "half-turn"])
def test_mirror_images_give_mirrored_charges(mirror: str) -> None:
    def image(pose: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y, f = pose
        if mirror == "x":
            return 120 - x, y, (180 - f) % 360
        if mirror == "y":
            return x, 90 - y, -f % 360
        return 120 - x, 90 - y, (f + 180) % 360

    enemy, own = [(50, 50, 250), (46.24, 51.368, 250)], [(58, 66, 270), (60, 66, 270), (62, 66, 270)]
    table = {"size": [120, 90]}

    def results(of: Any) -> set[frozenset[tuple[int, ...]]]:
        pieces = {
            "t": unit("orc_warriors", "b", 0, 0, stands=[list(of(p)) for p in enemy]),
            "k": riders(*(of(p) for p in own)),
        }
        return {frozenset(o.poses) for o in onsets(pieces, table=table)}

    plain = {frozenset(tuple(round(1000 * c) for c in image(cm(p))) for p in poses) for poses in results(lambda p: p)}  # type: ignore[arg-type]
    turned = results(image)
    assert plain == turned


@pytest.mark.parametrize("seed", range(2))
def test_a_charge_is_offered_exactly_when_there_is_one(seed: int) -> None:
    """The quick question and the whole list agree, over the waits of a seeded game."""
    rules, rng, source, asked = find("warmaster"), Random(seed), Seeded(seed), 0
    game = begin(rules, *rules.new_game({"armies": ["empire_500", "orcs_500"], "deploy": "auto"})).game
    while game.waiting is not None and asked < 120:
        p: Position[Any, Any] = Position(rules, game.state)
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            for unit in p.state.on_table(p.state.active):
                for enemy in p.state.on_table(1 - p.state.active):
                    asked += p.state.phase == "command" and crowd(p).apart(unit, enemy) < 30_000
                    found = charges(p, unit, enemy)
                    assert can_charge(p, unit, enemy) is isinstance(found, tuple), (seed, unit, enemy, found)
            value = (game.waiting.domain.candidates(p, 1, rng) or [game.waiting.default])[0]
        game = answer(rules, game, value, trusted=True).game
    assert asked
