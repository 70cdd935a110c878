"""Sight in a crowd: 60 bases that hide one another, and a row of 30 asked again after an event. One JSON object a line.

`sight.crowd`: the event moves nobody (damage). `sight.crowd.moved`: one base moves. A base hides its own size and
smaller; a model sees what is in front of it. The answers are compared with single questions.

The state keeps places apart from condition, and what is remembered names the places as what it follows from: so it
survives every event that moves nobody.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time

from sandtable.core import Position, State, Value
from sandtable.geometry.measure import touching
from sandtable.geometry.shapes import Disc
from sandtable.geometry.sight import Base, Blocker, Blockers, sees, sight_among

RADII = (591, 787, 984)
TOPS = (1750, 2250, 2750)
BASES, TARGETS, TABLE = 60, 30, 48_000
OPEN_GROUND = Blockers()


class Place(Value, frozen=True):
    x: int
    y: int
    size: int
    facing: int

    @property
    def base(self) -> Disc:
        return Disc(self.x, self.y, RADII[self.size])


class Table(State, frozen=True, kw_only=True):
    places: tuple[Place, ...]
    damage: tuple[int, ...]


PLACES = frozenset({"places"})


def scene(seed: int) -> Table:
    """Two sides in the middle third of a table, nobody on top of another."""
    rng, models = random.Random(seed), list[Place]()
    while len(models) < BASES:
        side = len(models) % 2
        size = rng.choices((0, 1, 2), (6, 3, 1))[0]
        y = rng.randrange(12_000, 26_000) + 10_000 * side
        model = Place(rng.randrange(4000, TABLE - 4000), y, size, rng.randrange(30_000, 150_000) + 180_000 * side)
        if not any(touching(model.base, other.base) for other in models):
            models.append(model)
    return Table(places=tuple(models), damage=(0,) * BASES)


def hurt(table: Table, who: int) -> Table:
    damage = table.damage
    return table.but(damage=(*damage[:who], damage[who] + 1, *damage[who + 1 :]))


def moved(table: Table, who: int, by: int) -> Table:
    places = table.places
    return table.but(places=(*places[:who], places[who].but(x=places[who].x + by), *places[who + 1 :]))


def seen(p: Position, viewer: int, targets: tuple[int, ...]) -> list[bool]:
    """Which of some models the viewer sees; remembered for as long as nobody moves."""

    def ask() -> list[bool]:
        return sight_among(crowd(p), viewer, targets, front=p.state.places[viewer].facing).clear

    return p.memo(("row", viewer, targets), ask, PLACES)


def crowd(p: Position) -> Blockers:
    def build() -> Blockers:
        return OPEN_GROUND.among([Base(m.base, TOPS[m.size], m.size) for m in p.state.places], grow=1)

    return p.memo("crowd", build, PLACES)


def one_by_one(table: Table, viewer: int, targets: tuple[int, ...]) -> list[bool]:
    """The same row by single questions among the bases that count."""
    me, out = table.places[viewer], []
    for t in targets:
        target = table.places[t]
        hide = [
            Blocker(m.base._replace(r=m.base.r + 1))
            for i, m in enumerate(table.places)
            if i not in (viewer, t) and m.size >= target.size
        ]
        out.append(sees(me.base, TOPS[me.size], target.base, TOPS[target.size], hide, front=me.facing))
    return out


def main(rounds: int = 400) -> None:
    rng, tables = random.Random(7), [scene(seed) for seed in range(5)]
    times: dict[str, list[float]] = {"sight.crowd": [], "sight.crowd.moved": []}
    clear = 0
    for n in range(rounds):
        table = tables[n % len(tables)]
        viewer = rng.randrange(BASES)
        targets = tuple(i for i in range(BASES) if i % 2 != viewer % 2)[:TARGETS]
        before = seen(Position(None, table), viewer, targets)
        if n < 25:
            assert before == one_by_one(table, viewer, targets), "a row differs from its single questions"
        began = time.process_time()
        after = hurt(table, rng.randrange(BASES))
        row = seen(Position(None, after), viewer, targets)
        times["sight.crowd"].append(time.process_time() - began)
        assert row == before, "nobody moved, and the row changed"
        began = time.process_time()
        after = moved(after, rng.randrange(BASES), rng.choice((-1, 1)))
        row = seen(Position(None, after), viewer, targets)
        times["sight.crowd.moved"].append(time.process_time() - began)
        clear += sum(row)
        tables[n % len(tables)] = after
    about = {"bases": BASES, "targets": TARGETS, "seen": round(clear / rounds, 1)}
    for name, found in times.items():
        value = round(statistics.median(found) * 1e6, 1)
        print(
            json.dumps(
                {
                    "name": name,
                    "value": value,
                    "unit": "us",
                    "p90": round(sorted(found)[-rounds // 10] * 1e6, 1),
                    **about,
                }
            )
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
