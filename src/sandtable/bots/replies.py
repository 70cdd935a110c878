"""The enemy's reply: an imagined game played through the other seat's turn."""

from __future__ import annotations

from sandtable.bots.eye import Eye
from sandtable.bots.rollout import Lookahead
from sandtable.core import Ask, Game, Position, Ruleset

WIDTHS = (1, 3, 2)  # how widely the other seat looks
LIMIT = 20  # answers it searches for one question
QUESTIONS = 60  # asked at most on the way


def after_reply(
    rules: Ruleset, seat: int, game: Game, seed: int, eye: Eye | None = None, learned: bool = False
) -> tuple[float, int]:
    """The value of a position to a seat after the others' turn, and the number of answers played.

    The seat itself does nothing more in its own turn, so that what it has just done is what is judged.
    """
    mine = Lookahead(rules, seat, (), seed, eye=eye, learned=learned)
    others: dict[int, Lookahead] = {}
    turn, changes = rules.judging.turn_of(game.state), 0
    game = mine.throw(game)
    for _ in range(QUESTIONS):
        ask = game.waiting
        if not isinstance(ask, Ask):
            break
        if (now := rules.judging.turn_of(game.state)) != turn:
            turn, changes = now, changes + 1
            if changes == 2:
                break
        if ask.seat == seat:
            game = mine.step(game, ask.silence(Position(rules, game.state)))
        else:
            foe = others.setdefault(
                ask.seat, Lookahead(rules, ask.seat, WIDTHS, seed, eye=eye and Eye(rules, ask.seat, seed))
            )
            foe.limit = foe.nodes + LIMIT
            game = foe.reply(game, ask, 1)
        game = mine.throw(game)
    return mine.worth(game), mine.nodes + sum(foe.nodes for foe in others.values())
