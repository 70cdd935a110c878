"""The dice (WC-DICE): Action and Power dice by their strikes. Every roll is open to both players (WC-DICE-7).

Elsewhere: WC-DICE-2 in missions/primary; WC-DICE-6 in attacks/dice_pools.
"""

from __future__ import annotations

from sandtable.core import DiceSet, Die

LABELS = {0: "M", 1: "S", 2: "X"}  # miss, strike, super strike: 0, 1 and 2 (WC-DICE-5)
DICE = DiceSet(  # beside the d6 (WC-DICE-1)
    Die("A", (0, 0, 0, 1, 1, 2), LABELS),  # WC-DICE-3
    Die("P", (0, 1, 1, 1, 1, 2), LABELS),  # WC-DICE-4
)
