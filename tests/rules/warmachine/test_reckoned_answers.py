"""What veterans reckon instead of searching: which attack next, boosts, standing up."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.bots import bot
from sandtable.bots.veteran import Veteran
from sandtable.chance import Seeded
from sandtable.core import Ask, Roll, View, answer, begin, find
from sandtable.rulesets.warmachine.common.appraisal.attack_value import attack_value, damage
from sandtable.rulesets.warmachine.common.damage.damage import Boost
from sandtable.rulesets.warmachine.common.suggestions.reckoned import reckoned
from sandtable.rulesets.warmachine.common.turn.activation import ActivationMenu
from tests.rules.warmachine.kit import KEEP, MK1, MK2, Game, at, both, foe


def answers(t: Game) -> list[object] | None:
    ask = t.game.waiting
    assert isinstance(ask, Ask)
    return reckoned(t.position, ask)


def beside() -> Game:
    """An Ironclad with focus that has moved up to a warjack."""
    t = Game(MK2, {"ironclad": at(12, 10, focus=3), "juggernaut": foe(12, 12.2)}, dice=["3 4", "1 2", "1"])
    return t.activate("ironclad", "advance", KEEP, 90)


def test_the_strongest_of_the_initial_attacks_comes_first() -> None:
    assert answers(beside()) == ["attack juggernaut with quake_hammer"]


def test_initial_attacks_come_before_one_that_is_bought() -> None:
    """The hammer again would hit harder, but no initial attack is left once one is bought."""
    t = beside().play("attack juggernaut with quake_hammer", "roll", "roll")
    assert {o.key: o.cost for o in menu(t).options(t.position) if o.verb == "attack"} == {
        "attack juggernaut with quake_hammer": (("focus", 1),),
        "attack juggernaut with open_fist": (),
    }
    assert answers(t) == ["attack juggernaut with open_fist"]


def test_an_attack_by_a_marshals_benefit_is_bought_too() -> None:
    t = Game(
        MK2,
        {
            "mow_kovnik": at(16, 8),
            "juggernaut": at(12, 10, focus=1, master="mow_kovnik"),
            "ironclad": foe(12, 12.2),
        },
        dice=["3 4", "1 2", "1"],
    ).activate("juggernaut", "advance", KEEP, 90)
    t.play("attack ironclad with ice_axe", "roll")
    while not isinstance(t.ask.domain, ActivationMenu):
        t.play("roll")
    assert "attack ironclad with ice_axe by marshal" in [o.key for o in menu(t).options(t.position)]
    assert answers(t) == ["attack ironclad with open_fist"]


def test_bought_attacks_follow_while_there_is_focus_and_then_the_end() -> None:
    t = Game(
        MK2,
        {"ironclad": at(12, 10, focus=1), "juggernaut": foe(12, 12.2)},
        dice=["3 4", "1 2", "1", "3 4", "1 2", "3 4", "1 2", "1"],
    ).activate("ironclad", "advance", KEEP, 90)
    seen = []
    while isinstance(t.ask.domain, ActivationMenu) and t.state.activating == "ironclad":
        found = answers(t)
        assert found is not None
        seen.append(found[0])
        if found == ["end"]:
            break
        t.play(*found)
        while t.state.activating == "ironclad" and not isinstance(t.ask.domain, ActivationMenu):
            t.play("roll")
    hammer, fist = "attack juggernaut with quake_hammer", "attack juggernaut with open_fist"
    assert seen == [hammer, fist, hammer, "end"]


def test_the_model_that_may_fall_is_attacked_first() -> None:
    """A warjack with two boxes left is worth more than a whole one."""
    t = Game(MK2, {"ironclad": at(12, 10), "juggernaut": foe(10.8, 11.9), "kodiak": foe(13.2, 11.9, damage=32)})
    t.activate("ironclad", "advance", KEEP, 90)
    assert answers(t) == ["attack kodiak with quake_hammer"]


def test_before_it_moves_a_warjack_searches() -> None:
    t = Game(MK2, {"ironclad": at(12, 10, focus=3), "juggernaut": foe(12, 12.2)}).activate("ironclad")
    assert answers(t) is None


def test_others_than_warjacks_search() -> None:
    t = Game(MK2, {"stryker": at(12, 10), "juggernaut": foe(12, 11.9)}).activate("stryker", "advance", KEEP, 90)
    assert answers(t) is None


def test_an_attack_at_a_friend_is_never_taken() -> None:
    t = Game(MK2, {"ironclad": at(12, 10), "lancer": at(12, 12), "juggernaut": foe(20, 30)})
    t.activate("ironclad", "advance", KEEP, 90)
    found = answers(t)
    assert found is None or not any("lancer" in str(answer) for answer in found)


@both
@pytest.mark.parametrize(("y", "wanted"), [(12.2, "stand instead of moving"), (20.0, "stand instead of acting")])
def test_who_lies_next_to_an_enemy_stands_up_to_strike_and_others_to_move(game: str, y: float, wanted: str) -> None:
    names = {MK1: ("cyg_ironclad", "kha_juggernaut"), MK2: ("ironclad", "juggernaut")}[game]
    t = Game(game, {names[0]: at(12, 10, effects=["knocked_down"]), names[1]: foe(12, y)}).activate(names[0])
    assert answers(t) == [wanted]


def test_a_charge_attack_counts_its_third_die() -> None:
    pieces = {"ironclad": at(12, 10, focus=3), "juggernaut": foe(12, 17)}
    charged = Game(MK2, pieces).activate("ironclad", "charge juggernaut", (90_000, 4900))
    walked = Game(MK2, {**pieces, "ironclad": at(12, 14.6, focus=3)}).activate("ironclad", "advance", KEEP, 90)
    values = [
        {
            o.key: attack_value(t.position, menu(t).activity, o)
            for o in menu(t).options(t.position)
            if o.verb == "attack"
        }
        for t in (charged, walked)
    ]
    key = "attack juggernaut with quake_hammer"
    assert values[0][key] > 1.4 * values[1][key]


def test_an_attack_is_worth_as_much_as_it_is_likely_to_hit() -> None:
    """An Ironclad needs 6 against a Charger: 26 of 36 throws; who cannot evade is hit without a throw."""
    plain, helpless = (
        Game(MK2, {"ironclad": at(12, 10), "charger": foe(12, 12.1, effects=effects)})
        for effects in ([], ["stationary"])
    )
    for t in (plain, helpless):
        t.activate("ironclad", "advance", KEEP, 90)
    assert hammer_value(plain, "charger") == pytest.approx(26 / 36 * hammer_value(helpless, "charger"))


@pytest.mark.parametrize(
    ("attacker", "slot", "target", "y", "wanted"),
    [
        ("ironclad", "quake_hammer", "kodiak", 12.2, "roll"),  # it hits anyway
        ("ironclad", "quake_hammer", "charger", 12.1, "roll"),  # a boost adds a quarter, an attack three quarters
        ("ibex", "horns", "oskin", 11.7, "boost"),  # it needs 9: a boost adds more than an attack
    ],
)
def test_a_boost_is_bought_where_it_adds_more_than_an_attack(
    attacker: str, slot: str, target: str, y: float, wanted: str
) -> None:
    t = Game(MK2, {attacker: at(10, 10, focus=3), target: foe(10, y)}).activate(attacker)
    t.play(f"attack {target} with {slot}")
    assert answers(t) == [wanted]


def test_a_warcaster_searches_for_his_boosts() -> None:
    t = Game(MK2, {"stryker": at(12, 10, focus=3), "juggernaut": foe(12, 11.9)}).activate("stryker")
    t.play("attack juggernaut with quicksilver")
    assert isinstance(t.ask.domain, Boost)
    assert answers(t) is None


@pytest.mark.parametrize(("dice", "over", "boxes"), [(2, -4, 30), (2, 0, 8), (3, -2, 10), (2, -12, 5)])
def test_damage_is_counted_over_all_faces(dice: int, over: int, boxes: int) -> None:
    rolls = [max(0, sum(faces) + over) for faces in product(range(1, 7), repeat=dice)]
    mean = sum(min(boxes, roll) for roll in rolls) / len(rolls)
    last = sum(roll >= boxes for roll in rolls) / len(rolls)
    assert damage(dice, over, boxes) == pytest.approx((mean, last))


def test_a_veteran_takes_what_is_reckoned_and_searches_nothing() -> None:
    t = beside()
    veteran = Veteran(nodes=40)
    assert veteran.choose(View(t.rules, t.game, 0)) == "attack juggernaut with quake_hammer"
    assert veteran.spent == 0


def test_a_veteran_lets_the_other_side_begin() -> None:
    """The second player deploys farther forward and has the last turn."""
    rules = find(MK2)
    game = begin(rules, *rules.new_game({"armies": ["cyg_box_a", "kha_box_a"], "map": "mill_green"})).game
    source = Seeded(1)
    while isinstance(game.waiting, Roll):
        value, source = source.throw(game.waiting, rules.dice)
        game = answer(rules, game, value).game
    assert isinstance(game.waiting, Ask)
    assert bot("veteran:40").choose(View(rules, game, game.waiting.seat)) == "go second"


def hammer_value(t: Game, target: str = "juggernaut") -> float:
    key = f"attack {target} with quake_hammer"
    option = next(o for o in menu(t).options(t.position) if o.key == key)
    return attack_value(t.position, menu(t).activity, option)


def menu(t: Game) -> ActivationMenu:
    domain = t.ask.domain
    assert isinstance(domain, ActivationMenu)
    return domain
