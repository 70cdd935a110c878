"""Warmaster: armies of stands under orders."""

from sandtable.rulesets.warmaster.ruleset import Warmaster

__all__ = ["Warmaster"]
