"""Duel: a small complete game, and the worked example of how to write a ruleset.

Read `turns` first, then `movement`, `attacks` and `abilities`; `editions` lists what the second edition changed.
"""

from duel.ruleset import Duel, first_edition, second_edition

__all__ = ["Duel", "first_edition", "second_edition"]
