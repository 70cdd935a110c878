"""The page of what the games say is current, and each game says enough."""

from tests.docs.said import GAMES, HEAD, PAGE, page


def test_the_page_is_current_and_full() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(), "python -m tests.docs.said writes it anew; read what has changed"
    parts = text.removeprefix(HEAD).split("\n## ")[1:]
    assert len(parts) == len(GAMES)
    for part in parts:
        labels, refusals, sheets = (f"\n{block}".count("\n- ") for block in part.split(":\n\n")[1:4])
        assert (labels, refusals, sheets) == (10, 10, 5)
