"""Room for what is deployed (WC-DEPLOY-7, WC-DEPLOY-8): on low tops, and for whole squads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import dist, hypot
from random import Random

import pytest

from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.turn.deployment_checks import places
from sandtable.rulesets.warcaster.turn.deployment_places import Arrive, DeployPlaces, has_room, witness
from sandtable.rulesets.warcaster.turn.void_gates import gate_place
from tests.rules.warcaster.kit import Bench, piece
from tests.rules.warcaster.test_deployment import bench, reserve


@pytest.mark.rule("WC-DEPLOY-8", "WC-MEAS-4")
def test_room_on_a_low_top_is_looked_for_clear_of_a_marker_beside_it() -> None:
    low = {"kind": "obstacle", "id": "low", "at": [15, 15], "size": [5.8, 5.8], "height": 0.5, "standable": True}
    pieces = {"gate": piece("void_gate", "a", [15, 15], z=0.5, on="low"), "m": piece("marauder", "b", [2, 28])}
    t = Bench(table={"size": 30, "terrain": [low]}, pieces=pieces, objectives={"mark": {"at": [15, 10.8]}})
    arrive = Arrive(unit="hunter", card="hunter", seat=0, near="gate")
    wished = (15_000, 12_820)
    refusal = arrive.fault(t.position, wished)
    assert refusal is not None and refusal.cite == "WC-DEPLOY-8"
    found = arrive.find(t.position, wished)
    assert found is not None and arrive.fault(t.position, found) is None


@pytest.mark.rule("WC-DEPLOY-7", "WC-SQUAD-5")
def test_a_squad_needs_room_for_all_of_it() -> None:
    """A gate in a clearing that holds one more base."""
    walls = [
        {"kind": "impassable", "at": [15, 12.1], "size": [8, 7]},
        {"kind": "impassable", "at": [15, 3.9], "size": [8, 7]},
        {"kind": "impassable", "at": [12, 8], "size": [4.8, 1.2]},
        {"kind": "impassable", "at": [18.2, 8], "size": [4.8, 1.2]},
    ]
    gate = piece("void_gate", "a", [15, 8], arc=5)
    t = bench(
        table={"size": 30, "terrain": walls}, gate_1=gate, w=reserve("coalition_weaver"), r=reserve("vassal_reavers")
    )
    assert "deploy r from gate_1" not in t.offers()
    t.refusal("deploy r from gate_1", "WC-DEPLOY-7")


@pytest.mark.rule("WC-DEPLOY-7", "WC-DEPLOY-6")
@pytest.mark.parametrize("behind", [True, False])
def test_a_squad_that_has_no_room_ahead_of_its_gate_is_put_down_behind_it(behind: bool) -> None:
    """A dead end ahead holds one base, too far from the open ground behind the gate for the other two."""
    walls = [
        {"kind": "impassable", "at": [9.675, 18.95], "size": [9.35, 12.1]},
        {"kind": "impassable", "at": [20.325, 18.95], "size": [9.35, 12.1]},
        {"kind": "impassable", "at": [15, 20.92], "size": [1.3, 8.16]},
    ]
    shut = {"kind": "impassable", "at": [15, 6.6], "size": [20, 12.4]}
    t = bench(
        table={"size": 30, "terrain": walls if behind else [*walls, shut]},
        gate_1=piece("void_gate", "a", [15, 14], arc=5),
        h=piece("hunter", "a", [2, 28]),
        r=reserve("vassal_reavers"),
    )
    squad = places(t.position, "r", "gate_1", ())
    found = witness(t.position, squad)
    assert has_room(t.position, squad) is (found is not None) is behind
    assert ("deploy r from gate_1" in t.offers()) is behind
    if found is not None:
        assert all(y < 13_000 for _, (_, y) in found)
        t.play("deploy r from gate_1", found)
        assert t.state.models_of("r") == (
            "r.1",
            "r.2",
            "r.3",
        )


# ---- places compared with plain measuring

HUNTER, WEAVER, MARKER = 591, 591, 984  # radii in thousandths
ROCK = {"kind": "impassable", "id": "rock", "at": [13, 9], "size": [2, 2]}
CROWD = {"gate": (15_000, 8_000, HUNTER), "w": (16_000, 9_500, WEAVER), "foe": (15_500, 6_300, HUNTER)}


def crowded() -> Bench:
    pieces = {
        "gate": piece("void_gate", "a", [15, 8], arc=5),
        "w": piece("coalition_weaver", "a", [16, 9.5]),
        "foe": piece("hunter", "b", [15.5, 6.3]),
        "m": piece("marauder", "b", [2, 28]),
    }
    return Bench(table={"size": 30, "terrain": [ROCK]}, pieces=pieces, objectives={"mark": {"at": [17.5, 6]}})


def clear_by(x: int, y: int) -> dict[str, float]:
    """By how much a hunter's base there keeps each rule; below 0 it breaks it."""
    aside = hypot(max(abs(x - 13_000) - 1000, 0), max(abs(y - 9_000) - 1000, 0))
    bases = min(dist((x, y), (bx, by)) - r - HUNTER for bx, by, r in CROWD.values())
    return {
        "WC-DEPLOY-5": 1000 - (dist((x, y), (15_000, 8_000)) - 2 * HUNTER),
        "WC-SETUP-10": 5000 - (y - HUNTER),
        "WC-DEPLOY-8": dist((x, y), (17_500, 6_000)) - HUNTER - MARKER - 1000,
        "WC-DEPLOY-7": min(bases, aside - HUNTER, x - HUNTER, 30_000 - HUNTER - x, y - HUNTER),
    }


