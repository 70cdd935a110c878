"""Furies (WC-FURY) and what each of the six does (WC-CYPHER-32..-37, -44)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import Hooks, Position, Term, modifies
from sandtable.rulesets.warcaster.cyphers.channelling import FuryRange
from sandtable.rulesets.warcaster.state.events import CypherUnmade, TokenGained
from sandtable.rulesets.warcaster.state.stats import Trait
from tests.rules.warcaster.kit import Bench, marauder, piece, rules

OPEN = {"size": 30}


def bench(card: str, pieces: dict[str, Any], dice: list[str] | None = None, **more: Any) -> Bench:
    seats = {"a": {"hand": [card], "well": more.pop("well", 3)}, **more.pop("seats", {})}
    step = more.pop("step", "cypher_a")
    return Bench(
        table=more.pop("table", OPEN), pieces=pieces, seats=seats, turn={"step": step}, dice=dice or [], **more
    )


def weaver(at: list[float], **more: Any) -> dict[str, Any]:
    return piece("coalition_weaver", "a", at, **more)


def scourge(at: list[float], **more: Any) -> dict[str, Any]:
    return piece("scourge", "b", at, **more)


@pytest.mark.rule("WC-CYPHER-34", "WC-FURY-1", "WC-FURY-4", "WC-FURY-7")
def test_pyrokinetic_surge_at_a_scourge() -> None:
    t = bench(
        "pyrokinetic_surge",
        {"weaver": weaver([15, 5]), "scourge": scourge([15, 12])},
        ["SSMMSSS", "SSM", "SMMSSS"],
    )
    t.play("play pyrokinetic_surge on scourge through weaver").done()
    assert (t.pool("attack"), t.pool("defence"), t.pool("damage")) == (
        {"A": 4, "P": 3},
        {"A": 3},
        {"A": 3, "P": 3},
    )
    assert (t.model("scourge").damage, t.model("scourge").effects) == (1, ("fire",))
    assert t.cited("WC-CYPHER-34") and t.cited("WC-FURY-4")


@pytest.mark.rule("WC-FURY-2", "WC-FURY-12")
@pytest.mark.parametrize(
    ("arc", "gap", "legal"), [(0, 10.0, True), (0, 10.002, False), (1, 15.0, True), (1, 15.002, False)]
)
def test_exactly_at_the_arc_relay_and_just_beyond(arc: int, gap: float, legal: bool) -> None:
    far = round(5 + gap + 0.591 + 0.787, 3)
    t = bench("cryo_lock", {"weaver": weaver([15, 5], arc=arc), "marauder": marauder([15, far])})
    key = "play cryo_lock on marauder through weaver"
    assert t.legal(key) == legal
    assert t.value(FuryRange("weaver")) == (15000 if arc else 10000)
    if not legal:
        refusal = t.refusal(key)
        assert (refusal.cite, refusal.short_by) == ("WC-FURY-2", 2)


@pytest.mark.rule("WC-FURY-3")
def test_a_fury_needs_line_of_sight() -> None:
    wall = {"size": 30, "terrain": [{"kind": "structure", "height": 4, "at": [15, 9], "size": [6, 1]}]}
    t = bench("cryo_lock", {"weaver": weaver([15, 5]), "marauder": marauder([15, 12])}, table=wall)
    assert t.refusal("play cryo_lock on marauder through weaver").cite == "WC-LOS-1"
    aside = bench("cryo_lock", {"weaver": weaver([15, 5]), "marauder": marauder([20, 9])}, table=wall)
    assert aside.legal("play cryo_lock on marauder through weaver")


@pytest.mark.rule("WC-FURY-4", "WC-FURY-5")
@pytest.mark.parametrize(
    ("arc", "well", "dice"), [(1, 2, {"A": 4, "P": 2}), (1, 0, {"A": 4}), (0, 1, {"A": 4, "P": 1})]
)
def test_the_well_gives_dice_and_arc_on_the_channeller_none(arc: int, well: int, dice: dict[str, int]) -> None:
    pieces = {"weaver": weaver([15, 5], arc=arc), "marauder": marauder([15, 10])}
    t = bench("cryo_lock", pieces, ["M" * sum(dice.values()), "MM"], well=well)
    t.play("play cryo_lock on marauder through weaver")
    assert t.pool("attack") == dice


@pytest.mark.rule("WC-FURY-6")
def test_cover_counts_against_a_fury() -> None:
    fence = {"size": 30, "terrain": [{"kind": "obstacle", "height": 1, "at": [15, 9], "size": [4, 0.5]}]}
    pieces = {"weaver": weaver([15, 5]), "marauder": marauder([15, 10.2])}
    t = bench("cryo_lock", pieces, ["SSSSSSS", "MMSS"], table=fence)
    t.play("play cryo_lock on marauder through weaver").done()
    assert t.pool("defence") == {"A": 2, "P": 2}
    assert t.cited("WC-COVER-1")


@pytest.mark.rule("WC-FURY-8", "WC-FURY-1")
def test_without_an_arc_relay_no_fury_is_played() -> None:
    pieces = {"wolf": piece("dusk_wolf", "a", [15, 5]), "marauder": marauder([15, 10])}
    t = bench("cryo_lock", pieces)
    assert t.offers() == ["no card"]
    assert t.refusal("play cryo_lock on marauder through wolf").cite == "WC-FURY-8"
    with_one = bench("cryo_lock", {**pieces, "weaver": weaver([20, 5])})
    assert with_one.refusal("play cryo_lock on marauder through wolf").cite == "WC-FURY-1"
    assert with_one.refusal("play cryo_lock on marauder").cite == "WC-FURY-1"


@pytest.mark.rule("WC-FURY-9")
def test_channelling_is_no_activation() -> None:
    pieces = {"weaver": weaver([15, 5], token=True), "marauder": marauder([15, 10])}
    hand = {"hand": ["cryo_lock", "pyrokinetic_surge"], "well": 3}
    t = bench("", pieces, ["M" * 7, "MM", "M" * 7, "MM"], seats={"a": hand})
    t.play("play cryo_lock on marauder through weaver")
    assert t.state.step == "cypher_b", "the weaver has its token: nobody else activates"
    t.play("play pyrokinetic_surge on marauder through weaver")
    fresh = bench("cryo_lock", {"weaver": weaver([15, 5]), "marauder": marauder([15, 10])}, ["M" * 7, "MM"])
    fresh.play("play cryo_lock on marauder through weaver")
    assert not fresh.unit("weaver").token
    assert fresh.offers() == ["activate weaver"]


@pytest.mark.rule("WC-FURY-10", "WC-CE-14")
def test_what_touches_melee_and_ranged_attacks_does_not_touch_a_fury() -> None:
    pieces = {
        "weaver": weaver([15, 5], effects=["fire", "system_failure"], barred="ranged"),
        "scourge": scourge([15, 12]),
    }
    hand = {"hand": ["pyrokinetic_surge"], "in_play": {"divination_algorithm": "weaver"}, "well": 3}
    t = bench("", pieces, ["SSSSMMM", "MMM", "MMMMMMM"], seats={"a": hand})
    assert t.value(FuryRange("weaver")) == 10000
    t.play("play pyrokinetic_surge on scourge through weaver").done()
    assert (t.pool("attack"), t.pool("damage")) == ({"A": 4, "P": 3}, {"A": 3, "P": 4})


@pytest.mark.rule("WC-FURY-11", "WC-CYPHER-8")
@pytest.mark.parametrize(("attack", "hit"), [("MMMMMMM", False), ("SSMMMMM", True)])
def test_a_fury_is_used_up_hit_or_miss(attack: str, hit: bool) -> None:
    t = bench("cryo_lock", {"weaver": weaver([15, 5]), "marauder": marauder([15, 10])}, [attack, "MM"])
    t.play("play cryo_lock on marauder through weaver").done()
    assert t.unit("marauder").token == hit
    assert (t.player("a").hand, t.player("a").discard) == ((), ("cryo_lock",))
    assert t.cited("WC-CYPHER-8")


@pytest.mark.rule("WC-CYPHER-32")
def test_cryo_lock_gives_a_token_and_no_damage() -> None:
    pieces = {"weaver": weaver([15, 5]), "reavers": piece("vassal_reavers", "b", [[15, 10], [17, 10], [19, 10]])}
    t = bench("cryo_lock", pieces, ["X" * 7, "MMM"])
    t.play("play cryo_lock on reavers.2 through weaver").done()
    assert t.unit("reavers").token and not t.gone("reavers.2")
    assert t.happened(TokenGained, unit="reavers", cite="WC-CYPHER-32")
    again = bench("cryo_lock", {"weaver": weaver([15, 5]), "marauder": marauder([15, 10], token=True)}, ["X" * 7, "MM"])
    again.play("play cryo_lock on marauder through weaver").done()
    assert again.unit("marauder").token and not again.happened(TokenGained)


@modifies("immune to cold")
def born_in_the_cold(p: Position, q: Trait) -> Iterator[Term]:
    """A test's own ability: every Marauder is immune to cold."""
    if p.state.models[q.who].card == "marauder":
        yield Term(1, "born in the cold")


