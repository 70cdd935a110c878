"""Questions without effect, answered at once: moves in the hand, sight, distance, sheets, what is not on offer.

What takes long (odds, advice, outlines) goes to workers: see `questions`.
"""

from __future__ import annotations

from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from sandtable.core import Arrangement, Ask, BadSetup, BoundAsk, Path, Position, Progress, Refusal, Refused, Region
from sandtable.core.bodies import nearest
from sandtable.core.measurements import Measurement, measured
from sandtable.core.words import Unspoken
from sandtable.match import Eyes, Match
from sandtable.match.overlay import between
from sandtable.server.ask_frames import ask_frame, barred_frames, plain, refusal_frame
from sandtable.server.asks import RefusalFrame
from sandtable.server.frames import Probed
from sandtable.server.jobs import formation, played_in_the_head
from sandtable.server.messages import Probe

SUGGESTED = 5


class Unanswerable(Exception):
    """The probe cannot be answered: why, for the person who asked."""


def by_the_book(p: Position) -> Refusal:
    return Refusal("by the book this may not be measured now", p.rules.measuring_rule)


def probed(match: Match, seat: int | str, probe: Probe, n: int, seed: int) -> Probed:
    """The answer to a probe of a seat or a spectator. Raises Unanswerable."""
    if probe.what in ("sight", "distance", "sheet"):
        return about_the_table(match, seat, probe, n)
    if not isinstance(seat, int):
        raise Unanswerable("spectators answer nothing")
    try:
        table = ahead(match, seat, probe.via, seed)
    except Refused as e:
        p = match.view(seat).position()
        return Probed(re=probe.id, n=n, refusal=refusal_frame(p, e.refusal))
    if table is None:
        return Probed(re=probe.id, n=n, ended=True)
    return about_the_ask(table, seat, probe, n)


def ahead(match: Match, seat: int, via: list[Any], seed: int) -> Match | None:
    """The table after answers played in the head, hidden things dealt anew. None: it is no longer the seat's choice."""
    game = match.game
    if via:
        found = played_in_the_head(match.view(seat), seed, via)
        if found is None:
            return None
        game = found
    if not isinstance(game.waiting, Ask) or game.waiting.seat != seat:
        raise Unanswerable("it is not your choice")
    table = match.fork(0)
    table.start = Progress(game, ())
    return table


def about_the_ask(match: Match, seat: int, probe: Probe, n: int) -> Probed:
    view = match.view(seat)
    ask, p = view.ask, view.position()
    assert ask is not None
    match probe.what:
        case "toward":
            return toward(match, ask, probe, n)
        case "judge":
            return judged(match, ask, probe.value, probe.id, n)
        case "spoken":
            try:
                return judged(match, ask, ask.domain.spoken(probe.words), probe.id, n)
            except Unspoken as e:
                why = RefusalFrame(reason=plain(p, str(e))[:400])
                return Probed(re=probe.id, n=n, refusal=why)
        case "suggest":
            found = [ask.default, *ask.domain.candidates(SUGGESTED, n)]
            answers = [one for i, one in enumerate(found) if one is not None and one not in found[:i]]
            return Probed(re=probe.id, n=n, answers=tuple(answers[:SUGGESTED]))
        case "barred":
            return Probed(re=probe.id, n=n, barred=barred_frames(p, match.barred()))
        case "ask":
            return Probed(re=probe.id, n=n, ask=ask_frame(p, ask))
    raise Unanswerable(f"{probe.what} is not answered here")


def toward(match: Match, ask: BoundAsk, probe: Probe, n: int) -> Probed:
    if probe.goal is None:
        raise Unanswerable("toward needs a goal: [x, y] or [x, y, facing]")
    domain, goal = ask.ask.domain, tuple(probe.goal)
    if not match.may_measure(ask.seat, measured(domain, None)):
        return Probed(re=probe.id, n=n, refusal=refusal_frame(match.position, by_the_book(match.position)))
    held: dict[str, Any] = {}
    if isinstance(domain, Arrangement):
        try:
            keep = formation(domain, probe.keep)
        except ValueError as e:
            raise Unanswerable(str(e)) from None
        held = {"keep": keep, "held": probe.held if probe.held in domain.pieces else ""}
    found = ask.domain.toward(goal, probe.far, **held)
    if found is None:
        return Probed(re=probe.id, n=n, refusal=why_not_there(match, ask, goal))
    made = judged(match, ask, found, probe.id, n)
    return made if made.refusal is not None else _with(made, refusal=why_not_there(match, ask, goal))


def why_not_there(match: Match, ask: BoundAsk, goal: tuple[int, ...]) -> RefusalFrame | None:
    """Why the place itself is not legal, where an answer can be that place."""
    domain = ask.ask.domain
    if isinstance(domain, Region):
        refusal = match.why_not(goal)
    elif isinstance(domain, Path):
        refusal = match.why_not((goal,))
    else:
        return None
    return None if refusal is None else refusal_frame(match.view(ask.seat).position(), refusal)


def judged(match: Match, ask: BoundAsk, value: Any, id: int, n: int) -> Probed:
    """Cost, what is left, how far it is legal and what it would do, as far as that may be measured."""
    domain, p = ask.ask.domain, match.view(ask.seat).position()
    refusal = match.why_not(value)
    why = None if refusal is None else refusal_frame(p, refusal)
    if refusal is not None and "this is no answer" in refusal.reason:  # junk: nothing to judge further
        return Probed(re=id, n=n, refusal=why)
    answer: Any | UnsetType = domain.normal(value)
    if not match.may_measure(ask.seat, measured(domain, answer)):
        return Probed(re=id, n=n, answer=answer, refusal=why, preview=match.preview(value))
    found = ask.domain.judged(value)
    return Probed(
        re=id,
        n=n,
        answer=answer,
        refusal=why,
        cost=found.cost,
        left=found.left,
        upto=found.upto,
        legs=found.legs,
        preview=match.preview(value),
    )


def about_the_table(match: Match, seat: int | str, probe: Probe, n: int) -> Probed:
    eyes = Eyes(match, seat)
    p, showing = eyes.known(match.game.state), match.rules.showing
    if probe.what == "sheet":
        sheet = showing.sheet(p, probe.a)
        if sheet is None:
            raise Unanswerable("nothing is known under this name")
        return Probed(re=probe.id, n=n, sheet=sheet)
    known = {*showing.pieces(p), *showing.bodies(p)}
    if missing := [name for name in (probe.a, probe.b) if name not in known]:
        raise Unanswerable(f"nobody on the table is called {missing[0][:80]!r}")
    if probe.what == "distance":
        asker = eyes.number if eyes.number is not None else 0
        if match.measuring != "free" and not (
            eyes.number is not None and match.may_measure(asker, Measurement("distance", probe.a, probe.b))
        ):
            return Probed(re=probe.id, n=n, refusal=refusal_frame(p, by_the_book(p)))
        return Probed(re=probe.id, n=n, distance=round(nearest(p, probe.a, probe.b)[0]))
    _, a, b = nearest(p, probe.a, probe.b)
    try:
        return Probed(re=probe.id, n=n, sight=showing.sight_line(p, a, b) or between(p, a, b))
    except BadSetup as e:
        raise Unanswerable(str(e)) from None


def _with(made: Probed, refusal: RefusalFrame | None) -> Probed:
    return made if refusal is None else replace(made, refusal=refusal)
