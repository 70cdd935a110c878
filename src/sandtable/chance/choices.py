"""The odds of a choice or a plan at the ask a game waits at; asked again, the answer is remembered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

from sandtable.chance.estimate import Sample
from sandtable.chance.facet import FLAG, follows, known_options, merging, trial, trial_options, wholes
from sandtable.chance.graph import Merge
from sandtable.chance.odds import BUDGET, SEED, WITHIN, Odds, follow, plan_odds
from sandtable.chance.plans import Again, ByFunction, EverythingAt, InTurn, answers_of, as_plan
from sandtable.chance.policies import Policies, never
from sandtable.chance.summary import summary
from sandtable.core import (
    Ask,
    BadSetup,
    Game,
    Position,
    Progress,
    Refusal,
    Refused,
    Roll,
    Ruleset,
    View,
    answer,
    begin,
)
from sandtable.core.measurements import Measurement
from sandtable.core.values import unfit

KEPT = 512
DEALS = 8  # of what a seat cannot see
_known: OrderedDict[Hashable, Odds] = OrderedDict()


def is_plan(value: Any) -> bool:
    """Plans, and lists of phrases; `answered` has told apart a list that is one answer."""
    if isinstance(value, InTurn | Again | EverythingAt | ByFunction) or callable(value):
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(v, str) for v in value)


def answered(p: Position, ask: Ask, value: Any) -> Any:
    """Where no options are on offer a list is one answer: names, places."""
    one = isinstance(value, list) and ask.domain.options(p) is None and not unfit(value)
    return ask.domain.normal(value) if one else value


def measurable(may: Callable[[Measurement], bool], p: Position, ask: Ask, value: Any) -> bool:
    """Whether somebody who may measure so much may know the odds of an answer; of a plan: of all that it may answer."""
    value = answered(p, ask, value)
    said = answers_of(p, ask, as_plan(value)) if is_plan(value) else (value,)
    return all(may(Measurement("odds", answer=one)) for one in ((None,) if said is None else said))


def choice_odds(
    rules: Ruleset,
    game: Game,
    value: Any,
    policy: Policies = never,
    *,
    frames: int | None = None,
    budget: int = BUDGET,
    seat: int | None = None,
    within: float | None = WITHIN,
    seed: int | str = SEED,
    merge: Merge | None = None,
) -> Odds:
    """Every way a choice, or a plan, can come out, with its summary. An illegal choice raises Refused.

    When the budget of exact play ends, dice are thrown for the rest; this and `merge` are as in `follow`. Asked by a
    seat, what is hidden from it is dealt anew several times, and the odds are the mean over these deals.
    """
    ask = game.waiting
    if not isinstance(ask, Ask):
        raise Refused(Refusal("nobody has to choose"))
    value = answered(Position(rules, game.state), ask, value)
    if not is_plan(value) and (bad := unfit(value)):
        raise Refused(Refusal(f"this is no answer: {bad}", ask.cite))
    if seat is not None:
        if seat != ask.seat:
            whose, asking = rules.seat_name(ask.seat), rules.seat_name(seat)
            raise Refused(Refusal(f"it is {whose}'s choice, not {asking}'s", ask.cite))
        dealt = deals(rules, game, seat)
        each: list[Odds] = []
        for other, share, own in shares(dealt, within, seed):
            fair = budget // (len(dealt) - len(each))  # what earlier deals did not need is left for the later ones
            odds = choice_odds(
                rules, other, value, policy, frames=frames, budget=fair, within=share, seed=own, merge=merge
            )
            budget -= min(fair, odds.answers)
            each.append(odds)
        return averaged(rules, dealt[0], each, concerned(rules, dealt[0], ask, value), said(value))
    key = key_of(rules, game, value, policy, frames, budget, within, seed, merge)
    if key is not None and (found := recalled(key)) is not None:
        return found
    about = concerned(rules, game, ask, value)
    merge = merge or merging(rules, about)
    if is_plan(value):
        odds = plan_odds(rules, game, value, policy, budget=budget, within=within, seed=seed, about=about, merge=merge)
    else:
        alone, told = called(rules, game, value, frames)
        odds = follow(
            rules,
            alone,
            policy,
            budget=budget,
            within=within,
            seed=seed,
            returns=True,
            about=about,
            told=told,
            merge=merge,
        )
    odds = replace(odds, summary=summary(rules, game, odds, about, said(value)))
    return odds if key is None else remembered(key, odds)


def deals(rules: Ruleset, game: Game, seat: int) -> list[Game]:
    """Games the seat cannot tell from this one, the same whatever is true; where nothing is hidden, one."""
    found = [View(rules, game, seat).imagine(number) for number in range(DEALS)]
    return found[:1] if all(other == found[0] for other in found) else found


def shares(dealt: list[Game], within: float | None, seed: int | str) -> Iterator[tuple[Game, float | None, int | str]]:
    """Each deal with its own dice. The errors of independent deals partly cancel out, so each may have a larger one."""
    alone = len(dealt) == 1
    for number, game in enumerate(dealt):
        share = within if within is None or alone else min(1.0, within * sqrt(len(dealt)))
        yield game, share, seed if alone else f"{seed}, deal {number + 1}"


def averaged(rules: Ruleset, before: Game, found: list[Odds], about: tuple[str, ...], title: str) -> Odds:
    """Every deal is as likely as any other."""
    if len(found) == 1:
        return found[0]
    share = Fraction(1, len(found))
    ends = tuple(end._replace(chance=share * end.chance) for odds in found for end in odds.ends)
    rolls: dict[Roll, Fraction] = {}
    for odds in found:
        for roll, chance in odds.rolls.items():
            rolls[roll] = rolls.get(roll, Fraction(0)) + share * chance
    samples = tuple(scaled(sample, share) for odds in found for sample in odds.samples)
    undecided = share * sum(odds.undecided for odds in found)
    odds = Odds(ends, undecided, sum(odds.answers for odds in found), rolls, deals=len(found), samples=samples)
    return replace(odds, summary=summary(rules, before, odds, about, title))


def scaled(sample: Sample, share: Fraction) -> Sample:
    ends = tuple((end._replace(chance=share * end.chance), count) for end, count in sample.ends)
    return sample._replace(mass=share * sample.mass, ends=ends)


def trial_odds(
    rules: Ruleset,
    wanted: Mapping[str, str],
    policy: Policies = never,
    *,
    budget: int = BUDGET,
    within: float | None = WITHIN,
    seed: int | str = SEED,
) -> Odds:
    """The odds of a position set up for them, in the ruleset's own words; a flag has no value (``""``)."""
    for name, value in wanted.items():
        if name not in trial_options(rules):
            raise BadSetup(f"{rules.name} knows no --{name}; known: {known_options(rules)}")
        if trial_options(rules)[name].endswith(FLAG) and value:
            raise BadSetup(f"--{name} takes no value: leave {value!r} out")
    key = (rules, rules.hooks, tuple(sorted(wanted.items())), _plain(policy), budget, within, seed)
    if (found := recalled(key)) is not None:
        return found
    start, about, title = trial(rules, wanted)
    alone, told = begin(rules, start.state, start.frame)
    merge = merging(rules, about)
    odds = follow(
        rules, alone, policy, budget=budget, within=within, seed=seed, returns=True, about=about, told=told, merge=merge
    )
    before = Game(rules.name, start.state)
    return remembered(key, replace(odds, summary=summary(rules, before, odds, about, title)))


