"""Every rule is named in the code where it lives, or its rulebook says which rules it follows from."""

from __future__ import annotations

import re

import pytest

from sandtable.core import Rule, Rulebook, find, installed
from sandtable.lab.rule_index import Place, Source, named, rule_index, shortened, sources, unplaced
from tests.house.draw_rules import drawn
from tests.house.sources import PACKAGE

BOOK = Rulebook("Yard", "1", tuple(Rule(i, i, i) for i in ("Y-A-1", "Y-A-12", "Y-B")), {})
TEXT = '''"""The yard (Y-A-12)."""

LIMITS = {
    "wall": "Y-B",
}


class Wolf:
    @wary
    def bites(self):  # Y-A-1
        why = self.rules.cite("howling")
        return why, "Y-A-123"
'''


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_rule_is_named_in_the_code_or_follows_from_others(name: str) -> None:
    faults = unplaced(installed()[name])
    assert not faults, f"{len(faults)} rules; name each in a cite, docstring or comment:\n" + "\n".join(faults)


@pytest.mark.parametrize("name", sorted(installed()))
def test_ids_are_written_out(name: str) -> None:
    """A search for an id finds it: no X-1..-4, no X-1, -4."""
    found = [f"{s.file}: {short}" for s in sources(installed()[name]) for short in shortened(s)]
    assert not found, "\n".join(found)


def test_a_rule_is_found_in_its_symbol() -> None:
    places = dict(named(Source("yard.py", TEXT), BOOK))
    assert places == {
        "Y-A-12": Place("yard.py", "", 1),
        "Y-B": Place("yard.py", "LIMITS", 4),
        "Y-A-1": Place("yard.py", "Wolf.bites", 10),
    }


def test_a_rule_listed_by_file_lives_in_that_file() -> None:
    files = ("yard.py", "home/house/floor.py", "home/house/wall.py")
    text = TEXT.replace('"wall": "Y-B"', '"house/wall": (\n        "Y-B"\n    )')
    assert dict(named(Source("yard.py", text), BOOK, files))["Y-B"] == Place("home/house/wall.py", "", 1)
    assert dict(named(Source("yard.py", TEXT), BOOK, files[:1]))["Y-B"] == Place("yard.py", "LIMITS", 4)


@pytest.mark.parametrize("name", sorted(installed()))
def test_tables_by_file_name_files_that_are_there(name: str) -> None:
    wrong = {p.line: r for r, places in rule_index(find(name)).items() for p in places if p.symbol == "ELSEWHERE"}
    assert not wrong


def test_a_topic_names_the_rule_on_it() -> None:
    book = Rulebook("Yard", "1", (Rule("Y-C-7", "Howling", "", topic="howling"),), {})
    assert list(named(Source("yard.py", TEXT), book)) == [("Y-C-7", Place("yard.py", "Wolf.bites", 11))]


def test_a_rule_named_nowhere_and_a_wrong_follows_are_noticed() -> None:
    rules = installed()["duel"]
    more = (
        Rule("DU-LOST-1", "Lost", "Nowhere.", "MOVE"),
        Rule("DU-LOST-2", "Led", "As it is.", "MOVE", follows="DU-MOVE-2"),
        Rule("DU-LOST-3", "Misled", "As it is.", "MOVE", follows="DU-MOVE-2, DU-MOVE-99"),
    )
    book = Rulebook("Duel", "1", (*rules.rulebook, *more), rules.rulebook.chapters)

    class Longer(type(rules)):  # type: ignore[misc]
        rulebook = book

    assert unplaced(Longer()) == [
        "DU-LOST-1 (Movement: Lost) is named nowhere",
        "DU-LOST-3 follows from DU-MOVE-99, which is no rule named in the code",
    ]


@pytest.mark.parametrize("text", ["WC-MOVE-2..-4", "WC-MOVE-2..4", "WC-FLIGHT-2, -6", "WC-FLIGHT-2 and -6"])
def test_a_shortened_list_is_noticed(text: str) -> None:
    assert shortened(Source("yard.py", f"# ({text})")) == [text]
    assert shortened(Source("yard.py", "# (WC-MOVE-2, WC-MOVE-4)")) == []


def test_the_same_commit_draws_the_same_rules() -> None:
    rules = installed()["warcaster"]
    one, again, other = drawn(rules, "e264e3b"), drawn(rules, "e264e3b"), drawn(rules, "b0dda35")
    assert one == again != other
    assert len({rule.id for rule in one}) == 12
    assert {rule.id for rule in one} <= set(rule_index(rules))


# Where a reader looks first for a chapter of Warcaster's book; chapters without one file of their own are left out.
HOMES = {
    "ACT": "turn/activation", "ARC": "state/arc", "ATK": "attacks/attack", "ATTACH": "lists/force_building",
    "BLAST": "attacks/blast", "CE": "state/continuous_effects", "COVER": "attacks/cover", "DEPLOY": "turn/deployment",
    "DICE": "state/dice", "EDGE": "attacks/slams", "FALL": "movement/falls", "FLIGHT": "movement/paths",
    "FORCE": "lists/force_building", "FURY": "cyphers/furies", "GATE": "turn/void_gates",
    "JACK": "lists/warjack_loadouts", "LOS": "measuring/line_of_sight", "MEAS": "measuring/distance",
    "MERCY": "missions/mercy_rule", "MISSION": "missions/primary", "MOVE": "movement/move",
    "OBJ": "missions/objectives", "PULSE": "turn/pulse_rounds", "RACK": "cyphers/rack_and_hand",
    "REACT": "attacks/windows", "SECONDARY": "missions/secondaries", "SETUP": "turn/setup",
    "SKIRMISH": "missions/skirmish", "SLAM": "attacks/slams", "SPRAY": "attacks/spray", "SQUAD": "movement/squad_move",
    "STAT": "state/stats", "TERRAIN": "terrain/features", "TURN": "turn/turn", "UNIT": "state/leaving_play",
    "WILD": "lists/force_building",
}  # fmt: skip


@pytest.mark.parametrize("chapter", sorted(HOMES))
def test_the_file_of_a_chapter_names_each_of_its_rules_or_says_where_it_is(chapter: str) -> None:
    text = (PACKAGE / "rulesets" / "warcaster" / f"{HOMES[chapter]}.py").read_text(encoding="utf-8")
    book = find("warcaster").rulebook
    own = [rule.id for rule in book if rule.id.startswith(f"WC-{chapter}-")]
    assert own and [rule for rule in own if re.search(rf"{rule}(?!\d)", text) is None] == []
