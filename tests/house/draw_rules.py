"""Twelve rules by a commit's hash, for a reader who looks for each by folder and file names alone.

    python -m tests.house.draw_rules [--ruleset warcaster] [--commit HEAD] [--answers]

First only the rules are printed; with --answers also where each lives.
"""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from random import Random

from sandtable.core import Rule, Ruleset, find
from sandtable.lab.rule_index import rule_index
from tests.house.sources import ROOT

NUMBER = 12


def drawn(rules: Ruleset, seed: str, number: int = NUMBER) -> list[Rule]:
    """Rules that have code of their own, by a seed."""
    index = rule_index(rules)
    return Random(seed).sample([rule for rule in rules.rulebook if rule.id in index], number)


def commit_hash(name: str) -> str:
    git = subprocess.run(["git", "-C", str(ROOT), "rev-parse", name], capture_output=True, text=True, check=True)
    return git.stdout.strip()


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="warcaster")
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--answers", action="store_true")
    given = parser.parse_args()
    rules, seed = find(given.ruleset), commit_hash(given.commit)
    index = rule_index(rules)
    say(f"{NUMBER} rules of {rules.title} by {seed}")
    for rule in drawn(rules, seed):
        say(f"\n{rule.id}  {rule.title}\n  {' '.join(rule.text.split())}")
        if given.answers:
            for place in index[rule.id]:
                say(f"  {place}")


if __name__ == "__main__":
    main()
