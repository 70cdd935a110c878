"""`sandtable replay`: print the log of a record, verify it, or draw any position of it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.output import Json, data, fail, folder, say
from sandtable.cli.prepare import playing
from sandtable.cli.terminal.event_lines import event_text, silent
from sandtable.match import Match
from sandtable.match.files import load, ruleset_of
from sandtable.record import RecordError, read
from sandtable.record import verify as verified
from sandtable.record.record import Record


@playing
def replay(
    file: Annotated[Path, typer.Argument(help="A record, for example out/duel-7.sand.")],
    verify: Annotated[bool, typer.Option("--verify", help="Only check: header, every line, dice and end.")] = False,
    at: Annotated[int | None, typer.Option(help="Stop after so many answers and rolls.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the table there.")] = None,
    seat: Annotated[str | None, typer.Option(help="Only what this seat may know.")] = None,
    sight: Annotated[
        list[str] | None, typer.Option(help="Draw the line of sight between two pieces: --sight wolf,marauder.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every answer and its rolls.")] = False,
    pace: Annotated[float, typer.Option(min=0, help="Seconds between two answers.")] = 0.0,
    recover: Annotated[
        bool,
        typer.Option("--recover", help="Open what is whole of a file, or the end of one made with older rules."),
    ] = False,
    json: Json = False,
) -> None:
    """Print the log of a recorded game, verify it, or draw any position of it.

    [bold]Examples[/bold]

      sandtable replay game.sand
      sandtable replay game.sand --verify
      sandtable replay game.sand --step
      sandtable replay game.sand --pace 0.5 --seat a
      sandtable replay game.sand --at 120 --svg turn.svg
      sandtable replay game.sand --at 120 --svg turn.svg --sight dusk_wolf,marauder
    """
    try:
        record: Record = read(file.read_bytes(), recover=recover)
        if verify:
            check(file, record, json=json)
            return
        match = load(file, recover=recover)
    except RecordError as e:
        if json:
            data({"verified": False, "file": str(file), **fault(e.of(file.name))})
            raise typer.Exit(1) from e
        raise e.of(file.name) from e.__cause__
    whole = len(match.history)
    if at is not None:
        if not 0 <= at <= whole:
            fail(f"--at {at}: the game has {whole} answers and rolls; give 0 to {whole}")
        match = match.fork(at)
    if svg is not None:
        folder(svg.parent)
        svg.write_text(match.scene(seat, sight=pairs(sight or []))._repr_svg_(), encoding="utf-8")
    if json:
        data(report(match, record, whole, svg))
    elif match.from_position and record.start is None:
        say(f"{file}: made with {record.ruleset} {record.version}; its {len(record.lines)} lines are not played again")
        print_log(match, seat)
    elif svg is not None:
        say(f"{svg}: the table after {len(match.history)} of {whole} answers and rolls")
    else:
        print_log(match, seat, step=step, pace=pace)


def check(file: Path, record: Record, *, json: bool) -> None:
    """Say what was compared. Exits with 1 where something is wrong, with 3 where not everything could be compared."""
    rules = ruleset_of(record)
    verdict = verified(rules, record)
    for e in verdict.faults:
        e.of(file.name)
    if json:
        result = None if record.end is None else record.end.game.get("result")
        report = {
            "file": str(file), "verified": verdict.verified, "ruleset": record.ruleset, "version": record.version,
            "lines": verdict.lines, "legal": verdict.legal, "compared": verdict.compared,
            "header": verdict.header, "end": verdict.end, "thrown": verdict.thrown, "typed": verdict.typed,
            "changes": [{"line": c.line, "dice": c.dice} for c in verdict.changes], "left_out": verdict.left_out,
            "over": result is not None, "faults": [fault(e) for e in verdict.faults],
        }  # fmt: skip
        data({**report, **fault(verdict.faults[0])} if verdict.faults else report)
    elif verdict.faults:
        fail("\n".join(map(str, verdict.faults)))
    else:
        say(f"{file}: {verdict} ({record.ruleset} {record.version}, data {record.data})")
    if not verdict.verified:
        raise typer.Exit(1 if verdict.faults else 3)


def fault(e: RecordError) -> dict[str, Any]:
    return {"line": e.line, "field": e.field, "fault": str(e)}


def pairs(words: list[str]) -> list[tuple[str, str]]:
    """``wolf,marauder`` as two names."""
    found = []
    for word in words:
        one, comma, other = word.partition(",")
        if not comma or not one.strip() or not other.strip():
            fail(f"--sight {word}: two names with a comma between, for example --sight wolf,marauder")
        found.append((one.strip(), other.strip()))
    return found


def print_log(match: Match, seat: str | None, *, step: bool = False, pace: float = 0.0) -> None:
    """The log; in front the number of the answer or roll after which it was so, as --at takes it."""
    width = len(str(len(match.history)))
    for number in range(len(match.history) + 1):
        for event, line in match.events_of(number, seat):
            if not silent(event, line):
                text = event_text(event, line, match.rules.dice) + (f"  [{event.cite}]" if event.cite else "")
                say(f"{number:>{width}}  {text}")
        if number < len(match.history) and match.history[number].seat is not None:
            if step and not went_on():
                return
            time.sleep(pace)
    say(match.result.reason if match.result else f"after {len(match.history)} answers and rolls; the game goes on")


def went_on() -> bool:
    """Enter goes on; the end of input, q and Ctrl-C stop."""
    try:
        return input().strip().casefold() not in ("q", "quit")
    except (EOFError, KeyboardInterrupt):
        return False


def report(match: Match, record: Record, whole: int, svg: Path | None) -> dict[str, object]:
    return {
        "ruleset": record.ruleset,
        "version": record.version,
        "lines": whole,
        "at": len(match.history),
        "verified": verified(match.rules, record).verified,
        "over": match.over,
        "score": match.score,
        "result": match.result.reason if match.result else None,
        "svg": str(svg) if svg else None,
    }
