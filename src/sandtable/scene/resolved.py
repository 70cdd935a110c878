"""Defaults filled in: letters on pieces, looks and names of terrain. A client draws a resolved scene as it stands."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.geometry.units import text as number
from sandtable.scene import theme
from sandtable.scene.values import Body, Piece, Scene, Terrain

SIGNS = {"in": "″", "cm": " cm", "mm": " mm"}


def resolved(scene: Scene) -> Scene:
    """The same drawing, with nothing left to a default. A resolved scene stays as it is."""
    return replace(
        scene,
        pieces=tuple(_piece(piece) for piece in scene.pieces),
        bodies=tuple(_body(body) for body in scene.bodies),
        terrain=tuple(terrain(feature, scene.unit) for feature in scene.terrain),
    )


def initials(name: str) -> str:
    """Two words give two letters, one word its first two: ``Dusk Wolf`` is DW."""
    parts = name.split()
    return ("".join(part[0] for part in parts[:3]) if len(parts) > 1 else name[:2]).upper()[:3]


def length_text(milli: int, unit: str) -> str:
    return number(milli) + SIGNS.get(unit, f" {unit}")


def _piece(piece: Piece) -> Piece:
    return piece if piece.label else replace(piece, label=initials(piece.name))


def _body(body: Body) -> Body:
    return body if body.label else replace(body, label=initials(body.name))


def terrain(feature: Terrain, unit: str) -> Terrain:
    """With its look, and with all that is written on it as its label."""
    if feature.look is not None:
        return feature
    label = ("" if feature.kind in theme.UNNAMED else feature.kind) if feature.label is None else feature.label
    if feature.height is not None:
        label = " · ".join(part for part in (label, length_text(feature.height, unit)) if part)
    return replace(feature, label=label, look=theme.TERRAIN.get(feature.kind, theme.OTHER_TERRAIN))
