"""`sandtable scenario run`: rules questions, bug reports and tutorials as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.help_format import Group
from sandtable.cli.output import Json, data, fail, folder, say
from sandtable.core import Position, Ruleset, UnknownRuleset, find
from sandtable.scenarios import Outcome, reference, run_many, schema, words_of

ABOUT = """Scenario files: a position, dice, choices, and what must then be true.

[bold]Examples[/bold]

  sandtable scenario run examples/scenarios
  sandtable scenario words warcaster
  sandtable scenario schema > scenario.schema.json
"""
app = typer.Typer(cls=Group, help=ABOUT, rich_markup_mode="rich", no_args_is_help=True)


@app.command("run")
def run(
    paths: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")],
    svg: Annotated[Path | None, typer.Option(help="Draw each final table into this folder.")] = None,
    json: Json = False,
) -> None:
    """Run scenario files and folders; exits with 1 when any expectation fails.

    [bold]Examples[/bold]

      sandtable scenario run examples/scenarios
      sandtable scenario run my-question.yaml --svg drawings
      sandtable scenario run examples/scenarios --json
    """
    if svg is not None:
        folder(svg)
    outcomes = []
    for outcome in run_many(paths):
        outcomes.append(outcome)
        if not json:
            say(str(outcome), "" if outcome.passed else "bold red")
        if svg is not None:
            draw(outcome, svg)
    failed = [o for o in outcomes if not o.passed]
    if json:
        data({"passed": len(outcomes) - len(failed), "failed": len(failed), "scenarios": [report(o) for o in outcomes]})
    else:
        say(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    raise typer.Exit(1 if failed else 0)


@app.command("schema")
def print_schema(
    ruleset: Annotated[str | None, typer.Argument(help="With the words of this ruleset.")] = None,
) -> None:
    """Print the JSON Schema of scenario files, for editors.

    [bold]Examples[/bold]

      sandtable scenario schema > scenario.schema.json
      sandtable scenario schema warcaster > warcaster.schema.json
    """
    data(schema(None if ruleset is None else named(ruleset)))


@app.command("words")
def print_words(
    ruleset: Annotated[str, typer.Argument(help="An installed ruleset.")],
    json: Json = False,
) -> None:
    """Print every word a scenario file may use with a ruleset.

    Keys of a position with type and range, facts, rolls and pools, dice, questions, answers, events with their fields.

    [bold]Examples[/bold]

      sandtable scenario words warcaster
      sandtable scenario words warcaster --json
    """
    rules = named(ruleset)
    if json:
        data(words_of(rules))
    else:
        say(reference(rules))


def named(ruleset: str) -> Ruleset:
    try:
        return find(ruleset)
    except UnknownRuleset as e:
        fail(str(e))


def draw(outcome: Outcome, into: Path) -> None:
    if outcome.game is None:
        return
    rules = find(outcome.ruleset)
    scene = rules.showing.scene(Position(rules, outcome.game.state), None)
    (into / (Path(outcome.file or outcome.title).stem + ".svg")).write_text(scene._repr_svg_(), encoding="utf-8")


def report(outcome: Outcome) -> dict[str, object]:
    return {
        "title": outcome.title,
        "file": outcome.file,
        "ruleset": outcome.ruleset,
        "rules": outcome.rules,
        "passed": outcome.passed,
        "failures": [
            {"line": f.line, "expected": f.expected, "found": f.found, "because": f.because} for f in outcome.failures
        ],
    }
