"""Dice thrown by hand and typed in: ``S S M``, ``SSM``, ``3 4 / 1``, ``2xS M``."""

from __future__ import annotations

import re

from sandtable.chance import Seeded, describe
from sandtable.cli.terminal.piece_names import Unclear
from sandtable.core import DiceSet, Roll
from sandtable.core.dice import Faces
from sandtable.scenarios.dice import DiceFault, Part, Script, Token

TIMES = re.compile(r"([0-9]{1,2})[x×](\S+)")


def typed_faces(typed: str, roll: Roll, dice: DiceSet) -> Faces:
    """The faces of every pool in turn. Raises Unclear with what is to be thrown."""
    tokens = [token for word in re.split(r"[\s,/;]+", typed.strip()) if word for token in _tokens(word, roll, dice)]
    script = Script(tuple(Part((token,), "", None) for token in tokens))
    try:
        faces, after = script.throw(roll, dice)
    except DiceFault as e:
        raise Unclear(f"{e.reason}; throw {wanted(roll, dice)}") from e
    if after.left:
        raise Unclear(
            f"{len(tokens)} dice were typed, {len(tokens) - len(after.left)} are thrown: {wanted(roll, dice)}"
        )
    return faces


def wanted(roll: Roll, dice: DiceSet) -> str:
    """``attack 3A+1P, defence 2A (faces of A: M, S, X; of P: …)``"""
    names = dict.fromkeys(name for pool in roll.pools for name, n in pool.dice if n)
    faces = "; ".join(
        f"{n}: {', '.join(dict.fromkeys(map(dice[n].label, dice[n].faces)))}" for n in names if dice[n].labels
    )
    return describe(roll) + (f" (faces of {faces})" if faces else "")


def thrown_for(roll: Roll, dice: DiceSet, seed: int) -> Faces:
    """A throw nobody at the table may see, or does not want to make."""
    return Seeded(seed).throw(roll, dice)[0]


def _tokens(word: str, roll: Roll, dice: DiceSet) -> list[Token]:
    times = TIMES.fullmatch(word)
    count, face = (int(times[1]), times[2]) if times else (1, word)
    labels = {dice[n].label(f).casefold() for pool in roll.pools for n, _ in pool.dice for f in dice[n].faces}
    if face.casefold() not in labels and len(face) > 1 and all(c.casefold() in labels for c in face):
        return [*face] * count  # SSM without spaces
    return [int(face) if face.isdecimal() and len(face) < 10 else face] * count