def first_broken(by: dict[str, float], *order: str) -> str:
    return next((cite for cite in order if by[cite] < 0), "")


def judged_as_measured(p: Position, arrive: Arrive, spots: Iterable[tuple[int, int]], *order: str) -> Counter[str]:
    """How often each rule bars one of these places, compared with plain measuring away from the edges."""
    seen = Counter[str]()
    for x, y in spots:
        by = clear_by(x, y)
        if all(abs(far) > 3 for far in by.values()):
            expected, refusal = first_broken(by, *order), arrive.fault(p, (x, y))
            assert (refusal.cite if refusal else "") == expected, (x, y)
            seen[expected] += 1
    return seen


@pytest.mark.rule("WC-DEPLOY-5", "WC-DEPLOY-7", "WC-DEPLOY-8")
def test_every_place_near_a_gate_is_judged_as_it_measures() -> None:
    rng, arrive = Random(7), Arrive(unit="hunter", card="hunter", seat=0, near="gate")
    spots = [(rng.randint(12_000, 18_000), rng.randint(5_000, 11_000)) for _ in range(400)]
    order = ("WC-DEPLOY-5", "WC-DEPLOY-8", "WC-DEPLOY-7")
    seen = judged_as_measured(crowded().position, arrive, spots, *order)
    assert min(seen.values()) > 5 and len(seen) == 4


@pytest.mark.rule("WC-SETUP-10", "WC-SETUP-12", "WC-DEPLOY-7")
def test_every_place_on_the_strip_is_judged_as_it_measures() -> None:
    rng, p = Random(8), crowded().position
    arrive = Arrive(unit="hunter", card="hunter", seat=0, cite="WC-SETUP-10", ban="WC-DEPLOY-8")
    spots = [(rng.randint(0, 30_000), rng.randint(0, 9_000)) for _ in range(300)]
    seen = judged_as_measured(p, arrive, spots, "WC-SETUP-10", "WC-DEPLOY-8", "WC-DEPLOY-7")
    assert len(seen) == 4
    mirrored = arrive.but(seat=1)
    for spot in spots:
        other = mirrored.fault(p, spot)
        assert other is not None and other.cite == "WC-SETUP-10", "the other player's edge is far off"
    deep = mirrored.fault(p, (15_000, 24_407))
    assert deep is not None and (deep.cite, deep.short_by) == ("WC-SETUP-10", 2)
    assert mirrored.fault(p, (15_000, 24_409)) is None


