"""A plain text list: headings are hints, names decide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sandtable.core.name_lookup import words
from sandtable.core.rosters import Line
from sandtable.rulesets.warcaster.lists.army import Army, Place, inferred
from sandtable.rulesets.warcaster.lists.reader import CORTEX, CYPHER, FACTION, UNIT, WEAPON, Reader
from sandtable.rulesets.warcaster.lists.vocabulary import FIELDS, HEADINGS, allowed
from sandtable.rulesets.warcaster.state.cards import library

EMPTY = re.compile(
    r"(?:empty|none|nothing|-+|no .*|dc\b.*|wp\b.*|\d+ ?wp.*|\d+ ?/ ?\d+.*|\+?\d+ ?dc.*|\d+ models?)", re.IGNORECASE
)
SURE = 0.8  # a first line less like any name than this is the list's title


def read_lines(lines: Sequence[Line]) -> Army:
    """Read twice where no Faction is named: the units tell it, and it tells which Weaver was meant."""
    army = Lines().read(lines)
    if army.faction or not (faction := inferred(army)):
        return army
    return Lines(faction).read(lines)


class Lines(Reader):
    section = ""

    def read(self, lines: Sequence[Line]) -> Army:
        for line in lines:
            place = Place(f"line {line.number} ({shortened(line.raw)})", line.number)
            if line.title and not self.head["name"]:
                self.head["name"] = line.raw
            elif not (self.field(place, line) or self.heading(place, line) or self.titled(place, line)):
                self.item(place, line)
        return self.done()

    def field(self, place: Place, line: Line) -> bool:
        field = FIELDS.get(words(line.head))
        if field is None or not line.value or line.counted:
            return False
        if field == "faction":
            self.take_faction(place, line.value)
        elif field == "mission":
            self.take_mission(place, line.value)
        elif field != "ruleset":
            self.head[field] = line.value
        return True

    def heading(self, place: Place, line: Line) -> bool:
        section = HEADINGS.get(words(line.head))
        if section is None or line.counted:
            return False
        self.section = section
        names = [name for group in line.groups for name in group]
        for name in joined(names):
            self.named(place, name, 1)
        return True

    def titled(self, place: Place, line: Line) -> bool:
        """Without an underlined title, the first line that looks like nothing else; a Faction may stand alone."""
        if line.counted or line.indented:
            return False
        if (faction := FACTION.names().exact(line.head)) and not line.groups:
            self.head["faction"] = faction
            return True
        if self.head["name"] and not self.head["faction"] and FACTION.names().near(line.head, alike=SURE):
            self.take_faction(place, line.head)
            return True
        if self.head["name"] or self.entries or self.owned or self.rack:
            return False
        if any(self.meaning(name) for name in (line.head, *line.head.split(","))):
            return False
        if any(kind.names().near(line.head, alike=SURE) for kind in (UNIT, CYPHER)):
            return False
        if line.groups and any(self.meaning(name) for group in line.groups for name in group):
            return False
        self.head["name"] = line.raw
        return True

    def meaning(self, said: str) -> str | None:
        """Some thing plainly called that."""
        may = allowed(self.head["faction"])
        return self.sure(UNIT, said, may) or self.sure(CYPHER, said) or self.sure(WEAPON, said)

    def take_part(self, place: Place, said: str, hardpoint: str = "") -> None:
        if not EMPTY.fullmatch(said.strip()):
            super().take_part(place, said, hardpoint)

    def item(self, place: Place, line: Line) -> None:
        if line.times == 0:
            self.fault("", place, f"0 of {line.head}", "leave the line out, or write how many: 1x " + line.head)
            return
        if "," in line.head and not UNIT.names().exact(line.head):
            first, *others = joined([name.strip() for name in line.head.split(",")])
            self.named(place, first, line.times)
            for name in others:
                self.named(place, name, 1)
        else:
            self.named(place, line.head, line.times, indented=line.indented)
        for group in line.groups:
            self.take_parts(place, group)

    def named(self, place: Place, said: str, count: int, *, indented: bool = False) -> None:
        """A unit, a Cypher, or a part of the unit before, as the name says; the section decides what is unclear."""
        may = allowed(self.head["faction"])
        card = self.entries[-1].card if self.entries else None
        builds = card is not None and self.section != "rack"
        plain = CYPHER.names().meant(said) or not UNIT.names().meant(said)
        if UNIT.names().exact(said):
            self.take_unit(place, said, count)
        elif (self.section == "rack" and plain) or CYPHER.names().exact(said):
            self.take_cypher(place, said, count)
        elif builds and (CORTEX.names().exact(said) or WEAPON.names().exact(said) or indented):
            for _ in range(count):
                self.take_parts(place, (said,))
        elif self.sure(UNIT, said, may) or not CYPHER.names().near(said, alike=SURE):
            self.take_unit(place, said, count)
        else:
            self.take_cypher(place, said, count)


def joined(names: Sequence[str]) -> list[str]:
    """``Voitek Sudal, Bounty Hunter`` is one name with a comma in it."""
    found: list[str] = []
    for name in names:
        if found and UNIT.names().exact(f"{found[-1]}, {name}"):
            found[-1] = library().units[str(UNIT.names().exact(f"{found[-1]}, {name}"))].name
        else:
            found.append(name)
    return found


def shortened(raw: str, most: int = 48) -> str:
    return raw if len(raw) <= most else raw[: most - 1].rstrip() + "…"
