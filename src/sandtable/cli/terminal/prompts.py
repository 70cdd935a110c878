"""What the person reads: the question, its options and default, refusals, the end."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.cli.terminal.answer_input import AnswerInput, OptionInput, PlaceInput
from sandtable.cli.terminal.dice import wanted
from sandtable.cli.terminal.event_lines import cited, silent
from sandtable.cli.terminal.guide import introduce
from sandtable.cli.terminal.option_figures import figures
from sandtable.cli.terminal.piece_names import listed
from sandtable.cli.terminal.place_input import spot
from sandtable.cli.terminal.screen import BAD, BOLD, DIM, GOOD, Part, seat_style
from sandtable.core import BoundAsk, Option, Refusal, Roll
from sandtable.core.measurements import Measurement
from sandtable.core.texts import Text, english, with_names
from sandtable.geometry.arcs import compass
from sandtable.geometry.units import text

if TYPE_CHECKING:
    from sandtable.cli.terminal.session import Session

MANY = 20  # options shown unasked
LAST = 6  # log lines shown when a game is resumed
NEAR = 4  # neighbours named when a place is asked for


def welcome(s: Session) -> None:
    who = (
        "both seats are yours"
        if s.setting.alone
        else f"you are {s.rules.seat_name(s.viewer)}, {s.setting.against} is the other"
    )
    s.screen.say((s.rules.title, BOLD), f": {who}.")
    if not s.resumed:
        introduce(s)
    luck = "" if s.resumed else f"Seed {s.setting.seed}. "
    s.screen.say((f"{luck}Type help for everything you can type; quit saves the game.", DIM))
    if s.resumed:
        lines = [line for event, line in s.match.event_lines(s.viewer) if not silent(event, line)]
        s.screen.say(f"The game goes on after {len(s.match.history)} answers and rolls. Last of all:")
        s.screen.many(lines[-LAST:])


def question(s: Session, ask: BoundAsk, asked: AnswerInput) -> None:
    name = s.rules.seat_name(ask.seat)
    s.screen.say()
    s.screen.say((f"{name}: ", seat_style(ask.seat)), (ask.title, BOLD), *cited(rule_named(s, ask.cite)))
    if isinstance(asked, OptionInput):
        options(s, asked, MANY)
    else:
        bearings(s, asked)
        if isinstance(asked, PlaceInput) and (hint := ask.domain.hint()):
            s.screen.say(f"{hint[:1].upper()}{hint[1:]}.", first="  ")
        s.screen.say(f"{asked.how[:1].upper()}{asked.how[1:]}.", first="  ")
        if more := asked.next():
            s.screen.say(f"Next: {more}", first="  ")
        s.screen.say(("Enter: ", DIM), asked.shown(asked.usual), first="  ")


def only(s: Session, ask: BoundAsk) -> str:
    """Only one answer is possible: print it and give it."""
    offer = (ask.domain.options or ())[0]
    s.screen.say(
        (f"{ask.title}: you can only {s.rules.showing.clause(s.match.position, offer.but(label=''))}", DIM),
        *cited(ask.cite),
        first="  ",
    )
    return offer.key


def rule_named(s: Session, cite: str) -> str:
    return f"{cite} {s.rules.rulebook[cite].title}" if cite in s.rules.rulebook else cite


def options(s: Session, asked: OptionInput, most: int) -> None:
    """The offers by number; all of them when they are few, otherwise some of every kind."""
    offers = asked.options()
    shown = of_every_kind(offers, most)
    for line, number in enumerate(shown, 1):
        offer = offers[number - 1]
        _option(s, number, offer, line, usual=offer.key == asked.usual)
    if len(offers) > most:
        usual = "" if any(offers[n - 1].key == asked.usual for n in shown) else f" Enter: {asked.shown(asked.usual)}."
        more = f"… {len(offers) - most} more: `options` lists all; or type a few words of what you want.{usual}"
        s.screen.say((more, DIM), first="  ")


def of_every_kind(offers: Sequence[Option], most: int) -> list[int]:
    """Numbers of so many offers: the first of every kind before the second of any."""
    times: Counter[tuple[str, str]] = Counter()
    ranks = []
    for number, offer in enumerate(offers, 1):
        kind = offer.verb, offer.using
        ranks.append((times[kind], number))
        times[kind] += 1
    return sorted(number for _, number in sorted(ranks)[:most])


def _option(s: Session, number: int, offer: Option, line: int, *, usual: bool) -> None:
    cite = "" if s.asked is not None and offer.cite == s.asked.ask.cite else offer.cite  # the question names it
    mark: list[Part] = [("  (Enter)", GOOD)] if usual else []
    lead = f"{number}: " if s.screen.plain else f"{number:>4}  "
    more: list[Part] = [(f"  {told}", DIM)] if (told := figures(s, offer, line)) else []
    s.screen.say(offer.label or offer.key, *more, *cited(cite), *mark, first=lead)


def bearings(s: Session, asked: AnswerInput) -> None:
    """Where the piece stands and what is near it, so that directions can be typed."""
    if (
        not isinstance(asked, PlaceInput)
        or asked.start is None
        or not may_measure(s, Measurement("distance", asked.piece or ""))
    ):
        return
    start, board = asked.start, s.board()
    s.screen.say(f"{asked.piece or 'it'} stands at {spot(start)}.", first="  ")
    if asked.piece not in board.standing:
        return
    p, unit = board.p, s.rules.unit
    others = [n for n, o in board.standing.items() if n != asked.piece and o.seat != s.viewer]
    near = sorted((s.rules.showing.measure(p, asked.piece, n), n) for n in others)[:NEAR]
    near_lines = (f"{n} {text(round(far, -2))} {unit} {compass(start[:2], board.standing[n].at)}" for far, n in near)  # type: ignore[arg-type]
    if near:
        s.screen.say("Near: " + ", ".join(near_lines) + ".", first="  ")


def may_measure(s: Session, what: Measurement) -> bool:
    """Whether the person may measure now."""
    return s.match.may_measure(s.viewer, what)


def go_on(s: Session, asked: AnswerInput) -> None:
    if more := asked.next():
        s.screen.say(f"Next: {more}", first="  ")


def unclear(s: Session, why: str) -> None:
    s.screen.say((why, BAD), first="  ? ")


def refused(s: Session, refusal: Refusal, instead: str) -> None:
    """The rule, the shortfall, what would be legal."""
    head = f"{rule_named(s, refusal.cite)}: " if refusal.cite else ""
    s.screen.say(("No. ", BAD), (head, BOLD), english(s.match.position, refusal.reason), first="  ")
    if refusal.short_by and text(refusal.short_by) not in refusal.reason:
        s.screen.say(f"Short by {text(refusal.short_by)} {s.rules.unit}.", first="  ")
    if legal := "; ".join(filter(None, (english(s.match.position, refusal.instead), instead))):
        s.screen.say(f"Legal would be{'' if legal.startswith('one of') else ':'} {legal}", first="  ")


def barred(s: Session) -> None:
    """What one would look for and does not find, each with its reason; of one deed with one reason all in a line."""
    groups: dict[tuple[str, ...], list[tuple[Option, Refusal]]] = {}
    for option, refusal in s.match.barred():
        why = english(s.match.position, of_it(refusal.reason, option.target))
        groups.setdefault((option.verb, option.actor, option.using, why, refusal.cite), []).append((option, refusal))
    found = list(groups.items())
    for (*_, reason, cite), these in found[:MANY]:
        labels = list(dict.fromkeys(option.label for option, _ in these))
        told = reason if len(labels) > 1 else english(s.match.position, these[0][1].reason)
        s.screen.say((in_one(labels), DIM), f": {told}", *cited(cite), first="  ")
    if len(found) > MANY:
        s.screen.say((f"… {len(found) - MANY} more: `why not` with a few words of what you want.", DIM), first="  ")
    if not found:
        s.screen.say("Nothing else is barred here that one would look for.", first="  ")


def in_one(labels: Sequence[str]) -> str:
    """``charges Juggernaut for 1 focus`` and ``charges Kodiak for 1 focus``: what is the same stands there once."""
    rows = [label.split() for label in labels]
    if len(rows) == 1:
        return labels[0]
    shortest = min(map(len, rows))
    same = [len({row[i] for row in rows}) == 1 for i in range(shortest)]
    begun = same.index(False) if False in same else shortest
    same = [len({row[-i] for row in rows}) == 1 for i in range(1, shortest - begun + 1)]
    ended = same.index(False) if False in same else len(same)
    middle = listed([" ".join(row[begun : len(row) - ended]).strip(",") for row in rows], NEAR)
    return " ".join(filter(None, (*rows[0][:begun], middle, *rows[0][len(rows[0]) - ended :])))


def of_it(reason: str, target: str) -> str:
    """A reason without the name of the target, so that those of several targets are the same."""
    if not isinstance(reason, Text) or not target:
        return reason
    return Text(reason.template, {key: "it" if value == target else value for key, value in reason.args.items()})


def throw(s: Session, roll: Roll) -> None:
    s.screen.say()
    s.screen.say(
        (f"Throw for {with_names(s.match.position, roll.purpose)}: ", BOLD),
        wanted(roll, s.rules.dice),
        *cited(roll.cite),
    )
    for pool in roll.pools:
        who = "" if pool.seat is None else f"{s.rules.seat_name(pool.seat)} throws {pool.name}"
        why = ", ".join(f"{t.value:+d} {t.why}" for t in pool.terms)
        if why:
            s.screen.say((f"{who}: {why}", DIM), first="  ")
    s.screen.say(("Type the faces in order; Enter throws for you.", DIM), first="  ")


def over(s: Session, file: Path) -> None:
    s.show_board()
    result = s.match.result
    if result is None:
        said = "The game is over."
    else:
        won = "a draw" if result.winner is None else f"{s.rules.seat_name(result.winner)} wins"
        mine = "" if result.winner is None or s.setting.alone else " (you)" if result.winner in s.mine else " (not you)"
        said = f"The game is over: {won}{mine}. {result.reason[:1].upper()}{result.reason[1:]}."
    s.screen.say()
    s.screen.say((said, BOLD))
    s.screen.say(f"Kept in {file}. Verify or replay it with:")
    s.screen.command(shlex.join(["sandtable", "replay", str(file), "--verify"]))
