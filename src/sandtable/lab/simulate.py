"""Simulate many games: chosen bots, options in turn, results added up."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandtable.bots import bot, known
from sandtable.bots.recruit import Recruit
from sandtable.bots.stdio import Limits, is_command, words_of
from sandtable.chance import Seeded
from sandtable.core import BadSetup, Ended, Position, Roll, Ruleset, Start, View, answer, begin, find
from sandtable.lab import programs
from sandtable.lab.checks import Broken, events_tell_all, state_is_sound
from sandtable.lab.checks import Step as Checked
from sandtable.lab.strength import percentiles, seated, unlike, wilson
from sandtable.lab.usage import Counts, never, note, watched
from sandtable.lab.workers import Lost, in_workers
from sandtable.match import Match

LIMIT = 50_000  # answers; a game that needs more does not end
RECRUITS = ("recruit", "recruit")


class SetPosition(NamedTuple):
    """A position to start from, in the words of the ruleset's scenario files."""

    name: str
    given: Mapping[str, Any]


class Played(NamedTuple):
    """One game."""

    seed: int
    options: dict[str, Any]
    result: Ended | None
    score: tuple[int, ...]
    decisions: int
    seconds: float
    error: str = ""
    forfeit: str = ""  # a program broke the bot protocol: which seat, why, and its last output
    bots: tuple[str, ...] = RECRUITS
    times: tuple[tuple[float, ...], ...] = ()  # seconds of each decision, seat by seat
    unkept: str = ""  # the record could not be written: which file, and why
    usage: Mapping[str, int] = {}  # how often what occurred, where that was asked for
    position: str = ""  # the set position it started from


class Report(msgspec.Struct, kw_only=True):
    ruleset: str
    wanted: int = 0
    games: int = 0
    finished: int = 0
    errors: int = 0
    wins: dict[str, int] = msgspec.field(default_factory=dict)
    decisions: int = 0
    seconds: float = 0.0
    decisions_per_second: float = 0.0
    games_per_second: float = 0.0
    mean_score: dict[str, float] = msgspec.field(default_factory=dict)
    problems: list[str] = msgspec.field(default_factory=list)
    forfeits: int = 0
    forfeited: list[str] = msgspec.field(default_factory=list)  # the first of them, with what the bot wrote
    won_by: dict[str, int] = msgspec.field(default_factory=dict)  # bots; a draw is won by nobody
    win_rate: dict[str, float] = msgspec.field(default_factory=dict)
    interval: dict[str, tuple[float, float]] = msgspec.field(default_factory=dict)  # of the win rate, 95 %
    decision_ms: dict[str, dict[str, float]] = msgspec.field(default_factory=dict)
    interrupted: bool = False  # broken off: these are the games played until then
    unkept: list[str] = msgspec.field(default_factory=list)  # records that could not be written, the first of them
    usage: dict[str, int] = msgspec.field(default_factory=dict)  # how often each declared thing occurred
    never: dict[str, list[str]] = msgspec.field(default_factory=dict)  # what is declared and did not occur
    forces: dict[str, float] = msgspec.field(default_factory=dict)  # games won by each force, a draw half
    positions: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)  # results by set position


def play_one(
    rules: Ruleset,
    seed: int,
    options: Mapping[str, Any],
    bots: Sequence[str] = RECRUITS,
    *,
    check: bool = False,
    timed: bool = False,
    counts: Counts | None = None,
    position: SetPosition | None = None,
) -> Played:
    """One game without a log: as fast as the rules allow. With `check` every event is followed by the invariants."""
    collects = gc.isenabled()
    gc.disable()  # values have no cycles, so collections would find nothing
    try:
        return _play_one(rules, seed, options, bots, check, timed, counts, position)
    finally:
        if collects:
            gc.enable()


