"""Magic: who may cast what at whom, and the casting roll (WM-MAGIC).

Each spell is an object: its targets and what it does. The numbers are in data/spells.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.core import (
    Ask,
    Call,
    Effect,
    EffectBegan,
    Facing,
    Frame,
    Moment,
    Next,
    Offer,
    Pool,
    Refusal,
    Return,
    Roll,
    Settle,
    Wait,
    offers,
)  # fmt: skip
from sandtable.core.effects import on
from sandtable.core.texts import say
from sandtable.geometry.pairs import gap
from sandtable.geometry.shapes import Disc, Rect
from sandtable.geometry.sight import sight
from sandtable.geometry.units import text
from sandtable.rulesets.warmaster.measuring.crowd import crowd, token, token_gaps
from sandtable.rulesets.warmaster.measuring.sight import scenery, seen_through
from sandtable.rulesets.warmaster.shooting.shooting import BESIDES
from sandtable.rulesets.warmaster.state.entries import Spell
from sandtable.rulesets.warmaster.state.events.commanding import SpellCast, SpellTried
from sandtable.rulesets.warmaster.state.rules import Draft, Position, mount, rank
from sandtable.rulesets.warmaster.state.table import EPS, PLACES, Pose, Table, TurnEnds
from sandtable.rulesets.warmaster.terrain.land import SIGHT_DEPTH

ALTAR = "altar_once"
WITH = " with the altar"
AIMLESS = " in a direction"


class Sorcery:
    """One spell: who may be its target, and the frame that plays it once it is cast."""

    def targets(self, p: Position, wizard: str, spell: Spell) -> Iterator[str]:
        """Names of units or characters; empty: the caster himself."""
        yield ""

    def frame(self, d: Draft, wizard: str, spell: Spell, target: str) -> Frame | None:
        return None

    def barred(self, p: Position, unit: str) -> Refusal | None:
        """Why a unit that is in range is no target, if another rule says so."""
        return None

    def until(self, turn: int) -> Moment:
        """How long it lasts, cast in this turn: most no longer than the next."""
        return TurnEnds(turn + 1)

    def of_enemies(self) -> bool:
        """Whether it is cast on enemies."""
        return False

    def again(self) -> bool:
        """Whether the wizard may try another spell afterwards."""
        return False

    def flies(self) -> bool:
        """Whether it may be sent in a direction instead of at a unit."""
        return False

    def sent(self, d: Draft, wizard: str, spell: Spell, facing: int) -> Frame | None:
        """What it does in a direction."""
        return None


def from_caster(p: Position, wizard: str, name: str) -> float:
    """How far a unit or character is from the wizard, or from a stand of the unit he has joined (WM-MAGIC-5)."""
    table, joined = crowd(p), p.state.characters[wizard].joined
    if name in p.state.spots:
        far = gap(token(p, wizard), token(p, name))
        return min(far, token_gaps(p, name)[joined]) if joined in table.spans else far
    return units_from_caster(p, wizard)[name]


def units_from_caster(p: Position, wizard: str) -> Mapping[str, float]:
    """The same for every unit."""
    table, joined, far = crowd(p), p.state.characters[wizard].joined, token_gaps(p, wizard)
    if joined not in table.spans:
        return far

    def make() -> dict[str, float]:
        return {u: 0.0 if u == joined else min(at, table.apart(joined, u)) for u, at in far.items()}

    return p.memo(("from caster", token(p, wizard), joined), make, PLACES)


def units_in_range(p: Position, wizard: str, spell: Spell) -> list[str]:
    """Units within a spell's range (WM-MAGIC-5)."""
    most = spell.range + EPS
    return [u for u, far in units_from_caster(p, wizard).items() if far <= most]


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
    return any(_seen(p, wizard, unit))


def marks(p: Position, wizard: str, spell: Spell, unit: str) -> tuple[Pose, ...]:
    """The stands of a unit that a spell's attacks go to: in range, and seen if the caster must see (WM-SHOOT-10)."""
    table, joined, poses = crowd(p), p.state.characters[wizard].joined, p.state.stands[unit]
    eyes: list[Rect | Disc] = [token(p, wizard), *(table.of(joined) if joined in table.spans else ())]
    near = [min(gap(eye, r) for eye in eyes) <= spell.range + EPS for r in table.of(unit)]
    seen = _seen(p, wizard, unit) if spell.sight else near
    return tuple(pose for pose, a, b in zip(poses, near, seen, strict=True) if a and b)


