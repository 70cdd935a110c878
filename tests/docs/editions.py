"""The page `docs/warmachine-editions.md`. ``python -m tests.docs.editions`` writes it anew."""

from __future__ import annotations

from pathlib import Path

from sandtable.core import find
from sandtable.lab.editions import as_table

PAGE = Path(__file__).parents[2] / "docs" / "warmachine-editions.md"
PAIRS = (("warmachine-mk1", "warmachine-mk2"), ("warmachine-mk1", "warmachine-escalation"))
HEAD = """# WARMACHINE: the editions side by side

What the rulesets decide differently, from their edition tables, chapters and rulebooks:
`sandtable rules warmachine-mk1 --diff warmachine-mk2`. Lengths are in thousandths of an inch. This page is generated
(`python -m tests.docs.editions`), and a test checks that it is current.
"""


def page() -> str:
    parts = [HEAD]
    for one, other in PAIRS:
        here, there = find(one), find(other)
        parts.append(f"\n## {here.title} and {there.title}\n\n{as_table(here, there)}")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
