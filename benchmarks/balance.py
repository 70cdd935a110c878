"""How armies of equal size fare against each other between regulars, from both sides.

    python benchmarks/balance.py                                  play on until every match-up has its games
    python benchmarks/balance.py warmaster cyg_box_a --minutes 20 --jobs 2
    python benchmarks/balance.py --drop warmaster                 forget figures, after a change of cards or lists
    python benchmarks/balance.py --show

Figures are kept in benchmarks/balance.json, a few games at a time: a run that is broken off goes on where it stopped.
`python -m tests.docs.generated` makes docs/balance.md from them. The match-ups are in sandtable/lab/matchups.toml.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandtable.lab.matchups import Matchup, Wanted, play_matchup, read_matchup, wanted_matchups

KEPT = Path(__file__).resolve().parent / "balance.json"
AT_ONCE = 10  # games between two savings


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How armies of equal size fare against each other between regulars.")
    parser.add_argument("names", nargs="*", help="rulesets or armies; all when none is given")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so many minutes")
    parser.add_argument("--games", type=int, default=0, help="at most so many games of each match-up")
    parser.add_argument("--bot", default="regular")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=KEPT, help="the file of figures")
    parser.add_argument("--drop", action="store_true", help="forget the figures of these match-ups")
    parser.add_argument("--show", action="store_true", help="print the figures and play nothing")
    given = parser.parse_args(arguments)
    known = {word for one in wanted_matchups() for word in (one.ruleset, *one.armies)}
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"no ruleset or army {', '.join(unknown)}; known: {', '.join(sorted(known))}")
    chosen = [w for w in wanted_matchups() if not given.names or {w.ruleset, *w.armies} & set(given.names)]
    if given.drop:
        drop(chosen, given.kept)
    elif not given.show:
        play(chosen, given.kept, given.bot, given.jobs, given.minutes, given.games)
    figures = kept(given.kept)
    for wanted in chosen:
        found = figures.get(wanted.ruleset, {}).get(wanted.name)
        print(json.dumps({"ruleset": wanted.ruleset, "matchup": wanted.name, "wanted": wanted.games, **(found or {})}))
    return 0


def kept(file: Path) -> dict[str, dict[str, Any]]:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def so_far(figures: dict[str, dict[str, Any]], wanted: Wanted) -> Matchup:
    row = figures.get(wanted.ruleset, {}).get(wanted.name)
    return read_matchup(wanted.armies, row) if row else Matchup(wanted.armies)


def save(file: Path, wanted: Wanted, found: Matchup | None) -> None:
    """Written anew from what is there now: several runs may share the file."""
    figures = kept(file)
    rows = figures.setdefault(wanted.ruleset, {})
    if found is None:
        rows.pop(wanted.name, None)
    else:
        rows[wanted.name] = found.figures
    new = file.with_suffix(".new")
    new.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    new.replace(file)


def drop(chosen: Sequence[Wanted], file: Path) -> None:
    for wanted in chosen:
        save(file, wanted, None)


def play(chosen: Sequence[Wanted], file: Path, bot: str, jobs: int, minutes: float, most: int) -> None:
    """The match-up that lacks the largest part of its games comes next."""
    ends = time.monotonic() + 60 * minutes if minutes else float("inf")
    while time.monotonic() < ends:
        figures = kept(file)
        lacking = [(so_far(figures, w).games / w.games, n) for n, w in enumerate(chosen)]
        lacking = [(part, n) for part, n in lacking if part < 1 and (not most or part * chosen[n].games < most)]
        if not lacking:
            return
        wanted = chosen[min(lacking)[1]]
        before = so_far(figures, wanted)
        games = min(AT_ONCE, wanted.games - before.games)
        found = play_matchup(wanted.ruleset, wanted.armies, games, bot, after=before.games, jobs=jobs)
        if found.problems:
            raise SystemExit(f"{wanted.ruleset}: {wanted.name}: {found.problems[0]}")
        save(file, wanted, found := before.and_more(found))
        print(f"{wanted.ruleset}: {wanted.name}: {found.figures}, {found.games} of {wanted.games}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
