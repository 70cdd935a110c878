"""Places, paths and groups in the hand: cost, how far it is legal, the nearest legal answer, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from random import Random
from typing import Any, ClassVar

import pytest

from sandtable.core import (
    Arrangement,
    Facing,
    Line,
    Outline,
    Path,
    Position,
    Refusal,
    Region,
    Ruleset,
    Showing,
    Standing,
    State,
    Unspoken,
)  # fmt: skip
from sandtable.core.arrangements import end_of
from sandtable.core.bodies import Body
from sandtable.geometry.regions import circle
from sandtable.geometry.shapes import Disc
from sandtable.lab.spatial_checks import nearest_is_nearest, outlines_hold

NORTH = 90_000
PIT = (14_000, 10_000)  # nobody may stand within 1 of its middle
PIECES = {"wolf": (10_000, 10_000), "hound": (10_000, 12_000), "scourge": (20_000, 10_000)}


class Nothing(State, frozen=True):
    pass


class Field(Showing):
    def pieces(self, p: Position) -> dict[str, Standing]:
        return {name: Standing(Disc(*at, 500), 0, NORTH) for name, at in PIECES.items()}

    def bodies(self, p: Position) -> Mapping[str, Body]:
        return {"pack": Body("pack", "Pack", 0, ("wolf", "hound"))}


class Rules(Ruleset):
    name = "field"
    showing = Field()


P: Any = Position(Rules(), Nothing())


class Spot(Region, frozen=True, kw_only=True):
    """Within 6 of the middle of the table, out of the pit and of whoever was placed before."""

    taken: tuple[Any, ...] = ()

    def fault(self, p: Position, pose: Any) -> Refusal | None:
        if dist(pose[:2], (10_000, 10_000)) > 6000:
            return Refusal("too far", "T-1", short_by=round(dist(pose[:2], (10_000, 10_000)) - 6000))
        if dist(pose[:2], PIT) < 1000:
            return Refusal("the pit", "T-2")
        if any(dist(pose[:2], other[:2]) < 1000 for other in self.taken):
            return Refusal("taken", "T-3")
        return None

    def outline(self, p: Position) -> Outline:
        holes = (circle(*PIT, 1000), *(circle(q[0], q[1], 1000) for q in self.taken))
        return Outline((circle(10_000, 10_000, 6000),), holes)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        tries = [(rng.randint(4000, 16_000), rng.randint(4000, 16_000)) for _ in range(4 * n)]
        return [at for at in tries if self.fault(p, at) is None][:n]


class Way(Path, frozen=True, kw_only=True):
    ends_facing: ClassVar[bool] = True

    def most(self, p: Position) -> int:
        return 6000

    def fault(self, p: Position, path: Any) -> Refusal | None:
        if (over := sum(self.price(p, path)) - 6000) > 0:
            return Refusal("too far", "T-1", short_by=over)
        return Refusal("the pit", "T-2") if path and dist(path[-1][:2], PIT) < 1000 else None


class Pack(Arrangement, frozen=True, kw_only=True):
    paths: ClassVar[bool] = True

    def after(self, p: Position, prefix: Any, piece: str) -> Spot:
        return Spot(piece=piece, taken=tuple(end_of(pose) for _, pose in prefix if pose is not None))

    def route(self, p: Position, prefix: Any, piece: str) -> Path:
        return Path(piece=piece, corners=2)


SPOT, WAY, PACK = Spot(piece="wolf"), Way(piece="wolf"), Pack(pieces=("wolf", "hound"))


def test_a_refused_place_is_judged_with_its_reason_and_the_nearest_legal_one() -> None:
    judged = SPOT.judged(P, (20_000, 10_000))
    assert judged.refusal is not None and judged.refusal.short_by == 4000
    assert judged.upto is not None and dist(judged.upto, (16_000, 10_000)) < 20
    assert SPOT.judged(P, (12_000, 10_000)).refusal is None
    assert SPOT.judged(P, "junk").refusal is not None


def test_the_nearest_place_goes_round_the_pit() -> None:
    found = SPOT.toward(P, (14_100, 10_000))
    assert found is not None and SPOT.refuse(P, found) is None
    assert dist(found, (14_100, 10_000)) < 920
    near = SPOT.toward(P, (20_000, 10_000), 2000)
    assert near is not None and dist(near, (10_000, 10_000)) <= 2000 and dist(near, (12_000, 10_000)) < 20


def test_outline_and_nearest_are_held_against_the_rules() -> None:
    assert outlines_hold(P, SPOT, Random(1)) == "" and nearest_is_nearest(P, SPOT, Random(1)) == ""

    class Wide(Spot, frozen=True, kw_only=True):
        def outline(self, p: Position) -> Outline:
            return Outline((circle(10_000, 10_000, 6100),), (circle(*PIT, 1000),))

    class Narrow(Spot, frozen=True, kw_only=True):
        def outline(self, p: Position) -> Outline:
            return Outline((circle(10_000, 10_000, 5500),), (circle(*PIT, 1000),))

    class Lazy(Spot, frozen=True, kw_only=True):
        def toward(self, p: Position, goal: Any, far: int | None = None) -> Any:
            return (10_000, 10_000)

    assert "is refused" in outlines_hold(P, Wide(piece="wolf"), Random(1))
    assert "outside" in outlines_hold(P, Narrow(piece="wolf"), Random(1))
    assert "nearer" in nearest_is_nearest(P, Lazy(piece="wolf"), Random(1))


def test_a_path_is_judged_leg_by_leg_up_to_where_it_is_legal() -> None:
    judged = WAY.judged(P, ((10_000, 14_000), (14_000, 14_000, 0)))
    assert judged.legs == (4000, 4000) and judged.cost == 8000 and judged.left == -2000
    assert judged.refusal is not None and judged.upto is not None
    assert dist(judged.upto[:2], (12_000, 14_000)) < 5
    legal = WAY.judged(P, ((10_000, 14_000), (11_000, 14_000, 0)))
    assert legal.refusal is None and legal.upto == (11_000, 14_000, 0) and legal.left == 1000


def test_only_the_end_of_such_a_path_faces() -> None:
    assert WAY.refuse(P, ((10_000, 14_000), (11_000, 14_000, 0))) is None
    assert WAY.refuse(P, ((10_000, 14_000, 0), (11_000, 14_000, 0))) is not None
    assert WAY.refuse(P, ((11_000, 14_000),)) is not None
    assert WAY.spoken(P, "north 4; east 1 facing scourge") == ((10_000, 14_000), (11_000, 14_000, 336_038))
    assert WAY.spoken(P, "north 4") == ((10_000, 14_000, NORTH),)
    assert WAY.spoken(P, "north 4 facing west") == ((10_000, 14_000, 180_000),)


def test_a_group_goes_as_one_and_keeps_its_formation() -> None:
    found = PACK.toward(P, (8000, 11_000))
    assert found is not None and PACK.refuse(P, found) is None
    at = dict(found)
    assert (at["hound"][0] - at["wolf"][0], at["hound"][1] - at["wolf"][1]) == (0, 2000)
    held = PACK.toward(P, (8000, 11_000), held="hound")
    assert held is not None and dict(held)["hound"] == (8000, 11_000) and dict(held)["wolf"] == (8000, 9000)
    far = PACK.toward(P, (40_000, 10_000))
    assert far is not None and PACK.refuse(P, far) is None


def test_a_part_of_a_group_is_judged() -> None:
    judged = PACK.judged(P, [("wolf", (8000, 8000))])
    assert judged.refusal is not None and "hound" in judged.refusal.instead
    bad = PACK.judged(P, [("wolf", PIT)])
    assert bad.refusal is not None and bad.refusal.cite == "T-2"
    outline = PACK.outline(P, (("wolf", (8000, 8000)),))
    assert outline is not None and not outline.has((8000, 8000)) and outline.has((8000, 9100))


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("all north 1", {"wolf": (10_000, 11_000), "hound": (10_000, 13_000)}),
        ("march ahead 1", {"wolf": (10_000, 11_000), "hound": (10_000, 13_000)}),
        ("stay", {"wolf": (10_000, 10_000), "hound": (10_000, 12_000)}),
        ("stay; hound 8 8", {"wolf": (10_000, 10_000), "hound": (8000, 8000)}),
        ("wolf north 1; hound lost", {"wolf": (10_000, 11_000), "hound": None}),
        ("wolf north 1 then east 2; hound 8 8", {"wolf": ((10_000, 11_000), (12_000, 11_000)), "hound": (8000, 8000)}),
    ],
)
def test_a_group_is_moved_in_words(words: str, answer: dict[str, Any]) -> None:
    assert dict(PACK.spoken(P, words)) == answer


def test_a_group_goes_toward_a_piece_or_a_body_in_words() -> None:
    toward = PACK.spoken(P, "all toward scourge")
    assert PACK.refuse(P, toward) is None and dict(toward)["wolf"][0] > 12_000
    assert SPOT.spoken(P, "toward hound 1") == (10_000, 11_000)
    assert Spot(piece="scourge").spoken(P, "toward pack 4")[0] < 16_100
    suggested = PACK.spoken(P, "deploy as suggested; hound 8 8")
    assert dict(suggested)["hound"] == (8000, 8000) and dict(suggested)["wolf"] is not None
    with pytest.raises(Unspoken):
        PACK.spoken(P, "all sideways 4")


def test_a_piece_of_a_group_may_be_given_a_path() -> None:
    path = ((10_000, 11_000), (12_000, 11_000))
    assert PACK.refuse(P, (("wolf", path), ("hound", (8000, 8000)))) is None
    assert PACK.refuse(P, (("wolf", (*path, path[0])), ("hound", (8000, 8000)))) is not None


class Charge(Line, frozen=True, kw_only=True):
    def fault(self, p: Position, way: int, far: int) -> Refusal | None:
        return Refusal("too far that way", "T-4") if way < 180_000 and far > 4000 else None


class Turn(Facing, frozen=True, kw_only=True):
    pass


def test_lines_and_facings_keep_the_laws_of_places() -> None:
    charge, turn = Charge(piece="wolf", most=8000), Turn(piece="wolf", most=60_000)
    for domain in (charge, turn):
        assert outlines_hold(P, domain, Random(3)) == "" and nearest_is_nearest(P, domain, Random(3)) == ""
    judged = charge.judged(P, (90_000, 7000))
    assert judged.refusal is not None and judged.upto is not None and dist(judged.upto, (10_000, 14_000)) < 5
    assert turn.toward(P, (20_000, 10_000)) == 30_000 and turn.judged(P, 0).upto == (30_000,)
    assert turn.judged(P, 60_000).left == 30_000
