"""Attacks (WC-ATK): the worked example, hits and misses, damage."""

from __future__ import annotations

import pytest

from tests.rules.warcaster.kit import Bench, marauder, wolf

WALL = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 14.5], "size": [4, 0.5]}]}


@pytest.mark.rule("WC-ATK-4", "WC-ATK-5", "WC-ATK-6", "WC-ATK-7", "WC-ATK-8", "WC-ATK-9", "WC-COVER-1", "WC-ARC-10")
def test_a_rail_gun_at_a_marauder_in_cover() -> None:
    t = Bench(
        table=WALL,
        pieces={"wolf": wolf([15, 8], arc=2), "marauder": marauder([15, 15.6])},
        dice=["SSMMSX", "SMSS", "SSSMMXS"],
    )
    t.play("activate wolf", "attack marauder with rail_gun").done()
    assert t.model("marauder").damage == 1
    assert (t.pool("attack"), t.pool("defence"), t.pool("damage")) == (
        {"A": 4, "P": 2},
        {"A": 2, "P": 2},
        {"A": 5, "P": 2},
    )
    assert all(t.cited(rule) for rule in ("WC-ATK-9", "WC-COVER-1", "WC-ARC-10", "WC-ATK-7"))


@pytest.mark.rule("WC-MEAS-3", "WC-ATK-3", "WC-MEAS-2")
@pytest.mark.parametrize(("y", "legal"), [(9.0, True), (9.002, False)])
def test_exactly_at_range_and_just_beyond(y: float, legal: bool) -> None:
    top = 9 + 18 + 0.984 + 0.787 + (y - 9.0)
    t = Bench(table={"size": 48}, pieces={"wolf": wolf([15, 9]), "marauder": marauder([15, round(top, 3)])})
    t.play("activate wolf")
    if legal:
        assert t.legal("attack marauder with rail_gun")
    else:
        refusal = t.refusal("attack marauder with rail_gun")
        assert (refusal.cite, refusal.short_by) == ("WC-MEAS-3", 2)