@pytest.mark.rule("WC-CYPHER-32")
def test_cryo_lock_does_not_touch_models_immune_to_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules(), "hooks", Hooks([*rules().chapters(), sys.modules[__name__]]))
    t = bench("cryo_lock", {"weaver": weaver([15, 5]), "marauder": marauder([15, 10])}, ["X" * 7, "MM"])
    t.play("play cryo_lock on marauder through weaver").done()
    assert not t.unit("marauder").token


@pytest.mark.rule("WC-CYPHER-33", "WC-CYPHER-44")
def test_velocity_projector_slams_any_base_then_damages() -> None:
    pieces = {"weaver": weaver([15, 5]), "scourge": scourge([15, 12])}
    t = bench("velocity_projector", pieces, ["SSSSMMM", "MMM", "SSSSMMMM"])
    t.play("play velocity_projector on scourge through weaver").done()
    assert t.model("scourge").at == (15000, 15000)
    assert (t.pool("damage"), t.model("scourge").damage) == ({"A": 4, "P": 4}, 1)
    assert t.cited("WC-CYPHER-33")


@pytest.mark.rule("WC-CYPHER-33")
def test_velocity_projector_strikes_what_it_runs_into() -> None:
    reavers = piece("vassal_reavers", "b", [[15, 14.5], None, None])
    pieces = {"weaver": weaver([15, 5]), "marauder": marauder([15, 12]), "reavers": reavers}
    t = bench("velocity_projector", pieces, ["SSMMMMM", "MM", "MMMMMM", "XSMM"])
    t.play("play velocity_projector on marauder through weaver").done()
    assert (t.pool("damage"), t.pool("collateral on reavers.1")) == ({"A": 4, "P": 2}, {"A": 4})
    assert t.gone("reavers.1")


