"""What worker processes do. Everything goes in and out as plain data: nothing is lost when a worker dies."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import msgspec

from sandtable.bots import bot
from sandtable.bots.explain import explain
from sandtable.chance import Odds, Seeded, choice_odds, measurable
from sandtable.core import Arrangement, Ask, Game, Position, Progress, Refusal, Refused, Roll, View, answer, find
from sandtable.core.measurements import measured
from sandtable.core.places import bad_pose
from sandtable.core.ruleset import installed
from sandtable.core.texts import plain_text
from sandtable.geometry.kernel_loading import load_kernels
from sandtable.match import Match, new_match
from sandtable.match.files import match_of, record_of, ruleset_of
from sandtable.match.overlay import rings
from sandtable.record import RecordError, read, write
from sandtable.scene import Reach, to_svg
from sandtable.server.ask_frames import refusal_frame
from sandtable.server.frames import (
    AdviceFrame,
    Chance,
    Die,
    LogFrame,
    OddsFrame,
    PoolOdds,
    Probed,
    Spread,
    Term,
)
from sandtable.server.kept_matches import Prepared, Rows, forked, match_from, prepared
from sandtable.server.patches import difference
from sandtable.server.seat_views import Onlooker, event_frames, log_lines, scene_of
from sandtable.server.shapes import Replay, ReplayStep

ADVICE_NODES, FEWEST_NODES = 1200, 40
ADVICE_SECONDS = 3.0
BEST = 3
BY_THE_BOOK = "by the book nothing may be measured before it is declared"


class Point(msgspec.Struct, frozen=True):
    """A game at which somebody is asked."""

    ruleset: str
    game: bytes
    seat: int
    measuring: str
    seed: int


def warm_up() -> bool:
    """Load what the first question would wait for."""
    for rules in installed().values():
        rules.chapters()  # the kernels they measure by are known once they are imported
    load_kernels()
    return True


def encoded(game: Game) -> bytes:
    return msgspec.json.encode(game, enc_hook=plain_text)


@lru_cache(maxsize=4)
def _game(ruleset: str, game: bytes) -> Game:
    found = find(ruleset).codec.revive(msgspec.json.decode(game))
    assert isinstance(found, Game)
    return found


def _view(point: Point) -> View:
    load_kernels()
    return View(find(point.ruleset), _game(point.ruleset, point.game), point.seat, point.measuring)


def choose(point: Point, level: str) -> Any:
    """A bot's answer, as plain data."""
    return bot(level, seed=point.seed).choose(_view(point))


# --- probes ---
def knows_odds(view: View, game: Game, value: Any) -> bool:
    """Whether the seat may measure how an answer comes out; anything where nobody is asked."""
    ask = game.waiting
    return not isinstance(ask, Ask) or measurable(view.may_measure, Position(view.rules, game.state), ask, value)


def played_in_the_head(view: View, seed: int, via: list[Any]) -> Game | None:
    """The game after these answers, hidden things dealt anew; None: it came to dice, to another seat or to the end.

    Raises Refused, by the book also for an answer whose outcome may not be measured: what comes next would tell it.
    """
    rules, seat, game = view.rules, view.seat, view.imagine(seed)
    for value in via:
        if not isinstance(game.waiting, Ask) or game.waiting.seat != seat:
            return None
        if not knows_odds(View(rules, game, seat, view.measuring), game, value):
            raise Refused(Refusal(BY_THE_BOOK, rules.measuring_rule))
        game = answer(rules, game, value, seat).game
    waiting = game.waiting
    return game if isinstance(waiting, Ask) and waiting.seat == seat else None


def odds(point: Point, via: list[Any], value: Any) -> bytes:
    """The odds of one answer, as a `probed` frame without its numbers."""
    view = _view(point)
    rules = view.rules
    try:
        game = _game(point.ruleset, point.game)
        if via:
            ahead = played_in_the_head(view, point.seed, via)
            if ahead is None:
                return msgspec.json.encode(Probed(re=0, n=0, value=value, ended=True))
            game = ahead
        if not knows_odds(View(rules, game, point.seat, point.measuring), game, value):
            raise Refused(Refusal(BY_THE_BOOK, rules.measuring_rule))
        found = choice_odds(rules, game, value, seat=point.seat)
    except Refused as e:
        return msgspec.json.encode(Probed(re=0, n=0, value=value, refusal=refusal_frame(view.position(), e.refusal)))
    return msgspec.json.encode(Probed(re=0, n=0, value=value, odds=odds_frame(view, found)), enc_hook=plain_text)


