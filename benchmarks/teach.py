"""Teach a ruleset's judgement from games between bots: play them, then fit networks to them.

    python benchmarks/teach.py play warmachine-mk2 --armies _box_ --games 1000 --jobs 2
    python benchmarks/teach.py fit warmachine-mk2 --out src/sandtable/rulesets/warmachine/mk2/network.json
    python benchmarks/teach.py fit warmachine-mk2 --start OLD.json --out NEW.json      go on from networks

Games are kept in build/lessons, ten a file; `fit` reads all that are there. Bots that have a network play by it, so the
two are repeated: new games show where the last networks were wrong. Networks to go on from must not have learned from
these games. A thousand games take half an hour on two cores,
fitting to five thousand ten minutes. Whether a network is better is told by duels only (benchmarks/strength.py).
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core import find
from sandtable.lab.learning.arrays import Arrays, arrays
from sandtable.lab.learning.lessons import play, read, teachable, write
from sandtable.lab.learning.teaching import layers, teach, weights
from sandtable.lab.workers import Lost, in_workers
from sandtable.tabletop.network import Weights, read_network

LESSONS = Path("build/lessons")
AT_ONCE = 10  # games in a file
BOT = "veteran:600"

Piece = tuple[int, Mapping[str, Any]]  # a seed and the options of its game


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Teach a ruleset's judgement from games between bots.")
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("ruleset")
    parser.add_argument("--armies", default="", help="only armies with this in their names")
    parser.add_argument("--bots", default=f"{BOT},{BOT}")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--networks", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=6, help="times through all positions")
    parser.add_argument("--lessons", type=Path, default=LESSONS, help="the folder of games")
    parser.add_argument("--start", type=Path, help="weights to go on from, learned from other games")
    parser.add_argument("--out", type=Path, help="the file of weights")
    given = parser.parse_args(arguments)
    if teachable(find(given.ruleset)) is None:
        parser.error(f"the judgement of {given.ruleset} cannot be taught: it has no `situation`")
    if given.what == "play":
        play_many(given)
        return 0
    if given.out is None:
        parser.error("where to? Name a file with --out")
    files = sorted((given.lessons / given.ruleset).glob("*.msgpack"))
    if not files:
        parser.error(f"no games in {given.lessons / given.ruleset}: play some first")
    fit(given, files)
    return 0


# --- games ---
def play_many(given: argparse.Namespace) -> None:
    """Every pair of the armies in turn, over the tables and scenarios that suit them."""
    variety = [o for o in find(given.ruleset).sample_options() if all(given.armies in a for a in o["armies"])]
    variety = [*variety, *({**o, "armies": [o["armies"][0]] * 2} for o in variety)]
    work = [
        [(given.seed + n, variety[(given.seed + n) % len(variety)]) for n in range(at, min(at + AT_ONCE, given.games))]
        for at in range(0, given.games, AT_ONCE)
    ]
    one = partial(play_some, given.ruleset, tuple(given.bots.split(",")), given.lessons / given.ruleset)
    done = 0
    for _, result in in_workers(given.jobs, one, work):
        if isinstance(result, Lost):
            raise SystemExit(f"some games were lost: {result.why}")
        done += result
        print(f"{done} of {given.games} games", file=sys.stderr, flush=True)


def play_some(ruleset: str, bots: tuple[str, ...], folder: Path, work: Sequence[Piece]) -> int:
    rules = find(ruleset)
    gc.disable()  # values have no cycles
    games = [play(rules, options, bots, seed) for seed, options in work]
    gc.enable()
    write(folder / f"{work[0][0]:08}.msgpack", games)
    return len(games)


# --- networks ---
def fit(given: argparse.Namespace, files: Sequence[Path]) -> None:
    a, games = lessons(given.ruleset, files)
    print(f"{games} games, {len(a.won)} positions", file=sys.stderr, flush=True)
    old = start(given) if given.start else None
    found = teach(
        a, given.networks, given.rounds, given.seed, lambda text: print(text, file=sys.stderr, flush=True),
        layers(old) if old else (),
    )  # fmt: skip
    by = f"{f'{old.taught_by}, then ' if old else ''}{games} games"
    given.out.write_bytes(msgspec.json.encode(weights(found, by)) + b"\n")
    print(json.dumps({"games": games, "positions": len(a.won), "surprise": round(found.surprise, 4)}))


def start(given: argparse.Namespace) -> Weights:
    found = read_network(given.start.read_bytes()).weights
    judging = teachable(find(given.ruleset))
    assert judging is not None
    if found.sizes[:3] != judging.numbers:
        raise SystemExit(f"{given.start} has networks for {found.sizes[:3]} numbers, not {judging.numbers}")
    return found


def lessons(ruleset: str, files: Sequence[Path]) -> tuple[Arrays, int]:
    rules = find(ruleset)
    judging = teachable(rules)
    assert judging is not None
    piece, pair, _ = judging.numbers
    games = list(read(files, judging.situations))
    return arrays(games, lambda s: judging.sides(rules, s, 0), piece, pair, judging.most), len(games)


if __name__ == "__main__":
    sys.exit(main())
