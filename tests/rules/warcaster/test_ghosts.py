"""The bases that a person is about to put down, as a screen draws them: each of its own size (WC-STAT-15)."""

from __future__ import annotations

import pytest

from sandtable.core import Path
from sandtable.geometry.shapes import Disc
from sandtable.rulesets.warcaster.movement.move import Advance
from sandtable.rulesets.warcaster.movement.placing import Reposition
from sandtable.rulesets.warcaster.movement.rejoin_squad import BackWith
from sandtable.rulesets.warcaster.movement.replace_model import InPlaceOf
from sandtable.rulesets.warcaster.turn.deployment_places import Arrive, DeployPlaces
from tests.rules.warcaster.kit import Bench, marauder, piece

SMALL, MEDIUM, LARGE = 591, 787, 984


def bench() -> Bench:
    squad = piece("ranger_fire_team", "a", [[10, 12], [11.5, 12], None])
    return Bench(pieces={"r": squad, "m": marauder([20, 21]), "gate_1": piece("void_gate", "a", [15, 8], arc=5)})


@pytest.mark.rule("WC-STAT-15", "WC-DEPLOY-6")
def test_whoever_comes_from_nowhere_is_drawn_about_the_origin() -> None:
    p = bench().position
    arrive = Arrive(piece="wolf", unit="wolf", card="dusk_wolf", seat=0, near="gate_1")
    assert arrive.shapes(p) == {"wolf": Disc(0, 0, LARGE)}
    cards = (("r.1", "ranger_fire_team"), ("r.2", "ranger_fire_team"), ("m", "marauder"))
    whole = DeployPlaces(pieces=("r.1", "r.2", "m"), unit="r", cards=cards, seat=0, gate="gate_1")
    assert whole.shapes(p) == {"r.1": Disc(0, 0, SMALL), "r.2": Disc(0, 0, SMALL), "m": Disc(0, 0, MEDIUM)}
    assert BackWith(piece="r.3", unit="r").shapes(p) == {"r.3": Disc(0, 0, SMALL)}


@pytest.mark.rule("WC-STAT-15", "WC-MOVE-8", "WC-SQUAD-2")
def test_whoever_is_on_the_table_is_drawn_where_it_stands() -> None:
    p = bench().position
    assert InPlaceOf(piece="m", card="dusk_wolf").shapes(p) == {"m": Disc(20_000, 21_000, LARGE)}
    beside = Reposition(pieces=("r.2",), of="r.1", reach=2000).after(p, (), "r.2")
    assert beside.shapes(p) == {"r.2": Disc(11_500, 12_000, SMALL)}


@pytest.mark.rule("WC-FALL-1", "WC-MOVE-1")
def test_a_move_stops_where_its_path_ends_unless_the_model_falls() -> None:
    """Where it comes to lie is not for it to say."""
    roof = {"kind": "structure", "id": "roof", "height": 3, "at": [15, 15], "size": [6, 6]}
    pieces = {"h": piece("hunter", "a", [15, 16], z=3, on="roof"), "m": marauder([28, 28])}
    p = Bench(table={"size": 30, "terrain": [roof]}, pieces=pieces).position
    move = Advance(piece="h", allowance=9000)
    assert move.stops_at(p, ((15_000, 14_000),)) == (15_000, 14_000)
    assert move.stops_at(p, ((15_000, 20_000),)) is None
    assert move.stops_at(p, ()) == Path.stops_at(move, p, ())
