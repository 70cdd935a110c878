"""Skirmish missions (WC-SKIRMISH): Boiling Point scores at the end of activations."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup
from sandtable.rulesets.warcaster.state.events import Scored
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

NEAR_W = [6 + 0.984 + 0.591 + 1, 15]  # a small base exactly an inch from the west objective


def bench(turn: dict[str, Any] | None = None, **pieces: Any) -> Bench:
    more = {k: pieces.pop(k) for k in ("seats", "dice") if k in pieces}
    base = {"m": marauder([28, 28])}
    return Bench(mission="boiling_point", turn=turn or {"step": "activation"}, pieces=base | pieces, **more)


def points(t: Bench) -> list[tuple[int, int, str]]:
    return [(e.seat, e.vp, e.objective) for e in t.events if isinstance(e, Scored)]


@pytest.mark.rule("WC-SKIRMISH-1")
def test_thirty_inches_and_three_rounds() -> None:
    assert rules().new_game({}).state.map.size == 30000
    t = bench({"step": "end_of_pulse", "round": 2, "box": 5, "seat": "b"}, h=piece("hunter", "a", [2, 2]))
    assert not t.game.over and t.state.round == 3


@pytest.mark.rule("WC-SKIRMISH-2")
def test_up_to_eight_units_heroes_among_them() -> None:
    def started(solos: int, *heroes: str) -> int:
        units = [{"unit": u} for u in (["hunter"] * 4 + ["coalition_weaver"] * 4)[:solos]]
        force = {**rules().cards.forces["marcher_box"], "units": units, "heroes": list(heroes)}
        return sum(u.seat == 0 for u in rules().new_game({"forces": (force, "continuum_box")}).state.units.values())

    assert started(8) == 8
    assert started(5, "artemis_fang", "jax_redblade", "voitek_sudal") == 8
    assert started(1) == 1
    with pytest.raises(BadSetup, match="WC-SKIRMISH-2"):
        started(6, "artemis_fang", "jax_redblade", "voitek_sudal")


@pytest.mark.rule("WC-SKIRMISH-3", "WC-SECONDARY-9")
@pytest.mark.parametrize("secondaries", ["choose", ("recon", "recon")])
def test_no_secondary_missions(secondaries: Any) -> None:
    with pytest.raises(BadSetup, match="WC-SECONDARY-9"):
        rules().new_game({"mission": "boiling_point", "secondaries": secondaries})


@pytest.mark.rule("WC-SKIRMISH-4")
def test_the_mercy_rule_may_be_dropped() -> None:
    assert rules().new_game({}).state.mercy is True
    assert rules().new_game({"mercy": False}).state.mercy is False
    with pytest.raises(BadSetup, match="WC-SKIRMISH-4"):
        rules().new_game({"mission": "strange_matter", "mercy": False})
    turn = {"seat": "a", "step": "deployment"}
    for mercy in (True, False):
        t = Bench(
            mission="boiling_point",
            turn=turn,
            mercy=mercy,
            pieces={"h": piece("hunter", "a", [5, 5]), "m": marauder([28, 28])},
        )
        t.play("recall h")
        assert t.game.over is mercy


@pytest.mark.rule("WC-SKIRMISH-5", "WC-SKIRMISH-6")
@pytest.mark.parametrize(
    ("unit", "at"),
    [
        ("hunter", NEAR_W),
        ("dusk_wolf", [8.9, 15]),
        ("ranger_fire_team", [NEAR_W, [9.5, 15], [11, 15]]),
    ],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_unit_secures_for_as_many_points_as_the_round(unit: str, at: Any, number: int) -> None:
    t = bench({"step": "activation", "round": number}, it=piece(unit, "a", at))
    t.play("activate it", "end")
    assert points(t) == [(0, number, "w")] and t.player("a").vp == number
    assert t.happened(Scored, cite="WC-SKIRMISH-6")
    assert {o["id"] for o in rules().cards.missions["boiling_point"]["objectives"]} == set(t.state.objectives)
    assert all(f.cover for f in t.state.map.features if f.id in t.state.objectives)


@pytest.mark.rule("WC-SKIRMISH-6", "WC-OBJ-5")
def test_just_beyond_an_inch_scores_nothing() -> None:
    t = bench(h=piece("hunter", "a", [NEAR_W[0] + 0.002, 15]))
    t.play("activate h", "end")
    assert points(t) == []


@pytest.mark.rule("WC-SKIRMISH-6")
def test_several_objectives_each_score_and_contested_ones_do_not() -> None:
    squad = piece("ranger_fire_team", "a", [NEAR_W, [24, 8.5], [24, 21.5]])
    t = bench(r=squad)
    t.play("activate r", "end")
    assert points(t) == [(0, 1, "w"), (0, 1, "se"), (0, 1, "ne")]
    foe = bench(r=squad, m2=marauder([26.5, 6]))
    foe.play("activate r", "end")
    assert points(foe) == [(0, 1, "w"), (0, 1, "ne")]


@pytest.mark.rule("WC-SKIRMISH-7")
def test_once_per_player_objective_and_round() -> None:
    t = bench(h=piece("hunter", "a", NEAR_W), h2=piece("hunter", "a", [6, 12.43]))
    t.play("activate h", "end")
    assert t.player("a").scored == ("w",)
    t.play("activate h2", "end")
    assert points(t) == [(0, 1, "w")]
    again = bench(h=piece("hunter", "a", NEAR_W), seats={"a": {"scored": ["w"]}})
    again.play("activate h", "end")
    assert points(again) == []
    fresh = bench(
        {"step": "end_of_pulse", "box": 5, "seat": "b"}, h=piece("hunter", "a", NEAR_W), seats={"a": {"scored": ["w"]}}
    )
    assert fresh.player("a").scored == (), "the next round it may be scored again"
    other = bench(h=piece("hunter", "a", NEAR_W), seats={"b": {"scored": ["w"]}})
    other.play("activate h", "end")
    assert points(other) == [(0, 1, "w")]


@pytest.mark.rule("WC-SKIRMISH-8")
def test_the_activating_unit_itself_must_secure() -> None:
    t = bench(h=piece("hunter", "a", NEAR_W), wolf=wolf([20, 15]))
    t.play("activate wolf", "end")
    assert points(t) == []


@pytest.mark.rule("WC-SKIRMISH-9")
def test_nothing_at_the_end_of_a_round() -> None:
    t = bench({"step": "end_of_pulse", "box": 5, "seat": "b"}, h=piece("hunter", "a", NEAR_W))
    assert points(t) == []


@pytest.mark.rule("WC-SKIRMISH-10")
def test_arc_strip_and_budget_are_unchanged() -> None:
    t = Bench(options={}, dice=["11111", "11111", "6", "1"])
    assert t.player("a").well == 7
    t.play("go first", "far side", "deploy dusk_wolf")
    assert t.ask.cite == "WC-SETUP-10"
    assert t.refusal([["dusk_wolf", (15000, 5986)]]).cite == "WC-SETUP-10"
    t.play([["dusk_wolf", (15000, 5000)]], "deploy ranger_fire_team")
    t.play(t.ask.silence(t.position), "deploy coalition_weaver")
    t.play(t.ask.silence(t.position))
    assert t.ask.seat == 1, "five points are spent"


@pytest.mark.rule("WC-SKIRMISH-11")
def test_chosen_not_rolled() -> None:
    assert "roll" not in rules().cards.missions["boiling_point"]
    assert sorted(m["roll"] for m in rules().cards.missions.values() if m["kind"] == "primary") == [1, 2, 3]
    assert {"name", "objectives", "rules", "score", "pulses"} <= set(rules().cards.missions["boiling_point"])


@pytest.mark.rule("WC-SKIRMISH-12")
@pytest.mark.parametrize(("a", "b", "winner"), [(3, 1, 0), (1, 3, 1), (2, 2, None)])
def test_victory_by_points(a: int, b: int, winner: int | None) -> None:
    end = {"step": "end_of_pulse", "round": 3, "box": 5, "seat": "b"}
    t = bench(end, h=piece("hunter", "a", [2, 2]), seats={"a": {"vp": a}, "b": {"vp": b}})
    assert t.game.result is not None and (t.game.result.winner, t.game.result.cite) == (winner, "WC-MISSION-2")


@pytest.mark.rule("WC-SKIRMISH-6", "WC-FALL-5")
def test_a_fall_that_ends_the_activation_still_scores() -> None:
    roof = {"size": 30, "terrain": [{"kind": "structure", "height": 2, "at": [10.5, 15], "size": [3, 3]}]}
    t = Bench(
        mission="boiling_point",
        table=roof,
        pieces={"h": piece("coalition_weaver", "a", [9.8, 15], z=2, on="structure_1"), "m": marauder([28, 28])},
        dice=["XX"],
    )
    t.play("activate h", "move", [(8300, 15000)]).done()
    assert t.model("h").damage == 1 and t.unit("h").token
    assert t.state.step == "cypher_b", "the activation is over"
    assert points(t) == [(0, 1, "w")]


@pytest.mark.rule("WC-SKIRMISH-6")
def test_a_unit_destroyed_in_its_own_activation_scores_nothing() -> None:
    pieces = {
        "r": piece("ranger_heavy_support", "a", [NEAR_W, None, None]),
        "h": piece("hunter", "a", [28, 2]),
        "m": marauder([NEAR_W[0] + 2.6, 15]),
    }
    t = bench(**pieces, dice=["X" * 3, "MM", "M" * (4 + 6), "X" * 4])
    t.play("activate r", "r.1 attack m with talon_launcher")
    while t.ask.prompt != "activate a unit" and t.state.step == "activation":
        t.play("pass")
    assert t.gone("r.1") and points(t) == []
