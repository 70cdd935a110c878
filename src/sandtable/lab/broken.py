"""A law that does not hold."""

from __future__ import annotations


class Broken(AssertionError):
    """A law does not hold: which one, and at which step of which seed."""
