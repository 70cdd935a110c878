"""Attacks that random play makes when a card or a reaction lets a model attack."""

from __future__ import annotations

from random import Random

from sandtable.core import suggests
from sandtable.rulesets.warcaster.attacks.immediate_attack import PASS, AttackNow
from sandtable.rulesets.warcaster.state.rules import Position

EAGER = 0.9  # how often a model attacks when it may


@suggests(AttackNow)
def attacks_now(p: Position, domain: AttackNow, n: int, rng: Random) -> list[str]:
    """Attack rather than pass, when there is a choice."""
    keys = [o.key for o in domain.options(p)]
    strikes = [k for k in keys if k != PASS] if rng.random() < EAGER else []
    keys = strikes or keys
    return keys if len(keys) <= n else rng.sample(keys, n)
