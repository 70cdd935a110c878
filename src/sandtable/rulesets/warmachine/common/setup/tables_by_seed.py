"""Tables laid out by a seed: kinds, shapes and counts are data (`data/layouts.toml`).

A table is its own image when turned half a circle, its deployment strips stay open, and every base can pass between two
pieces and along the table's edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.core import BadSetup, Call, Event, Frame, Next, Pool, Return, Roll, Wait
from sandtable.core.texts import say
from sandtable.geometry.units import milli
from sandtable.rulesets.warmachine.common.state.cards import Library, TableLayout, Zones
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.rulesets.warmachine.common.terrain.features import feature
from sandtable.tabletop.terrain.features import Map
from sandtable.tabletop.terrain.map_generator import Boxes, Layout, Ovals, generated_features

RANDOM = "random"  # the table that a die decides
SEEDS = 1000  # faces of that die


@lru_cache(maxsize=256)
def generated(cards: Library, name: str, seed: int) -> Map:
    """The table of a layout and a seed."""
    given = cards.layouts[name]
    features = generated_features(
        layout(cards, given), f"warmachine {name} {seed}", lambda raw, id: feature(cards, plain(raw), id)
    )
    return Map(size=size_of(given), features=features, name=f"{RANDOM} {seed}")


def plain(raw: Mapping[str, Any]) -> dict[str, Any]:
    """A feature without a height of its own has that of its kind."""
    return {key: value for key, value in raw.items() if key != "height" or value}


def layout(cards: Library, given: TableLayout) -> Layout:
    kinds = {"/".join(kinds): kinds for kinds in given.deck}
    pieces: dict[str, Boxes | Ovals] = {}
    for kind, piece in cards.pieces.items():
        along, across = zip(*piece.ovals, strict=True) if piece.ovals else ((), ())
        pieces[kind] = Ovals(along, across) if piece.ovals else Boxes(piece.boxes, piece.heights)
    return Layout(
        width=given.table[0],
        height=given.table[1],
        deck=tuple(kinds),
        mixed=kinds,
        pieces=pieces,
        counts=given.counts,
        gap=given.gap,
        deep=given.deep,
        clear=(),
        mirror=False,
    )


def size_of(given: TableLayout) -> tuple[int, int]:
    return milli(given.table[0]), milli(given.table[1])


def layout_for(cards: Library, size: str) -> str:
    """The layout for armies of a size."""
    return next((name for name, given in cards.layouts.items() if size in given.sizes), next(iter(cards.layouts)))


def zones_of(cards: Library, table: Map) -> Zones | None:
    """The deployment zones of a table; one by seed has those of the table its layout names."""
    if not table.name.startswith(RANDOM):
        return cards.zones.get(table.name)
    found = (cards.zones[given.zones] for given in cards.layouts.values() if size_of(given) == table.size)
    return next(found, None)


def read_seed(raw: Any, seed: Any) -> int | None:
    """The seed of a table, from ``{random: SEED}`` or a seed beside it; None: a die decides. Raises BadSetup."""
    if isinstance(raw, Mapping):
        if set(raw) != {RANDOM} or seed is not None:
            raise BadSetup("map: {random: SEED} with a whole number, or a name")
        seed = raw[RANDOM]
    if seed is None:
        return None
    if type(seed) is not int or not 1 <= seed <= SEEDS:
        raise BadSetup(f"table_seed: a whole number from 1 to {SEEDS}, not {seed!r}"[:200])
    return seed


class TableLaid(Event, frozen=True, kw_only=True):
    """The terrain was picked by a die."""

    map: Map

    def apply(self, state: Table) -> Table:
        return state.but(map=self.map)

    def line(self, p: Position) -> str:
        return say("the table is laid out: {name}", name=self.map.name)


class LayTable(Frame, frozen=True, kw_only=True):
    """A die decides the terrain before anything else."""

    layout: str
    then: Frame

    def start(self, d: Draft) -> Next:
        return Wait(Roll("table", (Pool("table", ((f"d{SEEDS}", 1),)),), cite=self.cite(d)), then=self.rolled)

    def rolled(self, d: Draft, seed: int) -> Next:
        d.emit(TableLaid(map=generated(d.rules.cards, self.layout, int(seed)), cite=self.cite(d)))
        return Call(self.then, then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Return()

    @staticmethod
    def cite(d: Draft) -> str:
        return d.rules.cite("who is first player")
