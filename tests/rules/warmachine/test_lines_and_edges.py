"""Where a charge may lead and stop, what counts at the very edge of a distance."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

import pytest

from sandtable.geometry.arcs import bearing
from sandtable.rulesets.warmachine.common.attacks.spray import under_spray
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.movement.charge import Charged, ChargeReaches
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from sandtable.rulesets.warmachine.common.movement.straight_moves import end_of
from sandtable.rulesets.warmachine.common.state.events import Struck
from tests.rules.warmachine.kit import (
    ESCALATION,
    LARGE,
    MEDIUM,
    MK1,
    MK2,
    NORTH,
    SMALL,
    Game,
    at,
    every,
    foe,
    row,
)
from tests.seeds import seeds

DIRECTION = {MK1: "M1-CHARGE-6", ESCALATION: "M1-CHARGE-6", MK2: "M2-MOVE-19"}
LAST = {MK1: 5034, ESCALATION: 5034, MK2: 4984}
LINE = {MK1: "M1-CHARGE-6", ESCALATION: "M1-CHARGE-6", MK2: "M2-MOVE-20"}


def charging(game: str, x: float, y: float, **more: Any) -> Game:
    """Stryker at 12, 10 charges a Juggernaut: 9 inches."""
    pieces = {"stryker": at(12, 10), "juggernaut": foe(x, y, NORTH), **more.pop("pieces", {})}
    return Game(game, pieces, waits=True, **more).activate("stryker", "charge juggernaut")


def line_of(t: Game) -> StraightAt:
    domain = t.ask.domain
    assert isinstance(domain, StraightAt)
    return domain


# --- the direction of a charge ---
@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-18", "M2-MOVE-19", "M2-ENGAGE-1")
@pytest.mark.parametrize("far", [0, 200, 9000])
def test_nobody_charges_away_from_an_engaged_target(game: str, far: int) -> None:
    charging(game, 12, 10 + SMALL + LARGE + 0.3).refusal([270_000, far], DIRECTION[game])


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-19", "M2-MOVE-34", "M2-ENGAGE-1")
def test_a_charge_turns_as_far_as_part_of_the_target_stays_in_front(game: str) -> None:
    """The middle is 1.875 inches away, the base reaches 0.984 back: 121.65 degrees to either side."""
    t = charging(game, 12, 10 + SMALL + LARGE + 0.3)
    assert t.legal([90_000 + 121_600, 0]) and t.legal([360_000 + 90_000 - 121_600, 0])
    t.refusal([90_000 + 121_700, 0], DIRECTION[game])
    t.refusal([360_000 + 90_000 - 121_700, 0], DIRECTION[game])


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-19", "M2-MOVE-34")
def test_a_charge_at_an_engaged_target_need_not_move(game: str) -> None:
    t = charging(game, 12, 10 + SMALL + LARGE + 0.3)
    assert t.legal([90_000, 100]) and t.legal([90_000, 300]) and not t.legal([90_000, 301])
    t.play([90_000, 0])
    assert t.happened(Charged, failed=False)


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-19")
def test_a_line_beside_the_target_leads_to_it_as_far_as_melee_range(game: str) -> None:
    """2.075 inches from middle to middle are half an inch between the bases; a thousandth is given."""
    assert charging(game, 12 + SMALL + LARGE + 0.5, 16).legal([90_000, 6000])
    assert charging(game, 12 + SMALL + LARGE + 0.501, 16).legal([90_000, 6000])
    charging(game, 12 + SMALL + LARGE + 0.502, 16).refusal([90_000, 6000], DIRECTION[game])


@pytest.mark.rule("M2-MOVE-19", "M2-ENGAGE-1")
@pytest.mark.parametrize("line", [[270_000, 9000], [270_000, 0], [200_000, 9000], [0, 9000]])
def test_mk2_a_small_base_charges_past_nobody_in_reach(line: list[int]) -> None:
    pieces = {"manhunter": at(12, 10), "ironclad": foe(12, 10 + SMALL + LARGE + 0.3), "sorscha": at(44, 2)}
    t = Game(MK2, {**pieces, "stryker": foe(44, 44)}, casters=False, waits=True)
    assert not t.activate("manhunter", "charge ironclad").legal(line)


@pytest.mark.rule("M2-MOVE-19")
def test_mk2_a_charge_for_no_focus_leads_to_its_target_too() -> None:
    pieces = {"sorscha": at(12, 6, focus=6), "juggernaut": at(12, 12, master="sorscha"), "stryker": foe(44, 44)}
    t = Game(MK2, {**pieces, "ironclad": foe(12, 12 + 2 * LARGE + 0.3)}, casters=False, waits=True)
    t.activate("sorscha", "cast boundless_charge at juggernaut", "end").activate("juggernaut", "charge ironclad")
    assert t.focus("juggernaut") == 0 and not t.legal([315_000, 9000])


# --- running past ---
@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20", "M2-ENGAGE-1")
def test_a_charge_ends_while_its_target_is_before_it_in_mk2_and_near_it_in_mk1(game: str) -> None:
    """The base reaches 0.984 behind its middle, 4 inches along the line; half an inch between the bases 1.034."""
    t = charging(game, 12 + 1.8, 14)
    assert t.legal([90_000, LAST[game]])
    t.refusal([90_000, LAST[game] + 1], LINE[game])
    t.refusal([90_000, 9000], LINE[game])
    t.play([90_000, LAST[game]])
    assert t.happened(Charged, failed=False)


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20")
def test_a_charge_ends_before_its_target_is_out_of_range(game: str) -> None:
    """1.9 inches aside half an inch between the bases lasts 0.836 inches beyond the middle."""
    t = charging(game, 12 + 1.9, 14)
    assert t.legal([90_000, 4836])
    t.refusal([90_000, 4837], LINE[game])
    t.play([90_000, 4836])
    assert t.happened(Charged, failed=False)


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20")
def test_the_whole_distance_may_end_before_the_target_or_beside_it(game: str) -> None:
    short = charging(game, 12 + 1.8, 24)
    assert short.legal([90_000, 9000])
    short.refusal([90_000, 8999], LINE[game])
    past = (LAST[game] - 4000) / 1000
    assert charging(game, 12 + 1.8, 19 - past).legal([90_000, 9000])
    charging(game, 12 + 1.8, 19 - past - 0.001).refusal([90_000, 9000], LINE[game])


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20", "M2-MOVE-23")
def test_contact_behind_the_target_is_no_end_of_a_charge(game: str) -> None:
    """The Destroyer stands 6 inches ahead; where it stands in front of the target's end it stops the charge."""
    behind = charging(game, 12 + 1.8, 14, pieces={"destroyer": foe(12, 16 + SMALL + LARGE)})
    behind.refusal([90_000, 6000], LINE[game])
    assert behind.legal([90_000, 4984])
    before = charging(game, 12 + 1.8, 14, pieces={"destroyer": foe(12 - 0.2, 12 + SMALL + LARGE)})
    assert before.legal([90_000, line_of(before).along(before.position, 90_000).most])


