"""Pages made from the product itself: ``python -m tests.docs.generated`` writes them, a test keeps them current."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable.chance import Seeded
from sandtable.cli.terminal.saved_games import Setting
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.session import Session
from sandtable.core import find
from sandtable.core.sheets import Sheet, Stat
from sandtable.lab.matchups import read_matchup, wanted_matchups
from sandtable.match import new_match

DOCS = Path(__file__).resolve().parents[2] / "docs"
SEED = 5
# A newcomer's first minutes: looks round, deploys, asks, makes a mistake, moves, attacks, takes something back.
WALK = (
    "mission", "deploy ranger", "auto", "deploy dusk wolf", "auto", "deploy coalition weaver", "auto", "turn",
    "charge ranger", "hand", "", "activate ranger", "look ranger fire team", "move", "3", "north 20", "why",
    "toward w", "auto", "odds 1", "end", "undo", "end", "advice 1", "", "", "score", "log 5",
)  # fmt: skip


def first_game() -> str:
    """The walk as it appears in the terminal."""
    out, lines = io.StringIO(), iter(WALK)
    match = new_match("warcaster", source=Seeded(SEED), mission="boiling_point")

    def reader(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        out.write(f"{prompt}{line}\n")
        return line

    with TemporaryDirectory() as folder:
        setting = Setting("warcaster", "recruit", "a", SEED, False, Path(folder) / "first.sand")
        Session(match, Screen(out), reader, setting).play()
        shown = out.getvalue().replace(folder, "games")
    shown = "\n".join(line.rstrip() for line in shown.split("\n"))
    return f"""# A newcomer's first game

The first minutes of `sandtable play warcaster --terminal --mission boiling_point --seed {SEED}`, as they appear in a
terminal. What is typed stands after `a>`; an empty line is Enter. Made by a script
(`python -m tests.docs.generated`), which the tests run.

```text
{shown.strip()}
```
"""


def unit_list(ruleset: str) -> str:
    rules = find(ruleset)
    parts = [f"# {rules.title}: units, weapons and cards", "", "Made from the data; `sandtable units` shows the same."]
    kind = ""
    for page in rules.showing.pages(rules):
        if page.kind != kind:
            kind = page.kind
            head = {"unit": "Units", "weapon": "Weapons", "card": "Cards", "rule": "Special rules"}[kind]
            parts += ["", f"## {head}", ""]
        parts += block(page)
    return "\n".join(parts) + "\n"


def block(page: Sheet) -> Iterator[str]:
    figures = f" {line(page.stats)}." if page.stats else ""
    yield f"**{page.title}**, {page.subtitle}.{figures}" + (f" {page.text}" if page.kind == "rule" else "")
    if page.kind == "rule":
        yield ""
        return
    yield ""
    yield from (f"- {text}" for text in page.text.splitlines())
    for weapon in page.weapons:
        yield f"- {weapon.name}: {line(weapon.stats)}" + (f"; {', '.join(weapon.rules)}" if weapon.rules else "")
    yield from (f"- *{rule.name}*: {' '.join(rule.text.split())}" for rule in page.rules)
    if page.text or page.weapons or page.rules:
        yield ""


def line(stats: tuple[Stat, ...]) -> str:
    return ", ".join(f"{stat.name} {stat.printed}" for stat in stats)


def balance() -> str:
    """The figures of `benchmarks/balance.py`."""
    figures = json.loads((DOCS.parent / "benchmarks" / "balance.json").read_text(encoding="utf-8"))
    parts, ruleset = [BALANCE_HEAD], ""
    for wanted in wanted_matchups():
        if wanted.ruleset != ruleset:
            ruleset = wanted.ruleset
            parts += ["", f"## {find(ruleset).title}", "", "| armies | won, lost, drawn | share | 95 % | |"]
            parts += ["| --- | --- | --- | --- | --- |"]
        row = figures.get(ruleset, {}).get(wanted.name)
        if not row:
            parts.append(f"| {wanted.name} | | | | not measured |")
            continue
        found = read_matchup(wanted.armies, row)
        low, high = found.interval
        few = "" if found.games >= wanted.games else f"{found.games} of {wanted.games} games"
        said = ", ".join(text for text in (few, "" if found.fair else "**beyond 60 to 40**") if text)
        score = f"{found.won}, {found.lost}, {found.drawn}"
        parts.append(f"| {wanted.name} | {score} | {found.share:.0%} | {low:.0%} to {high:.0%} | {said} |")
    return "\n".join(parts) + "\n"


BALANCE_HEAD = """# Balance of the ready-made armies

Regular against regular, both sides alike often, over the tables and scenarios that suit the armies. The share is of
the army named first, draws half. `python benchmarks/balance.py` plays the games; this page is made from its figures."""

PAGES: dict[str, Callable[[], str]] = {
    "first-game.md": first_game,
    "balance.md": balance,
    "units/warcaster.md": lambda: unit_list("warcaster"),
}

if __name__ == "__main__":
    for name, make in PAGES.items():
        (DOCS / name).parent.mkdir(exist_ok=True)
        (DOCS / name).write_text(make(), encoding="utf-8")
