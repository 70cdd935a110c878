"""A small guest for records and scenarios: a yard where two seats move, shoot, share and muster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from random import Random
from typing import Any, ClassVar

from sandtable.core import (
    Arrangement,
    Ask,
    BadSetup,
    Call,
    DiceSet,
    Die,
    Draft,
    Event,
    Frame,
    Next,
    Option,
    Options,
    Path,
    Pool,
    Pose,
    Position,
    Refusal,
    Region,
    Return,
    Roll,
    Rule,
    Rulebook,
    Ruleset,
    ScenarioFacet,
    Settle,
    Showing,
    Split,
    Start,
    State,
    Term,
    Untied,
    Value,
    Wait,
)
from sandtable.core.form_parts import Entry, Record, Table, names
from sandtable.core.forms import Place, Text, Truth, Whole
from sandtable.geometry.units import MILLI, milli, text

REACH, STRIDE, SIZE = 12 * MILLI, 5 * MILLI, 30 * MILLI


class Piece(Value, frozen=True):
    seat: int
    at: tuple[int, int] | None = None
    health: int = 2
    arc: int = 0
    trap: str = ""  # for its owner's eyes
    cover: bool = False


class Yard(State, frozen=True, kw_only=True):
    pieces: dict[str, Piece]
    active: int = 0
    turns: int = 4
    points: tuple[int, int] = (0, 0)

    def with_piece(self, name: str, **changes: Any) -> Yard:
        return self.but(pieces={**self.pieces, name: self.pieces[name].but(**changes)})


class Moved(Event, frozen=True, kw_only=True):
    who: str
    to: tuple[int, int]

    def apply(self, state: Yard) -> Yard:
        return state.with_piece(self.who, at=self.to)

    def line(self, p: Position) -> str:
        return f"{self.who} goes to {text(self.to[0])}, {text(self.to[1])}"


class Hurt(Event, frozen=True, kw_only=True):
    who: str
    points: int
    strikes: int = 0

    def apply(self, state: Yard) -> Yard:
        return state.with_piece(self.who, health=max(0, state.pieces[self.who].health - self.points))

    def line(self, p: Position) -> str:
        return f"{self.who} has {p.state.pieces[self.who].health} left: {self.strikes} strikes against ARM 2"


class Fell(Event, frozen=True, kw_only=True):
    who: str
    to: int  # who scores

    def apply(self, state: Yard) -> Yard:
        points = tuple(n + (seat == self.to) for seat, n in enumerate(state.points))
        kept = {name: piece for name, piece in state.pieces.items() if name != self.who}
        return state.but(pieces=kept, points=(points[0], points[1]))

    def line(self, p: Position) -> str:
        return f"{self.who} falls"


class Charged(Event, frozen=True, kw_only=True):
    who: str
    arc: int

    def apply(self, state: Yard) -> Yard:
        return state.with_piece(self.who, arc=state.pieces[self.who].arc + self.arc)


class Trapped(Event, frozen=True, kw_only=True):
    who: str
    trap: str
    seat: int

    def apply(self, state: Yard) -> Yard:
        return state.with_piece(self.who, trap=self.trap)

    def seen_by(self, seat: int) -> Trapped | None:
        return self if seat == self.seat else None


class TurnPassed(Event, frozen=True, kw_only=True):
    def apply(self, state: Yard) -> Yard:
        return state.but(active=1 - state.active, turns=state.turns - 1)


def gap(a: Pose, b: Pose) -> int:
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


class Menu(Options, frozen=True, kw_only=True):
    def options(self, p: Position) -> tuple[Option, ...]:
        return tuple(self.found(p))

    def found(self, p: Position) -> Iterator[Option]:
        own = [n for n, piece in p.state.pieces.items() if piece.seat == p.state.active]
        for name in own:
            if p.state.pieces[name].at is None:
                continue
            yield Option(f"move {name}", cite="Y-MOVE", verb="move", actor=name)
            for target, piece in p.state.pieces.items():
                if piece.seat != p.state.active and piece.at and gap(p.state.pieces[name].at, piece.at) <= REACH:
                    yield Option(f"attack {target} with {name}", cite="Y-ATK", verb="attack", actor=name, target=target)
            yield Option(f"trap {name}", cite="Y-TRAP", verb="trap", target=name)
        yield Option("charge", cite="Y-ARC", verb="charge")
        if any(p.state.pieces[n].at is None for n in own):
            yield Option("muster", cite="Y-MUSTER", verb="muster")
        yield Option("pass", verb="pass", ends=True)

    def missing(self, p: Position, key: str) -> Refusal:
        words = key.split()
        if len(words) == 4 and words[0] == "attack" and words[1] in p.state.pieces and words[3] in p.state.pieces:
            short = gap(p.state.pieces[words[1]].at, p.state.pieces[words[3]].at) - REACH
            if short > 0:
                return Refusal(f"{text(short)} in beyond 12 in", "Y-REACH", short)
        return super().missing(p, key)


class Walk(Path, frozen=True, kw_only=True):
    def fault(self, p: Position, path: tuple[Pose, ...]) -> Refusal | None:
        length, at = 0, p.state.pieces[self.piece].at
        for corner in path:
            length, at = length + gap(at, corner), corner
        return Refusal("too far", "Y-MOVE", length - STRIDE) if length > STRIDE else None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        x, y = p.state.pieces[self.piece].at
        return [((x + rng.randint(-2000, 2000), y + rng.randint(-2000, 2000)),) for _ in range(n)]


class Edge(Region, frozen=True, kw_only=True):
    def fault(self, p: Position, pose: Pose) -> Refusal | None:
        if not (0 <= pose[0] <= SIZE and 0 <= pose[1] <= SIZE):
            return Refusal("off the table", "Y-MUSTER")
        return Refusal("only along the edge", "Y-MUSTER", pose[1] - 3000) if pose[1] > 3000 else None

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [(rng.randint(0, SIZE), rng.randint(0, 3000)) for _ in range(n)]


class Muster(Arrangement, frozen=True, kw_only=True):
    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Region:
        return Edge(piece=piece)

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return None


class Turn(Frame, frozen=True, kw_only=True):
    who: str = ""
    foe: str = ""

    def start(self, d: Draft, *ignored: Any) -> Next:
        if d.state.turns <= 0:
            best = None if d.state.points[0] == d.state.points[1] else int(d.state.points[1] > d.state.points[0])
            d.end(best, "time is up", "Y-END")
            return Return()
        return Wait(Ask(d.state.active, "your turn", Menu(), "pass", "Y-TURN"), then=self.chosen)

    def chosen(self, d: Draft, key: str) -> Next:
        seat, (word, *rest) = d.state.active, key.split()
        if word == "move":
            me = self.but(who=rest[0])
            return Wait(Ask(seat, "which way", Walk(piece=rest[0]), (), "Y-MOVE"), then=me.moved)
        if word == "attack":
            return Call(Shot(who=rest[2], foe=rest[0]), then=self.over)
        if word == "trap":
            me = self.but(who=rest[0])
            pool = Pool("trap", (("d6", 1),))
            return Wait(Roll("trap", (pool,), eyes=(seat,)), then=me.trapped)
        if word == "charge":
            own = tuple((n, 2) for n, piece in d.state.pieces.items() if piece.seat == seat)
            return Wait(Ask(seat, "share Arc", Split(limits=own, total=3), (), "Y-ARC"), then=self.charged)
        if word == "muster":
            off = tuple(n for n, piece in d.state.pieces.items() if piece.seat == seat and piece.at is None)
            lost = tuple((n, None) for n in off)
            return Wait(Ask(seat, "place them", Muster(pieces=off), lost, "Y-MUSTER"), then=self.mustered)
        return self.over(d)

    def moved(self, d: Draft, path: tuple[Pose, ...]) -> Next:
        for to in path:
            d.emit(Moved(who=self.who, to=(to[0], to[1]), cite="Y-MOVE"))
        return self.over(d)

    def trapped(self, d: Draft, face: int) -> Next:
        d.emit(Trapped(who=self.who, trap=f"mine {face}", seat=d.state.active, cite="Y-TRAP"))
        return self.over(d)

    def charged(self, d: Draft, shares: tuple[tuple[str, int], ...]) -> Next:
        for who, arc in shares:
            d.emit(Charged(who=who, arc=arc, cite="Y-ARC"))
        return self.over(d)

    def mustered(self, d: Draft, placed: tuple[Any, ...]) -> Next:
        for who, at in placed:
            d.emit(Fell(who=who, to=1 - d.state.active) if at is None else Moved(who=who, to=at))
        return self.over(d)

    def over(self, d: Draft, *ignored: Any) -> Next:
        d.emit(TurnPassed())
        return Call(Settle(), then=Turn().start)


class Shot(Frame, frozen=True, kw_only=True):
    who: str
    foe: str

    def start(self, d: Draft) -> Next:
        a, t = d.state.pieces[self.who], d.state.pieces[self.foe]
        cover = (Term(1, "cover", "Y-COVER"),) if t.cover else ()
        pools = (
            Pool("attack", (("action", 3), ("power", a.arc)), a.seat),
            Pool("defence", (("action", 1 + t.cover),), t.seat, cover),
        )
        return Wait(Roll("attack and defence", pools, cite="Y-ATK"), then=self.rolled)

    def rolled(self, d: Draft, attack: int, defence: int) -> Next:
        strikes = attack - defence
        if strikes > 0:
            d.emit(Hurt(who=self.foe, points=strikes // 2, strikes=strikes, cite="Y-DMG"))
            if d.state.pieces[self.foe].health == 0:
                d.emit(Fell(who=self.foe, to=d.state.pieces[self.who].seat, cite="Y-DMG"))
        return Return()


class First(Frame, frozen=True, kw_only=True):
    """Who begins: a tie is thrown again."""

    def start(self, d: Draft) -> Next:
        pools = (Pool("a", (("d6", 1),), 0), Pool("b", (("d6", 1),), 1))
        return Wait(Roll("who begins", pools, Untied()), then=self.thrown)

    def thrown(self, d: Draft, a: int, b: int) -> Next:
        if b > a:
            d.emit(TurnPassed())
        return Call(Turn(), then=self.done)

    def done(self, d: Draft, *ignored: Any) -> Next:
        return Return()


LABELS = {0: "M", 1: "S", 2: "X"}
IDS = ("Y-ATK", "Y-COVER", "Y-DMG", "Y-MOVE", "Y-REACH", "Y-ARC", "Y-MUSTER", "Y-TRAP", "Y-TURN", "Y-END")


class YardScenarios(ScenarioFacet):
    def form(self, rules: Ruleset) -> Record:
        piece = Record(
            {
                "seat": Entry(names("seat", "a", "b"), "whose it is", needed=True),
                "at": Entry(Place(), "where it stands", needed=True),
                "health": Entry(Whole(1, 2), "what is left"),
                "arc": Entry(Whole(0, 4), "on it"),
                "trap": Entry(Text(), "for its owner's eyes"),
                "cover": Entry(Truth(), "whether it has cover"),
            }
        )
        return Record(
            {
                "pieces": Entry(Table(piece), "by name", needed=True),
                "turn": Entry(Record({"seat": Entry(names("seat", "a", "b"), "whose")}), "whose turn it is"),
                "turns": Entry(Whole(1, 1000), "left"),
            }
        )

    def build(self, rules: Ruleset, given: Mapping[str, Any]) -> Start:
        pieces = {}
        for name, raw in given["pieces"].items():
            x, y = raw["at"]
            seat = rules.seats.index(raw["seat"])
            extra = {key: raw[key] for key in ("health", "arc", "trap", "cover") if key in raw}
            pieces[name] = Piece(seat, (milli(x), milli(y)), **extra)
        active = rules.seats.index(given.get("turn", {}).get("seat", "a"))
        return Start(Yard(pieces=pieces, active=active, turns=given.get("turns", 4)), Turn())

    def names(self, p: Position) -> list[str]:
        return list(p.state.pieces)

    def facts(self, p: Position, name: str) -> Mapping[str, Any] | None:
        piece = p.state.pieces.get(name)
        if piece is None:
            return None
        at = None if piece.at is None else [c / MILLI for c in piece.at]
        effects = ("charged",) if piece.arc else ()
        return {
            "seat": p.rules.seats[piece.seat],
            "at": at,
            "health": piece.health,
            "arc": piece.arc,
            "trap": piece.trap or None,
            "effects": effects,
        }


class YardShowing(Showing):
    phrases: ClassVar[Mapping[str, str]] = {
        "move": "move {actor}",
        "attack": "{actor} attacks {target}",
        "trap": "set a trap at {target}",
        "charge": "share out Arc",
        "muster": "bring up those who are late",
    }

    def names(self, p: Position) -> Mapping[str, str]:
        return {name: f"the {name}" for name in p.state.pieces}


class YardRules(Ruleset):
    name = "yard"
    title = "Test guest for records and scenarios"
    packages = (__name__,)
    dice = DiceSet(Die("action", (0, 0, 0, 1, 1, 2), LABELS), Die("power", (0, 1, 1, 1, 1, 2), LABELS))
    scenarios, showing = YardScenarios(), YardShowing()
    rulebook = Rulebook("Yard", "1", tuple(Rule(i, i, i) for i in IDS), {})

    def new_game(self, options: Mapping[str, Any]) -> Start:
        if set(options) - {"turns"} or type(options.get("turns", 4)) is not int:
            raise BadSetup(f"options here: turns (a whole number); got {dict(options)}")
        pieces = {
            "wolf": Piece(0, (15_000, 8_000)),
            "gate": Piece(0, (20_000, 8_000)),
            "marauder": Piece(1, (15_000, 15_600)),
            "late": Piece(1),
        }
        return Start(Yard(pieces=pieces, turns=options.get("turns", 4)), First())

    def verdict(self, d: Draft) -> None:
        left = {piece.seat for piece in d.state.pieces.values()}
        if len(left) < 2:
            d.end(left.pop() if left else None, "a side is gone", "Y-END")

    def redact(self, state: Yard, seat: int) -> Yard:
        hidden = {n: p.but(trap="?") if p.trap and p.seat != seat else p for n, p in state.pieces.items()}
        return state.but(pieces=hidden)

    def score(self, state: Yard) -> tuple[int, ...]:
        return state.points


RULES = YardRules()