@pytest.mark.rule("M2-MOVE-20")
@pytest.mark.parametrize("far", [5200, 6000, 6500, 9000])
def test_mk2_reach_is_before_the_front_only(far: int) -> None:
    pieces = {**row(1, "iron_fangs", "fangs"), "ironclad": foe(14.4, 14), "sorscha": at(44, 2), "stryker": foe(44, 44)}
    t = Game(MK2, pieces, casters=False, waits=True)
    t.activate("fangs", "order charge", "fangs.1 charges ironclad", "fangs.1 charge ironclad")
    t.refusal([90_000, far], "M2-MOVE-20")
    assert t.legal([90_000, 4900])


@every
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-19", "M2-MOVE-20")
@pytest.mark.parametrize("seed", seeds(25))
def test_every_line_that_is_offered_is_legal(game: str, seed: int) -> None:
    """Best, nearest and drawn answers; who gets within range by one of them has its target before it."""
    rng = Random(seed)
    far, turn = rng.uniform(1.6, 11), rng.uniform(0, 270)
    x, y = end_of((24_000, 24_000), round(1000 * turn), 1000 * far)
    walls = [{"kind": "wall", "at": [20, 27], "size": [3, 0.4]}] if seed % 3 == 0 else []
    more = {} if seed % 2 else {"destroyer": foe(27, 20)}
    pieces = {"stryker": at(24, 24), "juggernaut": foe(x / 1000, y / 1000), **more}
    t = Game(game, pieces, waits=True, terrain=walls).activate("stryker")
    if not t.legal("charge juggernaut"):
        return
    t.play("charge juggernaut")
    p, domain = t.position, line_of(t)
    me, it = p.state.models["stryker"].at, p.state.models["juggernaut"].at
    found = [domain.best(p), domain.fallback(p), *domain.sample(p, 5, rng)]
    for _ in range(12):
        goal = end_of(me, rng.randrange(360_000), rng.uniform(0, 9000))
        found += [line] if (line := domain.toward(p, goal)) is not None else []
    half = domain.half(p)
    for off in (-half, half, *(rng.randint(-half, half) for _ in range(12))):
        way = (bearing(me, it) + off) % 360_000
        first, last, most = domain.stretch(p, way)
        found += [(way, most), *[(way, last)] * (first <= last)]
        found += [(way, wish)] if (wish := domain.nearest_along(p, way, rng.randint(0, 9000))) is not None else []
    for way, far in found:
        assert domain.refuse(p, (way, far)) is None, (way, far)
        course = domain.along(p, way)
        if course.meets == "past" and far == course.most and course.first is not None and far > course.first + 100:
            (ex, ey) = end_of(me, way, far)
            there = p.with_state(p.state.with_model("stryker", x=ex, y=ey, facing=way))
            assert there.holds(ChargeReaches("stryker", "juggernaut")), (way, far)


