"""The `sandtable` command: one module for each command, gathered here."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable import __version__
from sandtable.cli.lazy_commands import Lazy, LazyGroup
from sandtable.cli.output import any_letter, fail


class Commands(LazyGroup):
    """In the order of the help; a command's module is imported when it is called."""

    lazy = (
        Lazy("play", "Play a game in the browser or, with --terminal, by keyboard."),
        Lazy("serve", "Serve the table in the browser, here or for a home network."),
        Lazy("demo", "Watch a game between two bots, turn by turn, and join it."),
        Lazy("odds", "The exact odds of an attack, or of a choice in a saved game."),
        Lazy("explain", "Explain the best few answers in a position."),
        Lazy("replay", "Print the log of a recorded game, verify it, or draw any position of it."),
        Lazy("rules", "Print a rule, find rules, or report which are proved."),
        Lazy("rulesets", "List the games that are installed.", module="rules"),
        Lazy("units", "Pages of units, weapons and cards, without a game."),
        Lazy("roster", "Army lists: check, convert, show.", group=True),
        Lazy("scenario", "Rules questions as files: run them, list their words.", group=True),
        Lazy("simulate", "Play many games between bots and report."),
        Lazy("check", "Assert the laws of the engine on a ruleset."),
        Lazy("prepare", "Compile the geometry for this machine."),
    )


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def sandtable(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
) -> None:
    """Sandtable: a digital tabletop that knows the rules.

    Miniature wargames with every rule enforced and cited.

    [bold]Examples[/bold]

      sandtable demo                                  watch a game
      sandtable play warcaster --terminal             play one by keyboard
      sandtable odds warcaster                        what an attack will do
      sandtable rules warcaster WC-COVER-3            read a rule
      sandtable scenario run examples/scenarios       settle rules questions
    """


def main() -> None:
    """Run the command line. Errors that a person can fix are one line, without a traceback."""
    from sandtable.core import BadSetup, LoadError, Refused, UnknownRuleset
    from sandtable.record import RecordError

    any_letter()
    try:
        app()
    except (BadSetup, LoadError, Refused, UnknownRuleset) as e:
        fail(str(e.args[0]) if isinstance(e, UnknownRuleset) else str(e))
    except RecordError as e:
        fail(str(e).replace("recover=True", "--recover"))  # as it is said here
    except (OSError, UnicodeDecodeError) as e:
        fail(f"{e.filename}: {e.strerror}" if isinstance(e, OSError) and e.filename else str(e))