@pytest.mark.rule("WC-DEPLOY-7")
@pytest.mark.parametrize("near", ["gate", ""])
def test_the_place_found_is_the_legal_one_nearest_to_the_wish(near: str) -> None:
    t, rng = crowded(), Random(9)
    arrive = Arrive(unit="hunter", card="hunter", seat=0, near=near)
    grid = [(x, y) for x in range(12_000, 18_000, 150) for y in range(600, 11_000, 150)]
    legal = [at for at in grid if arrive.fault(t.position, at) is None]
    for wish in ((rng.randint(12_000, 18_000), rng.randint(2_000, 11_000)) for _ in range(12)):
        found = arrive.find(t.position, wish)
        assert found is not None and arrive.fault(t.position, found) is None
        assert dist(found, wish) <= min(dist(at, wish) for at in legal) + 2
    assert arrive.has_room(t.position)
    quick = arrive.somewhere(t.position)
    assert quick is None or arrive.fault(t.position, quick) is None


@pytest.mark.rule("WC-DEPLOY-5", "WC-MEAS-4")
@pytest.mark.parametrize(("height", "room"), [(0.6, True), (0.8, True), (1.001, False), (3, False)])
def test_from_a_top_that_holds_the_gate_alone_the_ground_is_near_up_to_an_inch(height: float, room: bool) -> None:
    kind = {"kind": "obstacle", "standable": True} if height <= 1 else {"kind": "structure"}
    pillar = {**kind, "id": "pillar", "at": [15, 8], "radius": 0.6, "height": height}
    pieces = {
        "gate": piece("void_gate", "a", [15, 8], z=height, on="pillar"),
        "m": piece("marauder", "b", [2, 28]),
    }
    t = Bench(table={"size": 30, "terrain": [pillar]}, pieces=pieces)
    arrive = Arrive(unit="hunter", card="hunter", seat=0, near="gate")
    found = arrive.find(t.position, None)
    assert (found is not None) is arrive.has_room(t.position) is room
    along = (1 - height**2) ** 0.5 * 1000 if room else 0
    for off, legal in ((along - 3, room), (along + 3, False)):
        refusal = arrive.fault(t.position, (15_000 + round(2 * HUNTER + off), 8000))
        assert (refusal is None) is legal, (off, refusal)


@pytest.mark.rule("WC-DEPLOY-7")
def test_what_stands_ready_is_shown_with_its_base() -> None:
    t = crowded()
    squad = DeployPlaces(
        pieces=("r.1", "r.2"), unit="r", cards=(("r.1", "ranger_fire_team"), ("r.2", "dusk_wolf")), seat=0, gate="gate"
    )
    assert squad.shapes(t.position) == {"r.1": Disc(0, 0, 591), "r.2": Disc(0, 0, 984)}
    assert squad.after(t.position, (), "r.2").shapes(t.position) == {"r.2": Disc(0, 0, 984)}
    taken = squad.after(t.position, (), "r.1").fault(t.position, (16_100, 8_600))
    assert taken is not None and taken.reason == "no room at 16.1, 8.6"


@pytest.mark.rule("WC-GATE-3", "WC-GATE-8", "WC-GATE-15")
@pytest.mark.parametrize(("near", "far_cite"), [("w", "WC-GATE-3"), ("", "WC-GATE-15")])
def test_every_place_for_a_gate_is_judged_as_it_measures(near: str, far_cite: str) -> None:
    t, rng, seen = crowded(), Random(10), Counter[str]()
    for x, y in ((rng.randint(9_000, 24_000), rng.randint(300, 16_000)) for _ in range(300)):
        by = clear_by(x, y)
        reach = by["WC-SETUP-10"] if not near else 5000 - (dist((x, y), (16_000, 9_500)) - 2 * HUNTER)
        if all(abs(far) > 3 for far in (*by.values(), reach)):
            kept = {far_cite: reach, "WC-GATE-8": min(by["WC-DEPLOY-8"], by["WC-DEPLOY-7"])}
            expected = first_broken(kept, far_cite, "WC-GATE-8")
            refusal = gate_place(0, near).fault(t.position, (x, y))
            assert (refusal.cite if refusal else "") == expected, (x, y)
            seen[expected] += 1
    assert len(seen) == 3
    ahead = gate_place(0, near).fallback(t.position)
    assert gate_place(0, near).fault(t.position, ahead) is None


