"""Whether an answer told a seat something: played again where what the seat did not know is otherwise."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from sandtable.core import Ask, Game, Position, Progress, Refused, Ruleset, answer, seen
from sandtable.core.measurements import Measurement

if TYPE_CHECKING:
    from sandtable.match.match import Match

DEALS = 8  # other deals of what is hidden, and other estimates of what is not measured


def reveals(match: Match, before: Game, value: Any, seat: int) -> bool:
    """Whether the seat knows more after its answer than its answer alone tells."""
    rules = match.rules
    others = [other for number in range(DEALS) if (other := rules.redeal(before, seat, Random(number))) != before]
    if others:  # an open game has none
        true = _known(rules, answer(rules, before, value), seat)
        if any(_after(rules, other, value, seat) != true for other in others):
            return True
    p, what = Position(rules, before.state), Measurement("odds", answer=value)
    if match.measuring == "free" or rules.may_measure(p, seat, what):
        return False
    kinds = _kinds(answer(rules, before, value))
    guesses = (before.but(state=rules.by_eye(before.state, seat, Random(number))) for number in range(DEALS))
    return any(_kinds(answer(rules, guess, value, trusted=True)) != kinds for guess in guesses)


def _after(rules: Ruleset, game: Game, value: Any, seat: int) -> Any:
    try:
        return _known(rules, answer(rules, game, value), seat)
    except Refused:
        return None


def _known(rules: Ruleset, after: Progress, seat: int) -> Any:
    waiting = after.game.waiting
    asked = (waiting.seat, waiting.secret or waiting.prompt) if isinstance(waiting, Ask) else type(waiting)
    return seen(after.events, seat), rules.redact(after.game.state, seat), asked


def _kinds(after: Progress) -> Any:
    """What happened, without the places."""
    return [type(event) for event in after.events], type(after.game.waiting)


def free_answers(match: Match, seat: int) -> int:
    """How many of its last answers a seat may take back as if they had not been given."""
    free = 0
    for i in range(len(match.history) - 1, -1, -1):
        entry, before = match.history[i], match.history[i - 1].game if i else match.start.game
        if entry.seat != seat or entry.conceded or reveals(match, before, entry.value, seat):
            break
        free += 1
    return free
