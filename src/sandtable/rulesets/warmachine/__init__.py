"""WARMACHINE: Mk I, Mk I with Escalation, and Mk II from one set of chapters.

Read `common.turn.battle` first, then `common.turn.activation` and `common.attacks`; `mk1`, `escalation` and `mk2` list
what is their own: numbers and policies, cards, chapters, rules.
"""

from sandtable.rulesets.warmachine.escalation.ruleset import WarmachineEscalation
from sandtable.rulesets.warmachine.mk1.ruleset import WarmachineMk1
from sandtable.rulesets.warmachine.mk2.ruleset import WarmachineMk2

__all__ = ["WarmachineEscalation", "WarmachineMk1", "WarmachineMk2"]