@pytest.mark.rule("WC-DEPLOY-5", "WC-DEPLOY-7", "WC-SETUP-10")
def test_room_at_one_gate_says_nothing_of_another_nor_of_the_strips() -> None:
    shut = [{"kind": "impassable", "at": [24, 20 + dy], "size": [9, 3]} for dy in (-2.4, 2.4)] + [
        {"kind": "impassable", "at": [24 + dx, 20], "size": [3, 1.8]} for dx in (-2.4, 2.4)
    ]
    gates = {"g1": piece("void_gate", "a", [8, 8]), "g2": piece("void_gate", "a", [24, 20])}
    t = Bench(table={"size": 48, "terrain": shut}, pieces={**gates, "m": piece("marauder", "b", [2, 40])})
    cards = (("r.1", "ranger_fire_team"), ("r.2", "ranger_fire_team"), ("r.3", "ranger_fire_team"))
    squad = DeployPlaces(pieces=("r.1", "r.2", "r.3"), unit="r", cards=cards, seat=0, gate="g1")
    p = t.position
    assert [has_room(p, squad.but(gate=gate)) for gate in ("g1", "g2", "g1")] == [True, False, True]
    assert witness(p, squad.but(gate="g2")) is None and witness(p, squad) is not None
    strips = [witness(p, squad.but(gate="", seat=seat)) for seat in (0, 1)]
    for found, deepest in zip(strips, (5591, 48_000), strict=True):
        assert found is not None and [name for name, _ in found] == ["r.1", "r.2", "r.3"]
        assert all(deepest - 5591 <= y <= deepest for _, (_, y) in found)
    assert all(has_room(p, squad.but(gate="", seat=seat)) for seat in (0, 1))


@pytest.mark.rule("WC-DEPLOY-2")
def test_a_deployment_names_its_gate() -> None:
    assert bench(w=reserve("dusk_wolf")).refusal("deploy w").reason == "from which gate?"
    assert bench(arc=-1, w=reserve("dusk_wolf")).refusal("deploy w").reason == "you have no void gate in play"
    gone = bench(w=reserve("dusk_wolf")).refusal("deploy w from gate_9")
    assert gone.reason == "gate_9 is no gate of yours in play"


@pytest.mark.rule("WC-DEPLOY-7")
def test_two_places_beside_a_gate_are_too_few_for_three() -> None:
    """A cell with the gate in its middle: one base fits ahead of it, another behind."""
    walls = [
        {"kind": "impassable", "at": [9.45, 14], "size": [8.9, 12]},
        {"kind": "impassable", "at": [20.55, 14], "size": [8.9, 12]},
        {"kind": "impassable", "at": [15, 18.191], "size": [2.2, 4]},
        {"kind": "impassable", "at": [15, 9.809], "size": [2.2, 4]},
    ]
    t = bench(
        table={"size": 30, "terrain": walls},
        gate_1=piece("void_gate", "a", [15, 14], arc=5),
        w=reserve("coalition_weaver"),
        r=reserve("vassal_reavers"),
    )
    assert places(t.position, "r", "gate_1", ()).after(t.position, (), "r.1").somewhere(t.position) is not None
    assert not has_room(t.position, places(t.position, "r", "gate_1", ()))
    assert "deploy w from gate_1" in t.offers() and "deploy r from gate_1" not in t.offers()


@pytest.mark.rule("WC-ATTACH-1", "WC-ATTACH-10")
@pytest.mark.parametrize("owned", [0, 1, 2])
def test_a_squad_may_be_deployed_with_the_attachments_that_are_left(owned: int) -> None:
    t = bench(r=reserve("ranger_fire_team"), seats={"a": {"attachments": {"warder": owned}}})
    with_it = [key for key in t.offers() if key.startswith("deploy r from gate_1 with")]
    assert with_it == ["deploy r from gate_1 with warder"] * bool(owned)
    assert "deploy r from gate_1" in t.offers()
