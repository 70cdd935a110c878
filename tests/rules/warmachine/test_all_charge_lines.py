"""The lines that a unit takes by itself in `all charge`: to a charge attack wherever there is one to be had."""

from __future__ import annotations

from math import cos, dist, radians, sin
from random import Random
from typing import Any

import pytest

from sandtable.core import Draft, answer
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.movement.charge import Charged
from sandtable.rulesets.warmachine.common.movement.straight_lines import StraightAt
from sandtable.rulesets.warmachine.common.state.events import Damaged
from sandtable.rulesets.warmachine.common.turn.activity import CHARGE_MINIMUM
from tests.rules.warmachine.kit import LARGE, MEDIUM, SMALL, STEP, Game, at, every, foe, row
from tests.seeds import seeds

CASTERS = {"sorscha": at(2, 2), "stryker": foe(46, 46)}
FRONT = 10 + SMALL + LARGE  # where the middle of an enemy on a large base is, touching the row


def fangs(n: int, **more: Any) -> dict[str, Any]:
    return row(n, "iron_fangs", "fangs", **more)


def trooper(n: int, x: float, y: float) -> dict[str, Any]:
    return {f"fangs.{n}": at(x, y, card="iron_fangs", unit="fangs", role="leader" if n == 1 else "grunt")}


def charge(game: str, pieces: dict[str, Any], **more: Any) -> Game:
    return Game(game, {**pieces, **CASTERS}, casters=False, **more).activate("fangs", "order charge")


def far(t: Game) -> dict[str, int]:
    """How far everybody went whose charge reached its target."""
    return {c.who: c.far for c in t.happened(Charged, failed=False)}


@every
@pytest.mark.parametrize("gap", [2.999, 2.9, 2.6])
def test_a_little_aside_it_is_a_charge_attack(game: str, gap: float) -> None:
    """Straight at it there are less than 3 inches; past its side there are more."""
    t = charge(game, {**trooper(1, 12, 10), **trooper(2, 12 - STEP, 8), "ironclad": foe(12, FRONT + gap)})
    t.play("all charge")
    assert far(t)["fangs.1"] >= CHARGE_MINIMUM


@every
def test_a_line_proposed_for_one_model_is_a_charge_attack_too(game: str) -> None:
    """What silence answers and what bots look at first."""
    t = Game(game, {"stryker": at(12, 10), "juggernaut": foe(12, 10 + SMALL + LARGE + 2.9)}, waits=True)
    t.activate("stryker", "charge juggernaut")
    domain = t.ask.domain
    assert domain.fallback(t.position)[1] >= CHARGE_MINIMUM
    assert domain.candidates(t.position, 1, Random(1))[0][1] >= CHARGE_MINIMUM


# --- comrades ---
@every
def test_who_is_walled_in_by_comrades_goes_after_them(game: str) -> None:
    """He is the nearest to his target, they are before him and to both sides, and have farther to go to theirs."""
    ring = {
        n: (12 + 1.25 * cos(radians(way)), 10 + 1.25 * sin(radians(way)))
        for n, way in zip(range(2, 8), range(30, 390, 60), strict=True)
    }
    pieces = trooper(1, 12, 10)
    for n, (x, y) in ring.items():
        pieces |= trooper(n, round(x, 3), round(y, 3))
    enemies = {n: foe(x, y, card="ironclad") for n, x, y in (("one", 12, 15.5), ("two", 15.8, 17), ("three", 8.2, 17))}
    t = charge(game, {**pieces, **enemies})
    t.play("fangs.1 charges one", *(f"fangs.{n} charges {'two' if n in (2, 3, 7) else 'three'}" for n in ring))
    t.play("all charge")
    assert min(far(t).get(f"fangs.{n}", -1) for n in range(1, 8)) >= CHARGE_MINIMUM


@every
def test_the_first_ones_leave_room_for_the_others(game: str) -> None:
    """Six round one small base, that stands with its back to a wall."""
    pieces = {name: one for n in range(6) for name, one in trooper(n + 1, 9 + 1.3 * n, 10 - 0.4 * (n % 2)).items()}
    wall = [{"kind": "obstruction", "at": [12, 16.8], "size": [12, 1]}]
    t = charge(game, {**pieces, "guns.1": foe(12.2, 15.5, **unit_of("guns.1"))}, terrain=wall)
    t.play("all charge guns.1")
    assert min(far(t).get(f"fangs.{n}", -1) for n in range(1, 7)) >= CHARGE_MINIMUM


