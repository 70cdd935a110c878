"""Many games at once: random or chosen bots, every option dealt out fairly, results added up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from sandtable.bots.stdio import Limits, is_command, words_of
from sandtable.chance import Seeded
from sandtable.core import BadSetup, Ended, Position, Roll, Ruleset, View, answer, begin, find
from sandtable.lab import programs
from sandtable.lab.checks import Broken, events_tell_all, state_is_sound
from sandtable.lab.checks import Step as Checked
from sandtable.match import Match

LIMIT = 50_000  # answers; a game that needs more does not end

Chooser = Callable[[Position, Any], Any]


class Played(NamedTuple):
    """One game."""

    seed: int
    options: dict[str, Any]
    result: Ended | None
    score: tuple[int, ...]
    decisions: int
    seconds: float
    error: str = ""
    forfeit: str = ""  # a program broke the bot protocol: which seat, why, and its last words


class Report(msgspec.Struct, kw_only=True):
    ruleset: str
    games: int = 0
    finished: int = 0
    errors: int = 0
    wins: dict[str, int] = msgspec.field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    decisions_per_second: float = 0.0
    games_per_second: float = 0.0
    mean_vp: dict[str, float] = msgspec.field(default_factory=dict)
    problems: list[str] = msgspec.field(default_factory=list)
    forfeits: int = 0
    forfeited: list[str] = msgspec.field(default_factory=list)  # the first of them, with what the bot wrote


def recruit(seed: int) -> Chooser:
    """Random over sensible candidates."""
    rng = Random(seed)

    def choose(p: Position, ask: Any) -> Any:
        found = ask.domain.candidates(p, 1, rng)
        return found[0] if found else ask.default

    return choose


BOTS: dict[str, Callable[[int], Chooser]] = {"recruit": recruit}


def play_one(
    rules: Ruleset,
    seed: int,
    options: Mapping[str, Any],
    bots: Sequence[str] = ("recruit", "recruit"),
    *,
    check: bool = False,
) -> Played:
    """One game without a log: as fast as the rules allow. With `check` every event is followed by the invariants."""
    choosers = [BOTS[name](seed * 2 + seat) for seat, name in enumerate(bots)]
    source, decisions, began = Seeded(seed), 0, time.perf_counter()
    score: tuple[int, ...] = ()
    try:
        state, frame = rules.new_game(dict(options))
        game = begin(rules, state, frame).game
        for n in range(LIMIT):
            waiting = game.waiting
            if waiting is None:
                break
            value: Any
            if isinstance(waiting, Roll):
                value, source = source.throw(waiting, rules.dice)
            else:
                value = choosers[waiting.seat](Position(rules, game.state), waiting)
                decisions += 1
            after = answer(rules, game, value, trusted=not check)
            if check:
                step = Checked(n, game, value, after)
                events_tell_all(rules, step)
                state_is_sound(rules, step)
            game = after.game
        score = rules.score(game.state)
        error = "" if game.over else f"not over after {LIMIT} answers"
        return Played(seed, dict(options), game.result, score, decisions, time.perf_counter() - began, error)
    except Broken as e:
        return Played(seed, dict(options), None, score, decisions, time.perf_counter() - began, f"broken: {e}")
    except Exception as e:  # one bad game must not end the run; the report says which
        return Played(
            seed, dict(options), None, score, decisions, time.perf_counter() - began, f"{type(e).__name__}: {e}"
        )


def play_programs(
    rules: Ruleset,
    seed: int,
    options: Mapping[str, Any],
    bots: Sequence[str],
    *,
    check: bool = False,
    limits: Limits | None = None,
    out: Path | None = None,
) -> Played:
    """One game in which at least one seat is a program. It cannot be asked to play the same again, so it is kept as
    it is played."""
    began, match, lost = time.perf_counter(), None, None
    try:
        match = programs.new_table(rules, seed, options)
        lost = programs.play(
            match, seed, bots, lambda name, seat: _from_view(BOTS[name](seed * 2 + seat)), limits, LIMIT
        )
        if check:
            programs.check_history(match)
        if out is not None:
            programs.keep(match, seed, out)
        error = "" if match.over else f"not over after {LIMIT} answers"
    except Broken as e:
        error = f"broken: {e}"
    except Exception as e:  # as in `play_one`
        error = f"{type(e).__name__}: {e}"
    decisions = 0 if match is None else sum(entry.seat is not None for entry in match.history)
    score = () if match is None else match.score
    result = None if match is None or error else match.result
    told = "" if lost is None else f"{rules.seat_name(lost.seat)} ({lost.bot}) {lost.why}"
    if lost is not None and lost.stderr:
        told += f"; it wrote: {lost.stderr}"
    return Played(seed, dict(options), result, score, decisions, time.perf_counter() - began, error, told)


def _from_view(choose: Chooser) -> Callable[[View], Any]:
    def from_view(view: View) -> Any:
        assert view.ask is not None
        return choose(view.ask.domain.position, view.ask.ask)

    return from_view


def simulate(
    ruleset: str,
    games: int,
    *,
    variety: Sequence[Mapping[str, Any]] = ({},),
    bots: Sequence[str] = ("recruit", "recruit"),
    seed: int = 0,
    jobs: int = 1,
    check: bool = False,
    out: Path | None = None,
    told: Callable[[], None] = lambda: None,
    limits: Limits | None = None,
) -> Report:
    """Play many games and add them up, the options dealt in turn. `told` is called after each, for a progress bar.

    A bot is a name, or ``cmd:`` and a command: a program that speaks the bot protocol, within `limits`.
    """
    for name in bots:
        if is_command(name):
            words_of(name)
        elif name not in BOTS:
            raise BadSetup(f"no bot {name!r}; bots: {', '.join(BOTS)}, cmd:PROGRAM")
    if not variety:
        raise BadSetup("no options are left to play with")
    work = [(ruleset, seed + n, dict(variety[n % len(variety)]), tuple(bots), check, out, limits) for n in range(games)]
    report, began = Report(ruleset=ruleset), time.perf_counter()
    points: list[list[int]] = []
    for played in _all(work, jobs):
        _count(report, played, points)
        told()
    report.seconds = time.perf_counter() - began
    busy = report.seconds or 1e-9
    report.games_per_second = round(report.games / busy, 3)
    report.decisions_per_second = round(report.decisions / busy, 1)
    if points:
        seats = find(ruleset).seats
        report.mean_vp = {seats[i]: round(sum(p[i] for p in points) / len(points), 3) for i in range(len(seats))}
    return report


def _all(work: list[Any], jobs: int) -> Iterator[Played]:
    if jobs == 1:
        yield from map(_job, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_job, work, chunksize=max(1, len(work) // (jobs * 16)))


def _job(work: Any) -> Played:
    ruleset, seed, options, bots, check, out, limits = work
    rules = _rules(ruleset)
    if any(map(is_command, bots)):
        return play_programs(rules, seed, options, bots, check=check, limits=limits, out=out)
    played = play_one(rules, seed, options, bots, check=check)
    if out is not None:
        keep(rules, seed, options, bots, out)
    return played


@cache
def _rules(name: str) -> Ruleset:
    """One ruleset object a process: building one reads its data files."""
    return find(name)


def keep(rules: Ruleset, seed: int, options: Mapping[str, Any], bots: Sequence[str], out: Path) -> None:
    """The same game again as a match, saved as a record."""
    state, frame = rules.new_game(dict(options))
    match = Match(rules, begin(rules, state, frame), Seeded(seed), options=options)
    choosers = [BOTS[name](seed * 2 + seat) for seat, name in enumerate(bots)]
    while match.ask is not None:
        match.answer(choosers[match.ask.seat](match.position, match.ask.ask))
    out.mkdir(parents=True, exist_ok=True)
    match.save(out / f"{rules.name}-{seed}.sand")


def _count(report: Report, played: Played, points: list[list[int]]) -> None:
    report.games += 1
    report.decisions += played.decisions
    if played.forfeit:
        report.forfeits += 1
        if len(report.forfeited) < 20:
            report.forfeited.append(f"seed {played.seed}: {played.forfeit}"[:2000])
    if played.error:
        report.errors += 1
        if len(report.problems) < 20:
            report.problems.append(f"seed {played.seed} {played.options}: {played.error}"[:500])
        return
    report.finished += 1
    winner = played.result.winner if played.result else None
    key = "draw" if winner is None else "ab"[winner]
    report.wins[key] = report.wins.get(key, 0) + 1
    points.append(list(played.score))
