"""`sandtable explain`: what a good player would do here, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.bots.explain import NODES
from sandtable.bots.explain import explain as advise
from sandtable.chance import Seeded
from sandtable.cli.output import Json, data, fail, say
from sandtable.cli.positions import scenarios_in
from sandtable.cli.prepare import playing
from sandtable.core import BadSetup, find, installed
from sandtable.core.texts import english
from sandtable.match import Match, load
from sandtable.scenarios import set_up


@playing
def explain(
    ruleset: Annotated[str, typer.Argument(help="Which game.")],
    scenario: Annotated[Path | None, typer.Option(help="A scenario file: its first position.")] = None,
    record: Annotated[Path | None, typer.Option(help="A record of a game.")] = None,
    at: Annotated[int | None, typer.Option(help="In the record, after so many answers and rolls.")] = None,
    best: Annotated[int, typer.Option(min=1, help="How many answers to explain.")] = 3,
    seed: Annotated[int, typer.Option(help="Of the dice and cards imagined.")] = 0,
    nodes: Annotated[int, typer.Option(min=1, help="How many answers to search.")] = NODES,
    json: Json = False,
) -> None:
    """Explain the best few answers in a position: what to do, what it gains in points, why, and what may go wrong.

    [bold]Examples[/bold]

      sandtable explain warcaster --scenario examples/positions/last-turn.yaml
      sandtable explain warcaster --record game.sand --at 120 --best 5
      sandtable explain duel --record duel.sand --at 14 --json
    """
    if ruleset not in installed() and Path(ruleset).is_file():
        kind = "record" if Path(ruleset).suffix not in (".yaml", ".yml") else "scenario"
        fail(f"{ruleset} is a file, and a game comes first: sandtable explain GAME --{kind} {ruleset}")
    find(ruleset)
    if (scenario is None) == (record is None):
        fail("give --scenario FILE or --record FILE")
    match = given(ruleset, scenario) if scenario is not None else recorded(ruleset, record, at)
    if match.ask is None:
        fail("nobody is asked anything here: give another --at")
    seat, prompt, cite = match.ask.seat, match.ask.prompt, match.ask.cite
    advice = advise(match.view(seat), best=best, seed=seed, nodes=nodes)
    if json:
        data({"seat": match.rules.seat_name(seat), "prompt": prompt, "cite": cite, "advice": advice})
        return
    say(f"{match.rules.seat_name(seat)}: {english(match.position, prompt)}" + (f"  [{cite}]" if cite else ""), "bold")
    for number, one in enumerate(advice, 1):
        say(f"{number}. {one}")


def given(ruleset: str, file: Path) -> Match:
    """The position of a scenario file, at its first question."""
    read = scenarios_in(file)[0]
    rules = find(ruleset)
    if read.ruleset != rules.name:
        raise BadSetup(f"{file} is a scenario of {read.ruleset}, not {ruleset}")
    return set_up(rules, read, Seeded(read.seed or 0))[0]


def recorded(ruleset: str, file: Path | None, at: int | None) -> Match:
    assert file is not None
    match = load(file)
    if match.rules.name != ruleset:
        raise BadSetup(f"{file} is a game of {match.rules.name}, not {ruleset}")
    whole = len(match.history)
    if at is not None and not 0 <= at <= whole:
        fail(f"--at {at}: the game has {whole} answers and rolls; give 0 to {whole}")
    return match if at is None else match.fork(at)
