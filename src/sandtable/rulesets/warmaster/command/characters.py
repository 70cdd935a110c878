"""Characters: their one move a turn, joining, being carried along or driven away (WM-CHAR).

A character with a unit that fights stays with it until his side's next character moves (WM-CHAR-11).
They are ignored for sight, targets, initiative and penalties (WM-CHAR-3, WM-CHAR-7): no such rule looks at `spots`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.core import (
    Ask,
    Call,
    Choice,
    Domain,
    Frame,
    Next,
    Option,
    Refusal,
    Return,
    Settle,
    Unspoken,
    Wait,
    forces,
    some,
)  # fmt: skip
from sandtable.core.places import bad_pose
from sandtable.core.texts import say
from sandtable.core.words import place, words_of
from sandtable.geometry.corners import unit as direction
from sandtable.geometry.shapes import Disc
from sandtable.geometry.stands import Stands, leaves
from sandtable.geometry.units import TOL
from sandtable.rulesets.warmaster.command.character_places import (
    covered,
    join_fault,
    open_to,
    perch,
    ride,
    ride_fault,
)  # fmt: skip
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.events.losing import CharacterSlain
from sandtable.rulesets.warmaster.state.events.moving import CharacterMoved, UnitMoved
from sandtable.rulesets.warmaster.state.rules import Draft, Position
from sandtable.rulesets.warmaster.state.table import COMMAND, EPS, TOKEN, Spot

STAY = "stay"
REFUGE = 30_000  # how far a displaced character goes, flying or not (WM-CHAR-9)


class Ride(Domain, frozen=True, kw_only=True):
    """Where a character goes: a place ``(x, y)``, ``join UNIT`` or ``stay``."""

    character: str
    most: int | None = None

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        most = ride(p, self.character) if self.most is None else self.most
        if isinstance(answer, str):
            if answer == STAY:
                return None
            word, _, unit = answer[:200].partition(" ")
            if word != "join":
                return Refusal("a place, join UNIT, or stay", "WM-CHAR-1")
            return join_fault(p, self.character, unit, most)
        if (bad := bad_pose(answer)) is not None:
            return bad.but(cite="WM-CHAR-1")
        return ride_fault(p, self.character, answer, most)

    def joins(self, p: Position) -> list[str]:
        most, seat = (
            ride(p, self.character) if self.most is None else self.most,
            p.state.characters[self.character].seat,
        )
        return [f"join {u}" for u in p.state.on_table(seat) if join_fault(p, self.character, u, most) is None]

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return some([STAY, *self.joins(p)], n, rng)

    def fallback(self, p: Position) -> Any:
        return STAY

    def spoken(self, p: Position, words: str) -> Any:
        """``join spears_1``, ``stay``, ``40 30``, ``north 12``."""
        said = words_of(words)
        if said and said[0] in (STAY, "join", "none", "pass"):
            return STAY if said[0] != "join" else " ".join(said)
        try:
            return place(p, words, p.state.spots[self.character])[:2]
        except Unspoken as e:
            raise Unspoken(f"{e}; or join UNIT, or stay") from None

    def hint(self, p: Position) -> str:
        return "join UNIT, a place such as 40 30 or north 12, or stay"


class CharacterMoves(Frame, frozen=True, kw_only=True):
    """After all unit movement each character may move once, without a test (WM-CHAR-1)."""

    character: str = ""

    def start(self, d: Draft) -> Next:
        free = [n for n in d.state.leaders(d.state.active) if not d.state.characters[n].moved]
        if not free:
            return Return()
        ask = Ask(
            d.state.active,
            say("move {free}", free=free[0]),
            Ride(character=free[0]),
            STAY,
            "WM-CHAR-1",
            about=(free[0],),
        )
        return Wait(ask, then=self.but(character=free[0]).moved)

    def moved(self, d: Draft, answer: Any) -> Next:
        ridden(d, self.character, answer, by_himself=True)
        return self.but(character="").start(d)


def ridden(d: Draft, character: str, answer: Any, by_himself: bool, cite: str = "WM-CHAR-1") -> None:
    own = d.state.characters[character]
    if answer == STAY:
        spot, joined = d.state.spots[character], own.joined
    elif isinstance(answer, str):
        joined = answer.removeprefix("join ")
        spot, cite = perch(d, joined), "WM-CHAR-4"
    else:
        spot, joined = answer, ""
    d.emit(CharacterMoved(character=character, spot=spot, joined=joined, by_himself=by_himself, cite=cite))


@forces(UnitMoved)
def characters_of_a_moved_unit(d: Draft, event: UnitMoved) -> Iterator[Frame]:
    """Those with the unit stay or go with it; those it moves onto are driven away or shifted aside."""
    if event.unit not in d.state.stands:
        return
    for name, character in d.state.characters.items():
        if name in d.state.spots and (character.joined == event.unit or covered(d, name, event.unit)):
            yield Moved(character=name, unit=event.unit)


class Moved(Frame, frozen=True, kw_only=True):
    """What a unit's move does to a character."""

    character: str
    unit: str

    def still(self, d: Draft) -> bool:
        return self.character in d.state.spots and self.unit in d.state.stands

    def start(self, d: Draft) -> Next:
        own, unit = d.state.characters[self.character], d.state.units[self.unit]
        if own.joined == self.unit:
            return self.with_the_unit(d)
        if own.joined or not covered(d, self.character, self.unit):
            return Return()
        if own.seat == unit.seat:
            spot = aside(d, self.character)
            d.emit(CharacterMoved(character=self.character, spot=spot, cite="WM-MOVE-15"))
            return Return()
        return Call(Displaced(character=self.character), then=self.finish)

    def with_the_unit(self, d: Draft) -> Next:
        """In the Command phase he never moves with a unit, in others he goes where it goes (WM-CHAR-5, WM-EVADE-7,
        WM-DRIVE-9)."""
        if d.state.phase == COMMAND:
            spot = d.state.spots[self.character]
            d.emit(CharacterMoved(character=self.character, spot=spot, cite="WM-CHAR-5"))
            return self.start(d)
        if not open_to(d, self.character, self.unit):  # WM-CHAR-10, WM-CHAR-14
            return Call(Displaced(character=self.character, out=self.unit), then=self.finish)
        spot = perch(d, self.unit)
        d.emit(CharacterMoved(character=self.character, spot=spot, joined=self.unit, cite="WM-CHAR-5"))
        return Return()