def recalled(key: Hashable) -> Odds | None:
    found = _known.get(key)
    if found is not None:
        _known.move_to_end(key)
    return found


def remembered(key: Hashable, odds: Odds) -> Odds:
    _known[key] = odds
    if len(_known) > KEPT:
        _known.popitem(last=False)
    return odds


def called(rules: Ruleset, game: Game, value: Any, frames: int | None) -> Progress:
    """What the choice calls, alone; in the middle of a whole, all of that; else the frame that asked. And what happens
    before its first wait."""
    after, told = answer(rules, game, value)
    more = follows(rules, Position(rules, game.state), value) if frames is None and isinstance(value, str) else None
    if more is not None:
        return begin(rules, game.state, more)
    asked = len(game.stack)
    inside = next((i for i, frame in enumerate(game.stack) if isinstance(frame, wholes(rules))), None)
    depth = asked if len(after.stack) > asked else asked - 1
    if frames is not None or inside is not None:
        depth = asked - frames if frames is not None else inside or 0
    alone = after.but(stack=after.stack[depth:]) if after.stack[depth:] else after.but(stack=(), waiting=None)
    return Progress(alone, told)


def concerned(rules: Ruleset, game: Game, ask: Ask, value: Any) -> tuple[str, ...]:
    """The pieces a choice is about: as its option says, after whoever was asked for."""
    if isinstance(value, EverythingAt):
        return (*ask.about, value.piece)
    options = ask.domain.options(Position(rules, game.state)) or ()
    first = next(iter(value), None) if isinstance(value, list) else value
    if isinstance(value, InTurn | Again):
        first = next(iter(value.answers), None)
    pieces = next((o.concerns for o in options if o.key == first), ())
    return tuple(dict.fromkeys((*ask.about, *pieces))) if len(pieces) < 2 else pieces


def key_of(rules: Ruleset, game: Game, value: Any, *more: Any) -> Hashable | None:
    """The position by its content, so that a table loaded or set up again is known, too; None: not to be kept."""
    state = game.state
    known = state.__dict__ if hasattr(state, "__dict__") else {}
    content = known.get(_CONTENT)
    if content is None:
        content = known[_CONTENT] = rules.codec.canonical(state)
    plain = InTurn(tuple(value)) if isinstance(value, list) and is_plan(value) else value
    key = (rules, rules.hooks, content, game.stack, game.waiting, plain, type(plain), *map(_plain, more))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _plain(part: Any) -> Any:
    return tuple(sorted(part.items())) if isinstance(part, Mapping) else part


def said(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, EverythingAt):
        return f"everything at {value.piece}"
    return "plan" if is_plan(value) else ""


_CONTENT = object()
