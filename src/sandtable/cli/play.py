"""`sandtable play`: a whole game by keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.bots import LEVELS, known
from sandtable.bots.stdio import is_command, limits_of, words_of
from sandtable.chance import Seeded, Typed
from sandtable.cli.say import BotLimits, fail
from sandtable.cli.terminal.keeping import Setting
from sandtable.cli.terminal.keyboard import Keyboard, leave_on_hangup
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.session import Session
from sandtable.core import find
from sandtable.match import Match, load, new_match
from sandtable.roster import resolve_all

SELF = "self"


def play(
    ruleset: Annotated[str, typer.Argument(help="Which game; `sandtable rulesets` lists them.")],
    terminal: Annotated[bool, typer.Option("--terminal", help="By keyboard, here: so far the only table.")] = False,
    against: Annotated[
        str, typer.Option(help=f"{', '.join(LEVELS)} (or veteran:5s), cmd:PROGRAM, or {SELF} for both seats.")
    ] = "recruit",
    mission: Annotated[str, typer.Option(help="Which mission.")] = "",
    forces: Annotated[str, typer.Option(help="Two forces, by name or file, with a comma between.")] = "",
    map_: Annotated[str, typer.Option("--map", help="Which table.")] = "",
    seed: Annotated[int, typer.Option(help="Dice and opponent; the same seed gives the same luck.")] = 0,
    seat: Annotated[str, typer.Option(help="Your seat; otherwise the first.")] = "",
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    recover: Annotated[
        bool, typer.Option("--recover", help="Resume what is whole of a file that was cut short.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Where the game is kept.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No map, no colour, one fact a line: for screen readers.")
    ] = False,
    bot_limits: BotLimits = "",
    dice: Annotated[str, typer.Option(help="seeded, or typed: throw real dice and type the faces.")] = "seeded",
) -> None:
    """Play a game by keyboard, against a bot or yourself. Type help at any prompt.

    [bold]Examples[/bold]

      sandtable play warcaster --terminal
      sandtable play duel --terminal --against self --dice typed
      sandtable play warcaster --terminal --mission boiling_point --seat b --seed 7
      sandtable play warcaster --terminal --against veteran:5s
      sandtable play warcaster --terminal --resume warcaster-7.sand
    """
    limits_of(bot_limits)
    if is_command(against):
        words_of(against)
    elif against != SELF:
        known(against)
    if dice not in ("seeded", "typed"):
        fail(f"--dice {dice}: give seeded or typed")
    if resume is not None:
        match = taken_up(ruleset, resume, recover)
    else:
        options: dict[str, Any] = {"mission": mission, "map": map_}
        options = {key: value for key, value in options.items() if value}
        if forces:
            options["forces"] = resolve_all(find(ruleset), forces, mission)
        match = new_match(ruleset, source=Typed() if dice == "typed" else Seeded(seed), **options)
    if seat:
        match.seat(seat)
    setting = Setting(ruleset, against, seat, seed, plain, save or resume, bot_limits)
    leave_on_hangup()
    Session(match, Screen(plain=plain), Keyboard(), setting).play()


def taken_up(ruleset: str, file: Path, recover: bool) -> Match:
    match = load(file, recover=recover)
    name = match.rules.name
    if name != find(ruleset).name:
        fail(f"{file} is a game of {name}, not of {ruleset}: sandtable play {name} --terminal --resume {file}")
    return match
