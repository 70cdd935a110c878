"""Phases of a turn in Mk II."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warmachine.common.state.events import FocusSpent
from tests.rules.warmachine.kit import MK1, MK2, Game, at, both, foe

CONTROL = {"seat": "a", "phase": "control"}


# --- upkeep ---
@both
@pytest.mark.rule("M2-CTRL-8", "M2-CTRL-13", "M1-UPKEEP-1", "M1-UPKEEP-7")
def test_upkeep_is_paid_after_the_allocation_by_its_own_rule(game: str) -> None:
    pieces = {"stryker": at(12, 10), "ironclad": at(14, 14, spells={"snipe": "stryker"}), "juggernaut": foe(40, 40)}
    t = Game(game, pieces, turn=CONTROL)
    t.refusal({"upkeep snipe": 2}, {MK1: "M1-UPKEEP-1", MK2: "M2-CTRL-8"}[game])
    t.play({"upkeep snipe": 1, "ironclad": 2})
    allocation, upkeep = {MK1: ("M1-CTRL-3", "M1-UPKEEP-1"), MK2: ("M2-CTRL-2", "M2-CTRL-8")}[game]
    spent = [(e.on, e.points, e.cite) for e in t.happened(FocusSpent)]
    assert spent == [("ironclad", 2, allocation), ("upkeep snipe", 1, upkeep)]
