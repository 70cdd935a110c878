"""Tests with a change, in forks of a process that has collected them: the changed function gets its new code."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from types import CodeType, FrameType, FunctionType

import pytest

from tests.mutants.changes import Change
from tests.mutants.importing import OPTIONS, files_of, silent
from tests.mutants.running import CONTROL, Run, Trial, Tried, together, touching
from tests.mutants.targets import ROOT, Target
from tests.mutants.touched import Touched

Place = tuple[str, str, int]  # file, name and first line of a function


def swapped(
    which: Target, tests: Sequence[Touched], chosen: Sequence[Change], jobs: int, until: float, longest: float
) -> Iterator[Tried]:
    """Those that can be tried so, as they end."""
    read, write = os.pipe()

    def server(_: int) -> int:
        os.close(read)
        silent()
        loop = Loop(which, tests, chosen, jobs, until, longest, write)
        return int(pytest.main([*OPTIONS, *files_of([t.test for t in tests])], plugins=[loop]))

    served = Run(server, 1e6, group=True)
    os.close(write)
    ended = False
    try:
        with os.fdopen(read) as lines:
            for line in lines:
                answer = json.loads(line)
                if "fault" in answer:
                    raise RuntimeError(answer["fault"])
                ended = ended or "end" in answer
                if "number" in answer:
                    number = answer.pop("number")
                    yield Tried(chosen[number], **answer)
        while (over := served.over()) is None:
            time.sleep(0.01)
        if not ended:
            raise RuntimeError(f"the tests could not be collected: {over[1]}")
    except BaseException:
        if served.over() is None:
            served.stop()
        raise


class Loop:
    """A pytest plugin: instead of the tests, each change with the tests that touch it."""

    def __init__(
        self,
        which: Target,
        tests: Sequence[Touched],
        chosen: Sequence[Change],
        jobs: int,
        until: float,
        longest: float,
        out: int,
    ) -> None:
        self.files = {str(path) for path in which.sources}
        self.tests, self.chosen, self.jobs, self.until, self.longest = tests, chosen, jobs, until, longest
        self.out = out
        self.called: set[Place] = set()
        self.failed = ""
        sys.settrace(self.trace)  # what is called while tests are collected may have left traces in memory

    def trace(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if code.co_filename in self.files:
            self.called.add((code.co_filename, code.co_qualname, code.co_firstlineno))

    def pytest_collection_finish(self) -> None:
        sys.settrace(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def tell(self, **answer: object) -> None:
        os.write(self.out, (json.dumps(answer) + "\n").encode())

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # one for all forks
        items = {item.nodeid: item for item in session.items}
        functions = self.functions()
        numbers = {change: number for number, change in enumerate(self.chosen)}
        trials = [t for change in self.chosen if (t := self.trial(change, items, functions)) is not None]
        quick = sorted((t for t in self.tests if t.test in items), key=lambda t: t.seconds)[:CONTROL]
        if trials and not self.control([items[t.test] for t in quick]):
            return True
        for tried in together(trials, self.jobs, self.until):
            self.tell(
                number=numbers[tried.change],
                noticed=tried.noticed,
                by=tried.by,
                tests=tried.tests,
                seconds=tried.seconds,
            )
        self.tell(end=True)
        return True

    def functions(self) -> dict[Place, list[FunctionType]]:
        found: dict[Place, list[FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in self.files:
                code = thing.__code__
                found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(thing)
        return found

    def trial(
        self, change: Change, items: dict[str, pytest.Item], functions: dict[Place, list[FunctionType]]
    ) -> Trial | None:
        """None: not here."""
        if change.scope is None:
            return None
        path = ROOT / change.path
        code = outermost(compile(change.applied(path.read_bytes()), str(path), "exec", dont_inherit=True), change)
        if code is None:
            return None
        place = (str(path), code.co_qualname, code.co_firstlineno)
        if place in self.called or place not in functions:
            return None
        new = code
        touched = [t for t in touching(change, self.tests) if t.test in items]
        mine, longest = [items[t.test] for t in touched], self.longest + sum(t.seconds for t in touched)

        def child(out: int) -> int:
            for function in functions[place]:
                function.__code__ = new
            return self.play(mine, out)

        def start() -> Run:
            return Run(child, longest, group=False)

        return Trial(change, len(mine), [start] if mine else [])

    def control(self, items: Sequence[pytest.Item]) -> bool:
        """Without a change the tests pass one after another in a fork."""
        alone = Run(lambda out: self.play(items, out), 600, group=False)
        while (found := alone.over()) is None:
            time.sleep(0.02)
        if found[0]:
            self.tell(fault=f"tests fail without a change: {found[1]}")
        return not found[0]

    def play(self, items: Sequence[pytest.Item], out: int) -> int:
        for number, item in enumerate(items):
            following = items[number + 1] if number + 1 < len(items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                os.write(out, self.failed.encode())
                return 1
        return 0


def outermost(module: CodeType, change: Change) -> CodeType | None:
    """The code of the function or method a change is in; of an inner function, that of the outer one."""
    scope = change.scope
    assert scope is not None
    for code in _functions(module):
        lines = [line for _, _, line in code.co_lines() if line is not None]
        if code.co_firstlineno <= scope[0] and lines and max(lines) >= change.line:
            return code
    return None


def _functions(code: CodeType) -> Iterator[CodeType]:
    """Those of a module and of its classes, last first."""
    own = [const for const in code.co_consts if isinstance(const, CodeType)]
    for inner in sorted(own, key=lambda c: -c.co_firstlineno):
        if inner.co_flags & 0x0002:  # CO_NEWLOCALS: a function; class bodies have it not
            yield inner
        else:
            yield from _functions(inner)
