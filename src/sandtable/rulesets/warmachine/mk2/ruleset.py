"""WARMACHINE Mk II: what it lists is what is its own."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.chapters import ACTIONS, CHAPTERS, MOVES, SUGGESTIONS
from sandtable.rulesets.warmachine.common.ruleset import COMMON, PACKAGE, Warmachine
from sandtable.rulesets.warmachine.mk2.edition import MK2

OWN = f"{PACKAGE}.mk2"
MODULES = ("systems", "shields")


class WarmachineMk2(Warmachine):
    name, title, edition = "warmachine-mk2", MK2.title, MK2
    books, data = (OWN,), (COMMON, OWN)
    packages = (COMMON, OWN)
    modules = (
        *(f"{COMMON}.{name}" for name in CHAPTERS),
        *(f"{OWN}.{name}" for name in MODULES),
        *(f"{COMMON}.{name}" for name in SUGGESTIONS),
    )
    deeds = (*MOVES, *ACTIONS)
