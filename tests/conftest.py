"""Kernels are compiled first. Rule marks are checked: a test that claims to prove a rule nobody wrote fails."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from threading import current_thread, main_thread

import pytest

from sandtable.core import installed
from sandtable.geometry.compiled import PLAIN, prepare, prepared


def pytest_configure(config: pytest.Config) -> None:
    """Kernels that are not on disk yet are compiled once, before any worker or any command of a test has to."""
    if not hasattr(config, "workerinput") and not prepared():
        prepare()
    # A shell starts background jobs with Ctrl-C ignored, and commands of a test would inherit that.
    if current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    marked = [(item, mark) for item in items for mark in item.iter_markers("rule")]
    known = {rule.id for rules in installed().values() for rule in rules.rulebook} if marked else set()
    for item, mark in marked:
        unknown = [rule for rule in mark.args if rule not in known]
        if unknown or not mark.args:
            raise pytest.UsageError(f"{item.nodeid} marks unknown rules: {', '.join(unknown) or 'none given'}")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test keeps games in the folder of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "data"))


@pytest.fixture(autouse=True)
def compiler_stays_in() -> Iterator[None]:
    """The command `odds` keeps the compiler out of its process; the process of a test goes on."""
    before = os.environ.get(PLAIN)
    yield
    if before is None:
        os.environ.pop(PLAIN, None)
