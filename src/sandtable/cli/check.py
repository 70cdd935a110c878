"""`sandtable check`: the laws every ruleset keeps, asserted along random games."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import track

from sandtable.cli.output import Json, console, data, fail, say
from sandtable.cli.prepare import playing
from sandtable.core import find
from sandtable.lab.checks import LAWS, Broken, check_game


@playing
def check(
    ruleset: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(min=1, help="How many random games.")] = 5,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    every: Annotated[int, typer.Option(min=1, help="Assert all laws at every n-th step.")] = 5,
    json: Json = False,
) -> None:
    """Assert the laws of the engine along random games: for authors of rulesets.

    [bold]Examples[/bold]

      sandtable check duel
      sandtable check warcaster --games 20 --every 1
    """
    guest = find(ruleset)
    seeds = range(seed, seed + games)
    steps = 0
    try:
        for number in track(seeds, "playing", console=console(stderr=True), disable=json, transient=True):
            steps += check_game(guest, number, every=every)
    except Broken as e:
        fail(f"a law does not hold: {e}")
    if json:
        data({"ruleset": ruleset, "games": games, "steps": steps, "laws": [law.__name__ for law in LAWS]})
    else:
        say(f"{ruleset}: {games} games, {steps} steps, {len(LAWS)} laws hold")
