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
        goal = f" ({known.goal}): " if known.goal else ": "
        s.screen.say(("To win", BOLD), goal, text(s, known.win[:WINS], known.goal), rest="  ")
    if steps := ", ".join(known.steps) or titles(s, known.turn):
        s.screen.say(("A turn: ", BOLD), steps + ".", rest="  ")
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
        s.screen.say(("What decides: ", BOLD), titles(s, known), "; ", ("mission tells it in full.", DIM), first="  ")


def rules(s: Session, ids: tuple[str, ...]) -> None:
    if not ids:
        s.screen.say("This game tells no more; `rules WORDS` finds rules.", first="  ")
    for rule in (s.rules.rulebook[id] for id in ids):
        text = without(rule.title, rule.text)
        s.screen.say((f"{rule.title}. ", BOLD), text, (f"  {rule.id}", DIM), first="  ")


def titles(s: Session, ids: tuple[str, ...]) -> str:
    return ", ".join(dict.fromkeys(s.rules.rulebook[id].title.casefold().removesuffix(" step") for id in ids))


def text(s: Session, ids: tuple[str, ...], title: str = "") -> str:
    return " ".join(without(title, s.rules.rulebook[id].text) for id in ids)


def without(title: str, text: str) -> str:
    """The text of a rule in one line, less the title before it where the text begins with the same words."""
    told = " ".join(text.split())
    head, rest = told[: len(title)], told[len(title) :]
    if not title or head.casefold() != title.casefold() or rest[:1] not in ("", ":", ".", ";"):
        return told
    rest = rest[1:].lstrip()
    return rest[:1].upper() + rest[1:]
