"""Runs the tests that touch a changed line, with the change in memory only. No file is written.

Most changes are tried in forks of a process that has imported the rules and collected the tests: there the code of the
changed function is put in place of the old one. That is the same as importing the changed file as long as the function
was not called before; where it was, or where the change is outside any function, a fork that has not imported the rules
yet imports them through a hook that compiles the other source.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandtable.geometry.compiled import load
from tests.mutants.changes import KINDS, Change, changes, compiles
from tests.mutants.importing import tests_with
from tests.mutants.targets import ROOT, SUGGESTING, Target
from tests.mutants.touched import Touched

CONTROL = 200  # tests that must pass without a change
FIRST = 25  # where the rules are imported anew, the most particular tests are tried before the rest
LONGEST = 30.0  # seconds of the processor for one change, besides the time its tests took when they were traced
WAITED = 20  # times that by the clock: a busy machine does not make a change look noticed
OUT_OF_TIME = "time ran out"
ROOMS = ("core", "chance", "record", "match", "scenarios", "bots", "lab", "testing")  # imported once, before any fork
PASSED = (0, 5)  # exit codes of pytest: all passed, no tests
NOT_LOADED = "the rules do not load"


class Tried(NamedTuple):
    """A change and what came of it."""

    change: Change
    noticed: bool
    by: str  # the first test that failed, or why it was noticed otherwise; empty: survived
    tests: int  # how many touch it
    seconds: float


def choose(which: Target, number: int, seed: int, only: str = "", kinds_of: Collection[str] = KINDS) -> list[Change]:
    """Some changes of a target: each kind in turn. `only`: part of a path.

    Each change has a place in the draw by its own text, so the sample stays when code changes elsewhere.
    """
    kinds: dict[str, list[tuple[str, Change]]] = {}
    for path in (path for path in which.sources if only in str(path)):
        source = path.read_bytes()
        for change in changes(ROOT, path, SUGGESTING.get(path.name, ())):
            if change.kind in kinds_of:
                kinds.setdefault(change.kind, []).append((drawn(change, source, seed), change))
    for found in kinds.values():
        found.sort(reverse=True)
    chosen: list[Change] = []
    while len(chosen) < number and any(kinds.values()):
        taken = [kinds[kind].pop()[1] for kind in sorted(kinds) if kinds[kind]]
        chosen += [change for change in taken if compiles(change, (ROOT / change.path).read_bytes())]
    return chosen[:number]


def drawn(change: Change, source: bytes, seed: int) -> str:
    """The place of a change in the draw of a seed."""
    begins = source.rfind(b"\n", 0, change.start) + 1
    ends = source.find(b"\n", change.end) % (len(source) + 1)  # the last line may have no end
    text = f"{seed}\n{change.path}\n{change.kind}\n{change.start - begins}\n{change.text}\n".encode()
    return hashlib.sha256(text + source[begins:ends]).hexdigest()


def touching(change: Change, tests: Sequence[Touched], readers: Collection[str] = ()) -> list[Touched]:
    """The tests that run its lines, particular ones first.

    Of what runs on import, those that run any of its file, then those that run a file which reads it (`readers`).
    """
    lines = range(change.line, change.last + 1)
    if change.scope is None:
        files = {change.path, *readers}
        found = [t for t in tests if not files.isdisjoint(t.lines)] or list(tests)
    else:
        found = [t for t in tests if not t.lines.get(change.path, frozenset()).isdisjoint(lines)]
    return sorted(found, key=lambda t: (change.path not in t.lines, sum(map(len, t.lines.values())), t.seconds))


def importing(path: str, sources: Iterable[Path]) -> list[str]:
    """The files that import from one."""
    named = ".".join(Path(path).with_suffix("").parts[1:]).removesuffix(".__init__")
    wanted = f"from {named} import"
    return [str(other.relative_to(ROOT)) for other in sources if wanted in other.read_text()]


class Run:
    """A fork: `child` gets a pipe to write the first failing test to, and gives the exit code."""

    def __init__(self, child: Callable[[int], int], longest: float, *, group: bool) -> None:
        self.read, write = os.pipe()
        self.until = time.monotonic() + WAITED * longest
        self.group = group
        self.pid = os.fork()
        if not self.pid:
            code = 70
            try:
                if group:
                    os.setpgid(0, 0)
                resource.setrlimit(resource.RLIMIT_CPU, (int(longest) + 1, int(longest) + 2))
                code = child(write)
            finally:
                os._exit(code)
        os.close(write)

    def over(self) -> tuple[bool, str] | None:
        """Whether the change was noticed and by what; None while it runs."""
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if not pid:
            if time.monotonic() < self.until:
                return None
            self.stop()
            return True, OUT_OF_TIME
        test = os.read(self.read, 10_000).decode()
        os.close(self.read)
        code = os.waitstatus_to_exitcode(status)
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            return True, OUT_OF_TIME
        if code in PASSED:
            return False, "" if code == 0 else "the tests are gone"
        return True, test or f"{NOT_LOADED} ({code})"

    def stop(self) -> None:
        (os.killpg if self.group else os.kill)(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.read)


class Trial:
    """One change and the runs of tests it is tried with, one after another."""

    def __init__(self, change: Change, tests: int, runs: Iterable[Callable[[], Run]]) -> None:
        self.change, self.tests, self.left = change, tests, list(runs)
        self.began = time.monotonic()
        self.run: Run | None = None

    def over(self) -> Tried | None:
        if self.run is not None:
            found = self.run.over()
            if found is None:
                return None
            self.run = None
            if found[0]:
                return self.tried(*found)
        if not self.left:
            return self.tried(False, "" if self.tests else "no test touches it")
        self.run = self.left.pop(0)()
        return None

    def tried(self, noticed: bool, by: str) -> Tried:
        return Tried(self.change, noticed, by, self.tests, round(time.monotonic() - self.began, 2))

    def stop(self) -> None:
        if self.run is not None:
            self.run.stop()


def together(trials: Iterable[Trial], jobs: int, until: float) -> Iterator[Tried]:
    """Some at a time; when the time is over those in hand are broken off and the rest are left out."""
    waiting, here = iter(trials), list[Trial]()
    try:
        while time.monotonic() < until:
            while len(here) < jobs and (trial := next(waiting, None)) is not None:
                here.append(trial)
            if not here:
                return
            done = [(trial, tried) for trial in here if (tried := trial.over()) is not None]
            for trial, tried in done:
                here.remove(trial)
                yield tried
            if not done:
                time.sleep(0.01)
    finally:
        for trial in here:
            trial.stop()


def prepare(which: Target) -> None:
    """Import what no change touches, kernels and all."""
    for room in ROOMS:
        importlib.import_module(f"sandtable.{room}")
    for path in (ROOT / "src" / "sandtable" / "geometry").glob("*.py"):
        importlib.import_module(f"sandtable.geometry.{path.stem}".removesuffix(".__init__"))
    load()
    files = {str(path) for path in which.sources}
    early = [name for name, module in sys.modules.items() if getattr(module, "__file__", None) in files]
    if early:
        raise RuntimeError(f"{early[0]} was imported before it could be changed")


def run(
    which: Target,
    tests: Sequence[Touched],
    chosen: Sequence[Change],
    *,
    jobs: int = 1,
    seconds: float = 1e6,
    longest: float = LONGEST,
) -> Iterator[Tried]:
    """Try each; those not done when the time is over are left out."""
    from tests.mutants.swapping import swapped  # which imports this module

    until = time.monotonic() + seconds
    prepare(which)
    left = list(chosen)
    for tried in swapped(which, tests, chosen, jobs, until, longest):
        left.remove(tried.change)
        yield tried
    if left:
        control([t.test for t in sorted(tests, key=lambda t: t.seconds)[:CONTROL]])
        yield from together((imported(which, change, tests, longest) for change in left), jobs, until)


def imported(which: Target, change: Change, tests: Sequence[Touched], longest: float) -> Trial:
    """The rules are imported with the change.

    Its lines may have run before any test, or in one test for all: whoever runs any of its file may notice, and of a
    constant whoever runs a file that reads it.
    """
    readers = importing(change.path, which.sources) if change.scope is None else ()
    mine = touching(change._replace(scope=None), tests, readers)
    names, longest = [t.test for t in mine], longest + sum(t.seconds for t in mine)
    parts = [part for part in (names[:FIRST], names[FIRST:]) if part]

    def start(part: Sequence[str]) -> Callable[[], Run]:
        return lambda: Run(lambda out: tests_with(change, part, out), longest, group=True)

    return Trial(change, len(names), map(start, parts))


def control(tests: Sequence[str]) -> None:
    """Without a change the tests pass; else nothing would be proved."""
    alone = Run(lambda out: tests_with(None, tests, out), 10 * LONGEST, group=True)
    while (found := alone.over()) is None:
        time.sleep(0.02)
    if found[0]:
        raise RuntimeError(f"tests fail without a change: {found[1]}")
