"""What seats do with their reactions: never, always, best; on positions where these differ."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from sandtable.chance import Best, Odds, always, best, follow, never, using
from sandtable.core import BadSetup, Game
from sandtable.rulesets.warcaster.attacks.attack import Attack
from tests.chance.oracles import chances, pool
from tests.chance.positions import guarded
from tests.rules.warcaster.kit import marauder, piece, rules, wolf
from tests.rules.warcaster.strikes import strike, waiting


def at_jax() -> Game:
    """A Battle Rifle, RAT 4, POW 4, at DEF 5, ARM 3 and one Health left; the target may spike a Refractor Field."""
    pieces = {
        "wolf": wolf([10, 10]),
        "jax": piece("jax_redblade", "b", [10, 15], arc=1, damage=2),
        "m": marauder([30, 30]),
    }
    return waiting(Attack(strike=strike("wolf", "jax", "battle_rifle")), pieces)


def dead(odds: Odds, name: str = "jax") -> Fraction:
    assert odds.exact
    return odds.chance(lambda g: name not in g.state.models)


def alive(game: Game, seat: int) -> int:
    return ("jax" in game.state.models) == (seat == 1)


@cache
def kill(margin: int) -> Fraction:
    """POW 4 with a margin against ARM 3 and one Health."""
    return Fraction(0) if margin <= 0 else sum((c for n, c in chances(pool((4, margin))) if n >= 3), Fraction(0))


ATTACK, DEFENCE = chances(pool((4, 0))), chances(pool((5, 0)))


def again(a: int) -> Fraction:
    return sum((q * kill(a - d) for d, q in DEFENCE), Fraction(0))


def test_a_reroll_never_always_and_only_when_it_helps() -> None:
    """Best for the defender: rerolled where the second roll kills less often than the first would."""
    kept = sum((p * q * kill(a - d) for a, p in ATTACK for d, q in DEFENCE), Fraction(0))
    least = sum((p * q * min(kill(a - d), again(a)) for a, p in ATTACK for d, q in DEFENCE), Fraction(0))
    assert dead(follow(rules(), at_jax(), never)) == kept
    assert dead(follow(rules(), at_jax(), always)) == kept  # thrown again whatever it was: the second is like the first
    assert dead(follow(rules(), at_jax(), Best(alive))) == least < kept


def test_the_rulesets_own_worth_spends_arc_for_a_life() -> None:
    odds = follow(rules(), at_jax(), best)
    assert dead(odds) < dead(follow(rules(), at_jax(), never))
    spent = odds.chance(lambda g: g.state.units["jax"].arc == 0 and "jax" in g.state.models)
    assert (
        0
        < spent
        < follow(rules(), at_jax(), always).chance(lambda g: g.state.units["jax"].arc == 0 and "jax" in g.state.models)
    )


def test_a_guard_takes_the_hit_or_does_not() -> None:
    """The intercept driver: always, jax is never hurt; never, the guard is not; best, whoever can bear it."""
    passed, taken = (follow(rules(), guarded("seeker"), policy) for policy in (never, always))
    guards = [f"guard.{n}" for n in (1, 2, 3)]

    def lost(odds: Odds) -> Fraction:
        return odds.chance(lambda g: any(name not in g.state.models for name in guards))

    assert dead(passed) > 0 == lost(passed)
    assert dead(taken) == 0 < lost(taken)
    chosen = follow(rules(), guarded("seeker"), {0: never, 1: Best(alive)})
    assert dead(chosen) == 0 < lost(chosen)


def test_each_seat_has_its_own_policy() -> None:
    """The attacker's reroll by targeter alone, the defender's alone, both, none."""
    by = {
        (a, b): dead(follow(rules(), guarded("seeker"), {0: a, 1: b})) for a in ("never", "best") for b in (never, best)
    }
    assert by["best", never] > by["never", never] > by["never", best]
    assert by["best", best] < by["best", never]


def test_only_what_is_named_is_used() -> None:
    odds = follow(rules(), guarded("seeker"), using("refractor_field"))
    assert {g.state.units["jax"].arc for g, *_ in odds.ends if "jax" in g.state.models} == {1}
    assert {g.state.units["guard"].arc for g, *_ in odds.ends} == {1}


def test_nobody_can_do_better_than_best() -> None:
    best_for_them = dead(follow(rules(), guarded("seeker"), {0: never, 1: Best(alive)}))
    for policy in (never, always, using("refractor_field"), using("intercept_driver")):
        assert best_for_them <= dead(follow(rules(), guarded("seeker"), {0: never, 1: policy}))


@pytest.mark.parametrize("policy", ["sometimes", {1: "perhaps"}])
def test_an_unknown_policy_is_told_with_those_that_exist(policy: Any) -> None:
    with pytest.raises(BadSetup, match="policies: never, always, best"):
        follow(rules(), at_jax(), policy)
