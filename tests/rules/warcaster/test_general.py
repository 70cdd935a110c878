"""General principles (WC-GEN)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.measurements import Measurement
from sandtable.rulesets.warcaster.measuring.distance import distance, near
from sandtable.rulesets.warcaster.state.printed import is_warrior, troopers
from sandtable.rulesets.warcaster.state.stats import Arm, Def
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.strikes import attack


@pytest.mark.rule("WC-GEN-1")
def test_two_players() -> None:
    assert len(rules().seats) == 2
    t = Bench(pieces={"w": wolf([8, 8]), "m": marauder([15, 15])})
    assert len(t.state.players) == len(rules().score(t.state)) == 2
    assert sorted(rules().order(t.state)) == [0, 1]


@pytest.mark.rule("WC-GEN-3")
def test_gates_are_models_but_no_units() -> None:
    """A blast counts a gate as a model; Neural Net counts units and leaves it out."""
    pieces = {
        "wolf": wolf([8, 8]),
        "gate": piece("void_gate", "a", [8, 10], arc=1),
        "m": marauder([15, 15]),
    }
    t = Bench(pieces=pieces)
    assert near(t.position, "wolf", 2000) == ["gate"]
    assert t.value(Def("wolf")) == 3
    assert (t.state.in_play(0), t.state.gates_of(0)) == (["wolf"], ("gate",))
    with_hunter = Bench(pieces={**pieces, "h": piece("hunter", "a", [10.5, 8])})
    assert with_hunter.value(Def("wolf")) == 4


@pytest.mark.rule("WC-GEN-4")
def test_units_are_warjacks_solos_and_squads() -> None:
    units = [c for c in rules().cards.units.values() if c.type not in ("attachment", "void_gate")]
    assert {c.type for c in units} == {"warjack", "solo", "squad"}
    assert {c.size for c in units if c.type != "squad"} == {1}
    assert all(c.size > 1 for c in units if c.type == "squad")
    t = Bench(pieces={"w": wolf([8, 8]), "r": piece("vassal_reavers", "b", [[15, 15], [16.3, 15], [17.6, 15]])})
    assert troopers(t.position, "w") == ("w",)
    assert troopers(t.position, "r") == ("r.1", "r.2", "r.3")


@pytest.mark.rule("WC-GEN-5")
def test_warriors_are_troopers_attachments_and_solos() -> None:
    squad = piece("ranger_fire_team", "a", [[8, 8], [9.3, 8], [10.6, 8], [11.9, 8]], attachments=["warder"])
    pieces = {
        "r": squad,
        "h": piece("hunter", "a", [8, 12]),
        "w": wolf([12, 12]),
        "gate": piece("void_gate", "a", [15, 12], arc=1),
        "m": marauder([20, 20]),
    }
    t = Bench(pieces=pieces)
    assert [n for n in t.state.models if is_warrior(t.position, n)] == ["r.1", "r.2", "r.3", "r.warder", "h", "m"]


@pytest.mark.rule("WC-GEN-5")
@pytest.mark.parametrize(("unit", "dice"), [("hunter", 5), ("dusk_wolf", 3)])
def test_a_rule_about_warriors_leaves_warjacks_out(unit: str, dice: int) -> None:
    """Living Terror: DEF 3, and two more against melee attacks by warrior models."""
    pieces = {"a": piece(unit, "a", [8, 8]), "c": piece("cassius_mooregrave", "b", [8, 10])}
    slot = "combat_blade" if unit == "hunter" else "ripper"
    t = attack(pieces, "a", "c", slot, "M" * (3 if unit == "hunter" else 4), "M" * dice)
    assert t.pool("defence") == {"A": dice}


def grafted(*grafters: list[float], **more: Any) -> Bench:
    pieces = {f"g{i}": piece("grafter", "b", at, arc=1) for i, at in enumerate(grafters)}
    return Bench(pieces={"w": wolf([25, 25]), "r": piece("vassal_reavers", "b", [[8, 8]]), **pieces}, **more)


@pytest.mark.rule("WC-GEN-6")
def test_the_same_rule_twice_counts_once() -> None:
    """Adrenalizer: ARM 2 and one more, however many Grafters stand near."""
    assert grafted().value(Arm("r.1")) == 2
    assert grafted([8, 10]).value(Arm("r.1")) == 3
    assert grafted([8, 10], [10, 8]).value(Arm("r.1")) == 3


@pytest.mark.rule("WC-GEN-6")
def test_a_rule_that_says_so_is_cumulative() -> None:
    """Shields add up: ARM 5 of a Morningstar and one for each."""
    star = piece("morningstar", "a", [8, 8], weapons=["assault_shield", "assault_shield"])
    assert Bench(pieces={"s": star, "m": marauder([20, 20])}).value(Arm("s")) == 7


@pytest.mark.rule("WC-GEN-7")
def test_different_names_add_up() -> None:
    """Adrenalizer and Plexus Densifier: ARM 2 + 1 + 2."""
    t = grafted([8, 10], seats={"b": {"in_play": {"plexus_densifier": "r"}}})
    assert t.value(Arm("r.1")) == 5
    assert {term.why for term in t.position.terms(Arm("r.1")) if term.op == "add"} == {
        "Adrenalizer",
        "Plexus Densifier",
    }


@pytest.mark.rule("WC-GEN-8")
def test_the_card_beats_the_rulebook() -> None:
    """A solo attacks once; a Marauder's card lets it attack with each of its weapons."""
    pieces = {"m": marauder([8, 8], seat="a"), "h": piece("hunter", "a", [12, 8]), "w": wolf([8, 10.5], seat="b")}
    t = Bench(pieces=pieces, dice=["MMMM", "MMM"])
    t.play("activate m", "attack w with mangler")
    assert t.legal("attack w with shredder")
    t = Bench(pieces=pieces, dice=["MMMMMM", "MMM"]).play("activate h", "attack w with sniper_rifle", "pass")
    assert t.refusal("attack w with sniper_rifle").cite == "WC-ACT-2"


