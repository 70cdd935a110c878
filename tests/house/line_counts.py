"""Lines of Python by room and by folder of each ruleset, in two commits.

python -m tests.house.line_counts e264e3b HEAD
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter

from tests.house.sources import ROOT

GAMES = (("src", "sandtable", "rulesets"), ("examples", "rulesets"))


def counted(commit: str) -> Counter[str]:
    """Lines by room; a ruleset's also by its folders."""
    found: Counter[str] = Counter()
    for line in git("grep", "-c", "", commit, "--", "src/*.py", "examples/rulesets/*.py").splitlines():
        path, _, number = line.removeprefix(f"{commit}:").rpartition(":")
        for room in rooms(tuple(path.split("/")[:-1])):
            found[room] += int(number)
    return found


def rooms(folder: tuple[str, ...]) -> list[str]:
    for games in GAMES:
        inner = folder[len(games) :]
        if folder[: len(games)] == games and inner:
            return ["all", *dict.fromkeys("/".join(folder[: len(games) + n]) for n in (1, 2))]
    return ["all", "/".join(folder[:3])]


def git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after", nargs="?", default="HEAD")
    given = parser.parse_args()
    before, after = counted(given.before), counted(given.after)
    say(f"{'':<48}{given.before[:8]:>8}{given.after[:8]:>8}{'change':>8}")
    for room in sorted(before | after):
        say(f"{room:<48}{before[room]:>8}{after[room]:>8}{after[room] - before[room]:>+8}")


if __name__ == "__main__":
    main()
