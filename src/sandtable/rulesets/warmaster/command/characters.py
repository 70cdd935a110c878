"""Characters: their one move a turn, joining, being carried along or driven away (WM-CHAR).

A character with a unit that fights stays with it until his side's next character moves (WM-CHAR-11).
They are ignored for sight, targets, initiative and penalties (WM-CHAR-3, WM-CHAR-7): no such rule looks at `spots`.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Frame,
    Next,
    Option,
    Options,
    Outline,
    Refusal,
    Region,
    Return,
    Settle,
    Unspoken,
    Wait,
    forces,
)  # fmt: skip
from sandtable.core.texts import say
from sandtable.core.words import place, words_of
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.measure import distance
from sandtable.geometry.shapes import Disc
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmaster.command.character_places import (
    covered,
    join_fault,
    joining_place,
    open_to,
    own_ground,
    perch,
    ride,
    ride_fault,
    way_out,
)  # fmt: skip
from sandtable.rulesets.warmaster.command.clear_of_stands import just_clear
from sandtable.rulesets.warmaster.command.spoken_names import one_name
from sandtable.rulesets.warmaster.command.steps import CHARACTERS, out_of_step
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain
from sandtable.rulesets.warmaster.state.events.moving import CameBack, CharacterMoved, UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import COMMAND, TOKEN, Spot
from sandtable.tabletop.moving.reach import reach

STAY, RIDE = "stay", "ride"
ABOUT = 4_000  # how far round a token stands are looked at for its nearest free place
REFUGE = 30_000  # how far a displaced character goes, flying or not (WM-CHAR-9)


class Ride(Options, frozen=True, kw_only=True):
    """What a character does: ``join UNIT``, ``ride`` to a place, or ``stay``. A place itself is an answer, too."""

    character: str
    far: int | None = None
    past: str = ""  # the unit that has come onto him is not in his way

    def most(self, p: Position) -> int:
        return ride(p, self.character) if self.far is None else self.far

    def options(self, p: Position) -> tuple[Option, ...]:
        name = self.character
        joins = (
            Option(key, cite="WM-CHAR-4", verb="join", actor=name, target=key.removeprefix("join "))
            for key in self.joins(p)
        )
        more = (Option(key, cite="WM-CHAR-1", verb=key, actor=name) for key in (RIDE, STAY))
        return (*joins, *more)

    def sought(self, p: Position) -> Iterator[Option]:
        for unit in p.state.on_table(p.state.characters[self.character].seat):
            yield Option(f"join {unit}", cite="WM-CHAR-4", verb="join", actor=self.character, target=unit)

    def on_offer(self, p: Position, key: str) -> bool:
        return key in (STAY, RIDE) or (key.startswith("join ") and self.joins_not(p, key[5:]) is None)

    def missing(self, p: Position, key: str) -> Refusal:
        word, _, unit = key.partition(" ")
        if word != "join" and p.state.phase == COMMAND and (late := out_of_step(p, key, CHARACTERS)):
            return late
        no = self.joins_not(p, unit) if word == "join" else None
        return no or Refusal("a place, join UNIT, or stay", "WM-CHAR-1")

    def joins_not(self, p: Position, unit: str) -> Refusal | None:
        return join_fault(p, self.character, unit, self.most(p), self.past)

    def perch(self, p: Position, unit: str) -> Spot:
        """Where he stands when he has joined a unit."""
        found = joining_place(p, self.character, unit, self.most(p), self.past)
        return perch(p, self.character, unit) if found is None else found

    def place(self) -> RidePlace:
        return RidePlace(piece=self.character, far=self.far)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        return super().refuse(p, answer) if isinstance(answer, str) else self.place().refuse(p, answer)

    def joins(self, p: Position) -> list[str]:
        seat = p.state.characters[self.character].seat
        return [f"join {u}" for u in p.state.on_table(seat) if self.joins_not(p, u) is None]

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        """In any order, as many as are wanted: a way to each unit costs much."""
        units = p.state.on_table(p.state.characters[self.character].seat)
        drawn = rng.sample([STAY, *units], len(units) + 1)
        legal = (name for name in drawn if name == STAY or self.joins_not(p, name) is None)
        return [name if name == STAY else f"join {name}" for name in islice(legal, n)]

    def fallback(self, p: Position) -> Any:
        return STAY

    def spoken(self, p: Position, words: str) -> Any:
        """``join spears_1``, ``stay``, ``40 30``, ``north 12``."""
        said = words_of(words)
        if said and said[0] in ("none", "pass"):
            return STAY
        if said[:1] == ["join"]:
            seat = p.state.characters[self.character].seat
            name, rest = one_name(p, said[1:], p.state.on_table(seat))
            return f"join {name}" if name and not rest else " ".join(said)
        if said and said[0] in (STAY, RIDE):
            return " ".join(said)
        try:
            return place(p, words, p.state.spots[self.character])[:2]
        except Unspoken as e:
            raise Unspoken(f"{e}; or join UNIT, or stay") from None

    def begun(self, p: Position, words: str) -> tuple[Any, str] | None:
        try:
            return self.spoken(p, words.removeprefix("ride ").removeprefix("move ")), ""
        except Unspoken:
            return None

    def hint(self, p: Position) -> str:
        return "join UNIT, a place such as 40 30 or north 12, or stay"


class RidePlace(Region, frozen=True, kw_only=True):
    """Where a character rides to by himself."""

    far: int | None = None

    def most(self, p: Position) -> int:
        return ride(p, self.piece) if self.far is None else self.far

    def fault(self, p: Position, pose: Any) -> Refusal | None:
        return ride_fault(p, self.piece, pose, self.most(p))

    def price(self, p: Position, pose: Any) -> int:
        return round(distance(p.state.spots[self.piece], pose[:2]))

    def outline(self, p: Position) -> Outline:
        return reach(own_ground(p, self.piece), p.state.spots[self.piece], self.most(p))

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        x, y = here = p.state.spots[self.piece]
        far = self.most(p) // 2
        tries = [(x + rng.randint(-far, far), y + rng.randint(-far, far)) for _ in range(n)]
        return [spot for spot in (*tries, here) if self.fault(p, spot) is None][:n]

    def fallback(self, p: Position) -> Any:
        """Where he is; if he cannot stay there, the nearest place."""
        return self.toward(p, p.state.spots[self.piece])


class CharacterMoves(Frame, frozen=True, kw_only=True):
    """After all unit movement each character may move once, without a test (WM-CHAR-1)."""

    character: str = ""

    def start(self, d: Draft) -> Next:
        free = [n for n in d.state.leaders(d.state.active) if not d.state.characters[n].moved]
        if not free:
            return Return()
        ask = Ask(
            d.state.active, say("move {free}", free=free[0]), Ride(character=free[0]), STAY, "WM-CHAR-1",
            about=(free[0],),
        )  # fmt: skip
        return Wait(ask, then=self.but(character=free[0]).moved)

    def moved(self, d: Draft, answer: Any) -> Next:
        if answer == RIDE:
            domain = Ride(character=self.character).place()
            where = Ask(
                d.state.active, say("where {name} rides to", name=self.character), domain, None, "WM-CHAR-1",
                about=(self.character,),
            )  # fmt: skip
            return Wait(where, then=self.moved)
        ridden(d, Ride(character=self.character), answer, by_himself=True)
        return self.but(character="").start(d)


def ridden(d: Draft, domain: Ride, answer: Any, by_himself: bool, cite: str = "WM-CHAR-1") -> None:
    character, own = domain.character, d.state.characters[domain.character]
    if answer == STAY:
        spot, joined = d.state.spots[character], own.joined
    elif isinstance(answer, str):
        joined = answer.removeprefix("join ")
        spot, cite = domain.perch(d, joined), cite if cite != "WM-CHAR-1" else "WM-CHAR-4"
    else:
        spot, joined = answer, ""
    d.emit(
        CharacterMoved(
            character=character, spot=spot, joined=joined, by_himself=by_himself, stays=answer == STAY, cite=cite
        )
    )


def left_behind(d: Draft, unit: str, cite: str = "WM-CHAR-5") -> None:
    """Those with a unit stay where they are, no longer joined."""
    for name, character in d.state.characters.items():
        if character.joined == unit and name in d.state.spots:
            d.emit(CharacterMoved(character=name, spot=d.state.spots[name], cite=cite))


@forces(UnitMoved, CameBack)
def characters_of_a_moved_unit(d: Draft, event: UnitMoved | CameBack) -> Iterator[Frame]:
    """Those with the unit stay or go with it; those it moves onto are driven away or shifted aside."""
    if event.unit not in d.state.stands:
        return
    passed, kept = (event.over, event.in_place) if isinstance(event, UnitMoved) else ((), True)
    for name, character in d.state.characters.items():
        over = name in passed
        if name in d.state.spots and (over or character.joined == event.unit or covered(d, name, event.unit)):
            yield Moved(character=name, unit=event.unit, over=over, kept=kept)


class Moved(Frame, frozen=True, kw_only=True):
    """What a unit's move does to a character."""

    character: str
    unit: str
    over: bool = False  # it passed over him
    kept: bool = False  # those with it stay with it in every phase: it is put straight, or is back on the table

    def still(self, d: Draft) -> bool:
        return self.character in d.state.spots and self.unit in d.state.stands

    def start(self, d: Draft) -> Next:
        own, unit = d.state.characters[self.character], d.state.units[self.unit]
        if own.joined == self.unit:
            return self.with_the_unit(d)
        if own.joined or not (self.over or covered(d, self.character, self.unit)):
            return Return()
        if own.seat == unit.seat:
            spot = aside(d, self.character)
            d.emit(CharacterMoved(character=self.character, spot=spot, cite="WM-MOVE-15"))
            return Return()
        return Call(Displaced(character=self.character, by=self.unit), then=self.finish)

    def with_the_unit(self, d: Draft) -> Next:
        """In the Command phase he never moves with a unit, in others he goes where it goes (WM-CHAR-5, WM-EVADE-7,
        WM-DRIVE-9)."""
        spot = d.state.spots[self.character]
        if d.state.phase == COMMAND and not self.kept:
            d.emit(CharacterMoved(character=self.character, spot=spot, cite="WM-CHAR-5"))
            return self.start(d)
        if not open_to(d, self.character, self.unit):  # WM-CHAR-10, WM-CHAR-14
            return Call(Displaced(character=self.character, out=self.unit), then=self.finish)
        place = perch(d, self.character, self.unit, near=self.kept)
        if place != spot or not self.kept:
            d.emit(CharacterMoved(character=self.character, spot=place, joined=self.unit, cite="WM-CHAR-5"))
        return Return()


