"""What can happen on a Warcaster table. Every change of state is one of these."""

from __future__ import annotations

from sandtable.core import Event


class Change(Event, frozen=True, kw_only=True):
    """An event of this game."""
