"""Set up a match from a scenario with its dice, and play answers on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.chance import Seeded, Source, Typed
from sandtable.core import BadSetup, Refused, Ruleset, Start, State, Unspoken, begin
from sandtable.match import Match
from sandtable.scenarios.answers import BadAnswer, Move, answer_to, words_left
from sandtable.scenarios.dice import DiceFault, Script, parts_of
from sandtable.scenarios.phrases import plain
from sandtable.scenarios.scenario import Scenario


def dice_of(scenario: Scenario) -> Source:
    """Seeded, as written, or none at all: then the match waits where dice are thrown."""
    if scenario.seed is not None:
        return Seeded(scenario.seed)
    return Typed() if scenario.dice is None else Script(parts_of(scenario.dice))


def set_up(rules: Ruleset, scenario: Scenario, source: Source) -> tuple[Match, State]:
    """The match at its first choice, and the state before anything happened."""
    given, options = scenario.given, scenario.options
    start = position(rules, given) if given is not None else rules.new_game(options or {})
    progress = begin(rules, start.state, start.frame)
    return Match(rules, progress, source, options=options, from_position=given is not None), start.state


def position(rules: Ruleset, given: Mapping[str, Any]) -> Start:
    """The position a file describes. Raises BadSetup.

    Without a declared form a ruleset reads the data as it stands, and what it stumbles over is a fault of the file.
    """
    if rules.scenarios.form(rules) is not None:
        return rules.scenarios.position(rules, given)
    try:
        return rules.scenarios.position(rules, given)
    except BadSetup:
        raise
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as e:
        raise BadSetup(f"the position cannot be read: {type(e).__name__}: {str(e)[:200]}") from e


def check_dice(match: Match) -> None:
    """Raises DiceFault when the match waits for dice that the script should have had."""
    if match.roll is not None and isinstance(match.source, Script):
        match.source.throw(match.roll, match.rules.dice)


def to_next_turn(match: Match, most: int) -> int:
    """Play default answers until another turn has begun, or the game is over; gives their number.

    Raises BadAnswer when the ruleset's turns do not end, DiceFault when dice are missing.
    """
    rules = match.rules
    turn = rules.judging.turn_of(match.game.state)
    for number in range(most + 1):
        if match.over or rules.judging.turn_of(match.game.state) != turn:
            return number
        if number == most:
            break
        play(match, Move("default"))
    raise BadAnswer(f"the turn is not over after {most} default answers")


def play(match: Match, move: Move) -> None:
    """Play one answer; the match throws the dice it leads to. Raises BadAnswer or DiceFault."""
    rules, ask = match.rules, match.ask
    if match.roll is not None:
        raise DiceFault(f"no dice are given for {match.roll.purpose}", None, short=True)
    if isinstance(move.value, str) and plain(move.value) == "concede" and move.seat is not None and ask is not None:
        match.concede(move.seat)
        return
    if ask is not None and move.seat is not None and move.seat != ask.seat:
        asked, wanted = rules.seat_name(ask.seat), rules.seat_name(move.seat)
        raise BadAnswer(f"it is not {wanted}'s choice: {asked} is asked {ask.prompt!r}")
    value, left = answer_to(rules, match.game, move.value), words_left(rules, match.game, move.value)
    before = len(match.history)
    try:
        match.answer(value, move.seat)
    except Refused as e:
        raise BadAnswer(f"{move.text!r} is refused: {e.refusal}") from e
    check_dice(match)
    if left and ask is not None and match.ask is not None:
        thrown = any(entry.seat is None for entry in match.history[before:])
        if match.ask.seat == ask.seat:
            go_on(match, left, type(ask.domain.domain), thrown)
        elif not thrown:
            raise BadAnswer(f"{left!r} is left over: {rules.seat_name(match.ask.seat)} is asked {match.ask.prompt!r}")


def go_on(match: Match, words: str, asked: type, thrown: bool) -> None:
    """Words left over answer the next question. Where dice were thrown it may be another one than they were for.

    Then none of an order that failed is played, and words begin a new answer only to another kind of question:
    ``charge orcs front`` says where that unit charges and does not send the next unit of the same order.
    """
    assert match.ask is not None
    if type(match.ask.domain.domain) is not asked and match.ask.domain.begun(words) is not None:
        play(match, Move(words))
        return
    try:
        meant = match.ask.domain.spoken(words)
    except Unspoken:
        if not thrown:
            play(match, Move(words))
        return
    if not thrown or match.ask.domain.options is None or match.why_not(meant) is None:
        play(match, Move(words))
