"""How seats choose while odds are worked out: stated, never guessed.

`never`   nobody uses anything: the default of every ask
`always`  every reaction offered is used, the first on the list
`best`    every ask is answered so that its seat fares best, by expected worth, through the rules themselves
`using`   only what is named is used

One policy may serve every seat, or each seat has its own: ``{0: never, 1: best}``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from sandtable.chance.walk import Walk
from sandtable.core import Ask, BadSetup, Game, Position, Roll, Ruleset

Policy = Callable[[Position, Ask], Any]
Worth = Callable[[Game, int], Any]  # how good a position is for a seat: a whole number or a Fraction
FEW = 6  # answers compared where a choice is not finite
WON = 1_000_000  # worth of the game itself


def never(p: Position, ask: Ask) -> Any:
    """Seats say nothing: the default of every ask."""
    return ask.silence(p)


def always(p: Position, ask: Ask) -> Any:
    """Whatever is offered first, if it is not the default."""
    silence = ask.silence(p)
    return next((o.key for o in ask.domain.options(p) or () if o.key != silence), silence)


@dataclass(frozen=True)
class Using:
    """Offers that name one of these are used, every other ask is passed."""

    names: tuple[str, ...]

    def __call__(self, p: Position, ask: Ask) -> Any:
        options = ask.domain.options(p) or ()
        return next((o.key for o in options if any(n in o.key.split() for n in self.names)), ask.silence(p))


def using(*names: str) -> Using:
    return Using(names)


class Best(NamedTuple):
    """Every seat takes the answer worth most to it, as the ruleset (or the given function) counts worth."""

    worth: Worth | None = None


best = Best()
NAMED: Mapping[str, Policy | Best] = {"never": never, "always": always, "best": best}
One = Policy | Best | str
Policies = One | Mapping[int, One]  # for all seats, or by seat


def named(policy: One) -> Policy | Best:
    if not isinstance(policy, str):
        return policy
    if policy not in NAMED:
        raise BadSetup(f"no policy {policy!r}; policies: {', '.join(NAMED)}")
    return NAMED[policy]


def settled(policy: Policies, seats: int) -> tuple[Policy | Best, ...]:
    """The policy of each seat; a seat left out says nothing."""
    if isinstance(policy, Mapping):
        return tuple(named(policy.get(seat, never)) for seat in range(seats))
    return (named(policy),) * seats


def worth_by(rules: Ruleset) -> Worth:
    """What the ruleset thinks of a position, and the game itself above all."""

    def worth(game: Game, seat: int) -> int:
        if game.result is not None and game.result.winner is not None:
            return WON if game.result.winner == seat else -WON
        return rules.worth(Position(rules, game.state), seat)

    return worth


class Table:
    """The seats of a walk with their policies. Best is expectimax over what is played, remembered by position."""

    def __init__(self, walk: Walk, policies: tuple[Policy | Best, ...], stop: Callable[[Game], bool]) -> None:
        self.walk, self.rules, self.policies, self.stop = walk, walk.rules, policies, stop
        self.known: dict[Hashable, Any] = {}

    def choose(self, game: Game) -> Any:
        """The answer to the ask this game waits at."""
        ask = game.waiting
        assert isinstance(ask, Ask)
        policy = self.policies[ask.seat]
        if not isinstance(policy, Best):
            return policy(Position(self.rules, game.state), ask)
        worth = policy.worth or worth_by(self.rules)
        found = self.answers(game, ask)
        if len(found) == 1:
            return found[0]
        return max(found, key=lambda a: self.value(self.after(game, a), ask.seat, worth))  # the default wins ties

    def answers(self, game: Game, ask: Ask) -> list[Any]:
        p = Position(self.rules, game.state)
        silence, options = ask.silence(p), ask.domain.options(p)
        if options is not None:
            return [silence, *(o.key for o in options if o.key != silence)]
        return [silence, *(c for c in ask.domain.candidates(p, FEW, Random(0)) if c != silence)]

    def after(self, game: Game, value: Any) -> Game:
        assert isinstance(game.waiting, Ask)
        return self.walk.after(game, (game.waiting.domain.normal(value),))

    def value(self, game: Game, seat: int, worth: Worth) -> Any:
        key = (self.walk.here(game).whole, seat)
        found = self.known.get(key)
        if found is None:
            found = worth(game, seat) if self.stop(game) else self._value(game, seat, worth)
            self.known[key] = found
        return found

    def _value(self, game: Game, seat: int, worth: Worth) -> Any:
        if isinstance(game.waiting, Roll):
            found = self.walk.throws(game.waiting)
            total = sum(w.weight * self.value(self.walk.after(game, w.results), seat, worth) for w in found.ways)
            return Fraction(total, found.total) if isinstance(total, int | Fraction) else total / found.total
        return self.value(self.after(game, self.choose(game)), seat, worth)
