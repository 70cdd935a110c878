"""An army list as models: who belongs to which battlegroup, marshal or unit, and what each is called.

Names are short: ``ironclad``, the second ``ironclad_2``; troopers ``long_gunners.1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sandtable.core import BadSetup
from sandtable.rulesets.warmachine.common.damage.grid import unmarked
from sandtable.rulesets.warmachine.common.state.cards import Army, Entry, Library, Listed
from sandtable.rulesets.warmachine.common.state.table import Status, Unit

PREFIXES = ("cyg_", "kha_", "mer_")


@dataclass
class Muster:
    """Everybody in the game, in the order they are deployed."""

    cards: Library
    status: dict[str, Status] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)

    def add(self, seat: int, army: Army) -> None:
        for line in army.list:
            self.line(seat, line)

    def line(self, seat: int, line: Listed) -> None:
        entry = self.entry(line.entry)
        if entry.kind in ("unit", "crew"):
            _, commander = self.unit(seat, line, entry)
        else:
            commander = self.model(seat, line.entry, entry.members[0].model)
        for warjack in line.battlegroup or line.marshals:
            self.model(seat, warjack, self.entry(warjack).members[0].model, master=commander)

    def entry(self, name: str) -> Entry:
        if name not in self.cards.entries:
            raise BadSetup(f"no entry {name!r}; entries: {', '.join(self.cards.entries)}")
        return self.cards.entries[name]

    def model(self, seat: int, entry: str, card: str, master: str = "") -> str:
        name = self.free(short(entry), self.status)
        self.status[name] = self.fresh(seat, card, entry, master=master)
        return name

    def unit(self, seat: int, line: Listed, entry: Entry) -> tuple[str, str]:
        name = self.free(short(line.entry), self.units)
        members: list[str] = []
        commander = ""
        for card, role in self.roles(line, entry):
            trooper = f"{name}.{len(members) + 1}"
            self.status[trooper] = self.fresh(seat, card, line.entry, unit=name, role=role)
            members.append(trooper)
            if role == "officer" or (role == "leader" and not commander):
                commander = trooper
        self.units[name] = Unit(seat=seat, entry=line.entry, members=tuple(members), began=len(members))
        return name, commander

    def roles(self, line: Listed, entry: Entry) -> Iterator[tuple[str, str]]:
        size = line.models or min(entry.sizes, default=0)
        rest = size - sum(m.count for m in entry.members)
        for member in entry.members:
            for _ in range(member.count or max(rest, 0)):
                yield member.model, member.role
        if line.attachment:
            for member in self.entry(line.attachment).members:
                yield member.model, member.role

    def fresh(self, seat: int, card: str, entry: str, unit: str = "", role: str = "", master: str = "") -> Status:
        marks = unmarked(self.cards.models[card])
        return Status(seat=seat, card=card, entry=entry, unit=unit, role=role, master=master, marks=marks)

    @staticmethod
    def free(name: str, taken: Mapping[str, object]) -> str:
        number = 1
        while (name if number == 1 else f"{name}_{number}") in taken:
            number += 1
        return name if number == 1 else f"{name}_{number}"


def short(entry: str) -> str:
    for prefix in PREFIXES:
        entry = entry.removeprefix(prefix)
    return entry
