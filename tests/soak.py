"""How many cases a test takes: a seeded slice, or all of them where SANDTABLE_SOAK is set."""

from __future__ import annotations

import os


def cases(some: int, whole: int) -> int:
    """The slice an ordinary run takes, or the whole number for a long one."""
    return whole if os.environ.get("SANDTABLE_SOAK") else some
