"""Finite choices: what is on offer, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from sandtable.core.choices import Domain, Option
from sandtable.core.refusals import Refusal
from sandtable.core.texts import say
from sandtable.core.words import words_of

if TYPE_CHECKING:
    from sandtable.core.position import Position


LISTED = 12


class Options(Domain, frozen=True):
    """Finite choices. A subclass computes `options` from the position and may explain what is missing."""

    def missing(self, p: Position, key: str) -> Refusal:
        """The refusal of a key that is not on offer, with what has words in common with it first. Override to cite the
        rule that bars it."""
        words = set(key.casefold().split())
        keys = sorted((o.key for o in self.options(p) or ()), key=lambda k: -len(words & set(k.split())))
        more = f" and {len(keys) - LISTED} more" if len(keys) > LISTED else ""
        return Refusal(say("{key!r} is not on offer", key=key), instead="one of: " + ", ".join(keys[:LISTED]) + more)

    def refuse(self, p: Position, answer: Any) -> Refusal | None:
        if not isinstance(answer, str):
            return Refusal(say("expected one of the options by name, got {kind}", kind=type(answer).__name__))
        if self.on_offer(p, answer):
            return None
        return self.missing(p, answer[:200])

    def on_offer(self, p: Position, key: str) -> bool:
        """Whether the options have this key. A large menu answers from its checks without making every option."""
        return any(o.key == key for o in self.options(p) or ())

    def sought(self, p: Position) -> Iterable[Option]:
        """What a person would look for here, on offer or not: every enemy, every unit, every card in the hand."""
        return ()

    def barred(self, p: Position) -> Iterator[tuple[Option, Refusal]]:
        """Of what is sought, what is not on offer, with the refusal that its key would get."""
        offered = {option.key for option in self.options(p) or ()}
        for option in self.sought(p):
            if option.key not in offered and (why := self.refuse(p, option.key)) is not None:
                offered.add(option.key)
                yield option, why

    def sample(self, p: Position, n: int, rng: Random) -> list[Any]:
        return some([o.key for o in self.options(p) or ()], n, rng)

    def spoken(self, p: Position, words: str) -> str:
        """The key of the option with this key or label."""
        said = " ".join(words_of(words))
        for option in self.options(p) or ():
            if said in (option.key.casefold(), option.label.casefold()):
                return option.key
        return said  # not on offer: `refuse` says why


class Choice(Options, frozen=True):
    """A fixed list of options."""

    offered: tuple[Option, ...]

    def options(self, p: Position) -> tuple[Option, ...]:
        return self.offered


def some(keys: list[str], n: int, rng: Random) -> list[str]:
    """Up to n of them at random."""
    if n == 1 and keys:
        return [keys[int(rng.random() * len(keys))]]  # usually n is 1, and `sample` costs several times as much
    return keys if len(keys) <= n else rng.sample(keys, n)


def choice(*keys: str, cite: str = "") -> Choice:
    """Options whose verb is their key: the ruleset has a phrase for each."""
    return Choice(tuple(Option(k, cite=cite, verb=k) for k in keys))
