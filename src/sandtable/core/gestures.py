"""Whole groups in words: ``all north 4``, ``march ahead 10 facing east``, ``deploy as suggested; two 15 8``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.core.places import stands
from sandtable.core.words import Unspoken, direction, facing_said, middle, moved, number, piece_named, place, words_of
from sandtable.geometry.units import MILLI

if TYPE_CHECKING:
    from sandtable.core.arrangements import Arrangement
    from sandtable.core.position import Position

ALL = ("all", "march", "everybody", "together", "deploy")
LOST = ("lost", "gone", "none", "kept")
FARTHEST = 100_000  # thousandths: as far as it goes
STAY = (["stay"], ["all", "stay"], ["stand"], ["hold"])


def gesture(domain: Arrangement, p: Position, words: str) -> tuple[Any, ...]:
    """The arrangement that words mean, legal or not. Raises Unspoken."""
    first, *more = [part.strip() for part in words.split(";") if part.strip()] or [""]
    whole = _for_all(domain, p, words_of(first))
    if whole is None:
        return tuple(_one(domain, p, part) for part in (first, *more))
    for part in more:
        piece, pose = _one(domain, p, part)
        whole = domain.adjusted(p, whole, piece, pose)
    return whole


def for_all(words: str) -> bool:
    """Whether words are about a whole group."""
    said = words_of(words.partition(";")[0])
    return said[-2:] == ["as", "suggested"] or (len(said) > 1 and said[0] in ALL)


def _for_all(domain: Arrangement, p: Position, said: list[str]) -> tuple[Any, ...] | None:
    """What is said of the whole group; None: it is about one piece."""
    if said in STAY:
        return domain.formation(p)
    if said[-2:] == ["as", "suggested"]:
        suggested: tuple[Any, ...] = domain.fallback(p)
        return suggested
    if said[:1] == ["march"] and said[1:2] == ["all"]:
        said = said[1:]
    if not said or said[0] not in ALL or said[0] in domain.pieces:
        return None
    formation = domain.formation(p)
    poses = [pose for _, pose in formation if pose is not None]
    if not poses:
        raise Unspoken("nobody of them stands anywhere yet; say where each goes")
    at = middle(poses)
    if domain.facing and "facing" in said[1:]:
        cut = said.index("facing")
        there = _for_all(domain, p, said[:cut] if cut > 1 else ["stay"])
        return _all_facing(p, there or (), said[cut:])
    way, rest = direction(p, said[1:], at, stands(p, domain.pieces[0])[1])
    if len(rest) > 1:
        raise Unspoken(f"{' '.join(rest)!r} is no distance")
    if rest:
        end = moved(at, way, number(rest[0]))
        by = end[0] - at[0], end[1] - at[1]
        *_, order = domain.orders(formation, by)
        exact = domain.shifted(p, order, by, exactly=True)
        assert exact is not None
        return exact
    named = said[1] in ("toward", "towards")
    found = domain.toward(p, piece_named(p, said[2])[1] if named else moved(at, way, FARTHEST))
    if found is None:
        raise Unspoken("there is no room for them that way")
    return found


def _all_facing(p: Position, placed: tuple[Any, ...], said: list[str]) -> tuple[Any, ...]:
    """All turned alike: ``facing north``, ``facing scourge`` as seen from their middle."""
    ends = [place[-1] if isinstance(place[0], tuple) else place for _, place in placed if place is not None]
    x, y = middle(ends)
    _, way = facing_said(p, f"{x / MILLI} {y / MILLI} {' '.join(said)}", (x, y), ends[0][2])

    def turned(place: Any) -> Any:
        if place is None:
            return None
        path = isinstance(place[0], tuple)
        return (*place[:-1], (*place[-1][:2], way)) if path else (*place[:2], way)

    return tuple((name, turned(place)) for name, place in placed)


def _one(domain: Arrangement, p: Position, part: str) -> tuple[str, Any]:
    """One piece and its place, its path, or that it finds none."""
    name, _, where = part.partition(" ")
    said = name.removesuffix(":")
    piece = next((known for known in domain.pieces if known.casefold() == said.casefold()), said)
    if where.strip().casefold() in LOST:
        return piece, None
    at, facing = stands(p, piece)
    legs = where.split(" then ") if domain.paths else [where]
    path = []
    for i, leg in enumerate(legs):
        text, turned = facing_said(p, leg, at, facing) if domain.facing else (leg, None)
        found = place(p, text, at, facing)
        if domain.facing and (i == len(legs) - 1 or len(legs) == 1):
            found = (*found[:2], turned) if turned is not None else found if len(found) == 3 else (*found, facing or 0)
        path.append(found)
        at = found[0], found[1]
    return piece, tuple(path) if len(path) > 1 else path[0]
