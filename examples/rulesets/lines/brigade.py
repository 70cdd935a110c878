"""One order moves a whole brigade, unit by unit; units kept back charge afterwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from lines.charges import charges, no_charge
from lines.crowd import crowd, suppose
from lines.moves import Place, stride
from lines.state import line_of
from sandtable.core import Arrangement, Position, Refusal
from sandtable.core.texts import say
from sandtable.geometry.measure import gap
from sandtable.geometry.stands import Stands
from sandtable.geometry.units import MILLI, text
from sandtable.tabletop.formations.connected import connected_sets
from sandtable.tabletop.formations.connected import stragglers as not_linked

APART = 2 * MILLI


def stragglers(p: Position, names: tuple[str, ...]) -> list[str]:
    """Those not linked to the first by gaps of at most 2 cm."""
    if len(names) < 2:
        return []
    near = Stands(tuple(line_of(p, name) for name in names)).neighbours(APART)
    return not_linked(names, {name: [names[j] for j in near[i]] for i, name in enumerate(names)})


def connected(p: Position, names: Sequence[str], most: int) -> list[tuple[str, ...]]:
    """Every body of up to so many units linked by gaps of at most 2 cm, small ones first, in the order of the names."""
    table = crowd(p)
    return connected_sets(names, {name: table.within(name, APART) for name in names}, most)


def scattered(p: Position, names: tuple[str, ...], cite: str) -> Refusal | None:
    if not (apart := stragglers(p, names)):
        return None
    far = min(gap(line_of(p, apart[0]), line_of(p, name)) for name in names if name not in apart)
    return Refusal(
        say("{apart} is {far} cm from its brigade", apart=apart[0], far=text(far)), cite, math.ceil(far - APART)
    )


class BrigadeMove(Arrangement, frozen=True, kw_only=True):
    """Each unit in turn: its new pose, its old one to stay, or None to be kept back for a charge."""

    facing: bool = True

    def after(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Place:
        return Place(piece=piece, placed=prefix)

    def may_lose(self, p: Position, prefix: tuple[Any, ...], piece: str) -> Refusal | None:
        return None  # later units may yet open its way: judged on the finished table

    def whole(self, p: Position, placed: tuple[Any, ...]) -> Refusal | None:
        table = suppose(p, placed)
        for name, pose in placed:
            if pose is None and (refusal := no_charge(table, name)) is not None:
                return refusal
        return scattered(table, tuple(name for name, pose in placed if pose is not None), "LI-BRIG-2")

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        found: list[Any] = []
        for _ in range(2 * n):
            if len(found) >= n:
                break
            answer = self.sketch(p, rng)
            if answer not in found:
                found.append(answer)
        return found

    def sketch(self, p: Position, rng: Random) -> tuple[Any, ...]:
        """Some charge, the others step out together, less far until it fits; staying always does."""
        kept = tuple(name for name in self.pieces if rng.random() < 0.8 and charges(p, name))
        rest = [name for name in self.pieces if name not in kept]
        poses = {name: p.state.units[name].pose for name in self.pieces}
        dx, dy = stride(rng, poses[rest[0]][2]) if rest else (0.0, 0.0)
        turn = rng.choice((0, 0, 15, -15, 40, -40)) * MILLI if len(rest) == 1 else 0
        rest.sort(key=lambda name: -(poses[name][0] * dx + poses[name][1] * dy))  # the foremost first
        for share in (1.0, 0.5, 0.2, 0.0):
            steps = [
                (name, (x + round(dx * share), y + round(dy * share), facing + turn if share else facing))
                for name in rest
                for x, y, facing in (poses[name],)
            ]
            answer = (*steps, *((name, None) for name in kept))
            if self.refuse(p, answer) is None:
                return answer
        return tuple(poses.items())

    def hint(self, p: Position) -> str:
        return "march ahead 10; or each in the order they move: a1 30 20 90; a2 kept, to keep one back for a charge"
