"""Every reading that is a switch, by name (docs/warmaster.md). Each chapter declares its own beside the rule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.rulesets.warmaster.charging.edge import CHARGE_EDGE
from sandtable.rulesets.warmaster.charging.placing import MIN_CONTACT
from sandtable.rulesets.warmaster.combat.advances import CONDITION, FIRST, LATER
from sandtable.rulesets.warmaster.combat.attacks import ADVANCE_BONUS, TARGETS
from sandtable.rulesets.warmaster.combat.engagements import IN_COMMAND
from sandtable.rulesets.warmaster.combat.fall_back import AFTER_WIN, LEAST
from sandtable.rulesets.warmaster.combat.fights import MOST_ROUNDS
from sandtable.rulesets.warmaster.combat.pursuing_stands import OTHERS, REACH
from sandtable.rulesets.warmaster.combat.pursuit import FLANKED
from sandtable.rulesets.warmaster.combat.reforming import MAY
from sandtable.rulesets.warmaster.combat.rounds import CASUALTY_ORDER
from sandtable.rulesets.warmaster.combat.support import COUNTED, SURVIVES
from sandtable.rulesets.warmaster.command.blunders import MEASURE
from sandtable.rulesets.warmaster.command.movement import FLYER_CHARGE, FLYER_IRREGULAR
from sandtable.rulesets.warmaster.command.off_table import RETREAT_OFF
from sandtable.rulesets.warmaster.command.order_test import DISTANCE_BAND
from sandtable.rulesets.warmaster.command.orders import HALF_PACE, MOST_ORDERS
from sandtable.rulesets.warmaster.ending.victory import HALF_LOST
from sandtable.rulesets.warmaster.forced.making_way import MOVE_BACK
from sandtable.rulesets.warmaster.forced.obstructions import OBSTRUCTED
from sandtable.rulesets.warmaster.lists.army_choice import BELOW_1000
from sandtable.rulesets.warmaster.measuring.levels import OVER_TERRAIN
from sandtable.rulesets.warmaster.shooting.drive_backs import FORMATION
from sandtable.rulesets.warmaster.special_rules.missiles import MOST_STRUCK
from sandtable.rulesets.warmaster.state.readings import Switch
from sandtable.rulesets.warmaster.turn.evading import CLEAR
from sandtable.rulesets.warmaster.turn.home_back import TESTED

BELOW = Switch("below_1000", BELOW_1000, "WM-ARMY-3")
ALL: tuple[Switch[Any], ...] = (
    DISTANCE_BAND, MOST_ORDERS, MEASURE, FLYER_IRREGULAR, FLYER_CHARGE, RETREAT_OFF, MOST_ROUNDS, FIRST, LATER,
    ADVANCE_BONUS, CONDITION, REACH, CLEAR, IN_COMMAND, LEAST, AFTER_WIN, FLANKED, HALF_LOST, CHARGE_EDGE,
    MIN_CONTACT, COUNTED, SURVIVES, CASUALTY_ORDER, TARGETS, FORMATION, OBSTRUCTED, OTHERS, MOVE_BACK, TESTED, BELOW,
    MAY, MOST_STRUCK, OVER_TERRAIN, HALF_PACE,
)  # fmt: skip
SWITCHES: Mapping[str, Switch[Any]] = {switch.name: switch for switch in ALL}
