"""Escalation: what the supplement decides otherwise than Mk I."""

from __future__ import annotations

from sandtable.rulesets.warmachine.mk1.edition import MK1

ESCALATION = MK1.but(title="WARMACHINE Mk I with Escalation")