@every
@pytest.mark.rule("M1-POWER-13", "M1-POWER-24", "M2-POWER-23")
def test_a_slam_leads_straight_to_its_target_and_never_past_it(game: str) -> None:
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, 10 + 2 * LARGE + 4)}
    t = Game(game, pieces, waits=True).activate("juggernaut", "slam ironclad")
    assert t.legal([90_000, 4000]) and t.legal([90_000, 3500])
    for line in ([90_000, 4001], [90_000, 3400], [270_000, 0], [270_000, 7000], [90_100, 4000]):
        t.refusal(line)


# --- the end of the distance ---
def at_a_wall(game: str, more: float, far: int, kind: str = "wall") -> bool:
    """Stryker charges 9 inches at a Juggernaut behind a low wall, so far ahead. Returns whether he gets there."""
    low = 10 + SMALL + 9 + more
    wall = [{"kind": kind, "at": [12, low + 0.1], "size": [6, 0.2]}]
    t = charging(game, 12, low + 0.3 + LARGE, terrain=wall).play([90_000, far])
    return bool(t.happened(Charged, failed=False))


@pytest.mark.rule("M1-CHARGE-20", "M1-CHARGE-7")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_a_charge_whose_distance_ends_at_terrain_has_not_met_it(game: str) -> None:
    """A thousandth less and it would have gone on into it; short of it by choice it has met nothing."""
    assert at_a_wall(game, 0, 9000) and at_a_wall(game, 0.001, 9000)
    assert not at_a_wall(game, -0.001, 8999)
    assert at_a_wall(game, -0.001, 8998)


@pytest.mark.rule("M1-CHARGE-20", "M1-CHARGE-8")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
@pytest.mark.parametrize(("nearer", "far", "there"), [(0, 9000, True), (1, 8999, False), (1, 8998, True)])
def test_mk1_a_charge_whose_distance_ends_at_a_model_has_not_met_it(
    game: str, nearer: int, far: int, there: bool
) -> None:
    other = {"destroyer": foe(12, 19 + SMALL + LARGE - nearer / 1000)}
    t = charging(game, 12 + 1.8, 19, pieces=other).play([90_000, far])
    assert t.happened(Charged, failed=not there)


@pytest.mark.rule("M2-MOVE-22", "M2-MOVE-36")
def test_mk2_contact_ahead_is_contact_at_the_end_of_the_distance_too() -> None:
    assert not at_a_wall(MK2, 0, 9000) and not at_a_wall(MK2, -0.001, 8999)
    assert at_a_wall(MK2, -0.005, 8990)


