"""Legality written once: the same ordered checks filter a menu and explain a refusal.

IN_RANGE = Check(lambda p, s: not within(p, s), lambda p, s: Refusal("out of range", "WC-MEAS-3"))
TARGET: Checks = (ON_TABLE, IS_ENEMY, IN_RANGE, IN_SIGHT)

passing(TARGET, enemies, p)      # what is on offer of a list; builds no refusals
allowed(TARGET, p, t)            # whether one thing is
refusal(TARGET, p, t)            # why not: the first check that bars it
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import filterfalse
from typing import Any, NamedTuple, TypeVar

from sandtable.core.refusals import Refusal

T = TypeVar("T")


class Check(NamedTuple):
    """One reason why something may be illegal. Both functions take the position and the thing judged, that one last."""

    barred: Callable[..., bool]
    refusal: Callable[..., Refusal]


Checks = tuple[Check, ...]


def allowed(checks: Checks, *judged: Any) -> bool:
    """Whether no check bars it."""
    for check in checks:  # noqa: SIM110  a generator costs more than the checks, and menus ask thousands of times
        if check.barred(*judged):
            return False
    return True


def passing(checks: Checks, things: Iterable[T], *judged: Any) -> list[T]:
    """Those of some things that no check bars, in their order. A check sees only what the ones before it let pass."""
    for check in checks:
        things = filterfalse(partial(check.barred, *judged), things)
    return list(things)


def refusal(checks: Checks, *judged: Any) -> Refusal | None:
    """The refusal of the first check that bars it; None: it is legal."""
    for check in checks:
        if check.barred(*judged):
            return check.refusal(*judged)
    return None
