"""Print events, one line each, with the rule."""

from __future__ import annotations

from sandtable.chance import describe
from sandtable.cli.terminal.screen import BOLD, DIM, Screen
from sandtable.cli.terminal.turn_summary import summary
from sandtable.core import DiceSet, Event, Position, Roll, Rolled
from sandtable.core.events import made
from sandtable.core.texts import sentence
from sandtable.match import Match

SHORT = 8  # lines that are told in full
LAST = 3  # of a longer story: what led to the question


def print_others(match: Match, screen: Screen, seat: int, since: int) -> None:
    """What others did: in full when it is short, otherwise as a summary and the last few lines."""
    lines = [(event, line) for event, line in match.event_lines(seat, since, opening=False) if not silent(event, line)]
    if len(lines) <= SHORT:
        print_events(match, screen, seat, since, opening=False)
        return
    told = match.cues(seat, since)
    p = Position(match.rules, match.rules.redact(match.game.state, seat))
    screen.say(("Meanwhile", BOLD), (f"  (log {len(lines)} tells it line by line)", DIM), first="  ")
    screen.many((sentence(line) + "." for line in summary(p, told)), first="  · ")
    if not match.over:
        screen.say(("Last:", DIM), first="  ")
        for event, line in lines[-LAST:]:
            screen.say(event_text(event, line, match.rules.dice), *cited(event.cite), first="  ", rest="    ")


def print_events(match: Match, screen: Screen, seat: int, since: int, *, opening: bool = True) -> None:
    """What a seat may know of all that happened since so many answers and rolls."""
    for event, line in match.event_lines(seat, since, opening=opening):
        if silent(event, line):
            continue
        screen.say(event_text(event, line, match.rules.dice), *cited(event.cite), first="  ", rest="    ")


def silent(event: Event, line: str) -> bool:
    """Nothing to say, or a roll only one seat may see: the event after it is printed instead."""
    return not line or (isinstance(event, Rolled) and event.roll.eyes is not None)


def event_text(event: Event, line: str, dice: DiceSet) -> str:
    if not isinstance(event, Rolled) or not event.faces:
        return line
    return rolled(event, line.rpartition(": ")[0], dice)


def cited(cite: str) -> list[tuple[str, str]]:
    return [(f"  {cite}", DIM)] if cite else []


def rolled(event: Rolled, purpose: str, dice: DiceSet) -> str:
    """``attack and defence: attack 3A+1P: M S X, S = 4; defence 2A: M M = 0``, faces as the dice show them."""
    roll: Roll = event.roll
    pools = []
    for pool, own, told in zip(roll.pools, event.faces, event.told(), strict=False):
        kinds = [dice[name] for name, count in pool.dice for _ in range(count)]
        faces = " ".join(die.label(face) for die, face in zip(kinds, own, strict=False)) or "no dice"
        pools.append(f"{describe(roll.but(pools=(pool,)))}: {faces}" + ("" if faces == str(told) else made(own, told)))
    again = "" if event.counted else " (thrown again)"
    if event.named_once:
        return purpose + pools[0].removeprefix(roll.pools[0].name) + again
    return f"{purpose}: " + "; ".join(pools) + again
