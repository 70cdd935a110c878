"""Pulse rounds and their end (WC-PULSE)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import Draft, Effect, EffectEnded, Rolled
from sandtable.rulesets.warcaster.state.events import (
    CypherExpired,
    EffectExpired,
    GeyserRolled,
    PulseEnded,
    Scored,
    TokenRemoved,
    TurnBegan,
)
from sandtable.rulesets.warcaster.state.moments import PulseEnds
from sandtable.rulesets.warcaster.turn.end_of_pulse import EndOfPulse
from sandtable.rulesets.warcaster.turn.pulse_rounds import Battle
from tests.rules.warcaster.kit import Bench, Invented, marauder, piece, rules, wolf

SQUAD = [[10, 16], None, None]


def bench(step: str, pieces: dict[str, Any] | None = None, **more: Any) -> Bench:
    own = {"wolf": wolf([5, 5]), "scourge": piece("scourge", "b", [43, 43])}
    turn = {"step": step, **more.pop("turn", {})}
    table = more.pop("table", {"size": 48})
    kind: type[Bench] = more.pop("kind", Bench)
    return kind(table=table, pieces={**own, **(pieces or {})}, turn=turn, **more)


def a_turn(t: Bench) -> None:
    """Whoever is asked does as little as possible until the turn is over."""
    turn = t.state.turn
    while t.state.turn == turn and not t.game.over:
        t.play(t.ask.silence(t.position))


@pytest.mark.rule("WC-PULSE-1", "WC-PULSE-2", "WC-PULSE-3", "WC-PULSE-9", "WC-PULSE-4")
def test_five_turns_each_make_a_round_and_three_rounds_a_game() -> None:
    t = Bench(
        table={"size": 30},
        pieces={"wolf": wolf([5, 5]), "scourge": piece("scourge", "b", [25, 25])},
        turn={"step": "end_of_pulse", "round": 1, "box": 5, "seat": "b"},
    )
    began = t.happened(TurnBegan)
    assert [(e.cite, getattr(e, "box", 0), getattr(e, "round", 0)) for e in began] == [("WC-PULSE-3", 1, 2)]
    while not t.game.over:
        a_turn(t)
    turns = [(getattr(e, "seat", 0), getattr(e, "round", 0), getattr(e, "box", 0)) for e in t.happened(TurnBegan)]
    assert turns == [(seat, number, box) for number in (2, 3) for box in range(1, 6) for seat in (0, 1)]
    cites = [e.cite for e in t.happened(TurnBegan)]
    assert cites[:4] == ["WC-PULSE-3", "WC-TURN-1", "WC-PULSE-2", "WC-TURN-1"]
    assert [getattr(e, "round", 0) for e in t.happened(PulseEnded)] == [1, 2, 3]
    assert t.game.result is not None and t.game.result.cite == "WC-MISSION-2"
    assert t.state.turn == 30, "each player's fifteenth turn was the last"


@pytest.mark.rule("WC-PULSE-1")
def test_the_first_turn_puts_the_token_on_the_first_box() -> None:
    t = bench("end_of_pulse", frame=Battle())
    first = t.happened(TurnBegan)[0]
    assert (first.cite, t.state.box, t.state.round) == ("WC-PULSE-1", 1, 1)


@pytest.mark.rule("WC-PULSE-3", "WC-PULSE-4", "WC-PULSE-12")
def test_the_round_ends_after_the_second_players_fifth_turn_and_its_expiries() -> None:
    pieces = {"marauder": marauder([40, 40], effects=["fire"], token=True)}
    seats = {"b": {"in_play": {"ascension_catalyst": "scourge", "divination_algorithm": "scourge"}}}
    t = bench("discard", pieces, seats=seats, turn={"seat": "b", "box": 5}, dice=["S"])
    t.play("keep").done()
    kinds = [(type(e).__name__, getattr(e, "card", "")) for e in t.events]
    order = [
        kinds.index(("CypherExpired", "ascension_catalyst")),
        next(i for i, e in enumerate(t.events) if isinstance(e, Rolled)),
        kinds.index(("CypherExpired", "divination_algorithm")),
        kinds.index(("PulseEnded", "")),
        kinds.index(("TurnBegan", "")),
        len(kinds) - 1 - kinds[::-1].index(("StepBegan", "")),
    ]
    assert order == sorted(order), "end of turn, the sequence, and only then the next turn with its Ready step"
    assert (t.state.round, t.state.box, t.state.active) == (2, 1, 0)


@pytest.mark.rule("WC-PULSE-3")
def test_no_round_ends_after_the_first_players_fifth_turn() -> None:
    t = bench("discard", turn={"seat": "a", "box": 5})
    t.play("keep")
    assert not t.happened(PulseEnded) and (t.state.active, t.state.box, t.state.round) == (1, 5, 1)


@pytest.mark.rule("WC-PULSE-5", "WC-PULSE-6")
def test_effects_then_cards_then_scores_then_tokens_each_by_both_players() -> None:
    pieces = {
        "wolf": wolf([5, 5], effects=["lock_down"], token=True),
        "scourge": piece("scourge", "b", [43, 43], effects=["lock_down"], token=True),
        "rangers": piece("ranger_fire_team", "a", [[12, 14], None, None]),
        "reavers": piece("vassal_reavers", "b", [[36, 38.2], None, None]),
    }
    seats = {
        "a": {"in_play": {"divination_algorithm": "wolf"}},
        "b": {"in_play": {"force_barrier": "reavers"}},
    }
    t = bench(
        "end_of_pulse", pieces, seats=seats, mission="surface_tension", table={}, dice=["M", "M"], turn={"first": "b"}
    )
    told = [
        (
            type(e).__name__,
            "ab"[e.seat] if isinstance(e, CypherExpired | Scored) else getattr(e, "model", getattr(e, "unit", "")),
        )
        for e in t.events
        if isinstance(e, EffectExpired | CypherExpired | Scored | TokenRemoved | PulseEnded)
    ]
    assert told == [
        ("EffectExpired", "scourge"),
        ("EffectExpired", "wolf"),
        ("CypherExpired", "b"),
        ("CypherExpired", "a"),
        ("Scored", "b"),
        ("Scored", "a"),
        ("TokenRemoved", "scourge"),
        ("TokenRemoved", "wolf"),
        ("PulseEnded", ""),
    ]
    assert t.cited("WC-PULSE-5") and not any(u.token for u in t.state.units.values())


@pytest.mark.rule("WC-PULSE-7")
def test_scoring_looks_at_the_board_once_for_both() -> None:
    pieces = {
        "rangers": piece("ranger_fire_team", "a", [[24, 22.2], None, None]),
        "reavers": piece("vassal_reavers", "b", [[12, 14], None, None]),
    }
    t = bench("end_of_pulse", pieces, mission="surface_tension", table={})
    assert (t.player("a").vp, t.player("b").vp) == (2, 3)


@pytest.mark.rule("WC-PULSE-8")
@pytest.mark.parametrize(("face", "points"), [("S", (2, 0)), ("M", (0, 0))])
def test_a_model_that_burns_to_death_neither_secures_nor_contests(face: str, points: tuple[int, int]) -> None:
    pieces = {
        "rangers": piece("ranger_fire_team", "a", [[24, 22.2], None, None]),
        "reavers": piece("vassal_reavers", "b", [[24, 25.8], None, None], effects=["fire"]),
    }
    t = bench("end_of_pulse", pieces, mission="surface_tension", table={}, dice=[face])
    assert t.gone("reavers.1") == (face == "S")
    assert tuple(p.vp for p in t.state.players) == points
    alone = {"reavers": pieces["reavers"]}
    t = bench("end_of_pulse", alone, mission="surface_tension", table={}, dice=[face])
    assert t.player("b").vp == (0 if face == "S" else 2)


@pytest.mark.rule("WC-PULSE-9")
@pytest.mark.parametrize(("vp", "winner"), [((3, 1), 0), ((1, 3), 1), ((2, 2), None)])
def test_the_game_ends_with_the_third_scoring(vp: tuple[int, int], winner: int | None) -> None:
    seats = {"a": {"vp": vp[0]}, "b": {"vp": vp[1]}}
    t = bench("end_of_pulse", seats=seats, turn={"round": 3})
    assert t.game.over and t.game.result is not None and t.game.result.winner == winner
    second = bench("end_of_pulse", seats=seats, turn={"round": 2})
    assert not second.game.over


@pytest.mark.rule("WC-PULSE-10")
def test_the_geyser_roll_comes_after_the_tokens_and_before_the_turn() -> None:
    pieces = {"wolf": wolf([5, 5], token=True)}
    t = bench("end_of_pulse", pieces, mission="orders_of_magnitude", table={}, geyser=1, dice=["5"])
    kinds = [type(e).__name__ for e in t.events]
    assert kinds.index("TokenRemoved") < kinds.index("GeyserRolled") < kinds.index("TurnBegan")
    assert t.happened(GeyserRolled, number=3)


@pytest.mark.rule("WC-PULSE-10")
def test_in_the_first_round_the_geyser_roll_precedes_the_first_turn() -> None:
    t = bench("end_of_pulse", mission="orders_of_magnitude", table={}, frame=Battle(), dice=["2"], kind=Invented)
    kinds = [type(e).__name__ for e in t.events]
    assert kinds.index("GeyserRolled") < kinds.index("TurnBegan")


@pytest.mark.rule("WC-PULSE-11")
def test_arc_gates_damage_and_hands_stay() -> None:
    pieces = {
        "wolf": wolf([5, 5], arc=2, damage=1, token=True),
        "gate": piece("void_gate", "a", [10, 5], arc=3),
    }
    hand = ["cryo_lock", "force_barrier"]
    t = bench("end_of_pulse", pieces, seats={"a": {"hand": hand}})
    assert (t.unit("wolf").arc, t.model("wolf").damage, t.unit("gate").arc) == (2, 1, 3)
    assert (t.player("a").hand, t.player("a").well) == (tuple(hand), 2)


@pytest.mark.rule("WC-PULSE-12")
def test_the_sequence_belongs_to_no_players_turn() -> None:
    """A unit burnt to death then is nobody's kill."""
    pieces = {"reavers": piece("vassal_reavers", "b", [[24, 25], None, None], effects=["fire"])}
    t = bench("end_of_pulse", pieces, dice=["X"])
    assert t.gone("reavers.1") and [p.kills for p in t.state.players] == [0, 0]
    assert not t.happened(EffectEnded)


