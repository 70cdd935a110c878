"""Ctrl-C while the program is still being loaded ends it without a word."""

from __future__ import annotations

import subprocess
import sys

import pytest

import sandtable

START = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            raise KeyboardInterrupt
wanted = sys.argv.pop(1)
sys.meta_path.insert(0, Interrupted())
from sandtable.cli import main
main()
"""


@pytest.mark.parametrize(
    "module", ["msgspec", "typer", "rich.console", "sandtable.core", "sandtable.match", "sandtable.cli.command"]
)
def test_ctrl_c_at_the_start_ends_quietly(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, module, "replay", "none.sand"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_package_gives_what_it_promises() -> None:
    for name in sandtable.__all__:
        assert getattr(sandtable, name) is not None
    assert set(dir(sandtable)) == set(sandtable.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        sandtable.nothing  # noqa: B018


def test_the_command_line_loads_nothing_large_before_it_runs() -> None:
    code = "import sys, sandtable.cli; print([m for m in ('numba', 'msgspec', 'typer', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_python_runs_the_package_as_the_command() -> None:
    words = [sys.executable, "-m", "sandtable", "--version"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == f"sandtable {sandtable.__version__}"