@pytest.mark.rule("M1-POWER-24", "M1-CHARGE-20")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
@pytest.mark.parametrize(("more", "far", "there"), [(0, 7000, True), (-0.001, 6999, False), (-0.001, 6998, True)])
def test_mk1_a_slam_whose_distance_ends_at_terrain_has_not_met_it(
    game: str, more: float, far: int, there: bool
) -> None:
    low = 10 + LARGE + 7 + more
    wall = [{"kind": "wall", "at": [12, low + 0.1], "size": [6, 0.2]}]
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, low + 0.3 + LARGE)}
    t = Game(game, pieces, terrain=wall, waits=True, dice=["1 1"]).activate("juggernaut", "slam ironclad")
    t.play([90_000, far])
    assert t.happened(Charged, failed=not there)


# --- sprays ---
def sprayed(game: str, x: float, y: float) -> bool:
    """An Etcher sprays 8 inches to the north, at a Juggernaut; whether Sorscha is under it."""
    pieces = {"etcher": at(12, 10), "juggernaut": foe(12, 17), "sorscha": foe(x, y)}
    strike = Strike(attacker="etcher", target="juggernaut", kind="ranged", weapon="acid_jet", marks=("spray",))
    return "sorscha" in under_spray(Game(game, pieces).position, strike)


@every
@pytest.mark.rule("M1-SPRAY-3", "M1-SPRAY-4", "M1-GEO-3", "M1-RANGED-4", "M2-SPRAY-3", "M2-GEO-4")
@pytest.mark.parametrize(("gap", "under"), [(7.999, True), (8, True), (8.001, True), (8.002, False)])
def test_a_spray_reaches_as_far_as_its_range(game: str, gap: float, under: bool) -> None:
    pieces = {"etcher": at(12, 10), "juggernaut": foe(12, 10 + MEDIUM + gap + LARGE)}
    t = Game(game, pieces, waits=True, dice=["1 1"]).activate("etcher", "attack juggernaut with acid_jet")
    assert bool(t.happened(Struck, who="juggernaut")) == under
    assert sprayed(game, 12, 10 + MEDIUM + gap + SMALL) == under


@every
@pytest.mark.rule("M1-SPRAY-4", "M1-GEO-3", "M2-SPRAY-3", "M2-GEO-4")
@pytest.mark.parametrize(("gap", "under"), [(-0.001, True), (0, True), (0.003, False)])
def test_who_touches_the_edge_of_a_spray_is_under_it(game: str, gap: float, under: bool) -> None:
    """4 inches along it is 0.85 inches wide to each side, and widens by 0.15 inches per inch."""
    lean = hypot(1, 0.15)
    out = SMALL + gap
    assert sprayed(game, 12 + 0.85 + out / lean, 14 + MEDIUM - 0.15 * out / lean) == under
    assert sprayed(game, 12 - 0.85 - out / lean, 14 + MEDIUM - 0.15 * out / lean) == under


# --- the furnace ---
FALLEN = 10 + 2 * LARGE + 4


def slammed(game: str, stream: dict[str, Any], fallen: dict[str, Any], to: int = 6) -> Game:
    """A Juggernaut slams an Ironclad 4 inches away to the north."""
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": fallen}
    t = Game(
        game, pieces, terrain=[stream], waits=True, dice=[str(to), "1 1"] if "down" in fallen else ["6 6", str(to)]
    )
    return t.activate("juggernaut", "slam ironclad", [90_000, 3600])


def stream(x: float = 12, y: float = FALLEN + LARGE + 1, deep: float = 0.5) -> dict[str, Any]:
    return {"kind": "shallow_water", "at": [x, y], "size": [6, deep]}


@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M1-POWER-28")
@pytest.mark.parametrize("game", [MK1, ESCALATION])
def test_mk1_a_fallen_warjack_slammed_through_narrow_water_goes_out(game: str) -> None:
    t = slammed(game, stream(), foe(12, FALLEN, down=True, focus=2))
    assert "inert" in t.effects("ironclad") and t.focus("ironclad") == 0
    assert t.place("ironclad")[1] - LARGE > FALLEN + LARGE + 1.25, "it comes out on the other side"


