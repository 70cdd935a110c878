"""The benchmarks in two checkouts, in turns: how much faster is the work tree than another commit?

    python benchmarks/compare.py main                 every benchmark
    python benchmarks/compare.py v0.1 games driver    only these, by file name
    python benchmarks/compare.py HEAD~3 games --rounds 9 --json build/compare.json

The other commit is checked out into a temporary folder, with this interpreter and this environment's packages. Each
checkout runs its own benchmark files; a benchmark found in one only is tried on both. One run of each warms the caches,
then the checkouts run alternately. JSON lines go to standard output, a table to standard error. A ratio above 1 means
the work tree is better: more a second, or less time or memory.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
NOT_BENCHMARKS = {"compare", "soak"}
MORE_IS_BETTER = ("/s", "ratio")  # how such units end; all others count time or memory
PROJECTS = (".", "examples/rulesets")  # folders with a pyproject.toml whose packages are imported

Figures = dict[str, tuple[float, str]]  # metric -> value, unit


class Unusable(Exception):
    """What was asked for cannot be compared, and why."""


class Checkout(NamedTuple):
    name: str
    root: Path
    metadata: Path  # entry points as this checkout declares them, not as they were installed


class Ran(NamedTuple):
    figures: Figures
    error: str = ""


class Compared(NamedTuple):
    """One metric. A side without a value has no such metric, or its benchmark fails there."""

    benchmark: str
    metric: str
    unit: str
    here: float | None
    there: float | None
    ratio: float | None  # the median of the rounds' ratios; above 1 the work tree is better
    spread: tuple[float, float] | None
    note: str = ""


def benchmarks(root: Path) -> dict[str, Path]:
    """Name to file, also in folders below."""
    found = {path.stem: path for path in sorted((root / "benchmarks").rglob("*.py")) if not path.stem.startswith("_")}
    return {name: path for name, path in found.items() if name not in NOT_BENCHMARKS}


def write_metadata(root: Path, into: Path) -> None:
    """Entry points by the checkout's own pyproject files: the first distribution of a name on the path is used."""
    for project in PROJECTS:
        file = root / project / "pyproject.toml"
        if not file.is_file():
            continue
        about = tomllib.loads(file.read_text())["project"]
        folder = into / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n")
        lines = []
        for group, entries in about.get("entry-points", {}).items():
            lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
        (folder / "entry_points.txt").write_text("\n".join(lines) + "\n")


