"""Moving (WC-MOVE): paths, what is in the way, where a move may end, repositioning and replacing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import Refusal
from sandtable.rulesets.warcaster.abilities.reposition import RepositionModel
from sandtable.rulesets.warcaster.abilities.special_rules import about, all_rules, holders
from sandtable.rulesets.warcaster.movement.move import Advance, Move
from sandtable.rulesets.warcaster.movement.paths import plan, toward
from sandtable.rulesets.warcaster.movement.replace_model import InPlaceOf, Replace, Replaced
from sandtable.rulesets.warcaster.state.events import Moved, Repositioned
from sandtable.rulesets.warcaster.state.stats import Arm, Spd
from tests.rules.warcaster.kit import Bench, Invented, marauder, milli_at, piece, wolf

FAR = piece("hunter", "b", [28, 28])
LARGE, MEDIUM, SMALL = 984, 787, 591


def table(*terrain: dict[str, Any]) -> dict[str, Any]:
    return {"size": 30, "terrain": list(terrain)}


def moving(unit: dict[str, Any], *terrain: dict[str, Any], **others: Any) -> Bench:
    t = Bench(table=table(*terrain), pieces={"mover": unit, "far": FAR, **others})
    return t.play("activate mover", "move")


@pytest.mark.rule("WC-MOVE-1", "WC-STAT-2")
def test_up_to_speed_along_any_path_and_no_further() -> None:
    t = moving(wolf([10, 10]))
    assert t.legal([milli_at(15, 10)])
    assert t.legal([milli_at(13, 10), milli_at(13, 12)])
    refusal = t.refusal([milli_at(15.002, 10)])
    assert (refusal.cite, refusal.short_by) == ("WC-MOVE-1", 2)
    assert t.refusal([milli_at(13, 10), milli_at(10, 10)]).cite == "WC-MOVE-1"
    t.play([milli_at(13, 10), milli_at(13, 12)])
    assert t.model("mover").at == (13000, 12000)
    assert t.cited("WC-ACT-2")


@pytest.mark.rule("WC-MOVE-1", "WC-TERRAIN-3")
def test_each_leg_is_counted_while_the_way_is_drawn() -> None:
    rough = {"kind": "forest", "at": [16, 11], "size": [8, 6]}
    way = (milli_at(10, 12), milli_at(11, 12))
    judged = moving(wolf([10, 10]), rough).ask.domain.judged
    position = moving(wolf([10, 10]), rough).position
    assert judged(position, way).legs == (2000, 1000)
    slow = judged(position, (milli_at(11, 10), milli_at(14, 10)))
    flown = moving(piece("nemesis", "a", [10, 10]), rough)
    over = flown.ask.domain.judged(flown.position, (milli_at(11, 10), milli_at(14, 10)))
    assert slow.legs[0] == over.legs[0] == 1000
    assert over.legs[1] == 3000 < slow.legs[1], "rough ground slows who walks, not who flies"
    assert (over.cost, slow.cost) == (4000, sum(slow.legs))


@pytest.mark.rule("WC-MOVE-1")
def test_a_move_may_be_left_out_of_the_menu_answer() -> None:
    t = moving(wolf([10, 10])).play([])
    assert t.model("mover").at == (10000, 10000)
    assert not t.happened(Moved)


@pytest.mark.rule("WC-MOVE-2")
@pytest.mark.parametrize("seat", ["a", "b"])
def test_no_base_may_be_passed_through_friend_or_foe(seat: str) -> None:
    t = moving(wolf([10, 10]), stone=marauder([12.5, 10], seat))
    refusal = t.refusal([milli_at(15, 10)])
    assert refusal.cite == "WC-MOVE-2"
    assert "stone" in refusal.reason
    past = 10 + (LARGE + MEDIUM) / 1000
    assert t.legal([milli_at(10, past), milli_at(12.5, past)])
    assert t.refusal([milli_at(10, past - 0.002), milli_at(12.5, past - 0.002)]).short_by == 2


@pytest.mark.rule("WC-MOVE-3", "WC-GATE-12")
@pytest.mark.parametrize("seat", ["a", "b"])
def test_through_a_gate_but_not_on_to_it(seat: str) -> None:
    gate = piece("void_gate", seat, [12, 10], arc=1)
    t = moving(wolf([10, 10]), gate=gate)
    refusal = t.refusal([milli_at(12.5, 10)])
    assert refusal.cite == "WC-MOVE-3"
    beyond = 12 + (LARGE + SMALL) / 1000
    assert t.legal([milli_at(beyond, 10)])
    assert t.refusal([milli_at(beyond - 0.002, 10)]).short_by == 2
    near = moving(wolf([10, 10], effects=["lock_down"]), gate=gate)  # SPD 3 does not reach the far side
    assert near.refusal([milli_at(13, 10)]).cite == "WC-MOVE-3"
    assert near.legal([milli_at(12 - (LARGE + SMALL) / 1000, 10)])
    t.play([milli_at(beyond, 10)])
    assert not t.gone("gate")


@pytest.mark.rule("WC-MOVE-4")
def test_no_move_ends_overlapping_an_obstacle_but_may_touch_it() -> None:
    wall = {"kind": "obstacle", "height": 1, "at": [13, 10], "size": [1, 4]}
    t = moving(wolf([10, 10]), wall)
    touching = 12.5 - LARGE / 1000
    assert t.legal([milli_at(touching, 10)])
    refusal = t.refusal([milli_at(touching + 0.002, 10)])
    assert (refusal.cite, refusal.short_by) == ("WC-TERRAIN-11", 2)
    assert "obstacle_1" in refusal.reason


@pytest.mark.rule("WC-MOVE-4", "WC-TERRAIN-14")
def test_no_move_ends_in_a_structure_but_may_touch_it() -> None:
    hall = {"kind": "structure", "height": 3, "at": [13, 10], "size": [1, 4]}
    t = moving(wolf([10, 10]), hall)
    touching = 12.5 - LARGE / 1000
    assert t.legal([milli_at(touching, 10)])
    assert t.refusal([milli_at(touching + 0.002, 10)]).cite == "WC-TERRAIN-14"


@pytest.mark.rule("WC-MOVE-5", "WC-TERRAIN-5")
def test_a_move_granted_by_a_rule_follows_the_rules_of_an_advance() -> None:
    mire = {"kind": "rough", "at": [20, 10], "size": [10, 10]}
    t = Bench(
        table=table(mire),
        pieces={"mover": marauder([10, 10], "a"), "stone": wolf([10, 12.5], "b"), "far": FAR},
        frame=Move(model="mover", allowance=3000, cite="WC-SPEC-5"),
    )
    assert t.ask.cite == "WC-SPEC-5"
    assert t.legal([milli_at(13, 10)])
    assert t.refusal([milli_at(13.002, 10)]).short_by == 2
    assert t.refusal([milli_at(10, 12)]).cite == "WC-MOVE-2"
    slow = Bench(
        table=table(mire),
        pieces={"mover": marauder([16, 10], "a"), "far": FAR},
        frame=Move(model="mover", allowance=3000),
    )
    assert slow.legal([milli_at(17.5, 10)])
    assert slow.refusal([milli_at(17.502, 10)]).cite == "WC-MOVE-1"
    assert "slow ground on the way costs 1.502 in more" in slow.refusal([milli_at(17.502, 10)]).reason
    assert "slow ground" not in t.refusal([milli_at(13.002, 10)]).reason


@pytest.mark.rule("WC-MOVE-6", "WC-TERRAIN-5")
def test_repositioning_needs_no_path_and_is_not_slowed() -> None:
    wall = {"kind": "impassable", "height": 3, "at": [12, 10], "size": [0.5, 20]}
    mire = {"kind": "rough", "at": [15, 10], "size": [4, 20]}
    t = Bench(
        table=table(wall, mire),
        pieces={"mover": marauder([11, 10], "a"), "far": FAR},
        frame=RepositionModel(model="mover", reach=3000, seat=0),
    )
    far = 11 + 3 + 2 * MEDIUM / 1000
    assert t.legal(milli_at(far, 10))
    assert t.refusal(milli_at(far + 0.002, 10)).cite == "WC-MOVE-6"
    t.play(milli_at(far, 10))
    assert t.happened(Repositioned)
    assert not t.happened(Moved)


@pytest.mark.rule("WC-MOVE-7")
def test_where_a_model_may_be_put() -> None:
    terrain = (
        {"kind": "impassable", "at": [12, 4], "size": [2, 2]},
        {"kind": "obstacle", "height": 1, "at": [8, 4], "size": [3, 3]},
        {"kind": "structure", "height": 1, "id": "block", "at": [10, 8], "size": [2, 2]},
    )
    t = Bench(
        table=table(*terrain),
        pieces={"mover": marauder([10, 4], "a"), "stone": wolf([13, 7.5], "b")},
        frame=RepositionModel(model="mover", reach=5000, seat=0),
    )
    for bad in ([12, 4], [8, 4], [10.9, 8], [13, 7.6], [10, 0.5]):
        assert t.refusal(milli_at(*bad)).cite == "WC-MOVE-7", bad
    assert t.legal(milli_at(10, 8))  # wholly on the block, which holds its base
    assert t.legal(milli_at(10, MEDIUM / 1000))
    t.play(milli_at(10, 8))
    assert (t.model("mover").on, t.model("mover").z) == ("block", 1000)


@pytest.mark.rule("WC-MOVE-8")
def test_the_smaller_base_lies_within_the_larger() -> None:
    t = Invented(
        table=table(),
        pieces={"mover": wolf([10, 10]), "far": FAR},
        frame=Replace(model="mover", card="hunter"),
    )
    slack = (LARGE - SMALL) / 1000
    assert t.legal(milli_at(10 + slack, 10))
    refusal = t.refusal(milli_at(10 + slack + 0.002, 10))
    assert (refusal.cite, refusal.short_by) == ("WC-MOVE-8", 2)
    t.play(milli_at(10 + slack, 10))
    assert (t.model("mover").card, t.model("mover").x) == ("hunter", 10000 + LARGE - SMALL)
    assert t.cited("WC-MOVE-8")


@pytest.mark.rule("WC-MOVE-8")
def test_equal_bases_take_the_same_spot_and_without_room_nothing_is_placed() -> None:
    same = Bench(
        table=table(), pieces={"mover": wolf([10, 10]), "far": FAR}, frame=Replace(model="mover", card="scourge")
    )
    assert same.happened(Replaced, x=10000, y=10000, card="scourge")
    close = 10 + 2 * SMALL / 1000
    tight = {
        "mover": piece("hunter", "a", [10, 10]),
        "one": piece("hunter", "a", [close, 10]),
        "two": piece("hunter", "a", [20 - close, 10]),
        "far": FAR,
    }
    stuck = Bench(table=table(), pieces=tight, frame=Replace(model="mover", card="dusk_wolf"))
    assert not stuck.happened(Replaced)
    region = InPlaceOf(piece="mover", card="dusk_wolf")
    assert region.candidates(stuck.position, 4, Random(1)) == []
    loose = Bench(
        table=table(),
        pieces={k: tight[k] for k in ("mover", "one", "far")},
        frame=Replace(model="mover", card="dusk_wolf"),
    )
    domain = loose.ask.domain
    found = domain.candidates(loose.position, 4, Random(1))
    assert found
    assert all(loose.legal(place) for place in found)


@pytest.mark.rule("WC-MOVE-9")
def test_no_part_of_the_base_leaves_the_table() -> None:
    t = moving(wolf([3, 10]))
    assert t.legal([milli_at(LARGE / 1000, 10)])
    refusal = t.refusal([milli_at((LARGE - 2) / 1000, 10)])
    assert (refusal.cite, refusal.short_by) == ("WC-MOVE-9", 2)
    assert t.refusal([milli_at(0.5, 10), milli_at(2, 10)]).cite == "WC-MOVE-9"


@pytest.mark.rule("WC-MOVE-10", "WC-CE-8")
def test_speed_counts_as_it_is_when_the_move_starts() -> None:
    t = moving(wolf([10, 10], effects=["lock_down"]))
    assert t.value(Spd("mover")) == 3000
    assert t.legal([milli_at(13, 10)])
    assert t.refusal([milli_at(13.002, 10)]).cite == "WC-MOVE-1"
    assert moving(wolf([10, 10])).legal([milli_at(15, 10)])


@pytest.mark.rule("WC-MOVE-11", "WC-TERRAIN-17")
def test_height_climbed_counts_as_distance() -> None:
    tower = {"kind": "structure", "id": "tower", "height": 2, "at": [13, 10], "size": [4, 4], "ladders": [[11, 10]]}
    t = moving(piece("hunter", "a", [9, 10]), tower)
    # 2 in along the ground and over the edge to 11.6, 2 in up: 4.6 of 7 in, so 2.4 in are left on top
    assert t.legal([milli_at(14, 10)])
    refusal = t.refusal([milli_at(14.002, 10, 2)])
    assert (refusal.cite, refusal.short_by) == ("WC-MOVE-1", 2)


def test_toward_goes_round_what_is_in_the_way_and_up_a_ladder() -> None:
    tower = {"kind": "structure", "id": "tower", "height": 2, "at": [13, 10], "size": [4, 4], "ladders": [[11, 11]]}
    t = moving(piece("hunter", "a", [9, 8]), tower)
    p = t.position
    up = toward(p, "mover", milli_at(12, 11), 7000)
    assert t.legal(up)
    assert up[-1][:2] == (12000, 11000)
    round_it = toward(p, "mover", milli_at(16, 8), 7000)
    assert t.legal(round_it)
    assert round_it[-1][0] > 12000
    assert t.legal(toward(p, "mover", milli_at(0, 0), 7000))


def test_candidates_are_legal_differ_and_go_somewhere() -> None:
    terrain = (
        {"kind": "obstacle", "height": 1, "at": [13, 10], "size": [1, 4]},
        {"kind": "rough", "at": [7, 10], "size": [3, 3]},
        {"kind": "structure", "id": "tower", "height": 2, "at": [10, 15], "size": [4, 4], "ladders": [[10, 13]]},
    )
    for unit in ("hunter", "nemesis", "dusk_wolf"):
        for at in ([10, 10], [10, 15]):
            up: dict[str, Any] = {"z": 2, "on": "tower"} if at == [10, 15] else {}
            t = Bench(table=table(*terrain), pieces={"mover": piece(unit, "a", at, **up), "far": FAR})
            domain = Advance(piece="mover", allowance=6000)
            found = domain.candidates(t.position, 16, Random(4))
            assert len(found) > 2
            for path in found:
                assert not isinstance(plan(t.position, "mover", path, 6000), Refusal)


@pytest.mark.rule("WC-MOVE-8", "WC-MOVE-7")
def test_a_larger_base_needs_room_where_it_is_put() -> None:
    slack = (LARGE - SMALL) / 1000
    other = piece(
        "hunter", "a", [10 + SMALL / 1000 + LARGE / 1000, 14]
    )  # would touch a large base centred on the old one
    t = Invented(
        table=table(),
        pieces={"mover": piece("hunter", "a", [10, 14]), "other": other, "far": FAR},
        frame=Replace(model="mover", card="dusk_wolf"),
    )
    assert t.legal(milli_at(10, 14)) and t.legal(milli_at(10 - slack, 14)) and t.legal(milli_at(10, 14 + slack))
    assert t.refusal(milli_at(10 + 0.002, 14), "WC-MOVE-7").reason == "no room at 10.002, 14"
    t.refusal(milli_at(10, 14 + slack + 0.002), "WC-MOVE-8", short=2)
    t.play(milli_at(10 - slack, 14))
    assert t.model("mover").at == milli_at(10 - slack, 14)


@pytest.mark.rule("WC-MOVE-8")
def test_rules_that_neither_force_had_are_in_force_once_a_model_is_of_that_kind() -> None:
    t = Bench(table=table(), pieces={"mover": wolf([10, 10]), "far": FAR})
    plain, blown_up = Arm("mover"), Arm("mover", energy=("explosive",))
    assert t.value(blown_up) == t.value(plain)
    replaced = Replaced(model="mover", card="paladin_commander", x=10_000, y=10_000)
    after = t.position.with_state(replaced.apply(t.state))
    assert after.value(blown_up) > after.value(plain)


@pytest.mark.rule("WC-ATTACH-9")
def test_rules_of_an_attachment_that_waits_are_in_force_when_it_is_back() -> None:
    t = Bench(table=table(), pieces={"mover": wolf([10, 10]), "far": FAR})
    attached = t.state.with_unit("mover", attachments=("paladin_aegis",))
    assert "compound_armor" in about(t.position.with_state(attached))
    assert "compound_armor" not in about(t.position)


@pytest.mark.rule("WC-MOVE-8")
def test_a_model_of_another_kind_has_the_rules_of_that_kind_at_once() -> None:
    t = Bench(table=table(), pieces={"mover": wolf([10, 10]), "far": FAR})
    after = t.position.with_state(t.state.with_model("mover", card="marauder"))
    moved = t.position.with_state(t.state.with_model("mover", x=11000))
    lost = all_rules(t.position, "mover") - all_rules(after, "mover")
    gained = all_rules(after, "mover") - all_rules(t.position, "mover")
    assert lost and gained
    for rule in lost | gained:
        having = ["mover" in holders(p, rule) for p in (t.position, moved, after)]
        assert having == ([True, True, False] if rule in lost else [False, False, True]), rule
