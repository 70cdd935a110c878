from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.processes import Process


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for all tests that do no harm to it; it must not have logged anything."""
    folder: Path = tmp_path_factory.mktemp("server")
    process = Process(folder)
    yield process
    found = process.faults()  # before the end, which may cut off sockets that a test left open
    process.close()
    assert found == ""