def odds_frame(view: View, found: Odds) -> OddsFrame:
    known = found.summary
    if known is None:
        return OddsFrame(exact=found.exact)
    said = view.worded
    pools = tuple(
        PoolOdds(
            purpose=said(d.purpose),
            pool=said(d.pool),
            cite=d.cite,
            dice=tuple(Die(name=name, least=least, most=most) for name, least, most in d.dice),
            terms=tuple(Term(least=r.least, most=r.most, why=said(r.why), cite=r.cite) for r in d.reasons),
        )
        for d in known.dice
    )
    off = known.estimates
    chances = tuple(
        Chance(name=name, chance=float(c), plus_minus=off[name].plus_minus if name in off else 0.0)
        for name, c in known.chances.items()
    )
    spreads = tuple(
        Spread(name=name, mean=float(known.mean(name)), values=tuple((v, float(c)) for v, c in values.items()))
        for name, values in known.distributions.items()
    )
    return OddsFrame(title=said(known.title), chances=chances, spreads=spreads, dice=pools, exact=known.exact)


def reach(point: Point, via: list[Any], placed: list[Any], piece: str) -> bytes:
    """Where an answer may lie, as areas to draw."""
    view = _view(point)
    rules, game = view.rules, _game(point.ruleset, point.game)
    if via:
        try:
            ahead = played_in_the_head(view, point.seed, via)
        except Refused as e:
            return msgspec.json.encode(Probed(re=0, n=0, refusal=refusal_frame(view.position(), e.refusal)))
        if ahead is None:
            return msgspec.json.encode(Probed(re=0, n=0, ended=True))
        game = ahead
    view = View(rules, game, point.seat, point.measuring)
    ask = view.ask
    if ask is None or not view.may_measure(measured(ask.ask.domain, None)):
        return msgspec.json.encode(Probed(re=0, n=0, reach=()))
    domain = ask.ask.domain
    if isinstance(domain, Arrangement):
        outline = ask.domain.outline(placed=formation(domain, placed), piece=piece if piece in domain.pieces else "")
    else:
        outline = ask.domain.outline()
    name = rules.seat_name(point.seat)
    parts = () if outline is None else outline.parts()
    found = tuple(Reach(fans=rings(o.fans), holes=rings(o.holes), seat=name) for o in parts if o.fans)
    return msgspec.json.encode(Probed(re=0, n=0, reach=found))


def formation(domain: Arrangement, given: list[Any]) -> tuple[Any, ...]:
    """A formation that a client gave: poses for some of these pieces. Raises ValueError."""
    found = domain.normal(given)
    for one in found:
        if not isinstance(one, tuple) or len(one) != 2 or one[0] not in domain.pieces:
            raise ValueError("a formation is [[piece, [x, y]], ...]")
        if one[1] is not None and bad_pose(one[1], domain.facing, domain.height) is not None:
            raise ValueError("a formation is [[piece, [x, y]], ...]")
    return tuple(found)


def advice(point: Point) -> bytes:
    view = _view(point)
    found = tuple(
        AdviceFrame(
            answer=one.answer,
            words=view.worded(one.words),
            worth=one.worth(),
            odds=one.odds,
            why=tuple(one.why()),
            then=one.then,
        )
        for one in explain(view, best=BEST, seed=point.seed % 1000, nodes=affordable(view))
    )
    return msgspec.json.encode(Probed(re=0, n=0, advice=found), enc_hook=plain_text)


