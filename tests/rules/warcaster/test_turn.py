"""The nine steps of a turn (WC-TURN)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.state.events import Cleared, StepBegan, TokenRemoved, TurnBegan
from sandtable.rulesets.warcaster.state.table import STEPS
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

OPEN = {"size": 48}
REST = ("no card", "done", "pass", "keep")
RANGERS = [[10, 10], [11.5, 10], [13, 10]]


def bench(step: str = "ready", pieces: dict[str, Any] | None = None, **more: Any) -> Bench:
    seats, turn = more.pop("seats", {}), more.pop("turn", {})
    own = {"wolf": wolf([20, 10]), "marauder": marauder([40, 40])}
    return Bench(table=OPEN, pieces=own if pieces is None else pieces, seats=seats, turn={"step": step, **turn}, **more)


def several(**tokens: bool) -> dict[str, Any]:
    """A warjack, a squad and two solos of one seat, and an enemy."""
    return {
        "wolf": wolf([20, 10], token=tokens.get("wolf", False)),
        "rangers": piece("ranger_fire_team", "a", RANGERS, token=tokens.get("rangers", False)),
        "engineer": piece("combat_engineer", "a", [25, 10], token=tokens.get("engineer", False)),
        "hunter": piece("hunter", "a", [28, 10], token=tokens.get("hunter", False)),
        "marauder": marauder([40, 40]),
    }


@pytest.mark.rule("WC-TURN-1")
def test_players_alternate_whole_turns_the_first_player_beginning() -> None:
    t = bench(turn={"first": "b", "seat": "b"})
    for seat in (1, 0, 1, 0):
        assert t.ask.seat == seat
        unit = "wolf" if seat == 0 else "marauder"
        t.play("nothing", "no card", f"activate {unit}", "end", *REST)
    assert [getattr(e, "seat", None) for e in t.happened(TurnBegan)] == [0, 1, 0, 1]


@pytest.mark.rule("WC-TURN-2", "WC-TURN-17")
def test_nine_steps_in_fixed_order_none_twice() -> None:
    t = bench()
    t.play("nothing", "no card", "activate wolf", "end", *REST)
    steps = [getattr(e, "step", "") for e in t.happened(StepBegan)]
    assert steps[:9] == list(STEPS) == [
        "ready", "charging", "cypher_a", "activation", "cypher_b", "deployment", "gate", "discard", "draw",
    ]  # fmt: skip
    assert t.cited("WC-TURN-2") and t.state.active == 1


@pytest.mark.rule("WC-TURN-17")
def test_a_step_left_behind_cannot_be_gone_back_to() -> None:
    t = bench("deployment")
    for earlier in ("charge wolf", "no card", "activate wolf"):
        t.refusal(earlier, "WC-TURN-12")
    t.play("done")
    t.refusal("recall wolf", "WC-TURN-13")


@pytest.mark.rule("WC-TURN-3")
@pytest.mark.parametrize(("rested", "removed"), [("", 4), ("wolf", 0)])
def test_ready_removes_every_token_or_none(rested: str, removed: int) -> None:
    tokens = {n: n != rested for n in ("wolf", "rangers", "engineer", "hunter")}
    t = bench(pieces=several(**tokens))
    assert len(t.happened(TokenRemoved, cite="WC-TURN-3")) == removed
    assert [u.token for u in t.state.units.values() if u.seat == 0].count(True) == (0 if removed else 3)


@pytest.mark.rule("WC-TURN-3")
def test_ready_looks_at_own_units_in_play_only() -> None:
    pieces = {
        "wolf": wolf([20, 10], token=True),
        "gate": piece("void_gate", "a", [25, 10], arc=1),
        "hunter": {"seat": "a", "unit": "hunter"},
        "marauder": marauder([40, 40], token=True),
    }
    t = bench(pieces=pieces)
    assert not t.unit("wolf").token and t.unit("marauder").token


@pytest.mark.rule("WC-TURN-4")
def test_ready_without_units_does_nothing() -> None:
    pieces = {"gate": piece("void_gate", "a", [25, 10], arc=1), "marauder": marauder([40, 40], token=True)}
    t = bench(pieces=pieces)
    assert not t.happened(TokenRemoved) and t.state.step == "charging"


@pytest.mark.rule("WC-TURN-5")
def test_ready_is_checked_once_at_the_start() -> None:
    """The last unit without a token is recalled by a card: the tokens of the others stay."""
    pieces = several(wolf=True, rangers=True, engineer=True)
    t = bench(pieces=pieces, seats={"a": {"hand": ["recall_initiative"]}})
    t.play("nothing", "play recall_initiative on hunter")
    assert all(t.unit(n).token for n in ("wolf", "rangers", "engineer"))
    assert not t.happened(TokenRemoved)


@pytest.mark.rule("WC-TURN-6")
def test_charging_one_with_exactly_one_arc() -> None:
    pieces = {**several(), "gate": piece("void_gate", "a", [30, 10], arc=2)}
    t = bench("charging", pieces)
    assert t.ask.cite == "WC-TURN-6"
    t.play("charge gate")
    assert (t.unit("gate").arc, t.player("a").well) == (3, 4)
    assert t.state.step == "cypher_a", "charging and clearing exclude each other"


@pytest.mark.rule("WC-TURN-6")
def test_clearing_any_amounts_from_as_many_as_wished() -> None:
    pieces = {
        **several(),
        "gate": piece("void_gate", "a", [30, 10], arc=3),
        "wolf": wolf([20, 10], arc=2),
        "marauder": marauder([40, 40], arc=1),
    }
    t = bench("charging", pieces)
    t.play("clear")
    assert t.refusal({"wolf": 3}).cite == "WC-TURN-6"
    assert t.refusal({"marauder": 1}).cite == "WC-TURN-6"
    t.play({"wolf": 1, "gate": 2})
    assert (t.unit("wolf").arc, t.unit("gate").arc, t.player("a").well) == (1, 1, 5)
    assert len(t.happened(Cleared)) == 2 and t.state.step == "cypher_a"


@pytest.mark.rule("WC-TURN-6")
def test_or_nothing_at_all() -> None:
    t = bench("charging").play("nothing")
    assert t.player("a").well == 7 and t.state.step == "cypher_a"


@pytest.mark.rule("WC-TURN-7")
def test_the_cypher_step_allows_no_card() -> None:
    t = bench("cypher_a", seats={"a": {"hand": ["impulse_inducer"]}}).play("no card")
    assert t.player("a").hand == ("impulse_inducer",) and t.state.step == "activation"


@pytest.mark.rule("WC-TURN-8", "WC-TURN-10")
@pytest.mark.parametrize("first", ["wolf", "rangers"])
def test_one_unit_and_an_additional_solo(first: str) -> None:
    t = bench("activation", several())
    t.play(f"activate {first}", "end")
    assert t.offers() == ["activate engineer", "activate hunter", "end"]
    other = "rangers" if first == "wolf" else "wolf"
    assert t.refusal(f"activate {other}").cite == "WC-TURN-10"
    t.play("activate hunter", "end")
    assert t.state.step == "cypher_b"


@pytest.mark.rule("WC-TURN-8", "WC-TURN-10")
def test_the_solo_may_come_first_and_two_solos_may_activate() -> None:
    t = bench("activation", several())
    t.play("activate hunter", "end")
    assert t.offers() == ["activate wolf", "activate rangers", "activate engineer", "end"]
    both = bench("activation", several()).play("activate hunter", "end", "activate engineer", "end")
    assert both.state.step == "cypher_b" and both.unit("hunter").token and both.unit("engineer").token


@pytest.mark.rule("WC-TURN-10")
def test_two_warjacks_cannot_activate() -> None:
    pieces = {"wolf": wolf([20, 10]), "raptor": piece("strike_raptor", "a", [25, 10]), "marauder": marauder([40, 40])}
    t = bench("activation", pieces).play("activate wolf", "end")
    assert t.state.step == "cypher_b"


@pytest.mark.rule("WC-TURN-9")
def test_activating_is_compulsory_if_a_unit_can() -> None:
    t = bench("activation", several())
    assert t.refusal("end").cite == "WC-TURN-9"
    tired = bench("activation", several(wolf=True, rangers=True, engineer=True, hunter=True))
    assert tired.state.step == "cypher_b", "with tokens on all nothing is activated"


@pytest.mark.rule("WC-TURN-12")
def test_a_deployment_a_recall_or_neither() -> None:
    pieces = {
        **several(),
        "gate": piece("void_gate", "a", [30, 20], arc=3),
        "weaver": {"seat": "a", "unit": "coalition_weaver"},
        "warder": {"seat": "a", "unit": "hunter"},
    }
    t = bench("deployment", pieces)
    assert {"deploy weaver from gate", "recall wolf", "done"} <= set(t.offers())
    t.play("deploy weaver from gate", (("weaver", milli_at(30, 21.5)),))
    assert t.refusal("recall wolf").cite == "WC-DEPLOY-1" and "deploy warder from gate" in t.offers()
    recalled = bench("deployment", pieces).play("recall wolf")
    assert recalled.state.step == "gate" and recalled.unit("wolf").place == "reserve"
    assert bench("deployment", pieces).play("done").state.step == "gate"


@pytest.mark.rule("WC-TURN-13")
def test_a_gate_may_be_placed_or_not() -> None:
    t = bench("gate")
    assert t.ask.cite == "WC-TURN-13" and "pass" in t.offers()
    assert t.play("pass").state.step == "discard"
    assert any(k.startswith("gate") for k in bench("gate").offers())


@pytest.mark.rule("WC-TURN-14")
def test_one_card_may_be_discarded() -> None:
    t = bench(
        "discard", seats={"a": {"hand": ["cryo_lock", "force_barrier"], "rack": ["temporal_cycle"]}}, dice=["1", "1"]
    )
    t.play("discard cryo_lock")
    assert t.ask.seat == 1, "one card, and the turn goes on"


@pytest.mark.rule("WC-TURN-16")
def test_until_end_of_turn_is_after_the_draw_of_this_turn_whoever_played_it() -> None:
    seats = {
        "a": {"hand": ["cryo_lock"], "rack": ["force_barrier"], "in_play": {"ascension_catalyst": "wolf"}},
        "b": {"in_play": {"momentum_calibrator": "scourge"}},
    }
    pieces = {"wolf": wolf([20, 10]), "scourge": piece("scourge", "b", [40, 40])}
    t = bench("discard", pieces, seats=seats, dice=["1"]).play("keep")
    assert t.player("a").discard == ("ascension_catalyst",) and t.player("a").rack == ()
    assert t.player("b").discard == ("momentum_calibrator",)
    kinds = [type(e).__name__ for e in t.events]
    assert kinds.index("Drawn") < kinds.index("CypherExpired") < len(kinds) - 1 - kinds[::-1].index("TurnBegan")


@pytest.mark.rule("WC-TURN-6", "WC-ARC-4")
def test_charging_what_is_not_there_is_refused() -> None:
    t = Bench(pieces={"wolf": wolf([10, 10], arc=3), "m": marauder([20, 20])}, turn={"step": "charging"})
    t.refusal("charge nobody", "WC-TURN-6")
    t.refusal("charge wolf", "WC-ARC-4")
    t.refusal("charge m", "WC-TURN-6")
    assert t.refusal("wolf").cite == "WC-TURN-6"
