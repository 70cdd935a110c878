"""The documentation names every command and every room, and its links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import typer

from sandtable.cli import app
from tests.house.sources import NOT_OURS, PACKAGE, ROOT, committed_files, shown

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def commands(app: typer.Typer) -> list[str]:
    """Every command a person can type, as "scenario run"; hidden ones are not for people."""
    return sorted(_paths(typer.main.get_command(app), ()))


def _paths(command: object, path: tuple[str, ...]) -> Iterator[str]:
    if hasattr(command, "lazy"):
        children: dict[str, object] | None = {lazy.name: lazy.load() for lazy in command.lazy}
    else:
        children = getattr(command, "commands", None)
    if getattr(command, "hidden", False):
        return
    if children is None:
        if path:
            yield " ".join(path)
        return
    for name, child in children.items():
        yield from _paths(child, (*path, name))


def unnamed_commands(names: list[str], text: str) -> list[str]:
    return [name for name in names if not re.search(rf"\bsandtable {re.escape(name)}(?![\w-])", text)]


def rooms(package: Path) -> list[str]:
    inside = [path for path in package.iterdir() if not path.name.startswith(("_", "."))]
    packages = [path.name for path in inside if path.is_dir() and any(path.rglob("*.py"))]
    return sorted([*packages, *(path.stem for path in inside if path.suffix == ".py")])


def unnamed_rooms(names: list[str], tour: str) -> list[str]:
    """Rooms without a line that names them as code: `geometry`, `geometry/`, `sandtable.geometry`."""
    return [name for name in names if not re.search(rf"`(src/)?(sandtable[./])?{name}(/|\.py)?`", tour)]


def slugs(text: str) -> set[str]:
    headings = re.findall(r"^#+\s+(.+?)\s*$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path) -> list[str]:
    text = page.read_text()
    found = []
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):  # to somewhere else in the world
            continue
        name, _, anchor = target.partition("#")
        place = (page.parent / name).resolve() if name else page
        if not place.exists():
            found.append(f"{page.name} links to {target}, which does not exist")
        elif anchor and place.suffix == ".md" and anchor not in slugs(place.read_text()):
            found.append(f"{page.name} links to {target}, which has no such heading")
    return found


def test_every_command_is_in_the_documentation() -> None:
    names = commands(app)
    assert names
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    assert unnamed_commands(names, "\n".join(page.read_text() for page in pages)) == []


def test_every_room_is_on_the_tour() -> None:
    names = rooms(PACKAGE)
    assert names
    tour = ROOT / "docs" / "tour.md"
    assert tour.is_file(), f"docs/tour.md is missing; it has a line for each of {names}"
    assert unnamed_rooms(names, tour.read_text()) == []


def test_links_between_pages_lead_somewhere() -> None:
    pages = {page for page in committed_files() if page.suffix == ".md" and not NOT_OURS & set(page.parts)}
    pages |= set((ROOT / "docs").rglob("*.md"))
    assert pages
    assert [f"{shown(page)}: {broken}" for page in sorted(pages) for broken in broken_links(page)] == []


def test_a_command_nobody_wrote_about_is_found() -> None:
    app, scenario = typer.Typer(), typer.Typer()
    for group, name in [(app, "play"), (app, "play-all"), (scenario, "run")]:
        group.command(name)(lambda: None)
    app.command("secret", hidden=True)(lambda: None)
    app.add_typer(scenario, name="scenario")

    names = commands(app)

    assert names == ["play", "play-all", "scenario run"]
    assert unnamed_commands(names, "`sandtable play-all x`, sandtable scenario") == ["play", "scenario run"]
    assert unnamed_commands(names, "sandtable play\nsandtable play-all\n$ sandtable scenario run x") == []


def test_a_room_missing_from_the_tour_is_found(tmp_path: Path) -> None:
    for file in ["core/driver.py", "scene.py", "__init__.py", "__pycache__/x.py", "empty/data.toml"]:
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()

    assert rooms(tmp_path) == ["core", "scene"]
    assert unnamed_rooms(["core", "scene"], "`core/` is the engine; the scene is not code here") == ["scene"]
    assert unnamed_rooms(["core", "scene"], "`sandtable.core`, `src/sandtable/scene.py`") == []


def test_a_link_to_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# Some Heading, here\n")
    page = tmp_path / "a.md"
    page.write_text(
        "[ok](b.md) [ok](b.md#some-heading-here) [ok](https://example.net)\n"
        "[bad](c.md) ![bad](d.png) [bad](b.md#other)\n"
        "```\n[not a link](e.md)\n```\n"
    )
    assert [line.split()[3].rstrip(",") for line in broken_links(page)] == ["c.md", "d.png", "b.md#other"]
