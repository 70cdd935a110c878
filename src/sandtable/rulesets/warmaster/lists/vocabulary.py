"""The names in Warmaster's lists: units, characters and their mounts, armies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from sandtable.roster import COUNTS, TABLES, Entry, Field, Kind, PartKey, Section, Vocabulary
from sandtable.rulesets.warmaster.state.entries import Library

UNITS, CHARACTERS = "units", "characters"


class WarmasterVocabulary(Vocabulary):
    """An army is characters, perhaps on mounts, and units, perhaps with a stand of skirmishers (WM-ARMY-1)."""

    costs = ("pt", "point")

    def __init__(self, library: Library) -> None:
        self.library = library
        listed = {id: unit.name for id, unit in library.units.items() if not unit.attached}
        attached = {id: unit.name for id, unit in library.units.items() if unit.attached}
        self.unit = Kind("unit", "WM-ARMY-1", listed)
        self.character = Kind("character", "WM-ARMY-1", {id: rank.name for id, rank in library.ranks.items()})
        self.mount = Kind("mount", "WM-ARMY-5", {id: mount.name for id, mount in library.mounts.items()})
        self.attached = Kind("attached stand", "WM-DATA-2", attached)
        armies = Kind("army", "WM-ARMY-1", {id: army.name for id, army in library.armies.items()})
        self.fields = (
            Field("name", "title|list"),
            Field("army", "faction|race", kind=armies, alone=True),
            Field("limit", "points|size"),
            Field("plan", "notes|note|tactics"),
        )
        self.sections = (
            Section(
                UNITS, self.unit, "troops|infantry|cavalry|chariots|monsters|machines|artillery", COUNTS, parts=True
            ),
            Section(CHARACTERS, self.character, "command|heroes|leaders|wizards", TABLES, parts=True),
        )
        self.usual_part = self.mount
        self.parts = (PartKey("mount", self.mount, one=True), PartKey("attached", self.attached))

    def allowed(self, kind: Kind, fields: Mapping[str, str]) -> Collection[str]:
        army = fields.get("army", "")
        if not army:
            return ()
        tables = (self.library.units, self.library.ranks, self.library.mounts)
        return {id for table in tables for id, thing in table.items() if thing.army == army and id in kind.titles}

    def own(self, kind: Kind, key: str, fields: Mapping[str, str]) -> Collection[str]:
        if kind is self.attached:
            return self.attached.titles if key in self.unit.titles else ()
        if key not in self.library.ranks:
            return ()
        army = self.library.ranks[key].army
        mounts = self.library.mounts.values()
        return {mount.id for mount in mounts if mount.army == army and (not mount.riders or key in mount.riders)}

    def inferred(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        """The army most entries belong to."""
        votes = Counter[str]()
        for entry in entries:
            found = self.library.units.get(entry.key) or self.library.ranks.get(entry.key)
            if found is not None:
                votes[found.army] += entry.times
        return {"army": votes.most_common(1)[0][0]} if votes else {}

    def note(self, entry: Entry) -> str:
        """What one of them costs with what it has."""
        found = self.library.units.get(entry.key) or self.library.ranks.get(entry.key)
        if found is None:
            return ""
        mounts = sum(self.library.mounts[key].points for key in entry.having("mount"))
        more = sum(self.library.units[key].points for key in entry.having("attached stand"))
        return f"{found.points + mounts + more} points"
