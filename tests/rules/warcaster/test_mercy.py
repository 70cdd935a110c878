"""The Mercy Rule (WC-MERCY): no model in play, no game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft
from sandtable.rulesets.warcaster.attacks.resolution import Hit
from sandtable.rulesets.warcaster.state.events import Collapsed, Left
from sandtable.rulesets.warcaster.state.leaving_play import leave
from sandtable.rulesets.warcaster.turn.initial_deployment import InitialDeployment
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

KILL = ["X" * 4, "MM", "X" * (5 + 8)]


def result(t: Bench) -> tuple[int | None, str]:
    assert t.game.result is not None
    return t.game.result.winner, t.game.result.cite


@pytest.mark.rule("WC-MERCY-1", "WC-MERCY-3")
def test_the_last_model_of_a_player_ends_the_game() -> None:
    t = Bench(
        pieces={"wolf": wolf([15, 8]), "m": marauder([15, 18]), "r": {"seat": "b", "unit": "grafter"}},
        seats={"b": {"vp": 20}},
        dice=KILL,
    )
    t.play("activate wolf", "attack m with rail_gun").done()
    assert result(t) == (0, "WC-MERCY-1"), "points and reserves do not help"


@pytest.mark.rule("WC-MERCY-2")
@pytest.mark.parametrize("arc", [0, 1])
def test_a_single_gate_staves_it_off(arc: int) -> None:
    gate = piece("void_gate", "b", [25, 25], arc=arc)
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 18]), "g": gate}, dice=KILL)
    t.play("activate wolf", "attack m with rail_gun").done()
    assert t.gone("m") and not t.game.over


@pytest.mark.rule("WC-MERCY-3")
def test_not_before_the_first_turn() -> None:
    t = Bench(pieces={"h": {"seat": "a", "unit": "hunter"}}, frame=InitialDeployment(seat=0))
    t.game = t.game.but(state=t.state.but(started=False))
    t.play("deploy h")
    t.play(t.ask.silence(t.position))
    assert t.game.result is None, "seat b has nothing on the table yet"


@pytest.mark.rule("WC-MERCY-3", "WC-MERCY-6")
def test_checked_in_the_middle_of_an_activation() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 18])}, dice=KILL)
    t.play("activate wolf", "attack m with rail_gun")
    assert t.game.over and t.state.activating == "wolf", "the activation was never finished"


@pytest.mark.rule("WC-MERCY-4", "WC-MERCY-6")
def test_both_lost_in_one_attack_is_a_draw() -> None:
    pieces = {
        "r": piece("ranger_heavy_support", "a", [[15, 8], None, None]),
        "m": marauder([15, 10.2], damage=0),
    }
    t = Bench(pieces=pieces, dice=["X" * 3, "MM", "X" * (4 + 6), "X" * 4])
    t.play("activate r", "r.1 attack m with talon_launcher").done()
    assert t.gone("m") and t.gone("r.1")
    assert result(t) == (None, "WC-MERCY-4"), "lost at the same instant"


@pytest.mark.rule("WC-MERCY-6")
def test_the_game_ends_before_reactions_to_the_attack() -> None:
    pieces = {
        "r": piece("ranger_heavy_support", "a", [[15, 8], None, None]),
        "m": marauder([15, 10.2]),
    }
    t = Bench(pieces=pieces, dice=["X" * 3, "MM", "M" * (4 + 6), "X" * 4])
    t.play("activate r", "r.1 attack m with talon_launcher").done()
    assert t.happened(Hit) and not t.gone("m") and t.gone("r.1")
    assert result(t) == (1, "WC-MERCY-1")


@pytest.mark.rule("WC-MERCY-6", "WC-MERCY-4")
def test_an_end_of_pulse_step_is_one_event() -> None:
    burning: dict[str, Any] = {"effects": ["fire"]}
    pieces = {"h": piece("hunter", "a", [5, 5], damage=1, **burning), "m": marauder([25, 25], damage=1, **burning)}
    t = Bench(turn={"step": "end_of_pulse", "box": 5, "seat": "b"}, pieces=pieces, dice=["X", "X"])
    assert t.gone("h") and t.gone("m")
    assert result(t) == (None, "WC-MERCY-4"), "the first player does not lose for rolling first"


@pytest.mark.rule("WC-MERCY-6")
def test_one_clearing_of_arc() -> None:
    gates = {"g": piece("void_gate", "a", [5, 5], arc=1), "g2": piece("void_gate", "a", [9, 5], arc=1)}
    turn = {"seat": "a", "step": "charging"}
    one = Bench(turn=turn, pieces={**gates, "m": marauder([25, 25])}).play("clear", {"g": 1})
    assert not one.game.over
    both = Bench(turn=turn, pieces={**gates, "m": marauder([25, 25])}).play("clear", {"g": 1, "g2": 1})
    assert result(both) == (1, "WC-MERCY-1")
    assert len(both.happened(Collapsed)) == 2


@pytest.mark.rule("WC-MERCY-5")
def test_deploying_the_last_arc_of_the_only_gate_is_safe() -> None:
    gate = piece("void_gate", "a", [15, 8], arc=1)
    pieces = {"g": gate, "h": {"seat": "a", "unit": "hunter"}, "m": marauder([25, 25])}
    t = Bench(turn={"seat": "a", "step": "deployment"}, pieces=pieces)
    t.play("deploy h from g")
    t.play(t.ask.silence(t.position))
    assert t.gone("g") and not t.game.over


@pytest.mark.rule("WC-MERCY-7")
def test_a_recall_that_leaves_nothing_loses_at_once() -> None:
    t = Bench(
        turn={"seat": "a", "step": "deployment"}, pieces={"h": piece("hunter", "a", [5, 5]), "m": marauder([25, 25])}
    )
    t.play("recall h")
    assert result(t) == (1, "WC-MERCY-1")
    assert t.state.step == "deployment" and t.happened(Left, model="h", how="recalled"), "step 7 never came"


@pytest.mark.rule("WC-MERCY-4")
def test_a_draw_cites_its_rule() -> None:
    t = Bench(pieces={"wolf": wolf([15, 8]), "m": marauder([15, 18])})
    d = Draft(rules(), t.state)
    for name in ("wolf", "m"):
        leave(d, name, "destroyed", cite="WC-STAT-17")
    rules().verdict(d)
    assert d.result is not None and (d.result.winner, d.result.cite) == (None, "WC-MERCY-4")
