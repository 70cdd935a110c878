"""Expectations about dice: ``roll: {purpose: defence, action: 2, power: 2, cites: [WC-COVER-1]}``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sandtable.core import DiceSet, Pool, Roll, Rolled
from sandtable.scenarios.compare import agrees, shown
from sandtable.scenarios.dice import fits
from sandtable.scenarios.failures import Failure
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import ScenarioError
from sandtable.scenarios.snapshot import Snapshot


class Thrown(NamedTuple):
    """One pool, or a whole roll, thrown or about to be."""

    roll: Roll
    pools: tuple[Pool, ...]
    faces: tuple[tuple[int, ...], ...] | None
    results: tuple[Any, ...] = ()
    counted: bool = True

    @property
    def cites(self) -> set[str]:
        return {self.roll.cite, *(term.cite for pool in self.pools for term in pool.terms)} - {""}

    def count(self, die: str) -> int:
        return sum(n for pool in self.pools for name, n in pool.dice if name == die)


def roll(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    spec = {"purpose": expected} if isinstance(expected, str) else expected
    if not isinstance(spec, Mapping) or not spec:
        raise ScenarioError("a roll is given by {purpose: …, <die>: <how many>, cites: …}")
    every = list(thrown(snapshot))
    named = _called(every, spec)
    _known(snapshot, every, named, spec)
    hits = sum(not list(_wrong(snapshot, t, spec)) for t in named)
    times = spec.get("times")
    if (times is None and hits) or (times is not None and agrees(times, hits)):
        return
    wanted = "a roll: " + ", ".join(f"{key} {shown(value)}" for key, value in spec.items())
    if times is not None and hits:
        yield Failure(wanted, f"{hits} of them")
        return
    if not named:
        purposes = ", ".join(dict.fromkeys(t.roll.purpose for t in every))
        yield Failure(wanted, f"no such roll; thrown were: {purposes or 'none'}")
        return
    closest = min(reversed(named), key=lambda t: len(list(_wrong(snapshot, t, spec))))
    yield Failure(wanted, "; ".join(_wrong(snapshot, closest, spec)) + f" ({_described(snapshot, closest)})")


def _known(snapshot: Snapshot, every: list[Thrown], named: list[Thrown], spec: Mapping[str, Any]) -> None:
    """Raises ScenarioError for a purpose, a die, a face or a rule that this game does not have."""
    words = snapshot.vocabulary
    words.roll_keys(spec, (die for t in every for pool in t.pools for die, _ in pool.dice))
    if not named:
        for key in ("purpose", "pool"):
            if key in spec:
                words.roll_name(spec[key], snapshot.reader(), pool=key == "pool")
    if "seat" in spec and spec["seat"] not in snapshot.rules.seats:
        raise ScenarioError(f"no seat {shown(spec['seat'])!r}; seats: {', '.join(snapshot.rules.seats)}")


def no_roll(snapshot: Snapshot, expected: Any) -> Iterator[Failure]:
    if not list(roll(snapshot, expected)):
        yield Failure(f"no roll {shown(expected)}", "one")


def thrown(snapshot: Snapshot) -> Iterator[Thrown]:
    """Each pool by itself, and each roll of several pools as a whole; last the one the game waits for."""
    for logged in snapshot.logged:
        e = logged.event
        if isinstance(e, Rolled) and isinstance(e.roll, Roll):
            yield from _units(e.roll, e.faces or None, e.results, e.counted)
    if isinstance(snapshot.game.waiting, Roll):
        yield from _units(snapshot.game.waiting, None, (), True)


def _units(
    thrown_roll: Roll, faces: tuple[tuple[int, ...], ...] | None, results: tuple[Any, ...], counted: bool
) -> Iterator[Thrown]:
    for i, pool in enumerate(thrown_roll.pools):
        own = None if faces is None else faces[i : i + 1]
        yield Thrown(thrown_roll, (pool,), own, results[i : i + 1], counted)
    if len(thrown_roll.pools) > 1:
        yield Thrown(thrown_roll, thrown_roll.pools, faces, results, counted)


def _called(every: list[Thrown], spec: Mapping[str, Any]) -> list[Thrown]:
    """Those the names mean: pools by their own name or rolls by their purpose; failing that, by words of it."""
    if "pool" not in spec and "purpose" not in spec:
        return every
    name = plain(str(spec.get("pool", spec.get("purpose"))))
    found = [t for t in every if len(t.pools) == 1 and plain(t.pools[0].name) == name]
    if "pool" in spec:
        return found
    whole = [t for t in every if len(t.pools) == len(t.roll.pools)]
    found += [t for t in whole if plain(t.roll.purpose) == name and t not in found]
    return found or [t for t in whole if fits(name, t.roll, t.pools[0])]


def _wrong(snapshot: Snapshot, t: Thrown, spec: Mapping[str, Any]) -> Iterator[str]:
    for key, wanted in spec.items():
        if key in ("purpose", "pool", "times"):
            continue
        if key == "cites":
            missing = [c for c in (wanted if isinstance(wanted, list) else [wanted]) if c not in t.cites]
            if missing:
                yield f"it does not cite {', '.join(map(str, missing))} but {', '.join(sorted(t.cites)) or 'nothing'}"
            continue
        found = _value(snapshot, t, key, wanted)
        if not agrees(wanted, found):
            yield f"{key} {shown(found)}"


def _value(snapshot: Snapshot, t: Thrown, key: str, wanted: Any) -> Any:
    if key == "dice":
        return sum(pool.size for pool in t.pools)
    if key == "seat":
        seats = [pool.seat for pool in t.pools if pool.seat is not None]
        return snapshot.rules.seat_name(seats[0]) if seats else None
    if key == "counted":
        return t.counted
    if key == "result":
        return t.results[0] if len(t.results) == 1 else t.results or None
    if key == "faces":
        faces = _labels(snapshot.rules.dice, t)
        return " ".join(faces) if isinstance(wanted, str) else [f for own in t.faces or () for f in own]
    if (die := _die(snapshot, t, key)) is not None:
        return t.count(die)
    if any(plain(key) == plain(label) for label in _all_labels(snapshot.rules.dice, t)):
        return sum(plain(label) == plain(key) for label in _labels(snapshot.rules.dice, t))
    return 0  # a die that this roll does not have


def _die(snapshot: Snapshot, t: Thrown, key: str) -> str | None:
    """``action`` names the die called action, or A when no other begins so."""
    names = dict.fromkeys([*snapshot.rules.dice.own, *(name for pool in t.roll.pools for name, _ in pool.dice)])
    exact = [name for name in names if plain(name) == plain(key)]
    near = [name for name in names if plain(key).startswith(plain(name)) or plain(name).startswith(plain(key))]
    found = exact or (near if len(key) > 1 else [])
    return found[0] if len(found) == 1 else None


def _labels(dice: DiceSet, t: Thrown) -> list[str]:
    labels: list[str] = []
    for pool, own in zip(t.pools, t.faces or (), strict=False):
        kinds = [dice[name] for name, count in pool.dice for _ in range(count)]
        labels += [die.label(face) for die, face in zip(kinds, own, strict=False)]
    return labels


def _all_labels(dice: DiceSet, t: Thrown) -> set[str]:
    return {dice[name].label(face) for pool in t.pools for name, _ in pool.dice for face in dice[name].faces}


def _described(snapshot: Snapshot, t: Thrown) -> str:
    pools = ", ".join(f"{p.name} {' + '.join(f'{n} {name}' for name, n in p.dice if n) or 'no dice'}" for p in t.pools)
    faces = " ".join(_labels(snapshot.rules.dice, t))
    return f"{pools}: {faces}" if faces else pools
