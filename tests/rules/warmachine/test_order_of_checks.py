"""Several troopers of one unit that have to flee, check or rally: their player picks the order.

Several units: those of the player whose turn it is check first.
"""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warmachine.common.state.events import Moved
from tests.rules.warmachine.kit import ESCALATION, MK1, MK2, SOUTH, Game, at, foe, row

FLEEING = [{"name": "fleeing"}]
mk1_and_escalation = pytest.mark.parametrize("game", [MK1, ESCALATION])


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


# --- units of both sides ---
def both_sides(first: str, second: str, at_y: float, step: float) -> dict[str, Any]:
    """Long Gunners of a and pikes of b, called so that one or the other comes first by name and in the file."""
    guns = row(2, "long_gunners", first, y=at_y, x=12, step=step, facing=SOUTH)
    fangs = row(2, "iron_fangs", second, y=at_y, x=13.6, step=step, seat="b", facing=SOUTH)
    return {**guns, **fangs} if first < second else {**fangs, **guns}


@mk1_and_escalation
@pytest.mark.rule("M1-CMD-5", "M1-CMD-10")
@pytest.mark.parametrize(("guns", "fangs"), [("east", "west"), ("west", "east")])
@pytest.mark.parametrize("active", ["a", "b"])
def test_mk1_the_active_players_unit_checks_first_when_an_abomination_comes(
    game: str, guns: str, fangs: str, active: str
) -> None:
    pieces = {**both_sides(guns, fangs, 20, 4), "horror": {**foe(13, 27), "seat": active}, "stryker": at(2, 46)}
    t = Game(game, pieces, turn={"seat": active}, dice=["1 1", "2 2"], waits=True)
    t.activate("horror", "advance", [[13_000, 24_000]]).done()
    first, second = (guns, fangs) if active == "a" else (fangs, guns)
    assert purposes(t) == [f"command check of {first}", f"command check of {second}"]


@mk1_and_escalation
@pytest.mark.rule("M1-CMD-2", "M1-CMD-3")
@pytest.mark.parametrize(("guns", "fangs"), [("east", "west"), ("west", "east")])
def test_mk1_of_units_that_a_blast_halved_the_active_players_checks_first(game: str, guns: str, fangs: str) -> None:
    """A Destroyer shoots at the pikes of its own side beside the enemy's Long Gunners."""
    pieces = {**both_sides(guns, fangs, 20, 6), "destroyer": foe(13.6, 30)}
    dice = ["6 5", "6 6", "6 6", "1 1", "2 2"]
    t = Game(game, pieces, turn={"seat": "b"}, dice=dice, waits=True)
    t.activate("destroyer", f"attack {fangs}.1 with bombard")
    while t.dice:
        t.play("roll")
    assert t.gone(f"{guns}.1") and t.gone(f"{fangs}.1")
    assert purposes(t)[-2:] == [f"command check of {fangs}", f"command check of {guns}"]