def aside(p: Position, character: str) -> Spot:
    """The nearest place where no stand lies on a token: shifted by the least amount (WM-MOVE-15)."""
    x, y = p.state.spots[character]
    row = Stands(crowd(p).rects)
    for far in range(250, 20_000, 250):
        for degree in range(0, 360, 15):
            cos, sin = direction(degree * 1000)
            spot = round(x + far * cos), round(y + far * sin)
            disc = Disc(*spot, TOKEN)
            if not leaves(disc, p.state.map.width, p.state.map.height, EPS) and not row.overlaps(disc, TOL):
                return spot
    return x, y


class Displaced(Frame, frozen=True, kw_only=True):
    """A character in the way joins a unit within 30 cm, or is slain (WM-CHAR-9, WM-FALL-11)."""

    character: str
    out: str = ""  # the unit he must leave

    def still(self, d: Draft) -> bool:
        return self.character in d.state.spots

    def start(self, d: Draft) -> Next:
        domain = Ride(character=self.character, most=REFUGE)
        refuges = [key for key in domain.joins(d) if key != f"join {self.out}"]
        if not refuges:
            d.emit(CharacterSlain(character=self.character, cite="WM-CHAR-9"))
            return Call(Settle(), then=self.finish)
        options = tuple(
            Option(key, cite="WM-CHAR-9", verb="flee to", actor=self.character, target=key.removeprefix("join "))
            for key in refuges
        )
        seat = d.state.characters[self.character].seat
        ask = Ask(
            seat, say("where {character} flees to", character=self.character), Choice(options), refuges[0], "WM-CHAR-9"
        )
        return Wait(ask, then=self.fled)

    def fled(self, d: Draft, key: str) -> Next:
        ridden(d, self.character, key, by_himself=False, cite="WM-CHAR-9")
        return Return()
