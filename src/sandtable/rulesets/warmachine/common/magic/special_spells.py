"""What the data of a spell or feat cannot say: the frames that its `special` names."""

from __future__ import annotations

from typing import Any

from sandtable.core import Call, Effect, Frame, Next, Return
from sandtable.rulesets.warmachine.common.magic.lasting import cite_of_lasting, put_on
from sandtable.rulesets.warmachine.common.measuring.distance import in_control_area
from sandtable.rulesets.warmachine.common.movement.advance import Move
from sandtable.rulesets.warmachine.common.state.conditions import SPARED, begin, card, end, one_round, until
from sandtable.rulesets.warmachine.common.state.events import Spot, TerrainLaid
from sandtable.rulesets.warmachine.common.state.rules import Draft, Position
from sandtable.rulesets.warmachine.common.state.stats import speed
from sandtable.rulesets.warmachine.common.terrain.features import round_feature
from sandtable.rulesets.warmachine.common.terrain.harmful_clouds import CLOUD, SPARES
from sandtable.rulesets.warmachine.common.units.command import CheckOrFlee, CommandCheck, checkers


class SpecialSpell(Frame, frozen=True, kw_only=True):
    caster: str
    spell: str
    target: str


class WindRush(SpecialSpell, frozen=True, kw_only=True):
    """The caster advances up to SPD at once. Returns the path, or nothing where the caster neither moved nor turned."""

    facing: int | None = None  # before it

    def start(self, d: Draft) -> Next:
        cite = d.rules.cite("length of a move")
        move = Move(model=self.caster, allowance=speed(d, self.caster), prompt="wind rush with", cite=cite)
        return Call(move, then=self.but(facing=d.state.models[self.caster].facing).rushed)

    def rushed(self, d: Draft, whole: bool, path: tuple[Spot, ...]) -> Next:
        stayed = len(path) == 1 and d.state.models[self.caster].facing == self.facing
        return Return() if stayed else Return(path)


class LayCloud(SpecialSpell, frozen=True, kw_only=True):
    """A cloud lies where the target stands, for one round."""

    def start(self, d: Draft) -> Next:
        spell = d.rules.cards.spells[self.spell]
        lay_cloud(d, d.state.models[self.target].at, spell.cloud * 500, 0, spell.types)
        return Return()


def lay_cloud(d: Draft, at: tuple[int, int], r: int, power: int, types: tuple[str, ...] = (), spares: str = "") -> str:
    """A cloud on the table for one round; with a power it hurts everybody but whom it spares. Returns its name."""
    name = free_name(d, CLOUD)
    cite = d.rules.cite("clouds")
    laid = d.rules.cite("laying a cloud")
    d.emit(TerrainLaid(feature=round_feature(name, "fog", at[0], at[1], r), cite=laid))
    begin(d, Effect(CLOUD, name, ",".join(types), until=one_round(d), amount=power, cite=cite))
    if spares:
        begin(d, Effect(SPARES, name, spares, until=one_round(d), cite=cite))
    return name


def free_name(p: Position, word: str) -> str:
    taken = {f.id for f in p.state.map.features}
    number = 1
    while f"{word}_{number}" in taken:
        number += 1
    return f"{word}_{number}"


class DreadSermon(SpecialSpell, frozen=True, kw_only=True):
    """The model or unit hit checks, Fearless or not; failing it fights worse for one round.

    Troopers out of formation check one by one: each of them passes or fails for himself.
    """

    left: tuple[str, ...] = ()
    failed: bool = False  # the troopers in formation did

    def start(self, d: Draft) -> Next:
        if "CMD" not in card(d, self.target).stats:
            return Return()
        return self.but(left=checkers(d, d.state.status[self.target].unit or self.target)).each(d)

    def each(self, d: Draft) -> Next:
        if not self.left:
            return Return()
        return Call(CommandCheck(who=self.left[0], cite=d.rules.cite("other command checks")), then=self.checked)

    def checked(self, d: Draft, passed: bool) -> Next:
        unit = d.state.status[self.target].unit
        who, rest = self.left[0] if self.left else unit or self.target, self.but(left=self.left[1:])
        if unit and who != unit:
            self.alone(d, who, passed)
        elif not passed and self.target in d.state.models:
            put_on(d, self.caster, self.spell, self.target)
            rest = rest.but(failed=True)
        return rest.each(d)

    def alone(self, d: Draft, who: str, passed: bool) -> None:
        """What is on his unit does not reach a trooper who passed; one who failed has it in any case."""
        spared, cite = SPARED + self.spell, cite_of_lasting(d.rules, self.spell)
        if not passed:
            end(d, who, spared, cite)
        if passed == self.failed:
            lasts = until(d, d.rules.cards.spells[self.spell].lasts)
            begin(d, Effect(spared if passed else self.spell, who, self.caster, until=lasts, cite=cite))


class CheckAll(SpecialSpell, frozen=True, kw_only=True):
    """Enemy units and solos in the control area check or flee, one after another."""

    left: tuple[str, ...] = ()
    begun: bool = False

    def start(self, d: Draft, *ignored: Any) -> Next:
        if not self.begun:
            return self.but(left=frightened(d, self.caster), begun=True).start(d)
        if not self.left:
            return Return()
        who, rest = self.left[0], self.but(left=self.left[1:])
        check = CheckOrFlee(who=who, threat=self.caster, cite=d.rules.cite("other command checks"))
        return Call(check, then=rest.start)


def frightened(p: Position, caster: str) -> tuple[str, ...]:
    near_by = [n for n in p.state.enemies(caster) if in_control_area(p, caster, n)]
    bodies = dict.fromkeys(p.state.status[n].unit or n for n in near_by if card(p, n).kind in ("trooper", "solo"))
    return tuple(name for who in bodies for name in checkers(p, who))


SPELL_FRAMES: dict[str, Any] = {
    "wind_rush": WindRush,
    "cloud": LayCloud,
    "dread_sermon": DreadSermon,
    "check_or_flee": CheckAll,
}
