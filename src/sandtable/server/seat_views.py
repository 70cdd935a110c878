"""What one onlooker is sent of a match: scene, question, events, log, result. Built from that onlooker's view alone."""

from __future__ import annotations

from sandtable.core import Ask, Event
from sandtable.core.cues import Told
from sandtable.core.view import Pending
from sandtable.match import WATCHING, Eyes, Match
from sandtable.scene import Scene
from sandtable.server.ask_frames import ask_frame, plain
from sandtable.server.asks import AskFrame
from sandtable.server.frames import EventFrame, LogFrame, ResultFrame, Waiting

Onlooker = int | str | None  # a seat, WATCHING, or None: everything, when a match is over


def scene_of(match: Match, seat: Onlooker) -> Scene:
    drawing: Scene = match.scene(seat, reach=False)
    return drawing


def asked(match: Match, seat: Onlooker) -> tuple[AskFrame | None, Waiting | None]:
    """The question to this seat, or who else is to choose."""
    waiting = match.game.waiting
    if waiting is None:
        return None, None
    if isinstance(waiting, Ask) and waiting.seat == seat:
        view = match.view(waiting.seat)
        assert view.ask is not None
        return ask_frame(view.position(), view.ask), None
    names = match.rules.seat_name
    if isinstance(waiting, Ask):
        other = match.view(next(i for i in range(len(match.rules.seats)) if i != waiting.seat))
        pending = other.pending
        assert isinstance(pending, Pending)
        prompt = match.rules.window_titles.get(pending.prompt) or pending.prompt
        p = Eyes(match, WATCHING).known(match.game.state)
        return None, Waiting(seat=names(pending.seat), prompt=plain(p, prompt), cite=pending.cite)
    return None, Waiting(seat="", prompt=plain(match.position, waiting.purpose), cite=waiting.cite)


def result_of(match: Match) -> ResultFrame | None:
    result = match.result
    if result is None:
        return None
    winner = "" if result.winner is None else match.rules.seat_name(result.winner)
    return ResultFrame(reason=plain(match.position, result.reason), winner=winner, score=match.score)


def event_frames(match: Match, seat: Onlooker, since: int) -> tuple[EventFrame, ...]:
    """Everything since so many entries of the history that is in memory."""
    found = []
    for n, entry_told in by_entry(match, seat, since):
        for told in entry_told:
            found.append(
                EventFrame(
                    n=n,
                    text=str.__str__(told.text),
                    cite=told.cite,
                    seat="" if told.seat is None else match.rules.seat_name(told.seat),
                    about=told.about,
                    cues=told.cues,
                )
            )
    return tuple(found)


def by_entry(match: Match, seat: Onlooker, since: int) -> list[tuple[int, list[Told]]]:
    """What is told of every entry, with its number in the whole history."""
    eyes = Eyes(match, seat)
    told = iter(match.cues(seat, since))
    found: list[tuple[int, list[Told]]] = []
    for n, events in grouped(match, since):
        count = sum(eyes.seen(event) is not None for event in events)
        found.append((match.before + n, [next(told) for _ in range(count)]))
    return found


def log_lines(match: Match, seat: Onlooker, most: int, entries: int = 60) -> tuple[LogFrame, ...]:
    """The last lines of the log, of so many of the last entries in memory; silent events have none."""
    found: list[LogFrame] = []
    eyes, since = Eyes(match, seat), max(0, len(match.history) - entries)
    lines = match.event_lines(seat, since)
    for n, events in grouped(match, since):
        for event in events:
            if eyes.seen(event) is None:
                continue
            seen, text = next(lines)
            owner = getattr(seen, "seat", None)
            if text:
                name = match.rules.seat_name(owner) if isinstance(owner, int) else ""
                found.append(LogFrame(n=match.before + n, text=str.__str__(text), cite=seen.cite, seat=name))
    return tuple(found[-most:])


def grouped(match: Match, since: int) -> list[tuple[int, tuple[Event, ...]]]:
    """The events of every entry since so many; those of the set-up first."""
    found = [] if since else [(0, match.start.events)]
    return found + [(n, entry.events) for n, entry in enumerate(match.history[since:], since + 1)]
