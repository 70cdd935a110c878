"""Playing Cyphers in general (WC-CYPHER-1..-14, -47)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.rulesets.warcaster.cyphers.all_cards import by_id
from sandtable.rulesets.warcaster.cyphers.cypher_card import CypherCard
from sandtable.rulesets.warcaster.cyphers.playing import NONE
from sandtable.rulesets.warcaster.state.events import CypherExpired, CypherPlayed
from sandtable.rulesets.warcaster.state.stats import Spd
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

OPEN = {"size": 48}
LINE = [[10, 10], [11.5, 10], [13, 10]]
PIECES: dict[str, Any] = {
    "wolf": wolf([20, 10]),
    "rangers": piece("ranger_fire_team", "a", LINE),
    "engineer": piece("combat_engineer", "a", [25, 10]),
    "gate": piece("void_gate", "a", [30, 10]),
    "marauder": marauder([40, 40]),
    "scourge": piece("scourge", "b", [35, 40]),
    "reavers": piece("vassal_reavers", "b", [[30, 40], None, None]),
}


def bench(*cards: str, pieces: dict[str, Any] | None = None, dice: list[str] | None = None, **more: Any) -> Bench:
    turn = {"step": more.pop("step", "cypher_a"), "seat": "a", **more.pop("turn", {})}
    player = {"hand": list(cards), "in_play": more.pop("in_play", {}), **more.pop("player", {})}
    return Bench(table=OPEN, pieces=pieces or PIECES, seats={"a": player}, turn=turn, dice=dice or [], **more)


@pytest.mark.rule("WC-CYPHER-1")
@pytest.mark.parametrize(
    ("card", "on"),
    [
        ("ascension_catalyst", ["wolf"]),
        ("force_barrier", ["rangers"]),
        ("divination_algorithm", ["wolf", "rangers", "engineer"]),
    ],
)
def test_each_type_has_its_own_targets(card: str, on: list[str]) -> None:
    t = bench(card)
    assert t.offers() == [*(f"play {card} on {unit}" for unit in on), NONE]
    for other in {"wolf", "rangers", "engineer", "scourge", "marauder", "reavers"} - set(on):
        assert t.refusal(f"play {card} on {other}").cite == "WC-CYPHER-1"


@pytest.mark.rule("WC-CYPHER-1")
def test_there_are_six_cards_of_each_of_four_types_and_each_can_be_played() -> None:
    types = [c.type for c in rules().cards.cyphers.values()]
    assert {t: types.count(t) for t in types} == dict.fromkeys(("overdrive", "geometric", "fury", "harmonic"), 6)
    for cypher in rules().cards.cyphers.values():
        assert cypher.rule in rules().rulebook


def test_every_card_of_the_data_has_one_object_in_the_order_of_the_book() -> None:
    assert list(rules().cypher_cards) == list(rules().cards.cyphers)
    assert all(card.id == name for name, card in rules().cypher_cards.items())
    with pytest.raises(ValueError, match="two objects for the Cypher force_barrier"):
        by_id(CypherCard("force_barrier"), CypherCard("cryo_lock"), CypherCard("force_barrier"))


def test_what_a_card_offers_it_does_not_refuse_and_the_other_way_round() -> None:
    """Every pair of names and every amount is tried on every card, whether it has such a phrase or not."""
    hurt = {**PIECES, "rangers": piece("ranger_fire_team", "a", [[10, 10], [11.5, 10], None])}
    near = {"weaver": piece("coalition_weaver", "a", [33, 37]), "claw": piece("void_gate", "b", [33, 42])}
    t = bench(pieces={**hurt, **near, "mauler": marauder([20, 12])}, in_play={"force_barrier": "rangers"})
    p, names = t.position, {*t.state.units, *t.state.models, "nobody"}
    tried = {(), *((name,) for name in names)}
    tried |= {(a, word, b) for a in names for b in names for word in ("through", "against", "with")}
    tried |= {(name, "for", str(n)) for name in names for n in range(9)}
    played = set()
    for card in rules().cypher_cards.values():
        ways = set(card.ways(p, 0))
        assert ways == {way for way in tried if card.refusal(p, 0, way) is None}, card.id
        assert [o.key for o in card.offers(p, 0)] == [card.phrase(*way) for way in card.ways(p, 0)]
        played |= {card.id} if ways else set()
    geometrics = {c.id for c in rules().cards.cyphers.values() if c.type == "geometric"}
    assert played == set(rules().cypher_cards) - geometrics, "a squad is under one geometric at a time"


@pytest.mark.rule("WC-CYPHER-2", "WC-TURN-7", "WC-TURN-11", "WC-RACK-5")
def test_one_card_before_and_one_after_the_activations_and_none_else() -> None:
    t = bench("force_barrier", "divination_algorithm", "impulse_inducer")
    t.play("play force_barrier on rangers")
    assert t.offers() == ["activate wolf", "activate rangers", "activate engineer"]
    assert "play" not in t.refusal("play divination_algorithm on wolf").instead
    t.play("activate wolf")
    assert not any(k.startswith("play") for k in t.offers())
    t.play("end", "end", "play divination_algorithm on wolf")
    assert t.state.step == "deployment" and len(t.player("a").hand) == 1


@pytest.mark.rule("WC-TURN-11")
def test_an_unused_play_does_not_carry_over() -> None:
    t = bench("force_barrier", "divination_algorithm")
    t.play(NONE, "activate wolf", "end", "end", "play force_barrier on rangers")
    assert t.state.step == "deployment"


@pytest.mark.rule("WC-CYPHER-2")
def test_a_card_that_is_not_in_hand_is_refused() -> None:
    t = bench("force_barrier")
    assert t.ask.secret, "the question would tell what can be played"
    assert t.refusal("play temporal_cycle on rangers").cite == "WC-CYPHER-2"


@pytest.mark.rule("WC-CYPHER-3")
def test_a_cypher_costs_no_arc() -> None:
    pieces = {**PIECES, "wolf": wolf([20, 10], arc=3), "gate": piece("void_gate", "a", [30, 10], arc=4)}
    t = bench("force_barrier", pieces=pieces)
    t.play("play force_barrier on rangers")
    assert (t.player("a").well, t.unit("wolf").arc, t.unit("gate").arc) == (0, 3, 4)


@pytest.mark.rule("WC-CYPHER-6", "WC-CYPHER-11")
def test_neither_range_nor_sight_nor_a_token_matters() -> None:
    tired = {**PIECES, "rangers": piece("ranger_fire_team", "a", [[1, 47], [2.5, 47], [4, 47]], token=True)}
    wall = {"size": 48, "terrain": [{"kind": "structure", "height": 5, "at": [6, 44], "size": [10, 1]}]}
    t = Bench(table=wall, pieces=tired, seats={"a": {"hand": ["force_barrier"]}}, turn={"step": "cypher_a"})
    assert t.legal("play force_barrier on rangers")
    t = bench("force_barrier", pieces={**PIECES, "rangers": {"seat": "a", "unit": "ranger_fire_team"}})
    assert t.refusal("play force_barrier on rangers").cite == "WC-CYPHER-6"


@pytest.mark.rule("WC-CYPHER-7")
def test_one_card_of_each_type_to_a_unit() -> None:
    under = {"divination_algorithm": "wolf"}
    t = bench("revelation_matrix", "recall_initiative", "aggression_theorem", "ascension_catalyst", in_play=under)
    for key in ("play revelation_matrix on wolf", "play recall_initiative on wolf", "play aggression_theorem on wolf"):
        assert t.refusal(key).cite == "WC-CYPHER-7", "not even a card that does not last"
    assert t.legal("play revelation_matrix on rangers") and t.legal("play ascension_catalyst on wolf")
    t.play("play ascension_catalyst on wolf")
    assert t.player("a").in_play == (("divination_algorithm", "wolf"), ("ascension_catalyst", "wolf"))


@pytest.mark.rule("WC-CYPHER-7")
def test_a_card_on_one_model_of_a_squad_is_barred_too() -> None:
    pieces = {**PIECES, "marauder": marauder([10, 15])}
    key = "play aggression_theorem on rangers.1"
    assert bench("aggression_theorem", pieces=pieces).legal(key)
    under = bench("aggression_theorem", pieces=pieces, in_play={"revelation_matrix": "rangers"})
    assert under.refusal(key).cite == "WC-CYPHER-7"


@pytest.mark.rule("WC-CYPHER-7")
def test_a_free_unit_may_be_played_on_again_after_an_instant() -> None:
    t = bench("encrypted_command", "divination_algorithm")
    t.play("play encrypted_command on engineer", "activate wolf", "end", "end")
    assert t.legal("play divination_algorithm on engineer")


@pytest.mark.rule("WC-CYPHER-8", "WC-RACK-7")
def test_lasting_cards_lie_with_their_unit_and_others_are_discarded() -> None:
    t = bench("force_barrier", "impulse_inducer")
    t.play("play force_barrier on rangers", "activate rangers", "end", "end", "play impulse_inducer on wolf")
    assert t.player("a").in_play == (("force_barrier", "rangers"),)
    assert t.player("a").discard == ("impulse_inducer",)
    assert t.happened(CypherPlayed, card="force_barrier", cite="WC-CYPHER-26")
    assert t.happened(CypherExpired, card="impulse_inducer", cite="WC-CYPHER-8")


@pytest.mark.rule("WC-CYPHER-9", "WC-RACK-7")
def test_cards_expire_at_the_end_of_the_turn_or_of_the_pulse_round() -> None:
    lying = {"ascension_catalyst": "wolf", "force_barrier": "rangers"}
    t = bench(in_play=lying, step="discard", turn={"box": 5})
    t.play("keep")
    assert t.player("a").in_play == (("force_barrier", "rangers"),)
    assert t.player("a").discard == ("ascension_catalyst",)
    assert t.happened(CypherExpired, card="ascension_catalyst", cite="WC-TURN-16")
    end = bench(in_play={"force_barrier": "rangers"}, step="end_of_pulse")
    assert end.player("a").in_play == () and end.player("a").discard == ("force_barrier",)
    assert end.happened(CypherExpired, card="force_barrier", cite="WC-PULSE-5")


@pytest.mark.rule("WC-CYPHER-10")
def test_a_card_without_a_legal_target_cannot_be_played() -> None:
    t = bench("force_barrier", pieces={k: PIECES[k] for k in ("wolf", "marauder")})
    assert t.offers() == [NONE]
    odd = bench("force_barrier")
    assert odd.refusal("play force_barrier").cite == "WC-CYPHER-10"


@pytest.mark.rule("WC-CYPHER-14")
@pytest.mark.parametrize("card", ["ascension_catalyst", "force_barrier", "divination_algorithm", "recall_initiative"])
def test_gates_are_no_targets(card: str) -> None:
    assert bench(card).refusal(f"play {card} on gate").cite == "WC-CYPHER-14"


@pytest.mark.rule("WC-CYPHER-47", "WC-TURN-16")
def test_a_late_card_is_legal_and_gains_nothing() -> None:
    t = bench("ascension_catalyst", step="cypher_b", dice=[])
    t.play("play ascension_catalyst on wolf")
    assert t.value(Spd("wolf")) == 7000
    t.play("done", "pass", "keep")
    assert t.state.active == 1 and t.value(Spd("wolf")) == 5000


@pytest.mark.rule("WC-CYPHER-47")
def test_the_first_cypher_step_is_before_and_the_second_after_all_activations() -> None:
    t = bench("force_barrier")
    assert t.state.step == "cypher_a"
    t.play(NONE, "activate wolf", "end")
    assert t.state.step == "activation", "the additional solo is still to come"
    t.play("activate engineer", "end")
    assert t.state.step == "cypher_b"


@pytest.mark.rule("WC-CYPHER-8", "WC-CYPHER-9")
def test_a_unit_that_leaves_takes_no_card_along() -> None:
    t = bench("recall_initiative", in_play={"force_barrier": "rangers"})
    t.play("play recall_initiative on rangers")
    assert t.player("a").in_play == () and t.player("a").discard == ("force_barrier", "recall_initiative")


@pytest.mark.rule("WC-CYPHER-2")
def test_the_choice_is_secret_and_asked_whatever_the_hand_holds() -> None:
    for hand in ([], ["force_barrier"]):
        t = bench(*hand)
        assert t.ask.secret
        other = t.view("b")
        assert other.ask is None and getattr(other.pending, "prompt", "") == "is choosing"
        assert "force_barrier" not in repr(other.data()["pending"])
    assert bench().offers() == [NONE]


def test_random_play_prefers_cards_with_a_use() -> None:
    pieces = {**PIECES, "wolf": wolf([20, 10], token=True)}
    t = bench("impulse_inducer", pieces=pieces)
    drawn = [t.ask.domain.candidates(t.position, 1, Random(n))[0] for n in range(100)]
    assert drawn.count("play impulse_inducer on wolf") > 70
    rested = bench("impulse_inducer")
    drawn = [rested.ask.domain.candidates(rested.position, 1, Random(n))[0] for n in range(100)]
    assert drawn.count(NONE) > 70


@pytest.mark.rule("WC-CYPHER-7")
def test_a_table_with_two_cards_of_a_type_on_a_unit_is_found_out() -> None:
    t = bench(in_play={"divination_algorithm": "wolf"})
    assert rules().invariants(t.position) == []
    twice = t.state.with_player(1, in_play=(("revelation_matrix", "wolf"),))
    assert rules().invariants(t.position.with_state(twice)) == ["wolf is under two cards of type harmonic"]
