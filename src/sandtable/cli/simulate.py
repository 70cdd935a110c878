"""`sandtable simulate`: thousands of games, added up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sandtable.bots.stdio import limits_of, several, shown
from sandtable.cli.match_options import Set, narrowed, options_given
from sandtable.cli.output import BotLimits, Json, console, data, say
from sandtable.cli.positions import positions_of
from sandtable.cli.prepare import playing
from sandtable.cli.terminal.keyboard import leave_on_hangup
from sandtable.core import BadSetup, find
from sandtable.lab.simulate import Report
from sandtable.lab.simulate import simulate as run
from sandtable.lab.strength import even
from sandtable.lab.usage import KINDS
from sandtable.lab.workers import INTERRUPTED

MOST_NAMES = 80  # in one line


@playing
def simulate(
    ruleset: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    bots: Annotated[
        str, typer.Option(help="One for each seat, with a comma between; cmd:PROGRAM is your own.")
    ] = "recruit,recruit",
    given: Set = None,
    from_: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Start from the positions of these scenario files or folders, in turn."),
    ] = None,
    equal: Annotated[bool, typer.Option("--equal", help="Both seats play the same force.")] = False,
    seed: Annotated[int, typer.Option(help="The first seed; every game, or pair of games, has the next.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Keep every record in this folder.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Assert the invariants after every event.")] = False,
    usage: Annotated[
        bool,
        typer.Option("--usage", help="Count frames, events, hooks, choices and rolls, and list what never occurred."),
    ] = False,
    bot_seconds: Annotated[
        float, typer.Option(help="For one answer of a program; later is a forfeit.", min=0.01)
    ] = 5.0,
    bot_limits: BotLimits = "",
    json: Json = False,
) -> None:
    """Play many games and add up the results.

    [bold]Examples[/bold]

      sandtable simulate warcaster --games 1000 --jobs 2
      sandtable simulate warcaster --games 200 --set mission=boiling_point --check
      sandtable simulate duel --games 50 --out runs/first --json
      sandtable simulate lines --games 200 --usage
      sandtable simulate duel --games 60 --from examples/scenarios/duel --usage
      sandtable simulate duel --bots "recruit,cmd:python3 examples/bots/greedy.py"
    """
    leave_on_hangup()
    pair = several(bots)
    guest = find(ruleset)
    if len(pair) != len(guest.seats):
        raise BadSetup(f"--bots needs {len(guest.seats)} names with a comma between, got {bots!r}")
    variety = narrowed(guest, options_given(guest, given or ()))
    if equal:
        variety = even(variety, [option.key for option in guest.match_options() if option.kind == "force"])
    positions = positions_of(guest, from_ or ())
    if from_ and not positions:
        raise BadSetup(f"no positions of {guest.name} in {', '.join(map(str, from_))}")
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), disable=json, transient=True) as bar:
        task = bar.add_task("games", total=games)
        report = run(
            ruleset, games, variety=variety, bots=pair, seed=seed, jobs=jobs, check=check, out=out,
            progress=lambda: bar.advance(task), limits=limits_of(bot_limits, bot_seconds), usage=usage,
            positions=positions,
        )  # fmt: skip
    if json:
        data(msgspec.structs.asdict(report))
    else:
        print_report(report)
    raise typer.Exit(INTERRUPTED if report.interrupted else 1 if report.errors or report.unkept else 0)


def print_report(report: Report) -> None:
    if report.interrupted:
        say(f"broken off after {report.games} of {report.wanted} games; until then:", "yellow")
    say(f"{report.games} games of {report.ruleset}: {report.finished} finished, {report.errors} errors")
    won = ", ".join(f"{k} {v}" for k, v in sorted(report.wins.items()))
    say(f"wins: {won or 'none'}; mean score: {', '.join(f'{k} {v}' for k, v in report.mean_score.items())}")
    for name, rate in report.win_rate.items():
        low, high = report.interval[name]
        say(f"{name} wins {100 * rate:.1f} % of {report.finished} games (95 %: {100 * low:.1f} to {100 * high:.1f})")
    for name, ms in report.decision_ms.items():
        say(f"a decision by {name} takes {ms['p50']} ms (p95 {ms['p95']}, p99 {ms['p99']})")
    say(f"{report.games_per_second} games and {report.decisions_per_second} decisions a second")
    if report.forfeits:
        say(f"{report.forfeits} games were forfeited (docs/bots.md has the rules):")
    for forfeit in report.forfeited:
        say("  " + shown(forfeit), "yellow")
    for problem in report.problems:
        say(f"  {problem}", "red")
    for file in report.unkept:
        say(f"  not kept: {file}", "red")
    for name, result in report.positions.items():
        say(f"from {name}: " + ", ".join(f"{key} {n}" for key, n in result.items()))
    if report.usage:
        tell_usage(report)


def tell_usage(report: Report) -> None:
    """Counts by kind, the rarest first; then what never occurred."""
    for kind in KINDS:
        counted = sorted(
            (n, name.removeprefix(f"{kind} ")) for name, n in report.usage.items() if name.startswith(f"{kind} ")
        )
        say(f"{kind}s: " + ", ".join(f"{name} {n}" for n, name in counted))
    for kind, names in report.never.items():
        shown_names = ", ".join(names) if len(names) <= MOST_NAMES else f"{len(names)} (--json lists them)"
        if names:
            say(f"{kind}s that never occurred: {shown_names}", "yellow")
