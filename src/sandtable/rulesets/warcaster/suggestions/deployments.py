"""Which unit is deployed, at the start and from gates; now and then a recall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from sandtable.core import suggests
from sandtable.core.legality import allowed
from sandtable.rulesets.warcaster.state.printed import in_play
from sandtable.rulesets.warcaster.state.rules import Position
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import in_random_order
from sandtable.rulesets.warcaster.turn.deployment import DONE, DeployMenu, deploy_key
from sandtable.rulesets.warcaster.turn.deployment_checks import PAID, ROOM, Arrival, attachment_sets
from sandtable.rulesets.warcaster.turn.initial_deployment import OPEN as OPENING
from sandtable.rulesets.warcaster.turn.initial_deployment import InitialMenu

DEPLOYS, AT_START = 0.9, 0.95  # how often a unit is deployed that could be
OPEN = (PAID, ROOM)  # the checks left to make of what the menu lists
RECALLS = 0.02  # how often a unit is recalled when none is deployed


@suggests(DeployMenu)
def from_gates(p: Position, domain: DeployMenu, n: int, rng: Random) -> list[Any]:
    """Units in random order until enough can be deployed: only those are judged."""
    if rng.random() < DEPLOYS:
        arrivals = _unit_by_unit(p, domain, rng) if n == 1 else _any_order(p, domain, rng)
        if found := [deploy_key(*arrival) for arrival in islice(arrivals, n)]:
            return found
    recalls = [] if domain.began else in_play(p, domain.seat)
    return [f"recall {rng.choice(recalls)}"] if recalls and rng.random() < RECALLS else [DONE]


def _any_order(p: Position, domain: DeployMenu, rng: Random) -> Iterator[Arrival]:
    return (a for a in in_random_order(domain.arrivals(p), rng) if allowed(OPEN, p, domain.seat, a))


def _unit_by_unit(p: Position, domain: DeployMenu, rng: Random) -> Iterator[Arrival]:
    """A unit whose own cost is too high is not tried with attachments."""
    for unit, gate in in_random_order(domain.pairs(p), rng):
        if allowed((PAID,), p, domain.seat, Arrival(unit, gate)):
            for joined in in_random_order(attachment_sets(p, unit), rng):
                if allowed(OPEN if joined else (ROOM,), p, domain.seat, arrival := Arrival(unit, gate, joined)):
                    yield arrival


@suggests(InitialMenu)
def at_the_start(p: Position, domain: InitialMenu, n: int, rng: Random) -> list[Any]:
    begun = bool(in_play(p, domain.seat))
    if not begun or rng.random() < AT_START:
        arrivals = domain.arrivals(p)
        rng.shuffle(arrivals)
        able = (a for a in arrivals if allowed(OPENING, p, domain.seat, a))
        if found := [deploy_key(*a) for a in islice(able, n)]:
            return found
    return [DONE] if begun else []
