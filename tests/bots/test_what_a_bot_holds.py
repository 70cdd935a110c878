"""Whoever holds a view holds nothing that is hidden from its seat, however deep one looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from types import FunctionType, MethodType, ModuleType
from typing import Any

import msgspec
import pytest

from sandtable.core import Game, Ruleset, View, find
from sandtable.lab.checks import walk

SHUT = (type, ModuleType, Ruleset, str, bytes, int, float, bool, type(None))  # hold nothing of a game


def parts(thing: Any) -> Iterator[Any]:
    """All that an object leads to: items, fields, slots, what it remembers, what its closures hold, its attributes."""
    if isinstance(thing, Mapping):
        yield from chain(thing.keys(), thing.values())
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    if isinstance(thing, MethodType):
        yield from (thing.__self__, thing.__func__)
    elif isinstance(thing, FunctionType):
        yield from (cell.cell_contents for cell in thing.__closure__ or ())
        yield from thing.__defaults__ or ()
    if isinstance(thing, msgspec.Struct):
        yield from (getattr(thing, name) for name in thing.__struct_fields__)
    yield from getattr(thing, "__dict__", {}).values()
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if name not in ("__weakref__", "__dict__") and hasattr(thing, name):
                yield getattr(thing, name)
        if kind.__module__.startswith("sandtable.core.view"):
            yield from (getattr(thing, name) for name, made in vars(kind).items() if isinstance(made, property))


def reachable(root: Any) -> list[Any]:
    todo, seen, found = [root], set[int](), list[Any]()
    while todo:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        found.append(thing)
        if not isinstance(thing, SHUT):
            todo.extend(parts(thing))
    return found


def names(value: Any) -> set[str]:
    return {thing for thing in reachable(value) if isinstance(thing, str)}


def marked_duel(game: Game, seat: int) -> Game:
    theirs = game.state.tricks[1 - seat]
    marked = theirs.but(hand=tuple(map(mark, theirs.hand)), bag=tuple(map(mark, theirs.bag)))
    return game.but(state=game.state.with_tricks(1 - seat, marked))


def marked_warcaster(game: Game, seat: int) -> Game:
    theirs = game.state.players[1 - seat]
    hand, rack = tuple(map(mark, theirs.hand)), tuple(map(mark, theirs.rack))
    return game.but(state=game.state.with_player(1 - seat, hand=hand, rack=rack))


def mark(card: str) -> str:
    """A name that is nowhere else: both seats may have cards of one name."""
    return f"{card} of the other"


def hidden(thing: Any) -> set[str]:
    return {name for name in names(thing) if name.endswith(mark(""))}


@pytest.mark.parametrize(
    ("ruleset", "marked", "every", "least"), [("duel", marked_duel, 1, 200), ("warcaster", marked_warcaster, 23, 200)]
)
def test_a_view_leads_to_nothing_hidden(
    ruleset: str, marked: Callable[[Game, int], Game], every: int, least: int
) -> None:
    rules, secrets = find(ruleset), 0
    for options in rules.sample_options()[:2]:
        for step in walk(rules, 11, options):
            if step.n % every:
                continue
            for seat in (0, 1):
                game = marked(step.before, seat)
                secrets += len(hidden(game.state))
                view = View(rules, game, seat)
                view.data()
                if view.ask is not None:
                    view.ask.domain.outline()
                held = reachable(view)
                assert not hidden(held)
                truth = (game, game.state, game.stack or None)
                assert not any(thing is true for thing in held for true in truth if true is not None)
    assert secrets >= least, "too little was hidden to prove anything"


def test_the_walk_finds_what_is_held() -> None:
    """The test above can fail: a view that kept the game in any of these ways would be found."""
    state = next(marked_duel(s.before, 0).state for s in walk(find("duel"), 11) if s.before.state.tricks[1].hand)

    class Holder:
        __slots__ = ("kept",)

        def __init__(self, kept: Any) -> None:
            self.kept = kept

        def method(self) -> None: ...

    def closed() -> Any:
        return state

    for held in (state, [state], {"x": (state,)}, closed, Holder(state), Holder(state).method, lambda s=state: s):
        assert hidden(held)
