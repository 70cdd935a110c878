"""Deploying from gates and recalling (WC-DEPLOY), with attachments (WC-ATTACH)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import Position
from sandtable.rulesets.warcaster.state.events import Cleared, Collapsed, Dropped, Left, Placed, UnitDeployed
from sandtable.rulesets.warcaster.state.printed import is_warrior
from sandtable.rulesets.warcaster.state.stats import Spd, rules_of
from sandtable.rulesets.warcaster.state.table import PLAY, Model, Unit
from sandtable.rulesets.warcaster.turn import deployment_places
from sandtable.rulesets.warcaster.turn.deployment import DeployMenu
from sandtable.rulesets.warcaster.turn.deployment_checks import DeployCost, places
from sandtable.rulesets.warcaster.turn.deployment_places import BAN, FROM_GATE, SPREAD, STRIP, DeployPlaces
from sandtable.rulesets.warcaster.turn.initial_deployment import BUDGET
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

STEP: dict[str, Any] = {"seat": "a", "step": "deployment"}
R, LARGE = 0.591, 0.984


def reserve(unit: str, seat: str = "a") -> dict[str, Any]:
    return {"seat": seat, "unit": unit}


def bench(*, arc: int = 5, **pieces: Any) -> Bench:
    """A gate of seat a at (15, 8), a hunter of seat a and a marauder of seat b."""
    more = {k: pieces.pop(k) for k in ("seats", "table", "mission", "objectives") if k in pieces}
    base = {"gate_1": piece("void_gate", "a", [15, 8], arc=arc)} if arc >= 0 else {}
    base |= {"h": piece("hunter", "a", [3, 3]), "m": marauder([15, 28])}
    return Bench(turn=STEP, pieces=base | pieces, **more)


def deploy(t: Bench, key: str) -> Bench:
    t.play(key)
    assert t.ask.cite == "WC-DEPLOY-5"
    return t.play(t.ask.silence(t.position))


@pytest.mark.rule("WC-DEPLOY-1")
def test_a_deployment_and_a_recall_exclude_each_other() -> None:
    t = bench(wolf=reserve("dusk_wolf"), s=reserve("coalition_weaver"))
    assert {"recall h", "done"} <= set(t.offers())
    deploy(t, "deploy wolf from gate_1")
    assert "recall h" not in t.offers()
    assert t.refusal("recall h").cite == "WC-DEPLOY-1"
    other = bench(wolf=reserve("dusk_wolf")).play("recall h")
    assert other.state.step == "gate", "after a recall nothing is deployed"
    neither = bench(wolf=reserve("dusk_wolf")).play("done")
    assert neither.state.step == "gate"


@pytest.mark.rule("WC-DEPLOY-2", "WC-DEPLOY-4", "WC-STAT-10")
def test_the_gate_alone_pays_and_the_well_gets_it() -> None:
    t = bench(wolf=reserve("dusk_wolf"), gate_2=piece("void_gate", "a", [25, 8], arc=1))
    deploy(t, "deploy wolf from gate_1")
    assert (t.unit("gate_1").arc, t.unit("gate_2").arc, t.player("a").well) == (3, 1, 3)
    assert t.happened(Cleared, unit="gate_1", amount=2, cite="WC-DEPLOY-4")
    assert t.happened(UnitDeployed, unit="wolf", cite="WC-DEPLOY-2")


@pytest.mark.rule("WC-DEPLOY-2", "WC-DEPLOY-15")
def test_costs_are_not_split_and_must_be_there_in_full() -> None:
    t = bench(arc=1, wolf=reserve("dusk_wolf"), gate_2=piece("void_gate", "a", [25, 8], arc=1))
    for gate in ("gate_1", "gate_2"):
        refusal = t.refusal(f"deploy wolf from {gate}")
        assert (refusal.cite, refusal.reason) == ("WC-DEPLOY-15", f"wolf costs 2 Arc, {gate} holds 1")
    assert not [k for k in t.offers() if k.startswith("deploy")]
    assert bench(arc=2, wolf=reserve("dusk_wolf")).legal("deploy wolf from gate_1")


@pytest.mark.rule("WC-DEPLOY-3", "WC-DEPLOY-10")
def test_any_number_of_units_from_both_gates_while_arc_lasts() -> None:
    t = bench(
        arc=3,
        wolf=reserve("dusk_wolf"),
        s1=reserve("coalition_weaver"),
        s2=reserve("combat_engineer"),
        gate_2=piece("void_gate", "a", [25, 8], arc=2),
    )
    deploy(t, "deploy wolf from gate_1")
    deploy(t, "deploy s1 from gate_2")
    deploy(t, "deploy s2 from gate_1")
    assert t.gone("gate_1") and t.unit("gate_2").arc == 1
    assert t.refusal("deploy wolf from gate_2").cite == "WC-DEPLOY-14"
    assert [e.unit for e in t.events if isinstance(e, UnitDeployed)] == ["wolf", "s1", "s2"]


@pytest.mark.rule("WC-DEPLOY-5")
@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (1.0, True), (1.001, True), (1.002, False)])
def test_within_an_inch_of_the_gate(gap: float, legal: bool) -> None:
    t = bench(wolf=reserve("dusk_wolf"))
    t.play("deploy wolf from gate_1")
    spot = [["wolf", milli_at(15, 8 + R + LARGE + gap)]]
    assert t.legal(spot) is legal
    if not legal:
        refusal = t.refusal(spot)
        assert (refusal.cite, refusal.short_by) == ("WC-DEPLOY-5", 2)


@pytest.mark.rule("WC-DEPLOY-6")
def test_a_squad_around_its_first_model() -> None:
    t = bench(r=reserve("ranger_fire_team"))
    t.play("deploy r from gate_1")
    first = ["r.1", milli_at(15, 8 + 2 * R + 1)]
    y = 8 + 2 * R + 1
    edge = ["r.2", milli_at(15, y + 2 * R + 2)]
    beside = ["r.3", milli_at(15 + 2 * R, y)]
    assert t.legal([first, edge, beside]), "the rest need not be near the gate"
    beyond = ["r.2", milli_at(15, y + 2 * R + 2.002)]
    refusal = t.refusal([first, beyond, beside])
    assert (refusal.cite, refusal.short_by) == ("WC-DEPLOY-6", 2)
    assert t.refusal([["r.1", milli_at(15, y + 0.002)], edge, beside]).cite == "WC-DEPLOY-5"
    t.play([first, edge, beside])
    assert t.model("r.2").at == edge[1]


@pytest.mark.rule("WC-DEPLOY-7")
def test_every_model_needs_a_legal_position() -> None:
    t = bench(r=reserve("ranger_fire_team"))
    t.play("deploy r from gate_1")
    first = ["r.1", milli_at(15, 10)]
    refusal = t.refusal([first, ["r.2", milli_at(15, 10.5)], ["r.3", milli_at(16.5, 10)]])
    assert refusal.cite == "WC-DEPLOY-7"
    assert t.refusal([first, ["r.2", milli_at(15, 11.5)], ["r.3", None]]).cite == "WC-DEPLOY-7"
    beside = ["r.2", milli_at(15 + 2 * R, 10)]
    for x in (15, 15 + 2 * R):  # the third overlaps neither the first nor the second
        t.refusal([first, beside, ["r.3", milli_at(x, 10 + 2 * R - 0.002)]], "WC-DEPLOY-7")
    assert t.legal([first, beside, ["r.3", milli_at(15, 10 + 2 * R)]])


@pytest.mark.rule("WC-DEPLOY-7")
def test_a_unit_that_does_not_fit_is_not_deployed() -> None:
    cell = [  # a closed cell around the gate with room for one small base
        {"kind": "impassable", "at": [15.5, 9.85], "size": [8, 2.4]},
        {"kind": "impassable", "at": [15.5, 6.15], "size": [8, 2.4]},
        {"kind": "impassable", "at": [13, 8], "size": [2.7, 1.3]},
        {"kind": "impassable", "at": [18.2, 8], "size": [2.4, 1.3]},
    ]
    t = bench(
        table={"size": 30, "terrain": cell},
        r=reserve("ranger_fire_team"),
        s=reserve("coalition_weaver"),
        wolf=reserve("dusk_wolf"),
    )
    refusal = t.refusal("deploy r from gate_1")
    assert (refusal.cite, refusal.reason) == ("WC-DEPLOY-7", "r cannot be placed whole near gate_1")
    assert t.refusal("deploy wolf from gate_1").cite == "WC-DEPLOY-7"
    assert {k for k in t.offers() if k.startswith("deploy")} == {"deploy s from gate_1"}
    deploy(t, "deploy s from gate_1")
    assert t.unit("s").place == "play"


@pytest.mark.rule("WC-DEPLOY-8")
@pytest.mark.parametrize(("gap", "legal"), [(1.0, False), (1.001, False), (1.002, True)])
@pytest.mark.parametrize(("kind", "radius"), [("permanent", 0.984), ("portable", 0.591)])
def test_not_within_an_inch_of_an_objective(kind: str, radius: float, gap: float, legal: bool) -> None:
    y = 8 + 2 * R + 0.5
    t = bench(s=reserve("coalition_weaver"), objectives={"mark": {"at": [15 + radius + R + gap, y], "kind": kind}})
    t.play("deploy s from gate_1")
    spot = [["s", milli_at(15, y)]]
    assert t.legal(spot) is legal
    if not legal:
        assert t.refusal(spot).cite == "WC-DEPLOY-8"


@pytest.mark.rule("WC-DEPLOY-8")
def test_a_carried_objective_does_not_count() -> None:
    t = bench(
        s=reserve("coalition_weaver"),
        h=piece("hunter", "a", [3, 3], carrying="ore"),
        objectives={"ore": {"at": [15, 9.5], "kind": "portable"}},
    )
    t.play("deploy s from gate_1")
    assert t.legal([["s", milli_at(15, 9.5)]])


@pytest.mark.rule("WC-DEPLOY-9", "WC-MERCY-5")
def test_the_emptied_gate_collapses_after_the_unit_is_placed() -> None:
    gate = piece("void_gate", "a", [15, 8], arc=2)
    t = Bench(turn=STEP, pieces={"gate_1": gate, "wolf": reserve("dusk_wolf"), "m": marauder([15, 28])})
    deploy(t, "deploy wolf from gate_1")
    kinds = [type(e) for e in t.events if isinstance(e, Placed | Collapsed)]
    assert kinds == [Placed, Collapsed]
    assert not t.game.over, "the unit was in play before the gate was gone"


@pytest.mark.rule("WC-DEPLOY-10")
def test_a_collapsed_gate_serves_nobody() -> None:
    t = bench(arc=2, wolf=reserve("dusk_wolf"), s=reserve("coalition_weaver"))
    deploy(t, "deploy wolf from gate_1")
    assert t.offers() == ["done"]
    assert t.refusal("deploy s from gate_1").cite == "WC-DEPLOY-2"


@pytest.mark.rule("WC-DEPLOY-11")
def test_a_recall_drops_what_is_carried_first() -> None:
    ore = {"ore": {"at": [9, 9], "kind": "portable"}}
    t = bench(h=piece("hunter", "a", [3, 3], arc=1, carrying="ore"), objectives=ore)
    t.play("recall h")
    kinds = [type(e) for e in t.events if isinstance(e, Dropped | Left)]
    assert kinds == [Dropped, Left]
    mark = t.state.objectives["ore"]
    assert (mark.x, mark.y, mark.carrier) == (3000, 3000, "")
    assert (t.unit("h").place, t.player("a").well) == ("reserve", 2)
    assert t.happened(Left, model="h", how="recalled", cite="WC-DEPLOY-11")


@pytest.mark.rule("WC-DEPLOY-12", "WC-UNIT-4", "WC-UNIT-5")
def test_a_recalled_squad_comes_back_whole() -> None:
    squad = piece("ranger_fire_team", "a", [[5, 5], None, None])
    t = bench(r=squad)
    assert t.unit("r").lost == ("r.2", "r.3")
    t.play("recall r")
    assert (t.unit("r").place, t.unit("r").lost) == ("reserve", ())
    while not (t.state.active == 0 and t.state.step == "deployment"):
        t.play(t.ask.silence(t.position))
    deploy(t, "deploy r from gate_1")
    assert t.state.models_of("r") == ("r.1", "r.2", "r.3")


@pytest.mark.rule("WC-DEPLOY-13")
def test_a_recalled_unit_was_not_destroyed() -> None:
    t = bench(artemis=piece("artemis_fang", "a", [10, 3]), seats={"b": {"secondary": "body_count", "kills": 2}})
    t.play("recall artemis")
    assert (t.player("b").kills, t.player("b").vp) == (2, 0)
    assert t.unit("artemis").place == "reserve", "a Hero too"


@pytest.mark.rule("WC-DEPLOY-14")
def test_only_from_the_reserve() -> None:
    dead = {**piece("artemis_fang", "a", [9, 9]), "place": "removed"}
    del dead["at"]
    t = bench(foe=reserve("grafter", "b"), artemis=dead)
    for name in ("h", "foe", "artemis"):
        assert t.refusal(f"deploy {name} from gate_1").cite == "WC-DEPLOY-14"


# --- attachments --------------------------------------------------------------------------------------


OWNED = {"a": {"attachments": {"warder": 2}}}


@pytest.mark.rule("WC-ATTACH-2", "WC-ATTACH-3")
def test_the_modifier_is_added_each_time() -> None:
    t = bench(r=reserve("ranger_fire_team"), seats=OWNED)
    assert t.value(DeployCost("r", "gate_1", ("warder",))) == 3
    assert [term.cite for term in t.position.terms(DeployCost("r", "gate_1", ("warder",)))][:2] == [
        "WC-STAT-10",
        "WC-ATTACH-2",
    ]
    deploy(t, "deploy r from gate_1 with warder")
    assert t.unit("gate_1").arc == 2
    assert t.state.models_of("r") == ("r.1", "r.2", "r.3", "r.warder")
    assert dict(t.player("a").attachments) == {"warder": 1}
    t.play("done")
    assert not [k for k in t.offers() if "warder" in k], "an attachment joins at deployment only"


@pytest.mark.rule("WC-ATTACH-4")
def test_never_two_of_the_same() -> None:
    t = bench(r=reserve("ranger_fire_team"), seats=OWNED)
    assert t.refusal("deploy r from gate_1 with warder and warder").cite == "WC-ATTACH-4"
    assert {k for k in t.offers() if k.startswith("deploy")} == {
        "deploy r from gate_1",
        "deploy r from gate_1 with warder",
    }


@pytest.mark.rule("WC-ATTACH-1", "WC-ATTACH-10")
def test_of_the_right_kind_and_not_with_another_squad() -> None:
    t = bench(
        r=reserve("ranger_fire_team"),
        r2=piece("ranger_fire_team", "a", [[5, 5], [6.5, 5], [8, 5], [9.5, 5]], attachments=["warder"]),
        s=reserve("coalition_weaver"),
        seats={"a": {"attachments": {"warder": 0, "raker": 1}}},
    )
    assert t.refusal("deploy r from gate_1 with warder").cite == "WC-ATTACH-10"
    assert t.refusal("deploy r from gate_1 with raker").cite == "WC-ATTACH-1"
    assert t.refusal("deploy s from gate_1 with raker").cite == "WC-ATTACH-1"


@pytest.mark.rule("WC-ATTACH-5")
def test_the_gate_must_hold_squad_and_attachments() -> None:
    t = bench(arc=2, r=reserve("ranger_fire_team"), seats=OWNED)
    refusal = t.refusal("deploy r from gate_1 with warder")
    assert (refusal.cite, refusal.reason) == ("WC-ATTACH-5", "r costs 3 Arc, gate_1 holds 2")
    assert t.legal("deploy r from gate_1")


@pytest.mark.rule("WC-ATTACH-6")
@pytest.mark.parametrize(("squad", "spd"), [("ranger_fire_team", 6000), ("ranger_heavy_support", 4000)])
def test_an_attachment_moves_as_its_squad(squad: str, spd: int) -> None:
    t = bench(r=piece(squad, "a", [[5, 5], [6.5, 5], [8, 5], [9.5, 5]], attachments=["warder"]))
    assert t.value(Spd("r.warder")) == t.value(Spd("r.1")) == spd


@pytest.mark.rule("WC-ATTACH-7")
def test_squad_rules_affect_attachments() -> None:
    t = bench(r=piece("ranger_fire_team", "a", [[5, 5], [6.5, 5], [8, 5], [9.5, 5]], attachments=["warder"]))
    assert "mechanikal_optics" not in rules().cards.units["warder"].rules
    assert "mechanikal_optics" in rules_of(t.position, "r.warder")


@pytest.mark.rule("WC-ATTACH-8")
def test_attachments_are_troopers() -> None:
    squad = piece("ranger_fire_team", "a", [[5, 5], [6.5, 5], [8, 5], [9.5, 5]], attachments=["warder"])
    t = Bench(pieces={"r": squad, "m": marauder([25, 28])})
    assert is_warrior(t.position, "r.warder")
    t.play("activate r")
    while "move" not in t.offers():
        t.play("pass")
    t.play("move", "r.1", [milli_at(5, 7)])
    assert "r.warder" in t.ask.domain.pieces, "repositioned with the others"  # type: ignore[attr-defined]


# --- candidates and cost ------------------------------------------------------------------------------


def test_the_figures_are_those_of_the_data() -> None:
    figures = rules().cards.game["deployment"]
    assert tuple(1000 * figures[k] for k in ("from_gate", "squad_spread", "objective_ban", "initial_strip")) == (
        FROM_GATE,
        SPREAD,
        BAN,
        STRIP,
    )
    assert figures["initial_budget"] == BUDGET


def full_table() -> Any:
    """A full force in reserve, two charged gates in the middle of a table."""
    state = rules().new_game({"mission": "strange_matter"}).state
    for n, x in ((1, 14000), (2, 30000)):
        state = state.but(
            units={**state.units, f"gate_{n}": Unit(seat=0, card="void_gate", place=PLAY, arc=3)},
            models={**state.models, f"gate_{n}": Model(unit=f"gate_{n}", card="void_gate", x=x, y=9000)},
        )
    return state


def test_room_is_asked_for_once_by_gate_and_base_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, tuple[int, ...]]] = []
    packed = deployment_places._packed

    def counted(p: Position, domain: DeployPlaces) -> Any:
        asked.append((domain.gate, tuple(rules().cards.units[card].base.radius for _, card in domain.cards)))
        return packed(p, domain)

    monkeypatch.setattr(deployment_places, "_packed", counted)
    options = DeployMenu(seat=0).options(Position(rules(), full_table()))
    assert len(options) > 30
    assert len(asked) == len(set(asked)) <= 12, "however many units are in reserve"


@pytest.mark.parametrize("seed", range(6))
def test_every_candidate_is_legal_and_units_go_forward(seed: int) -> None:
    p = Position(rules(), full_table())
    forward = 0
    for unit in ("ranger_fire_team_1", "strike_raptor_1", "hunter_1"):
        domain = places(p, unit, "gate_1", ())
        found = domain.candidates(p, 6, Random(seed))
        assert len(found) >= 4
        for answer in found:
            assert domain.refuse(p, answer) is None
            forward += answer[0][1][1] > 9000
    assert forward >= 9, "most look towards the objectives"


@pytest.mark.rule("WC-DEPLOY-11")
def test_only_a_unit_of_yours_in_play_is_recalled() -> None:
    pieces = {"wolf": wolf([15, 8]), "home": piece("hunter", "a", [], place="reserve"), "m": marauder([15, 20])}
    t = Bench(pieces=pieces, turn={"seat": "a", "step": "deployment"})
    assert (t.refusal("recall home").cite, t.refusal("recall m").cite) == ("WC-DEPLOY-11", "WC-DEPLOY-11")


@pytest.mark.rule("WC-DEPLOY-11")
def test_a_recall_of_nobody_and_a_bare_name_are_not_on_offer() -> None:
    t = bench(wolf=reserve("dusk_wolf"))
    for answer in ("recall nobody", "h", "recall"):
        assert "not on offer" in t.refusal(answer).reason
    assert t.legal("recall h")
