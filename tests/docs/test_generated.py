"""Generated pages are current, and the first game really is played."""

from __future__ import annotations

import pytest

from tests.docs.generated import DOCS, PAGES, WALK


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "python -m tests.docs.generated writes it"


def test_the_first_game_uses_every_typed_line_and_no_error_is_a_traceback() -> None:
    shown = (DOCS / "first-game.md").read_text(encoding="utf-8")
    assert shown.count("\na>") == len(WALK) and "Traceback" not in shown
    for told in ("You lead: ", "To win", "A turn: ", "Expected gain", "Taken back: ", "Saved to games/first.sand"):
        assert told in shown