def _play_one(
    rules: Ruleset,
    seed: int,
    options: Mapping[str, Any],
    bots: Sequence[str],
    check: bool,
    timed: bool,
    counts: Counts | None,
    position: SetPosition | None,
) -> Played:
    players = [bot(name, seed=seed * 2 + seat) for seat, name in enumerate(bots)]
    source, decisions, began = Seeded(seed), 0, time.perf_counter()
    score: tuple[int, ...] = ()
    times: tuple[list[float], ...] = tuple([] for _ in bots)

    def played(result: Ended | None, error: str = "") -> Played:
        seconds, spent = time.perf_counter() - began, tuple(map(tuple, times)) if timed else ()
        return Played(
            seed, dict(options), result, score, decisions, seconds, error, "", tuple(bots), spent,
            position=position.name if position else "",
        )  # fmt: skip

    try:
        game = begin(rules, *opened(rules, options, position)).game
        for n in range(LIMIT):
            waiting = game.waiting
            if waiting is None:
                break
            value: Any
            if isinstance(waiting, Roll):
                value, source = source.throw(waiting, rules.dice)
            else:
                before = time.perf_counter() if timed else 0.0
                player = players[waiting.seat]
                if isinstance(player, Recruit):
                    value = player.pick(Position(rules, game.state), waiting)
                else:
                    value = player.choose(View(rules, game, waiting.seat))
                if timed:
                    times[waiting.seat].append(time.perf_counter() - before)
                decisions += 1
            after = answer(rules, game, value, trusted=not check)
            if check:
                step = Checked(n, game, value, after)
                events_tell_all(rules, step)
                state_is_sound(rules, step)
            if counts is not None:
                note(counts, rules, game, value, after)
            game = after.game
        score = rules.score(game.state)
        return played(game.result, "" if game.over else f"not over after {LIMIT} answers")
    except Broken as e:
        return played(None, f"broken: {e}")
    except Exception as e:  # one bad game must not end the run; the report says which
        return played(None, f"{type(e).__name__}: {e}")


def opened(rules: Ruleset, options: Mapping[str, Any], position: SetPosition | None) -> Start:
    """A new game, or a set position."""
    return rules.new_game(dict(options)) if position is None else rules.scenarios.position(rules, position.given)


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
    began, match, lost, unkept = time.perf_counter(), None, None, ""
    times: tuple[list[float], ...] = tuple([] for _ in bots)
    try:
        match = programs.new_table(rules, seed, options)
        lost = programs.play(
            match,
            seed,
            bots,
            lambda name, seat: bot(name, seed=seed * 2 + seat).choose,
            limits,
            LIMIT,
            lambda seat, seconds: times[seat].append(seconds),
        )
        if check:
            programs.check_history(match)
        if out is not None:
            unkept = _kept(partial(programs.keep, match, seed, out, bots))
        error = "" if match.over else f"not over after {LIMIT} answers"
    except Broken as e:
        error = f"broken: {e}"
    except Exception as e:  # as in `play_one`
        error = f"{type(e).__name__}: {e}"
    decisions = 0 if match is None else sum(entry.seat is not None for entry in match.history)
    score = () if match is None else match.score
    result = None if match is None or error else match.result
    forfeit = "" if lost is None else f"{rules.seat_name(lost.seat)} ({lost.bot}) {lost.why}"
    if lost is not None and lost.stderr:
        forfeit += f"; it wrote: {lost.stderr}"
    took, spent = time.perf_counter() - began, tuple(map(tuple, times))
    return Played(seed, dict(options), result, score, decisions, took, error, forfeit, tuple(bots), spent, unkept)


