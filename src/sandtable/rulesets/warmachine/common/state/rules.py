"""What the chapters read besides the table: cards, the edition's table, and the deeds an activation knows.

`Position` and `Draft` here are those of the engine with this game's table and ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from sandtable.core import Draft as AnyDraft
from sandtable.core import Frame, Ruleset, Sequence
from sandtable.core import Position as AnyPosition
from sandtable.rulesets.warmachine.common.state.cards import Base, Library
from sandtable.rulesets.warmachine.common.state.table import Table
from sandtable.tabletop.terrain.kinds import Kinds

if TYPE_CHECKING:
    from sandtable.rulesets.warmachine.common.edition import WarmachineEdition
    from sandtable.rulesets.warmachine.common.turn.deeds import Deed


class WarmachineRules(Ruleset):
    """The ruleset as its chapters know it."""

    edition: WarmachineEdition
    cards: Library
    spell_frames: Mapping[str, Callable[..., Frame]]  # by the `special` of a spell or feat
    deeds: tuple[Deed, ...]  # what a model may do in its activation, in the order of the menu
    never: tuple[Deed, ...] = ()  # what nobody does; each says by which rule

    def before_deployment(self, p: Position) -> tuple[Frame, ...]:
        """What is decided when the first player is known."""
        return ()

    def activation(self, p: Position, name: str) -> Frame:
        """The frame that activates a unit or an independent model."""
        raise TypeError(f"nobody activates {name}")

    def after_maintenance(self, seat: int) -> Frame:
        """What else happens in the Maintenance Phase, after continuous effects."""
        return Sequence(frames=())

    def before_turn_ends(self, seat: int) -> Frame:
        """What happens when every activation is done."""
        return Sequence(frames=())

    def before_unit_moves(self, p: Position, unit: str) -> Frame:
        """What comes first when a unit has its order."""
        return Sequence(frames=())

    def after_unit_acts(self, p: Position, unit: str) -> Frame:
        """What comes at the end of a unit's activation."""
        return Sequence(frames=())

    def rolls_again(self, p: Position, who: str) -> bool:
        """Whether a failed command check is rolled once more."""
        return False

    # --- what the room `tabletop` asks of a game ---
    @cached_property
    def bases(self) -> Mapping[str, Base]:
        return {name: card.footing for name, card in self.cards.models.items()}

    @cached_property
    def kinds(self) -> Kinds:
        return self.cards.terrain

    @cached_property
    def widest_base(self) -> int:
        return self.cards.widest_base


Position = AnyPosition[Table, WarmachineRules]
Draft = AnyDraft[Table, WarmachineRules]
