"""Whole games of the example bots: they finish, nobody forfeits, and their records verify."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandtable.bots.stdio import Limits, StdioBot, limits_of
from sandtable.bots.stdio.game import play_out
from sandtable.cli import app
from sandtable.cli.terminal.saved_games import Setting
from sandtable.cli.terminal.screen import Screen
from sandtable.cli.terminal.session import Session
from sandtable.core import BadSetup
from sandtable.lab.programs import file_names
from sandtable.lab.simulate import simulate
from sandtable.match import load, new_match
from sandtable.match.files import record_of
from sandtable.record import verify
from tests.bots.scripts import EXAMPLES, LOOSE, greedy_js, greedy_py, script


@pytest.mark.parametrize("ruleset", ["duel", "lines", "warcaster"])
def test_the_example_bots_play_each_other(ruleset: str) -> None:
    match = new_match(ruleset, seed=5)
    bots = {seat: StdioBot(name, seed=5, limits=LOOSE) for seat, name in enumerate((greedy_py(), greedy_js()))}
    assert play_out(match, bots, {}) is None
    assert match.result is not None
    assert "concedes" not in match.result.reason
    assert [bot.name for bot in bots.values()] == ["greedy", "greedy-js"]
    assert all(bot.asked > 5 for bot in bots.values())
    assert verify(match.rules, record_of(match)).verified


def test_records_of_games_with_seats_changed_have_names_of_their_own() -> None:
    one, two = "cmd:sh a/bot.py", "cmd:sh b/bot.py"
    assert file_names(("recruit", one)) == ["recruit", "bot.py"]
    assert file_names((one, one)) == ["bot.py", "bot.py"]
    assert file_names((one, two)) != file_names((two, one))
    assert file_names(("veteran:1s", "cmd:sh '../../x y'")) == ["veteran_1s", "x_y"]


@pytest.mark.parametrize("file", ["greedy.py", "greedy.js"])
def test_an_example_is_short_and_stands_alone(file: str) -> None:
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    assert text.count("\n") <= 50
    assert "import sandtable" not in text and "from sandtable" not in text
    assert text.startswith("#!/usr/bin/env ")


@pytest.mark.parametrize("command", [greedy_py, greedy_js])
def test_the_same_seed_gives_the_same_game(command: object) -> None:
    assert callable(command)
    reports = [simulate("duel", 2, bots=("recruit", command()), seed=3, jobs=jobs, limits=LOOSE) for jobs in (1, 2)]
    assert reports[0].forfeits == 0
    assert (reports[0].wins, reports[0].decisions) == (reports[1].wins, reports[1].decisions)


def test_simulate_takes_commands_and_keeps_their_games(tmp_path: Path) -> None:
    words = ["simulate", "lines", "--games", "2", "--bots", f"{greedy_js()},{greedy_py()}", "--bot-seconds", "60"]
    ran = CliRunner().invoke(app, [*words, "--out", str(tmp_path), "--check", "--json"])
    assert ran.exit_code == 0, ran.output
    report = json.loads(ran.stdout)
    assert (report["finished"], report["errors"], report["forfeits"]) == (2, 0, 0)
    assert set(report["decision_ms"]) == {greedy_js(), greedy_py()}
    assert all(times["p50"] > 0 for times in report["decision_ms"].values())
    kept = sorted(tmp_path.glob("*.sand"))
    assert len(kept) == 2
    assert all(load(file).over for file in kept)


def test_limits_are_set_from_the_command_line(tmp_path: Path) -> None:
    slow = script(tmp_path, 'until("ask"); time.sleep(30)')
    words = ["simulate", "duel", "--games", "1", "--bots", f"recruit,{slow}", "--bot-limits"]
    assert "used up its 0.2 s for the game" in CliRunner().invoke(app, [*words, "game=0.2"]).output
    assert "timed out after 0.3 s" in CliRunner().invoke(app, [*words, "answer=0.3"]).output


@pytest.mark.parametrize(
    ("text", "said"), [("speed=3", "no such limit"), ("answer=soon", "a number"), ("tries=0", "a whole number")]
)
def test_limits_that_make_no_sense_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        limits_of(text)


def test_limits_by_name() -> None:
    assert limits_of("game=60, tries=3", 2.0) == Limits(answer=2.0, game=60.0, tries=3)


def test_simulate_tells_of_forfeits_and_succeeds(tmp_path: Path) -> None:
    bad = script(tmp_path, 'until("ask"); sys.exit("\\x1b[31mout of order")')
    ran = CliRunner().invoke(app, ["simulate", "duel", "--games", "2", "--bots", f"recruit,{bad}"])
    assert ran.exit_code == 0
    assert "2 games were forfeited" in ran.stdout
    told = re.findall(
        r"seed \d: [ab] \(script\) forfeit: exited with status 1; it wrote:  \[31mout of order", ran.stdout
    )
    assert len(told) == 2


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        ("recruit,cmd:./no-such-program", "no program './no-such-program'"),
        ("recruit,cmd:", "which program?"),
        ("recruit,cmd:'oops", "No closing quotation"),
    ],
)
def test_a_command_that_cannot_be_is_told_at_once(bots: str, says: str) -> None:
    ran = CliRunner().invoke(app, ["simulate", "duel", "--games", "1", "--bots", bots])
    assert ran.exit_code == 1
    assert says in str(ran.exception)


def sitting(against: str, file: Path, lines: list[str]) -> tuple[Session, str]:
    """A person at the keyboard against a program."""
    said, shown = iter(lines), (file.parent / "shown.txt").open("w+", encoding="utf-8")

    def reader(prompt: str) -> str:
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    with shown:
        session = Session(
            new_match("duel", seed=2), Screen(shown, plain=True), reader, Setting("duel", against, file=file)
        )
        session.play()
        shown.seek(0)
        return session, shown.read()


def test_a_person_plays_a_program(tmp_path: Path) -> None:
    session, shown = sitting(greedy_py(), tmp_path / "game.sand", ["auto"] * 400)
    assert session.match.over
    assert "b (greedy)" in shown
    assert load(tmp_path / "game.sand").over


def test_undo_against_a_program(tmp_path: Path) -> None:
    session, _ = sitting(greedy_py(), tmp_path / "game.sand", (["auto"] * 12 + ["undo"] * 6) * 2 + ["auto"] * 400)
    assert session.match.result is not None and "concedes" not in session.match.result.reason


def test_a_program_that_fails_leaves_the_person_the_winner(tmp_path: Path) -> None:
    bad = script(tmp_path, 'until("ask"); sys.exit(4)')
    _, shown = sitting(bad, tmp_path / "game.sand", ["auto"] * 400)
    assert "a wins (you). B concedes (forfeit: exited with status 4)." in shown


def test_leaving_ends_the_program(tmp_path: Path) -> None:
    session, shown = sitting(greedy_js(), tmp_path / "game.sand", ["auto"] * 3)
    child = session.programs.bots[1].child
    assert child is not None and child.ended
    assert "--against 'cmd:" in shown.replace("\n", " ")
