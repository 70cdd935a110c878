"""Geometrics (WC-CYPHER-26..-31, -46)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.warcaster.state.events import Placed, TokenRemoved
from sandtable.rulesets.warcaster.state.stats import Arm, Spd
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece

OPEN = {"size": 30}


def bench(pieces: dict[str, Any], dice: list[str] | None = None, **more: Any) -> Bench:
    turn = {"step": more.pop("step", "cypher_a"), "seat": more.pop("seat", "a")}
    table = more.pop("table", OPEN)
    return Bench(table=table, pieces=pieces, turn=turn, dice=dice or [], **more)


def rangers(at: Any, **more: Any) -> dict[str, Any]:
    return piece("ranger_fire_team", "a", at, **more)


def holding(*cards: str) -> dict[str, Any]:
    return {"a": {"hand": list(cards)}}


LINE = [[10, 10], [11.5, 10], [13, 10]]


@pytest.mark.rule("WC-CYPHER-26", "WC-CYPHER-4")
@pytest.mark.parametrize("victim", ["rangers.1", "rangers.warder"])
def test_force_barrier_covers_every_model_of_the_squad(victim: str) -> None:
    team = rangers([*LINE, [14.5, 10]], attachments=["warder"], token=True)
    t = bench({"rangers": team, "marauder": marauder([12, 20])}, seats=holding("force_barrier"))
    t.play("play force_barrier on rangers", "no card", "done", "pass", "keep")
    assert t.player("a").in_play == (("force_barrier", "rangers"),), "it lasts to the end of the Pulse round"
    t.dice = ["M", "MMMM", "MMMSS"]
    t.play("nothing", "no card", "activate marauder", f"attack {victim} with shredder")
    assert t.pool("defence") == {"A": 3, "P": 2}
    assert t.cited("WC-COVER-1")


@pytest.mark.rule("WC-CYPHER-26")
def test_force_barrier_is_no_help_in_melee() -> None:
    t = bench(
        {"rangers": rangers(LINE), "marauder": marauder([10, 12])},
        ["MMMM", "MMM"],
        seats={"a": {"in_play": {"force_barrier": "rangers"}}},
        seat="b",
        step="activation",
    )
    t.play("activate marauder", "attack rangers.1 with mangler").done()
    assert t.pool("defence") == {"A": 3}


@pytest.mark.rule("WC-CYPHER-27", "WC-CYPHER-13")
@pytest.mark.parametrize("token", [True, False])
def test_temporal_cycle_removes_a_squads_token(token: bool) -> None:
    t = bench({"rangers": rangers(LINE, token=token), "marauder": marauder([20, 20])}, seats=holding("temporal_cycle"))
    t.play("play temporal_cycle on rangers")
    assert not t.unit("rangers").token
    assert bool(t.happened(TokenRemoved, unit="rangers", cite="WC-CYPHER-27")) == token
    assert t.offers() == ["activate rangers"]


@pytest.mark.rule("WC-CYPHER-28")
@pytest.mark.parametrize(("gap", "legal"), [(2.0, True), (2.001, True), (2.002, False)])
def test_mortality_destabilizer_returns_a_trooper_within_two_inches(gap: float, legal: bool) -> None:
    team = rangers([[10, 10], None, None])
    pieces = {"rangers": team, "marauder": marauder([20, 20])}
    t = bench(pieces, seats=holding("mortality_destabilizer"))
    assert t.offers() == ["play mortality_destabilizer on rangers", "no card"]
    t.play("play mortality_destabilizer on rangers")
    spot = milli_at(10, 10 + gap + 2 * 0.591)
    assert t.legal(spot) == legal
    if not legal:
        assert t.refusal(spot).cite == "WC-CYPHER-28"
        return
    assert t.refusal(milli_at(10.5, 10)).cite == "WC-MOVE-7", "no room on another base"
    t.play(spot)
    assert t.model("rangers.2").at == spot and t.model("rangers.2").damage == 0
    assert t.unit("rangers").lost == ("rangers.3",)
    assert t.happened(Placed, model="rangers.2", cite="WC-CYPHER-28")
    assert t.player("a").discard == ("mortality_destabilizer",)


@pytest.mark.rule("WC-CYPHER-28")
def test_mortality_destabilizer_is_placement_not_deployment() -> None:
    pieces = {"rangers": rangers([[10, 10], None, None]), "marauder": marauder([20, 20])}
    t = bench(pieces, seats=holding("mortality_destabilizer"), objectives={"x": {"at": [10, 12.5]}})
    t.play("play mortality_destabilizer on rangers")
    assert t.legal(milli_at(10, 12)), "objectives keep deployments away, not this"


@pytest.mark.rule("WC-CYPHER-28", "WC-CYPHER-10")
@pytest.mark.parametrize(
    "team",
    [
        rangers(LINE),
        rangers([*LINE, None], attachments=["warder"]),
    ],
)
def test_mortality_destabilizer_needs_a_destroyed_trooper_that_is_no_attachment(team: dict[str, Any]) -> None:
    t = bench({"rangers": team, "marauder": marauder([20, 20])}, seats=holding("mortality_destabilizer"))
    assert t.offers() == ["no card"]
    assert t.refusal("play mortality_destabilizer on rangers").cite == "WC-CYPHER-10"


@pytest.mark.rule("WC-CYPHER-28", "WC-CYPHER-10")
def test_mortality_destabilizer_needs_room() -> None:
    walls = [
        {"kind": "structure", "height": 3, "at": [10, 12], "size": [8, 2.4]},
        {"kind": "structure", "height": 3, "at": [10, 8], "size": [8, 2.4]},
        {"kind": "structure", "height": 3, "at": [7, 10], "size": [4.4, 6]},
        {"kind": "structure", "height": 3, "at": [13, 10], "size": [4.4, 6]},
    ]
    pieces = {"rangers": rangers([[10, 10], None, None]), "marauder": marauder([20, 20])}
    t = bench(pieces, seats=holding("mortality_destabilizer"), table={"size": 30, "terrain": walls})
    assert t.refusal("play mortality_destabilizer on rangers").cite == "WC-CYPHER-10"


@pytest.mark.rule("WC-CYPHER-29", "WC-CYPHER-46")
def test_reiteration_complex_gives_each_model_one_more_ranged_attack() -> None:
    pieces = {"rangers": rangers([[10, 10], [11.5, 10], None]), "marauder": marauder([10, 16])}
    t = bench(pieces, ["MMM", "MM"] * 5, seats=holding("reiteration_complex"))
    t.play("play reiteration_complex on rangers", "activate rangers")
    t.play("rangers.1 attack marauder with battle_rifle")
    again = "rangers.1 fire battle_rifle again at marauder"
    assert again in t.offers(), "also the weapon already used"
    t.play(again)
    assert not any(k.startswith(("rangers.1 fire", "rangers.1 attack")) for k in t.offers())
    t.play("rangers.2 fire null_detonator again at marauder", "rangers.2 attack marauder with null_detonator")
    assert not any("attack" in k or "again" in k for k in t.offers())
    assert len([r for r in t.rolls if r.purpose == "attack and defence"]) == 4
    assert "move" in t.offers()
    t.play("end")


@pytest.mark.rule("WC-CYPHER-46")
def test_a_model_that_struck_in_melee_may_still_fire() -> None:
    pieces = {"rangers": rangers([[10, 10], None, None]), "marauder": marauder([10, 12])}
    seats = {"a": {"in_play": {"reiteration_complex": "rangers"}}}
    t = bench(pieces, ["MMM", "MM"] * 2, seats=seats, step="activation")
    t.play("activate rangers", "rangers.1 attack marauder with fusion_blade")
    assert not any("fusion_blade" in k for k in t.offers()), "the extra attack is a ranged one"
    t.play("rangers.1 fire battle_rifle again at marauder").done()


@pytest.mark.rule("WC-CYPHER-29", "WC-CYPHER-46")
def test_the_extra_attack_belongs_to_the_attack_step() -> None:
    pieces = {"rangers": rangers([[10, 10], [11.5, 10], None]), "marauder": marauder([10, 16])}
    seats = {"a": {"in_play": {"reiteration_complex": "rangers"}}}
    t = bench(pieces, ["MMM", "MM"], seats=seats, step="activation")
    t.play("activate rangers", "rangers.1 fire battle_rifle again at marauder", "move", "rangers.1", ())
    t.play(t.ask.silence(t.position))
    assert t.offers() == ["end"], "movement and attacks are not interleaved"


@pytest.mark.rule("WC-CYPHER-30")
def test_plexus_densifier_hardens_and_slows() -> None:
    team = rangers([*LINE, [14.5, 10]], attachments=["warder"])
    t = bench({"rangers": team, "marauder": marauder([20, 20])}, seats=holding("plexus_densifier"))
    assert (t.value(Arm("rangers.1")), t.value(Spd("rangers.1"))) == (3, 6000)
    t.play("play plexus_densifier on rangers")
    for model in ("rangers.1", "rangers.3", "rangers.warder"):
        assert (t.value(Arm(model)), t.value(Spd(model))) == (5, 5000)
    assert "WC-CYPHER-30" in {term.cite for term in t.position.terms(Spd("rangers.1"))}


@pytest.mark.rule("WC-CYPHER-31")
@pytest.mark.parametrize(("far", "legal"), [(3.0, True), (3.001, True), (3.002, False)])
def test_displacement_index_moves_a_squad_three_inches(far: float, legal: bool) -> None:
    slow = piece("ranger_heavy_support", "a", LINE, token=True, effects={1: ["lock_down"]})
    t = bench({"rangers": slow, "marauder": marauder([20, 25])}, seats=holding("displacement_index"))
    t.play("play displacement_index on rangers", "rangers.1")
    path = (milli_at(10, 10 + far),)
    assert t.legal(path) == legal
    if not legal:
        assert t.refusal(path).short_by == 2
        return
    t.play(path, (("rangers.2", milli_at(11.5, 13)), ("rangers.3", milli_at(13, 13))))
    assert t.model("rangers.1").at == milli_at(10, 10 + far) and t.model("rangers.3").at == milli_at(13, 13)
    assert t.unit("rangers").token, "it is no activation"
    assert t.cited("WC-CYPHER-31")
