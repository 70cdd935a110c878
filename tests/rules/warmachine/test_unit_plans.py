"""What bots do with units: guns keep their distance, a unit comes up as one, charges are named, friends are spared."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.core import View
from sandtable.rulesets.warmachine.common.suggestions.goals import likely_charge
from tests.rules.warmachine.kit import MK1, MK2, Game, at, both, foe, row

FAR = {"stryker": at(30, 4), "sorscha": foe(30, 46)}


def searched(t: Game) -> list[Any] | None:
    """The answers a bot looks at; None: it has no shortlist."""
    found = t.rules.judging.considered(t.position, t.ask)
    return None if found is None else list(found)


@both
@pytest.mark.parametrize(("y", "order"), [(46, "order run"), (34, "no order"), (22, "no order")])
def test_troops_with_guns_run_only_where_nobody_can_charge_them_then(game: str, y: float, order: str) -> None:
    """Long Gunners: SPD 6, RNG 14. From 34 inches on they run; in range they shoot."""
    t = Game(game, {**row(4), "stryker": at(40, 4), "sorscha": foe(14, y)}).activate("guns")
    assert searched(t) == [order]


@both
def test_others_look_at_every_order(game: str) -> None:
    t = Game(game, {**row(3, "iron_fangs", "fangs"), "stryker": foe(14, 40), "sorscha": at(40, 4)}, casters=False)
    t.activate("fangs")
    assert searched(t) is None


@both
def test_a_unit_comes_up_as_one(game: str) -> None:
    t = Game(game, {**row(4), **FAR}).activate("guns", "no order")
    assert searched(t) == ["march"]
    t = Game(game, {**row(4), **FAR}).activate("guns", "order run")
    assert searched(t) == ["all run"]


@both
def test_with_an_enemy_in_reach_troopers_are_moved_one_by_one(game: str) -> None:
    """A march is on offer for the unit, and no bot looks for the places of all of them."""
    t = Game(game, {**row(4), "stryker": at(30, 4), "sorscha": foe(14, 28)}).activate("guns", "no order")
    keys = {o.key for o in t.ask.domain.options(t.position) or ()}
    assert "march" in keys and keys - set(searched(t) or ()) == {"march"}


@both
def test_charges_are_named_at_different_enemies(game: str) -> None:
    """Until nobody is left who could charge."""
    enemies = row(2, "long_gunners", "guns", y=17, seat="b", facing=270)
    t = Game(game, {**row(2, "iron_fangs", "fangs"), **enemies, "stryker": foe(44, 46), "sorscha": at(44, 2)})
    t.activate("fangs", "order charge")
    named = []
    for _ in range(2):
        (key,) = searched(t) or [""]
        named.append(key)
        t.play(key)
    assert {key.split()[0] for key in named} == {"fangs.1", "fangs.2"}
    assert {key.split()[-1] for key in named} == {"guns.1", "guns.2"}
    assert "declared" not in t.offers() or searched(t) == ["declared"]


@both
def test_a_charge_out_of_reach_is_not_named(game: str) -> None:
    t = Game(game, {**row(2, "iron_fangs", "fangs"), "stryker": foe(14, 40), "sorscha": at(44, 2)}, casters=False)
    t.activate("fangs", "order charge")
    assert searched(t) == ["declared"]


@pytest.mark.parametrize(("far", "likely"), [(11.2, True), (13.4, False)])
def test_a_long_weapon_makes_a_longer_charge_likely(far: float, likely: bool) -> None:
    """Iron Fangs: SPD 6, three inches more, and pikes that reach two; by eye, so with a margin."""
    edges = 2 * 0.591
    t = Game(MK2, {**row(1, "iron_fangs", "fangs"), "stryker": foe(12, 10 + edges + far), "sorscha": at(44, 2)})
    assert likely_charge(t.position, "fangs.1", "stryker") is likely


@pytest.mark.parametrize("game", [MK1, MK2])
def test_no_trooper_strikes_a_friend_for_want_of_an_enemy(game: str) -> None:
    """Two side by side, the enemy far away: a blow at the neighbour is legal, and no bot thinks of it."""
    t = Game(game, {**row(2, step=1.3), **FAR}).activate("guns", "no order", "act")
    assert any(o.startswith("guns.1 attack guns.2") for o in t.offers())
    wanted = searched(t) or []
    assert "end" in wanted and not any("guns." in key.partition(" ")[2] for key in wanted)
    assert bot("regular", seed=1).choose(View(t.rules, t.game, 0)) in wanted


@both
def test_who_gets_no_nearer_in_a_straight_line_is_shown_a_way_round(game: str) -> None:
    """A warcaster close behind a wide building: no line leads nearer to the enemy, so he is led to its corner."""
    wall = {"kind": "building", "at": [24, 13], "size": [9, 1]}
    t = Game(game, {"stryker": at(24, 11.9), "sorscha": foe(24, 40)}, terrain=[wall]).activate("stryker", "advance")
    ends = [path[-1] for path in t.ask.domain.candidates(t.position, 4, Random(1)) if path]
    assert any(abs(x - 24_000) > 5000 and y > 11_000 for x, y in ends), ends
