"""The moments of an attack at which special rules may step in (WC-REACT-9).

Elsewhere: WC-REACT-3, WC-REACT-4, WC-REACT-8, WC-REACT-10 in attacks/immediate_attack; WC-REACT-6 in
abilities/spikes; WC-REACT-7 in attacks/spray.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sandtable.core import Frame, Offer, Window, WindowName
from sandtable.rulesets.warcaster.attacks.strike import Declaration, Strike
from sandtable.rulesets.warcaster.state.rules import Draft

T = TypeVar("T")

DECLARED = WindowName("W1", Strike, "react to the attack that was declared")
ROLLED = WindowName("W2", Strike, "react to the attack and defence rolls")
HIT = WindowName("W3", Strike, "react to the hit")
HIT_SPIKES = WindowName("W3 spikes", Strike, "spike on the hit")
BEFORE_DAMAGE = WindowName("W4", Strike, "react before the damage roll")
RESOLVED = WindowName("W5", Strike, "react now that the attack is resolved")
AFTERMATH = WindowName("aftermath", Strike, "react to what the attack has destroyed")
AFTER_SPRAY = WindowName("after the spray", Strike, "react now that the spray is over")  # where no roll was the last
SEVERAL_ATTACKS = WindowName("several attacks", Declaration, "one declared attack becomes several")  # Strafe
ON_HIT = WindowName("on hit", Strike, "effects of the hit")  # all of them happen; offers of `hit_effect`
ROLLED_OTHERWISE = WindowName("rolls", Strike, "the attack is rolled against other models")  # Kinetic Accelerator
SLAMS = WindowName("slam", Strike, "the hit slams its target")  # offers of `slams.slam_by`
ATTACK_WINDOWS: tuple[WindowName[Any], ...] = (
    DECLARED,
    ROLLED,
    HIT,
    HIT_SPIKES,
    BEFORE_DAMAGE,
    RESOLVED,
    AFTERMATH,
    AFTER_SPRAY,
)


def hit_effect(frame: Frame, cite: str) -> Offer:
    """The offer of an effect that the hit has before the damage roll (WC-ATK-12)."""
    return Offer(type(frame).__name__, frame, cite=cite)


def reactions(d: Draft, window: WindowName[T], subject: T, **more: Any) -> Window:
    """The active player acts first, then the other (WC-REACT-2), unless `seats` says otherwise.

    Each ability is used once in a window, hence once for the attack that triggers it (WC-REACT-5).
    """
    if more:
        return window.opened(d, subject, cite="WC-REACT-1", **more)
    return Window(name=window.key, subject=subject, seats=d.rules.order(d.state), cite="WC-REACT-1")
