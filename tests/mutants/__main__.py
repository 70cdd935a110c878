"""`python -m tests.mutants`: are changes of the rules noticed by their tests? Prints JSON, and the same into a file.

    python -m tests.mutants warcaster --number 300 --seed 1 --jobs 2 --out build/mutants.json
    python -m tests.mutants warcaster --only turn/deployment --tests test_deployment    # these files alone

Ends with 1 if fewer were noticed than `--least` says, or if a survivor is not explained.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tests.mutants.changes import KINDS, MORE
from tests.mutants.explanations import explanations
from tests.mutants.report import report
from tests.mutants.running import LONGEST, choose, run
from tests.mutants.targets import ROOT, target
from tests.mutants.touched import touched


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("ruleset", nargs="?", default="warcaster")
    reader.add_argument("--number", type=int, default=300, help="how many changes")
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--seconds", type=float, default=1e6, help="what is not done by then is left out")
    reader.add_argument(
        "--longest",
        type=float,
        default=LONGEST,
        help="seconds of the processor for one change",
    )
    reader.add_argument("--only", default="", help="part of a path: changes of these files alone")
    reader.add_argument("--tests", default="", help="part of a path: these tests alone")
    reader.add_argument("--kept", type=Path, default=ROOT / "build" / "mutants", help="where traces of tests are kept")
    reader.add_argument("--more", action="store_true", help=f"these kinds too: {', '.join(MORE)}")
    reader.add_argument("--least", type=float, default=97.0, help="per cent to be noticed")
    reader.add_argument("--out", type=Path, help="a file for the report")
    given = reader.parse_args()
    try:
        which = target(given.ruleset)
    except ValueError as e:
        reader.error(str(e))
    which = which._replace(tests=tuple(path for path in which.tests if given.tests in str(path)))
    chosen = choose(which, given.number, given.seed, given.only, (*KINDS, *MORE) if given.more else KINDS)
    began = time.monotonic()
    say(f"{len(chosen)} changes; tracing the tests of {which.name}")
    tests = touched(which, given.kept, given.jobs)
    say(f"{len(tests)} tests traced after {time.monotonic() - began:.0f} s")
    tried = []
    for one in run(which, tests, chosen, jobs=given.jobs, seconds=given.seconds, longest=given.longest):
        tried.append(one)
        if not one.noticed:
            say(f"survived: {one.change.path}:{one.change.line} {one.change.kind} {one.by}")
            say("\n".join(one.change.diff((ROOT / one.change.path).read_bytes())))
        if len(tried) % 25 == 0:
            say(f"{len(tried)} of {len(chosen)}, {sum(t.noticed for t in tried)} noticed")
    found = report(which, given.seed, chosen, tried, explanations(which.name), time.monotonic() - began)
    text = json.dumps(found, indent=1)
    if given.out is not None:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")
    unexplained = [s for s in found["survived"] if not s["explained"]]
    return 1 if found["per_cent_noticed"] < given.least or unexplained else 0


def say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
