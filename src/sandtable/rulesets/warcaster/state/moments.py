"""The moments at which lasting effects end."""

from __future__ import annotations

from sandtable.core import Moment


class TurnEnds(Moment, frozen=True):
    """After step 9 of the current turn (WC-TURN-16)."""


class PulseEnds(Moment, frozen=True):
    """Step 2 of the end-of-Pulse sequence (WC-PULSE-5)."""


class ActivationEnded(Moment, frozen=True):
    unit: str
