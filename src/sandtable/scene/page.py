"""Putting the board on a page: the bar above, words at the side of a square table and below a wide one."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.scene import blocks, theme
from sandtable.scene.bar import draw_bar
from sandtable.scene.blocks import Block
from sandtable.scene.svg_elements import el, group, moved
from sandtable.scene.values import Scene

GAP = 22.0
LOG_BELOW = 190.0  # pixels of log under a wide table


class Page(NamedTuple):
    height: float
    behind: str  # drawn before the board
    board_x: float
    board_y: float


def board_width(scene: Scene, width: float) -> float:
    """How wide the board may be on a page of this width."""
    return width - 2 * theme.PAD - (theme.SIDE if _at_side(scene, width) else 0)


def _at_side(scene: Scene, width: float) -> bool:
    wide, high = (scene.width, scene.height) if (scene.up // 90_000) % 2 else (scene.height, scene.width)
    return bool(scene.panels or scene.log) and width >= 720 and wide <= high * 1.25


def lay_out(scene: Scene, width: float, board_height: float) -> Page:
    top, bar = draw_bar(scene, width)
    x, y = float(theme.PAD), top + theme.PAD
    if _at_side(scene, width):
        bottom, words = _side(scene, width, top, board_height)
    else:
        bottom, words = _below(scene, width, y + board_height + theme.PAD)
    if scene.cards:
        hand = blocks.cards(scene.cards, width - 2 * theme.PAD)
        back = el("rect", y=bottom, width=width, height=hand.height + 24, fill=theme.PANEL)
        edge = el("rect", y=bottom, width=width, height=1, fill=theme.LINE)
        words += back + edge + moved(theme.PAD, bottom + 12, hand.body)
        bottom += hand.height + 24
    return Page(bottom, el("rect", width=width, height=bottom, fill=theme.BG) + words + bar, x, y)


def _side(scene: Scene, width: float, top: float, board_height: float) -> tuple[float, str]:
    inner = theme.SIDE - 2 * theme.PAD
    left, y = width - theme.SIDE, top + theme.PAD
    out = []
    for panel in scene.panels:
        block = blocks.panel(panel, inner)
        out.append(moved(left + theme.PAD, y, block.body))
        y += block.height + GAP
    if scene.log:
        block = blocks.log(scene.log, inner, top + theme.PAD + board_height - y)
        out.append(moved(left + theme.PAD, y, block.body))
        y += block.height + GAP
    bottom = max(top + board_height + 2 * theme.PAD, y)
    back = el("rect", x=left, y=top, width=theme.SIDE, height=bottom - top, fill=theme.PANEL)
    return bottom, back + el("rect", x=left, y=top, width=1, height=bottom - top, fill=theme.LINE) + group(*out)


def _below(scene: Scene, width: float, top: float) -> tuple[float, str]:
    """Columns, each block going to the shortest."""
    room = width - 2 * theme.PAD
    count = max(min(int((room + GAP) // 250), len(scene.panels) + bool(scene.log)), 1)
    each = (room - GAP * (count - 1)) / count
    parts: list[Block] = [blocks.panel(panel, each) for panel in scene.panels]
    if scene.log:
        parts.append(blocks.log(scene.log, each, LOG_BELOW))
    if not parts:
        return top, ""
    ends, out = [top + 14] * count, []
    for block in parts:
        column = ends.index(min(ends))
        out.append(moved(theme.PAD + column * (each + GAP), ends[column], block.body))
        ends[column] += block.height + GAP
    bottom = max(ends) - 4
    back = el("rect", y=top, width=width, height=bottom - top, fill=theme.PANEL)
    return bottom, back + el("rect", y=top, width=width, height=1, fill=theme.LINE) + group(*out)
