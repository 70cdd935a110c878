"""The laws every ruleset keeps, asserted along a game played by random seats.

A ruleset author runs them with ``sandtable check NAME``; our own tests run them for every registered ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from sandtable.chance import Seeded, outcomes
from sandtable.core import Ask, BadSetup, Game, Position, Roll, Ruleset, View, answer, begin, seen, why_not
from sandtable.lab.broken import Broken
from sandtable.lab.showing_laws import cues_are_told_of_everything, showing_tells_no_secrets
from sandtable.lab.steps import Step

__all__ = ["LAWS", "Broken", "Step", "check_game", "events_tell_all", "round_trip", "state_is_sound", "walk"]

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    float("nan"),
    float("inf"),
    "",
    "no such thing",
    [],
    {},
    [["nobody", [1, 2]]],
    [[10**12, 0]],
    [[float("nan"), 0.5]],
    {"nobody": 99},
    "x" * 10_000,
    [[[[[]]]]],
)


def walk(rules: Ruleset, seed: int, options: Mapping[str, Any] | None = None, limit: int = 20_000) -> Iterator[Step]:
    """A game played by random seats; raises Broken when it does not end."""
    rng, source = Random(seed), Seeded(seed)
    state, frame = rules.new_game(dict(options or {}))
    progress = begin(rules, state, frame)
    for n in range(limit):
        game = progress.game
        if game.over:
            return
        value: Any
        if isinstance(game.waiting, Roll):
            value, source = source.throw(game.waiting, rules.dice)
        else:
            assert game.waiting is not None
            p = Position(rules, game.state)
            found = game.waiting.domain.candidates(p, 1, rng)
            value = found[0] if found else game.waiting.silence(p)
        progress = answer(rules, game, value)
        yield Step(n, game, value, progress)
    raise Broken(f"seed {seed}: not over after {limit} answers")


def round_trip(rules: Ruleset, step: Step) -> None:
    """A game is JSON in and out, also in the middle of a reaction."""
    game = step.after.game
    if rules.codec.load(rules.codec.save(game)) != game:
        raise Broken("load(save(game)) differs from the game")


def events_tell_all(rules: Ruleset, step: Step) -> None:
    """Folding the events over the state before gives the state after."""
    state = step.before.state
    for event in step.after.events:
        state = event.apply(state)
    if state != step.after.game.state:
        raise Broken("folding the events does not give the state: something changed without an event")


def candidates_are_legal(rules: Ruleset, step: Step) -> None:
    """Every candidate and every default is accepted, as it stands; a legal answer exists."""
    ask = step.before.waiting
    if not isinstance(ask, Ask):
        return
    position = Position(rules, step.before.state)
    found = ask.domain.candidates(position, 4, Random(step.n))
    for value in (*found, ask.silence(position)):
        if (refusal := why_not(rules, step.before, value, ask.seat)) is not None:
            raise Broken(f"candidate or default {value!r} of {ask.prompt!r} is refused: {refusal}")
        if ask.domain.normal(value) != value:
            raise Broken(f"candidate {value!r} of {ask.prompt!r} is not in canonical form")
    options = ask.domain.options(position)
    for option in options or ():
        if (refusal := why_not(rules, step.before, option.key, ask.seat)) is not None:
            raise Broken(f"option {option.key!r} of {ask.prompt!r} is refused: {refusal}")


def junk_is_refused(rules: Ruleset, step: Step) -> None:
    """Junk and answers of the other seat are refused and change nothing. A refused choice cites the rulebook."""
    before = rules.codec.save(step.before)
    for junk in JUNK:
        if junk in ([], {}) and isinstance(step.before.waiting, Ask):
            continue  # an empty path or share can be a legal answer
        if (refusal := why_not(rules, step.before, junk)) is None:
            raise Broken(f"junk {junk!r:.60} was accepted")
        if isinstance(step.before.waiting, Ask) and refusal.cite not in rules.rulebook:
            raise Broken(f"junk {junk!r:.60} is refused by {refusal.cite or 'no rule'}: {refusal.reason:.100}")
    if isinstance(step.before.waiting, Ask):
        other = (step.before.waiting.seat + 1) % len(rules.seats)
        if why_not(rules, step.before, step.value, other) is None:
            raise Broken("the other seat's answer was accepted")
    if rules.codec.save(step.before) != before:
        raise Broken("a refused answer changed the game")


def nothing_leaks(rules: Ruleset, step: Step) -> None:
    """Deal again what a seat cannot know: its view, asks and events must not change."""
    for seat in range(len(rules.seats)):
        other = rules.redeal(step.before, seat, Random(step.n))
        here, there = (rules.codec.canonical(View(rules, g, seat).data()) for g in (step.before, other))
        if here != there:
            raise Broken(f"{rules.seat_name(seat)}'s view changes with what it cannot know")
        ask = step.before.waiting
        if isinstance(ask, Ask) and ask.seat == seat and why_not(rules, other, step.value) is None:
            events, again = (seen(answer(rules, g, step.value).events, seat) for g in (step.before, other))
            if events != again:
                raise Broken(f"{rules.seat_name(seat)}'s events tell what it cannot know")


def asks_need_no_secrets(rules: Ruleset, step: Step) -> None:
    """Legal answers are the same on the redacted table, where bots choose."""
    ask = step.before.waiting
    if not isinstance(ask, Ask):
        return
    true, known = Position(rules, step.before.state), Position(rules, rules.redact(step.before.state, ask.seat))
    domain = ask.domain
    if domain.options(true) != domain.options(known):
        raise Broken(f"the options of {ask.prompt!r} are others where hidden things are blank")
    if domain.candidates(true, 3, Random(step.n)) != domain.candidates(known, 3, Random(step.n)):
        raise Broken(f"the candidates of {ask.prompt!r} are others where hidden things are blank")
    if ask.silence(true) != ask.silence(known):
        raise Broken(f"silence at {ask.prompt!r} means something else where hidden things are blank")
    for value in (step.value, *JUNK[:8]):
        if domain.refuse(true, domain.normal(value)) != domain.refuse(known, domain.normal(value)):
            raise Broken(f"{value!r:.60} at {ask.prompt!r} is judged otherwise where hidden things are blank")


def options_can_be_said(rules: Ruleset, step: Step) -> None:
    """Every option has a verb, a label of its own unlike its key, and names only what there is.

    For rulesets that have phrases.
    """
    ask = step.before.waiting
    if not isinstance(ask, Ask) or not rules.showing.phrases:
        return
    bound = View(rules, step.before, ask.seat).ask
    assert bound is not None
    barred = bound.domain.barred()
    for option, refusal in barred:
        if (found := bound.domain.refuse(option.key)) is None:
            raise Broken(f"{option.key!r} is barred and legal at {ask.prompt!r}: {refusal}")
        if found != refusal:
            raise Broken(f"{option.key!r} is barred by {refusal} and refused by {found}")
    options = (*(bound.domain.options or ()), *(option for option, _ in barred))
    known = known_ids(rules, step.before, ask.seat) if options else set()
    for option in options:
        where = f"option {option.key!r} of {ask.prompt!r}"
        if not option.verb:
            raise Broken(f"{where} has no verb")
        if rules.showing.phrase(option.verb) is None:
            raise Broken(f"{where}: the ruleset has no phrase for {option.verb!r}")
        if option.label in ("", option.key):
            raise Broken(f"{where} has no label but its key")
        if unknown := [id for id in option.ids if id not in known]:
            raise Broken(f"{where} names {unknown[0]!r}, which is nowhere: no piece, body, card, reserve or name")
    said = [(option.label, option.key) for option in options]
    if twice := [label for label, _ in said if sum(label == other for other, _ in said) > 1]:
        raise Broken(f"two options of {ask.prompt!r} are both called {twice[0]!r}")


def known_ids(rules: Ruleset, game: Game, seat: int) -> set[str]:
    """What a seat can point at or name."""
    p = Position(rules, rules.redact(game.state, seat))
    found = {*rules.showing.names(p), *rules.showing.bodies(p)}
    try:
        scene = rules.showing.scene(p, seat)
    except BadSetup:  # a game without a drawing
        return found
    return found | {thing.id for thing in (*scene.pieces, *scene.cards, *scene.reserves)}


def a_loaded_game_offers_the_same(rules: Ruleset, step: Step) -> None:
    """What is remembered with a live table depends on that table only: options, refusals, candidates, defaults."""
    ask = step.before.waiting
    if not isinstance(ask, Ask):
        return
    live, loaded = step.before, rules.codec.load(rules.codec.save(step.before))
    here, there = (View(rules, game, ask.seat).ask for game in (live, loaded))
    assert here is not None and there is not None
    if here.domain.options != there.domain.options:
        raise Broken(f"a loaded game offers other options at {ask.prompt!r}")
    if here.domain.candidates(4, step.n) != there.domain.candidates(4, step.n):
        raise Broken(f"a loaded game has other candidates at {ask.prompt!r}")
    if here.domain.barred() != there.domain.barred() or here.default != there.default:
        raise Broken(f"a loaded game bars something else, or has another default, at {ask.prompt!r}")
    for value in (step.value, *JUNK[5:8]):
        if here.domain.refuse(value) != there.domain.refuse(value):
            raise Broken(f"a loaded game judges {value!r:.60} otherwise at {ask.prompt!r}")


def state_is_sound(rules: Ruleset, step: Step) -> None:
    """The ruleset's own invariants: no overlap, nothing lost, nothing off the table."""
    faults = rules.invariants(Position(rules, step.after.game.state))
    if faults:
        raise Broken("; ".join(faults))


