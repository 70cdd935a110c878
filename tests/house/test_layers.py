"""Rooms import only from the rooms below them; rulesets never import each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import PACKAGE, python_files

TABLE = {"geometry", "core", "scene"}
DICE = TABLE | {"chance", "record", "tabletop", "roster"}
GAMES = DICE | {"rulesets"}
TABLES = GAMES | {"match"}

# room -> the rooms it may import (besides itself)
MAY_IMPORT: dict[str, set[str]] = {
    "geometry": set(),
    "core": {"geometry"},
    "scene": {"geometry", "core"},
    "chance": TABLE,
    "record": TABLE | {"chance"},
    "tabletop": TABLE,
    "roster": TABLE,
    "rulesets": DICE,
    "match": GAMES,
    "scenarios": TABLES,
    "bots": TABLES,
    "lab": TABLES | {"bots"},
    "testing": TABLES | {"scenarios", "bots", "lab"},
    "rl": TABLES | {"bots"},
    "server": TABLES | {"bots"},
    "cli": TABLES | {"scenarios", "bots", "lab", "rl", "server"},
}


def module_name(path: Path, package: Path = PACKAGE) -> tuple[str, ...]:
    """("sandtable", "geometry", "units"); a package is named by its folder, with "__init__" kept as last part."""
    return ("sandtable", *path.relative_to(package).with_suffix("").parts)


def imported(module: tuple[str, ...], tree: ast.AST) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line and dotted name of all that a module imports, `from a import b` as a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            base = module[: -node.level] if node.level else ()
            stem = base + tuple((node.module or "").split(".") if node.module else ())
            for alias in node.names:
                yield node.lineno, (*stem, alias.name)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("import_module", "importlib.import_module"):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, tuple(first.value.split("."))


def problems(module: tuple[str, ...], source: str) -> list[str]:
    if module == ("sandtable", "__init__"):
        return []
    room = module[1]
    where = ".".join(module)
    if room.startswith("__"):  # __main__ and the like stand at the front door
        return []
    if room not in MAY_IMPORT:
        return [f"{where}: the room {room!r} has no place in MAY_IMPORT of tests/house/test_layers.py"]
    found = []
    for line, target in imported(module, ast.parse(source)):
        if target[0] != "sandtable":
            continue
        inner = target[1] if len(target) > 1 else ""
        name = ".".join(target)
        if inner not in MAY_IMPORT:
            if room != "cli" and not inner.startswith("__"):
                found.append(f"{where}:{line} imports {name} through the front door; import from its room")
        elif inner != room and inner not in MAY_IMPORT[room]:
            found.append(f"{where}:{line} imports {name}, but {room} may not know {inner}")
        elif room == inner == "rulesets" and _another_ruleset(module, target):
            found.append(f"{where}:{line} imports {name}; rulesets never import each other")
    return found


def _another_ruleset(module: tuple[str, ...], target: tuple[str, ...]) -> bool:
    own = module[2]
    if own == "__init__" or len(target) < 3 or target[2] == own:
        return False
    return target[2][:1].islower()  # a class or constant of rulesets/__init__.py is nobody's game


def test_rooms_import_only_what_lies_below_them() -> None:
    files = python_files("src/sandtable")
    assert files
    assert [problem for path in files for problem in problems(module_name(path), path.read_text())] == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sandtable.geometry.units", "from sandtable.core import values"),
        ("sandtable.geometry.units", "import sandtable.core.values"),
        ("sandtable.geometry.units", "from sandtable import core"),
        ("sandtable.geometry.__init__", "from ..core import values"),
        ("sandtable.geometry.kernel.plane", "from ...core.values import Value"),
        ("sandtable.core.driver", "def late():\n    from sandtable.scene import Scene"),
        ("sandtable.core.driver", "import importlib\nimportlib.import_module('sandtable.rulesets.warcaster')"),
        ("sandtable.core.driver", "import sandtable"),
        ("sandtable.core.driver", "from sandtable import new_match"),
        ("sandtable.scene", "from sandtable.chance import seeded"),
        ("sandtable.chance.odds", "from sandtable.record import save"),
        ("sandtable.tabletop.measuring.cover", "from sandtable.rulesets.warcaster.state.table import Model"),
        ("sandtable.tabletop.moving.paths", "from sandtable.chance import seeded"),
        ("sandtable.core.driver", "from sandtable.tabletop.terrain.features import Map"),
        ("sandtable.record.save", "from sandtable.rulesets import warcaster"),
        ("sandtable.rulesets.warcaster.cover", "from sandtable.match import Match"),
        ("sandtable.rulesets.warcaster.cover", "from sandtable.rulesets.warmaster import orders"),
        ("sandtable.rulesets.warcaster.cover", "from sandtable.rulesets import warmaster"),
        ("sandtable.rulesets.warcaster.cover", "from ..warmaster.orders import Order"),
        ("sandtable.match.table", "from sandtable.bots import regular"),
        ("sandtable.match.table", "from sandtable.scenarios import run"),
        ("sandtable.roster.files", "from sandtable.rulesets import warcaster"),
        ("sandtable.roster.files", "from sandtable.match import Match"),
        ("sandtable.record.text", "from sandtable.scenarios import phrases"),
        ("sandtable.server.app", "from sandtable.cli import app"),
        ("sandtable.attic.box", "import math"),
    ],
)
def test_an_import_upwards_is_found(module: str, source: str) -> None:
    assert problems(tuple(module.split(".")), source) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("sandtable.__init__", "from sandtable.cli import app"),
        ("sandtable.__main__", "from sandtable.cli import main"),
        ("sandtable.geometry.units", "import math\nfrom . import shapes\nfrom .shapes import Disc"),
        ("sandtable.scene.svg", "from sandtable.geometry import shapes\nfrom sandtable.core.view import View"),
        ("sandtable.chance.odds", "from sandtable.scene import Scene"),
        ("sandtable.rulesets.warcaster.cover", "from sandtable.tabletop.measuring.cover import covering"),
        ("sandtable.rulesets.warcaster.lists.force", "from sandtable.roster import ArmyList"),
        ("sandtable.rulesets.__init__", "from sandtable.rulesets import warcaster"),
        ("sandtable.rulesets.warmachine.mk2.cover", "from sandtable.rulesets.warmachine.cover import COMMON"),
        ("sandtable.rulesets.warmachine.mk2.cover", "from ..cover import COMMON"),
        ("sandtable.lab.simulate", "from sandtable.bots import regular"),
        ("sandtable.cli.play", "import sandtable as st\nfrom sandtable import __version__"),
    ],
)
def test_an_import_downwards_is_fine(module: str, source: str) -> None:
    assert problems(tuple(module.split(".")), source) == []


def test_a_file_knows_its_module() -> None:
    assert module_name(PACKAGE / "geometry" / "units.py") == ("sandtable", "geometry", "units")
