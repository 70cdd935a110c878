"""Army lists: read, checked with citations, written and read again, played."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import BadSetup, begin, find
from sandtable.core.rosters import Rosters
from sandtable.rulesets.warmachine.common.lists.rosters import WarmachineRosters, as_data
from sandtable.rulesets.warmachine.common.ruleset import Warmachine
from tests.rules.warmachine.kit import ESCALATION, MK1, MK2, every


def rosters(game: str) -> Rosters:
    found = find(game).rosters
    assert found is not None
    return found


def rules_of(game: str, army: dict[str, Any]) -> set[str]:
    lists = rosters(game)
    return {problem.rule for problem in lists.check(lists.read(army)) if problem.grave}


@every
def test_every_sample_is_legal_and_comes_back_from_text_and_data(game: str) -> None:
    lists = rosters(game)
    for name, raw in lists.samples().items():
        army = lists.read(raw)
        assert [str(p) for p in lists.check(army)] == [], name
        assert lists.data(lists.read(lists.data(army))) == lists.data(army)
        again = lists.read(lists.text(army))
        one, other = (sorted(lists.data(each)["list"], key=repr) for each in (again, army))
        assert one == other, name  # text is ordered by headings


@every
def test_a_ready_made_army_is_the_same_as_a_list_of_ones_own(game: str) -> None:
    rules = find(game)
    assert isinstance(rules, Warmachine) and isinstance(rules.rosters, WarmachineRosters)
    for name, army in rules.cards.armies.items():
        again = rules.rosters.army(as_data(army))
        lines, then = (sorted((replace(line, id="") for line in each.list), key=repr) for each in (army, again))
        assert then == lines and again.faction == army.faction, name


@every
def test_an_army_that_nobody_knows_is_refused_by_name(game: str) -> None:
    with pytest.raises(BadSetup, match="no army 'moonlight'"):
        find(game).new_game({"armies": ["moonlight", "moonlight"]})


@pytest.mark.rule("M2-FORCE-3", "M2-FORCE-4")
def test_the_warjack_points_pay_for_the_battlegroup_only() -> None:
    lists = rosters(MK2)
    box = lists.read(lists.samples()["cyg_box_a"])
    assert lists.summary(box) == "11 points"  # 17 of warjacks, 6 of them free


@pytest.mark.rule("M2-FORCE-1", "M2-FORCE-5", "M2-FORCE-6", "M2-FORCE-12")
def test_each_fault_of_a_list_is_told_with_its_rule() -> None:
    sample = rosters(MK2).samples()["cyg_mid"]
    stryker = {"entry": "stryker", "battlegroup": ["ironclad"]}
    guns = {"entry": "long_gunners", "models": 6}

    def with_(*lines: dict[str, Any], limit: str = "") -> set[str]:
        return rules_of(MK2, {"name": "x", "faction": "cygnar", "limit": limit, "list": list(lines)})

    assert rules_of(MK2, dict(sample)) == set()
    assert with_(guns) == {"M2-FORCE-1"}
    assert with_(stryker, {"entry": "vane"}) == {"M2-FORCE-1"}
    assert with_(stryker, {"entry": "stryker"}) == {"M2-FORCE-1", "M2-FORCE-5"}
    assert with_(stryker, {"entry": "winter_guard", "models": 6}) == {"M2-FORCE-1"}
    assert with_(stryker, {"entry": "long_gunners", "models": 7}) == {"M2-FORCE-6"}
    assert with_(stryker, {**guns, "attachment": "iron_fangs_attachment"}) == {"M2-FORCE-6"}
    assert with_(stryker, {**guns, "marshals": ["charger"]}) == {"M2-FORCE-12"}
    assert with_(stryker, guns, limit="6") == {"M2-FORCE-4"}  # 1 for the Ironclad and 6 for the unit


@pytest.mark.rule("M2-FORCE-2")
def test_games_have_four_sizes_and_a_box_none() -> None:
    lists = rosters(MK2)
    army = {"name": "x", "faction": "cygnar", "list": [{"entry": "stryker", "battlegroup": ["ironclad", "charger"]}]}

    def told(limit: str) -> list[tuple[str, bool]]:
        return [(p.rule, p.grave) for p in lists.check(lists.read({**army, "limit": limit}))]

    assert told("") == told("15") == told("25") == told("35") == told("50") == told("75") == []
    assert told("40") == told("16") == [("M2-FORCE-2", False)], "legal, but worth knowing"


@pytest.mark.rule("M2-FORCE-4")
def test_exactly_the_limit_is_legal_and_a_point_more_is_not() -> None:
    lists = rosters(MK2)
    army = {"name": "x", "faction": "cygnar", "list": [{"entry": "stryker", "battlegroup": ["ironclad", "charger"]}]}
    spent = int(lists.summary(lists.read(army)).split()[0])
    assert rules_of(MK2, {**army, "limit": str(spent)}) == set()
    assert rules_of(MK2, {**army, "limit": str(spent - 1)}) == {"M2-FORCE-4"}


@pytest.mark.rule("M1-ROSTER-1", "M1-ROSTER-2", "M1-ROSTER-3", "M1-SETUP-5")
def test_mk1_checks_sizes_allowances_and_points() -> None:
    def with_(*lines: dict[str, Any], limit: str = "") -> set[str]:
        return rules_of(MK1, {"name": "x", "faction": "cygnar", "limit": limit, "list": list(lines)})

    stryker = {"entry": "cyg_stryker", "battlegroup": ["cyg_ironclad", "cyg_ironclad", "cyg_ironclad"]}
    guns = {"entry": "cyg_long_gunners", "models": 6}
    assert with_(stryker, guns, guns) == set()
    assert with_(guns) == {"M1-SETUP-5"}, "no warcaster"
    assert with_(stryker, {"entry": "cyg_long_gunners", "models": 11}) == {"M1-ROSTER-1"}
    assert with_(stryker, guns, guns, guns) == {"M1-ROSTER-2"}
    assert with_(stryker, limit="100") == {"M1-SETUP-5"}


@pytest.mark.rule("ES-MERC-1", "ES-MERC-2", "ES-MERC-3", "ES-MARSHAL-1", "ES-ATTACH-1")
def test_mercenary_warjacks_have_mercenary_controllers() -> None:
    def with_(*lines: dict[str, Any]) -> set[str]:
        return rules_of(ESCALATION, {"name": "x", "faction": "khador", "list": list(lines)})

    assert with_({"entry": "kha_sorscha", "battlegroup": ["mer_talon"]}) == {"ES-MERC-2"}
    sorscha = {"entry": "kha_sorscha"}
    assert with_(sorscha, {"entry": "mer_magnus", "battlegroup": ["kha_juggernaut"]}) == {"ES-MERC-3"}
    assert with_(sorscha, {"entry": "mer_magnus", "battlegroup": ["mer_talon"]}) == set()
    assert with_(sorscha, {"entry": "kha_dread", "marshals": ["kha_juggernaut"]}) == {"ES-MARSHAL-1"}
    fangs = {"entry": "kha_iron_fangs", "models": 6, "attachment": "kha_stoker_ua"}
    assert with_(sorscha, fangs) == {"ES-ATTACH-1"}


@pytest.mark.rule("ES-MERC-1", "M1-SETUP-5", "M1-ROSTER-2")
def test_a_faction_that_hires_has_its_own_warcaster_and_keeps_to_its_share() -> None:
    """Up to 60 % of the limit; field allowance counts the warcasters of the entry's own faction."""

    def with_(*lines: dict[str, Any], faction: str = "khador", limit: str = "") -> set[str]:
        return rules_of(ESCALATION, {"name": "x", "faction": faction, "limit": limit, "list": list(lines)})

    sorscha, magnus = {"entry": "kha_sorscha"}, {"entry": "mer_magnus", "battlegroup": ["mer_mangler"]}
    fangs, hired = {"entry": "kha_iron_fangs", "models": 6}, {"entry": "mer_halberdiers", "models": 6}
    assert with_(magnus) == {"M1-SETUP-5"} and with_(magnus, faction="mercenary") == set()
    assert with_(sorscha, magnus, fangs, fangs, hired, hired) == set()
    assert with_(sorscha, magnus, fangs, fangs, fangs) == {"M1-ROSTER-2"}, "Magnus brings no pikes"
    assert with_(sorscha, {"entry": "kha_oskin"}, magnus, hired, hired, hired) == {"M1-ROSTER-2"}
    assert with_(sorscha, magnus, hired, limit="362") == set()  # 72 + 95 + 50 is 60 % of it
    assert with_(sorscha, magnus, hired, limit="361") == {"M1-SETUP-5"}


