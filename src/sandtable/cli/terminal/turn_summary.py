"""What somebody else did, in a few lines: who moved, came, struck whom, what was lost and what it scored."""

from __future__ import annotations

from collections.abc import Iterable
from math import dist

from sandtable.core import Position
from sandtable.core.cues import AnyCue, Came, Changed, Gone, Struck, Told, Went
from sandtable.core.texts import listed
from sandtable.geometry.units import text


class Deeds:
    """Of one body: what it did and what became of it."""

    def __init__(self) -> None:
        self.far = 0.0
        self.came: list[str] = []
        self.struck: dict[tuple[str, bool], int] = {}
        self.lost: list[str] = []
        self.how = ""


def summary(p: Position, told: Iterable[Told]) -> list[str]:
    """One line for each body that did or suffered something, in the order of the events; then the score."""
    showing, bodies = p.rules.showing, p.rules.showing.bodies(p)
    of = {piece: body.id for body in bodies.values() for piece in body.pieces}
    deeds: dict[str, Deeds] = {}
    score: dict[str, tuple[object, object]] = {}

    def at(piece: str) -> Deeds:
        body = of.get(piece) or (piece.rpartition(".")[0] if piece not in of and "." in piece else piece)
        return deeds.setdefault(body, Deeds())

    for event in told:
        for cue in event.cues:
            note(cue, at, score)
    lines = [f"{showing.name(p, body)} {line}" for body, done in deeds.items() if (line := in_words(p, done))]
    return lines + [f"score of {seat}: {before} to {after}" for seat, (before, after) in score.items()]


def note(cue: AnyCue, at: object, score: dict[str, tuple[object, object]]) -> None:
    assert callable(at)
    if isinstance(cue, Went):
        deeds = at(cue.piece)
        deeds.far = max(deeds.far, sum(dist(a[:2], b[:2]) for a, b in zip(cue.path, cue.path[1:], strict=False)))
    elif isinstance(cue, Came):
        at(cue.piece).came.append(cue.piece)
    elif isinstance(cue, Struck):
        struck = at(cue.actor).struck
        struck[cue.target, cue.hit] = struck.get((cue.target, cue.hit), 0) + 1
    elif isinstance(cue, Gone):
        deeds = at(cue.piece)
        deeds.lost.append(cue.piece)
        deeds.how = cue.how or "gone"
    elif isinstance(cue, Changed) and cue.field == "points":
        score[cue.piece] = score.get(cue.piece, (cue.before, None))[0], cue.after


def in_words(p: Position, deeds: Deeds) -> str:
    """``moves 5 in, hits Coalition Weaver, is destroyed``."""
    name = p.rules.showing.name
    said = []
    if deeds.came:
        said.append("arrives" if len(deeds.came) == 1 else f"arrives ({len(deeds.came)} bases)")
    if deeds.far >= 50:
        said.append(f"moves {text(round(deeds.far, -2))} {p.rules.unit}")
    for hit, verb in ((True, "hits"), (False, "misses")):
        targets = [name(p, t) + (f" {n} times" if n > 1 else "") for (t, was), n in deeds.struck.items() if was is hit]
        if targets:
            said.append(f"{verb} {listed(targets)}")
    if deeds.lost:
        said.append(f"is {deeds.how}" if len(deeds.lost) == 1 else f"loses {len(deeds.lost)} bases ({deeds.how})")
    return ", ".join(said)
