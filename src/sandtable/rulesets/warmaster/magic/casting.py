"""Magic: who may cast what at whom, and the casting roll (WM-MAGIC).

Each spell is an object: its targets and what it does. The numbers are in data/spells.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.core import (
    Call,
    Effect,
    EffectBegan,
    Frame,
    Moment,
    Next,
    Offer,
    Pool,
    Return,
    Roll,
    Settle,
    Wait,
    offers,
)  # fmt: skip
from sandtable.core.effects import on
from sandtable.geometry.sight import sight
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token, token_gaps
from sandtable.rulesets.warmaster.measuring.sight import scenery, seen_through
from sandtable.rulesets.warmaster.shooting.shooting import BESIDES
from sandtable.rulesets.warmaster.state.entries import Spell
from sandtable.rulesets.warmaster.state.events.commanding import SpellCast, SpellTried
from sandtable.rulesets.warmaster.state.rules import Draft, Position, mount, rank
from sandtable.rulesets.warmaster.state.table import EPS, Table, TurnEnds
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

ALTAR = "altar_once"
WITH = " with the altar"


class Sorcery:
    """One spell: who may be its target, and the frame that plays it once it is cast."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        """Names of units or characters; empty: the caster himself."""
        yield ""

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame | None:
        return None

    def again(self) -> bool:
        """Whether the wizard may try another spell afterwards."""
        return False


def units_in_range(p: Position, wizard: str, spell: Spell) -> list[str]:
    """Units within a spell's range, from the wizard or a stand of the unit he has joined (WM-MAGIC-5)."""
    table, joined = crowd(p), p.state.characters[wizard].joined
    near = {u for u, far in token_gaps(p, wizard).items() if far <= spell.range + EPS}
    if joined in table.spans:
        near |= {u for u in table.spans if u == joined or table.apart(joined, u) <= spell.range + EPS}
    return [u for u in table.spans if u in near]


def enemies_in_range(p: Position, wizard: str, spell: Spell) -> list[str]:
    seat = p.state.characters[wizard].seat
    return [u for u in units_in_range(p, wizard, spell) if p.state.units[u].seat != seat]


def friends_in_range(p: Position, wizard: str, spell: Spell) -> list[str]:
    seat = p.state.characters[wizard].seat
    return [u for u in units_in_range(p, wizard, spell) if p.state.units[u].seat == seat]


def untouched(p: Position, spell: Spell, unit: str) -> bool:
    """A unit is affected by the same spell only once a turn (WM-MAGIC-4)."""
    return not on(p.state.effects, unit, f"under {spell.id}")


def wizard_sees(p: Position, wizard: str, unit: str) -> bool:
    """Wizards see all round (WM-MAGIC-5)."""
    eye, table, scene = token(p, wizard), crowd(p), scenery(p)
    joined = p.state.characters[wizard].joined
    spared = {scene.number(n) for n in table.numbers(unit)} | seen_through(p, eye)
    if joined in table.spans:
        spared |= {scene.number(n) for n in table.numbers(joined)}
    return any(
        sight(eye, 1.0, r, 1.0, scene, SIGHT_DEPTH, each=True, exempt=spared | seen_through(p, r)).clear
        for r in table.of(unit)
    )


def may_cast(p: Position, wizard: str) -> bool:
    """A Wizard on the table, once a turn, whatever became of his orders (WM-MAGIC-1, WM-MAGIC-10, WM-CHAR-13)."""
    own = p.state.characters[wizard]
    return wizard in p.state.spots and not own.cast and rank(p, wizard).kind == "wizard"


@offers(BESIDES)
def spells_to_cast(d: Draft, state: Table, seat: int) -> Iterator[Offer]:
    """Any spell of the army's list at any target in range, not only the closest (WM-MAGIC-2)."""
    for wizard in d.state.leaders(seat):
        if not may_cast(d, wizard):
            continue
        beast = mount(d, wizard)
        altar = beast is not None and ALTAR in beast.special and not d.state.characters[wizard].altar
        for spell in d.rules.library.spells_of(rank(d, wizard).army):
            if on(d.state.effects, wizard, f"tried {spell.id}"):
                continue
            for target in d.rules.sorcery[spell.id].targets(d, wizard, spell):
                if target and not untouched(d, spell, target):
                    continue
                key = f"{wizard} casts {spell.id}" + (f" at {target}" if target else "")
                for more in ("", WITH) if altar else ("",):
                    frame = Casting(wizard=wizard, spell=spell.id, target=target, altar=bool(more))
                    yield Offer(
                        key + more, frame, cite="WM-MAGIC-1", verb="cast", actor=wizard, target=target,
                        using=spell.id, how=more.strip(),
                    )  # fmt: skip


class Casting(Frame, frozen=True, kw_only=True):
    """The spell and its target are named, then a die: the spell's number or more; 1 fails, 6 works (WM-MAGIC-3)."""

    wizard: str
    spell: str
    target: str = ""
    altar: bool = False

    def start(self, d: Draft) -> Next:
        pool = Pool("casting", (("d6", 1),), d.state.characters[self.wizard].seat)
        return Wait(Roll("cast", (pool,), cite="WM-MAGIC-3"), then=self.rolled)

    def rolled(self, d: Draft, face: int) -> Next:
        spell, sorcery = d.rules.library.spells[self.spell], d.rules.sorcery[self.spell]
        works = face != 1 and (face == 6 or face + self.altar >= spell.cast)
        again = works and sorcery.again()
        d.emit(SpellTried(wizard=self.wizard, spell=self.spell, altar=self.altar, done=not again, cite="WM-MAGIC-1"))
        if again:
            tried = Effect(f"tried {self.spell}", self.wizard, until=TurnEnds(d.state.turn), cite="WM-MAGIC-1")
            d.emit(EffectBegan(effect=tried, cite="WM-MAGIC-1"))
        if not works:
            return Return()
        d.emit(SpellCast(wizard=self.wizard, spell=self.spell, target=self.target, cite="WM-MAGIC-3"))
        if self.target:
            note(d, spell, self.target)
        frame = sorcery.frame(d, self.wizard, spell, self.target)
        return Return() if frame is None else Call(frame, then=self.settle)

    def settle(self, d: Draft, *ignored: object) -> Next:
        return Call(Settle(), then=self.finish)


def note(d: Draft, spell: Spell, name: str) -> None:
    """Who has been under this spell this turn (WM-MAGIC-4)."""
    effect = Effect(f"under {spell.id}", name, until=TurnEnds(d.state.turn), cite="WM-MAGIC-4")
    d.emit(EffectBegan(effect=effect, cite="WM-MAGIC-4"))


def lasting(d: Draft, spell: Spell, name: str, wizard: str, until: Moment, cite: str) -> None:
    """A spell that lasts is an effect of its name."""
    d.emit(EffectBegan(effect=Effect(spell.id, name, source=wizard, until=until, cite=cite), cite=cite))


Book = Mapping[str, Sorcery]
