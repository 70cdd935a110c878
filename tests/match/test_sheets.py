"""Sheets: printed and current numbers with reasons, weapons, rules with text, tracks, effects with their end."""

from __future__ import annotations

import pytest

from sandtable.core import Position, Term, find
from sandtable.core.sheets import Sheet, reasons
from sandtable.match import new_match
from tests.examples.duel_table import at, table
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf


def of(p: Position, id: str) -> Sheet:
    found: Sheet | None = p.rules.showing.sheet(p, id)
    assert found is not None, id
    return found


def test_a_model_tells_printed_and_current_numbers_with_reasons() -> None:
    bench = Bench(pieces={"wolf": wolf([10, 10], effects=["fire"], arc=2), "m": marauder([20, 20])})
    sheet = of(bench.position, "wolf")
    stats = {stat.name: stat for stat in sheet.stats}
    assert stats["RAT"].current == str(int(stats["RAT"].printed) - 1)
    assert [(r.amount, r.text, r.cite) for r in stats["RAT"].reasons if r.text == "Fire"] == [(-1, "Fire", "WC-CE-7")]
    assert stats["ARM"].current == ""
    assert {track.name: (track.filled, track.boxes) for track in sheet.tracks}["Arc"] == (2, 3)
    assert sheet.effects[0].name == "Fire"
    assert "RAT -1" in sheet.effects[0].text and sheet.effects[0].ends
    assert all(rule.text for rule in sheet.rules) and sheet.rules
    assert {stat.name for stat in sheet.weapons[0].stats} >= {"RNG", "POW"}


def test_a_barred_weapon_is_marked_lost() -> None:
    bench = Bench(pieces={"wolf": wolf([10, 10], effects=["system_failure"], barred="ranged"), "m": marauder([20, 20])})
    lost = {weapon.id: weapon.lost for weapon in of(bench.position, "wolf").weapons}
    kinds = {slot: rules().cards.weapon(slot).kind for slot in lost}
    assert lost == {slot: kind == "ranged" for slot, kind in kinds.items()}
    assert True in lost.values()


def test_squads_reserves_cards_markers_terrain_and_players_have_sheets() -> None:
    match = new_match("warcaster", seed=4, mission="boiling_point")
    p = match.position
    reserve = next(name for name, unit in p.state.units.items() if unit.place == "reserve")
    kinds = {
        reserve: "reserve",
        next(iter(p.state.objectives)): "marker",
        p.state.map.features[0].id: "terrain",
        p.state.players[0].hand[0]: "card",
        "a": "seat",
    }
    assert {id: of(p, id).kind for id in kinds} == kinds
    squad = Bench(pieces={"r": piece("ranger_fire_team", "a", [[10, 10], [11, 10]]), "m": marauder([20, 20])})
    sheet = of(squad.position, "r")
    assert (sheet.kind, sheet.tracks[0].filled) == ("body", 2)
    assert p.rules.showing.sheet(p, "nobody") is None


def test_a_players_sheet_names_no_card() -> None:
    p = new_match("warcaster", seed=4, mission="boiling_point").position
    said = repr(of(p, "b"))
    assert not [card for card in p.state.players[1].hand if card in said or p.rules.cards.cyphers[card].name in said]


def test_a_duellist_on_guard() -> None:
    p = table(rosalind=at(5, 5, guard=True)).position
    sheet = of(p, "rosalind")
    defence = next(stat for stat in sheet.stats if stat.name == "defence")
    assert int(defence.current) == int(defence.printed) + 2
    assert (sheet.effects[0].name, sheet.effects[0].ends) == ("on guard", "until the next turn of seat a")
    assert [of(p, id).kind for id in ("feint", "b")] == ["card", "seat"]


@pytest.mark.parametrize("name", ["duel", "duel-first", "lines", "warcaster"])
def test_everything_on_the_table_has_a_sheet(name: str) -> None:
    match = new_match(find(name), seed=2)
    while match.ask is not None and not match.scene().pieces:
        match.answer(match.ask.default)
    scene = match.scene()
    for thing in (*scene.pieces, *scene.bodies):
        assert of(match.position, thing.id).title


def test_a_term_that_sets_a_value_is_told_as_the_difference() -> None:
    terms = (Term(13, "DEF", op="base"), Term(7, "movement disabled", op="set"), Term(2, "cover"))
    assert [(r.amount, r.text) for r in reasons(terms)] == [(-6, "movement disabled"), (2, "cover")]
