"""Moments at which effects end."""

from __future__ import annotations

from sandtable.core import Moment


class TurnStarts(Moment, frozen=True):
    """A seat's turn starts: what lasts one round from one of its turns ends."""

    seat: int


class TurnEnds(Moment, frozen=True):
    """The turn under way ends."""


class ActivationStarts(Moment, frozen=True):
    """The next activation of a model or unit starts."""

    who: str


class ActivationIsOver(Moment, frozen=True):
    """The activation of a model or unit is over."""

    who: str
