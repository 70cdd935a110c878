"""Measuring (WC-MEAS)."""

from __future__ import annotations

import pytest

from sandtable.core import Position
from sandtable.rulesets.warcaster.measuring.distance import distance, in_contact, near, to_marker, to_rear_edge, within
from sandtable.rulesets.warcaster.state.stats import Def
from sandtable.rulesets.warcaster.state.table import Model, Objective
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

SMALL, MEDIUM, LARGE = 591, 787, 984

P = Position(rules(), Bench(pieces={}).state)


def model(x: int, y: int, card: str = "hunter", z: int = 0) -> Model:
    return Model(unit="u", card=card, x=x, y=y, z=z)


@pytest.mark.rule("WC-MEAS-1")
def test_distance_runs_from_base_edge_to_base_edge() -> None:
    far = distance(P, model(10000, 10000, "dusk_wolf"), model(10000, 20000, "marauder"))
    assert far == 10000 - LARGE - MEDIUM
    assert distance(P, model(10000, 10000), model(10000, 10500)) == 0


@pytest.mark.rule("WC-MEAS-2", "WC-MEAS-6")
@pytest.mark.parametrize(("more", "ok"), [(0, True), (1, True), (2, False)])
@pytest.mark.parametrize("z", [0, 1000])
def test_exactly_n_is_within_and_a_thousandth_is_forgiven(more: int, ok: bool, z: int) -> None:
    flat = 5000 if not z else 4899  # 4899 and 1000 high make 5000 and a little
    a, b = model(10000, 10000), model(10000, 10000 + 2 * SMALL + flat + more, z=z)
    assert within(P, a, b, 5000) is ok and within(P, b, a, 5000) is ok


@pytest.mark.rule("WC-MEAS-3", "WC-ATK-15")
@pytest.mark.parametrize(("gap", "legal"), [(1.0, True), (1.001, True), (1.002, False)])
def test_range_is_measured_from_base_to_base(gap: float, legal: bool) -> None:
    y = round(10 + 0.984 + 0.787 + gap, 3)
    t = Bench(pieces={"wolf": wolf([10, 10], weapons=["ripper"]), "m": marauder([10, y])}).play("activate wolf")
    key = "attack m with ripper"
    assert t.legal(key) is legal
    if not legal:
        assert (t.refusal(key).cite, t.refusal(key).short_by) == ("WC-MEAS-3", 2)


@pytest.mark.rule("WC-MEAS-4")
def test_height_counts_in_three_dimensions() -> None:
    a, b = model(10000, 10000), model(10000, 10000 + 2 * SMALL + 4000, z=3000)
    assert distance(P, a, b) == pytest.approx(5000)
    assert distance(P, model(10000, 10000), model(10000, 10000, z=2000)) == pytest.approx(2000)


@pytest.mark.rule("WC-MEAS-5")
@pytest.mark.parametrize(("dz", "touch"), [(0, True), (1749, True), (1750, False)])
def test_bases_touch_only_at_like_heights(dz: int, touch: bool) -> None:
    small, large = model(10000, 10000), model(10000, 10000 + SMALL + LARGE, "dusk_wolf", z=dz)
    assert in_contact(P, small, large) is touch and in_contact(P, large, small) is touch
    assert not in_contact(P, small, model(10000, 10000 + SMALL + LARGE + 2, "dusk_wolf"))


@pytest.mark.rule("WC-MEAS-5")
def test_the_lower_models_volume_decides() -> None:
    large, above = model(10000, 10000, "dusk_wolf"), model(10000, 10000 + SMALL + LARGE, z=2700)
    assert in_contact(P, large, above)


@pytest.mark.rule("WC-MEAS-7")
def test_a_table_edge_is_measured_in_plan() -> None:
    t = Bench(table={"size": 48}, pieces={"wolf": wolf([10, 5.984], z=3), "m": marauder([10, 40])})
    assert to_rear_edge(t.position, 0, t.model("wolf")) == 5000
    assert to_rear_edge(t.position, 1, t.model("m")) == 8000 - MEDIUM


@pytest.mark.rule("WC-MEAS-8")
def test_an_objective_is_measured_to_its_edge() -> None:
    permanent = Objective(kind="permanent", x=10000, y=10000)
    portable = Objective(kind="portable", x=10000, y=10000)
    assert to_marker(P, model(10000, 15000), permanent) == 5000 - LARGE - SMALL
    assert to_marker(P, model(10000, 15000), portable) == 5000 - SMALL - SMALL


@pytest.mark.rule("WC-MEAS-9")
def test_a_model_is_within_any_distance_of_itself_but_is_not_another() -> None:
    me = model(10000, 10000)
    assert within(P, me, me, 0)
    t = Bench(
        pieces={"wolf": wolf([10, 10]), "hunter": piece("hunter", "a", [10, 13]), "m": marauder([25, 25])},
    )
    assert near(t.position, "wolf", 5000) == ["hunter"]
    neural_net = [term for term in t.position.terms(Def("wolf")) if term.group == "neural_net"]
    assert [term.value for term in neural_net] == [1]
