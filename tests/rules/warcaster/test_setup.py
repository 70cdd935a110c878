"""Setting up (WC-SETUP): order, hands, Arc, first player, sides, initial deployment, options of a new game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import BadSetup, Rolled
from sandtable.rulesets.warcaster.state.events import (
    Drawn,
    FirstChosen,
    MissionChosen,
    SidesChosen,
    TableLaid,
    TurnBegan,
    UnitDeployed,
)
from sandtable.rulesets.warcaster.turn.deployment_places import Arrive
from sandtable.rulesets.warcaster.turn.initial_deployment import InitialDeployment
from sandtable.rulesets.warcaster.turn.setup import deploying
from tests.rules.warcaster.kit import Bench, milli_at, piece, rules

HANDS = ["11111"] * 2
BOX = {"forces": ("marcher_box", "continuum_box")}


def strip(*reserve: str, **more: Any) -> Bench:
    """Seat a in its initial deployment, with these cards in reserve; seat b has a marauder on the table."""
    pieces = {name: piece(name, "a", None, place="reserve") for name in reserve}
    for p in pieces.values():
        del p["at"]
    pieces["marauder"] = piece("marauder", "b", [15, 27])
    return Bench(pieces=pieces, frame=InitialDeployment(seat=0), **more)


def deploy(t: Bench, key: str) -> None:
    """Deploy a unit where the table suggests."""
    t.play(key)
    t.play(t.ask.silence(t.position))


@pytest.mark.rule("WC-SETUP-1", "WC-SETUP-7", "WC-SETUP-13", "WC-SECONDARY-1")
def test_everything_happens_in_order() -> None:
    t = Bench(
        options={"mission": "random", "map": "random", "secondaries": "choose"},
        dice=["7", "3", *HANDS, "5", "2", *["1"] * 5],
    )
    t.play("recon", "salvage", "go first", "far side")
    assert t.ask.seat == 0 and t.ask.cite == "WC-SETUP-7"
    deploy(t, "deploy hunter_1")
    t.play("done")
    assert t.ask.seat == 1, "the first player's block is over before the second player's begins"
    deploy(t, "deploy grafter")
    t.play("done")
    kinds: list[Any] = [type(e) for e in t.events]
    order = [TableLaid, MissionChosen, Drawn, FirstChosen, SidesChosen, UnitDeployed, TurnBegan]
    places = [kinds.index(k) for k in order]
    assert places == sorted(places)
    assert [e.seat for e in t.events if isinstance(e, TurnBegan)] == [0]
    assert not t.state.gates_of(0) and not t.state.gates_of(1)
    assert [p.secondary for p in t.state.players] == ["recon", "salvage"]
    assert [e.roll.cite for e in t.events if isinstance(e, Rolled)][:2] == ["WC-SETUP-2", "WC-MISSION-1"]


@pytest.mark.rule("WC-SECONDARY-1")
@pytest.mark.parametrize("answers", [("none",), ("recon", "none")])
def test_secondaries_need_both_players(answers: tuple[str, ...]) -> None:
    t = Bench(options={"mission": "strange_matter", "secondaries": "choose"}, dice=[*HANDS, "5", "2"])
    t.play(*answers)
    assert [p.secondary for p in t.state.players] == ["", ""]
    assert t.ask.cite == "WC-SETUP-6"


@pytest.mark.rule("WC-SETUP-4", "WC-SETUP-5", "WC-SETUP-9")
def test_five_cards_and_seven_arc_also_after_deploying() -> None:
    t = Bench(options=BOX, dice=[*HANDS, "5", "2"])
    for player in t.state.players:
        assert (len(player.hand), len(player.rack), player.well) == (5, 7, 7)
    t.play("go first", "far side")
    deploy(t, "deploy coalition_weaver")
    assert (t.player("a").well, t.unit("coalition_weaver").place) == (7, "play")
    assert len(t.happened(Drawn, cite="WC-TURN-15")) == 10


@pytest.mark.rule("WC-SETUP-9")
def test_initial_deployment_costs_nothing() -> None:
    t = strip("dusk_wolf")
    t.play("deploy dusk_wolf", [["dusk_wolf", milli_at(15, 4)]])
    assert (t.player("a").well, t.unit("dusk_wolf").arc) == (7, 0)


@pytest.mark.rule("WC-SETUP-6")
def test_ties_are_rolled_again() -> None:
    t = Bench(options=BOX, dice=[*HANDS, "3", "3", "2", "6"])
    assert (t.ask.seat, t.ask.cite) == (1, "WC-SETUP-6")
    assert [e.counted for e in t.events if isinstance(e, Rolled)][-2:] == [False, True]


@pytest.mark.rule("WC-SETUP-6")
@pytest.mark.parametrize(
    ("order", "side", "first", "chooser", "sides"),
    [
        ("go first", "near side", 1, 0, (0, 1)),
        ("go first", "far side", 1, 0, (1, 0)),
        ("go second", "near side", 0, 1, (1, 0)),
        ("go second", "far side", 0, 1, (0, 1)),
    ],
)
def test_the_winner_goes_first_or_picks_the_side(
    order: str, side: str, first: int, chooser: int, sides: tuple[int, int]
) -> None:
    t = Bench(options=BOX, dice=[*HANDS, "2", "6"])
    t.play(order)
    assert t.ask.seat == chooser
    assert t.ask.default == ("near side" if chooser == 0 else "far side"), "unasked, everybody stays at their own side"
    t.play(side)
    assert (t.state.first, t.state.sides) == (first, sides)
    assert t.ask.seat == first, "the first player deploys first"


@pytest.mark.rule("WC-SETUP-8", "WC-SETUP-15", "WC-ATTACH-2")
def test_the_budget_is_five_with_attachments() -> None:
    t = strip("strike_raptor", "hunter", "ranger_fire_team", "dusk_wolf", seats={"a": {"attachments": {"warder": 1}}})
    t.play("deploy strike_raptor", [["strike_raptor", milli_at(15, 4)]])
    refusal = t.refusal("deploy dusk_wolf")
    assert (refusal.cite, refusal.reason) == ("WC-SETUP-8", "dusk_wolf costs 2, 1 of 5 is left")
    assert t.refusal("deploy ranger_fire_team with warder").cite == "WC-SETUP-8"
    t.play("deploy hunter", [["hunter", milli_at(20, 4)]])
    assert t.game.over, "nothing fits the budget any more"
    assert t.cited("WC-SETUP-8")


@pytest.mark.rule("WC-SETUP-13")
def test_nothing_comes_from_a_gate_at_the_start() -> None:
    t = strip("hunter")
    assert t.refusal("deploy hunter from gate_1").cite == "WC-SETUP-13"


@pytest.mark.rule("WC-DEPLOY-7")
def test_a_unit_without_room_on_the_strip_is_neither_offered_nor_accepted() -> None:
    rocks = [
        {"kind": "impassable", "at": [10, 4], "size": [20, 8]},
        {"kind": "impassable", "at": [34.65, 4], "size": [26.7, 8]},
    ]
    t = strip("hunter", "dusk_wolf", table={"size": 48, "terrain": rocks})
    assert t.offers() == ["deploy hunter"], "the gap of 1.3 inches is too narrow for the wolf"
    refusal = t.refusal("deploy dusk_wolf")
    assert (refusal.cite, refusal.reason) == ("WC-DEPLOY-7", "dusk_wolf cannot be placed whole near your rear edge")


@pytest.mark.rule("WC-SETUP-15")
def test_leftover_budget_is_lost() -> None:
    t = strip("hunter", "dusk_wolf")
    t.play("deploy hunter", [["hunter", milli_at(20, 4)]], "done")
    assert t.game.over and t.state.units["dusk_wolf"].place == "reserve"


@pytest.mark.rule("WC-SETUP-14")
def test_at_least_one_unit() -> None:
    t = strip("hunter")
    assert t.refusal("done").cite == "WC-SETUP-14"


@pytest.mark.rule("WC-SETUP-10")
@pytest.mark.parametrize(("y", "legal"), [(5.984, True), (5.985, True), (5.986, False), (0.984, True), (0.98, False)])
def test_within_five_inches_of_the_rear_edge(y: float, legal: bool) -> None:
    t = strip("dusk_wolf")
    t.play("deploy dusk_wolf")
    answer = [["dusk_wolf", milli_at(15, y)]]
    assert t.legal(answer) is legal
    if y > 5.985:
        refusal = t.refusal(answer)
        assert (refusal.cite, refusal.short_by) == ("WC-SETUP-10", 2)
    elif not legal:
        assert t.refusal(answer).cite == "WC-DEPLOY-7"


@pytest.mark.rule("WC-SETUP-10")
def test_the_far_side_has_its_own_strip() -> None:
    t = strip("dusk_wolf", sides=(1, 0))
    t.play("deploy dusk_wolf")
    assert t.legal([["dusk_wolf", milli_at(20, 25)]])
    assert t.refusal([["dusk_wolf", milli_at(20, 5)]]).cite == "WC-SETUP-10"


@pytest.mark.rule("WC-SETUP-11")
def test_a_squad_within_two_inches_of_its_first_and_on_the_strip() -> None:
    t = strip("ranger_fire_team")
    t.play("deploy ranger_fire_team")
    names = [f"ranger_fire_team.{n}" for n in (1, 2, 3)]

    def at(*spots: tuple[float, float]) -> list[Any]:
        return [[n, milli_at(*s)] for n, s in zip(names, spots, strict=True)]

    two = 2 + 2 * 0.591
    assert t.legal(at((10, 5), (10 + two, 5), (10 - two, 5)))
    far = t.refusal(at((10, 5), (10 + two + 0.002, 5), (9 - 0.2, 5)))
    assert (far.cite, far.short_by) == ("WC-SETUP-11", 2)
    assert t.refusal(at((10, 5), (10, 6.2), (10, 3))).cite == "WC-SETUP-10"
    assert t.refusal([[names[0], milli_at(10, 5)], [names[1], milli_at(12, 5)], [names[2], None]]).cite == "WC-DEPLOY-7"


@pytest.mark.rule("WC-SETUP-12")
@pytest.mark.parametrize(("gap", "legal"), [(1.0, False), (1.001, False), (1.002, True)])
def test_not_within_an_inch_of_an_objective(gap: float, legal: bool) -> None:
    t = strip("hunter", objectives={"mark": {"at": [24, 4], "kind": "permanent"}})
    t.play("deploy hunter")
    spot = [["hunter", milli_at(24 - gap - 0.984 - 0.591, 4)]]
    if legal:
        assert t.legal(spot)
    else:
        refusal = t.refusal(spot)
        assert (refusal.cite, refusal.short_by) == ("WC-SETUP-12", round(1000 * (1 - gap)))


@pytest.mark.rule("WC-SETUP-10", "WC-SETUP-7")
@pytest.mark.parametrize(("sides", "y"), [((0, 1), 2500), ((1, 0), 27_500)])
def test_where_nothing_is_wished_it_is_the_middle_of_ones_own_strip(sides: tuple[int, int], y: int) -> None:
    pieces = {
        "hunter": {"seat": "a", "unit": "hunter", "place": "reserve"},
        "marauder": piece("marauder", "b", [5, 15]),
    }
    t = Bench(pieces=pieces, frame=InitialDeployment(seat=0), sides=sides)
    assert Arrive(unit="hunter", card="hunter", seat=0).find(t.position, None) == (15_000, y)


@pytest.mark.rule("WC-SETUP-12", "WC-MEAS-4")
@pytest.mark.parametrize(("height", "legal"), [(1.001, False), (1.002, True), (1.003, True)])
def test_right_above_an_objective_height_is_the_distance(height: float, legal: bool) -> None:
    roof = {"kind": "structure", "id": "roof", "at": [15, 3], "size": [4, 3], "height": height, "standable": True}
    t = strip("hunter", table={"size": 30, "terrain": [roof]}, objectives={"mark": {"at": [15, 3]}})
    t.play("deploy hunter")
    spot = [["hunter", milli_at(15, 3)]]
    if legal:
        t.play(spot)
        assert (t.model("hunter").z, t.model("hunter").on) == (round(1000 * height), "roof")
    else:
        t.refusal(spot, "WC-SETUP-12")


@pytest.mark.rule("WC-SETUP-2", "WC-SETUP-3")
def test_any_agreed_terrain_list() -> None:
    terrain = [
        {"kind": "structure", "height": 2, "at": [10, 15], "size": [3, 3], "cover": False},
        {"kind": "obstacle", "height": 1, "at": [20, 15], "size": [3, 1], "standable": True},
        {"kind": "forest", "at": [15, 10], "radius": 2, "cover": True},
    ]
    table = rules().new_game({**BOX, "map": {"terrain": terrain}}).state.map
    hall, wall, wood = table.features[:3]
    assert (hall.height, hall.cover, wall.standable, wood.cover) == (2000, False, True, True)
    with pytest.raises(BadSetup, match=r"feature 1: needs a kind .*WC-SETUP-3"):
        rules().new_game({"map": {"terrain": [{"kind": "lava", "at": [1, 1], "radius": 1}]}})
    with pytest.raises(BadSetup, match="feature 1: needs at and size"):
        rules().new_game({"map": {"terrain": [{"kind": "forest"}]}})


@pytest.mark.rule("WC-SETUP-16", "WC-MISSION-15", "WC-SKIRMISH-1")
@pytest.mark.parametrize("mission", list(rules().cards.missions))
def test_the_mission_fixes_the_table_size(mission: str) -> None:
    raw = rules().cards.missions[mission]
    inches = 30 if raw["kind"] == "skirmish" else 48
    table = rules().new_game({"mission": mission}).state.map
    first = next(name for name, m in rules().cards.maps.items() if m["table"] == inches)
    assert (table.size, table.name) == (1000 * inches, first), "the first of its size unless they agree on another"
    assert raw["pulses"] == 3
    other = "foundry_yards" if inches == 30 else "salt_pans"
    with pytest.raises(BadSetup, match="WC-SETUP-16"):
        rules().new_game({"mission": mission, "map": other})


@pytest.mark.rule("WC-SETUP-1", "WC-SKIRMISH-2")
def test_forces_are_checked_against_the_mission() -> None:
    with pytest.raises(BadSetup, match="WC-SKIRMISH-2"):
        rules().new_game({"mission": "boiling_point", "forces": ("marcher_full", "continuum_box")})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"missoin": "x"}, "unknown missoin"),
        ({"mission": "x"}, "no 'x'; missions: orders_of_magnitude"),
        ({"mission": ["x"]}, "missions:"),
        ({"forces": "marcher_box"}, "two of them"),
        ({"forces": "ab"}, "two of them"),
        ({"forces": 3}, "two of them"),
        ({"forces": {"marcher_box": 1, "continuum_box": 1}}, "two of them"),
        ({"forces": ["marcher_box"]}, "two of them"),
        ({"forces": ["marcher_box"] * 3}, "two of them"),
        ({"forces": ("marcher_box", "nobody")}, "seat b: no force 'nobody'"),
        ({"forces": ("marcher_box", 3)}, "a name or the force itself"),
        ({"map": "nowhere"}, "no 'nowhere' for this mission; maps: reactor_court"),
        ({"map": "foundry_yards"}, "no 'foundry_yards' for this mission (it is of another size, WC-SETUP-16); maps: "),
        ({"map": {"random": "x"}}, "whole number"),
        ({"map": 3}, "maps: reactor_court"),
        ({"mercy": "no"}, "true or false"),
    ],
)
def test_bad_options_are_told(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup) as caught:
        rules().new_game(options)
    assert words in str(caught.value)


def test_a_force_as_data_plays() -> None:
    rack = rules().cards.forces["marcher_box"]["rack"]
    mine = {"units": ["hunter", {"unit": "dusk_wolf", "cortex": "scout", "arm": ["ripper"]}], "rack": rack}
    state = rules().new_game({"forces": (mine, "continuum_box")}).state
    assert [n for n, u in state.units.items() if u.seat == 0] == ["hunter", "dusk_wolf"]
    assert state.units["dusk_wolf"].weapons == ("ripper",)


@pytest.mark.rule("WC-SETUP-7")
def test_whose_deployment_it_is_follows_from_what_stands() -> None:
    state = rules().new_game({"mission": "boiling_point", "forces": ("marcher_box", "continuum_box")}).state
    own = [[name for name, unit in state.units.items() if unit.seat == seat] for seat in (0, 1)]
    for first in (0, 1):
        table = state.but(first=first)
        assert deploying(table) == first
        for name in own[first]:
            table = table.with_unit(name, place="play")
        assert deploying(table) == first, "the first player's units alone"
        assert deploying(table.with_unit(own[1 - first][0], place="play")) == 1 - first


@pytest.mark.rule("WC-SETUP-3")
@pytest.mark.parametrize("more", [{"random": 3}, {"terrain": []}])
def test_unknown_words_of_a_map_are_named(more: dict[str, Any]) -> None:
    with pytest.raises(BadSetup, match="banana"):
        rules().new_game({"map": {**more, "banana": 1}})


@pytest.mark.rule("WC-SETUP-10")
@pytest.mark.parametrize(("sides", "y"), [((0, 1), 0.984), ((1, 0), 30 - 0.984)])
@pytest.mark.parametrize(("x", "legal"), [(0.983, True), (0.982, False), (30 - 0.983, True), (30 - 0.982, False)])
def test_the_strip_reaches_both_corners_of_the_table(sides: tuple[int, int], y: float, x: float, legal: bool) -> None:
    t = strip("dusk_wolf", sides=sides)
    t.play("deploy dusk_wolf")
    answer = [["dusk_wolf", milli_at(x, y)]]
    assert t.legal(answer) == legal
    if not legal:
        t.refusal(answer, "WC-DEPLOY-7")


@pytest.mark.rule("WC-SETUP-6")
def test_each_player_throws_a_die_of_their_own_for_the_first_turn() -> None:
    t = Bench(options={"mission": "boiling_point"}, dice=["11111", "11111", "6", "1"])
    (roll,) = [roll for roll in t.rolls if roll.cite == "WC-SETUP-6"]
    assert [(pool.seat, pool.dice) for pool in roll.pools] == [(0, (("d6", 1),)), (1, (("d6", 1),))]


@pytest.mark.rule("WC-SETUP-2", "WC-MISSION-1", "WC-SECONDARY-1", "WC-SKIRMISH-4")
def test_what_may_be_chosen_for_a_match_has_printed_names() -> None:
    cards = rules().cards
    options = {option.key: option for option in rules().match_options()}
    assert list(options) == ["mission", "forces", "map", "secondaries", "mercy"]

    def named(key: str) -> dict[str, str]:
        return {chosen.value: chosen.name for chosen in options[key].choices}

    missions = {key: raw["name"] for key, raw in cards.missions.items()}
    assert named("mission") == {**missions, "random": "a primary mission, by a die"}
    assert named("secondaries") == {key: raw["name"] for key, raw in cards.secondaries.items()}
    assert set(named("map")) == {*cards.maps, "random"} and set(named("forces")) == set(cards.forces)
    notes = {chosen.value: chosen.note for key in ("mission", "map", "forces") for chosen in options[key].choices}
    assert notes["boiling_point"] == f"skirmish, {cards.missions['boiling_point']['table']} inches"
    assert all(notes[key] == str(raw["size"]) for key, raw in cards.forces.items())
    assert all(notes[key] == f"{raw['table']} inches" for key, raw in cards.maps.items())
    assert [key for key, option in options.items() if option.each_seat] == ["forces", "secondaries"]
    assert [chosen.value for chosen in options["secondaries"].together] == ["choose"]
    assert (options["mission"].default, options["mercy"].default) == ("boiling_point", True)
