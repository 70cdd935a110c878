"""Sight in a crowd: 60 bases that hide one another, and a row of 30 asked again after an event. One JSON object a line.

`sight.crowd`: the event moves nobody (damage). `sight.crowd.moved`: one base moves. A base hides its own size and
smaller; a model sees what is in front of it. The answers are compared with single questions.
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
from sandtable.geometry.sight import Blocker, Blockers, sees, sight_row

RADII = (591, 787, 984)
TOPS = (1750, 2250, 2750)
BASES, TARGETS, TABLE = 60, 30, 48_000


class Model(Value, frozen=True):
    x: int
    y: int
    size: int
    facing: int
    damage: int = 0

    @property
    def base(self) -> Disc:
        return Disc(self.x, self.y, RADII[self.size])


class Table(State, frozen=True, kw_only=True):
    models: tuple[Model, ...]


def scene(seed: int) -> Table:
    """Two sides in the middle third of a table, nobody on top of another."""
    rng, models = random.Random(seed), list[Model]()
    while len(models) < BASES:
        side = len(models) % 2
        size = rng.choices((0, 1, 2), (6, 3, 1))[0]
        y = rng.randrange(12_000, 26_000) + 10_000 * side
        model = Model(rng.randrange(4000, TABLE - 4000), y, size, rng.randrange(30_000, 150_000) + 180_000 * side)
        if not any(touching(model.base, other.base) for other in models):
            models.append(model)
    return Table(models=tuple(models))


def hurt(table: Table, who: int) -> Table:
    model = table.models[who]
    return table.but(models=(*table.models[:who], model.but(damage=model.damage + 1), *table.models[who + 1 :]))


def moved(table: Table, who: int, by: int) -> Table:
    model = table.models[who]
    return table.but(models=(*table.models[:who], model.but(x=model.x + by), *table.models[who + 1 :]))


def seen(p: Position, viewer: int, targets: tuple[int, ...]) -> list[bool]:
    """Which of some models the viewer sees; remembered for as long as the table stands."""
    return p.memo(("row", viewer, targets), lambda: _row(p, viewer, targets))


def _crowd(p: Position, size: int) -> Blockers:
    """The bases that hide models of a size."""
    models = p.state.models
    return Blockers(
        tuple(Blocker(m.base._replace(r=m.base.r + 1), owner=i) for i, m in enumerate(models) if m.size >= size)
    )


def _row(p: Position, viewer: int, targets: tuple[int, ...]) -> list[bool]:
    models, found = p.state.models, dict[int, bool]()
    me = models[viewer]
    for size in range(len(RADII)):
        crowd = p.memo(("crowd", size), lambda size=size: _crowd(p, size))  # type: ignore[misc]
        own = [t for t in targets if models[t].size == size]
        ends = [(models[t].base, TOPS[size]) for t in own]
        row = sight_row(me.base, TOPS[me.size], ends, crowd, front=me.facing, owner=viewer, owners=own)
        found.update(zip(own, row.clear, strict=True))
    return [found[t] for t in targets]


def one_by_one(table: Table, viewer: int, targets: tuple[int, ...]) -> list[bool]:
    """The same row by single questions among the bases that count."""
    me, out = table.models[viewer], []
    for t in targets:
        target = table.models[t]
        hide = [
            Blocker(m.base._replace(r=m.base.r + 1))
            for i, m in enumerate(table.models)
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
        before = seen(Position(None, table), viewer, targets)  # type: ignore[arg-type]
        if n < 25:
            assert before == one_by_one(table, viewer, targets), "a row differs from its single questions"
        began = time.perf_counter()
        after = hurt(table, rng.randrange(BASES))
        row = seen(Position(None, after), viewer, targets)  # type: ignore[arg-type]
        times["sight.crowd"].append(time.perf_counter() - began)
        assert row == before, "nobody moved, and the row changed"
        began = time.perf_counter()
        after = moved(after, rng.randrange(BASES), rng.choice((-1, 1)))
        row = seen(Position(None, after), viewer, targets)  # type: ignore[arg-type]
        times["sight.crowd.moved"].append(time.perf_counter() - began)
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
