"""Moments in an activation at which abilities step in."""

from __future__ import annotations

from sandtable.core import WindowName
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.turn.activity import Activity

ACTIVATION_BEGINS = WindowName("activation begins", Activity)
COMBAT_BEGINS = WindowName("combat action begins", Activity)
ATTACK_DECLARED = WindowName("attack declared", Strike)
WINDOWS = (ACTIVATION_BEGINS, COMBAT_BEGINS, ATTACK_DECLARED)
