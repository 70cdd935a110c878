"""What stands behind an option in a menu: its cost, how far the target is, and the chances to hit and destroy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli.terminal.odds import percent
from sandtable.core import BadSetup, Option, Refused
from sandtable.core.measurements import Measurement
from sandtable.geometry.units import text

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

MOST = 12  # options whose odds are worked out unasked
BUDGET, WITHIN = 400, 0.05  # answers played exactly, and the ± beyond: a menu must come at once
SHOWN = ("hit", "obeyed", "win", "destroy")


def figures(s: Session, option: Option, line: int) -> str:
    """``2 Arc; 8.2 in, hit 44.3%, destroy 0.2%``; empty where there is nothing to tell."""
    if not s.figures:
        return ""
    cost = ", ".join(f"{many} {what}" for what, many in option.cost if f"for {many} {what}" not in option.label)
    return "; ".join(filter(None, (cost, ", ".join(filter(None, (far(s, option), chances(s, option, line)))))))


def far(s: Session, option: Option) -> str:
    standing = s.board().standing
    origin = s.rules.showing.origin(option)
    if not option.odds or origin not in standing or option.target not in standing:
        return ""
    if not s.match.may_measure(s.viewer, Measurement("distance", origin, option.target)):
        return ""
    gap = s.rules.showing.measure(s.board().p, origin, option.target)
    return f"{text(round(gap, -2))} {s.rules.unit}"


def chances(s: Session, option: Option, line: int) -> str:
    if not option.odds or line > MOST:
        return ""
    if not s.match.may_measure(s.viewer, Measurement("odds", answer=option.key)):
        return ""
    try:
        found = s.match.odds(option.key, seat=s.viewer, budget=BUDGET, within=WITHIN).summary
    except (Refused, BadSetup):
        return ""
    known = {} if found is None else found.estimates
    return ", ".join(f"{name} {percent(known[name].value)}" for name in SHOWN if name in known)
