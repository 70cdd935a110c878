"""`sandtable demo`: a game between bots to watch or join, and a drawing of its last table."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from sandtable.cli.match_options import Set, options_given
from sandtable.cli.output import Json, console, data, folder
from sandtable.cli.prepare import playing
from sandtable.cli.terminal.event_lines import event_text, silent
from sandtable.cli.terminal.keyboard import Keyboard
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.watching import Watching
from sandtable.core import Event, Position, Showing, find
from sandtable.match import Match, new_match

STYLES = ("bold yellow", "bold cyan")
LINES_A_SECOND = 40.0


@playing
def demo(
    ruleset: Annotated[str, typer.Argument(help="Which game; `sandtable rulesets` lists them.")] = "warcaster",
    seed: Annotated[int, typer.Option(help="Dice and choices; the same seed gives the same game.")] = 7,
    out: Annotated[Path, typer.Option(help="Where the drawing and the record go.")] = Path("out"),
    log: Annotated[bool, typer.Option("--log", help="The log line by line instead of the board.")] = False,
    given: Set = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not wait between turns or lines.")] = False,
    lines: Annotated[int, typer.Option(min=0, help="With --log: print at most so many lines; 0 for all.")] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="No map, no colour, one fact a line.")] = False,
    json: Json = False,
) -> None:
    """Watch a game between two bots, turn by turn, and join it; writes the final drawing and the record.

    [bold]Examples[/bold]

      sandtable demo
      sandtable demo duel --seed 3 --quick
      sandtable demo warcaster --log
      sandtable demo lines --set units=8 --out runs/first --json
    """
    rules = find(ruleset)
    match = new_match(rules, seed=seed, **options_given(rules, given or ()))
    folder(out)
    if not (log or json):
        asked = sys.stdin.isatty() and sys.stdout.isatty() and not quick
        ended = Watching(match, Screen(plain=plain), Keyboard() if asked else None, seed).play()
        if ended:
            report_end(match, out, ruleset, seed)
        return
    screen, rng = console(), Random(seed)
    if not json:
        screen.rule(f"{match.rules.title}, seed {seed}")
        screen.print("In front: whose turn it is. Behind: the rule.", style="dim")
    pause = 0.0 if quick or json or not screen.is_terminal else 1 / LINES_A_SECOND
    since = printed = 0
    while True:
        for event, state in () if json else happened(match, since):
            line = event.line(Position(match.rules, state))
            if silent(event, line):
                continue
            printed += 1
            if lines and printed > lines:
                continue
            seat = match.rules.order(state)[0]
            screen.print(f"{match.rules.seat_name(seat)} ", end="", style=STYLES[seat % 2])
            screen.print(event_text(event, line, match.rules.dice), end="", markup=False)
            screen.print(f"  {event.cite}" if event.cite else "", style="dim", markup=False)
            time.sleep(pause)
        if match.over or match.ask is None:
            break
        since = len(match.history)
        found = match.ask.domain.candidates(1, rng)
        match.answer(found[0] if found else match.ask.default)
    if not json:
        report_end(match, out, ruleset, seed)
        return
    drawing, record = write(match, out, ruleset, seed)
    result = match.result
    data(
        {
            "ruleset": ruleset,
            "seed": seed,
            "answers": len(match.history),
            "score": match.score,
            "result": None if result is None else result.reason,
            "drawing": None if drawing is None else str(drawing),
            "record": str(record),
        }
    )


def report_end(match: Match, out: Path, ruleset: str, seed: int) -> None:
    drawing, record = write(match, out, ruleset, seed)
    screen, result = console(), match.result
    screen.rule(result.reason if result else "over")
    screen.print(f"Score {' to '.join(map(str, match.score))} after {len(match.history)} answers and rolls.")
    screen.print(f"The table:  {drawing or f'not drawn: {ruleset} has no scene yet'}", markup=False)
    screen.print(f"The record: {record}   (sandtable replay {record} --verify)", markup=False)


def happened(match: Match, since: int) -> Iterator[tuple[Event, Any]]:
    """Every event since so many answers and rolls, with the table just after it."""
    state = match.history[since - 1].game.state if since else match.start.game.state
    for event in () if since else match.start.events:
        yield event, state
    for entry in match.history[since:]:
        for event in entry.events:
            state = event.apply(state)
            yield event, state


def write(match: Match, out: Path, ruleset: str, seed: int) -> tuple[Path | None, Path]:
    drawing, record = out / f"{ruleset}-{seed}.svg", out / f"{ruleset}-{seed}.sand"
    match.save(record)
    if not draws(match):
        return None, record
    drawing.write_text(match._repr_svg_(), encoding="utf-8")
    return drawing, record


def draws(match: Match) -> bool:
    """A ruleset that is being written may have no drawing yet."""
    return type(match.rules.showing).scene is not Showing.scene
