"""Rack, hand and discard pile (WC-RACK), and what the other seat may know of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import Roll, Rolled, View, answer, begin, seen
from sandtable.rulesets.warcaster.cyphers.rack_and_hand import ANY, DrawStep, TrimHand
from sandtable.rulesets.warcaster.lists.rack_building import rack_problems
from sandtable.rulesets.warcaster.state.events import Discarded, Drawn, Reshuffled
from sandtable.rulesets.warcaster.state.stats import HandSize
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf
from tests.rules.warcaster.listing import built

OPEN = {"size": 48}
ALL = list(rules().cards.cyphers)
OF = {
    kind: [c for c in ALL if rules().cards.cyphers[c].type == kind]
    for kind in ("fury", "geometric", "harmonic", "overdrive")
}
GOOD = [c for kind in OF.values() for c in kind[:3]]
PIECES: dict[str, Any] = {"wolf": wolf([10, 10]), "marauder": marauder([40, 40])}


def bench(step: str = "draw", dice: list[str] | None = None, **a: Any) -> Bench:
    pieces = a.pop("pieces", PIECES)
    return Bench(table=OPEN, pieces=pieces, seats={"a": a}, turn={"step": step}, dice=dice or [])


def cites(cards: list[str]) -> set[str]:
    return {problem.rule for problem in rack_problems(built({"rack": cards}))}


@pytest.mark.rule("WC-RACK-1", "WC-RACK-2", "WC-RACK-3")
def test_a_rack_is_checked() -> None:
    assert cites(GOOD) == set()
    assert cites([*GOOD, OF["fury"][3], OF["fury"][4], OF["fury"][5]]) == set(), "15 cards"
    assert cites(ALL[:6] + OF["geometric"][:3] + OF["harmonic"][:3] + OF["fury"][:4]) == {"WC-RACK-1"}, "16 cards"
    assert cites(GOOD[:-1]) == {"WC-RACK-1", "WC-RACK-3"}, "11 cards"
    assert cites([*GOOD, GOOD[0]]) == {"WC-RACK-2"}
    few = [*OF["fury"][:2], *OF["geometric"][:4], *OF["harmonic"][:3], *OF["overdrive"][:3]]
    assert cites(few) == {"WC-RACK-3"}


@pytest.mark.rule("WC-RACK-1", "WC-RACK-2", "WC-RACK-3")
def test_every_ready_made_force_has_a_legal_rack() -> None:
    for force in rules().cards.forces.values():
        assert cites(force["rack"]) == set()


@pytest.mark.rule("WC-RACK-4", "WC-SETUP-4")
def test_the_opening_hand_is_five_cards() -> None:
    state, frame = rules().new_game({})
    game = begin(rules(), state, frame).game
    for _ in range(2):
        assert isinstance(game.waiting, Roll) and game.waiting.purpose == "draw cards"
        game = answer(rules(), game, ((1,) * 5,)).game
    assert [len(p.hand) for p in game.state.players] == [5, 5]
    assert all(len(p.hand) + len(p.rack) in range(12, 16) for p in game.state.players)


@pytest.mark.rule("WC-RACK-4", "WC-TURN-15")
def test_draws_fill_the_hand_to_its_maximum_and_no_further() -> None:
    t = bench(hand=GOOD[:3], rack=GOOD[3:], dice=["11"])
    assert t.value(HandSize(0)) == 5 and len(t.player("a").hand) == 5
    assert [type(e) for e in t.happened(Drawn)] == [Drawn, Drawn] and t.cited("WC-TURN-15")
    t.done()
    assert bench(hand=GOOD[:5], rack=GOOD[5:]).rolls == []


@pytest.mark.rule("WC-RACK-6", "WC-RACK-7", "WC-TURN-14")
def test_the_card_discarded_in_step_8_is_in_the_pile_before_drawing() -> None:
    hand, last = GOOD[:5], GOOD[5]
    t = bench("discard", hand=hand, rack=[last], dice=["1"])
    assert sorted(t.offers()) == sorted([*(f"discard {c}" for c in hand), "keep"])
    assert t.ask.secret, "what a hand holds is nobody else's business"
    assert t.refusal(f"discard {last}").cite == "WC-RACK-6"
    t.play(f"discard {hand[0]}").done()
    assert last in t.player("a").hand and hand[0] not in t.player("a").hand
    assert t.player("a").rack == (hand[0],), "the last card was drawn: the pile became the rack at once"
    assert t.happened(Discarded, card=hand[0], cite="WC-RACK-6")


@pytest.mark.rule("WC-TURN-14")
def test_keeping_all_cards_is_fine() -> None:
    t = bench("discard", hand=GOOD[:5], rack=GOOD[5:])
    t.play("keep")
    assert len(t.player("a").hand) == 5 and not t.happened(Discarded)


@pytest.mark.rule("WC-RACK-8", "WC-RACK-9", "WC-RACK-6", "WC-TURN-16")
def test_drawing_across_a_reshuffle() -> None:
    """One card in the rack, three to draw, seven in the pile and one just discarded; a lasting card is not in it."""
    fate, pile, hand = GOOD[0], GOOD[1:8], GOOD[8:11]
    t = bench("discard", hand=hand, rack=[fate], discard=pile, in_play={"ascension_catalyst": "wolf"})
    t.dice = ["1", "71"]
    t.play(f"discard {hand[0]}").done()
    new = sorted([*pile, hand[0]])
    assert [[p.dice for p in r.pools] for r in t.rolls] == [[(("d1", 1),), (("d8", 1), ("d7", 1))]]
    assert [getattr(e, "card", "") for e in t.happened(Drawn)] == [fate, new[0], new[6]]
    assert t.player("a").rack == (*new[1:6], new[7])
    assert [e.cite for e in t.happened(Reshuffled)] == ["WC-RACK-8"]
    assert t.player("a").discard == ("ascension_catalyst",), "it expired after step 9"


@pytest.mark.rule("WC-RACK-9")
def test_cards_in_hand_or_in_play_are_not_shuffled() -> None:
    t = bench(hand=GOOD[:4], rack=[GOOD[4]], discard=[GOOD[5]], in_play={"divination_algorithm": "wolf"}, dice=["1"])
    assert t.player("a").rack == (GOOD[5],) and len(t.player("a").hand) == 5
    assert t.player("a").in_play == (("divination_algorithm", "wolf"),)


@pytest.mark.rule("WC-RACK-10")
def test_drawing_stops_short_when_nothing_is_left() -> None:
    t = bench(hand=GOOD[:2], rack=[GOOD[2]], dice=["1"]).done()
    assert len(t.player("a").hand) == 3 and t.state.active == 1


@pytest.mark.rule("WC-RACK-10")
def test_a_pile_filled_later_is_shuffled_when_a_draw_needs_it() -> None:
    t = bench(hand=GOOD[:3], discard=GOOD[3:6], dice=["31"]).done()
    assert len(t.player("a").hand) == 5 and len(t.player("a").rack) == 1
    assert [e.cite for e in t.happened(Reshuffled)] == ["WC-RACK-10"]


def raxis(**more: Any) -> dict[str, Any]:
    return piece("hierotheos_raxis", "a", [10, 15], **more)


@pytest.mark.rule("WC-RACK-11")
def test_a_larger_hand_is_filled_at_the_draw_step() -> None:
    pieces = {**PIECES, "raxis": raxis()}
    t = bench("discard", hand=GOOD[:5], rack=GOOD[5:], pieces=pieces, dice=["1"])
    assert t.value(HandSize(0)) == 6 and len(t.player("a").hand) == 5
    t.play("keep").done()
    assert len(t.player("a").hand) == 6


@pytest.mark.rule("WC-RACK-12", "WC-RACK-13")
def test_the_hand_shrinks_in_the_enemys_turn_before_the_attack_goes_on() -> None:
    hunters = piece("vassal_witch_hunters", "b", [[10, 20], [11.5, 20], None])
    pieces = {**PIECES, "raxis": raxis(damage=2), "hunters": hunters}
    t = Bench(
        table=OPEN,
        pieces=pieces,
        seats={"a": {"hand": GOOD[:6], "rack": GOOD[6:]}},
        turn={"seat": "b", "step": "activation"},
        dice=["SSS", "MM", "SSSSMMM"],
    )
    t.play("activate hunters", "hunters.1 attack raxis with hex_cannon")
    assert t.gone("raxis") and t.unit("raxis").place == "removed"
    assert (t.ask.seat, t.ask.cite, t.ask.secret) == (0, "WC-RACK-12", True)
    assert t.refusal("keep").cite == "WC-RACK-12"
    other = t.view("b")
    assert other.ask is None and getattr(other.pending, "seat", None) == 0
    assert t.ask.secret
    t.play(f"discard {GOOD[0]}")
    assert len(t.player("a").hand) == 5 and t.happened(Discarded, cite="WC-RACK-12")
    assert t.ask.seat == 1, "the activation goes on"


@pytest.mark.rule("WC-RACK-12")
def test_silence_discards_some_card() -> None:
    trimmed = Bench(table=OPEN, pieces=PIECES, seats={"a": {"hand": GOOD[:6]}}, frame=TrimHand(seat=0))
    held = trimmed.player("a").hand
    trimmed.play(ANY)
    assert trimmed.player("a").hand == held[:5], "the last one goes"


@pytest.mark.rule("WC-RACK-13")
def test_a_recall_of_the_source_is_a_decrease_too() -> None:
    pieces = {**PIECES, "raxis": raxis()}
    t = bench("deployment", hand=GOOD[:6], rack=GOOD[6:], pieces=pieces)
    t.play("recall raxis")
    assert t.ask.cite == "WC-RACK-12"
    t.play(f"discard {GOOD[1]}")
    assert t.state.step == "gate"


@pytest.mark.rule("WC-RACK-14")
def test_a_hand_above_the_maximum_by_other_means_is_not_trimmed() -> None:
    t = bench(
        "deployment",
        hand=GOOD[:7],
        rack=GOOD[7:],
        pieces={**PIECES, "rangers": piece("ranger_fire_team", "a", [[20, 20], None, None])},
    )
    t.play("recall rangers", "pass", "keep")
    assert len(t.player("a").hand) == 7 and t.rolls == [], "nothing is drawn either"


# --- secrets ------------------------------------------------------------------------------------------


def blind(t: Bench, seat: str) -> bytes:
    """Everything a seat can look at now, as it would go over a wire."""
    return rules().codec.save(t.view(seat).data())


@pytest.mark.rule("WC-GEN-9")
@pytest.mark.parametrize("step", ["cypher_a", "discard", "draw"])
def test_dealing_the_hidden_cards_anew_changes_nothing_the_other_seat_sees(step: str) -> None:
    rack, hand = GOOD[4:], GOOD[:4]
    start = rules().scenarios.position(
        rules(), {"table": OPEN, "pieces": PIECES, "seats": {"a": {"hand": hand, "rack": rack}}, "turn": {"step": step}}
    )
    game = begin(rules(), start.state, start.frame).game
    for seed in range(5):
        other = rules().redeal(game, 1, Random(seed))
        assert other.state.players[0].hand != game.state.players[0].hand or seed
        here, there = (rules().codec.save(View(rules(), g, 1).data()) for g in (game, other))
        assert here == there


@pytest.mark.rule("WC-GEN-9", "WC-TURN-15")
def test_a_hidden_card_is_in_no_view_event_or_ask_of_the_other_seat() -> None:
    hand, rack = GOOD[:4], GOOD[4:]
    t = bench("draw", hand=hand, rack=rack, dice=["3"])
    told = rules().codec.save(seen(t.events, 1)) + blind(t, "b")
    assert not any(card.encode() in told for card in GOOD)
    assert [e.faces for e in seen(t.events, 1) if isinstance(e, Rolled)] == [()], "nor the die"
    own = rules().codec.save(seen(t.events, 0))
    assert rack and sorted(rack)[2].encode() in own
    assert len(t.view("b").state.players[0].hand) == 5, "its size is open"


@pytest.mark.rule("WC-GEN-9")
def test_the_discard_pile_and_cards_in_play_are_open() -> None:
    t = bench("discard", hand=GOOD[:5], rack=GOOD[5:], in_play={"divination_algorithm": "wolf"})
    t.dice = ["1"]
    t.play(f"discard {GOOD[2]}")
    seen_by_b = t.view("b").state.players[0]
    assert seen_by_b.discard == (GOOD[2],) and seen_by_b.in_play == (("divination_algorithm", "wolf"),)
    assert any(isinstance(e, Discarded) and e.card == GOOD[2] for e in seen(t.events, 1))


@pytest.mark.rule("WC-GEN-9")
def test_an_imagined_game_can_be_played_on() -> None:
    """What a seat imagines of the other's hand stays legal at a pending discard."""
    trimmed = Bench(
        table=OPEN, pieces=PIECES, seats={"a": {"hand": GOOD[:6], "rack": GOOD[6:]}}, frame=TrimHand(seat=0)
    )
    for seed in range(5):
        imagined = trimmed.view("b").imagine(seed)
        ask = imagined.waiting
        assert ask is not None and not isinstance(ask, Roll)
        after = answer(rules(), imagined, ask.default).game
        assert len(after.state.players[0].hand) == 5


def test_a_step_that_draws_nothing_asks_for_no_dice() -> None:
    t = Bench(table=OPEN, pieces=PIECES, seats={"a": {"hand": GOOD[:5], "rack": GOOD[5:]}}, frame=DrawStep(seat=0))
    assert t.game.over and t.rolls == []
