"""`sandtable roster`: army lists, checked with citations, shown, converted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli.help_format import Group
from sandtable.cli.output import Json, data, say
from sandtable.core import BadSetup, Ruleset, find, installed
from sandtable.roster import Problem, army_of, grave, kind_of, read_file, read_list, rosters_of, write_list
from sandtable.roster.files import LARGEST, rules_for

ABOUT = """Army lists: check them against the building rules, show and convert them.

[bold]Examples[/bold]

  sandtable roster check my-list.txt
  sandtable roster show marcher_box > my-list.txt
  sandtable roster list warcaster
"""
app = typer.Typer(cls=Group, help=ABOUT, rich_markup_mode="rich", no_args_is_help=True)

Listed = Annotated[str, typer.Argument(metavar="FILE", help="A list (TOML, JSON or text), a sample's name, or - .")]
Game = Annotated[str, typer.Option("--ruleset", help="Which game; otherwise as the list says.")]


class Form(StrEnum):
    text = "text"
    toml = "toml"
    json = "json"


@app.command("check")
def check(
    file: Listed,
    ruleset: Game = "",
    options: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game that limits lists.")
    ] = None,
    json: Json = False,
) -> None:
    """Check a list: every problem at once, with its rule and a suggested fix; exits with 1 when the list is not legal.

    [bold]Examples[/bold]

      sandtable roster check my-list.txt
      sandtable roster check my-list.toml --set mission=boiling_point
      sandtable roster check my-list.json --json
    """
    rules, army = taken(file, ruleset)
    limits = options_of(options or ())
    problems = rosters_of(rules).check(army, limits)
    legal = not grave(problems)
    if json:
        told = rosters_of(rules).summary(army)
        report = {"file": file, "ruleset": rules.name, "options": limits, "legal": legal, "summary": told}
        data({**report, "problems": [p._asdict() for p in problems], "list": rosters_of(rules).data(army)})
    else:
        print_problems(file, problems, rosters_of(rules).summary(army))
    raise typer.Exit(0 if legal else 1)


@app.command("show")
def show(
    file: Listed,
    ruleset: Game = "",
    form: Annotated[Form, typer.Option("--format", help="How to write it.")] = Form.text,
) -> None:
    """Print a list as text, TOML or JSON; each can be read back.

    [bold]Examples[/bold]

      sandtable roster show my-list.toml
      sandtable roster show my-list.txt --format json > my-list.json
      sandtable roster show marcher_full
    """
    rules, army = taken(file, ruleset)
    sys.stdout.write(write_list(rules, army, form.value))
    if found := grave(rosters_of(rules).check(army)):
        count = "1 problem" if len(found) == 1 else f"{len(found)} problems"
        typer.echo(f"not legal, {count}; see: sandtable roster check {file}", err=True)


@app.command("list")
def samples(
    ruleset: Annotated[str, typer.Argument(help="Which game; otherwise all that have lists.")] = "",
    json: Json = False,
) -> None:
    """List the ready-made lists; their names are accepted wherever a list is.

    [bold]Examples[/bold]

      sandtable roster list
      sandtable roster list warcaster --json
    """
    games = [find(ruleset)] if ruleset else [r for r in installed().values() if r.rosters is not None]
    found = [summary(rules, name, force) for rules in games for name, force in rosters_of(rules).samples().items()]
    if json:
        data(found)
        return
    for entry in found:
        say(f"{entry['name']:<16} {entry['title']} ({entry['summary']})")
        if entry["plan"]:
            say(f"{'':<16} {entry['plan']}", "dim")


def taken(file: str, ruleset: str) -> tuple[Ruleset, Any]:
    """The list somebody named: standard input, a file, or a sample."""
    if file == "-":
        text = sys.stdin.read(LARGEST)
        kind = kind_of(text)
        rules = rules_for(text, kind, ruleset)
        return rules, read_list(rules, text, kind)
    if Path(file).is_file():
        return read_file(Path(file), ruleset)
    rules = find(ruleset) if ruleset else having(file)
    return rules, army_of(rules, file)


def having(sample: str) -> Ruleset:
    """The only game with a ready-made list of this name; the first with lists, where none has: it says what it has."""
    able = [rules for rules in installed().values() if rules.rosters is not None]
    found = [rules for rules in able if sample in rosters_of(rules).samples()]
    if len(found) > 1:
        raise BadSetup(
            f"{sample} is a list of several games: say --ruleset, one of: {', '.join(r.name for r in found)}"
        )
    if not able:
        raise BadSetup("no game here has lists")
    return (found or able)[0]


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """``mission=boiling_point`` as an option of a new game."""
    found = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise BadSetup(f"--set {pair}: write KEY=VALUE, as in mission=boiling_point")
        found[key.strip()] = value.strip()
    return found


def print_problems(file: str, problems: list[Problem], summary: str) -> None:
    wrong = grave(problems)
    for problem in problems:
        mark = "✕" if problem.grave else "note"
        say(f"{mark} {problem.rule or 'format'}  {problem.where}", "bold red" if problem.grave else "cyan")
        say(f"    {problem.text}")
        if problem.suggestion:
            say(f"    → {problem.suggestion}")
    verdict = (
        "legal" if not wrong else "not legal, 1 problem" if len(wrong) == 1 else f"not legal, {len(wrong)} problems"
    )
    say(f"{file}: {verdict} ({summary})", "bold green" if not wrong else "bold red")


def summary(rules: Ruleset, name: str, force: Any) -> dict[str, Any]:
    rosters = rosters_of(rules)
    army = rosters.read(force)
    plain = rosters.data(army)
    return {
        "ruleset": rules.name,
        "name": name,
        "title": plain.get("name", name),
        "plan": plain.get("plan", ""),
        "summary": rosters.summary(army),
    }
