"""What WARMACHINE brings for army lists."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from sandtable.core import BadSetup
from sandtable.core.rosters import NO_OPTIONS, Problem
from sandtable.roster import ArmyList, VocabularyRosters, problem
from sandtable.rulesets.warmachine.common.lists.building import Building, cost, problems
from sandtable.rulesets.warmachine.common.lists.vocabulary import BATTLEGROUP, LIST, MARSHALS, WarmachineVocabulary
from sandtable.rulesets.warmachine.common.state.cards import Army, Library, Listed

BOX = "box"


class WarmachineRosters(VocabularyRosters):
    def __init__(self, cards: Library, building: Building) -> None:
        super().__init__(WarmachineVocabulary(cards, building))
        self.cards, self.building = cards, building

    def samples(self) -> Mapping[str, Mapping[str, Any]]:
        return {name: as_data(army) for name, army in self.cards.armies.items()}

    def earlier(self) -> Collection[str]:
        return self.cards.earlier

    def read(self, given: str | Mapping[str, Any]) -> ArmyList:
        return super().read(given if isinstance(given, str) else with_one_key(given))

    def check(self, army: ArmyList, options: Mapping[str, Any] = NO_OPTIONS) -> list[Problem]:
        """Against the limit of the list itself: points, or a battle box where the edition has them."""
        return [*self.against(army), *self.remarks(army)]

    def remarks(self, army: ArmyList) -> Iterator[Problem]:
        """Legal, but worth knowing: a total that is not what the list costs."""
        spent = cost(self.cards, army)
        for place, total in army.totals:
            if total != spent:
                yield problem(self.building.total, place, f"the list costs {spent} points, not {total}", grave=False)

    def against(self, army: ArmyList) -> list[Problem]:
        said = army.fields["limit"].strip()
        if self.is_box(army):
            return [*problems(self.cards, self.building, army, 0, box=True), *self.building.boxed(self.cards, army)]
        if said and not said.isdecimal():
            fault = Problem("", "limit", f"is a number of points, not {said!r}")
            return [*problems(self.cards, self.building, army, 0), fault]
        return problems(self.cards, self.building, army, int(said or 0))

    def is_box(self, army: ArmyList) -> bool:
        return bool(self.building.box) and army.fields["limit"].strip().casefold() in (BOX, "battle box")

    def summary(self, army: ArmyList) -> str:
        return f"{cost(self.cards, army)} points"

    def data(self, army: ArmyList) -> dict[str, Any]:
        """Warjacks of a marshal stand under `marshals`."""
        found = super().data(army)
        for line in found[LIST]:
            if isinstance(line, dict) and self.cards.entries[line["entry"]].kind != "warcaster" and BATTLEGROUP in line:
                line[MARSHALS] = line.pop(BATTLEGROUP)
        return found

    def random(self, rng: Random, options: Mapping[str, Any] = NO_OPTIONS) -> dict[str, Any]:
        """One of the ready-made lists."""
        return dict(as_data(rng.choice(list(self.cards.armies.values()))))

    def army(self, given: Mapping[str, Any]) -> Army:
        """A list as the game plays it; raises BadSetup with everything wrong with it."""
        read = self.read(given)
        if wrong := [p for p in self.check(read) if p.grave]:
            raise BadSetup("; ".join(map(str, wrong)))
        data = self.data(read)
        lines = msgspec.convert([{k: v for k, v in line.items() if v} for line in data[LIST]], tuple[Listed, ...])
        size = BOX if self.is_box(read) else ""
        return Army(name=read.name or "a list of one's own", faction=read.fields["faction"], size=size, list=lines)


def as_data(army: Army) -> dict[str, Any]:
    lines = []
    for line in army.list:
        found: dict[str, Any] = {"entry": line.entry}
        found |= {"models": line.models} if line.models else {}
        found |= {BATTLEGROUP: list(line.battlegroup)} if line.battlegroup else {}
        found |= {MARSHALS: list(line.marshals)} if line.marshals else {}
        found |= {"attachment": line.attachment} if line.attachment else {}
        lines.append(found)
    limit = str(army.limit) if army.limit else ""
    return {"name": army.name, "faction": army.faction, "limit": limit, "plan": army.plan, LIST: lines}


def with_one_key(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Warjacks are read under one key, whoever controls them; where both are given, one is an unknown key."""
    lines = given.get(LIST, ())
    if not isinstance(lines, list | tuple):
        return given
    changed = [
        {BATTLEGROUP: line[MARSHALS], **{k: v for k, v in line.items() if k not in (MARSHALS, BATTLEGROUP)}}
        if isinstance(line, Mapping) and line.get(MARSHALS) and not line.get(BATTLEGROUP)
        else line
        for line in lines
    ]
    return {**given, LIST: changed}
