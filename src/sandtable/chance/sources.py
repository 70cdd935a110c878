"""Where dice come from. A source is a small frozen value that travels in the match, never in the game.

``faces, source = source.throw(roll, dice)``: the source after the throw is another value, so undo and branches
repeat or renew their luck as the match decides.
"""

from __future__ import annotations

from typing import Self

from sandtable.core import DiceSet, Roll, Value
from sandtable.core.dice import Faces, fault

_MASK = (1 << 64) - 1


class OutOfDice(LookupError):
    """A scripted game needs a die that was not given, or got one that does not fit."""


class Source(Value, frozen=True):
    """Something that throws dice."""

    def throw(self, roll: Roll, dice: DiceSet) -> tuple[Faces, Self]:
        raise OutOfDice(f"nobody throws {roll.purpose}")


class Seeded(Source, frozen=True):
    """Reproducible dice: the same seed gives the same game in every process and on every machine.

    SplitMix64: one 64-bit counter is the whole state.
    """

    state: int

    def throw(self, roll: Roll, dice: DiceSet) -> tuple[Faces, Self]:
        state, thrown = self.state & _MASK, []
        for pool in roll.pools:
            own: list[int] = []
            for name, count in pool.dice:
                faces = dice[name].faces
                sides = len(faces)
                fair = (1 << 64) - (1 << 64) % sides  # no face is favoured, however slightly
                for _ in range(count):
                    while True:
                        state = (state + 0x9E3779B97F4A7C15) & _MASK
                        z = state
                        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
                        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
                        z ^= z >> 31
                        if z < fair:
                            break
                    own.append(faces[z % sides])
            thrown.append(tuple(own))
        return tuple(thrown), self.but(state=state)


class Scripted(Source, frozen=True):
    """Dice given in advance, roll by roll: for tests, scenario files and puzzles."""

    rolls: tuple[Faces, ...]
    used: int = 0

    def throw(self, roll: Roll, dice: DiceSet) -> tuple[Faces, Self]:
        if self.used >= len(self.rolls):
            raise OutOfDice(f"no dice left for {roll.purpose}: {describe(roll)}; {self.used} rolls were given")
        faces = self.rolls[self.used]
        if (bad := fault(roll, faces, dice)) is not None:
            raise OutOfDice(f"roll {self.used + 1}: {bad}; needed: {describe(roll)}")
        return faces, self.but(used=self.used + 1)

    @property
    def left(self) -> int:
        return len(self.rolls) - self.used


class Typed(Source, frozen=True):
    """People throw real dice and type them in: the match waits at every Roll."""

    def throw(self, roll: Roll, dice: DiceSet) -> tuple[Faces, Self]:
        raise OutOfDice(f"throw {describe(roll)} and type the faces")


def describe(roll: Roll) -> str:
    """``attack 4A+2P, defence 2A``"""
    return ", ".join(f"{p.name} {'+'.join(f'{n}{name}' for name, n in p.dice if n) or 'no dice'}" for p in roll.pools)
