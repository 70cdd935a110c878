"""What bots of Warmaster value: fights by their likely end, the approach, the General's safety, orders left."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.rulesets.warmaster.appraisal.charge_plans import answered
from sandtable.rulesets.warmaster.appraisal.expected_fights import expected_fights
from sandtable.rulesets.warmaster.appraisal.threats import threats, weights
from sandtable.rulesets.warmaster.command.orders import OrderMenu
from sandtable.rulesets.warmaster.ruleset import Warmaster
from tests.rules.warmaster.kit import Bench, foot, general, goblins, hero, knights, orcs, unit


def table(**pieces: Any) -> Any:
    return Bench(pieces=pieces, step="orders", waits=True).position


def worth(p: Any, seat: int = 0) -> int:
    return sum(term.value for term in Warmaster().judging.appraise(p, seat))


def test_a_fight_counts_for_whom_it_favours() -> None:
    (fight,) = expected_fights(table(k=knights(60, 40), g=goblins(60, 43)))
    p = table(k=knights(60, 40), g=goblins(60, 43))
    assert fight.units == ("k", "g") and fight.hits["g"] > fight.hits["k"]
    assert fight.gain(p, 0) > 0 > fight.gain(p, 1)


def test_units_apart_fight_nobody() -> None:
    assert expected_fights(table(k=knights(60, 40), g=goblins(60, 44))) == ()


def test_going_to_meet_the_enemy_is_worth_something_to_who_goes() -> None:
    far, near = (table(h=foot(60, y), o=orcs(60, 90)) for y in (20, 50))
    assert worth(near) > worth(far)


def test_units_in_touch_are_worth_more_than_the_same_apart() -> None:
    together, apart = (table(h1=foot(60, 30), h2=foot(x, 30), o=orcs(60, 90)) for x in (72, 73))
    assert worth(together) > worth(apart)


def test_a_general_alone_near_the_enemy_is_in_danger_if_he_can_flee_to_nobody() -> None:
    def standing(y: float, friend: float) -> int:
        return worth(table(h=foot(60, friend), g=general(60, y), o=orcs(60, 60)))

    assert standing(26, 10) - standing(50, 10) > 60_000
    assert 0 < standing(26, 30) - standing(50, 30) < 15_000


def test_leaders_who_have_yet_to_ride_are_not_left_behind() -> None:
    """Units go ahead of them while orders are given: they follow at the end of the phase."""

    def far(phase: str, moved: bool) -> int:
        t = Bench(pieces={"h": foot(60, 70), "hero": hero(60, 26), "o": orcs(60, 110)}, step="orders", waits=True)
        state = t.position.state.character("hero", moved=moved).but(phase=phase)
        terms = Warmaster().judging.appraise(t.position.with_state(state), 0)
        return sum(term.value for term in terms if term.group == "far hero")

    assert far("command", False) == 0
    assert far("command", True) == far("shooting", False) < -5_000


def test_who_fights_among_enemies_without_friends_near_may_lose_more() -> None:
    def lost(**more: Any) -> int:
        p = table(k=knights(60, 40), o=orcs(60, 43), **more)
        return sum(t.value for t in Warmaster().judging.appraise(p, 0) if t.group == "friends k")

    assert lost() == lost(q=orcs(60, 57), h=foot(60, 25)) == 0
    assert lost(q=orcs(60, 57), r=orcs(72, 57)) < lost(q=orcs(60, 57)) < 0


def test_orders_left_count_until_they_are_given() -> None:
    t = Bench(pieces={"h": foot(60, 30), "hero": hero(60, 26), "o": orcs(60, 90)}, step="orders", waits=True)
    ask = t.ask
    assert isinstance(ask.domain, OrderMenu)
    assert sum(term.value for term in Warmaster().judging.outlook(t.position, ask)) > 0


def test_a_unit_that_may_be_charged_is_in_danger_and_each_enemy_counts_once() -> None:
    lone = threats(table(g=goblins(60, 40, seat="a"), k=knights(60, 60, seat="b")))
    assert lone["g"] > 0
    two = threats(table(g=goblins(60, 40, seat="a"), h=goblins(72, 40, seat="a"), k=knights(60, 60, seat="b")))
    assert sorted((two.get("g", 0.0) > 0, two.get("h", 0.0) > 0)) == [False, True]


def test_turned_away_engaged_or_out_of_reach_nobody_threatens() -> None:
    for enemy in (knights(60, 60, seat="b", facing=90), knights(60, 78, seat="b")):
        assert "g" not in threats(table(g=goblins(60, 40, seat="a"), k=enemy))
    fighting = table(g=goblins(60, 40, seat="a"), h=foot(80, 57), k=knights(80, 60, seat="b"))
    assert "g" not in threats(fighting)


def test_beyond_20_cm_a_charge_needs_an_order_and_is_feared_less() -> None:
    near, far = (threats(table(g=goblins(60, 40, seat="a"), k=knights(60, y, seat="b")))["g"] for y in (62, 64.5))
    assert near > far > 0


def test_the_general_orders_last_and_first_when_there_is_only_one_order_to_give() -> None:
    """His failure ends all orders; but a unit ordered by one is ordered by no other (WM-CMD-17)."""

    def suggested(**pieces: Any) -> list[str]:
        pieces = {"h": foot(60, 30), "o": orcs(60, 90), "general": general(60, 26), **pieces}
        t = Bench(pieces=pieces, step="orders", waits=True)
        return [str(answer) for answer in t.ask.domain.candidates(t.position, 2, Random(3))]

    assert suggested(hero=hero(62, 26), f=foot(75, 30))[0].startswith("hero orders")
    assert suggested(hero=hero(62, 26))[0] == "general orders h"
    assert suggested()[0] == "general orders h"


def test_flyers_beyond_every_character_are_out_of_command() -> None:
    def said(y: float, moved: bool = True) -> list[str]:
        p = table(f=unit("sky_riders", "a", 60, 40), c=hero(60, y), o=orcs(60, 110))
        p = p.with_state(p.state.character("c", moved=moved))
        return [str(term.group) for term in Warmaster().judging.appraise(p, 0) if "command" in str(term.group)]

    assert said(30) == [] and said(10) == ["command f"]
    assert said(10, moved=False) == []  # he may follow


def test_threats_that_no_turn_is_left_for_count_nothing() -> None:
    p = table(h=foot(60, 40), o=orcs(60, 60))

    def at(turn: int, phase: str) -> tuple[float, float]:
        return weights(p.with_state(p.state.but(turn=turn, last=12, phase=phase)), p.state.active)

    assert min(at(3, "command")) > 0 and weights(p, 0)[0] > 0
    assert at(12, "command") == (0.0, at(3, "command")[1])  # one's own charges of this turn are to come
    assert at(12, "combat") == (0.0, 0.0)
    assert at(11, "combat")[0] > 0 == at(11, "combat")[1]


def test_nobody_fears_to_be_cut_off_in_the_last_turn() -> None:
    p = table(k=knights(60, 60), g=goblins(60, 85), o=orcs(74, 88), q=orcs(46, 88))
    last = p.with_state(p.state.but(turn=12, last=12))
    assert answered(p, "k", ["o", "q"]) > 0 == answered(last, "k", ["o", "q"])
