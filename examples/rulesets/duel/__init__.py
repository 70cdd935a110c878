"""Duel: a small complete game, and the worked example of how to write a ruleset in two editions.

Read `common.turns` first, then `common.movement`, `common.attacks` and `common.abilities`; `first` and `second` list
what each edition has of its own: numbers and policies, models, abilities, rules.
"""

from duel.first.ruleset import DuelFirst
from duel.second.ruleset import DuelSecond

__all__ = ["DuelFirst", "DuelSecond", "first_edition", "second_edition"]


def first_edition() -> DuelFirst:
    """The entry point of ``duel-first``."""
    return DuelFirst()


def second_edition() -> DuelSecond:
    """The entry point of ``duel``."""
    return DuelSecond()
