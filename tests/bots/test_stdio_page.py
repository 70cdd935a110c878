"""docs/bots.md keeps its promises: its Python runs, its game goes exactly so, its numbers are the code's."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from sandtable.bots.stdio import Limits, StdioBot, messages
from sandtable.bots.stdio.game import Programs
from sandtable.bots.stdio.process import KEPT
from sandtable.match import new_match
from tests.bots.scripts import ROOT, script

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
ELSE = "…"

READ_ALOUD = """
log, lines = open(sys.argv[1], "w", encoding="utf-8"), open(sys.argv[2], encoding="utf-8").read().splitlines()
for line in sys.stdin:
    log.write(line)
    log.flush()
    if json.loads(line).keys() & {"hello", "ask", "refused"}:
        while lines:
            print(lines[0], flush=True)
            if "info" not in json.loads(lines.pop(0)):
                break
"""


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def fits(shown: Any, real: Any) -> bool:
    """Alike, but for what the page leaves out."""
    if shown == ELSE:
        return True
    if isinstance(shown, dict) and isinstance(real, dict):
        kept = {key: value for key, value in shown.items() if key != ELSE}
        whole = ELSE in shown or kept.keys() == real.keys()
        return whole and all(key in real and fits(value, real[key]) for key, value in kept.items())
    if isinstance(shown, list) and isinstance(real, list):
        return len(shown) == len(real) and all(map(fits, shown, real))
    return bool(shown == real)


def test_an_ellipsis_on_the_page_matches_anything_and_the_rest_must_fit() -> None:
    assert fits({"a": ELSE, ELSE: ELSE}, {"a": [1], "b": 2})
    assert not fits({"a": 1}, {"a": 1, "b": 2})
    assert not fits({"a": 1, "b": 2}, {"a": 1})
    assert not fits([1, ELSE], [1])
    assert not fits({"a": {"b": 1}}, {"a": {"b": 2}})


def test_the_python_on_the_page_runs() -> None:
    said: list[str] = []
    exec(compile(block("python"), "bots.md", "exec"), {"print": said.append, "__name__": "page"})
    assert said[0]


def test_the_game_on_the_page_goes_exactly_so(tmp_path: Path) -> None:
    rows = block("transcript").splitlines()
    sent = [json.loads(row[2:]) for row in rows if row.startswith("> ")]
    said = [row[2:] for row in rows if row.startswith("< ")]
    assert len(sent) + len(said) == len(rows)
    (tmp_path / "said").write_text("\n".join(said), encoding="utf-8")
    command = script(tmp_path, READ_ALOUD, str(tmp_path / "heard"), str(tmp_path / "said"), hello=False)
    match = new_match("duel", seed=7)

    with Programs(match, {0: StdioBot(command, seed=7)}) as seats:
        seats.begin()
        for _ in range(sum("ask" in message for message in sent)):
            assert match.ask is not None and match.ask.seat == 0
            seats.step(0)
        assert seats.forfeited is None
        match.concede("b")
        seats.over()

    heard = [json.loads(line) for line in (tmp_path / "heard").read_text(encoding="utf-8").splitlines()]
    assert len(heard) == len(sent)
    for shown, real in zip(sent, heard, strict=True):
        assert fits(shown, real), f"the page says {shown}, the engine {real}"


def test_the_order_of_the_page_is_the_order_of_the_game() -> None:
    """What the bot says follows what it answers."""
    kinds = [(row[0], next(iter(json.loads(row[2:])))) for row in block("transcript").splitlines()]
    for before, (who, kind) in pairwise(kinds):
        if (who, kind) == ("<", "answer"):
            assert before in ((">", "ask"), (">", "refused"), ("<", "info"))


def test_every_message_field_and_limit_is_on_the_page() -> None:
    match = new_match("duel", seed=7)
    limits = Limits()
    for line in (
        messages.hello(),
        messages.new_game(match.rules, 0, {}, 1, limits),
        messages.question(1, match.view(0), [], 1 << 20),
        messages.leave(),
    ):
        ((kind, body),) = json.loads(line).items()
        assert f"| `{kind}` |" in PAGE or f"An `{kind}` has" in PAGE
        for field in body if isinstance(body, dict) else ():
            assert f"`{field}`" in PAGE, field
    told = {"start": "10 s", "answer": "5 s", "game": "600 s", "line": "1 MiB", "infos": "100", "tries": "2 tries"}
    told |= {"stderr": "4096 bytes", "leave": "within a second"}
    assert set(told) == set(msgspec.structs.asdict(limits))
    assert (limits.start, limits.answer, limits.game, limits.line) == (10, 5, 600, 1 << 20)
    assert (limits.infos, limits.tries, limits.stderr, limits.leave) == (100, 2, 4096, 1)
    assert [words for words in told.values() if words not in PAGE] == []
    assert all(f"`{name}`" in PAGE for name in KEPT if name != "SYSTEMROOT")
