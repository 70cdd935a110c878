"""What a player must know to begin: whom one leads, how to win, what a turn is."""

from __future__ import annotations

from typing import NamedTuple


class Guide(NamedTuple):
    """Rules are named by id, so that the prompt, a page or a browser shows the rulebook's own text."""

    lead: str = ""  # one line: the force of the seat
    goal: str = ""  # the name of the mission
    win: tuple[str, ...] = ()  # rules: what scores and what ends the game, the most important first
    turn: tuple[str, ...] = ()  # rules: the steps of a turn in order
    steps: tuple[str, ...] = ()  # the names of those steps, where the titles of the rules do not give them
