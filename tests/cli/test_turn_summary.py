"""What others did is told in a few lines, and in full on request."""

from __future__ import annotations

from pathlib import Path

from sandtable.cli.terminal.session import Session
from sandtable.cli.terminal.turn_summary import summary
from sandtable.core.cues import Came, Changed, Gone, Struck, Told, Went
from sandtable.match import new_match
from tests.cli.person import after, game, sit


def test_deeds_are_gathered_by_body() -> None:
    p = new_match("duel", seed=7).position
    cues = (
        Went(piece="odo", path=((0, 0), (3000, 4000))),
        Struck(actor="odo", target="wat", hit=True),
        Struck(actor="odo", target="wat", hit=True),
        Struck(actor="odo", target="rosalind", hit=False),
        Gone(piece="wat", how="destroyed"),
        Came(piece="nobody", at=(1, 1)),
        Changed(piece="b", field="points", before=1, after=2),
        Changed(piece="b", field="points", before=2, after=4),
    )
    said = [line.casefold() for line in summary(p, [Told("", "", 1, (), cues)])]
    assert said[0].endswith("moves 5 in, hits wat 2 times, misses rosalind")
    assert said[1].endswith("is destroyed") and said[2].endswith("arrives")
    assert said[3] == "score of b: 1 to 4"


def test_a_long_turn_of_the_opponent_is_a_summary_and_the_log_has_it_all(tmp_path: Path) -> None:
    asked: list[int] = []

    def reply(s: Session) -> str:
        others = [i for i, e in enumerate(s.match.history) if e.seat == 1]
        mine = [i for i, e in enumerate(s.match.history) if e.seat == 0]
        if asked:
            raise EOFError
        if len([i for i in others if mine and i > mine[-1]]) > 6:
            asked.append(len(others))
            return "log 40"
        return "auto"

    match = game("warcaster", 5, mission="boiling_point")
    _, shown = sit(match, reply, tmp_path / "game.sand")
    assert asked and "Meanwhile  (log " in shown
    story = shown[shown.rindex("Meanwhile") :]
    assert "  · " in story.split("Last:")[0]
    assert "WC-ACT-3" not in story.split("Last:")[0], "details are left to the log"
    assert "WC-ACT-3" in after(shown, "log 40")