@pytest.mark.rule("WC-CYPHER-33", "WC-CYPHER-44")
def test_velocity_projector_at_a_gate_only_damages() -> None:
    pieces = {
        "weaver": weaver([15, 5]),
        "gate": piece("void_gate", "b", [15, 12], arc=2),
        "marauder": marauder([25, 25]),
    }
    t = bench("velocity_projector", pieces, ["SSSSMMM", "MMM", "SSSSSMMM"])
    t.play("play velocity_projector on gate through weaver").done()
    assert (t.model("gate").at, t.unit("gate").arc) == ((15000, 12000), 1)


@pytest.mark.rule("WC-CYPHER-35")
def test_null_collider_clears_arc_to_its_owners_well() -> None:
    pieces = {"weaver": weaver([15, 5]), "scourge": scourge([15, 12], arc=2)}
    t = bench("null_collider", pieces, ["SSSSMMM", "MMM", "MMMMMMM"])
    t.play("play null_collider on scourge through weaver").done()
    assert (t.unit("scourge").arc, t.player("b").well, t.player("a").well) == (1, 6, 3)
    assert t.cited("WC-CYPHER-35") and t.pool("damage") == {"A": 3, "P": 4}


@pytest.mark.rule("WC-CYPHER-35", "WC-CYPHER-44")
def test_null_collider_closes_a_gate_with_its_last_arc() -> None:
    pieces = {
        "weaver": weaver([15, 5]),
        "gate": piece("void_gate", "b", [15, 12], arc=1),
        "marauder": marauder([25, 25]),
    }
    t = bench("null_collider", pieces, ["SSMMMMM", "MMM"])
    t.play("play null_collider on gate through weaver").done()
    assert t.gone("gate") and t.player("b").well == 7


