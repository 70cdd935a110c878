"""Spells that last, and those that move somebody (data/spells.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import Ask, Call, Domain, Frame, Moment, Next, Outline, Refusal, Return, Term, Wait, modifies
from sandtable.core.abilities import forbids
from sandtable.core.effects import on
from sandtable.core.texts import say
from sandtable.geometry.ground import Ground
from sandtable.geometry.regions import box, grown, rounded
from sandtable.rulesets.warmaster.combat.attacks import BlowDice, CharacterAttack, Frightened, SpellCover, Terrifies
from sandtable.rulesets.warmaster.combat.engagements import engaged
from sandtable.rulesets.warmaster.command.carry_out import CarryOut
from sandtable.rulesets.warmaster.command.character_places import JOIN, open_to, own_ground, perch
from sandtable.rulesets.warmaster.command.characters import RIDE, STAY, Ride, RidePlace, left_behind, ridden
from sandtable.rulesets.warmaster.command.movement import ChargePace, FullPace, Pace, PursuitPace, rooted
from sandtable.rulesets.warmaster.command.order_test import Command, OrderTest
from sandtable.rulesets.warmaster.magic.attack_spells import ATTACK_SPELLS
from sandtable.rulesets.warmaster.magic.casting import (
    Sorcery,
    enemies_in_range,
    friends_in_range,
    from_caster,
    lasting,
)  # fmt: skip
from sandtable.rulesets.warmaster.state.entries import Spell
from sandtable.rulesets.warmaster.state.events.moving import CharacterMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position, entry, full_pace
from sandtable.rulesets.warmaster.state.table import EPS, TOKEN, CombatEnds, CommandEnds, Pose, Spot, TurnBegins
from sandtable.rulesets.warmaster.terrain.cover import DEFENDED, Cover
from sandtable.rulesets.warmaster.turn.home_back import HOME


class OnEnemy(Sorcery):
    """One enemy unit, until the end of its next own turn."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        yield from enemies_in_range(p, wizard, spell)

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> None:
        lasting(d, spell, target, wizard, self.until(d.state.turn), "WM-MAGIC-1")

    def of_enemies(self) -> bool:
        return True


class Waaagh(Sorcery):
    """One engaged friendly greenskin unit fights harder in the coming Combat phase."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        for unit in friends_in_range(p, wizard, spell):
            if engaged(p, unit) and entry(p, unit).has("greenskin"):
                yield unit

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> None:
        lasting(d, spell, target, wizard, self.until(d.state.turn), "WM-MAGIC-1")

    def barred(self, p: Position, unit: str) -> Refusal | None:
        return Refusal(say("{unit} is no greenskin unit that fights", unit=unit), "WM-MAGIC-1")

    def until(self, turn: int) -> Moment:
        return CombatEnds(turn)


class Shelter(Sorcery):
    """One friendly unit is defended until its own next turn (WM-TERRAIN-20)."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        yield from friends_in_range(p, wizard, spell)

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> None:
        lasting(d, spell, target, wizard, self.until(d.state.turn), "WM-TERRAIN-20")

    def until(self, turn: int) -> Moment:
        return TurnBegins(turn + 2)


class ClearCall(Sorcery):
    """One friendly character commands better in his side's next Command phase (WM-CMD-21)."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        for name in p.state.leaders(p.state.characters[wizard].seat):
            if from_caster(p, wizard, name) <= spell.range + EPS:
                yield name

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> None:
        lasting(d, spell, target, wizard, self.until(d.state.turn), "WM-CMD-21")

    def until(self, turn: int) -> Moment:
        return CommandEnds(turn + 2)


class VoiceOfCommand(Sorcery):
    """One unengaged friendly unit moves as if it had just obeyed an order; a charge is a charge (WM-MAGIC-9)."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        for unit in friends_in_range(p, wizard, spell):
            if not engaged(p, unit) and rooted(p, unit) is None:
                yield unit

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame:
        return Commanded(unit=target)

    def barred(self, p: Position, unit: str) -> Refusal | None:
        return rooted(p, unit)


class Commanded(Frame, frozen=True, kw_only=True):
    """The unit moves without those who had joined it; if it does not move, they are with it still."""

    unit: str
    joined: tuple[str, ...] = ()
    poses: tuple[Pose, ...] = ()

    def start(self, d: Draft) -> Next:
        joined = tuple(name for name in d.state.spots if d.state.characters[name].joined == self.unit)
        left_behind(d, self.unit, "WM-MAGIC-9")
        me = self.but(joined=joined, poses=d.state.stands[self.unit])
        return Call(CarryOut(units=(self.unit,), seat=d.state.units[self.unit].seat), then=me.carried_out)

    def carried_out(self, d: Draft, *ignored: object) -> Next:
        if d.state.stands.get(self.unit) == self.poses:
            for name in self.joined:
                moved = CharacterMoved(character=name, spot=d.state.spots[name], joined=self.unit, cite="WM-CHAR-5")
                d.emit(moved)
        return Return()


class Teleport(Sorcery):
    """The caster is placed anywhere, and may then try one different spell."""

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame:
        return Whisked(wizard=wizard)

    def again(self) -> bool:
        return True


