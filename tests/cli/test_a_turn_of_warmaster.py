"""A whole turn of Warmaster typed at the prompt, without `auto`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sandtable.chance.sources import Seeded
from sandtable.core import begin, find
from sandtable.match import Match

PIECES = {
    "spears": {"seat": "a", "unit": "halberdiers", "line": [50, 30, 90]},
    "swords": {"seat": "a", "unit": "halberdiers", "line": [62, 30, 90]},
    "crossbows": {"seat": "a", "unit": "crossbowmen", "line": [30, 40, 90]},
    "knights": {"seat": "a", "unit": "knights", "line": [80, 48, 90]},
    "lancers": {"seat": "a", "unit": "knights", "line": [100, 30, 90]},
    "hero": {"seat": "a", "character": "hero", "at": [56, 26]},
    "general": {"seat": "a", "character": "general", "at": [70, 20]},
    "hero2": {"seat": "a", "character": "hero", "at": [100, 26]},
    "orcs1": {"seat": "b", "unit": "orc_warriors", "line": [80, 64, 270]},
    "orcs2": {"seat": "b", "unit": "orc_warriors", "stands": [[56, 62, 270]]},
    "goblins1": {"seat": "b", "unit": "goblins", "line": [30, 62, 270]},
    "chief": {"seat": "b", "character": "orc_general", "at": [60, 85]},
}
TYPED = """
why not knights charges goblins1
knights charge orcs1 front
end initiative
order spears and swords ahead 20
3 3
hero2 orders lancers ahead 5
6 6
4
end orders
join spears
40 30
stay
crossbows shoot goblins1
4 4 4
stand 3
3 3 2
as it was
4 4 4 4 4 1 1 1 1 1 1 1
1 1 1 1 1
4 1 1 1 1 1 1 1
4
stand 3
knights pursues orcs1
quit
"""
SAID = (
    "is not the closest enemy",
    "Knights (knights) charges Orc warriors (orcs1)",
    "orders Halberdiers (spears) and Halberdiers (swords): 6 against 8, obeyed",
    "> ahead 20",
    "blunders: 4 for Knights (lancers)",
    "Hero (hero) joins Halberdiers (spears)",
    "General moves",
    "Hero (hero2) stays",
    "Goblins loses a stand",
    "Goblins is driven back",
    "Knights (knights) pursues Orc warriors (orcs1)",
    "round 2",
)


def test_a_turn_is_typed_without_auto(tmp_path: Path) -> None:
    rules = find("warmaster")
    table = {"size": [180, 120], "terrain": []}
    start = rules.scenarios.position(rules, {"pieces": PIECES, "step": "command", "table": table})
    match = Match(rules, begin(rules, start.state, start.frame), Seeded(1), from_position=True)
    match.save(tmp_path / "turn.json")
    program = str(Path(sys.executable).parent / "sandtable")
    command = [program, "play", "warmaster", "--terminal", "--plain", "--against", "self"]
    command += ["--dice", "typed", "--from", str(tmp_path / "turn.json"), "--save", str(tmp_path / "kept.json")]
    done = subprocess.run(command, input=TYPED.lstrip(), capture_output=True, text=True, timeout=300, check=False)
    said = " ".join(done.stdout.split())
    assert done.returncode == 0, done.stderr[-2000:]
    for words in SAID:
        assert words in said, f"{words!r} was not said:\n{done.stdout[-6000:]}"