@pytest.mark.rule("ES-ATTACH-2", "ES-ATTACH-10")
def test_an_attachment_is_one_and_costs_its_points() -> None:
    lists = rosters(ESCALATION)

    def army(*attached: str) -> Any:
        fangs = {"entry": "kha_iron_fangs", "models": 6} | ({"attachment": attached[0]} if attached else {})
        read = lists.read({"name": "x", "faction": "khador", "list": [{"entry": "kha_sorscha"}, fangs]})
        more = tuple(part for part in read.entries[1].parts for _ in attached)
        return read._replace(entries=(read.entries[0], read.entries[1]._replace(parts=more))) if attached else read

    alone, one = (int(lists.summary(army(*given)).split()[0]) for given in ((), ("kha_iron_fang_ua",)))
    assert one - alone == 28
    assert lists.check(army("kha_iron_fang_ua")) == []
    twice = lists.check(army("kha_iron_fang_ua", "kha_iron_fang_ua"))
    assert "ES-ATTACH-2" in {problem.rule for problem in twice}


@pytest.mark.rule("M2-FORCE-6", "ES-ATTACH-2")
@pytest.mark.parametrize(
    ("game", "unit", "one", "rule"),
    [
        (MK2, "Long Gunner Infantry", "Long Gunner Infantry attachment", "M2-FORCE-6"),
        (ESCALATION, "Long Gunner Infantry", "Long Gunner Captain and Standard", "ES-ATTACH-2"),
        (ESCALATION, "Long Gunner Infantry", "Captain & Standard", "ES-ATTACH-2"),
    ],
)
def test_two_attachments_written_in_text_are_two(game: str, unit: str, one: str, rule: str) -> None:
    """A conjunction in a name does not make two of it; naming it twice does."""
    lists = rosters(game)

    def faults(parts: str) -> set[str]:
        army = lists.read(f"Commander Coleman Stryker\n1x {unit} (6 models): {parts}\n")
        return {problem.rule for problem in lists.check(army) if problem.grave}

    assert faults(one) == set()
    assert faults(f"{one}, {one}") == faults(f"2x {one}") == {rule}


