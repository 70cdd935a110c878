"""What nobody declares in Mk I: a bash, the try to break free of a lock, and two attacks of another edition."""

from __future__ import annotations

from sandtable.core import Refusal
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.turn.activity import Activity
from sandtable.rulesets.warmachine.common.turn.deeds import Deed


class NeverDeclared(Deed):
    """A verb that is refused by its own rule."""

    def __init__(self, verb: str, why: str, cite: str) -> None:
        self.verb, self.why, self.cite = verb, why, cite

    def missing(self, p: Position, a: Activity, key: str) -> Refusal:
        return Refusal(self.why, self.cite)


NO_SUCH_ATTACKS = (
    NeverDeclared("bash", "a bash comes of a slam that was too short", "M1-POWER-48"),
    NeverDeclared("break", "who is held tries to break free as his activation begins", "M1-POWER-42"),
    NeverDeclared("trample", "nobody tramples in this edition", "M1-POWER-37"),
    *(
        NeverDeclared(verb, "nobody throws with two hands in this edition", "M1-POWER-37")
        for verb in ("double-hand", "double-hand-throw")
    ),
)
