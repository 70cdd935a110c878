"""Turns, phases, orders and what they do to units."""

from __future__ import annotations

from sandtable.core import Event, Position
from sandtable.core.texts import say
from sandtable.rulesets.warmaster.state.table import COMMAND, Table


class SidesDrawn(Event, frozen=True, kw_only=True):
    """The die gives each player the other side of the table (WM-SCEN-4)."""

    def apply(self, state: Table) -> Table:
        a, b = state.sides
        return state.but(sides=(a.but(edge=b.edge, zone=b.zone), b.but(edge=a.edge, zone=a.zone)))

    def line(self, p: Position) -> str:
        return "the sides are drawn"


class FirstTurnWon(Event, frozen=True, kw_only=True):
    seat: int

    def apply(self, state: Table) -> Table:
        return state.but(first=self.seat, active=self.seat)

    def line(self, p: Position) -> str:
        return say("{what} goes first", what=p.rules.seat_name(self.seat))


class LengthSet(Event, frozen=True, kw_only=True):
    """How many game turns the battle lasts (WM-TURN-10)."""

    turns: int

    def apply(self, state: Table) -> Table:
        return state.but(last=2 * self.turns)

    def line(self, p: Position) -> str:
        return say("the battle lasts {turns} turns of each side", turns=self.turns)


class TurnBegan(Event, frozen=True, kw_only=True):
    """The next turn: marks of the last one are wiped."""

    seat: int

    def apply(self, state: Table) -> Table:
        units = {
            name: unit.but(
                orders=0, ordered_by="", initiative="", charged=False, retreated=False, pursued=False, advanced=False,
                won_in=0, spent=False, touched=False, shot=False, frozen=False, settled=False,
                fled=False,
            )
            for name, unit in state.units.items()
        }  # fmt: skip
        characters = {n: c.but(done=False, done_by="", moved=False, cast=False) for n, c in state.characters.items()}
        return state.but(
            units=units, characters=characters, active=self.seat, turn=state.turn + 1, phase=COMMAND, issuing="",
            brigade=(), part=(), finished=(), bodies=(), closed=False, far_flyers=(), covers={},
        )  # fmt: skip

    def line(self, p: Position) -> str:
        return say("turn {turn} of {what}", turn=(p.state.turn + 1) // 2, what=p.rules.seat_name(self.seat))


class PhaseBegan(Event, frozen=True, kw_only=True):
    phase: str

    def apply(self, state: Table) -> Table:
        return state.but(phase=self.phase, fired={})

    def line(self, p: Position) -> str:
        return say("{phase} phase", phase=self.phase)


class PhaseEnded(Event, frozen=True, kw_only=True):
    phase: str

    def line(self, p: Position) -> str:
        return say("the {phase} phase is over", phase=self.phase)


class FlyersFar(Event, frozen=True, kw_only=True):
    """The flyers that may home back this turn (WM-HOME-9)."""

    units: tuple[str, ...]

    def apply(self, state: Table) -> Table:
        return state.but(far_flyers=self.units)

    def line(self, p: Position) -> str:
        return say("{units} may home back", units=self.units)


class OrdersBegan(Event, frozen=True, kw_only=True):
    """Who is in touch with whom when the Orders step begins: only such bodies are brigades (WM-BRIG-2)."""

    bodies: tuple[tuple[str, str], ...]

    def apply(self, state: Table) -> Table:
        return state.but(bodies=self.bodies)

    def line(self, p: Position) -> str:
        return "orders are given"


class OrderGiven(Event, frozen=True, kw_only=True):
    """An order was tested; those who failed it are named by `OrderFailed` too."""

    character: str
    units: tuple[str, ...]
    total: int
    needed: int
    obeyed: bool

    def apply(self, state: Table) -> Table:
        units = dict(state.units)
        for name in self.units:
            units[name] = units[name].but(orders=units[name].orders + 1, ordered_by=self.character)
        chosen = set(self.units)
        if state.issuing == self.character and chosen <= set(state.brigade):
            again = chosen <= set(state.part)
            finished = state.finished if again else (*state.finished, *state.part)
            brigade = state.brigade
        elif state.issuing == self.character:
            left = [unit for unit in state.brigade if unit not in chosen]  # a unit may be ordered on in a brigade
            finished, brigade = (*state.finished, *left), self.units
        else:  # a position of a file may begin after some of his orders
            before = [name for name, unit in state.units.items() if unit.ordered_by == self.character]
            finished, brigade = tuple(before) if chosen.isdisjoint(before) else (), self.units
        return state.but(
            units=units, issuing=self.character, brigade=brigade, part=self.units, finished=finished
        )  # fmt: skip

    def line(self, p: Position) -> str:
        result = "obeyed" if self.obeyed else "failed"
        return say(
            "{character} orders {whom}: {total} against {needed}, {result}",
            character=self.character,
            whom=self.units,
            total=self.total,
            needed=self.needed,
            result=result,
        )


class OrderFailed(Event, frozen=True, kw_only=True):
    """The character issues no more orders; after a General nobody does (WM-CMD-13, WM-CMD-14)."""

    character: str
    units: tuple[str, ...]
    total: int
    closes: bool

    def apply(self, state: Table) -> Table:
        return state.but(closed=state.closed or self.closes).character(self.character, done=True, done_by="WM-CMD-13")

    def line(self, p: Position) -> str:
        if self.closes:
            return "no more orders this turn"
        return say("{character} gives no more orders this turn", character=self.character)


class OrdersPassed(Event, frozen=True, kw_only=True):
    """A character has finished giving orders (WM-CMD-15)."""

    character: str

    def apply(self, state: Table) -> Table:
        return state.but(issuing="", brigade=(), part=(), finished=()).character(
            self.character, done=True, done_by="WM-CMD-15"
        )

    def line(self, p: Position) -> str:
        return say("{character} has given his orders", character=self.character)


class Blundered(Event, frozen=True, kw_only=True):
    character: str
    units: tuple[str, ...]
    face: int

    def apply(self, state: Table) -> Table:
        """He issues no more orders (WM-BLUND-1)."""
        return state.character(self.character, done=True, done_by="WM-BLUND-1")

    def line(self, p: Position) -> str:
        return say(
            "{character} blunders: {face} for {units}", character=self.character, face=self.face, units=self.units
        )


class SpellTried(Event, frozen=True, kw_only=True):
    """A wizard has tried a spell: his one of the turn unless he may try another (WM-MAGIC-1)."""

    wizard: str
    spell: str
    altar: bool = False
    done: bool = True

    def apply(self, state: Table) -> Table:
        own = state.characters[self.wizard]
        return state.character(self.wizard, cast=own.cast or self.done, altar=own.altar or self.altar)

    def line(self, p: Position) -> str:
        return say("{wizard} tries {what}", wizard=self.wizard, what=self.spell.replace("_", " "))


class SpellCast(Event, frozen=True, kw_only=True):
    wizard: str
    spell: str
    target: str = ""

    def line(self, p: Position) -> str:
        return say("{wizard} casts {spell}[ at {target}]", wizard=self.wizard, spell=self.spell, target=self.target)


class Confused(Event, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.unit(self.unit, confused=True)

    def line(self, p: Position) -> str:
        return say("{unit} is confused", unit=self.unit)


class Recovered(Event, frozen=True, kw_only=True):
    unit: str

    def apply(self, state: Table) -> Table:
        return state.unit(self.unit, confused=False)

    def line(self, p: Position) -> str:
        return say("{unit} recovers", unit=self.unit)
