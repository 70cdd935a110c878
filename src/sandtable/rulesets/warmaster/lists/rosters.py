"""What Warmaster brings for army lists: read from text or data, checked with citations, written again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

from sandtable.core import Refusal
from sandtable.core.rosters import NO_OPTIONS, Problem
from sandtable.core.texts import Text
from sandtable.roster import ArmyList, Entry, Part, Place, VocabularyRosters
from sandtable.roster.beside import MOST
from sandtable.rulesets.warmaster.lists.army_choice import cost, faults
from sandtable.rulesets.warmaster.lists.random_army import random_army
from sandtable.rulesets.warmaster.lists.vocabulary import CHARACTERS, UNITS, WarmasterVocabulary
from sandtable.rulesets.warmaster.state.entries import ArmyList as Chosen
from sandtable.rulesets.warmaster.state.entries import Library

STEP = 500  # points: lists that name no limit are for the next of these
KNOWN = ("army", "limit", "characters", "units", "mounts", "attach", "name", "plan", "id", "total", "break_point")


class WarmasterRosters(VocabularyRosters):
    def __init__(self, library: Library) -> None:
        super().__init__(WarmasterVocabulary(library))
        self.library = library

    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        return {id: plain(chosen) for id, chosen in self.library.lists.items()}

    def earlier(self) -> Collection[str]:
        return self.library.earlier

    def read(self, given: str | Mapping[str, Any]) -> ArmyList:
        return super().read(given) if isinstance(given, str) else self.from_data(given)

    def from_data(self, given: Mapping[str, Any]) -> ArmyList:
        """The data that a new match takes: counts by name, mounts by rider, hosts of attached stands."""
        wrong = [
            Problem("WM-ARMY-1", str(key), f"unknown; known: {', '.join(KNOWN)}") for key in given if key not in KNOWN
        ]
        entries: list[Entry] = []
        mounts = {k: list(v) for k, v in names_of(given, "mounts", self.library.mounts, "WM-ARMY-5", wrong).items()}
        for id, count in counts(given, "characters", wrong).items():
            for n in range(count):
                beasts = mounts.get(id, [])
                parts = (Part("mount", beasts.pop(0)),) if beasts else ()
                entries.append(Entry(Place(f"{id} {n + 1}"), CHARACTERS, id, 1, parts))
        hosts = names_of(given, "attach", self.library.units, "WM-DATA-2", wrong)
        for stand in [name for name in hosts if name not in self.library.units]:
            wrong.append(Problem("WM-DATA-2", stand, f"no stand {stand!r} that joins a unit"))
            del hosts[stand]
        for id, count in counts(given, "units", wrong).items():
            if id in hosts or (id in self.library.units and self.library.units[id].attached):
                continue
            joined = [stand for stand, names in hosts.items() for name in names if name == id]
            alone = count - len(joined)
            entries += [Entry(Place(id), UNITS, id, 1, (Part("attached stand", stand),)) for stand in joined]
            entries += [Entry(Place(id), UNITS, id, alone)] if alone > 0 else []
        wrong += self.lost_in_data(given, mounts, hosts)
        fields = {name: str(given.get(name, "")) for name in ("name", "army", "limit", "plan")}
        known = {*self.library.units, *self.library.ranks}
        for entry in entries:
            if entry.key not in known:
                wrong.append(Problem("WM-ARMY-1", entry.place.text, f"no unit or character {entry.key!r}"))
        return ArmyList(fields, tuple(e for e in entries if e.key in known), tuple(wrong))

    def lost_in_data(
        self, given: Mapping[str, Any], mounts: Mapping[str, Any], hosts: Mapping[str, Any]
    ) -> Iterator[Problem]:
        """What data can say and a list cannot: mounts that nobody rides, stands that join nobody, fewer than none."""
        units = table(given, "units", [])
        for rider, left in mounts.items():
            if left:
                yield Problem("WM-ARMY-5", rider, f"{', '.join(map(str, left))}: no {rider} is left to ride it")
        attached = [name for name, unit in self.library.units.items() if unit.attached and name in units]
        for stand in dict.fromkeys((*attached, *hosts)):
            count, named = counted(units.get(stand, 0)), len(hosts.get(stand, ()))
            if count != named:
                yield Problem("WM-DATA-2", stand, f"{count} {stand}, but attach names {named} units for them")
        for name, count in (*units.items(), *table(given, "characters", []).items()):
            if isinstance(count, int) and count < 0:
                yield Problem("WM-ARMY-3", name, f"{count} {name}; at least 0", by=-count)

    def chosen(self, army: ArmyList) -> Chosen:
        """The list as a match takes it; without a limit, the next 500 points."""
        characters: dict[str, int] = {}
        units: dict[str, int] = {}
        mounts: dict[str, tuple[str, ...]] = {}
        attach: dict[str, tuple[str, ...]] = {}
        for entry in army.section(CHARACTERS):
            if entry.key:
                characters[entry.key] = characters.get(entry.key, 0) + entry.times
                mounts[entry.key] = (*mounts.get(entry.key, ()), *(entry.having("mount") * entry.times))
        for entry in army.section(UNITS):
            if entry.key:
                units[entry.key] = units.get(entry.key, 0) + entry.times
                for stand in entry.having("attached stand") * entry.times:
                    units[stand] = units.get(stand, 0) + 1
                    attach[stand] = (*attach.get(stand, ()), entry.key)
        kept = {rider: beasts for rider, beasts in mounts.items() if beasts}
        found = Chosen(army.name or "own", army.fields.get("army", ""), 0, characters, units, kept, attach)
        said = army.fields.get("limit", "").replace(",", "").split()
        limit = int(said[0]) if said and said[0].isdecimal() else -(-cost(self.library, found) // STEP) * STEP
        return Chosen(found.id, found.army, limit, characters, units, kept, attach)

    def check(self, army: ArmyList, options: Mapping[str, Any] = NO_OPTIONS) -> list[Problem]:
        chosen = self.chosen(army)
        if limit := options.get("limit"):
            chosen = Chosen(
                chosen.id, chosen.army, int(limit), chosen.characters, chosen.units, chosen.mounts, chosen.attach
            )
        readings = options.get("readings", {})
        below = readings.get("below_1000", "standard") if isinstance(readings, Mapping) else "standard"
        found = faults(self.library, chosen, below) if chosen.army or army.entries else []
        return [*army.faults, *(self.problem(army, refusal) for refusal in found)]

    def problem(self, army: ArmyList, refusal: Refusal) -> Problem:
        """With the first line that names what is wrong."""
        named = (
            {str(v).casefold() for v in getattr(refusal.reason, "args", {}).values()}
            if isinstance(refusal.reason, Text)
            else set()
        )
        for entry in army.entries:
            titles = (
                self.vocabulary.section_named[entry.section].kind.title(entry.key),
                entry.key,
                *(p.key for p in entry.parts),
            )
            if named & {title.casefold() for title in titles}:
                return Problem(
                    refusal.cite, entry.place.text, str(refusal.reason), "", entry.place.line, refusal.short_by or 0
                )
        return Problem(refusal.cite, "", str(refusal.reason), "", 0, refusal.short_by or 0)

    def data(self, army: ArmyList) -> dict[str, Any]:
        found = plain(self.chosen(army))
        return {**({"name": army.name} if army.name else {}), **found}

    def summary(self, army: ArmyList) -> str:
        units = sum(entry.times for entry in army.section(UNITS))
        return f"{cost(self.library, self.chosen(army)):,} points, {units} units"

    def random(self, rng: Random, options: Mapping[str, Any] = NO_OPTIONS) -> dict[str, Any]:
        return plain(random_army(self.library, rng, int(options.get("limit", 1000))))


def plain(chosen: Chosen) -> dict[str, Any]:
    """As `new_game` takes it; what is empty is left out."""
    found: dict[str, Any] = {
        "army": chosen.army, "limit": chosen.limit, "characters": dict(chosen.characters), "units": dict(chosen.units)
    }  # fmt: skip
    for key, value in (("mounts", chosen.mounts), ("attach", chosen.attach)):
        if value:
            found[key] = {name: list(parts) for name, parts in value.items()}
    return found


def table(given: Mapping[str, Any], key: str, wrong: list[Problem]) -> Mapping[str, Any]:
    found = given.get(key, {})
    if isinstance(found, Mapping):
        return found
    wrong.append(Problem("WM-ARMY-1", key, "expected names with numbers"))
    return {}


def counts(given: Mapping[str, Any], key: str, wrong: list[Problem]) -> dict[str, int]:
    """Numbers by name; what is none, or too many to be meant, is a problem."""
    found = table(given, key, wrong)
    for name, count in found.items():
        if type(count) is not int or count > MOST:
            wrong.append(Problem("WM-ARMY-3", str(name), f"is a number from 0 to {MOST}, not {shortened(count)}"))
    return {name: counted(count) for name, count in found.items()}


def counted(count: Any) -> int:
    return min(max(count, 0), MOST) if type(count) is int else 0


def names_of(
    given: Mapping[str, Any], key: str, known: Collection[str], cite: str, wrong: list[Problem]
) -> dict[str, list[str]]:
    """One or several known names by name."""
    found = {}
    for name, listed in table(given, key, wrong).items():
        said = [listed] if isinstance(listed, str) else listed if isinstance(listed, list | tuple) else [listed]
        if odd := [one for one in said if not isinstance(one, str) or one not in known]:
            wrong.append(Problem(cite, str(name), f"unknown in {key}: {', '.join(map(shortened, odd[:3]))}"))
        found[name] = [one for one in said if isinstance(one, str) and one in known]
    return found


def shortened(value: Any) -> str:
    return repr(value)[:40]
