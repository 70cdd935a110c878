"""Dice for a test, pool by pool: ``"SSMX"``, ``"1 12"`` or ``(3, 4)``. A pool without dice takes none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from sandtable.chance import OutOfDice, Source
from sandtable.core import DiceSet, Die, Pool, Roll
from sandtable.core.dice import Faces
from sandtable.scenarios.dice import face_of

Thrown = str | Sequence[int]  # the faces of one pool


class PoolDice(Source, frozen=True):
    """What each pool shows, in the order the game throws them."""

    pools: tuple[str | tuple[int, ...], ...] = ()
    used: int = 0

    @classmethod
    def of(cls, dice: Sequence[Thrown]) -> Self:
        return cls(tuple(pool if isinstance(pool, str) else tuple(pool) for pool in dice))

    @property
    def left(self) -> tuple[str | tuple[int, ...], ...]:
        return self.pools[self.used :]

    def throw(self, roll: Roll, dice: DiceSet) -> tuple[Faces, Self]:
        used, faces = self.used, list[tuple[int, ...]]()
        for pool in roll.pools:
            if not pool.size:
                faces.append(())
                continue
            if used == len(self.pools):
                raise OutOfDice(f"no dice left for {roll.purpose}: {pool.name} needs {needs(pool)}")
            faces.append(_faces(self.pools[used], roll, pool, dice))
            used += 1
        return tuple(faces), self.but(used=used)


def _faces(given: str | tuple[int, ...], roll: Roll, pool: Pool, dice: DiceSet) -> tuple[int, ...]:
    kinds = [dice[name] for name, count in pool.dice for _ in range(count)]
    tokens: Sequence[str | int] = given
    if isinstance(given, str):  # faces of one letter may stand together
        whole = " " in given or (len(kinds) == 1 and (given.isdecimal() or _is_label(given, kinds[0])))
        tokens = given.split() if whole else list(given)
    if len(tokens) != len(kinds):
        raise OutOfDice(f"{roll.purpose}: {pool.name} needs {needs(pool)}, got {given!r}")
    return tuple(
        face_of(int(token) if isinstance(token, str) and token.isdecimal() else token, die, None)
        for token, die in zip(tokens, kinds, strict=True)
    )


def _is_label(text: str, die: Die) -> bool:
    return text.casefold() in {die.label(face).casefold() for face in die.faces}


def needs(pool: Pool) -> str:
    """``4 A + 2 P``"""
    return " + ".join(f"{count} {name}" for name, count in pool.dice if count)
