"""The bench of rule tests (`sandtable.testing`) with words of Warcaster.

    t = Bench(pieces={"wolf": …, "marauder": …}, dice=["SSMMSX", "SMSS", "SSSMMXS"])
    t.play("activate wolf", "attack marauder with rail_gun")
    assert t.model("marauder").damage == 1
    assert t.cited("WC-ATK-9")

Positions are those of scenario files (interface/scenario_position.py). Dice are given pool by pool, a letter a die:
M, S and X for strike dice, digits for d6 and d3.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sandtable import testing
from sandtable.core import Ask, Options, Position, Rolled, Ruleset, Value
from sandtable.lab.checks import Step
from sandtable.rulesets.warcaster import Warcaster
from sandtable.rulesets.warcaster.state.events import Change
from sandtable.rulesets.warcaster.state.table import Model, Player, Table, Unit
from sandtable.testing import milli_at

DECLINING = (  # options that do nothing; "any": which card goes is left to chance
    "pass", "end", "done", "enough", "none", "nothing", "keep", "no card", "charge 0", "any",
)  # fmt: skip


@cache
def rules() -> Warcaster:
    return Warcaster()


def open_rolls(_: Ruleset, step: Step) -> None:
    """Every roll but that of cards drawn is open to both players (WC-DICE-7)."""
    for event in step.after.events:
        if isinstance(event, Rolled) and event.roll.purpose not in ("draw cards", "draw a card"):
            assert event.roll.eyes is None, f"{event.roll.purpose} is hidden from a player (WC-DICE-7)"


def nothing_new_is_wrong(given: Ruleset, step: Step) -> None:
    """A step breaks no invariant; a made-up position may have broken some before (interface/invariants.py)."""
    before, after = step.before.state, step.after.game.state
    if after is not before and (found := given.invariants(Position(given, after))):
        new = set(found).difference(given.invariants(Position(given, before)))
        assert not new, f"after {step.value!r:.60}: {'; '.join(sorted(new))}"


def silence_declines(given: Ruleset, step: Step) -> None:
    """Who says nothing declines where that is allowed; otherwise the first of the menu is meant, not the last.

    Of the sides of the table each seat's own is meant.
    """
    ask = step.after.game.waiting
    if not isinstance(ask, Ask) or not isinstance(ask.domain, Options) or ask.default is None:
        return
    p = Position(given, step.after.game.state)
    if ask.default in DECLINING:
        assert ask.domain.refuse(p, ask.default) is None, f"{ask.prompt}: silence means {ask.default!r}, not on offer"
        return
    keys = [option.key for option in ask.domain.options(p) or ()]
    mild = keys[ask.seat] if keys == ["near side", "far side"] else keys[0]
    assert ask.default == mild, f"{ask.prompt}: silence means {ask.default!r} of {keys}"
    assert not set(keys).intersection(DECLINING), f"{ask.prompt}: silence means {ask.default!r}, but one may decline"


class Bench(testing.Bench[Table]):
    laws = (*testing.Bench.laws, open_rolls, nothing_new_is_wrong, silence_declines)

    def __init__(self, *, dice: Sequence[str] = (), frame: Any = None, options: Any = None, **given: Any) -> None:
        """A position, or with `options` a new game from its set-up."""
        position = given if options is None else None  # a wolf with a force hammer is made up
        super().__init__(rules(), position, options=options, dice=dice, frame=frame, made_up=True)

    def model(self, name: str) -> Model:
        return self.state.models[name]

    def unit(self, name: str) -> Unit:
        return self.state.units[name]

    def player(self, seat: str) -> Player:
        return self.state.players[self.match.seat(seat)]

    def gone(self, name: str) -> bool:
        return name not in self.state.models


class Invented(Bench):
    """For a frame that no rule plays in such a position: the table may become what no real one is."""

    laws = (*testing.Bench.laws, open_rolls, silence_declines)


def wolf(at: Sequence[float], seat: str = "a", **more: Any) -> dict[str, Any]:
    return {"seat": seat, "unit": "dusk_wolf", "at": list(at), **more}


def marauder(at: Sequence[float], seat: str = "b", **more: Any) -> dict[str, Any]:
    return {"seat": seat, "unit": "marauder", "at": list(at), **more}


def piece(unit: str, seat: str, at: Any, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "unit": unit, "at": at, **more}


__all__ = ["Bench", "Change", "Invented", "Value", "marauder", "milli_at", "open_rolls", "piece", "rules", "wolf"]
