"""Building an army: what it costs, and everything wrong with it, by the rules that an edition names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core.rosters import Problem
from sandtable.roster import ArmyList, Entry, Place, problem
from sandtable.rulesets.warmachine.common.state.cards import Library


@dataclass(frozen=True)
class Building:
    """At least one warcaster. Rules on lists by id; empty: there is none."""

    warcaster: str  # an army has one
    total: str  # costs and the limit
    allowance: str
    sizes: str
    controlled: str  # every warjack is
    faction: str = ""
    attachment: str = ""  # it joins a unit of its kind
    attachments: str = ""  # how many a unit has
    marshals: str = ""  # who controls warjacks
    controls: str = ""  # how many a marshal does
    box: str = ""  # a battle box

    def belongs(self, other: str, faction: str, controller: str = "") -> bool:
        """Whether an entry of one faction may be in an army of another; a warjack: under a controller of a third."""
        return other == faction

    def hires(self, cards: Library, army: ArmyList, limit: int) -> Iterator[Problem]:
        """What is wrong with mercenaries in it."""
        yield from ()

    def game_size(self, limit: int) -> Iterator[Problem]:
        """A remark on the points that were agreed on."""
        yield from ()

    def boxed(self, cards: Library, army: ArmyList) -> Iterator[Problem]:
        """A battle box: a warcaster with its warjacks, whatever they cost."""
        for entry in army.entries:
            if entry.key and cards.entries[entry.key].kind != "warcaster":
                text = f"{cards.entries[entry.key].name} is not for a battle box"
                yield problem(self.box, entry.place, text, "a warcaster and its warjacks only")

    def casters(self, cards: Library, army: ArmyList, points: int) -> Iterator[Problem]:
        if not warcasters(cards, army):
            yield problem(self.warcaster, Place("the list"), "has no warcaster", "add one")


def warcasters(cards: Library, army: ArmyList, faction: str = "") -> int:
    """How many it has; of one faction."""
    found = [(e.times, cards.entries[e.key]) for e in army.entries if e.key]
    return sum(n for n, e in found if e.kind == "warcaster" and faction in ("", e.faction))


def problems(cards: Library, rules: Building, army: ArmyList, limit: int, box: bool = False) -> list[Problem]:
    """What could not be read first. The costs of a battle box are ignored."""
    spent = cost(cards, army)
    found = [*army.faults, *rules.casters(cards, army, 0 if box else limit or spent)]
    for entry in army.entries:
        if entry.key:
            found += _entry(cards, rules, army, entry)
    found += [*_allowances(cards, rules, army), *rules.hires(cards, army, limit)]
    if limit and spent > limit:
        text = f"costs {spent} points of {limit}"
        found.append(problem(rules.total, Place("the list"), text, f"leave out {spent - limit}", spent - limit))
    return [*found, *rules.game_size(limit)]


def cost(cards: Library, army: ArmyList) -> int:
    """With the warjack points of each warcaster, which pay for his battlegroup only."""
    return sum(entry_cost(cards, entry) for entry in army.entries if entry.key)


def entry_cost(cards: Library, entry: Entry) -> int:
    """One line with its warjacks and its attachment."""
    printed = cards.entries[entry.key]
    jacks = sum(cards.entries[key].cost for key in entry.having("warjack"))
    free = min(jacks, printed.warjack_points) if printed.kind == "warcaster" else 0
    more = sum(cards.entries[key].cost for key in entry.having("attachment"))
    return entry.times * (models_cost(cards, entry.key, entry.size) + jacks - free + more)


def models_cost(cards: Library, key: str, size: int) -> int:
    printed = cards.entries[key]
    least = min(printed.sizes, default=0)
    if printed.max_cost:
        return printed.max_cost if size >= max(printed.sizes, default=0) else printed.cost
    return printed.cost + printed.per_extra * max(0, (size or least) - least)


def costs_of(cards: Library, entry: Entry) -> set[int]:
    """What a line may be said to cost: one of it, with its warjacks and attachment, all of them."""
    whole = entry_cost(cards, entry)
    return {models_cost(cards, entry.key, entry.size), whole // entry.times, whole}


def marshalled(cards: Library, key: str) -> int:
    """How many warjacks it controls as a marshal."""
    return max((cards.models[m.model].marshals for m in cards.entries[key].members), default=0)


def _entry(cards: Library, rules: Building, army: ArmyList, entry: Entry) -> Iterator[Problem]:
    printed, place = cards.entries[entry.key], entry.place
    faction = army.fields["faction"]
    if rules.faction and not rules.belongs(printed.faction, faction):
        yield problem(rules.faction, place, f"{printed.name} is of {printed.faction.title()}, not {faction.title()}")
    if printed.sizes and entry.size and entry.size not in printed.sizes:
        sizes = ", ".join(map(str, printed.sizes))
        yield problem(rules.sizes, place, f"{printed.name} has {entry.size} models", f"sizes: {sizes}")
    if entry.size and not printed.sizes:
        yield problem(rules.sizes, place, f"{printed.name} has no size to choose")
    jacks, attached = entry.having("warjack"), entry.having("attachment")
    if len(attached) > 1:
        yield problem(rules.attachments, place, f"{printed.name} has {len(attached)} attachments", "one each")
    for key in attached:
        if cards.entries[key].joins != entry.key:
            other = cards.entries.get(cards.entries[key].joins)
            hint = f"it joins {other.name}" if other else ""
            yield problem(rules.attachment, place, f"{cards.entries[key].name} cannot join {printed.name}", hint)
    most = marshalled(cards, entry.key)
    if printed.kind != "warcaster" and len(jacks) > most:
        said = f"controls up to {most} warjacks, not {len(jacks)}" if most else "controls no warjacks"
        rule = (rules.controls if most else "") or rules.marshals or rules.controlled
        yield problem(rule, place, f"{printed.name} {said}")
    for key in jacks:
        jack = cards.entries[key]
        if rules.faction and not rules.belongs(jack.faction, faction, printed.faction):
            yield problem(rules.faction, place, f"{jack.name} is of {jack.faction.title()}")


def _allowances(cards: Library, rules: Building, army: ArmyList) -> Iterator[Problem]:
    """Characters once; others as often as their field allowance says for each warcaster of their faction."""
    count: Counter[str] = Counter()
    places: dict[str, Place] = {}
    for entry in army.entries:
        for key in (entry.key, *entry.having("warjack"), *entry.having("attachment")):
            if key:
                count[key] += entry.times
                places[key] = entry.place
    for key, times in count.items():
        printed = cards.entries[key]
        casters = max(1, warcasters(cards, army, printed.faction))
        fa = printed.fa or ("U" if printed.kind == "warjack" else "C" if printed.kind == "warcaster" else "2")
        most = 1 if fa == "C" else times if fa == "U" else int(fa) * casters
        if times > most:
            text = f"{times} of {printed.name}, {most} allowed"
            hint = f"leave out {times - most}"
            if times in printed.sizes and not any(entry.size for entry in army.entries if entry.key == key):
                hint += f"; one of {times} models is 1x {printed.name} ({times} models)"
            yield problem(rules.allowance, places[key], text, hint, times - most)
