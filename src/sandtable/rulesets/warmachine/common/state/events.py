"""What can happen on the table. Every change of state is one of these, or an effect that begins or ends."""

from __future__ import annotations

from sandtable.core import Event
from sandtable.core.texts import say
from sandtable.geometry.units import text
from sandtable.rulesets.warmachine.common.attacks.strike import Strike
from sandtable.rulesets.warmachine.common.state.cards import SYSTEMS
from sandtable.rulesets.warmachine.common.state.rules import Position
from sandtable.rulesets.warmachine.common.state.table import SEATS, Model, Table
from sandtable.tabletop.terrain.features import Feature

Spot = tuple[int, int]


class Happened(Event, frozen=True, kw_only=True):
    """Something that happened to a model."""

    who: str


# --- turns ---
class FirstChosen(Event, frozen=True, kw_only=True):
    seat: int

    def apply(self, state: Table) -> Table:
        """The first player's edge is the one at y = 0."""
        return state.but(first=self.seat, active=self.seat, sides=(0, 1) if self.seat == 0 else (1, 0))

    def line(self, p: Position) -> str:
        return say("{seat} is the first player", seat=SEATS[self.seat])


class TurnBegan(Event, frozen=True, kw_only=True):
    seat: int
    round: int

    def apply(self, state: Table) -> Table:
        units = {name: unit.but(began=len(unit.members), checked=False) for name, unit in state.units.items()}
        return state.but(active=self.seat, round=self.round, turn=state.turn + 1, activated=(), phase="", units=units)

    def line(self, p: Position) -> str:
        return say("round {round}, turn of {seat}", round=self.round, seat=SEATS[self.seat])


class PhaseBegan(Event, frozen=True, kw_only=True):
    phase: str

    def apply(self, state: Table) -> Table:
        return state.but(phase=self.phase)

    def line(self, p: Position) -> str:
        return say("{phase} phase", phase=self.phase)


class ActivationBegan(Happened, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        return state.but(activating=self.who, activated=(*state.activated, self.who))

    def line(self, p: Position) -> str:
        return say("{who} activates", who=self.who)


class ActivationOver(Happened, frozen=True, kw_only=True):
    def apply(self, state: Table) -> Table:
        return state.but(activating="")

    def line(self, p: Position) -> str:
        return say("{who} is done", who=self.who)


class Passed(Happened, frozen=True, kw_only=True):
    """Counts as activated without an activation of its own."""

    def apply(self, state: Table) -> Table:
        return state.but(activated=(*state.activated, self.who))

    def line(self, p: Position) -> str:
        return say("{who} does not activate this turn", who=self.who)


# --- places ---
class Deployed(Happened, frozen=True, kw_only=True):
    card: str
    x: int
    y: int
    facing: int

    def apply(self, state: Table) -> Table:
        model = Model(card=self.card, x=self.x, y=self.y, facing=self.facing)
        return state.but(models={**state.models, self.who: model})

    def line(self, p: Position) -> str:
        return say("{who} is deployed at {x}, {y}", who=self.who, x=text(self.x), y=text(self.y))


class Moved(Happened, frozen=True, kw_only=True):
    """A model went along a path, by choice or by force, and faces somewhere at its end."""

    path: tuple[Spot, ...]
    facing: int
    forced: bool = False
    thrown: bool = False  # through the air

    def apply(self, state: Table) -> Table:
        x, y = self.path[-1]
        return state.with_model(self.who, x=x, y=y, facing=self.facing)

    def line(self, p: Position) -> str:
        x, y = self.path[-1]
        return say(
            "{who} {how} to {x}, {y}", who=self.who, how="is moved" if self.forced else "moves", x=text(x), y=text(y)
        )


class Turned(Happened, frozen=True, kw_only=True):
    facing: int

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, facing=self.facing)

    def line(self, p: Position) -> str:
        return say("{who} faces {facing}°", who=self.who, facing=text(self.facing))


class Placed(Happened, frozen=True, kw_only=True):
    """A model is put somewhere else without crossing what lies between."""

    x: int
    y: int
    facing: int
    was: Spot | None = None  # where it stood

    def apply(self, state: Table) -> Table:
        return state.with_model(self.who, x=self.x, y=self.y, facing=self.facing)

    def line(self, p: Position) -> str:
        return say("{who} is placed at {x}, {y}", who=self.who, x=text(self.x), y=text(self.y))


class SetOut(Happened, frozen=True, kw_only=True):
    """A movement begins: checks against Terror may have to wait for its end. The log is silent about it."""

    def apply(self, state: Table) -> Table:
        return state.but(moving=self.who)

    def line(self, p: Position) -> str:
        return ""


class Arrived(Happened, frozen=True, kw_only=True):
    """What `SetOut` began is over."""

    def apply(self, state: Table) -> Table:
        return state.but(moving="")

    def line(self, p: Position) -> str:
        return ""


# --- focus ---
class FocusSet(Happened, frozen=True, kw_only=True):
    """A model has this many focus points from now on."""

    focus: int

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, focus=self.focus)

    def line(self, p: Position) -> str:
        return say("{who} has {focus} focus", who=self.who, focus=self.focus)


class FocusSpent(Happened, frozen=True, kw_only=True):
    points: int
    on: str = ""

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, focus=state.status[self.who].focus - self.points)

    def line(self, p: Position) -> str:
        return say("{who} spends {points} focus[ on {on}]", who=self.who, points=self.points, on=self.on)


