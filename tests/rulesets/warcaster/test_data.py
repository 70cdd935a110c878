"""The Warcaster data hangs together: ids exist, sample forces are legal, no rule is lost."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from sandtable.rulesets.warcaster.state.cards import Library, numbered
from sandtable.rulesets.warcaster.state.cards import read_library as read_anew
from tests.rulesets.warcaster.files import HOME, Table, read

BOOK = read("rulebook.toml")
GAME = read("data/game.toml")
BASES = read("data/bases.toml")
DICE: Table = read("data/dice.toml")["die"]
EFFECTS: Table = read("data/effects.toml")["effect"]
SPECIAL: Table = read("data/special_rules.toml")["rule"]
ARMOURY = read("data/weapons.toml")
WEAPONS: Table = ARMOURY["weapon"]
CORTEXES: Table = read("data/cortexes.toml")["cortex"]
UNITS: Table = read("data/units.toml")["unit"]
CYPHERS: Table = read("data/cyphers.toml")["cypher"]
MISSIONS: Table = read("data/missions.toml")["mission"]
SECONDARIES: Table = read("data/missions.toml")["secondary"]
FORCES: Table = read("data/forces.toml")["force"]
RULE_IDS: set[str] = {rule["id"] for rule in BOOK["rule"]}

# Rules per chapter in book order. A rule may be added, with a new number; none may get lost.
CHAPTERS = {
    "general": 13, "dice": 7, "stats": 22, "units": 11, "setup": 16, "turn": 17, "pulse": 12, "arc": 18,
    "activation": 15, "movement": 11, "squads": 12, "flight": 8, "terrain": 20, "falls": 9, "edge": 4, "measuring": 9,
    "sight": 10, "cover": 12, "attacks": 20, "blast": 11, "spray": 10, "effects": 15, "slams": 18, "cyphers": 42,
    "fury": 12, "rack": 14, "gates": 17, "deployment": 15, "forces": 7, "warjacks": 9, "attachments": 10,
    "wild_cards": 4, "objectives": 16, "missions": 18, "secondaries": 13, "skirmish": 12, "mercy": 7,
    "reactions": 10, "special_rules": 8,
}  # fmt: skip


# ---- the rulebook


def test_no_rule_is_lost() -> None:
    assert [chapter["id"] for chapter in BOOK["chapter"]] == list(CHAPTERS)
    assert Counter(rule["chapter"] for rule in BOOK["rule"]) == CHAPTERS
    assert len(BOOK["rule"]) == 514


def test_rule_ids_are_unique_and_belong_to_their_chapter() -> None:
    areas = {chapter["id"]: chapter["area"] for chapter in BOOK["chapter"]}
    assert len(RULE_IDS) == len(BOOK["rule"])
    assert BOOK["rulebook"]["prefix"] == "WC"
    for rule in BOOK["rule"]:
        assert re.fullmatch(r"WC-[A-Z]+-\d+", rule["id"])
        assert rule["id"].split("-")[1] == areas[rule["chapter"]]


def test_rules_keep_their_numbers() -> None:
    numbers: dict[str, set[int]] = {}
    for rule in BOOK["rule"]:
        numbers.setdefault(rule["chapter"], set()).add(int(rule["id"].split("-")[2]))
    cards = {*range(1, 15), *range(20, 48)}  # the rules of single Cyphers start at 20
    assert numbers.pop("cyphers") == cards
    assert all(found == set(range(1, CHAPTERS[chapter] + 1)) for chapter, found in numbers.items())


def test_every_rule_says_something_and_where_it_comes_from() -> None:
    for rule in BOOK["rule"]:
        assert set(rule) <= {"id", "chapter", "title", "text", "reading", "source", "follows"}, rule["id"]
        assert 1 <= len(rule["title"].split()) <= 6, rule["id"]
        assert rule["source"] in {"seed", "published game", "ours"}, rule["id"]
        for words in (rule["text"], rule.get("reading", "Fine.")):
            assert words.endswith("."), rule["id"]
            assert "\n" not in words, rule["id"]
            assert "  " not in words, rule["id"]
            assert not re.search(r"\[(source|ours|published game)\]", words), rule["id"]


def test_titles_are_not_used_twice() -> None:
    assert [title for title, times in Counter(r["title"].lower() for r in BOOK["rule"]).items() if times > 1] == []


@pytest.mark.parametrize("path", ["rulebook.toml", *(f"data/{file.name}" for file in sorted(HOME.glob("data/*.toml")))])
def test_every_rule_cited_exists(path: str) -> None:
    cited = set(re.findall(r"WC-[A-Z]+-\d+", (HOME / path).read_text(encoding="utf-8")))
    assert cited - RULE_IDS == set()


# ---- dice, bases, kinds


def test_dice() -> None:
    assert {die: DICE[die]["faces"] for die in DICE} == {
        "d6": [1, 2, 3, 4, 5, 6],
        "d3": [1, 1, 2, 2, 3, 3],
        "action": [0, 0, 0, 1, 1, 2],
        "power": [0, 1, 1, 1, 1, 2],
    }


def test_radii_are_rounded_thousandths_of_an_inch() -> None:
    for disc in (*BASES["base"].values(), *BASES["marker"].values()):
        assert disc["radius"] == round(disc["mm"] / 25.4 / 2 * 1000)
    assert [BASES["base"][size]["height"] for size in ("small", "medium", "large")] == [1750, 2250, 2750]


def test_effects_change_known_stats() -> None:
    assert set(EFFECTS) == {"corrosion", "fire", "lock_down", "system_failure", "tune_up"}
    for effect in EFFECTS.values():
        assert set(effect["modifiers"]) <= {"SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM"}
        assert ("energy" in effect) == ("on_stay" in effect)


# ---- special rules, weapons, cortexes, units


def test_special_rules_are_described() -> None:
    assert len(SPECIAL) == 91
    for name, rule in SPECIAL.items():
        assert rule["kind"] in {"charge", "spike", "passive", "action"}, name
        assert rule.get("window", "W1") in {"W1", "W2", "W3", "W4", "W5"}, name
        assert rule.get("limit", "activation") == "activation", name
        assert rule["source"] in {"seed", "published game"}, name
        assert rule["text"].endswith("."), name
        for figure in rule.get("figures", {}).values():
            assert str(abs(figure)) in rule["text"] or abs(figure) <= 3, name  # small numbers are spelled out


def parts(weapon: str) -> list[str]:
    return list(WEAPONS[weapon].get("parts", [weapon]))


def test_weapons_name_what_exists() -> None:
    assert len(WEAPONS) == 68
    for name, weapon in WEAPONS.items():
        assert ("hardpoint" in weapon) == ("WP" in weapon), name
        assert weapon.get("hardpoint", "arm") in {"arm", "shoulder"}, name
        if "parts" in weapon:
            assert all("kind" in WEAPONS[part] for part in weapon["parts"]), name
            continue
        assert weapon["kind"] in {"melee", "ranged"}, name
        assert weapon["energy"], name
        assert set(weapon["energy"]) <= set(GAME["energy_types"]), name
        assert set(weapon.get("quality", [])) <= set(GAME["weapon_qualities"]), name
        assert set(weapon.get("rules", [])) <= set(SPECIAL), name
        assert set(weapon.get("modes", [])) <= {*SPECIAL, *GAME["weapon_qualities"]}, name
        assert ("modes" in weapon) == ("attack_mode" in weapon.get("rules", [])), name
        assert ("POW" in weapon) == ("nullifier" not in weapon.get("rules", [])), name


def test_notes_on_the_origin_of_figures_name_fields() -> None:
    for origin in ("seed", "house"):
        for name, fields in ARMOURY[origin].items():
            assert set(fields) <= set(WEAPONS[name]), name
        for name, unit in UNITS.items():
            # An attachment's SPD is its squad's: given by the seed, and no figure of its own.
            known = {*unit, *unit["stats"], "SPD"}
            assert set(unit.get(origin, [])) <= known, name


def test_every_weapon_cortex_and_rule_is_used() -> None:
    carried = {weapon for unit in UNITS.values() for weapon in all_weapons(unit)}
    assert {part for weapon in carried for part in (weapon, *parts(weapon))} == set(WEAPONS)
    assert {cortex for unit in UNITS.values() for cortex in unit.get("cortexes", [])} == set(CORTEXES)
    keys = ("rules", "modes", "actions", "charge", "spike")
    entries = (*UNITS.values(), *CORTEXES.values(), *WEAPONS.values())
    named = {rule for entry in entries for key in keys for rule in entry.get(key, [])}
    assert named - set(GAME["weapon_qualities"]) == set(SPECIAL)


def all_weapons(unit: Table) -> list[str]:
    options = unit.get("options", {})
    return [*unit.get("weapons", []), *unit.get("builtin", []), *options.get("arm", []), *options.get("shoulder", [])]


@pytest.mark.parametrize("name", UNITS)
def test_units_name_what_exists(name: str) -> None:
    unit = UNITS[name]
    assert unit["type"] in {"warjack", "squad", "solo", "attachment"}
    assert set(unit["faction"]) <= set(GAME["faction"])
    assert (len(unit["faction"]) > 1) == unit.get("wild", False)
    assert unit["base"] in BASES["base"]
    assert set(all_weapons(unit)) <= set(WEAPONS)
    stats = {"MAT", "RAT", "DEF", "ARM"} | ({"SPD"} if unit["type"] != "attachment" else set())
    stats |= {"STR"} if unit["type"] == "warjack" else set()
    stats |= {"FOC"} if "arc_relay" in unit else set()
    assert set(unit["stats"]) == stats
    assert ("arc_relay" in unit) == ("arc_relay" in unit.get("rules", []))
    assert ("size" in unit) == ("tags" in unit) == (unit["type"] == "squad")
    assert ("DC_mod" in unit) == ("attach_to" in unit) == ("DC" not in unit) == (unit["type"] == "attachment")
    for kind in ("charge", "spike"):
        assert unit[kind]  # WC-ARC-17
        assert {SPECIAL[rule]["kind"] for rule in unit[kind]} == {kind}
    assert {SPECIAL[rule]["kind"] for rule in unit.get("rules", [])} <= {"passive"}
    assert {SPECIAL[rule]["kind"] for rule in unit.get("actions", [])} <= {"action"}


@pytest.mark.parametrize("name", [name for name, unit in UNITS.items() if unit["type"] == "warjack"])
def test_chassis_options_fit_their_hardpoints(name: str) -> None:
    unit = UNITS[name]
    assert set(unit["cortexes"]) <= set(CORTEXES)
    assert set(unit["options"]) == set(unit["hardpoints"])
    for hardpoint, weapons in unit["options"].items():
        assert {WEAPONS[weapon]["hardpoint"] for weapon in weapons} == {hardpoint}
    assert all(WEAPONS[weapon].get("builtin") for weapon in unit.get("builtin", []))


def test_units_of_each_type() -> None:
    assert Counter(unit["type"] for unit in UNITS.values()) == {"warjack": 6, "squad": 9, "solo": 15, "attachment": 3}
    assert sum(unit.get("hero", False) for unit in UNITS.values()) == 6
    tags = {tag for unit in UNITS.values() for tag in unit.get("tags", [])}
    assert {tag for unit in UNITS.values() for tag in unit.get("attach_to", [])} == tags


# ---- Cyphers and missions


def test_there_are_six_cyphers_of_each_type() -> None:
    assert len(CYPHERS) == 24
    types = Counter(cypher["type"] for cypher in CYPHERS.values())
    assert types == {"fury": 6, "geometric": 6, "harmonic": 6, "overdrive": 6}


@pytest.mark.parametrize("name", CYPHERS)
def test_cyphers(name: str) -> None:
    cypher = CYPHERS[name]
    title = next(rule["title"] for rule in BOOK["rule"] if rule["id"] == cypher["rule"])
    assert title == cypher["name"]
    assert cypher["expiry"] in {"instant", "turn", "pulse"}
    side = {
        "fury": {"enemy_model", "enemy_unit_model"},
        "geometric": {"friendly_squad"},
        "harmonic": {"friendly_unit", "friendly_solo", "friendly_unit_model"},
        "overdrive": {"friendly_warjack"},
    }
    assert cypher["target"] in side[cypher["type"]]
    if cypher["type"] == "fury":
        assert cypher["expiry"] == "instant"
        assert cypher["energy"] in GAME["energy_types"]


@pytest.mark.parametrize("name", MISSIONS)
def test_missions(name: str) -> None:
    mission = MISSIONS[name]
    assert mission["table"] == {"primary": 48, "skirmish": 30}[mission["kind"]]
    assert set(mission["holders"]) <= {"squad", "solo", "warjack"}
    assert len({marker["id"] for marker in mission["objectives"]}) == len(mission["objectives"])
    assert {marker["kind"] for marker in mission["objectives"]} <= set(BASES["marker"])
    # Both seats see the same markers: turned half a circle, or mirrored across the middle line.
    places = {tuple(marker["at"]) for marker in mission["objectives"]}
    side = mission["table"]
    assert places in ({(side - x, side - y) for x, y in places}, {(x, side - y) for x, y in places})


def test_primary_missions_can_be_rolled() -> None:
    assert sorted(m["roll"] for m in MISSIONS.values() if m["kind"] == "primary") == [1, 2, 3]
    assert {name: mission["vp"] for name, mission in SECONDARIES.items()} == {
        "body_count": 2, "disrupt": 1, "overrun": 2, "recon": 3, "salvage": 2,
    }  # fmt: skip


# ---- sample forces


@pytest.mark.parametrize("name", FORCES)
def test_sample_forces_are_legal(name: str) -> None:
    force, limit = FORCES[name], GAME["force"]
    units, heroes = [entry["unit"] for entry in force["units"]], force["heroes"]
    for unit in (*units, *heroes, *force["attachments"]):
        assert force["faction"] in UNITS[unit]["faction"], unit
    assert not any(UNITS[unit].get("hero") for unit in units)
    assert all(UNITS[hero]["hero"] for hero in heroes)
    assert not any(UNITS[unit]["type"] == "attachment" for unit in units)
    assert all(UNITS[attachment]["type"] == "attachment" for attachment in force["attachments"])
    assert len(units) <= limit["units"]
    assert len(heroes) == len(set(heroes)) <= limit["heroes"]
    assert max(Counter(units).values()) <= limit["same_unit"]
    assert all(owned <= limit["same_attachment"] for owned in force["attachments"].values())
    assert force["size"] == "full" or len(units) + len(heroes) <= limit["skirmish_units"]
    assert min(UNITS[unit]["DC"] for unit in units) <= GAME["deployment"]["initial_budget"]


@pytest.mark.parametrize("name", FORCES)
def test_sample_warjacks_are_legal(name: str) -> None:
    for entry in FORCES[name]["units"]:
        chassis = UNITS[entry["unit"]]
        if chassis["type"] != "warjack":
            assert set(entry) == {"unit"}
            continue
        assert entry["cortex"] in chassis["cortexes"]
        for hardpoint, number in chassis["hardpoints"].items():
            assert len(entry[hardpoint]) <= number
            assert set(entry[hardpoint]) <= set(chassis["options"][hardpoint])
        assert sum(WEAPONS[weapon]["WP"] for weapon in (*entry["arm"], *entry["shoulder"])) <= chassis["WP"]


@pytest.mark.parametrize("name", FORCES)
def test_sample_racks_are_legal(name: str) -> None:
    rack, limit = FORCES[name]["rack"], GAME["rack"]
    assert limit["fewest"] <= len(rack) == len(set(rack)) <= limit["most"]
    types = Counter(CYPHERS[card]["type"] for card in rack)
    assert len(types) == 4
    assert min(types.values()) >= limit["fewest_of_type"]


def test_each_faction_has_a_full_force_and_a_box() -> None:
    assert set(FORCES) == {f"{faction}_{size}" for faction in GAME["faction"] for size in ("full", "box")}


# ---- the cards as they are read


@cache
def read_library() -> Library:
    return read_anew()


@pytest.mark.parametrize("name", UNITS)
def test_a_card_is_read_as_printed_and_has_nothing_it_does_not_print(name: str) -> None:
    raw, card = UNITS[name], read_library().units[name]
    plain = {"DC": 0, "size": 1, "WP": 0, "hero": False, "wild": False, "arc_relay": 0, "hardpoints": {}, "health": 0}
    said = {**plain, "DC": raw.get("DC_mod"), **raw}
    assert (card.dc, card.size, card.wp, card.health) == (said["DC"], said["size"], said["WP"], said["health"])
    assert (card.hero, card.wild, card.arc_relay) == (said["hero"], said["wild"], 1000 * said["arc_relay"])
    assert (card.hardpoints, card.stats, card.base.name) == (said["hardpoints"], raw["stats"], raw["base"])
    carried = [*raw.get("builtin", ()), *raw.get("weapons", ())]
    assert [read_library().weapon(slot).id for slot in card.weapons] == carried
    assert len(set(card.weapons)) == len(carried)
    assert (list(card.builtin), list(card.attach_to)) == (raw.get("builtin", []), raw.get("attach_to", []))


@pytest.mark.parametrize("name", WEAPONS)
def test_a_weapon_is_read_as_printed_and_has_nothing_it_does_not_print(name: str) -> None:
    raw, weapon = WEAPONS[name], read_library().weapons[name]
    assert (weapon.rng, weapon.pow, weapon.wp) == (1000 * raw.get("RNG", 0), raw.get("POW"), raw.get("WP", 0))
    assert (weapon.kind, weapon.hardpoint) == (raw.get("kind", ""), raw.get("hardpoint", ""))


def test_copies_of_a_weapon_are_numbered() -> None:
    assert numbered(("gun", "saw", "gun", "gun")) == ("gun", "saw", "gun_2", "gun_3")


def test_a_void_gate_costs_nothing_and_stands_alone() -> None:
    gate = read_library().units["void_gate"]
    assert (gate.dc, gate.size, gate.health, gate.arc_relay, gate.hero, gate.wp) == (0, 1, 0, 0, False, 0)
    assert gate.stats == GAME["gate"]["stats"] and not gate.weapons and not gate.rules
