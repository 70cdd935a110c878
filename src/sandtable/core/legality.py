"""Legality written once: the same ordered checks filter a menu and explain a refusal.

IN_RANGE = Check(lambda p, s: not within(p, s), lambda p, s: Refusal("out of range", "WC-MEAS-3"))
TARGET: Checks = (ON_TABLE, IS_ENEMY, IN_RANGE, IN_SIGHT)

[t for t in enemies if allowed(TARGET, p, t)]      # what is on offer; builds no refusals
refusal(TARGET, p, t)                              # why not: the first check that bars it
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable.core.refusals import Refusal


class Check(NamedTuple):
    """One reason why something may be illegal. Both functions take the position and the thing judged."""

    barred: Callable[..., bool]
    refusal: Callable[..., Refusal]


Checks = tuple[Check, ...]


def allowed(checks: Checks, *judged: Any) -> bool:
    """Whether no check bars it."""
    for check in checks:  # noqa: SIM110  a generator costs more than the checks, and menus ask thousands of times
        if check.barred(*judged):
            return False
    return True


def refusal(checks: Checks, *judged: Any) -> Refusal | None:
    """The refusal of the first check that bars it; None: it is legal."""
    for check in checks:
        if check.barred(*judged):
            return check.refusal(*judged)
    return None
