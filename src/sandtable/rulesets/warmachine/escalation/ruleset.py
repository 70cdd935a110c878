"""WARMACHINE Mk I with Escalation: Mk I, and what the supplement adds."""

from __future__ import annotations

from sandtable.rulesets.warmachine.common.chapters import TAKING
from sandtable.rulesets.warmachine.common.ruleset import COMMON, PACKAGE
from sandtable.rulesets.warmachine.escalation.edition import ESCALATION
from sandtable.rulesets.warmachine.mk1.ruleset import WarmachineMk1

MODULES = ("crews", "magic", "mercenaries")
FIRST, OWN = f"{PACKAGE}.mk1", f"{PACKAGE}.escalation"


class WarmachineEscalation(WarmachineMk1):
    name, title, edition = "warmachine-escalation", ESCALATION.title, ESCALATION
    books, data = (OWN, FIRST), (COMMON, FIRST, OWN)
    packages = (COMMON, FIRST, OWN)
    modules = (*WarmachineMk1.modules, f"{COMMON}.jacks.marshals", *(f"{OWN}.{name}" for name in MODULES))
    deeds = (*WarmachineMk1.deeds, TAKING)
