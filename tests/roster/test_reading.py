"""Lists as people write them, and what is said of those that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core import find
from sandtable.roster import read_list, rosters_of
from tests.rules.warcaster.kit import rules

RULES = find("warcaster")
ROSTERS = rosters_of(RULES)
CARDS = ", ".join(rules().cards.forces["marcher_box"]["rack"])
WOLF = {"unit": "dusk_wolf", "cortex": "neural_net"}
WOLF |= {"arm": ["battle_rifle", "flamethrower"], "shoulder": ["talon_rocket_pod"]}  # type: ignore[dict-item]


def data(text: str) -> dict[str, Any]:
    return ROSTERS.data(read_list(RULES, text, "text"))


def told(text: str, kind: str = "text") -> list[tuple[str, int, str, str]]:
    problems = ROSTERS.check(read_list(RULES, text, kind))
    return [(p.rule, p.line, p.text, p.suggestion) for p in problems if p.grave]


@pytest.mark.parametrize(
    "text",
    [
        "Dusk Wolf: Neural Net; Battle Rifle, Flamethrower; Talon Rocket Pod",
        "dusk_wolf: neural_net; battle_rifle, flamethrower; talon_rocket_pod",
        "1x DUSK WOLF (neural net cortex, battle rifle, FLAMETHROWER, talon rocket pod) [DC 2]",
        "Dusk Wolf - Neural Net - Rifle, Flamethrower, Talon",
        "Dusk Wolf with Talon Rocket Pod, Battle Rifle, Flamethrower and Neural Net",
        "Dusk Wolf: cortex: Neural Net; arms: Battle Rifle, Flamethrower; shoulder: Talon Rocket Pod",
        "Dusk Wolf\n  Neural Net Cortex\n  Battle Rifle\n  Flamethrower\n  Talon Rocket Pod",
        "Dusk Wolf, Neural Net, Battle Rifle, Flamethrower, Talon Rocket Pod",
        "- dusk wolfs: Neural Net; Battle Rifle, Flamethrower; Talon Rocket Pod; 5/5 WP",
    ],
)
def test_one_warjack_in_many_hands(text: str) -> None:
    assert data(f"Warjacks\n{text}")["units"] == [WOLF]


def test_headings_titles_and_fields() -> None:
    text = "Coldfront\nMarcher Worlds\nPlan: #1 in the middle\nMission: Boiling Point\nSQUADS:\n2 fire team\n"
    text += f"Cards: {CARDS}"
    found = data(text)
    assert (found["name"], found["faction"], found["mission"]) == ("Coldfront", "marcher", "boiling_point")
    assert found["plan"] == "#1 in the middle"
    assert found["units"] == [{"unit": "ranger_fire_team"}] * 2
    assert len(found["rack"]) == 12
    assert told(text) == []


def test_a_misspelt_faction_on_its_own_line_is_told_as_one() -> None:
    text = f"Coldfront\nMarcher Wurlds\nSquads\n2 fire team\nCards: {CARDS}"
    assert data(text)["faction"] == "marcher"
    assert told(text) == [("WC-FORCE-1", 2, "no Faction 'Marcher Wurlds'", "did you mean Marcher Worlds?")]


def test_without_headings_the_names_decide() -> None:
    cards = "\n".join(CARDS.split(", "))
    found = data(f"2 weavers\nHunter\n{cards}\nArtemis Fang\nWarder\nranger fire team + warder")
    assert (found["faction"], len(found["rack"]), found["heroes"]) == ("marcher", 12, ["artemis_fang"])
    assert [u["unit"] for u in found["units"]] == ["coalition_weaver"] * 2 + ["hunter", "ranger_fire_team"]
    assert found["attachments"] == {"warder": 2}


def test_a_name_with_a_comma() -> None:
    assert data("Heroes: Artemis Fang, Voitek Sudal, Bounty Hunter")["heroes"] == ["artemis_fang", "voitek_sudal"]
    assert data("Heroes\nVoitek Sudal, Bounty Hunter\nVoitek")["heroes"] == ["voitek_sudal"] * 2


def test_a_misspelt_name_is_told_once_with_the_nearest() -> None:
    text = "My list\nDusk Wulf: Nueral Net; Batle Rifle, Flamethrower\nHuntr\n"
    text += f"Rack: {CARDS.replace('force_barrier', 'Force Barier')}"
    assert told(text) == [
        ("WC-FORCE-1", 2, "no unit 'Dusk Wulf'", "did you mean Dusk Wolf?"),
        ("WC-JACK-1", 2, "no cortex 'Nueral Net'", "did you mean Neural Net?"),
        ("WC-JACK-3", 2, "no weapon 'Batle Rifle'", "did you mean Battle Rifle?"),
        ("WC-FORCE-1", 3, "no unit 'Huntr'", "did you mean Hunter?"),
        ("WC-RACK-1", 4, "no Cypher 'Force Barier'", "did you mean Force Barrier?"),
    ]


def test_a_misspelt_name_is_told_by_what_it_is_like_whatever_the_heading() -> None:
    text = f"Attachments\nWarderr\nRanger Fire Taem\nZeppelin\nRack: {CARDS}\nHuntr"
    assert [t for t in told(text) if t[1]] == [
        ("WC-ATTACH-1", 2, "no attachment 'Warderr'", "did you mean Warder?"),
        ("WC-FORCE-1", 3, "no unit 'Ranger Fire Taem'", "did you mean Ranger Fire Team?"),
        ("WC-ATTACH-1", 4, "no attachment 'Zeppelin'", "take it out"),
        ("WC-FORCE-1", 6, "no unit 'Huntr'", "did you mean Hunter?"),
    ]


@pytest.mark.parametrize(
    ("data", "rule", "text", "hint"),
    [
        ({"units": ["warder"]}, "WC-FORCE-5", "Warder is an attachment, no unit", "move it to attachments"),
        ({"units": ["cryo_lock"]}, "WC-FORCE-1", "Cryo Lock is a Cypher, no unit", "move it to rack"),
        ({"heroes": ["hunter"]}, "WC-UNIT-6", "Hunter is no Hero", "move it to units"),
        ({"attachments": ["hunter"]}, "WC-ATTACH-1", "Hunter is no attachment", "move it to units"),
        ({"rack": ["hunter"]}, "WC-RACK-1", "Hunter is no Cypher", "move it to units"),
    ],
)
def test_data_in_the_wrong_section(data: dict[str, Any], rule: str, text: str, hint: str) -> None:
    assert [(p.rule, p.text, p.suggestion) for p in ROSTERS.read(data).faults] == [(rule, text, hint)]


def test_a_name_that_may_be_several_is_not_guessed() -> None:
    text = f"Rack: {CARDS}\nWeaver"
    ((rule, line, said, hint),) = [t for t in told(text) if t[1]]
    assert (rule, line, hint) == ("WC-FORCE-1", 2, "write the whole name")
    assert said == "'Weaver' can be Coalition Weaver, Paladin Weaver, Immortal Weaver"
    assert told(f"Faction: Iron Star Alliance\n{text}") == []


@pytest.mark.parametrize(
    "toml",
    [
        'units = "hunter"',
        "units = [3]",
        "units = [{}]",
        'units = [{unit = "hunter", count = "two"}]',
        'units = [{unit = "hunter", count = 0}]',
        'units = [{unit = "hunter", waepons = []}]',
        'units = ["hunter"]\nunitz = []',
        'units = ["hunter"]\nheroes = {a = 1}',
        'units = ["hunter"]\nattachments = {warder = -1}',
        'units = ["hunter"]\nattachments = 4',
        'units = ["hunter"]\nrack = [[1]]',
        'units = ["hunter"]\nname = 3',
        'units = ["hunter"]\nmission = "nowhere at all"',
        'units = ["hunter"]\nattachments = ["dusk_wolf"]',
    ],
)
def test_data_of_the_wrong_shape_is_a_problem(toml: str) -> None:
    rules = [rule for rule, *_ in told(toml, "toml")]
    assert "" in rules or {"WC-MISSION-1", "WC-ATTACH-1"} & set(rules)


def test_data_may_be_short() -> None:
    found = ROSTERS.data(
        ROSTERS.read(
            {
                "units": [
                    {"unit": "Dusk Wolf", "count": 2, "weapons": ["Ripper", "Rail Gun"], "cortex": "Scout"},
                    "Hunter",
                ],
                "attachments": ["Warder", "warder"],
                "rack": {"fury": ["Cryo Lock"], "harmonic": "arcane_synthesis"},
            }
        )
    )
    wolf = {"unit": "dusk_wolf", "cortex": "scout", "arm": ["ripper"], "shoulder": ["rail_gun"]}
    assert found["units"] == [wolf, wolf, {"unit": "hunter"}]
    assert found["attachments"] == {"warder": 2}
    assert found["rack"] == ["cryo_lock", "arcane_synthesis"]


WORDS = [
    "Dusk Wolf",
    "2x",
    ":",
    ";",
    ",",
    "+",
    "Rack",
    "Cryo Lock",
    "rail gun",
    "(",
    ")",
    "Hunter",
    "\n",
    "\n  ",
    "arm",
    "x3",
    "Warder",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=40))
def test_nothing_written_crashes(parts: list[str]) -> None:
    army = read_list(RULES, " ".join(parts), "text")
    assert all(problem.text for problem in ROSTERS.check(army))
    read_list(RULES, ROSTERS.text(army), "text")


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["hunter", "dusk_wolf", "rail_gun"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["unit", "units", "count", "arm", "cortex", "rack", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["name", "faction", "units", "heroes", "attachments", "rack", "x"]), JUNK))
def test_no_data_crashes(given_: dict[str, Any]) -> None:
    assert all(problem.text for problem in ROSTERS.check(ROSTERS.read(given_)))
