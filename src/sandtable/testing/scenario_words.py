"""Whether a ruleset declares the words in which scenario files speak of it (`ScenarioFacet.words`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sandtable.core import Ask, Position, Roll, Ruleset
from sandtable.core.scenario_words import Reader, Words
from sandtable.lab.checks import walk


def undeclared(rules: Ruleset, seeds: Iterable[int], variety: Iterable[Mapping[str, Any]] = ({},)) -> list[str]:
    """What random games say that the words do not have: rolls, pools, questions, answers, facts. Sorted."""
    words = rules.scenarios.words(rules)
    kinds, found = list(variety), set[str]()
    for n, seed in enumerate(seeds):
        names = dict.fromkeys(rules.seats)
        for step in walk(rules, seed, kinds[n % len(kinds)]):
            p = Position(rules, step.before.state)
            names.update(dict.fromkeys(rules.scenarios.names(p)))
            reader = Reader(words.names, names)
            said = said_by(step.before.waiting, p)
            found |= {f"{kind}: {text}" for kind, text in said if not reader.fits(text, getattr(words, kind))}
            if step.n % 25 == 0:
                found |= set(_facts(words, p, names))
    return sorted(found)


def said_by(request: Ask | Roll | None, p: Position) -> Iterator[tuple[str, str]]:
    """What a wait of the game says, each with the kind of words it belongs to."""
    if isinstance(request, Roll):
        yield "rolls", request.purpose
        yield from (("pools", pool.name) for pool in request.pools)
    elif request is not None:
        yield "questions", request.prompt
        yield from (("answers", option.key) for option in request.domain.options(p) or ())


def _facts(words: Words, p: Position, names: Iterable[str]) -> Iterator[str]:
    known = {fact for facts in words.facts.values() for fact in facts}
    for name in names:
        for fact in p.rules.scenarios.facts(p, name) or ():
            if fact not in known:
                yield f"facts: {fact} of {name}"
