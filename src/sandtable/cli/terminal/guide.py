"""How to begin: whom one leads, how to win, what a turn is; and the same at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli.terminal.screen import BOLD, DIM
from sandtable.core.guides import Guide

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

WINS = 3  # rules about winning told at the start


def guide(s: Session) -> Guide:
    board = s.board()
    return s.rules.showing.guide(board.p, s.viewer)


def introduce(s: Session) -> None:
    """At the start of a game, in at most ten lines."""
    known = guide(s)
    if known.lead:
        s.screen.say(("You lead: ", BOLD), known.lead + ".", rest="  ")
    if known.win:
        s.screen.say(
            ("To win", BOLD), f" ({known.goal}): " if known.goal else ": ", text(s, known.win[:WINS]), rest="  "
        )
    if known.turn:
        s.screen.say(("A turn: ", BOLD), titles(s, known.turn) + ".", rest="  ")
    if known != Guide():
        s.screen.say(("mission, turn and score tell this again, and more.", DIM))


def mission(s: Session, rest: str) -> None:
    known = guide(s)
    if known.goal:
        s.screen.say((known.goal, BOLD), first="  ")
    rules(s, known.win)


def turn(s: Session, rest: str) -> None:
    """The steps of a turn in the book's words, and which is now."""
    scene = s.board().scene
    if scene.steps and scene.step is not None:
        now = scene.steps[scene.step]
        s.screen.say(f"{scene.subtitle}: ", (now, BOLD), f", step {scene.step + 1} of {len(scene.steps)}.", first="  ")
    rules(s, guide(s).turn)


def score(s: Session, rest: str) -> None:
    """Who has how much, and how many more count."""
    board = s.board()
    s.screen.many(board.head())
    s.screen.many(board.objectives())
    if known := guide(s).win:
        s.screen.say(("What scores: ", BOLD), titles(s, known), "; ", ("mission tells it in full.", DIM), first="  ")


def rules(s: Session, ids: tuple[str, ...]) -> None:
    if not ids:
        s.screen.say("This game tells no more; `rules WORDS` finds rules.", first="  ")
    for rule in (s.rules.rulebook[id] for id in ids):
        s.screen.say((f"{rule.title}. ", BOLD), " ".join(rule.text.split()), (f"  {rule.id}", DIM), first="  ")


def titles(s: Session, ids: tuple[str, ...]) -> str:
    found = dict.fromkeys(s.rules.rulebook[id].title.casefold().removesuffix(" step") for id in ids)
    return ", ".join(found)


def text(s: Session, ids: tuple[str, ...]) -> str:
    return " ".join(" ".join(s.rules.rulebook[id].text.split()) for id in ids)
