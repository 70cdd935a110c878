"""The `sandtable` command: one module for each command, gathered here."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable import __version__
from sandtable.cli import check, demo, explain, odds, play, replay, roster, rules, scenario, simulate
from sandtable.cli.help_format import Group, OptionalValue
from sandtable.cli.output import any_letter, fail
from sandtable.cli.prepare import playing, prepare

app = typer.Typer(
    cls=Group,
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


app.command("demo")(playing(demo.demo))
app.command("play", cls=OptionalValue)(playing(play.play))
app.command("odds", context_settings=odds.FREE)(playing(odds.odds))
app.command("replay")(playing(replay.replay))
app.command("rules")(rules.rules)
app.command("rulesets")(rules.rulesets)
app.command("check")(playing(check.check))
app.command("simulate")(playing(simulate.simulate))
app.command("explain")(playing(explain.explain))
app.command("prepare")(prepare)
app.add_typer(scenario.app, name="scenario")
app.add_typer(roster.app, name="roster")


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