def simulate(
    ruleset: str,
    games: int,
    *,
    variety: Sequence[Mapping[str, Any]] = ({},),
    bots: Sequence[str] = RECRUITS,
    seed: int = 0,
    jobs: int = 1,
    check: bool = False,
    out: Path | None = None,
    progress: Callable[[], None] = lambda: None,
    limits: Limits | None = None,
    usage: bool = False,
    positions: Sequence[SetPosition] = (),
) -> Report:
    """Play many games and add them up, the options dealt in turn. `progress` is called after each.

    With `positions` every game starts from one of them instead, in turn, and the report has the results of each apart.

    Ctrl-C ends the run; the report covers the games played until then.

    A bot is a name, or ``cmd:`` and a command: a program that speaks the bot protocol, within `limits`. Unlike bots
    play every game twice, with seats changed. With `usage` the report says how often each declared thing occurred.
    """
    if usage and any(map(is_command, bots)):
        raise BadSetup("usage is counted in games between bots of this program, not of programs (cmd:)")
    for name in bots:
        if is_command(name):
            words_of(name)
        else:
            known(name)
    if positions and any(map(is_command, bots)):
        raise BadSetup("games from positions are played by bots of this program, not by programs (cmd:)")
    if not variety:
        raise BadSetup("no options are left to play with")
    times = 2 if unlike(bots) else 1
    work = [
        (
            ruleset,
            seed + n // times,
            dict(variety[n // times % len(variety)]),
            seated(bots, n),
            check,
            out,
            limits,
            usage,
            positions[n // times % len(positions)] if positions else None,
        )
        for n in range(games)
    ]
    report, began = Report(ruleset=ruleset, wanted=games), time.perf_counter()
    done: dict[int, Played] = {}
    try:
        with closing(_all(work, jobs)) as games_played:
            for number, played in games_played:
                done[number] = played
                progress()
    except KeyboardInterrupt:
        report.interrupted = True
    points: list[list[int]] = []
    thought: dict[str, list[float]] = {}
    for _, played in sorted(done.items()):
        _count(report, played, points)
        if played.position:
            _count_position(report, played)
        for name, spent in zip(played.bots, played.times, strict=False):
            thought.setdefault(name, []).extend(spent)
    if usage:
        report.usage = dict(sum((Counter(played.usage) for played in done.values()), Counter()))
        report.never = never(_rules(ruleset), report.usage)
    report.decision_ms = {name: percentiles(spent) for name, spent in sorted(thought.items()) if spent}
    for name in bots if unlike(bots) else ():
        won = report.won_by.get(name, 0)
        low, high = wilson(won, report.finished)
        report.win_rate[name] = round(won / max(1, report.finished), 4)
        report.interval[name] = (round(low, 4), round(high, 4))
    report.seconds = time.perf_counter() - began
    busy = report.seconds or 1e-9
    report.games_per_second = round(report.games / busy, 3)
    report.decisions_per_second = round(report.decisions / busy, 1)
    if points:
        seats = find(ruleset).seats
        report.mean_score = {seats[i]: round(sum(p[i] for p in points) / len(points), 3) for i in range(len(seats))}
    return report


def _all(work: list[Any], jobs: int) -> Generator[tuple[int, Played], None, None]:
    """Every game by number, as they come."""
    if jobs == 1:
        yield from enumerate(map(_job, work))
        return
    with closing(in_workers(jobs, _job, work)) as results:
        for number, played in results:
            if isinstance(played, Lost):
                _, seed, options, bots, *_ = work[number]
                played = Played(seed, options, None, (), 0, 0.0, played.why, "", tuple(bots))
            yield number, played


def _job(work: Any) -> Played:
    ruleset, seed, options, bots, check, out, limits, usage, position = work
    rules = _rules(ruleset)
    if usage:
        with watched(rules) as counts:
            played = play_one(rules, seed, options, bots, check=check, counts=counts, position=position)
            return played._replace(usage=dict(counts))
    if any(map(is_command, bots)):
        return play_programs(rules, seed, options, bots, check=check, limits=limits, out=out)
    played = play_one(rules, seed, options, bots, check=check, timed=True, position=position)
    if out is not None and not played.error:
        return played._replace(unkept=_kept(partial(keep, rules, seed, options, bots, out, position)))
    return played


def _kept(keeping: Callable[[], None]) -> str:
    """What went wrong with the file: a full disk costs the record, not the game."""
    try:
        keeping()
    except OSError as e:
        return f"{e.filename or 'the record'}: {e.strerror or e}"
    return ""


@cache
def _rules(name: str) -> Ruleset:
    """One ruleset object a process: building one reads its data files."""
    return find(name)


def keep(
    rules: Ruleset,
    seed: int,
    options: Mapping[str, Any],
    bots: Sequence[str],
    out: Path,
    position: SetPosition | None = None,
) -> None:
    """The same game again as a match, saved as a record."""
    start = begin(rules, *opened(rules, options, position))
    match = Match(rules, start, Seeded(seed), options=options, from_position=position is not None)
    players = [bot(name, seed=seed * 2 + seat) for seat, name in enumerate(bots)]
    while match.ask is not None:
        match.answer(players[match.ask.seat].choose(match.view(match.ask.seat)))
    out.mkdir(parents=True, exist_ok=True)
    seats = "-" + "-".join(bots).replace(":", "_") if unlike(bots) else ""
    match.save(out / f"{rules.name}-{seed}{seats}.sand")


def _count_position(report: Report, played: Played) -> None:
    found = report.positions.setdefault(played.position, {"games": 0, "finished": 0, "draws": 0})
    found["games"] += 1
    if not played.error:
        found["finished"] += 1
        winner = played.result.winner if played.result else None
        key = "draws" if winner is None else f"won by {'ab'[winner]}"
        found[key] = found.get(key, 0) + 1


def _count(report: Report, played: Played, points: list[list[int]]) -> None:
    report.games += 1
    report.decisions += played.decisions
    if played.unkept and len(report.unkept) < 20:
        report.unkept.append(played.unkept)
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
    for seat, force in enumerate(played.options.get("armies") or played.options.get("forces") or ()):
        if isinstance(force, str):
            won = 0.5 if winner is None else float(winner == seat)
            report.forces[force] = report.forces.get(force, 0.0) + won
    who = "draw" if winner is None else played.bots[winner]
    report.won_by[who] = report.won_by.get(who, 0) + 1
    points.append(list(played.score))
