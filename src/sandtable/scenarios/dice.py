"""The dice of a scenario file: given in order, taken pool by pool as the game asks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from sandtable.chance import OutOfDice, Source, describe
from sandtable.core import DiceSet, Die, Pool, Roll
from sandtable.core.dice import Faces
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.plain_yaml import Items, ScenarioError

Token = str | int
PURPOSE = re.compile(r"\s*([^\d\W][^:/]*):\s+(.*)", re.DOTALL)
MOST_DICE = 2_000
TIMES = re.compile(r"([0-9]{1,3})[x×](\S+)")


class DiceFault(OutOfDice):
    """The given dice do not fit what the game throws. `short`: there are no more."""

    def __init__(self, reason: str, line: int | None, *, short: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.line, self.short = reason, line, short


class Part(NamedTuple):
    """Dice for one pool, or for a piece of one."""

    tokens: tuple[Token, ...]
    purpose: str
    line: int | None


def parts_of(dice: Items) -> tuple[Part, ...]:
    """``[S S M M, "3 4 / 1", {attack: [2, 2]}]`` as parts in order. Raises ScenarioError."""
    found: list[Part] = []
    left = MOST_DICE
    for item, line in zip(dice, dice.lines, strict=True):
        for part in _parts(item, "", line):
            left -= len(part.tokens)
            if left < 0:
                raise ScenarioError(f"a scenario has at most {MOST_DICE} dice", line)
            found.append(part)
    return tuple(found)


def _parts(item: Any, purpose: str, line: int) -> Iterator[Part]:
    if isinstance(item, dict):
        for name, inner in item.items():
            yield from _parts(inner, name, line)
    elif isinstance(item, list) and any(isinstance(each, list) for each in item):
        for each in item:
            yield from _parts(each, purpose, line)
    elif isinstance(item, list):
        yield Part(tuple(_token(each, line) for each in item), purpose, line)
    elif isinstance(item, str):
        if not purpose and (found := PURPOSE.fullmatch(item)):
            purpose, item = found[1].strip(), found[2]
        for text in item.split("/"):
            yield Part(tuple(_tokens(text)), purpose, line)
    else:
        yield Part((_token(item, line),), purpose, line)


def _tokens(text: str) -> Iterator[Token]:
    for word in text.replace(",", " ").split():
        times = TIMES.fullmatch(word)
        count, face = (int(times[1]), times[2]) if times else (1, word)
        yield from [int(face) if face.isdecimal() and len(face) < 10 else face] * count


def _token(value: Any, line: int) -> Token:
    if type(value) not in (int, str):
        raise ScenarioError(f"{value!r} is no face of a die", line)
    token: Token = value
    return token


class Script(Source, frozen=True):
    """Parts taken one after another."""

    parts: tuple[Part, ...]
    used: int = 0

    @property
    def left(self) -> tuple[Part, ...]:
        return self.parts[self.used :]

    def throw(self, roll: Roll, dice: DiceSet) -> tuple[Faces, Self]:
        """Faces for every pool of the roll. Raises DiceFault when they do not fit."""
        used, faces = self.used, []
        for pool in roll.pools:
            own, used = self._pool(roll, pool, dice, used)
            faces.append(own)
        return tuple(faces), self.but(used=used)

    def _pool(self, roll: Roll, pool: Pool, dice: DiceSet, used: int) -> tuple[tuple[int, ...], int]:
        kinds = [dice[name] for name, count in pool.dice for _ in range(count)]
        own: list[int] = []
        while len(own) < len(kinds):
            if used == len(self.parts):
                got = f"; {len(own)} of its {len(kinds)} dice are there" if own else ""
                raise DiceFault(f"no dice are left for {_named(roll, pool)}{got}", None, short=True)
            part = self.parts[used]
            if part.purpose and not fits(part.purpose, roll, pool):
                reason = f"these dice are for {part.purpose!r}, but the game throws {_named(roll, pool)}"
                raise DiceFault(reason, part.line)
            room = len(kinds) - len(own)
            if len(part.tokens) > room:
                shown = " ".join(map(str, part.tokens))
                before = f" after the {len(own)} before" if own else ""
                raise DiceFault(
                    f"'{shown}' is {len(part.tokens)} dice, but {_named(roll, pool)} takes {room}{before}", part.line
                )
            for token in part.tokens:
                own.append(face_of(token, kinds[len(own)], part.line))
            used += 1
        return tuple(own), used


def face_of(token: Token, die: Die, line: int | None) -> int:
    for face in die.faces:
        if token == face or (isinstance(token, str) and token.casefold() == die.label(face).casefold()):
            return face
    known = ", ".join(dict.fromkeys(die.label(face) for face in die.faces))
    raise DiceFault(f"{token!r} is no face of {die.name}, which has {known}", line)


def fits(purpose: str, roll: Roll, pool: Pool) -> bool:
    """Is this what a person may call the pool: by its name, or by words of the roll's purpose?"""
    wanted = plain(purpose)
    if any(wanted == plain(other.name) for other in roll.pools):
        return wanted == plain(pool.name)
    return set(wanted.split()) <= set(plain(roll.purpose).split())


def _named(roll: Roll, pool: Pool) -> str:
    thrown = describe(roll.but(pools=(pool,)))
    return thrown if plain(pool.name) == plain(roll.purpose) else f"{thrown} ({roll.purpose})"