@pytest.mark.rule("WC-GEN-9")
def test_the_table_is_open_and_the_hand_is_not() -> None:
    pieces = {"w": wolf([8, 8], arc=2, damage=1), "m": marauder([15, 15], effects=["fire"], token=True)}
    hands = {
        "a": {"hand": ["cryo_lock"], "rack": ["null_collider"], "discard": ["force_barrier"], "secondary": "recon"},
        "b": {"hand": ["velocity_projector", "temporal_cycle"]},
    }
    t = Bench(pieces=pieces, seats=hands)
    seen = t.view("b").state
    assert seen.models == t.state.models
    assert seen.units == t.state.units
    mine, real = seen.players[0], t.state.players[0]
    assert (mine.well, mine.discard, mine.in_play, mine.vp, mine.secondary) == (
        real.well,
        real.discard,
        real.in_play,
        real.vp,
        real.secondary,
    )
    assert (len(mine.hand), len(mine.rack)) == (1, 1)
    assert "cryo_lock" not in str(mine)
    assert "null_collider" not in str(mine)
    assert seen.players[1].hand == t.state.players[1].hand


@pytest.mark.rule("WC-GEN-10")
def test_measuring_commits_to_nothing() -> None:
    """Distances are there for both seats at any time; a refused range tells by how much, and nothing changes."""
    t = Bench(table={"size": 48}, pieces={"w": wolf([8, 8]), "m": marauder([8, 40])}).play("activate w")
    before = rules().codec.save(t.game)
    assert all(rules().may_measure(t.position, seat, Measurement("distance")) for seat in (0, 1))
    far = distance(t.position, t.view("b").state.models["w"], t.view("b").state.models["m"])
    assert far == 32000 - 984 - 787
    assert t.refusal("attack m with rail_gun").short_by == round(far - 18000)
    assert rules().codec.save(t.game) == before


@pytest.mark.rule("WC-GEN-11")
@pytest.mark.parametrize(("vp", "winner"), [((1, 3), 1), ((3, 1), 0), ((2, 2), None)])
def test_victory_points_decide(vp: tuple[int, int], winner: int | None) -> None:
    """Seat a has far more on the table."""
    pieces = {"w": wolf([8, 8]), "h": piece("hunter", "a", [12, 8]), "m": marauder([15, 15])}
    seats = {"a": {"vp": vp[0]}, "b": {"vp": vp[1]}}
    t = Bench(pieces=pieces, seats=seats, turn={"step": "end_of_pulse", "round": 3})
    assert t.game.result is not None
    assert t.game.result.winner == winner


@pytest.mark.rule("WC-GEN-11")
def test_apart_from_mercy() -> None:
    """Ahead on points but without a model: lost."""
    pieces = {"w": wolf([8, 8]), "m": marauder([8, 14], damage=2)}
    t = attack(pieces, "w", "m", "rail_gun", "SMMM", "MM", "SSSSMM", seats={"b": {"vp": 9}})
    assert t.game.result is not None
    assert (t.game.result.winner, t.game.result.cite) == (0, "WC-MERCY-1")


@pytest.mark.rule("WC-GEN-2")
def test_friend_and_foe_go_by_control() -> None:
    pieces = {"w": wolf([8, 8]), "h": piece("hunter", "a", [10.5, 8]), "m": marauder([8, 12])}
    t = Bench(pieces=pieces).play("activate w")
    assert t.refusal("attack h with battle_rifle").reason == "h is friendly"
    assert t.legal("attack m with battle_rifle")
