"""Tests with a change, in a process that has not imported the changed module yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.mutants.changes import Change
from tests.mutants.targets import ROOT

OPTIONS = ("-x", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler")


class Changed(MetaPathFinder):
    """Imports one module with another source."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self.source = path, source

    def find_spec(self, name: str, path: Any = None, into: ModuleType | None = None) -> ModuleSpec | None:
        if name.rpartition(".")[2] != self.path.stem:
            return None
        spec = PathFinder.find_spec(name, path, into)
        if spec is None or spec.origin != str(self.path):
            return None
        spec.loader = _Loader(name, spec.origin, self.source)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: bytes) -> None:
        super().__init__(name, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class Selection:
    """A pytest plugin: these tests in this order; tells the first that fails."""

    def __init__(self, tests: Sequence[str], tell: Callable[[str], None]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.tell = tell

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda i: self.order[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.tell(report.nodeid)


def silent() -> None:
    """Nothing this process prints is seen."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def files_of(tests: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(test.partition("::")[0] for test in tests))


def tests_with(change: Change | None, tests: Sequence[str], out: int) -> int:
    """The exit code of pytest; the first failing test is written to the pipe."""
    silent()
    if change is not None:
        path = ROOT / change.path
        sys.meta_path.insert(0, Changed(path, change.applied(path.read_bytes())))

    def tell(test: str) -> None:
        os.write(out, test.encode())

    return int(pytest.main([*OPTIONS, *files_of(tests)], plugins=[Selection(tests, tell)]))
