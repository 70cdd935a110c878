"""`sandtable play`: a whole game by keyboard."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from secrets import randbelow
from typing import Annotated, Any

import typer

from sandtable.bots import LEVELS, known
from sandtable.bots.stdio import is_command, limits_of, words_of
from sandtable.chance import Seeded, Source, Typed
from sandtable.cli.help_format import OptionalValue
from sandtable.cli.match_options import Set, option_lines, options_given
from sandtable.cli.output import BotLimits, fail, say
from sandtable.cli.positions import match_from
from sandtable.cli.prepare import playing
from sandtable.cli.terminal.keyboard import Keyboard, leave_on_hangup
from sandtable.cli.terminal.saved_games import Setting, other_game, remembered
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.session import Session
from sandtable.core import find
from sandtable.match import Match, load, new_match
from sandtable.match.folders import can_go_on, games_folder, kept_games, named
from sandtable.record import RecordError
from sandtable.scenarios import ENDINGS

SETTINGS = {"cls": OptionalValue}
SELF = "self"
USUAL = "recruit"  # opponent
MANY = 20  # games listed
SEEDS = 1_000_000


@playing
def play(
    ruleset: Annotated[
        str, typer.Argument(help="Which game; `sandtable rulesets` lists them. A resumed one says so itself.")
    ] = "",
    terminal: Annotated[bool, typer.Option("--terminal", help="By keyboard, here, instead of in the browser.")] = False,
    against: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(LEVELS)} (or veteran:5s), cmd:PROGRAM, or {SELF} for both seats; otherwise {USUAL}."
        ),
    ] = "",
    given: Set = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Dice and opponent; the same seed gives the same luck.", show_default="a new one, printed"),
    ] = None,
    seat: Annotated[str, typer.Option(help="Your seat; otherwise the first.")] = "",
    resume: Annotated[
        str | None,
        typer.Option(help="Go on with a saved game: a file, or a name; without one, list those that can go on."),
    ] = None,
    from_: Annotated[
        Path | None,
        typer.Option("--from", help="Play from a scenario file, or on from a position of a record; the file stays."),
    ] = None,
    case: Annotated[str, typer.Option(help="With --from and a scenario file of several cases: words of one.")] = "",
    at: Annotated[int | None, typer.Option(help="With --from: after so many answers and rolls.")] = None,
    recover: Annotated[bool, typer.Option("--recover", help="Resume the end of a file made with older rules.")] = False,
    save: Annotated[Path | None, typer.Option(help="Where the game is kept; otherwise in your data folder.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No map, no colour, one fact a line: for screen readers.")
    ] = False,
    bot_limits: BotLimits = "",
    dice: Annotated[str, typer.Option(help="seeded, or typed: throw real dice and type the faces.")] = "seeded",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the table's address, open nothing.")] = False,
    measuring: Annotated[str, typer.Option(help="free, or book: as the rules allow. Default: the game's.")] = "",
) -> None:
    """Play a game in the browser or, with --terminal, by keyboard, against a bot or yourself.

    Resumed games, real dice, programs as opponents and seeds are for the keyboard, with or without --terminal.

    [bold]Examples[/bold]

      sandtable play
      sandtable play warcaster --against regular
      sandtable play warcaster --terminal
      sandtable play duel --terminal --against self --dice typed
      sandtable play warcaster --terminal --set mission=boiling_point --seat b --seed 7
      sandtable play warcaster --terminal --against veteran:5s
      sandtable play --resume warcaster-7
      sandtable play --from game.sand --at 120
      sandtable play --from my-question.yaml --against self
      sandtable play --resume
    """
    if resume == "":
        list_games()
        return
    if dice not in ("seeded", "typed"):
        fail(f"--dice {dice}: give seeded or typed")
    by_keyboard = (seed, resume, from_, save) != (None,) * 4 or plain or recover or bot_limits or dice == "typed"
    if not (terminal or by_keyboard or is_command(against) or given == ["help"]):
        in_browser(ruleset, against or USUAL, seat, given, measuring, show=not no_browser)
        return
    file = None if resume is None else named(resume)
    before = (remembered(file) if file else None) or Setting(ruleset)
    against, seat, bot_limits = against or before.against or USUAL, seat or before.seat, bot_limits or before.limits
    if seed is None:
        seed = before.seed if resume is not None else randbelow(SEEDS)
    limits_of(bot_limits)
    if is_command(against):
        words_of(against)
    elif against != SELF:
        known(against)
    if from_ is not None and file is not None:
        fail("--from begins another game, --resume goes on with one: give one of them")
    source = Typed() if dice == "typed" else Seeded(seed)
    if from_ is not None and from_.suffix in ENDINGS:
        if at is not None:
            fail("--at counts the answers of a record; a scenario file has --case")
        match = match_from(from_, ruleset, case, source, measuring)
    elif from_ is not None:
        match = forked(ruleset, from_, at, source, recover)
    elif file is not None:
        match = taken_up(ruleset, file, recover)
    elif not ruleset:
        fail("which game? sandtable rulesets lists them, sandtable play --resume lists saved games")
    else:
        rules = find(ruleset)
        if given == ["help"]:
            for line in option_lines(rules):
                say(line)
            return
        options = options_given(rules, given or ())
        match = new_match(rules, source=source, measuring=measuring, **options)
    if seat:
        match.seat(seat)
    setting = Setting(match.rules.name, against, seat, seed, plain or before.plain, save or file, bot_limits)
    if save is not None and save != file and other_game(save, match):
        may_replace(save)
    leave_on_hangup()
    Session(match, Screen(plain=plain), Keyboard(), setting).play()


def in_browser(ruleset: str, against: str, seat: str, given: list[str] | None, measuring: str, *, show: bool) -> None:
    """The table in the browser; with a ruleset, a new match of it."""
    from sandtable.cli.browser import open_table

    if not ruleset:
        open_table(None, show=show)
        return
    rules = find(ruleset)
    if against != SELF:
        known(against)
        against = against.partition(":")[0]
    mine = seat or rules.seats[0]
    if mine not in rules.seats:
        fail(f"no seat {mine}; seats here: {', '.join(rules.seats)}")
    seats = [{"kind": "me"} if s == mine or against == SELF else {"kind": "bot", "level": against} for s in rules.seats]
    options = options_given(rules, given or ())
    if any(isinstance(part, dict) for value in options.values() for part in (value, *listed(value))):
        fail("lists of your own: paste them into the page, or play with --terminal")
    if measuring not in ("", "free", "book"):
        fail(f"--measuring {measuring}: give free or book")
    open_table({"ruleset": rules.name, "options": options, "seats": seats, "measuring": measuring}, show=show)


def listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def may_replace(file: Path) -> None:
    """Another game is there: the person decides; where nobody can be asked it stays."""
    question = f"{file} holds another game: write over it?"
    if not sys.stdin.isatty() or not typer.confirm(question):
        fail(f"{file} holds another game; give another --save, or go on with it: sandtable play --resume {file}")


def list_games() -> None:
    found = [(path, record) for path in kept_games() if (record := can_go_on(path)) is not None]
    if not found:
        say(f"No game waits in {games_folder()}.")
        return
    say("These games can go on, the last played first:")
    for path, record in found[:MANY]:
        seated = remembered(path)
        against = f", against {seated.against}" if seated and not seated.alone else ""
        when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        say(f"  {path.stem:<18} {when}  {record.ruleset}, {len(record.lines)} answers and rolls{against}")
    if len(found) > MANY:
        say(f"  and {len(found) - MANY} more in {games_folder()}")
    say(f"Go on with: sandtable play --resume {found[0][0].stem}")


def forked(ruleset: str, file: Path, at: int | None, source: Source, recover: bool) -> Match:
    """Another match from a position of a record, with dice of its own."""
    whole = taken_up(ruleset, file, recover)
    if at is not None and not 0 <= at <= len(whole.history):
        fail(f"--at {at}: the game has {len(whole.history)} answers and rolls; give 0 to {len(whole.history)}")
    match = whole.fork(at, source)
    if match.over:
        fail(f"{file} is over there; fork it earlier: --at {max(0, len(match.history) - 1)}")
    return match


def taken_up(ruleset: str, file: Path, recover: bool) -> Match:
    try:
        match = load(file, recover=recover)
    except RecordError as e:
        if not e.truncated:
            raise
        match = load(file, recover=True)  # killed in the middle: all whole lines are there
    name = match.rules.name
    if ruleset and name != find(ruleset).name:
        fail(f"{file} is a game of {name}, not of {ruleset}: sandtable play {name} --terminal --resume {file}")
    return match
