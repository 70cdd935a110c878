"""A bench for rule tests: a small position, scripted dice, choices, and what came of them.

    t = Bench(pieces={"wolf": …, "marauder": …}, dice=["SSMMSX", "SMSS", "SSSMMXS"])
    t.play("activate wolf", "attack marauder with rail_gun")
    assert t.model("marauder").damage == 1
    assert t.cited("WC-ATK-9")

Positions are those of scenario files (interface/scenario_position.py). Dice are given pool by pool, a letter a die:
M, S and X for strike dice, digits for d6 and d3. The bench fails when dice are missing; `t.done()` when some are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sandtable.core import Ask, Event, Game, Position, Refusal, Roll, Value, View, answer, begin, why_not
from sandtable.rulesets.warcaster import Warcaster
from sandtable.rulesets.warcaster.state.events import Change
from sandtable.rulesets.warcaster.state.table import Model, Player, Table, Unit

E = TypeVar("E", bound=Event)
FACES = {"M": 0, "S": 1, "X": 2}


@cache
def rules() -> Warcaster:
    return Warcaster()


class Bench:
    def __init__(self, *, dice: Sequence[str] = (), frame: Any = None, options: Any = None, **given: Any) -> None:
        """A position, or with `options` a new game from its set-up."""
        start = rules().scenarios.position(rules(), given) if options is None else rules().new_game(options)
        self.dice = list(dice)
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        progress = begin(rules(), start.state, frame or start.frame)
        self.game: Game = progress.game
        self.events += progress.events
        self._throw()

    # --- playing ---
    def play(self, *answers: Any) -> Bench:
        """Each answer in turn: an option's key, a place or path in thousandths, an arrangement."""
        for value in answers:
            assert isinstance(self.game.waiting, Ask), f"{value!r}: nobody is asked; waiting for {self.game.waiting}"
            self._go(value)
        return self

    def _go(self, value: Any) -> None:
        progress = answer(rules(), self.game, value)
        self.events += progress.events
        self.game = progress.game
        self._sound()
        self._throw()

    def _throw(self) -> None:
        while isinstance(self.game.waiting, Roll):
            roll = self.game.waiting
            faces: list[tuple[int, ...]] = []
            for pool in roll.pools:
                if not pool.size:
                    faces.append(())
                    continue
                assert self.dice, f"no dice left for {roll.purpose}: {pool.name} needs {pool.size} of {pool.dice}"
                given = self.dice.pop(0)
                assert len(given) == pool.size, f"{roll.purpose}: {pool.name} needs {pool.dice}, got {given!r}"
                faces.append(tuple(FACES[c] if c in FACES else int(c) for c in given))
            self.rolls.append(roll)
            progress = answer(rules(), self.game, tuple(faces))
            self.events += progress.events
            self.game = progress.game
            self._sound()

    def _sound(self) -> None:
        codec = rules().codec
        assert codec.load(codec.save(self.game)) == self.game

    def done(self) -> Bench:
        assert not self.dice, f"dice left over: {self.dice}"
        return self

    # --- looking ---
    @property
    def state(self) -> Table:
        state: Table = self.game.state
        return state

    @property
    def position(self) -> Position:
        return Position(rules(), self.game.state)

    @property
    def ask(self) -> Ask:
        assert isinstance(self.game.waiting, Ask), self.game.waiting
        return self.game.waiting

    def model(self, name: str) -> Model:
        return self.state.models[name]

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def player(self, seat: str) -> Player:
        return self.state.players["ab".index(seat)]

    def gone(self, name: str) -> bool:
        return name not in self.state.models

    def offers(self) -> list[str]:
        """The keys on offer now."""
        return [o.key for o in self.ask.domain.options(self.position) or ()]

    def refusal(self, value: Any) -> Refusal:
        """The refusal of an answer; the game stays as it was."""
        before = rules().codec.save(self.game)
        refusal = why_not(rules(), self.game, value)
        assert refusal is not None, f"{value!r} is legal"
        assert rules().codec.save(self.game) == before
        return refusal

    def legal(self, value: Any) -> bool:
        return why_not(rules(), self.game, value) is None

    def cited(self, rule: str) -> bool:
        """Some event, roll or term of a roll cites the rule."""
        terms = (t.cite for roll in self.rolls for pool in roll.pools for t in pool.terms)
        return rule in {e.cite for e in self.events} | {r.cite for r in self.rolls} | set(terms)

    def happened(self, kind: type[E], **fields: Any) -> list[E]:
        """The events of a kind with these fields."""
        return [e for e in self.events if isinstance(e, kind) and all(getattr(e, k) == v for k, v in fields.items())]

    def pool(self, name: str, number: int = -1) -> dict[str, int]:
        """The dice of a pool by name: {"A": 4, "P": 2}; the last roll that had such a pool unless numbered."""
        return dict([p.dice for r in self.rolls for p in r.pools if p.name == name][number])

    def view(self, seat: str) -> View:
        return View(rules(), self.game, "ab".index(seat))

    def value(self, query: Any) -> int:
        return self.position.value(query)


def milli_at(*inches: float) -> tuple[int, ...]:
    """A place in thousandths: ``milli_at(12, 8.5)``."""
    return tuple(round(1000 * c) for c in inches)


def wolf(at: Sequence[float], seat: str = "a", **more: Any) -> dict[str, Any]:
    return {"seat": seat, "unit": "dusk_wolf", "at": list(at), **more}


def marauder(at: Sequence[float], seat: str = "b", **more: Any) -> dict[str, Any]:
    return {"seat": seat, "unit": "marauder", "at": list(at), **more}


def piece(unit: str, seat: str, at: Any, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "unit": unit, "at": at, **more}


__all__ = ["Bench", "Change", "Value", "marauder", "milli_at", "piece", "rules", "wolf"]
