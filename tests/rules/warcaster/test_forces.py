"""Building a force (WC-FORCE, WC-WILD, WC-ATTACH, WC-SKIRMISH-2, WC-UNIT-6): legal lists, and just illegal ones."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup, Position
from sandtable.match import new_match
from sandtable.rulesets.warcaster.lists.force import Force
from sandtable.rulesets.warcaster.lists.force_building import problems
from sandtable.rulesets.warcaster.state.stats import Def, Spd
from sandtable.rulesets.warcaster.turn.deployment_checks import DeployCost
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.listing import RACK, WOLF, broken, built, by, found, listed

FIFTEEN = [*["ranger_fire_team"] * 4, *["ranger_heavy_support"] * 4, *["ranger_infiltrators"] * 4, *["hunter"] * 3]
HEROES = ["artemis_fang", "voitek_sudal", "jax_redblade"]
EX_18 = """
2 Dusk Wolf: Scout; Ripper
2 Strike Raptor: Ace; Rock Buster
3 Fire Team
1 Heavy Support
1 Infiltrators
3 Weavers
1 Engineer
1 Hunter
Rack: """ + ", ".join(RACK)


@pytest.mark.parametrize("name", rules().cards.forces)
def test_the_sample_forces_are_legal(name: str) -> None:
    mission = "boiling_point" if name.endswith("box") else "orders_of_magnitude"
    assert found(rules().cards.forces[name], mission) == []
    assert found(rules().cards.forces[name]) == []


@pytest.mark.rule("WC-FORCE-2", "WC-FORCE-3")
def test_example_18() -> None:
    """14 units as the example writes them; up to 3 Heroes may be added."""
    assert found(EX_18) == []
    assert found("Heroes: Artemis Fang, Voitek Sudal, Bounty Hunter, Jax Redblade\n" + EX_18) == []


@pytest.mark.rule("WC-FORCE-1", "WC-WILD-4")
def test_units_are_of_one_faction() -> None:
    assert broken(listed("hunter", "combat_engineer")) == set()
    assert broken(listed("hunter", "grafter")) == {"WC-FORCE-1"}
    assert broken(listed("hunter", heroes=["hierotheos_raxis"])) == {"WC-FORCE-1"}
    assert broken(listed("hunter", heroes=["cassius_mooregrave"])) == {"WC-WILD-4"}
    (foreign,) = found(listed("hunter", "grafter"))
    assert foreign.text == "Grafter belongs to Aeternus Continuum, not Marcher Worlds"
    assert foreign.suggestion.startswith("take ")
    assert foreign.where == "unit 2 (grafter)"


@pytest.mark.rule("WC-FORCE-1")
def test_a_force_has_a_faction() -> None:
    only_wild = {"units": ["voitek_sudal"], "rack": RACK}
    assert broken({**only_wild, "faction": "alliance"}) == set()
    assert broken({"units": [], "rack": RACK}) == {"WC-FORCE-1", "WC-FORCE-7"}
    assert broken({**only_wild, "faction": "the Senate"}) == {"WC-FORCE-1"}
    assert built({"units": ["hunter", "grafter", "hunter"], "rack": RACK}).faction == "marcher"


@pytest.mark.rule("WC-WILD-1", "WC-WILD-4")
def test_example_22_a_bounty_hunter_serves_two_factions() -> None:
    assert rules().cards.units["voitek_sudal"].factions == ("alliance", "marcher")
    for faction, legal in [("marcher", True), ("alliance", True), ("continuum", False)]:
        own = {"marcher": "hunter", "alliance": "paladin_commander", "continuum": "marauder"}[faction]
        force = listed(own, faction=faction, heroes=["voitek_sudal"])
        assert broken(force) == (set() if legal else {"WC-WILD-4"})


@pytest.mark.rule("WC-WILD-2")
def test_a_wild_card_hero_takes_a_hero_slot() -> None:
    assert broken(listed(*FIFTEEN, heroes=HEROES)) == set()
    many = listed(*FIFTEEN[:14], "artemis_fang", "artemis_fang", heroes=["voitek_sudal", "jax_redblade"])
    assert broken(many) == {"WC-FORCE-2", "WC-FORCE-4"}, "Wild Cards are the third and fourth Hero"
    assert by(many, "WC-FORCE-2") == 1


@pytest.mark.rule("WC-WILD-3")
def test_a_wild_card_is_a_friendly_unit() -> None:
    """A Neural Net counts other friendly units within 5 inches."""
    near: dict[str, Any] = {"wolf": wolf([15, 8], cortex="neural_net"), "m": marauder([28, 28])}
    assert Bench(pieces=near).value(Def("wolf")) == 3
    assert Bench(pieces={**near, "v": piece("voitek_sudal", "a", [15, 11])}).value(Def("wolf")) == 4
    assert Bench(pieces={**near, "v": piece("voitek_sudal", "b", [15, 11])}).value(Def("wolf")) == 3


@pytest.mark.rule("WC-FORCE-2")
def test_fifteen_units_and_three_heroes() -> None:
    assert broken(listed(*FIFTEEN, heroes=HEROES)) == set()
    assert broken(listed(*FIFTEEN, "combat_engineer")) == {"WC-FORCE-2"}
    assert by(listed(*FIFTEEN, "combat_engineer", "coalition_weaver"), "WC-FORCE-2") == 2
    alone = listed("hunter")
    assert broken(alone) == set(), "15 is a maximum"


@pytest.mark.rule("WC-FORCE-3")
def test_four_of_a_kind() -> None:
    assert broken(listed(*["hunter"] * 4)) == set()
    assert broken(listed(*["hunter"] * 5)) == {"WC-FORCE-3"}
    other = {**WOLF, "cortex": "scout", "shoulder": []}
    assert broken(listed(WOLF, WOLF, other, other)) == set()
    five = listed(WOLF, WOLF, other, other, {**other, "arm": ["ripper"]})
    assert by(five, "WC-FORCE-3") == 1, "whatever they carry"
    assert found(five)[0].suggestion == "take out 1, or take Strike Raptor instead"


@pytest.mark.rule("WC-FORCE-4", "WC-UNIT-6")
def test_a_hero_is_unique() -> None:
    assert broken(listed("hunter", heroes=["artemis_fang"])) == set()
    assert by(listed("hunter", heroes=["artemis_fang", "artemis_fang"]), "WC-FORCE-4") == 1
    assert broken("Faction: Marcher\n2x Artemis Fang\nRack: " + ", ".join(RACK)) == {"WC-FORCE-4"}
    assert broken(listed("hunter", heroes=["combat_engineer"])) == {"WC-UNIT-6"}, "no Hero"
    assert rules().cards.units["artemis_fang"].type == "solo"


@pytest.mark.rule("WC-FORCE-5")
def test_attachments_are_no_units() -> None:
    assert broken(listed(*FIFTEEN, attachments={"warder": 4})) == set()
    assert built(listed(*FIFTEEN, attachments={"warder": 4})).units == 15
    assert broken(listed("ranger_fire_team", "warder")) == {"WC-FORCE-5"}


@pytest.mark.rule("WC-FORCE-6", "WC-MISSION-17")
def test_a_mission_may_demand_types_of_unit() -> None:
    mission = {"name": "Hold", "kind": "primary", "demands": {"squad": 2, "solo": 1}}
    legal = built(listed("ranger_fire_team", "ranger_fire_team", heroes=["artemis_fang"]))
    assert problems(legal, mission) == [], "a Hero is a solo"
    (short,) = problems(built(listed("ranger_fire_team", "hunter")), mission)
    assert (short.rule, short.by) == ("WC-FORCE-6", 1)
    twice = "2x Ranger Fire Team\nHunter\nRack: " + ", ".join(RACK)
    assert problems(built(twice), mission) == [], "an entry counts as often as it is taken"
    (short,) = problems(built(twice), {**mission, "demands": {"squad": 3}})
    assert (short.rule, short.by) == ("WC-FORCE-6", 1)
    assert not any("demands" in m for m in rules().cards.missions.values()), "none of the four changes the force"


@pytest.mark.rule("WC-FORCE-7")
def test_a_force_needs_a_unit_to_start_with() -> None:
    assert broken(listed("hunter")) == set()
    assert broken(listed()) == {"WC-FORCE-7"}
    army = built(listed("hunter"))
    assert dear(army, 5) == []
    assert dear(army, 6) == ["WC-FORCE-7"]


def dear(army: Force, dc: int) -> list[str]:
    """The same force with a unit of another price; no printed unit costs more than 4."""
    (entry,) = army.entries
    assert entry.card is not None
    return [p.rule for p in problems(army._replace(entries=(entry._replace(card=entry.card._replace(dc=dc)),)))]


@pytest.mark.rule("WC-SKIRMISH-2")
def test_a_skirmish_has_eight_units_heroes_among_them() -> None:
    eight = listed(*FIFTEEN[:5], heroes=HEROES)
    assert broken(eight, "boiling_point") == set()
    nine = listed(*FIFTEEN[:6], heroes=HEROES)
    assert broken(nine, "boiling_point") == {"WC-SKIRMISH-2"}
    assert by(nine, "WC-SKIRMISH-2", "boiling_point") == 1
    assert broken(nine, "strange_matter") == set()
    four = listed("hunter", heroes=[*HEROES, "artemis_fang"])
    assert broken(four, "boiling_point") == {"WC-FORCE-2", "WC-FORCE-4"}, "three Heroes here too"


@pytest.mark.rule("WC-ATTACH-1")
def test_an_attachment_needs_a_squad_its_card_names() -> None:
    assert broken(listed("ranger_fire_team", attachments={"warder": 1})) == set()
    assert broken(listed("hunter", attachments={"warder": 1})) == {"WC-ATTACH-1"}
    rack = "\nRack: " + ", ".join(RACK)
    assert broken("Ranger Fire Team + Warder" + rack) == set()
    assert broken("Ranger Fire Team\nHunter + Warder" + rack) == {"WC-ATTACH-1"}
    assert broken("Ranger Fire Team + Raker" + rack) == {"WC-ATTACH-1", "WC-FORCE-1"}


@pytest.mark.rule("WC-ATTACH-4")
def test_no_two_attachments_alike_with_one_squad() -> None:
    rack = "\nRack: " + ", ".join(RACK)
    assert broken("2x Ranger Fire Team + Warder" + rack) == set()
    assert broken("2x Ranger Fire Team + Warder + Warder" + rack) == {"WC-ATTACH-4"}


@pytest.mark.rule("WC-ATTACH-10")
def test_four_of_each_attachment_at_most() -> None:
    assert broken(listed(*["ranger_fire_team"] * 4, attachments={"warder": 4})) == set()
    five = listed(*["ranger_fire_team"] * 4, attachments={"warder": 5})
    assert by(five, "WC-ATTACH-10") == 1
    squads = "4x Ranger Fire Team + Warder\nRanger Heavy Support + Warder\nRack: " + ", ".join(RACK)
    assert by(squads, "WC-ATTACH-10") == 1, "those written with their squads are owned too"


@pytest.mark.rule("WC-ATTACH-2", "WC-ATTACH-6")
def test_example_20_annihilators_with_an_aegis_cost_three() -> None:
    force = listed("paladin_annihilators", faction="alliance", attachments={"paladin_aegis": 1})
    state = rules().new_game({"forces": (force, "continuum_box")}).state
    position = Position(rules(), state)
    assert position.value(DeployCost("paladin_annihilators")) == 2
    assert position.value(DeployCost("paladin_annihilators", "", ("paladin_aegis",))) == 3
    squad = {"seat": "a", "unit": "paladin_annihilators", "at": [[3, 3], [4.5, 3], [6, 3], [7.5, 3]]}
    t = Bench(pieces={"p": {**squad, "attachments": ["paladin_aegis"]}, "m": marauder([28, 28])})
    (aegis,) = [n for n, m in t.state.models.items() if m.card == "paladin_aegis"]
    assert t.value(Spd(aegis)) == 4000


@pytest.mark.rule("WC-SETUP-1")
def test_an_illegal_force_is_no_set_up() -> None:
    """Everything wrong is told at once."""
    bad = {**listed(*["hunter"] * 5, "grafter"), "rack": RACK[:11]}
    with pytest.raises(BadSetup) as caught:
        new_match("warcaster", forces=(bad, "continuum_box"))
    told = str(caught.value)
    assert all(rule in told for rule in ("seat a", "WC-FORCE-3", "WC-FORCE-1", "WC-RACK-1", "WC-RACK-3"))
    assert new_match("warcaster", forces=(listed("hunter"), "continuum_box")).game.state.units["hunter"].seat == 0


def test_what_is_legal_but_idle_is_noted() -> None:
    force = listed("ranger_fire_team", attachments={"warder": 3})
    assert found(force) == []
    assert [(p.rule, p.grave) for p in problems(built(force))] == [("WC-ATTACH-4", False)]
    alone = problems(built(listed("hunter")), rules().cards.missions["orders_of_magnitude"])
    assert [(p.rule, p.grave) for p in alone] == [("WC-OBJ-1", False)], "only squads secure geysers"


@pytest.mark.rule("WC-FORCE-7")
def test_how_far_the_cheapest_unit_is_beyond_the_budget() -> None:
    army = built(listed("hunter", "ranger_fire_team"))
    costs = {"hunter": 8, "ranger_fire_team": 6}
    dear_ones = tuple(e._replace(card=e.card._replace(dc=costs[e.card.id])) for e in army.entries if e.card is not None)
    (short,) = [p for p in problems(army._replace(entries=dear_ones)) if p.rule == "WC-FORCE-7"]
    assert (short.by, short.text) == (1, "no unit has a DC of 5 or less")
    (empty,) = [p for p in problems(built(listed())) if p.rule == "WC-FORCE-7"]
    assert (empty.by, empty.text) == (0, "the force has no units")


@pytest.mark.rule("WC-FORCE-3", "WC-FORCE-4")
def test_a_suggestion_has_room_in_the_list() -> None:
    """A Hero taken already is not suggested instead of another, however alike."""
    (twice,) = found(listed("hunter", heroes=["artemis_fang", "artemis_fang", "voitek_sudal"]))
    assert twice.rule == "WC-FORCE-4" and "Voitek" not in twice.suggestion
    assert "instead" in twice.suggestion


@pytest.mark.rule("WC-OBJ-1")
def test_one_unit_that_can_secure_is_enough() -> None:
    mission = rules().cards.missions["orders_of_magnitude"]
    assert problems(built(listed("hunter", "ranger_fire_team")), mission) == []


SEVERAL_HEROES = "Artemis Fang\nHunter\nArtemis Fang\nJax Redblade\nVoitek Sudal"
WRONG = {
    "4x Ranger Fire Team + Warder\nHunter\nRanger Heavy Support + Warder": [("WC-ATTACH-10", "lines 1, 3", 1)],
    "Ranger Fire Team + Warder + Warder + Warder": [
        ("WC-ATTACH-4", "line 1 (Ranger Fire Team + Warder + Warder + Warder)", 2)
    ],
    "Hunter\nRanger Fire Team\nHunter + Warder\n4x Hunter": [
        ("WC-FORCE-3", "lines 1, 3, 4", 2),
        ("WC-ATTACH-1", "line 3 (Hunter + Warder)", 0),
    ],
    "Hunter\nAttachments: 1 Warder": [("WC-ATTACH-1", "line 2 (Attachments: 1 Warder)", 0)],
    SEVERAL_HEROES: [("WC-FORCE-2", "lines 1, 3, 4, 5", 1), ("WC-FORCE-4", "lines 1, 3", 1)],
}


@pytest.mark.rule("WC-ATTACH-1", "WC-ATTACH-4", "WC-ATTACH-10", "WC-FORCE-2", "WC-FORCE-3", "WC-FORCE-4")
@pytest.mark.parametrize("text", WRONG, ids=lambda text: text.replace("\n", "; "))
def test_what_is_wrong_is_said_of_the_lines_it_stands_in(text: str) -> None:
    assert [(p.rule, p.where, p.by) for p in found(text + "\nRack: " + ", ".join(RACK))] == WRONG[text]


@pytest.mark.rule("WC-ATTACH-4")
@pytest.mark.parametrize(("squads", "left"), [(1, 3), (3, 1), (4, 0)])
def test_attachments_no_squad_can_take_are_noted(squads: int, left: int) -> None:
    text = f"Hunter\n{squads}x Ranger Fire Team\nAttachments: 4 Warder\nRack: " + ", ".join(RACK)
    notes = [(p.where, p.suggestion) for p in problems(built(text)) if not p.grave and p.rule == "WC-ATTACH-4"]
    assert notes == ([("line 3 (Attachments: 4 Warder)", f"{left} will stay in reserve")] if left else [])