def _seen(p: Position, wizard: str, unit: str) -> list[bool]:
    eye, table, scene = token(p, wizard), crowd(p), scenery(p)
    joined = p.state.characters[wizard].joined
    spared = {scene.number(n) for n in table.numbers(unit)} | seen_through(p, eye)
    if joined in table.spans:
        spared |= {scene.number(n) for n in table.numbers(joined)}
    return [
        sight(eye, 1.0, r, 1.0, scene, SIGHT_DEPTH, each=True, exempt=spared | seen_through(p, r)).clear
        for r in table.of(unit)
    ]


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
        altar = has_altar(d, wizard)
        for spell in d.rules.library.spells_of(rank(d, wizard).army):
            if on(d.state.effects, wizard, f"tried {spell.id}"):
                continue
            sorcery = d.rules.sorcery[spell.id]
            targets = [t for t in sorcery.targets(d, wizard, spell) if not t or untouched(d, spell, t)]
            for target in [*targets, AIMLESS] if sorcery.flies() else targets:
                at = "" if target == AIMLESS else target
                key = f"{wizard} casts {spell.id}" + (f" at {at}" if at else target)
                for more in ("", WITH) if altar else ("",):
                    frame = Casting(
                        wizard=wizard, spell=spell.id, target=at, altar=bool(more), aimless=target == AIMLESS
                    )
                    how = (f"{target}{more}" if target == AIMLESS else more).strip()
                    yield Offer(
                        key + more, frame, cite="WM-MAGIC-1", verb="cast", actor=wizard, target=at, using=spell.id,
                        how=how,
                    )  # fmt: skip


def has_altar(p: Position, wizard: str) -> bool:
    """Whether he has the bonus of an altar, once in a battle."""
    beast = mount(p, wizard)
    return beast is not None and ALTAR in beast.special and not p.state.characters[wizard].altar


def no_spell(p: Position, words: str) -> Refusal | None:
    """Why a spell cannot be cast; None: the words name no spell of a wizard."""
    wizard, _, what = words.partition(" casts ")
    spell_id, _, target = what.removesuffix(WITH).replace(" at ", " ").partition(" ")
    spell = p.rules.library.spells.get(spell_id)
    if spell is None or wizard not in p.state.characters or p.state.characters[wizard].seat != p.state.active:
        return None
    if wizard not in p.state.spots:
        return Refusal(say("{wizard} is not on the table", wizard=wizard), "WM-MAGIC-10")
    if rank(p, wizard).kind != "wizard" or spell.army != rank(p, wizard).army:
        return Refusal(say("{wizard} does not know {spell}", wizard=wizard, spell=spell_id), "WM-MAGIC-1")
    if p.state.characters[wizard].cast or on(p.state.effects, wizard, f"tried {spell_id}"):
        return Refusal(say("{wizard} has cast his spell", wizard=wizard), "WM-MAGIC-1")
    if what.endswith(WITH) and not has_altar(p, wizard):
        return Refusal(say("{wizard} has no altar, or has used it", wizard=wizard), "WM-MAGIC-3")
    if spell.range and (target in p.state.stands or target in p.state.spots):
        beyond = from_caster(p, wizard, target) - spell.range
        if beyond > EPS:
            said = say("{target} is {far} cm out of range of {spell}", target=target, far=text(beyond), spell=spell_id)
            return Refusal(said, "WM-MAGIC-5", int(beyond))
    if target and not untouched(p, spell, target):
        return Refusal(say("{target} has been under {spell}", target=target, spell=spell_id), "WM-MAGIC-4")
    if target in p.state.stands and spell.sight and not wizard_sees(p, wizard, target):
        return Refusal(say("{wizard} does not see {target}", wizard=wizard, target=target), "WM-MAGIC-5")
    if target in p.state.spots and p.state.characters[target].seat != p.state.active:
        return Refusal(say("{target} cannot be a target", target=target), "WM-CHAR-7")
    friend = target in p.state.on_table(p.state.active)
    why = p.rules.sorcery[spell_id].barred(p, target) if friend else None
    return why or Refusal(say("{spell} is cast at {whom}", spell=spell_id, whom=spell.target), "WM-MAGIC-3")


class Casting(Frame, frozen=True, kw_only=True):
    """The spell and its target are named, then a die: the spell's number or more; 1 fails, 6 works (WM-MAGIC-3)."""

    wizard: str
    spell: str
    target: str = ""
    altar: bool = False
    aimless: bool = False  # a direction is named instead of a target
    facing: int = -1

    def start(self, d: Draft) -> Next:
        if self.aimless and self.facing < 0:
            seat, prompt = d.state.characters[self.wizard].seat, say("which way {spell} flies", spell=self.spell)
            domain = Facing(piece=self.wizard, cite="WM-MAGIC-3")
            return Wait(Ask(seat, prompt, domain, None, "WM-MAGIC-3", about=(self.wizard,)), then=self.pointed)
        pool = Pool("casting", (("d6", 1),), d.state.characters[self.wizard].seat)
        return Wait(Roll("cast", (pool,), cite="WM-MAGIC-3"), then=self.rolled)

    def pointed(self, d: Draft, facing: int) -> Next:
        return self.but(facing=facing).start(d)

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
        if self.aimless:
            frame = sorcery.sent(d, self.wizard, spell, self.facing)
        else:
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
