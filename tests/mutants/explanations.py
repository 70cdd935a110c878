"""Why a change that survived cannot be noticed, kept in explained/RULESET.toml.

[[survivor]]
file = "src/sandtable/…/spikes.py"
was = "if not effects:"            # the first changed line, without its indentation
now = "if effects:"                # empty: deleted
why = "A short cut: without effects the search below finds nothing either."
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "explained"


def explanations(name: str) -> list[dict[str, str]]:
    path = FOLDER / f"{name}.toml"
    if not path.is_file():
        return []
    read: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return list(read.get("survivor", ()))


def lines(diff: Iterable[str]) -> tuple[str, str]:
    """The first line of the text before and after, without indentation."""
    was, now = ([line[1:].strip() for line in diff if line.startswith(sign)] for sign in "-+")
    return (was or [""])[0], (now or [""])[0]


def why(known: Iterable[dict[str, str]], path: str, diff: list[str]) -> str:
    """The explanation of a survivor; empty: there is none."""
    was, now = lines(diff)
    return next((k["why"] for k in known if (k["file"], k["was"], k["now"]) == (path, was, now)), "")
