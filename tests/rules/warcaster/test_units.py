"""Units and reserves (WC-UNIT)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import Draft, Effect
from sandtable.core.events import EffectBegan
from sandtable.rulesets.warcaster.missions.secondaries import squads_in_play
from sandtable.rulesets.warcaster.state.events import ActivationBegan, CypherPlayed, EffectGained, Left
from sandtable.rulesets.warcaster.state.leaving_play import leave
from tests.rules.warcaster.kit import Bench, marauder, milli_at, piece, rules, wolf

STEP: dict[str, Any] = {"seat": "a", "step": "deployment"}
KILL = ["X" * 4, "MMM", "X" * (5 + 8)]


@pytest.mark.rule("WC-UNIT-1")
def test_everything_starts_in_reserve() -> None:
    state = rules().new_game({"mission": "strange_matter"}).state
    assert not state.models and {u.place for u in state.units.values()} == {"reserve"}
    assert len([u for u in state.units.values() if u.seat == 0]) == 18


@pytest.mark.rule("WC-UNIT-1", "WC-UNIT-3", "WC-UNIT-4")
def test_dead_troopers_of_a_squad_in_play_are_nowhere() -> None:
    squad = piece("ranger_fire_team", "a", [[5, 5], None, None])
    gate = piece("void_gate", "a", [15, 8], arc=5)
    t = Bench(turn=STEP, pieces={"r": squad, "gate_1": gate, "m": marauder([15, 28])})
    assert (t.unit("r").place, t.unit("r").lost) == ("play", ("r.2", "r.3"))
    assert t.refusal("deploy r from gate_1").cite == "WC-DEPLOY-14"
    assert not [k for k in t.offers() if k.startswith("deploy")]


@pytest.mark.rule("WC-UNIT-2", "WC-UNIT-5")
def test_a_destroyed_unit_may_come_again_and_again_fresh() -> None:
    gate = piece("void_gate", "a", [15, 8], arc=5)
    jack = wolf([5, 5], damage=2, arc=2, token=True)
    t = Bench(turn=STEP, pieces={"wolf": jack, "gate_1": gate, "m": marauder([15, 28])})
    d = Draft(rules(), t.state)
    d.emit(EffectGained(model="wolf", effect="fire"))
    for _ in range(2):
        leave(d, "wolf", "destroyed", by=1, cite="WC-STAT-17")
        assert (d.state.units["wolf"].place, d.state.units["wolf"].arc, d.state.units["wolf"].token) == (
            "reserve",
            0,
            False,
        )
        t.game = t.game.but(state=d.state)
        t.play("deploy wolf from gate_1", [["wolf", milli_at(15, 10)]])
        m, u = t.model("wolf"), t.unit("wolf")
        assert (m.damage, m.effects, m.carrying, u.arc, u.token, u.lost) == (0, (), "", 0, False, ())
        d = Draft(rules(), t.state)


@pytest.mark.rule("WC-UNIT-3", "WC-UNIT-9")
def test_a_squad_of_one_is_in_play_until_its_last_model_goes() -> None:
    squad = piece("ranger_fire_team", "b", [[15, 14], [18, 14], None])
    t = Bench(pieces={"wolf": wolf([15, 8]), "r": squad, "m": marauder([25, 28])}, dice=KILL)
    t.play("activate wolf", "attack r.1 with rail_gun")
    assert (t.unit("r").place, t.unit("r").lost) == ("play", ("r.3", "r.1"))
    assert squads_in_play(t.position, 1) == 1
    t.dice = ["X" * 4, "MMM", "X" * (rules().cards.weapons["battle_rifle"].pow or 0) + "X" * 8]
    t.play("attack r.2 with battle_rifle").done()
    assert (t.unit("r").place, squads_in_play(t.position, 1)) == ("reserve", 0)
    assert [e.model for e in t.events if isinstance(e, Left)] == ["r.1", "r.2"]


@pytest.mark.rule("WC-UNIT-6")
@pytest.mark.parametrize(("how", "place"), [("destroyed", "removed"), ("recalled", "reserve")])
def test_heroes_die_for_good_but_may_be_recalled(how: str, place: str) -> None:
    gate = piece("void_gate", "a", [15, 8], arc=5)
    artemis = piece("artemis_fang", "a", [5, 5])
    t = Bench(turn=STEP, pieces={"artemis": artemis, "gate_1": gate, "m": marauder([15, 28])})
    d = Draft(rules(), t.state)
    leave(d, "artemis", how, by=1, cite="WC-UNIT-6")
    assert d.state.units["artemis"].place == place
    t.game = t.game.but(state=d.state)
    assert t.legal("deploy artemis from gate_1") is (place == "reserve")
    if place == "removed":
        assert t.refusal("deploy artemis from gate_1").cite == "WC-DEPLOY-14"


@pytest.mark.rule("WC-UNIT-7")
def test_a_squad_activates_once_and_together() -> None:
    squad = piece("ranger_fire_team", "a", [[15, 8], [16.5, 8], [18, 8]])
    t = Bench(pieces={"r": squad, "m": marauder([15, 20])})
    assert t.offers() == ["activate r"]
    t.play("activate r", "move", "r.1", [milli_at(15, 10)])
    t.play(_candidate(t))
    assert "move" not in t.offers(), "one advance for all of them"
    t.play("end")
    assert t.unit("r").token and len(t.happened(ActivationBegan, unit="r")) == 1


def _candidate(t: Bench) -> Any:
    return t.ask.domain.candidates(t.position, 1, Random(0))[0]


@pytest.mark.rule("WC-UNIT-8")
def test_leaving_play_takes_arc_cards_token_and_effects_along() -> None:
    t = Bench(
        pieces={
            "wolf": wolf([5, 5], arc=2, token=True, effects=["fire"]),
            "h": piece("hunter", "a", [9, 5]),
            "m": marauder([15, 28]),
        },
        seats={"a": {"hand": ["impulse_inducer"]}, "b": {"hand": ["null_collider"]}},
    )
    d = Draft(rules(), t.state)
    d.emit(CypherPlayed(seat=0, card="impulse_inducer", unit="wolf"))
    d.emit(EffectBegan(effect=Effect("dazzled", "wolf")))
    leave(d, "wolf", "destroyed", by=1, cite="WC-STAT-17")
    unit, player = d.state.units["wolf"], d.state.players[0]
    assert (unit.arc, unit.token, player.well) == (0, False, 7)
    assert (player.in_play, player.discard) == ((), ("impulse_inducer",))
    assert d.state.effects == () and "wolf" not in d.state.models


@pytest.mark.rule("WC-UNIT-8")
def test_an_effect_on_one_trooper_goes_with_it() -> None:
    squad = piece("ranger_fire_team", "a", [[15, 8], [16.5, 8], [18, 8]])
    t = Bench(pieces={"r": squad, "m": marauder([15, 20])})
    d = Draft(rules(), t.state)
    d.emit(EffectBegan(effect=Effect("dazzled", "r.2")))
    leave(d, "r.2", "destroyed", by=1, cite="WC-STAT-17")
    assert d.state.effects == () and d.state.units["r"].place == "play"


@pytest.mark.rule("WC-UNIT-10")
def test_squads_of_a_kind_have_their_own_troopers() -> None:
    state = rules().new_game({"mission": "strange_matter"}).state
    teams = [n for n, u in state.units.items() if u.card == "ranger_fire_team"]
    assert teams == ["ranger_fire_team_1", "ranger_fire_team_2", "ranger_fire_team_3"]
    gate = piece("void_gate", "a", [15, 8], arc=5)
    pieces = {"r1": {"seat": "a", "unit": "ranger_fire_team"}, "r2": {"seat": "a", "unit": "ranger_fire_team"}}
    t = Bench(turn=STEP, pieces={**pieces, "gate_1": gate, "m": marauder([15, 28])})
    for name in ("r1", "r2"):
        t.play(f"deploy {name} from gate_1")
        t.play(_candidate(t))
    assert t.state.models_of("r1") == ("r1.1", "r1.2", "r1.3")
    assert t.state.models_of("r2") == ("r2.1", "r2.2", "r2.3")
    scene = rules().showing.scene(t.position, 0)
    assert {"r1.1", "r2.1"} <= {p.id for p in scene.pieces}, "the table shows whose trooper it is"


@pytest.mark.rule("WC-UNIT-11")
def test_a_hero_is_a_solo() -> None:
    card = rules().cards.units["artemis_fang"]
    assert (card.hero, card.type, rules().cards.arc_limit(card)) == (True, "solo", 1)
    t = Bench(pieces={"artemis": piece("artemis_fang", "a", [5, 5]), "wolf": wolf([15, 8]), "m": marauder([15, 28])})
    t.play("activate wolf", "end")
    assert t.offers() == ["activate artemis", "end"], "the additional solo"


@pytest.mark.rule("WC-GEN-8")
def test_what_a_card_does_not_print_it_does_not_have() -> None:
    cards = rules().cards
    hunter, blade = cards.units["hunter"], cards.weapon("combat_blade")
    assert (hunter.size, hunter.wp, hunter.arc_relay, hunter.hero, hunter.wild) == (1, 0, 0, False, False)
    assert (hunter.actions, hunter.tags, hunter.hardpoints, hunter.options) == ((), (), {}, {})
    assert (blade.wp, blade.modes, blade.parts, blade.hardpoint) == (0, (), (), "")
    assert (cards.weapon("null_detonator").pow, cards.weapon("assault_rifle_bayonet").rng) == (None, 0)


@pytest.mark.rule("WC-GATE-7", "WC-GEN-3")
def test_a_gate_is_a_model_of_its_own_kind_with_nothing_of_a_units_card() -> None:
    """Its Arc is its health; no list pays for it, and it channels, carries and commands nothing."""
    cards = rules().cards
    gate = cards.units["void_gate"]
    assert (gate.type, gate.size, cards.arc_limit(gate)) == ("void_gate", 1, 5)
    assert (gate.health, gate.dc, gate.arc_relay, gate.wp) == (0, 0, 0, 0)
    assert not (gate.hero or gate.wild or gate.weapons or gate.rules or gate.hardpoints or gate.options)


@pytest.mark.rule("WC-UNIT-5", "WC-UNIT-9")
@pytest.mark.parametrize(("gone", "ended"), [("r.1", {"r", "r.1"}), ("wolf", {"wolf"})])
def test_what_lasts_ends_with_whom_it_is_on_and_with_nobody_else(gone: str, ended: set[str]) -> None:
    """On a model, or on the whole unit when its last model goes."""
    pieces = {"wolf": wolf([5, 5]), "r": piece("ranger_fire_team", "a", [[15, 5], None, None]), "m": marauder([15, 28])}
    names = ("wolf", "r", "r.1", "m")
    lasting = tuple(Effect(name="slowed", on=name, cite="WC-GEN-6") for name in names)
    state = Bench(pieces=pieces).state.but(effects=lasting)
    after = Left(model=gone, how="destroyed").apply(state)
    assert {effect.on for effect in after.effects} == set(names) - ended
