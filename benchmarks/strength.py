"""How much stronger one bot is than another, with equal armies and from both sides.

    python benchmarks/strength.py                                     every duel
    python benchmarks/strength.py warmachine-mk2:veteran --jobs 2     only those whose name has this in it
    python benchmarks/strength.py warmaster --games 100 --seed 910000 --armies _1000

A line of JSON for each duel; how far it has come goes to standard error. `make soak CHECKS=strength` plays the same.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from itertools import count

from sandtable.core import installed
from sandtable.lab.duels import DEEPER, Duel, play_duel

EVERY = 5  # games between two lines on standard error


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How much stronger one bot is than another.")
    parser.add_argument("names", nargs="*", help="parts of the duels' names; all when none is given")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--armies", default="", help="only armies with this in their names")
    given = parser.parse_args(arguments)
    duels = [*(Duel(name) for name in sorted(installed())), *DEEPER]
    chosen = [d for d in duels if not given.names or any(name in d.name for name in given.names)]
    if not chosen:
        parser.error(f"no such duel; known: {'; '.join(d.name for d in duels)}")
    failed = 0
    for duel in chosen:
        duel = duel._replace(armies=given.armies or duel.armies)
        if not duel.mirrored():
            parser.error(f"{duel.ruleset} has no armies with {duel.armies!r} in their names")
        found = play_duel(duel, given.games, given.seed, given.jobs, counted(duel.name, given.games))
        failed += bool(found.problems)
        print(json.dumps({"duel": duel.name, **found.figures, "problems": found.problems}), flush=True)
    return int(failed > 0)


def counted(name: str, games: int) -> Callable[[], None]:
    """Tells on standard error how many games are over: a duel may take half an hour."""
    number = count(1)

    def one_more() -> None:
        done = next(number)
        if done % EVERY == 0 or done == games:
            print(f"{name}: {done} of {games} games", file=sys.stderr, flush=True)

    return one_more


if __name__ == "__main__":
    sys.exit(main())
