"""A whole turn of WARMACHINE typed at the prompt in each ruleset, left in mid-reaction and taken up again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sandtable.chance import Typed
from sandtable.cli.terminal.session import Session
from sandtable.core import Event, Roll, begin, find
from sandtable.match import Match
from sandtable.match.files import load
from sandtable.record import read, verify
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.state.events import Declared, FeatUsed, FocusSet, Moved, Struck, Turned
from tests.cli.person import Reply, sit

PIECES: dict[str, Any] = {
    "stryker": {"seat": "a", "at": [20, 4], "facing": 90},
    "lancer": {"seat": "a", "at": [14, 12], "facing": 90, "master": "stryker"},
    "ironclad": {"seat": "a", "at": [20, 10], "facing": 90, "master": "stryker"},
    "juggernaut": {"seat": "a", "at": [28, 10], "facing": 90, "master": "stryker"},
    "fangs": {"seat": "a", "card": "iron_fangs", "at": [[36, 10]], "facing": 90},
    "guns": {"seat": "a", "card": "long_gunners", "at": [[4, 10], [5.4, 10], [6.8, 10]], "facing": 90},
    "sorscha": {"seat": "b", "at": [40, 44], "facing": 270},
    "destroyer": {"seat": "b", "at": [20, 17], "facing": 270},
    "marauder": {"seat": "b", "card": "destroyer", "at": [28, 15], "facing": 270},
    "berserker": {"seat": "b", "card": "juggernaut", "at": [37.9, 11.2], "facing": 180},
    "kodiak": {"seat": "b", "card": "juggernaut", "at": [36, 18], "facing": 270},
    "hunter": {"seat": "b", "card": "destroyer", "at": [14, 19], "facing": 270},
    "decoy": {"seat": "b", "card": "destroyer", "at": [5.4, 20], "facing": 270},
}
BEFORE = """
ironclad 1, juggernaut 1
activate stryker
cast arcane_bolt at hunter
cast arcane_bolt at hunter through lancer
feat
end
activate ironclad
slam destroyer

end
juggernaut advance 28 12.6
facing 100
throw marauder
{landed}end
activate guns
no order
act
guns.1 combine decoy with {rifle}
guns.2, guns.3
end
activate fangs
order charge
fangs.1 charges kodiak
fangs.1 charge kodiak
toward kodiak
"""
OWN = {
    "warmachine-mk1": {"rifle": "repeating_long_rifle", "landed": "\nkeep\n"},  # where the thrown model faces is asked
    "warmachine-mk2": {"rifle": "repeating_long_gun", "landed": "\n"},
}
AFTER = """
hold
act
fangs.1 attack kodiak with blasting_pike
end
"""


def faces(roll: Roll) -> str:
    """Sixes and fives to hit and in contests, ones for damage, twos for the rest."""
    good = "attack" in roll.purpose or "contest" in roll.purpose or "strength" in roll.purpose.casefold()
    face = 6 if good else 1 if "damage" in roll.purpose else 2
    return " / ".join(" ".join(str(face) for _, n in pool.dice for _ in range(n)) for pool in roll.pools)


def typist(lines: Iterable[str]) -> Reply:
    """These lines at the prompt, fixed faces where dice are thrown; then the end of input."""
    left = iter(lines)

    def reply(s: Session) -> str:
        if s.match.roll is not None:
            return faces(s.match.roll)
        for line in left:
            return line
        raise EOFError

    return reply


def happened(match: Match, kind: type[Event], **fields: Any) -> list[Any]:
    return [e for e in match.events if isinstance(e, kind) and all(getattr(e, k) == v for k, v in fields.items())]


@pytest.mark.parametrize("name", ["warmachine-mk1", "warmachine-escalation", "warmachine-mk2"])
def test_a_turn_is_typed_saved_in_mid_reaction_loaded_and_verified(name: str, tmp_path: Path) -> None:
    rules, file = find(name), tmp_path / "turn.sand"
    given = {"pieces": PIECES, "turn": {"seat": "a", "phase": "control"}, "table": {"size": [48, 48]}}
    start = rules.scenarios.position(rules, given)
    match = Match(rules, begin(rules, start.state, start.frame), Typed(), from_position=True)
    before = BEFORE.format(**OWN.get(name, OWN["warmachine-mk1"])).splitlines()[1:]
    session, shown = sit(match, typist(before), file, against="self", plain=True)
    ask = session.match.ask
    assert ask is not None and ask.seat == 1 and "leaves the melee range" in ask.ask.prompt, shown[-3000:]

    loaded = load(file)
    assert loaded.game == session.match.game
    session, more = sit(loaded, typist(AFTER.splitlines()[1:]), file, against="self", plain=True)
    done = session.match
    assert happened(done, FocusSet, who="ironclad", focus=1) and happened(done, FocusSet, who="juggernaut", focus=1)
    assert (
        happened(done, Declared, what="arcane_bolt", target="hunter") and len(happened(done, Struck, who="hunter")) == 2
    )
    assert happened(done, FeatUsed, who="stryker")
    assert happened(done, Charged, who="ironclad", failed=False) and happened(done, Moved, who="destroyer", forced=True)
    assert happened(done, Turned, who="juggernaut", facing=100_000), "faced"
    assert happened(done, Moved, who="marauder", forced=True), "thrown"
    assert happened(done, Struck, who="decoy", by="guns.1", hit=True)
    assert happened(done, Charged, who="fangs.1", failed=False) and happened(done, Struck, who="kodiak", by="fangs.1")
    refused = [line for line in (shown + more).splitlines() if line.startswith(("  No. ", "  ? "))]
    assert not refused
    verdict = verify(rules, read(file.read_bytes()))
    assert verdict.verified, verdict


@pytest.mark.parametrize("name", ["warmachine-mk1", "warmachine-escalation", "warmachine-mk2"])
def test_what_an_answer_would_do_is_drawn_at_the_prompt(name: str, tmp_path: Path) -> None:
    rules, plain, lane = find(name), tmp_path / "table.svg", tmp_path / "slam.svg"
    pieces = {**PIECES, "ironclad": {**PIECES["ironclad"], "focus": 1}}
    given = {"pieces": pieces, "turn": {"seat": "a"}, "table": {"size": [48, 48]}}
    start = rules.scenarios.position(rules, given)
    match = Match(rules, begin(rules, start.state, start.frame), Typed(), from_position=True)
    lines = ["activate ironclad", f"svg {tmp_path}/before.svg slam destroyer", "slam destroyer", f"svg {plain}"]
    _, shown = sit(match, typist([*lines, f"svg {lane} north 5"]), tmp_path / "x.sand", against="self", plain=True)
    assert "is drawn in" in shown
    assert ">slam<" in lane.read_text(encoding="utf-8") and ">slam<" not in plain.read_text(encoding="utf-8")
    assert ">slam<" not in (tmp_path / "before.svg").read_text(encoding="utf-8"), (
        "by the book: not before it is declared"
    )
