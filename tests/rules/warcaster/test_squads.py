"""Squad movement (WC-SQUAD): one model moves, the others are put down beside it. Hard case 8."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.slams import Slam
from sandtable.rulesets.warcaster.movement.placing import Reposition
from sandtable.rulesets.warcaster.movement.squad_move import SquadMove
from sandtable.rulesets.warcaster.state.events import Left, Moved, Repositioned, UnitKilled
from sandtable.rulesets.warcaster.state.printed import troopers
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FAR = marauder([28, 28])
SMALL = 591
SPOTS = [[10, 10], [11.5, 10], [13, 10]]
WALLS = [  # a blind alley just wider than a small base, open to the west
    {"kind": "impassable", "height": 3, "at": [10, 12.6], "size": [12, 4]},
    {"kind": "impassable", "height": 3, "at": [10, 7.4], "size": [12, 4]},
    {"kind": "impassable", "height": 3, "at": [15, 10], "size": [4, 3]},
]


def squad(at: Any = SPOTS, **more: Any) -> dict[str, Any]:
    return piece("ranger_fire_team", "a", at, **more)


def table(*terrain: dict[str, Any]) -> dict[str, Any]:
    return {"size": 30, "terrain": list(terrain)}


def moving(*terrain: dict[str, Any], unit: dict[str, Any] | None = None, **others: Any) -> Bench:
    t = Bench(table=table(*terrain), pieces={"rangers": unit or squad(), "far": FAR, **others})
    return t.play("activate rangers", "move")


def beside(x: float, y: float) -> list[Any]:
    return [["rangers.2", milli_at(x, y)], ["rangers.3", milli_at(x + 1.2, y)]]


@pytest.mark.rule("WC-SQUAD-1", "WC-UNIT-7")
def test_one_model_moves_by_its_speed_and_the_others_are_put_beside_it() -> None:
    t = moving()
    assert t.offers() == ["rangers.1", "rangers.2", "rangers.3"]
    t.play("rangers.1")
    assert t.refusal([milli_at(10, 16.002)]).cite == "WC-MOVE-1"
    t.play([milli_at(10, 16)])
    assert t.refusal([["rangers.2", milli_at(11.5, 10)], ["rangers.3", milli_at(13, 10)]]).cite == "WC-SQUAD-2"
    t.play(beside(9, 17.5))
    assert [e.model for e in t.happened(Moved)] == ["rangers.1"]
    assert [e.model for e in t.happened(Repositioned)] == ["rangers.2", "rangers.3"]
    assert t.cited("WC-SQUAD-3")
    assert "move" not in t.offers()


@pytest.mark.rule("WC-SQUAD-1")
def test_a_rule_may_move_the_whole_squad_its_own_distance() -> None:
    t = Bench(
        table=table(), pieces={"rangers": squad(), "far": FAR}, frame=SquadMove(unit="rangers", allowance=3000)
    ).play("rangers.2")
    assert t.legal([milli_at(11.5, 13)])
    assert t.refusal([milli_at(11.5, 13.002)]).short_by == 2
    t.play([milli_at(11.5, 13)], [["rangers.1", milli_at(10, 13)], ["rangers.3", milli_at(13, 13)]])
    assert t.model("rangers.1").at == (10000, 13000)


@pytest.mark.rule("WC-SQUAD-2", "WC-MEAS-6")
def test_exactly_two_inches_between_the_edges_is_near_enough() -> None:
    t = moving().play("rangers.1", [])
    edge = 10 + 2 + 2 * SMALL / 1000
    good = [["rangers.2", milli_at(edge, 10)], ["rangers.3", milli_at(10, 11.5)]]
    assert t.legal(good)
    refusal = t.refusal([["rangers.2", milli_at(edge + 0.002, 10)], ["rangers.3", milli_at(10, 11.5)]])
    assert (refusal.cite, refusal.short_by) == ("WC-SQUAD-2", 2)


@pytest.mark.rule("WC-SQUAD-3", "WC-MOVE-6")
def test_the_others_need_no_path_and_may_come_from_anywhere() -> None:
    t = moving(*WALLS, unit=squad([[5, 10], [25, 3], [20, 25]])).play("rangers.1", [milli_at(6, 10)])
    t.play([["rangers.3", milli_at(7.5, 10)], ["rangers.2", milli_at(8.7, 10)]])
    assert t.model("rangers.2").at == (8700, 10000)


@pytest.mark.rule("WC-SQUAD-4", "WC-SQUAD-5", "WC-SQUAD-10")
def test_a_squad_that_does_not_fit() -> None:
    """Hard case 8: the owner's order stands; a possible spot may not be declined; the loss is nobody's credit."""
    unit = squad([[11.2, 10], [3, 20], [6, 20], [9, 20]], attachments=["warder"])
    t = Bench(table=table(*WALLS), pieces={"rangers": unit, "far": FAR})
    t.play("activate rangers", "pass", "move", "rangers.1", [milli_at(10.2, 10)])
    # the leader at 10.2 leaves room for one base to the east and, well placed, two to the west
    east, middle = milli_at(11.5, 10), milli_at(8.1, 10)
    tight = [["rangers.2", milli_at(9.018, 10)], ["rangers.3", milli_at(7.836, 10)], ["rangers.warder", east]]
    assert t.legal(tight)
    wasteful = [["rangers.2", middle], ["rangers.3", east], ["rangers.warder", None]]
    assert t.legal(wasteful)
    declined = [["rangers.2", milli_at(9.018, 10)], ["rangers.3", east], ["rangers.warder", None]]
    assert t.refusal(declined).cite == "WC-SQUAD-4"
    assert t.refusal([["rangers.warder", None], *wasteful[:2]]).cite == "WC-SQUAD-4"
    for path in t.ask.domain.candidates(t.position, 8, Random(2)):
        assert t.legal(path)
        assert all(pose is not None for _, pose in path)
    t.play(wasteful)
    assert t.gone("rangers.warder")
    assert [(e.by, e.cite) for e in t.happened(Left)] == [(None, "WC-SQUAD-4")]
    assert not t.happened(UnitKilled)


@pytest.mark.rule("WC-SQUAD-4")
def test_with_no_room_at_all_the_others_are_lost() -> None:
    pen = [
        *WALLS[:2],
        {"kind": "impassable", "height": 3, "at": [13, 10], "size": [4, 3]},
        {"kind": "impassable", "height": 3, "at": [5, 10], "size": [8, 3]},
    ]
    t = moving(*pen, unit=squad([[10, 10], [20, 20], [22, 20]])).play("rangers.1", [])
    both_lost = [["rangers.2", None], ["rangers.3", None]]
    assert t.ask.domain.candidates(t.position, 3, Random(1)) == [(("rangers.2", None), ("rangers.3", None))]
    t.play(both_lost)
    assert t.state.models_of("rangers") == ("rangers.1",)


@pytest.mark.rule("WC-SQUAD-6")
def test_an_advance_of_nothing_still_repositions() -> None:
    t = moving().play("rangers.2", [], [["rangers.1", milli_at(11.5, 11.5)], ["rangers.3", milli_at(11.5, 8.5)]])
    assert not t.happened(Moved)
    assert t.model("rangers.1").at == (11500, 11500)
    assert t.cited("WC-SQUAD-3")


@pytest.mark.rule("WC-SQUAD-7")
def test_a_squad_that_does_not_advance_is_not_checked() -> None:
    t = Bench(table=table(), pieces={"rangers": squad([[3, 3], [20, 3], [3, 20]]), "far": FAR})
    t.play("activate rangers", "end")
    assert len(t.state.models_of("rangers")) == 3
    assert t.unit("rangers").token


@pytest.mark.rule("WC-SQUAD-8")
def test_a_slam_of_one_model_moves_only_that_one() -> None:
    t = Bench(
        table=table(),
        pieces={"rangers": squad(), "wolf": wolf([13, 8], "b")},
        frame=Slam(model="rangers.3", source="wolf", distance=6000, by=1),
    )
    assert t.model("rangers.3").at == (13000, 16000)
    assert [t.model(f"rangers.{n}").at for n in (1, 2)] == [(10000, 10000), (11500, 10000)]
    assert not t.happened(Repositioned)


@pytest.mark.rule("WC-SQUAD-9")
def test_a_locked_down_trooper_slows_only_itself() -> None:
    unit = squad(effects={1: ["lock_down"]})
    assert moving(unit=unit).play("rangers.2").legal([milli_at(11.5, 16)])
    slow = moving(unit=unit).play("rangers.1")
    assert slow.legal([milli_at(10, 14)])
    assert slow.refusal([milli_at(10, 14.002)]).cite == "WC-MOVE-1"


@pytest.mark.rule("WC-SQUAD-11", "WC-UNIT-10")
def test_three_troopers_and_the_attachments() -> None:
    t = Bench(table=table(), pieces={"rangers": squad([*SPOTS, [14.5, 10]], attachments=["warder"]), "far": FAR})
    assert troopers(t.position, "rangers") == ("rangers.1", "rangers.2", "rangers.3", "rangers.warder")
    assert t.state.models_of("rangers") == tuple(troopers(t.position, "rangers"))


@pytest.mark.rule("WC-SQUAD-12", "WC-FALL-1")
def test_a_leader_lost_on_the_way_ends_the_move() -> None:
    roof = {"kind": "structure", "id": "roof", "height": 3, "at": [10, 10], "size": [4, 4]}
    unit = squad([[11, 10], [20, 3], [3, 20]], z={1: 3}, on={1: "roof"})
    t = Bench(table=table(roof), pieces={"rangers": unit, "far": FAR}, dice=["XSM"])
    t.play("activate rangers", "move", "rangers.1", [milli_at(14, 10)]).done("a", "activate rangers", cite="WC-ACT-2")
    assert t.gone("rangers.1")
    assert [t.model(f"rangers.{n}").at for n in (2, 3)] == [(20000, 3000), (3000, 20000)]
    assert not t.happened(Repositioned)
    assert t.happened(Left, model="rangers.1", by=None)


@pytest.mark.rule("WC-SQUAD-3", "WC-MEAS-4", "WC-FALL-9")
def test_the_others_may_be_put_on_another_surface_within_reach() -> None:
    roof = {"kind": "structure", "id": "roof", "height": 1.5, "at": [14, 10], "size": [4, 4]}
    t = moving(roof, unit=squad([[11, 10], [11, 12], [9, 10]])).play("rangers.1", [])
    # 1.5 in up leaves sqrt(4 - 2.25) = 1.322 in along the table
    up = 11 + 2 * SMALL / 1000 + 1.322
    assert t.legal([["rangers.2", milli_at(up, 10)], ["rangers.3", milli_at(9, 10)]])
    assert t.refusal([["rangers.2", milli_at(up + 0.01, 10)], ["rangers.3", milli_at(9, 10)]]).cite == "WC-SQUAD-2"
    t.play([["rangers.2", milli_at(up, 10)], ["rangers.3", milli_at(9, 10)]])
    assert (t.model("rangers.2").on, t.model("rangers.2").z) == ("roof", 1500)


def test_candidates_keep_near_the_leader_and_are_legal() -> None:
    terrain = [{"kind": "obstacle", "height": 1, "at": [12, 12], "size": [4, 0.5]}]
    t = moving(*terrain).play("rangers.1", [])
    domain = t.ask.domain
    assert isinstance(domain, Reposition)
    found = domain.candidates(t.position, 12, Random(3))
    assert len(found) > 6
    assert all(t.legal(places) for places in found)
