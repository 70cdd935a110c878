"""How regulars of Warmaster attack: where they deploy, who charges together, what they fear."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable import find
from sandtable.bots.rollout import Lookahead, candidates
from sandtable.chance import Seeded
from sandtable.core import Ask, Position, Roll, answer, begin
from sandtable.rulesets.warmaster.appraisal.approaches import way_from, way_to_foe
from sandtable.rulesets.warmaster.appraisal.body_ways import progress, sidesteps
from sandtable.rulesets.warmaster.appraisal.character_plans import alone, best_ride
from sandtable.rulesets.warmaster.appraisal.charge_plans import charge_gains, charges_of
from sandtable.rulesets.warmaster.appraisal.deployments import layout, unit_place
from sandtable.rulesets.warmaster.appraisal.order_plans import approach_wish, ranked_orders, wish
from sandtable.rulesets.warmaster.appraisal.shooting_threats import shooting_threats
from sandtable.rulesets.warmaster.appraisal.shortlists import shortlist
from sandtable.rulesets.warmaster.appraisal.threats import threats
from sandtable.rulesets.warmaster.command.march import March
from sandtable.rulesets.warmaster.measuring.crowd import crowd
from sandtable.rulesets.warmaster.state.rules import entry
from sandtable.rulesets.warmaster.turn.initiative import InitiativeMenu
from tests.rules.warmaster.kit import Bench, crossbows, foot, general, goblins, hero, knights, orcs, unit

CLIFF = {"id": "cliff", "kind": "cliff", "points": [[65, 32], [100, 32], [100, 35], [65, 35]]}


def table(terrain: Any = (), **pieces: Any) -> Any:
    return Bench(pieces=pieces, table={"terrain": list(terrain)}, step="orders", waits=True).position


def deploying(scenery: str, army: str) -> Position[Any, Any]:
    """A battle before anybody is deployed."""
    rules = find("warmaster")
    game = begin(rules, *rules.new_game({"armies": [army, army], "table": scenery, "scenario": "pitched"})).game
    dice = Seeded(1)
    while isinstance(game.waiting, Roll):
        faces, dice = dice.throw(game.waiting, rules.dice)
        game = answer(rules, game, faces, trusted=True).game
    return Position(rules, game.state)


def test_an_army_deploys_in_brigades_that_fit_its_zone() -> None:
    p = deploying("open_field", "empire_1000")
    found = {u: unit_place(p, u) for u, own in p.state.units.items() if own.seat == 0}
    assert None not in found.values() and len(found) == len(set(found.values()))
    assert layout(p, 0).wide < 90_000  # the suggested line is 140 cm long


def test_missile_troops_stand_in_front_and_chariots_behind() -> None:
    p = deploying("old_works", "orcs_1000")
    behind = {u: at[1] for u, at in layout(p, 0).places.items()}
    shooting = [at for u, at in behind.items() if entry(p, u).type == "infantry" and entry(p, u).shots]
    assert max(shooting) <= max(at for u, at in behind.items() if entry(p, u).type == "infantry")
    assert behind["wolf_chariots_1"] > behind["boar_riders_1"]


def test_where_only_fords_cross_the_river_brigades_stand_in_depth_before_the_nearer_one() -> None:
    """Beyond it there is room to form up."""
    p = deploying("two_fords", "orcs_1000")
    rows = sorted({at[1] for u, at in layout(p, 0).places.items() if entry(p, u).type == "infantry"})
    assert len(rows) == 4
    x, y, _ = unit_place(p, "orc_warriors_1") or (0, 0, 0)
    assert x < 60_000 if y < 60_000 else x > 120_000


def test_two_units_charge_whom_neither_would_charge_alone() -> None:
    def gains(**more: Any) -> list[tuple[tuple[str, ...], float]]:
        return list(charges_of(table(g1=goblins(54, 60, seat="a"), o=orcs(60, 75), **more), ("g1", *more)))

    assert gains() == []
    assert [units for units, _ in gains(g2=goblins(66, 60, seat="a"))] == [("g1", "g2")]


def test_a_friend_in_the_fight_makes_a_charge_better() -> None:
    alone_ = table(k=knights(60, 60), o=orcs(60, 82))
    helped = table(k=knights(60, 60), o=orcs(60, 82), h=unit("halberdiers", "a", 67, 82, 180))
    one, two = ({t: gain for gain, t in charge_gains(p, "k")}["o"] for p in (alone_, helped))
    assert crowd(helped).fought("o") == ("h",) and two > one


def test_an_order_is_not_given_for_a_charge_that_finds_no_way() -> None:
    wall = {"id": "wall", "kind": "cliff", "points": [[20, 66], [100, 66], [100, 69], [20, 69]]}
    free, barred = (table(terrain, k=knights(60, 60), g=goblins(60, 82)) for terrain in ((), (wall,)))
    charges = [list(charges_of(p, ("k",), exact=True)) for p in (free, barred)]
    assert charges[0] and not charges[1]
    assert wish(free, ("k",), exact=True) == charges[0][0][1]
    assert wish(barred, ("k",), exact=True) <= approach_wish(barred, "k", 30_000)  # only the way round


def test_three_that_charge_together_are_feared_more_than_one() -> None:
    one = table(k=knights(60, 40), o=orcs(60, 58))
    three = table(k=knights(60, 40), o=orcs(60, 58), q=orcs(46, 58), r=orcs(74, 58))
    assert threats(three)["k"] > 2 * threats(one).get("k", 0.0)


def test_infantry_beside_infantry_is_feared_for_less() -> None:
    single = table(h=foot(60, 40), o=orcs(60, 58))
    backed = table(h=foot(60, 40), b=foot(60, 38), o=orcs(60, 58))
    assert threats(single)["h"] > threats(backed)["h"] > 0


def test_shots_count_when_they_may_take_a_stand() -> None:
    few = table(h=foot(60, 60), c=crossbows(60, 30))
    many = table(o=orcs(60, 60), c=crossbows(60, 35), d=crossbows(72, 35), e=crossbows(48, 35))
    away = table(o=orcs(60, 60), c=unit("crossbowmen", "a", 60, 35, 270))
    assert few.state.units["h"].seat == 0 and shooting_threats(few) == {}
    assert shooting_threats(many)["o"] > 0 and shooting_threats(away) == {}


def test_a_body_steps_aside_past_a_corner() -> None:
    p = table((CLIFF,), h=foot(61, 30.9), o=orcs(70, 90))
    rects = list(crowd(p).of("h"))
    assert progress(p, ("h",), 20_000) > 12_000
    assert any(abs(dx) > 1_000 and dy > 12_000 for dx, dy in sidesteps(p, ("h",), rects, 20_000))
    moves = March(pieces=("h",)).candidates(p, 8, Random(1))
    assert any(dict(move)["h"][1] > 42_000 for move in moves if len(dict(move)["h"]) == 3)


def test_one_close_under_a_cliff_goes_round_it() -> None:
    p = table((CLIFF,), h=foot(82, 30.5), o=orcs(82, 90))
    assert way_to_foe(p, "h") > 60_000
    assert way_from(p, "h", (60_000, 40_000)) < way_to_foe(p, "h")


def test_mounted_troops_are_not_slowed_by_foot() -> None:
    p = table(h=foot(60, 30), k=knights(69, 31), hero=hero(66, 26), o=orcs(66, 100))
    assert all(len(plan.body) == 1 for plan in ranked_orders(p))


def test_the_general_flees_to_no_unit_that_is_about_to_be_ridden_down() -> None:
    near = table(h=foot(60, 40), g=general(60, 36), o=orcs(20, 110))
    foes = {"k1": knights(52, 62, seat="b"), "k2": knights(60, 62, seat="b"), "k3": knights(68, 62, seat="b")}
    doomed = table(h=foot(60, 40), g=general(60, 36), **foes)
    assert alone(doomed, "g", (60_000, 36_000)) > 50 > alone(near, "g", (60_000, 36_000))


def test_nobody_rides_to_be_heard_when_no_turn_is_left() -> None:
    p = table(h1=foot(60, 40), h2=foot(72, 40), g=general(105, 5), o=orcs(66, 100))
    assert best_ride(p, "g") != "stay"
    assert best_ride(p.with_state(p.state.but(turn=12, last=12)), "g") == "stay"


def test_a_narrow_search_looks_at_the_best_charges_first() -> None:
    t = Bench(pieces={"k": knights(60, 60), "g": goblins(60, 75), "o": orcs(72, 78)}, step="start", waits=True)
    ask = t.game.waiting
    assert isinstance(ask, Ask)
    listed = shortlist(t.position, ask)
    assert listed is not None and len(listed) > 1
    assert candidates(t.rules, t.game, ask, 1, Random(1)) == listed[:1] == ["k charges g"]


def test_in_its_last_turn_a_side_that_is_not_ahead_charges_whom_it_can_and_one_that_is_takes_care() -> None:
    p = table(g=goblins(60, 60, seat="a"), o=orcs(60, 75), q=orcs(150, 110))
    gone = p.state.units["q"].but(where="destroyed")
    stands = {name: poses for name, poses in p.state.stands.items() if name != "q"}
    ahead = p.with_state(p.state.but(units={**p.state.units, "q": gone}, stands=stands))

    def gain(q: Any, turn: int) -> float:
        return charge_gains(q.with_state(q.state.but(turn=turn, last=24)), "g")[0][0]

    assert gain(p, 5) < 0 < gain(p, 23) and gain(ahead, 23) < gain(ahead, 5) < 0


def test_an_evasion_is_judged_before_the_next_unit_acts() -> None:
    """As a charge is: else whoever evades first would be credited with what his friends do after him."""
    pieces = {"h": foot(40, 30), "k": knights(56, 30), "o": orcs(48, 46), "general": general(10, 5)}
    t = Bench(pieces=pieces, step="command", waits=True)
    t.play("h evades o")
    ahead = Lookahead(t.rules, 0, (8, 2), 1)
    after = ahead.after(t.game, t.ask.domain.fallback(t.position))
    assert ahead.nodes == 1
    assert isinstance(after.waiting, Ask) and isinstance(after.waiting.domain, InitiativeMenu)
