"""Files that are no list: a typed error, soon, whatever is in them."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest

from sandtable.core import BadSetup, find
from sandtable.roster import BadList, kind_of, lines_of, read_file, read_list
from sandtable.roster.files import LARGEST
from sandtable.roster.lines import LONGEST

DEEP = 20_000


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("json", "[" * DEEP),
        ("json", '{"units":' + "[" * DEEP + "]" * DEEP + "}"),
        ("json", '{"units":' + "[" * 500 + "]" * 500 + "}"),
        ("json", '{"name":"\\ud800"}'),
        ("json", '{"units":[{"\\udfff":1}]}'),
        ("json", '{"units":1' + "0" * 5000 + "}"),
        ("json", '{"units":' + "9" * 40 + "}"),
        ("toml", "units = " + "[" * DEEP),
        ("toml", "units = " + "[" * 300 + "]" * 300),
        ("toml", "a = {a = " * DEEP),
        ("toml", "a." * 300 + "a = 1"),
    ],
)
def test_depth_and_half_letters_are_named(tmp_path: Path, ending: str, text: str) -> None:
    path = tmp_path / f"list.{ending}"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadList, match=r"^list\."):
        read_file(path, "warcaster")


@pytest.mark.parametrize("text", ["a = " + "[" * DEEP, "[" * DEEP, "{" * DEEP, "\ud800", "\x00" * 99, "=" * DEEP])
def test_any_text_is_of_some_kind_and_read_or_named(text: str) -> None:
    kind = kind_of(text)
    with suppress(BadSetup):
        read_list(find("warcaster"), text, kind)


@pytest.mark.parametrize(
    "row", ["=" * 300_000 + "x", " " * 300_000 + "x", "[" * 300_000, "( 1" * 100_000, "x - " * 75_000]
)
def test_a_long_line_is_cut_before_it_is_looked_at(row: str) -> None:
    began = time.perf_counter()
    found = lines_of(f"{row}\n{row}\nHunter")
    assert time.perf_counter() - began < 2, "this took many times as long when whole lines were scanned"
    assert all(len(line.raw) <= LONGEST for line in found)
    assert found[-1].head == "Hunter"


def test_a_file_too_large_for_a_list_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("x" * LARGEST, encoding="utf-8")
    read_file(path, "warcaster")
    path.write_text("x" * (LARGEST + 1), encoding="utf-8")
    with pytest.raises(BadList, match=f"at most {LARGEST} bytes"):
        read_file(path, "warcaster")