@pytest.mark.rule("M1-TERRAIN-7")
def test_mk1_a_warjack_that_stood_is_not_knocked_down_in_the_water_it_is_slammed_through() -> None:
    t = slammed(MK1, stream(), foe(12, FALLEN))
    assert "knocked_down" in t.effects("ironclad") and "inert" not in t.effects("ironclad")


@pytest.mark.rule("M1-TERRAIN-7", "M1-GEO-4")
@pytest.mark.parametrize(("into", "out"), [(0, False), (0.001, False), (0.002, True)])
def test_mk1_it_goes_out_where_its_base_overlaps_the_water_on_its_way(into: float, out: bool) -> None:
    """The bank runs along the way of the base; both ends lie beyond it."""
    beside = {"kind": "shallow_water", "at": [12 + LARGE + 2 - into, FALLEN + 2.5], "size": [4, 1]}
    t = slammed(MK1, beside, foe(12, FALLEN, down=True))
    assert ("inert" in t.effects("ironclad")) == out


@pytest.mark.rule("M1-TERRAIN-7", "M1-TERRAIN-8", "M1-POWER-11")
def test_mk1_a_fallen_warjack_pushed_along_a_puddle_goes_out() -> None:
    y = 10 + 2 * LARGE + 0.3
    pool = {"kind": "shallow_water", "at": [12 + LARGE + 0.29, y + 0.3], "radius": 0.3}
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, y, down=True)}
    t = Game(MK1, pieces, terrain=[pool], waits=True, dice=["6", "1"]).activate("juggernaut", "push ironclad")
    assert "inert" in t.effects("ironclad")
    assert t.place("ironclad")[1] > y + 0.66, "it lies beyond the puddle"


@pytest.mark.rule("M1-TERRAIN-8", "M1-POWER-28")
def test_mk1_fire_on_the_fallen_ends_where_they_are_slammed_through_water() -> None:
    y = 10 + LARGE + SMALL + 4
    pieces = {
        "juggernaut": at(12, 10, focus=1),
        "stryker": foe(12, y, down=True, effects=["fire"]),
        "sorscha": at(44, 2),
    }
    t = Game(MK1, pieces, terrain=[stream(y=y + SMALL + 1)], casters=False, waits=True, dice=["6"])
    t.activate("juggernaut", "slam stryker", [90_000, 3600])
    assert t.place("stryker")[1] - SMALL > y + SMALL + 1.25 and "fire" not in t.effects("stryker")


@pytest.mark.rule("M1-TERRAIN-7", "M1-POWER-36")
@pytest.mark.parametrize(("y", "out"), [(1.3, False), (7, True)])
def test_mk1_a_throw_counts_where_it_lands(y: float, out: bool) -> None:
    """5.5 inches over the stream, or into it."""
    at_y = 10 + 2 * LARGE + 0.3
    pieces = {"juggernaut": at(12, 10, focus=1), "ironclad": foe(12, at_y, down=True)}
    t = Game(MK1, pieces, terrain=[stream(y=at_y + y)], waits=True, dice=["6", "1", "1", "1"])
    t.activate("juggernaut", "throw ironclad")
    t.play(list(t.ask.domain.toward(t.position, (12_000, 30_000))))
    assert t.place("ironclad")[1] - LARGE > at_y + 1.6 and ("inert" in t.effects("ironclad")) == out


@pytest.mark.parametrize(("game", "card"), [(ESCALATION, "tracker"), (MK2, "manhunter")])
@pytest.mark.rule("M1-CHARGE-6", "M2-MOVE-20", "M2-ADV-34")
def test_a_charge_is_not_drawn_onto_what_it_only_crosses(game: str, card: str) -> None:
    """A pathfinder over a wall: there is no room to end on it, beside it there is."""
    wall = [{"kind": "wall", "at": [12, 15.2], "size": [1.4, 0.4]}]
    t = Game(game, {card: at(12, 10), "juggernaut": foe(13.9, 16.2)}, terrain=wall, waits=True)
    t.activate(card, "charge juggernaut")
    domain, drawn = t.ask.domain, t.ask.domain.outline(t.position)
    assert drawn is not None
    for far in range(0, 9000, 50):
        end = (12_000, 10_000 + far)
        if drawn.deep(end, 20):
            assert domain.refuse(t.position, (90_000, far)) is None, far
    assert not drawn.has((12_000, 15_200))
