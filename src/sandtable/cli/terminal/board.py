"""What lies on the table and beside it: head, pieces, map, hand. Plain: the same, one fact a line."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from sandtable.cli.terminal.charmap import COLUMNS, MARGIN, Letters, chart, marker_sign, signs
from sandtable.cli.terminal.place_input import spot
from sandtable.cli.terminal.screen import BOLD, DIM, Screen, seat_style
from sandtable.core import Position, Standing, View
from sandtable.geometry.units import text
from sandtable.scene import Scene
from sandtable.scene.terrain_names import middle, terrain_names

GAP = "  "


class Board:
    """A view of a table, ready to print."""

    def __init__(self, view: View, players: Mapping[int, str], known: Letters | None = None) -> None:
        self.p: Position = view.position()
        self.rules, self.seat, self.players = view.rules, view.seat, players
        self.scene: Scene = self.rules.showing.scene(self.p, self.seat)
        self.standing: Mapping[str, Standing] = self.rules.showing.pieces(self.p)
        self.marks = {n for n, s in self.standing.items() if s.seat is None}
        self.letters = signs(self.standing, self.marks, self.rules.showing.bodies(self.p), known)

    # --- the head ---
    def title(self) -> str:
        return " · ".join(filter(None, (self.scene.title, self.scene.subtitle)))

    def head(self) -> list[str]:
        scene, said = self.scene, []
        said += ["Score: " + ", ".join(self.score())] if self.scene.score else []
        if scene.step is not None and scene.steps:
            said.append(f"Step: {scene.steps[scene.step]}, {scene.step + 1} of {len(scene.steps)}")
        said += [f"{t.name}: {t.filled} of {t.boxes}" for t in scene.tracks]
        return said

    def score(self) -> list[str]:
        found = []
        for score in self.scene.score:
            number = self.rules.seats.index(score.seat)
            found.append(f"{score.seat} ({self.players.get(number, 'other')}) {score.points}")
        return found

    # --- pieces ---
    def rows(self) -> list[Row]:
        mine = sorted(self.letters, key=lambda n: self.standing[n].seat != self.seat)
        return [self.row(name) for name in mine]

    def row(self, name: str) -> Row:
        piece = self.standing[name]
        turned = "" if piece.facing is None else f" {text(piece.facing)}°"
        state = ", ".join(self.rules.showing.status(self.p, name))
        return Row(self.letters.get(name, ""), name, spot(piece.at) + turned, state, piece.seat)

    def objectives(self) -> list[str]:
        return [f"{r.name} at {r.where}" + (f", {r.state}" if r.state else "") for r in self.marker_rows()]

    def marker_rows(self) -> list[Row]:
        held = {m.name: f"held by {m.held}" for m in self.scene.markers if m.held}
        sign = {m.name: marker_sign(m) for m in self.scene.markers}
        return [Row(sign.get(n, "*"), n, spot(self.standing[n].at), held.get(n, ""), None) for n in sorted(self.marks)]

    def ground(self) -> list[str]:
        """Terrain by name and place, with its height."""
        found = []
        for name, feature in terrain_names(self.scene).items():
            high = f", {text(feature.height)} {self.rules.unit} high" if feature.height else ""
            found.append(f"{name.replace('_', ' ')} at {spot(middle(feature.shape))}{high}")
        return found

    def hand(self) -> list[tuple[str, str]]:
        return [(card.title, ": ".join(filter(None, (card.of, card.kind, card.text)))) for card in self.scene.cards]


class Row(NamedTuple):
    sign: str
    name: str
    where: str
    state: str
    seat: int | None


def show(board: Board, screen: Screen) -> None:
    """The whole board."""
    if screen.plain:
        _plainly(board, screen)
        return
    screen.head(board.title())
    screen.say(" · ".join(board.head()).replace(" of ", "/"))
    screen.many(board.rules.showing.board(board.p, board.seat), first="")
    if board.scene.cards:
        screen.say(("Hand: ", BOLD), ", ".join(title for title, _ in board.hand()), ("  (hand tells more)", DIM))
    _side_by_side(board, screen)


def _plainly(board: Board, screen: Screen) -> None:
    screen.say(board.title())
    screen.many(board.head(), first="")
    screen.many(board.rules.showing.board(board.p, board.seat), first="")
    for row in board.rows():
        whose = "Your" if row.seat == board.seat else "Their"
        screen.say(f"{whose} piece: {row.name}, at {row.where}" + (f", {row.state}" if row.state else ""))
    screen.many((f"Objective: {line}" for line in board.objectives()), first="")
    screen.many((f"Terrain: {line}" for line in board.ground()), first="")
    for title, card in board.hand():
        screen.say(f"In your hand: {title}, {card}")


def _side_by_side(board: Board, screen: Screen) -> None:
    """The map at the left, the pieces at the right where there is room, or below."""
    map_wide = MARGIN + COLUMNS + 2
    beside = screen.width >= 96
    drawn = chart(board.scene, board.standing, board.letters)
    legend = ", ".join(f"{sign} {what}" for sign, what in drawn.legend.items())
    if beside:
        right = list(table(board, screen.width - map_wide - len(GAP)))
        for left, line in zip_longest(drawn.rows, right):
            row = left.copy() if left is not None else Text()
            if line is not None:
                row.pad_right(map_wide - row.cell_len)
                row = row + Text(GAP) + line
            screen.raw(row)
    else:
        for row in (*drawn.rows, *table(board, screen.width)):
            screen.raw(row)
    if legend:
        screen.say(
            (f"Ground: {legend}. Capitals: {board.rules.seats[0]}, small letters: {board.rules.seats[-1]}.", DIM)
        )


def table(board: Board, width: int) -> list[Text]:
    """Sign, name, where, state: as wide as allowed, long states on further lines."""
    rows = [*board.rows(), *board.marker_rows()]
    if not rows:
        return [Text("no pieces on the table yet", style=DIM)]
    name_wide = min(22, max(len(r.name) for r in rows))
    where_wide = max(len(r.where) for r in rows)
    room = max(8, width - name_wide - where_wide - 6)
    lines = []
    for row in rows:
        said = textwrap.wrap(row.state, room) or [""]
        line = Text().append(f"{row.sign:<2}", style=seat_style(row.seat))
        line.append(f"{row.name[:name_wide]:<{name_wide}}  {row.where:<{where_wide}}  ", style="none")
        lines.append(line.append(said[0], style="none"))
        lines += [Text(" " * (name_wide + where_wide + 6) + more) for more in said[1:]]
    return lines
