"""Several troopers of one unit that have to flee, check or rally: their player picks the order."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import Moved
from tests.rules.warmachine.kit import MK2, Game, at, foe, row

FLEEING = [{"name": "fleeing"}]


def guard(*fleeing: str, **places: list[float]) -> dict[str, Any]:
    """Four Winter Guard infantry south of a Juggernaut."""
    unit = row(4, "winter_guard", "wg")
    for name in fleeing:
        unit[f"wg.{name}"]["effects"] = FLEEING
    for name, place in places.items():
        unit[f"wg.{name[1:]}"]["at"] = place
    return {**unit, "sorscha": at(2, 2), "ironclad": foe(40, 40), "stryker": foe(44, 44)}


def purposes(t: Game) -> list[str]:
    return [roll.purpose for roll in t.rolls]


@pytest.mark.rule("M2-CMD-16", "M2-ACT-5")
def test_mk2_the_player_picks_which_fleeing_trooper_runs_next() -> None:
    """The second stands right behind the first, the third beside them."""
    pieces = {**guard("1", "2", "3", _1=[12, 10], _2=[12, 8.5], _3=[15, 10], _4=[18, 10]), "ironclad": foe(12, 30)}
    t = Game(MK2, pieces, casters=False, waits=True).activate("wg")
    assert t.offers() == ["wg.1", "wg.2", "wg.3"] and t.ask.cite == "M2-CMD-16"
    t.play("wg.2", [[12_000, 1000]], 270_000)
    assert t.ask.prompt == "flee with wg.1"  # now nobody is in the way
    t.play([[12_000, 3000]], 270_000, [])
    assert [e.who for e in t.happened(Moved)] == ["wg.2", "wg.1"]


@pytest.mark.rule("M2-FORM-8", "M2-TURN-7")
@pytest.mark.parametrize("first", ["wg.2", "wg.3"])
def test_mk2_the_player_picks_the_order_of_checks_out_of_formation(first: str) -> None:
    pieces = guard(_2=[32, 10], _3=[12, 30])
    t = Game(MK2, pieces, casters=False, waits=True).activate("wg", "no order")
    for name in ("wg.2", "wg.3"):
        t.play(f"{name} advance").play(t.ask.default, 90_000)
    t.play("act", "end")
    assert t.offers() == ["wg.2", "wg.3"] and t.ask.cite == "M2-FORM-8"
    t.dice = ["1 1", "6 6"]
    t.play(first)
    second = {"wg.2": "wg.3", "wg.3": "wg.2"}[first]
    assert purposes(t) == [f"command check of {first}", f"command check of {second}"]
    assert "fleeing" in t.effects(second) and "fleeing" not in t.effects(first)


@pytest.mark.rule("M2-CMD-19", "M2-CMD-11")
def test_mk2_the_player_picks_the_order_of_rally_checks() -> None:
    pieces = guard("1", "2", "3", "4", _3=[12, 25], _4=[12, 27])
    pieces["sorscha"]["at"] = [10, 24]  # she lends her CMD to the two who are far away
    t = Game(MK2, pieces, casters=False, waits=True).activate("wg")
    while t.ask.cite == "M2-CMD-16":
        t.play([] if t.ask.prompt.startswith("flee") else t.offers()[0])
    assert t.offers() == ["wg.1", "wg.3", "wg.4"] and t.ask.cite == "M2-CMD-19"
    t.dice = ["1 1", "6 6", "1 1"]
    t.play("wg.4", "wg.1")
    assert purposes(t) == ["command check of wg.4", "command check of wg", "command check of wg.3"]
    assert {n for n in t.state.models if "fleeing" in t.effects(n)} == {"wg.1", "wg.2"}