def aside(p: Position, character: str) -> Spot:
    """The nearest place on ground open to him where no stand lies on his token: shifted by the least amount
    (WM-MOVE-15), if he can on his side of what bars his way."""
    here = p.state.spots[character]
    out = way_out(p, character)
    straight = (spot for spot in free_round(p, character) if out.straight(here, spot))
    return next(straight, None) or next(free_round(p, character), here)


def free_round(p: Position, character: str) -> Iterator[Spot]:
    """Free places for a token round where it is, the nearest first."""
    here = p.state.spots[character]
    ground, rects = own_ground(p, character), crowd(p).rects
    row = Stands(rects)
    exact = just_clear([rects[i] for i in row.within(Disc(*here, TOKEN), ABOUT)], here)
    for spot in merge(exact, _rings(here), key=lambda spot: distance(here, spot)):
        if ground.free(spot) and not row.overlaps(Disc(*spot, TOKEN), TOL):
            yield spot


def _rings(here: Spot) -> Iterator[Spot]:
    for far in range(250, 20_000, 250):
        for degree in range(0, 360, 15):
            cos, sin = direction(degree * 1000)
            yield round(here[0] + far * cos), round(here[1] + far * sin)


class Displaced(Frame, frozen=True, kw_only=True):
    """A character in the way joins a unit within 30 cm, or is slain (WM-CHAR-9, WM-FALL-11)."""

    character: str
    out: str = ""  # the unit he must leave
    by: str = ""  # the unit that moves onto him

    @property
    def cite(self) -> str:
        """Why he must go: stands on him, or ground closed to his mount."""
        return "WM-CHAR-10" if self.out else "WM-CHAR-9"

    def still(self, d: Draft) -> bool:
        return self.character in d.state.spots

    def ride(self) -> Ride:
        return Ride(character=self.character, far=REFUGE, past=self.by)

    def start(self, d: Draft) -> Next:
        refuges = [key for key in self.ride().joins(d) if key != f"join {self.out}"]
        if not refuges:
            d.emit(CharacterSlain(character=self.character, cite=self.cite))
            return Call(Settle(), then=self.finish)
        options = tuple(
            Option(key, cite=self.cite, verb="flee to", actor=self.character, target=key.removeprefix("join "))
            for key in refuges
        )
        seat = d.state.characters[self.character].seat
        ask = Ask(
            seat, say("where {character} flees to", character=self.character), Choice(options), refuges[0], self.cite
        )
        return Wait(ask, then=self.fled)

    def fled(self, d: Draft, key: str) -> Next:
        ridden(d, self.ride(), key, by_himself=False, cite=self.cite)
        return Return()
