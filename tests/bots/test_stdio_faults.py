"""Whoever breaks the protocol loses that game, by a stated rule and soon; the record says why."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.bots.stdio import Limits
from sandtable.match import load
from tests.bots.scripts import LOOSE, played, script

MID_GAME = 'for _ in range(3):\n    ask = until("ask")\n    answer(ask, legal(ask))\nask = until("ask")\n'

FAULTS: dict[str, tuple[str, bool, dict[str, Any], str]] = {  # lines, whether it says hello, limits, why it loses
    "crashes at once": ("sys.exit(3)", False, {}, "exited with status 3"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", False, {}, "was ended by SIGKILL"),
    "never says hello": ("time.sleep(600)", False, {"start": 0.6}, "did not say hello within 0.6 s"),
    "says something else first": ('say("answer", {"id": 1, "value": 1}); play()', False, {}, "before it was asked"),
    "crashes in the middle": (MID_GAME + "raise SystemExit(7)", True, {}, "exited with status 7"),
    "hangs in the middle": (MID_GAME + "time.sleep(600)", True, {"answer": 0.8}, "timed out after 0.8 s"),
    "is slow every time": (
        'while True:\n    ask = until("ask")\n    time.sleep(0.05)\n    answer(ask, legal(ask))',
        True,
        {"game": 0.6},
        "used up its 0.6 s for the game",
    ),
    "ignores the end of the clock": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + MID_GAME + "while True: pass",
        True,
        {"answer": 0.8},
        "timed out after 0.8 s",
    ),
    "floods its output": (
        MID_GAME + 'while True: say("info", {"text": "x" * 100})',
        True,
        {},
        "sent more than 100 info lines in a row",
    ),
    "floods before it is asked": (
        'for _ in range(100000): sys.stdout.write(json.dumps({"info": {}}) + "\\n")\nplay()',
        True,
        {"line": 65536},
        "sent more than 100 info lines in a row|flooded its output",
    ),
    "floods without a newline": (
        MID_GAME + 'while True: sys.stdout.write("x" * 65536)',
        True,
        {},
        "sent a line longer than 1 MiB",
    ),
    "sends a huge line": (
        MID_GAME + 'say("answer", {"id": ask["id"], "value": "x" * 2000000})',
        True,
        {},
        "sent a line longer than 1 MiB",
    ),
    "floods standard error": (
        MID_GAME + 'while True: sys.stderr.write("x" * 65536)',
        True,
        {"answer": 0.8},
        "timed out after 0.8 s",
    ),
    "sends bytes that are no text": (
        MID_GAME + 'sys.stdout.buffer.write(b\'{"info": {"text": "\\xff\\xfe"}}\\n\'); sys.stdout.flush(); play()',
        True,
        {},
        "not JSON in UTF-8",
    ),
    "sends no JSON": (MID_GAME + 'print("attack!", flush=True); play()', True, {}, "not JSON in UTF-8: 'attack!'"),
    "sends a list": (MID_GAME + "print('[1]', flush=True); play()", True, {}, "no object with one key"),
    "sends deep JSON": (MID_GAME + "print('[' * 100000, flush=True); play()", True, {}, "not JSON|nested too deeply"),
    "sends an unknown message": (MID_GAME + 'say("undo", True); play()', True, {}, "unknown message"),
    "sends half an answer": (MID_GAME + 'say("answer", {"value": 1}); play()', True, {}, "without id and value"),
    "says hello twice": (MID_GAME + 'say("hello", {}); play()', True, {}, "said hello twice"),
    "answers another question": (
        MID_GAME + 'say("answer", {"id": 99, "value": legal(ask)}); play()',
        True,
        {},
        "answered question 99, not 4",
    ),
    "answers before it is asked": (
        MID_GAME
        + 'a = json.dumps({"answer": {"id": 4, "value": legal(ask)}})\nprint(a + "\\n" + a, flush=True); play()',
        True,
        {},
        "answered before it was asked|answered question 4, not 5",
    ),
    "answers illegally twice": (
        MID_GAME + 'answer(ask, "win"); until("refused"); answer(ask, "win more"); play()',
        True,
        {},
        "answered illegally 2 times, last win more: ",
    ),
    "closes its input": (
        MID_GAME + "os.close(0); answer(ask, legal(ask)); time.sleep(600)",
        True,
        {"answer": 30.0},
        "closed its input",
    ),
    "closes its output": (MID_GAME + "os.close(1); time.sleep(600)", True, {"answer": 30.0}, "closed its output"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_it_forfeits_and_the_record_says_why(fault: str, tmp_path: Path) -> None:
    body, hello, changes, why = FAULTS[fault]
    limits: Limits = msgspec.structs.replace(LOOSE, **changes)
    began = time.monotonic()

    match, lost = played(script(tmp_path, body, hello=hello), limits)

    assert time.monotonic() - began < 20
    assert lost is not None and lost.seat == 1
    assert re.search(why, lost.why), lost.why
    assert match.result is not None and match.result.winner == 0
    assert match.result.reason == f"b concedes ({lost.why})"
    assert lost.why.startswith("forfeit: ")
    match.save(tmp_path / "game.sand")
    again = load(tmp_path / "game.sand")
    assert (again.result, again.history[-1].conceded) == (match.result, True)


def test_a_program_that_cannot_run_forfeits(tmp_path: Path) -> None:
    file = tmp_path / "nothing"
    file.write_bytes(b"\x7fELF and nothing more")
    file.chmod(0o755)
    _, lost = played(f"cmd:{file}")
    assert lost is not None and lost.why.startswith("forfeit: could not be started: ")


JUNK: list[Any] = [
    None,
    True,
    7,
    -1.5,
    10**30,
    "",
    "no such thing",
    [],
    [[]],
    {},
    {"x": [1]},
    [[1, [2, [3]]]],
    [["a", {}]],
]


@pytest.mark.parametrize("ruleset", ["duel", "lines", "warcaster"])
def test_one_illegal_answer_is_refused_with_the_reason_and_junk_breaks_nothing(ruleset: str, tmp_path: Path) -> None:
    """Every question is first answered with junk; the second, legal answer counts."""
    body = f"""