# --- attacks ---
class Declared(Happened, frozen=True, kw_only=True):
    """An attack, a charge, a power attack or a spell is declared."""

    what: str
    target: str = ""
    through: str = ""  # an arc node

    def line(self, p: Position) -> str:
        return say(
            "{who}: {using}[ at {target}][ through {through}]",
            who=self.who,
            using=self.what,
            target=self.target,
            through=self.through,
        )


class Combined(Happened, frozen=True, kw_only=True):
    """Who gives up an attack for that of another."""

    helpers: tuple[str, ...]

    def line(self, p: Position) -> str:
        return say("{helpers} combine with {who}", helpers=self.helpers, who=self.who)


class Struck(Happened, frozen=True, kw_only=True):
    """How an attack on a model came out."""

    by: str
    total: int = 0
    against: int = 0
    hit: bool = False
    critical: bool = False
    rolled: bool = True
    short_by: int = 0  # thousandths between its range and the target

    def line(self, p: Position) -> str:
        if self.short_by:
            return say("{by} misses {who}, {far} in too far away", by=self.by, who=self.who, far=text(self.short_by))
        how = "critically hits" if self.critical else "hits" if self.hit else "misses"
        totals = ": {total} against {against}" if self.rolled else ""
        return say(f"{{by}} {how} {{who}}{totals}", by=self.by, who=self.who, total=self.total, against=self.against)


# --- damage ---
class Unaffected(Happened, frozen=True, kw_only=True):
    """Something that would be done to a model does not take effect on it."""

    def line(self, p: Position) -> str:
        return say("{who} is not affected", who=self.who)


class Damaged(Happened, frozen=True, kw_only=True):
    points: int
    marks: tuple[int, ...]  # after it
    systems: tuple[str, ...] = ()  # disabled by it
    strike: Strike | None = None  # the attack that did it
    critical: bool = False
    column: int = 0  # where it started, from 1; 0: no grid

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, marks=self.marks)

    def line(self, p: Position) -> str:
        lost = tuple(SYSTEMS[s] for s in self.systems)
        return say("{who} takes {points} damage[; {lost} disabled]", who=self.who, points=self.points, lost=lost)


class Healed(Happened, frozen=True, kw_only=True):
    points: int
    marks: tuple[int, ...]

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, marks=self.marks)

    def line(self, p: Position) -> str:
        return say("{who} recovers {points} damage", who=self.who, points=self.points)


class Disabled(Happened, frozen=True, kw_only=True):
    """Its last box is marked; something may still save it."""

    by: str = ""
    weapon: str = ""

    def line(self, p: Position) -> str:
        return say("{who} is disabled", who=self.who)


class Boxed(Disabled, frozen=True, kw_only=True):
    def line(self, p: Position) -> str:
        return say("{who} is boxed", who=self.who)


class Destroyed(Disabled, frozen=True, kw_only=True):
    """It leaves the table, and what was on it ends; with the last of a unit what was on the unit."""

    removed: bool = False  # from play, for good
    at: Spot = (0, 0)  # where it was

    def apply(self, state: Table) -> Table:
        models = {name: m for name, m in state.models.items() if name != self.who}
        gone = {self.who}
        status = {**state.status, self.who: state.status[self.who].but(focus=0)}
        unit = state.status[self.who].unit
        units = state.units
        if unit:
            left = tuple(n for n in units[unit].members if n != self.who)
            units = {**units, unit: units[unit].but(members=left)}
            if not left:
                gone.add(unit)
        effects = tuple(e for e in state.effects if e.on not in gone)
        return state.but(models=models, effects=effects, status=status, units=units, lost=(*state.lost, self.who))

    def line(self, p: Position) -> str:
        return say("{who} is {how}", who=self.who, how="removed from play" if self.removed else "destroyed")


class Scored(Event, frozen=True, kw_only=True):
    seat: int
    points: int

    def apply(self, state: Table) -> Table:
        a, b = state.points
        return state.but(points=(a + self.points, b) if self.seat == 0 else (a, b + self.points))

    def line(self, p: Position) -> str:
        return say("{seat} scores {points}", seat=SEATS[self.seat], points=self.points)


# --- markers and control ---
class TerrainLaid(Event, frozen=True, kw_only=True):
    """A wreck or a cloud lies on the table."""

    feature: Feature

    def apply(self, state: Table) -> Table:
        return state.but(map=state.map.but(features=(*state.map.features, self.feature)))

    def line(self, p: Position) -> str:
        return say("{id} lies on the table", id=self.feature.id)


class TerrainLifted(Event, frozen=True, kw_only=True):
    feature: str

    def apply(self, state: Table) -> Table:
        kept = tuple(f for f in state.map.features if f.id != self.feature)
        return state.but(map=state.map.but(features=kept))

    def line(self, p: Position) -> str:
        return say("{feature} is gone", feature=self.feature)


class ControlTaken(Happened, frozen=True, kw_only=True):
    """A warjack has another controller, or none."""

    master: str

    def apply(self, state: Table) -> Table:
        return state.with_status(self.who, master=self.master)

    def line(self, p: Position) -> str:
        return say(
            "{who} is controlled by {master}" if self.master else "{who} is autonomous",
            who=self.who,
            master=self.master,
        )


class FeatUsed(Happened, frozen=True, kw_only=True):
    feat: str

    def apply(self, state: Table) -> Table:
        return state.but(feats=(*state.feats, self.who))

    def line(self, p: Position) -> str:
        return say("{who} uses {name}", who=self.who, name=p.rules.cards.feats[self.feat].name)
