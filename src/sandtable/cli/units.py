"""`sandtable units`: pages of units, weapons and cards, without a game."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Annotated

import typer

from sandtable.cli.output import Json, data, fail, say
from sandtable.core import find
from sandtable.core.sheets import Sheet, Stat

HEADS = {"unit": "Units", "weapon": "Weapons", "card": "Cards", "rule": "Special rules"}


def units(
    ruleset: Annotated[str, typer.Argument(help="Which game; `sandtable rulesets` lists them.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", help="A unit, weapon, card or special rule; or a part of a name."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every page, one after another.")] = False,
    json: Json = False,
) -> None:
    """List the units, weapons, cards and special rules of a game, or show one of them.

    [bold]Examples[/bold]

      sandtable units warcaster
      sandtable units warcaster dusk wolf
      sandtable units warcaster "rail gun" --json
    """
    rules, name = find(ruleset), " ".join(words or ())
    pages = list(rules.showing.pages(rules))
    if not pages:
        fail(f"{rules.title} has no printed pages; sandtable rules {ruleset} has its rulebook")
    found = named(pages, name) if name else pages
    if not found:
        fail(f"nothing of {rules.title} is called {name!r}; {nearest(pages, name)}")
    if json:
        data(found)
    elif name or all_:
        for page in found:
            show(page)
    else:
        listed(found)


def named(pages: Iterable[Sheet], name: str) -> list[Sheet]:
    """By id or printed name; otherwise all that have the words."""
    wanted = plain(name)
    known = list(pages)
    exact = [page for page in known if wanted in (plain(page.id), plain(page.title))]
    return exact or [page for page in known if all(word in plain(page.title) for word in wanted.split())]


def plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").split())


def nearest(pages: Iterable[Sheet], name: str) -> str:
    titles = {plain(page.title): page.title for page in pages}
    near = get_close_matches(plain(name), titles, 3)
    return f"did you mean {', '.join(titles[t] for t in near)}?" if near else "leave the name out for a list"


def listed(pages: Iterable[Sheet]) -> None:
    kind = ""
    for page in pages:
        if page.kind != kind:
            kind = page.kind
            say(HEADS.get(kind, kind.capitalize()), "bold")
        figures = " ".join(f"{stat.name} {stat.printed}" for stat in page.stats)
        say(f"  {page.title:<28} {page.subtitle}" + (f": {figures}" if figures else ""))


def show(page: Sheet) -> None:
    say(page.title, "bold")
    if page.subtitle:
        say(f"  {page.subtitle}")
    if page.stats:
        say(f"  {line(page.stats)}")
    for text in page.text.splitlines():
        say(f"  {text}")
    for weapon in page.weapons:
        rules = f"; {', '.join(weapon.rules)}" if weapon.rules else ""
        say(f"  {weapon.name}: {line(weapon.stats)}{rules}")
    for rule in page.rules:
        said = " ".join(rule.text.split()).removeprefix(f"{rule.name}: ")
        say(f"  {rule.name}: {said}" + (f"  [{rule.cite}]" if rule.cite else ""))


def line(stats: Iterable[Stat]) -> str:
    return ", ".join(f"{stat.name} {stat.printed}" for stat in stats)
