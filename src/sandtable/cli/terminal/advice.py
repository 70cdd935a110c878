"""The command `advice`: the best few answers, what each is worth and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.bots.explain import explain
from sandtable.cli.terminal.piece_names import Unclear
from sandtable.cli.terminal.screen import BOLD, DIM

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

BEST, MOST = 2, 10


def advice(s: Session, rest: str) -> None:
    if s.asked is None or s.match.ask is None:
        raise Unclear("nobody has to choose now")
    if rest and not (rest.isdecimal() and 0 < int(rest[:6]) <= MOST):
        raise Unclear(f"type advice, or advice and how many answers, up to {MOST}: advice 3")
    s.screen.say(("Thinking ...", DIM), first="  ")
    found = explain(s.match.view(s.viewer), best=int(rest) if rest else BEST, seed=s.luck())
    for number, one in enumerate(found, 1):
        first, *more = str(one).split("\n")
        s.screen.say((first, BOLD), first=f"  {number}. ")
        s.screen.many((line.strip() for line in more), first="     ")