junk = {JUNK!r}
n = 0
while True:
    kind, ask = hear()
    if kind != "ask":
        continue
    n += 1
    if junk[n % len(junk)] not in ([], {{}}, legal(ask)):  # nothing at all may well be legal
        answer(ask, junk[n % len(junk)])
        refused = until("refused")
        assert refused["id"] == ask["id"] and refused["tries"] == 1 and refused["reason"], refused
    answer(ask, legal(ask))
"""
    match, lost = played(script(tmp_path, body), ruleset=ruleset)
    assert lost is None, lost
    assert match.result is not None and "concedes" not in match.result.reason


def test_its_last_words_are_kept_and_no_more_of_them(tmp_path: Path) -> None:
    body = 'until("ask"); sys.stderr.write("x" * 100000 + "\\x1b[31mthe end"); sys.stderr.flush(); sys.exit(1)'
    _, lost = played(script(tmp_path, body), msgspec.structs.replace(LOOSE, stderr=500))
    assert lost is not None
    assert lost.stderr.endswith("the end") and len(lost.stderr) == 500


@pytest.mark.parametrize("said", ["info", "answer"])
def test_depth_and_huge_numbers_in_what_a_program_says_are_its_own_fault(said: str, tmp_path: Path) -> None:
    """The second answer is legal where the first was only junk; nothing breaks the engine."""
    body = f"""
ask = until("ask")
for junk in ("[" * 900 + "]" * 900, "1" + "0" * 400):
    body = '{{"id": %d, "value": %s}}' % (ask["id"], junk) if {said!r} == "answer" else '{{"x": %s}}' % junk
    print('{{"{said}": %s}}' % body, flush=True)
    if {said!r} == "answer":
        break
answer(ask, legal(ask))
play()
"""
    match, lost = played(script(tmp_path, body))
    assert lost is None, lost
    assert match.over