@pytest.mark.rule("WC-CYPHER-36")
def test_malediction_rubric_ends_the_opponents_cards_before_damage() -> None:
    reavers = piece("vassal_reavers", "b", [[15, 10], [17, 10], [19, 10]])
    lying = {"plexus_densifier": "reavers", "divination_algorithm": "reavers", "interdiction_protocol": "scourge"}
    t = bench(
        "malediction_rubric",
        {"weaver": weaver([15, 5]), "reavers": reavers, "scourge": scourge([25, 25])},
        ["SSMMMMM", "MMM", "SSMMMM"],
        seats={"b": {"in_play": lying}},
    )
    t.play("play malediction_rubric on reavers.1 through weaver").done()
    assert t.player("b").in_play == (("interdiction_protocol", "scourge"),)
    assert t.player("b").discard == ("divination_algorithm", "plexus_densifier")
    assert [e.cite for e in t.happened(CypherUnmade)] == ["WC-CYPHER-36"] * 2
    assert t.gone("reavers.1"), "ARM is 2 again when the damage is counted"


@pytest.mark.rule("WC-CYPHER-37")
def test_instability_equation_is_a_blast() -> None:
    reavers = piece("vassal_reavers", "b", [[15, 12], [16.5, 12], [18, 12]])
    pieces = {"weaver": weaver([15, 5]), "reavers": reavers}
    hit = bench("instability_equation", pieces, ["SSMMMMM", "MMM", "SSMMMM", "SSMM", "MMMM"])
    hit.play("play instability_equation on reavers.1 through weaver", "reavers.2").done()
    assert (hit.gone("reavers.1"), hit.gone("reavers.2"), hit.gone("reavers.3")) == (True, True, False)
    assert hit.pool("blast on reavers.2") == {"A": 4}
    miss = bench("instability_equation", pieces, ["MMMMMMM", "MMM", "SSMM"])
    miss.play("play instability_equation on reavers.1 through weaver").done()
    assert (miss.gone("reavers.1"), miss.gone("reavers.2")) == (True, False)
    assert miss.cited("WC-BLAST-4")


@pytest.mark.rule("WC-CYPHER-44")
@pytest.mark.parametrize(
    ("card", "gates"),
    [
        ("velocity_projector", True),
        ("pyrokinetic_surge", True),
        ("null_collider", True),
        ("cryo_lock", False),
        ("malediction_rubric", False),
        ("instability_equation", False),
    ],
)
def test_which_furies_may_be_aimed_at_gates(card: str, gates: bool) -> None:
    pieces = {
        "weaver": weaver([15, 5]),
        "gate": piece("void_gate", "b", [15, 12], arc=1),
        "marauder": marauder([25, 25]),
    }
    t = bench(card, pieces)
    key = f"play {card} on gate through weaver"
    assert t.legal(key) == gates
    if not gates:
        assert t.refusal(key).cite == "WC-CYPHER-44"


@pytest.mark.rule("WC-CYPHER-34", "WC-CE-1")
def test_a_gate_hit_by_pyrokinetic_surge_does_not_burn() -> None:
    pieces = {
        "weaver": weaver([15, 5]),
        "gate": piece("void_gate", "b", [15, 12], arc=3),
        "marauder": marauder([25, 25]),
    }
    t = bench("pyrokinetic_surge", pieces, ["SSMMMMM", "MMM", "MMMMM"])
    t.play("play pyrokinetic_surge on gate through weaver").done()
    assert t.model("gate").effects == ()


@pytest.mark.rule("WC-CYPHER-34", "WC-FURY-7")
def test_a_substitute_burns_in_place_of_the_target() -> None:
    """Intercept Driver in the middle of a Fury: its effects and its damage are the substitute's."""
    guard = piece("paladin_defenders", "b", [[18, 12], None, None], arc=1)
    pieces = {"weaver": weaver([15, 5]), "engineer": piece("combat_engineer", "b", [15, 12]), "guard": guard}
    t = bench("pyrokinetic_surge", pieces, ["SSSSSSS", "MM", "M" * 10])
    t.play("play pyrokinetic_surge on engineer through weaver")
    assert t.ask.seat == 1
    t.play(next(k for k in t.offers() if k != "pass")).done()
    assert (t.model("engineer").effects, t.model("guard.1").effects) == ((), ("fire",))
    assert t.unit("guard").arc == 0 and t.player("a").discard == ("pyrokinetic_surge",)
