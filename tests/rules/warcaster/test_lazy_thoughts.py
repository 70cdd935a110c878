"""What random play passes over or takes for granted without asking: the full question gives the same answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.chance import Seeded
from sandtable.core import Ask, Offer, Position, Roll, answer, begin
from sandtable.rulesets.warcaster import Warcaster
from sandtable.rulesets.warcaster.attacks.targets import barred, declare, each_target, targets
from sandtable.rulesets.warcaster.cyphers.cypher_targets import barred_on, units_for
from sandtable.rulesets.warcaster.cyphers.playing import CypherMenu
from sandtable.rulesets.warcaster.measuring.distance import enemies
from sandtable.rulesets.warcaster.measuring.line_of_sight import look, volume
from sandtable.rulesets.warcaster.state.stats import weapons_of
from sandtable.rulesets.warcaster.suggestions.cypher_weights import appeal, most_appeal
from sandtable.rulesets.warcaster.suggestions.lazy_shuffle import in_random_order
from sandtable.rulesets.warcaster.suggestions.move_goals import weapons_in_reach
from sandtable.rulesets.warcaster.turn.activation import ActivationMenu, offers
from sandtable.rulesets.warcaster.turn.deployment_places import DeployPlaces, has_room, witness
from sandtable.rulesets.warcaster.turn.void_gates import GateMenu, gate_place, nominees
from sandtable.tabletop.measuring.line_of_sight import clear_middle
from tests.rules.warcaster.kit import rules


def test_lots_are_all_drawn_once() -> None:
    assert sorted(in_random_order(range(9), Random(1))) == list(range(9))
    assert list(in_random_order(range(9), Random(1))) == list(in_random_order(range(9), Random(1)))


def asks(mission: str, seed: int, most: int) -> Iterator[tuple[Position, Ask]]:
    """What is asked in a game by random seats."""
    rules, rng, source = Warcaster(), Random(seed), Seeded(seed)
    game = begin(rules, *rules.new_game({"mission": mission})).game
    for _ in range(most):
        waiting = game.waiting
        if isinstance(waiting, Roll):
            value, source = source.throw(waiting, rules.dice)
        elif isinstance(waiting, Ask):
            p = Position(rules, game.state)
            yield p, waiting
            found = waiting.domain.candidates(p, 1, rng)
            value = found[0] if found else waiting.silence(p)
        else:
            break
        game = answer(rules, game, value).game


def test_a_weapon_not_worth_a_look_has_no_target() -> None:
    passed = kept = 0
    for n, (p, _) in enumerate(asks("boiling_point", 5, 500)):
        for model in p.state.models if n % 10 == 0 else ():
            worthy = weapons_in_reach(p, model)
            for slot in weapons_of(p, model):
                near = slot in worthy
                kept, passed = kept + near, passed + (not near)
                assert near or not targets(p, model, slot)
    assert passed and kept


def test_targets_are_those_that_are_not_barred() -> None:
    found = 0
    for n, (p, _) in enumerate(asks("boiling_point", 6, 500)):
        for model in p.state.models if n % 20 == 0 else ():
            for slot in weapons_of(p, model):
                foes = enemies(p, p.state.seat_of(model))
                allowed = {t for t in foes if barred(p, declare(p, model, t, slot)) is None}
                assert allowed == set(targets(p, model, slot))
                assert allowed == set(each_target(p, model, slot, shuffled=Random(n)))
                found += len(allowed)
    assert found > 20


def test_who_is_in_plain_sight_is_seen() -> None:
    plain = hidden = 0
    for n, (p, _) in enumerate(asks("orders_of_magnitude", 7, 500)):
        models = p.state.models
        for model in models if n % 40 == 0 else ():
            for foe in enemies(p, p.state.seat_of(model)):
                sure, seen = (
                    clear_middle(rules().kinds, p.state.map, volume(p, models[model]), volume(p, models[foe])),
                    look(p, model, foe).clear,
                )
                assert seen or not sure
                plain, hidden = plain + sure, hidden + (not seen)
    assert plain > 50 and hidden > 50


@pytest.mark.parametrize("mission", ["boiling_point", "strange_matter"])
def test_only_its_own_rules_offer_a_unit_something_in_its_activation(mission: str) -> None:
    found = 0
    for p, ask in asks(mission, 8, 900):
        if isinstance(ask.domain, ActivationMenu):
            activity = ask.domain.activity
            every: list[Offer] = []
            for ability in p.hooks.of("offers", "activation"):
                every += ability(p, activity, ask.seat)
            assert offers(p, activity) == every
            found += len(every)
    assert found > 10


def test_cards_are_thought_of_on_units_that_do_not_bar_them() -> None:
    cards = [c.id for c in rules().cards.cyphers.values() if c.type != "fury"]
    found = lying = 0
    for n, (p, _) in enumerate(asks("surface_tension", 9, 800)):
        for card in cards if n % 20 == 0 else ():
            for seat in (0, 1):
                units = units_for(p, seat, card)
                assert units == [unit for unit in p.state.in_play(seat) if barred_on(p, seat, card, unit) is None]
                found, lying = found + len(units), lying + len(p.state.players[seat].in_play)
    assert found and lying


def test_a_card_not_looked_into_does_not_tempt_more_than_it_says() -> None:
    rare = 0
    for p, ask in asks("boiling_point", 10, 800):
        for card in p.state.players[ask.seat].hand if isinstance(ask.domain, CypherMenu) else ():
            most = most_appeal(p.state, card)
            rare += most < 1
            ways = rules().cypher_cards[card].offers(p, ask.seat)
            assert most >= 1 or all(appeal(p, ask.seat, o.key) <= most for o in ways)
    assert rare > 5


def test_room_found_at_once_is_room() -> None:
    found = 0
    for p, ask in asks("orders_of_magnitude", 11, 600):
        if isinstance(ask.domain, GateMenu):
            for region in [gate_place(ask.seat, near) for near in ("", *nominees(p, ask.seat))]:
                at = region.somewhere(p)
                assert at is None or region.fault(p, at) is None
                assert region.has_room(p) == (region.find(p, None) is not None)
                found += at is not None
        if isinstance(ask.domain, DeployPlaces):
            assert has_room(p, ask.domain) and witness(p, ask.domain) is not None
    assert found > 10
