"""`sandtable rules` and `sandtable rulesets`: the rulebooks in our own words, where rules live, which are proved."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.output import Json, data, fail, say
from sandtable.core import Rule, Rulebook, Ruleset, find, installed

# The sources named in rulebooks. The rulebook itself is not mentioned.
SOURCES = {"": "", "seed": "", "ours": "  Source: our own decision, where the rulebook is silent or unclear."}


def rules(
    ruleset: Annotated[str, typer.Argument(help="Which game; `sandtable rulesets` lists them.")],
    rule: Annotated[str | None, typer.Argument(help="A rule by its id, or a chapter.")] = None,
    search: Annotated[str, typer.Option(help="Find rules that hold all these words.")] = "",
    covered: Annotated[bool, typer.Option("--coverage", help="Which rules a test proves (in a checkout).")] = False,
    code: Annotated[bool, typer.Option("--code", help="Where each rule lives and which tests prove it.")] = False,
    diff: Annotated[str, typer.Option(help="Another edition: what differs, and by which rules.")] = "",
    json: Json = False,
) -> None:
    """Print a rule, find rules, or report which are proved.

    [bold]Examples[/bold]

      sandtable rules warcaster WC-COVER-3
      sandtable rules warcaster cover
      sandtable rules warcaster --search "void gate arc"
      sandtable rules warcaster --coverage --json
      sandtable rules warmachine-mk1 --diff warmachine-mk2
    """
    guest = find(ruleset)
    if covered:
        report_coverage(guest, json)
        return
    if diff:
        report_differences(guest, find(diff), json)
        return
    found = choose(guest, rule, search)
    if json:
        data([{**r._asdict(), **(where_in_code(guest, r) if code else {})} for r in found])
        return
    for entry in found:
        print_rule(guest, entry, whole=len(found) == 1)
        if code:
            for what, places in where_in_code(guest, entry).items():
                say(f"  {what.capitalize()}: {', '.join(places) or 'nothing yet'}")


def report_differences(guest: Ruleset, other: Ruleset, json: bool) -> None:
    from sandtable.lab.editions import differences

    found = differences(guest, other)
    if json:
        data([{**each._asdict(), "rules": list(each.rules)} for each in found])
        return
    for each in found:
        say(each.what.capitalize(), "bold")
        for rules, words in ((guest, each.here), (other, each.there)):
            say(f"  {rules.title}: {words or 'not there'}")


def choose(guest: Ruleset, rule: str | None, search: str) -> list[Rule]:
    book = guest.rulebook
    if search:
        hits = [*book.search(search), *on_pages(guest, search)]
        if not hits:
            fail(f"no rule of {guest.title} holds all of: {search}")
        return hits
    if rule is None:
        return list(book)
    if rule.upper() in book:
        return [book[rule.upper()]]
    chapter = [r for r in book if r.chapter == rule.lower()]
    if not chapter:
        fail(f"no rule or chapter {rule!r} in {guest.title}; {nearest(book, rule)}")
    return chapter


def on_pages(guest: Ruleset, search: str) -> list[Rule]:
    """Units, weapons, cards and special rules whose page holds all the words, as entries of the rulebook."""
    found = []
    for page in guest.showing.pages(guest):
        told = " ".join((page.text, *(f"{rule.name}: {rule.text}" for rule in page.rules)))
        if all(word in f"{page.title} {told}".casefold() for word in search.casefold().split()):
            found.append(Rule(page.id, f"{page.title} ({page.subtitle})", " ".join(told.split()), chapter=page.kind))
    return found


def nearest(book: Rulebook, said: str) -> str:
    """What may have been meant: ids and chapters that look like it, rules that hold the words, or every chapter."""
    ids, chapters = [r.id for r in book], list(book.chapters)
    near = get_close_matches(said.upper(), ids, 4, 0.75) + get_close_matches(said.lower(), chapters, 2, 0.75)
    if near:
        return f"did you mean {', '.join(near)}?"
    held = [r.id for r in book.search(said)][:6]
    return f"these hold it: {', '.join(held)}" if held else f"chapters: {', '.join(chapters)}"


def print_rule(guest: Ruleset, entry: Rule, *, whole: bool) -> None:
    say(f"{entry.id}  {entry.title}", "bold")
    say(f"  {entry.text.strip()}")
    if entry.reading:
        say(f"  Reading: {entry.reading.strip()}")
    if whole:
        chapter = guest.rulebook.chapters.get(entry.chapter, entry.chapter)
        say(f"  Chapter: {chapter or '-'}." + SOURCES.get(entry.source, f"  Source: {entry.source}."))
        if entry.follows:
            say(f"  Follows from: {entry.follows}")


def where_in_code(guest: Ruleset, entry: Rule) -> dict[str, list[str]]:
    """All sources and tests are read for it: only when asked for."""
    from sandtable.lab.coverage import coverage
    from sandtable.lab.rule_index import rule_index

    found = {"code": [str(place) for place in rule_index(guest).get(entry.id, ())]}
    if (root := checkout()) is not None:
        found["proved by"] = coverage(guest.rulebook, root).proved.get(entry.id, [])
    return found


def checkout() -> Path | None:
    """The project folder, when this runs in one."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        if (folder / "tests").is_dir() and (folder / "pyproject.toml").is_file():
            return folder
    return None


def report_coverage(guest: Ruleset, json: bool) -> None:
    root = checkout()
    if root is None:
        fail("coverage is read from the tests: run this inside a checkout of the project")
    from sandtable.lab.coverage import coverage

    found = coverage(guest.rulebook, root)
    if json:
        data({"total": found.total, "proved": len(found.proved), "unproved": found.unproved, "by": found.proved})
        return
    say(f"{guest.title}: {len(found.proved)} of {found.total} rules are proved by a test or scenario")
    for rule in found.unproved:
        say(f"  unproved: {rule}  {guest.rulebook[rule].title}")


def rulesets(json: Json = False) -> None:
    """List the games that are installed.

    [bold]Example[/bold]

      sandtable rulesets --json
    """
    found = installed()
    if json:
        data([{"name": n, "title": r.title, "version": r.version, "rules": len(r.rulebook)} for n, r in found.items()])
        return
    for name, guest in found.items():
        say(f"{name:<12} {guest.title} (version {guest.version}, {len(guest.rulebook)} rules)")
