"""Windows are constants: whoever looks for a window finds its hooks by "find usages"."""

from __future__ import annotations

import re

import pytest

from tests.house.sources import PACKAGE, python_files, shown

STRING = re.compile(r"@offers\(\s*\"|Window\(name=\"|hooks\.of\(")


def strings(text: str) -> list[str]:
    """Windows named by a string, and hooks looked up past `p.offers` and `p.forbidden`."""
    return STRING.findall(text)


@pytest.mark.parametrize("text", ['@offers("W1")', '@offers(\n    "W1",', 'Window(name="W1", x=1)', "d.hooks.of(1, 2)"])
def test_a_window_named_by_a_string_is_noticed(text: str) -> None:
    assert strings(text)
    assert not strings('@offers(DECLARED, rule="riposte")\nd.offers(DECLARED, strike, 0)')


def test_rules_name_their_windows_by_constants() -> None:
    files = [path for path in python_files("src", "examples") if PACKAGE / "core" not in path.parents]
    found = [shown(path) for path in files if strings(path.read_text(encoding="utf-8"))]
    assert found == [], "declare a WindowName and use it in @offers(...); ask with p.offers(...) or p.forbidden(...)"
