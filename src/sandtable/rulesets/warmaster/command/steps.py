"""Acts out of their step: why what a player says does not belong here (WM-TURN-2, WM-TURN-3, WM-TURN-5, WM-TURN-6)."""

from __future__ import annotations

from sandtable.core import Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.state.rules import Position

INITIATIVE, HOME_BACK, ORDERS, CHARACTERS, SHOOTING = STEPS = (
    "initiative", "home back", "orders", "character movement", "the Shooting phase",
)  # fmt: skip
ACTS = {
    "charges": INITIATIVE, "evades": INITIATIVE, "homes": HOME_BACK, "orders": ORDERS, "joins": CHARACTERS,
    "rides": CHARACTERS, "shoots": SHOOTING, "casts": SHOOTING,
}  # fmt: skip


def out_of_step(p: Position, key: str, now: str) -> Refusal | None:
    """Why an act of another step, or of the other player, is not on offer; None: the words name no such act."""
    actor, _, rest = key.partition(" ")
    step = ACTS.get(rest.partition(" ")[0], "")
    who = p.state.units.get(actor) or p.state.characters.get(actor)
    if not step or who is None:
        return None
    if who.seat != p.state.active:
        return Refusal(say("{actor} has no part in the other side's turn", actor=actor), "WM-TURN-6")
    if step == now:
        return None
    if SHOOTING in (step, now):
        return Refusal(say("{step} is another phase", step=step), "WM-TURN-2")
    if step in (INITIATIVE, HOME_BACK) and STEPS.index(step) < STEPS.index(now):
        return Refusal(say("{step} is over", step=step), "WM-TURN-5")
    return Refusal(say("{step} is another step", step=step), "WM-TURN-3")
