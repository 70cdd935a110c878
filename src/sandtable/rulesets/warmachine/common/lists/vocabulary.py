"""The names in WARMACHINE lists: warcasters with battlegroups, marshals, units with attachments, crews, solos."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from sandtable.roster import TABLES, Entry, Field, Kind, PartKey, Section, Vocabulary
from sandtable.rulesets.warmachine.common.lists.building import Building, costs_of, marshalled
from sandtable.rulesets.warmachine.common.setup.muster import short
from sandtable.rulesets.warmachine.common.state.cards import Library

LIST, BATTLEGROUP, MARSHALS = "list", "battlegroup", "marshals"
HEADINGS = {"warcaster": "Warcasters", "unit": "Units", "crew": "Weapon crews", "solo": "Solos"}


class WarmachineVocabulary(Vocabulary):
    """Warjacks stand under who controls them, attachments under their unit."""

    costs = ("pt", "point", "wjp", "warjack points")
    costs_before = ("pc", "wj", "cost")
    remarks = "tier|tiers|theme|theme list|theme force"
    idle = r"warcasters?|(?:(?:light|heavy)\s+)?warjacks?|units?|solos?|weapon crews?|characters?"
    behind = r"(?:['’]s)?\s+battle ?group"
    size = "models"
    sizes = (
        (r"leader\s*(?:and|&|\+)\s*(\d{1,4})\s+grunts?", 1),
        (r"(\d{1,4})[\s-]*(?:man|men|troopers?|figures?|minis?|strong)", 0),
    )

    def __init__(self, cards: Library, building: Building) -> None:
        self.cards, self.building, rule = cards, building, building.total
        own = {key: e.name for key, e in cards.entries.items() if e.kind in HEADINGS}
        self.entry = Kind("entry", rule, own, {key: (short(key).replace("_", " "),) for key in own})
        self.warjack = Kind("warjack", rule, {k: e.name for k, e in cards.entries.items() if e.kind == "warjack"})
        attached = {k: e.name for k, e in cards.entries.items() if e.kind == "attachment"}
        self.attachment = Kind("attachment", rule, attached, {key: (self.loosely(key),) for key in attached})
        factions = dict.fromkeys(e.faction for e in cards.entries.values())
        faction = Kind("faction", rule, {name: name.title() for name in factions})
        self.fields = (
            Field("name", "title|army"),
            Field("faction", kind=faction, alone=True),
            Field("limit", "points|point limit", points=True),
            Field("plan", "notes|note|tactics"),
        )
        words = "warcasters|casters|warjacks|jacks|battlegroup|battle group|units|unit attachments|attachments|"
        words += "solos|weapon crews|crews|mercenaries|army list|list|roster"
        self.sections = (Section(LIST, self.entry, words, TABLES, parts=True, key="entry"),)
        self.parts = (
            PartKey(BATTLEGROUP, self.warjack),
            PartKey("attachment", self.attachment, one=True),
        )
        self.usual_part = self.warjack

    def own(self, kind: Kind, key: str, fields: Mapping[str, str]) -> Collection[str]:
        """Attachments that may join this unit; warjacks of any kind."""
        if kind is self.attachment:
            return [k for k in self.attachment.titles if self.cards.entries[k].joins == key]
        return ()

    def loosely(self, key: str) -> str:
        """All words that an attachment may go by beside its unit: ``UA``, ``officer and standard``."""
        entry = self.cards.entries[key]
        names = [self.cards.models[member.model].name for member in entry.members]
        roles = [member.role for member in entry.members]
        return " ".join(
            (self.cards.entries[entry.joins].name, "unit attachment ua standard bearer", *names, *roles, "and")
        )

    def takes(self, kind: Kind, key: str) -> bool:
        """Warcasters and marshals have warjacks, units their attachments."""
        if kind is self.attachment:
            return bool(self.own(kind, key, {}))
        return self.cards.entries[key].kind == "warcaster" or marshalled(self.cards, key) > 0

    def prices(self, entry: Entry) -> Mapping[int, Collection[int]]:
        """Alone, with its warjacks or attachment, several together; warcasters may tell their warjack points."""
        printed = self.cards.entries[entry.key]
        bonus = {printed.warjack_points} if printed.warjack_points else set()
        return {size: {*costs_of(self.cards, entry._replace(size=size)), *bonus} for size in printed.sizes or (0,)}

    def part_prices(self, kind: Kind, key: str) -> Collection[int]:
        return {self.cards.entries[key].cost}

    def alone(self, name: str) -> tuple[str, str] | None:
        if key := self.warjack.names.exact(name):
            return self.building.controlled, f"{self.warjack.title(key)} has no controller"
        if key := self.attachment.names.exact(name):
            return self.building.attachment, f"{self.attachment.title(key)} has no unit"
        return None

    def inferred(self, entries: Sequence[Entry]) -> Mapping[str, str]:
        votes = Counter(self.cards.entries[e.key].faction for e in entries if e.key)
        return {"faction": votes.most_common(1)[0][0]} if votes else {}

    def headings(self) -> Sequence[str]:
        return tuple(HEADINGS.values())

    def heading(self, entry: Entry) -> str:
        return HEADINGS[self.cards.entries[entry.key].kind]
