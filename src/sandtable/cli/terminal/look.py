"""The commands `look`, `range` and `hand`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sandtable.cli.terminal.board import Board
from sandtable.cli.terminal.event_lines import cited
from sandtable.cli.terminal.piece_names import Unclear, by_ids, name
from sandtable.cli.terminal.place_input import spot
from sandtable.cli.terminal.prompts import may_measure
from sandtable.cli.terminal.screen import BOLD, DIM
from sandtable.core import Refusal, Refused
from sandtable.core.bodies import names_on_table, nearest, sees
from sandtable.core.measurements import Measurement
from sandtable.geometry.arcs import compass
from sandtable.geometry.measure import gap
from sandtable.geometry.units import text
from sandtable.scene.terrain_names import kind_of, middle, outline, terrain_names

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

NEAR = 6  # pieces told near a piece of terrain


def look(s: Session, rest: str) -> None:
    if not rest:
        s.show_board()
        return
    board = s.board()
    rest = by_ids(rest, titles(s, board))
    lines = s.rules.showing.describe(board.p, rest)
    who = rest
    if lines is None:
        ground = terrain_names(board.scene)
        who = name(
            rest.replace(" ", "_") if rest.replace(" ", "_") in ground else rest, (*names_on_table(board.p), *ground)
        )
        if who in ground:
            look_at_terrain(s, board, who)
            return
        lines = s.rules.showing.describe(board.p, who)
    s.screen.say((who, BOLD), *([f" at {spot(board.standing[who].at)}"] if who in board.standing else []))
    s.screen.many(lines or ["nothing more is known of it"])
    if who in board.standing and may_measure(s, Measurement("distance", who)):
        neighbours(s, board, who)


def titles(s: Session, board: Board) -> dict[str, str]:
    """Printed names of what is on the table."""
    return {n: s.rules.showing.name(board.p, n) for n in names_on_table(board.p)}


def look_at_terrain(s: Session, board: Board, who: str) -> None:
    """Where it lies, how high it is, and what stands near it."""
    feature = terrain_names(board.scene)[who]
    high = f", {text(feature.height)} {s.rules.unit} high" if feature.height else ""
    here = middle(feature.shape)
    s.screen.say((who.replace("_", " "), BOLD), f" at {spot(here)}: {kind_of(feature)}{high}")
    if not may_measure(s, Measurement("distance", who)):
        return
    shape = outline(feature.shape)
    for far, other in sorted((gap(shape, piece.shape), n) for n, piece in board.standing.items())[:NEAR]:
        way = compass(here, board.standing[other].at)
        s.screen.say(f"{s.rules.showing.name(board.p, other)}: {text(round(far))} {s.rules.unit} {way}", first="  ")


def range_to_terrain(s: Session, board: Board, a: str, b: str) -> None:
    ground = terrain_names(board.scene)
    shapes = [outline(ground[n].shape) if n in ground else board.standing[n].shape for n in (a, b)]
    here, there = (middle(ground[n].shape) if n in ground else board.standing[n].at for n in (a, b))
    said = [n.replace("_", " ") if n in ground else s.rules.showing.name(board.p, n) for n in (a, b)]
    far = text(round(gap(shapes[0], shapes[1])))
    s.screen.say(f"{said[0]} to {said[1]}: {far} {s.rules.unit}, {said[1]} lies {compass(here, there)}.", first="  ")


def neighbours(s: Session, board: Board, who: str) -> None:
    """Everything else, nearest first."""
    here = board.standing[who]
    others = sorted((s.rules.showing.measure(board.p, who, n), n) for n in board.standing if n != who)
    for far, other in others:
        there = board.standing[other]
        seat = "" if there.seat is None else f" ({s.rules.seat_name(there.seat)})"
        way = compass(here.at, there.at)
        s.screen.say(f"{other}{seat}: {text(round(far))} {s.rules.unit} {way}{seen(s, board, who, other)}", first="  ")


def seen(s: Session, board: Board, a: str, b: str) -> str:
    if board.standing[a].seat is None or board.standing[b].seat is None:
        return ""
    found = s.rules.showing.sees(board.p, a, b)
    return "" if found is None else ", in sight" if found else ", out of sight"


def range_(s: Session, rest: str) -> None:
    board = s.board()
    known, ground = names_on_table(board.p), terrain_names(board.scene)
    rest = by_ids(rest, titles(s, board))
    for feature in ground:  # two words for one name: forest 1
        rest = re.sub(rf"\b{feature.replace('_', ' ')}\b", feature, rest)
    words = [w for w in re.split(r"[\s,]+", rest) if w and w not in ("to", "and")]
    if len(words) < 2:
        raise Unclear(f"type two names: range {known[0]} {known[-1]}" if known else "nothing is on the table")
    a, b = (name(w, (*known, *ground)) for w in (words[0], words[-1]))
    allowed, hidden = may_measure(s, Measurement("distance", a, b)), "by the book no distance before it is declared"
    if not allowed and (a in ground or b in ground):
        raise Refused(Refusal(hidden, s.rules.measuring_rule))
    if a in ground or b in ground:
        range_to_terrain(s, board, a, b)
        return
    far, near_a, near_b = nearest(board.p, a, b)
    here, there = board.standing[near_a], board.standing[near_b]
    between = "" if (near_a, near_b) == (a, b) else f" ({near_a} to {near_b})"
    way = compass(here.at, there.at)
    said = f"{text(round(far))} {s.rules.unit}{between}, {b} lies {way}" if allowed else hidden
    s.screen.say(f"{a} to {b}: {said}.", *cited("" if allowed else s.rules.measuring_rule), first="  ")
    if here.seat is None or there.seat is None:
        return
    for one, two in ((a, b), (b, a)):
        seen = sees(board.p, one, two)
        if seen is not None:
            s.screen.say(f"{one} {'sees' if seen else 'does not see'} {two}.", first="  ")


def hand(s: Session, rest: str) -> None:
    cards = s.board().hand()
    if not cards:
        s.screen.say("No cards are in your hand.", first="  ")
    for title, lines in cards:
        s.screen.say((title, BOLD), (f"  {lines}", DIM if not lines else ""), first="  ", rest="    ")
