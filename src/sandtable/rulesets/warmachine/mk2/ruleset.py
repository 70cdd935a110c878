"""WARMACHINE Mk II: what it lists is what is its own."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.chapters import ACTIONS, CHAPTERS, MOVES, POWER, SUGGESTIONS
from sandtable.rulesets.warmachine.common.ruleset import COMMON, PACKAGE, Warmachine
from sandtable.rulesets.warmachine.mk2.breaking_free import BreakingFree
from sandtable.rulesets.warmachine.mk2.double_hand_throw import DoubleHandThrowing
from sandtable.rulesets.warmachine.mk2.edition import MK2
from sandtable.rulesets.warmachine.mk2.trample import Trampling

OWN = f"{PACKAGE}.mk2"
MODULES = ("systems", "shields", "clouds", "disruption", "breaking_free")


class WarmachineMk2(Warmachine):
    name, title, edition = "warmachine-mk2", MK2.title, MK2
    books, data = (OWN,), (COMMON, OWN)
    packages = (COMMON, OWN)
    modules = (
        *(f"{COMMON}.{name}" for name in CHAPTERS),
        *(f"{OWN}.{name}" for name in MODULES),
        *(f"{COMMON}.{name}" for name in SUGGESTIONS),
    )
    deeds = (*MOVES, Trampling(), *ACTIONS, *POWER, DoubleHandThrowing(), BreakingFree())
