"""The difference of two scenes: changed sections whole, pieces and bodies by id."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sandtable.scene import Body, Piece, Scene
from sandtable.scene.values import (
    Arrow,
    Card,
    LogLine,
    Marker,
    Note,
    Panel,
    Reach,
    Reserve,
    Score,
    SightLine,
    Terrain,
    Track,
    Zone,
)


class PiecesPatch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Replace those of the same id in place, append new ones, take out `gone`; then sort by `order` if it is there."""

    set: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


class BodiesPatch(Struct, frozen=True, kw_only=True, omit_defaults=True):
    set: tuple[Body, ...] = ()
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


class ScenePatch(Struct, frozen=True, kw_only=True):
    """A section that is not there has not changed."""

    title: str | UnsetType = UNSET
    width: int | UnsetType = UNSET
    height: int | UnsetType = UNSET
    subtitle: str | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    grid: int | UnsetType = UNSET
    up: int | UnsetType = UNSET
    terrain: tuple[Terrain, ...] | UnsetType = UNSET
    markers: tuple[Marker, ...] | UnsetType = UNSET
    pieces: PiecesPatch | UnsetType = UNSET
    bodies: BodiesPatch | UnsetType = UNSET
    zones: tuple[Zone, ...] | UnsetType = UNSET
    reach: tuple[Reach, ...] | UnsetType = UNSET
    sight: tuple[SightLine, ...] | UnsetType = UNSET
    arrows: tuple[Arrow, ...] | UnsetType = UNSET
    notes: tuple[Note, ...] | UnsetType = UNSET
    score: tuple[Score, ...] | UnsetType = UNSET
    tracks: tuple[Track, ...] | UnsetType = UNSET
    steps: tuple[str, ...] | UnsetType = UNSET
    step: int | UnsetType | None = UNSET
    panels: tuple[Panel, ...] | UnsetType = UNSET
    cards: tuple[Card, ...] | UnsetType = UNSET
    reserves: tuple[Reserve, ...] | UnsetType = UNSET
    log: tuple[LogLine, ...] | UnsetType = UNSET


BY_ID = {"pieces": PiecesPatch, "bodies": BodiesPatch}


def difference(before: Scene, after: Scene) -> ScenePatch:
    """What turns one scene into the other."""
    changed: dict[str, Any] = {}
    for name in after.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or old == new:
            continue
        changed[name] = _by_id(BY_ID[name], old, new) if name in BY_ID else new
    return ScenePatch(**changed)


def patched(scene: Scene, patch: ScenePatch) -> Scene:
    """The scene after a patch: what a client does, and what the tests compare."""
    changed: dict[str, Any] = {}
    for name in patch.__struct_fields__:
        new = getattr(patch, name)
        if new is not UNSET:
            changed[name] = _merged(getattr(scene, name), new) if name in BY_ID else new
    return msgspec.structs.replace(scene, **changed)


def _by_id(kind: Any, old: tuple[Any, ...], new: tuple[Any, ...]) -> Any:
    known = {one.id: one for one in old}
    ids = [one.id for one in new]
    gone = tuple(id for id in known if id not in set(ids))
    found = kind(set=tuple(one for one in new if known.get(one.id) != one), gone=gone)
    merged = [one.id for one in _merged(old, found)]
    return found if merged == ids else msgspec.structs.replace(found, order=tuple(ids))


def _merged(old: tuple[Any, ...], patch: Any) -> tuple[Any, ...]:
    left = {one.id: one for one in old}
    for id in patch.gone:
        left.pop(id, None)
    left |= {one.id: one for one in patch.set}
    return tuple(left[id] for id in patch.order) if patch.order else tuple(left.values())
