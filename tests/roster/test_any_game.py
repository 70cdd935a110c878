"""The general reader and writer with two small games that are not Warcaster.

Banner is made like WARMACHINE: warcasters with warjacks, units of several models with an attachment, points. Host is
made like Warmaster: units and characters by number, mounts, minima and maxima for each thousand points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.core.rosters import NO_OPTIONS, Problem
from sandtable.roster import (
    COUNTS,
    TABLES,
    ArmyList,
    Entry,
    Field,
    Kind,
    PartKey,
    Section,
    Vocabulary,
    VocabularyRosters,
    joint_place,
    problem,
)

JACKS = {"ironclad": 110, "lancer": 90, "juggernaut": 115}
MODELS = {"stryker": 65, "sorscha": 70, "long_gunners": 10, "iron_fangs": 12, "mechanik": 15}
SIDES = {"cygnar": {"stryker", "long_gunners", "ironclad", "lancer"}, "khador": {"sorscha", "iron_fangs", "juggernaut"}}
OFFICERS = {"long_gunner_officer": "long_gunners", "iron_fang_officer": "iron_fangs"}


def titles(keys: Collection[str]) -> dict[str, str]:
    return {key: key.replace("_", " ").title() for key in keys}


class Banner(Vocabulary):
    size = "models"

    def __init__(self) -> None:
        side = Kind("faction", "BA-LIST-1", titles(SIDES))
        self.model = Kind("model", "BA-LIST-1", titles(MODELS) | {"stryker": "Commander Stryker"})
        self.jack = Kind("warjack", "BA-LIST-2", titles(JACKS))
        self.officer = Kind("attachment", "BA-LIST-3", titles(OFFICERS))
        self.fields = (Field("name", "army"), Field("faction", kind=side, alone=True), Field("limit", "points"))
        self.sections = (
            Section("list", self.model, "army list|warcasters|units|solos", TABLES, parts=True, key="card"),
        )
        self.parts = (PartKey("battlegroup", self.jack), PartKey("attachment", self.officer, one=True))

    def allowed(self, kind: Kind, fields: Mapping[str, str]) -> Collection[str]:
        return SIDES.get(fields["faction"], set())

    def own(self, kind: Kind, key: str, fields: Mapping[str, str]) -> Collection[str]:
        if kind is self.officer:
            return {officer for officer, unit in OFFICERS.items() if unit == key}
        return JACKS if key in ("stryker", "sorscha") else ()

    def inferred(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        keys = {entry.key for entry in entries}
        return {"faction": next((side for side, own in SIDES.items() if own & keys), "")}

    def note(self, entry: Entry) -> str:
        return f"{MODELS[entry.key] * (entry.size or 1)} pts"


MOUNTS = {"griffon": 80, "chariot": 15}


class Host(Vocabulary):
    costs = ("pts",)

    def __init__(self) -> None:
        self.unit = Kind("unit", "HO-LIST-1", titles(["halberdiers", "knights", "cannon"]))
        self.character = Kind("character", "HO-LIST-2", titles(["general", "hero", "wizard"]))
        self.mount = Kind("mount", "HO-LIST-3", titles(MOUNTS))
        self.sections = (
            Section("characters", self.character, form=TABLES, parts=True),
            Section("units", self.unit, "regiments", COUNTS),
        )
        self.parts = (PartKey("mount", self.mount, one=True),)

    def own(self, kind: Kind, key: str, fields: Mapping[str, str]) -> Collection[str]:
        return MOUNTS


class HostRosters(VocabularyRosters):
    def check(self, army: ArmyList, options: Mapping[str, Any] = NO_OPTIONS) -> list[Problem]:
        """Six halberdiers at most for each thousand points."""
        return [*army.faults, *self.limits(army, int(options.get("points", 2000)) // 1000)]

    def limits(self, army: ArmyList, thousands: int) -> Iterator[Problem]:
        own = [entry for entry in army.section("units") if entry.key == "halberdiers"]
        if (over := sum(entry.times for entry in own) - 6 * thousands) > 0:
            yield problem("HO-LIST-4", joint_place(e.place for e in own), f"{over} too many", f"take out {over}", over)


BANNER, HOST = VocabularyRosters(Banner()), HostRosters(Host())
GUN_LINE = """Gun Line
========
Faction: Cygnar
Limit: 600