def odds_sum_to_one(rules: Ruleset, step: Step, budget: int = 300) -> None:
    """Exact odds over the top frame account for everything, and end within their budget."""
    if not isinstance(step.before.waiting, Roll):
        return
    odds = outcomes(rules, step.before, budget=budget)
    total = sum((e.chance for e in odds.ends), Fraction(0)) + odds.undecided
    if total != 1:
        raise Broken(f"the odds of {step.before.waiting.purpose} sum to {total}")


LAWS: tuple[Callable[[Ruleset, Step], None], ...] = (
    round_trip,
    events_tell_all,
    candidates_are_legal,
    junk_is_refused,
    nothing_leaks,
    asks_need_no_secrets,
    showing_tells_no_secrets,
    cues_are_told_of_everything,
    options_can_be_said,
    a_loaded_game_offers_the_same,
    state_is_sound,
)


def check_game(
    rules: Ruleset, seed: int, options: Mapping[str, Any] | None = None, *, every: int = 1, odds_every: int = 7
) -> int:
    """Play one game and assert every law at every n-th step; gives the number of steps. Raises Broken."""
    steps = []
    for step in walk(rules, seed, options):
        steps.append(step)
        try:
            events_tell_all(rules, step)
            state_is_sound(rules, step)
            if step.n % every == 0:
                for law in LAWS:
                    law(rules, step)
            if step.n % odds_every == 0:
                odds_sum_to_one(rules, step)
        except Broken as e:
            waiting = step.before.waiting
            raise Broken(f"{rules.name}, seed {seed}, step {step.n}, at {waiting!r:.200}: {e}") from e
    replay_equals_play(rules, options, steps)
    return len(steps)


def replay_equals_play(rules: Ruleset, options: Mapping[str, Any] | None, steps: list[Step]) -> None:
    state, frame = rules.new_game(dict(options or {}))
    game = begin(rules, state, frame).game
    for step in steps:
        game = answer(rules, game, step.value).game
    if steps and game != steps[-1].after.game:
        raise Broken(f"{rules.name}: the recorded answers do not replay to the same game")
