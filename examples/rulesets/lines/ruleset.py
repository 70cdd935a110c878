"""The ruleset: set-up, verdict, checks, scenario files, drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, ClassVar

from lines.appraisal import appraise, changes
from lines.battle import STEPS, Battle, broken
from lines.crowd import crowd, engaged
from lines.phrases import PHRASES, names
from lines.picture import SEATS, picture
from lines.scenario_files import WORDS, position_form
from lines.sheets import sheet
from lines.sight import sees
from lines.state import HEIGHT, LARGE, PLACES, WIDTH, Field, LargeField, Spot, Unit, confused, line, token
from sandtable.core import (
    BadSetup,
    Draft,
    Judging,
    Position,
    Rulebook,
    Ruleset,
    ScenarioFacet,
    Showing,
    Standing,
    Start,
    Term,
)
from sandtable.core.bodies import Body
from sandtable.core.form_parts import Record
from sandtable.core.forms import Fault
from sandtable.core.guides import Guide
from sandtable.core.match_options import MatchOption
from sandtable.core.scenario_words import Words
from sandtable.core.sheets import Sheet
from sandtable.geometry.stands import leaves
from sandtable.geometry.units import FULL_TURN, MILLI, milli, text
from sandtable.scene import Scene

MOST, ABREAST = 20, 10  # units a side, and in a row on the large table
SMALL = 6  # units that the ordinary table takes
AHEAD, FACING = (-1, 1), (90 * MILLI, 270 * MILLI)  # from the middle of the table to the seat's lines; their facing
LINE, GENERAL = 16 * MILLI, 22 * MILLI  # how far from the middle
ASIDE, BEHIND = 13 * MILLI, 3 * MILLI  # from unit to unit, from row to row


class LinesJudging(Judging):
    def appraise(self, p: Position, seat: int) -> Iterator[Term]:
        return appraise(p, seat)

    def changes(self, before: Position, after: Position, seat: int) -> Iterator[Term]:
        return changes(before, after, seat)


class LinesShowing(Showing):
    phrases: ClassVar[Mapping[str, str]] = PHRASES

    def names(self, p: Position) -> Mapping[str, str]:
        return p.memo("names", lambda: names(p))

    def scene(self, p: Position, seat: int | None = None) -> Scene:
        return picture(p)

    def guide(self, p: Position, seat: int) -> Guide:
        own = ", ".join(name for name, unit in p.state.units.items() if unit.seat == seat)
        return Guide(lead=f"the general and {own}", win=("LI-END-1", "LI-END-2"), turn=("LI-TURN-1", "LI-ORDER-1"))

    def pieces(self, p: Position) -> Mapping[str, Standing]:
        units = {
            name: Standing(line(unit), unit.seat, unit.pose[2], origin=unit.pose[:2])
            for name, unit in p.state.units.items()
        }
        return units | {f"general_{SEATS[seat]}": Standing(token(p, seat), seat) for seat in (0, 1)}

    def bodies(self, p: Position) -> Mapping[str, Body]:
        """Each unit is its stands."""
        return {
            name: Body(name, self.name(p, name), unit.seat, tuple(f"{name} {stand}" for stand in unit.stands), name)
            for name, unit in p.state.units.items()
        }

    def sheet(self, p: Position, id: str) -> Sheet | None:
        return sheet(p, id)

    def status(self, p: Position, name: str) -> tuple[str, ...]:
        unit = p.state.units.get(name)
        if unit is None:
            return ()
        marks = {
            "bows": unit.bows,
            "charged": unit.charged,
            "confused": confused(p, name),
            "fighting": engaged(p, name),
        }
        return (f"{len(unit.stands)} stands", *(word for word, holds in marks.items() if holds))

    def sees(self, p: Position, a: str, b: str) -> bool | None:
        return sees(p, a, b) if a in p.state.units and b in p.state.units else None


class LinesScenarios(ScenarioFacet):
    def form(self, rules: Ruleset) -> Record:
        return position_form()

    def words(self, rules: Ruleset) -> Words:
        return WORDS

    def build(self, rules: Ruleset, given: Mapping[str, Any]) -> Start:
        """Pieces by name: ``a1: {seat: a, at: [30, 20], facing: 90, stands: [left, centre], bows: true}``.

        ``table: [180, 120]`` for a table of another size than 90 x 60 cm.
        """
        width, height = given.get("table", (90, 60))
        size = milli(width), milli(height)
        units: dict[str, Unit] = {}
        generals = [(size[0] // 2, size[1] // 2 + ahead * GENERAL) for ahead in AHEAD]
        for name, piece in given.get("pieces", {}).items():
            seat, (x, y) = SEATS.index(piece["seat"]), map(milli, piece["at"])
            if name.startswith("general"):
                if more := sorted(set(piece) - {"seat", "at"}):
                    raise BadSetup.of(
                        [Fault(("pieces", name), f"a general has a seat and a place, not {', '.join(more)}")]
                    )
                generals[seat] = x, y
            else:
                units[name] = _unit(seat, (x, y), piece)
        army = [len(PLACES) * sum(unit.seat == seat for unit in units.values()) for seat in (0, 1)]
        turn = given.get("turn", {})
        state = field(
            size,
            units=units,
            generals=(generals[0], generals[1]),
            army=(army[0], army[1]),
            active=SEATS.index(turn.get("seat", SEATS[0])),
            turn=turn.get("number", 1),
            last=given.get("last", 12),
        )
        state = state.but(lost=(army[0] - state.left(0), army[1] - state.left(1)))
        return Start(state, Battle(step=turn.get("step", STEPS[0])))

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        state: Field = p.state
        if name in SEATS:
            seat = SEATS.index(name)
            return {"stands": state.left(seat), "lost": state.lost[seat], "active": state.active == seat}
        if name.startswith("general_") and name[8:] in SEATS:
            return {"at": [float(text(c)) for c in state.generals[SEATS.index(name[8:])]]}
        if (unit := state.units.get(name)) is None:
            return None
        x, y, facing = (float(text(c)) for c in unit.pose)
        found: dict[str, Any] = {"at": [x, y], "facing": facing, "stands": list(unit.stands), "left": len(unit.stands)}
        return found | {"confused": confused(p, name), "engaged": engaged(p, name), "charged": unit.charged}


class Lines(Ruleset):
    name = "lines"
    title = "Lines, a small mass battle"
    unit = "cm"
    packages = ("lines",)
    modules = ("lines.charges", "lines.previews")
    rulebook = Rulebook.read(files("lines") / "rulebook.toml")
    showing, judging, scenarios = LinesShowing(), LinesJudging(), LinesScenarios()

    def new_game(self, options: Mapping[str, Any]) -> Start:
        turns, number = options.get("turns", 6), options.get("units", 3)
        if extra := sorted(set(options) - {"turns", "units"}):
            raise BadSetup(f"lines knows the options 'turns' and 'units', not {extra}")
        if type(turns) is not int or not 1 <= turns <= 50:
            raise BadSetup(f"turns is 1 to 50 for each seat, not {turns!r}")
        if type(number) is not int or not 1 <= number <= MOST:
            raise BadSetup(f"units is 1 to {MOST} for each seat, not {number!r}")
        size = (WIDTH, HEIGHT) if number <= SMALL else LARGE
        units = {f"{SEATS[seat]}{i + 1}": deployed(seat, i, number, size) for seat in (0, 1) for i in range(number)}
        generals = tuple((size[0] // 2, size[1] // 2 + AHEAD[seat] * GENERAL) for seat in (0, 1))
        army = (len(PLACES) * number, len(PLACES) * number)
        return Start(field(size, units=units, generals=generals, army=army, last=2 * turns), Battle())

    def match_options(self) -> tuple[MatchOption, ...]:
        return (
            MatchOption(key="turns", title="turns for each seat", kind="number", default=6, least=1, most=50),
            MatchOption(
                key="units",
                title="units for each seat",
                kind="number",
                default=3,
                least=1,
                most=MOST,
                help=f"more than {SMALL} play on the large table",
            ),
        )

    def verdict(self, d: Draft) -> None:
        match broken(d.state):
            case [loser]:
                d.end(1 - loser, f"{SEATS[loser]} has fewer than half of its stands left", "LI-END-1")
            case [_, _]:
                d.end(None, "both armies have fewer than half of their stands left", "LI-END-1")

    def score(self, state: Field) -> tuple[int, ...]:
        return state.lost[1], state.lost[0]

    def invariants(self, p: Position) -> list[str]:
        state: Field = p.state
        rects = {name: line(unit) for name, unit in state.units.items()}
        wrong = [f"{name} is off the table" for name, rect in rects.items() if leaves(rect, *state.table)]
        table = crowd(p)
        for i, (name, rect) in enumerate(rects.items()):
            wrong += [f"{name} overlaps {table.names[j]}" for j in table.row.overlaps(rect) if j > i]
        for name, unit in state.units.items():
            places = [PLACES[stand] for stand in unit.stands]
            if not places or places != list(range(places[0], places[-1] - 1, -1)):
                wrong.append(f"{name} is not in one piece: {unit.stands}")
        for seat in (0, 1):
            if state.left(seat) + state.lost[seat] != state.army[seat]:
                wrong.append(f"{SEATS[seat]}: stands left and lost do not add up to {state.army[seat]}")
            if leaves(token(p, seat), *state.table):
                wrong.append(f"general_{SEATS[seat]} is off the table")
        return wrong


def deployed(seat: int, i: int, number: int, size: tuple[int, int]) -> Unit:
    """The unit of this number of a seat's army: in rows that face the enemy, every third with bows."""
    row, place = divmod(i, ABREAST)
    abreast = min(ABREAST, number - row * ABREAST)
    x = size[0] // 2 + ASIDE * (2 * place - abreast + 1) // 2
    y = size[1] // 2 + AHEAD[seat] * (LINE + row * BEHIND)
    return Unit(seat, (x, y, FACING[seat]), bows=i % 3 == 1)


def field(size: tuple[int, int], **fields: Any) -> Field:
    return Field(**fields) if size == (WIDTH, HEIGHT) else LargeField(size=size, **fields)


def _unit(seat: int, spot: Spot, piece: Mapping[str, Any]) -> Unit:
    facing = milli(piece["facing"]) % FULL_TURN if "facing" in piece else FACING[seat]
    stands = tuple(place for place in PLACES if place in piece.get("stands", PLACES))
    marks = {key: piece[key] for key in ("bows", "orders", "charged") if key in piece}
    return Unit(seat, (*spot, facing), stands, **marks)
