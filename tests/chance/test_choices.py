"""Odds of a choice in a game or a match: the summary, its reasons, and that it is remembered."""

from __future__ import annotations

from fractions import Fraction
from time import perf_counter

import pytest

import sandtable as st
from sandtable.chance import Odds, Typed, always, choice_odds, follow
from sandtable.core import Game, Refused, begin
from sandtable.match import Match
from tests.rules.warcaster.kit import Bench, marauder, rules, wolf

WALL = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 14.5], "size": [4, 0.5]}]}
SHOT = "attack marauder with rail_gun"
KILL = Fraction(221647342128126611, 18953525353286467584)


def pieces() -> dict[str, object]:
    return {"wolf": wolf([15, 8], arc=2), "marauder": marauder([15, 15.6]), "m": marauder([3, 27])}


def menu() -> Game:
    return Bench(table=WALL, pieces=pieces()).play("activate wolf").game


def at_table() -> Match:
    start = rules().scenarios.position(rules(), {"table": WALL, "pieces": pieces()})
    match = Match(rules(), begin(rules(), start.state, start.frame), Typed(), from_position=True)
    match.answer("activate wolf")
    return match


def test_a_choice_on_the_table_has_the_odds_of_its_figures() -> None:
    odds = at_table().odds(SHOT)
    assert odds["destroy"] == KILL
    assert odds["hit"] == Fraction(19563607, 30233088)
    assert odds["damage"][3] == KILL
    assert odds["arc"] == {2: 1}
    assert st.odds(at_table(), SHOT).ends == odds.ends


def test_the_reasons_come_with_their_rules() -> None:
    found = at_table().odds(SHOT).summary
    assert found is not None
    lines = {d.pool: d for d in found.dice}
    assert lines["attack"].dice == (("A", 4, 4), ("P", 2, 2))
    assert [(r.why, r.cite) for r in lines["attack"].reasons] == [("RAT", "WC-ATK-4"), ("Arc", "WC-ARC-10")]
    assert ("cover: obstacle_1", "WC-COVER-1") in [(r.why, r.cite) for r in lines["defence"].reasons]
    assert lines["damage"].dice == (("A", 5, 5), ("P", 1, 12))
    assert str(lines["damage"]).endswith("1 to 12 margin (WC-ATK-7)")


def test_a_plan_in_a_match() -> None:
    match = at_table()
    odds = match.odds(st.everything_at("marauder"), always)
    assert odds.exact
    assert odds["destroy"] > match.odds([SHOT], always)["destroy"] > 0
    assert match.odds([SHOT])["destroy"] == KILL


def test_a_plan_tells_how_many_hits_and_whether_there_was_one() -> None:
    match = at_table()
    one, two = match.odds(SHOT), match.odds([SHOT, "attack marauder with battle_rifle"])
    assert match.odds([SHOT])["hits"] == {0: 1 - one["hit"], 1: one["hit"]}
    other = match.odds("attack marauder with battle_rifle")["hit"]
    assert two["hits"][0] == (1 - one["hit"]) * (1 - other)
    assert two["hit"] == 1 - two["hits"][0]
    assert two["hits"][2] == (one["hit"] - one["destroy"]) * other, "nobody shoots at a dead one"
    told = one.summary.data()  # type: ignore[union-attr]
    assert [name for name in told if name in ("hit", "hits", "damage", "destroy")] == ["hit", "destroy", "damage"]


def test_in_the_middle_of_an_attack_all_of_it_counts() -> None:
    """At the spike before the damage roll of a hit: used or not."""
    match = at_table()
    match.answer(SHOT)
    match.throw(((1, 1, 1, 0, 1, 1), (0, 0, 1, 1)))
    assert match.ask is not None
    keys = [o.key for o in match.ask.domain.options or ()]
    assert keys == ["spike arc_booster", "pass"]
    used, kept = (match.odds(key) for key in keys)
    assert used["hit"] == kept["hit"] == 1
    assert used["destroy"] > kept["destroy"] > 0
    assert (used["arc"], kept["arc"]) == ({1: 1}, {2: 1})


def test_an_illegal_choice_is_refused_with_its_rule() -> None:
    match = at_table()
    with pytest.raises(Refused, match="WC-ATK-3"):
        match.odds("attack nobody with rail_gun")
    with pytest.raises(Refused, match="nobody has to choose"):
        choice_odds(rules(), match.game.but(waiting=None, stack=()), SHOT)


def test_a_repeated_question_is_remembered() -> None:
    first, game = choice_odds(rules(), menu(), SHOT), menu()  # the same position, set up again
    assert choice_odds(rules(), game, SHOT) is first
    assert choice_odds(rules(), game, SHOT, always) is not first
    assert choice_odds(rules(), game, SHOT, budget=10) is not first
    best = min(timed(game) for _ in range(50))
    assert best < 0.0005


def timed(game: Game) -> float:
    began = perf_counter()
    choice_odds(rules(), game, SHOT)
    return perf_counter() - began


def test_frames_by_themselves_have_ends_and_no_summary() -> None:
    odds: Odds = follow(rules(), menu())
    with pytest.raises(KeyError, match="of frames, not of a choice"):
        odds["hit"]
    assert str(odds) == "1 ends"


def test_another_game_gets_it_all_from_its_facts() -> None:
    """Duel names its pieces and says whether an attack hit; damage, death and score are the engine's to tell."""
    odds = st.odds("duel", attacker="rosalind", target="gunther", health=3)
    assert odds["hit"] == Fraction(5, 6)
    assert sum(odds["damage"].values()) == 1
    assert 0 < odds["destroy"] < odds["hit"]
    match = st.new_match("duel", seed=7)
    asked = match.ask
    assert asked is not None
    key = asked.domain.candidates(1)[0]
    assert match.odds(key).exact
