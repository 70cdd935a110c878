"""What is no longer needed goes back to the system; what stays for ever is not looked at again."""

from __future__ import annotations

import ctypes
import gc


def keep_for_ever() -> None:
    """Everything loaded so far stays: collections of garbage pass over it, so that none of them is a pause."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Let the C library return what is free; only glibc keeps so much that it must be told."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library
        return
    trim(0)
