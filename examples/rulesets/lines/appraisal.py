"""What a general of Lines looks at: stands, how near to breaking, where a charge can land, units out of order."""

from __future__ import annotations

from collections.abc import Iterator

from lines.crowd import crowd
from lines.state import Unit, confused
from sandtable.core import Position, Term
from sandtable.core.appraisal_changes import by_topic, gains
from sandtable.geometry.units import MILLI

STAND = 1000
BREAKING = 700  # more for each stand lost, the nearer the army is to running
CLOSE, NEAR = 400, 20 * MILLI  # a unit that can reach the enemy next turn
CONFUSED, SPREAD = 350, 120


def appraise(p: Position, seat: int) -> Iterator[Term]:
    state, table = p.state, crowd(p)
    for side, sign, whose in ((seat, 1, "our"), (1 - seat, -1, "the enemy's")):
        lost = state.lost[side]
        half = max(1, state.army[side] // 2)
        toll = STAND * lost + round(BREAKING * lost * min(1.0, lost / half))
        if toll:
            yield Term(-sign * toll, f"{lost} of {whose} stands are lost", group=f"stands {side}")
        for name, unit in state.units.items():
            if unit.seat != side:
                continue
            if confused(p, name):
                yield Term(-sign * CONFUSED, f"{name} is confused")
            far = table.to_the_enemy.get(name)
            if far is None:
                continue
            weight = len(unit.stands) / 3
            value = CLOSE * weight * 0.5 ** max(0.0, (far - NEAR) / NEAR)
            yield Term(sign * round(value), f"{name} is near the enemy", group=f"near {name}")
            if table.fought[name]:
                yield Term(sign * round(SPREAD * weight), f"{name} is fighting")


def changes(before: Position, after: Position, seat: int) -> Iterator[Term]:
    """What a general would say has changed."""
    units: dict[str, Unit] = {**before.state.units, **after.state.units}
    gained = gains(by_topic(appraise(before, seat)), by_topic(appraise(after, seat)))
    for topic, gain in gained.items():
        what, _, rest = topic.partition(" ")
        if what == "stands":
            side = int(rest)
            lost = after.state.lost[side] - before.state.lost[side]
            count = f"{lost} stand{'' if lost == 1 else 's'}"
            yield Term(gain, f"loses {count}" if side == seat else f"costs the enemy {count}", group=topic)
            continue
        name = rest if what == "near" else what
        if name not in after.state.units:
            continue  # its stands are counted already
        mine = units[name].seat == seat
        if what == "near":
            better = f"brings {name} nearer to the enemy" if mine else f"keeps {name} at a distance"
            worse = f"takes {name} farther from the enemy" if mine else f"lets {name} come near"
        elif topic.endswith("confused"):
            better = f"puts {name} in order again" if mine else f"confuses {name}"
            worse = f"leaves {name} confused" if mine else f"lets {name} recover"
        else:
            better = f"sends {name} into the fight" if mine else f"takes {name} out of the fight"
            worse = f"takes {name} out of the fight" if mine else f"lets {name} fight"
        yield Term(gain, better if gain > 0 else worse, group=topic)
