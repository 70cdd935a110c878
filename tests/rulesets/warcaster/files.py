"""Where the Warcaster data lies, and how the tests read it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[3] / "src" / "sandtable" / "rulesets" / "warcaster"
Table = dict[str, Any]


def read(name: str) -> Table:
    return tomllib.loads((HOME / name).read_text(encoding="utf-8"))
