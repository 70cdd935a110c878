"""The page about odds keeps its promises: its Python runs and its commands say what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.cli import app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "odds.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = [text for kind, text in BLOCK.findall(PAGE) if kind == "python"]
SHOWN = [text for kind, text in BLOCK.findall(PAGE) if kind == "console"]
COMMANDS = [line.removeprefix("$ ") for text in SHOWN for line in text.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize("number", range(len(PYTHON)))
def test_the_python_runs(number: int) -> None:
    exec(compile(PYTHON[number], "odds.md", "exec"), {"print": lambda *a: None})


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run_and_print_what_is_shown(command: str) -> None:
    done = CliRunner().invoke(app, shlex.split(command)[1:], catch_exceptions=False)
    assert done.exit_code == 0
    text = next(text for text in SHOWN if command in text)
    shown = [line.rstrip() for line in text.splitlines() if not line.startswith("$ ")]
    assert shown == [line.rstrip() for line in done.output.splitlines()][: len(shown)]


def test_there_is_something_to_run() -> None:
    assert len(PYTHON) >= 2
    assert len(COMMANDS) >= 5
