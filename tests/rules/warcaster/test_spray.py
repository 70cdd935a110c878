"""Spray (WC-SPRAY)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.resolution import Hit, Missed
from sandtable.rulesets.warcaster.attacks.spray import on_the_line
from tests.rules.warcaster.kit import Bench, marauder, piece, wolf
from tests.rules.warcaster.strikes import attack, land, strike, wall

SLOT = "flamethrower"  # RNG 8, POW 3, fire


def line(**pieces: Any) -> dict[str, Any]:
    return {"wolf": wolf([10, 10]), "s": piece("scourge", "b", [10, 14]), **pieces}


def caught(pieces: dict[str, Any], target: str = "s", **more: Any) -> list[str]:
    t = Bench(table=more.pop("table", {"size": 48}), pieces=pieces)
    return on_the_line(t.position, strike("wolf", target, SLOT))


@pytest.mark.rule("WC-SPRAY-2", "WC-SPRAY-3")
def test_everybody_on_the_line_is_attacked_with_rolls_of_its_own() -> None:
    """A flamethrower at a Scourge: two Reavers lie on the line, a Weaver does not."""
    pieces = line(
        r=piece("vassal_reavers", "b", [[10.3, 12.2], [9.8, 17]]),
        w=piece("immortal_weaver", "b", [12, 14]),
    )
    dice = ["SMMM", "MMM", "MMMM", "MMMM", "MMM", "MMMM", "MMM"]
    t = attack(pieces, "wolf", "s", SLOT, *dice).play("r.2").done()
    attacked = [e.strike.target for e in t.events if isinstance(e, Hit | Missed)]
    assert attacked == ["s", "r.2", "r.1"]
    assert sum(r.purpose == "attack and defence" for r in t.rolls) == 3
    assert t.model("s").effects == ("fire",)


@pytest.mark.rule("WC-SPRAY-2")
@pytest.mark.parametrize("way", [(0, 1), (0, -1), (1, 0), (-1, 0), (0.6, -0.8)])
def test_the_nearest_is_first_whichever_way_it_sprays(way: tuple[float, float]) -> None:
    def at(far: float) -> list[float]:
        return [20 + far * way[0], 20 + far * way[1]]

    reavers = piece("vassal_reavers", "b", [at(8), at(2), at(6)])
    pieces = {"wolf": wolf([20, 20]), "s": piece("scourge", "b", at(4)), "r": reavers}
    assert caught(pieces) == ["r.2", "s", "r.3", "r.1"]


@pytest.mark.rule("WC-SPRAY-1")
@pytest.mark.parametrize(("gap", "legal"), [(8.0, True), (8.001, True), (8.002, False)])
def test_the_declared_target_must_be_in_range(gap: float, legal: bool) -> None:
    pieces = line(s=piece("scourge", "b", [10, round(10 + 2 * 0.984 + gap, 3)]))
    t = Bench(pieces=pieces).play("activate wolf")
    assert t.legal(f"attack s with {SLOT}") is legal
    if not legal:
        assert t.refusal(f"attack s with {SLOT}").cite == "WC-MEAS-3"


@pytest.mark.rule("WC-SPRAY-1", "WC-SPRAY-7")
def test_sight_is_needed_to_the_declared_target_only() -> None:
    """Behind a tower nobody may be declared, yet the line reaches whoever stands there."""
    tower = land(wall(6, [10, 15.4], [6, 0.4]))
    pieces = line(s=piece("scourge", "b", [10, 13]), h=piece("hunter", "b", [10, 17]))
    t = Bench(table=tower, pieces=pieces).play("activate wolf")
    assert t.refusal(f"attack h with {SLOT}").cite == "WC-LOS-1"
    assert caught(pieces, table=tower) == ["s", "h"]


@pytest.mark.rule("WC-SPRAY-2")
@pytest.mark.parametrize(("gap", "on"), [(8.0, True), (8.001, True), (8.002, False)])
def test_the_line_is_as_long_as_the_range_past_the_target(gap: float, on: bool) -> None:
    pieces = line(h=piece("hunter", "b", [10, round(10 + 0.984 + gap + 0.591, 3)]))
    assert ("h" in caught(pieces)) is on


@pytest.mark.rule("WC-SPRAY-2")
def test_the_line_runs_through_the_centre_of_the_target() -> None:
    pieces = line(
        s=piece("scourge", "b", [12, 12]), h=piece("hunter", "b", [14, 14]), n=piece("hunter", "b", [14.9, 13.2])
    )
    assert caught(pieces) == ["s", "h"]


@pytest.mark.rule("WC-SPRAY-4")
@pytest.mark.parametrize(("x", "on"), [(10.591, True), (10.592, True), (10.593, False)])
def test_a_base_merely_touched_is_attacked(x: float, on: bool) -> None:
    assert ("h" in caught(line(h=piece("hunter", "b", [x, 16])))) is on


@pytest.mark.rule("WC-SPRAY-5")
def test_friends_and_gates_are_attacked_the_attacker_is_not() -> None:
    pieces = line(
        friend=piece("hunter", "a", [10, 12.1]),
        gate=piece("void_gate", "a", [10, 16], arc=2),
    )
    assert caught(pieces) == ["friend", "s", "gate"]
    dice = ["MMMM", "MMM", "SSMM", "MMMM", "SSMMM", "MMMM", "MMM"]
    t = attack(pieces, "wolf", "s", SLOT, *dice).play("friend").done()
    assert t.gone("friend")
    assert t.rolls[1].pools[1].seat == 0  # its own side rolls its defence


@pytest.mark.rule("WC-SPRAY-6")
@pytest.mark.parametrize(("z", "on"), [(2.999, True), (3.0, False)])
def test_three_inches_higher_is_out_of_reach(z: float, on: bool) -> None:
    roof = wall(z, [10, 16.5], [3, 3])
    pieces = line(h=piece("hunter", "b", [10, 16.5], z=z, on="structure_1"))
    assert ("h" in caught(pieces, table=land(roof))) is on


@pytest.mark.rule("WC-SPRAY-9", "WC-ARC-9")
def test_the_declared_target_comes_first_and_arc_counts_at_each_roll() -> None:
    """The wolf's Arc is gone after the first roll: Arc dice are counted afresh."""
    pieces = line(
        wolf=wolf([10, 10], arc=1),
        near=piece("hunter", "b", [10, 12.1]),
        far=piece("hunter", "b", [10, 17]),
    )
    t = attack(pieces, "wolf", "s", SLOT, "MMMMM", "MMM", "MMMMM", "MMMM", "MMMMM", "MMMM")
    assert (t.ask.seat, t.ask.cite) == (0, "WC-SPRAY-9")
    assert sorted(t.offers()) == ["far", "near"]
    state = t.state.with_unit("wolf", arc=0).with_player(0, well=7)
    t.game = t.game.but(state=state)
    t.dice = ["MMMM", "MMMM", "MMMM", "MMMM"]
    t.play("far").done()
    attacks = [dict(r.pools[0].dice) for r in t.rolls]
    assert attacks == [{"A": 4, "P": 1}, {"A": 4}, {"A": 4}]


