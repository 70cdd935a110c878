"""Plans: five weapons on one target, until it is dead; against convolution by hand and icepool."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.chance import everything_at, outcomes, plan, plan_odds
from sandtable.core import Ask, BadSetup, Game, Position
from tests.chance.oracles import Shot, by_icepool
from tests.rules.warcaster.kit import Bench, marauder, piece, rules, wolf

GUNS = ["battle_rifle", "battle_rifle", "battle_rifle", "rail_gun", "rail_gun"]
POWERS = {"battle_rifle": 4, "battle_rifle_2": 4, "battle_rifle_3": 4, "rail_gun": 5, "rail_gun_2": 5}
ORDER = [f"attack raptor with {slot}" for slot in POWERS]


def ready(**more: object) -> Game:
    """A wolf with five guns about to attack; RAT 4 against DEF 2, ARM 5, Health 4."""
    pieces = {
        "wolf": wolf([10, 10], weapons=GUNS),
        "raptor": piece("strike_raptor", "b", [10, 16], **more),
        "m": marauder([14, 20]),
    }
    return Bench(table={"size": 48}, pieces=pieces).play("activate wolf").game


def hurt(game: Game | Position) -> int:
    model = game.state.models.get("raptor")
    return 4 if model is None else int(model.damage)


def by_hand(powers: list[int], health: int = 4, arm: int = 5) -> dict[int, Fraction]:
    """Damage attack after attack, each worked out by icepool."""
    spread = {0: Fraction(1)}
    for pow in powers:
        each = by_icepool(Shot((4, 0), (2, 0), pow, arm, health)).damage
        following: dict[int, Fraction] = {}
        for so_far, chance in spread.items():
            for points, share in each.items() if so_far < health else [(0, Fraction(1))]:
                total = min(health, so_far + points)
                following[total] = following.get(total, Fraction(0)) + chance * share
        spread = following
    return dict(sorted(spread.items()))


def test_five_weapons_in_turn() -> None:
    odds = plan_odds(rules(), ready(), ORDER)
    assert odds.exact
    assert odds.distribution(hurt) == by_hand(list(POWERS.values()))


def test_everything_until_it_is_dead_is_the_same() -> None:
    odds = plan_odds(rules(), ready(), everything_at("raptor"))
    assert odds.exact
    assert odds.distribution(hurt) == by_hand(list(POWERS.values()))
    assert odds.answers < 200


def test_shots_are_kept_for_others_once_it_is_dead() -> None:
    """What is left of the activation is asked for again: the position in which the plan stops is an end."""
    odds = plan_odds(rules(), ready(damage=3), everything_at("raptor"))
    left = odds.distribution(lambda g: 5 - len(g.stack[-1].activity.attacks) if hurt(g) == 4 else -1)  # type: ignore[attr-defined]
    first = sum((c for n, c in by_icepool(Shot((4, 0), (2, 0), 4, 5, 4)).damage.items() if n), Fraction(0))
    assert left[4] == first
    assert left[3] == (1 - first) * first
    assert sum(left.values()) == 1


def test_a_plan_goes_on_with_another_when_one_is_dead() -> None:
    def nearest(p: Position, ask: Ask) -> str | None:
        target = "raptor" if "raptor" in p.state.models else "m"
        keys = [o.key for o in ask.domain.options(p) or () if target in o.concerns]
        return keys[0] if keys else None

    odds = plan_odds(rules(), ready(damage=3), nearest)
    both = odds.chance(lambda g: hurt(g) == 4 and "m" not in g.state.models)
    assert odds.exact
    assert 0 < both < odds.chance(lambda g: hurt(g) == 4)
    assert odds.distribution(hurt)[4] == by_hand(list(POWERS.values()), 1)[1]


def test_again_and_again_until_it_holds() -> None:
    """A weapon is used once in an activation: the second time round nothing is legal and the plan is over."""
    game = ready()
    once = plan_odds(rules(), game, plan(*ORDER[:2]))
    again = plan_odds(rules(), game, plan(*ORDER[:2]).until(lambda p: "raptor" not in p.state.models))
    unhurt = plan_odds(rules(), game, plan(*ORDER).until(lambda p: hurt(p) > 0))
    assert once.distribution(hurt) == again.distribution(hurt) == by_hand([4, 4])
    misses = by_icepool(Shot((4, 0), (2, 0), 4, 5, 4)).damage[0] ** 3
    assert unhurt.distribution(hurt)[0] == misses * by_icepool(Shot((4, 0), (2, 0), 5, 5, 4)).damage[0] ** 2


def test_an_answer_that_was_never_legal_is_left_out() -> None:
    odds = plan_odds(rules(), ready(), ["attack nobody with rail_gun", ORDER[3], "dance"])
    assert odds.distribution(hurt) == by_hand([5])


def test_no_plan_at_all() -> None:
    with pytest.raises(BadSetup, match="a plan is a list of answers"):
        plan_odds(rules(), ready(), 7)
    assert plan_odds(rules(), ready(), []).ends[0].chance == 1


@pytest.mark.parametrize("budget", [1, 10, 30, 60, 90])
def test_the_error_is_never_more_than_what_is_undecided(budget: int) -> None:
    game = ready()
    exact = plan_odds(rules(), game, ORDER).distribution(hurt)
    odds = plan_odds(rules(), game, ORDER, budget=budget)
    assert odds.undecided > 0
    assert not odds.exact
    assert sum((end.chance for end in odds.ends), odds.undecided) == 1
    found = odds.distribution(hurt)
    for value, chance in exact.items():
        assert found.get(value, Fraction(0)) <= chance <= found.get(value, Fraction(0)) + odds.undecided


def test_a_larger_budget_leaves_less_open() -> None:
    game = ready()
    left = [plan_odds(rules(), game, ORDER, budget=b).undecided for b in (5, 20, 50, 90, 200_000)]
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0


def test_a_budget_for_a_single_roll() -> None:
    game = ready()
    odds = outcomes(rules(), game, budget=0)
    assert not odds.ends
    assert odds.undecided == 1
    assert odds.answers == 0
