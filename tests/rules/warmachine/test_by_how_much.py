"""What a refusal says of how far a line is off: so much less is legal, and two thousandths more of it is not."""

from __future__ import annotations

from math import cos, dist, radians, sin
from random import Random
from typing import Any

import pytest

from sandtable.core import Line
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from tests.rules.warmachine.kit import LARGE, MEDIUM, MK2, SMALL, Game, at, every, foe
from tests.seeds import seeds

KINDS = ("obstruction", "rough", "forest")


def table(game: str, rng: Random, own: str) -> Game:
    """A warjack in the middle of friends, enemies and terrain."""
    pieces: dict[str, Any] = {own: at(24, 24, focus=3)}
    size = {"juggernaut": LARGE, "destroyer": LARGE, "sorscha": SMALL, "stryker": SMALL, "lancer": MEDIUM}
    taken = [(24.0, 24.0, LARGE)]
    for name in size:
        for _ in range(30):
            far, way = LARGE + size[name] + rng.uniform(0.0, 7), radians(rng.uniform(0, 360))
            x, y = round(24 + far * cos(way), 3), round(24 + far * sin(way), 3)
            if all(dist((x, y), (a, b)) > size[name] + r + 0.002 for a, b, r in taken):
                taken.append((x, y, size[name]))
                pieces[name] = (at if name in ("stryker", "lancer") else foe)(x, y)
                break
    terrain: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, 3)):
        x, y = rng.uniform(17, 31), rng.uniform(17, 31)
        if all(dist((x, y), (a, b)) > r + 1.8 for a, b, r in taken):
            terrain.append({"kind": rng.choice(KINDS), "at": [round(x, 3), round(y, 3)], "size": [2, 1.2]})
    return Game(game, pieces, terrain=terrain, casters=False, waits=True)


def check(t: Game, way: int, far: int) -> None:
    """The number that a line is refused with is right."""
    line = t.ask.domain
    assert isinstance(line, Line)
    bad = line.refuse(t.position, (way, far))
    if bad is None or bad.short_by is None:
        return
    by = bad.short_by
    assert by > 0, bad
    farther = "goes on" in bad.reason or "less than" in bad.reason
    end, nearer = (far + by, far + by - 2) if farther else (far - by, far - by + 2)
    assert line.refuse(t.position, (way, end)) is None, bad
    assert by <= 2 or line.refuse(t.position, (way, nearer)) is not None, bad


@every
@pytest.mark.parametrize("seed", seeds(8))
def test_charges_and_slams(game: str, seed: int) -> None:
    rng = Random(seed)
    for verb in ("charge", "slam"):
        for target in ("juggernaut", "destroyer", "sorscha"):
            t = table(game, rng, "ironclad")
            t.activate("ironclad")
            if target in t.state.models and t.legal(f"{verb} {target}"):
                t.play(f"{verb} {target}")
                line = t.ask.domain
                assert isinstance(line, StraightAt)
                for _ in range(25):
                    off = rng.randint(-line.half(t.position), line.half(t.position)) if line.half(t.position) else 0
                    check(t, (line.middle(t.position) + off) % 360_000, rng.randint(0, 14_000))


@pytest.mark.parametrize("seed", seeds(12))
def test_tramples(seed: int) -> None:
    rng = Random(seed)
    t = table(MK2, rng, "ironclad").activate("ironclad", "trample")
    for _ in range(40):
        check(t, rng.randrange(360_000), rng.randint(0, 12_000))


@every
@pytest.mark.parametrize("seed", seeds(12))
def test_straight_advances(game: str, seed: int) -> None:
    """Too far, and no farther than to what is in the way."""
    rng = Random(seed)
    t = table(game, rng, "ironclad").activate("ironclad", "advance")
    for _ in range(40):
        way, far = radians(rng.uniform(0, 360)), rng.randint(100, 9000)

        def to(end: float, way: float = way) -> list[list[int]]:
            return [[round(24_000 + end * cos(way)), round(24_000 + end * sin(way))]]

        bad = t.ask.domain.refuse(t.position, t.ask.domain.normal(to(far)))
        if bad is None or "too far" not in bad.reason:
            continue
        assert bad.short_by
        if "slow ground" not in bad.reason:
            rest = t.ask.domain.refuse(t.position, t.ask.domain.normal(to(far - bad.short_by - 1)))
            assert rest is None or "too far" not in rest.reason
            assert t.ask.domain.refuse(t.position, t.ask.domain.normal(to(far - bad.short_by + 3))) is not None


@pytest.mark.rule("M2-POWER-40")
def test_a_trample_that_ends_on_somebody_is_told_the_places_before_and_beyond() -> None:
    t = Game(MK2, {"ironclad": at(12, 10, focus=3), "guns": foe(12, 13, card="gun_mage_captain_adept")})
    t.activate("ironclad", "trample")
    touch = LARGE + SMALL
    found = t.refusal((90_000, 3_000)).instead.split(" or ")
    assert [float(far) for far in found] == [pytest.approx(3 - touch, abs=0.002), pytest.approx(3 + touch, abs=0.011)]
    for far in found:
        assert t.legal((90_000, round(1000 * float(far))))


@pytest.mark.rule("M2-POWER-40")
def test_a_trample_that_is_too_far_with_somebody_at_its_end_goes_before_him() -> None:
    t = Game(MK2, {"ironclad": at(12, 10, focus=3), "guns": foe(12, 17, card="gun_mage_captain_adept")})
    t.activate("ironclad", "trample")
    for far in (7_000, 8_000, 30_000):
        assert float(t.refusal((90_000, far)).instead) == pytest.approx(7 - LARGE - SMALL, abs=0.002)