class Anywhere(Ride, frozen=True, kw_only=True):
    """Any place where he may be, or any unit he may join."""

    def joins_not(self, p: Position, unit: str) -> Refusal | None:
        seat = p.state.characters[self.character].seat
        if unit in p.state.on_table(seat) and open_to(p, self.character, unit):
            return p.forbidden(JOIN, self.character, unit)
        return Refusal("a place, join UNIT, or stay", "WM-CHAR-4")

    def perch(self, p: Position, unit: str) -> Spot:
        return perch(p, self.character, unit)

    def place(self) -> AnyPlace:
        return AnyPlace(piece=self.character)

    def fallback(self, p: Position) -> Any:
        return self.sample(p, 1, Random(0))[0]


class AnyPlace(RidePlace, frozen=True, kw_only=True):
    def ground(self, p: Position) -> Ground:
        return own_ground(p, self.piece)

    def fault(self, p: Position, pose: Any) -> Refusal | None:
        return None if self.ground(p).free(pose) else Refusal("he cannot be there", "WM-CHAR-2")

    def most(self, p: Position) -> int:
        return 10 * (p.state.map.width + p.state.map.height)

    def outline(self, p: Position) -> Outline:
        width, height = p.state.map.width, p.state.map.height
        table = tuple(rounded(q) for q in box(TOKEN, TOKEN, width - TOKEN, height - TOKEN))
        return Outline((table,), tuple(grown(shape, TOKEN) for shape in self.ground(p).shapes))


class Whisked(Frame, frozen=True, kw_only=True):
    wizard: str

    def start(self, d: Draft) -> Next:
        return self.ask(d, Anywhere(character=self.wizard), STAY)

    def ask(self, d: Draft, domain: Domain, default: Any) -> Next:
        seat = d.state.characters[self.wizard].seat
        prompt = say("where {wizard} appears", wizard=self.wizard)
        return Wait(Ask(seat, prompt, domain, default, "WM-MAGIC-1", about=(self.wizard,)), then=self.placed)

    def placed(self, d: Draft, answer: Any) -> Next:
        if answer == RIDE:
            return self.ask(d, AnyPlace(piece=self.wizard), None)
        ridden(d, Anywhere(character=self.wizard), answer, by_himself=False, cite="WM-MAGIC-1")
        return Return()


# --- what lasting spells do ---
@modifies(Pace, ChargePace, FullPace, PursuitPace)
def slowed(p: Position, query: Pace | ChargePace | FullPace | PursuitPace) -> Iterator[Term]:
    """Weird Enchantment: all moves at half pace, charges and pursuits too; no move gets slower than that."""
    if on(p.state.effects, query.unit, "weird_enchantment"):
        yield Term(full_pace(p, query.unit) // 2, "Weird Enchantment", "WM-MAGIC-1", "most")


@modifies(Frightened)
def frightened(p: Position, query: Frightened) -> Iterator[Term]:
    if on(p.state.effects, query.unit, "weird_enchantment"):
        yield Term(1, "Weird Enchantment", "WM-COMBAT-9")


@modifies(Terrifies)
def terrifies_nobody(p: Position, query: Terrifies) -> Iterator[Term]:
    if on(p.state.effects, query.unit, "weird_enchantment"):
        yield Term(-1000, "Weird Enchantment", "WM-COMBAT-9")


@modifies(BlowDice)
def fights_harder(p: Position, query: BlowDice) -> Iterator[Term]:
    if on(p.state.effects, query.unit, "waaagh"):
        yield Term(1, "Waaagh", "WM-MAGIC-1")


@modifies(CharacterAttack)
def leads_harder(p: Position, query: CharacterAttack) -> Iterator[Term]:
    joined = p.state.characters[query.character].joined
    if joined and on(p.state.effects, joined, "waaagh"):
        yield Term(1, "Waaagh", "WM-MAGIC-1")


@modifies(SpellCover, Cover)
def sheltered(p: Position, query: SpellCover | Cover) -> Iterator[Term]:
    """Shelter of Wings: at least defended, any troop type, from every direction (WM-DATA-12)."""
    if on(p.state.effects, query.unit, "shelter_of_wings"):
        yield Term(DEFENDED, "Shelter of Wings", "WM-DATA-12", "base")


@modifies(OrderTest)
def still_air(p: Position, query: OrderTest) -> Iterator[Term]:
    if any(on(p.state.effects, unit, "still_air") for unit in query.units):
        yield Term(-1, "Still Air", "WM-CMD-11")


@forbids(HOME)
def no_wind_to_home_on(p: Position, unit: str) -> Refusal | None:
    return Refusal("Still Air", "WM-HOME-1") if on(p.state.effects, unit, "still_air") else None


@modifies(Command)
def heard_clearly(p: Position, query: Command) -> Iterator[Term]:
    if on(p.state.effects, query.character, "clear_call"):
        yield Term(1, "Clear Call", "WM-CMD-21")


SORCERY = ATTACK_SPELLS | {
    "voice_of_command": VoiceOfCommand(),
    "weird_enchantment": OnEnemy(),
    "teleport": Teleport(),
    "waaagh": Waaagh(),
    "shelter_of_wings": Shelter(),
    "still_air": OnEnemy(),
    "clear_call": ClearCall(),
}
