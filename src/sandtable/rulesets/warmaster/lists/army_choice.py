"""Army choice: lists checked against the armies, with citations (WM-ARMY, WM-DATA-1, WM-DATA-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from sandtable.core import BadSetup, Refusal
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.ending.victory import break_point
from sandtable.rulesets.warmaster.state.entries import ArmyList, Library

Factor = Callable[[int, int], int]
BELOW_1000: Mapping[str, Factor] = {  # minimum of an entry by its printed minimum and the limit (WM-ARMY-3)
    "standard": lambda least, limit: least * max(1, limit // 1000),
    "no_minima": lambda least, limit: least * (limit // 1000),
}


def cost(library: Library, chosen: ArmyList) -> int:
    """Points of a list: units, characters, mounts."""
    total = sum(library.units[u].points * n for u, n in chosen.units.items())
    total += sum(library.ranks[c].points * n for c, n in chosen.characters.items())
    return total + sum(library.mounts[m].points for mounts in chosen.mounts.values() for m in mounts)


def faults(library: Library, chosen: ArmyList, below_1000: str = "standard") -> list[Refusal]:
    """Everything wrong with a list; empty when it is legal."""
    return list(_faults(library, chosen, below_1000))


def _faults(library: Library, chosen: ArmyList, below_1000: str) -> Iterator[Refusal]:
    if chosen.army not in library.armies:
        yield Refusal(say("no army {army!r}; armies: {armies}", army=chosen.army, armies=library.armies), "WM-ARMY-1")
        return
    known: tuple[tuple[str, Mapping[str, Any], Mapping[str, Any]], ...] = (
        ("unit", chosen.units, library.units), ("character", chosen.characters, library.ranks),
    )  # fmt: skip
    unknown = [
        (what, name) for what, given, table in known for name in given
        if name not in table or table[name].army != chosen.army
    ]  # fmt: skip
    unknown += [
        ("mount", m) for given in chosen.mounts.values() for m in given
        if m not in library.mounts or library.mounts[m].army != chosen.army
    ]  # fmt: skip
    for what, name in unknown:
        yield Refusal(say("{army} has no {what} {name!r}", army=chosen.army, what=what, name=name), "WM-ARMY-1")
    chosen = without(chosen, {name for _, name in unknown})
    if (total := cost(library, chosen)) > chosen.limit:
        yield Refusal(
            say("{total} points, the limit is {limit}", total=total, limit=chosen.limit),
            "WM-ARMY-1",
            total - chosen.limit,
        )
    yield from _numbers(library, chosen, below_1000)
    yield from _mounts(library, chosen)
    yield from _attached(library, chosen)
    yield from _sums(library, chosen)


def _sums(library: Library, chosen: ArmyList) -> Iterator[Refusal]:
    """What a list says of itself is checked (WM-DATA-2)."""
    units = sum(n for unit, n in chosen.units.items() if not library.units[unit].attached)
    for what, said, found in (
        ("total", chosen.total, cost(library, chosen)),
        ("break_point", chosen.break_point, break_point(units)),
    ):
        if said and said != found:
            reason = say("{what} is {found}, the list says {said}", what=what, found=found, said=said)
            yield Refusal(reason, "WM-DATA-2", abs(said - found))


def without(chosen: ArmyList, names: set[str]) -> ArmyList:
    """The list without entries that are not in the army, so that the rest is checked, too."""
    if not names:
        return chosen
    return msgspec.structs.replace(
        chosen,
        units={unit: count for unit, count in chosen.units.items() if unit not in names},
        characters={rank: count for rank, count in chosen.characters.items() if rank not in names},
        mounts={rider: tuple(m for m in given if m not in names) for rider, given in chosen.mounts.items()},
    )


def _numbers(library: Library, chosen: ArmyList, below_1000: str) -> Iterator[Refusal]:
    """Minima and maxima per full 1,000 points; below that those of 1,000 hold (WM-ARMY-3, WM-ARMY-4)."""
    times = max(1, chosen.limit // 1000)
    for entry in library.units.values():
        if entry.army == chosen.army:
            count, least = chosen.units.get(entry.id, 0), BELOW_1000[below_1000](entry.min, chosen.limit)
            if count < least:
                yield Refusal(
                    say("{count} {name}; at least {least}", count=count, name=entry.name, least=least),
                    "WM-ARMY-3",
                    least - count,
                )
            if entry.max is not None and count > entry.max * times:
                yield Refusal(
                    say("{count} {name}; at most {max}", count=count, name=entry.name, max=entry.max * times),
                    "WM-ARMY-3",
                    count - entry.max * times,
                )
    generals = sum(n for c, n in chosen.characters.items() if library.ranks[c].kind == "general")
    if generals != 1:
        yield Refusal(say("{generals} Generals; exactly one, whatever the size", generals=generals), "WM-ARMY-2")
    for name, count in chosen.characters.items():
        if count < 0:
            yield Refusal(say("{count} {name}; at least {least}", count=count, name=name, least=0), "WM-ARMY-3", -count)
    for rank in library.ranks.values():
        count = chosen.characters.get(rank.id, 0)
        if rank.army == chosen.army and rank.kind != "general" and count > rank.max * times:
            yield Refusal(
                say("{count} {name}; at most {max}", count=count, name=rank.name, max=rank.max * times),
                "WM-ARMY-3",
                count - rank.max * times,
            )


def _mounts(library: Library, chosen: ArmyList) -> Iterator[Refusal]:
    """At most one mount a character, each within its own maximum (WM-ARMY-5)."""
    times, used = max(1, chosen.limit // 1000), dict[str, int]()
    for rider, mounts in chosen.mounts.items():
        if len(mounts) > chosen.characters.get(rider, 0):
            yield Refusal(
                say(
                    "{count} mounts for {what} {rider}",
                    count=len(mounts),
                    what=chosen.characters.get(rider, 0),
                    rider=rider,
                ),
                "WM-ARMY-5",
            )
        for name in mounts:
            used[name] = used.get(name, 0) + 1
            riders = library.mounts[name].riders
            if riders and rider not in riders:
                yield Refusal(
                    say("{rider} cannot have a {name}; riders: {riders}", rider=rider, name=name, riders=riders),
                    "WM-ARMY-5",
                )
    for name, count in used.items():
        mount = library.mounts[name]
        most = mount.army_max if mount.army_max is not None else (mount.max or 0) * times
        if count > most:
            yield Refusal(
                say("{count} {name}; at most {most}", count=count, name=mount.name, most=most),
                "WM-ARMY-5",
                count - most,
            )


def _attached(library: Library, chosen: ArmyList) -> Iterator[Refusal]:
    """Each attached stand is paid for and joins an infantry unit of the list, at most one each (WM-DATA-2)."""
    attached = [name for name in chosen.units if library.units[name].attached]
    for name in dict.fromkeys((*attached, *chosen.attach)):
        hosts = chosen.attach.get(name, ())
        if name not in library.units or not library.units[name].attached:
            yield Refusal(say("{name!r} is not a stand that joins a unit", name=name), "WM-DATA-2")
            continue
        if len(hosts) != (count := chosen.units.get(name, 0)):
            said = say(
                "{count} {name}, but attach names {count2} units for them", count=count, name=name, count2=len(hosts)
            )
            yield Refusal(said, "WM-DATA-2")
        for host in dict.fromkeys(hosts):
            known = library.units.get(host)
            infantry = known is not None and known.type == "infantry" and not known.attached
            joined = sum(given.count(host) for given in chosen.attach.values())
            if not infantry or joined > chosen.units.get(host, 0):
                yield Refusal(say("{name} cannot join {what} {host}", name=name, what=joined, host=host), "WM-DATA-2")


def each_listed(given: Any) -> Any:
    """``{hero: griffon}`` is ``{hero: [griffon]}``: for the first of them (WM-DATA-2)."""
    return {k: [v] if isinstance(v, str) else v for k, v in given.items()} if isinstance(given, Mapping) else given


def read_list(library: Library, raw: Any, where: str) -> ArmyList:
    """A list by name or as data, legal or refused with every fault."""
    if isinstance(raw, str):
        if raw in library.earlier:
            return library.earlier[raw]
        if raw not in library.lists:
            raise BadSetup(f"{where}: no list {raw!r}; lists: {', '.join(library.lists)}")
        return library.lists[raw]
    try:
        listed = {key: each_listed(raw[key]) for key in ("mounts", "attach") if key in raw}
        return msgspec.convert({"id": "own", **dict(raw), **listed}, ArmyList)
    except (msgspec.ValidationError, TypeError, ValueError) as e:
        raise BadSetup(f"{where}: a list by name, or army, limit, characters, units, mounts, attach ({e})"[:300]) from e


def legal_list(library: Library, raw: Any, where: str, below_1000: str = "standard") -> ArmyList:
    chosen = read_list(library, raw, where)
    if found := faults(library, chosen, below_1000):
        raise BadSetup(f"{where}: " + "; ".join(str(fault) for fault in found[:8]))
    return chosen
