"""What regulars of Warmaster do: whom they order, which way bodies go, where characters ride."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.bots.explain import explain
from sandtable.core import Ask, View
from sandtable.rulesets.warmaster.appraisal.approaches import next_goals, way_to_foe
from sandtable.rulesets.warmaster.appraisal.body_ways import progress
from sandtable.rulesets.warmaster.appraisal.character_plans import best_place, best_ride
from sandtable.rulesets.warmaster.appraisal.charge_plans import charge_gains
from sandtable.rulesets.warmaster.appraisal.order_plans import approach_wish, wish
from sandtable.rulesets.warmaster.appraisal.shortlists import shortlist
from sandtable.rulesets.warmaster.appraisal.tried_orders import best_order
from sandtable.rulesets.warmaster.command.characters import RidePlace
from sandtable.rulesets.warmaster.command.march import March
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.ruleset import Warmaster
from tests.rules.warmaster.kit import Bench, crossbows, foot, general, goblins, hero, knights, orcs, unit

WOOD = {"id": "wood", "kind": "wood", "points": [[40, 40], [80, 40], [80, 50], [40, 50]]}


def table(terrain: Any = (), **pieces: Any) -> Any:
    return Bench(pieces=pieces, table={"terrain": list(terrain)}, step="orders", waits=True).position


def worth(p: Any) -> int:
    return sum(term.value for term in Warmaster().judging.appraise(p, 0))


def test_units_in_touch_are_ordered_together() -> None:
    p = table(h1=foot(60, 30), h2=foot(72, 30), h3=foot(110, 30), hero=hero(66, 26), o=orcs(66, 100))
    plan = best_order(p)
    assert plan is not None and plan.body == ("h1", "h2")


def test_one_that_can_charge_and_win_is_worth_more_than_one_that_walks() -> None:
    p = table(k=knights(60, 60), h=foot(100, 20), g=goblins(60, 85))
    assert wish(p, ("k",)) > 1.5 * wish(p, ("h",)) > 0


def test_infantry_goes_on_until_it_can_charge() -> None:
    """At 20.6 cm it is safe, and of no use."""
    p = table(h=foot(60, 40), k=knights(100, 40), hero=hero(60, 36), o=orcs(60, 62.6), q=orcs(100, 63.6))
    assert wish(p, ("h",)) > 0.5 and approach_wish(p, "k", 30_000) == 0


def test_nobody_is_ordered_without_anything_to_gain() -> None:
    p = table(c=crossbows(60, 60), hero=hero(60, 56), o=orcs(60, 84))
    assert best_order(p) is None


def test_a_unit_between_its_neighbours_gets_on_straight_ahead() -> None:
    """Towards an enemy a little to the side it would run into the friend beside it."""
    p = table(h1=foot(60, 30), h2=foot(72, 30), h3=foot(84, 30), o=orcs(80, 100))
    assert progress(p, ("h2",), 20_000) == pytest.approx(20_000, rel=0.05)


def test_a_body_goes_no_further_than_the_ground_of_each_of_its_units_allows() -> None:
    """Infantry may enter the wood, the knights beside it may not."""
    p = table([WOOD], h=foot(60, 30), k=knights(69, 30), o=orcs(66, 100))
    assert progress(p, ("h",), 20_000) == pytest.approx(20_000, rel=0.05)
    assert progress(p, ("h", "k"), 20_000) < 13_000


def test_flyers_keep_their_distance_until_they_charge() -> None:
    p = table(e=unit("giant_eagles", "a", 60, 30), h=foot(90, 30), o=orcs(60, 75))
    assert approach_wish(p, "e", 100_000) == 0 < approach_wish(p, "h", 20_000)


def test_cavalry_goes_round_a_wood_and_infantry_through_it() -> None:
    p = table([WOOD], k=knights(60, 30), h=foot(60, 20), o=orcs(60, 90))
    straight = crowd(p).nearest_foe("k")[0]
    assert way_to_foe(p, "k") > straight + 10_000
    assert way_to_foe(p, "h") == crowd(p).nearest_foe("h")[0]
    goals = next_goals(p, "k", crowd(p).middles["k"], 30_000)
    assert goals and not 40_000 < goals[0][0] < 80_000
    assert next_goals(p, "h", crowd(p).middles["h"], 20_000) == []


def test_one_that_stands_at_the_wood_finds_its_way_too() -> None:
    p = table([WOOD], k=knights(60, 37.9), o=orcs(60, 90))
    assert next_goals(p, "k", crowd(p).middles["k"], 30_000)
    moves = March(pieces=("k",)).candidates(p, 8, Random(1))
    assert any(dict(move)["k"] != (60_000, 37_900, 90_000) for move in moves)


def test_a_crippled_unit_is_worth_less_than_its_destruction() -> None:
    stand = {"seat": "b", "unit": "orc_warriors", "stands": [[60, 100, 270]], "lost": 2}
    whole, crippled = table(h=foot(60, 20), o=orcs(60, 100)), table(h=foot(60, 20), o=stand)
    gone = table(h=foot(60, 20), o=stand, q=goblins(150, 110))
    units = {**gone.state.units, "o": gone.state.units["o"].but(where="destroyed")}
    stands = {name: poses for name, poses in gone.state.stands.items() if name != "o"}
    there = worth(table(h=foot(60, 20), o=stand, q=goblins(150, 110)))
    assert worth(whole) < worth(crippled)
    assert there < worth(gone.with_state(gone.state.but(units=units, stands=stands)))


def test_the_general_keeps_out_of_reach_and_the_hero_goes_where_he_is_heard() -> None:
    p = table(
        front=foot(60, 60), back=foot(60, 30), k=knights(20, 30), o=orcs(60, 85), general=general(80, 20),
        hero=hero(110, 20),
    )  # fmt: skip
    assert best_ride(p, "general") != "join front"
    assert best_ride(p, "hero").startswith("join ")


def test_the_general_rides_alone_behind_a_unit() -> None:
    """Alone he cannot be fought (WM-CHAR-7)."""
    p = table(h1=foot(60, 40), h2=foot(72, 40), g=general(105, 5), o=orcs(66, 100))
    x, y = best_ride(p, "g")
    assert 54_000 < x < 78_000 and 30_000 < y < 38_000


def test_a_charge_into_many_enemies_gains_less() -> None:
    alone = table(k=knights(60, 60), g=goblins(60, 85))
    among = table(k=knights(60, 60), g=goblins(60, 85), o=orcs(74, 88), q=orcs(46, 88))
    helped = table(k=knights(60, 60), g=goblins(60, 85), o=orcs(74, 88), q=orcs(46, 88), h=foot(74, 70), f=foot(46, 70))
    gains = [{target: gain for gain, target in charge_gains(p, "k")}["g"] for p in (alone, among, helped)]
    assert gains[0] == gains[2] > gains[1]


def test_leaders_deploy_where_a_brigade_hears_them() -> None:
    """The second goes to the units that the first is far from."""
    p = table(h1=foot(30, 20), h2=foot(42, 20), f1=foot(130, 20), f2=foot(142, 20), hero=hero(30, 10), o=orcs(86, 100))
    state = p.state.but(phase="setup", spots={"hero": (30_000, 12_000)})
    other = state.characters["hero"]
    state = state.but(characters={**state.characters, "second": other})
    spot = best_place(p.with_state(state), "second")
    assert spot is not None and spot[0] > 100_000


def test_everybody_shoots_before_the_phase_ends() -> None:
    t = Bench(pieces={"c": crossbows(60, 60), "g": general(60, 20), "o": orcs(60, 85)}, step="shooting", waits=True)
    assert shortlist(t.position, t.ask) == ["c shoots o"]


def test_a_rider_who_cannot_stay_where_he_is_gets_the_nearest_place() -> None:
    p = table(h=foot(60, 30), hero=hero(60, 60), o=orcs(60, 61))
    spot = RidePlace(piece="hero").fallback(p)
    assert spot is not None and spot != (60_000, 60_000)
    assert RidePlace(piece="hero").refuse(p, spot) is None


def test_advice_compares_orders_although_a_regular_looks_at_one() -> None:
    bench = Bench(
        pieces={"h1": foot(60, 30), "h3": foot(110, 30), "hero": hero(66, 26), "o": orcs(66, 100)},
        step="orders",
        waits=True,
    )
    ask = bench.game.waiting
    assert isinstance(ask, Ask)
    chosen = shortlist(bench.position, ask)
    assert chosen is not None and len(chosen) == 1
    told = explain(View(bench.rules, bench.game, ask.seat), nodes=60)
    assert len(told) >= 2 and chosen[0] in [advice.answer for advice in told]
