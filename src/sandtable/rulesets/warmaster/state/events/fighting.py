"""Charges and fights."""

from __future__ import annotations

from sandtable.core import Event, Position
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.state.table import OTHER, Engagement, Pose, Table


class ChargeAnnounced(Event, frozen=True, kw_only=True):
    unit: str
    target: str
    how: str = "charges"

    def line(self, p: Position) -> str:
        return say(f"{{unit}} {self.how} {{target}}", unit=self.unit, target=self.target)


class SideChanged(Event, frozen=True, kw_only=True):
    """A unit turns on its own side and counts as one of the other; or it is itself again (`giant`)."""

    unit: str

    def apply(self, state: Table) -> Table:
        own = state.units[self.unit]
        after = state.unit(self.unit, seat=OTHER[own.seat], turned=not own.turned)
        return after.but(stands=state.stands)  # what is remembered about places knows whose they are

    def line(self, p: Position) -> str:
        turned = p.state.units[self.unit].turned
        return say("{unit} turns on its own side" if turned else "{unit} is itself again", unit=self.unit)


class Fired(Event, frozen=True, kw_only=True):
    """Somebody shot at a unit or cast a spell on it: the nearest fixes the direction of a drive back (WM-DRIVE-6)."""

    shooter: str
    target: str
    places: tuple[tuple[int, ...], ...]  # poses of stands, or a wizard's spot

    def apply(self, state: Table) -> Table:
        shots = (*state.fired.get(self.target, ()), *((self.shooter, place) for place in self.places))
        return state.but(fired={**state.fired, self.target: shots})

    def line(self, p: Position) -> str:
        return say("{shooter} shoots at {target}", shooter=self.shooter, target=self.target)


class CoverNoted(Event, frozen=True, kw_only=True):
    """The cover of charged stands against a charger as he started (WM-TERRAIN-23): unit, pose, level."""

    charger: str
    covers: tuple[tuple[str, Pose, int], ...]

    def apply(self, state: Table) -> Table:
        return state.but(covers={**state.covers, self.charger: self.covers})

    def line(self, p: Position) -> str:
        return say("cover against {charger} is noted", charger=self.charger)


class Engaged(Event, frozen=True, kw_only=True):
    """The fights on the table, worked out anew, merged or left by some (WM-ENG-13)."""

    engagements: dict[str, Engagement]

    def apply(self, state: Table) -> Table:
        return state.but(engagements=self.engagements)

    def line(self, p: Position) -> str:
        number = len(self.engagements)
        return "nobody fights" if not number else f"{number} fight{'' if number == 1 else 's'} on the table"


class FightChanged(Event, frozen=True, kw_only=True):
    """One fight goes on: its units, its round, who pursued whom."""

    key: str
    fight: Engagement

    def apply(self, state: Table) -> Table:
        return state.but(engagements={**state.engagements, self.key: self.fight})

    def line(self, p: Position) -> str:
        return say("fight {key}, round {round}", key=self.key, round=self.fight.round)


class CasualtiesRemoved(Event, frozen=True, kw_only=True):
    """Both sides have removed their stands of a round (WM-ENG-6)."""

    key: str
    units: tuple[str, ...]

    def line(self, p: Position) -> str:
        return "casualties are removed"


class RoundFought(Event, frozen=True, kw_only=True):
    """The result of a round: hits and support of each seat (WM-RESULT-1)."""

    key: str
    round: int
    hits: tuple[int, int]
    supports: tuple[int, int]

    def apply(self, state: Table) -> Table:
        """The first round after a charge or an advance is over."""
        units = state.units
        fought = [u for u in state.engagements[self.key].units if units[u].charged or units[u].advanced]
        return state.but(units={**units, **{u: units[u].but(spent=True) for u in fought}})

    def line(self, p: Position) -> str:
        a, b = (hits + support for hits, support in zip(self.hits, self.supports, strict=True))
        return say("round {round}: {a} to {b}", round=self.round, a=a, b=b)


class FightEnded(Event, frozen=True, kw_only=True):
    key: str
    settled: tuple[str, ...] = ()  # those who are out of every fight

    def apply(self, state: Table) -> Table:
        units = {**state.units, **{u: state.units[u].but(settled=True) for u in self.settled}}
        return state.but(units=units, engagements={k: f for k, f in state.engagements.items() if k != self.key})

    def line(self, p: Position) -> str:
        return say("fight {key} is over", key=self.key)
