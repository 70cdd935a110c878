"""Warcaster: Neo-Mechanika. One file per chapter of the rulebook."""

from sandtable.rulesets.warcaster.ruleset import Warcaster

__all__ = ["Warcaster"]
