"""The driver: a game waits for dice or for a seat, and `answer` is the only way in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from sandtable.core.choices import Ask, judge
from sandtable.core.dice import Roll, fault
from sandtable.core.events import Ended, Event, Rolled
from sandtable.core.frames import Call, Forced, Frame, Next, Return, Step, Wait, resume
from sandtable.core.position import Draft, Position
from sandtable.core.refusals import Refusal, Refused
from sandtable.core.texts import say
from sandtable.core.values import Value, unfit
from sandtable.core.windows import Window
from sandtable.geometry.kernel_loading import load_kernels

if TYPE_CHECKING:
    from sandtable.core.ruleset import Ruleset

STEPS = 100_000  # without a wait: more is an endless loop


class Game(Value, frozen=True):
    """One position, also in the middle of a reaction. The log is not part of it; the match keeps that."""

    ruleset: str
    state: Any
    stack: tuple[Frame, ...] = ()
    waiting: Ask | Roll | None = None
    result: Ended | None = None

    @property
    def over(self) -> bool:
        return self.waiting is None


class Progress(NamedTuple):
    game: Game
    events: tuple[Event, ...]


_progress = partial(tuple.__new__, Progress)  # once an answer: half the cost of calling the class


class Endless(RuntimeError):
    """A ruleset played too many steps without waiting for dice or an answer."""


class NothingNext(TypeError):
    """A step of a rule ended without saying what comes next: a Wait, a Call or a Return."""

    def __init__(self, frame: Frame, at: str, step: Any) -> None:
        super().__init__(f"{type(frame).__name__}.{at} gave {step!r}, not a Wait, a Call or a Return")


def begin(rules: Ruleset, state: Any, frame: Frame) -> Progress:
    """A new game, run to its first wait."""
    load_kernels()
    return advance(rules, Game(rules.name, state, (frame,)))


def advance(rules: Ruleset, game: Game, *value: Any, events: tuple[Event, ...] = ()) -> Progress:
    """Run until the game needs dice or a choice, or nothing is left to do."""
    d = Draft(rules, game.state)
    stack = list(game.stack)
    d.events.extend(events)
    step: Next | None = None
    for _ in range(STEPS):
        if step is None:
            if not stack or d.result is not None:
                return _progress((Game(rules.name, d.state, (), None, d.result), tuple(d.events)))
            frame = stack.pop()
            go = frame.cut_off or frame.still(d)
            step = getattr(frame, frame.at)(d, *value) if go else cut_short(frame.cut(d))
        if d.owed:
            play_forced_first(d, stack, step)
            value = ()
        elif type(step) is Call:
            if d.result is None:
                called, then = step.frame, step.then
                done = called.at_once(d)
                if done is not None and not d.owed:
                    step = go_on(then, d, done) if d.result is None else None  # over: nothing more is played
                    continue
                stack.append(resume(then))
                stack.append(called)
            value = ()
        elif type(step) is Wait:
            stack.append(resume(step.then))
            if d.result is None:
                return _progress((Game(rules.name, d.state, tuple(stack), step.request), tuple(d.events)))
        elif isinstance(step, Return):
            value = step.value
        else:
            raise NothingNext(frame, frame.at, step)
        step = None
    raise Endless(f"{STEPS} steps without a wait; on top: {type(frame).__name__}.{frame.at}")


def go_on(then: Step, d: Draft, value: tuple[Any, ...]) -> Next:
    """The next step of a frame, or its end when it cannot go on."""
    frame: Frame = then.__self__  # type: ignore[attr-defined]
    step = then(d, *value) if frame.cut_off or frame.still(d) else cut_short(frame.cut(d))
    if step is None:
        raise NothingNext(frame, then.__name__, step)
    return step


def cut_short(step: Next) -> Next:
    """Mark what a cut frame calls, so that it is not cut again."""
    if isinstance(step, Return):
        return step
    frame = resume(step.then).but(cut_off=True)
    return replace(step, then=getattr(frame, frame.at))


def play_forced_first(d: Draft, stack: list[Frame], step: Next) -> None:
    """Stack the frames that events forced on top of what the step decided."""
    frames, d.owed = tuple(d.owed), []
    if isinstance(step, Return):
        stack.append(Forced(frames=frames, value=step.value))
        return
    stack.append(resume(step.then))
    stack.append(
        Forced(frames=frames, wait=step.request) if isinstance(step, Wait) else Forced(frames=frames, call=step.frame)
    )


def why_not(rules: Ruleset, game: Game, answer: Any, seat: int | None = None) -> Refusal | None:
    """None when the answer is legal; otherwise the rule against it."""
    waiting = game.waiting
    if isinstance(waiting, Roll):
        bad = unfit(answer) or fault(waiting, _tuple(answer), rules.dice)
        return None if bad is None else Refusal(bad, waiting.cite)
    if isinstance(waiting, Ask):
        if seat is not None and seat != waiting.seat:
            return Refusal(
                say(
                    "it is {seat_name}'s choice, not {seat_name_2}'s",
                    seat_name=rules.seat_name(waiting.seat),
                    seat_name_2=rules.seat_name(seat),
                ),
                waiting.cite,
            )
        return judge(waiting.domain, Position(rules, game.state), answer, waiting.cite)
    return Refusal("the game is over")


def answer(rules: Ruleset, game: Game, value: Any, seat: int | None = None, *, trusted: bool = False) -> Progress:
    """The only way into a game: faces for each pool of a Roll, an answer of its domain for an Ask.

    Raises Refused and changes nothing when the answer is illegal. `trusted` takes an answer as it is: one that the
    domain itself has just given as a candidate.
    """
    if not trusted and (refusal := why_not(rules, game, value, seat)) is not None:
        raise Refused(refusal)
    waiting = game.waiting
    if isinstance(waiting, Roll):
        faces = _tuple(value)
        results = waiting.read(faces)
        counted = waiting.reading.accepts(results)
        rolled = Rolled(roll=waiting, faces=faces, results=results, counted=counted, cite=waiting.cite)
        if not counted:
            return Progress(game, (rolled,))
        return advance(rules, game, *results, events=(rolled,))
    if isinstance(waiting, Ask):
        return advance(rules, game, value if trusted else waiting.domain.normal(value))
    raise Refused(Refusal("the game is over"))


def ask_again(rules: Ruleset, game: Game) -> Game:
    """The same wait after hidden cards were dealt again: a window's offers are recomputed."""
    if not isinstance(game.waiting, Ask) or not isinstance(game.stack[-1], Window):
        return game
    window = game.stack[-1].but(at="start")
    return advance(rules, game.but(stack=(*game.stack[:-1], window), waiting=None)).game


def concede(rules: Ruleset, game: Game, seat: int, why: str = "") -> Progress:
    """A seat gives up; allowed at any wait."""
    d = Draft(rules, game.state)
    others = [s for s in range(len(rules.seats)) if s != seat]
    d.end(others[0] if len(others) == 1 else None, f"{rules.seat_name(seat)} concedes" + (f" ({why})" if why else ""))
    return Progress(Game(rules.name, d.state, (), None, d.result), tuple(d.events))


def _tuple(faces: Any) -> Any:
    return tuple(tuple(f) if isinstance(f, list) else f for f in faces) if isinstance(faces, list | tuple) else faces
