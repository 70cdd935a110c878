"""A list as plain data, from TOML, JSON or a program: the shape of data/forces.toml, names or ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.name_lookup import Names
from sandtable.rulesets.warcaster.lists.army import Army, Place, inferred
from sandtable.rulesets.warcaster.lists.reader import Reader

FIELDS = ("name", "faction", "size", "plan", "mission", "units", "heroes", "attachments", "rack")
PARTS = ("unit", "count", "cortex", "arm", "shoulder", "weapons", "attachments")


def read_data(given: Mapping[str, Any]) -> Army:
    army = Data().read(given)
    if army.faction or not (faction := inferred(army)):
        return army
    return Data(faction).read(given)


class Data(Reader):
    def read(self, given: Mapping[str, Any]) -> Army:
        self.keys(Place("the list"), given, FIELDS)
        self.head |= {field: self.text(given, field) for field in ("name", "size", "plan")}
        if said := self.text(given, "faction"):
            self.take_faction(Place("faction"), said)
        if said := self.text(given, "mission"):
            self.take_mission(Place("mission"), said)
        for number, raw in enumerate(self.several(Place("units"), given.get("units", ())), 1):
            self.unit(number, raw)
        for said in self.names(Place("heroes"), given.get("heroes", ())):
            self.hero(Place(f"heroes ({said})"), said)
        for said, count in self.counted(given.get("attachments", {})):
            self.take_attachment(Place(f"attachments ({said})"), said, count)
        for said in self.names(Place("rack"), self.flat(given.get("rack", ()))):
            self.take_cypher(Place("rack"), said)
        return self.done()

    def unit(self, number: int, raw: Any) -> None:
        if isinstance(raw, str):
            raw = {"unit": raw}
        if not isinstance(raw, Mapping) or not isinstance(raw.get("unit"), str):
            self.fault("", Place(f"unit {number}"), "has no name", 'write { unit = "..." }')
            return
        place = Place(f"unit {number} ({raw['unit']})")
        self.keys(place, raw, PARTS)
        count = raw.get("count", 1)
        if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 99:
            self.fault("", place, f"count is a number from 1 to 99, not {count!r}")
            count = 1
        before = len(self.entries)
        self.take_unit(place, raw["unit"], count)
        if len(self.entries) == before:
            self.fault("WC-FORCE-5", place, f"no unit {raw['unit']!r}: it is an attachment", "move it to attachments")
            return
        for said in self.names(place, raw.get("cortex") or ()):
            self.take_cortex(place, said)
        for key in ("weapons", "attachments"):
            self.take_parts(place, self.names(place, raw.get(key, ())))
        for hardpoint in ("arm", "shoulder"):
            for said in self.names(place, raw.get(hardpoint, ())):
                self.take_part(place, said, hardpoint)

    def hero(self, place: Place, said: str) -> None:
        self.take_unit(place, said)
        card = self.entries[-1].card if self.entries else None
        if card is not None and self.entries[-1].place == place and not card.hero:
            self.fault("WC-UNIT-6", place, f"{card.name} is no Hero", "move it to units")

    # --- shapes nobody expected ---
    def keys(self, place: Place, raw: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in raw:
            if key not in known:
                near = Names(dict.fromkeys(known, ())).near(str(key))
                hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
                self.fault("", place, f"unknown {key}", hint)

    def text(self, raw: Mapping[str, Any], field: str) -> str:
        said = raw.get(field, "")
        if not isinstance(said, str):
            self.fault("", Place(field), f"is text, not {type(said).__name__}")
            return ""
        return " ".join(said.split())

    def several(self, place: Place, raw: Any) -> Sequence[Any]:
        if isinstance(raw, Sequence) and not isinstance(raw, str | bytes):
            return raw
        self.fault("", place, f"is a list, not {type(raw).__name__}")
        return ()

    def names(self, place: Place, raw: Any) -> list[str]:
        given = [raw] if isinstance(raw, str) else self.several(place, raw)
        wrong = [entry for entry in given if not isinstance(entry, str)]
        if wrong:
            self.fault("", place, f"holds {wrong[0]!r}, which is no name")
        return [entry for entry in given if isinstance(entry, str)]

    def flat(self, raw: Any) -> Any:
        """A rack may be written type by type."""
        if not isinstance(raw, Mapping):
            return raw
        return [name for names in raw.values() for name in self.names(Place("rack"), names)]

    def counted(self, raw: Any) -> Iterator[tuple[str, int]]:
        place = Place("attachments")
        if not isinstance(raw, Mapping):
            yield from ((said, 1) for said in self.names(place, raw))
            return
        for said, count in raw.items():
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                self.fault("", place, f"{said}: how many is a number, not {count!r}")
            elif count:
                yield str(said), count