@every
def test_a_list_of_ones_own_is_played(game: str) -> None:
    rules, lists = find(game), rosters(game)
    one, other = list(lists.samples().values())[:2]
    start = begin(rules, *rules.new_game({"armies": [dict(one), dict(other)]}))
    named = begin(rules, *rules.new_game({"armies": list(lists.samples())[:2]}))
    assert start.game.state.status == named.game.state.status
    broken = {**one, "list": [{"entry": "long gunners of nowhere"}]}
    with pytest.raises(BadSetup, match="no warcaster"):
        rules.new_game({"armies": [broken, dict(other)]})


@pytest.mark.rule("M1-SETUP-5")
def test_mk1_who_is_no_warcaster_controls_no_warjacks() -> None:
    """Field allowance has nothing to do with it."""
    lines = [{"entry": "cyg_stryker"}, {"entry": "cyg_adept", "marshals": ["cyg_charger"]}]
    assert rules_of(MK1, {"name": "x", "faction": "cygnar", "list": lines}) == {"M1-SETUP-5"}


Shape = tuple[str, int, int, list[str]]


def shapes(game: str, text: str) -> list[Shape]:
    """Entries with their number, their models and what they have."""
    army = rosters(game).read(text)
    assert army.faults == (), text
    return [(e.key, e.times, e.size, [part.key for part in e.parts]) for e in army.entries]


