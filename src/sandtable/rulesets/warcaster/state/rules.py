"""What Warcaster's rules read besides the table: the cards and figures, on the ruleset.

`Position` and `Draft` here are those of the engine with Warcaster's table and ruleset: chapters import them from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from sandtable.core import Draft as AnyDraft
from sandtable.core import Position as AnyPosition
from sandtable.core import Ruleset
from sandtable.rulesets.warcaster.state.cards import Base, Library, read_library
from sandtable.rulesets.warcaster.state.table import Table
from sandtable.tabletop.terrain.kinds import Kinds

if TYPE_CHECKING:
    from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard


class WarcasterRules(Ruleset):
    """The ruleset as its chapters know it."""

    cypher_cards: Mapping[str, CypherCard]  # by id, in book order

    @cached_property
    def cards(self) -> Library:
        """The printed cards: units, weapons, Cyphers, missions, figures."""
        return read_library()

    # --- what the room `tabletop` asks of a game ---
    @cached_property
    def bases(self) -> Mapping[str, Base]:
        """Base and volume of each card (WC-STAT-16)."""
        return {name: card.base for name, card in self.cards.units.items()}

    @cached_property
    def kinds(self) -> Kinds:
        return self.cards.terrain

    @cached_property
    def widest_base(self) -> int:
        return self.cards.widest_base


Position = AnyPosition[Table, WarcasterRules]
Draft = AnyDraft[Table, WarcasterRules]