@contextmanager
def checked_out(ref: str, root: Path = ROOT) -> Iterator[tuple[Checkout, Checkout]]:
    """The work tree, and the other commit in a temporary folder that is removed again."""
    commit = _git(root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", why=f"git knows no commit {ref!r}")
    with TemporaryDirectory(prefix="compare-") as folder:
        place = Path(folder)
        other = place / "checkout"
        _git(root, "worktree", "add", "--quiet", "--detach", str(other), commit, why="git cannot check it out")
        try:
            here = Checkout("work tree", root, place / "here")
            there = Checkout(f"{ref} ({commit[:9]})" if not commit.startswith(ref) else ref, other, place / "there")
            for checkout in (here, there):
                write_metadata(checkout.root, checkout.metadata)
            yield here, there
        finally:
            _git(root, "worktree", "remove", "--force", str(other), why="git cannot remove the temporary checkout")


def _git(root: Path, *words: str, why: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Unusable(f"{why}: {done.stderr.strip()}" if done.stderr.strip() else why)
    return done.stdout.strip()


def run(checkout: Checkout, file: Path) -> Ran:
    """A benchmark in a fresh process that imports this checkout's packages."""
    path = [checkout.metadata, checkout.root / "src", *(checkout.root / p for p in PROJECTS[1:]), checkout.root]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    done = subprocess.run(
        [sys.executable, str(file)], cwd=checkout.root, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        return Ran({}, said[-1] if said else f"exit code {done.returncode}")
    return Ran(read(done.stdout))


def read(output: str) -> Figures:
    """JSON lines as figures. Lines of one name are told apart by what else they say in words."""
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    names = [line["name"] for line in lines]
    found: Figures = {}
    for line in lines:
        name = line["name"]
        if names.count(name) > 1:
            words = [v for k, v in line.items() if isinstance(v, str) and k not in ("name", "unit", "note")]
            name = f"{name}[{','.join(words)}]"
        found[name] = (float(line["value"]), line["unit"])
    return found


def gain(here: float, there: float, unit: str) -> float | None:
    """Above 1 the work tree is better. Nothing can be said of a zero."""
    if not here or not there:
        return None
    return here / there if unit.endswith(MORE_IS_BETTER) else there / here


def compared(benchmark: str, rounds: Sequence[tuple[Figures, Figures]], note: str = "") -> list[Compared]:
    """Medians over the rounds, metric by metric."""
    metrics = dict.fromkeys(metric for pair in rounds for side in pair for metric in side)
    found = []
    for metric in metrics:
        both = [(h[metric], t[metric]) for h, t in rounds if metric in h and metric in t]
        here, there = ([side[metric][0] for side in sides if metric in side] for sides in zip(*rounds, strict=True))
        unit = next(side[metric][1] for pair in rounds for side in pair if metric in side)
        said = note
        if any(h[1] != t[1] for h, t in both):
            both, said = [], f"{note}; the units differ".removeprefix("; ")
        gains = [g for h, t in both if (g := gain(h[0], t[0], unit)) is not None]
        found.append(
            Compared(
                benchmark,
                metric,
                unit,
                median(here) if here else None,
                median(there) if there else None,
                round(median(gains), 4) if gains else None,
                (round(min(gains), 4), round(max(gains), 4)) if gains else None,
                said,
            )
        )
    return found


def compare(here: Checkout, there: Checkout, name: str, rounds: int) -> list[Compared]:
    """One benchmark, run alternately; the side that begins changes every round."""
    own, other = benchmarks(here.root).get(name), benchmarks(there.root).get(name)
    one, two = own or other, other or own
    assert one is not None and two is not None
    note = "" if own and other else f"its file is in {(here if own else there).name} only"
    if own and other and own.read_bytes() != other.read_bytes():
        note = "its files differ"
    sides, failed = ((here, one), (there, two)), {}
    for number, (checkout, file) in enumerate(sides):
        progress_line(f"{name}: warming up {checkout.name}")
        if error := run(checkout, file).error:
            failed[number] = error
            note = f"{note}; fails in {checkout.name}: {error}".removeprefix("; ")
    if len(failed) == 2:
        return [Compared(name, name, "", None, None, None, None, note)]
    found: list[tuple[Figures, Figures]] = []
    for number in range(rounds):
        pair: list[Figures] = [{}, {}]
        for side in (0, 1) if number % 2 == 0 else (1, 0):
            if side not in failed:
                progress_line(f"{name}: round {number + 1} of {rounds}, {sides[side][0].name}")
                ran = run(*sides[side])
                pair[side] = ran.figures
                if ran.error:
                    note = f"{note}; round {number + 1} fails in {sides[side][0].name}: {ran.error}".removeprefix("; ")
        found.append((pair[0], pair[1]))
    return compared(name, found, note)


def table(rows: Sequence[Compared], here: str, there: str) -> str:
    """The figures side by side."""
    cells: list[tuple[str, ...]] = [("metric", "unit", here, there, "ratio", "from - to", "note")]
    for row in rows:
        sides = ("-" if value is None else f"{value:,.6g}" for value in (row.here, row.there))
        ratio = "-" if row.ratio is None else f"{row.ratio:.3f}"
        spread = "-" if row.spread is None else f"{row.spread[0]:.3f} - {row.spread[1]:.3f}"
        cells.append((row.metric, row.unit, *sides, ratio, spread, row.note))
    widths = [max(len(line[i]) for line in cells) for i in range(6)]
    lines = []
    for line in cells:
        words = [f"{line[i]:<{width}}" if i < 2 else f"{line[i]:>{width}}" for i, width in enumerate(widths)]
        lines.append("  ".join([*words, line[6]]).rstrip())
    return "\n".join(lines)


def progress_line(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def chosen(here: Checkout, there: Checkout, names: Sequence[str]) -> list[str]:
    known: Mapping[str, Any] = {**benchmarks(here.root), **benchmarks(there.root)}
    if unknown := [name for name in names if name not in known]:
        raise Unusable(f"no benchmark {', '.join(unknown)} in either checkout; known: {', '.join(sorted(known))}")
    return list(names) or sorted(known)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("ref", help="a commit, branch or tag to compare the work tree with")
    parser.add_argument("names", nargs="*", help="benchmarks by file name; all when none is given")
    parser.add_argument("--rounds", type=int, default=5, help="alternations after the warm-up (default 5)")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    given = parser.parse_args(arguments)
    if given.rounds < 1:
        parser.error("--rounds must be 1 or more")
    rows: list[Compared] = []
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the temporary checkout is removed
    try:
        with checked_out(given.ref) as (here, there):
            for name in chosen(here, there, given.names):
                for row in compare(here, there, name, given.rounds):
                    rows.append(row)
                    print(json.dumps(row._asdict()), flush=True)
            progress_line(table(rows, here.name, there.name))
    except Unusable as e:
        progress_line(str(e))
        return 2
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps([row._asdict() for row in rows], indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