List (3)
1x Commander Stryker: Ironclad, Lancer [65 pts]
1x Long Gunners (10 models): Long Gunner Officer [100 pts]
1x Mechanik [15 pts]
"""


@pytest.mark.parametrize(
    "text",
    [
        GUN_LINE,
        "Gun Line\nCygnar\nPoints: 600\nStryker (65 points): Ironclad, Lancer\n"
        "Long Gunners (10 models) + Officer\nMechanik",
        "Gun Line\nLimit: 600\nCommander Stryker\n\tIronclad\n\tLancer\nLong Gunners (10 models)\n\tOfficer\nMechanik",
        "Gun Line\nLimit: 600\n  - Stryker\n    - Ironclad\n    - Lancer\n  - Long Gunners (10 models)\n    - Officer\n"
        "  - 1x Mechanik",
    ],
)
def test_a_warcaster_with_warjacks_and_a_unit_with_models_and_an_attachment(text: str) -> None:
    army = BANNER.read(text)
    assert army.faults == ()
    assert BANNER.data(army) == {
        "name": "Gun Line",
        "faction": "cygnar",
        "limit": "600",
        "list": [
            {"card": "stryker", "battlegroup": ["ironclad", "lancer"]},
            {"card": "long_gunners", "models": 10, "attachment": "long_gunner_officer"},
            {"card": "mechanik"},
        ],
    }
    assert BANNER.text(army) == GUN_LINE
    assert BANNER.data(BANNER.read(BANNER.data(army))) == BANNER.data(army)


def told(army: ArmyList) -> list[tuple[str, int, str, str]]:
    return [(p.rule, p.line, p.text, p.suggestion) for p in army.faults]


def test_every_kind_of_name_is_told_with_its_rule_line_and_the_nearest_one() -> None:
    army = BANNER.read("Gun Line\nCygnarr\nComander Striker: Ironclat, Lancer\n\tLancr\nLong Guners (4 models)")
    assert told(army) == [
        ("BA-LIST-1", 2, "no faction 'Cygnarr'", "did you mean Cygnar?"),
        ("BA-LIST-1", 3, "no model 'Comander Striker'", "did you mean Commander Stryker?"),
        ("BA-LIST-2", 3, "no warjack 'Ironclat'", "did you mean Ironclad?"),
        ("BA-LIST-2", 4, "no warjack 'Lancr'", "did you mean Lancer?"),
        ("BA-LIST-1", 5, "no model 'Long Guners'", "did you mean Long Gunners?"),
    ]
    assert [entry.size for entry in army.entries] == [0, 4]


@pytest.mark.parametrize(
    ("data", "where", "words"),
    [
        ({"list": [{"unit": "stryker"}]}, "model 1", "has no name"),
        ({"list": [{"card": "stryker", "battelgroup": []}]}, "model 1 (stryker)", "unknown battelgroup"),
        ({"list": [{"card": "iron_fangs", "models": 0}]}, "model 1 (iron_fangs)", "models is a number from 1 to 99"),
        ({"list": [{"card": "iron_fangs", "models": 100}]}, "model 1 (iron_fangs)", "not 100"),
        ({"list": {"stryker": 1}}, "list", "is a list, not dict"),
        ({"lits": []}, "the list", "unknown lits"),
    ],
)
def test_data_of_the_wrong_shape(data: Mapping[str, Any], where: str, words: str) -> None:
    (fault,) = BANNER.read(data).faults
    assert (fault.rule, fault.where) == ("", where)
    assert words in fault.text


@pytest.mark.parametrize(("models", "legal"), [(1, True), (99, True), (0, False), (100, False), (True, False)])
def test_sizes_at_their_limits(models: Any, legal: bool) -> None:
    assert bool(BANNER.read({"list": [{"card": "iron_fangs", "models": models}]}).faults) == (not legal)


def test_units_by_number_and_characters_with_mounts() -> None:
    army = HOST.read(
        "The Host\nGeneral: Griffon\n2x Hero\nRegiments\n6 Halberdiers [45 pts each]\nKnights x2\n1 Cannon"
    )
    assert army.faults == ()
    assert HOST.data(army) == {
        "name": "The Host",
        "characters": [{"character": "general", "mount": "griffon"}, {"character": "hero"}, {"character": "hero"}],
        "units": {"halberdiers": 6, "knights": 2, "cannon": 1},
    }
    text = HOST.text(army)
    assert "1x General: Griffon\n2x Hero\n" in text and "Units (9)\n6x Halberdiers\n" in text
    assert HOST.text(HOST.read(text)) == text
    assert HOST.data(HOST.read(HOST.data(army))) == HOST.data(army)


def test_building_rules_of_a_game_get_entries_with_their_places() -> None:
    assert HOST.check(HOST.read("Regiments\n12 Halberdiers")) == []
    (over,) = HOST.check(HOST.read("Regiments\n7 Halberdiers\nKnights\n6 Halberdiers"))
    assert (over.rule, over.where, over.by) == ("HO-LIST-4", "lines 2, 4", 1)
    assert HOST.check(HOST.read("Regiments\n13 Halberdiers"), {"points": 3000}) == []
    assert HOST.summary(HOST.read("General\nRegiments\n3 Knights")) == "1 character"


def test_a_part_without_an_entry_to_have_it_is_an_unknown_entry() -> None:
    (fault,) = HOST.read("List\n\nGriffon").faults
    assert fault.text == "no character 'Griffon'"


JACK_LISTS = st.lists(st.sampled_from(sorted(JACKS)), max_size=3)
ENTRIES = st.lists(st.tuples(st.sampled_from(sorted(MODELS)), st.integers(0, 99), JACK_LISTS), max_size=6)


@settings(deadline=None)
@given(ENTRIES, st.text())
@example([("stryker", 1, ["ironclad"])], "×2")
def test_any_list_comes_back(entries: list[tuple[str, int, list[str]]], name: str) -> None:
    """Also a list that no building rule would pass: warjacks with a unit."""
    listed = [{"card": key, "battlegroup": jacks} | ({"models": n} if n else {}) for key, n, jacks in entries]
    army = BANNER.read({"name": name, "faction": "cygnar", "list": listed})
    assert army.faults == ()
    again = BANNER.read(BANNER.text(army))
    assert sorted(map(str, BANNER.data(again)["list"])) == sorted(map(str, BANNER.data(army)["list"]))
    assert (again.fields, again.faults) == (army.fields, ())
