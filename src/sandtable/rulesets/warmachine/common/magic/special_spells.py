"""What the data of a spell or feat cannot say: the frames that its `special` names."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Effect, Frame, Next, Return
from sandtable.rulesets.warmachine.common.movement.advance import Move
from sandtable.rulesets.warmachine.common.state.conditions import begin, one_round
from sandtable.rulesets.warmachine.common.state.events import TerrainLaid
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.terrain.features import round_feature

CLOUD = "cloud"


class SpecialSpell(Frame, frozen=True, kw_only=True):
    caster: str
    spell: str
    target: str


class WindRush(SpecialSpell, frozen=True, kw_only=True):
    """The caster advances up to SPD at once."""

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("length of a move")
        move = Move(model=self.caster, allowance=speed(d, self.caster), prompt="wind rush with", cite=cite)
        return Call(move, then=self.finish)


class LayCloud(SpecialSpell, frozen=True, kw_only=True):
    """A cloud lies where the target stands, for one round."""

    def start(self, d: Draft) -> Next:
        spell = d.rules.cards.spells[self.spell]
        lay_cloud(d, d.state.models[self.target].at, spell.cloud * 500, 0, spell.types)
        return Return()


def lay_cloud(d: Draft, at: tuple[int, int], r: int, power: int, types: tuple[str, ...] = ()) -> str:
    """A cloud on the table for one round; with a power it hurts. Returns its name."""
    name = free_name(d, CLOUD)
    cite = d.rules.cite("clouds")
    d.emit(TerrainLaid(feature=round_feature(name, "fog", at[0], at[1], r), cite=cite))
    begin(d, Effect(CLOUD, name, ",".join(types), until=one_round(d), amount=power, cite=cite))
    return name


def free_name(p: Position, word: str) -> str:
    taken = {f.id for f in p.state.map.features}
    number = 1
    while f"{word}_{number}" in taken:
        number += 1
    return f"{word}_{number}"


SPELL_FRAMES: dict[str, Any] = {"wind_rush": WindRush, "cloud": LayCloud}
