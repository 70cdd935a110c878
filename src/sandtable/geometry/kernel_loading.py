"""When a game begins: the kernels its ruleset has brought along are loaded now, not in the middle of the game."""

from __future__ import annotations

import sys
from threading import Lock

LOADING = Lock()  # a kernel is made by one thread; a server wakes matches in several


def load_kernels() -> None:
    """Load the kernels in use. Without rules that measure by kernels there is nothing to load, nor a compiler."""
    if known := sys.modules.get(f"{__package__}.compiled"):
        with LOADING:
            known.load()
