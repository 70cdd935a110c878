"""Chapters and deeds that every edition has, in book order. An edition lists its own between or after them."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.attacks.attacking import Attacking
from sandtable.rulesets.warmachine.common.movement.advance import Advancing, Running
from sandtable.rulesets.warmachine.common.movement.charge import Charging
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.rulesets.warmachine.common.turn.standing_up import Standing

STANDING, ADVANCING, RUNNING, CHARGING = Standing(), Advancing(), Running(), Charging()
ATTACKING = Attacking()

MOVES: tuple[Deed, ...] = (STANDING, ADVANCING, RUNNING, CHARGING)
ACTIONS: tuple[Deed, ...] = (ATTACKING,)

CHAPTERS = (  # modules with hooks, in the order they are asked
    "state.stats",
    "setup.victory",
    "attacks.modifiers",
    "damage.systems",
)
SUGGESTIONS = ("suggestions.menus", "suggestions.moves")
