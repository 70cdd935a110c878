"""Which test touches which lines: a pytest plugin that traces the source files of a target, and the kept result.

pytest -p tests.mutants.touched …      # with SANDTABLE_TOUCHED=folder and SANDTABLE_TARGET=ruleset
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

from tests.mutants.targets import ROOT, Target, target

FOLDER, NAME = "SANDTABLE_TOUCHED", "SANDTABLE_TARGET"


class Touched(NamedTuple):
    """A test, its time, and the lines it ran."""

    test: str
    seconds: float
    lines: dict[str, frozenset[int]]


class Tracer:
    """Collects the lines run in some files while it is on."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = set(files)
        self.known: dict[CodeType, Callable[..., Any] | None] = {}
        self.lines: dict[CodeType, set[int]] = {}

    def __call__(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if code not in self.known:
            self.known[code] = self.local(code) if code.co_filename in self.files else None
        found = self.known[code]
        if found is not None:
            self.lines.setdefault(code, set()).add(frame.f_lineno)
        return found

    def local(self, code: CodeType) -> Callable[..., Any]:
        def trace(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            if event == "line":
                self.lines[code].add(frame.f_lineno)
            return trace

        return trace

    def taken(self) -> dict[str, list[int]]:
        """The lines since this was last asked."""
        found: dict[str, set[int]] = {}
        for code, lines in self.lines.items():
            found.setdefault(str(Path(code.co_filename).relative_to(ROOT)), set()).update(lines)
        self.lines.clear()
        return {path: sorted(lines) for path, lines in found.items()}


_tracer: list[Tracer] = []
_tests: list[dict[str, Any]] = []


def pytest_configure(config: pytest.Config) -> None:
    if FOLDER in os.environ:
        _tracer.append(Tracer(map(str, target(os.environ[NAME]).sources)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if not _tracer:
        return (yield)
    tracer, began = _tracer[0], time.perf_counter()
    sys.settrace(tracer)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        _tests.append({"test": item.nodeid, "seconds": time.perf_counter() - began, "lines": tracer.taken()})


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _tests:
        (Path(os.environ[FOLDER]) / f"{os.getpid()}.json").write_text(json.dumps(_tests))


# --- the kept result ---


def touched(which: Target, folder: Path, jobs: int = 1) -> list[Touched]:
    """Every test with the lines it runs; test files that are unchanged since the last time are not traced again."""
    kept_in = folder / f"{which.name}-touched.json"
    kept = json.loads(kept_in.read_text()) if kept_in.is_file() else {}
    base = _digest((*which.sources, *which.helpers()))
    if kept.get("base") != base:
        kept = {"base": base, "files": {}}
    files: dict[str, Any] = kept["files"]
    now = {str(path.relative_to(ROOT)): _digest((path,)) for path in which.tests}
    files = {path: about for path, about in files.items() if now.get(path) == about["digest"]}
    if stale := [path for path in now if path not in files]:
        traced = _trace(which.name, stale, jobs)
        for path in stale:
            files[path] = {"digest": now[path], "tests": [t for t in traced if t["test"].partition("::")[0] == path]}
        folder.mkdir(parents=True, exist_ok=True)
        kept_in.write_text(json.dumps({"base": base, "files": files}))
    return [
        Touched(t["test"], t["seconds"], {path: frozenset(lines) for path, lines in t["lines"].items()})
        for about in files.values()
        for t in about["tests"]
    ]


def _trace(name: str, files: list[str], jobs: int) -> list[dict[str, Any]]:
    with TemporaryDirectory() as folder:
        environment = {**os.environ, FOLDER: folder, NAME: name}
        workers = ["-n", str(jobs)] if jobs > 1 and len(files) > 1 else ["-p", "no:xdist"]
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.touched", "-p", "no:cacheprovider", *workers]
        done = subprocess.run(
            [*command, *files], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"the tests fail before anything is changed:\n{done.stdout[-3000:]}{done.stderr[-500:]}")
        return [test for file in Path(folder).glob("*.json") for test in json.loads(file.read_text())]


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()
