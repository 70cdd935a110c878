"""What version 8 kept of a unit's activation is read as today's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.turn.activation import opened
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from tests.rules.warmachine.kit import ESCALATION, MK1, Game, every, foe, row


def loaded(t: Game, risen: Activity | None) -> Any:
    """The game as version 8 saved it: the leader alone was asked before the order whether he stands up."""
    raw: dict[str, Any] = json.loads(t.rules.codec.save(t.game))
    (frame,) = [frame for frame in raw["stack"] if frame["type"] == "UnitActivation"]
    del frame["lying"]
    frame["risen"] = None if risen is None else json.loads(t.rules.codec.save(risen))
    return t.rules.codec.revive(t.rules.migrate(raw, 8))


@every
def test_a_unit_of_which_nobody_lay_on_the_ground(game: str) -> None:
    t = Game(game, row(2) | {"juggernaut": foe(40, 40)}).activate("guns")
    assert loaded(t, None) == t.game


@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_a_leader_who_stands_up_before_the_order(game: str) -> None:
    """Asked, then on his feet and turning, then before the order."""
    fangs = row(3, "iron_fangs", "fangs")
    fangs["fangs.1"]["effects"] = ["knocked_down"]
    t = Game(game, fangs | {"juggernaut": foe(40, 40)}).activate("fangs")
    lies = opened(t.position, Activity(model="fangs.1", unit="fangs"))
    assert t.ask.prompt == "stand up with fangs.1" and loaded(t, lies) == t.game
    t.play("stand instead of moving")
    assert t.ask.prompt == "turn fangs.1" and loaded(t, lies) == t.game
    t.play(90_000)
    assert t.ask.prompt == "order fangs"
    (stands,) = next(frame.risen for frame in t.game.stack if hasattr(frame, "risen"))
    assert stands.stood and loaded(t, stands) == t.game