@pytest.mark.parametrize(
    "written",
    [
        "Iron Fang Pikemen, 10 models + officer",
        "iron fangs 10 models with UA",
        "10 Iron Fangs: officer and standard",
        "Iron Fang Pikemen (10) + unit attachment",
        "Iron Fang Pikemen (Leader & 9 Grunts) + UA",
        "1 unit of ten Iron Fangs, officer",
        "Iron Fangs (10 models, officer)",
        "Iron Fangs (8 points) + UA (2 points)",
        "10-man Iron Fangs + UA",
        "full unit of Iron Fangs + UA",
        "1. Iron Fang Pikeman, ten models\n   * Iron Fang Officer & Standard (2)",
        "- Iron Fangs\n  - 10 models\n  - UA",
        "Iron Fangs (10)\n* Attachment",
        "Iron Fangs (10)\n  Unit attachment",
        "- Iron Fangs (10)\n  - Unit Attachment (2)",
    ],
)
def test_the_size_of_a_unit_is_read_as_players_write_it(written: str) -> None:
    unit = ("iron_fangs", 1, 10, ["iron_fangs_attachment"])
    assert shapes(MK2, f"Sorscha\n{written}\n2 Manhunters") == [("sorscha", 1, 0, []), unit, ("manhunter", 2, 0, [])]


@pytest.mark.parametrize(
    "written",
    [
        "Sorscha\n2 juggernauts and a kodiak",
        "Sorscha with two Juggernauts, Kodiak",
        "Sorscha, Juggernaut x2, Kodiak",
        "Warcaster: Sorscha (+5)\nWarjacks:\n * Juggernaut (7)\n * Juggernaut (7)\n * Kodiak (8)",
        "Khador: Sorscha w/ 2 Juggernauts & Kodiak",
        "Sorscha's battlegroup\n- Juggernaut ....... 7\n- Juggernaut 7 pts\n- the Kodiak: 8",
        "Sorscha; Juggernaut (x2); Kodiak (heavy warjack)",
    ],
)
def test_the_warjacks_of_a_battlegroup_are_read_as_players_write_them(written: str) -> None:
    jacks = ["juggernaut", "juggernaut", "kodiak"]
    assert shapes(MK2, written) == [("sorscha", 1, 0, jacks)]
    assert shapes(MK2, f"{written}\nWinter Guard (10 models)\nJuggernaut") == [
        ("sorscha", 1, 0, [*jacks, "juggernaut"]),
        ("winter_guard", 1, 10, []),
    ], "no unit controls warjacks"


def test_everything_may_stand_in_one_sentence() -> None:
    assert shapes(MK2, "Sorscha with Juggernaut and Kodiak, 6 Iron Fangs with UA, and 2 Manhunters") == [
        ("sorscha", 1, 0, ["juggernaut", "kodiak"]),
        ("iron_fangs", 1, 6, ["iron_fangs_attachment"]),
        ("manhunter", 2, 0, []),
    ]
    assert shapes(ESCALATION, "Stryker\nHill scouts, 8 models, with drummer\nField Sergeant-Mechanik: Charger") == [
        ("cyg_stryker", 1, 0, []),
        ("cyg_scouts", 1, 8, ["cyg_signaller"]),
        ("cyg_marshal", 1, 0, ["cyg_charger"]),
    ]


