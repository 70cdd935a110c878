"""Files stay small, are named after something, and leave out what the engine must not do."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import committed_files, python_files, shown, text_of

LONGEST = 400
NAMELESS = {"utils", "util", "helpers", "helper", "misc", "common"}
FREEZERS = {"pickle", "cloudpickle", "dill", "shelve", "marshal"}
OWN_DICE = {"Random", "SystemRandom"}  # a source somebody holds; everything else in `random` shares one state
OWN_NUMPY_DICE = {"default_rng", "Generator", "BitGenerator", "SeedSequence", "PCG64", "PCG64DXSM", "Philox"}
# In two halves, so that this file passes its own test.
MARKS = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b|NotImplemented" + r"Error")
CLIENT_KINDS = {".ts", ".tsx"}
MARKED_KINDS = {".py", ".pyi", ".ts", ".tsx", ".js", ".css", ".html", ".toml", ".yaml", ".yml"}


def size_problems(name: str, text: str) -> list[str]:
    lines = text.count("\n")
    return [f"{name} has {lines} lines; {LONGEST} is the limit: find the second idea in it"] if lines > LONGEST else []


def name_problems(path: Path) -> list[str]:
    return [f"{path.as_posix()}: name it after what is in it"] if path.stem in NAMELESS else []


def print_problems(name: str, source: str) -> list[str]:
    return [
        f"{name}:{node.lineno} prints; only cli, benchmarks and examples do"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def engine_problems(name: str, source: str) -> list[str]:
    """Deep copies, pickles and dice that share one hidden state."""
    tree = ast.parse(source)
    return [f"{name}:{line} {what}" for line, what in sorted({*_frozen(tree), *_global_dice(tree)})]


def _frozen(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                modules = [alias.name.split(".")[0] for alias in names]
            case ast.ImportFrom(module=str(module), names=names):
                modules = [module.split(".")[0]]
                if any(alias.name == "deepcopy" for alias in names):
                    yield node.lineno, "copies deeply; values are frozen, so share them"
            case ast.Attribute(attr="deepcopy" | "__deepcopy__") | ast.Name(id="deepcopy"):
                yield node.lineno, "copies deeply; values are frozen, so share them"
                continue
            case _:
                continue
        for module in modules:
            if module in FREEZERS:
                yield node.lineno, f"uses {module}; saves are JSON"


def _global_dice(tree: ast.AST) -> Iterator[tuple[int, str]]:
    says = "rolls dice of its own; a game waits for its dice (a Roll)"
    dice, arrays, array_dice = set[str](), set[str](), set[str]()  # local names of random, numpy, numpy.random
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name
                if alias.name == "random":
                    dice.add(bound)
                elif alias.name == "numpy.random" and alias.asname:
                    array_dice.add(bound)
                elif alias.name.split(".")[0] == "numpy":
                    arrays.add(bound.split(".")[0])
        elif isinstance(node, ast.ImportFrom) and node.module == "numpy":
            array_dice |= {alias.asname or alias.name for alias in node.names if alias.name == "random"}
        elif isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
            own = OWN_DICE if node.module == "random" else OWN_NUMPY_DICE
            if any(alias.name not in own for alias in node.names):
                yield node.lineno, says
    array_dice |= {f"{name}.random" for name in arrays}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            holder = ast.unparse(node.value)
            if (holder in dice and node.attr not in OWN_DICE) or (
                holder in array_dice and node.attr not in OWN_NUMPY_DICE
            ):
                yield node.lineno, says


def mark_problems(name: str, text: str) -> list[str]:
    return [
        f"{name}:{number} leaves {found.group()} behind; finish it or take it out"
        for number, line in enumerate(text.splitlines(), 1)
        if (found := MARKS.search(line))
    ]


def test_no_file_is_too_long() -> None:
    client = [p for p in committed_files() if p.suffix in CLIENT_KINDS and "generated" not in p.parts]
    assert client
    files = [*python_files("src", "examples", "tests", "benchmarks"), *client]
    assert [problem for path in files for problem in size_problems(shown(path), path.read_text())] == []


def test_every_file_is_named_after_something() -> None:
    files = python_files("src", "examples", "tests", "benchmarks")
    assert [problem for path in files for problem in name_problems(path)] == []


def test_nothing_prints_but_the_command_line() -> None:
    quiet = [path for path in python_files("src", "tests") if not shown(path).startswith("src/sandtable/cli")]
    assert quiet
    assert [problem for path in quiet for problem in print_problems(shown(path), path.read_text())] == []


def test_the_engine_neither_copies_deeply_nor_pickles_nor_rolls_its_own_dice() -> None:
    files = python_files("src")
    assert files
    assert [problem for path in files for problem in engine_problems(shown(path), path.read_text())] == []


def test_nothing_half_done_is_left_behind() -> None:
    files = {*committed_files(), *python_files("src", "examples", "tests", "benchmarks")}
    texts = [(shown(path), text_of(path)) for path in sorted(files) if path.suffix in MARKED_KINDS]
    assert texts
    assert [problem for name, text in texts if text is not None for problem in mark_problems(name, text)] == []


def test_a_long_file_is_found() -> None:
    assert size_problems("a.py", "x = 1\n" * LONGEST) == []
    assert size_problems("a.py", "x = 1\n" * (LONGEST + 1)) != []


@pytest.mark.parametrize("name", ["utils.py", "helpers.py", "misc.py", "common.py"])
def test_a_nameless_file_is_found(name: str) -> None:
    assert name_problems(Path("src/sandtable/core") / name) != []


def test_a_file_with_a_name_is_fine() -> None:
    assert name_problems(Path("src/sandtable/core/commons.py")) == []


def test_a_print_is_found() -> None:
    assert print_problems("a.py", "def f():\n    print('x')") == ["a.py:2 prints; only cli, benchmarks and examples do"]
    assert print_problems("a.py", '"""print(1)"""\nblueprint(1)') == []


@pytest.mark.parametrize(
    "source",
    [
        "from copy import deepcopy",
        "import copy\nb = copy.deepcopy(a)",
        "def __copy__(self): return deepcopy(self)",
        "import pickle",
        "from pickle import dumps",
        "import cloudpickle as p",
        "import random\nrandom.random()",
        "import random\nrandom.randint(1, 6)",
        "import random\nrandom.choice('ab')",
        "import random\nrandom.seed(1)",
        "import random\nroll = random.randrange",
        "import random as r\nr.shuffle([])",
        "from random import choice",
        "import numpy as np\nnp.random.seed(1)",
        "import numpy\nnumpy.random.rand()",
        "from numpy import random\nrandom.randint(6)",
        "import numpy.random as nr\nnr.rand()",
        "from numpy.random import rand",
    ],
)
def test_what_the_engine_must_not_do_is_found(source: str) -> None:
    assert engine_problems("a.py", source) != []


@pytest.mark.parametrize(
    "source",
    [
        "import copy\nb = copy.copy(a)",
        "from random import Random\nRandom(7).randint(1, 6)",
        "import random\nrng = random.Random(7)\nrng.choice('ab')",
        "import numpy as np\nrng = np.random.default_rng(7)",
        "'''never deepcopy, never pickle, never random.random()'''",
    ],
)
def test_what_the_engine_may_do_is_fine(source: str) -> None:
    assert engine_problems("a.py", source) == []


@pytest.mark.parametrize("mark", ["TO" + "DO", "FIX" + "ME", "X" + "XX", "NotImplemented" + "Error"])
def test_a_mark_is_found(mark: str) -> None:
    assert mark_problems("a.py", f"x = 1\n# {mark}: later\n") == [
        f"a.py:2 leaves {mark} behind; finish it or take it out"
    ]
    assert mark_problems("a.py", "X X X and XXXL and NotImplemented\n") == []