@pytest.mark.rule("WC-SPRAY-10")
def test_a_declared_target_too_high_is_not_rolled_against() -> None:
    roof = wall(3, [10, 14], [3, 3])
    pieces = line(s=piece("scourge", "b", [10, 14], z=3, on="structure_1"), h=piece("hunter", "b", [10, 17]))
    t = attack(pieces, "wolf", "s", SLOT, "MMMM", "MMMM", table=land(roof)).done()
    assert [e.strike.target for e in t.events if isinstance(e, Missed)] == ["h"]


@pytest.mark.rule("WC-SPRAY-3")
def test_a_model_killed_on_the_way_is_passed_over() -> None:
    pieces = line(r=piece("vassal_reavers", "b", [[10, 12.2]]), m=marauder([10, 17]))
    t = attack(pieces, "wolf", "r.1", SLOT, "SMMM", "MMM", "SSMM", "MMMM", "MM", "MMMM", "MMM").play("m").done()
    assert t.gone("r.1")
    assert [r.purpose for r in t.rolls].count("attack and defence") == 3


@pytest.mark.rule("WC-REACT-7", "WC-SPEC-7")
def test_what_follows_a_spray_follows_it_too_when_nobody_is_left_for_the_last_roll() -> None:
    """The second on the line takes the first one's hit and is gone before its own roll."""
    pieces = {
        "n": piece("nemesis", "a", [10, 10], cortex="battle_cruiser", weapons=["void_splitter"], arc=1),
        "d": piece("paladin_defenders", "b", [[13, 10], [15, 10]], arc=1),
    }
    t = attack(pieces, "n", "d.1", "void_splitter", "XMMM", "MMM", "X" * 6)
    t.play("spike shockwave", "spike intercept_driver with d.2").done()
    assert t.gone("d.2")
    assert t.offers() == ["battle_cruiser of n", "pass"]
