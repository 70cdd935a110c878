"""The moments of a turn and of an activation at which special rules may step in."""

from __future__ import annotations

from typing import Any

from sandtable.core import Value, WindowName
from sandtable.rulesets.warcaster.turn.activity import Activity


class TurnNow(Value, frozen=True, kw_only=True):
    """The subject of the window at the start of a turn."""

    seat: int


TURN_BEGINS = WindowName("turn begins", TurnNow, "act at the start of the turn")
ACTIVATION_BEGINS = WindowName("activation begins", Activity, "act at the start of the activation")
IN_ACTIVATION = WindowName("activation", Activity, "use a special action or a spike in the activation")
ACTIVATION_ENDS = WindowName("activation ends", Activity, "act at the end of the activation")
TURN_WINDOWS: tuple[WindowName[Any], ...] = (TURN_BEGINS, ACTIVATION_BEGINS, IN_ACTIVATION, ACTIVATION_ENDS)
