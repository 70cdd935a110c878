"""`sandtable scenario run`: rules questions, bug reports and tutorials as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.help_format import Group
from sandtable.cli.output import Json, data, folder, say
from sandtable.core import Position, find
from sandtable.scenarios import Outcome, run_many, schema

ABOUT = """Scenario files: a position, dice, choices, and what must then be true.

[bold]Examples[/bold]

  sandtable scenario run examples/scenarios
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
def print_schema() -> None:
    """Print the JSON Schema of scenario files, for editors.

    [bold]Example[/bold]

      sandtable scenario schema > scenario.schema.json
    """
    data(schema())


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
