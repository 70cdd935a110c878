"""Chapters and deeds that every edition has, in book order. An edition lists its own between or after them."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.abilities.repairs import BOOSTER, SKILLS, STOKE, Servicing
from sandtable.rulesets.warmachine.common.abilities.special_attacks import Dazzling
from sandtable.rulesets.warmachine.common.attacks.attacking import Attacking
from sandtable.rulesets.warmachine.common.attacks.combined import Combining
from sandtable.rulesets.warmachine.common.jacks.taking_control import REACTIVATE, TAKE, TakingControl
from sandtable.rulesets.warmachine.common.magic.casting import Casting
from sandtable.rulesets.warmachine.common.magic.feats import Feats
from sandtable.rulesets.warmachine.common.magic.healing import Healing
from sandtable.rulesets.warmachine.common.movement.advance import Advancing, Running
from sandtable.rulesets.warmachine.common.movement.charge import Charging
from sandtable.rulesets.warmachine.common.power.head_butt import HeadButting
from sandtable.rulesets.warmachine.common.power.locks import Locking, Releasing
from sandtable.rulesets.warmachine.common.power.push import Pushing
from sandtable.rulesets.warmachine.common.power.slam import Slamming
from sandtable.rulesets.warmachine.common.power.throw import Throwing
from sandtable.rulesets.warmachine.common.turn.deeds import Deed
from sandtable.rulesets.warmachine.common.turn.standing_up import Standing

STANDING, ADVANCING, RUNNING, CHARGING = Standing(), Advancing(), Running(), Charging()
ATTACKING, CASTING, FEATS, HEALING = Attacking(), Casting(), Feats(), Healing()
HEAD_BUTTING, PUSHING, SLAMMING, THROWING = HeadButting(), Pushing(), Slamming(), Throwing()
LOCKING, RELEASING, DAZZLING, COMBINING = Locking(), Releasing(), Dazzling(), Combining()
REPAIRING, STOKING, BOOSTING = Servicing("repair", *SKILLS), Servicing(STOKE, STOKE), Servicing(BOOSTER, BOOSTER)
REACTIVATING, TAKING = TakingControl(REACTIVATE), TakingControl(TAKE)

MOVES: tuple[Deed, ...] = (STANDING, ADVANCING, RUNNING, CHARGING, SLAMMING)
POWER: tuple[Deed, ...] = (HEAD_BUTTING, PUSHING, THROWING, LOCKING, RELEASING)
ACTIONS: tuple[Deed, ...] = (
    ATTACKING, COMBINING, CASTING, FEATS, HEALING, DAZZLING, REPAIRING, STOKING, BOOSTING, REACTIVATING,
)  # fmt: skip

CHAPTERS = (  # modules with hooks, in the order they are asked
    "state.stats",
    "setup.victory",
    "units.orders",
    "jacks.taking_control",
    "terrain.clouds",
    "terrain.deep_water",
    "attacks.modifiers",
    "attacks.cover",
    "damage.systems",
    "power.locks",
    "abilities.on_hit",
    "abilities.special_attacks",
    "abilities.aftermath",
    "abilities.drums",
)
PREVIEWS = ("interface.previews",)
SUGGESTIONS = ("suggestions.menus", "suggestions.deploying", "suggestions.moves")
