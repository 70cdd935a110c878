"""Hits, stands lost, units destroyed, characters slain."""

from __future__ import annotations

from sandtable.core import Event, Position
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.state.table import DESTROYED, Table


class HitsTaken(Event, frozen=True, kw_only=True):
    """Unsaved hits are recorded (WM-HITS-1). `carried` counts in the first round of a fight, `driving` for a drive
    back."""

    unit: str
    hits: int
    carried: int = 0
    driving: int = 0

    def apply(self, state: Table) -> Table:
        unit = state.units[self.unit]
        return state.unit(
            self.unit, hits=unit.hits + self.hits, carried=unit.carried + self.carried,
            driving=unit.driving + self.driving,
        )  # fmt: skip

    def line(self, p: Position) -> str:
        return say("{unit} takes {hits} hit{s}", unit=self.unit, hits=self.hits, s="" if self.hits == 1 else "s")


class StandLost(Event, frozen=True, kw_only=True):
    """One stand comes off; the hits that cost it are cancelled with it (WM-HITS-1, WM-HITS-9)."""

    unit: str
    stand: int  # its number in the unit
    hits: int = 0  # cancelled

    def apply(self, state: Table) -> Table:
        unit, poses = state.units[self.unit], state.stands[self.unit]
        skirmisher = unit.skirmisher and self.stand == len(poses) - 1
        kept = (*poses[: self.stand], *poses[self.stand + 1 :])
        state = state.unit(
            self.unit, hits=max(0, unit.hits - self.hits), lost=unit.lost + (not skirmisher),
            skirmisher=unit.skirmisher and not skirmisher,
        )  # fmt: skip
        return state.but(stands={**state.stands, self.unit: kept})

    def line(self, p: Position) -> str:
        return say("{unit} loses a stand", unit=self.unit)


class UnitDestroyed(Event, frozen=True, kw_only=True):
    """A unit is gone, and the characters with it are slain (WM-CHAR-8)."""

    unit: str

    def apply(self, state: Table) -> Table:
        unit = state.units[self.unit]
        gone = [name for name, c in state.characters.items() if c.joined == self.unit]
        stands = {name: poses for name, poses in state.stands.items() if name != self.unit}
        characters = {
            n: c.but(slain=True, joined="", waiting=False) if n in gone else c for n, c in state.characters.items()
        }
        spots = {name: spot for name, spot in state.spots.items() if name not in gone}
        engagements = {
            key: fight.but(units=tuple(u for u in fight.units if u != self.unit))
            for key, fight in state.engagements.items()
        }
        effects = tuple(effect for effect in state.effects if effect.on != self.unit)
        state = state.but(
            stands=stands, characters=characters, spots=spots, engagements=engagements, effects=effects
        )  # fmt: skip
        return state.unit(
            self.unit, where=DESTROYED, lost=unit.start, hits=0, carried=0, driving=0, edge=(), left_over="",
            skirmisher=False, turned=False, seat=unit.owner,
        )  # fmt: skip

    def line(self, p: Position) -> str:
        return say("{unit} is destroyed", unit=self.unit)


class CharacterSlain(Event, frozen=True, kw_only=True):
    character: str

    def apply(self, state: Table) -> Table:
        spots = {name: spot for name, spot in state.spots.items() if name != self.character}
        return state.but(spots=spots).character(self.character, slain=True, joined="", waiting=False)

    def line(self, p: Position) -> str:
        return say("{character} is slain", character=self.character)


class HitsForgotten(Event, frozen=True, kw_only=True):
    """Left-over hits go at the end of a phase (WM-HITS-6)."""

    units: tuple[str, ...]
    carried: bool = True  # those carried into combat go too

    def apply(self, state: Table) -> Table:
        units = dict(state.units)
        for name in self.units:
            unit = units[name]
            kept = unit.carried if not self.carried else 0
            units[name] = unit.but(hits=min(unit.hits, kept) if not self.carried else 0, carried=kept, driving=0)
        return state.but(units=units)

    def line(self, p: Position) -> str:
        return "left-over hits are forgotten"
