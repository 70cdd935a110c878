"""Print events, one line each, with the rule."""

from __future__ import annotations

from sandtable.chance import describe
from sandtable.cli.terminal.screen import DIM, Screen
from sandtable.core import DiceSet, Event, Roll, Rolled
from sandtable.match import Match


def print_events(match: Match, screen: Screen, seat: int, since: int) -> None:
    """What a seat may know of all that happened since so many answers and rolls."""
    for event, line in match.event_lines(seat, since):
        if silent(event):
            continue
        screen.say(event_text(event, line, match.rules.dice), *cited(event.cite), first="  ", rest="    ")


def silent(event: Event) -> bool:
    """A roll only one seat may see: the event after it is printed instead."""
    return isinstance(event, Rolled) and event.roll.eyes is not None


def event_text(event: Event, line: str, dice: DiceSet) -> str:
    return rolled(event, dice) if isinstance(event, Rolled) and event.faces else line


def cited(cite: str) -> list[tuple[str, str]]:
    return [(f"  {cite}", DIM)] if cite else []


def rolled(event: Rolled, dice: DiceSet) -> str:
    """``attack and defence: attack 3A+1P: M S X, S = 4; defence 2A: M M = 0``, faces as the dice show them."""
    roll: Roll = event.roll
    pools = []
    for pool, own, result in zip(roll.pools, event.faces, event.results, strict=False):
        kinds = [dice[name] for name, count in pool.dice for _ in range(count)]
        faces = " ".join(die.label(face) for die, face in zip(kinds, own, strict=False)) or "no dice"
        shown = result[0] if isinstance(result, tuple) and result else result
        pools.append(f"{describe(roll.but(pools=(pool,)))}: {faces} = {shown}")
    again = "" if event.counted else " (thrown again)"
    named = len(pools) == 1 and roll.pools[0].name == roll.purpose
    return ("" if named else f"{roll.purpose}: ") + "; ".join(pools) + again
