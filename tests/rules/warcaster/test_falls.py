"""Falls (WC-FALL): off a height by choice or by force, damage, what it ends. Hard case 9."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.attacks.slams import Slam
from sandtable.rulesets.warcaster.movement.falls import Fall
from sandtable.rulesets.warcaster.movement.move import Advance
from sandtable.rulesets.warcaster.state.events import ActivationOver, Damaged, Fell, Left, Moved, Scored, TokenGained
from sandtable.rulesets.warcaster.state.stats import Spd
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, wolf

FAR = marauder([28, 28])
SMALL, MEDIUM, LARGE = 591, 787, 984


def roof(height: float = 3, **more: Any) -> dict[str, Any]:
    return {"kind": "structure", "id": "roof", "height": height, "at": [10, 10], "size": [4, 4], **more}


def table(*terrain: dict[str, Any]) -> dict[str, Any]:
    return {"size": 30, "terrain": list(terrain)}


def on_roof(unit: str, at: Any, height: float = 3, seat: str = "a", **more: Any) -> dict[str, Any]:
    return piece(unit, seat, at, z=height, on="roof", **more)


def walking(height: float = 3, dice: Any = (), unit: str = "hunter", **others: Any) -> Bench:
    pieces = {"mover": on_roof(unit, [11, 10], height), "far": FAR, **others}
    return Bench(table=table(roof(height)), pieces=pieces, dice=dice).play("activate mover", "move")


@pytest.mark.rule("WC-FALL-1", "WC-FALL-6", "WC-FALL-8")
def test_walking_off_ends_at_the_foot_and_falls() -> None:
    t = walking(dice=["MMM"])
    assert t.refusal([milli_at(11.6, 10)]).cite == "WC-FALL-8"  # neither on the roof nor clear of it
    assert t.refusal([milli_at(14, 10), milli_at(14, 12)]).cite == "WC-FALL-8"
    t.play([milli_at(15, 10)]).done()
    foot = 12000 + SMALL
    assert (t.model("mover").at, t.model("mover").z, t.model("mover").on) == ((foot, 10000), 0, "")
    assert [e.path[-1] for e in t.happened(Moved)] == [(foot, 10000)]
    assert [(e.height, e.cite) for e in t.happened(Fell)] == [(3000, "WC-FALL-1")]
    assert t.cited("WC-FALL-3")


@pytest.mark.rule("WC-FALL-8", "WC-MOVE-1")
def test_the_way_to_the_edge_counts() -> None:
    t = walking(unit="hunter")
    far = walking(unit="paladin_siegebreaker")  # SPD 4, medium base
    assert t.legal([milli_at(16, 10)])
    assert far.legal([milli_at(16, 10)])  # clear of the roof after 1.787 in; the rest is not walked
    slow = Bench(
        table=table(roof()),
        pieces={"mover": on_roof("dusk_wolf", [9, 10], effects=["lock_down"]), "far": FAR},
    ).play("activate mover", "move")
    assert slow.refusal([milli_at(14, 10)]).cite == "WC-MOVE-1"  # 3.984 in to the foot, SPD 3


@pytest.mark.rule("WC-FALL-2")
def test_a_flyer_steps_down_unharmed() -> None:
    t = Bench(table=table(roof()), pieces={"mover": on_roof("nemesis", [10, 10]), "far": FAR})
    t.play("activate mover", "move", [milli_at(15, 10)])
    assert t.model("mover").z == 0
    assert not t.happened(Fell)


@pytest.mark.rule("WC-FALL-3")
@pytest.mark.parametrize(("height", "dice"), [(1, ["M"]), (1.999, ["M"]), (2, ["MM"]), (3.5, ["MMM"])])
def test_a_die_for_each_whole_inch(height: float, dice: list[str]) -> None:
    t = walking(height, dice).play([milli_at(15, 10)]).done()
    assert t.rolls[-1].cite == "WC-FALL-3"
    assert t.pool("fall of mover") == {"A": len(dice[0])}


@pytest.mark.rule("WC-FALL-3", "WC-TERRAIN-12")
def test_under_an_inch_nothing_is_rolled() -> None:
    step = {"kind": "obstacle", "id": "roof", "height": 0.75, "standable": True, "at": [10, 10], "size": [4, 4]}
    t = Bench(table=table(step), pieces={"mover": on_roof("hunter", [11, 10], 0.75), "far": FAR})
    t.play("activate mover", "move", [milli_at(15, 10)])
    assert [e.height for e in t.happened(Fell)] == [750]
    assert not t.rolls


@pytest.mark.rule("WC-FALL-4")
@pytest.mark.parametrize(("dice", "points"), [("MSM", 0), ("SSM", 1), ("XXM", 2)])
def test_damage_by_armour_without_a_defence_roll(dice: str, points: int) -> None:
    t = walking(dice=[dice]).play([milli_at(15, 10)]).done()  # ARM 2
    assert sum(e.points for e in t.happened(Damaged)) == points
    assert [len(r.pools) for r in t.rolls] == [1]


@pytest.mark.rule("WC-FALL-5", "WC-ACT-13")
def test_a_damaging_fall_ends_the_activation_with_a_token() -> None:
    t = walking(dice=["XXM"], unit="marauder").play([milli_at(15, 10)])
    assert t.happened(TokenGained, unit="mover", cite="WC-FALL-5")
    assert t.happened(ActivationOver, unit="mover", cite="WC-FALL-5")
    assert t.state.activating == ""
    assert t.state.step == "cypher_b"


@pytest.mark.rule("WC-FALL-5")
def test_a_harmless_fall_lets_the_activation_go_on() -> None:
    t = walking(dice=["XSM"], unit="marauder").play([milli_at(15, 10)])
    assert t.state.activating == "mover"
    assert not t.unit("mover").token


@pytest.mark.rule("WC-FALL-5")
def test_squads_are_exempt_and_others_get_the_token_outside_an_activation() -> None:
    pieces = {"team": on_roof("paladin_enforcers", [[11, 10], [9, 10], [9, 11.5]]), "far": FAR}
    t = Bench(table=table(roof()), pieces=pieces, frame=Fall(model="team.1"), dice=["SSS"])
    assert t.happened(Damaged, model="team.1", points=1)
    assert not t.unit("team").token
    solo = Bench(
        table=table(roof()), pieces={"mover": on_roof("marauder", [11, 10]), "far": FAR}, frame=Fall(model="mover"),
        dice=["XXM"],
    )  # fmt: skip
    assert solo.unit("mover").token
    assert solo.cited("WC-FALL-5")


@pytest.mark.rule("WC-FALL-6")
def test_an_occupied_foot_means_the_nearest_legal_place() -> None:
    below = marauder([12.787, 10], "b")
    t = walking(dice=["MMM"], below=below).play([milli_at(15, 10)])
    me, other = t.model("mover"), t.model("below")
    apart = ((me.x - other.x) ** 2 + (me.y - other.y) ** 2) ** 0.5
    assert apart >= SMALL + MEDIUM - 1
    assert me.x >= 12000 + SMALL - 1
    assert apart <= SMALL + MEDIUM + 2


@pytest.mark.rule("WC-FALL-7", "WC-SLAM-12")
def test_a_slam_off_a_height_falls_before_the_slams_damage() -> None:
    pieces = {
        "wolf": on_roof("dusk_wolf", [9.2, 10], weapons=["slug_gun"]),
        "prey": on_roof("marauder", [11.2, 10], seat="b"),
        "far": FAR,
    }
    t = Bench(table=table(roof()), pieces=pieces, dice=["X" * 4, "MM", "SSM", "MMMMMMMMMMM"])
    t.play("activate wolf", "attack prey with slug_gun").done()
    kinds = [r.purpose for r in t.rolls]
    assert kinds == ["attack and defence", "fall of prey", "damage"]
    assert t.model("prey").z == 0


@pytest.mark.rule("WC-FALL-8")
@pytest.mark.parametrize(("distance", "falls"), [(990, False), (1010, True)])
def test_after_a_forced_move_only_the_centre_counts(distance: int, falls: bool) -> None:
    pieces = {"prey": on_roof("hunter", [11, 10], seat="b"), "wolf": on_roof("dusk_wolf", [9, 10])}
    t = Bench(
        table=table(roof()),
        pieces=pieces,
        frame=Slam(model="prey", source="wolf", distance=distance, by=0),
        dice=["MMM"] if falls else [],
    ).done()
    assert bool(t.happened(Fell)) is falls
    assert t.model("prey").z == (0 if falls else 3000)


@pytest.mark.rule("WC-FALL-8", "WC-MOVE-7")
def test_an_overhanging_model_goes_back_or_over_but_not_along() -> None:
    t = Bench(table=table(roof()), pieces={"mover": on_roof("hunter", [11.9, 10]), "far": FAR}, dice=["MMM"])
    t.play("activate mover", "move")
    assert t.legal([milli_at(11, 10)])
    assert t.legal([milli_at(11.4, 11), milli_at(10, 11)])
    assert t.refusal([milli_at(11.9, 11)]).cite == "WC-FALL-8"
    t.play([milli_at(14, 10)]).done()
    assert t.model("mover").z == 0


@pytest.mark.rule("WC-FALL-5", "WC-SECONDARY-12")
def test_a_solo_that_falls_to_its_death_is_nobodys_kill_and_its_activation_ends() -> None:
    t = walking(dice=["SSM"], more=piece("grafter", "a", [3, 3])).play([milli_at(15, 10)])
    assert t.gone("mover")
    assert t.happened(Left, model="mover", by=None)
    assert t.state.activating == ""
    assert "activate more" in t.offers() or t.state.step == "cypher_b"


@pytest.mark.rule("WC-FALL-1", "WC-FALL-6")
def test_a_fall_on_to_a_lower_top_is_as_deep_as_that() -> None:
    low = {"kind": "structure", "id": "low", "height": 2, "at": [13.5, 10], "size": [3, 4]}
    pieces = {"mover": on_roof("hunter", [11, 10]), "far": FAR}
    t = Bench(table=table(roof(), low), pieces=pieces, dice=["M"]).play("activate mover", "move", [milli_at(14, 10)])
    assert [(e.height, e.z, e.on) for e in t.happened(Fell)] == [(1000, 2000, "low")]
    assert t.model("mover").on == "low"


@pytest.mark.rule("WC-FALL-8")
def test_a_forced_move_passes_over_what_stands_lower() -> None:
    pieces = {
        "prey": on_roof("hunter", [11.4, 10], seat="b"),
        "wolf": on_roof("dusk_wolf", [9, 10]),
        "low": wolf([13.2, 10]),
    }
    frame = Slam(model="prey", source="wolf", distance=5000, by=0)
    t = Bench(table=table(roof()), pieces=pieces, frame=frame, dice=["MMM"])
    assert [e.path[-1] for e in t.happened(Moved)] == [(16400, 10000)]


@pytest.mark.rule("WC-FALL-9", "WC-MOVE-6")
def test_repositioned_down_from_a_height_nobody_falls() -> None:
    up: dict[str, Any] = {"z": {2: 1.5, 3: 1.5}, "on": {2: "roof", 3: "roof"}}
    team = piece("ranger_fire_team", "a", [[13.2, 10], [11, 10], [11, 11.3]], **up)
    t = Bench(table=table(roof(1.5)), pieces={"team": team, "far": FAR})
    t.play("activate team", "move", "team.1", [])
    t.play([["team.2", milli_at(13.2, 11.5)], ["team.3", milli_at(13.2, 8.5)]])
    assert {m.z for n, m in t.state.models.items() if n.startswith("team")} == {0}
    assert not t.happened(Fell)
    assert not t.rolls


@pytest.mark.rule("WC-FALL-5", "WC-SKIRMISH-6", "WC-SKIRMISH-8", "WC-OBJ-3")
@pytest.mark.parametrize(("x", "vp"), [(13.5, 1), (15.0, 0)])
def test_scores_at_an_activations_end_that_a_fall_brought(x: float, vp: int) -> None:
    """Hard case 9: slammed off a roof after its own attack, a solo scores what it then still secures."""
    ram = on_roof("firebrand", [9.2, 10], seat="b", arc=1, weapons=["repulsor_shield"])
    pieces = {"jax": on_roof("jax_redblade", [10.8, 10]), "ram": ram, "far": FAR}
    t = Bench(
        mission="boiling_point",
        objectives={"w": {"at": [x, 12.5]}, "se": {"at": [25, 3]}, "ne": {"at": [25, 25]}},
        table=table(roof()),
        pieces=pieces,
        dice=["XSMMM", "MMM", "MMMMMMM", "XXM", "MMMM"],
    )
    t.play("activate jax", "attack ram with fusion_sword")
    while t.ask.prompt.startswith("W"):
        t.play(next((k for k in t.offers() if "repulsor_ram" in k), "pass"))
    t.done()
    assert t.model("jax").z == 0
    assert t.happened(ActivationOver, unit="jax", cite="WC-FALL-5")
    assert t.player("a").vp == vp
    assert [e.cite for e in t.happened(Scored)] == ["WC-SKIRMISH-6"] * vp
    assert t.state.step == "cypher_b"


@pytest.mark.rule("WC-FALL-1", "WC-MOVE-7")
@pytest.mark.parametrize(("taken", "z", "dice"), [(False, 2000, ["M"]), (True, 0, ["MMM"])])
def test_a_top_below_that_is_full_lets_it_fall_to_the_ground(taken: bool, z: int, dice: list[str]) -> None:
    """The ledge under the roof holds one base."""
    ledge = {"kind": "structure", "id": "ledge", "height": 2, "at": [20, 10], "size": [1.2, 1.2]}
    pieces = {"mover": on_roof("hunter", [20, 10]), "far": FAR}
    if taken:
        pieces["other"] = piece("hunter", "b", [20, 10], z=2, on="ledge")
    t = Bench(table=table(roof(), ledge), pieces=pieces, frame=Fall(model="mover"), dice=dice)
    (fell,) = t.happened(Fell, model="mover")
    assert (fell.z, fell.height, t.model("mover").on) == (z, 3000 - z, "" if taken else "ledge")


@pytest.mark.rule("WC-FALL-1", "WC-MOVE-1")
def test_a_path_over_the_edge_is_said_to_stop_nowhere() -> None:
    """A fall has yet to be rolled for: where the model will be is not known before."""
    roof = {"size": 30, "terrain": [{"kind": "structure", "id": "roof", "height": 2, "at": [10, 15], "size": [6, 6]}]}
    pieces = {"h": piece("coalition_weaver", "a", [9, 15], z=2, on="roof"), "m": marauder([28, 28])}
    t = Bench(table=roof, pieces=pieces).play("activate h", "move")
    domain = t.ask.domain
    assert isinstance(domain, Advance)
    assert domain.stops_at(t.position, ((6_000, 15_000),)) is None
    assert domain.stops_at(t.position, ((11_000, 15_000),)) == (11_000, 15_000)
    assert domain.stops_at(t.position, ()) == (9_000, 15_000)
    assert (domain.start(t.position), domain.most(t.position)) == ((9_000, 15_000), t.value(Spd("h")))
    assert domain.price(t.position, ((9_000, 17_000), (11_000, 17_000))) == (2000, 2000)