# --- harm ---
@every
def test_no_way_through_a_harmful_cloud_where_there_is_another(game: str) -> None:
    t = charge(game, {**trooper(1, 12, 10), **trooper(2, 10.6, 10), "ironclad": foe(12, 17)})
    d: Draft[Any, Any] = Draft(t.rules, t.state)
    lay_cloud(d, (13_000, 13_000), 1000, 30)
    t.go_on(t.game.but(state=d.state))
    t.play("all charge")
    assert min(far(t).values()) >= CHARGE_MINIMUM and len(far(t)) == 2 and not t.happened(Damaged)


@every
def test_no_free_strike_for_the_sake_of_a_charge_attack(game: str) -> None:
    """Past its target he would leave the range of another enemy: rather a short charge."""
    t = charge(game, {**trooper(1, 12, 10), **trooper(2, 10.6, 8.6), "ironclad": foe(12, FRONT + 0.3)}, waits=True)
    t.play("all charge")
    assert 0 < far(t)["fangs.1"] < CHARGE_MINIMUM


# --- against sampled lines ---
def crowd(rng: Random, n: int) -> dict[str, Any]:
    """A charger with his target before him, and others round them."""
    pieces: dict[str, Any] = {"fangs.1": at(12, 10, card="iron_fangs", unit="fangs", role="leader")}
    size = {"ironclad": LARGE, "lancer": MEDIUM, "guns.1": SMALL, "guns.2": SMALL, "fangs.2": SMALL, "fangs.3": SMALL}
    taken = [(12.0, 10.0, SMALL)]
    target = rng.choice(("ironclad", "lancer", "guns.1"))
    for name in (target, *rng.sample([other for other in size if other != target], n)):
        for _ in range(50):
            far, way = rng.uniform(0, 2.8 if name.startswith("fangs") else 8), radians(rng.uniform(40, 140))
            away = far + size[name] + SMALL
            x, y = round(12 + away * cos(way), 3), round(10 + away * sin(way), 3)
            if all(dist((x, y), (a, b)) > size[name] + r + 0.002 for a, b, r in taken):
                taken.append((x, y, size[name]))
                where = at if name.startswith("fangs") else foe
                pieces[name] = where(x, y, **unit_of(name))
                break
    return pieces


def unit_of(name: str) -> dict[str, Any]:
    unit, _, number = name.partition(".")
    cards = {"fangs": "iron_fangs", "guns": "long_gunners"}
    role = "leader" if number == "1" else "grunt"
    return {"card": cards[unit], "unit": unit, "role": role} if unit in cards else {}


def came(t: Game, line: tuple[int, int]) -> Charged | None:
    """How a charge along a line comes out; None: a free strike comes between."""
    return next((e for e in answer(t.rules, t.game, line).events if isinstance(e, Charged)), None)


@every
def test_no_line_tried_at_random_is_better(game: str) -> None:
    """Nor does a line fail that is legal where the target is in reach."""
    judged = [best_at_random(game, seed) for seed in seeds(12)]
    assert judged.count(2) >= len(judged) // 4, "too few tables on which a charge attack is to be had"


def best_at_random(game: str, seed: int) -> int:
    """The best of 60 lines, and that the line taken by itself is as good: 2 is a charge attack, 1 an attack, 0 none."""
    rng = Random(seed)
    pieces = crowd(rng, rng.randint(0, 4))
    target = list(pieces)[1]
    pieces |= {} if "fangs.2" in pieces else {"fangs.2": at(12 - STEP, 8.6, **unit_of("fangs.2"))}
    t = charge(game, pieces)
    if not t.legal(f"fangs.1 charges {target}"):
        return 0
    t.play(f"fangs.1 charges {target}")
    if "declared" in t.offers():
        t.play("declared")
    t.play(f"fangs.1 charge {target}")
    line = t.ask.domain
    assert isinstance(line, StraightAt)
    found = came(t, line.fallback(t.position))
    best = 0
    for _ in range(60):
        way = (line.middle(t.position) + rng.randint(-line.half(t.position), line.half(t.position))) % 360_000
        first, last, most = line.stretch(t.position, way)
        for far in {most, last, rng.randint(first, max(first, last)), max(first, min(last, CHARGE_MINIMUM))}:
            if line.refuse(t.position, (way, far)) is None and (other := came(t, (way, far))):
                seen = line.reaches(t.position, way, far)
                assert not (seen and other.failed), (way, far)
                best = max(best, 0 if not seen else 2 if far >= CHARGE_MINIMUM else 1)
    if best:
        assert found and not found.failed and (best == 1 or found.far >= CHARGE_MINIMUM), best
    return best
