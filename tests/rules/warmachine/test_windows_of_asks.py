"""Questions that come up again have stable ids and titles, and one answer that ends them: so presets work."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from sandtable.core import BoundAsk, find
from sandtable.rulesets.warmachine.common.state.asked_windows import TITLES
from sandtable.server.frames import PresetFrame
from sandtable.server.presets import preset_answer
from tests.rules.warmachine.kit import ESCALATION, LARGE, MK1, MK2, Game, at, both, every, foe

IDS = {"free strike", "boost attack", "boost damage", "automatic hit", "follow push", "shake", "step in"}
CLINCH = {"juggernaut": at(12, 10, focus=3), "ironclad": foe(12, 10 + 2 * LARGE + 0.3)}


def never(t: Game, window: str) -> Any:
    """What a preset against this window answers now."""
    bound = BoundAsk.at(t.position, t.ask)
    assert bound.window == window and t.rules.window_titles[window] == TITLES[window]
    return preset_answer(bound, [PresetFrame(window=window, ability="", do="never")])


def test_ids_are_stable_and_have_titles() -> None:
    """They stand in saves and presets."""
    assert set(TITLES) == IDS
    for game in (MK1, ESCALATION, MK2):
        titles = find(game).window_titles
        assert {key: titles[key] for key in TITLES} == TITLES and all(titles.values())


@every
def test_boosts_are_windows(game: str) -> None:
    t = Game(game, CLINCH, waits=True).activate("juggernaut", "attack ironclad with ice_axe")
    assert never(t, "boost attack") == "roll"
    t.dice = ["5 4"]
    t.play("roll")
    assert never(t, "boost damage") == "roll"


@every
def test_free_strikes_are_windows(game: str) -> None:
    t = Game(game, CLINCH).activate("juggernaut", "advance", ((12000, 8000),))
    assert never(t, "free strike") == "hold"


@every
def test_following_a_push_is_a_window(game: str) -> None:
    t = Game(game, CLINCH, dice=["6", "1"]).activate("juggernaut", "push ironclad")
    assert never(t, "follow push") == "stay"


@both
def test_other_questions_are_no_windows(game: str) -> None:
    t = Game(game, CLINCH).activate("juggernaut")
    assert BoundAsk.at(t.position, t.ask).window == ""


@pytest.mark.parametrize("do", ["always", "never"])
def test_a_preset_for_another_window_answers_nothing(do: Literal["always", "never"]) -> None:
    t = Game(MK2, CLINCH, waits=True).activate("juggernaut", "attack ironclad with ice_axe")
    bound = BoundAsk.at(t.position, t.ask)
    assert preset_answer(bound, [PresetFrame(window="free strike", ability="", do=do)]) is None
