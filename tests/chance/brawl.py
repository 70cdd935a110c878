"""Fights without an exact answer: two machines with damage grids, and two units of `lines` to the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lines import Lines
from lines.charges import centred
from lines.combat import Fight
from lines.events import UnitMoved
from lines.state import DEPTH, HALF, QUARTER, line_of

from sandtable.core import (
    Call,
    Draft,
    Event,
    Frame,
    Game,
    Next,
    OddsFacet,
    Pool,
    Position,
    Query,
    Return,
    Roll,
    Ruleset,
    Start,
    State,
    Term,
    Trial,
    Value,
    Wait,
    begin,
)

BACK = HALF + QUARTER  # the facing of the second unit
DEEP = 3  # boxes in a column
SYSTEMS = {"left arm": (0, 1), "movement": (2,), "cortex": (3,), "right arm": (4, 5)}  # the last box of these columns


class Machine(Value, frozen=True):
    """Boxes marked in each of six columns."""

    seat: int
    skill: int = 6
    defence: int = 12
    power: int = 16
    armour: int = 18
    marked: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    def crippled(self, system: str) -> bool:
        return all(self.marked[column] == DEEP for column in SYSTEMS[system])

    @property
    def boxes(self) -> int:
        return sum(self.marked)

    def hurt(self, column: int, points: int) -> Machine:
        """From the top of a column down, then on in the next one to the right."""
        marked = list(self.marked)
        while points > 0 and sum(marked) < DEEP * len(marked):
            if marked[column] < DEEP:
                marked[column] += 1
                points -= 1
            else:
                column = (column + 1) % len(marked)
        return self.but(marked=tuple(marked))


class Pit(State, frozen=True, kw_only=True):
    machines: dict[str, Machine]
    last: str = ""  # the last hit in words, for the crowd


class Marked(Event, frozen=True, kw_only=True):
    name: str
    column: int
    points: int

    def apply(self, state: Pit) -> Pit:
        machine = state.machines[self.name].hurt(self.column, self.points)
        return state.but(machines={**state.machines, self.name: machine}, last=f"{self.name} {self.column}")


class Skill(Query, frozen=True):
    name: str

    def base(self, p: Position) -> Iterable[Term]:
        machine: Machine = p.state.machines[self.name]
        yield Term(machine.skill, "skill", op="base")
        if machine.crippled("cortex"):
            yield Term(-2, "cortex")


class Defence(Query, frozen=True):
    name: str

    def base(self, p: Position) -> Iterable[Term]:
        machine: Machine = p.state.machines[self.name]
        yield Term(machine.defence, "defence", op="base")
        if machine.crippled("movement"):
            yield Term(-5, "movement")


class Swing(Frame, frozen=True, kw_only=True):
    """One attack with an arm; a crippled one throws one die less for damage."""

    attacker: str
    target: str
    arm: str

    def start(self, d: Draft) -> Next:
        if wrecked(d, self.attacker) or wrecked(d, self.target):
            return Return()
        return Wait(Roll("attack", (Pool("attack", (("d6", 2),)),)), then=self.rolled)

    def rolled(self, d: Draft, total: int) -> Next:
        if total + d.value(Skill(self.attacker)) < d.value(Defence(self.target)):
            return Return()
        dice = 1 if d.state.machines[self.attacker].crippled(self.arm) else 2
        return Wait(Roll("damage", (Pool("damage", (("d6", dice),)),)), then=self.struck)

    def struck(self, d: Draft, total: int) -> Next:
        points = total + d.state.machines[self.attacker].power - d.state.machines[self.target].armour
        if points <= 0:
            return Return()
        return Wait(Roll("column", (Pool("column", (("d6", 1),)),)), then=Mark(target=self.target, points=points).fill)


class Mark(Frame, frozen=True, kw_only=True):
    target: str
    points: int

    def fill(self, d: Draft, column: int) -> Next:
        d.emit(Marked(name=self.target, column=column - 1, points=self.points))
        return Return()


class Brawl(Frame, frozen=True, kw_only=True):
    """Both sides swing both arms in turn, so many rounds."""

    rounds: int
    order: tuple[str, str] = ("a", "b")
    arm: str = "left arm"

    def start(self, d: Draft) -> Next:
        a, b = self.order
        if self.rounds == 0 or wrecked(d, a) or wrecked(d, b):
            return Return()
        then = self.but(arm="right arm") if self.arm == "left arm" else self.handed_over()
        return Call(Swing(attacker=a, target=b, arm=self.arm), then=then.start)

    def handed_over(self) -> Brawl:
        last = self.order == ("b", "a")
        return self.but(order=self.order[::-1], arm="left arm", rounds=self.rounds - last)


def wrecked(p: Position, name: str) -> bool:
    return bool(p.state.machines[name].boxes == DEEP * 6)


OPTIONS = {"rounds": "how many", "marked": "boxes in each column of b: 333330", "skill": "of b"}


class BrawlOdds(OddsFacet):
    trial_options = OPTIONS

    def trial(self, rules: Ruleset, wanted: Mapping[str, str]) -> Trial:
        marked = tuple(map(int, wanted.get("marked", "000000")))
        b = Machine(1, skill=int(wanted.get("skill", 6)), marked=marked)
        rounds = int(wanted["rounds"])
        return Trial(Start(Pit(machines={"a": Machine(0), "b": b}), Brawl(rounds=rounds)), ("a", "b"), "a against b")

    def merge(self, state: Pit, about: tuple[str, ...]) -> Pit:
        return state.but(last="")

    def outcome(
        self, before: Position, after: Position, about: tuple[str, ...], returned: tuple[Any, ...]
    ) -> Mapping[str, bool | int]:
        machine = after.state.machines[about[-1]]
        return {
            "destroy": wrecked(after, about[-1]),
            "damage": machine.boxes - before.state.machines[about[-1]].boxes,
            "crippled": sum(machine.crippled(system) for system in SYSTEMS),
        }


class Brawlers(Ruleset):
    name = "brawlers"
    packages = (__name__,)
    odds = BrawlOdds()


BRAWLERS = Brawlers()


def brawl(rounds: int, **changes: Any) -> Game:
    """Two machines toe to toe; the changes are those of the second one."""
    machines = {"a": Machine(0), "b": Machine(1, **changes)}
    return begin(BRAWLERS, Pit(machines=machines), Brawl(rounds=rounds)).game


class ToTheEnd(Frame, frozen=True, kw_only=True):
    """Two units of `lines` fight on: whoever was driven back is followed up, until one is gone."""

    units: tuple[str, str]
    rounds: int = 50

    def start(self, d: Draft) -> Next:
        if self.rounds == 0 or any(name not in d.state.units for name in self.units):
            return Return()
        self.follow_up(d)
        return Call(Fight(units=self.units), then=self.but(rounds=self.rounds - 1).start)

    def follow_up(self, d: Draft) -> None:
        """Front to front, middle to middle."""
        name = self.units[1]
        front = line_of(d, self.units[0])
        pose = centred(d.state.units[name], (front.x, front.y + DEPTH), BACK)
        d.emit(UnitMoved(unit=name, pose=pose, how="is followed", cite="LI-FIGHT-1"))


LINES = Lines()


def lines_fight(rounds: int = 50) -> Game:
    """Two units front to front, with reserves so that no army breaks."""
    pieces = {
        "a1": {"seat": "a", "at": [40, 28]},
        "b1": {"seat": "b", "at": [40, 30], "facing": 270},
        "a9": {"seat": "a", "at": [8, 2]},
        "b9": {"seat": "b", "at": [8, 58]},
    }
    start = LINES.scenarios.position(
        LINES, {"pieces": pieces, "turn": {"step": "combat", "seat": "a", "number": 1}, "last": 12}
    )
    return begin(LINES, start.state, ToTheEnd(units=("a1", "b1"), rounds=rounds)).game


def anywhere(state: Any) -> Any:
    """Where two units fight does not matter to who is left: the first stands where it stood at the beginning."""
    if "a1" not in state.units:
        return state
    x, y, _ = state.units["a1"].pose
    moved = {
        name: unit.at((unit.pose[0] - x + 40_000, unit.pose[1] - y + 28_000, unit.pose[2]))
        for name, unit in state.units.items()
        if name in ("a1", "b1")
    }
    return state.but(units={**state.units, **moved})


def stands_left(game: Game) -> tuple[int, int]:
    units = game.state.units
    return (len(units["a1"].stands) if "a1" in units else 0, len(units["b1"].stands) if "b1" in units else 0)
