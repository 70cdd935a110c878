"""Every invariant notices a doctored table, and says what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.core import Effect, Position
from sandtable.rulesets.warcaster.state.table import Table
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf


def sound() -> Table:
    roof = {"size": 30, "terrain": [{"kind": "structure", "height": 2, "at": [20, 20], "size": [6, 6]}]}
    squad = piece("ranger_fire_team", "a", [[5, 5], [6.5, 5], None, [9.5, 5]], attachments=["warder"], arc=1)
    t = Bench(
        table=roof,
        pieces={
            "r": squad,
            "wolf": wolf([15, 8], arc=2),
            "h": piece("hunter", "a", [12, 12], carrying="ore"),
            "up": piece("hunter", "a", [20, 20], z=2, on="structure_1"),
            "gate_1": piece("void_gate", "b", [25, 25], arc=3),
            "away": {"seat": "b", "unit": "grafter"},
            "m": marauder([15, 28]),
        },
        objectives={"ore": {"at": [1, 1], "kind": "portable"}, "mark": {"at": [9, 9], "kind": "permanent"}},
        seats={
            "a": {"hand": ["cryo_lock"], "in_play": {"impulse_inducer": "wolf"}},
            "b": {"attachments": {"raker": 1}},
        },
    )
    return t.state


DOCTORED: dict[str, tuple[Callable[[Table], Table], str]] = {
    "Arc out of nothing": (lambda s: s.with_player(0, well=6), "3 Arc on units and gates and 6 in the well"),
    "a well below nothing": (lambda s: s.with_player(0, well=-1).with_unit("wolf", arc=3), "-1 in the well"),
    "too much on one unit": (lambda s: s.with_unit("h", arc=2).with_player(0, well=2), "h holds 2 Arc"),
    "Arc in reserve": (lambda s: s.with_unit("away", arc=1).with_player(1, well=3), "away holds 1 Arc"),
    "in play without a model": (lambda s: s.with_unit("away", place="play"), "away is in play and has no model"),
    "in reserve with a model": (lambda s: s.with_unit("m", place="reserve"), "m is in reserve and has some model"),
    "a token in reserve": (lambda s: s.with_unit("away", token=True), "away is not in play but keeps"),
    "no Hero removed": (lambda s: s.with_unit("away", place="removed"), "away is no Hero"),
    "a model of nobody": (
        lambda s: s.but(models={**s.models, "x": s.models["m"].but(unit="x", x=3000, y=20000)}),
        "a model of x",
    ),
    "a trooper too few": (lambda s: s.with_unit("r", lost=()), "r has"),
    "a trooper twice": (lambda s: s.with_unit("r", lost=("r.2", "r.3")), "r has"),
    "the wrong card": (lambda s: s.with_model("r.warder", card="ranger_fire_team"), "r.warder is a ranger_fire_team"),
    "an attachment twice": (lambda s: s.with_unit("r", attachments=("warder", "warder")), "r has an attachment twice"),
    "attachments below nothing": (lambda s: s.with_player(1, attachments=(("raker", -1),)), "fewer attachments"),
    "dead on its feet": (lambda s: s.with_model("wolf", damage=3), "wolf has 3 damage of 3"),
    "a gate with damage": (lambda s: s.with_model("gate_1", damage=1), "gate_1 has 1 damage"),
    "three gates": (
        lambda s: s.but(
            units={**s.units, **{g: s.units["gate_1"].but(arc=0) for g in ("g2", "g3")}},
            models={
                **s.models,
                **{g: s.models["gate_1"].but(unit=g, x=3000 * i, y=24000) for i, g in enumerate(("g2", "g3"), 1)},
            },
        ),
        "seat b has more than two gates",
    ),
    "a gate with a token": (lambda s: s.with_unit("gate_1", token=True), "the gate gate_1 has a token"),
    "a gate activating": (lambda s: s.but(activating="gate_1"), "the gate gate_1"),
    "off the table": (lambda s: s.with_model("m", x=100), "m reaches 0.686 in over the edge of the table"),
    "overlap": (lambda s: s.with_model("m", x=15000, y=8500), "overlap"),
    "up on nothing": (lambda s: s.with_model("m", z=2000), "m is 2 in up on nothing"),
    "at the wrong height": (lambda s: s.with_model("up", z=1000), "up is 1 in up on structure_1"),
    "beside the top it is on": (lambda s: s.with_model("up", x=16000), "up is 2 in up"),
    "a marker that does not know": (lambda s: s.with_objective("ore", carrier=""), "h carries ore but"),
    "a carrier that does not know": (lambda s: s.with_model("h", carrying=""), "ore is carried by h, which"),
    "a permanent one carried": (lambda s: s.with_objective("mark", carrier="m"), "mark is carried by m"),
    "a marker off the table": (lambda s: s.with_objective("mark", x=-5), "mark lies off the table"),
    "a card twice": (lambda s: s.with_player(0, rack=("cryo_lock",)), "seat a has a card twice"),
    "a card with nobody": (lambda s: s.with_player(0, in_play=(("impulse_inducer", "away"),)), "lies with away"),
    "an effect on nobody": (lambda s: s.but(effects=(Effect("dazed", "away"),)), "dazed lasts on away"),
    "the clock": (lambda s: s.but(box=3), "is not turn of seat"),
    "two near sides": (lambda s: s.but(sides=(0, 0)), "sides (0, 0)"),
    "points below nothing": (lambda s: s.with_player(0, vp=-1), "seat a has -1 VP"),
    "scored twice": (lambda s: s.with_player(0, scored=("mark", "mark")), "seat a has scored"),
    "scored what is not there": (lambda s: s.with_player(0, scored=("x",)), "seat a has scored"),
}


def test_a_sound_table_has_no_fault() -> None:
    assert rules().invariants(Position(rules(), sound())) == []


@pytest.mark.parametrize("name", DOCTORED)
def test_a_doctored_table_is_noticed(name: str) -> None:
    doctor, words = DOCTORED[name]
    found = rules().invariants(Position(rules(), doctor(sound())))
    assert any(words in fault for fault in found), found
