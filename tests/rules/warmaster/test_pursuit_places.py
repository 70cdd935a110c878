"""Where the stands of pursuers end: what is fixed, what their player chooses (WM-PURSUE-8 to -11, -17, -22, -24)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from sandtable.core import Position
from sandtable.geometry.pairs import contact
from sandtable.rulesets.warmaster.combat.pursuit import pursuits, supporting_pursuit
from sandtable.rulesets.warmaster.combat.pursuit_places import PursuitPlaces
from sandtable.rulesets.warmaster.measuring.crowd import crowd, rects_at
from sandtable.rulesets.warmaster.state.table import Engagement
from sandtable.scene import Rect
from tests.rules.warmaster.kit import Bench, foot, goblins, knights, orcs, poses, unit


def at(pieces: dict[str, Any], **given: Any) -> Position[Any, Any]:
    return Bench(pieces=pieces, step="orders", waits=True, **given).position


def chasing(retreated: int, **given: Any) -> Bench:
    """Halberdiers about (100, 50) go after one stand of black orcs that retreats from (100, 52)."""
    hits, left = "4" * retreated, "1" * (12 - retreated)
    pieces = {
        "h": foot(100, 50, charged=True),
        "o": unit("black_orcs", "b", 0, 0, stands=[[100, 52, 270]]),
    }
    dice = [hits + left, "1" * retreated, "1111"]
    return Bench(pieces=pieces, step="combat", dice=dice, waits=True, **given).play("h pursues o")


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-22", "WM-PURSUE-24")
def test_the_player_places_the_stands_that_do_not_go_straight_ahead() -> None:
    t = chasing(3)  # the orcs' sides are x = 98 and 102 from y = 54 to 56
    assert (t.ask.prompt, t.ask.cite) == ("where h's stands go in", "WM-PURSUE-24")
    middle, left, right = (100, 53, 90), (97, 55, 0), (103, 55, 180)
    domain = t.ask.domain
    assert isinstance(domain, PursuitPlaces)
    assert domain.poses(t.position, domain.fallback(t.position)) == poses(left, middle, right)
    t.refusal(poses(left, (100, 50, 90), right), "WM-FORMN-1")
    t.refusal(poses((97, 52, 0), (100, 52, 90), (103, 52, 180)), "WM-PURSUE-9")
    t.refusal(poses((96, 53, 90), middle, right), "WM-PURSUE-24")
    t.refusal(poses(left, middle, (104, 53, 90)), "WM-PURSUE-24")
    assert t.legal(poses((97, 55.95, 0), middle, right)), "0.05 cm of its own unit, the orcs' whole side"
    t.refusal(poses((97, 56.2, 0), middle, right), "WM-FORMN-1")
    assert t.legal(poses((97, 52.1, 0), middle, right)), "0.1 cm of the orcs' side"
    t.refusal(poses((97, 52.05, 0), middle, right), "WM-PURSUE-24")
    lower = poses((97, 53.5, 0), middle, (103, 54.5, 180))
    assert [(r.x, r.y, r.facing) for r in map(_shape, t.match.preview(lower).ghosts)] == list(lower)
    t.play(lower)
    assert t.stands("h") == [(97, 53.5, 0), (100, 53, 90), (103, 54.5, 180)] and t.unit("h").pursued


def _shape(piece: Any) -> Rect:
    assert isinstance(piece.shape, Rect)
    return piece.shape


@pytest.mark.rule("WM-PURSUE-22", "WM-PURSUE-8")
def test_no_stand_ends_farther_from_the_pursued_than_it_began_or_goes_beyond_its_pace() -> None:
    t = chasing(1, readings={"pursuit_other_stands": "free"})
    middle = (100, 51, 90)
    assert t.legal(poses((96, 51, 90), middle, (104, 51, 90)))
    t.refusal(poses((96, 51, 90), middle, (100, 49, 90)), "WM-PURSUE-22")  # 2 cm from them, it began 1 cm from them
    far = {
        "k": foot(0, 0, stands=[[40, 20, 90], [44, 20, 90]]),
        "o": orcs(0, 0, stands=[[40, 48, 270]], retreated=True),
    }
    p = at(far)
    domain = PursuitPlaces(unit="k", enemy="o")
    assert pursuits(p, "k", "o") == (), "one goes straight ahead without limit, the other cannot follow"
    near = at({**far, "o": orcs(0, 0, stands=[[40, 42, 270]], retreated=True)})
    assert domain.refuse(near, poses((40, 40, 90), (44, 40, 90))) is None


@pytest.mark.rule("WM-PURSUE-9", "WM-PURSUE-20")
def test_stands_straight_ahead_of_any_enemy_they_fought_go_straight_ahead() -> None:
    """The right stand faces goblins that retreated as well; it does not go round the orcs."""
    pieces = {
        "h": foot(100, 50),
        "o": orcs(0, 0, stands=[[96, 55, 270], [92, 55, 270]], retreated=True),
        "g": goblins(0, 0, stands=[[104, 55, 270], [108, 55, 270]], retreated=True),
    }
    p = at(pieces)
    p = p.with_state(p.state.but(engagements={"fight_1": Engagement(("h", "o", "g"))}))
    (ends,) = pursuits(p, "h", "o", ("o", "g"))
    assert ends[0] == poses((96, 53, 90))[0] and ends[2] == poses((104, 53, 90))[0]


@pytest.mark.rule("WM-PURSUE-17")
@pytest.mark.parametrize("turn", [10, -10])
def test_a_stand_pivots_about_the_point_where_it_meets_an_edge_that_is_not_parallel(turn: int) -> None:
    """A stand meets the edge with a front corner and turns about that corner."""
    wide, there = radians(turn), orcs(0, 0, stands=[[100, 60, 270 + turn]], retreated=True)
    (ends,) = pursuits(at({"h": foot(0, 0, stands=[[100, 50, 90]]), "o": there}), "h", "o")
    x, y, facing = (v / 1000 for v in ends[0])
    assert facing == (90 + turn) % 360
    # the enemy's front line: through (100, 60) - 1 cm along its facing; its corner nearest to the stand is met first
    ox, oy = 100 + cos(radians(270 + turn)), 60 + sin(radians(270 + turn))
    corner = (ox + (2 if turn < 0 else -2) * cos(wide), oy + (2 if turn < 0 else -2) * sin(wide))
    inside = (corner[0] - x) * cos(radians(facing)) + (corner[1] - y) * sin(radians(facing))
    along = (corner[0] - x) * -sin(radians(facing)) + (corner[1] - y) * cos(radians(facing))
    assert inside == pytest.approx(1, abs=0.01), "its front edge lies on theirs"
    assert along == pytest.approx(100 - corner[0], abs=0.01), "where it was met"


@pytest.mark.rule("WM-PURSUE-17")
def test_a_pivot_is_made_within_full_pace_and_counts_only_what_overlaps_the_frontage() -> None:
    def turned_enemy(x: float, y: float) -> Position[Any, Any]:
        there = orcs(0, 0, stands=[[x, y, 250]], retreated=True)
        return at({"h": foot(0, 0, stands=[[100, 30, 90]]), "o": there})

    assert pursuits(turned_enemy(100, 49), "h", "o")
    assert not pursuits(turned_enemy(100, 53), "h", "o"), "the straight way alone would have no limit"


@pytest.mark.rule("WM-FLY-6", "WM-PURSUE-5")
def test_the_other_stands_of_pursuing_flyers_stay_out_of_woods() -> None:
    wood = {"size": [120, 90], "terrain": [{"kind": "wood", "points": [[40, 44], [60, 44], [60, 60], [40, 60]]}]}
    stands = [[35, 40, 90], [37, 40, 90], [39, 40, 90]]
    pieces = {
        "e": unit("giant_eagles", "a", 0, 0, stands=stands),
        "o": orcs(0, 0, stands=[[36, 49, 270]], retreated=True),
    }
    for table in ({"size": [120, 90]}, wood):
        (ends, *_) = pursuits(at(pieces, table=table), "e", "o")
        inside = [x for x, _, _ in ends if x >= 40_000]  # on their right side, half in the wood
        assert bool(inside) == (table is not wood)


@pytest.mark.rule("WM-PURSUE-10", "WM-PURSUE-24")
def test_after_a_first_stand_that_went_round_the_others_strike_where_they_can() -> None:
    """Nobody is straight ahead; the first is placed as in a charge, the rest by WM-PURSUE-24."""
    pieces = {
        "h": foot(0, 0, stands=[[80, 50, 90], [84, 50, 90]]),
        "o": orcs(0, 0, stands=[[92, 54, 270]], retreated=True),
    }
    p = at(pieces)
    (ends, *_) = pursuits(p, "h", "o")
    enemy = crowd(p).of("o")[0]
    met = [contact(r, enemy, 10) for r in rects_at(p, "h", ends)]
    assert all(m is not None and m.side_a == "front" and m.length >= 100 for m in met)


@pytest.mark.rule("WM-PURSUE-9")
def test_if_all_straight_ahead_would_split_the_unit_the_player_says_who_goes() -> None:
    pieces = {
        "h": foot(0, 0, stands=[[98, 50, 90], [102, 50, 90]]),
        "o": orcs(0, 0, stands=[[98, 54, 270]], retreated=True),
        "g": goblins(0, 0, stands=[[102, 58, 270]], retreated=True),
    }
    p = at(pieces)
    p = p.with_state(p.state.but(engagements={"fight_1": Engagement(("h", "o", "g"))}))
    one, other = pursuits(p, "h", "o", ("o", "g")), pursuits(p, "h", "g", ("o", "g"))
    assert one == (poses((98, 52, 90), (101, 54, 180)),)
    assert len(other) == 1 and poses((102, 56, 90))[0] in other[0]


@pytest.mark.rule("WM-PURSUE-11")
def test_a_supporting_pursuit_brings_no_stand_into_edge_contact() -> None:
    pieces = {"h": foot(0, 0, stands=[[40, 46, 90]]), "back": foot(40, 40), "o": orcs(0, 0, stands=[[40, 48, 270]])}
    for extra, free in (({}, True), ({"x": orcs(0, 0, stands=[[47, 44, 180]])}, False)):
        p = at({**pieces, **extra})
        p = p.with_state(p.state.unit("h", pursued=True))
        assert (supporting_pursuit(p, "back") is not None) == free


@pytest.mark.rule("WM-PURSUE-9")
def test_where_every_stand_goes_straight_ahead_nothing_is_asked() -> None:
    stands = [[38, 44, 90], [40, 44, 90], [42, 44, 90]]
    pieces = {"k": knights(0, 0, stands=stands), "o": orcs(40, 47)}
    t = Bench(pieces=pieces, step="combat", dice=["551111111", "11", "1" * 12], waits=True).play("k pursues o")
    assert t.stands("k") == [(38, 46, 90), (40, 46, 90), (42, 46, 90)] and t.match.ask is None
