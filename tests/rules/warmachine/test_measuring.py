"""Declare before measuring: what a seat may not measure changes nothing that it is told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.explain import explain
from sandtable.chance import Seeded
from sandtable.core import Refused, View, begin
from sandtable.core.measurements import Measurement
from sandtable.match import Match
from tests.rules.warmachine.kit import MK1, MK2, Game, at, both, every, foe

# The charger's cannon reaches 12 inches, the ironclad charges 8 and reaches half an inch: gaps within and beyond.
CANNON = {"shooter": "charger", "within": 11.9, "beyond": 12.15}
HAMMER = {"shooter": "ironclad", "within": 8.4, "beyond": 8.65}


def table(game: str, who: str, gap: float, measuring: str = "") -> Match:
    """One warjack with focus, and a juggernaut straight ahead at a gap between the bases."""
    rules, radius = Game(game, {who: at(12, 10)}).rules, {"charger": 0.787, "ironclad": 0.984}[who]
    y = 10 + radius + gap + 0.984
    pieces = {
        who: at(12, 10, focus=2),
        "juggernaut": foe(12, y),
        "stryker": at(46, 2),
        "sorscha": foe(46, 46),
    }
    given = {"pieces": pieces, "table": {"size": [48, 48]}, "turn": {"seat": "a"}}
    match = Match(rules, begin(rules, *rules.scenarios.position(rules, given)), Seeded(1), measuring=measuring,
                  from_position=True)  # fmt: skip
    match.answer(f"activate {who}")
    return match


def told(match: Match, who: str) -> dict[str, Any]:
    """Everything a seat is told before it declares."""
    ask, view = match.ask, match.view("a")
    assert ask is not None and view.ask is not None
    keys = [option.key for option in view.ask.domain.options or ()]
    return {
        "options": view.ask.domain.options,
        "barred": view.ask.domain.barred(),
        "candidates": [view.ask.domain.candidates(6, seed) for seed in range(8)],
        "refusals": [
            str(view.ask.domain.refuse(key)) for key in ("charge sorscha", "attack sorscha with nothing", "slam x")
        ],
        "previews": [match.preview(key) for key in keys if "juggernaut" in key],
        "odds": [match.may_measure("a", Measurement("odds", answer=key)) for key in keys],
        "ruler": match.may_measure("a", Measurement("distance", who, "juggernaut")),
        "eye": match.rules.by_eye(match.position.state, 0, Random(3)),
    }


@every
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
@pytest.mark.parametrize("case", [CANNON, HAMMER])
def test_moving_a_target_beyond_range_changes_nothing_that_is_told(game: str, case: dict[str, Any]) -> None:
    within, beyond = (told(table(game, case["shooter"], case[far]), case["shooter"]) for far in ("within", "beyond"))
    assert within == beyond
    assert not within["ruler"]


@both
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_the_outline_of_a_move_does_not_tell_a_range(game: str) -> None:
    drawn = []
    for far in ("within", "beyond"):
        match = table(game, "charger", CANNON[far])  # type: ignore[arg-type]
        match.answer("advance")
        assert match.ask is not None
        drawn.append(match.ask.domain.outline())
    assert drawn[0] == drawn[1]


@both
@pytest.mark.parametrize("level", ["regular", "veteran:60"])
def test_a_bot_chooses_alike_just_within_and_just_beyond(game: str, level: str) -> None:
    def chosen(gap: float) -> list[Any]:
        return [bot(level, seed=seed).choose(table(game, "charger", gap).view("a")) for seed in range(4)]

    assert chosen(11.9) == chosen(12.15)


@both
@pytest.mark.rule("M1-GEO-8", "M2-GEO-9")
def test_odds_and_advice_of_a_shot_are_not_given_before_it_is_declared(game: str) -> None:
    match = table(game, "charger", 11.9)
    shot = "attack juggernaut with dual_cannon"
    with pytest.raises(Refused, match="by the book") as refused:
        match.odds(shot, seat="a")
    assert refused.value.refusal.cite == ("M2-GEO-9" if game == MK2 else "M1-GEO-8")
    assert table(game, "charger", 11.9, measuring="free").odds(shot, seat="a")
    for advice in explain(match.view("a"), nodes=40):
        assert "attack" not in str(advice.answer) or advice.odds == ""


@both
def test_after_the_declaration_the_charge_is_measured(game: str) -> None:
    match = table(game, "ironclad", 8.65)
    match.answer("charge juggernaut")
    assert match.ask is not None
    assert match.may_measure("a", Measurement("move", "ironclad"))
    assert match.may_measure("a", Measurement("odds", answer=(90_000, 8000)))


@both
@pytest.mark.rule("M1-GEO-9", "M2-GEO-9")
def test_the_own_control_area_may_be_measured(game: str) -> None:
    """Stryker's area is 12 inches; in Mk II only in his turn."""
    near, far = 12 - 0.001, 12 + 0.003
    for gap, inside in ((near, True), (far, False)):
        pieces = {"stryker": at(12, 10), "ironclad": at(12, 10 + 0.591 + gap + 0.984), "sorscha": foe(40, 40)}
        for seat in ("a", "b"):
            t = Game(game, pieces, turn={"seat": seat})
            allowed = t.rules.may_measure(t.position, 0, Measurement("distance", "stryker", "ironclad"))
            assert allowed == (inside and (game == MK1 or seat == "a"))
        t = Game(game, pieces)
        assert not t.rules.may_measure(t.position, 1, Measurement("distance", "stryker", "ironclad"))


@both
@pytest.mark.rule("M1-GEO-9", "M2-GEO-9")
def test_the_active_model_measures_its_melee_range(game: str) -> None:
    t = Game(game, {"ironclad": at(12, 10), "juggernaut": foe(12, 12.4), "destroyer": foe(20, 10)})
    what = Measurement("distance", "ironclad", "juggernaut")
    assert not t.rules.may_measure(t.position, 0, what)
    t.play("activate ironclad")
    assert t.rules.may_measure(t.position, 0, what)
    assert not t.rules.may_measure(t.position, 0, Measurement("distance", "ironclad", "destroyer"))
    assert not t.rules.may_measure(t.position, 1, what)


@pytest.mark.rule("M2-GEO-10")
def test_the_command_range_of_a_unit_is_measured_in_its_activation() -> None:
    card: dict[str, Any] = {"card": "long_gunners", "unit": "guns"}
    pieces = {
        "guns.1": at(12, 10, role="leader", **card), "guns.2": at(14, 10, **card), "ironclad": at(24, 10),
        "juggernaut": foe(40, 40),
    }  # fmt: skip
    t = Game(MK2, pieces)
    what = Measurement("distance", "guns.1", "guns.2")
    assert not t.rules.may_measure(t.position, 0, what)
    t.play("activate guns")
    assert t.rules.may_measure(t.position, 0, what)
    assert not t.rules.may_measure(t.position, 0, Measurement("distance", "guns.2", "ironclad"))


@both
def test_views_of_a_free_table_may_measure(game: str) -> None:
    match = table(game, "charger", 11.9, measuring="free")
    assert match.may_measure("a", Measurement("distance", "charger", "juggernaut"))
    assert View(match.rules, match.game, 0, "free").may_measure(Measurement("distance", "charger", "juggernaut"))