def affordable(view: View) -> int:
    """How many answers advice may search here: a game whose answers take long gets fewer."""
    assert view.ask is not None
    rules, game = view.rules, view.imagine(0)
    began, values = time.perf_counter(), view.ask.domain.candidates(3, 0)
    for value in values:
        answer(rules, game, value)
    each = (time.perf_counter() - began) / max(1, len(values))
    return max(FEWEST_NODES, min(ADVICE_NODES, round(ADVICE_SECONDS / max(each, 1e-5) / 3)))


# --- whole matches ---
def replay_part(rows: Rows, seat: Onlooker, first: int, most: int, total: int, whole: bool) -> bytes:
    """A part of a match to step through. The rows reach from a kept position at or before `first` as far as needed."""
    match = match_from(rows)
    skipped = first - match.before
    here = match.fork(max(0, min(skipped, len(match.history))))
    scene = begin = scene_of(here, seat)
    steps: list[ReplayStep] = []
    told = dict(by_number(match, seat, skipped))
    for number, entry in enumerate(match.history[skipped : skipped + most], skipped + 1):
        here.history.append(entry)
        after = scene_of(here, seat)
        by = "" if entry.seat is None else match.rules.seat_name(entry.seat)
        n = match.before + number
        steps.append(ReplayStep(n=n, by=by, events=told.get(n, ()), patch=difference(scene, after)))
        scene = after
    part = Replay(first=first, total=total, scene=begin, steps=tuple(steps), turns=_turns(match), whole=whole)
    return msgspec.json.encode(part, enc_hook=plain_text)


def by_number(match: Match, seat: Onlooker, since: int) -> list[tuple[int, Any]]:
    found: dict[int, list[Any]] = {}
    for frame in event_frames(match, seat, since):
        found.setdefault(frame.n, []).append(frame)
    return [(n, tuple(frames)) for n, frames in found.items()]


def _turns(match: Match) -> tuple[int, ...]:
    """Where a turn begins among the entries at hand."""
    found: list[int] = []
    last: Any = object()
    for n, entry in enumerate(match.history, match.before + 1):
        turn = match.rules.judging.turn_of(entry.game.state)
        if turn != last:
            found.append(n)
            last = turn
    return tuple(found)


def log_part(rows: Rows, seat: Onlooker, most: int) -> list[LogFrame]:
    match = match_from(rows)
    return list(log_lines(match, seat, most, len(match.history)))


def picture(rows: Rows, seat: Onlooker) -> str:
    return to_svg(scene_of(match_from(rows), seat))


def sample_picture(ruleset: str) -> str:
    """A table of the game as it stands after a few turns between recruits."""
    rules = find(ruleset)
    options = dict(rules.sample_options()[0])
    match = new_match(rules, seed=7, **options)
    player = bot("recruit", seed=7)
    for _ in range(60):
        if match.over or match.ask is None:
            break
        match.answer(player.choose(match.view(match.ask.seat)))
    return to_svg(scene_of(match, None))


def upload(text: str) -> Prepared:
    """A record from anywhere: every line is played and judged again. Raises RecordError."""
    record = read(text, recover=True)
    match = match_of(ruleset_of(record), record)
    if isinstance(match.game.waiting, Roll):
        raise RecordError("it waits for dice that people throw; play it on at the prompt")
    return prepared(match)


def fork(rows: Rows, earlier: tuple[str, ...], seed: int) -> Prepared:
    """Everything up to a point, with other dice from there on."""
    return forked(rows, earlier, Seeded(seed))


def position_for(rows: Rows, seat: int, seed: int, luck: int) -> Prepared:
    """A point as one seat knows it: what is hidden from it dealt anew, and nothing of what came before."""
    return prepared(_redealt(match_from(rows), seat, seed, luck))


def record_for(rows: Rows, seat: int, seed: int, luck: int) -> str:
    """The same as the text of a record."""
    return write(record_of(_redealt(match_from(rows), seat, seed, luck)))


def _redealt(match: Match, seat: int, seed: int, luck: int) -> Match:
    game = match.view(seat).imagine(luck)
    return Match(
        match.rules,
        Progress(game, ()),
        Seeded(seed),
        options=match.options,
        measuring=match.measuring,
        from_position=True,
    )
