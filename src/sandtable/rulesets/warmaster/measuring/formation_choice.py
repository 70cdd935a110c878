"""A choice among formations of one unit: named ones, or a pose for each stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import Option, Options, Refusal
from sandtable.core.texts import say
from sandtable.core.words import words_of
from sandtable.geometry.corners import unit as direction
from sandtable.rulesets.warmaster.measuring.unit_poses import stands_of
from sandtable.rulesets.warmaster.state.rules import Position
from sandtable.rulesets.warmaster.state.table import Pose


class Formation(Options, frozen=True, kw_only=True):
    """Answered by the name of a formation, or by a pose for each stand."""

    unit: str
    cite: str = "WM-FORMN-1"

    def each(self, p: Position) -> Iterator[tuple[str, tuple[Pose, ...]]]:
        """Legal formations with their names; the first is the usual one."""
        yield from ()

    def misplaced(self, p: Position, poses: tuple[Pose, ...]) -> Refusal | None:
        """Why the stands may not stand so."""
        return None

    def poses(self, p: Position, answer: Any) -> tuple[Pose, ...]:
        """The formation that a legal answer means."""
        if not isinstance(answer, str):
            return tuple(answer)
        return next(poses for name, poses in self.each(p) if name == answer)

    def options(self, p: Position) -> tuple[Option, ...]:
        names = [name for name, _ in self.each(p)]
        return tuple(Option(key, cite=self.cite, verb="form", actor=self.unit, how=key) for key in names)

    def on_offer(self, p: Position, key: str) -> bool:
        return any(name == key for name, _ in self.each(p))

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if isinstance(answer, str):
            return super().refuse(p, answer)
        if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], tuple):
            return self.unlike(p)
        poses = stands_of(p, self.unit, answer)
        return self.unlike(p) if poses is None else self.misplaced(p, poses)

    def unlike(self, p: Position) -> Refusal:
        count = len(p.state.stands[self.unit])
        return Refusal(say("a formation by name, or a place for each of {count} stands", count=count), self.cite)

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return [name for name, _ in islice(self.each(p), n)]

    def fallback(self, p: Position) -> Any:
        return next(self.each(p))[0]

    def spoken(self, p: Position, words: str) -> Any:
        """``stay``, ``line``, ``line about stand 2``: the first formation whose name begins so."""
        said = " ".join(words_of(words))
        return next((key for key, _ in self.each(p) if key.startswith(said)), said)

    def hint(self, p: Position) -> str:
        return "stay, line or column, as the options say; or a place [x, y, facing] for each stand"


def rows(poses: tuple[Pose, ...], size: tuple[float, float], anchor: int) -> dict[str, tuple[Pose, ...]]:
    """Lines and columns of a unit, one stand keeping its place: by which place of the row it has."""
    x, y, facing = poses[anchor]
    (cos, sin), count = direction(facing), len(poses)
    found = {}
    for slot in range(count):
        for form, step, side in (("line", size[0], (sin, -cos)), ("column", size[1], (-cos, -sin))):
            places = [
                (round(x + (k - slot) * step * side[0]), round(y + (k - slot) * step * side[1]), facing)
                for k in range(count)
            ]
            rest = [place for k, place in enumerate(places) if k != slot]
            stands = tuple(places[slot] if i == anchor else rest.pop(0) for i in range(count))
            found[f"{form}, stand {anchor + 1} in place {slot + 1}"] = stands
    return found
