"""What a player must know to begin a battle."""

from __future__ import annotations

from collections import Counter

from sandtable.core.guides import Guide
from sandtable.rulesets.warmaster.state.rules import Position, entry, rank

WIN = ("WM-VP-1", "WM-VP-2", "WM-VP-3", "WM-BREAK-2", "WM-BREAK-3", "WM-BREAK-5")
TURN = (
    "WM-TURN-2", "WM-TURN-3", "WM-INIT-1", "WM-HOME-1", "WM-CMD-3", "WM-BRIG-3", "WM-CHAR-1", "WM-CONF-10",
    "WM-SHOOT-1", "WM-DRIVE-1", "WM-ENG-6", "WM-RESULT-4", "WM-REFORM-1",
)  # fmt: skip
STEPS = ("command (initiative, home backs, orders, characters)", "shooting and magic", "combat")


def guide(p: Position, seat: int) -> Guide:
    units = Counter(entry(p, name).name for name, u in p.state.units.items() if u.seat == seat)
    leaders = Counter(rank(p, name).name for name, c in p.state.characters.items() if c.seat == seat)
    said = [f"{count} {name}" if count > 1 else name for name, count in (leaders + units).items()]
    side = p.state.sides[seat]
    lost = f"Break the enemy army, keep your General; your army breaks at {side.breaks_at} units lost"
    return Guide(lead=", ".join(said), goal=lost, win=WIN, turn=TURN, steps=STEPS)
