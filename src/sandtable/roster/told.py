"""What a text says beside names, held against the entries: how many models, what something costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sandtable.core.rosters import Problem
from sandtable.roster.army_list import Entry, Place, problem
from sandtable.roster.beside import LARGEST, MOST, NUMBER, SIZE, SMALLEST
from sandtable.roster.vocabulary import Kind, Vocabulary

SIZES = (SIZE, LARGEST, SMALLEST)


class Told(NamedTuple):
    """Of an entry by its place among them, or of one of its parts."""

    place: Place
    entry: int
    said: str  # a SIZE, a COST...
    number: int
    part: tuple[Kind, str] | None = None


def held_against(vocabulary: Vocabulary, entries: list[Entry], told: Sequence[Told]) -> Iterator[Problem]:
    """Sizes are put in the entries; what does not fit is told."""
    for each in told:
        if each.said in SIZES and entries[each.entry].key:
            yield from sized(vocabulary, entries, each)
    for each in told:
        entry = entries[each.entry]
        if each.part is not None:
            if prices := vocabulary.part_prices(*each.part):
                yield from priced(each, each.part[0].title(each.part[1]), prices)
        elif each.said not in SIZES and entry.key and (table := vocabulary.prices(entry)):
            yield from of_entry(vocabulary, entries, each, table)


def sized(vocabulary: Vocabulary, entries: list[Entry], each: Told) -> Iterator[Problem]:
    entry = entries[each.entry]
    known = [size for size in vocabulary.prices(entry) if size]
    if each.said == SIZE:
        size = min(each.number, MOST)
    elif known:
        size = max(known) if each.said == LARGEST else min(known)
    else:
        yield problem("", each.place, "has no size to choose", "leave it out")
        return
    if entry.size not in (0, size):
        yield problem("", each.place, f"has {entry.size} {vocabulary.size}, and {size}", "say it once")
    entries[each.entry] = entry._replace(size=size)


def of_entry(
    vocabulary: Vocabulary, entries: list[Entry], each: Told, table: Mapping[int, Collection[int]]
) -> Iterator[Problem]:
    """A number is a size, or what one of that size costs."""
    entry = entries[each.entry]
    kind = vocabulary.section_named[entry.section].kind
    title, number = kind.title(entry.key), each.number
    if entry.size or not any(table):
        yield from priced(each, title, table.get(entry.size) or {price for row in table.values() for price in row})
        return
    sizes = {size for size, prices in table.items() if number in prices}
    sizes |= {number} & {*table} if each.said == NUMBER else set()
    if len(sizes) == 1:
        entries[each.entry] = entry._replace(size=sizes.pop())
        return
    words = f"{number} {vocabulary.size}"
    if sizes:
        text = f"{number} can be {words} or {number} points"
        yield problem(kind.rule, each.place, text, f"write ({words}) or ({number} points)")
    else:
        known = ", ".join(map(str, sorted(table)))
        yield problem(kind.rule, each.place, f"{number} is neither a size of {title} nor its cost", f"sizes: {known}")


def priced(each: Told, title: str, prices: Collection[int]) -> Iterator[Problem]:
    if each.number not in prices:
        text = f"{title} costs {' or '.join(map(str, sorted(prices)))} points, not {each.number}"
        yield problem("", each.place, text, grave=False)
