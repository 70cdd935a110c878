"""Clouds: templates that lie on the table for a time. Some hurt those who enter them or end their turn in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.core import Call, EffectEnded, Frame, Next, Settle, forces
from sandtable.rulesets.warmachine.common.attacks.area import Landed, whose_damage
from sandtable.rulesets.warmachine.common.attacks.attack import types_of
from sandtable.rulesets.warmachine.common.damage.damage import Blow, Damage
from sandtable.rulesets.warmachine.common.magic.special_spells import lay_cloud
from sandtable.rulesets.warmachine.common.measuring.distance import touches
from sandtable.rulesets.warmachine.common.state.events import Moved, Placed, TerrainLifted
from sandtable.rulesets.warmachine.common.state.rules import Draft
from sandtable.rulesets.warmachine.common.terrain.harmful_clouds import CLOUD, entries, harmful, spares

ADDING = "add clouds"  # hooks by this key forbid that several clouds hurt a model when its turn ends


@forces(EffectEnded)
def cloud_gone(d: Draft, event: EffectEnded) -> Iterator[Frame]:
    """The template is taken away when its time is over."""
    if event.effect.name == CLOUD:
        d.emit(TerrainLifted(feature=event.effect.on, cite=d.rules.cite("laying a cloud")))
    yield from ()


@forces(Landed)
def cloud_of_a_spell(d: Draft, event: Landed) -> Iterator[Frame]:
    """A spell that lays a cloud lays it at the point of impact, deviated or not."""
    spell = d.rules.cards.spells.get(event.strike.spell)
    if spell is not None and spell.cloud:
        lay_cloud(d, event.at, spell.cloud * 500, spell.cloud_pow, types_of(d, event.strike))
    yield from ()


class Scald(Frame, frozen=True, kw_only=True):
    """A model suffers the damage roll of a cloud."""

    model: str
    power: int
    types: tuple[str, ...] = ()

    def start(self, d: Draft) -> Next:
        if self.model not in d.state.models:
            return self.finish(d)
        seat = d.state.active
        blow = Blow(target=self.model, power=self.power, seat=seat, types=self.types, boostable=False)
        return Call(Damage(blow=blow), then=self.over)

    def over(self, d: Draft, *ignored: Any) -> Next:
        return Call(Settle(), then=self.finish)


@forces(Moved)
def entering(d: Draft, event: Moved) -> Iterator[Frame]:
    """Every entry hurts, by choice or by force, from where the rim is touched; starting in it is not entering.

    Who goes by choice is stopped at every entry on the way: see `Travel`.
    """
    if event.who in d.state.models:
        for _, cloud in entries(d, event.who, event.path):
            yield Scald(model=event.who, power=cloud.power, types=cloud.types)


@forces(Placed)
def placed_inside(d: Draft, event: Placed) -> Iterator[Frame]:
    """Being put into a cloud is entering it; from one place in it to another is not."""
    for cloud, area, power, types in harmful(d) if event.who in d.state.models else ():
        inside = event.was is not None and touches(d, event.who, area, event.was)
        if touches(d, event.who, area) and not inside and not spares(d, cloud, event.who):
            yield Scald(model=event.who, power=power, types=types)


class CloudsAtTurnEnd(Frame, frozen=True, kw_only=True):
    """Whoever is in a harmful cloud when their controller's turn ends is hurt."""

    seat: int
    left: tuple[tuple[str, int, tuple[str, ...]], ...] = ()

    def start(self, d: Draft) -> Next:
        found: list[tuple[str, int, tuple[str, ...]]] = []
        for cloud, area, power, types in harmful(d):
            hurt = {name for name, _, _ in found}
            for name in sorted(d.state.of(self.seat)):
                if not touches(d, name, area) or spares(d, cloud, name):
                    continue
                if name not in hurt or d.forbidden(ADDING, name) is None:
                    found.append((name, power, types))
        return self.but(left=tuple(found)).each(d)

    def each(self, d: Draft, *ignored: Any) -> Next:
        """In an order of the active player's choice where the edition lets him."""
        left = tuple(scald for scald in self.left if scald[0] in d.state.models)
        if not left:
            return self.finish(d)
        names = tuple(dict.fromkeys(name for name, _, _ in left))
        return whose_damage(d, self.seat, names, self.but(left=left).scald, "simultaneous damage")

    def scald(self, d: Draft, name: str) -> Next:
        number, (_, power, types) = next((n, s) for n, s in enumerate(self.left) if s[0] == name)
        rest = self.but(left=(*self.left[:number], *self.left[number + 1 :]))
        return Call(Scald(model=name, power=power, types=types), then=rest.each)
