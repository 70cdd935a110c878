"""Games as lessons: positions that bots came through, as a ruleset tells them to a network, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

import msgspec

from sandtable.bots import bot
from sandtable.bots.rollout import candidates
from sandtable.chance import Seeded
from sandtable.core import Ask, Position, Roll, Ruleset, View, answer, begin
from sandtable.tabletop.network import Side

LIMIT = 10_000  # answers; a game that needs more counts as drawn
KEPT = 0.4  # of the positions in which somebody is asked
WHIMS = 0.03  # of the answers are anything sensible, so that other positions occur too
SENSIBLE = 8


class Teachable(Protocol):
    """The judgement of a ruleset that can be taught."""

    situations: type  # what `situation` gives
    numbers: tuple[int, int, int]  # of a piece, of a pair, and of what surrounds a side
    most: int  # pieces of a side

    def situation(self, p: Position, ask: Ask | None) -> Any:
        """A position in plain values, or None where it cannot be judged."""

    def sides(self, rules: Ruleset, situation: Any, seat: int) -> tuple[Side, Side]:
        """The same as numbers: of a seat, then of the other."""


def teachable(rules: Ruleset) -> Teachable | None:
    return cast(Teachable, rules.judging) if hasattr(rules.judging, "situation") else None


class Lesson(msgspec.Struct, frozen=True, array_like=True):
    turn: int
    opens: bool  # the first position of its turn
    situation: Any


class Taught(msgspec.Struct, frozen=True, array_like=True):
    """One game."""

    seed: int
    winner: int | None
    lessons: tuple[Lesson, ...]


def play(rules: Ruleset, options: Mapping[str, Any], bots: Sequence[str], seed: int) -> Taught:
    judging = cast(Teachable, rules.judging)
    players, source, rng = [bot(name, seed=2 * seed + n) for n, name in enumerate(bots)], Seeded(seed), Random(seed)
    game, lessons, turns = begin(rules, *rules.new_game(dict(options))).game, list[Lesson](), list[Any]()
    for _ in range(LIMIT):
        ask = game.waiting
        if ask is None:
            break
        if isinstance(ask, Roll):
            value, source = source.throw(ask, rules.dice)
        else:
            p, turn = Position(rules, game.state), rules.judging.turn_of(game.state)
            opens = not turns or turn != turns[-1]
            if not rules.judging.unfinished(ask) and (opens or rng.random() < KEPT):
                found = judging.situation(p, ask)
                if found is not None:
                    turns += [turn] * opens
                    lessons.append(Lesson(len(turns), opens, found))
            if rng.random() < WHIMS:
                value = rng.choice(candidates(rules, game, ask, SENSIBLE, rng))
            else:
                value = players[ask.seat].choose(View(rules, game, ask.seat))
        game = answer(rules, game, value, trusted=True).game
    return Taught(seed, game.result.winner if game.result else None, tuple(lessons))


def write(file: Path, games: Sequence[Taught]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.write_bytes(msgspec.msgpack.encode(games))
    new.replace(file)


def read(files: Sequence[Path], situation: type) -> Iterator[Taught]:
    """The games of some files; `situation`: what a ruleset keeps of a position."""
    for file in files:
        for game in msgspec.msgpack.decode(file.read_bytes(), type=tuple[Taught, ...]):
            known = [Lesson(one.turn, one.opens, msgspec.convert(one.situation, situation)) for one in game.lessons]
            yield Taught(game.seed, game.winner, tuple(known))