def test_a_list_as_an_app_of_then_printed_it_is_read() -> None:
    text = """War Room Army

    Cygnar - Gun Line

    Theme: none
    27 / 35 Army Points

    Commander Coleman Stryker - WJ: +6
    -    Ironclad - PC: 7
    -    Lancer - PC: 6
    -    Charger - PC: 4

    Captain Arlan Strangewayes - PC: 2

    Long Gunner Infantry - Leader & 9 Grunts: 10
    -    Long Gunner Infantry Officer & Standard - Officer & Standard: 2
    Gun Mage Captain Adept - PC: 2
    """
    text = "\n".join(line.removeprefix("    ") for line in text.splitlines())
    assert told(MK2, text) == []
    assert shapes(MK2, text) == [
        ("stryker", 1, 0, ["ironclad", "lancer", "charger"]),
        ("strangewayes", 1, 0, []),
        ("long_gunners", 1, 10, ["long_gunners_attachment"]),
        ("gun_mage_adept", 1, 0, []),
    ]
    read = rosters(MK2).read(text)
    assert (read.name, read.fields["faction"], read.fields["limit"]) == ("War Room Army", "cygnar", "35")


def test_a_line_of_remarks_is_neither_title_nor_entry() -> None:
    read = rosters(MK2).read("System: Warmachine\nTiers: 0\nTheme: none\nSorscha\nJuggernaut")
    assert not read.name and not read.faults and len(read.entries) == 1


def test_a_misspelt_warjack_is_told_as_one() -> None:
    lists = rosters(MK2)
    (problem,) = lists.check(lists.read("Sorscha\nJuggernaught\nDestroyer"))
    assert (problem.text, problem.suggestion) == ("no warjack 'Juggernaught'", "did you mean Juggernaut?")


def told(game: str, text: str) -> list[tuple[str, str, bool]]:
    lists = rosters(game)
    return [(problem.rule, problem.text, problem.grave) for problem in lists.check(lists.read(text))]


@pytest.mark.rule("M2-FORCE-6", "M2-FORCE-5", "M2-FORCE-4")
def test_what_cannot_be_read_is_told_once_and_why() -> None:
    def under_stryker(line: str) -> list[tuple[str, str, bool]]:
        return told(MK2, f"Stryker\n{line}")

    assert under_stryker("Long Gunner Infantry, 8 models") == [
        ("M2-FORCE-6", "Long Gunner Infantry has 8 models", True)
    ]
    assert under_stryker("8 Long Gunners") == [("M2-FORCE-6", "Long Gunner Infantry has 8 models", True)]
    assert under_stryker("10x Long Gunners") == [("M2-FORCE-5", "10 of Long Gunner Infantry, 2 allowed", True)]
    assert under_stryker("Stormguard with 3 hats") == [("M2-FORCE-4", "no warjack 'hats'", True)]
    assert under_stryker("Long Gunners (7)") == [
        ("M2-FORCE-4", "7 is neither a size of Long Gunner Infantry nor its cost", True)
    ]
    assert under_stryker("Long Gunners (10 models), 6 models") == [("", "has 10 models, and 6", True)]
    assert told(MK2, "Sorscha\nWinter Guard (6)") == [("M2-FORCE-4", "6 can be 6 models or 6 points", True)]
    assert told(MK2, "Juggernaut\nSorscha") == [("M2-JACK-1", "Juggernaut has no controller", True)]


@pytest.mark.rule("M2-FORCE-4")
def test_costs_and_totals_are_held_against_the_cards() -> None:
    assert told(MK2, "Stryker (+6)\nIronclad (7)\nTotal: 1/15 points") == []
    assert told(MK2, "Stryker\nIronclad (8)\nTotal: 2") == [
        ("", "Ironclad costs 7 points, not 8", False),
        ("M2-FORCE-4", "the list costs 1 points, not 2", False),
    ]
    for limit in ("Points: 15/15", "15 pts", "Cygnar, 15 points", "Limit: 15 points", "Points 15"):
        assert rosters(MK2).read(f"{limit}\nStryker").fields["limit"] == "15", limit


def test_warjacks_under_both_keys_of_data_are_not_dropped() -> None:
    lists = rosters(MK2)
    line = {"entry": "stryker", "battlegroup": ["ironclad"], "marshals": ["charger"]}
    assert [fault.text for fault in lists.read({"name": "x", "list": [line]}).faults] == ["unknown marshals"]
