"""Positions with reactions in them, waiting for dice or for somebody."""

from __future__ import annotations

from typing import Any

from sandtable.core import Game
from sandtable.rulesets.warcaster.attacks.attack import Attack
from tests.rules.warcaster.kit import marauder, piece, wolf
from tests.rules.warcaster.strikes import strike, waiting


def shot(slot: str, *, arc: int = 0, **more: Any) -> Game:
    """A wolf shoots at a marauder, another one close by; nobody can react unless the weapon can be spiked."""
    pieces = {"wolf": wolf([10, 10], arc=arc), "m": marauder([10, 15], **more), "other": marauder([12, 15.5])}
    return waiting(Attack(strike=strike("wolf", "m", slot)), pieces)


def guarded(slot: str) -> Game:
    """Both may reroll; a Paladin may take the hit; the target has Arc for either."""
    pieces = {
        "star": piece("morningstar", "a", [10, 10], arc=3),
        "jax": piece("jax_redblade", "b", [10, 15], arc=2),
        "guard": piece("paladin_defenders", "b", [[12, 15], [13.5, 15], [15, 15]], arc=1),
        "m": marauder([14, 19]),
    }
    return waiting(Attack(strike=strike("star", "jax", slot)), pieces)


def redblades() -> Game:
    """Hand to hand: whoever is missed strikes back."""
    pieces = {
        "mine": piece("jax_redblade", "a", [10, 10]),
        "theirs": piece("jax_redblade", "b", [10, 12], arc=1),
        "m": marauder([30, 30]),
        "w": wolf([40, 40]),
    }
    return waiting(Attack(strike=strike("mine", "theirs", "fusion_sword")), pieces)