@pytest.mark.rule("WC-PULSE-6")
def test_mercy_waits_until_both_have_rolled() -> None:
    """Both burn: a draw, not a loss for whoever rolls first."""
    t = Bench(
        table={"size": 48},
        pieces={
            "rangers": piece("ranger_fire_team", "a", [[10, 10], None, None], effects=["fire"]),
            "reavers": piece("vassal_reavers", "b", [[24, 25], None, None], effects=["fire"]),
        },
        turn={"step": "end_of_pulse"},
        dice=["S", "S"],
    )
    assert t.game.result is not None and (t.game.result.winner, t.game.result.cite) == (None, "WC-MERCY-4")


@pytest.mark.rule("WC-PULSE-3", "WC-PULSE-9")
@pytest.mark.parametrize("turn", [{"round": 2}, {"round": 2, "first": "b"}, {"round": 2, "box": 1, "seat": "a"}])
def test_a_position_at_the_end_of_a_round_names_that_round_and_the_turns_played(turn: dict[str, Any]) -> None:
    t = bench("end_of_pulse", turn=turn)
    assert [e.round for e in t.happened(PulseEnded)] == [2]
    lines = [line for event, line in t.match.event_lines() if isinstance(event, TurnBegan)]
    assert lines == [f"Turn 21 of seat {turn.get('first', 'a')}: Pulse round 3, box 1"]


@pytest.mark.rule("WC-PULSE-5")
def test_a_position_at_the_end_of_a_round_shows_its_last_box_until_then() -> None:
    pieces = {"marauder": marauder([40, 40], effects=["corrosion", "fire"])}
    t = bench("end_of_pulse", pieces, turn={"round": 2}).done("b", "which effect", cite="WC-CE-13")
    assert (t.state.round, t.state.box, t.state.turn, t.state.active) == (2, 5, 20, 1)


@pytest.mark.rule("WC-PULSE-5")
def test_what_lasts_until_the_pulse_ends_is_over_before_it_is_scored() -> None:
    t = Bench(pieces={"wolf": wolf([10, 10]), "m": marauder([20, 20])})
    d = Draft(rules(), t.state)
    d.begin(Effect("dazzled", "wolf", until=PulseEnds(), cite="WC-PULSE-5"))
    d.begin(Effect("hunted", "m", cite="WC-PULSE-5"))
    EndOfPulse(round=1).expire(d)
    assert [effect.name for effect in d.state.effects] == ["hunted"]
