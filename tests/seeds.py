"""How many random cases a test tries: a slice in `make test`, many times as many in `make soak` (SANDTABLE_SEEDS)."""

from __future__ import annotations

import os

TIMES = max(1, int(os.environ.get("SANDTABLE_SEEDS") or 1))


def seeds(slice_: int) -> range:
    """Seeds to be tried one by one; the slice comes first."""
    return range(slice_ * TIMES)


def examples(slice_: int) -> int:
    """How many examples hypothesis tries."""
    return slice_ * TIMES
