"""`python -m tests.fuzz`: a JSON line for each target, and the same in a file. Ends with 1 if something was found."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from tests.fuzz.fuzzing import fuzz
from tests.fuzz.targets import TARGETS


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    reader.add_argument("targets", nargs="*", help=f"{', '.join(TARGETS)}; otherwise all")
    reader.add_argument("--seconds", type=float, default=60.0, help="for each target")
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--out", type=Path, help="a file for the JSON lines")
    given = reader.parse_args()
    if unknown := set(given.targets) - set(TARGETS):
        reader.error(f"no target {', '.join(sorted(unknown))}; targets: {', '.join(TARGETS)}")
    lines, found = [], 0
    for target in given.targets or TARGETS:
        report = fuzz(target, given.seed, seconds=given.seconds)
        found += len(report.findings)
        lines.append(msgspec.json.encode(report).decode() + "\n")
        sys.stdout.write(lines[-1])
        sys.stdout.flush()
    if given.out is not None:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text("".join(lines), encoding="utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
