"""What an event, a model or a card that says nothing of it means: also in records made before it could say so."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.state.events import Dropped, Fell, GatePlaced, Moved, Placed, Repaired, Repositioned
from sandtable.rulesets.warcaster.state.stats import Arm, Def, Foc, Mat, ModelStat, Rat, Spd, Str
from sandtable.rulesets.warcaster.state.table import Model, Objective, Table
from tests.rules.warcaster.kit import Bench, Change, marauder, piece, rules

EVENTS: tuple[Change, ...] = (
    Moved(model="m", path=((9000, 9000),), cite=""),
    Repositioned(model="m", x=9000, y=9000, cite=""),
    Fell(model="m", x=9000, y=9000, height=3000, cite=""),
    Placed(model="m", unit="m", card="marauder", x=9000, y=9000, cite=""),
    GatePlaced(gate="m", seat=0, x=9000, y=9000, cite=""),
)


def high() -> Table:
    roof = {"kind": "structure", "id": "roof", "at": [10, 10], "size": [6, 6], "height": 3}
    pieces = {"m": marauder([10, 10], "a", z=3, on="roof"), "h": piece("hunter", "b", [25, 25])}
    return Bench(table={"size": 30, "terrain": [roof]}, pieces=pieces).state


@pytest.mark.rule("WC-MEAS-4")
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_that_says_no_height_is_on_the_ground(event: Change) -> None:
    after = event.apply(high()).models["m"]
    assert (after.x, after.y, after.z, after.on) == (9000, 9000, 0, "")


@pytest.mark.rule("WC-OBJ-10")
def test_an_objective_dropped_without_a_height_lies_on_the_ground() -> None:
    ore = {"ore_centre": {"kind": "portable", "at": [15, 10], "z": 2}}
    pieces = {"m": marauder([10, 10], "a"), "h": piece("hunter", "b", [25, 25])}
    t = Bench(mission="strange_matter", objectives=ore, table={"size": 48}, pieces=pieces)
    after = Dropped(model="m", objective="ore_centre", x=9000, y=9000, cite="").apply(t.state)
    assert after.objectives["ore_centre"].z == 0
    plain, model = Objective(x=1, y=1, kind="portable"), Model(unit="m", card="marauder", x=1, y=1)
    assert (plain.z, plain.number, plain.terrain, plain.side, plain.carrier) == (0, 0, False, "", "")
    assert (model.z, model.damage, model.effects, model.carrying) == (0, 0, (), "")


@pytest.mark.rule("WC-STAT-2", "WC-STAT-3", "WC-STAT-4", "WC-STAT-5", "WC-STAT-6", "WC-STAT-7", "WC-STAT-8")
@pytest.mark.parametrize(
    ("name", "stat", "least"),
    [
        ("SPD", Spd, 0),
        ("STR", Str, 0),
        ("MAT", Mat, 0),
        ("RAT", Rat, 0),
        ("FOC", Foc, 0),
        ("DEF", Def, 0),
        ("ARM", Arm, 1),
    ],
)
def test_a_stat_that_a_card_does_not_print_is_none(
    name: str, stat: type[ModelStat], least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ARM is 1 at least: strikes are divided by it."""
    t = Bench(pieces={"m": marauder([10, 10], "a"), "h": piece("hunter", "b", [25, 25])})
    monkeypatch.delitem(rules().cards.units["marauder"].stats, name, raising=False)
    assert stat("m").printed(t.position) == t.value(stat("m")) == least
    terms = {term.op: term.value for term in stat("m").base(t.position)}
    assert terms == {"base": least, "least": least}


@pytest.mark.rule("WC-SETUP-13", "WC-PULSE-1", "WC-ARC-1")
def test_on_a_new_table_nothing_has_happened_yet() -> None:
    state = rules().new_game({"mission": "boiling_point"}).state
    assert (state.round, state.box, state.turn, state.gates, state.geyser) == (1, 0, 0, 0, 0)
    assert (state.first, state.step, state.activating) == (0, "", "")
    assert (state.mercy, state.started, state.active, state.first, state.sides) == (True, False, 0, 0, (0, 1))
    assert not state.models and not state.in_play(0) and not state.in_play(1)
    for player in state.players:
        assert (player.well, player.vp, player.kills, player.recon, player.scored) == (7, 0, 0, False, ())
    assert {(u.arc, u.token, u.lost, u.entered) for u in state.units.values()} == {(0, False, (), -1)}


@pytest.mark.rule("WC-SPEC-6")
@pytest.mark.parametrize(("points", "left"), [(1, 1), (2, 0), (3, 0), (9, 0)])
def test_no_repair_takes_away_more_than_there_is(points: int, left: int) -> None:
    before = Bench(pieces={"m": marauder([10, 10], "a", damage=2), "h": piece("hunter", "b", [25, 25])}).state
    assert Repaired(model="m", points=points).apply(before).models["m"].damage == left
