"""Kernels are compiled for stated types at set-up and loaded at the start, never in the middle of a game."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType

import pytest

from sandtable.geometry import compiled
from sandtable.geometry.kernel import reach
from sandtable.geometry.rows import flat

NO_KERNELS = {"engine", "rows"}  # in the folder, but not loops


def kernel_modules() -> list[str]:
    return sorted(path.stem for path in compiled.KERNELS.glob("[!_]*.py") if path.stem not in NO_KERNELS)


@pytest.mark.parametrize("name", kernel_modules())
def test_entries_are_functions_of_their_module_with_a_type_for_each_argument(name: str) -> None:
    from numba.core import sigutils

    module = import_module(f"{compiled.PACKAGE}.{name}")
    for entry, types in getattr(module, "ENTRIES", {}).items():
        function = getattr(module, entry)
        assert isinstance(function, FunctionType) and function.__module__ == module.__name__
        arguments = sigutils.normalize_signature(types)[0]  # type: ignore[no-untyped-call]
        assert len(arguments) == function.__code__.co_argcount


def test_other_types_are_converted_and_never_compiled() -> None:
    ask = compiled.compiled(reach)
    rows = flat([(591, 0), (0, 9000), (9000, 0)])[:5]
    assert ask.blocker(rows, 4000, 4000, 1, 1) == ask.blocker(rows, 4000.0, 4000.0, 1.0, 1) == 0
    assert [len(f.signatures) for f in vars(ask).values()] == [1] * len(reach.ENTRIES)
    with pytest.raises(TypeError, match="No matching definition"):
        ask.blocker([1.0, 2.0], 0.0, 0.0, 1.0, 1)
    assert not hasattr(ask, "distance2"), "what is no entry cannot be called from outside"


def test_callees_are_compiled_once_and_not_for_every_number_written_out() -> None:
    compiled.compiled(reach)
    assert compiled.compiled(reach) is compiled.compiled(reach)
    code = """
from sandtable.geometry import compiled
from sandtable.geometry.kernel import watch
compiled.compiled(watch)
print(*(f"{name}:{len(f.signatures)}" for name, f in compiled._declared(watch).items()))
"""
    with TemporaryDirectory() as folder:
        assert {told.split(":")[1] for told in where(code, SANDTABLE_CACHE=folder)} == {"1"}


def test_a_change_in_one_kernel_leaves_the_others_compiled() -> None:
    names = {compiled._digest(name) for name in kernel_modules()}
    assert len(names) == len(kernel_modules())
    sources = compiled.IMPORTED.findall((compiled.KERNELS / "look.py").read_text())
    assert sources == ["kernel.boxes"], "what look imports counts for it"


def test_a_module_without_entries_says_so() -> None:
    from sandtable.geometry.kernel import boxes

    with pytest.raises(TypeError, match="no ENTRIES"):
        compiled.compiled(boxes)


PLAY = """
import json, sys
from random import Random
from sandtable import new_match
from sandtable.geometry import compiled
match = new_match(sys.argv[1], seed=3)
from numba.core import event
seen = []
class Listen(event.Listener):
    def on_start(self, e): seen.append(str(e.data.get("dispatcher")))
    def on_end(self, e): pass
event.register("numba:compile", Listen())
def ready():
    return {f"{m.__name__}.{n}": len(f.signatures) for m in list(sys.modules.values())
            if getattr(m, "__name__", "").startswith(compiled.PACKAGE) and hasattr(m, "ENTRIES")
            for n, f in vars(compiled.compiled(m)).items()}
declared = compiled._declared.cache_info().currsize
before = ready()
rng = Random(3)
while match.ask is not None:
    found = match.ask.domain.candidates(1, rng)
    match.answer(found[0] if found else match.ask.default)
same = declared == compiled._declared.cache_info().currsize
told = {"compiled": seen, "same": ready() == before and same, "loaded": len(before), "answers": len(match.history)}
print(json.dumps(told))
"""


@pytest.mark.parametrize("ruleset", ["warcaster", "duel"])
def test_nothing_is_compiled_or_loaded_in_the_middle_of_a_game(ruleset: str) -> None:
    run = subprocess.run([sys.executable, "-c", PLAY, ruleset], capture_output=True, text=True, check=True)
    told = json.loads(run.stdout)
    assert told["compiled"] == [] and told["same"]
    assert told["loaded"] > 5 and told["answers"] > 10


def test_a_game_without_kernels_needs_no_compiler() -> None:
    code = """
import sys
from sandtable.geometry.kernel_loading import load_kernels
load_kernels()
sys.exit("numba" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def where(code: str, **env: str) -> list[str]:
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **env})
    assert not run.returncode, run.stderr
    return run.stdout.split()


def test_an_installed_version_keeps_machine_code_in_the_users_cache(tmp_path: Path) -> None:
    """A copy in a folder named site-packages stands for an installed one; one small kernel is compiled for it."""
    site = tmp_path / "site-packages"
    site.mkdir()
    unneeded = shutil.ignore_patterns("__pycache__", "rulesets")
    shutil.copytree(compiled.KERNELS.parents[1], site / "sandtable", ignore=unneeded)
    code = """
from sandtable.geometry import compiled
from sandtable.geometry.kernel import front
print(compiled.cache_folder(), compiled.prepared())
compiled.compiled(front)
"""
    folder, ready = where(
        code, PYTHONPATH=str(site), XDG_CACHE_HOME=str(tmp_path / "cache"), HOME=str(tmp_path), SANDTABLE_CACHE=""
    )
    assert Path(folder).is_relative_to(tmp_path) and not Path(folder).is_relative_to(site)
    assert ready == "False"
    assert list(Path(folder).rglob("front.clip_ends*.nbc"))
    assert not list(site.rglob("*.nbc"))


def test_the_cache_can_be_put_elsewhere_and_may_be_missing(tmp_path: Path) -> None:
    code = "from sandtable.geometry import compiled; print(compiled.cache_folder())"
    assert where(code, SANDTABLE_CACHE=str(tmp_path / "here")) == [str(tmp_path / "here" / "kernels")]
    (tmp_path / "file").write_text("")
    assert where(code, SANDTABLE_CACHE=str(tmp_path / "file")) == ["None"]
