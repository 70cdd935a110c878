"""What an answer would do, drawn over a table: areas, lanes, lines of sight, ghosts, who is hit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from sandtable.scene.values import Arrow, Note, Piece, Scene, SightLine, Zone


class Hit(Struct, frozen=True, tag=True, kw_only=True):
    """A piece that an answer would affect."""

    piece: str


class Preview(Struct, frozen=True, tag=True, kw_only=True):
    """Parts of a scene. A client draws them as it draws any other zone, arrow, line or piece."""

    zones: tuple[Zone, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    sight: tuple[SightLine, ...] = ()
    ghosts: tuple[Piece, ...] = ()
    notes: tuple[Note, ...] = ()
    hits: tuple[str, ...] = ()  # ids of pieces affected

    def over(self, scene: Scene) -> Scene:
        """The scene with the preview on it: ghosts among the pieces, those hit marked as targets."""
        marked = [msgspec.structs.replace(q, target=True) if q.id in self.hits else q for q in scene.pieces]
        return msgspec.structs.replace(
            scene,
            zones=(*scene.zones, *self.zones),
            arrows=(*scene.arrows, *self.arrows),
            sight=(*scene.sight, *self.sight),
            notes=(*scene.notes, *self.notes),
            pieces=(*marked, *self.ghosts),
        )


def gathered(parts: Iterable[Any]) -> Preview:
    """Parts in any order as one preview, each once."""
    found: dict[type, dict[Any, None]] = {}
    for part in parts:
        found.setdefault(type(part), {})[part] = None
    return Preview(
        zones=tuple(found.get(Zone, ())),
        arrows=tuple(found.get(Arrow, ())),
        sight=tuple(found.get(SightLine, ())),
        ghosts=tuple(found.get(Piece, ())),
        notes=tuple(found.get(Note, ())),
        hits=tuple(hit.piece for hit in found.get(Hit, ())),
    )
