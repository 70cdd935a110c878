"""One attack by itself on the bench, and abilities that exist for a test only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import pytest

from sandtable.core import Frame, Game, Hooks, begin
from sandtable.rulesets.warcaster.attacks.attack import Attack
from sandtable.rulesets.warcaster.attacks.strike import Strike
from sandtable.rulesets.warcaster.attacks.targets import declare
from tests.rules.warcaster.kit import Bench, rules

BIG = {"size": 48}


def strike(attacker: str, target: str, slot: str, **more: Any) -> Strike:
    """An attack with a weapon as declared."""
    return declare(Bench(pieces={}).position, attacker, target, slot, **more)


def attack(
    pieces: Mapping[str, Any], attacker: str, target: str, slot: str, *dice: str, table: Any = BIG, **more: Any
) -> Bench:
    """One declared attack, played until somebody is asked or it is over."""
    given = {k: more.pop(k) for k in ("turn", "seats", "mission", "objectives", "mercy") if k in more}
    frame = Attack(strike=strike(attacker, target, slot, **more))
    return Bench(table=table, pieces=pieces, dice=dice, frame=frame, **given)


def waiting(frame: Frame, pieces: Mapping[str, Any], table: Any = BIG, **given: Any) -> Game:
    """A game that waits for the first dice of a frame: for odds."""
    start = rules().scenarios.made_up(rules(), {"table": table, "pieces": pieces, **given})
    return begin(rules(), start.state, frame).game


def wall(height: float, at: Sequence[float], size: Sequence[float], kind: str = "structure", **more: Any) -> Any:
    return {"kind": kind, "height": height, "at": list(at), "size": list(size), **more}


def land(*terrain: Any, size: int = 48) -> dict[str, Any]:
    return {"size": size, "terrain": list(terrain)}


def with_abilities(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> None:
    """The ruleset with the hooks of a test module besides its own."""
    monkeypatch.setattr(rules(), "hooks", Hooks([*rules().chapters(), module]))
