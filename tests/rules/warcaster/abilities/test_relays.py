"""Special rules of channelling."""

from __future__ import annotations

import pytest

from sandtable.rulesets.warcaster.cyphers.channelling import FuryRange
from tests.rules.warcaster.abilities.setting import apart, bench, reasons
from tests.rules.warcaster.kit import Bench, marauder, piece


def channelling(gap: float, arc: int = 0) -> Bench:
    here = {
        "weaver": piece("coalition_weaver", "a", [10, 10], arc=arc),
        "foe": marauder([10 + apart("coalition_weaver", "marauder", gap), 10]),
    }
    return bench(here, seats={"a": {"hand": ["pyrokinetic_surge"]}}, turn={"step": "cypher_a"})


@pytest.mark.rule("WC-FURY-2")
def test_arc_relay_gives_furies_their_range() -> None:
    assert channelling(10).legal("play pyrokinetic_surge on foe through weaver")
    refusal = channelling(10.002).refusal("play pyrokinetic_surge on foe through weaver")
    assert (refusal.cite, refusal.short_by) == ("WC-FURY-2", 2)


@pytest.mark.rule("WC-ARC-7", "WC-FURY-12")
def test_arcantrik_amplifier_reaches_five_inches_further() -> None:
    assert channelling(15, 1).legal("play pyrokinetic_surge on foe through weaver")
    t = channelling(15.002, 1)
    assert t.refusal("play pyrokinetic_surge on foe through weaver").cite == "WC-FURY-2"
    assert reasons(t, FuryRange("weaver"))["Arcantrik Amplifier"] == (5000, "WC-FURY-12")
